"""The records of a game of chance, in memory: expectations by position, without remoteness."""

from collections.abc import Hashable
from typing import Any

import numpy as np

from zermelo.compiler.position_packing import WordPacking
from zermelo.core.values import UNTIMED
from zermelo.solver.records.solution_records import RecordBlock, find_position_key


class ExpectedRecords:
    """Positions, sorted where they are keys, with their values.

    `positions` [n] are int64 keys, or objects where positions are no integers; `values` [n] float64.
    """

    def __init__(self, positions: Any, values: Any, words: WordPacking | None) -> None:
        self.words = words
        self._places: dict[Hashable, int] = {}
        if positions.dtype == object:
            self._positions, self._values = positions, values
            self._places = {position: place for place, position in enumerate(positions)}
        else:
            order = np.argsort(positions)
            self._positions, self._values = positions[order], values[order]

    @property
    def tier_count(self) -> int:
        """Number of tiers."""
        return 1

    def count_tier_records(self, tier: int) -> int:
        """Return how many records there are."""
        return len(self._positions)

    def find(self, position: Hashable) -> tuple[float, int] | None:
        """Return (value, UNTIMED), None where there is no record."""
        if self._positions.dtype == object:
            place = self._places.get(position, -1)
        else:
            key = find_position_key(position, self.words)
            place = -1 if key is None else int(np.searchsorted(self._positions, key))
            if place == len(self._positions) or self._positions[place] != key:
                place = -1
        return None if place < 0 else (float(self._values[place]), UNTIMED)

    def read_tier_block(self, tier: int) -> RecordBlock:
        """Return all records."""
        return RecordBlock(self._positions, self._values, np.full(len(self._values), UNTIMED, np.int32))

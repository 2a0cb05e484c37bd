"""A solution's records: for each position, one of each symmetry class, its value and remoteness.

Callers need not know whether records lie in memory or in files, in tiers of integers or in a dictionary of
anything hashable.
"""

from bisect import bisect_left
from collections.abc import Hashable, Iterator, Mapping
from math import isqrt
from typing import Any, NamedTuple, NoReturn, Protocol

import numpy as np
import numpy.typing as npt

from zermelo.compiler.kernels.position_hashing import mix_one
from zermelo.compiler.position_packing import WordPacking
from zermelo.core.errors import MissingCapability
from zermelo.core.values import NO_END, UNTIMED
from zermelo.solver.kernels.position_folds import LONG
from zermelo.solver.storage.array_store import ArrayStore


class RecordBlock(NamedTuple):
    """Some records in arrays of one length."""

    positions: npt.NDArray[Any]  # int64, or objects where positions are not integers
    values: npt.NDArray[Any]  # int16, the mover's; float64 with dice
    remoteness: npt.NDArray[Any]  # int32, plies; NO_END where play need not end; UNTIMED with dice


class Records(Protocol):
    """The interface of every kind of records."""

    def find(self, position: Hashable) -> tuple[Any, int] | None:
        """Return (value, remoteness or NO_END), None where there is no record; with dice (float, UNTIMED)."""

    def read_tier_block(self, tier: int) -> RecordBlock:
        """Return all records of one tier."""

    @property
    def tier_count(self) -> int:
        """Number of tiers."""

    def count_tier_records(self, tier: int) -> int:
        """Return how many records a tier has."""

    @property
    def words(self) -> WordPacking | None:
        """Packing of positions into the integers of a block; None where positions are integers."""


class UnlistedRecords:
    """Records that are found one by one, and of which there is no list."""

    words = None

    def explain_refusal(self) -> str:
        """Return why there is no list."""
        raise NotImplementedError

    @property
    def tier_count(self) -> int:
        """Raise `MissingCapability`: there are no tiers to go through."""
        return self._refuse_list()

    def count_tier_records(self, tier: int) -> int:
        """Raise `MissingCapability`: the number of records is unknown."""
        return self._refuse_list()

    def read_tier_block(self, tier: int) -> RecordBlock:
        """Raise `MissingCapability`: there are too many records to go through."""
        return self._refuse_list()

    def _refuse_list(self) -> NoReturn:
        raise MissingCapability(
            f"{self.explain_refusal()}: what goes through all positions needs `zermelo solve`"
        )


def find_position_key(position: Any, words: WordPacking | None) -> int | None:
    """Return the integer a position is recorded under, None where it can have none."""
    if words is not None:
        fits = isinstance(position, tuple) and len(position) == len(words.widths)
        key = words.pack(position) if fits and all(isinstance(word, int) for word in position) else -1
        return None if key < 0 else key
    if not isinstance(position, int | np.integer) or not 0 <= position < 1 << 63:
        return None
    return int(position)


def unpack_answers(answers: npt.NDArray[Any], shift: int) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """Return (values int16, remoteness int32) of answers packed by the value fold.

    Expectations are values already, and have no remoteness.
    """
    if answers.dtype.kind == "f":
        return answers, np.full(len(answers), UNTIMED, np.int32)
    values = (answers >> shift).astype(np.int16)
    rest = (1 << shift) - 1
    remoteness = (answers & rest).astype(np.int32)
    if rest != NO_END:
        remoteness[remoteness == rest] = NO_END
    return values, remoteness


def pack_answers(values: npt.NDArray[Any], remoteness: npt.NDArray[Any], column: type) -> npt.NDArray[Any]:
    """Return recorded values and remoteness packed by `LONG`, in the column of `choose_record_fold`."""
    packed: npt.NDArray[Any] = (values.astype(column) << LONG) + remoteness.astype(column)
    return packed


def unpack_answer(answer: int, shift: int) -> tuple[int, int]:
    """Return the value and remoteness of one packed answer."""
    rest = (1 << shift) - 1
    return answer >> shift, NO_END if answer & rest == rest else answer & rest


class TieredRecords:
    """Solved tiers as the solver yields them: keys sorted by `mix` and packed answers, in an array store."""

    def __init__(self, array_store: ArrayStore, shift: int, words: WordPacking | None = None) -> None:
        self.shift = shift
        self.words = words
        self._array_store = array_store
        self._names: list[tuple[str, str]] = []
        self._last = 0  # the tier of the last record found

    def add_tier(self, keys: str, answers: str) -> None:
        """Add a tier by the names of its arrays in the array store."""
        assert self._array_store.has(keys) and self._array_store.has(answers)
        self._names.append((keys, answers))

    @property
    def tier_count(self) -> int:
        """Number of tiers."""
        return len(self._names)

    def read_tier_block(self, tier: int) -> RecordBlock:
        """Return all records of one tier."""
        keys, answers = self._names[tier]
        return RecordBlock(
            self._array_store.get(keys), *unpack_answers(self._array_store.get(answers), self.shift)
        )

    def count_tier_records(self, tier: int) -> int:
        """Return how many records a tier has."""
        return len(self._array_store.get_mapped(self._names[tier][0]))

    def get_keys_and_answers(self, tier: int) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
        """Return a tier's keys, in the order of `mix`, and its packed answers, for reading here and there."""
        keys, answers = self._names[tier]
        return self._array_store.get_mapped(keys), self._array_store.get_mapped(answers)

    def find(self, position: Hashable) -> tuple[int, int] | None:
        """Return (value, remoteness), None where there is no record."""
        key = find_position_key(position, self.words)
        if key is None:
            return None
        home = mix_one(key)
        for tier in iterate_tiers_nearest_first(self.tier_count, self._last):
            keys = self._array_store.get_mapped(self._names[tier][0])
            place = _find_first_key_at_hash(keys, home)
            if place < len(keys) and keys[place] == key:
                self._last = tier
                answer = int(self._array_store.get_mapped(self._names[tier][1])[place])
                return unpack_answer(answer, self.shift)
        return None


def iterate_tiers_nearest_first(tiers: int, last: int) -> Iterator[int]:
    """Yield every tier, those near `last` first: a look-up is often followed by one of a child."""
    yield last
    for distance in range(1, tiers):
        if last + distance < tiers:
            yield last + distance
        if last >= distance:
            yield last - distance


def _find_first_key_at_hash(keys: npt.NDArray[Any], home: int) -> int:
    """Return the first index whose `mix` is at least `home`: mixes are even, so a guess is close."""
    count = len(keys)
    guess = home * count >> 64
    reach = 4 * isqrt(count) + 4
    low, high = max(0, guess - reach), min(count, guess + reach)
    if low and mix_one(int(keys[low - 1])) >= home:
        low, high = 0, low
    elif high < count and mix_one(int(keys[high])) < home:
        low, high = high, count
    return bisect_left(range(count), home, low, high, key=lambda index: mix_one(int(keys[index])))


class MappingRecords:
    """Records of positions of any hashable type."""

    words: WordPacking | None = None

    def __init__(self, answers: Mapping[Hashable, tuple[int, int]]) -> None:
        self._answers = answers

    @property
    def tier_count(self) -> int:
        """Number of tiers."""
        return 1

    def count_tier_records(self, tier: int) -> int:
        """Return how many records there are."""
        return len(self._answers)

    def find(self, position: Hashable) -> tuple[int, int] | None:
        """Return (value, remoteness), None where there is no record."""
        return self._answers.get(position)

    def read_tier_block(self, tier: int) -> RecordBlock:
        """Return all records."""
        positions = np.empty(len(self._answers), object)
        positions[:] = list(self._answers)
        pairs = np.array(list(self._answers.values()), np.int64).reshape(-1, 2)
        return RecordBlock(positions, pairs[:, 0].astype(np.int16), pairs[:, 1].astype(np.int32))

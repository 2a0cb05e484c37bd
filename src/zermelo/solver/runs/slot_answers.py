"""Answers of all places while tiers are solved: kept tier by tier, resumed, widened."""

from collections.abc import Callable
from typing import Any, Self

import numpy as np

from zermelo.core.errors import DamagedScratch
from zermelo.solver.graph.position_slots import PositionSlots
from zermelo.solver.methods.retrograde_analysis import make_undecided_answers
from zermelo.solver.storage.array_store import ArrayStore


class SlotAnswers:
    """Answers of all `places` in one array; a context in which its memory is counted."""

    def __init__(
        self,
        places: PositionSlots,
        column: Any,
        array_store: ArrayStore,
        job: dict[str, Any],
        note: Callable[..., None],
        *,
        kept: bool,
    ) -> None:
        """Take up what an earlier run has solved; raises `DamagedScratch`, `OutOfBudget`.

        `job` are its notes and `note` makes new ones. `kept`: tiers are written.
        """
        self._places, self._array_store, self._job, self._note, self._kept = (
            places,
            array_store,
            job,
            note,
            kept,
        )
        self._column = np.dtype(column)
        self._reservation = array_store.reserve(self._array_bytes)

    def __enter__(self) -> Self:
        self._reserved = self._reservation.__enter__()
        try:
            self.array = self._read_resumed_answers()
        except BaseException as error:
            self._reservation.__exit__(type(error), error, error.__traceback__)
            raise
        return self

    def __exit__(self, *raised: Any) -> None:
        self._reservation.__exit__(*raised)

    @property
    def last_solved_tier(self) -> int | None:
        """The tier that was solved last, None before any is."""
        last: int | None = self._job.get("solved")
        return last

    def save_tier(self, tier: int) -> None:
        """Write a solved tier to disk."""
        if self._kept:
            self._array_store.put(self._format_array_name(tier), self.array[self._find_tier_slice(tier)])

    def widen_answer_column(self, column: Any, **news: Any) -> None:
        """Take a wider column, and note `news` when all that is solved is kept in it.

        Until then a run that is killed finds everything as it was.
        """
        narrow, small = self.array, self._array_bytes
        names = [self._format_array_name(tier) for tier in self._list_solved_tiers()]
        self._column = np.dtype(column)
        self._reserved.resize(small + self._array_bytes)
        self.array = make_undecided_answers(self._places, self._column)
        for tier in self._list_solved_tiers():
            mine = self._find_tier_slice(tier)
            self.array[mine] = narrow[mine]
            self.save_tier(tier)
        self._note(**news)
        del narrow
        self._reserved.resize(self._array_bytes)
        for name in names:
            self._array_store.drop(name)

    def discard_saved_tiers(self) -> None:
        """Drop what is kept: all is solved again in another column."""
        for tier in range(self._places.tier_count):
            self._array_store.drop(self._format_array_name(tier))

    def _read_resumed_answers(self) -> Any:
        answers = make_undecided_answers(self._places, self._column)
        for tier in self._list_solved_tiers():
            mine = self._find_tier_slice(tier)
            answers[mine] = read_checkpoint(
                self._array_store, self._format_array_name(tier), answers[mine].shape, self._column
            )
        return answers

    @property
    def _array_bytes(self) -> int:
        return int(self._places.place_count * self._column.itemsize)

    def _list_solved_tiers(self) -> range:
        first = self._places.tier_count if self.last_solved_tier is None else self.last_solved_tier
        return range(first, self._places.tier_count)

    def _find_tier_slice(self, tier: int) -> slice:
        return slice(self._places.bounds[tier], self._places.bounds[tier + 1])

    def _format_array_name(self, tier: int) -> str:
        return f"answers-{self._column.name}-{tier}"


def read_checkpoint(array_store: ArrayStore, name: str, shape: tuple[int, ...], column: Any) -> Any:
    """Return an array that an interrupted run has left; raises `DamagedScratch` where it is another."""
    array = array_store.get(name)
    if array.shape != shape or array.dtype != column:
        raise DamagedScratch(f"{array_store.directory}: {name} is another run's: solve again")
    return array

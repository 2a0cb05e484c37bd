"""Every place's answer while tiers are solved: in memory or mapped from disk, kept, taken up again, widened.

Which of the two an earlier run had is known by its note `sums`: this one may have other memory.
"""

from collections.abc import Callable
from typing import Any, Final, Self

import numpy as np

from zermelo.core.errors import DamagedScratch
from zermelo.graph.places import Places
from zermelo.solvers.retrograde import new_answers
from zermelo.storage.shelf import Shelf

HELD: Final = 0.5  # of the memory for arrays: answers that take more are kept on disk, and mapped
HELD_ALONE: Final = 0.9  # the same where they are all that solving keeps, as in place


class PlaceAnswers:
    """Answers of all `places` in one array; a context in which its memory is counted."""

    def __init__(
        self,
        places: Places,
        column: Any,
        shelf: Shelf,
        job: dict[str, Any],
        note: Callable[..., None],
        *,
        kept: bool,
        alone: bool,
    ) -> None:
        """Take up what an earlier run has solved; raises `DamagedScratch`.

        `job` are its notes and `note` makes new ones. `kept`: tiers in memory are written too. `alone`:
        solving keeps hardly anything besides.
        """
        self._share = HELD_ALONE if alone else HELD
        self._places, self._shelf, self._job, self._note, self._kept = places, shelf, job, note, kept
        self._take(column)
        self._reservation = shelf.reserved(self._in_memory)

    def __enter__(self) -> Self:
        self._reserved = self._reservation.__enter__()
        try:
            self.array = self._taken_up()
        except BaseException as error:
            self._reservation.__exit__(type(error), error, error.__traceback__)
            raise
        return self

    def __exit__(self, *raised: Any) -> None:
        self._reservation.__exit__(*raised)

    @property
    def solved(self) -> int | None:
        """The tier that was solved last, None before any is."""
        last: int | None = self._job.get("solved")
        return last

    def keep(self, tier: int) -> None:
        """Have the disk keep a tier that is solved: where it is mapped, or as an array of its own."""
        mine = self.array[self._slice(tier)]
        if self._is_mapped:
            self.array.flush()
            self._note(sums={**self._job.get("sums", {}), str(tier): self._sum(tier, mine)})
        elif self._kept:
            self._shelf.put(self._name(tier), mine)

    def widen(self, column: Any, **news: Any) -> None:
        """Take a wider column, and note `news` when all that is solved is kept in it.

        Until then a run that is killed finds everything as it was.
        """
        narrow, before = self.array, self._mapped_name
        names = [self._name(tier) for tier in self._solved_tiers()]
        small = self._in_memory
        self._take(column)
        self._reserved.set(small + self._in_memory)
        self.array = self._new()
        sums = {}
        for tier in self._solved_tiers():
            mine = self._slice(tier)
            self.array[mine] = narrow[mine]
            if self._is_mapped:
                sums[str(tier)] = self._sum(tier, self.array[mine])
            elif self._kept:
                self._shelf.put(self._name(tier), self.array[mine])
        if self._is_mapped:
            self.array.flush()
        self._note(sums=sums, **news)
        del narrow
        self._reserved.set(self._in_memory)
        for name in (*names, before):
            self._shelf.drop(name)

    def forget(self) -> None:
        """Drop what is kept: all is solved again in another column."""
        for tier in range(self._places.tiers):
            self._shelf.drop(self._name(tier))
        self._shelf.drop(self._mapped_name)

    def _taken_up(self) -> Any:
        sums = self._job.get("sums", {})
        there = any(str(tier) in sums for tier in self._solved_tiers())
        kept: Any = self._on_disk() if self._is_mapped or there else None
        answers: Any = kept if self._is_mapped else self._new()
        for tier in self._solved_tiers():
            mine = self._slice(tier)
            if str(tier) in sums:
                if self._sum(tier, kept[mine]) != sums[str(tier)]:
                    raise DamagedScratch(
                        f"{self._shelf.directory}: answers of tier {tier} are damaged: solve again"
                    )
                if not self._is_mapped:
                    answers[mine] = kept[mine]
            else:
                answers[mine] = checkpoint(self._shelf, self._name(tier), answers[mine].shape, self._column)
                if self._is_mapped:
                    self.array = answers
                    self.keep(tier)
                    self._shelf.drop(self._name(tier))
        return answers

    def _take(self, column: Any) -> None:
        self._column = np.dtype(column)
        size = self._places.count * self._column.itemsize
        self._is_mapped = size > self._share * self._shelf.budget.for_arrays
        self._in_memory = 0 if self._is_mapped else size

    def _new(self) -> Any:
        return self._on_disk() if self._is_mapped else new_answers(self._places, self._column)

    def _on_disk(self) -> Any:
        return self._shelf.on_disk(self._mapped_name, self._places.count, self._column)

    def _solved_tiers(self) -> range:
        first = self._places.tiers if self.solved is None else self.solved
        return range(first, self._places.tiers)

    def _slice(self, tier: int) -> slice:
        return slice(self._places.bounds[tier], self._places.bounds[tier + 1])

    def _name(self, tier: int) -> str:
        return f"{self._mapped_name}-{tier}"

    @property
    def _mapped_name(self) -> str:
        return f"answers-{self._column.name}"

    def _sum(self, tier: int, mine: Any) -> str:
        return self._shelf.checksum(f"mapped-{tier}", mine)


def checkpoint(shelf: Shelf, name: str, shape: tuple[int, ...], column: Any) -> Any:
    """Return an array that an interrupted run has left; raises `DamagedScratch` where it is another."""
    array = shelf.get(name)
    if array.shape != shape or array.dtype != column:
        raise DamagedScratch(f"{shelf.directory}: {name} is another run's: solve again")
    return array

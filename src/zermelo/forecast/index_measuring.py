"""What a place of a perfect index costs: its moves are looked at in samples, and the least tiers are solved.

How many places are decided, and how often those look again, nobody knows before. So what the moves of a
tier's places cost is measured in a sample of it, and how many times that a tier takes which is solved, in
tiers that are solved here: as many of the least ones as do not take long. Over places alone the same tiers
told chess endgames with pawns, whose tiers differ by a factor of nine, at a third.
"""

import tempfile
import time
from bisect import bisect_right
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from zermelo.cluster.index_run import leads_of
from zermelo.compiler import Program
from zermelo.core.budget import Budget
from zermelo.graph.places import Places, places_of_index
from zermelo.graph.slices import Workers
from zermelo.kernels.in_place import FIRST, NONE
from zermelo.ranking.rows import ROW
from zermelo.solution.ranked import SLICE, HeldCodes
from zermelo.solution.writing import as_column, write_slice
from zermelo.solvers.book import COLUMNS, Book, FullBook, packed
from zermelo.solvers.in_place import look_outside, solve_tier
from zermelo.solvers.sources import look_ahead

SECONDS: Final = 6.0  # of a core, for tiers that are solved
SHARE: Final = 0.1  # of all places, at most: a plan is no solve
ALIKE: Final = 16  # tiers count that are no less than such a part of the largest that was solved
SLICES, PLACES = 8, 4096  # of a tier that are looked at: so many slices of so many places
TIMES: Final = 5
NEAR: Final = 1 << 14  # codes beside one that is asked for which are made up with it
ENOUGH: Final = 300_000  # places: smaller tiers take their time for other things than places
USUAL: Final = 4.0  # times what its moves cost where no such tier was solved: 1 in morris to 6 in chess
COUNTED: Final = 1 << 15  # places of a tier that are looked at to count positions and moves
ONLY_FILE: Final = 0.6  # bytes of a place in the solution's files where none was solved: KQvKR


@dataclass(frozen=True)
class Known:
    """A tier of an index as it is planned."""

    places: int
    positions: float
    moves: float  # of all its positions
    leads: tuple[int, ...]  # later tiers that its moves lead to, as sixty of its places show
    outside: float  # a core's seconds to look at the moves of all its places
    counted: bool  # whether all places were looked at, and not a sample


@dataclass(frozen=True)
class Measured:
    """An index as it is planned: its tiers, how many times `outside` solving one takes, bytes of a place."""

    tiers: list[Known]
    times: float
    file: float
    width: int  # bytes of a code
    solved: int  # places of the tiers by which that is known


def measure_index(program: Program, budget: Budget) -> Measured:
    """Return what solving a perfect index with parents takes, by one thread."""
    places = places_of_index(program)
    with Workers(budget) as workers:
        looked = [_known(places, tier, workers) for tier in range(places.tiers)]
        for column in COLUMNS:
            try:
                return _Solved(places, looked, workers, column).measured()
            except FullBook:
                pass
        raise FullBook


def _known(places: Places, tier: int, workers: Workers) -> Known:
    begin, end = places.bounds[tier], places.bounds[tier + 1]
    look = look_ahead(places, begin, end, COUNTED)
    size = end - begin
    leads = tuple(sorted(leads_of(places.program.game, places, tier)))
    seconds = _outside(places, tier, workers) if size else 0.0
    return Known(size, look.share * size, look.branching * size, leads, seconds, size < 2 * COUNTED)


def _outside(places: Places, tier: int, workers: Workers) -> float:
    """Return the seconds that looking at the moves of a tier's places takes, from a sample."""
    book = Book(COLUMNS[0])
    code = book.code(packed(0, 0))
    codes = np.zeros(places.count, book.column)
    own, beyond = places.bounds[tier], places.bounds[tier + 1]
    size = beyond - own

    def fetch(place: int) -> None:
        """Make up what later places are worth."""
        later = bisect_right(places.bounds, place) - 1
        first = max(places.bounds[later], place // NEAR * NEAR)
        codes[first : min(places.bounds[later + 1], first + NEAR)] = code

    step = max(PLACES, size // SLICES // ROW * ROW)
    slices = [(begin, min(begin + PLACES, size)) for begin in range(0, size, step)]
    found = []
    for number in range(1 + TIMES):
        codes[own:beyond][: slices[-1][1]] = 0
        began = time.thread_time()
        look_outside(places, tier, workers, book, codes, fetch, slices)
        if number:
            found.append(time.thread_time() - began)
    looked = sum(end - begin for begin, end in slices)
    return sorted(found)[TIMES // 2] * size / looked


class _Solved:
    """The tiers that are solved to see what they take."""

    def __init__(self, places: Places, looked: list[Known], workers: Workers, column: Any) -> None:
        self.places, self.looked, self.workers = places, looked, workers
        self.book, self.column = Book(column), column
        self.codes = np.zeros(places.count, column)
        self.there: set[int] = set()
        self.seconds: dict[int, float] = {}

    def measured(self) -> Measured:
        """Solve the least tiers as far as they do not take long."""
        left, room, times = SECONDS, SHARE * self.places.count, USUAL
        waiting = set(range(self.places.tiers))
        while True:
            ready = [tier for tier in waiting if set(self.looked[tier].leads) <= self.there]
            tier = min(ready, key=lambda each: self.looked[each].places, default=None)
            if tier is None:
                break
            waiting.remove(tier)
            room -= self.looked[tier].places
            if room < 0 or self.looked[tier].outside * times > left:
                break
            try:
                self._solve(tier)
            except _Lacking:
                continue  # sixty places have not shown all tiers that it leads to
            left -= self.seconds[tier]
            times = self._times()
        files = self._file()
        solved = sum(self.looked[tier].places for tier in self._enough())
        return Measured(self.looked, self._times(), files, np.dtype(self.column).itemsize, solved)

    def _solve(self, tier: int) -> None:
        self.workers.budget.report("plan", 0)
        begin, end = self.places.bounds[tier], self.places.bounds[tier + 1]
        if self.looked[tier].places < ENOUGH:  # kernels are loaded first
            solve_tier(self.places, tier, self.workers, self.book, self.codes, self._fetch)
            self.codes[begin:end] = 0
        began = time.thread_time()
        solve_tier(self.places, tier, self.workers, self.book, self.codes, self._fetch)
        self.seconds[tier] = time.thread_time() - began
        self.there.add(tier)

    def _fetch(self, place: int) -> None:
        if bisect_right(self.places.bounds, place) - 1 not in self.there:
            raise _Lacking

    def _large(self) -> list[int]:
        largest = max((self.looked[tier].places for tier in self.there), default=0)
        return [tier for tier in self.there if ALIKE * self.looked[tier].places >= largest]

    def _enough(self) -> list[int]:
        """Return those of them whose places take what all takes."""
        return [tier for tier in self._large() if self.looked[tier].places >= ENOUGH]

    def _times(self) -> float:
        """Return how many times looking at their moves the largest of the solved tiers have taken."""
        large = self._enough()
        outside = sum(self.looked[tier].outside for tier in large)
        return sum(self.seconds[tier] for tier in large) / outside if outside else USUAL

    def _file(self) -> float:
        """Return the bytes of a place in the solution's files."""
        size = written = 0
        answers = np.array([0] * FIRST + self.book.answers, np.int32)
        scored = self.places.program.game.scored
        with tempfile.TemporaryDirectory(prefix="zermelo-") as folder:
            for tier in self._large():
                begin, end = self.places.bounds[tier], self.places.bounds[tier + 1]
                codes = self.codes[begin : min(end, begin + SLICE)]
                if len(codes):
                    values, remoteness, legal = HeldCodes(codes, answers, NONE).slice(0)
                    path = Path(folder) / f"{tier}.parquet"
                    values = as_column(values, scored=scored)
                    written += write_slice(path, values, remoteness, legal)["bytes"]
                    size += len(codes)
        return written / size if size else ONLY_FILE


class _Lacking(Exception):
    """A tier that is not solved is asked."""

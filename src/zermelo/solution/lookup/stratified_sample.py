"""Random positions of a solution: each as likely as any other, or as many of each value or remoteness.

A solution keeps one position of each symmetry class, and classes are of different sizes. So a class is drawn,
and one of its images in the order of the symmetries. The image is kept with a probability that is the size of
its class divided by the largest size. Then all positions are equally likely. Only the parts of files that
hold drawn positions are read, once for all strata.
"""

from collections.abc import Callable, Hashable
from typing import Any, Final, Literal

import numpy as np
import numpy.typing as npt

from zermelo.compiler.guards.error_reports import list_yielded_items
from zermelo.core.arguments import is_count
from zermelo.core.errors import BadParameter
from zermelo.core.game import Position, has
from zermelo.core.values import NO_END
from zermelo.solution.lookup.batch_lookup import lookup
from zermelo.solution.lookup.lookup_result import LookupResult
from zermelo.solution.lookup.position_arrays import as_object_array
from zermelo.solution.solution import Solution
from zermelo.solver.records.record_batches import RecordBatch, iterate_record_batches
from zermelo.solver.records.solution_records import RecordBlock

By = Literal["value", "remoteness"]
SPARE: Final = 64  # classes that are drawn beyond twice what is wanted, as some are not kept

Column = npt.NDArray[Any]


def sample_positions(solution: Solution, count: int, *, by: By | None = None, seed: int = 0) -> LookupResult:
    """Return the answers for `count` different positions drawn at random: see `Solution.sample`."""
    if not is_count(count, 0):
        raise BadParameter(f"count={count!r}: so many positions cannot be drawn")
    if not is_count(seed, 0):
        raise BadParameter(f"seed={seed!r} is none: give a whole number from 0")
    if by not in (None, "value", "remoteness"):
        raise BadParameter(f"by={by!r}: say value or remoteness, or leave it out")
    if by == "remoteness" and solution.is_untimed:
        raise BadParameter(f"{solution.game!r}: no remoteness is known, so nothing is drawn by it")
    count = int(count)
    chance = np.random.default_rng(seed)
    parts = list(iterate_record_batches(solution.records))
    strata = _Strata(by)
    sizes = strata.count_stratum_sizes(parts)
    lots = [
        _StratumSample(sizes[which], wanted, chance)
        for which, wanted in _choose_sample_sizes(sizes, count).items()
    ]
    images = _make_image_function(solution)
    while open_ones := {which: lot for which, lot in zip(sizes, lots, strict=True) if not lot.is_done}:
        places = {which: lot.draw_places() for which, lot in open_ones.items()}
        for which, found in _read_records(parts, strata, places, solution).items():
            open_ones[which].add_positions([images(where) for where in found])
    drawn = [where for lot in lots for where in lot.positions]
    start = next(iter(solution.game.starts()))
    positions = np.array(drawn, np.int64) if type(start) is int and drawn else as_object_array(drawn)
    return lookup(solution, positions[chance.permutation(len(positions))])


class _Strata:
    """What records are parted by: nothing, their value, or their remoteness."""

    def __init__(self, by: By | None) -> None:
        self.by = by

    def find_stratum_of_records(self, block: RecordBlock) -> Column:
        """Return the stratum of each record of a block; where play need not end it is the last one."""
        if self.by is None:
            return np.zeros(len(block.values), np.int64)
        if self.by == "value":
            return np.sign(block.values).astype(np.int64) if block.values.dtype.kind == "f" else block.values
        return np.where(block.remoteness < NO_END, block.remoteness, NO_END)

    def count_stratum_sizes(self, parts: list[RecordBatch]) -> dict[int, int]:
        """Return how many records each stratum has, ascending; without strata ranks without one count too."""
        if self.by is None:
            return {0: sum(part.size for part in parts)}
        sizes: dict[int, int] = {}
        for part in parts:
            for stratum, number in zip(
                *np.unique(self.find_stratum_of_records(part.read()), return_counts=True), strict=True
            ):
                sizes[int(stratum)] = sizes.get(int(stratum), 0) + int(number)
        return dict(sorted(sizes.items()))


def _choose_sample_sizes(sizes: dict[int, int], count: int) -> dict[int, int]:
    """Return how many positions to draw of each stratum: the same of all, what is left over of the first."""
    each, rest = divmod(count, max(len(sizes), 1))
    return {stratum: each + (place < rest) for place, stratum in enumerate(sizes)}


class _StratumSample:
    """What is drawn of one stratum of so many classes: different positions, `wanted` of them or all."""

    def __init__(self, size: int, wanted: int, chance: np.random.Generator) -> None:
        self.size, self.wanted, self.chance = size, wanted, chance
        self.is_whole = size <= 2 * wanted + SPARE  # then all are looked at
        self.is_done = wanted == 0
        self._looked = 0
        self._kept: dict[Hashable, None] = {}
        self._largest = 1

    @property
    def positions(self) -> list[Position]:
        """What was drawn."""
        return list(self._kept)

    def draw_places(self) -> Column:
        """Return the places of classes to look at, ascending."""
        self.is_whole = self.is_whole or self._looked >= self.size  # few ranks have a position, perhaps
        if self.is_whole:
            return np.arange(self.size)
        drawn = self.chance.choice(self.size, self.next_draw_size(), replace=False)
        self._looked += len(drawn)
        return np.sort(drawn)

    def next_draw_size(self) -> int:
        """Return how many classes are looked at next."""
        return min(self.size, 2 * (self.wanted - len(self._kept)) + SPARE)

    def add_positions(self, listed: list[list[Position]]) -> None:
        """Keep positions of the classes that were looked at, each given as all that it holds."""
        if self.is_whole:
            every = [each for images in listed for each in images]
            self._kept = dict.fromkeys(
                every[place] for place in self.chance.permutation(len(every))[: self.wanted]
            )
            self.is_done = True
            return
        largest = max([self._largest, *map(len, listed)])
        if largest > self._largest:  # what was kept so far was kept too often
            self._kept, self._largest = {}, largest
        for place in self.chance.permutation(len(listed)):
            images = listed[place]
            if self.chance.random() * largest < len(images) and len(self._kept) < self.wanted:
                self._kept[images[int(self.chance.integers(len(images)))]] = None
        self.is_done = len(self._kept) == self.wanted


def _make_image_function(solution: Solution) -> Callable[[Position], list[Position]]:
    """Return the function from a position to all that its record stands for; of an index it is that alone."""
    game: Any = solution.game
    if solution.summary.domain == "index" or not has(game, "symmetries"):
        return lambda where: [where]
    return lambda where: list(
        dict.fromkeys([where, *list_yielded_items(game, "symmetries", game.symmetries(where), where)])
    )


def _read_records(
    parts: list[RecordBatch], strata: _Strata, places: dict[int, Column], solution: Solution
) -> dict[int, list[Position]]:
    """Return the records at ascending places of strata, as the game has positions.

    Without strata a place may be a rank without a position, and is passed over.
    """
    words = solution.records.words
    found: dict[int, list[Position]] = {which: [] for which in places}
    seen = dict.fromkeys(places, 0)
    for part in parts:
        if strata.by is None and not len(_mark_selected_places(places[0], seen[0], part.size)):
            seen[0] += part.size
            continue
        block = part.read()
        of_each = strata.find_stratum_of_records(block)
        for which in np.unique(of_each).tolist():
            if which not in places:
                continue
            rows = np.flatnonzero(of_each == which)
            size = part.size if strata.by is None else len(rows)
            own = _mark_selected_places(places[which], seen[which], size)
            seen[which] += size
            mine = block.positions[rows[own[own < len(rows)]]]
            plain = words is None or mine.dtype == object
            found[which] += mine.tolist() if plain else map(words.unpack, mine.tolist())  # type: ignore[union-attr]
    return found


def _mark_selected_places(places: Column, seen: int, size: int) -> Column:
    """Return which places are among the `size` next ones, counted from the first of these."""
    low, high = np.searchsorted(places, (seen, seen + size))
    return places[low:high] - seen

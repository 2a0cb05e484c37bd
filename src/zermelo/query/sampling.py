"""Positions of a solution by lot: each as likely as any other, or as many of each value or remoteness.

A solution keeps one position of each symmetry class, and classes are of different sizes. So a class is
drawn, one of its images as the symmetries yield them, and it is kept with the probability that the class's
size has among the largest: then all positions are alike. Only the parts of the files that hold what was drawn are read.
"""

from collections.abc import Callable, Hashable
from typing import Any, Final, Literal

import numpy as np
import numpy.typing as npt

from zermelo.core.errors import BadParameter
from zermelo.core.game import Position, has
from zermelo.core.values import NO_END
from zermelo.query.lookup import Found, as_objects, lookup
from zermelo.query.solution import Solution
from zermelo.solution.records import Block
from zermelo.solution.scanning import Part, parts_of
from zermelo.trust.faults import all_of

By = Literal["value", "remoteness"]
SPARE: Final = 64  # classes that are drawn beyond twice what is wanted, as some are not kept

Column = npt.NDArray[Any]


def sample(solution: Solution, count: int, *, by: By | None = None, seed: int = 0) -> Found:
    """Return what is known of `count` different positions drawn by lot: see `Solution.sample`."""
    if isinstance(count, bool) or not isinstance(count, int) or count < 0:
        raise BadParameter(f"count={count!r}: so many positions cannot be drawn")
    if by not in (None, "value", "remoteness"):
        raise BadParameter(f"by={by!r}: say value or remoteness, or leave it out")
    chance = np.random.default_rng(seed)
    parts = list(parts_of(solution.records))
    strata = _Strata(by)
    sizes = strata.sizes(parts)
    drawn: list[Position] = []
    for stratum, wanted in _shares(sizes, count).items():
        drawn += _draw(solution, parts, strata, (stratum, sizes[stratum]), wanted, chance)
    start = next(iter(solution.game.starts()))
    positions = np.array(drawn, np.int64) if type(start) is int and drawn else as_objects(drawn)
    return lookup(solution, positions[chance.permutation(len(positions))])


class _Strata:
    """What records are parted by: nothing, their value, or their remoteness."""

    def __init__(self, by: By | None) -> None:
        self.by = by

    def of(self, block: Block) -> Column:
        """Return the stratum of each record of a block; where play need not end it is the last one."""
        if self.by is None:
            return np.zeros(len(block.values), np.int64)
        if self.by == "value":
            return np.sign(block.values).astype(np.int64) if block.values.dtype.kind == "f" else block.values
        return np.where(block.remoteness < NO_END, block.remoteness, NO_END)

    def sizes(self, parts: list[Part]) -> dict[int, int]:
        """Return how many records each stratum has, ascending; without strata ranks without one count too."""
        if self.by is None:
            return {0: sum(part.size for part in parts)}
        sizes: dict[int, int] = {}
        for part in parts:
            for stratum, number in zip(*np.unique(self.of(part.read()), return_counts=True), strict=True):
                sizes[int(stratum)] = sizes.get(int(stratum), 0) + int(number)
        return dict(sorted(sizes.items()))


def _shares(sizes: dict[int, int], count: int) -> dict[int, int]:
    """Return how many positions to draw of each stratum: the same of all, what is left over of the first."""
    each, rest = divmod(count, max(len(sizes), 1))
    return {stratum: each + (place < rest) for place, stratum in enumerate(sizes)}


def _draw(
    solution: Solution,
    parts: list[Part],
    strata: _Strata,
    stratum: tuple[int, int],
    wanted: int,
    chance: np.random.Generator,
) -> list[Position]:
    """Return different positions of a stratum, `wanted` of them or all that there are."""
    which, size = stratum
    images = _images_of(solution)
    if size <= 2 * wanted + SPARE:
        found = list(
            dict.fromkeys(
                each
                for where in _pick(parts, strata, which, np.arange(size), solution)
                for each in images(where)
            )
        )
        return [found[place] for place in chance.permutation(len(found))[:wanted]]
    kept: dict[Hashable, None] = {}
    most = 1
    while len(kept) < wanted:
        places = np.sort(chance.choice(size, min(size, 2 * (wanted - len(kept)) + SPARE), replace=False))
        listed = [images(where) for where in _pick(parts, strata, which, places, solution)]
        largest = max([most, *map(len, listed)])
        if largest > most:  # what was kept so far was kept too often
            kept, most = {}, largest
        for place in chance.permutation(len(listed)):
            distinct = dict.fromkeys(listed[place])
            if chance.random() * most < len(distinct) and len(kept) < wanted:
                kept[list(distinct)[int(chance.integers(len(distinct)))]] = None
    return list(kept)


def _images_of(solution: Solution) -> Callable[[Position], list[Position]]:
    """Return the function from a position to all that its class holds."""
    game: Any = solution.game
    if not has(game, "symmetries"):
        return lambda where: [where]
    return lambda where: list(
        dict.fromkeys([where, *all_of(game, "symmetries", game.symmetries(where), where)])
    )


def _pick(
    parts: list[Part], strata: _Strata, which: int, places: Column, solution: Solution
) -> list[Position]:
    """Return the records at ascending places of a stratum, as the game has positions.

    Without strata a place may be a rank without a position, and is passed over.
    """
    words, found, seen = solution.records.words, [], 0
    for part in parts:
        if strata.by is None and not np.searchsorted(places, seen) < np.searchsorted(
            places, seen + part.size
        ):
            seen += part.size
            continue
        block = part.read()
        rows = np.flatnonzero(strata.of(block) == which)
        size = part.size if strata.by is None else len(rows)
        low, high = np.searchsorted(places, (seen, seen + size))
        own = places[low:high] - seen
        seen += size
        mine = block.positions[rows[own[own < len(rows)]]]
        found += mine.tolist() if words is None or mine.dtype == object else map(words.unpack, mine.tolist())
    return found

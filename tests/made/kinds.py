"""Random games of every kind that solving distinguishes, drawn by number: the same number, the same game.

A kind has games whose positions are found by play (`keyed`) and games over a perfect index (`indexed`).
"""

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from made.hashable_games import AllOrders, Coins, NodeKayles, SymmetricNim, TupleNim, Word
from made.random_games import (
    RandomBareBrook,
    RandomBrook,
    RandomDag,
    RandomFalls,
    RandomFlights,
    RandomGame,
    RandomIndex,
    RandomLadder,
    RandomLayers,
    RandomLoop,
    RandomMirror,
    RandomOutlets,
    RandomParents,
    RandomPond,
    RandomRows,
    RandomScoredBrook,
    RandomScoredPond,
    RandomScoredRows,
    RandomScoredTurns,
    RandomScores,
    RandomStairs,
    RandomStakes,
    RandomSteps,
    RandomThrows,
    RandomTurnedPond,
    RandomTurns,
    RandomTwins,
)
from reference import naive, naive_dice

from zermelo import PuzzleForOne
from zermelo.core.game import Game, has
from zermelo.core.mix_ins import PerfectIndex, RetrogradeIndex
from zermelo.core.values import UNDECIDED, WIN

TOP = (1 << 63) - 1


class FromTheTop(RandomLayers):
    """`RandomLayers` with its positions counted down from 2**63 - 1."""

    def start(self) -> int:
        return TOP

    def starts(self) -> Iterator[int]:
        for place in range(self.begins):
            yield TOP - place

    def moves(self, position: int) -> Iterator[int]:
        for move in range(self.lot(TOP - position, 1) % (self.most + 1)):  # compiles everywhere
            yield move

    def play(self, position: int, move: int) -> int:
        return TOP - super().play(TOP - position, move)

    def outcome(self, position: int) -> int:
        return super().outcome(TOP - position)

    def stuck(self, position: int) -> int:
        return super().stuck(TOP - position)

    def tier(self, position: int) -> int:
        return super().tier(TOP - position)


class RandomPlies(RandomLayers):
    """`RandomLayers` without `tier`."""

    tier = None  # type: ignore[assignment]

    def outcome(self, position: int) -> int:
        if position // self.width >= self.depth or self.lot(position, 2) % 8 == 0:
            return self.lot(position, 3) % 3 - 1
        return UNDECIDED


class Uneven(RandomLayers):
    """`RandomLayers` with starts in different layers, so that plies are no tiers, and no tier has a loop."""

    def starts(self) -> Iterator[int]:
        for number in range(self.begins):
            yield number * self.width


class Skip(RandomPlies):
    """`RandomPlies` with one place from which a move leaves out a layer."""

    jump: int = 0

    def play(self, position: int, move: int) -> int:
        if position == self.jump and move == 0:
            return 2 * self.width + 1
        return RandomLayers.play(self, position, move)


class UngradedStarts(RandomDag):
    """`RandomDag` with three starts, two of which can be reached from the first."""

    def starts(self) -> Iterator[int]:
        yield 0
        yield 1
        yield 3


class ScoredStarts(RandomScores):
    """`RandomScores` with two starts, of which the first is over where the seed is even."""

    def starts(self) -> Iterator[int]:
        yield 0
        yield min(1, self.size - 1)

    def outcome(self, position: int) -> int:
        if position == 0 and self.seed % 2 == 0:
            return 5
        return super().outcome(position)


class OwnRank:
    """A perfect index in which each place is its own rank."""

    def rank(self, position: int) -> int:
        return position

    def unrank(self, index: int) -> int:
        return index


class ByParents(OwnRank):
    """The same, with the positions that lead to one."""

    def parents(self, position: int) -> Iterator[int]:
        yield from all_parents(self, position)


class IndexedDag(OwnRank, RandomDag, PerfectIndex):
    """`RandomDag` over a perfect index."""


class DagByParents(ByParents, RandomDag, RetrogradeIndex):
    """The same, with parents."""


class IndexedLayers(OwnRank, RandomLayers, PerfectIndex):
    """`RandomLayers` over a perfect index, which also holds what play does not reach."""

    @property
    def size(self) -> int:
        return self.width * (self.depth + 1)


class LayersByParents(ByParents, IndexedLayers, RetrogradeIndex):
    """The same, with parents."""


def all_parents(game: Any, position: int) -> Iterator[int]:
    """Yield every place from which a move leads to a position."""
    yield from _parents(game).get(position, ())


@cache
def _parents(game: Any) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for parent in range(game.size):
        for child in set(naive.children(game, parent)):
            found.setdefault(child, []).append(parent)
    return found


class Pools(RandomGame):
    """Places in pools, within which and to later ones moves lead; the same player may move again.

    A position is twice the place, and the mover. The first starts are in different pools; some are finished.
    """

    pools: int = 6
    width: int = 12
    most: int = 4
    begins: int = 5

    def start(self) -> int:
        return 0

    def starts(self) -> Iterator[int]:
        for number in range(self.begins):
            yield 2 * (number * self.width + self.lot(number, 7) % self.width)

    def moves(self, position: int) -> Iterator[int]:
        for move in range(self.lot(position, 1) % (self.most + 1)):  # compiles everywhere
            yield move

    def play(self, position: int, move: int) -> int:
        pool, drawn = position // 2 // self.width, self.lot(position, 10 + move)
        if drawn % 3 == 0 and pool + 1 < self.pools:
            pool += 1 + drawn // 3 % 2 * (1 if pool + 2 < self.pools else 0)
        return 2 * (pool * self.width + drawn // 16 % self.width) + drawn // 1024 % 2

    def mover(self, position: int) -> int:
        return position % 2

    def outcome(self, position: int) -> int:
        if self.lot(position, 2) % 6 == 0:
            return self.lot(position, 3) % 3 - 1
        return UNDECIDED

    def stuck(self, position: int) -> int:
        return self.lot(position, 4) % 3 - 1

    def tier(self, position: int) -> int:
        return 5 + 3 * (position // 2 // self.width)


class Pool(Pools):
    """`Pools` without `tier`."""

    tier = None  # type: ignore[assignment]


class IndexedScores(OwnRank, RandomScores, PerfectIndex):
    """`RandomScores` over a perfect index in four tiers: a move within a tier brings no points."""

    def tier(self, position: int) -> int:
        return position * 4 // self.size

    def gain(self, position: int, move: int) -> int:
        if self.tier(position + move) == self.tier(position):
            return 0
        return super().gain(position, move)


class IndexedThrows(RandomThrows, PerfectIndex):
    """`RandomThrows` over a perfect index: some positions that only a throw of their mover leads to have no rank."""

    def mover(self, position: int) -> int:
        return 2 * position // self.size

    def weight(self, position: int, number: int) -> int:
        return super().weight(position, number) + 120 * (number == self.most)  # play soon ends

    def hidden(self, position: int) -> bool:
        """Return whether a position has no rank."""
        if position == 0 or self.is_throw(position) or self.is_end(position):
            return False
        return self.lot(position, 7) % 2 == 0

    def drawn(self, position: int, number: int) -> int:
        place = super().drawn(position, number)
        if self.hidden(place) and self.mover(place) != self.mover(position):
            return self.size - 1
        return place

    def rank(self, position: int) -> int:
        return -1 if position >= self.size or self.hidden(position) else position

    def unrank(self, index: int) -> int:
        return -1 if self.hidden(index) else index


class IndexedSteps(IndexedThrows, RandomSteps):
    """`IndexedThrows` in four tiers."""


class IndexedFlights(IndexedThrows, RandomFlights):
    """`IndexedThrows` without a cycle."""


class RandomPairs(RandomDag):
    """`RandomDag` with positions of two words: the place divided by 8, and the rest."""

    def start(self) -> tuple[int, int]:  # type: ignore[override]
        return 0, 0

    def moves(self, position: tuple[int, int]) -> Iterator[int]:  # type: ignore[override]
        for move in range(1, self.most + 1):
            if 8 * position[0] + position[1] + move < self.size:
                yield move

    def play(self, position: tuple[int, int], move: int) -> tuple[int, int]:  # type: ignore[override]
        place = 8 * position[0] + position[1] + move
        return place // 8, place % 8

    def outcome(self, position: tuple[int, int]) -> int:  # type: ignore[override]
        return super().outcome(8 * position[0] + position[1])

    def stuck(self, position: tuple[int, int]) -> int:  # type: ignore[override]
        return super().stuck(8 * position[0] + position[1])


class RandomPuzzle(PuzzleForOne):
    """`size` places; a move goes anywhere, some places are solved, and some are dead ends."""

    seed: int = 0
    size: int = 20
    most: int = 3

    lot, start, moves, play = RandomGame.lot, RandomPond.start, RandomPond.moves, RandomPond.play

    def outcome(self, position: int) -> int:
        return WIN if self.lot(position, 2) % 12 == 0 else UNDECIDED


class RandomStair(RandomPuzzle):
    """`RandomPuzzle` that always ends: a move goes right by 1 to `most` places."""

    def play(self, position: int, move: int) -> int:
        return min(
            position + 1 + self.lot(position, 10 + move) % 4, self.size - 1 + (position == self.size - 1)
        )

    def moves(self, position: int) -> Iterator[int]:
        if position < self.size - 1:
            yield from super().moves(position)


class IndexedPuzzle(OwnRank, RandomPuzzle, PerfectIndex):
    """`RandomPuzzle` over a perfect index."""


class PuzzleByParents(ByParents, RandomPuzzle, RetrogradeIndex):
    """The same, with parents."""


class RandomPayoffs(RandomGame):
    """Layers of places as in `RandomLayers`, random players, and payoffs from 0 to `spread`."""

    players_drawn: int = 3
    width: int = 3
    depth: int = 3
    most: int = 2
    spread: int = 2

    @property
    def players(self) -> int:  # type: ignore[override]
        return self.players_drawn

    def start(self) -> int:
        return 0

    def moves(self, position: int) -> Iterator[int]:
        if position // self.width < self.depth:
            yield from range(1 + self.lot(position, 1) % self.most)

    def play(self, position: int, move: int) -> int:
        return (position // self.width + 1) * self.width + self.lot(position, 10 + move) % self.width

    def mover(self, position: int) -> int:
        return self.lot(position, 5) % self.players_drawn

    def payoffs(self, position: int) -> tuple[int, ...]:
        return tuple(
            self.lot(position, 30 + player) % (self.spread + 1) for player in range(self.players_drawn)
        )


# Drawing

Ranges = Mapping[str, tuple[int, int]]
LEAST = 24  # positions of most games: several buckets of them


@dataclass(frozen=True, eq=False)
class Family:
    """Games of one class, each parameter drawn from a range; `fixed` ones are as they are."""

    of: Callable[..., Game]
    ranges: Ranges
    fixed: Mapping[str, Any]


@cache
def drawn(family: Family, seed: int, place: int) -> Game:
    """Return a game in which play reaches `LEAST` positions, or the largest of 60 that were drawn.

    Every eighth has any number.
    """
    chance = random.Random(f"{seed} {place} {family.of.__name__}")
    least, best, most = 0 if place % 8 == 7 else LEAST, None, -1
    for _ in range(60):
        chosen = {name: chance.randint(*bounds) for name, bounds in family.ranges.items()}
        if "begins" in chosen:
            chosen["begins"] = min(chosen["begins"], chosen.get("width", chosen["begins"]))
        game = family.of(seed=chance.randrange(1_000_000), **chosen, **family.fixed)
        reached = len(reachable(game))
        if reached > most:
            best, most = game, reached
        if most >= least:
            break
    assert best is not None
    return best


def reachable(game: Any) -> list[Any]:
    """Return the positions that a reference implementation finds."""
    return naive_dice.positions(game) if has(game, "chances") else list(naive.positions(game))


def family(of: Callable[..., Game], **given: Any) -> Family:
    """Return a family: tuples are ranges to draw from."""
    ranges = {name: value for name, value in given.items() if type(value) is tuple}
    return Family(of, ranges, {name: value for name, value in given.items() if name not in ranges})


LAYERS: dict[str, Any] = {"width": (1, 9), "depth": (0, 6), "most": (2, 4)}
PLACES: dict[str, Any] = {"size": (1, 45), "most": (2, 4)}
THROWN: dict[str, Any] = {"size": (8, 45), "most": (2, 4)}
ROWS: dict[str, Any] = {"size": 256, "most": (1, 4)}


@dataclass(frozen=True)
class Kind:
    """A kind of game: its families, and games that are not drawn."""

    keyed: tuple[Family, ...] = ()
    indexed: tuple[Family, ...] = ()
    given: tuple[Game, ...] = ()

    def families(self, asked: str) -> list[Family]:
        """Return the families of games that a layout is for: "keyed", "indexed", or "parents" of an index."""
        if asked == "parents":
            return [each for each in self.indexed if getattr(each.of, "parents", None)]
        return list(self.keyed if asked == "keyed" else self.indexed)

    def games(self, number: int, asked: str = "keyed", seed: int = 0) -> Iterator[Game]:
        """Yield so many games, from each family in turn; the given ones come first, and all of them."""
        families = self.families(asked)
        given = self.given if asked == "keyed" else ()
        yield from given
        for place in range(number - len(given)) if families else ():
            yield drawn(families[place % len(families)], seed, place)


KINDS = {
    "plies": Kind(
        keyed=(
            family(RandomLayers, begins=(1, 3), **LAYERS),
            family(RandomMirror, bits=(1, 4), depth=(1, 7), most=(2, 4)),
            family(RandomPlies, begins=(1, 3), **LAYERS),
            family(RandomTurns, **LAYERS),
            family(FromTheTop, begins=(1, 3), **LAYERS),
        ),
        indexed=(family(IndexedLayers, begins=1, **LAYERS), family(LayersByParents, begins=1, **LAYERS)),
    ),
    "any order": Kind(
        keyed=(
            family(RandomDag, **PLACES),
            family(Uneven, begins=(2, 4), **LAYERS),
            family(UngradedStarts, size=(5, 45), most=(2, 4)),
            family(Skip, begins=(1, 3), jump=(0, 2), width=(3, 9), depth=(3, 7), most=(2, 4)),
        ),
        indexed=(family(IndexedDag, **PLACES), family(DagByParents, **PLACES)),
    ),
    "cycles": Kind(
        keyed=(
            family(RandomTurnedPond, **PLACES),
            family(Pools, begins=(1, 5), width=(4, 12), most=(2, 4)),
            family(RandomPond, **PLACES),
            family(RandomStairs, **PLACES),
            family(Pool, begins=(1, 5), width=(4, 12), most=(2, 4)),
            family(RandomTwins, **PLACES),
            family(RandomLoop, **PLACES),
        ),
        indexed=(
            family(RandomBrook, **PLACES),
            family(RandomIndex, **PLACES),
            family(RandomParents, **PLACES),
            family(RandomOutlets, **PLACES),
            family(RandomLadder, **PLACES),
            family(RandomBareBrook, **PLACES),
            family(RandomRows, **ROWS),
        ),
    ),
    "dice": Kind(
        given=(RandomSteps(seed=2, size=70), RandomThrows(seed=5, size=70)),  # converge slowly
        keyed=(
            family(RandomThrows, **THROWN),
            family(RandomSteps, **THROWN),
            family(RandomFlights, **THROWN),
            family(RandomStakes, **THROWN),
        ),
        indexed=(
            family(IndexedThrows, **THROWN),
            family(IndexedSteps, **THROWN),
            family(IndexedFlights, **THROWN),
        ),
    ),
    "points": Kind(
        keyed=(
            family(RandomScores, **PLACES),
            family(RandomFalls, **PLACES),
            family(RandomScoredTurns, **LAYERS),
            family(RandomScoredPond, **PLACES),
            family(ScoredStarts, **PLACES),
        ),
        indexed=(
            family(RandomScoredBrook, **PLACES),
            family(IndexedScores, **PLACES),
            family(RandomScoredRows, **ROWS),
        ),
    ),
    "several players": Kind(
        keyed=(
            family(
                RandomPayoffs, players_drawn=(1, 4), width=(2, 4), depth=(1, 4), most=(2, 3), spread=(0, 3)
            ),
        ),
    ),
    "puzzle": Kind(
        keyed=(family(RandomPuzzle, **PLACES), family(RandomStair, **PLACES)),
        indexed=(family(IndexedPuzzle, **PLACES), family(PuzzleByParents, **PLACES)),
    ),
    "tuples": Kind(keyed=(family(RandomPairs, size=(1, 45), most=(1, 4)),)),
    "other positions": Kind(
        given=(
            *(Word(), Word(word="xab"), NodeKayles(size=6), Coins(), AllOrders(heaps=(1, 2, 3))),
            *(TupleNim(heaps=(2, 3), misere=True), SymmetricNim(heaps=(1, 2, 3))),
        )
    ),
}

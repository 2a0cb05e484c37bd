"""Features of games on a board: where the man that is put or moved stands, what is beside it, what is taken.

They are read off the pictures before and after a move: a man of the mover's stands where nobody's stood, or
where he took one.
Steps are counted as a king goes; beside are the places one step away.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from zermelo.core.game import Game, Move, Position
from zermelo.core.rules import goes_on
from zermelo.explain.lists.predicates import AT_LEAST, EQUAL, LEAST, MOST, Feature, Measure, Term
from zermelo.explain.lists.vocabulary.men import (
    CORNER,
    HIS,
    LOOKED_AT,
    MIDDLE,
    MINE,
    RIM,
    STEPS_OF_KINGS,
    Point,
    middle_of,
    seen_in,
)
from zermelo.explain.lists.vocabulary.symmetric import symmetric

COMPARED = (MOST, LEAST, AT_LEAST, EQUAL)
COMES = Term(
    "where it comes to",
    "where the piece that the move puts or moves stands after it; of several the one with the least number, "
    "and what is beside them is added up; 0 where none comes",
)
BESIDE = Term("beside", "one step away, as a king of chess goes, along diagonals too")
NEAR = 1.25  # from a place to those beside it, as hexagons and squares have them


class Stand(NamedTuple):
    """Where men stand in a picture: side 0's, side 1's, and which of them is to move."""

    men: tuple[frozenset[Point], frozenset[Point]]
    mover: int


class Made(NamedTuple):
    """What a move has made: where men stand now, where mine has come to, and how many he lost."""

    mine: frozenset[Point]
    his: frozenset[Point]
    come: frozenset[Point]
    taken: int


def fits(game: Game) -> bool:
    """Return whether the game draws its men, of two players."""
    seen = seen_in(game)
    return seen is not None and {kind.whose for kind in seen.most} == {MINE, HIS} and len(seen.places) > 1


def features_of(game: Game) -> list[Feature]:
    """Return the features that are the same on symmetric positions, as far as walks by lot have met them."""
    seen = seen_in(game)
    assert seen is not None
    places = frozenset(seen.places)
    across, along = [x for x, _ in places], [y for _, y in places]
    left, right, top, bottom = min(across), max(across), min(along), max(along)
    central, corners = middle_of(places), [(x, y) for x in (left, right) for y in (top, bottom)]
    made = _made_in(game)

    def rim(at: Point) -> float:
        return min(at[0] - left, right - at[0], at[1] - top, bottom - at[1])

    def nearest(at: Point, several: Sequence[Point]) -> float:
        return min(_steps(at, each) for each in several)

    def beside(at: Point, men: frozenset[Point]) -> int:
        return sum(0 < _steps(at, other) <= NEAR for other in men)

    far: tuple[tuple[str, str, tuple[Term, ...], Callable[[Point], float]], ...] = (
        ("rim", "steps to the rim from", (STEPS_OF_KINGS, RIM), rim),
        (
            "corner",
            "steps to the nearest corner from",
            (STEPS_OF_KINGS, CORNER),
            lambda at: nearest(at, corners),
        ),
        ("middle", "steps to the middle from", (STEPS_OF_KINGS, MIDDLE), lambda at: nearest(at, central)),
        ("row", "rows below", (), lambda at: bottom - at[1]),
        ("column", "columns to the left of", (), lambda at: at[0] - left),
    )
    found = [
        Feature(
            f"to({key})",
            f"{words} where it comes to",
            _each(made, _nearest(how)),
            compared=COMPARED,
            terms=(*terms, COMES),
        )
        for key, words, terms, how in far
    ]
    near: tuple[tuple[str, str, Callable[[Made], frozenset[Point]]], ...] = (
        ("my", "pieces of mine", lambda done: done.mine),
        ("his", "pieces of the opponent's", lambda done: done.his),
        ("free", "free places", lambda done: places - done.mine - done.his),
    )
    for key, what, those in near:

        def count(done: Made, those: Callable[[Made], frozenset[Point]] = those) -> int:
            return sum(beside(at, those(done)) for at in done.come)

        words = f"{what} beside where it comes to"
        found.append(
            Feature(f"beside({key})", words, _each(made, count), compared=COMPARED, terms=(BESIDE, COMES))
        )
    found.append(
        Feature(
            "takes",
            "pieces of the opponent's that it takes",
            _each(made, lambda done: done.taken),
            compared=COMPARED,
            counted=("takes {} of the opponent's pieces", "takes {} of the opponent's pieces"),
            said={
                " most": "takes the most pieces of the opponent's",
                " least": "takes the fewest pieces of the opponent's",
                "==0": "takes none of the opponent's pieces",
            },
        )
    )
    return symmetric(game, found, seen.positions[:LOOKED_AT])


def _steps(one: Point, other: Point) -> float:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def _nearest(how: Callable[[Point], float]) -> Callable[[Made], int]:
    return lambda done: round(min(map(how, done.come), default=0))


def _each(made: Callable[[Position, Move], Made], count: Callable[[Made], int]) -> Measure:
    def measure(position: Position, moves: Sequence[Move]) -> list[int]:
        return [count(made(position, move)) for move in moves]

    return measure


def _made_in(game: Game) -> Callable[[Position, Move], Made]:
    asked: Any = game

    @lru_cache(maxsize=1 << 16)
    def stand(position: Position) -> Stand:
        picture = asked.depict(position)
        men: tuple[set[Point], set[Point]] = set(), set()
        for thing in picture.things:
            if thing.side in (0, 1):
                men[thing.side].add((thing.x, thing.y))
        return Stand((frozenset(men[0]), frozenset(men[1])), picture.mover)

    @lru_cache(maxsize=1 << 10)  # all features of a position are asked for one after the other
    def made(position: Position, move: Move) -> Made:
        child = asked.play(position, move)
        before, after = stand(position), stand(child)
        me = before.mover
        then = after.mover if goes_on(game, position, child) else 1 - after.mover  # some show the mover below
        mine, his = after.men[then], after.men[1 - then]
        lost, new = before.men[1 - me] - his, mine - before.men[me]
        return Made(mine, his, new - lost or new, len(lost))  # what turns has not come

    return made

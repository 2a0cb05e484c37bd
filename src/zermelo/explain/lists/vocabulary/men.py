"""Features of games of men that move about a board: where they stand after a move, and how far apart.

They are read off the picture that the game draws of a position, so any game that draws its board has them. A
kind of men is a shape of one player's: his king, my men. Distances are counted as a king goes, on points and
cells alike, and between kinds of several men it is the least one.
"""

import random
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import combinations
from typing import Any, Final, NamedTuple

from zermelo.core.game import Game, Move, Position, has
from zermelo.core.rules import moves_at
from zermelo.explain.lists.predicates import AT_LEAST, EQUAL, LEAST, MOST, Feature, Measure

COMPARED: Final = (MOST, LEAST, EQUAL, AT_LEAST)
WALKS: Final = 20  # by lot, to see which men there are
STEPS: Final = 40  # of each
LOOKED_AT: Final = 60  # positions whose images are looked at
MINE: Final = "my"
HIS: Final = "his"
PLAIN: Final = ("man", "disc", "cross", "ring", "wedge", "pawn")  # shapes that are just men, if alone
SHAPES: Final = (*PLAIN, "crowned", "king", "queen", "rook", "bishop", "knight")

Point = tuple[float, float]


class Kind(NamedTuple):
    """A shape of the player who made the move, or of the other."""

    whose: str
    shape: str


Men = dict[Kind, list[Point]]


class Seen(NamedTuple):
    """What walks by lot have seen: positions, the kinds of men with the most of each, the board's points."""

    positions: tuple[Position, ...]
    most: dict[Kind, int]
    places: tuple[Point, ...]
    moves_men: bool  # whether a move leaves its player as many men as before


def fits(game: Game) -> bool:
    """Return whether the game draws its men, of two players, and they move."""
    seen = _seen(game)
    return seen is not None and seen.moves_men and len({kind.whose for kind in seen.most}) == 2


def features_of(game: Game) -> list[Feature]:
    """Return the features that are the same on symmetric positions, as far as walks by lot have met them."""
    seen = _seen(game)
    assert seen is not None
    men = _men_after(game)
    features = [*_distances(seen, men), *_places(seen, men), *_counts(seen, men), *_moved(seen, game)]
    return [feature for feature in features if _is_symmetric(game, seen, feature)]


@lru_cache(maxsize=16)
def _seen(game: Game) -> Seen | None:
    asked: Any = game
    if not has(game, "depict") or asked.depict(next(iter(game.starts()))).mover is None:
        return None
    chance = random.Random(1913)
    starts = list(game.starts())
    positions: dict[Position, None] = {}
    most: dict[Kind, int] = {}
    places: tuple[Point, ...] = ()
    moves_men = False
    for _ in range(WALKS):
        position = chance.choice(starts)
        for _ in range(STEPS):
            moves = moves_at(game, position)
            if not moves:
                break
            picture = asked.depict(position)
            places = tuple((place.x, place.y) for place in picture.places)
            positions[position] = None
            child = game.play(position, chance.choice(list(moves)))
            before = sum(thing.side == picture.mover and thing.shape in SHAPES for thing in picture.things)
            after = _men(asked.depict(child))
            count = sum(len(points) for kind, points in after.items() if kind.whose == MINE)
            moves_men |= before == count > 0
            most = {
                kind: max(most.get(kind, 0), len(after.get(kind, ()))) for kind in most | dict.fromkeys(after)
            }
            position = child
    return Seen(tuple(positions), most, places, moves_men)


def _men(picture: Any) -> Men:
    """Return the men of a picture as who has just moved sees them."""
    found: Men = {}
    for thing in picture.things:
        if thing.side is not None and thing.shape in SHAPES:
            kind = Kind(HIS if thing.side == picture.mover else MINE, thing.shape)
            found.setdefault(kind, []).append((thing.x, thing.y))
    return found


def _men_after(game: Game) -> Callable[[Position, Move], Men]:
    asked: Any = game

    @lru_cache(maxsize=1 << 16)
    def seen_at(position: Position) -> Men:
        return _men(asked.depict(position))

    return lambda position, move: seen_at(game.play(position, move))


def _each(count: Callable[[Position, Move], int]) -> Measure:
    return lambda position, moves: [count(position, move) for move in moves]


def _name(seen: Seen, kind: Kind, *, several: bool = False) -> str:
    """Return what a kind is called: my king, his men."""
    alone = sum(other.whose == kind.whose for other in seen.most) == 1
    word = "man" if kind.shape in PLAIN and alone else kind.shape.replace("crowned", "crowned man")
    if several and seen.most[kind] > 1:
        word = f"{word[:-3]}men" if word.endswith("man") else f"{word}s"
    return f"{kind.whose} {word}"


def _apart(one: Point, other: Point) -> int:
    return round(max(abs(one[0] - other[0]), abs(one[1] - other[1])))


def _distances(seen: Seen, men: Callable[[Position, Move], Men]) -> Iterator[Feature]:
    """Yield how far kinds are apart, and how far men of one kind stray from each other."""
    for one, other in combinations(sorted(seen.most), 2):

        def least(position: Position, move: Move, one: Kind = one, other: Kind = other) -> int:
            found = men(position, move)
            pairs = [_apart(a, b) for a in found.get(one, ()) for b in found.get(other, ())]
            return min(pairs, default=0)

        names = _name(seen, one), _name(seen, other)
        yield Feature(
            f"apart({one.whose} {one.shape},{other.whose} {other.shape})",
            f"steps from {names[0]} to {names[1]}",
            _each(least),
            compared=COMPARED,
            said={
                " least": f"brings {names[0]} and {names[1]} as near to each other as can be",
                " most": f"keeps {names[0]} and {names[1]} as far apart as can be",
                "==1": f"puts {names[0]} and {names[1]} side by side",
            },
        )
    for kind in sorted(kind for kind, most in seen.most.items() if most > 1):

        def widest(position: Position, move: Move, kind: Kind = kind) -> int:
            points = men(position, move).get(kind, [])
            return max((_apart(a, b) for a, b in combinations(points, 2)), default=0)

        yield Feature(
            f"spread({kind.whose} {kind.shape})",
            f"steps between {_name(seen, kind, several=True)} that are farthest apart",
            _each(widest),
            compared=COMPARED,
        )


def _places(seen: Seen, men: Callable[[Position, Move], Men]) -> Iterator[Feature]:
    """Yield how far kinds stand from the rim, the corners and the middle, and how far to the right and up."""
    across, along = [x for x, _ in seen.places], [y for _, y in seen.places]
    left, right, top, bottom = min(across), max(across), min(along), max(along)
    middle = (left + right) / 2, (top + bottom) / 2
    corners = [(x, y) for x in (left, right) for y in (top, bottom)]

    def rim(at: Point) -> float:
        return min(at[0] - left, right - at[0], at[1] - top, bottom - at[1])

    sums: tuple[tuple[str, str, Callable[[Point], float]], ...] = (
        ("rim", "steps to the rim from", rim),
        ("corner", "steps to the nearest corner from", lambda at: min(_apart(at, each) for each in corners)),
        ("middle", "steps to the middle from", lambda at: _apart(at, middle)),
        ("right", "columns from the left of", lambda at: at[0] - left),
        ("up", "rows from the bottom of", lambda at: bottom - at[1]),
    )
    for kind in sorted(seen.most):
        for key, words, far in sums:

            def total(
                position: Position, move: Move, kind: Kind = kind, far: Callable[[Point], float] = far
            ) -> int:
                return round(sum(map(far, men(position, move).get(kind, []))))

            several = seen.most[kind] > 1
            yield Feature(
                f"{key}({kind.whose} {kind.shape})",
                f"{words} {_name(seen, kind, several=True)}{', together' * several}",
                _each(total),
                compared=COMPARED,
            )


def _counts(seen: Seen, men: Callable[[Position, Move], Men]) -> Iterator[Feature]:
    """Yield how many men of a kind are left."""
    for kind in sorted(seen.most):

        def count(position: Position, move: Move, kind: Kind = kind) -> int:
            return len(men(position, move).get(kind, []))

        yield Feature(
            f"count({kind.whose} {kind.shape})",
            f"{_name(seen, kind, several=True)} on the board",
            _each(count),
            compared=COMPARED,
        )


def _moved(seen: Seen, game: Game) -> Iterator[Feature]:
    """Yield which kind moves, where a player has several."""
    asked: Any = game
    kinds = sorted(kind for kind in seen.most if kind.whose == MINE)
    if len(kinds) < 2:
        return
    for kind in kinds:

        def moves(position: Position, move: Move, kind: Kind = kind) -> int:
            picture = asked.depict(position)
            before = {
                (thing.x, thing.y)
                for thing in picture.things
                if thing.side == picture.mover and thing.shape == kind.shape
            }
            return int(before != set(_men(asked.depict(game.play(position, move))).get(kind, [])))

        name = _name(seen, kind)
        yield Feature(f"moves({kind.shape})", f"moves {name}", _each(moves), is_flag=True, compared=(EQUAL,))


def _is_symmetric(game: Game, seen: Seen, feature: Feature) -> bool:
    """Return whether the positions met and their images have the same numbers, move by move."""
    if not has(game, "symmetries"):
        return True
    asked: Any = game

    def row(position: Position) -> list[tuple[Position, int]]:
        moves = tuple(game.moves(position))
        leads = [min(asked.symmetries(game.play(position, move))) for move in moves]
        return sorted(zip(leads, feature.measure(position, moves), strict=True))

    return all(
        row(position) == row(image)
        for position in seen.positions[:LOOKED_AT]
        for image in asked.symmetries(position)
    )

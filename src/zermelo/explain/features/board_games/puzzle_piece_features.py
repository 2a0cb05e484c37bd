"""Features of puzzles on a board: what stands where, what hangs together, and where a move acts.

They are read off the picture that the game draws: things on places, with a text where they differ. Places are
beside each other where they are one step apart; the rim are those with fewer beside them than others have,
corners those with the fewest. Where a move is named by places, as "c4-c6", it comes from the first of them
and goes to the last. All places with the same text are one piece, such as a car.
"""

import random
import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from math import dist
from typing import Any, Final, NamedTuple

from zermelo.core.game import Game, Move, Position, has
from zermelo.core.rule_queries import moves_at
from zermelo.explain.features.position_views import PositionViews
from zermelo.explain.features.symmetric_features import select_symmetric_features
from zermelo.explain.rule_lists.rule_predicates import AT_LEAST, EQUAL, LEAST, MOST, Feature, GlossaryTerm

COMPARED: Final = (MOST, LEAST, AT_LEAST, EQUAL)
WALKS: Final = 20  # random walks, to find what stands there
STEPS: Final = 40  # of each walk
LOOKED_AT: Final = 60  # positions whose images are looked at
BESIDE: Final = 1.05  # from a place to those beside it; a diagonal is longer
MOST_NAMED: Final = 12  # pieces that words speak of one by one
GOAL: Final = "goal"
GONE: Final = ("block", "bricks")  # a wall is no piece
WORD: Final = re.compile(r"\w+")

STRAIGHT: Final = GlossaryTerm("steps", "from one place to the next; otherwise as the crow flies, rounded")
ASIDE: Final = GlossaryTerm("beside", "one step away, not along a diagonal")
RIM: Final = GlossaryTerm("the rim", "the places with fewer places beside them than others have")
CORNERS: Final = GlossaryTerm("corners", "the places with the fewest places beside them")
GROUPS: Final = GlossaryTerm("a group", "things that hang together, each beside the next one")
FIRST: Final = GlossaryTerm(
    "the first thing, row by row", "the one farthest to the left in the highest row with a thing"
)
TERMS: Final = {
    "steps": STRAIGHT,
    "beside": ASIDE,
    "side by side": ASIDE,
    "rim": RIM,
    "corner": CORNERS,
    "groups": GROUPS,
    "first thing": FIRST,
}

Point = tuple[float, float]
Stand = dict[Point, str]  # what stands on each place that is not empty
Count = Callable[[Point, Stand, Stand], int]  # of where a move acts, before it and after it


class PuzzleBoard(NamedTuple):
    """The places of a board, what stands on them, and some unfinished positions."""

    named: dict[str, Point]
    beside: dict[Point, tuple[Point, ...]]
    exit: frozenset[Point]  # the places in line with the goal, if one is drawn
    texts: tuple[str, ...]
    positions: tuple[Position, ...]

    def is_corner_place(self, at: Point) -> bool:
        """Return whether no place has fewer beside it."""
        return len(self.beside[at]) == min(map(len, self.beside.values()))

    def is_rim_place(self, at: Point) -> bool:
        """Return whether another place has more beside it."""
        return len(self.beside[at]) < max(map(len, self.beside.values()))

    def count_things_beside(self, at: Point, things: Stand) -> int:
        """Return how many things are beside a place."""
        return sum(other in things for other in self.beside[at])


def applies_to_game(game: Game) -> bool:
    """Return whether a puzzle for one draws things, always on places."""
    return game.players == 1 and _find_puzzle_board(game) is not None


def build_features(game: Game) -> list[Feature]:
    """Return the features that agree on all images of the positions that random walks met."""
    board = _find_puzzle_board(game)
    assert board is not None
    asked: Any = game

    def map_places_to_things(position: Position) -> Stand:
        return _map_places_to_things(asked.depict(position))

    views = PositionViews(game, map_places_to_things)
    found = (
        _yield_distinct_piece_features(board, views)
        if len(board.texts) > 1
        else _yield_like_thing_features(board, views)
    )
    return select_symmetric_features(
        game, [*found, *_yield_named_place_features(game, board, views)], board.positions[:LOOKED_AT]
    )


def _yield_like_thing_features(board: PuzzleBoard, views: PositionViews[Stand]) -> Iterator[Feature]:
    """Yield of things that are all alike how many are where, alone, side by side, and in how many groups."""
    middle = tuple(sum(each) / len(board.beside) for each in zip(*board.beside, strict=True))
    rows = sorted({y for _, y in board.beside})
    table: tuple[tuple[str, str, Callable[[Stand], float]], ...] = (
        ("count", "things on the board", len),
        (
            "alone",
            "things with none beside them",
            lambda things: sum(not board.count_things_beside(at, things) for at in things),
        ),
        ("groups", "groups of things", lambda things: _count_connected_groups(board, things)),
        (
            "pairs",
            "pairs of things side by side",
            lambda things: sum(board.count_things_beside(at, things) for at in things) // 2,
        ),
        ("rim", "things on the rim", lambda things: sum(map(board.is_rim_place, things))),
        ("corner", "things in corners", lambda things: sum(map(board.is_corner_place, things))),
        (
            "middle",
            "steps to the middle from all things, added up",
            lambda things: sum(dist(at, middle) for at in things),
        ),
        ("spread", "steps between the things that are farthest apart", _measure_greatest_distance),
        ("first", "things in the first row", lambda things: sum(y == rows[0] for _, y in things)),
        ("last", "things in the last row", lambda things: sum(y == rows[-1] for _, y in things)),
    )
    for key, words, number in table:

        def count_rounded(things: Stand, number: Callable[[Stand], float] = number) -> int:
            return round(number(things))

        terms = _find_terms_in_words(words)
        yield views.build_feature_after_move(
            f"left({key})", f"{words}, after it", count_rounded, compared=COMPARED, terms=terms
        )
        yield views.build_feature_before_move(
            f"had({key})", f"{words}, before it", count_rounded, compared=COMPARED[2:], terms=terms
        )


def _yield_distinct_piece_features(board: PuzzleBoard, views: PositionViews[Stand]) -> Iterator[Feature]:
    """Yield of pieces that differ which of them move, how far, and how many stand in line with the exit."""

    def find_moved_pieces(before: Stand, after: Stand) -> set[str]:
        return {piece for at, piece in after.items() if before.get(at) != piece}

    def measure_longest_step(before: Stand, after: Stand) -> int:
        steps = (
            dist(_find_leftmost_place(before, piece), _find_leftmost_place(after, piece))
            for piece in find_moved_pieces(before, after).intersection(before.values())
        )
        return round(max(steps, default=0))

    def count_pieces_in_exit_line(things: Stand) -> int:
        return len({piece for at, piece in things.items() if at in board.exit})

    yield views.build_feature_of_both_positions(
        "far", "steps that it goes", measure_longest_step, compared=COMPARED, terms=(STRAIGHT,)
    )
    if board.exit:
        words = "pieces in line with the exit"
        yield views.build_feature_after_move(
            "left(exit)", f"{words}, after it", count_pieces_in_exit_line, compared=COMPARED
        )
        yield views.build_feature_before_move(
            "had(exit)", f"{words}, before it", count_pieces_in_exit_line, compared=COMPARED[2:]
        )
    named = [piece for piece in board.texts if WORD.fullmatch(piece)]
    for piece in named if len(named) <= MOST_NAMED else ():

        def does_piece_move(before: Stand, after: Stand, piece: str = piece) -> bool:
            return piece in find_moved_pieces(before, after)

        yield views.build_feature_of_both_positions(
            f"moves({piece})", f"moves {piece}", does_piece_move, is_flag=True, compared=(EQUAL,)
        )


def _yield_named_place_features(
    game: Game, board: PuzzleBoard, views: PositionViews[Stand]
) -> Iterator[Feature]:
    """Yield what is at the places that moves are named by, and beside them."""
    names = {
        len(_read_places_in_move_name(game, board, at, move))
        for at in board.positions
        for move in game.moves(at)
    }
    if min(names) == 0:
        return

    def build_feature_of_named_place(key: str, words: str, place: int, count: Count, **more: Any) -> Feature:
        def measure_moves(position: Position, moves: Sequence[Move]) -> list[int]:
            before = views.look(position)
            row = []
            for move in moves:
                at = _read_places_in_move_name(game, board, position, move)[place]
                row.append(int(count(at, before, views.look(game.play(position, move)))))
            return row

        return Feature(key, words, measure_moves, terms=_find_terms_in_words(words), **more)

    flag: dict[str, Any] = {"is_flag": True, "compared": (EQUAL,)}
    single = max(names) == 1
    for place, key, called in ((-1, "to", "it goes to"), (0, "from", "it comes from"))[: 2 - single]:
        the = "its place" if single else f"the place that {called}"
        table: tuple[tuple[str, str, Count], ...] = (
            (
                "near",
                f"things beside {the}, before it",
                lambda at, before, _: board.count_things_beside(at, before),
            ),
            (
                "after",
                f"things beside {the}, after it",
                lambda at, _, after: board.count_things_beside(at, after),
            ),
        )
        for name, words, count in table:
            yield build_feature_of_named_place(f"{key}({name})", words, place, count, compared=COMPARED)
        yield build_feature_of_named_place(
            f"{key}(corner)", f"{the} is a corner", place, lambda at, *_: board.is_corner_place(at), **flag
        )
        yield build_feature_of_named_place(
            f"{key}(rim)", f"{the} is on the rim", place, lambda at, *_: board.is_rim_place(at), **flag
        )
    if single:
        yield build_feature_of_named_place(
            "on", "a thing is at its place before it", 0, lambda at, before, _: at in before, **flag
        )
        yield build_feature_of_named_place(
            "first", "acts on the first thing, row by row", 0, _is_place_of_first_thing, **flag
        )
        yield build_feature_of_named_place(
            "below", "acts just below the first thing, row by row", 0, _is_place_below_first_thing, **flag
        )


def _find_terms_in_words(words: str) -> tuple[GlossaryTerm, ...]:
    """Return the terms that some words use, each once."""
    return tuple({term: None for said, term in TERMS.items() if said in words})


def _is_place_of_first_thing(at: Point, before: Stand, _: Stand) -> bool:
    return at == min(before, key=_make_row_order_key)


def _is_place_below_first_thing(at: Point, before: Stand, _: Stand) -> bool:
    x, y = min(before, key=_make_row_order_key)
    return at == (x, y + 1)


def _find_leftmost_place(things: Stand, piece: str) -> Point:
    """Return the place of a piece that lies farthest to the left, and highest there."""
    return min(at for at in things if things[at] == piece)


def _make_row_order_key(at: Point) -> Point:
    return at[1], at[0]


def _measure_greatest_distance(things: Stand) -> float:
    return max((dist(one, other) for one in things for other in things), default=0)


def _count_connected_groups(board: PuzzleBoard, things: Stand) -> int:
    left, count = set(things), 0
    while left:
        todo, count = [left.pop()], count + 1
        while todo:
            beside = left.intersection(board.beside[todo.pop()])
            left -= beside
            todo += beside
    return count


def _read_places_in_move_name(game: Game, board: PuzzleBoard, position: Position, move: Move) -> list[Point]:
    """Return the places in a move's name."""
    words = WORD.findall(game.name(position, move))
    return [board.named[word] for word in words if word in board.named]


def _map_places_to_things(picture: Any) -> Stand:
    things = (thing for thing in picture.things if thing.shape not in GONE)
    return {at: thing.text or thing.shape for thing in things for at in thing.covered_points()}


@lru_cache(maxsize=16)
def _find_puzzle_board(game: Game) -> PuzzleBoard | None:
    """Return the board, None where nothing stands on it, or not always on places."""
    if not has(game, "depict"):
        return None
    asked: Any = game
    chance = random.Random(1913)
    starts = list(game.starts())
    picture = asked.depict(starts[0])
    named = {place.name: (place.x, place.y) for place in picture.places if place.name}
    positions: dict[Position, None] = {}
    texts: set[str] = set()
    for _ in range(WALKS):
        position = chance.choice(starts)
        for _ in range(STEPS):
            things = _map_places_to_things(asked.depict(position))
            moves = moves_at(game, position)
            if not things.keys() <= set(named.values()):
                return None
            texts.update(things.values())
            if not moves:
                break
            positions[position] = None
            position = game.play(position, chance.choice(list(moves)))
    if not texts or not positions:
        return None
    points = sorted(set(named.values()))
    beside = {at: tuple(other for other in points if 0 < dist(at, other) <= BESIDE) for at in points}
    goals = [each for each in picture.strokes if each.kind == GOAL]
    rows = {(goal.y1 + goal.y2) / 2 for goal in goals if goal.x1 == goal.x2}
    columns = {(goal.x1 + goal.x2) / 2 for goal in goals if goal.y1 == goal.y2}
    in_line = frozenset(at for at in points if at[0] in columns or at[1] in rows)
    return PuzzleBoard(named, beside, in_line, tuple(sorted(texts)), tuple(positions))

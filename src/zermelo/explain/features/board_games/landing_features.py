"""Features of games on a board: where a placed or moved piece stands, what is beside it, what is taken.

They are read off the pictures before and after a move: a mover's piece stands where none of theirs stood.
Some games rotate the board with every move, or swap its rows. Then the picture after a move is turned back to
the view of the player who made it. Steps are counted as a king moves; "beside" means one step away.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from zermelo.core.game import Game, Move, Position
from zermelo.core.rule_queries import keeps_turn
from zermelo.explain.features.board_games.piece_features import (
    CORNER,
    LOOKED_AT,
    MIDDLE,
    MINE,
    RIM,
    STEPS_OF_KINGS,
    THEIRS,
    PieceSurvey,
    Point,
    find_middle_places,
    survey_pieces,
)
from zermelo.explain.features.symmetric_features import select_symmetric_features
from zermelo.explain.rule_lists.rule_predicates import (
    AT_LEAST,
    EQUAL,
    LEAST,
    MOST,
    Feature,
    GlossaryTerm,
    Measure,
)

COMPARED = (MOST, LEAST, AT_LEAST, EQUAL)
COMES = GlossaryTerm(
    "where it comes to",
    "where a piece of mine stands after the move and none of mine did before, but for pieces turned "
    "over; of several the one with the least number, and what is beside them is added up; 0 if none comes",
)
BESIDE = GlossaryTerm("beside", "one step away, as a king of chess goes, along diagonals too")
NEAR = 1.25  # from a place to those beside it, as hexagons and squares have them
HALF = 0.5  # what is nearer stands on the same place, in a stack
View = Callable[[Point], Point]


class PicturePieces(NamedTuple):
    """The places of the pieces of sides 0 and 1 in a picture, all occupied places, and the side to move."""

    men: tuple[frozenset[Point], frozenset[Point]]
    every: frozenset[Point]
    mover: int

    def transform_by_symmetry(self, view: View) -> "PicturePieces":
        """Return the same pieces on a turned board."""
        first, second, every = (frozenset(map(view, points)) for points in (*self.men, self.every))
        return PicturePieces((first, second), every, self.mover)


class MoveEffect(NamedTuple):
    """The result of a move: where pieces stand, where the mover's new ones are, and how many were taken."""

    mine: frozenset[Point]
    theirs: frozenset[Point]
    every: frozenset[Point]
    come: frozenset[Point]
    taken: int


def applies_to_game(game: Game) -> bool:
    """Return whether the game draws the pieces of two players."""
    survey = survey_pieces(game)
    return (
        survey is not None
        and {kind.whose for kind in survey.most} == {MINE, THEIRS}
        and len(survey.places) > 1
    )


def build_features(game: Game) -> list[Feature]:
    """Return the features that agree on all images of the positions that random walks met."""
    survey = survey_pieces(game)
    assert survey is not None
    places = frozenset(survey.places)
    across, along = [x for x, _ in places], [y for _, y in places]
    left, right, top, bottom = min(across), max(across), min(along), max(along)
    central, corners = find_middle_places(places), [(x, y) for x in (left, right) for y in (top, bottom)]

    @lru_cache(maxsize=1 << 12)
    def find_nearest_place(at: Point) -> Point:
        """Return the place that something stands on: those in a stack are drawn a little aside."""
        return min(places, key=lambda place: _measure_king_distance(at, place), default=at)

    made = _make_move_effect_function(game, survey, find_nearest_place)

    def measure_distance_to_rim(at: Point) -> float:
        return min(at[0] - left, right - at[0], at[1] - top, bottom - at[1])

    def measure_distance_to_nearest(at: Point, several: Sequence[Point]) -> float:
        return min(_measure_king_distance(at, each) for each in several)

    def count_pieces_beside(at: Point, men: frozenset[Point]) -> int:
        return sum(HALF < _measure_king_distance(at, other) <= NEAR for other in men)

    far: tuple[tuple[str, str, tuple[GlossaryTerm, ...], Callable[[Point], float]], ...] = (
        ("rim", "steps to the rim from", (STEPS_OF_KINGS, RIM), measure_distance_to_rim),
        (
            "corner",
            "steps to the nearest corner from",
            (STEPS_OF_KINGS, CORNER),
            lambda at: measure_distance_to_nearest(at, corners),
        ),
        (
            "middle",
            "steps to the middle from",
            (STEPS_OF_KINGS, MIDDLE),
            lambda at: measure_distance_to_nearest(at, central),
        ),
        ("row", "rows below", (), lambda at: bottom - at[1]),
        ("column", "columns to the left of", (), lambda at: at[0] - left),
    )
    found = [
        Feature(
            f"to({key})",
            f"{words} where it comes to",
            _make_move_measure(made, _make_nearest_measure(how)),
            compared=COMPARED,
            terms=(*terms, COMES),
        )
        for key, words, terms, how in far
    ]
    near: tuple[tuple[str, str, Callable[[MoveEffect], frozenset[Point]]], ...] = (
        ("my", "pieces of mine", lambda done: done.mine),
        ("his", "pieces of the opponent's", lambda done: done.theirs),
        ("free", "free places", lambda done: places - {find_nearest_place(at) for at in done.every}),
    )
    for key, what, those in near:

        def count(done: MoveEffect, those: Callable[[MoveEffect], frozenset[Point]] = those) -> int:
            return sum(count_pieces_beside(at, those(done)) for at in done.come)

        words = f"{what} beside where it comes to"
        found.append(
            Feature(
                f"beside({key})",
                words,
                _make_move_measure(made, count),
                compared=COMPARED,
                terms=(BESIDE, COMES),
            )
        )
    found.append(
        Feature(
            "takes",
            "pieces of the opponent's that it takes",
            _make_move_measure(made, lambda done: done.taken),
            compared=COMPARED,
            counted=("takes {} of the opponent's pieces", "takes {} of the opponent's pieces"),
            said={
                " most": "takes the most pieces of the opponent's",
                " least": "takes the fewest pieces of the opponent's",
                "==0": "takes none of the opponent's pieces",
            },
        )
    )
    return select_symmetric_features(game, found, survey.positions[:LOOKED_AT])


def _measure_king_distance(one: Point, other: Point) -> float:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def _make_nearest_measure(how: Callable[[Point], float]) -> Callable[[MoveEffect], int]:
    return lambda done: round(min(map(how, done.come), default=0))


def _make_move_measure(
    made: Callable[[Position, Move], MoveEffect], count: Callable[[MoveEffect], int]
) -> Measure:
    def measure_moves(position: Position, moves: Sequence[Move]) -> list[int]:
        return [count(made(position, move)) for move in moves]

    return measure_moves


def _make_move_effect_function(
    game: Game, survey: PieceSurvey, place_of: View
) -> Callable[[Position, Move], MoveEffect]:
    asked: Any = game

    @lru_cache(maxsize=1 << 16)
    def read_pieces(position: Position) -> PicturePieces:
        picture = asked.depict(position)
        men: tuple[set[Point], set[Point]] = set(), set()
        for thing in picture.things:
            if thing.side in (0, 1):
                men[thing.side].add((thing.x, thing.y))
        every = frozenset((thing.x, thing.y) for thing in picture.things)
        return PicturePieces((frozenset(men[0]), frozenset(men[1])), every, picture.mover)

    def compute_move_effect_in_view(position: Position, move: Move, view: View) -> MoveEffect:
        child = asked.play(position, move)
        before, after = read_pieces(position), read_pieces(child).transform_by_symmetry(view)
        me = before.mover
        then = (
            after.mover if keeps_turn(game, position, child) else 1 - after.mover
        )  # some show the mover below
        mine, theirs = after.men[then], after.men[1 - then]
        was = [frozenset(map(place_of, before.men[side])) for side in (me, 1 - me)]
        now = [frozenset(map(place_of, each)) for each in (mine, theirs)]
        lost, new = was[1] - now[1], now[0] - was[0]
        taken = max(0, len(before.men[1 - me]) - len(theirs))
        return MoveEffect(mine, theirs, after.every, new - lost or new, taken)  # what turns over has not come

    def count_changed_places(view: View) -> int:
        """Return how many places moves change if boards are seen so; the right view has the fewest."""
        total = 0
        for position in survey.positions[:LOOKED_AT]:
            done, before = (
                compute_move_effect_in_view(position, next(iter(game.moves(position))), view),
                read_pieces(position),
            )
            mine, theirs = before.men[before.mover], before.men[1 - before.mover]
            pairs = (mine, done.mine), (theirs, done.theirs), (before.every, done.every)
            total += sum(len(was ^ now) for was, now in pairs)
        return total

    right, bottom = (min(each) + max(each) for each in zip(*survey.places, strict=True))
    views: tuple[View, ...] = (
        lambda at: at,
        lambda at: (right - at[0], bottom - at[1]),
        lambda at: (at[0], bottom - at[1]),
    )
    view = min(views, key=count_changed_places)

    @lru_cache(maxsize=1 << 10)  # all features of a position are asked for one after the other
    def compute_move_effect(position: Position, move: Move) -> MoveEffect:
        return compute_move_effect_in_view(position, move, view)

    return compute_move_effect

"""Features of games whose pieces belong to nobody: where one comes to, what is beside it, what order is left.

They are read off the pictures before and after a move, of games of two in which nothing tells the players
apart: what looks otherwise than before has come. Pieces are alike where they look the same. Steps are counted
as a king goes; beside are the places one step away; opposite is what half a turn of the board exchanges.
"""

import random
from collections.abc import Callable, Iterator
from functools import lru_cache
from math import dist
from typing import Any, Final, NamedTuple

from zermelo.boards.pictures.picture import LANE
from zermelo.core.game import Game, Position, has
from zermelo.core.requirements import declares_capability
from zermelo.core.rule_queries import moves_at
from zermelo.explain.features.board_games.piece_features import (
    CORNER,
    MIDDLE,
    NO_PLACES,
    RIM,
    STEPS_OF_KINGS,
    find_middle_places,
)
from zermelo.explain.features.position_views import PositionViews
from zermelo.explain.features.symmetric_features import select_symmetric_features
from zermelo.explain.rule_lists.rule_predicates import AT_LEAST, EQUAL, LEAST, MOST, Feature, GlossaryTerm

COMPARED: Final = (MOST, LEAST, AT_LEAST, EQUAL)
WALKS: Final = 20  # random walks, to see whether pieces stand on places
STEPS: Final = 40  # of each walk
LOOKED_AT: Final = 60  # positions whose images are looked at
BESIDE: Final = 1.25  # from a place to those beside it, as hexagons and squares have them
OTHERWISE: Final = (
    "scored",
    "chances",
    "payoffs",
    "options",
)  # said by games that tell players apart, or points

ASIDE: Final = GlossaryTerm("beside", "one step away, not along a diagonal")
COMES: Final = GlossaryTerm(
    "where it comes to",
    "where the piece that the move puts or moves stands after it; of several it is added up",
)
ALIKE: Final = GlossaryTerm("alike", "of the same shape and colour, with the same text")
OPPOSITE: Final = GlossaryTerm("opposite", "on the place to which half a turn of the board brings that one")
TERMS: Final = {
    "steps": STEPS_OF_KINGS,
    "the rim": RIM,
    "corner": CORNER,
    "the middle": MIDDLE,
    "beside": ASIDE,
    "where it comes to": COMES,
    "alike": ALIKE,
    "like it": ALIKE,
    "opposite": OPPOSITE,
}

Point = tuple[float, float]
Stand = dict[Point, tuple[str, int | None, str]]  # shape, side and text of what stands on a place
Count = Callable[[Point, Stand, Stand], int]  # of where a piece comes to, before the move and after it


class NeutralBoard(NamedTuple):
    """The places beside each place, those in the middle, the board's corners, some unfinished positions."""

    beside: dict[Point, tuple[Point, ...]]
    central: tuple[Point, ...]
    least: Point
    most: Point
    positions: tuple[Position, ...]

    def find_opposite_place(self, at: Point) -> Point:
        """Return where half a turn of the board brings a place."""
        return self.least[0] + self.most[0] - at[0], self.least[1] + self.most[1] - at[1]

    def count_steps_to_rim(self, at: Point) -> int:
        """Return the steps to the rim."""
        sides = (at[0] - self.least[0], self.most[0] - at[0], at[1] - self.least[1], self.most[1] - at[1])
        return round(min(sides))

    def count_steps_to_corner(self, at: Point) -> int:
        """Return the steps to the nearest corner."""
        corners = ((x, y) for x in (self.least[0], self.most[0]) for y in (self.least[1], self.most[1]))
        return round(min(max(abs(at[0] - x), abs(at[1] - y)) for x, y in corners))

    def count_steps_to_middle(self, at: Point) -> int:
        """Return the steps to the middle."""
        return round(min(max(abs(at[0] - x), abs(at[1] - y)) for x, y in self.central))


def applies_to_game(game: Game) -> bool:
    """Return whether a game of two, without points, draws pieces that are nobody's, always on places."""
    return (
        not any(declares_capability(game, what) for what in (*OTHERWISE, "players"))
        and _find_neutral_board(game) is not None
    )


def build_features(game: Game) -> list[Feature]:
    """Return the features that agree on all images of the positions that random walks met."""
    neutral_board = _find_neutral_board(game)
    assert neutral_board is not None
    asked: Any = game

    def map_places_to_pieces(position: Position) -> Stand:
        return _map_places_to_pieces(asked.depict(position))

    views = PositionViews(game, map_places_to_pieces)
    return select_symmetric_features(
        game,
        [
            *_yield_remaining_piece_features(neutral_board, views),
            *_yield_arrival_features(neutral_board, views),
        ],
        neutral_board.positions[:LOOKED_AT],
    )


def _yield_remaining_piece_features(
    neutral_board: NeutralBoard, views: PositionViews[Stand]
) -> Iterator[Feature]:
    """Yield how many pieces there are, how they lie, and whether half a turn leaves the board as it is."""

    def list_adjacent_pieces(at: Point, pieces: Stand) -> list[Point]:
        return [other for other in neutral_board.beside[at] if other in pieces]

    def count_adjacent_pairs(pieces: Stand, alike: bool) -> int:
        return (
            sum(
                (pieces[at] == pieces[other]) is alike
                for at in pieces
                for other in list_adjacent_pieces(at, pieces)
            )
            // 2
        )

    table: tuple[tuple[str, str, Callable[[Stand], int]], ...] = (
        ("pieces", "pieces on the board", len),
        (
            "alike",
            "pairs of pieces beside each other that are alike",
            lambda pieces: count_adjacent_pairs(pieces, True),
        ),
        (
            "unlike",
            "pairs of pieces beside each other that are not alike",
            lambda pieces: count_adjacent_pairs(pieces, False),
        ),
        (
            "alone",
            "pieces with none beside them",
            lambda pieces: sum(not list_adjacent_pieces(at, pieces) for at in pieces),
        ),
        (
            "rim",
            "steps to the rim from all pieces, added up",
            lambda pieces: sum(map(neutral_board.count_steps_to_rim, pieces)),
        ),
        (
            "corner",
            "steps to the nearest corner from all pieces, added up",
            lambda pieces: sum(map(neutral_board.count_steps_to_corner, pieces)),
        ),
        (
            "middle",
            "steps to the middle from all pieces, added up",
            lambda pieces: sum(map(neutral_board.count_steps_to_middle, pieces)),
        ),
    )
    for key, words, count in table:
        terms = _find_terms_in_words(words)
        yield views.build_feature_after_move(
            f"left({key})", f"{words}, after it", count, compared=COMPARED, terms=terms
        )
        yield views.build_feature_before_move(
            f"had({key})", f"{words}, before it", count, compared=COMPARED[2:], terms=terms
        )

    def is_unchanged_by_half_turn(pieces: Stand) -> bool:
        return {neutral_board.find_opposite_place(at): piece for at, piece in pieces.items()} == pieces

    words = "leaves the board as half a turn leaves it"
    yield views.build_feature_after_move(
        "turned", words, is_unchanged_by_half_turn, is_flag=True, compared=(EQUAL,)
    )


def _yield_arrival_features(neutral_board: NeutralBoard, views: PositionViews[Stand]) -> Iterator[Feature]:
    """Yield where pieces come to, together, and what is beside and opposite."""
    table: tuple[tuple[str, str, Count], ...] = (
        (
            "beside",
            "pieces beside",
            lambda at, _, after: sum(other in after for other in neutral_board.beside[at]),
        ),
        (
            "like",
            "pieces like it beside",
            lambda at, _, after: sum(after.get(other) == after[at] for other in neutral_board.beside[at]),
        ),
        (
            "free",
            "free places beside",
            lambda at, _, after: sum(other not in after for other in neutral_board.beside[at]),
        ),
        (
            "opposite",
            "pieces opposite",
            lambda at, before, _: neutral_board.find_opposite_place(at) in before,
        ),
        (
            "same",
            "pieces like it opposite",
            lambda at, before, after: before.get(neutral_board.find_opposite_place(at)) == after[at],
        ),
        ("rim", "steps to the rim from", lambda at, *_: neutral_board.count_steps_to_rim(at)),
        (
            "corner",
            "steps to the nearest corner from",
            lambda at, *_: neutral_board.count_steps_to_corner(at),
        ),
        ("middle", "steps to the middle from", lambda at, *_: neutral_board.count_steps_to_middle(at)),
    )
    for key, words, count in table:

        def sum_over_arrivals(before: Stand, after: Stand, count: Count = count) -> int:
            come = (at for at, piece in after.items() if before.get(at) != piece)
            return sum(count(at, before, after) for at in come)

        words = f"{words} where it comes to"
        yield views.build_feature_of_both_positions(
            f"come({key})", words, sum_over_arrivals, compared=COMPARED, terms=_find_terms_in_words(words)
        )


def _find_terms_in_words(words: str) -> tuple[GlossaryTerm, ...]:
    """Return the terms that some words use, each once."""
    return tuple({term: None for said, term in TERMS.items() if said in words})


def _map_places_to_pieces(picture: Any) -> Stand:
    return {_count_steps(picture, thing): (thing.shape, thing.side, thing.text) for thing in picture.things}


def _count_steps(picture: Any, at: Any) -> Point:
    """Return where something stands, in steps from a place to the next; lanes lie closer than squares."""
    step = LANE if any(place.ground == "lane" for place in picture.places) else 1.0
    return round(at.x / step, 6), at.y


@lru_cache(maxsize=16)
def _find_neutral_board(game: Game) -> NeutralBoard | None:
    """Return the places, None where a picture says who is to move, or pieces are not always on places."""
    if not has(game, "depict"):
        return None
    asked: Any = game
    chance = random.Random(1913)
    starts = list(game.starts())
    first = asked.depict(starts[0])
    points = {_count_steps(first, place) for place in first.places if place.ground not in NO_PLACES}
    positions: dict[Position, None] = {}
    some = False
    for _ in range(WALKS if first.mover is None and len(points) > 1 else 0):
        position = chance.choice(starts)
        for _ in range(STEPS):
            pieces = _map_places_to_pieces(asked.depict(position))
            moves = moves_at(game, position)
            if not pieces.keys() <= points:
                return None
            some |= bool(pieces)
            if not moves:
                break
            positions[position] = None
            position = game.play(position, chance.choice(list(moves)))
    if not some or not positions:
        return None
    beside = {at: tuple(other for other in points if 0 < dist(at, other) <= BESIDE) for at in sorted(points)}
    least = min(x for x, _ in points), min(y for _, y in points)
    most = max(x for x, _ in points), max(y for _, y in points)
    return NeutralBoard(beside, tuple(find_middle_places(points)), least, most, tuple(positions))

"""Features of games whose pieces move about a board: where they stand after a move, and how far apart.

They are read off the picture that the game draws of a position, so any game that draws its board has them. A
kind of piece is a shape of one player's, such as "my king" or "the opponent's pieces". Distances are a king's
steps, on points and cells alike. Between kinds of several pieces the least distance counts.
"""

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from zermelo.boards.pictures.picture import BESIDE_BOARD, TURNING, WAYS, Thing
from zermelo.core.game import Game, Move, Position, has
from zermelo.core.rule_queries import keeps_turn, moves_at
from zermelo.explain.features.mobility_features import REMEMBERED
from zermelo.explain.features.symmetric_features import select_symmetric_features
from zermelo.explain.rule_lists.rule_predicates import AT_LEAST, EQUAL, LEAST, MOST, Feature, GlossaryTerm

if TYPE_CHECKING:
    from zermelo.explain.rule_lists.game_decisions import Decisions

COMPARED: Final = (MOST, LEAST, EQUAL, AT_LEAST)
WALKS: Final = 20  # random walks, to find which pieces there are
STEPS: Final = 40  # of each walk
LOOKED_AT: Final = 60  # positions whose images are looked at
MINE: Final = "my"
THEIRS: Final = "his"
PLAIN: Final = ("man", "disc", "cross", "ring", "wedge", "pawn")  # shapes called "piece" where they are alone
SHAPES: Final = (*PLAIN, "crowned", "king", "queen", "rook", "bishop", "knight")
LIKE: Final = {  # shapes that are counted as a plainer one is, and called by their own names
    **dict.fromkeys(("fox", "tiger", "hare"), "crowned"),
    **dict.fromkeys(("hound", "goose", "goat"), "man"),
    "hand": "disc",
    "stone": "disc",
}

STEPS_OF_KINGS: Final = GlossaryTerm(
    "steps",
    "the larger of the distances across and down, as a king of chess goes; off a square grid rounded, and 0 "
    "without such a piece",
)
RIM: Final = GlossaryTerm("the rim", "the sides of the rectangle around all places")
CORNER: Final = GlossaryTerm("corner", "one of the rectangle around all places")
MIDDLE: Final = GlossaryTerm(
    "the middle", "the places nearest to the centre of the board, counted as steps are"
)

Point = tuple[float, float]
NOWHERE: Final[Point] = (np.nan, np.nan)
NO_PLACES: Final = ("bare", *BESIDE_BOARD)  # grounds of what can be clicked, and nothing stands on
Numbers = npt.NDArray[Any]


class PieceShape(NamedTuple):
    """A shape that belongs to the player who made the move, or to the opponent."""

    whose: str
    shape: str


PiecesByShape = dict[PieceShape, list[Point]]


class PieceSurvey(NamedTuple):
    """What random walks found: positions, the kinds of pieces with the most of each, the board's points."""

    positions: tuple[Position, ...]
    most: dict[PieceShape, int]
    places: tuple[Point, ...]
    moves_men: bool  # whether a move leaves its player as many pieces as before
    alternates: bool  # whether every move passed the turn
    names: dict[str, str]  # what a shape of `LIKE` is drawn as, by the plainer one


def applies_to_game(game: Game) -> bool:
    """Return whether a game of two players with alternate turns draws its pieces, and moves them."""
    seen = survey_pieces(game)
    return (
        seen is not None
        and seen.moves_men
        and seen.alternates
        and len({kind.whose for kind in seen.most}) == 2
    )


def build_features(game: Game) -> list[Feature]:
    """Return the features that agree on all images of the positions that random walks met."""
    seen = survey_pieces(game)
    assert seen is not None
    views = PieceViews(game, seen)
    features = [
        *_yield_distance_features(views),
        *_yield_place_features(views),
        *_yield_piece_count_features(views),
        *_yield_moved_kind_features(views),
    ]
    return select_symmetric_features(game, features, seen.positions[:LOOKED_AT])


@lru_cache(maxsize=16)
def survey_pieces(game: Game) -> PieceSurvey | None:
    """Return what random walks find in a game.

    The result is None where the game draws no positions, or does not draw who is to move.
    """
    asked: Any = game
    if not has(game, "depict") or asked.depict(next(iter(game.starts()))).mover is None:
        return None
    chance = random.Random(1913)
    starts = list(game.starts())
    positions: dict[Position, None] = {}
    most: dict[PieceShape, int] = {}
    places: tuple[Point, ...] = ()
    moves_men, alternates = False, True
    names: dict[str, str] = {}
    for _ in range(WALKS):
        position = chance.choice(starts)
        for _ in range(STEPS):
            moves = moves_at(game, position)
            if not moves:
                break
            picture = asked.depict(position)
            places = tuple((place.x, place.y) for place in picture.places if place.ground not in NO_PLACES)
            positions[position] = None
            child = game.play(position, chance.choice(list(moves)))
            before = sum(
                thing.side == picture.mover and find_plain_shape(thing) in SHAPES for thing in picture.things
            )
            names |= {LIKE[thing.shape]: thing.shape for thing in picture.things if thing.shape in LIKE}
            after = _find_pieces_by_shape(asked.depict(child))
            count = sum(len(points) for kind, points in after.items() if kind.whose == MINE)
            moves_men |= before == count > 0
            alternates &= not keeps_turn(game, position, child)
            most = {
                kind: max(most.get(kind, 0), len(after.get(kind, ()))) for kind in most | dict.fromkeys(after)
            }
            position = child
    return PieceSurvey(tuple(positions), most, places, moves_men, alternates, names)


def find_plain_shape(thing: Thing) -> str:
    """Return a thing's shape; what points where it goes is a wedge."""
    points = thing.shape in TURNING and thing.text in WAYS
    return "wedge" if points else LIKE.get(thing.shape, thing.shape)


def _find_pieces_by_shape(picture: Any) -> PiecesByShape:
    """Return the pieces of a picture, by shape and owner, as the player who has just moved sees them."""
    found: PiecesByShape = {}
    for thing in picture.things:
        shape = find_plain_shape(thing)
        if thing.side is not None and shape in SHAPES:
            kind = PieceShape(THEIRS if thing.side == picture.mover else MINE, shape)
            found.setdefault(kind, []).append((thing.x, thing.y))
    return found


def find_middle_places(places: Iterable[Point]) -> list[Point]:
    """Return the places nearest to the centre of a board; a single one where one lies in the centre."""
    every = list(places)
    x, y = ((min(each) + max(each)) / 2 for each in zip(*every, strict=True))
    far = [round(max(abs(a - x), abs(b - y)), 6) for a, b in every]
    return [place for place, steps in zip(every, far, strict=True) if steps == min(far)]


class PieceCoordinates(NamedTuple):
    """Places of the pieces of a kind in some positions: x and y, [positions, most of them], NaN for none."""

    x: Numbers
    y: Numbers


CoordinatesByShape = dict[PieceShape, PieceCoordinates]
Count = Callable[[CoordinatesByShape], Numbers]  # of each position


class PieceViews:
    """The positions of a game as the player who has just moved sees them."""

    def __init__(self, game: Game, seen: PieceSurvey) -> None:
        self.game, self.seen = game, seen
        self.kinds = tuple(seen.most)
        self.stands = lru_cache(maxsize=REMEMBERED)(self._find_places_by_kind)
        self._points: dict[Point, Point] = {}  # each once
        self._after: tuple[Any, Any, Any] = None, None, None
        self._here: tuple[Any, Any, Any] = None, None, None

    def _find_places_by_kind(self, position: Position) -> tuple[tuple[Point, ...], ...]:
        """Return the places of the pieces of each of `kinds`."""
        asked: Any = self.game
        men = _find_pieces_by_shape(asked.depict(position))
        one = self._points.setdefault
        return tuple(tuple(one(point, point) for point in men.get(kind, ())) for kind in self.kinds)

    def find_places_in_positions(self, positions: Iterable[Position]) -> CoordinatesByShape:
        """Return the places of the pieces in some positions."""
        looked = [self.stands(position) for position in positions]
        found = {}
        for number, kind in enumerate(self.kinds):
            points = [stands[number] for stands in looked]
            width = max(self.seen.most[kind], 1, *map(len, points))
            filled = [each + (NOWHERE,) * (width - len(each)) for each in points]
            stand = np.array(filled, np.float64).reshape(len(looked), width, 2)
            found[kind] = PieceCoordinates(stand[:, :, 0], stand[:, :, 1])
        return found

    def make_count_feature(self, key: str, words: str, count: Count, **more: Any) -> Feature:
        """Return the feature that counts something in the positions that moves lead to."""

        def measure_moves(position: Position, moves: Sequence[Move]) -> list[int]:
            after = self.find_places_after_moves(position, moves)
            return [int(number) for number in count(after)] if moves else []

        def measure_edges(decisions: "Decisions", edges: Any) -> Any:
            boards, places = self.find_places_after_edges(decisions, edges)
            return count(boards).astype(np.int64)[places]

        return Feature(key, words, measure_moves, at_once=measure_edges, **more)

    def find_places_after_moves(self, position: Position, moves: Sequence[Move]) -> CoordinatesByShape:
        """Return the places of the pieces after some moves of a position; the last answer is cached."""
        made = list(moves)
        if self._here[:2] != (position, made):
            self._here = (
                position,
                made,
                self.find_places_in_positions(self.game.play(position, move) for move in made),
            )
        return self._here[2]  # type: ignore[no-any-return]

    def find_places_after_edges(self, decisions: "Decisions", edges: Any) -> tuple[CoordinatesByShape, Any]:
        """Return the places of the pieces after some moves, and each move's index among these boards.

        There is one board for each class that the moves lead to.
        """
        if self._after[0] is not decisions or self._after[1] is not edges:
            classes, places = np.unique(decisions.child_places[edges], return_inverse=True)
            boards = self.find_places_in_positions(
                map(decisions.get_representative_position, classes.tolist())
            )
            self._after = decisions, edges, (boards, places)
        return self._after[2]  # type: ignore[no-any-return]

    def format_kind_name(self, kind: PieceShape, *, several: bool = False, before: str = "") -> str:
        """Return what a kind is called: my king, the opponent's pieces; `before` stands before several."""
        several |= bool(before)
        before *= self.seen.most[kind] > 1
        alone = sum(other.whose == kind.whose for other in self.seen.most) == 1
        called = self.seen.names.get(kind.shape, kind.shape).replace("crowned", "crowned piece")
        word = "piece" if kind.shape in PLAIN and alone else called
        owner = "my" if kind.whose == MINE else "the opponent's"
        return f"{before}{owner} {word}{'s' * (several and self.seen.most[kind] > 1)}"


def _measure_king_distances(one: PieceCoordinates, other: PieceCoordinates) -> Numbers:
    """Return [positions, pieces, pieces]: a king's steps from each of these pieces to each of those."""
    across = np.abs(one.x[:, :, None] - other.x[:, None, :])
    return np.asarray(np.round(np.maximum(across, np.abs(one.y[:, :, None] - other.y[:, None, :]))))


def _yield_distance_features(views: PieceViews) -> Iterator[Feature]:
    """Yield how far kinds are apart, and how far pieces of one kind stray from each other."""
    most = views.seen.most
    for one, other in combinations(sorted(most), 2):

        def measure_least_distances(
            boards: CoordinatesByShape, one: PieceShape = one, other: PieceShape = other
        ) -> Numbers:
            apart = np.nan_to_num(_measure_king_distances(boards[one], boards[other]), nan=np.inf).min(
                axis=(1, 2)
            )
            return np.asarray(np.where(np.isinf(apart), 0, apart))

        names = [views.format_kind_name(kind, several=True) for kind in (one, other)]
        nearest = [views.format_kind_name(kind, before="the nearest of ") for kind in (one, other)]
        some = [views.format_kind_name(kind, before="one of ") for kind in (one, other)]
        yield views.make_count_feature(
            f"apart({one.whose} {one.shape},{other.whose} {other.shape})",
            f"steps from {nearest[0]} to {nearest[1]}",
            measure_least_distances,
            compared=COMPARED,
            said={
                " least": f"brings {some[0]} and {some[1]} as near to each other as can be",
                " most": f"keeps {names[0]} and {names[1]} as far apart as can be",
                "==1": f"puts {some[0]} and {some[1]} side by side",
            },
            terms=(STEPS_OF_KINGS,),
        )
    for kind in sorted(kind for kind, count in most.items() if count > 1):

        def measure_widest_distances(boards: CoordinatesByShape, kind: PieceShape = kind) -> Numbers:
            return np.asarray(
                np.nan_to_num(_measure_king_distances(boards[kind], boards[kind])).max(axis=(1, 2))
            )

        yield views.make_count_feature(
            f"spread({kind.whose} {kind.shape})",
            f"steps between {views.format_kind_name(kind, several=True)} that are farthest apart",
            measure_widest_distances,
            compared=COMPARED,
            terms=(STEPS_OF_KINGS,),
        )


def _yield_place_features(views: PieceViews) -> Iterator[Feature]:
    """Yield how far kinds stand from the rim, the corners and the middle, and how far to the right and up."""
    across, along = [x for x, _ in views.seen.places], [y for _, y in views.seen.places]
    left, right, top, bottom = min(across), max(across), min(along), max(along)
    central = find_middle_places(views.seen.places)
    corners = [(x, y) for x in (left, right) for y in (top, bottom)]

    def measure_distances_to_point(board: PieceCoordinates, to: Point) -> Numbers:
        return np.asarray(np.round(np.maximum(np.abs(board.x - to[0]), np.abs(board.y - to[1]))))

    def measure_distances_to_rim(board: PieceCoordinates) -> Numbers:
        sides = board.x - left, right - board.x, board.y - top, bottom - board.y
        return np.asarray(np.minimum.reduce(sides))

    def measure_distances_to_nearest(board: PieceCoordinates, several: Sequence[Point]) -> Numbers:
        return np.asarray(np.minimum.reduce([measure_distances_to_point(board, each) for each in several]))

    sums: tuple[tuple[str, str, tuple[GlossaryTerm, ...], Callable[[PieceCoordinates], Numbers]], ...] = (
        ("rim", "steps to the rim from", (STEPS_OF_KINGS, RIM), measure_distances_to_rim),
        (
            "corner",
            "steps to the nearest corner from",
            (STEPS_OF_KINGS, CORNER),
            lambda board: measure_distances_to_nearest(board, corners),
        ),
        (
            "middle",
            "steps to the middle from",
            (STEPS_OF_KINGS, MIDDLE),
            lambda board: measure_distances_to_nearest(board, central),
        ),
        ("right", "columns to the left of", (), lambda board: board.x - left),
        ("up", "rows below", (), lambda board: bottom - board.y),
    )
    for kind in sorted(views.seen.most):
        for key, words, terms, far in sums:

            def sum_distances(
                boards: CoordinatesByShape,
                kind: PieceShape = kind,
                far: Callable[[PieceCoordinates], Numbers] = far,
            ) -> Numbers:
                return np.asarray(np.round(np.nansum(far(boards[kind]), axis=1)))

            several = views.seen.most[kind] > 1
            yield views.make_count_feature(
                f"{key}({kind.whose} {kind.shape})",
                f"{words} {views.format_kind_name(kind, several=True)}{', added up' * several}",
                sum_distances,
                compared=COMPARED,
                terms=terms,
            )


def _yield_piece_count_features(views: PieceViews) -> Iterator[Feature]:
    """Yield how many pieces of a kind are left."""
    for kind in sorted(views.seen.most):

        def count_pieces_of_kind(boards: CoordinatesByShape, kind: PieceShape = kind) -> Numbers:
            return np.asarray((~np.isnan(boards[kind].x)).sum(axis=1))

        yield views.make_count_feature(
            f"count({kind.whose} {kind.shape})",
            f"{views.format_kind_name(kind, several=True)} on the board",
            count_pieces_of_kind,
            compared=COMPARED,
        )


def _yield_moved_kind_features(views: PieceViews) -> Iterator[Feature]:
    """Yield which kind moves, where a player has several."""
    asked: Any = views.game
    kinds = sorted(kind for kind in views.seen.most if kind.whose == MINE)
    if len(kinds) < 2:
        return
    for kind in kinds:

        def measure_kind_of_moved_piece(
            position: Position, made: Sequence[Move], kind: PieceShape = kind
        ) -> list[int]:
            picture = asked.depict(position)
            before = {
                (thing.x, thing.y)
                for thing in picture.things
                if thing.side == picture.mover and find_plain_shape(thing) == kind.shape
            }
            number = views.kinds.index(kind)
            after = (views.stands(asked.play(position, move))[number] for move in made)
            return [int(before != set(points)) for points in after]

        name = views.format_kind_name(kind)
        yield Feature(
            f"moves({kind.shape})",
            f"moves {name}",
            measure_kind_of_moved_piece,
            is_flag=True,
            compared=(EQUAL,),
        )

"""A network's view of a board: planes of zeros and ones, [planes, rows, columns].

Planes are made from the game's picture (`depict`, else a grid made from `show`). A board of any shape becomes
a grid: its rows are the different heights of places, its columns the different widths. The planes are, in
this order:

    pieces      for each kind of piece met, 1 on the places where one stands. Sides 0 and 1 are the mover's
                and the other's, where the picture or the position shows whose turn it is; else as drawn
    other       1 where something stands of a kind that was not met when the planes were laid out
    reserves    for each kind that stands beside the board, as many planes as there were: the first n all 1
    side        all 1 where the second player is to move: the players' pieces may move in opposite directions
    rest        for each bit of the position's flat row, all 1 or all 0: only where the planes above do not
                distinguish all positions, or where the game is too large to check
    looking     the player who is looking, as in `learn.encoding.word_observer`: all 1 in one of them

Where a game has `layers`, planes of many positions are made from these (`learn.encoding.plane_layers`), if
they agree with the pictures wherever that is checked.

So different positions look different. In a game of up to `TRIED` positions this is checked, and `rest` is
added where they do not; in a larger game `rest` is always added.
"""

import random
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

import numpy as np

from zermelo.boards.pictures.picture import BESIDE_BOARD, SIGNS, Picture, Thing
from zermelo.core.game import Game, Position, has
from zermelo.core.notation.player_view import is_shown_for_mover
from zermelo.draw.pictures.position_picture import depict_position
from zermelo.learn.encoding.plane_layers import PlaneLayers, Words, find_plane_layers
from zermelo.learn.encoding.word_observer import Observation, WordObserver, count_seat_entries

NEAR: Final = 6  # decimals to which heights and widths are compared
LAID_OUT_BY: Final = 3_000  # positions from which kinds of pieces are read in a larger game
TRIED: Final = 10_000  # positions of the largest game in which all are compared

PieceKind = tuple[str, int | None, str]  # shape, whose, text


@dataclass(frozen=True)
class PlaneLayout:
    """The meaning of each plane: the grid, the kinds of pieces on it, and their numbers beside it."""

    rows: dict[float, int]
    columns: dict[float, int]
    pieces: dict[PieceKind, int]
    beside: dict[PieceKind, tuple[int, int]]  # the first plane and the number of planes

    @property
    def planes(self) -> int:
        """The number of planes before the rest."""
        return len(self.pieces) + 1 + sum(most for _, most in self.beside.values()) + 1


@dataclass(frozen=True, eq=False)
class PlaneObserver:
    """An observer of positions as planes; `flat` makes the rest, where `with_rest`."""

    game: Game
    flat: WordObserver = field(repr=False)
    layout: PlaneLayout = field(repr=False)
    with_rest: bool
    layer_map: PlaneLayers | None = field(default=None, repr=False)  # for the planes before the rest

    @property
    def shape(self) -> tuple[int, int, int]:
        """The planes, rows and columns of an observation."""
        rest = self.flat.width - count_seat_entries(self.game) if self.with_rest else 0
        planes = self.layout.planes + rest + count_seat_entries(self.game)
        return planes, len(self.layout.rows), len(self.layout.columns)

    def observe(self, position: Position, moving: bool = True, *, after: int = 1) -> Observation:
        """Return the mover's observation (`moving`), or that of the player `after` so many seats."""
        planes = np.zeros(self.shape, np.float32)
        self._draw_picture(position, planes)
        if self.with_rest:
            row = self.flat.observe(position, moving, after=after)
            planes[self.layout.planes :] = row[:, np.newaxis, np.newaxis]
        else:
            planes[(0 if moving else after) - count_seat_entries(self.game)] = 1
        return planes

    def observe_all(self, positions: Sequence[Position]) -> Observation:
        """Return the movers' observations of positions: [positions, planes, rows, columns]."""
        seen = np.zeros((len(positions), *self.shape), np.float32)
        for number, position in enumerate(positions):
            seen[number] = self.observe(position)
        return seen

    def make_planes_from_layers(
        self, layers: Words, words: Words | None, position: Callable[[int], Position]
    ) -> Observation:
        """Return the movers' observations of positions with known layers [positions, layers].

        `words` [positions, words] are the words of the rest, as for `observe_words`; `position` gives the
        position at an index, which is drawn where layers do not suffice.
        """
        assert self.layer_map is not None
        seen = np.zeros((len(layers), *self.shape), np.float32)
        planes, strange = self.layer_map.make_planes(layers)
        seen[:, : self.layout.planes] = planes
        if self.with_rest:
            assert words is not None
            seen[:, self.layout.planes :] = self.flat.observe_words(words)[:, :, np.newaxis, np.newaxis]
        else:
            seen[:, -count_seat_entries(self.game)] = 1
        for place in np.flatnonzero(strange).tolist():
            seen[place] = self.observe(position(place))
        return seen

    def make_planes_from_picture(self, position: Position) -> Observation:
        """Return the planes before the rest, made from the picture."""
        planes = np.zeros((self.layout.planes, *self.shape[1:]), np.float32)
        self._draw_picture(position, planes)
        return planes

    def _draw_picture(self, position: Position, planes: Observation) -> None:
        """Write all planes before the rest."""
        layout = self.layout
        picture, side = find_picture_and_side(self.game, position)
        met: dict[PieceKind, int] = {}
        for thing in picture.things:
            kind = find_piece_kind(thing, side)
            row, column = (
                layout.rows.get(round_coordinate(thing.y)),
                layout.columns.get(round_coordinate(thing.x)),
            )
            if row is not None and column is not None:
                planes[layout.pieces.get(kind, len(layout.pieces)), row, column] = 1
            elif kind in layout.beside:
                first, most = layout.beside[kind]
                if met.get(kind, 0) < most:
                    planes[first + met.get(kind, 0)] = 1
                met[kind] = met.get(kind, 0) + 1
        if side:
            planes[layout.planes - 1] = 1


def make_plane_observer(
    game: Game, flat: WordObserver, positions: Iterable[Hashable], *, whole: bool
) -> PlaneObserver:
    """Return the observer of boards, laid out by `positions`: all of the game where it is known `whole`.

    For a game without a picture the rest contains everything.
    """
    known = list(positions)
    whole = whole and len(known) <= TRIED
    if not whole and len(known) > LAID_OUT_BY:
        known = random.Random(1913).sample(known, LAID_OUT_BY)
    layout = _make_plane_layout(game, known)
    observer = PlaneObserver(game, flat, layout, with_rest=False)
    if not whole or not _have_distinct_planes(observer, known):
        observer = replace(observer, with_rest=True)
    if observer.with_rest and not flat.has_only_bits:
        return observer
    return replace(observer, layer_map=find_plane_layers(game, known, observer.make_planes_from_picture))


def find_picture_and_side(game: Any, position: Position) -> tuple[Picture, int]:
    """Return the picture, and the mover's side in it; 0 where it is unknown."""
    picture = depict_position(game, position) or Picture()
    side = picture.mover
    if side is None and has(game, "mover") and game.players == 2:
        side = int(game.mover(position))
    return picture, 1 if side == 1 and not is_shown_for_mover(game) else 0


def find_piece_kind(thing: Thing, side: int) -> PieceKind:
    """Return a thing's kind from the view of this side's mover: the mover's own things have side 0.

    >>> find_piece_kind(Thing("ring", 0, 0, side=1), 1), find_piece_kind(Thing("cross", 0, 0, side=0), 1)
    (('cross', 0, ''), ('ring', 1, ''))
    """
    if side and thing.side in (0, 1):
        return SIGNS.get(thing.shape, thing.shape), 1 - thing.side, thing.text
    return thing.shape, thing.side, thing.text


def round_coordinate(length: float) -> float:
    """Return a height or width rounded for comparison."""
    return round(float(length), NEAR)


def _make_plane_layout(game: Game, positions: Sequence[Hashable]) -> PlaneLayout:
    heights: set[float] = set()
    widths: set[float] = set()
    seen = [find_picture_and_side(game, position) for position in positions]
    for picture, _ in seen:
        cells = [place for place in picture.places if place.ground not in BESIDE_BOARD]
        heights |= {round_coordinate(place.y) for place in cells}
        widths |= {round_coordinate(place.x) for place in cells}
    if not heights:  # no board: the things themselves give the grid
        for picture, _ in seen:
            heights |= {round_coordinate(thing.y) for thing in picture.things}
            widths |= {round_coordinate(thing.x) for thing in picture.things}
    if not heights:  # no pieces either: the rest contains everything
        heights, widths = {0.0}, {0.0}
    rows = {height: row for row, height in enumerate(sorted(heights))}
    columns = {width: column for column, width in enumerate(sorted(widths))}
    pieces: set[PieceKind] = set()
    most: dict[PieceKind, int] = {}
    for picture, side in seen:
        beside: dict[PieceKind, int] = {}
        for thing in picture.things:
            kind = find_piece_kind(thing, side)
            if round_coordinate(thing.y) in rows and round_coordinate(thing.x) in columns:
                pieces.add(kind)
            else:
                beside[kind] = beside.get(kind, 0) + 1
        for kind, count in beside.items():
            most[kind] = max(most.get(kind, 0), count)
    first, places = len(pieces) + 1, {}
    for kind in sorted(most, key=_kind_sort_key):
        places[kind] = first, most[kind]
        first += most[kind]
    return PlaneLayout(
        rows, columns, {kind: plane for plane, kind in enumerate(sorted(pieces, key=_kind_sort_key))}, places
    )


def _kind_sort_key(kind: PieceKind) -> tuple[int, str, str]:
    shape, side, text = kind
    return (1 << 30 if side is None else side), shape, text


def _have_distinct_planes(observer: PlaneObserver, positions: Sequence[Hashable]) -> bool:
    """Return whether no two positions have the same planes."""
    seen = {observer.observe(position).tobytes() for position in positions}
    return len(seen) == len(set(positions))

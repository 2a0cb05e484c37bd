"""The layout of all positions of a game: few spots, and few possible things at each.

A spot is a place of the picture, a thing's middle, a line's ends, a coordinate, a line of words, or a line of
the position's text. The things that may lie there are numbered from 1; 0 is nothing. So a position is a
number for each spot, all positions together are one plane for each spot, and each thing is drawn once.
"""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from zermelo.boards.pictures.move_highlights import NEAR, find_last_move_places, find_move_cells
from zermelo.boards.pictures.picture import Picture, Place, Thing
from zermelo.core.budget import Budget
from zermelo.draw.pictures.picture_svg import (
    draw_mover_piece,
    list_plain_lines,
    needs_rim,
    remove_turn_note_and_mover,
)
from zermelo.draw.pictures.position_picture import depict_for_player
from zermelo.play.pages.picture_parts import (
    NOTE,
    STRIKE,
    GroundPart,
    NotePart,
    PicturePart,
    yield_coordinate_parts,
    yield_ground_parts,
    yield_picture_parts,
    yield_stroke_parts,
    yield_thing_parts,
)
from zermelo.play.pages.position_graph import REPORTED, PositionGraph

TEXT: Final = NOTE + 1  # the layer of the lines of text
BLOCK: Final = 1 << 14  # edges whose ends are compared at once

Column = npt.NDArray[Any]
MovePlaces = tuple[tuple[str, ...], tuple[int, ...]]  # names of a move's places; spots of those it changed
Label = tuple[int, *MovePlaces]  # a step of a walk, and its places


@dataclass
class PageSpot:
    """One spot: its layer, the things that may lie there, and the one that lies there in each position."""

    layer: int
    where: tuple[float, ...]
    plane: Column  # [position]: 0 for nothing, else from 1
    parts: dict[Hashable, int] = field(default_factory=dict)

    def find_or_add_part_number(self, part: Hashable) -> int:
        """Return the number of a thing at this spot, a new one where it has none."""
        found = self.parts.setdefault(part, len(self.parts) + 1)
        if found in (1 << 8, 1 << 16):
            self.plane = self.plane.astype(np.uint16 if found == 1 << 8 else np.uint32)
        return found


@dataclass
class PageLayout:
    """All positions of a walk, spot by spot, from below; `is_drawn` is false where there is only text.

    `labels` are the different labels of edges: a step and its places. `edges` has the number of each edge's
    label.
    """

    spots: list[PageSpot]
    is_drawn: bool
    labels: list[Label]
    edges: Column  # [edge] int32


def build_page_layout(found: PositionGraph, budget: Budget) -> PageLayout:
    """Return the layout of all positions of a walk, and the places of each move."""
    spots = _PageSpots(len(found.positions))
    boards: list[int] = []  # the board of each position
    is_drawn = True
    for number, (position, mover) in enumerate(zip(found.positions, found.movers, strict=True)):
        if is_drawn:
            picture = depict_for_player(found.game, position, mover)
            is_drawn = picture is not None
            if picture is not None:
                boards.append(spots.add_picture(number, picture))
        for line, text in enumerate(found.game.show_for_player(position, mover).split("\n")):
            spots.add_part(number, PicturePart(TEXT, (line,), text))
        if number % REPORTED == 0:
            budget.report("pictures", number, len(found.positions))
    ordered = [each for each in spots.list_spots_from_below() if is_drawn or each.layer == TEXT]
    if not is_drawn:
        labels: list[Label] = [(step, (), ()) for step in range(len(found.kinds))]
        return PageLayout(ordered, False, labels, found.steps)
    return PageLayout(ordered, True, *_label_edges(found, ordered, np.array(boards), budget))


class _PageSpots:
    """The spots, added position by position."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.found: dict[tuple[int, tuple[float, ...]], PageSpot] = {}
        self.layers: dict[int, list[PageSpot]] = {}
        self.boards: dict[tuple[Place, ...], int] = {}
        self.kept: dict[Any, list[tuple[PageSpot, int]]] = {}
        self.things: dict[Thing, tuple[PageSpot, int]] = {}

    def add_picture(self, number: int, picture: Picture) -> int:
        """Add a picture's parts to a position, and return the number of its board."""
        picture = remove_turn_note_and_mover(picture)
        taken = frozenset((each.x, each.y) for each in picture.things)
        if not any(place.ground == "point" for place in picture.places):
            taken = frozenset()
        lines = list_plain_lines(picture)
        key = "ground", picture.places, taken, lines
        self._add_shared_parts(number, key, lambda: yield_ground_parts(picture.places, taken, lines))
        if picture.strokes:
            self._add_shared_parts(number, picture.strokes, lambda: yield_stroke_parts(picture.strokes))
        if needs_rim(picture):
            self._add_shared_parts(
                number, ("frame", picture.places), lambda: yield_picture_parts(Picture(picture.places))
            )
        self._add_board_things(number, picture.things)
        if picture.marks:
            self._add_shared_parts(
                number,
                (picture.marks, picture.places),
                lambda: yield_coordinate_parts(picture.marks, picture.places),
            )
        for each in picture.strikes:
            self.add_part(number, PicturePart(STRIKE, (each.x1, each.y1, each.x2, each.y2), each))
        for line, text in enumerate(picture.notes):
            man = "" if line else draw_mover_piece(picture)
            self.add_part(number, PicturePart(NOTE, (line,), NotePart(text, line, man)))
        return self.boards.setdefault(picture.places, len(self.boards))

    def add_part(self, number: int, part: PicturePart) -> None:
        """Add a part to a position."""
        spot = self._find_or_add_spot(part)
        which = spot.find_or_add_part_number(part.what)
        spot.plane[number] = which

    def list_spots_from_below(self) -> list[PageSpot]:
        """Return the spots from below."""
        return [spot for layer in sorted(self.layers) for spot in self.layers[layer]]

    def _add_shared_parts(self, number: int, key: Any, parts: Any) -> None:
        """Add parts that many positions share, identified by a key."""
        kept = self.kept.get(key)
        if kept is None:
            kept = self._find_spots(parts())
            if len(self.kept) < 10_000:
                self.kept[key] = kept
        for spot, which in kept:
            spot.plane[number] = which

    def _add_board_things(self, number: int, things: Sequence[Thing]) -> None:
        """Add the things on the board: most of them were there before, alone at their spots."""
        try:
            known = [self.things[thing] for thing in things]
        except KeyError:
            known = []
        if len({id(spot) for spot, _ in known}) < len(things):
            known = self._find_spots(yield_thing_parts(things))
            for thing, (spot, which) in zip(things, known, strict=True):
                if spot.where[-1] == 0:
                    self.things[thing] = spot, which
        for spot, which in known:
            spot.plane[number] = which

    def _find_spots(self, parts: Iterable[PicturePart]) -> list[tuple[PageSpot, int]]:
        """Return the spots of parts, and their numbers there."""
        listed = list(parts)
        spots = [
            self._find_or_add_spot(part, listed[:place], listed[place + 1 :])
            for place, part in enumerate(listed)
        ]
        return [
            (spot, spot.find_or_add_part_number(part.what)) for spot, part in zip(spots, listed, strict=True)
        ]

    def _find_or_add_spot(
        self, part: PicturePart, below: Sequence[PicturePart] = (), above: Sequence[PicturePart] = ()
    ) -> PageSpot:
        """Return the spot of a part; a new one lies under the nearest parts above it in the picture."""
        key = part.layer, part.spot
        spot = self.found.get(key)
        if spot is None:
            spot = self.found[key] = PageSpot(part.layer, part.spot, np.zeros(self.count, np.uint8))
            layer = self.layers.setdefault(part.layer, [])
            under, over = (self._find_touching_spots(layer, part, some) for some in (below, above))
            layer.insert(min(over) if over else max(under) + 1 if under else len(layer), spot)
        return spot

    def _find_touching_spots(
        self, layer: list[PageSpot], part: PicturePart, others: Sequence[PicturePart]
    ) -> list[int]:
        """Return the indices of a layer's spots whose parts may touch this one."""
        near = [
            self.found.get((each.layer, each.spot))
            for each in others
            if each.layer == part.layer
            and all(abs(one - other) < 1 for one, other in zip(each.spot[:-1], part.spot[:-1], strict=True))
        ]
        return [layer.index(spot) for spot in near if spot is not None]


def _label_edges(
    found: PositionGraph, spots: list[PageSpot], boards: Column, budget: Budget
) -> tuple[list[Label], Column]:
    """Return the labels of edges, and the label of each edge.

    The places of a move are read from its name and from what it changes. So two edges have the same places
    where their names are equal and, on all changed places, the things before and after are equal.
    """
    own = [spot for spot in spots if spot.layer < NOTE]
    widest = max(spot.plane.dtype.itemsize for spot in own) if own else 1
    kind = {1: np.uint8, 2: np.uint16, 4: np.uint32}[widest]
    rows = np.array([spot.plane for spot in own], kind).T.copy()  # [position, spot]
    together = _group_spots_compared_together(own)
    origins = np.repeat(np.arange(len(found.positions)), np.diff(found.firsts))
    edges = np.empty(len(found.children), np.int32)
    known: dict[bytes, MovePlaces] = {}
    places = {(spot.layer, spot.where): number for number, spot in enumerate(spots)}
    labels: dict[Label, int] = {}
    names = {name: number for number, name in enumerate(dict.fromkeys(each.name for each in found.kinds))}
    named = np.array([names[each.name] for each in found.kinds], np.int32)
    for begin in range(0, len(edges), BLOCK):
        here = slice(begin, begin + BLOCK)
        before, after = rows[origins[here]], rows[found.children[here]]
        touched = (before != after).astype(np.float32) @ together > 0
        numbers = np.stack(
            [named[found.steps[here]], boards[origins[here]], boards[found.children[here]]], 1
        ).astype(np.int32)
        parts = [
            numbers.view(np.uint8),
            *(_view_rows_as_bytes(np.where(touched, each, 0)) for each in (before, after)),
        ]
        keys = np.concatenate(parts, 1)
        packed, width = keys.tobytes(), keys.shape[1]
        for place in range(len(keys)):
            key = packed[place * width : (place + 1) * width]
            edge = begin + place
            step = int(found.steps[edge])
            if key not in known:
                known[key] = _find_places_of_edge(found, int(origins[edge]), edge, places)
            edges[edge] = labels.setdefault((step, *known[key]), len(labels))
        budget.report("layout", begin, len(edges), "moves")
    return list(labels), edges


def _group_spots_compared_together(spots: list[PageSpot]) -> Column:
    """Return which spots must be compared together, because their things are assigned to one place."""
    grounds = [each for spot in spots for each in spot.parts if isinstance(each, GroundPart)]
    middles = np.array([(each.place.x, each.place.y) for each in grounds] or [(0.0, 0.0)])
    near = np.zeros((len(spots), len(middles)), np.float32)
    for number, spot in enumerate(spots):
        things = [each for each in spot.parts if isinstance(each, Thing)]
        if things:
            apart = np.abs(middles - (things[0].x, things[0].y)).max(1)
            near[number] = apart < NEAR
    together: Column = near @ near.T
    np.fill_diagonal(together, 1)
    return together


def _view_rows_as_bytes(rows: Column) -> Column:
    return np.ascontiguousarray(rows).view(np.uint8).reshape(len(rows), -1)


def _find_places_of_edge(
    found: PositionGraph, origin: int, edge: int, spots: dict[tuple[int, tuple[float, ...]], int]
) -> MovePlaces:
    """Return the places of a move; those that it changes are added where its name does not give all."""
    step, child = found.kinds[found.steps[edge]], int(found.children[edge])
    before = depict_for_player(found.game, found.positions[origin], found.movers[origin])
    after = depict_for_player(found.game, found.positions[child], found.movers[child])
    if step.chance or before is None or after is None:
        return (), ()
    named = find_move_cells(before, step.name)
    if len(named) < 2:
        named = find_move_cells(before, step.name, after)
    grounds = list(yield_ground_parts(after.places, (), ()))
    last = find_last_move_places(before, step.name, after)
    return named, tuple(spots[grounds[number].layer, grounds[number].spot] for number in last)

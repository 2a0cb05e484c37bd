"""Pictures in parts: the things at each spot, so that the many pictures of a game share few parts.

A part lies at a spot of a layer: a place's ground at its middle, a thing at its own position, a line at its
ends. Two pictures share a part where they look the same there. A `PartSheet` draws parts on one canvas for
all pictures of a game. Drawn in the order of layers, the parts give the same picture as `picture_svg`.
"""

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from zermelo.boards.pictures.picture import Mark, Picture, Place, Stroke, Thing
from zermelo.draw.pictures.click_target import ClickTarget
from zermelo.draw.pictures.colour_theme import GAP, PAGE_CELL, remove_picture_style_sheets
from zermelo.draw.pictures.joined_pieces import join_pieces
from zermelo.draw.pictures.picture_svg import (
    COVERING,
    LINE_ORDER,
    MOST_FIGURES,
    PixelScale,
    compute_largest_sign,
    compute_least_width,
    compute_note_width,
    compute_notes_height,
    compute_sign_limit,
    compute_sign_middle,
    draw_board_rim,
    draw_cell_frame,
    draw_click_target,
    draw_ground,
    draw_last_move_shade,
    draw_mark,
    draw_mover_piece,
    draw_note,
    draw_stroke,
    draw_thing,
    draw_value_sign,
    find_line_of_place,
    is_anything_on_place,
    is_mark_in_square,
    list_plain_lines,
    make_pixel_scale,
    needs_rim,
    remove_turn_note_and_mover,
    yield_frame_obstacles,
    yield_part_obstacles,
)
from zermelo.draw.pictures.sign_spots import (
    CORNERS,
    CROWDED_SIGN,
    LEAST_FOR_FIGURES,
    LEAST_SIGN,
    SHRINKING,
    SIDES,
    SIGN_REACH,
    TEXT_WEIGHT,
)
from zermelo.draw.pictures.svg_markup import svg

GROUND, AROUND, POINT, STROKE = range(4)  # layers, from below; lines have one of each kind
THING, MARK, STRIKE, NOTE = range(STROKE + len(LINE_ORDER), STROKE + len(LINE_ORDER) + 4)
FIGURE: Final = "@"  # placeholder for the figures in the pattern of a sign
LONGEST_FIGURE: Final = 6  # characters
SIGN_KINDS: Final = ("best", "other", "dot")


class PicturePart(NamedTuple):
    """A thing at a spot of a layer, with a key that distinguishes it from other things there."""

    layer: int
    spot: tuple[float, ...]  # the last number: its place among several at one spot, from below
    what: Hashable


@dataclass(frozen=True)
class GroundPart:
    """A place's appearance: `bare` points have no dot, because something stands there."""

    place: Place
    shaded: bool
    bare: bool
    column: tuple[Place, ...]  # places above and below
    line: Stroke | None  # in whose middle it lies


@dataclass(frozen=True)
class CoordinatePart:
    """A coordinate, outside or in a square."""

    mark: Mark
    inside: bool


@dataclass(frozen=True)
class NotePart:
    """A line of words, and the outline of the piece before it, if any."""

    text: str
    number: int
    man: str


def yield_picture_parts(picture: Picture) -> Iterator[PicturePart]:
    """Yield the parts of a picture, those of one layer from below; the page says whose turn it is."""
    picture = join_pieces(remove_turn_note_and_mover(picture))
    taken = {(each.x, each.y) for each in picture.things}
    yield from yield_ground_parts(picture.places, taken, list_plain_lines(picture))
    if needs_rim(picture):
        yield PicturePart(AROUND, (0,), tuple(place for place in picture.places if place.ground == "square"))
    yield from yield_stroke_parts(picture.strokes)
    yield from yield_thing_parts(picture.things)
    yield from yield_coordinate_parts(picture.marks, picture.places)
    for each in picture.strikes:
        yield PicturePart(STRIKE, (each.x1, each.y1, each.x2, each.y2), each)
    for number, line in enumerate(picture.notes):
        yield PicturePart(
            NOTE, (number,), NotePart(line, number, "" if number else draw_mover_piece(picture))
        )


def yield_ground_parts(
    places: Sequence[Place], taken: Collection[tuple[float, float]], lines: Sequence[Stroke]
) -> Iterator[PicturePart]:
    """Yield the grounds of places; `taken` are the spots with something on them, `lines` plain ones."""
    shaded = any(place.shade == 1 for place in places)
    standing = {(round(x, 2), round(y, 2)) for x, y in taken}
    spots = _SpotCounter()
    for place in places:
        layer = POINT if place.ground in ("point", "pit") else GROUND
        bare = place.ground == "point" and (round(place.x, 2), round(place.y, 2)) in standing
        column = [each for each in places if place.ground == "bare" and abs(each.x - place.x) < 0.01]
        ground = GroundPart(place, shaded, bare, tuple(column), find_line_of_place(place, lines))
        yield PicturePart(layer, spots.next_spot(place.x, place.y), ground)


def yield_stroke_parts(strokes: Sequence[Stroke]) -> Iterator[PicturePart]:
    """Yield lines, those of one kind together."""
    spots = [_SpotCounter() for _ in LINE_ORDER]
    for kind, name in enumerate(LINE_ORDER):
        for each in strokes:
            if each.kind == name:
                spot = spots[kind].next_spot(each.x1, each.y1, each.x2, each.y2)
                yield PicturePart(STROKE + kind, spot, each)


def yield_thing_parts(things: Sequence[Thing]) -> Iterator[PicturePart]:
    """Yield the things on the board."""
    spots = _SpotCounter()
    for thing in things:
        yield PicturePart(THING, spots.next_spot(thing.x, thing.y), thing)


def yield_coordinate_parts(marks: Sequence[Mark], places: Sequence[Place]) -> Iterator[PicturePart]:
    """Yield coordinates; `places` are those that may contain them."""
    squares = [place for place in places if place.ground == "square"]
    spots = _SpotCounter()
    for mark in marks:
        yield PicturePart(
            MARK, spots.next_spot(mark.x, mark.y), CoordinatePart(mark, is_mark_in_square(mark, squares))
        )


class _SpotCounter:
    """The spots of a layer in order; the last number of each counts the earlier ones at the same place."""

    def __init__(self) -> None:
        self.seen: Counter[tuple[float, ...]] = Counter()

    def next_spot(self, *lengths: float) -> tuple[float, ...]:
        key = tuple(round(length, 3) for length in lengths)
        self.seen[key] += 1
        return (*key, self.seen[key] - 1)


class PartSheet:
    """The canvas that holds all parts of a game's pictures, upright or `turned` by 180 degrees."""

    def __init__(self, parts: Iterable[Hashable], *, turned: bool = False, cell: float = PAGE_CELL) -> None:
        own = list(parts)
        self.turned = turned
        whole = Picture(
            tuple(each.place for each in own if isinstance(each, GroundPart)),
            tuple(each for each in own if isinstance(each, Stroke)),
            tuple(each for each in own if isinstance(each, Thing)),
            tuple(each.mark for each in own if isinstance(each, CoordinatePart)),
        )
        self.paper: PixelScale = make_pixel_scale(whole.rotate() if turned else whole, cell)
        notes = [each for each in own if isinstance(each, NotePart)]
        lines = max((each.number + 1 for each in notes), default=0)
        wide = [compute_note_width(each.text, has_man=bool(each.man)) + 2 * GAP for each in notes]
        self.width = max([self.paper.size[0], compute_least_width(self.paper), *wide])
        self.height = self.paper.size[1] + compute_notes_height(lines)

    @property
    def board_shift(self) -> float:
        """How far the board is moved to the right, where the words below are wider."""
        return (self.width - self.paper.size[0]) / 2

    def make_frame_markup(self) -> tuple[str, str, str]:
        """Return the markup before the board, between board and notes, and after them."""
        before, after = remove_picture_style_sheets(svg(self.width, self.height, "", "@")).split("@")
        return (
            f'{before.replace("img", "group")}<g transform="translate({self.board_shift:.1f} 0)">',
            "</g>",
            after,
        )

    def draw_part(self, part: Hashable) -> str:
        """Return a part as markup; nothing for an invisible place."""
        if isinstance(part, NotePart):
            top = self.paper.size[1]
            return draw_note(part.text, part.number, part.man, self.width, top)
        if isinstance(part, tuple):
            return draw_board_rim(self._rotate_if_turned(Picture(places=part)), self.paper)
        if isinstance(part, GroundPart):
            place = self._rotate_if_turned(Picture(places=(part.place,))).places[0]
            return "" if part.bare else draw_ground(place, self.paper, has_shades=part.shaded)
        if isinstance(part, Stroke):
            return draw_stroke(self._rotate_if_turned(Picture(strokes=(part,))).strokes[0], self.paper)
        if isinstance(part, CoordinatePart):
            mark = self._rotate_if_turned(Picture(marks=(part.mark,))).marks[0]
            return draw_mark(mark, self.paper, is_inside=part.inside)
        assert isinstance(part, Thing)
        return draw_thing(self._rotate_if_turned(Picture(things=(part,))).things[0], self.paper)

    def make_place_marks(self, ground: GroundPart) -> tuple[str, str, str, list[float]]:
        """Return the last move's mark, the frame, the clickable area; where its sign stands, and how."""
        place = self._rotate_if_turned(Picture(places=(ground.place,))).places[0]
        column = self._rotate_if_turned(Picture(places=ground.column)).places
        line = ground.line and self._rotate_if_turned(Picture(strokes=(ground.line,))).strokes[0]
        touch = ClickTarget(place.name, place.name)
        shape = draw_click_target(place, column, self.paper, f"{touch.css_class} z-over", line)
        middle = [round(each, 1) for each in compute_sign_middle(place, self.paper)]
        most = round(compute_sign_limit(place, self.paper), 1)
        return (
            draw_last_move_shade(place, self.paper, is_taken=ground.bare, line=line),
            draw_cell_frame(place, self.paper),
            touch.wrap_in_link(shape),
            [*middle, int(place.ground == "bare"), most],
        )

    def list_obstacles(self, part: Hashable) -> list[list[float]]:
        """Return what signs must not cover of a part, of None what is outside the picture."""
        if isinstance(part, Stroke):
            part = self._rotate_if_turned(Picture(strokes=(part,))).strokes[0]
        elif isinstance(part, CoordinatePart):
            part = self._rotate_if_turned(Picture(marks=(part.mark,))).marks[0]
        elif isinstance(part, Thing):
            part = self._rotate_if_turned(Picture(things=(part,))).things[0]
        elif part is not None:
            return []
        found = yield_frame_obstacles(self.paper) if part is None else yield_part_obstacles(part, self.paper)
        return [[round(each, 1) for each in box] for box in found]

    def map_signs_to_sizes(self) -> dict[str, float]:
        """Return the side of a cell, and the largest radius of each kind of sign."""
        return {"cell": self.paper.cell} | {
            kind: compute_largest_sign(kind, self.paper.cell) for kind in SIGN_KINDS
        }

    def _rotate_if_turned(self, picture: Picture) -> Picture:
        return picture.rotate() if self.turned else picture


def hides_ground(part: Hashable) -> bool:
    """Return whether a part hides the shade of its cell."""
    return isinstance(part, Thing) and part.shape in COVERING


def is_piece_centred_on(part: Hashable, place: Place) -> bool:
    """Return whether a part is a piece or a coordinate in the middle of a place."""
    if isinstance(part, CoordinatePart):
        return is_anything_on_place(part.mark, place)
    return isinstance(part, Thing) and is_anything_on_place(part, place)


def make_sign_rules() -> dict[str, Any]:
    """Return how signs of values are drawn and placed, as `find_sign_spot` does it.

    A sign is drawn around 0 0, 10 pixels large, by kind, tone and number of figures. `FIGURE` stands in place
    of the figures.
    """
    figures = [FIGURE * count for count in range(LONGEST_FIGURE + 1)]
    size = max(LEAST_FOR_FIGURES)  # large enough for all figures
    return {
        "drawn": {
            kind: {
                tone: [
                    draw_value_sign(tone, each, 0.0, 0.0, size, kind).replace(each or "\0", FIGURE)
                    for each in figures
                ]
                for tone in ("win", "draw", "loss", "unknown")
            }
            for kind in SIGN_KINDS
        },
        "size": size,
        "leastFor": LEAST_FOR_FIGURES,
        "most": MOST_FIGURES,
        "reach": SIGN_REACH,
        "least": LEAST_SIGN,
        "crowded": CROWDED_SIGN,
        "shrinking": SHRINKING,
        "corners": CORNERS,
        "sides": SIDES,
        "weight": TEXT_WEIGHT,
    }

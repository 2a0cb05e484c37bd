"""A `Picture` as SVG: places, lines, pieces, coordinates outside, the words below, and marks on top.

Layers are drawn from bottom to top: the ground, the last move's shade, lines, pieces, arrows, and the value
of each move as a sign: a filled disc wins, a ring draws, an open diamond loses.
"""

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby
from typing import Any, Final

from zermelo.boards.pictures.move_highlights import MoveHighlights, PlaceHeat, ValueSign
from zermelo.boards.pictures.picture import LANE, TURNING, Mark, Picture, Place, Stroke, Thing
from zermelo.draw.pictures.click_target import ClickTarget
from zermelo.draw.pictures.colour_theme import (
    BODY,
    CELL,
    FIRM,
    GAP,
    HEAVY,
    PAGE_CELL,
    SIDES,
    SMALL,
    THIN,
    fix_picture_colours,
)
from zermelo.draw.pictures.joined_pieces import join_pieces
from zermelo.draw.pictures.piece_outlines import piece_outline
from zermelo.draw.pictures.scenery_outlines import STRETCHED
from zermelo.draw.pictures.sign_spots import (
    BEST_SIGN,
    DOT,
    LEAST_FOR_FIGURES,
    LEAST_SIGN,
    OTHER_SIGN,
    SIGN_REACH,
    TEXT_WEIGHT,
    Obstacle,
    find_sign_spot,
    make_text_obstacle,
    measure_thing,
    yield_line_obstacles,
)
from zermelo.draw.pictures.svg_markup import element, escape, escape_board_line, svg

REACH: Final = {
    "square": (0.5, 0.5),
    "hexagon": (0.5, 0.578),
    "point": (0.46, 0.46),
    "pit": (0.5, 0.5),
    "bowl": (0.5, 0.5),
    "hollow": (0.5, 1.1),  # with the value of its move
    "slot": (0.5, 0.5),
    "button": (0.5, 0.5),
    "exit": (0.5, 0.5),
    "card": (0.82, 0.7),
    "lane": (LANE / 2, 0.94),  # as above
    "strip": (0.18, 0.84),  # the value of its move stands above it
    "bare": (0.32, 0.32),
}
ASIDE: Final = {  # grounds: where signs stand, from the middle to the right and outwards, and their radius
    "strip": (0.0, 0.68, 0.15),
    "lane": (0.0, 0.74, 0.24),
    "hollow": (0.38, 0.82, 0.268),
}
CHARACTER: Final = 0.54  # the width of a letter, in its height
WIDEST: Final = 640.0  # pixels: a larger board has smaller cells
BESIDE: Final = 14.0  # pixels: from the board to the middle of a coordinate outside, at most
LINE: Final = 1.75  # of a line of words, in the height of its letters
PHONE: Final = 480.0  # pixels: wider pictures are smaller on a phone, and have larger words there
PHONE_BOARD: Final = 332.0  # pixels: the width of a board there
LEAST_TYPE: Final = 11.0  # pixels: smaller figures are left out there
SMALLEST: Final = 24.0  # pixels: of these at least
WIDTHS: Final = {
    "line": FIRM,
    "arrow": FIRM,
    "border": 2.4,
    "wall": 4.5,
    "faint": 2.2,
    "goal": 7.0,
    "strike": 4.0,
}
BUTTON: Final = 0.48  # of a cell: the radius of what is touched beside a board
OUTSIDE: Final = 0.8  # cells: from the middle of a turn's arrow to that of its sign, away from the cube
RADII: Final = {"point": 0.47, "pit": 0.47, "bowl": 0.45, "hollow": 0.45, "slot": 0.42, "button": BUTTON}
GONE_POINT: Final = 0.4  # of a cell: how large a point that is gone is drawn
MEETING: Final = 0.3  # cells: from the middle of a cell where arrows meet to the sign of each
LINE_END: Final = 0.13  # cells: from the end of a line to the area that answers on it
MOST_FIGURES: Final = 12  # signs: with more, only the best have figures
# Things that hide the shade of the cell on which they lie.
COVERING: Final = ("block", "bricks", "arrow", "tile", "wood", "bone", "chocolate", "poison")
FILLING: Final = (
    *COVERING,
    "pattern",
    "facet",
    "cube",
    "water",
    "bank",
)  # and those with a frame of their own
HOLLOWS: Final = {  # in a board: its colour, that of the hole, and the hole's radius in cells
    "bowl": ("wood", "chocolate", 0.45),
    "hollow": ("wood", "chocolate", 0.45),
    "slot": ("frame", "paper", 0.42),
}
LINE_ORDER: Final = ("goal", "line", "arrow", "faint", "border", "wall")  # from below
FAINTEST, DARKEST = 0.05, 0.55  # of a heat's shade: what is written on it must be read
NO_HIGHLIGHTS: Final = MoveHighlights()
TURN_NOTE: Final = re.compile(r"(?:[\w ]+ )?to (?:move|roll|throw|strike)(?: or to hold)?")


@dataclass(frozen=True)
class PixelScale:
    """Where a picture's lengths stand on the paper, in pixels."""

    left: float
    top: float
    cell: float
    right: float
    bottom: float
    board: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)  # around all but texts
    middles: frozenset[tuple[float, float]] = frozenset()  # of places

    def to_pixels(self, x: float, y: float) -> tuple[float, float]:
        """Return a point of the picture in pixels."""
        return (x - self.left) * self.cell, (y - self.top) * self.cell

    @property
    def size(self) -> tuple[float, float]:
        """The width and the height, in pixels."""
        return (self.right - self.left) * self.cell, (self.bottom - self.top) * self.cell

    def is_coordinate(self, mark: Mark) -> bool:
        """Return whether a text stands beside the board; others are labels of places, or numbers."""
        near = any(max(abs(mark.x - x), abs(mark.y - y)) < 0.5 for x, y in self.middles)
        return bool(self.middles) and len(mark.text) < 3 and not near

    def place_mark(self, mark: Mark) -> tuple[float, float]:
        """Return the centre of a text in pixels; coordinates outside the board stand close to it."""
        if not self.is_coordinate(mark):
            return self.to_pixels(mark.x, mark.y)
        left, top, right, bottom = self.board
        far = BESIDE / self.cell
        return self.to_pixels(
            min(max(mark.x, left - far), right + far), min(max(mark.y, top - far), bottom + far)
        )

    def font_size(self, mark: Mark) -> float:
        """Return how large a text of the board is; coordinates do not grow with the board."""
        return SMALL if self.is_coordinate(mark) else max(SMALL - 1.0, min(BODY + 2.0, self.cell * 0.29))


def picture_svg(
    picture: Picture,
    title: str,
    highlights: MoveHighlights = NO_HIGHLIGHTS,
    cell: float = CELL,
    click_targets: Sequence[ClickTarget] = (),
    *,
    theme: str = "",
) -> str:
    """Draw a picture of a position as SVG.

    Parameters
    ----------
    picture : Picture
        What to draw.
    title : str
        Description for readers who cannot see the picture.
    highlights : MoveHighlights
        Marks on places: last move, legal moves, values.
    cell : float
        Side of a cell, in pixels.
    click_targets : sequence of ClickTarget
        Places that react to a click; they lie on top.
    theme : str, default ""
        "light" or "dark" for fixed colours, as programs that turn SVG into pixels need them; "" for those
        of the reader's setting.

    Returns
    -------
    str
        SVG.
    """
    paper = make_pixel_scale(picture, cell)
    width, height = paper.size
    notes, below = _measure_notes(picture)
    widest = max([width, compute_least_width(paper), *(wide + 2 * GAP for wide in notes)])
    shift = (widest - width) / 2
    drawn = _draw_layers(picture, highlights, paper, click_targets)
    board = element("g", *drawn, transform=f"translate({shift:.1f} 0)") if shift > 0.05 else "".join(drawn)
    drawn_svg = svg(widest, height + below, title, board, *_draw_notes(picture, widest, height))
    return fix_picture_colours(drawn_svg, dark=theme == "dark") if theme else drawn_svg


def remove_turn_note_and_mover(picture: Picture) -> Picture:
    """Return a picture without a note that says only whose turn it is, for a page that says it."""
    notes = tuple(note for note in picture.notes if not TURN_NOTE.fullmatch(note))
    return picture if notes == picture.notes else replace(picture, notes=notes, mover=None)


def compute_nested_board_size(picture: Picture, cell: float) -> tuple[float, float]:
    """Return the width and the height of `draw_nested_board`, in pixels."""
    left, top, right, bottom = compute_picture_bounds(replace(picture, marks=()))
    return (right - left) * cell, (bottom - top) * cell


def draw_nested_board(picture: Picture, x: float, y: float, cell: float) -> str:
    """Return the board alone, for a larger picture: its upper left corner at a point, no words."""
    bare = replace(picture, marks=())
    left, top, right, bottom = compute_picture_bounds(bare)
    drawn = _draw_layers(bare, NO_HIGHLIGHTS, PixelScale(left, top, cell, right, bottom))
    return element("g", *drawn, transform=f"translate({x:.1f} {y:.1f})")


def _draw_layers(
    picture: Picture,
    highlights: MoveHighlights,
    paper: PixelScale,
    click_targets: Sequence[ClickTarget] = (),
) -> list[str]:
    """Return all layers of the picture, from below; a click goes through what lies above its target."""
    beneath, above = _draw_click_targets(picture, click_targets, paper)
    picture = join_pieces(picture)
    named = {place.name: place for place in reversed(picture.places) if place.name}
    lines = list_plain_lines(picture)
    last = [picture.places[number] for number in highlights.last if number < len(picture.places)]
    ground = [
        *_draw_grounds(picture, paper),
        *(
            draw_last_move_shade(
                place,
                paper,
                is_taken=_is_place_occupied(place, picture),
                line=find_line_of_place(place, lines),
            )
            for place in last
        ),
        *(
            _draw_heat_shade(heat, named[heat.place], paper)
            for heat in highlights.heats
            if heat.place in named
        ),
        *_draw_strokes(picture, paper),
    ]
    standing = [
        *_draw_things(picture, paper),
        *(_draw_last_move_frame(place, picture, paper) for place in last),
        *_draw_marks(picture, paper),
        *_draw_legal_moves(picture, highlights, named, paper),
        *(draw_cell_frame(named[name], paper, "ink") for name in highlights.chosen if name in named),
        *_draw_arrows(highlights, named, paper),
        *(draw_stroke(each, paper) for each in picture.strikes),
        *_yield_place_value_signs(picture, highlights, named, paper),
        *(
            _draw_heat_percentage(heat, named[heat.place], picture, paper)
            for heat in highlights.heats
            if heat.place in named and heat.text
        ),
    ]
    if click_targets:
        standing = [element("g", *standing, pointer_events="none")]
    return [*ground, *beneath, *standing, *above]


# How large it is.


def make_pixel_scale(picture: Picture, cell: float) -> PixelScale:
    """Return the paper of a picture: boards wider or higher than `WIDEST` have smaller cells."""
    board = compute_picture_bounds(picture)
    left, top, right, bottom = board
    widest = WIDEST - 2 * GAP - (3 * SMALL if picture.marks else 0)
    if cell >= SMALLEST:
        cell = max(SMALLEST, min(cell, widest / max(right - left, 1.0), widest / max(bottom - top, 1.0)))
    middles = frozenset((place.x, place.y) for place in picture.places)
    paper = PixelScale(0.0, 0.0, cell, 0.0, 0.0, board, middles)
    for mark in picture.marks:
        x, y = (each / cell for each in paper.place_mark(mark))
        down = paper.font_size(mark) * 0.6 / cell
        across = max(down, paper.font_size(mark) * 0.3 * len(mark.text) / cell)
        left, right = min(left, x - across), max(right, x + across)
        top, bottom = min(top, y - down), max(bottom, y + down)
    margin = GAP / cell
    return replace(paper, left=left - margin, top=top - margin, right=right + margin, bottom=bottom + margin)


def compute_least_width(paper: PixelScale) -> float:
    """Return the least width of a picture: a small board is not as wide as its page."""
    return WIDEST if paper.cell == PAGE_CELL else 0.0


def compute_picture_bounds(picture: Picture) -> tuple[float, float, float, float]:
    """Return the left, the top, the right and the bottom of all that is drawn but texts, in cells."""
    boxes = []
    for place in picture.places:
        across, down = REACH.get(place.ground, (0.0, 0.0))
        boxes.append((place.x - across, place.y - down, place.x + across, place.y + down))
    for thing in picture.things:
        across, down = compute_thing_reach(thing)
        boxes.append((thing.x - across, thing.y - down, thing.x + across, thing.y + down))
    for stroke in picture.strokes:
        boxes += [(stroke.x1, stroke.y1, stroke.x1, stroke.y1), (stroke.x2, stroke.y2, stroke.x2, stroke.y2)]
    boxes = boxes or [(mark.x, mark.y, mark.x, mark.y) for mark in picture.marks] or [(0.0, 0.0, 0.0, 0.0)]
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def compute_thing_reach(thing: Thing) -> tuple[float, float]:
    """Return half the width and half the height of a thing, in cells."""
    if thing.shape == "turn":  # its sign is outside
        return OUTSIDE + SIGN_REACH * BEST_SIGN[0], OUTSIDE + SIGN_REACH * BEST_SIGN[0]
    if thing.shape in STRETCHED:
        return thing.width / 2, thing.height / 2
    letters = len(thing.text)
    across = {
        "match": 0.18,
        "pin": 0.18,
        "domino": 0.18,
        "card": max(0.32, 0.12 * letters + 0.14),
        "text": max(0.46, 0.13 * letters),
        "pattern": 0.82,
    }
    return across.get(thing.shape, 0.46), {"pattern": 0.7, "pile": 0.8}.get(thing.shape, 0.46)


# What lies on the table.


def _draw_grounds(picture: Picture, paper: PixelScale) -> list[str]:
    has_shades = any(place.shade == 1 for place in picture.places)
    drawn = [
        draw_ground(place, paper, has_shades=has_shades)
        for place in picture.places
        if not (
            place.ground == "point" and any(is_anything_on_place(thing, place) for thing in picture.things)
        )
    ]
    if needs_rim(picture):
        drawn.append(draw_board_rim(picture, paper))
    points = [each for each in drawn if each.startswith("<circle")]
    return drawn if not points else [each for each in drawn if each not in points] + points


def draw_ground(place: Place, paper: PixelScale, *, has_shades: bool) -> str:
    """Return what a place looks like; `has_shades` is whether squares alternate."""
    x, y = paper.to_pixels(place.x, place.y)
    ink = {"fill": ("cell", "shade", "felt")[place.shade]}
    if place.ground == "square":
        half = paper.cell / 2
        box = {"x": x - half, "y": y - half, "width": paper.cell, "height": paper.cell}
        return element(
            "rect", **box, **ink if has_shades else {**ink, "stroke": "line", "stroke_width": THIN}
        )
    if place.ground == "lane":
        wide, half = LANE * paper.cell, paper.cell / 2
        look = {**ink, "stroke": "line", "stroke_width": THIN}
        return element("rect", x=x - wide / 2, y=y - half, width=wide, height=2 * half, **look)
    if place.ground in HOLLOWS:
        board_colour, hole_colour, size = HOLLOWS[place.ground]
        half, reach = paper.cell / 2 + 0.3, paper.cell * size  # boards of several have no seams
        board = f"M{x - half:.1f} {y - half:.1f}h{2 * half:.1f}v{2 * half:.1f}h{-2 * half:.1f}Z"
        hole = element("circle", cx=x, cy=y, r=reach, fill=hole_colour)
        return element("path", d=board, fill=board_colour) + hole
    if place.ground == "hexagon":
        return element("path", d=_hexagon_path(x, y, paper.cell), **ink, stroke="line", stroke_width=1.4)
    if place.ground == "point":
        return element("circle", cx=x, cy=y, r=min(7.0, paper.cell * 0.1), fill="line")
    if place.ground == "pit":
        look = {"fill": "shade", "stroke": "line", "stroke_width": THIN}
        return element("circle", cx=x, cy=y, r=paper.cell * 0.47, **look)
    if place.ground == "exit":
        half = paper.cell / 2
        lane = element("rect", x=x - half, y=y - half, width=2 * half, height=2 * half, fill="grass")
        size = max(11.0, 0.34 * paper.cell)
        look = {"font_size": size, "class_": "z-f-ink z-middle z-strong"}
        return lane + element("text", "EXIT", x=x, y=y + 0.36 * size, **look)
    if place.ground == "button":
        look = {"fill": "paper", "stroke": "line", "stroke_width": THIN}
        return element("circle", cx=x, cy=y, r=paper.cell * BUTTON, **look)
    return ""


def needs_rim(picture: Picture) -> bool:
    """Return whether a line goes around the squares: chequered ones have none of their own."""
    has_rim = any(stroke.kind == "border" for stroke in picture.strokes)
    return any(place.shade == 1 for place in picture.places) and not has_rim


def draw_board_rim(picture: Picture, paper: PixelScale) -> str:
    """Return a line around chequered squares, which have none of their own."""
    cells = [place for place in picture.places if place.ground == "square"]
    left, top = paper.to_pixels(min(each.x for each in cells) - 0.5, min(each.y for each in cells) - 0.5)
    right, bottom = paper.to_pixels(max(each.x for each in cells) + 0.5, max(each.y for each in cells) + 0.5)
    look = {"fill": "none", "stroke_width": FIRM, "rx": 2}
    return element("rect", x=left, y=top, width=right - left, height=bottom - top, **look, stroke="line")


def _hexagon_path(x: float, y: float, cell: float) -> str:
    corners = [
        (x + cell * 0.5774 * math.sin(math.tau * n / 6), y - cell * 0.5774 * math.cos(math.tau * n / 6))
        for n in range(6)
    ]
    return "M" + "L".join(f"{a:.1f} {b:.1f}" for a, b in corners) + "Z"


def _draw_strokes(picture: Picture, paper: PixelScale) -> list[str]:
    """Return the lines, goals and the rim first and what players drew last."""
    return [
        draw_stroke(stroke, paper) for kind in LINE_ORDER for stroke in picture.strokes if stroke.kind == kind
    ]


def draw_stroke(stroke: Stroke, paper: PixelScale) -> str:
    """Return a line."""
    (x1, y1), (x2, y2) = paper.to_pixels(stroke.x1, stroke.y1), paper.to_pixels(stroke.x2, stroke.y2)
    if stroke.kind == "arrow":
        return _draw_arrow(x1, y1, x2, y2, paper)
    owner = f"z-stroke-{SIDES[stroke.side % len(SIDES)]}" if stroke.side is not None else f"z-{stroke.kind}"
    if stroke.side is None and stroke.kind == "goal":
        owner = "z-border"
    more = {"stroke_dasharray": "7 4"} if stroke.side == 3 else {}  # red beside green: not by colour alone
    more["stroke_linecap"] = "butt" if more else "round"
    if stroke.kind == "strike":
        width = compute_stroke_width(stroke, paper)
        around = _draw_segment(x1, y1, x2, y2, "z-s-paper", 1.8 * width, **more)
        return around + _draw_segment(x1, y1, x2, y2, "z-s-arrow", width, **more)
    return _draw_segment(x1, y1, x2, y2, owner, compute_stroke_width(stroke, paper), **more)


def compute_stroke_width(stroke: Stroke, paper: PixelScale) -> float:
    """Return the width of a line; lines that players drew are wider on a large board."""
    is_drawn = stroke.kind in ("wall", "strike") or stroke.side is not None
    return WIDTHS[stroke.kind] * min(
        2.0 if is_drawn else 1.0, max(1.0, paper.cell / CELL / 2), paper.cell / CELL + 0.2
    )


def _draw_arrow(x1: float, y1: float, x2: float, y2: float, paper: PixelScale) -> str:
    """Return a line with an arrowhead past its middle, clear of the things at its ends."""
    length = math.hypot(x2 - x1, y2 - y1)
    along, aside = (x2 - x1) / length, (y2 - y1) / length
    head, tip = paper.cell * 0.13, max(length * 0.64, length - paper.cell * 0.5)
    x, y = x1 + along * tip, y1 + aside * tip
    line = _draw_segment(x1, y1, x2, y2, "z-line", FIRM, stroke_linecap="round")
    return line + element("path", d=_arrow_head_path(x, y, along, aside, 2 * head, head), fill="soft")


def _draw_segment(x1: float, y1: float, x2: float, y2: float, look: str, width: float, **more: object) -> str:
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, class_=look, stroke_width=width, **more)


def _arrow_head_path(x: float, y: float, along: float, aside: float, length: float, half: float) -> str:
    """Return a triangle with its tip at a point, in a direction."""
    foot_x, foot_y, across, down = x - along * length, y - aside * length, aside * half, along * half
    feet = f"L{foot_x - across:.1f} {foot_y + down:.1f}L{foot_x + across:.1f} {foot_y - down:.1f}Z"
    return f"M{x:.1f} {y:.1f}{feet}"


def _draw_things(picture: Picture, paper: PixelScale) -> list[str]:
    """Return all things; removed points are drawn smaller than removed cells."""
    points = {(place.x, place.y) for place in picture.places if place.ground == "point"}
    return [
        draw_thing(
            thing, paper, GONE_POINT if thing.shape == "block" and (thing.x, thing.y) in points else 1.0
        )
        for thing in picture.things
    ]


def draw_thing(thing: Thing, paper: PixelScale, size: float = 1.0) -> str:
    """Return a piece, or another thing that stands on the board, `size` times as large."""
    x, y = paper.to_pixels(thing.x, thing.y)
    scale = size * paper.cell / 100
    return element(
        "g",
        piece_outline(thing.shape, thing.side, thing.text, thing.width, thing.height),
        transform=f"translate({x:.1f} {y:.1f})scale({scale:.3g})",
    )


def _is_place_occupied(place: Place, picture: Picture) -> bool:
    """Return whether a piece or a coordinate stands on a place; heaps have a coordinate before them."""
    return any(is_anything_on_place(each, place) for some in (picture.things, picture.marks) for each in some)


def is_anything_on_place(thing: Thing | Mark, place: Place) -> bool:
    """Return whether something stands in the middle of a place, or covers it."""
    across, down = (thing.width, thing.height) if isinstance(thing, Thing) else (1.0, 1.0)
    return abs(thing.x - place.x) < across / 2 - 0.49 and abs(thing.y - place.y) < down / 2 - 0.49


def _draw_marks(picture: Picture, paper: PixelScale) -> list[str]:
    cells = [place for place in picture.places if place.ground == "square"]
    taken = {
        (place.x, place.y)
        for place in cells
        if any(is_anything_on_place(each, place) for each in picture.things)
    }
    return [
        draw_mark(
            mark,
            paper,
            is_inside=is_mark_in_square(mark, cells),
            is_covered=(round(mark.x), round(mark.y)) in taken,
        )
        for mark in picture.marks
    ]


def is_mark_in_square(mark: Mark, cells: Sequence[Place]) -> bool:
    """Return whether a coordinate stands in one of some squares."""
    return any(max(abs(mark.x - each.x), abs(mark.y - each.y)) < 0.5 for each in cells)


def draw_mark(mark: Mark, paper: PixelScale, *, is_inside: bool, is_covered: bool = False) -> str:
    """Return a coordinate or another text of the board: those in cells contrast with pieces.

    One that a piece covers is left out on a phone.
    """
    size = paper.font_size(mark)
    x, y = paper.place_mark(mark)
    ink = "z-f-ink z-apart" if is_inside else "z-f-soft"
    wide = "" if max(paper.size) <= PHONE else " z-tiny" if is_covered else " z-word"
    look = {"font_size": size, "class_": f"{ink} z-middle z-number{wide}"}
    return element("text", escape(mark.text), x=x, y=y + size * 0.36, **look)


# What is marked on it.


def list_plain_lines(picture: Picture) -> tuple[Stroke, ...]:
    """Return the lines without their looks, nothing where no place is bare and may lie on one."""
    if not any(place.ground == "bare" for place in picture.places):
        return ()
    return tuple(Stroke(each.x1, each.y1, each.x2, each.y2) for each in picture.strokes)


def find_line_of_place(place: Place, lines: Sequence[Stroke]) -> Stroke | None:
    """Return the line on which a place without a ground lies, between the ends."""
    if place.ground != "bare" or not place.name:
        return None

    def detour(line: Stroke) -> float:
        begin = math.hypot(line.x1 - place.x, line.y1 - place.y)
        end = math.hypot(line.x2 - place.x, line.y2 - place.y)
        return begin + end - math.hypot(line.x1 - line.x2, line.y1 - line.y2)

    return next((each for each in lines if detour(each) < 0.001), None)


def _draw_line_shape(line: Stroke, paper: PixelScale, width: float, look: dict[str, Any]) -> str:
    """Return an area along a line, `width` cells wide; it ends before what the line leads to."""
    (x1, y1), (x2, y2) = paper.to_pixels(line.x1, line.y1), paper.to_pixels(line.x2, line.y2)
    length = math.hypot(x2 - x1, y2 - y1) or 1.0
    along, aside = (x2 - x1) / length, (y2 - y1) / length
    short, half = min(LINE_END * paper.cell, length / 4), width * paper.cell / 2
    ends = (x1 + along * short, y1 + aside * short), (x2 - along * short, y2 - aside * short)
    corners = [(x - way * aside * half, y + way * along * half) for way in (1, -1) for x, y in ends[::way]]
    return element("path", d="M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in corners) + "Z", **look)


def draw_last_move_shade(
    place: Place, paper: PixelScale, *, is_taken: bool, line: Stroke | None = None
) -> str:
    """Return the shade of a place of the last move.

    On a free point it is small, around a hole a ring; a place in the middle of a line has it along the line.
    """
    look = {"fill": "last", "stroke": "last-edge", "stroke_width": THIN}
    if line is not None:
        return _draw_line_shape(line, paper, 2 * LINE_END, {**look, "stroke_linejoin": "round"})
    if place.ground in HOLLOWS:
        look = {"fill": "none", "stroke": "last", "stroke_width": 2 * HEAVY}
    return _draw_place_shape(
        replace(place, ground="bare") if place.ground == "point" and not is_taken else place, paper, look
    )


def _draw_last_move_frame(place: Place, picture: Picture, paper: PixelScale) -> str:
    """Return a frame on what hides the shade of a cell of the last move, else nothing."""
    covered = _is_place_covered(place, picture, COVERING)
    return draw_cell_frame(place, paper) if covered and place.ground != "point" else ""


def _is_place_covered(place: Place, picture: Picture, shapes: Sequence[str]) -> bool:
    """Return whether something of these shapes lies on a place."""
    return any(thing.shape in shapes and is_anything_on_place(thing, place) for thing in picture.things)


def draw_cell_frame(place: Place, paper: PixelScale, ink: str = "last-edge") -> str:
    """Return a frame on a cell, of the last move unless another colour is given."""
    x, y = paper.to_pixels(place.x, place.y)
    half = paper.cell * 0.36
    width = FIRM if ink == "last-edge" else HEAVY
    box = {"x": x - half, "y": y - half, "width": 2 * half, "height": 2 * half, "rx": 3, "fill": "none"}
    return element("rect", **box, stroke="paper", stroke_width=2 * width) + element(
        "rect", **box, stroke=ink, stroke_width=width
    )


def _draw_heat_shade(heat: PlaceHeat, place: Place, paper: PixelScale) -> str:
    """Return a place's shade: the better it does, the darker."""
    opacity = f"{FAINTEST + (DARKEST - FAINTEST) * min(1.0, max(0.0, heat.share)):.2f}"
    return _draw_place_shape(place, paper, {"fill": "blue", "fill_opacity": opacity})


def _draw_heat_percentage(heat: PlaceHeat, place: Place, picture: Picture, paper: PixelScale) -> str:
    """Return the figures of a shade in the middle of a cell, below the piece where one stands there."""
    x, y = paper.to_pixels(place.x, place.y)
    size = max(11.0, paper.cell * 0.3)
    if any(is_anything_on_place(thing, place) for thing in picture.things):
        y += paper.cell * 0.36
        size = max(9.0, paper.cell * 0.2)
    look = {"font_size": size, "fill": "ink", "class_": "z-middle z-strong z-number"}
    return element("text", escape(heat.text), x=x, y=y + size * 0.36, **look)


def _draw_place_shape(place: Place, paper: PixelScale, look: dict[str, Any]) -> str:
    """Return the shape of a place's ground, a little smaller."""
    x, y = paper.to_pixels(place.x, place.y)
    if place.reach:
        boxes = ([each * paper.cell for each in box] for box in place.reach)
        path = (f"M{x + a:.1f} {y + b:.1f}H{x + c:.1f}V{y + d:.1f}H{x + a:.1f}Z" for a, b, c, d in boxes)
        return element("path", d="".join(path), **look)
    if place.ground in ("square", "card", "lane"):
        half, down = (paper.cell * each - 1.2 for each in REACH[place.ground])
        down = paper.cell / 2 - 1.2 if place.ground == "lane" else down
        return element("rect", x=x - half, y=y - down, width=2 * half, height=2 * down, rx=2, **look)
    if place.ground == "hexagon":
        return element("path", d=_hexagon_path(x, y, paper.cell * 0.94), **look)
    return element("circle", cx=x, cy=y, r=paper.cell * RADII.get(place.ground, 0.22), **look)


def _draw_legal_moves(
    picture: Picture, highlights: MoveHighlights, named: dict[str, Place], paper: PixelScale
) -> list[str]:
    """Return a dot on each free cell, a ring where something stands; what a move is worth needs neither."""
    said = {worth.place for worth in highlights.values}
    drawn = []
    for name in highlights.legal:
        if name not in named or name in said:
            continue
        x, y = paper.to_pixels(named[name].x, named[name].y)
        if _is_place_occupied(named[name], picture):
            look = {"fill": "none", "stroke_width": FIRM, "stroke_dasharray": "3 3"}
            drawn.append(element("circle", cx=x, cy=y, r=paper.cell * 0.45, stroke="soft", **look))
        else:
            drawn.append(
                element("circle", cx=x, cy=y, r=paper.cell * 0.12, class_="z-legal", stroke_width=THIN)
            )
    return drawn


def _draw_arrows(highlights: MoveHighlights, named: dict[str, Place], paper: PixelScale) -> list[str]:
    drawn = []
    for begin, end in highlights.arrows:
        if begin not in named or end not in named or begin == end:
            continue
        (x1, y1), (x2, y2) = (paper.to_pixels(named[name].x, named[name].y) for name in (begin, end))
        length = math.hypot(x2 - x1, y2 - y1)
        along, aside = (x2 - x1) / length, (y2 - y1) / length
        head, wide, short = paper.cell * 0.32, paper.cell * 0.17, paper.cell * 0.18
        tip_x, tip_y = x2 - along * short, y2 - aside * short
        ends = x1 + along * short, y1 + aside * short, tip_x - along * head, tip_y - aside * head
        drawn.append(_draw_segment(*ends, "z-arrow", HEAVY * 1.4, stroke_opacity=0.85))
        path = _arrow_head_path(tip_x, tip_y, along, aside, head, wide)
        drawn.append(element("path", d=path, class_="z-arrow-head", fill_opacity=0.85))
    return drawn


def _draw_click_targets(
    picture: Picture, click_targets: Sequence[ClickTarget], paper: PixelScale
) -> tuple[list[str], list[str]]:
    """Return what answers to clicks: a shape on each place that nobody sees until it is pointed at.

    The first lie beneath what stands on the board, so that its colours stay. The others are outlines above
    what fills its place. Where they overlap, those to the right lie above.
    """
    named = {place.name: place for place in reversed(picture.places) if place.name}
    lines = list_plain_lines(picture)
    beneath: list[str] = []
    above: list[str] = []
    order = {name: place.x if place.reach else 0.0 for name, place in named.items()}
    for target in sorted(
        (each for each in click_targets if each.place in named), key=lambda each: order[each.place]
    ):
        place = named[target.place]
        is_filled = _is_place_covered(place, picture, FILLING)
        look = f"{target.css_class} z-over" if is_filled else target.css_class
        line = find_line_of_place(place, lines)
        shape = draw_click_target(place, picture.places, paper, look, line)
        (above if is_filled else beneath).append(target.wrap_in_link(shape))
    return beneath, above


def draw_click_target(
    place: Place, places: Sequence[Place], paper: PixelScale, look: str, line: Stroke | None = None
) -> str:
    """Return the shape that answers on a place; on a line, or at the head of a column, it is as long.

    A column is what has no names and stands above or below one bare place that has one, as wide as the gap
    to the next.
    """
    shape = {"class_": look, "stroke_width": FIRM}
    if line is not None:
        return _draw_line_shape(line, paper, 3 * LINE_END, shape)
    column = [each for each in places if abs(each.x - place.x) < 0.01]
    if place.ground != "bare" or len(column) < 2 or any(each.name for each in column if each != place):
        return _draw_place_shape(place, paper, shape)
    apart = min((abs(each.x - place.x) for each in places if each.name and each != place), default=1.0)
    x, top = paper.to_pixels(place.x - 0.47 * apart, min(each.y for each in column) - 0.47)
    _, bottom = paper.to_pixels(0, max(each.y for each in column) + 0.47)
    return element("rect", x=x, y=top, width=0.94 * apart * paper.cell, height=bottom - top, rx=4, **shape)


def _yield_place_value_signs(
    picture: Picture, highlights: MoveHighlights, named: dict[str, Place], paper: PixelScale
) -> Iterator[str]:
    """Yield the value signs: the best large, the others small; in a crowd, worse moves have no number."""
    values = highlights.values
    obstacles = list(yield_obstacles(picture, paper)) if values else []
    meeting = _map_meeting_signs_to_places(highlights, named)
    turns = {(thing.x, thing.y) for thing in picture.things if thing.shape == "turn"}
    best_tones = {worth.tone for worth in values if worth.best}
    lying = {worth: place for worth in values if (place := _find_sign_place(worth, picture, named))}
    is_crowd = len({worth.place for worth in lying}) > MOST_FIGURES
    spots: dict[str, tuple[float, float, float]] = {}
    width = max(paper.size[0], compute_least_width(paper))
    least_type = LEAST_TYPE * width / PHONE_BOARD if width > PHONE else 0.0
    for worth, place in lying.items():
        is_best = worth.best or not best_tones
        kind = "best" if is_best else "dot" if is_crowd and worth.tone not in best_tones else "other"
        is_turn = (place.x, place.y) in turns
        size = compute_largest_sign("best" if is_turn else kind, paper.cell)
        largest = min(size, compute_sign_limit(place, paper))
        if worth in meeting:  # each on its own arrow
            place = meeting[worth]
        is_first = place.name not in spots
        if is_first:
            middle = compute_sign_middle(place, paper)
            spots[place.name] = find_sign_spot(
                middle, paper.cell, largest, obstacles, is_line=place.ground == "bare"
            )
            if is_turn:
                out = 1 + OUTSIDE / math.hypot(place.x, place.y)  # the cube is at 0 0
                spots[place.name] = *paper.to_pixels(place.x * out, place.y * out), largest
            x, y, radius = spots[place.name]
            obstacles.append(Obstacle(x, y, x, y, SIGN_REACH * radius, TEXT_WEIGHT))
        x, y, radius = spots[place.name]
        said = "" if kind == "dot" else shorten_figures(worth.text, worth.tone)
        sign = draw_value_sign(worth.tone, said, x, y, min(radius, largest), kind, least_type)
        more: dict[str, str] = {} if is_first else {"display": "none"}
        if place.name != worth.place:  # on an edge, where it hides no other of the two cells
            more["data_at"] = place.name
        yield (
            element("g", sign, data_to=worth.place, data_from=worth.origin, **more)
            if worth.origin
            else sign
            if is_first
            else ""
        )


def _map_meeting_signs_to_places(
    highlights: MoveHighlights, named: dict[str, Place]
) -> dict[ValueSign, Place]:
    """Return where signs stand whose arrows end in one cell: on the side from which each comes."""
    found = {}
    for place, ends in groupby(
        sorted(zip(highlights.values, highlights.arrows, strict=False), key=lambda each: each[0].place),
        key=lambda each: each[0].place,
    ):
        arriving = list(ends)
        for worth, (begin, _) in arriving if len(arriving) > 1 and place in named else ():
            end, start = named[place], named[begin]
            far = math.hypot(start.x - end.x, start.y - end.y) or 1.0
            x, y = (to + MEETING * (back - to) / far for to, back in ((end.x, start.x), (end.y, start.y)))
            found[worth] = replace(end, name=f"{place} {begin}", x=x, y=y)
    return found


def compute_sign_middle(place: Place, paper: PixelScale) -> tuple[float, float]:
    """Return the point near which a place's sign stands, in pixels: its middle, or above what is narrow."""
    x, y = paper.to_pixels(place.x, place.y)
    right, outwards, _ = ASIDE.get(place.ground, (0.0, 0.0, 0.0))
    is_below = place.ground == "hollow" and 2 * place.y > paper.board[1] + paper.board[3]
    return x + right * paper.cell, y + (outwards if is_below else -outwards) * paper.cell


def compute_sign_limit(place: Place, paper: PixelScale) -> float:
    """Return the largest radius of a sign of a place, in pixels: narrow ones stand side by side."""
    return ASIDE.get(place.ground, (0.0, 0.0, 1.0))[2] * paper.cell


def _find_sign_place(worth: ValueSign, picture: Picture, named: dict[str, Place]) -> Place | None:
    """Return the place of a sign; the edge between two free neighbours, which a move takes together."""
    end, begin = named.get(worth.place), named.get(worth.origin)
    if end is None or begin is None or not begin.ground == end.ground == "square":
        return end
    is_apart = abs(begin.x - end.x) + abs(begin.y - end.y) != 1
    if is_apart or any(_is_place_occupied(each, picture) for each in (begin, end)):
        return end
    return Place(f"{begin.name} {end.name}", (begin.x + end.x) / 2, (begin.y + end.y) / 2)


def compute_largest_sign(kind: str, cell: float) -> float:
    """Return the largest radius of a sign "best", "other" or "dot", in pixels."""
    share, most = {"best": BEST_SIGN, "other": OTHER_SIGN, "dot": DOT}[kind]
    return max(LEAST_SIGN, min(most, share * cell))


def yield_obstacles(picture: Picture, paper: PixelScale) -> Iterator[Obstacle]:
    """Yield what signs must not cover: pieces, texts, drawn lines, and what is outside the picture."""
    yield from yield_frame_obstacles(paper)
    parts: list[Thing | Mark | Stroke] = [*picture.things, *picture.marks, *picture.strokes]
    for part in parts:
        yield from yield_part_obstacles(part, paper)


def yield_frame_obstacles(paper: PixelScale) -> Iterator[Obstacle]:
    """Yield what is outside the picture."""
    (width, height), far = paper.size, 1e4
    yield Obstacle(-far, -far, 0.0, far, 0.0, TEXT_WEIGHT)
    yield Obstacle(-far, -far, far, 0.0, 0.0, TEXT_WEIGHT)
    yield Obstacle(width, -far, far, far, 0.0, TEXT_WEIGHT)
    yield Obstacle(-far, height, far, far, 0.0, TEXT_WEIGHT)


def yield_part_obstacles(part: Thing | Mark | Stroke, paper: PixelScale) -> Iterator[Obstacle]:
    """Yield what signs must not cover of a part of a picture."""
    if isinstance(part, Thing):
        x, y = paper.to_pixels(part.x, part.y)
        for each in measure_thing(part.shape, part.side, part.text, part.width, part.height):
            yield each.scale(paper.cell / 100, x, y)
    elif isinstance(part, Mark):
        yield make_text_obstacle(part.text, *paper.place_mark(part), paper.font_size(part))
    elif part.kind in ("wall", "goal") or part.side is not None:
        ends = *paper.to_pixels(part.x1, part.y1), *paper.to_pixels(part.x2, part.y2)
        yield from yield_line_obstacles(*ends, compute_stroke_width(part, paper), paper.cell / 10)


def shorten_figures(said: str, tone: str) -> str:
    """Return the figures of a sign: of an estimate at most three characters.

    >>> [shorten_figures(said, "unknown") for said in ("+3", "-0.35", "+1.24", "+1250")]
    ['+3', '-.3', '+1', '+99']
    """
    if tone in ("win", "draw", "loss") or len(said) < 4:
        return said
    value = min(99.0, max(-99.0, float(said)))
    return f"{value:+.0f}" if abs(value) >= 1 else f"{value:+.1f}".replace("0.", ".")


def compute_least_sign(said: str) -> float:
    """Return the least radius, in pixels, of a sign in which figures are large enough to read."""
    return LEAST_FOR_FIGURES[min(len(said), len(LEAST_FOR_FIGURES) - 1)]


@lru_cache(maxsize=4_096)
def draw_value_sign(
    tone: str,
    said: str,
    x: float,
    y: float,
    radius: float,
    kind: str = "best",
    least_type: float = 0.0,
) -> str:
    """Return the sign of a value around a point: a disc, a ring, an open diamond, a dotted outline.

    The text `said` in it is a few digits, left out where it would be too small, on a phone below
    `least_type`. The lines are the heavier, the better the move (`kind`).
    """
    known = tone if tone in ("win", "draw", "loss") else "unknown"
    width = radius * {"best": 0.18, "other": 0.13, "dot": 0.34}[kind]
    look = {"class_": f"z-value-{known}", "stroke_width": width}
    if known == "unknown":
        look["stroke_dasharray"] = f"0.1 {2 * width:.2f}"
    if known == "loss":
        reach = radius * SIGN_REACH
        side = f"{reach:.1f}"
        path = f"M{x:.1f} {y - reach:.1f}l{side} {side}l-{side} {side}l-{side} -{side}Z"
        drawn = element("path", d=path, stroke_linejoin="round", **look)
    else:
        drawn = element("circle", cx=x, cy=y, r=radius, **look)
    if not said or radius < compute_least_sign(said):
        return drawn
    size = radius * (1.3, 1.15, 0.84, 0.66, 0.55, 0.46)[min(len(said), 6) - 1]
    tiny = " z-tiny" if size < least_type else ""
    word = {"font_size": size, "class_": f"z-said-{known} z-middle z-strong z-number{tiny}"}
    return drawn + element("text", escape(said), x=x, y=y + size * 0.36, **word)


# The words below.


def _measure_notes(picture: Picture) -> tuple[list[float], float]:
    """Return the width of each line of notes, and how much higher the picture is for them."""
    lines = picture.notes
    wide = [
        compute_note_width(each, has_man=picture.mover is not None and not n) for n, each in enumerate(lines)
    ]
    return wide, compute_notes_height(len(lines))


def compute_notes_height(lines: int) -> float:
    """Return how high some lines of words are, with the gap below them."""
    return lines * BODY * LINE + (GAP if lines else 0)


def compute_note_width(line: str, *, has_man: bool) -> float:
    """Return how wide a line of words is, the mover's piece before it included."""
    return len(line) * BODY * CHARACTER + (BODY * 1.6 if has_man else 0.0)


def _draw_notes(picture: Picture, width: float, top: float) -> list[str]:
    man_of = draw_mover_piece(picture)
    return [
        draw_note(line, number, "" if number else man_of, width, top)
        for number, line in enumerate(picture.notes)
    ]


def draw_note(line: str, number: int, man_of: str, width: float, top: float) -> str:
    """Return a line of words below a board of this width, the mover's piece before it where there is one."""
    middle, y = width / 2, top + BODY * (LINE * number + 1.3)
    look = {"font_size": BODY, "class_": "z-f-ink z-word" if width > PHONE else "z-f-ink"}
    if not man_of:
        return element("text", escape_board_line(line), x=middle, y=y, text_anchor="middle", **look)
    left = max(GAP, middle - compute_note_width(line, has_man=True) / 2)
    place = f"translate({left + BODY * 0.55:.1f} {y - BODY * 0.36:.1f})scale({BODY * 1.15 / 76:.3g})"
    said = element("text", escape_board_line(line), x=left + BODY * 1.5, y=y, **look)
    return element("g", man_of, transform=place) + said


def draw_mover_piece(picture: Picture) -> str:
    """Return the outline of a piece of the mover's, nothing where the picture does not show the mover."""
    if picture.mover is None:
        return ""
    side = picture.mover
    shape = picture.mover_shapes[side % 2]
    turning = (
        thing.text for thing in picture.things if thing.side == side and thing.shape == shape in TURNING
    )
    facing = next(turning, "")
    return piece_outline(shape, side, facing)

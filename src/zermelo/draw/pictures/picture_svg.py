"""A `Picture` as SVG: places, lines, pieces, coordinates outside, the words below, and marks on top.

Layers are drawn from bottom to top: the ground, the last move's shade, lines, pieces, arrows, and the value
of each move as a sign: a filled disc wins, a ring draws, an open diamond loses.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final

from zermelo.boards.pictures.move_highlights import MoveHighlights, PlaceHeat, ValueSign
from zermelo.boards.pictures.picture import Mark, Picture, Place, Stroke, Thing
from zermelo.draw.pictures.click_target import ClickTarget
from zermelo.draw.pictures.colour_theme import BODY, CELL, FIRM, GAP, HEAVY, SIDES, THIN
from zermelo.draw.pictures.piece_outlines import piece_outline
from zermelo.draw.pictures.svg_markup import element, escape, escape_board_line, svg

REACH: Final = {
    "square": (0.5, 0.5),
    "hexagon": (0.5, 0.578),
    "point": (0.46, 0.46),
    "pit": (0.5, 0.5),
    "bare": (0.32, 0.32),
}
CHARACTER: Final = 0.54  # the width of a letter, in its height
WIDEST: Final = 640.0  # pixels: a larger board has smaller cells
SMALLEST: Final = 24.0  # pixels: of these at least
THICK: Final = 0.4  # of a slab, in cells
WIDTHS: Final = {"line": FIRM, "border": 2.4, "wall": 4.5, "faint": 2.2, "goal": 7.0}
ROOM: Final = 320.0  # pixels: words of a wider board are larger, as it is looked at smaller
GROWN: Final = 1.5  # by this much at most
COVERING: Final = ("block", "tile")  # things that hide the shade of the cell on which they lie
FAINTEST, DARKEST = 0.05, 0.55  # of a heat's shade: what is written on it must be read
NO_HIGHLIGHTS: Final = MoveHighlights()


@dataclass(frozen=True)
class PixelScale:
    """Where a picture's lengths stand on the paper, in pixels."""

    left: float
    top: float
    cell: float
    right: float
    bottom: float

    def to_pixels(self, x: float, y: float) -> tuple[float, float]:
        """Return a point of the picture in pixels."""
        return (x - self.left) * self.cell, (y - self.top) * self.cell

    @property
    def size(self) -> tuple[float, float]:
        """The width and the height, in pixels."""
        return (self.right - self.left) * self.cell, (self.bottom - self.top) * self.cell


def picture_svg(
    picture: Picture,
    title: str,
    highlights: MoveHighlights = NO_HIGHLIGHTS,
    cell: float = CELL,
    click_targets: Sequence[ClickTarget] = (),
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

    Returns
    -------
    str
        SVG.
    """
    paper = make_pixel_scale(picture, cell)
    width, height = paper.size
    body = BODY * compute_text_enlargement(paper)
    notes, below = _measure_notes(picture, body)
    widest = max([width, *(wide + 2 * GAP for wide in notes)])
    shift = (widest - width) / 2
    drawn = _draw_layers(picture, highlights, paper) + _draw_click_targets(picture, click_targets, paper)
    board = element("g", *drawn, transform=f"translate({shift:.1f} 0)") if shift > 0.05 else "".join(drawn)
    return svg(widest, height + below, title, board, *_draw_notes(picture, widest / 2, height, body))


def compute_nested_board_size(picture: Picture, cell: float) -> tuple[float, float]:
    """Return the width and the height of `nested_board`, in pixels."""
    left, top, right, bottom = compute_picture_bounds(replace(picture, marks=()))
    return (right - left) * cell, (bottom - top) * cell


def nested_board(picture: Picture, x: float, y: float, cell: float) -> str:
    """Return the board alone, for a larger picture: its upper left corner at a point, no words."""
    bare = replace(picture, marks=())
    left, top, right, bottom = compute_picture_bounds(bare)
    drawn = _draw_layers(bare, NO_HIGHLIGHTS, PixelScale(left, top, cell, right, bottom))
    return element("g", *drawn, transform=f"translate({x:.1f} {y:.1f})")


def _draw_layers(picture: Picture, highlights: MoveHighlights, paper: PixelScale) -> list[str]:
    """Return all layers of the picture, from below."""
    named = {place.name: place for place in reversed(picture.places) if place.name}
    return [
        *_draw_grounds(picture, paper),
        *(draw_last_move_shade(named[name], paper) for name in highlights.last if name in named),
        *(
            _draw_heat_shade(heat, named[heat.place], paper)
            for heat in highlights.heats
            if heat.place in named
        ),
        *_draw_strokes(picture, paper),
        *(draw_thing(thing, paper) for thing in picture.things),
        *(_draw_last_move_frame(named[name], picture, paper) for name in highlights.last if name in named),
        *_draw_marks(picture, paper),
        *_draw_legal_moves(picture, highlights, named, paper),
        *(draw_cell_frame(named[name], paper, "ink") for name in highlights.chosen if name in named),
        *_draw_arrows(highlights, named, paper),
        *(
            _draw_place_value(worth, named[worth.place], picture, paper)
            for worth in highlights.values
            if worth.place in named
        ),
        *(
            _draw_heat_percentage(heat, named[heat.place], picture, paper)
            for heat in highlights.heats
            if heat.place in named and heat.text
        ),
    ]


# How large it is.


def make_pixel_scale(picture: Picture, cell: float) -> PixelScale:
    """Return the paper of a picture: boards wider than `WIDEST` have smaller cells."""
    left, top, right, bottom = compute_picture_bounds(picture)
    cell = max(SMALLEST, min(cell, WIDEST / max(right - left, 1.0))) if cell >= SMALLEST else cell
    margin = GAP / cell
    return PixelScale(left - margin, top - margin, cell, right + margin, bottom + margin)


def compute_text_enlargement(paper: PixelScale) -> float:
    """Return by how much words are larger than on a small board, so that they are read at 200 pixels too."""
    return min(GROWN, max(1.0, paper.size[0] / ROOM))


def compute_picture_bounds(picture: Picture) -> tuple[float, float, float, float]:
    """Return the left, the top, the right and the bottom of all that is drawn, in cells."""
    boxes = [(0.0, 0.0, 0.0, 0.0)] if not (picture.places or picture.things or picture.strokes) else []
    for place in picture.places:
        across, down = REACH.get(place.ground, (0.0, 0.0))
        boxes.append((place.x - across, place.y - down, place.x + across, place.y + down))
    for thing in picture.things:
        across = compute_thing_half_width(thing)
        boxes.append((thing.x - across, thing.y - 0.46, thing.x + across, thing.y + 0.46))
    for stroke in picture.strokes:
        half = THICK / 2 if stroke.kind == "slab" else 0.0
        boxes.append((stroke.x1, stroke.y1 - half, stroke.x1, stroke.y1 + half))
        boxes.append((stroke.x2, stroke.y2 - half, stroke.x2, stroke.y2 + half))
    for mark in picture.marks:
        across = 0.1 + 0.09 * len(mark.text)
        boxes.append((mark.x - across, mark.y - 0.2, mark.x + across, mark.y + 0.2))
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def compute_thing_half_width(thing: Thing) -> float:
    """Return half the width of a thing, in cells."""
    if thing.shape in ("match", "pin", "domino"):
        return 0.18
    letters = len(thing.text)
    if thing.shape == "card":
        return max(0.32, 0.12 * letters + 0.14)
    return max(0.46, 0.13 * letters) if thing.shape == "text" else 0.46


# What lies on the table.


def _draw_grounds(picture: Picture, paper: PixelScale) -> list[str]:
    has_shades = any(place.shade for place in picture.places)
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
    ink = {"fill": "shade" if place.shade else "cell"}
    if place.ground == "square":
        half = paper.cell / 2
        box = {"x": x - half, "y": y - half, "width": paper.cell, "height": paper.cell}
        return element(
            "rect", **box, **ink if has_shades else {**ink, "stroke": "line", "stroke_width": THIN}
        )
    if place.ground == "hexagon":
        return element("path", d=_hexagon_path(x, y, paper.cell), **ink, stroke="line", stroke_width=1.4)
    if place.ground == "point":
        return element("circle", cx=x, cy=y, r=paper.cell * 0.1, fill="line")
    if place.ground == "pit":
        look = {"fill": "shade", "stroke": "line", "stroke_width": THIN}
        return element("circle", cx=x, cy=y, r=paper.cell * 0.47, **look)
    return ""


def needs_rim(picture: Picture) -> bool:
    """Return whether a line goes around the squares: chequered ones have none of their own."""
    has_rim = any(stroke.kind == "border" for stroke in picture.strokes)
    return any(place.shade for place in picture.places) and not has_rim


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
    order = ("goal", "line", "faint", "border", "slab", "wall")
    return [draw_stroke(stroke, paper) for kind in order for stroke in picture.strokes if stroke.kind == kind]


def draw_stroke(stroke: Stroke, paper: PixelScale) -> str:
    """Return a line."""
    (x1, y1), (x2, y2) = paper.to_pixels(stroke.x1, stroke.y1), paper.to_pixels(stroke.x2, stroke.y2)
    if stroke.kind == "slab":
        thick = THICK * paper.cell
        whose = "nobody" if stroke.side is None else SIDES[stroke.side % len(SIDES)]
        box = {"x": min(x1, x2), "y": (y1 + y2 - thick) / 2, "width": abs(x2 - x1), "height": thick}
        return element("rect", **box, rx=thick / 3, class_=f"z-man-{whose}", stroke_width=FIRM)
    owner = f"z-stroke-{SIDES[stroke.side % len(SIDES)]}" if stroke.side is not None else f"z-{stroke.kind}"
    if stroke.side is None and stroke.kind == "goal":
        owner = "z-border"
    more = {"stroke_dasharray": "7 4"} if stroke.side == 3 else {}  # red beside green: not by colour alone
    return element(
        "line",
        x1=x1,
        y1=y1,
        x2=x2,
        y2=y2,
        class_=owner,
        stroke_width=WIDTHS[stroke.kind] * min(1.0, paper.cell / CELL + 0.2),
        stroke_linecap="butt" if more else "round",
        **more,
    )


def draw_thing(thing: Thing, paper: PixelScale) -> str:
    """Return a piece, or another thing that stands on the board."""
    x, y = paper.to_pixels(thing.x, thing.y)
    scale = paper.cell / 100
    return element(
        "g",
        piece_outline(thing.shape, thing.side, thing.text),
        transform=f"translate({x:.1f} {y:.1f})scale({scale:.3g})",
    )


def _is_place_occupied(place: Place, picture: Picture) -> bool:
    """Return whether a piece or a coordinate stands on a place; heaps have a coordinate before them."""
    return any(is_anything_on_place(each, place) for some in (picture.things, picture.marks) for each in some)


def is_anything_on_place(thing: Thing | Mark, place: Place) -> bool:
    """Return whether something stands in the middle of a place."""
    return abs(thing.x - place.x) < 0.01 and abs(thing.y - place.y) < 0.01


def _draw_marks(picture: Picture, paper: PixelScale) -> list[str]:
    cells = [place for place in picture.places if place.ground == "square"]
    return [draw_mark(mark, paper, is_inside=is_mark_in_square(mark, cells)) for mark in picture.marks]


def is_mark_in_square(mark: Mark, cells: Sequence[Place]) -> bool:
    """Return whether a coordinate stands in one of some squares."""
    return any(max(abs(mark.x - each.x), abs(mark.y - each.y)) < 0.5 for each in cells)


def draw_mark(mark: Mark, paper: PixelScale, *, is_inside: bool) -> str:
    """Return a coordinate: those outside grow with the board, those in cells contrast with pieces."""
    size = max(11.0, min(float(BODY), paper.cell * 0.29))
    x, y = paper.to_pixels(mark.x, mark.y)
    own = size if is_inside else size * compute_text_enlargement(paper)
    ink = "z-f-ink z-apart" if is_inside else "z-f-soft"
    look = {"font_size": own, "class_": f"{ink} z-middle z-number"}
    return element("text", escape(mark.text), x=x, y=y + own * 0.36, **look)


# What is marked on it.


def draw_last_move_shade(place: Place, paper: PixelScale) -> str:
    """Return the shade of a cell of the last move."""
    return _draw_place_shape(place, paper, {"fill": "last", "stroke": "last-edge", "stroke_width": FIRM})


def _draw_last_move_frame(place: Place, picture: Picture, paper: PixelScale) -> str:
    """Return a frame on what hides the shade of a cell of the last move, else nothing."""
    covered = any(thing.shape in COVERING and is_anything_on_place(thing, place) for thing in picture.things)
    return draw_cell_frame(place, paper) if covered else ""


def draw_cell_frame(place: Place, paper: PixelScale, ink: str = "last-edge") -> str:
    """Return a frame on a cell, of the last move unless another colour is given."""
    x, y = paper.to_pixels(place.x, place.y)
    half = paper.cell * 0.36
    box = {"x": x - half, "y": y - half, "width": 2 * half, "height": 2 * half, "rx": 3, "fill": "none"}
    return element("rect", **box, stroke="paper", stroke_width=2 * HEAVY) + element(
        "rect", **box, stroke=ink, stroke_width=HEAVY
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
    if place.ground == "square":
        half = paper.cell / 2 - 1.2
        return element("rect", x=x - half, y=y - half, width=2 * half, height=2 * half, rx=2, **look)
    if place.ground == "hexagon":
        return element("path", d=_hexagon_path(x, y, paper.cell * 0.94), **look)
    reach = 0.47 if place.ground in ("point", "pit") else 0.3
    return element("circle", cx=x, cy=y, r=paper.cell * reach, **look)


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
        foot_x, foot_y = tip_x - along * head, tip_y - aside * head
        drawn.append(
            element(
                "line",
                x1=x1 + along * short,
                y1=y1 + aside * short,
                x2=foot_x,
                y2=foot_y,
                class_="z-arrow",
                stroke_width=HEAVY * 1.4,
                stroke_opacity=0.85,
            )
        )
        path = f"M{tip_x:.1f} {tip_y:.1f}L{foot_x - aside * wide:.1f} {foot_y + along * wide:.1f}"
        path += f"L{foot_x + aside * wide:.1f} {foot_y - along * wide:.1f}Z"
        drawn.append(element("path", d=path, class_="z-arrow-head", fill_opacity=0.85))
    return drawn


def _draw_click_targets(
    picture: Picture, click_targets: Sequence[ClickTarget], paper: PixelScale
) -> list[str]:
    """Return what answers to clicks: a shape on each place that nobody sees until it is pointed at."""
    named = {place.name: place for place in reversed(picture.places) if place.name}
    return [
        target.wrap_in_link(draw_click_target(named[target.place], picture.places, paper, target.css_class))
        for target in click_targets
        if target.place in named
    ]


def draw_click_target(place: Place, places: Sequence[Place], paper: PixelScale, look: str) -> str:
    """Return the shape that answers on a place; at the head of a column it is as long as the column.

    A column is what has no names and stands above or below one bare place that has one.
    """
    shape = {"class_": look, "stroke_width": FIRM}
    column = [each for each in places if abs(each.x - place.x) < 0.01]
    if place.ground != "bare" or len(column) < 2 or any(each.name for each in column if each != place):
        return _draw_place_shape(place, paper, shape)
    x, top = paper.to_pixels(place.x - 0.47, min(each.y for each in column) - 0.47)
    _, bottom = paper.to_pixels(0, max(each.y for each in column) + 0.47)
    return element("rect", x=x, y=top, width=0.94 * paper.cell, height=bottom - top, rx=4, **shape)


def _draw_place_value(worth: ValueSign, place: Place, picture: Picture, paper: PixelScale) -> str:
    """Return the sign of a value in the middle of a cell, in its corner where something stands there."""
    return draw_value_sign(
        worth.tone,
        worth.text,
        *find_value_sign_spot(place, paper, is_taken=_is_place_occupied(place, picture)),
    )


def find_value_sign_spot(place: Place, paper: PixelScale, *, is_taken: bool) -> tuple[float, float, float]:
    """Return where the sign of a value stands on a place, and its radius."""
    x, y = paper.to_pixels(place.x, place.y)
    if not is_taken:
        return x, y, max(9.0, paper.cell * 0.31)
    radius = max(8.0, paper.cell * 0.23)
    return x + paper.cell * 0.5 - radius, y - paper.cell * 0.5 + radius, radius


@lru_cache(maxsize=4_096)
def draw_value_sign(tone: str, said: str, x: float, y: float, radius: float) -> str:
    """Return the sign of a value around a point: a disc, a ring, an open diamond, a dotted outline.

    The text `said` in it is a few digits.
    """
    known = tone if tone in ("win", "draw", "loss") else "unknown"
    look = {"class_": f"z-value-{known}", "stroke_width": 1.5 if known == "win" else 2.2}
    if known == "loss":
        reach = radius * 1.2
        side = f"{reach:.1f}"
        path = f"M{x:.1f} {y - reach:.1f}l{side} {side}l-{side} {side}l-{side} -{side}Z"
        drawn = element("path", d=path, stroke_linejoin="round", **look)
    else:
        drawn = element("circle", cx=x, cy=y, r=radius, **look)
    if not said:
        return drawn
    size = radius * (1.15 if len(said) < 2 else 1.02 if len(said) < 3 else 2.5 / len(said))
    word = {"font_size": size, "class_": f"z-said-{known} z-middle z-strong z-number"}
    return drawn + element("text", escape(said), x=x, y=y + size * 0.36, **word)


# The words below.


def _measure_notes(picture: Picture, body: float) -> tuple[list[float], float]:
    """Return the width of each line of notes, and how much higher the picture is for them."""
    lines = picture.notes
    wide = [
        compute_note_width(each, body, has_man=picture.mover is not None and not n)
        for n, each in enumerate(lines)
    ]
    return wide, len(lines) * body * 1.5 + (GAP if lines else 0)


def compute_note_width(line: str, body: float, *, has_man: bool) -> float:
    """Return how wide a line of words is, the mover's piece before it included."""
    return len(line) * body * CHARACTER + (body * 1.6 if has_man else 0.0)


def _draw_notes(picture: Picture, middle: float, top: float, body: float) -> list[str]:
    man_of = draw_mover_piece(picture)
    return [
        draw_note(line, number, "" if number else man_of, middle, top, body)
        for number, line in enumerate(picture.notes)
    ]


def draw_note(line: str, number: int, man_of: str, middle: float, top: float, body: float) -> str:
    """Return a line of words below the board, the mover's piece before it where there is one."""
    y = top + body * (1.5 * number + 1)
    look = {"font_size": body, "class_": "z-f-ink"}
    if not man_of:
        return element("text", escape_board_line(line), x=middle, y=y, text_anchor="middle", **look)
    left = max(GAP, middle - compute_note_width(line, body, has_man=True) / 2)
    place = f"translate({left + body * 0.55:.1f} {y - body * 0.36:.1f})scale({body * 1.15 / 76:.3g})"
    said = element("text", escape_board_line(line), x=left + body * 1.5, y=y, **look)
    return element("g", man_of, transform=place) + said


def draw_mover_piece(picture: Picture) -> str:
    """Return the outline of a piece of the mover's, nothing where the picture does not show the mover."""
    if picture.mover is None:
        return ""
    side = picture.mover
    shape = picture.mover_shapes[side % 2]
    facing = next((thing.text for thing in picture.things if thing.side == side and shape == "wedge"), "")
    return piece_outline(shape, side, facing)

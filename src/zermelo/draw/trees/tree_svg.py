"""Trees as SVG, as wide as a page: each vertex a box, each branch a line with its name before the box.

Where they stand is `tree_places`. Slanted lines end before the names, so that nothing is ever drawn across a
text. Colours only repeat what is written.
"""

import textwrap
from itertools import pairwise

from zermelo.draw.pictures.colour_theme import FIRM, SMALL, THIN, TONES
from zermelo.draw.pictures.picture_svg import draw_nested_board
from zermelo.draw.pictures.svg_markup import element, escape_board_line, svg
from zermelo.draw.trees.tree_layout import (
    CHARACTER,
    GAP,
    LINE,
    MARGIN,
    PADDING,
    PAGE,
    TREE_CELL,
    PlacedShape,
    choose_layout,
    compute_vertex_board_size,
    list_vertex_text_rows,
    picture_width,
    text_width,
)
from zermelo.draw.trees.tree_shapes import BranchStyle, TreeFrame

INK, FAINT = "ink", "soft"
SIGNS = int((PAGE - 2 * MARGIN) / CHARACTER)  # of a line above a tree


def tree_svg(header: list[str], frames: list[TreeFrame]) -> str:
    """Return the trees of `frames`, one below the other, under the lines of `header`."""
    layout = choose_layout([frame.root for frame in frames])
    parts, y = _draw_paragraph(header, float(MARGIN), bold=False)
    width = MARGIN + text_width(_wrap_lines(header))
    for frame in frames:
        if frame.heading:
            said, y = _draw_paragraph([frame.heading], y, bold=True)
            parts += said
            width = max(width, MARGIN + text_width(_wrap_lines([frame.heading])))
        placed = layout(frame.root, y)
        for each in placed:
            parts.append(_draw_branch(each))
        parts += [_draw_vertex(each) for each in placed if each.shape.lines]
        width = max(width, picture_width(placed) - MARGIN)
        y = max(each.top + each.height for each in placed) + 2 * GAP
    return svg(width + MARGIN, y - GAP, header[0] if header else "a game tree", *parts)


def _wrap_lines(lines: list[str]) -> list[str]:
    return [part for line in lines for part in textwrap.wrap(line, SIGNS, break_on_hyphens=False)]


def _draw_paragraph(lines: list[str], y: float, *, bold: bool) -> tuple[list[str], float]:
    """Return lines of text, none longer than a page, and where what follows begins."""
    wrapped = _wrap_lines(lines)
    parts = [_draw_text(line, MARGIN, y + LINE * (n + 0.8), bold=bold) for n, line in enumerate(wrapped)]
    return parts, y + LINE * len(wrapped) + GAP


def _draw_branch(placed: PlacedShape) -> str:
    """Return the line that leads to a vertex, and the branch's name; nothing at the root."""
    if not placed.line:
        return ""
    stroke = placed.shape.stroke
    best, cut = stroke is BranchStyle.BEST, stroke is BranchStyle.CUT
    parts = [
        element(
            "line",
            x1=x1,
            y1=y1,
            x2=x2,
            y2=y2,
            stroke=FAINT if cut else INK,
            stroke_width=3 if best else THIN,
            stroke_linecap="round",
            **({"stroke_dasharray": "4 3"} if cut else {}),
        )
        for (x1, y1), (x2, y2) in pairwise(placed.line)
        if (x1, y1) != (x2, y2)
    ]
    for name, (x, y) in placed.names:
        parts.append(_draw_text(name, x, y, bold=best, fill=FAINT if cut else INK))
    if cut:
        parted = list(pairwise(placed.line))
        slanted = [(begin, end) for begin, end in parted if begin[0] != end[0] and begin[1] != end[1]]
        (x1, y1), (x2, y2) = slanted[0] if slanted else parted[-1]
        parts.append(_draw_cut_strokes((x1 + x2) / 2, (y1 + y2) / 2))
        for number, row in enumerate(list_vertex_text_rows(placed.shape) if not placed.shape.lines else []):
            y = placed.top + PADDING + LINE * (number + 0.8)
            parts.append(_draw_text(row, placed.left + PADDING, y, fill=FAINT))
    return "".join(parts)


def _draw_cut_strokes(x: float, y: float) -> str:
    """Return two short strokes that cut through a line at a point."""
    strokes = "".join(
        f"M{x - 7:.1f} {y + shift + 3:.1f}L{x + 7:.1f} {y + shift - 3:.1f}" for shift in (-2, 2)
    )
    return element("path", d=strokes, stroke="red", stroke_width=2, class_="scissors")


def _draw_vertex(placed: PlacedShape) -> str:
    shape = placed.shape
    stroke, fill = TONES[shape.tone]
    box = element(
        "rect",
        x=placed.left,
        y=placed.top,
        width=placed.width,
        height=placed.height,
        rx=4,
        fill=fill,
        stroke=stroke,
        stroke_width=FIRM,
        **({"stroke_dasharray": "2 3"} if shape.tone == "unknown" else {}),
    )
    parts, rows = [box], list_vertex_text_rows(shape)
    wide, high = compute_vertex_board_size(shape)
    if shape.picture is not None:
        left = placed.left + (placed.width - wide) / 2
        parts.append(draw_nested_board(shape.picture, left, placed.top + PADDING, TREE_CELL))
    said = len(rows) - len(shape.notes)  # lines of the position, then what it is worth, then notes
    for number, row in enumerate(rows):
        y = placed.top + PADDING + high + LINE * (number + 0.8)
        own = shape.picture is None and number < len(shape.lines)
        x = placed.left + placed.width / 2
        parts.append(
            _draw_text(
                row,
                x,
                y,
                bold=not own and number < said,
                fill=INK if own else stroke,
                anchor="middle",
                position=own,
            )
        )
    return "".join(parts)


def _draw_text(
    content: str,
    x: float,
    y: float,
    *,
    bold: bool = False,
    fill: str = INK,
    anchor: str = "start",
    position: bool = False,
) -> str:
    return element(
        "text",
        escape_board_line(content),
        x=float(x),
        y=float(y),
        font_size=SMALL,
        font_weight=600 if bold else 400,
        class_="z-mono" if position else "z-number",
        fill=fill,
        text_anchor=anchor,
    )

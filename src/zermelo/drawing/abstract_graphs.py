"""Abstract graphs as SVG: with vertices for lines, cells and signs, and as a fragment of the board.

In the first picture lines are squares above, cells circles with their letters, and signs stand below: A, D,
or an empty ring. The action has a thick ring and a star; cells that two summands share are yellow. In the
second the graph lies on a board: each line is a broad stroke, a small ring is a cell that must be empty.
Pictures stand in rows with signs such as + and = between them, and what each is below it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from zermelo.drawing.markup import TONES, element, escape, svg

INK: Final = "#333333"
QUIET: Final = "#bbbbbb"
COMMON: Final = "#ffe9a8"
LINE_COLOURS: Final = ("#1f6fb2", "#c4501b", "#2d7d46", "#7a4fa3", "#8a6d00", "#b0266b")
SIGN_TONES: Final = {"A": TONES["win"], "D": TONES["loss"], ".": ("#ffffff", QUIET)}
STEP: Final = 44.0  # from a cell to the next
ROW: Final = 62.0  # from lines to cells, and from cells to signs
RADIUS: Final = 14.0
SQUARE: Final = 34.0  # of a board
MARGIN: Final = 16.0
CHARACTER: Final = 0.62  # the width of a monospace character, in its height
CAPTION: Final = 12


@dataclass(frozen=True)
class DrawnGraph:
    """A graph to draw: each cell's letter and label (`.AD`), and lines as places of cells.

    Cells are drawn in this order. `common` are the places of cells that two summands share.
    """

    names: tuple[str, ...]
    labels: str
    lines: tuple[tuple[int, ...], ...]
    action: int | None = None
    common: tuple[int, ...] = ()
    caption: str = ""


@dataclass(frozen=True)
class DrawnFragment:
    """A graph on a board: (column, row) of every cell of the board, and lines as places of cells.

    `signs` gives for places of cells what stands there: A, D, `*`, or `.` for what must be empty.
    """

    places: tuple[tuple[float, float], ...]
    lines: tuple[tuple[int, ...], ...]
    signs: tuple[tuple[int, str], ...]
    caption: str = ""


Item = DrawnGraph | DrawnFragment | str  # text stands between pictures


@dataclass(frozen=True)
class _Panel:
    width: float
    height: float
    parts: tuple[str, ...]


def pictures_svg(title: str, rows: Sequence[Sequence[Item]]) -> str:
    """Return rows of pictures under a title."""
    drawn = [[_panel(item) for item in row] for row in rows]
    widths = [sum(panel.width for panel in row) + MARGIN * max(0, len(row) - 1) for row in drawn]
    width = max([*widths, _text_width(title, 15)]) + 2 * MARGIN
    parts = [_text(width / 2, 26, title, 15, bold=True)]
    top = 40.0
    for row in drawn:
        height = max(panel.height for panel in row)
        left = MARGIN
        for panel in row:
            at = f"translate({left:.1f} {top + (height - panel.height) / 2:.1f})"
            parts.append(element("g", *panel.parts, transform=at))
            left += panel.width + MARGIN
        top += height + MARGIN
    return svg(width, top, title, *parts)


def _panel(item: Item) -> _Panel:
    if isinstance(item, str):
        size = 22 if len(item) <= 2 else 14
        width = _text_width(item, size)
        return _Panel(width, 30, (_text(width / 2, 21, item, size),))
    plain = _graph(item) if isinstance(item, DrawnGraph) else _fragment(item)
    if not item.caption:
        return plain
    lines = item.caption.split("\n")
    width = max([plain.width, *(_text_width(line, CAPTION) for line in lines)])
    shift = (width - plain.width) / 2
    below = [
        _text(width / 2, plain.height + 16 + 16 * number, line, CAPTION) for number, line in enumerate(lines)
    ]
    moved = element("g", *plain.parts, transform=f"translate({shift:.1f} 0)")
    return _Panel(width, plain.height + 8 + 16 * len(lines), (moved, *below))


# The graph.


def _graph(graph: DrawnGraph) -> _Panel:
    """Return a picture of lines, cells and signs, its origin the top left corner."""
    xs = [STEP / 2 + STEP * place for place in range(len(graph.labels))]
    heads = _spread([sum(xs[cell] for cell in line) / len(line) for line in graph.lines], xs[0], xs[-1])
    least = min(0.0, *(head - 18 for head in heads))
    xs, heads = [x - least for x in xs], [head - least for head in heads]
    top, middle, bottom = 14.0, 14.0 + ROW, 14.0 + 2 * ROW
    parts = []
    for number, line in enumerate(graph.lines):
        colour = LINE_COLOURS[number % len(LINE_COLOURS)]
        parts += [_edge(heads[number], top, xs[cell], middle, colour) for cell in line]
    parts += [_edge(x, middle, x, bottom, QUIET) for x in xs]
    for number, head in enumerate(heads):
        colour = LINE_COLOURS[number % len(LINE_COLOURS)]
        look = {"fill": "#ffffff", "stroke": colour, "stroke_width": 2, "rx": 4.0}
        parts.append(element("rect", x=head - 15, y=top - 12, width=30.0, height=24.0, **look))
        parts.append(_text(head, top + 4.5, f"l{number + 1}", 12, fill=colour))
    for cell, x in enumerate(xs):
        parts += _cell(graph, cell, x, middle)
        parts += _sign_vertex(graph.labels[cell], x, bottom)
    return _Panel(max(xs[-1] + STEP / 2, max(heads) + 18), bottom + 16, tuple(parts))


def _cell(graph: DrawnGraph, cell: int, x: float, y: float) -> list[str]:
    marked = cell == graph.action
    fill = COMMON if cell in graph.common else "#ffffff"
    look = {"fill": fill, "stroke": INK, "stroke_width": 3.5 if marked else 1.5}
    star = "*" if marked else ""
    return [
        element("circle", cx=x, cy=y, r=RADIUS, **look),
        _text(x, y + 4.5, graph.names[cell] + star, 13, bold=marked),
    ]


def _sign_vertex(label: str, x: float, y: float) -> list[str]:
    fill, stroke = SIGN_TONES[label]
    if label == ".":
        return [
            element(
                "circle",
                cx=x,
                cy=y,
                r=9.0,
                fill=fill,
                stroke=stroke,
                stroke_width=1.5,
                stroke_dasharray="3 2",
            )
        ]
    points = f"{x:.1f},{y - 14:.1f} {x + 14:.1f},{y:.1f} {x:.1f},{y + 14:.1f} {x - 14:.1f},{y:.1f}"
    return [
        element("polygon", points=points, fill=fill, stroke=stroke, stroke_width=1.5),
        _text(x, y + 4.5, label, 13, fill=stroke, bold=True),
    ]


def _spread(wanted: list[float], left: float, right: float) -> list[float]:
    """Return the places nearest to those wanted, in their order, that keep 42 apart."""
    order = sorted(range(len(wanted)), key=lambda number: (wanted[number], number))
    found = list(wanted)
    for before, after in pairwise(order):
        found[after] = max(found[after], found[before] + 42)
    middle = (left + right) / 2
    beyond = max(0.0, found[order[-1]] - max(right, middle))
    return [place - beyond for place in found]


# The board.


def _fragment(fragment: DrawnFragment) -> _Panel:
    """Return a picture of a board with a graph on it, its origin the top left corner."""
    centres = [(2 + SQUARE * (x + 0.5), 2 + SQUARE * (y + 0.5)) for x, y in fragment.places]
    half = SQUARE / 2
    parts = [
        element("rect", x=x - half, y=y - half, width=SQUARE, height=SQUARE, fill="none", stroke=QUIET)
        for x, y in centres
    ]
    for number, line in enumerate(fragment.lines):
        colour = LINE_COLOURS[number % len(LINE_COLOURS)]
        for one, two in pairwise(line):
            parts.append(_stroke(centres[one], centres[two], colour))
    for cell, sign in fragment.signs:
        parts += _stone(sign, *centres[cell])
    width, height = (max(centre[axis] for centre in centres) + half + 2 for axis in (0, 1))
    return _Panel(width, height, tuple(parts))


def _stroke(one: tuple[float, float], two: tuple[float, float], colour: str) -> str:
    """Return a piece of a line: broad between neighbours, thin and dashed where it leaps."""
    ends = {"x1": one[0], "y1": one[1], "x2": two[0], "y2": two[1]}
    if max(abs(one[0] - two[0]), abs(one[1] - two[1])) <= SQUARE + 1:
        look = {"stroke_width": 13, "stroke_opacity": 0.22, "stroke_linecap": "round"}
        return element("line", **ends, stroke=colour, **look)
    return element("line", **ends, stroke=colour, stroke_width=1.5, stroke_dasharray="4 3")


def _stone(sign: str, x: float, y: float) -> list[str]:
    if sign == ".":
        return [element("circle", cx=x, cy=y, r=4.5, fill="#ffffff", stroke=INK, stroke_width=1)]
    if sign == "*":
        ring = element("circle", cx=x, cy=y, r=11.0, fill=COMMON, stroke=INK, stroke_width=2)
        return [ring, _text(x, y + 9, "*", 20, bold=True)]
    fill, stroke = SIGN_TONES[sign]
    return [
        element("circle", cx=x, cy=y, r=11.0, fill=fill, stroke=stroke, stroke_width=2),
        _text(x, y + 5, sign, 14, fill=stroke, bold=True),
    ]


def _edge(x1: float, y1: float, x2: float, y2: float, colour: str) -> str:
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=colour, stroke_width=1.6)


def _text_width(text: str, size: int) -> float:
    return len(text) * size * CHARACTER


def _text(x: float, y: float, text: str, size: int, *, fill: str = INK, bold: bool = False) -> str:
    weight = "bold" if bold else "normal"
    return element(
        "text",
        escape(text),
        x=float(x),
        y=float(y),
        font_size=size,
        fill=fill,
        font_weight=weight,
        text_anchor="middle",
    )

"""Abstract graphs as SVG: vertices for lines, cells and signs, a fragment of the board, or a whole board.

In the first picture lines are squares above, cells circles with their letters, and signs stand below: A, D,
or an empty ring. Signs are repeated, one below each cell, or shared, one for all cells that have it, and then
an empty cell has none. What the action changes has a thick ring; cells that two summands share are yellow.
In the second the graph lies on a board: each line is a broad stroke, a small ring is a cell that must be
empty. In the third all cells lie as on the board, and each line is a square beside them with an edge to each
of its cells. Pictures stand in rows with signs such as + and = between them, and what each is below it; a row
goes on below where a page's width ends.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from zermelo.draw.pictures.svg_markup import element, escape, svg

INK: Final = "ink"
QUIET: Final = "line"
SIGN_EDGE: Final = "line"
COMMON: Final = "light"
LINE_COLOURS: Final = ("blue", "red", "green", "purple", "light-line", "grey")
SIGN_TONES: Final = {"A": ("blue-wash", "blue"), "D": ("red-wash", "red"), ".": ("paper", QUIET)}
STEP: Final = 44.0  # from a cell to the next
ROW: Final = 62.0  # from lines to cells, and from cells to signs
RADIUS: Final = 14.0
SQUARE: Final = 34.0  # of a board
MARGIN: Final = 16.0
CHARACTER: Final = 0.62  # the width of a monospace character, in its height
CAPTION: Final = 12
PAGE: Final = 700.0  # what a page shows without making it smaller
SPREAD: Final = 84.0  # from a cell to the next on a whole board


@dataclass(frozen=True)
class DrawnGraph:
    """A graph to draw: each cell's letter and label (`.AD`), and lines as places of cells.

    names     of cells, which are drawn in this order
    lines     the places of each line's cells, () for a line that stands alone
    heads     (number, name) of each line: lines of one number look alike in all pictures
    changed   (place, mark) of each cell that the action changes, the mark such as `*`
    common    the places of cells that two summands share
    alone     signs that are joined to no cell
    shared    whether all cells with a sign share its vertex
    """

    names: tuple[str, ...] = ()
    labels: str = ""
    lines: tuple[tuple[int, ...], ...] = ()
    heads: tuple[tuple[int, str], ...] = ()
    changed: tuple[tuple[int, str], ...] = ()
    common: tuple[int, ...] = ()
    alone: str = ""
    shared: bool = True
    caption: str = ""


@dataclass(frozen=True)
class DrawnBoard:
    """A whole board: its cells with their names and places (column, row), all lines, and signs beside it."""

    names: tuple[str, ...]
    places: tuple[tuple[float, float], ...]
    lines: tuple[tuple[int, ...], ...]
    heads: tuple[tuple[int, str], ...]
    labels: str
    alone: str = ""
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


Item = DrawnGraph | DrawnFragment | DrawnBoard | str  # text stands between pictures


@dataclass(frozen=True)
class _Panel:
    width: float
    height: float
    parts: tuple[str, ...]


def graph_pictures_svg(title: str, rows: Sequence[Sequence[Item]]) -> str:
    """Return rows of pictures under a title; a row that is wider than a page goes on below."""
    drawn = [part for row in rows for part in _wrap_picture_row([_draw_panel(item) for item in row])]
    widths = [_compute_row_width(row) for row in drawn]
    width = max([*widths, _text_width(title, 15)]) + 2 * MARGIN
    parts = [_draw_text(width / 2, 26, title, 15, bold=True)]
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


def _compute_row_width(row: Sequence[_Panel]) -> float:
    return sum(panel.width for panel in row) + MARGIN * max(0, len(row) - 1)


def _wrap_picture_row(row: list[_Panel]) -> list[list[_Panel]]:
    """Return a row in as many as a page's width asks for."""
    rows: list[list[_Panel]] = [[]]
    for panel in row:
        if rows[-1] and _compute_row_width([*rows[-1], panel]) > PAGE - 2 * MARGIN:
            rows.append([])
        rows[-1].append(panel)
    return rows


def _draw_panel(item: Item) -> _Panel:
    if isinstance(item, str):
        size = 22 if len(item) <= 2 else 14
        width = _text_width(item, size)
        return _Panel(width, 30, (_draw_text(width / 2, 21, item, size),))
    if isinstance(item, DrawnGraph):
        plain = _draw_graph(item)
    else:
        plain = _draw_board_with_graph(item) if isinstance(item, DrawnFragment) else _draw_board(item)
    if not item.caption:
        return plain
    lines = item.caption.split("\n")
    width = max([plain.width, *(_text_width(line, CAPTION) for line in lines)])
    shift = (width - plain.width) / 2
    below = [
        _draw_text(width / 2, plain.height + 16 + 16 * number, line, CAPTION)
        for number, line in enumerate(lines)
    ]
    moved = element("g", *plain.parts, transform=f"translate({shift:.1f} 0)")
    return _Panel(width, plain.height + 8 + 16 * len(lines), (moved, *below))


# The graph.


def _draw_graph(graph: DrawnGraph) -> _Panel:
    """Return a picture of lines, cells and signs, its origin the top left corner."""
    xs = [STEP / 2 + STEP * place for place in range(len(graph.labels))]
    middle_of = [sum(xs[cell] for cell in line) / len(line) if line else STEP / 2 for line in graph.lines]
    apart = max([46.0, *(_text_width(name, 12) + 14 for _, name in graph.heads)])
    heads = _spread_positions_apart(middle_of, min(xs, default=STEP / 2), max(xs, default=STEP / 2), apart)
    signs = _place_sign_vertices(graph, xs)
    feet = _spread_positions_apart(
        [x for _, x, _ in signs], min(xs, default=STEP / 2), max(xs, default=STEP / 2), 32.0
    )
    least = min([0.0, *(head - 18 for head in heads), *(foot - 18 for foot in feet)])
    xs, heads, feet = ([x - least for x in each] for each in (xs, heads, feet))
    top = 14.0
    middle = top + (ROW if graph.lines and graph.labels else 2.0)
    bottom = middle + ROW if graph.labels else 16.0
    parts = []
    for (number, _), head, line in zip(graph.heads, heads, graph.lines, strict=True):
        parts += [_draw_edge(head, top, xs[cell], middle, _line_colour(number)) for cell in line]
    for (_, _, cells), foot in zip(signs, feet, strict=True):
        parts += [_draw_edge(xs[cell], middle, foot, bottom, SIGN_EDGE) for cell in cells]
    for (number, name), head in zip(graph.heads, heads, strict=True):
        parts += _draw_line_vertex(number, name, head, top)
    for cell, x in enumerate(xs):
        parts += _draw_cell(graph, cell, x, middle)
    for (label, _, _), foot in zip(signs, feet, strict=True):
        parts += _draw_sign_vertex(label, foot, bottom)
    width = max([*(x + STEP / 2 for x in xs), *(head + 18 for head in heads), *(foot + 18 for foot in feet)])
    return _Panel(width, (bottom if signs else middle) + 18, tuple(parts))


def _place_sign_vertices(graph: DrawnGraph, xs: list[float]) -> list[tuple[str, float, tuple[int, ...]]]:
    """Return the vertices of signs: label, where they would best stand, and the cells joined to them."""
    found: list[tuple[str, float, tuple[int, ...]]] = []
    if not graph.shared:
        found = [(label, xs[cell], (cell,)) for cell, label in enumerate(graph.labels)]
    else:
        for sign in "AD":
            cells = tuple(cell for cell, label in enumerate(graph.labels) if label == sign)
            if cells:
                found.append((sign, sum(xs[cell] for cell in cells) / len(cells), cells))
    beyond = max([*xs, 0.0])
    return [*found, *((sign, beyond, ()) for sign in graph.alone)]


def _line_colour(number: int) -> str:
    return LINE_COLOURS[number % len(LINE_COLOURS)]


def _draw_line_vertex(number: int, name: str, x: float, y: float) -> list[str]:
    half = _line_vertex_half_width(name)
    look = {"fill": "paper", "stroke": _line_colour(number), "stroke_width": 2, "rx": 4.0}
    return [
        element("rect", x=x - half, y=y - 12, width=2 * half, height=24.0, **look),
        _draw_text(x, y + 4.5, name, 12, fill=_line_colour(number)),
    ]


def _draw_cell(graph: DrawnGraph, cell: int, x: float, y: float) -> list[str]:
    mark = dict(graph.changed).get(cell, "")
    fill = COMMON if cell in graph.common else "paper"
    look = {"fill": fill, "stroke": INK, "stroke_width": 3.5 if mark else 1.5}
    return [
        element("circle", cx=x, cy=y, r=RADIUS + 4 * (len(mark) > 1), **look),
        _draw_text(x, y + 4.5, graph.names[cell] + mark, 13 if len(mark) < 2 else 12, bold=bool(mark)),
    ]


def _draw_sign_vertex(label: str, x: float, y: float) -> list[str]:
    fill, stroke = SIGN_TONES[label]
    if label == ".":
        look = {"stroke_width": 1.5, "stroke_dasharray": "3 2"}
        return [element("circle", cx=x, cy=y, r=9.0, fill=fill, stroke=stroke, **look)]
    points = f"{x:.1f},{y - 14:.1f} {x + 14:.1f},{y:.1f} {x:.1f},{y + 14:.1f} {x - 14:.1f},{y:.1f}"
    return [
        element("polygon", points=points, fill=fill, stroke=stroke, stroke_width=1.5),
        _draw_text(x, y + 4.5, label, 13, fill=stroke, bold=True),
    ]


def _spread_positions_apart(wanted: list[float], left: float, right: float, apart: float) -> list[float]:
    """Return the places nearest to those wanted, in their order, that keep apart."""
    if not wanted:
        return []
    order = sorted(range(len(wanted)), key=lambda number: (wanted[number], number))
    found = list(wanted)
    for before, after in pairwise(order):
        found[after] = max(found[after], found[before] + apart)
    middle = (left + right) / 2
    beyond = max(0.0, found[order[-1]] - max(right, middle))
    return [place - beyond for place in found]


# A whole board.


def _draw_board(board: DrawnBoard) -> _Panel:
    """Return a picture of all cells as they lie, with lines around them, its origin the top left corner."""
    across = max((x for x, _ in board.places), default=0.0) + 2.2  # and a line's vertex on either side
    spread = min(SPREAD, (PAGE - 2 * MARGIN - 52) / across)
    cells = [(spread * x, spread * y) for x, y in board.places]
    halves = [_line_vertex_half_width(name) for _, name in board.heads]
    heads = _place_line_vertices(cells, board.lines, halves)
    signs = [*dict.fromkeys(label for label in board.labels if label != "."), *board.alone]
    everything = [*zip(cells, (20.0,) * len(cells), strict=True), *zip(heads, halves, strict=True)]
    left = min(x - half for (x, _), half in everything) - 4
    top = min(y for (_, y), _ in everything) - 26
    right = max(x + half for (x, _), half in everything) + 4
    height = max(y for (_, y), _ in everything) - top + 26
    cells, heads = ([(x - left, y - top) for x, y in each] for each in (cells, heads))
    width = right - left
    feet = [(width * (1 + place) / (1 + len(signs)), height + 24) for place in range(len(signs))]
    parts = []
    for (number, _), head, line in zip(board.heads, heads, board.lines, strict=True):
        bends = len(line) > 2 and _is_evenly_spaced_row([cells[cell] for cell in line])
        for far, cell in enumerate(line):
            parts.append(_draw_arc(head, cells[cell], 13.0 * far if bends else 0.0, _line_colour(number)))
    for sign, foot in zip(signs, feet, strict=True):
        parts += [
            _draw_edge(*cells[cell], *foot, SIGN_EDGE)
            for cell, label in enumerate(board.labels)
            if label == sign
        ]
    for (number, name), (x, y), line in zip(board.heads, heads, board.lines, strict=True):
        if len(line) == 2:  # between two cells there is no space for words
            look = {"fill": "paper", "stroke": _line_colour(number), "stroke_width": 2}
            parts.append(element("rect", x=x - 5, y=y - 5, width=10.0, height=10.0, **look))
        else:
            parts += _draw_line_vertex(number, name, x, y)
    for name, (x, y) in zip(board.names, cells, strict=True):
        parts.append(element("circle", cx=x, cy=y, r=16.0, fill="paper", stroke=INK, stroke_width=1.5))
        parts.append(_draw_text(x, y + 4.5, name, 13))
    for sign, (x, y) in zip(signs, feet, strict=True):
        parts += _draw_sign_vertex(sign, x, y)
    return _Panel(width, height + (46 if signs else 0), tuple(parts))


def _line_vertex_half_width(name: str) -> float:
    """Return half the width of a line's vertex."""
    return max(15.0, _text_width(name, 12) / 2 + 4)


def _is_evenly_spaced_row(points: list[tuple[float, float]]) -> bool:
    """Return whether points lie in a row, each as far from the next."""
    steps = {(round(x - a), round(y - b)) for (a, b), (x, y) in pairwise(points)}
    return len(steps) == 1


def _place_line_vertices(
    cells: list[tuple[float, float]], lines: tuple[tuple[int, ...], ...], halves: list[float]
) -> list[tuple[float, float]]:
    """Return where each line's vertex stands: before a row's first cell, else among its cells or above."""
    taken = [(x, y, 18.0) for x, y in cells]
    found = []
    for line, half in zip(lines, halves, strict=True):
        points = [cells[cell] for cell in line]
        first, last = points[0], points[-1]
        along = last[0] - first[0], last[1] - first[1]
        length = max(abs(along[0]), abs(along[1]), 1.0)
        size = 7.0 if len(line) == 2 else half
        if len(line) > 2 and _is_evenly_spaced_row(points):
            far = SPREAD * 0.8
            step = -along[0] / length * far, -along[1] / length * far
            at = first[0] + step[0], first[1] + step[1]
        else:
            step = (0.0, -56.0)
            at = (sum(x for x, _ in points) / len(line), sum(y for _, y in points) / len(line))
            if len(line) == 1:
                at = at[0], at[1] - 34
        while any(abs(at[0] - x) < size + other and abs(at[1] - y) < 27 for x, y, other in taken):
            at = at[0] + step[0] / 2, at[1] + step[1] / 2
        taken.append((*at, size))
        found.append(at)
    return found


def _draw_arc(one: tuple[float, float], two: tuple[float, float], bend: float, colour: str) -> str:
    """Return an edge that is bent aside, so that those of cells in a row do not lie on each other."""
    along = two[0] - one[0], two[1] - one[1]
    length = max((along[0] ** 2 + along[1] ** 2) ** 0.5, 1.0)
    x = (one[0] + two[0]) / 2 - along[1] / length * 2 * bend
    y = (one[1] + two[1]) / 2 + along[0] / length * 2 * bend
    path = f"M {one[0]:.1f} {one[1]:.1f} Q {x:.1f} {y:.1f} {two[0]:.1f} {two[1]:.1f}"
    return element("path", d=path, fill="none", stroke=colour, stroke_width=1.6)


# A fragment of the board.


def _draw_board_with_graph(fragment: DrawnFragment) -> _Panel:
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
            parts.append(_draw_stroke(centres[one], centres[two], colour))
    for cell, sign in fragment.signs:
        parts += _draw_stone(sign, *centres[cell])
    width, height = (max(centre[axis] for centre in centres) + half + 2 for axis in (0, 1))
    return _Panel(width, height, tuple(parts))


def _draw_stroke(one: tuple[float, float], two: tuple[float, float], colour: str) -> str:
    """Return a piece of a line: broad between neighbours, thin and dashed where it leaps."""
    ends = {"x1": one[0], "y1": one[1], "x2": two[0], "y2": two[1]}
    if max(abs(one[0] - two[0]), abs(one[1] - two[1])) <= SQUARE + 1:
        look = {"stroke_width": 13, "stroke_opacity": 0.22, "stroke_linecap": "round"}
        return element("line", **ends, stroke=colour, **look)
    return element("line", **ends, stroke=colour, stroke_width=1.5, stroke_dasharray="4 3")


def _draw_stone(sign: str, x: float, y: float) -> list[str]:
    if sign == ".":
        return [element("circle", cx=x, cy=y, r=4.5, fill="paper", stroke=INK, stroke_width=1)]
    if sign == "*":
        ring = element("circle", cx=x, cy=y, r=11.0, fill=COMMON, stroke=INK, stroke_width=2)
        return [ring, _draw_text(x, y + 9, "*", 20, bold=True)]
    fill, stroke = SIGN_TONES[sign]
    return [
        element("circle", cx=x, cy=y, r=11.0, fill=fill, stroke=stroke, stroke_width=2),
        _draw_text(x, y + 5, sign, 14, fill=stroke, bold=True),
    ]


def _draw_edge(x1: float, y1: float, x2: float, y2: float, colour: str) -> str:
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=colour, stroke_width=1.6)


def _text_width(text: str, size: int) -> float:
    return len(text) * size * CHARACTER


def _draw_text(x: float, y: float, text: str, size: int, *, fill: str = INK, bold: bool = False) -> str:
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

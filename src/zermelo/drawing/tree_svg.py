"""Trees as SVG: leaves side by side, parents above the middle of their children.

Every vertex has a column as wide as itself, the name of its branch and all that lies below it, and no
two columns overlap. The name of a branch stands right above the vertex it leads to; slanted lines end
above the names, so that nothing is ever drawn across a text. Colours only repeat what is written.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from zermelo.drawing.markup import TONES, element, escape_board, svg
from zermelo.drawing.shapes import Frame, Shape, Stroke

SIZE, LINE, CHARACTER = 12, 15, 7.4  # of letters, lines and columns of text, in pixels
PADDING, GAP, SLANT, MARGIN = 5, 14, 34, 12
INK, FAINT = "#222222", "#666666"


@dataclass(frozen=True)
class Placed:
    """A shape with its place, the middle of its upper edge, its size, and what is placed below it."""

    shape: Shape
    x: float
    y: float
    width: float
    height: float
    children: tuple["Placed", ...]

    def walk(self) -> Iterator["Placed"]:
        """Yield this one and all below it."""
        yield self
        for child in self.children:
            yield from child.walk()


def tree_svg(header: list[str], frames: list[Frame]) -> str:
    """Return the trees of `frames`, one below the other, under the lines of `header`."""
    parts = [_text(line, MARGIN, MARGIN + LINE * (n + 0.8), anchor="start") for n, line in enumerate(header)]
    width, y = _across(header), float(MARGIN + LINE * len(header) + GAP)
    for frame in frames:
        if frame.heading:
            parts.append(_text(frame.heading, MARGIN, y + LINE * 0.8, bold=True, anchor="start"))
            width, y = max(width, _across([frame.heading])), y + LINE + GAP
        root = place(frame.root, MARGIN, y)
        placed = list(root.walk())
        parts += [_branch(above, each) for above in placed for each in above.children]
        parts += [_vertex(each) for each in placed if each.shape.lines]
        width = max(width, MARGIN + _column(frame.root))
        y = max(each.y + each.height for each in placed) + 2 * GAP
    return svg(width + MARGIN, y - GAP, header[0] if header else "a game tree", *parts)


def place(root: Shape, left: float, top: float) -> Placed:
    """Return the tree with a place for every shape; its column begins at `left`."""
    heights: list[float] = []
    _measure(root, 0, heights)
    tops = [top]
    for height in heights:
        tops.append(tops[-1] + height + SLANT + LINE)
    return _place(root, left, tops, 0)


def _measure(shape: Shape, depth: int, heights: list[float]) -> None:
    """Gather the height of the tallest vertex at each depth."""
    if depth == len(heights):
        heights.append(0.0)
    heights[depth] = max(heights[depth], _height(shape))
    for child in shape.children:
        _measure(child, depth + 1, heights)


def _place(shape: Shape, left: float, tops: list[float], depth: int) -> Placed:
    column = _column(shape)
    child_left = left + max(0.0, (column - _below(shape)) / 2)
    children = []
    for child in shape.children:
        children.append(_place(child, child_left, tops, depth + 1))
        child_left += _column(child) + GAP
    wished = (children[0].x + children[-1].x) / 2 if children else left + column / 2
    reach = max(_width(shape), _label_width(shape)) / 2
    x = min(max(wished, left + reach), left + column - reach)
    return Placed(shape, x, tops[depth], _width(shape), _height(shape), tuple(children))


def _rows(shape: Shape) -> list[str]:
    return [*shape.lines, *(part for part in (shape.caption, shape.note) if part)]


def _across(rows: list[str]) -> float:
    return max((len(row) for row in rows), default=0) * CHARACTER


def _width(shape: Shape) -> float:
    return _across(_rows(shape)) + 2 * PADDING


def _height(shape: Shape) -> float:
    return float(len(_rows(shape)) * LINE + 2 * PADDING)


def _label_width(shape: Shape) -> float:
    return _across([shape.branch]) + 2 * PADDING


def _column(shape: Shape) -> float:
    return max(_width(shape), _label_width(shape), _below(shape))


def _below(shape: Shape) -> float:
    """Return the width of the columns below a shape together."""
    return sum(map(_column, shape.children)) + GAP * (len(shape.children) - 1)


def _branch(parent: Placed, placed: Placed) -> str:
    """Return the line from the parent to the branch's name, and the name."""
    stroke, name = placed.shape.stroke, placed.shape.branch
    x, y, end = parent.x, parent.y + parent.height, placed.y - LINE
    best, cut = stroke is Stroke.BEST, stroke is Stroke.CUT
    line = element(
        "line",
        x1=x,
        y1=y,
        x2=placed.x,
        y2=end,
        stroke=FAINT if cut else INK,
        stroke_width=3 if best else 1,
        **({"stroke_dasharray": "4 3"} if cut else {}),
    )
    parts = [line, _text(name, placed.x, placed.y - 4, bold=best, fill=FAINT if cut else INK)]
    if cut:
        parts.append(_scissors((x + placed.x) / 2, (y + end) / 2))
        for number, row in enumerate(_rows(placed.shape) if not placed.shape.lines else []):
            parts.append(_text(row, placed.x, placed.y + LINE * (number + 0.8), fill=FAINT))
    return "".join(parts)


def _scissors(x: float, y: float) -> str:
    """Return two short strokes that cut through a line at a point."""
    strokes = "".join(
        f"M{x - 7:.1f} {y + shift + 3:.1f}L{x + 7:.1f} {y + shift - 3:.1f}" for shift in (-2, 2)
    )
    return element("path", d=strokes, stroke="#b00020", stroke_width=2, class_="scissors")


def _vertex(placed: Placed) -> str:
    shape = placed.shape
    fill, stroke = TONES[shape.tone]
    box = element(
        "rect",
        x=placed.x - placed.width / 2,
        y=placed.y,
        width=placed.width,
        height=placed.height,
        rx=4,
        fill=fill,
        stroke=stroke,
        stroke_width=1.5,
    )
    parts = [box]
    for number, row in enumerate(_rows(shape)):
        own = number < len(shape.lines)
        y = placed.y + PADDING + LINE * (number + 0.8)
        parts.append(
            _text(row, placed.x, y, bold=not own and row == shape.caption, fill=INK if own else stroke)
        )
    return "".join(parts)


def _text(
    content: str, x: float, y: float, *, bold: bool = False, fill: str = INK, anchor: str = "middle"
) -> str:
    return element(
        "text",
        escape_board(content),
        x=float(x),
        y=float(y),
        font_size=SIZE,
        font_weight="bold" if bold else "normal",
        fill=fill,
        text_anchor=anchor,
    )

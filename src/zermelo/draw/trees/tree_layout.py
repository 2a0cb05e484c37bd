"""Layout of a tree: downwards, to the right, or as an outline, whichever first fits a page.

Downwards, every vertex has a column as wide as itself, the name of its branch and all that lies below it, and
no two columns overlap. To the right, a ply is a column and a vertex has a row as high as itself and all that
lies behind it. In an outline every vertex has lines of its own, a step further in than the one it hangs on,
as trees stand in text. Nothing is made smaller to fit: letters stay readable. The name of a branch stands
right before the vertex that it leads to, and lines run where nothing else is.
"""

import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from zermelo.draw.pictures.picture_svg import compute_nested_board_size
from zermelo.draw.trees.tree_shapes import TreeShape

PAGE: Final = 700.0  # pixels
LINE, CHARACTER = 15, 7.4  # the height of a line and the width of a sign of text, in pixels
PADDING, GAP, SLANT, MARGIN = 5, 14, 34, 12
TIGHT, INDENT, TRUNK = (
    6.0,
    22.0,
    7.0,
)  # between rows; from a vertex to those below it; from its left to its trunk
TREE_CELL = 17.0  # pixels: the side of a cell of a board in a box
SHORT = 14  # signs of who moves and what it is worth that stand on one line
NARROW = 8  # signs of a branch's name on one line, even where the vertex is narrower

Point = tuple[float, float]


@dataclass(frozen=True)
class PlacedShape:
    """A shape with the upper left corner and the size of its box, and what leads there from the one above.

    `names` are the lines of the branch's name and where each begins, `line` the points of its line; both are
    empty at the root. Where a shape has no lines, the box is where its notes stand.
    """

    shape: TreeShape
    left: float
    top: float
    width: float
    height: float
    names: tuple[tuple[str, Point], ...]
    line: tuple[Point, ...]

    @property
    def right_edge(self) -> float:
        """Where the box or the branch's name ends."""
        return max(self.left + self.width, *(x + text_width([text]) for text, (x, _) in self.names), 0.0)


Layout = Callable[[TreeShape, float], list[PlacedShape]]


def choose_layout(roots: Sequence[TreeShape]) -> Layout:
    """Return the first way of placing trees in which all are no wider than a page, else the narrowest."""
    found = {
        each: max(picture_width(each(root, 0.0)) for root in roots)
        for each in (layout_down, layout_right, layout_outline)
    }
    return next((each for each, width in found.items() if width <= PAGE), min(found, key=found.__getitem__))


def picture_width(placed: Sequence[PlacedShape]) -> float:
    """Return how wide a picture of these is, margins included."""
    return max(each.right_edge for each in placed) + MARGIN


def compute_vertex_board_size(shape: TreeShape) -> tuple[float, float]:
    """Return the width and the height of a box's board, in pixels; nothing where it has none."""
    if shape.picture is None or not shape.lines:
        return 0.0, 0.0
    width, height = compute_nested_board_size(shape.picture, TREE_CELL)
    return width, height + PADDING


def list_vertex_text_rows(shape: TreeShape) -> list[str]:
    """Return the lines of text in a box: the position where it is no picture, who moves, its worth, notes."""
    said = [f"{shape.number} {shape.answer}".strip()]
    if shape.who:
        one = f"{shape.number} {shape.mover_and_value}".strip()
        said = (
            [one]
            if len(one) <= SHORT or not shape.answer
            else [f"{shape.number} {shape.who}".strip(), shape.answer]
        )
    lines = shape.lines if shape.picture is None else ()
    return [*lines, *(part for part in (*said, *shape.notes) if part)]


def list_branch_name_rows(shape: TreeShape) -> list[str]:
    """Return the lines of a branch's name, not much wider than the vertex that it leads to."""
    widest = max(NARROW, *map(len, list_vertex_text_rows(shape)), 0)
    rows = _wrap_text(shape.branch, widest)
    narrower = (_wrap_text(shape.branch, width) for width in range(1, widest))
    return next((found for found in narrower if len(found) == len(rows)), rows)


def _wrap_text(text: str, width: int) -> list[str]:
    return textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False)


def text_width(rows: Sequence[str]) -> float:
    """Return the width of lines of text."""
    return max((len(row) for row in rows), default=0) * CHARACTER


def _vertex_width(shape: TreeShape) -> float:
    return max(text_width(list_vertex_text_rows(shape)), compute_vertex_board_size(shape)[0]) + 2 * PADDING


def _vertex_height(shape: TreeShape) -> float:
    return len(list_vertex_text_rows(shape)) * LINE + compute_vertex_board_size(shape)[1] + 2 * PADDING


@dataclass(frozen=True)
class _ShapeSpot:
    """A shape, the upper left corner of its box, and what hangs on it."""

    shape: TreeShape
    left: float
    top: float
    below: tuple["_ShapeSpot", ...]

    @property
    def middle(self) -> Point:
        return self.left + _vertex_width(self.shape) / 2, self.top + _vertex_height(self.shape) / 2


Names = tuple[tuple[str, Point], ...]
Lead = Callable[
    [_ShapeSpot, _ShapeSpot], tuple[Names, tuple[Point, ...]]
]  # where names begin, and the line to them


def _collect_placed_shapes(spot: _ShapeSpot, branch_path: Lead) -> list[PlacedShape]:
    """Return a spot and all that hangs on it, each before what hangs on it itself."""
    found: list[PlacedShape] = []
    waiting: list[tuple[_ShapeSpot, Names, tuple[Point, ...]]] = [(spot, (), ())]
    while waiting:
        each, names, line = waiting.pop()
        size = _vertex_width(each.shape), _vertex_height(each.shape)
        found.append(PlacedShape(each.shape, each.left, each.top, *size, names, line))
        waiting += [(child, *branch_path(each, child)) for child in reversed(each.below)]
    return found


def _find_largest_size_by_depth(shape: TreeShape, size: Callable[[TreeShape], float]) -> list[float]:
    """Return the largest size at each depth."""
    found, ply = [], [shape]
    while ply:
        found.append(max(map(size, ply)))
        ply = [child for each in ply for child in each.children]
    return found


# From top to bottom


def layout_down(root: TreeShape, top: float) -> list[PlacedShape]:
    """Place leaves side by side and parents above the middle of their children."""
    names = [
        *_find_largest_size_by_depth(root, lambda shape: float(LINE * len(list_branch_name_rows(shape))))[1:],
        0.0,
    ]
    tops = [top]
    for height, name in zip(_find_largest_size_by_depth(root, _vertex_height), names, strict=True):
        tops.append(tops[-1] + height + SLANT + name)

    def build_branch_path(above: _ShapeSpot, below: _ShapeSpot) -> tuple[Names, tuple[Point, ...]]:
        middle, rows = below.middle[0], list_branch_name_rows(below.shape)
        begin = below.top - 4 - LINE * (len(rows) - 1)
        placed = tuple(
            (row, (middle - text_width([row]) / 2, begin + LINE * number)) for number, row in enumerate(rows)
        )
        tallest = names[tops.index(above.top)]  # above it no name stands in the way
        bend, end = (middle, below.top - tallest), (middle, below.top - LINE * len(rows))
        return placed, ((above.middle[0], above.top + _vertex_height(above.shape)), bend, end)

    return _collect_placed_shapes(_place_down(root, float(MARGIN), tops, 0), build_branch_path)


def _place_down(shape: TreeShape, left: float, tops: list[float], depth: int) -> _ShapeSpot:
    column, across_below = _column_width(shape), _compute_width_below(shape)
    child_left = left + max(0.0, (column - across_below) / 2)
    below = []
    for child in shape.children:
        below.append(_place_down(child, child_left, tops, depth + 1))
        child_left += _column_width(child) + GAP
    wished = (below[0].middle[0] + below[-1].middle[0]) / 2 if below else left + column / 2
    reach = max(_vertex_width(shape), _branch_name_width(shape)) / 2
    middle = min(max(wished, left + reach), left + column - reach)
    return _ShapeSpot(shape, middle - _vertex_width(shape) / 2, tops[depth], tuple(below))


def _branch_name_width(shape: TreeShape) -> float:
    return text_width(list_branch_name_rows(shape)) + 2 * PADDING


def _column_width(shape: TreeShape) -> float:
    return max(_vertex_width(shape), _branch_name_width(shape), _compute_width_below(shape))


def _compute_width_below(shape: TreeShape) -> float:
    """Return the width of the columns below a shape together."""
    return sum(map(_column_width, shape.children)) + GAP * (len(shape.children) - 1)


# From left to right


def layout_right(root: TreeShape, top: float) -> list[PlacedShape]:
    """Place plies side by side, and vertices beside the middle of what they lead to."""
    widths, names = (
        _find_largest_size_by_depth(root, _vertex_width),
        _find_largest_size_by_depth(root, _branch_name_width),
    )
    lefts, ends = [float(MARGIN)], []  # of the boxes of each ply
    for width, name in zip(widths, [*names[1:], 0.0], strict=True):
        ends.append(lefts[-1] + width)
        lefts.append(ends[-1] + SLANT + name)

    def build_branch_path(above: _ShapeSpot, below: _ShapeSpot) -> tuple[Names, tuple[Point, ...]]:
        ply, rows = lefts.index(above.left), list_branch_name_rows(below.shape)
        begin, end, name = (
            above.middle[1],
            below.middle[1],
            below.left - _branch_name_width(below.shape) + PADDING,
        )
        first = end + 4 - LINE * (len(rows) - 1) / 2
        placed = tuple((row, (name, first + LINE * number)) for number, row in enumerate(rows))
        points = [
            (above.left + _vertex_width(above.shape), begin),
            (ends[ply], begin),
            (ends[ply] + SLANT - PADDING, end),
        ]
        return placed, (*points, (name - PADDING / 2, end))

    return _collect_placed_shapes(_place_right(root, top, lefts, 0), build_branch_path)


def _place_right(shape: TreeShape, top: float, lefts: list[float], depth: int) -> _ShapeSpot:
    row, child_top = (
        _row_height(shape),
        top + max(0.0, (_row_height(shape) - _compute_height_behind(shape)) / 2),
    )
    below = []
    for child in shape.children:
        below.append(_place_right(child, child_top, lefts, depth + 1))
        child_top += _row_height(child) + TIGHT
    wished = (below[0].middle[1] + below[-1].middle[1]) / 2 if below else top + row / 2
    reach = _vertex_height(shape) / 2
    return _ShapeSpot(shape, lefts[depth], min(max(wished - reach, top), top + row - 2 * reach), tuple(below))


def _row_height(shape: TreeShape) -> float:
    return max(
        _vertex_height(shape), float(LINE * len(list_branch_name_rows(shape))), _compute_height_behind(shape)
    )


def _compute_height_behind(shape: TreeShape) -> float:
    """Return the height of the rows behind a shape together."""
    return sum(map(_row_height, shape.children)) + TIGHT * (len(shape.children) - 1)


# As an outline


def layout_outline(root: TreeShape, top: float) -> list[PlacedShape]:
    """Place one vertex below the other, each a step further in than the one it hangs on."""

    def compute_branch_name_width(spot: _ShapeSpot) -> float:
        return 0.0 if spot.shape is root else _branch_line_width(spot.shape)

    def build_branch_path(above: _ShapeSpot, below: _ShapeSpot) -> tuple[Names, tuple[Point, ...]]:
        trunk, end = above.left - compute_branch_name_width(above) + TRUNK, below.middle[1]
        name = below.left - compute_branch_name_width(below) + PADDING
        line = (trunk, above.top + _vertex_height(above.shape)), (trunk, end), (name - PADDING / 2, end)
        return ((below.shape.branch, (name, end + 4)),), line

    bottom = top

    def place_subtree(shape: TreeShape, left: float) -> _ShapeSpot:
        nonlocal bottom
        here, bottom = bottom, bottom + _vertex_height(shape) + TIGHT
        name = 0.0 if shape is root else _branch_line_width(shape)
        return _ShapeSpot(
            shape, left + name, here, tuple(place_subtree(child, left + INDENT) for child in shape.children)
        )

    return _collect_placed_shapes(place_subtree(root, float(MARGIN)), build_branch_path)


def _branch_line_width(shape: TreeShape) -> float:
    return text_width([shape.branch]) + 2 * PADDING

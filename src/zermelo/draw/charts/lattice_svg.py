"""A lattice as SVG: each rank a row, the top above, and a line from each element to what covers it.

Lines join neighbouring rows alone. The order within the rows is the one with the fewest crossings, and among
these the one with the shortest lines: every order of each row is tried, row by row from the bottom, so rows
are short. The outline of a game shows who wins: blue for Left, red and dashed for Right, as in thermographs.
A legend stands below.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Final

from zermelo.draw.pictures.colour_theme import BODY, FIRM, GAP, HEAVY, LARGE, SMALL, THIN
from zermelo.draw.pictures.svg_markup import element, escape, svg

LONGEST_ROW: Final = 6  # whose 720 orders are tried
ROW_HEIGHT: Final = 68.0
PLACE_WIDTH: Final = 132.0
MARGIN: Final = 32.0
TOP: Final = 64.0
BOTTOM: Final = 40.0
SIGN_WIDTH: Final = 8.0
BOX_HEIGHT: Final = 26.0
OUTLINES: Final[dict[str, tuple[str, dict[str, object]]]] = {
    "L": ("Left wins", {"stroke": "blue", "stroke_width": FIRM}),
    "R": ("Right wins", {"stroke": "red", "stroke_width": FIRM, "stroke_dasharray": "5 3"}),
    "N": ("the starter wins", {"stroke": "line", "stroke_width": THIN}),
    "P": ("the starter loses", {"stroke": "ink", "stroke_width": HEAVY}),
}

Order = tuple[int, ...]  # which element stands at each place of a row


@dataclass(frozen=True)
class LatticeElement:
    """An element: what is written, its outcome class, and the places of what covers it in the row above."""

    text: str
    outcome_class: str
    above: tuple[int, ...]


def lattice_svg(title: str, rows: Sequence[Sequence[LatticeElement]]) -> str:
    """Return a picture of a lattice; `rows` go from the bottom up, none longer than `LONGEST_ROW`."""
    orders = _order_rows(rows)
    widest = max(map(len, rows))
    width = 2 * MARGIN + widest * PLACE_WIDTH
    height = TOP + len(rows) * ROW_HEIGHT + BOTTOM

    def find_element_spot(row: int, which: int) -> tuple[float, float]:
        return (
            width / 2 + PLACE_WIDTH * _compute_offset_from_middle(orders[row], which),
            TOP + ROW_HEIGHT * (len(rows) - row - 0.5),
        )

    lines, boxes = [], []
    for row, elements in enumerate(rows):
        for which, each in enumerate(elements):
            x, y = find_element_spot(row, which)
            for above in each.above:
                x2, y2 = find_element_spot(row + 1, above)
                lines.append(element("line", x1=x, y1=y, x2=x2, y2=y2, stroke="line", stroke_width=THIN))
            boxes += _draw_box(x, y, each)
    heading = element(
        "text", escape(title), x=MARGIN, y=TOP / 2, fill="ink", font_size=LARGE, class_="z-strong"
    )
    return svg(width, height, title, heading, *lines, *boxes, *_draw_legend(height - BOTTOM / 2))


def _draw_box(x: float, y: float, each: LatticeElement) -> list[str]:
    wide = 2 * GAP + SIGN_WIDTH * max(len(each.text), 2)
    outline = OUTLINES[each.outcome_class][1]
    return [
        element(
            "rect",
            x=x - wide / 2,
            y=y - BOX_HEIGHT / 2,
            width=wide,
            height=BOX_HEIGHT,
            rx=4,
            fill="paper",
            **outline,
        ),
        element("text", escape(each.text), x=x, y=y + 5, fill="ink", font_size=BODY, class_="z-middle"),
    ]


def _draw_legend(y: float) -> list[str]:
    drawn, x = [], MARGIN
    for words, outline in OUTLINES.values():
        drawn.append(element("rect", x=x, y=y - 7, width=18, height=14, rx=3, fill="paper", **outline))
        drawn.append(element("text", words, x=x + 24, y=y + 4, fill="soft", font_size=SMALL))
        x += 24 + SIGN_WIDTH * len(words) + 2 * GAP
    return drawn


def _compute_offset_from_middle(order: Order, which: int) -> float:
    """Return how many places to the right of the middle an element stands."""
    return order.index(which) - (len(order) - 1) / 2


def _order_rows(rows: Sequence[Sequence[LatticeElement]]) -> list[Order]:
    """Return the order of each row: the best of all, found row by row from the bottom."""
    ways: dict[Order, tuple[float, list[Order]]] = {
        order: (0.0, [order]) for order in permutations(range(len(rows[0])))
    }
    for row in range(1, len(rows)):
        lines = [(below, above) for below, each in enumerate(rows[row - 1]) for above in each.above]
        found: dict[Order, tuple[float, list[Order]]] = {}
        for order in permutations(range(len(rows[row]))):
            found[order] = min(
                (cost + _compute_crossing_cost(before, order, lines), [*taken, order])
                for before, (cost, taken) in ways.items()
            )
        ways = found
    return min(ways.values())[1]


def _compute_crossing_cost(below: Order, above: Order, lines: Sequence[tuple[int, int]]) -> float:
    """Return what two rows cost: a crossing as much as lines of a thousand places across."""
    spots = [
        (_compute_offset_from_middle(below, one), _compute_offset_from_middle(above, other))
        for one, other in lines
    ]
    crossings = sum((one[0] - other[0]) * (one[1] - other[1]) < 0 for one, other in combinations(spots, 2))
    return 1000 * crossings + sum((one - other) ** 2 for one, other in spots)

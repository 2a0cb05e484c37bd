"""Where the signs of values stand: in the middle of an empty cell, else at its rim. They cover nothing.

What a sign must not cover is a list of obstacles: boxes with round corners, in pixels. A thing's obstacles
are measured from its outline. `play/static/one_file.js` has the same search in `findSignSpot`.
"""

import cmath
import math
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from zermelo.draw.pictures.piece_outlines import piece_outline

BEST_SIGN: Final = (0.31, 25.5)  # the largest radius of a sign: in cells, and in pixels
OTHER_SIGN: Final = (0.23, 18.6)
DOT: Final = (0.12, 7.5)  # of all but the best where there are many signs
LEAST_FOR_FIGURES: Final = (0.0, 8.5, 9.6, 13.1, 16.7, 20.0)  # pixels: the least radius for so many figures
LEAST_SIGN: Final = 5.0  # pixels: the least radius of any
CROWDED_SIGN: Final = (0.11, 12.0)  # in a corner where nothing is free: in cells, and in pixels at most
SHRINKING: Final = 0.85  # of the radius from one trial to the next
SIGN_REACH: Final = 1.2  # of a sign from its middle, in radii: a diamond's corners
CORNERS: Final = ((1, -1), (-1, -1), (1, 1), (-1, 1))
SIDES: Final = ((1, 0), (-1, 0), (0, -1), (0, 1))
TEXT_WEIGHT: Final = 5.0  # a covered text is worse than a covered piece
LETTER: Final = 0.6  # the width of a letter in bold, in its height
SCENERY: Final = ("spike", "water", "bank", "chocolate", "store")  # what pieces or signs stand on
ARGUMENTS: Final = {"M": 2, "L": 2, "H": 1, "V": 1, "Q": 4, "T": 2, "C": 6, "S": 4, "A": 7, "Z": 1}


class Obstacle(NamedTuple):
    """A box that a sign must not cover, `rounding` larger on all sides, with round corners."""

    left: float
    top: float
    right: float
    bottom: float
    rounding: float
    weight: float

    def scale(self, factor: float, x: float, y: float) -> "Obstacle":
        """Return it `factor` times as large, its origin moved to a point."""
        left, top, right, bottom, rounding = (each * factor for each in self[:5])
        return Obstacle(left + x, top + y, right + x, bottom + y, rounding, self.weight)


def find_sign_spot(
    place: tuple[float, float], cell: float, largest: float, obstacles: Iterable[Obstacle], *, is_line: bool
) -> tuple[float, float, float]:
    """Return the middle of a sign on a place, and its radius: the largest that covers nothing.

    It stands in the middle of the place, else in a corner or at a side; of a line first at a side. Where
    nothing is free, it stands in the corner where it covers no text and no other sign.
    """
    near = [each for each in obstacles if _measure_distance_to_box(each, *place) < cell]
    around = (*SIDES, *CORNERS) if is_line else (*CORNERS, *SIDES)
    radius = largest
    while True:
        for sideways in ((0, 0), *around):
            cost, x, y = _try_sign_spot(place, sideways, cell / 2 - SIGN_REACH * radius, radius, near)
            if cost < 0.5:
                return x, y, radius
        if radius <= LEAST_SIGN:
            break
        radius = max(LEAST_SIGN, radius * SHRINKING)
    radius = max(LEAST_SIGN, min(largest, CROWDED_SIGN[0] * cell, CROWDED_SIGN[1]))
    texts = [each for each in near if each.weight == TEXT_WEIGHT]
    spots = [_try_sign_spot(place, each, cell / 2 - radius, radius, texts) for each in CORNERS]
    _, x, y = min(spots, key=lambda spot: spot[0])
    return x, y, radius


def _try_sign_spot(
    place: tuple[float, float], sideways: tuple[int, int], far: float, radius: float, near: Iterable[Obstacle]
) -> tuple[float, float, float]:
    """Return how much a sign so `far` from the middle covers, and where it is."""
    x, y = (middle + max(0.0, far) * way for middle, way in zip(place, sideways, strict=True))
    cost = sum(
        each.weight * max(0.0, SIGN_REACH * radius - _measure_distance_to_box(each, x, y)) for each in near
    )
    return cost, x, y


def _measure_distance_to_box(box: Obstacle, x: float, y: float) -> float:
    """Return how far a point is from a box, below 0 inside."""
    across, down = max(box.left - x, x - box.right), max(box.top - y, y - box.bottom)
    if across < 0 and down < 0:
        return max(across, down) - box.rounding
    return math.hypot(max(across, 0.0), max(down, 0.0)) - box.rounding


def make_text_obstacle(text: str, x: float, y: float, size: float) -> Obstacle:
    """Return the obstacle of a text in the middle of a point."""
    across = LETTER / 2 * size * len(text)
    return Obstacle(x - across, y - size * 0.38, x + across, y + size * 0.38, 0.0, TEXT_WEIGHT)


def yield_line_obstacles(
    x1: float, y1: float, x2: float, y2: float, width: float, step: float
) -> Iterator[Obstacle]:
    """Yield the obstacles of a line: one where it is level or upright, else points at most `step` apart."""
    if x1 == x2 or y1 == y2:
        yield Obstacle(min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2), width / 2, 1.0)
        return
    count = math.ceil(math.hypot(x2 - x1, y2 - y1) / step)
    for number in range(count + 1):
        x, y = x1 + (x2 - x1) * number / count, y1 + (y2 - y1) * number / count
        yield Obstacle(x, y, x, y, width / 2, 1.0)


@lru_cache(maxsize=4_096)
def measure_thing(
    shape: str, side: int | None, text: str, width: float = 1.0, height: float = 1.0
) -> tuple[Obstacle, ...]:
    """Return the obstacles of a thing, 100 units to a cell and the middle at 0; scenery is none."""
    if shape in SCENERY:
        return ()
    drawn = ElementTree.fromstring(f"<g>{piece_outline(shape, side, text, width, height)}</g>")
    return tuple(dict.fromkeys(_yield_element_obstacles(drawn, ())))


def _yield_element_obstacles(drawn: ElementTree.Element, outer: tuple[str, ...]) -> Iterator[Obstacle]:
    moves = (*outer, drawn.get("transform", ""))
    for child in drawn:
        yield from _yield_element_obstacles(child, moves)
    points, rounding = list(_yield_points(drawn)), float(drawn.get("stroke-width", 0)) / 2
    if not points:
        return
    if drawn.tag in ("circle", "ellipse"):
        rounding += min(float(drawn.get("r", 0)) or float(drawn.get("rx", 0)), 1e3)
    moved = [_apply_svg_transforms(each, moves) for each in points]
    rounding *= abs(_apply_svg_transforms(1 + 0j, moves) - _apply_svg_transforms(0j, moves))
    across, down = [each.real for each in moved], [each.imag for each in moved]
    weight = TEXT_WEIGHT if drawn.tag == "text" else 1.0
    yield Obstacle(min(across), min(down), max(across), max(down), rounding, weight)


def _yield_points(drawn: ElementTree.Element) -> Iterator[complex]:
    """Yield points of an element: in the box around them are its outline's corners and bends."""

    def read_number(name: str) -> float:
        return float(drawn.get(name, 0))

    if drawn.tag in ("circle", "ellipse"):
        rest = max(0.0, read_number("ry") - read_number("rx"))
        yield complex(read_number("cx"), read_number("cy") - rest)
        yield complex(read_number("cx"), read_number("cy") + rest)
    elif drawn.tag == "rect":
        yield complex(read_number("x"), read_number("y"))
        yield complex(read_number("x") + read_number("width"), read_number("y") + read_number("height"))
    elif drawn.tag == "line":
        yield complex(read_number("x1"), read_number("y1"))
        yield complex(read_number("x2"), read_number("y2"))
    elif drawn.tag == "path":
        yield from _yield_path_points(drawn.get("d", ""))
    elif drawn.tag == "text" and drawn.text:
        size = read_number("font-size")
        across = LETTER / 2 * size * len(drawn.text)
        yield complex(read_number("x") - across, read_number("y") - 0.74 * size)
        yield complex(read_number("x") + across, read_number("y") + 0.02 * size)


def _yield_path_points(path: str) -> Iterator[complex]:
    here = 0j
    for letter, words in re.findall(r"([A-Za-z])([^A-Za-z]*)", path):
        numbers = [float(each) for each in re.findall(r"-?\d*\.?\d+", words)]
        kind, step = letter.upper(), ARGUMENTS[letter.upper()]
        for first in range(0, len(numbers), step):
            given = numbers[first : first + step]
            base = here if letter.islower() else 0j
            if kind == "H":
                here = complex(given[0] + base.real, here.imag)
            elif kind == "V":
                here = complex(here.real, given[0] + base.imag)
            else:
                pairs = given[5:] if kind == "A" else given
                ends = [base + complex(*pairs[at : at + 2]) for at in range(0, len(pairs), 2)]
                if kind == "A" and given[3]:
                    yield from _yield_circle_points(here, ends[-1], given[0], swept=bool(given[4]))
                yield from ends
                here = ends[-1]
            yield here


def _yield_circle_points(begin: complex, end: complex, radius: float, *, swept: bool) -> Iterator[complex]:
    """Yield the outermost points of the circle of a large arc."""
    half = (end - begin) / 2
    aside = math.sqrt(max(0.0, radius**2 - abs(half) ** 2)) * half / abs(half) * (-1j if swept else 1j)
    for direction in (1, -1, 1j, -1j):
        yield begin + half + aside + radius * direction


def _apply_svg_transforms(point: complex, moves: Iterable[str]) -> complex:
    """Return where a point comes to lie by the transforms of SVG, the outermost given first."""
    for kind, words in reversed(re.findall(r"(\w+)\(([^)]*)\)", "".join(moves))):
        given = [float(each) for each in re.findall(r"-?\d*\.?\d+", words)]
        if kind == "translate":
            point += complex(given[0], given[1] if len(given) > 1 else 0.0)
        elif kind == "scale":
            point = complex(point.real * given[0], point.imag * given[-1])
        elif kind == "rotate":
            point *= cmath.rect(1.0, math.radians(given[0]))
    return point

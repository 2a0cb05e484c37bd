"""Thermographs as SVG: temperature upwards, values to the left as is the custom, both walls and the mast.

Left's wall is blue and Right's orange, as wins and losses are; corners are dots. Several thermographs stand
side by side, to one scale.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from zermelo.drawing.markup import TONES, element, escape, svg

PLOT_WIDTH: Final = 300.0
PLOT_HEIGHT: Final = 240.0
MARGIN_LEFT: Final = 44.0
MARGIN_RIGHT: Final = 16.0
MARGIN_TOP: Final = 74.0  # three lines of text, and air
MARGIN_BOTTOM: Final = 34.0
TEXT: Final = "#333333"
QUIET: Final = "#dddddd"
LEFT_COLOUR: Final = TONES["win"][1]
RIGHT_COLOUR: Final = TONES["loss"][1]
MOST_SIGNS: Final = 40  # of a title


@dataclass(frozen=True)
class Outline:
    """What is drawn of a thermograph; walls are corners, (temperature, value), up to the mast."""

    title: str
    mean: Fraction
    temperature: Fraction
    left: tuple[tuple[Fraction, Fraction], ...]
    right: tuple[tuple[Fraction, Fraction], ...]


@dataclass(frozen=True)
class _Scale:
    """Where values and temperatures stand on the paper, in pixels from the top left corner of a plot."""

    left: Fraction  # the greatest value
    right: Fraction  # the least
    bottom: Fraction  # the least temperature
    top: Fraction  # the greatest

    def x(self, value: Fraction) -> float:
        return float((self.left - value) / (self.left - self.right)) * PLOT_WIDTH

    def y(self, temperature: Fraction) -> float:
        return float((self.top - temperature) / (self.top - self.bottom)) * PLOT_HEIGHT


def thermographs_svg(outlines: Sequence[Outline]) -> str:
    """Return a picture of thermographs, one beside the other, to one scale."""
    scale = _scale(outlines)
    panel = MARGIN_LEFT + PLOT_WIDTH + MARGIN_RIGHT
    panels = [
        element(
            "g",
            *_panel(outline, scale),
            transform=f"translate({n * panel + MARGIN_LEFT:.0f} {MARGIN_TOP:.0f})",
        )
        for n, outline in enumerate(outlines)
    ]
    title = "; ".join(f"thermograph of {outline.title}: {_said(outline)}" for outline in outlines)
    return svg(panel * len(outlines), MARGIN_TOP + PLOT_HEIGHT + MARGIN_BOTTOM, title, *panels)


def _scale(outlines: Sequence[Outline]) -> _Scale:
    corners = [corner for outline in outlines for corner in outline.left + outline.right]
    least, greatest = min(value for _, value in corners), max(value for _, value in corners)
    air = max((greatest - least) / 8, Fraction(1, 2) if least == greatest else Fraction(1, 16))
    bottom = min(temperature for temperature, _ in corners)
    warmest = max(outline.temperature for outline in outlines)
    return _Scale(greatest + air, least - air, bottom, max(warmest + (warmest - bottom) / 4, bottom + 1))


def _panel(outline: Outline, scale: _Scale) -> list[str]:
    """Return one plot, its origin the top left corner of the plotted area."""
    shown = outline.title if len(outline.title) <= MOST_SIGNS else f"{outline.title[: MOST_SIGNS - 3]}..."
    drawn = [
        _text(0, -52, shown, font_size=14, font_weight="bold"),
        _text(0, -34, _said(outline).partition(", stops")[0], font_size=12),
        _text(0, -18, _said(outline).partition(", ")[2].partition(", ")[2], font_size=12),
        *_grid(scale),
    ]
    top = outline.left[-1][0]
    mast = scale.x(outline.mean)
    drawn.append(_line(mast, scale.y(max(top, scale.bottom)), mast, 0, stroke=TEXT, stroke_width=2.5))
    if scale.bottom < outline.temperature:
        height = scale.y(outline.temperature)
        drawn.append(_line(0, height, mast, height, stroke=TEXT, stroke_width=1, stroke_dasharray="2 3"))
    for wall, colour, dash in (
        (outline.left, LEFT_COLOUR, {}),
        (outline.right, RIGHT_COLOUR, {"stroke_dasharray": "7 3"}),
    ):
        points = [(scale.x(value), scale.y(temperature)) for temperature, value in wall]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        drawn.append(element("polyline", points=path, fill="none", stroke=colour, stroke_width=2.5, **dash))
        drawn += [element("circle", cx=x, cy=y, r=3.5, fill=colour) for x, y in points]
    drawn.append(element("circle", cx=mast, cy=scale.y(max(top, scale.bottom)), r=3.5, fill=TEXT))
    return drawn


def _grid(scale: _Scale) -> list[str]:
    """Return the axes, with a line for each round value and temperature."""
    drawn = []
    for value in _round_numbers(scale.right, scale.left):
        x = scale.x(value)
        drawn.append(_line(x, 0, x, PLOT_HEIGHT, stroke=QUIET, stroke_width=1))
        drawn.append(_text(x, PLOT_HEIGHT + 18, str(value), text_anchor="middle", font_size=12))
    for temperature in _round_numbers(scale.bottom, scale.top):
        y = scale.y(temperature)
        drawn.append(_line(0, y, PLOT_WIDTH, y, stroke=QUIET, stroke_width=1))
        drawn.append(_text(-8, y + 4, str(temperature), text_anchor="end", font_size=12))
    drawn.append(_line(0, PLOT_HEIGHT, PLOT_WIDTH, PLOT_HEIGHT, stroke=TEXT, stroke_width=1))
    return drawn


def _round_numbers(least: Fraction, greatest: Fraction) -> list[Fraction]:
    """Return two to eight multiples of a power of two between two numbers."""
    step = Fraction(1)
    while (greatest - least) / step > 7:
        step *= 2
    while (greatest - least) / step < 3:
        step /= 2
    first, last = -(-least // step), greatest // step
    return [n * step for n in range(int(first), int(last) + 1)]


def _said(outline: Outline) -> str:
    words = f"mean {outline.mean}, temperature {outline.temperature}"
    left, right = outline.left[0], outline.right[0]
    return f"{words}, stops {left[1]} and {right[1]}" if left[0] == 0 else words


def _line(x1: float, y1: float, x2: float, y2: float, **look: object) -> str:
    return element("line", x1=float(x1), y1=float(y1), x2=float(x2), y2=float(y2), **look)


def _text(x: float, y: float, text: str, **look: object) -> str:
    return element("text", escape(text), x=float(x), y=float(y), fill=TEXT, **look)

"""Thermographs as SVG: temperature upwards, values to the left as is the custom, both walls and the mast.

Left's wall is blue and Right's red and dashed, as is the custom; corners are dots. Several thermographs stand
side by side, to one scale.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import cycle
from typing import Final

from zermelo.draw.pictures.svg_markup import element, escape, svg

PLOT_WIDTH: Final = 300.0
PLOT_HEIGHT: Final = 240.0
MARGIN_LEFT: Final = 44.0  # at least
MARGIN_RIGHT: Final = 16.0
MARGIN_TOP: Final = 74.0  # three lines of text, and air
MARGIN_BOTTOM: Final = 34.0
TEXT: Final = "ink"
QUIET: Final = "rule"
LEFT_COLOUR: Final = "blue"
RIGHT_COLOUR: Final = "red"
MOST_SIGNS: Final = 40  # of a title
SIGN_WIDTH: Final = 7.5  # of a sign, at most; of a title's MOST_SIGNS in bold, together as wide as a plot


@dataclass(frozen=True)
class ThermographOutline:
    """What is drawn of a thermograph; walls are corners, (temperature, value), up to the mast."""

    title: str
    mean: Fraction
    temperature: Fraction
    left: tuple[tuple[Fraction, Fraction], ...]
    right: tuple[tuple[Fraction, Fraction], ...]
    threats: str = ""  # of games with kos: who is komaster, in words


@dataclass(frozen=True)
class _Scale:
    """Where values and temperatures stand on the paper, in pixels from the top left corner of a plot."""

    left: Fraction  # the greatest value
    right: Fraction  # the least
    bottom: Fraction  # the least temperature
    top: Fraction  # the greatest

    def x_pixel(self, value: Fraction) -> float:
        return float((self.left - value) / (self.left - self.right)) * PLOT_WIDTH

    def y_pixel(self, temperature: Fraction) -> float:
        return float((self.top - temperature) / (self.top - self.bottom)) * PLOT_HEIGHT


def thermographs_svg(outlines: Sequence[ThermographOutline]) -> str:
    """Return a picture of thermographs, one beside the other, to one scale."""
    scale = _compute_common_scale(outlines)
    longest = max(len(str(temperature)) for temperature in _choose_axis_ticks(scale.bottom, scale.top))
    margin = max(MARGIN_LEFT, 12 + longest * SIGN_WIDTH)
    widest = max(len(line) for outline in outlines for line in _caption_lines(outline)) * SIGN_WIDTH
    panel = margin + max(PLOT_WIDTH, widest) + MARGIN_RIGHT
    panels = [
        element(
            "g",
            *_draw_plot(outline, scale),
            transform=f"translate({n * panel + margin:.0f} {MARGIN_TOP:.0f})",
        )
        for n, outline in enumerate(outlines)
    ]
    title = "; ".join(
        f"thermograph of {outline.title}: {_describe_thermograph(outline)}" for outline in outlines
    )
    return svg(panel * len(outlines), MARGIN_TOP + PLOT_HEIGHT + MARGIN_BOTTOM, title, *panels)


def _compute_common_scale(outlines: Sequence[ThermographOutline]) -> _Scale:
    corners = [corner for outline in outlines for corner in outline.left + outline.right]
    least, greatest = min(value for _, value in corners), max(value for _, value in corners)
    air = (greatest - least) / 8 or Fraction(1, 2)
    bottom = min(temperature for temperature, _ in corners)
    warmth = max(outline.temperature for outline in outlines) - bottom
    return _Scale(greatest + air, least - air, bottom, bottom + (warmth * 5 / 4 if warmth > 0 else 1))


def _draw_plot(outline: ThermographOutline, scale: _Scale) -> list[str]:
    """Return one plot, its origin the top left corner of the plotted area."""
    shown = outline.title if len(outline.title) <= MOST_SIGNS else f"{outline.title[: MOST_SIGNS - 3]}..."
    first, second = _caption_lines(outline)
    drawn = [
        _draw_text(0, -52, shown, font_size=14, font_weight="bold"),
        _draw_text(0, -34, first, font_size=12),
        _draw_text(0, -18, second, font_size=12),
        *_draw_axes(scale),
    ]
    top = outline.left[-1][0]
    mast = scale.x_pixel(outline.mean)
    drawn.append(
        _draw_line(mast, scale.y_pixel(max(top, scale.bottom)), mast, 0, stroke=TEXT, stroke_width=2.5)
    )
    if scale.bottom < outline.temperature:
        height = scale.y_pixel(outline.temperature)
        drawn.append(_draw_line(0, height, mast, height, stroke=TEXT, stroke_width=1, stroke_dasharray="2 3"))
    for wall, colour, dash in (
        (outline.left, LEFT_COLOUR, {}),
        (outline.right, RIGHT_COLOUR, {"stroke_dasharray": "7 3"}),
    ):
        points = [(scale.x_pixel(value), scale.y_pixel(temperature)) for temperature, value in wall]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        drawn.append(element("polyline", points=path, fill="none", stroke=colour, stroke_width=2.5, **dash))
        drawn += [element("circle", cx=x, cy=y, r=3.5, fill=colour) for x, y in points]
    drawn.append(element("circle", cx=mast, cy=scale.y_pixel(max(top, scale.bottom)), r=3.5, fill=TEXT))
    return drawn


def _draw_axes(scale: _Scale) -> list[str]:
    """Return the axes, with a line for each round value and temperature."""
    drawn = []
    free = -MARGIN_LEFT  # from where on nothing is written yet
    for value in reversed(_choose_axis_ticks(scale.right, scale.left)):
        x, half = scale.x_pixel(value), len(str(value)) * SIGN_WIDTH / 2
        drawn.append(_draw_line(x, 0, x, PLOT_HEIGHT, stroke=QUIET, stroke_width=1))
        if x - half >= free:  # a long number takes the place of the next ones
            drawn.append(_draw_text(x, PLOT_HEIGHT + 18, str(value), text_anchor="middle", font_size=12))
            free = x + half + SIGN_WIDTH
    for temperature in _choose_axis_ticks(scale.bottom, scale.top):
        y = scale.y_pixel(temperature)
        drawn.append(_draw_line(0, y, PLOT_WIDTH, y, stroke=QUIET, stroke_width=1))
        drawn.append(_draw_text(-8, y + 4, str(temperature), text_anchor="end", font_size=12))
    drawn.append(_draw_line(0, PLOT_HEIGHT, PLOT_WIDTH, PLOT_HEIGHT, stroke=TEXT, stroke_width=1))
    return drawn


def _choose_axis_ticks(least: Fraction, greatest: Fraction) -> list[Fraction]:
    """Return two to eight multiples of a step: 1, 2, 5, 10, 20 ... or, below 1, a power of two."""
    step = Fraction(1)
    growth = cycle((Fraction(2), Fraction(5, 2), Fraction(2)))
    while (greatest - least) / step > 7:
        step *= next(growth)
    while (greatest - least) / step < 3 and step <= 1:
        step /= 2
    first, last = -(-least // step), greatest // step
    return [n * step for n in range(int(first), int(last) + 1)]


def _describe_thermograph(outline: ThermographOutline) -> str:
    words = f"mean {outline.mean}, temperature {outline.temperature}"
    left, right = outline.left[0], outline.right[0]
    if left[0] == 0:
        words += f", stops {left[1]} and {right[1]}"
    return f"{words}, {outline.threats}" if outline.threats else words


def _caption_lines(outline: ThermographOutline) -> tuple[str, str]:
    """Return the two lines below a title: mean and temperature; stops, where they are drawn, and threats."""
    mean, temperature, *others = _describe_thermograph(outline).split(", ")
    return f"{mean}, {temperature}", ", ".join(others)


def _draw_line(x1: float, y1: float, x2: float, y2: float, **look: object) -> str:
    return element("line", x1=float(x1), y1=float(y1), x2=float(x2), y2=float(y2), **look)


def _draw_text(x: float, y: float, text: str, **look: object) -> str:
    return element("text", escape(text), x=float(x), y=float(y), fill=TEXT, **look)

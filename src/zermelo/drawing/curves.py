"""Curves over whole numbers as SVG, for counts that fall from millions to none: the scale is symlog."""

from collections.abc import Sequence
from dataclasses import dataclass

from zermelo.drawing.charts import as_svg, blank_chart

INKS = (("#1f5f8b", "o", "-"), ("#b5541c", "s", "--"), ("#3c7a3c", "^", "-."), ("#7a3c78", "D", ":"))


TALLEST = 10**300  # what is drawn of larger counts


@dataclass(frozen=True)
class Curve:
    """A name, and a count for each of some numbers."""

    name: str
    numbers: Sequence[int]
    counts: Sequence[int]


def curves(title: str, drawn: Sequence[Curve], *, across: str, upwards: str) -> str:
    """Return a chart of up to four curves; nothing is drawn lower than 0, and 0 is on the scale.

    Raises `MissingExtra` where matplotlib is not installed.
    """
    figure, axes = blank_chart(title)
    for curve, (colour, marker, dashes) in zip(drawn, INKS[: len(drawn)], strict=True):
        axes.plot(
            curve.numbers,
            [float(min(count, TALLEST)) for count in curve.counts],
            dashes,
            color=colour,
            marker=marker,
            markersize=4,
            label=curve.name,
        )
    highest = max((min(count, TALLEST) for curve in drawn for count in curve.counts), default=0)
    if highest > 20:
        axes.set_yscale("symlog", linthresh=1)
        axes.yaxis.set_major_formatter(lambda height, _: f"{height:,.10g}")
    axes.set_ylim(bottom=0, top=max(1.0, highest * (1.5 if highest > 20 else 1.1)))
    longest = max((max(curve.numbers) for curve in drawn if curve.numbers), default=1)
    step = max(1, -(-longest // 16))
    axes.set_xticks(range(1, longest + 1, step))
    axes.set_xlabel(across)
    axes.set_ylabel(upwards)
    axes.legend(frameon=False, loc="upper left", bbox_to_anchor=(1.0, 1.0))
    return as_svg(figure)

"""Curves over whole numbers as SVG, for counts that fall from millions to none: the scale is symlog.

Curves of games won, drawn and lost each have their own colour, mark, and word at the end.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from textwrap import fill
from typing import Any

from zermelo.draw.charts.matplotlib_chart import figure_svg, new_blank_chart, new_blank_panels
from zermelo.draw.pictures.colour_theme import SERIES, hex_colour

INKS = tuple(zip(map(hex_colour, SERIES), "os^D", ("-", "--", "-.", ":"), strict=True))
OUTCOMES: Mapping[str, dict[str, Any]] = {  # a filled disc, a ring and an open diamond, as everywhere
    "won": {"color": hex_colour("blue"), "marker": "o", "linestyle": "-", "linewidth": 1.5},
    "drawn": {
        "color": hex_colour("grey"),
        "marker": "o",
        "markerfacecolor": hex_colour("paper"),
        "linestyle": "--",
        "linewidth": 1.2,
    },
    "lost": {
        "color": hex_colour("red"),
        "marker": "D",
        "markerfacecolor": hex_colour("paper"),
        "markeredgewidth": 2,
        "linestyle": "-",
        "linewidth": 2.2,
    },
}
SMALL = 9  # points: 12 pixels at the width that charts have on a page
LETTERS = 76, 96  # in a line above the chart: of the title, and of what is said below it
BESIDE_NAMES = 54, 72  # the same, where names of curves stand beside the chart
APART = 0.09  # of the height, between the words at two curves' ends

TALLEST = 10**300  # what is drawn of larger counts


@dataclass(frozen=True)
class Curve:
    """A name, and a count for each of some numbers."""

    name: str
    numbers: Sequence[int]
    counts: Sequence[float]


def curves_svg(title: str, drawn: Sequence[Curve], *, across: str, upwards: str) -> str:
    """Return a chart of up to four curves; nothing is drawn lower than 0, and 0 is on the scale.

    Raises `MissingExtra` where matplotlib is not installed.
    """
    figure, axes = new_blank_chart(title)
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
    _set_count_axis(axes, max((count for curve in drawn for count in curve.counts), default=0))
    longest = max((max(curve.numbers) for curve in drawn if curve.numbers), default=1)
    step = max(1, -(-longest // 16))
    axes.set_xticks(range(1, longest + 1, step))
    axes.set_xlabel(across)
    axes.set_ylabel(upwards)
    axes.legend(frameon=False, loc="upper left", bbox_to_anchor=(1.0, 1.0))
    return figure_svg(figure)


def outcome_curves_svg(
    title: str, under: str, numbers: Sequence[int], counts: Mapping[str, Sequence[int]], *, across: str
) -> str:
    """Return a chart of what is "won", "drawn" and "lost" after each of some numbers, as SVG.

    What is lost stands in figures below the axis too. The lines of `under` are said below the title. Raises
    `MissingExtra` where matplotlib is not installed.
    """
    figure, axes = new_blank_chart("")
    figure.set_size_inches(7, 3.8)
    said = "\n".join(fill(line, LETTERS[1]) for line in under.splitlines())
    axes.set_title(
        fill(title, LETTERS[0]) + "\n" * (1 + said.count("\n")),
        loc="left",
        fontweight="bold",
        color=hex_colour("ink"),
    )
    axes.text(0, 1.03, said, transform=axes.transAxes, fontsize=SMALL, color=hex_colour("soft"))
    heights = {name: [float(min(count, TALLEST)) for count in each] for name, each in counts.items()}
    for name, each in heights.items():
        axes.plot(numbers, each, label=name, clip_on=False, **OUTCOMES[name])
    _set_count_axis(axes, max((count for each in counts.values() for count in each), default=0))
    lost = counts["lost"]
    step = max(1, -(-len(numbers) // 14))
    axes.set_xticks(
        numbers[::step],
        [
            f"{number}\n{format_short_count(count)}"
            for number, count in zip(numbers[::step], lost[::step], strict=True)
        ],
    )
    axes.set_xlabel(f"{across}, and lines lost after it")
    axes.set_ylabel("lines of play")
    _label_curve_ends(
        axes, numbers[-1], {name: (each[-1], counts[name][-1]) for name, each in heights.items()}
    )
    return figure_svg(figure)


RATES: Sequence[dict[str, Any]] = (  # the one that is spoken of, and what it is measured by
    {"color": hex_colour("red"), "marker": "D", "markersize": 5, "linestyle": "-", "linewidth": 2.2},
    {
        "color": hex_colour("grey"),
        "marker": "o",
        "markersize": 4,
        "markerfacecolor": hex_colour("paper"),
        "linestyle": "--",
        "linewidth": 1.2,
    },
)


def rate_curves_svg(
    title: str,
    under: str,
    numbers: Sequence[int],
    rates: Mapping[str, Sequence[float]],
    *,
    across: str,
    upwards: str,
) -> str:
    """Return a chart of two rates in per cent for each of some numbers, as SVG: one, and its measure.

    `under` is said below the title. Raises `MissingExtra` where matplotlib is not installed.
    """
    figure, axes = new_blank_chart("")
    figure.set_size_inches(7, 3.6)
    said = "\n".join(fill(line, BESIDE_NAMES[1]) for line in under.splitlines())
    axes.set_title(
        fill(title, BESIDE_NAMES[0]) + "\n" * (1 + said.count("\n")),
        loc="left",
        fontweight="bold",
        color=hex_colour("ink"),
    )
    axes.text(0, 1.03, said, transform=axes.transAxes, fontsize=SMALL, color=hex_colour("soft"))
    for (name, each), drawn in zip(rates.items(), RATES, strict=True):
        axes.plot(numbers, each, label=name, clip_on=False, **drawn)
    axes.set_ylim(bottom=0, top=max(1.0, *(1.1 * rate for each in rates.values() for rate in each)))
    longest = max(numbers, default=1)
    step = max(1, -(-longest // 16))
    axes.set_xticks(range(0, longest + 1, step))
    axes.set_xlabel(across)
    axes.set_ylabel(upwards)
    axes.legend(frameon=False, loc="upper left", bbox_to_anchor=(1.0, 1.0), labelcolor=hex_colour("ink"))
    return figure_svg(figure)


def outcome_share_curves_svg(
    title: str,
    under: str,
    numbers: Sequence[int],
    panels: Mapping[str, Mapping[str, Sequence[float]]],
    *,
    across: str,
    upwards: str,
) -> str:
    """Return a chart of what is "won", "drawn" and "lost", in per cent of it all, for each of some numbers.

    A panel beside the other for each of two kinds, which says its name. Raises `MissingExtra` where
    matplotlib is not installed.
    """
    figure, both = new_blank_panels(len(panels))
    figure.set_size_inches(7, 3.6)
    figure.suptitle(
        fill(title, LETTERS[0]),
        x=0.01,
        horizontalalignment="left",
        fontweight="bold",
        color=hex_colour("ink"),
    )
    for axes, (name, shares) in zip(both, panels.items(), strict=True):
        axes.set_title(name, loc="left", fontsize=SMALL, color=hex_colour("soft"))
        for outcome, each in shares.items():
            axes.plot(numbers, each, clip_on=False, **OUTCOMES[outcome])
        axes.set_ylim(0, 100)
        axes.set_xticks(numbers[:: max(1, -(-len(numbers) // 10))])
        axes.set_xlabel(across)
        _label_curve_ends(
            axes,
            numbers[-1],
            {outcome: (each[-1], round(each[-1])) for outcome, each in shares.items()},
        )
    both[0].set_ylabel(upwards)
    figure.text(0.01, 0.01, fill(under, LETTERS[1]), fontsize=SMALL, color=hex_colour("soft"))
    figure.get_layout_engine().set(rect=(0, 0.07, 1, 0.93))
    return figure_svg(figure)


def _set_count_axis(axes: Any, highest: float) -> None:
    """Let the chart begin at 0 and reach the highest count, where it is large by powers of ten."""
    highest = min(highest, TALLEST)
    axes.set_ylim(bottom=0, top=max(1.0, highest * (1.5 if highest > 20 else 1.1)))  # first: the largest
    if highest > 20:  # counts leave the numbers of machines where matplotlib looks for limits itself
        axes.set_yscale("symlog", linthresh=1)
        axes.yaxis.set_major_formatter(lambda height, _: f"{height:,.10g}")


def _label_curve_ends(axes: Any, last: int, ends: Mapping[str, tuple[float, int]]) -> None:
    """Write each curve's name and last count beside its end, none over another."""
    inverse = axes.transAxes.inverted()
    places = {
        name: float(inverse.transform(axes.transData.transform((last, height)))[1])
        for name, (height, _) in ends.items()
    }
    order = sorted(places, key=lambda name: (places[name], -list(ends).index(name)))
    lowest = -1.0
    for above, name in enumerate(order):
        lowest = max(min(places[name], 1 - APART * (len(order) - 1 - above)), lowest + APART)
        axes.text(
            1.02,
            lowest,
            f"{name} {format_short_count(ends[name][1])}",
            transform=axes.transAxes,
            color=OUTCOMES[name]["color"],
            verticalalignment="center",
            fontweight="bold" if name == "lost" else "normal",
        )


def format_short_count(count: int) -> str:
    """Return a count in a few figures.

    >>> [format_short_count(count) for count in (9_999, 143_962, 1_532_392, 7**1000)]
    ['9,999', '144k', '1.5M', '1e845']
    """
    if count < 10_000:
        return f"{count:,}"
    if count < 1_000_000:
        return f"{count / 1000:.0f}k"
    if count < 1_000_000_000:
        return f"{count / 1_000_000:.1f}M"
    power = int((count.bit_length() - 1) * math.log10(2))
    return f"1e{power + (10 ** (power + 1) <= count)}"

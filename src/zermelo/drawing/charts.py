"""Charts as SVG, drawn by matplotlib, an extra: `pip install "zermelo[plots]"`.

Wins, draws and losses have one colour each everywhere, and a hatching each, so that print tells them apart.
"""

import io
from collections.abc import Mapping, Sequence
from typing import Any

from zermelo.core.errors import MissingExtra
from zermelo.drawing.markup import TONES

SHADES = {  # colour and hatching of what a chart stacks
    "win": (TONES["win"][1], ""),
    "draw": ("#b9b9b9", "//"),
    "loss": (TONES["loss"][1], ".."),
    "positions": (TONES["unknown"][1], ""),
}


def stacked_bars(
    title: str,
    labels: Sequence[object],
    series: Mapping[str, Sequence[float]],
    *,
    across: str,
    upwards: str,
    names: Mapping[str, str] | None = None,
) -> str:
    """Return a chart of bars, one for each label, made of a piece for each of the series, as SVG.

    The keys of `series` are those of `SHADES`; `names` says what the legend calls them. Raises
    `MissingExtra` where matplotlib is not installed.
    """
    figure, axes = blank_chart(title)
    places = list(range(len(labels)))
    bottoms = [0.0] * len(labels)
    for key, heights in series.items():
        colour, hatch = SHADES[key]
        name = (names or {}).get(key, key)
        axes.bar(places, heights, 0.8, bottoms, label=name, color=colour, hatch=hatch, edgecolor="white")
        bottoms = [bottom + height for bottom, height in zip(bottoms, heights, strict=True)]
    step = max(1, -(-len(labels) // 16))
    ticks = places[::step]
    if places and isinstance(labels[-1], str) and ticks[-1] != places[-1]:  # a word says what no number can
        ticks = [*(tick for tick in ticks if places[-1] - tick >= step), places[-1]]
    axes.set_xticks(ticks, [str(labels[tick]) for tick in ticks])
    axes.set_xlabel(across)
    axes.set_ylabel(upwards)
    if len(series) > 1:
        axes.legend(frameon=False, loc="upper left", bbox_to_anchor=(1.0, 1.0))
    return as_svg(figure)


def blank_chart(title: str) -> tuple[Any, Any]:
    """Return matplotlib's figure and axes, in the style of all charts; raises `MissingExtra`."""
    try:
        from matplotlib.figure import Figure
        from matplotlib.ticker import FuncFormatter
    except ImportError as error:
        raise MissingExtra(
            'charts need matplotlib, which is not installed: pip install "zermelo[plots]"'
        ) from error
    figure = Figure(figsize=(7, 3), layout="constrained")
    axes = figure.add_subplot()
    axes.set_title(title, loc="left", fontsize=11)
    axes.spines[["top", "right"]].set_visible(False)
    axes.yaxis.set_major_formatter(FuncFormatter(lambda height, _: f"{height:,.10g}"))
    return figure, axes


def as_svg(figure: Any) -> str:
    """Return the figure, without the lines that make a file of it; the same figure gives the same text."""
    import matplotlib

    nothing = dict.fromkeys(("Creator", "Date", "Format", "Type"))  # else it links to its home page
    with matplotlib.rc_context({"svg.hashsalt": "zermelo", "svg.fonttype": "none"}), io.StringIO() as out:
        figure.savefig(out, format="svg", metadata=nothing)
        text = out.getvalue()
    return text[text.index("<svg") :]

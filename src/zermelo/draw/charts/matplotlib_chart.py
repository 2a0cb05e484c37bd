"""Charts as SVG, drawn by matplotlib, an extra: `pip install "zermelo[plots]"`.

Wins, draws and losses have one colour each everywhere, and a hatching each, so that they differ in print.
"""

import io
import re
import zlib
from collections.abc import Mapping, Sequence
from typing import Any

from zermelo.core.errors import MissingExtra
from zermelo.draw.pictures.colour_theme import SANS, hex_colour, used_class_styles

CHART = ("paper", "ink", "soft", "line", "rule", "blue", "red", "grey", "purple")  # the colours of charts
NARROW = 3.54, 2.8  # inches: as wide as a phone, where words have the size that they have on a desk
WORDS = 9  # points: 12 pixels at that width
MOST_TICKS = 11
SHADES = {  # colour and hatching of what a chart stacks
    "win": (hex_colour("blue"), ""),
    "draw": (hex_colour("grey"), "//"),
    "loss": (hex_colour("red"), ".."),
    "positions": (hex_colour("soft"), ""),
}


def stacked_bars_svg(
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
    figure, axes = new_blank_chart(title)
    figure.set_size_inches(*NARROW)
    axes.tick_params(labelsize=WORDS)
    places = list(range(len(labels)))
    bottoms = [0.0] * len(labels)
    for key, heights in series.items():
        colour, hatch = SHADES[key]
        name = (names or {}).get(key, key)
        axes.bar(
            places,
            heights,
            0.8,
            bottoms,
            label=name,
            color=colour,
            hatch=hatch,
            edgecolor=hex_colour("paper"),
            linewidth=0.8,
        )
        bottoms = [bottom + height for bottom, height in zip(bottoms, heights, strict=True)]
    step = max(1, -(-len(labels) // MOST_TICKS))
    ticks = places[::step]
    if places and isinstance(labels[-1], str) and ticks[-1] != places[-1]:  # a word says what no number can
        ticks = [*(tick for tick in ticks if places[-1] - tick >= step), places[-1]]
    axes.set_xticks(ticks, [str(labels[tick]) for tick in ticks])
    axes.set_xlabel(across, fontsize=WORDS)
    axes.set_ylabel(upwards, fontsize=WORDS)
    if len(series) > 1:
        figure.legend(
            frameon=False,
            loc="outside lower left",
            ncols=len(series),
            fontsize=WORDS,
            labelcolor=hex_colour("ink"),
        )
    return figure_svg(figure)


def new_blank_chart(title: str) -> tuple[Any, Any]:
    """Return matplotlib's figure and axes, in the style of all charts; raises `MissingExtra`."""
    figure, (axes,) = new_blank_panels(1)
    axes.set_title(title, loc="left", fontsize=11, fontweight="bold", color=hex_colour("ink"), pad=12)
    return figure, axes


def new_blank_panels(count: int) -> tuple[Any, Any]:
    """Return matplotlib's figure and axes beside each other, of one height; raises `MissingExtra`."""
    try:
        from matplotlib.figure import Figure
        from matplotlib.ticker import FuncFormatter
    except ImportError as error:
        raise MissingExtra(
            'charts need matplotlib, which is not installed: pip install "zermelo[plots]"'
        ) from error
    figure = Figure(figsize=(7, 3), layout="constrained")
    panels = figure.subplots(1, count, sharey=True, squeeze=False)[0]
    figure.set_facecolor(hex_colour("paper"))
    for axes in panels:
        axes.set_facecolor(hex_colour("paper"))
        axes.spines[["top", "right", "left"]].set_visible(False)
        axes.spines["bottom"].set_color(hex_colour("line"))
        axes.tick_params(color=hex_colour("line"), labelcolor=hex_colour("soft"), left=False)
        axes.xaxis.label.set_color(hex_colour("soft"))
        axes.yaxis.label.set_color(hex_colour("soft"))
        axes.grid(axis="y", color=hex_colour("rule"), linewidth=0.8)
        axes.set_axisbelow(True)
        axes.yaxis.set_major_formatter(FuncFormatter(lambda height, _: f"{height:,.10g}"))
    return figure, panels


def figure_svg(figure: Any) -> str:
    """Return the figure, without the lines that make a file of it; the same figure gives the same text."""
    import matplotlib

    nothing = dict.fromkeys(("Creator", "Date", "Format", "Type"))  # else it links to its home page
    with matplotlib.rc_context({"svg.hashsalt": "zermelo", "svg.fonttype": "none"}), io.StringIO() as out:
        figure.savefig(out, format="svg", metadata=nothing)
        text = out.getvalue()
    return _apply_page_style(text[text.index("<svg") :])


def _apply_page_style(text: str) -> str:
    """Return matplotlib's SVG in the page's typeface, its colours those of the reader's setting."""
    text = re.sub(r'fill="(#[0-9a-f]{6})"', r'style="fill: \1"', text)  # the grounds of hatchings
    used = [name for name in CHART if hex_colour(name) in text]
    names = {hex_colour(name): name for name in used}
    pattern = re.compile(rf"(fill|stroke): ({'|'.join(names)})")
    text = pattern.sub(lambda found: f"{found[0]}; {found[1]}: var(--z-{names[found[2]]})", text)
    prefix = f"c{zlib.crc32(text.encode()):08x}"  # several charts stand on one page, and an id only once
    asked = set(re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', text))
    targets = {name for pair in asked for name in pair if name}
    text = re.sub(
        r' id="([^"]+)"', lambda found: f' id="{prefix}-{found[1]}"' if found[1] in targets else "", text
    )
    text = re.sub(r'(href="#|url\(#)', rf"\g<1>{prefix}-", text)
    text = re.sub('font-family: [^;"]*', "font-family: " + SANS.replace('"', "'"), text)
    begin = text.index(">") + 1
    style = used_class_styles(names=used)
    return f'{text[: begin - 1]} class="zermelo"><style>{style}</style>{text[begin:]}'

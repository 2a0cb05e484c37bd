"""The charts of the self-play paper drawn anew, and its claims beside what comes of them, by one command.

    python benchmarks/self_play_figures.py DIRECTORY                # minutes; --quick without 4x4 tic-tac-toe
    python benchmarks/self_play_figures.py DIRECTORY --deep FILE    # FILE: of deep_self_play.py --json FILE

Writes figure-2.svg to figure-12.svg, page.html and tables.md. Sundar, Vasam and Joseph, *Monotonic Model
Improvement Self-play Algorithm for Adversarial Games*: its text was not at hand, so charts are numbered by
their subjects as this project's specification tells them: games 2 to 7, rewards 8, alpha and gamma 9, the
deep variant 10 to 12.
"""

import argparse
import json
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from self_play_claims import (
    HEADS,
    beside,
    beside_heads,
    claims,
    deep_losses,
    listed,
    losses_heads,
    losses_table,
)
from self_play_study import ALPHAS, FEW_SEEDS, GAMMAS, LARGE, TITLES, Study, quick_names

from zermelo.core.errors import BadParameter
from zermelo.drawing.charts import as_svg, blank_chart
from zermelo.drawing.curves import INKS, Curve, curves
from zermelo.drawing.markup import element, escape
from zermelo.drawing.pages import page, section, table
from zermelo.learn.parameters import Parameters, Rewards

NAME = "Self-play: the paper's figures and claims, computed"
PAPER = (
    "Sundar, Vasam, Joseph: Monotonic Model Improvement Self-play Algorithm for Adversarial Games. The text "
    "was not at hand: the paper's claims are those that the specification of this project reports; charts "
    "2 to 12 are numbered by their subjects as it tells them. Everything under “ours” was computed by the "
    "command that wrote this page. Lines are complete games of a fixed policy against every reply."
)
PLAIN = Parameters(0.6, 0.9)  # what the paper's curves fit, with an un-normalised P_0
DRAWN = PLAIN.changed(model="unnormalised")
DRAWS = PLAIN.changed(rewards=Rewards(1, 0.5, -1), model="unnormalised")
GAMES = {2: "ttt3", 3: LARGE, 4: "dom4", 5: "dom5", 6: "cram4", 7: "dots"}
DEEP = {10: "a2c", 11: "ppo", 12: "dqn"}
MASKED = "maskable_ppo"


@dataclass(frozen=True)
class Chart:
    """A chart with its number and what is said below it."""

    number: int
    caption: str
    svg: str


def charts(study: Study, deep: Sequence[Any] = ()) -> list[Chart]:
    """Return all charts that there are numbers for."""
    drawn = [game_chart(study, number, name) for number, name in GAMES.items() if name in study.names]
    drawn.append(rewards_chart(study))
    drawn.append(alpha_chart(study))
    by_name = {run["optimiser"]: run for run in deep}
    masked = by_name.get(MASKED)
    drawn += [deep_chart(number, by_name[name], masked) for number, name in DEEP.items() if name in by_name]
    return drawn


def game_chart(study: Study, number: int, name: str) -> Chart:
    """Return the lines lost in a game after each iteration."""
    plain, drawn = study.run(name, PLAIN), study.run(name, DRAWN)
    if name == LARGE:
        lines = [
            _side(f"second, P_0 drawn ({seed})", study.run(name, DRAWN.changed(seed=seed)), "second")
            for seed in FEW_SEEDS
        ]
        lines.append(_side("first, P_0 drawn (0)", drawn, "first"))
    else:
        lines = [
            _side("second, P_0 drawn", drawn, "second"),
            _side("second, P_0 uniform", plain, "second"),
            _side("first, P_0 drawn", drawn, "first"),
        ]
        if name == "dots":  # which need not lose, but long does not win
            lines.append(_side("first, P_0 drawn: draws", drawn, "first", "drawn"))
        else:
            lines.append(_side("first, P_0 uniform", plain, "first"))
    caption = "alpha 0.6, gamma 0.9, rewards 1/0/-1; P_0 uniform, or drawn (by a seed) and not normalised."
    upwards = "lines" if name == "dots" else "lines lost"
    return Chart(number, caption, _curves(TITLES[name], lines, upwards))


def rewards_chart(study: Study) -> Chart:
    """Return lines lost where a draw is worth nothing, and where it is worth half a win."""
    name = LARGE if study.has_large else "ttt3"
    even, half = study.run(name, DRAWN), study.run(name, DRAWS)
    lines = [
        _side("second, 1/0/-1", even, "second"),
        _side("second, 1/0.5/-1", half, "second"),
        _side("first, 1/0/-1", even, "first"),
        _side("first, 1/0.5/-1", half, "first"),
    ]
    caption = "Rewards of a win, a draw and a loss; alpha 0.6, gamma 0.9, P_0 drawn and not normalised."
    return Chart(8, caption, _curves(f"rewards, {TITLES[name]}", lines))


def alpha_chart(study: Study) -> Chart:
    """Return the lines lost at the limit, by alpha, for several gammas."""
    name = LARGE if study.has_large else "dots"
    figure, axes = blank_chart(f"lines lost at the limit, {TITLES[name]}")
    highest = 0
    for gamma, (colour, marker, dashes) in zip(GAMMAS, INKS, strict=False):
        both = [study.limit_lines(name, Parameters(alpha, gamma)) for alpha in ALPHAS]
        lost = [first.lost + second.lost for first, second in both]
        highest = max(highest, *lost)
        axes.plot(ALPHAS, lost, dashes, color=colour, marker=marker, markersize=4, label=f"gamma {gamma:g}")
    axes.set_yscale("symlog", linthresh=1)
    axes.yaxis.set_major_formatter(lambda height, _: f"{height:,.10g}")
    axes.set_ylim(bottom=0, top=max(1, 1.5 * highest))
    axes.set_xlabel("alpha")
    axes.set_ylabel("lines lost")
    axes.legend(frameon=False, loc="upper left", bbox_to_anchor=(1.0, 1.0))
    caption = f"Both sides together, rewards 1/0/-1, found by one sweep each. Game: {TITLES[name]}."
    return Chart(9, caption, as_svg(figure))


def deep_chart(number: int, run: Any, masked: Any | None) -> Chart:
    """Return the lines lost after each iteration of the deep variant, maskable PPO beside."""
    lines = [
        Curve(
            f"{each['optimiser']}, {side}", _numbers(each), [one[side]["lost"] for one in each["iterations"]]
        )
        for each in (run, masked)
        if each is not None
        for side in ("first", "second")
    ]
    settings = f"alpha {run['alpha']:g}, gamma {run['gamma']:g}, seed {run['seed']}"
    caption = f"{run['steps']:,} decisions of the agent an iteration; {settings}."
    return Chart(number, caption, _curves(f"{run['optimiser']}, {run['game']}", lines))


def _numbers(run: Any) -> list[int]:
    return [int(each["number"]) for each in run["iterations"]]


def _side(name: str, run: Any, side: str, end: str = "lost") -> Curve:
    numbers = [each.number for each in run.iterations]
    return Curve(name, numbers, [getattr(getattr(each, side), end) for each in run.iterations])


def _curves(title: str, lines: Sequence[Curve], upwards: str = "lines lost") -> str:
    return curves(title, lines, across="iteration", upwards=upwards)


def write(study: Study, directory: Path, deep: Sequence[Any] = ()) -> None:
    """Write charts, page and tables."""
    directory.mkdir(parents=True, exist_ok=True)
    drawn = charts(study, deep)
    for chart in drawn:
        (directory / f"figure-{chart.number}.svg").write_text(chart.svg, encoding="utf-8")
    tables = [
        ("Claims", HEADS, [tuple(claim) for claim in claims(study, deep)]),
        ("Beside them", beside_heads(study), beside(study)),
        ("Lines lost after each iteration, P_0 uniform, rewards 1/0/-1", losses_heads(), losses_table(study)),
    ]
    if deep:
        tables.append(("The deep variant", *deep_table(deep)))
    absent = missing(study, deep)
    text = "\n\n".join(
        [PAPER, *absent, *(f"## {title}\n\n{markdown(heads, rows)}" for title, heads, rows in tables)]
    )
    (directory / "tables.md").write_text(f"# {NAME}\n\n{text}\n", encoding="utf-8")
    figures = [
        element(
            "figure",
            chart.svg,
            element("figcaption", escape(f"{chart.number}. {chart.caption}")),
            style="display: block",
        )
        for chart in drawn
    ]
    sections = [section(title, table(heads, rows)) for title, heads, rows in tables]
    notes = [element("p", escape(note)) for note in (PAPER, *absent)]
    html = page(NAME, *notes, sections[0], section("Charts", *figures), *sections[1:])
    (directory / "page.html").write_text(html, encoding="utf-8")


def missing(study: Study, deep: Sequence[Any]) -> list[str]:
    """Return what to say of charts that there are no numbers for."""
    said_so = []
    if not study.has_large:
        said_so.append(
            "Left out by --quick: tic-tac-toe 4x4, with chart 3; charts 8 and 9 show smaller games."
        )
    left = [number for number, name in DEEP.items() if name not in {run["optimiser"] for run in deep}]
    if left:
        said_so.append(
            f"Left out: charts {listed(left)} (the deep variant), of which no run was given. "
            "Train with benchmarks/deep_self_play.py --json FILE, and give --deep FILE."
        )
    return said_so


def deep_table(deep: Sequence[Any]) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """Return heads and rows: what each optimiser's iterations lost, and how good the best of them is."""
    heads = ("optimiser", "lost, both sides", "best: loses value at", "where it leads", "exploitability")
    rows = []
    for run in deep:
        losses = deep_losses(run)
        best = run["iterations"][losses.index(min(losses))]
        rows.append(
            (
                run["optimiser"],
                listed(losses),
                f"{best['losing']:,} of {best['positions']:,}",
                f"{best['met_losing']:,} of {best['met_positions']:,}",
                f"{best['exploitability']:g}",
            )
        )
    return heads, rows


def markdown(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table as Markdown."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', '/') for cell in line)} |" for line in lines)


def read_deep(path: Path) -> list[Any]:
    """Return the runs that `deep_self_play.py --json` wrote; raises `BadParameter`."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        for run in found:
            deep_losses(run)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BadParameter(
            f"{str(path)!r} has no runs of the deep variant ({error!r}): "
            "write it with benchmarks/deep_self_play.py --json FILE"
        ) from error
    return list(found)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("directory", type=Path)
    parser.add_argument("--quick", action="store_true", help="leave 4x4 tic-tac-toe out")
    parser.add_argument("--deep", type=Path, metavar="FILE", help="numbers of the deep variant")
    wish = parser.parse_args(arguments)
    began = time.perf_counter()
    deep = read_deep(wish.deep) if wish.deep else []

    def tell(what: str) -> None:
        print(f"\r{time.perf_counter() - began:5.0f} s  {what[:100]:<100}", end="", file=sys.stderr)

    study = Study(
        quick_names() if wish.quick else tuple(TITLES), tell if sys.stderr.isatty() else lambda _: None
    )
    write(study, wish.directory, deep)
    print((wish.directory / "tables.md").read_text(encoding="utf-8"))
    print(f"written to {wish.directory} in {time.perf_counter() - began:,.0f} s")


if __name__ == "__main__":
    main()

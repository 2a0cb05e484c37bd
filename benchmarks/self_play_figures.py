"""The figures of the self-play paper drawn anew, and what it says beside what comes of it, by one command.

    python benchmarks/self_play_figures.py DIRECTORY                # minutes; --quick without 4x4 tic-tac-toe
    python benchmarks/self_play_figures.py DIRECTORY --deep FILE    # FILE: of deep_self_play.py --json FILE

Writes figure-01.svg to figure-12.svg, which have the numbers and the subjects of the paper's; two charts that
are ours, ours-rewards.svg and ours-alpha.svg; page.html and tables.md. The paper does not tell its alpha,
gamma, rewards and draws: what it says of the curves fits alpha 0.6, gamma 0.9, rewards 1/0/-1 and a P_0 that
is drawn and not normalised. Each figure of a game is what `zermelo selfplay GAME --alpha 0.6 --model
unnormalised --side SIDE --output FILE` draws. Figure 3 trains a network, on fewer decisions than the paper
unless --steps says so.

Sundar, Vasam and Joseph, *Monotonic Model Improvement Self-play Algorithm for Adversarial Games*.
"""

import argparse
import json
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from deep_self_play import graded
from self_play_claims import HEADS, claims
from self_play_study import ALPHAS, DRAWN, GAMMAS, LARGE, TITLES, Study, quick_names
from self_play_tables import beside, beside_heads, deep_losses, listed, losses_heads, losses_table

import zermelo
from zermelo.core.errors import BadParameter
from zermelo.draw.charts.curve_chart import INKS, Curve, curves_svg
from zermelo.draw.charts.matplotlib_chart import figure_svg, new_blank_chart
from zermelo.draw.pictures.html_page import html_page, html_table
from zermelo.draw.pictures.svg_markup import element, escape
from zermelo.learn import (
    SelfPlayParameters,
    draw_algorithm_scheme,
    make_self_play_report,
    train,
)
from zermelo.learn.monotonic.self_play_chart import draw_lines_chart
from zermelo.learn.monotonic.self_play_iteration import SelfPlayIteration
from zermelo.learn.monotonic.self_play_report import SelfPlayReport
from zermelo.learn.self_play_parameters import OutcomeRewards
from zermelo.verify.line_counts import PolicyLines

NAME = "Self-play: the paper's figures and claims, computed"
PAPER = (
    "Sundar, Vasam, Joseph: Monotonic Model Improvement Self-play Algorithm for Adversarial Games. Figures "
    "1 to "
    "12 have the paper's numbers and subjects. Everything under “ours” was computed by the command that "
    "wrote "
    "this page. Lines are complete games of a fixed policy against every reply; what is lost first in the "
    "paper, "
    "before any improvement, is our iteration 1."
)
DRAWS = DRAWN.replace(rewards=OutcomeRewards(1, 0.5, -1))
GAMES = {  # of the catalogue, as the command takes them
    "ttt3": "tic_tac_toe",
    "ttt4": "mnk(columns=4, rows=4, line=4)",
    "dom4": "domineering(columns=4, rows=4)",
    "dom5": "domineering(columns=5, rows=5)",
    "cram4": "cram(columns=4, rows=4)",
    "dots": "dots_and_boxes(columns=2, rows=2)",
}
FIGURES = {  # a game and the side of its agent
    2: ("ttt3", "both"),
    4: (LARGE, "both"),
    5: ("dom4", "first"),
    6: ("dom4", "second"),
    7: ("dom5", "first"),
    8: ("dom5", "second"),
    9: ("cram4", "first"),
    10: ("cram4", "second"),
    11: ("dots", "first"),
    12: ("dots", "second"),
}
DEEP = 3
OPTIMISER, STEPS = "a2c", 20_000  # decisions an iteration, where figure 3 is not given its run


@dataclass(frozen=True)
class Chart:
    """A chart with the name of its file and what is said below it."""

    name: str
    caption: str
    svg: str


def charts(study: Study, deep: Sequence[Any], parameters: SelfPlayParameters = DRAWN) -> Iterator[Chart]:
    """Yield the paper's figures, and then ours."""
    yield Chart("figure-01", "Figure 1. The algorithm.", draw_algorithm_scheme(parameters))
    reports: dict[str, SelfPlayReport] = {}
    for number in range(2, 13):
        if number == DEEP:
            yield deep_chart(next((run for run in deep if run["optimiser"] == OPTIMISER), deep[0]))
        elif FIGURES[number][0] in study.names:
            name = FIGURES[number][0]
            if name not in reports:
                study.tell(GAMES[name])
                reports[name] = make_self_play_report(
                    zermelo.game(GAMES[name]), parameters, budget=study.budget
                )
            yield game_chart(number, reports[name])
    yield rewards_chart(study)
    yield alpha_chart(study)


def game_chart(number: int, report: SelfPlayReport) -> Chart:
    """Return one of the paper's figures of a game."""
    (name, side), chosen = FIGURES[number], report.parameters
    least = {
        each: played.line_counts.lost
        for each, played in zip(("first", "second"), report.fewest_losses.sides, strict=True)
    }
    least["both"] = least["first"] + least["second"]
    settings = str(chosen)
    drawn = draw_lines_chart(
        report.iterations, name=TITLES[name], side=side, settings=settings, least=least[side]
    )
    command = (
        f'zermelo selfplay "{GAMES[name]}" --alpha {chosen.alpha:g} --gamma {chosen.gamma:g} '
        f"--model {chosen.model} --side {side} --output FILE"
    )
    return Chart(f"figure-{number:02}", f"Figure {number}. {TITLES[name]}. {command}", drawn)


def deep_chart(run: Any) -> Chart:
    """Return figure 3: the lines of a network's policy after each iteration."""
    iterations = [
        SelfPlayIteration(
            number=each["number"],
            changed=each["changed"],
            first=PolicyLines(**each["first"]),
            second=PolicyLines(**each["second"]),
        )
        for each in run["iterations"]
    ]
    reduced = ", symmetric positions as one" if run.get("reduced") else ""
    parameters = run["parameters"]
    settings = (
        f"{run['optimiser']}, {run['steps']:,} decisions an iteration{reduced}; alpha "
        f"{parameters['alpha']:g}, "
        f"gamma {parameters['gamma']:g}, seed {parameters['seed']}"
    )
    drawn = draw_lines_chart(iterations, name=f"{TITLES['ttt3']}, a network", settings=settings)
    return Chart(f"figure-{DEEP:02}", f"Figure {DEEP}. {TITLES['ttt3']}, deep. {settings}", drawn)


def trained(study: Study, steps: int) -> list[Any]:
    """Return a run of the network of figure 3, as `deep_self_play.py --json` writes it."""
    study.tell(f"{OPTIMISER}, {steps:,} decisions an iteration")
    game = zermelo.game(GAMES["ttt3"])
    found = train(game, optimiser=OPTIMISER, steps=steps, reduced=True, budget=study.budget)
    return [graded(found, zermelo.solve(game))]


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
    more = "fewer" if sum(half.losses) < sum(even.losses) else "no fewer"
    title = f"With a draw worth half a win {more} lines are lost ({TITLES[name]})"
    caption = f"Ours. Rewards of a win, a draw and a loss; {DRAWN}."
    drawn = curves_svg(title, lines, across="iteration", upwards="lines lost")
    return Chart("ours-rewards", caption, drawn)


def alpha_chart(study: Study) -> Chart:
    """Return the lines lost at the limit, by alpha, for several gammas."""
    name = LARGE if study.has_large else "dots"
    lost = {
        gamma: [
            first.lost + second.lost
            for first, second in (
                study.limit_lines(name, SelfPlayParameters(alpha, gamma)) for alpha in ALPHAS
            )
        ]
        for gamma in GAMMAS
    }
    losing = [gamma for gamma in GAMMAS if any(lost[gamma])]
    what = f"gamma {', '.join(f'{gamma:g}' for gamma in losing)}" if losing else "no gamma"
    figure, axes = new_blank_chart(f"Lines are lost at the limit with {what} ({TITLES[name]})")
    for gamma, (colour, marker, dashes) in zip(GAMMAS, INKS, strict=False):
        axes.plot(
            ALPHAS, lost[gamma], dashes, color=colour, marker=marker, markersize=4, label=f"gamma {gamma:g}"
        )
    highest = max(max(each) for each in lost.values())
    axes.set_yscale("symlog", linthresh=1)
    axes.yaxis.set_major_formatter(lambda height, _: f"{height:,.10g}")
    axes.set_ylim(bottom=0, top=max(1, 1.5 * highest))
    axes.set_xlabel("alpha")
    axes.set_ylabel("lines lost")
    axes.legend(frameon=False, loc="upper left", bbox_to_anchor=(1.0, 1.0))
    caption = f"Ours. Both sides together, rewards 1/0/-1, found by one sweep each. Game: {TITLES[name]}."
    return Chart("ours-alpha", caption, figure_svg(figure))


def _side(name: str, run: Any, side: str) -> Curve:
    numbers = [each.number for each in run.iterations]
    return Curve(name, numbers, [getattr(each, side).lost for each in run.iterations])


def write(study: Study, directory: Path, deep: Sequence[Any]) -> None:
    """Write charts, page and tables."""
    directory.mkdir(parents=True, exist_ok=True)
    drawn = list(charts(study, deep))
    for chart in drawn:
        (directory / f"{chart.name}.svg").write_text(chart.svg, encoding="utf-8")
    tables = [
        ("What the paper says", HEADS, [tuple(claim) for claim in claims(study, deep)]),
        ("Beside it", beside_heads(study), beside(study)),
        ("Lines lost after each iteration, P_0 uniform, rewards 1/0/-1", losses_heads(), losses_table(study)),
        ("The deep variant", *deep_table(deep)),
    ]
    absent = [] if study.has_large else ["Left out by --quick: tic-tac-toe 4x4, which is figure 4."]
    text = "\n\n".join(
        [PAPER, *absent, *(f"## {title}\n\n{markdown(heads, rows)}" for title, heads, rows in tables)]
    )
    (directory / "tables.md").write_text(f"# {NAME}\n\n{text}\n", encoding="utf-8")
    figures = [
        element("figure", chart.svg, element("figcaption", escape(chart.caption)), style="display: block")
        for chart in drawn
    ]
    parts = [("Figures", figures), *((title, [html_table(heads, rows)]) for title, heads, rows in tables)]
    sections = [
        element("section", element("h2", escape(title)), *content) for title, content in parts if content
    ]
    notes = [element("p", escape(note)) for note in (PAPER, *absent)]
    html = html_page(NAME, *notes, *sections)
    (directory / "page.html").write_text(html, encoding="utf-8")


def deep_table(deep: Sequence[Any]) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """Return heads and rows: what each optimiser's iterations lost, and how good the best of them is."""
    heads = (
        "optimiser",
        "decisions",
        "lost, both sides",
        "changed",
        "best: loses value at",
        "exploitability",
    )
    rows = []
    for run in deep:
        losses = deep_losses(run)
        best = run["iterations"][losses.index(min(losses))]
        rows.append(
            (
                run["optimiser"],
                f"{run['steps']:,}",
                listed(losses),
                listed(each["changed"] for each in run["iterations"]),
                f"{best['losing']:,} of {best['positions']:,}",
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
    parser.add_argument("--deep", type=Path, metavar="FILE", help="runs of networks, for figure 3")
    parser.add_argument("--steps", type=int, default=STEPS, help="decisions an iteration, without --deep")
    wish = parser.parse_args(arguments)
    began = time.perf_counter()

    def tell(what: str) -> None:
        print(f"\r{time.perf_counter() - began:5.0f} s  {what[:100]:<100}", end="", file=sys.stderr)

    study = Study(
        quick_names() if wish.quick else tuple(TITLES), tell if sys.stderr.isatty() else lambda _: None
    )
    write(study, wish.directory, read_deep(wish.deep) if wish.deep else trained(study, wish.steps))
    print((wish.directory / "tables.md").read_text(encoding="utf-8"))
    print(f"written to {wish.directory} in {time.perf_counter() - began:,.0f} s")


if __name__ == "__main__":
    main()

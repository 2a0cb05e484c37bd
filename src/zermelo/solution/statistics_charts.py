"""Charts of a solution's statistics, and a page of all of them.

`solution.solution_statistics` draws itself here, so its types are named for the reader alone.
"""

from typing import TYPE_CHECKING

from zermelo.core.notation.wording import format_plies, format_share
from zermelo.core.values import DEAD_END, SOLVABLE, outcome_word
from zermelo.draw.charts.matplotlib_chart import stacked_bars_svg
from zermelo.draw.pictures.html_page import html_page
from zermelo.games.game_titles import make_game_title

if TYPE_CHECKING:
    from zermelo.solution.solution_statistics import Statistics

NO_END_LABEL = "no end"


def make_charts_page(figures: "Statistics") -> str:
    """Return a page of the charts of a solution. Raises `MissingExtra` where they cannot be drawn."""
    charts = (draw_remoteness_chart(figures), draw_tiers_chart(figures), draw_branching_chart(figures))
    title = make_game_title(figures.game)
    return html_page(title.name, *charts, subtitle=title.variant)


def draw_remoteness_chart(figures: "Statistics") -> str:
    """Return positions by plies to the end under best play, of a puzzle by moves to solve it, as SVG."""
    if figures.answer.alone:
        return _draw_solving_moves_chart(figures)
    last = max((plies for _, plies, _ in figures.answers if plies is not None), default=-1)
    labels: list[object] = [*range(last + 1), *([NO_END_LABEL] if figures.endless else [])]
    series = {word: [0.0] * len(labels) for word in ("win", "draw", "loss")}
    for value, remoteness, positions in figures.answers:
        place = last + 1 if remoteness is None else remoteness
        series[outcome_word(value)][place] += positions
    return stacked_bars_svg(
        _describe_remoteness(figures),
        labels,
        series,
        across="plies to the end under best play",
        upwards=figures.counted,
    )


def _describe_remoteness(figures: "Statistics") -> str:
    """Return within how many plies half of the positions end, and how many do."""
    total, within = sum(positions for _, _, positions in figures.answers), 0
    ending = sorted((plies, positions) for _, plies, positions in figures.answers if plies is not None)
    for plies, positions in ending:
        within += positions
        if 2 * within >= total:
            within = sum(count for other, count in ending if other <= plies)
            return f"{format_share(within / total)} end within {format_plies(plies)}"
    return "Most positions have no end"


def _draw_solving_moves_chart(figures: "Statistics") -> str:
    """Return positions by the fewest moves that solve them, and the dead ends last, if there are any."""
    last = max((plies for value, plies, _ in figures.answers if value > 0 and plies is not None), default=-1)
    dead = figures.positions - figures.wins
    solvable, never = [0.0] * (last + 1), [0.0] * (last + 1)
    for value, plies, positions in figures.answers:
        if value > 0 and plies is not None:
            solvable[plies] += positions
    return stacked_bars_svg(
        f"{format_share(figures.wins / max(1, figures.wins + dead))} can be solved",
        [*range(last + 1), *(["never"] if dead else [])],
        {"win": [*solvable, 0.0], "draw": [*never, float(dead)]} if dead else {"win": solvable},
        across="fewest moves that solve it",
        upwards=figures.counted,
        names={"win": SOLVABLE, "draw": DEAD_END},
    )


def draw_tiers_chart(figures: "Statistics") -> str:
    """Return positions by plies from the start, as SVG; nothing where the solution has no plies."""
    if len(figures.tiers) == 1:
        return ""
    series: dict[str, list[float]] = {
        "win": [tier.wins for tier in figures.tiers],
        "draw": [tier.draws for tier in figures.tiers],
        "loss": [tier.losses for tier in figures.tiers],
    }
    return stacked_bars_svg(
        f"Most come after {format_plies(max(figures.tiers, key=lambda tier: tier.positions).tier)}",
        [tier.tier for tier in figures.tiers],
        series,
        across="plies played",
        upwards=figures.counted,
    )


def draw_branching_chart(figures: "Statistics") -> str:
    """Return positions by their number of moves, as SVG."""
    most, counts = figures.most_moves, dict(figures.branching)
    return stacked_bars_svg(
        f"{figures.mean_branching:.1f} moves on average, {most} at most",
        range(1, most + 1),
        {"positions": [counts.get(moves, 0) for moves in range(1, most + 1)]},
        across="moves",
        upwards=figures.counted,
    )

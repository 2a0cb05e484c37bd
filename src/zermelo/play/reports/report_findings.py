"""Findings of reports: a heading and a sentence each."""

import textwrap
from collections.abc import Iterable, Sequence
from typing import Annotated

from zermelo.core.game import Game
from zermelo.core.notation.result import Result, about
from zermelo.core.notation.wording import capitalize, format_count, join_names
from zermelo.draw.pictures.html_page import PageFrame, html_page
from zermelo.draw.pictures.svg_markup import element, escape
from zermelo.games.game_titles import make_game_title
from zermelo.solution.solution import Solution
from zermelo.solution.solution_statistics import NotablePosition, Statistics

COLUMNS = 80  # of the text
MOST_NAMED = 3  # best moves below a position


class ReportFinding(Result, frozen=True, kw_only=True):
    """A finding of a report."""

    heading: Annotated[str, about("what it is about")]
    text: Annotated[str, about("the finding, in sentences")]


def make_findings(lines: Sequence[tuple[str, str]]) -> tuple[ReportFinding, ...]:
    """Return findings from headings with sentences."""
    return tuple(ReportFinding(heading=heading, text=text) for heading, text in lines)


def make_report_page(game: Game, finding: str, *content: str, frame: PageFrame | None = None) -> str:
    """Return the page of a report: the game's name and the first finding as its title, the variant below."""
    title = make_game_title(game)
    heading = f"{title.name}: {finding}" if finding else title.name
    return html_page(heading, *content, subtitle=title.variant, frame=frame)


def figures_html(drawn: Iterable[str]) -> str:
    """Return figures, one after the other."""
    return "".join(element("figure", each) for each in drawn)


def make_position_caption(solution: Solution, found: NotablePosition) -> str:
    """Return what a position is worth, by which moves, and of how many."""
    best = [move.name for move in solution.best(found.position)]
    others = len(best) - MOST_NAMED + 1
    named = [*best[: MOST_NAMED - 1], f"{others} more"] if others > 1 else best
    count = format_count(found.move_count, "move")
    said = f"{capitalize(str(found.answer))} by {join_names(named)}: {len(best)} of {count}"
    return element("figcaption", escape(said))


def list_provenance(solution: Solution, figures: Statistics) -> list[tuple[str, str]]:
    """Return where the figures of a report come from."""
    return [
        ("method", solution.summary.method),
        ("positions", f"{figures.positions:,} {figures.counted}, {figures.classes:,} solved"),
        ("table", figures.table_hash),
    ]


def format_findings(title: str, lines: Sequence[tuple[str, str]]) -> str:
    """Return a title and findings as text, with a column of headings."""
    width = max(len(heading) for heading, _ in lines) + 2
    parts = [
        textwrap.fill(f"{heading:<{width}}{said}", COLUMNS, subsequent_indent=" " * width)
        for heading, said in lines
    ]
    return "\n".join([title, *parts])

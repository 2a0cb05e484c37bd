"""The report on a puzzle for one: whether it can be solved, in how many moves, and its hardest positions."""

from dataclasses import dataclass
from typing import Annotated

from zermelo.core.notation.result import GameInput, Result, about
from zermelo.core.notation.wording import format_count
from zermelo.core.values import dead_end_count_text
from zermelo.draw.pictures.html_page import facts_table, html_section, html_table, lead_html, row_html
from zermelo.draw.pictures.position_picture import board_svg
from zermelo.draw.pictures.svg_markup import element
from zermelo.play.reports.report_findings import (
    ReportFinding,
    format_findings,
    make_findings,
    make_position_caption,
    make_report_page,
)
from zermelo.solution.solution import Solution
from zermelo.solution.solution_statistics import NotablePosition, Statistics
from zermelo.solution.statistics_charts import draw_branching_chart, draw_remoteness_chart

SHOWN = 3  # positions of each kind


class PuzzleReportSummary(Result, frozen=True, kw_only=True):
    """How hard a puzzle for one is."""

    game: GameInput
    findings: Annotated[tuple[ReportFinding, ...], about("what a designer asks, in sentences")]
    statistics: Annotated[Statistics, about("what `zermelo stats` prints")]


@dataclass(frozen=True)
class PuzzleReport:
    """A report on a puzzle for its designer; `str` is a short text, `html` the page."""

    solution: Solution
    statistics: Statistics

    def lines(self) -> list[tuple[str, str]]:
        """Return the findings, each as a heading and a sentence."""
        figures = self.statistics
        solvable = figures.wins
        lines = [("Solution", f"{_describe_answer(figures)}.")]
        if figures.hardest:
            most, how_often = figures.hardest
            starts = "1 position needs" if how_often == 1 else f"{how_often:,} positions need"
            lines.append(
                (
                    "Hardest",
                    f"{starts} {format_count(most, 'move')}; on average "
                    f"it takes {figures.mean_moves:.1f} to solve one.",
                )
            )
        return [
            *lines,
            ("Dead ends", self._describe_dead_ends(figures.positions - solvable)),
            ("Choice", self._describe_choice()),
        ]

    def _describe_dead_ends(self, count: int) -> str:
        figures = self.statistics
        if not count:
            return f"None: it can be solved from all {figures.positions:,} {figures.counted}."
        choices = max(1, figures.choices)
        return (
            f"{dead_end_count_text(count, figures.positions)} of {figures.positions:,} {figures.counted}. Of "
            f"{figures.choices:,} with a choice, some move is a dead end in "
            f"{100 * figures.matters / choices:.1f}%, and all but one are in "
            f"{100 * figures.saving / choices:.1f}%."
        )

    def _describe_choice(self) -> str:
        figures, best = self.statistics, self.solution.best()
        first, are = format_count(len(figures.first_moves), "move"), "is" if len(best) == 1 else "are"
        said = f"{len(best)} of {first} at the start {are} best; "
        return (
            said if figures.first_moves and figures.answer.value > 0 else ""
        ) + f"{figures.mean_branching:.1f} moves a position on average, {figures.most_moves} at most."

    def __str__(self) -> str:
        return format_findings(repr(self.statistics.game), self.lines())

    def as_result(self) -> PuzzleReportSummary:
        """Return the report as JSON has it."""
        return PuzzleReportSummary(
            game=repr(self.statistics.game),
            findings=make_findings(self.lines()),
            statistics=self.statistics,
        )

    def html(self) -> str:
        """Return the page. Raises `MissingExtra` where charts cannot be drawn."""
        game, figures = self.solution.game, self.statistics
        start = next(iter(game.starts()))
        first = html_table(
            ("move", "with it"), [(move.name, str(move.answer)) for move in figures.first_moves]
        )
        hardest = figures.longest.win[:SHOWN]
        single = [each for each in figures.puzzles if each.answer.value > 0][:SHOWN]
        return make_report_page(
            game,
            _describe_answer(figures).removeprefix("The start "),
            html_section("", lead_html(board_svg(game, start), self.lines())),
            html_section("First moves", first),
            html_section("The hardest positions", *map(self._position_html, hardest)),
            html_section("Every other move is a dead end", *map(self._position_html, single)),
            html_section(
                "Length and choice", row_html(draw_remoteness_chart(figures), draw_branching_chart(figures))
            ),
            html_section("Where this comes from", facts_table(self._list_provenance())),
        )

    def _repr_html_(self) -> str:
        return self.html()

    def _position_html(self, found: NotablePosition) -> str:
        board = board_svg(self.solution.game, found.position)
        return element("figure", board, make_position_caption(self.solution, found))

    def _list_provenance(self) -> list[tuple[str, str]]:
        figures = self.statistics
        counted = f"{figures.positions:,} {figures.counted}, {figures.classes:,} solved"
        return [
            ("method", self.solution.summary.method),
            ("positions", counted),
            ("table", figures.table_hash),
        ]


def _describe_answer(figures: Statistics) -> str:
    """Return the answer at the start as a sentence without its full stop."""
    answer = figures.answer
    if answer.value <= 0:
        return "The start cannot be solved, whatever is tried"
    if not answer.remoteness:
        return "The start is solved already"
    return f"The start can be solved in {format_count(answer.remoteness, 'move')}, and in no fewer"

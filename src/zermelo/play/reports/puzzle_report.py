"""The report on a puzzle for one: whether it can be solved, in how many moves, and its hardest positions."""

from dataclasses import dataclass
from typing import Annotated

from zermelo.core.notation.result import GameInput, Result, about
from zermelo.core.notation.wording import format_count
from zermelo.core.values import dead_end_count_text
from zermelo.draw.pictures.html_page import (
    PageFrame,
    details_html,
    facts_table,
    finding_html,
    findings_html,
    html_table,
)
from zermelo.draw.pictures.position_picture import board_svg
from zermelo.play.reports.report_findings import (
    ReportFinding,
    figures_html,
    format_findings,
    list_provenance,
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

    def html(self, frame: PageFrame | None = None) -> str:
        """Return the page, in a `frame` or alone. Raises `MissingExtra` where charts cannot be drawn."""
        game, figures, lines = self.solution.game, self.statistics, dict(self.lines())
        rows = [(move.name, str(move.answer)) for move in figures.first_moves]
        hardest = list(map(self._position_html, figures.longest.win[:SHOWN])) or [""]
        single = [self._position_html(each) for each in figures.puzzles if each.answer.value > 0][:SHOWN]
        shown: list[tuple[str, str, dict[str, str]]] = [  # a figure, and what is folded
            (
                "Solution",
                board_svg(game, next(iter(game.starts()))),
                {"Every first move": html_table(("move", "with it"), rows)},
            ),
            ("Hardest", hardest[0], {"More hard positions": figures_html(hardest[1:])}),
            (
                "Dead ends",
                draw_remoteness_chart(figures),
                {"Every other move is a dead end": figures_html(single)},
            ),
            ("Choice", draw_branching_chart(figures), {}),
        ]
        return make_report_page(
            game,
            _describe_answer(figures).removeprefix("The start "),
            findings_html(
                [finding_html(each, lines[each], drawn, more) for each, drawn, more in shown if each in lines]
            ),
            details_html("Where this comes from", facts_table(list_provenance(self.solution, figures))),
            frame=frame,
        )

    def _repr_html_(self) -> str:
        return self.html()

    def _position_html(self, found: NotablePosition) -> str:
        return board_svg(self.solution.game, found.position) + make_position_caption(self.solution, found)


def _describe_answer(figures: Statistics) -> str:
    """Return the answer at the start as a sentence without its full stop."""
    answer = figures.answer
    if answer.value <= 0:
        return "The start cannot be solved, whatever is tried"
    if not answer.remoteness:
        return "The start is solved already"
    return f"The start can be solved in {format_count(answer.remoteness, 'move')}, and in no fewer"

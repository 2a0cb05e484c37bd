"""The designer's report: fairness, decisiveness, skill, length and choice of a solved game.

It covers perfect play as solved, three kinds of player against each other, and all positions that play can
reach. The report is one page, with boards and charts.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import Annotated, Any, ClassVar, Final

from msgspec import Meta

from zermelo.core.budget import Budget
from zermelo.core.errors import BadParameter
from zermelo.core.game_kind import ByKind
from zermelo.core.notation.result import Count, Result, about
from zermelo.core.notation.wording import SIDES, capitalize, format_share
from zermelo.core.requirements import check_question
from zermelo.core.values import Answer
from zermelo.draw.pictures.html_page import (
    PageFrame,
    details_html,
    facts_table,
    finding_html,
    findings_html,
    html_table,
    outcome_bars_html,
)
from zermelo.draw.pictures.svg_markup import element
from zermelo.play.matches.match import LONGEST, Match
from zermelo.play.reports.payoff_report import PayoffReport, make_dice_report, make_payoff_report
from zermelo.play.reports.puzzle_report import PuzzleReport, PuzzleReportSummary
from zermelo.play.reports.report_findings import (
    figures_html,
    format_findings,
    list_provenance,
    make_findings,
    make_position_caption,
    make_report_page,
)
from zermelo.play.win_rates.tournament import KINDS, Tournament, play_tournament
from zermelo.solution.annotated_board import draw_annotated_board, draw_heat_board
from zermelo.solution.solution import MoveAnswer, Solution
from zermelo.solution.solution_statistics import NotablePosition, Statistics
from zermelo.solution.statistics_charts import draw_branching_chart, draw_remoteness_chart, draw_tiers_chart
from zermelo.solution.statistics_scan import compute_statistics
from zermelo.solution.subgame_perfect_play import Equilibria

EXACTLY = 1e-9  # tolerance for sums of probabilities
SHOWN = 3  # positions of each kind


PlayerKind = Annotated[str, Meta(extra_json_schema={"enum": list(KINDS)})]


class PairResults(Result, frozen=True, kw_only=True):
    """Results of two kinds of players; shares are of 1."""

    first: Annotated[PlayerKind, about("who begins")]
    second: Annotated[PlayerKind, about("the other")]
    first_wins: Annotated[float, about("share of games")]
    draws: Annotated[float, about("share of games")]
    second_wins: Annotated[float, about("share of games")]
    plies: Annotated[float, about("of a game, in the mean")]
    points: Annotated[float, about("the first player's minus the second's, in the mean")]
    endless: Annotated[float, about("share of games that were broken off")]


class GameReportSummary(PuzzleReportSummary, frozen=True, kw_only=True):
    """Is a game fair, does skill matter."""

    pairs: Annotated[tuple[PairResults, ...], about("kinds of players against each other")]
    error_rate: Annotated[float, about("how often the erring player errs")]
    games: Annotated[Count | None, about("games that were sampled for each pair; null where all is exact")]


@dataclass(frozen=True)
class GameReport:
    """A report on a solved game for its designer; `str` gives a short text.

    Parameters
    ----------
    solution : Solution
        Solution of the game.
    statistics : Statistics
        Statistics of the solution.
    tournament : Tournament
        Win rates of perfect, erring and random players.
    """

    PLAYER_COLUMNS: ClassVar = ("first", "second", "first wins", "draws", "second wins", "plies", "points")

    solution: Solution
    statistics: Statistics
    tournament: Tournament

    def lines(self) -> list[tuple[str, str]]:
        """Return the findings.

        Returns
        -------
        list of (str, str)
            Heading and sentence of each.
        """
        figures, matches = self.statistics, self.tournament
        choices = max(1, figures.choices)
        return [
            ("Perfect play", f"{describe_perfect_result(figures.answer)}."),
            ("Fairness", self._describe_fairness()),
            (
                "Decisiveness",
                f"{self._describe_decisiveness()} {figures.title}.",
            ),
            (
                "What matters",
                f"Of {figures.choices:,} {figures.counted} with a choice, a mistake is possible in "
                f"{format_share(figures.matters / choices)}, and a single move is right in "
                f"{format_share(figures.saving / choices)}.",
            ),
            *self._list_opening_rows(),
            ("Skill", self._describe_skill()),
            (
                "Length",
                f"{self._describe_lengths()}{_describe_perfect_length(figures.answer)}; random players "
                f"need {matches.plies[2, 2]:.1f} on average, erring ones {matches.plies[1, 1]:.1f}"
                f"{self._describe_stopped_games()}.",
            ),
            (
                "Choice",
                f"{figures.mean_branching:.1f} moves a position on average, {figures.most_moves} at most.",
            ),
        ]

    def _describe_fairness(self) -> str:
        said = []
        for kind, name in ((2, "random"), (1, "slightly erring")):
            first, draw, second = self.tournament.results[kind, kind]
            said.append(
                f"between {name} players the first wins {format_share(first)}, "
                f"the second {format_share(second)}"
                + (f", and {format_share(draw)} are drawn" if draw > 0 else "")
            )
        text = "; ".join(said)
        return f"{capitalize(text)}{self._describe_sampling()}."

    def _describe_sampling(self) -> str:
        games = self.tournament.games
        return (
            ""
            if games is None
            else f" (each from {games:,} games, give or take {format_share(self.tournament.margin)})"
        )

    def _describe_decisiveness(self) -> str:
        drawn = [self.tournament.results[kind, kind, 1] for kind in range(len(KINDS))]
        perfect, erring, anything = map(format_share, drawn)
        return f"Draws: {perfect} of perfect, {erring} of erring, {anything} of random play."

    def _describe_skill(self) -> str:
        results = self.tournament.results
        return (
            f"A perfect player beats a random one in {format_share(results[0, 2, 0])} of the games when they "
            f"begin and in {format_share(results[2, 0, 2])} when they do not, and an erring one "
            f"in {format_share(results[0, 1, 0])} and {format_share(results[1, 0, 2])}."
        )

    def _describe_stopped_games(self) -> str:
        if not self.tournament.endless.any():
            return ""
        ends = "ends with the points so far" if self.solution.summary.is_to_come else "drawn"
        return f" (a game that repeats positions is stopped after {LONGEST} plies, and {ends})"

    def _describe_lengths(self) -> str:
        lengths = self.statistics.lengths
        if lengths is None:
            return ""
        if lengths[0] == lengths[1]:
            return f"Every game lasts {lengths[0]} plies. "
        return f"A game lasts from {lengths[0]} to {lengths[1]} plies. "

    def __str__(self) -> str:
        return format_findings(repr(self.statistics.game), self.lines())

    def as_result(self) -> GameReportSummary:
        """Return the report as JSON has it.

        Returns
        -------
        GameReportSummary
            The findings, the results of players of three strengths, and the statistics.
        """
        matches = self.tournament
        return GameReportSummary(
            game=repr(self.statistics.game),
            findings=make_findings(self.lines()),
            pairs=tuple(
                PairResults(
                    first=KINDS[pair[0]],
                    second=KINDS[pair[1]],
                    first_wins=float(matches.results[pair][0]),
                    draws=float(matches.results[pair][1]),
                    second_wins=float(matches.results[pair][2]),
                    plies=float(matches.plies[pair]),
                    points=float(matches.points[pair]),
                    endless=float(matches.endless[pair]),
                )
                for pair in product(range(len(KINDS)), repeat=2)
            ),
            error_rate=matches.error_rate,
            games=matches.games,
            statistics=self.statistics,
        )

    def html(self, frame: PageFrame | None = None) -> str:
        """Return the report as a page: each finding with its figure, details folded.

        Parameters
        ----------
        frame : callable, optional
            Function that returns a page from its title and its content, such as a site's; without it, the
            page stands alone.

        Returns
        -------
        str
            An HTML page.

        Raises
        ------
        MissingExtra
            Where charts cannot be drawn.
        """
        lines, figures = dict(self.lines()), self.statistics
        turning = list(map(self._position_html, figures.puzzles[:SHOWN])) or [""]
        longest = list(map(self._position_html, figures.longest.win[:SHOWN]))
        players = self._players_table_html() + self._describe_players_html()
        length = {
            self._heading_of_longest_positions(): figures_html(longest),
            "Positions by plies played": draw_tiers_chart(figures),
        }
        shown: list[tuple[str, str, dict[str, str]]] = [  # a figure, and what is folded
            ("Perfect play", self._start_board_html(), {"Every first move": self._first_moves_html()}),
            ("Openings", self._heat_board_html(), {}),
            ("What matters", turning[0], {"More turning points": figures_html(turning[1:])}),
            ("Fairness", self._kinds_bars_html(), {"Players of three strengths": players}),
            ("Skill", self._skill_bars_html(), {}),
            ("Decisiveness", self._positions_bars_html(), {}),
            ("Length", draw_remoteness_chart(figures), length),
            ("Choice", draw_branching_chart(figures), {}),
        ]
        return make_report_page(
            self.solution.game,
            self._describe_title(),
            findings_html(
                [finding_html(each, lines[each], drawn, more) for each, drawn, more in shown if each in lines]
            ),
            details_html("Where this comes from", facts_table(list_provenance(self.solution, figures))),
            frame=frame,
        )

    def _repr_html_(self) -> str:
        return self.html()

    def _describe_title(self) -> str:
        answer = self.statistics.answer
        by = f" by {abs(answer.value)}" if answer.scored and answer.value else ""
        winner = Match(self.solution.game).player_name(answer.value < 0, "win")
        return f"{winner if answer.value else 'a draw'}{by} with best play"

    def _heading_of_longest_positions(self) -> str:
        if self.solution.summary.is_to_come:
            return "More to come for the mover, the most plies"
        return "The longest wins"

    def _compute_first_move_scores(self) -> dict[Any, float]:
        """Return each first move's score between erring players, from 0 to 1; empty where it is not exact."""
        return {each.move: each.score for each in self.tournament.first_moves}

    def _list_opening_rows(self) -> list[tuple[str, str]]:
        scores = sorted(
            ((score, str(each.name)) for each, score in self._list_moves_with_scores()), reverse=True
        )
        if len(scores) < 2:
            return []
        best, worst = scores[0], scores[-1]
        if worst[0] > best[0] - EXACTLY:
            return [("Openings", "Between erring players every first move does as well as any other.")]
        said = (
            f"Between erring players the first scores {format_share(best[0])} with {best[1]}, the best of "
            f"{len(scores)} first moves, and {format_share(worst[0])} with {worst[1]}, the worst; "
            "a draw counts as half a win."
        )
        return [("Openings", said)]

    def _list_moves_with_scores(self) -> list[tuple[MoveAnswer, float]]:
        scores = self._compute_first_move_scores()
        return [(each, scores[each.move]) for each in self.statistics.first_moves if each.move in scores]

    def _heat_board_html(self) -> str:
        """Return the board at the start with each first move's score."""
        scored = self._list_moves_with_scores()
        game = self.solution.game
        start = next(iter(game.starts()))
        board = draw_heat_board(game, start, [each for each, _ in scored], [score for _, score in scored])
        if not board:
            return ""
        said = "What the first player scores between erring players, in per cent, by their first move"
        return board + element("figcaption", said)

    def _start_board_html(self) -> str:
        start = next(iter(self.solution.game.starts()))
        return draw_annotated_board(self.solution.game, start, self.solution.moves(start))

    def _first_moves_html(self) -> str:
        if not self.statistics.first_moves:
            return ""
        if not self._compute_first_move_scores():
            rows = [(move.name, str(move.answer)) for move in self.statistics.first_moves]
            return html_table(("move", "for the first player"), rows, colour=1)
        scored = [
            (each.name, str(each.answer), format_share(score))
            for each, score in sorted(self._list_moves_with_scores(), key=lambda row: -row[1])
        ]
        heads = ("move", "for the first player", "between erring players")
        return html_table(heads, scored, colour=1)

    def player_rows(self) -> list[tuple[str, ...]]:
        """Return the results of players of three strengths.

        Returns
        -------
        list of tuple of str
            A text for each of `PLAYER_COLUMNS`, but for points where the game has none.
        """
        return [
            (
                each.first,
                each.second,
                *map(format_share, (each.first_wins, each.draws, each.second_wins)),
                f"{each.plies:.1f}",
                *([f"{each.points:+.1f}"] if self.solution.game.scored else []),
            )
            for each in self.as_result().pairs
        ]

    def _players_table_html(self) -> str:
        rows = self.player_rows()
        return html_table(self.PLAYER_COLUMNS[: len(rows[0])], rows)

    def _describe_players_html(self) -> str:
        how = (
            "computed exactly"
            if self.tournament.games is None
            else f"from {self.tournament.games:,} games each"
        )
        return (
            f"<p>An erring player makes any move at all with probability {self.tournament.error_rate:g}, and "
            f"else a best one. Rates are {how}{self._describe_stopped_games()}.</p>"
        )

    def _kinds_bars_html(self) -> str:
        """Return the results of players of equal strength."""
        rows = [(f"both {kind}", self.tournament.results[place, place]) for place, kind in enumerate(KINDS)]
        return outcome_bars_html(rows, {"win": "first wins", "draw": "draw", "loss": "second wins"})

    def _skill_bars_html(self) -> str:
        """Return the results of a perfect player against weaker ones."""
        results = self.tournament.results
        rows = [
            (f"{turn} v {KINDS[other]}", shares)
            for other in (2, 1)
            for turn, shares in (("first", results[0, other]), ("second", results[other, 0][::-1]))
        ]
        return outcome_bars_html(rows, {"win": "perfect wins", "draw": "draw", "loss": "loses"})

    def _positions_bars_html(self) -> str:
        figures = self.statistics
        shares = [count / figures.positions for count in (figures.wins, figures.draws, figures.losses)]
        names = {"win": "the mover wins", "draw": "draw", "loss": "loses"}
        return outcome_bars_html([("all positions", shares)], names)

    def _position_html(self, found: NotablePosition) -> str:
        board = draw_annotated_board(self.solution.game, found.position, self.solution.moves(found.position))
        return board + make_position_caption(self.solution, found)


def make_report(
    solution: Solution | Equilibria,
    budget: Budget | None = None,
    *,
    games: int | None = None,
    seed: int = 1913,
) -> "GameReport | PuzzleReport | PayoffReport":
    """Return the designer's report on a solved game or puzzle for one.

    The results of players of different strength are exact where they can be computed. Else, or with `games`,
    they come from so many games for each pair; `seed` is the seed of the random moves.
    """
    check_question(solution.game, "report")
    return REPORTS.choose(solution.game)(solution, budget, games, seed)


def _make_tournament_report(
    solution: Solution, budget: Budget | None, games: int | None, seed: int
) -> GameReport:
    figures = compute_statistics(solution, budget)
    return GameReport(solution, figures, play_tournament(solution, games=games, seed=seed, budget=budget))


def _make_puzzle_report(
    solution: Solution, budget: Budget | None, games: int | None, seed: int
) -> PuzzleReport:
    return PuzzleReport(solution, compute_statistics(solution, budget))


def _make_exact_report(
    make: Callable[[Any, Budget | None], PayoffReport],
    solution: Solution | Equilibria,
    budget: Budget | None,
    games: int | None,
    seed: int,
) -> PayoffReport:
    if games is not None:
        raise BadParameter(f"reports of games with dice or payoffs are exact: leave out --games {games}")
    return make(solution, budget)


REPORTS: Final = ByKind[
    Callable[[Any, Budget | None, int | None, int], GameReport | PuzzleReport | PayoffReport]
](
    "report",
    _make_tournament_report,
    payoffs=partial(_make_exact_report, make_payoff_report),
    dice=partial(_make_exact_report, make_dice_report),
    puzzle=_make_puzzle_report,
)


def describe_perfect_result(answer: Answer) -> str:
    """Return the answer at the start as a sentence without its full stop."""
    end = "by endless play" if answer.remoteness is None else f"in {answer.remoteness} plies"
    if answer.value == 0:
        return f"A draw, {end}"
    by = f" by {abs(answer.value)}" if answer.scored else ""
    return f"The {SIDES[answer.value < 0]} player wins{by}, {end}"


def _describe_perfect_length(answer: Answer) -> str:
    if answer.remoteness is None:
        return "Perfect play goes on without end"
    return f"Perfect play takes {answer.remoteness} plies"

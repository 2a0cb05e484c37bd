"""The report on a game with dice for its designer: fairness, skill, luck, length and choice."""

from typing import Annotated, Any

from zermelo.core.budget import Budget
from zermelo.core.game import Game
from zermelo.core.notation.result import Count, GameInput, Proportion, Result, about
from zermelo.draw.pictures.html_page import facts_table, html_page, html_section, html_table
from zermelo.draw.pictures.position_picture import board_svg
from zermelo.play.players.basic_players import ERROR_RATE
from zermelo.play.reports.report_findings import ReportFinding, format_findings, make_findings
from zermelo.play.win_rates.chance_win_rates import ChanceFigures, compute_chance_figures


class DicePair(Result, frozen=True, kw_only=True):
    """What two kinds of player bring about, exactly."""

    first: Annotated[str, about("the first player: perfect, erring or random")]
    second: Annotated[str, about("the second player")]
    value: Annotated[
        float, about("the result that the first player can expect: 1 a win, -1 a loss, or points")
    ]
    plies: Annotated[float, about("moves that a game takes on average, throws not counted")]
    luck: Annotated[
        float | None, about("share of the result's variance that dice cause; null where it does not vary")
    ]

    @property
    def win_probability(self) -> float:
        """The probability that the first player wins, of a game that is won or lost."""
        return (1 + self.value) / 2


class DiceReport(Result, frozen=True, kw_only=True):
    """A report on a game with dice; `str` is a short text, `html` the page."""

    game: GameInput
    findings: Annotated[tuple[ReportFinding, ...], about("the findings in words")]
    pairs: Annotated[tuple[DicePair, ...], about("each kind of player against each")]
    error_rate: Annotated[Proportion, about("how often an erring player makes any move, else a best one")]
    positions: Annotated[Count, about("positions that play reaches, throws included")]
    decisions: Annotated[Count, about("positions with two moves or more")]
    matters: Annotated[Count, about("of these, positions whose moves differ in value")]
    mean_moves: Annotated[float, about("moves that a position has on average, where it has any")]
    decisive: Annotated[bool, about("whether every game is won or lost")]
    _rules: Any

    def __str__(self) -> str:
        return format_findings(self.game, self.lines())

    def lines(self) -> list[tuple[str, str]]:
        """Return the findings, each as a heading and a sentence."""
        return [(each.heading, each.text) for each in self.findings]

    def find_pair(self, first: str, second: str) -> DicePair:
        """Return the figures of two kinds of player, such as "erring" and "random"."""
        return next(each for each in self.pairs if (each.first, each.second) == (first, second))

    def as_result(self) -> "DiceReport":
        """Return the report, which is as JSON has it."""
        return self

    def html(self) -> str:
        """Return the page."""
        rows = [
            (each.first, each.second, f"{each.value:.3f}", f"{each.plies:.1f}", _format_luck(each.luck))
            for each in self.pairs
        ]
        head = ("first", "second", "expected by the first", "moves", "luck")
        start = next(iter(self._rules.starts()))
        return html_page(
            self.game,
            html_section("", board_svg(self._rules, start), facts_table(self.lines())),
            html_section("Players of different strength", html_table(head, rows)),
        )

    def _repr_html_(self) -> str:
        return self.html()


def make_dice_report(game: Game, budget: Budget, error_rate: float = ERROR_RATE) -> DiceReport:
    """Return the report on a game with dice. Raises `OutOfBudget` where its graph is too large."""
    figures = compute_chance_figures(game, error_rate, budget)
    pairs = {
        kinds: DicePair(
            first=kinds[0], second=kinds[1], value=found.value, plies=found.plies, luck=found.luck
        )
        for kinds, found in figures.pairs.items()
    }
    return DiceReport(
        game=repr(game),
        findings=make_findings(_describe_findings(figures, pairs, error_rate)),
        pairs=tuple(pairs.values()),
        error_rate=error_rate,
        positions=figures.positions,
        decisions=figures.decisions,
        matters=figures.matters,
        mean_moves=figures.mean_moves,
        decisive=figures.is_decisive,
        _rules=game,
    )


def _describe_findings(
    figures: ChanceFigures, pairs: dict[tuple[str, str], DicePair], error_rate: float
) -> list[tuple[str, str]]:
    """Return fairness, skill, luck, length and choice in words."""
    perfect, erring, chance = (pairs[kind, kind] for kind in ("perfect", "erring", "random"))
    share = 100 * figures.matters / max(1, figures.decisions)
    lost = figures.mean_loss
    loss = f"{50 * lost:.1f} percentage points" if figures.is_decisive else f"{lost:.3f}"
    gain = _format_result(figures, _mean_of_sides(pairs, "perfect", "random"), "A perfect player")
    edge = _format_result(figures, _mean_of_sides(pairs, "perfect", "erring"))
    start = _format_result(figures, perfect.value, "The first player")
    texts = {
        "Fairness": f"{start} with perfect play by both.",
        "Skill": (
            f"{gain} against a random one and {edge} "
            f"against one that makes any move {100 * error_rate:.0f}% of the time "
            "(mean of going first and second)."
        ),
        "Luck": (
            f"Dice cause {_format_luck(chance.luck)} of the variance of results between random players, "
            f"{_format_luck(erring.luck)} between erring ones; choices cause the rest."
        ),
        "Length": (
            f"{perfect.plies:.1f} moves on average with perfect play, {chance.plies:.1f} with random play."
        ),
        "Choice": (
            f"{figures.mean_moves:.1f} moves a position on average. Of {figures.decisions:,} positions with "
            f"a choice, the moves differ in {share:.0f}%; a random move loses {loss} on average."
        ),
    }
    return list(texts.items())


def _mean_of_sides(pairs: dict[tuple[str, str], DicePair], one: str, other: str) -> float:
    """Return what a kind of player can expect of another, as first and as second player equally often."""
    return (pairs[one, other].value - pairs[other, one].value) / 2


def _format_result(figures: ChanceFigures, value: float, player: str = "") -> str:
    """Return what a player can expect: the share of games that are won, or a mean result."""
    if figures.is_decisive:
        return f"{player} wins {50 * (1 + value):.1f}% of games" if player else f"{50 * (1 + value):.1f}%"
    return f"{player} can expect {value:+.3f}" if player else f"{value:+.3f}"


def _format_luck(luck: float | None) -> str:
    return "none" if luck is None else f"{100 * luck:.0f}%"

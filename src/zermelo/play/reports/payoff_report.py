"""The report on a game with dice or of payoffs for its designer: what players can expect, and why."""

from collections.abc import Sequence
from typing import Annotated, Any

from zermelo.core.budget import Budget, as_budget
from zermelo.core.game import Game
from zermelo.core.notation.result import Count, GameInput, Proportion, Result, about
from zermelo.draw.pictures.html_page import (
    PageFrame,
    finding_html,
    findings_html,
    html_table,
    outcome_bars_html,
)
from zermelo.draw.pictures.position_picture import board_svg
from zermelo.play.players.basic_players import ERROR_RATE
from zermelo.play.reports.report_findings import (
    ReportFinding,
    format_findings,
    make_findings,
    make_report_page,
)
from zermelo.play.win_rates.expected_payoffs import (
    ExpectedPayoffs,
    PayoffFigures,
    compute_dice_figures,
    compute_payoff_figures,
    find_expected,
)
from zermelo.play.win_rates.tournament import KINDS
from zermelo.solution.position_description import format_payoffs
from zermelo.solution.solution import Solution
from zermelo.solution.subgame_perfect_play import Equilibria, EveryPayoffs


class PayoffReport(Result, frozen=True, kw_only=True):
    """A report on a game with dice or of payoffs; `str` is a short text, `html` the page."""

    game: GameInput
    findings: Annotated[tuple[ReportFinding, ...], about("the findings in words")]
    possible: Annotated[
        EveryPayoffs | None, about("what subgame-perfect play can bring, each way; null with dice")
    ]
    expected: Annotated[
        tuple[ExpectedPayoffs, ...], about("what players can expect, all of one kind but for one at most")
    ]
    error_rate: Annotated[Proportion, about("how often an erring player makes any move, else a best one")]
    positions: Annotated[Count, about("positions that play reaches, throws included")]
    decisions: Annotated[Count, about("positions with two moves or more")]
    matters: Annotated[Count, about("of these, positions whose moves differ in value to their mover")]
    kingmakers: Annotated[
        Count, about("of these, positions whose moves differ in value to others, and not to their mover")
    ]
    mean_moves: Annotated[float, about("moves that a position has on average, where it has any")]
    mean_loss: Annotated[float, about("what a random move loses on average, where there are two or more")]
    decisive: Annotated[bool, about("whether every game is won or lost")]
    _rules: Any

    def __str__(self) -> str:
        return format_findings(self.game, self.lines())

    def lines(self) -> list[tuple[str, str]]:
        """Return the findings, each as a heading and a sentence."""
        return [(each.heading, each.text) for each in self.findings]

    @property
    def has_dice(self) -> bool:
        """Whether it is a game with dice, for two players, and not one of payoffs."""
        return self.possible is None

    def find_expected(self, kind: str, other: str = "", seat: int = 0) -> ExpectedPayoffs:
        """Return what players of one kind can expect, where one seat, from 0, has another kind."""
        return find_expected(self.expected, kind, other, seat)

    def as_result(self) -> "PayoffReport":
        """Return the report, which is as JSON has it."""
        return self

    def html(self, frame: PageFrame | None = None) -> str:
        """Return the page, in a site's `frame` or alone."""
        head = ("players", "expected payoffs", "moves", "luck" if self.has_dice else "kingmaking")
        rows = [
            (
                ", ".join(each.players),
                ", ".join(f"{payoff:.3f}" for payoff in each.payoffs),
                f"{each.plies:.1f}",
                _format_luck(each.luck) if self.has_dice else f"{each.kingmaking:.2f}",
            )
            for each in self.expected
        ]
        (heading, text), *others = self.lines()
        start = board_svg(self._rules, next(iter(self._rules.starts())))
        lineups = {"Players of different strength": html_table(head, rows)}
        finding = text.rstrip(".") if self.has_dice else ""
        return make_report_page(
            self._rules,
            finding[:1].lower() + finding[1:],
            findings_html(
                [
                    finding_html(heading, text, start, lineups),
                    *(finding_html(other, said, self._bars_html(other)) for other, said in others),
                ]
            ),
            frame=frame,
        )

    def _bars_html(self, heading: str) -> str:
        """Return bars of what dice cause, or of games that are won; nothing for other findings."""
        names = {"win": "dice", "draw": "choices"}
        rows = []
        if heading == "Luck":
            uniform = [(kind, self.find_expected(kind).luck) for kind in KINDS]
            rows = [(f"both {kind}", (luck, 1 - luck)) for kind, luck in uniform if luck is not None]
        elif heading == "Skill" and self.decisive:
            names = {"win": "perfect wins", "loss": "loses"}
            for other in reversed(KINDS[1:]):
                share = (1 + _compute_mean_over_seats(self.expected, other, "perfect")) / 2
                rows.append((f"against {other}", (share, 1 - share)))
        return outcome_bars_html(rows, names) if rows else ""

    def _repr_html_(self) -> str:
        return self.html()


def make_dice_report(
    solution: Solution, budget: Budget | None = None, error_rate: float = ERROR_RATE
) -> PayoffReport:
    """Return the report on a game with dice. Raises `OutOfBudget` where its graph is too large."""
    game = solution.game
    figures = compute_dice_figures(game, error_rate, as_budget(budget))
    return _make_report(game, figures, _list_dice_rows(figures, error_rate), error_rate, None)


def make_payoff_report(
    equilibria: Equilibria, budget: Budget | None = None, error_rate: float = ERROR_RATE
) -> PayoffReport:
    """Return the report on a game of payoffs. Raises `OutOfBudget` where its graph is too large."""
    as_budget(budget).report("report", 0)
    figures, possible = compute_payoff_figures(equilibria, error_rate), equilibria.payoffs()
    findings = _list_payoff_rows(figures, error_rate, possible)
    return _make_report(equilibria.game, figures, findings, error_rate, possible)


def _make_report(
    game: Game,
    figures: PayoffFigures,
    findings: list[tuple[str, str]],
    error_rate: float,
    possible: EveryPayoffs | None,
) -> PayoffReport:
    return PayoffReport(
        game=repr(game),
        findings=make_findings(findings),
        possible=possible,
        error_rate=error_rate,
        **figures._asdict(),
        _rules=game,
    )


def _list_dice_rows(figures: PayoffFigures, error_rate: float) -> list[tuple[str, str]]:
    """Return fairness, skill, luck, length and choice in words."""
    perfect, erring, chance = (find_expected(figures.expected, kind) for kind in KINDS)
    start = _format_result(figures, perfect.payoffs[0], "The first player")
    gain = _format_result(
        figures, _compute_mean_over_seats(figures.expected, "random", "perfect"), "A perfect player"
    )
    edge = _format_result(figures, _compute_mean_over_seats(figures.expected, "erring", "perfect"))
    return [
        ("Fairness", f"{start} with perfect play by both."),
        (
            "Skill",
            f"{gain} against a random one and {edge} against one that makes any move "
            f"{100 * error_rate:.0f}% of the time (mean of going first and second).",
        ),
        (
            "Luck",
            f"Dice cause {_format_luck(chance.luck)} of the variance of results between random players, "
            f"{_format_luck(erring.luck)} between erring ones; choices cause the rest.",
        ),
        *_list_length_and_choice_rows(figures),
    ]


def _list_payoff_rows(
    figures: PayoffFigures, error_rate: float, possible: EveryPayoffs
) -> list[tuple[str, str]]:
    """Return payoffs, ties, seats, skill, kingmaking, length and choice in words."""
    uniform = [find_expected(figures.expected, kind) for kind in KINDS]
    perfect, erring, chance = (format_payoffs(tuple(map(_format_number, each.payoffs))) for each in uniform)
    said = (
        f"{perfect} with perfect play, {erring} between players who make any move "
        f"{100 * error_rate:.0f}% of the time, {chance} between random ones."
    )
    several = [
        ("Seats", _describe_seats(uniform)),
        ("Skill", _describe_skill(figures)),
        ("Kingmaking", _describe_kingmaking(figures, uniform)),
    ]
    return [
        ("Payoffs", said),
        ("Ties", _describe_ties(possible)),
        *(several if len(possible[0]) > 1 else ()),
        *_list_length_and_choice_rows(figures),
    ]


def _describe_ties(possible: EveryPayoffs) -> str:
    """Return in words what depends on the choice between moves that are equally good to their mover."""
    if len(possible) == 1:
        return "No choice between equally good moves changes what perfect play brings."
    ranges = [
        f"player {number} {_format_number(min(payoffs))} to {_format_number(max(payoffs))}"
        for number, payoffs in enumerate(zip(*possible, strict=True), 1)
        if min(payoffs) != max(payoffs)
    ]
    return (
        f"By the choice between equally good moves, perfect play can bring {', '.join(ranges)}; "
        "in this report it is made at random."
    )


def _describe_seats(uniform: list[ExpectedPayoffs]) -> str:
    perfect, erring, chance = (_format_number(each.spread) for each in uniform)
    return (
        f"The largest and the smallest payoff differ by {perfect} with perfect play, by {erring} between "
        f"erring players and by {chance} between random ones."
    )


def _describe_skill(figures: PayoffFigures) -> str:
    perfect, erring, chance = KINDS
    among_random = [_compute_mean_over_seats(figures.expected, chance, kind) for kind in (perfect, chance)]
    among_perfect = [
        _compute_mean_over_seats(figures.expected, perfect, kind) for kind in (erring, chance, perfect)
    ]
    return (
        f"Among random players a perfect one gets {_format_difference(*among_random)} a random one. Among "
        f"perfect players an erring one gets {_format_difference(among_perfect[0], among_perfect[2])} a "
        f"perfect one, a random one {_format_difference(*among_perfect[1:])} a perfect one (means over the "
        "seats)."
    )


def _describe_kingmaking(figures: PayoffFigures, uniform: list[ExpectedPayoffs]) -> str:
    if not figures.kingmakers:
        return "None: where moves bring others different payoffs, they bring their mover different ones."
    perfect, erring, chance = (f"{each.kingmaking:.2f}" for each in uniform)
    return (
        f"In {100 * figures.kingmakers / figures.decisions:.0f}% of positions with a choice the moves bring "
        f"others different payoffs, and their mover the same. A game has {chance} such choices on "
        f"average between random players, {erring} between erring and {perfect} between perfect ones."
    )


def _list_length_and_choice_rows(figures: PayoffFigures) -> list[tuple[str, str]]:
    perfect, chance = (find_expected(figures.expected, kind) for kind in ("perfect", "random"))
    share, lost = 100 * figures.matters / max(1, figures.decisions), figures.mean_loss
    loss = f"{50 * lost:.1f} percentage points" if figures.decisive else _format_number(lost)
    length = f"{perfect.plies:.1f} moves on average with perfect play, {chance.plies:.1f} with random play."
    choice = (
        f"{figures.mean_moves:.1f} moves a position on average. Of {figures.decisions:,} positions with "
        f"a choice, the moves differ in {share:.0f}%; a random move loses {loss} on average."
    )
    return [("Length", length), ("Choice", choice)]


def _compute_mean_over_seats(expected: Sequence[ExpectedPayoffs], others: str, kind: str) -> float:
    """Return what one player of a kind can expect among others, as the mean of all seats."""
    seats = range(len(expected[0].players))
    found = [find_expected(expected, others, kind, seat).payoffs[seat] for seat in seats]
    return sum(found) / len(found)


def _format_result(figures: PayoffFigures, value: float, player: str = "") -> str:
    """Return what a player can expect: the share of games that are won, or a mean result."""
    if figures.decisive:
        return f"{player} wins {50 * (1 + value):.1f}% of games" if player else f"{50 * (1 + value):.1f}%"
    return f"{player} can expect {value:+.3f}" if player else f"{value:+.3f}"


def _format_number(number: Any) -> str:
    return f"{round(float(number), 3) or 0:.12g}"


def _format_difference(one: float, other: float) -> str:
    more = _format_number(abs(one - other))
    return "as much as" if more == "0" else f"{more} {'more' if one > other else 'less'} than"


def _format_luck(luck: float | None) -> str:
    return "none" if luck is None else f"{100 * luck:.0f}%"

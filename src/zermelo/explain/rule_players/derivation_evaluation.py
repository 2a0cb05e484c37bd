"""A derivation with what its rules are worth: counted rule by rule, its players played out by the checker.

The thesis claims that five rules never lose, that a sixth is impossible, and that to compare each move's
result with the inputs leads to play without losses. Only counting over all positions and the certificates
can say so. Boards of more than 12 cells are not played out here: a certificate in Python takes seconds for
3 x 4, and hours beyond.
"""

from typing import Annotated, Any, Final, Literal

from msgspec import field

from zermelo.core.budget import Budget
from zermelo.core.notation.result import InJson, Names, Result, about, in_json
from zermelo.core.notation.wording import format_count
from zermelo.explain.derivation.derivation_card import format_derivation_card
from zermelo.explain.derivation.derived_rules import DerivedRule, RuleDerivation
from zermelo.explain.rule_lists.list_certificate import BySide, LineOutcomes, count_line_outcomes
from zermelo.explain.rule_players.result_player import ResultPlayer
from zermelo.explain.rule_players.rule_accuracy import RuleAccuracyTable, measure_rule_accuracy
from zermelo.explain.rule_players.rule_player import RULES, RulePlayer
from zermelo.verify.policy_certificate import Certificate, SideCertificate, certify_policy

MOST_CELLS: Final = 12


class EvaluatedDerivation(Result, frozen=True, eq=False):
    """Rules derived, and how they fare; None where that was not tried."""

    derivation: Annotated[RuleDerivation, about("rules derived backwards")]
    rules: int  # that are scanned, in rising order
    certificate: Certificate | None  # of the player who scans them
    counted: Annotated[RuleAccuracyTable | None, about("how often each rule is right")] = field(
        default=None, name="rule_by_rule"
    )
    sixth: tuple[DerivedRule, Certificate] | None = None  # the next rule, and how its player fares
    by_results: Certificate | None = None  # of the player who compares the results of moves
    method: Annotated[Literal["backward"], about("how")] = "backward"
    literals: Annotated[None, about("they have none")] = None
    minimal: Annotated[Literal[False], about("nothing is said of shorter ones")] = False
    exceptions: Annotated[Literal[0], about("there are none")] = 0

    @property
    def game(self) -> InJson[str]:
        """The game, as every command reads it."""
        return self.derivation.game

    @property
    def rule_texts(self) -> Annotated[Names, in_json("rules")]:
        """The rules, in order."""
        return tuple(
            f"{rule.kind} {rule.number}: " + "; ".join(str(each.input) for each in rule.structures)
            for rule in self.derivation.rules[: self.rules]
        )

    @property
    def outcomes(self) -> Annotated[BySide[LineOutcomes] | None, in_json("certificate")]:
        """How the rules fare against every reply."""
        return _count_outcomes_of_both(self.certificate)

    @property
    def outcomes_with_one_more(self) -> Annotated[BySide[LineOutcomes] | None, in_json("with_one_rule_more")]:
        """With the next rule as well."""
        return _count_outcomes_of_both(self.sixth and self.sixth[1])

    @property
    def outcomes_by_results(self) -> Annotated[BySide[LineOutcomes] | None, in_json("by_results")]:
        """Comparing results with inputs instead."""
        return _count_outcomes_of_both(self.by_results)

    def __str__(self) -> str:
        worth = [f"not {self._describe_why_not_played()}"]
        if self.certificate is not None:
            worth = [f"played by rules 1 to {self.rules}, any move where none fits:"]
            worth += [f"  as {name:<7} {side}" for name, side in _list_sides(self.certificate)]
        return format_derivation_card(self.derivation, worth)

    def _describe_why_not_played(self) -> str:
        cells = self.derivation.derivation_game.cell_count
        return "played out: " + (f"a board of more than {MOST_CELLS} cells" if cells else "there is no board")

    def format_audit(self) -> str:
        """Return how often each rule is right, and how players by these rules fare against every reply.

        Returns
        -------
        str
            As `zermelo explain GAME --method backward --audit` prints it: tables, a legend first.
        """
        if self.certificate is None or self.counted is None:
            return f"not counted and not {self._describe_why_not_played()}"
        lines = [str(self.counted)]
        lines += _format_play_result_lines(
            f"with rules 1 to {self.rules}, any move where none is found", self.certificate
        )
        if self.sixth is not None:
            rule, certificate = self.sixth
            lines.append(self._describe_next_rule(rule))
            lines += _format_play_result_lines(f"with rule {rule.number} as well", certificate)
        if self.by_results is not None:
            lines += _format_play_result_lines(
                "comparing each move's result with the inputs", self.by_results
            )
        return "\n".join(lines)

    def _describe_next_rule(self, rule: DerivedRule) -> str:
        """Say whether the rule after those that are scanned is one of its own: the thesis says no."""
        bare = [structure.input.without_action() for structure in rule.structures]
        known = [
            f"{other.number}"
            for other in self.derivation.rules[: self.rules - 1]
            if any(each.input.without_action() in bare for each in other.structures)
        ]
        if known:
            return f"rule {rule.number} has an input of rule {', '.join(known)}"
        count = len(rule.structures)
        return (
            f"rule {rule.number} has {format_count(count, 'input')}, none of them an input of rules 1 to "
            f"{self.rules - 1}: it is a rule of its own"
        )


def _count_outcomes_of_both(certificate: Certificate | None) -> BySide[LineOutcomes] | None:
    """Return how a certificate's games ended."""
    if certificate is None:
        return None
    return count_line_outcomes({"first": certificate.first, "second": certificate.second})


def _list_sides(certificate: Certificate) -> tuple[tuple[str, SideCertificate], ...]:
    return ("first", certificate.first), ("second", certificate.second)


def _format_play_result_lines(how: str, certificate: Certificate) -> list[str]:
    """Return what a player's games say."""
    lines = [f"played out {how}:"]
    for name, side in _list_sides(certificate):
        lost = f"; a shortest lost line: {' '.join(side.losing_line)}" if side.losing_line else ""
        lines.append(f"  {name:<7} {side}{lost}")
    return lines


def evaluate_derivation(derivation: RuleDerivation, budget: Budget | None = None) -> EvaluatedDerivation:
    """Play out the first five derived rules, and count how often each is right.

    Parameters
    ----------
    derivation : RuleDerivation
        The derivation.
    budget : Budget, optional
        Limits of time and memory; by default there are none.

    Returns
    -------
    EvaluatedDerivation
        Certificates of the players that follow the rules; None on boards of more than 12 cells.

    Examples
    --------
    >>> from zermelo.explain.derivation.backward_derivation import derive_rules
    >>> from zermelo.games import TicTacToe
    >>> print(evaluate_derivation(derive_rules(TicTacToe(), literal=True)).certificate.first)
    6,856 won, 2,808 drawn, 160 lost
    """
    rules = min(RULES, len(derivation.rules))
    if (
        derivation.derivation_game.played is None
        or not 0 < derivation.derivation_game.cell_count <= MOST_CELLS
    ):
        return EvaluatedDerivation(derivation, rules, None)
    game = derivation.derivation_game.game

    def certify_player(player: Any) -> Certificate:
        return certify_policy(player, game, budget=budget)

    sixth = None
    if len(derivation.rules) > RULES:
        sixth = derivation.rules[RULES], certify_player(RulePlayer(game, RULES + 1, derivation=derivation))
    return EvaluatedDerivation(
        derivation,
        rules,
        certify_player(RulePlayer(game, rules, derivation=derivation)),
        measure_rule_accuracy(derivation, rules, budget),
        sixth,
        certify_player(ResultPlayer(game, rules=rules, derivation=derivation)),
    )

"""A list of rules with its certificate: the checker has played out the list, whatever its origin.

A list has to keep something wherever its own play gets, on each side that it is for. This is checked by
`verify.policy_certificate`, by the game's own Python rules. A list that claims to be right everywhere is also
checked at every unfinished position of the game, symmetric ones each by itself.
"""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Final, Generic, TypeVar

from msgspec import UNSET, UnsetType

from zermelo.compiler.guards.error_reports import describe_position
from zermelo.core.budget import Budget
from zermelo.core.errors import CheckFailed, MissingCapability
from zermelo.core.game import Game, beginning_at, has
from zermelo.core.notation.evidence import Evidence
from zermelo.core.notation.result import Count, Names, Result, about
from zermelo.core.notation.wording import format_count
from zermelo.explain.rule_lists.exception_groups import RuleExceptionGroup, group_exceptions
from zermelo.explain.rule_lists.game_decisions import SIDES, Decisions
from zermelo.explain.rule_lists.payoff_decisions import build_decisions_of_any_game
from zermelo.explain.rule_lists.rule_list import RuleList, RuleListFields, SideName
from zermelo.explain.rule_lists.rule_predicates import GlossaryTerm
from zermelo.explain.rule_lists.verify_all_positions import (
    describe_everywhere,
    verify_all_positions,
)
from zermelo.verify.policy_certificate import SideCertificate, certify_side

SIDE_PHRASES: Final = {
    "first": "for the first player",
    "second": "for the second player",
    "both": "for both players",
}


OfSide = TypeVar("OfSide")


class BySide(Result, Generic[OfSide], frozen=True, kw_only=True):
    """What is known of each side that a list is for."""

    first: Annotated[OfSide | UnsetType, about("as the player who begins")] = UNSET
    second: Annotated[OfSide | UnsetType, about("as the other player")] = UNSET


class LineOutcomes(Result, frozen=True, kw_only=True):
    """Lines of play of a list, against every reply."""

    won: Annotated[Count | None, about("lines that are won; null where a line can cycle")]
    drawn: Annotated[Count | None, about("those that are drawn; null where a line can cycle")]
    lost: Annotated[Count | None, about("those that are lost; null where a line can cycle")]


class CertifiedRules(RuleListFields, frozen=True, kw_only=True):
    """A list of rules that was certified."""

    keys: Annotated[Names, about("the rules as files have them")]
    terms: Annotated[tuple[GlossaryTerm, ...], about("terms that a beginner needs to understand the rules")]
    literals: Annotated[Count, about("predicates in them")]
    exceptions: Annotated[Count, about("positions that are looked up before")]
    exception_groups: Annotated[
        tuple[RuleExceptionGroup, ...],
        about("these, by what is right there; the largest group first"),
    ]
    everywhere: Annotated[
        Count | None,
        about("all positions, where it is right at all; null where not claimed"),
    ]
    where: Annotated[str, about("the rule that fires at these, or that won ones lead to; any: all of them")]
    most_moves: Annotated[
        Count | None,
        about("moves that a win takes at most; null where play ends of itself"),
    ]
    lost_from_the_start: Annotated[tuple[SideName, ...], about("sides that are lost whatever they play")]
    certificate: Annotated[BySide[LineOutcomes], about("how the rules fare against every reply")]


@dataclass(frozen=True, eq=False)
class CertifiedList:
    """A list of rules that the checker has played out, against every reply.

    `certificate` has how it fares as "first" or "second" player, for each side that it is for. `everywhere`
    is what was found at all positions that are not lost, wherever play stands; None where it does not claim
    to be right there.
    """

    rules: RuleList
    certificate: dict[str, SideCertificate]
    everywhere: Evidence | None
    lost: tuple[str, ...]  # of these sides, those who are lost from the start
    plies: int | None  # of best play, where it ends from each start: the most

    def as_result(self) -> CertifiedRules:
        """Return the list with its certificate, as JSON has it."""
        everywhere = self.everywhere
        return CertifiedRules(
            **self.rules.as_fields(),
            keys=tuple(rule.key for rule in self.rules.rules),
            terms=self.rules.list_glossary_terms(),
            literals=self.rules.literal_count,
            exceptions=len(self.rules.exceptions),
            exception_groups=group_exceptions(self.rules),
            everywhere=None if everywhere is None else everywhere.checked,
            where=self.rules.where.key,
            most_moves=None if everywhere is None else everywhere.details["most_moves"],
            lost_from_the_start=self.lost,
            certificate=count_line_outcomes(self.certificate),
        )

    def __str__(self) -> str:
        rules = self.rules
        size = f"{format_count(len(rules.rules), 'rule')}, {format_count(rules.literal_count, 'literal')}"
        if rules.exceptions:
            size += f", {format_count(len(rules.exceptions), 'exception')}"
        head = f"{rules.game!r}, {SIDE_PHRASES[rules.side]}"
        sides = [
            f"{name:<11} {side}{self._describe_loss_or_length(name, side)}"
            for name, side in self.certificate.items()
        ]
        if self.everywhere is not None:
            sides.append(f"everywhere  {describe_everywhere(self.everywhere)}")
        terms = ["", *map(str, rules.list_glossary_terms())] if rules.list_glossary_terms() else []
        return "\n".join(
            (head, "", str(rules), *terms, "", f"size        {size}", *self.proof_lines(), *sides)
        )

    def _describe_loss_or_length(self, name: str, side: SideCertificate) -> str:
        """Return what else is said of a side: that it is lost, or how long it takes to win."""
        if name in self.lost:
            return ": lost from the start, so nothing has to be kept"
        if side.longest is None or side.drawn or side.lost or self.plies is None:
            return ""
        return f"; at most {format_count(side.longest, 'ply', 'plies')}, where best play takes {self.plies:,}"

    def proof_lines(self) -> list[str]:
        """Return what else is known, a line each."""
        return []


def count_line_outcomes(sides: Mapping[str, SideCertificate]) -> BySide[LineOutcomes]:
    """Return how many lines of play each side wins, draws and loses."""
    return BySide(**{name: make_line_outcomes(side) for name, side in sides.items()})


def make_line_outcomes(side: SideCertificate) -> LineOutcomes:
    """Return how many lines of play are won, drawn and lost."""
    return LineOutcomes(won=side.won, drawn=side.drawn, lost=side.lost)


def certify_list(rules: RuleList, budget: Budget | None = None) -> CertifiedList:
    """Play out a list of rules against every reply, and return its certificate.

    The game is solved for it. A list that claims to be right everywhere is checked at all positions too.

    Parameters
    ----------
    rules : RuleList
        The list, whatever its origin.
    budget : Budget, optional
        Limits of time and memory; by default there are none.

    Returns
    -------
    CertifiedList
        The list with its results by side (`certificate`).

    Raises
    ------
    CheckFailed
        If the list does not keep what it is for.
    IllegalMove
        If no rule fires.
    """
    return certify_list_with_decisions(rules, build_decisions_of_any_game(rules.game, budget), budget)


def verify_list(rules: RuleList, budget: Budget | None = None) -> Evidence:
    """Return the evidence that a list of rules keeps what it is for; raises as `certify_list` does."""
    began = time.perf_counter()
    certified = certify_list(rules, budget)
    kept = "every value" if rules.goal == "always" else "the value of the start"
    where = ", at all positions that are not lost" if certified.everywhere else ""
    everywhere = certified.everywhere.checked if certified.everywhere else 0
    checked = everywhere + sum(side.positions for side in certified.certificate.values())
    return Evidence(
        claim=f"the rules keep {kept} {SIDE_PHRASES[rules.side]}{where}",
        game=repr(rules.game),
        method="positions, with every move that the rules allow against every reply",
        checked=checked,
        total=checked,
        seconds=time.perf_counter() - began,
        trusted=("the game's own Python rules", "the solution, for values of positions"),
        details={name: str(side) for name, side in certified.certificate.items()}
        | {"everywhere": everywhere or None},
    )


def certify_list_with_decisions(
    rules: RuleList, decisions: Decisions, budget: Budget | None = None
) -> CertifiedList:
    """Return a list with its certificate, its game's decisions being known; raises as `certify_list` does."""
    if decisions.alone:
        return CertifiedList(rules, {}, verify_all_positions(rules, decisions, budget), (), None)
    sides = _certify_sides(rules, decisions, budget)
    lost = tuple(
        name
        for name, side in SIDES.items()
        if name in sides and all(value < 0 for value in _list_start_values(decisions, side[0]))
    )
    everywhere = verify_all_positions(rules, decisions, budget) if rules.everywhere else None
    return CertifiedList(rules, sides, everywhere, lost, decisions.longest_best_play)


def _list_start_values(decisions: Decisions, side: int) -> list[int]:
    """Return what each start is worth to the player who begins, 0, or to the other, 1."""
    return [int(decisions.values[start]) * (1 - 2 * side) for start in decisions.arena.starts]


def refuse_cyclic_play(decisions: Decisions) -> None:
    """Raise `MissingCapability` where play may cycle, for a list that is to be right everywhere."""
    if decisions.arena.has_cycles:
        raise MissingCapability(
            f"{decisions.game!r}: play may cycle, and lists that are right everywhere are of games that "
            "end: ask for one that is right wherever its own play gets"
        )


def _certify_sides(
    rules: RuleList, decisions: Decisions, budget: Budget | None
) -> dict[str, SideCertificate]:
    """Return how a list fares as each side; of several starts, what each asks for is checked by itself."""
    game, starts = rules.game, [int(start) for start in decisions.arena.starts]
    policy = lru_cache(maxsize=1 << 20)(rules)  # both sides come to a position

    def sides(begun: Game) -> dict[str, SideCertificate]:
        return {
            name: certify_side(policy, begun, name == "first", values=decisions.look_up_value, budget=budget)
            for name in ("first", "second")
            if rules.side in (name, "both")
        }

    for start in starts:
        begun = game if len(starts) == 1 else beginning_at(game, decisions.arena.position_at(start))
        certificate = sides(begun)
        value = int(decisions.values[start])
        refuse_wrong_certificate(rules, certificate, {"first": value, "second": -value})
    return certificate if len(starts) == 1 else sides(game)


def refuse_wrong_certificate(
    rules: RuleList, sides: dict[str, SideCertificate], starts: dict[str, int]
) -> None:
    """Raise `CheckFailed` where a certificate does not show that a list keeps what it is for.

    `starts` has the value of the start to each side. Points that come on the way are scored before play
    cycles. There it is enough that no value is given away, and that no value is waited for without end.
    """
    on_the_way = has(rules.game, "gain")
    for name, side in sides.items():
        fails = side.can_lose if starts[name] >= 0 else False
        if starts[name] > 0 and not on_the_way:
            fails |= bool(side.drawn) or side.can_go_round
        if rules.goal == "always":
            fails |= bool(side.given_away_count) or side.can_wait
        if fails:
            told = [str(side)]
            if side.losing_line:
                told.append(f"lost by {' '.join(side.losing_line)}")
            elif side.can_go_round:
                told.append(f"it cycles by {' '.join(side.endless_line)}")
            if rules.goal == "always" and side.given_away:
                wrong = side.given_away[0]
                move = rules.game.name(wrong.position, wrong.move)
                told.append(f"{move} gives away value at {describe_position(rules.game, wrong.position)}")
            raise CheckFailed(
                f"the rules do not hold for the {name} player of {rules.game!r}: {'; '.join(told)}"
            )

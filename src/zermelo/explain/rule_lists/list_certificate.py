"""A list of rules with its certificate: the checker has played out the list, whatever its origin.

A list has to keep something wherever its own play gets, on each side that it is for. This is checked by
`verify.policy_certificate`, by the game's own Python rules. A list that claims to be right everywhere is also
checked at every unfinished position of the game, symmetric ones each by itself.
"""

import time
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Annotated, Final, Generic, TypeVar

from msgspec import UNSET, UnsetType, field

from zermelo.compiler.guards.error_reports import describe_position
from zermelo.core.budget import Budget
from zermelo.core.errors import CheckFailed, MissingCapability
from zermelo.core.game import Game, beginning_at
from zermelo.core.game_kind import ByKind
from zermelo.core.notation.evidence import Evidence
from zermelo.core.notation.result import Count, InJson, Names, Result, about, in_json
from zermelo.core.notation.wording import format_count
from zermelo.explain.rule_lists.exception_groups import RuleExceptionGroup, group_exceptions
from zermelo.explain.rule_lists.game_decisions import SIDES, Decisions
from zermelo.explain.rule_lists.payoff_decisions import build_decisions_of_any_game
from zermelo.explain.rule_lists.rule_list import RuleList, RuleListAnswer, SideName
from zermelo.explain.rule_lists.rule_predicates import GlossaryTerm
from zermelo.explain.rule_lists.verify_all_positions import (
    describe_everywhere,
    verify_all_positions,
)
from zermelo.verify.policy_certificate import SideCertificate, certify_side

GROUPS: Final = 12  # of exceptions that a text has, at most
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

    def items(self) -> list[tuple[str, OfSide]]:
        """Return each side's name and what is known of it."""
        sides = (("first", self.first), ("second", self.second))
        return [(name, side) for name, side in sides if not isinstance(side, UnsetType)]


class LineOutcomes(Result, frozen=True, kw_only=True):
    """Lines of play of a list, against every reply."""

    won: Annotated[Count | None, about("lines that are won; null where a line can cycle")]
    drawn: Annotated[Count | None, about("those that are drawn; null where a line can cycle")]
    lost: Annotated[Count | None, about("those that are lost; null where a line can cycle")]


class CertifiedList(RuleListAnswer, frozen=True, kw_only=True, eq=False):
    """A list of rules that the checker has played out, against every reply."""

    certificate: dict[str, SideCertificate]  # by side: "first" or "second"
    everywhere: Evidence | None  # of all positions not lost; None where it does not claim to be right there
    lost: Annotated[tuple[SideName, ...], about("sides that are lost whatever they play")] = field(
        name="lost_from_the_start"
    )
    plies: int | None  # of best play, where it ends from each start: the most

    @property
    def keys(self) -> InJson[Names]:
        """The rules as files have them."""
        return tuple(rule.key for rule in self.rules.rules)

    @property
    def terms(self) -> InJson[tuple[GlossaryTerm, ...]]:
        """Terms that a beginner needs to understand the rules."""
        return self.rules.list_glossary_terms()

    @property
    def literals(self) -> InJson[Count]:
        """Predicates in them."""
        return self.rules.literal_count

    @property
    def exceptions(self) -> InJson[Count]:
        """Positions that are looked up before."""
        return len(self.rules.exceptions)

    @property
    def exception_groups(self) -> InJson[tuple[RuleExceptionGroup, ...]]:
        """These, by what is right there; the largest group first."""
        return group_exceptions(self.rules)

    @property
    def checked_everywhere(self) -> Annotated[Count | None, in_json("everywhere")]:
        """All positions, where it is right at all; null where not claimed."""
        return None if self.everywhere is None else self.everywhere.checked

    @property
    def where(self) -> InJson[str]:
        """The rule that fires at these, or that won ones lead to; any: all of them."""
        return self.rules.where.key

    @property
    def most_moves(self) -> InJson[Count | None]:
        """Moves that a win takes at most; null where play ends of itself."""
        return None if self.everywhere is None else self.everywhere.details["most_moves"]

    @property
    def line_outcomes(self) -> Annotated[BySide[LineOutcomes], in_json("certificate")]:
        """How the rules fare against every reply."""
        return count_line_outcomes(self.certificate)

    def __str__(self) -> str:
        rules, groups = self.rules, self.exception_groups
        size = f"{format_count(len(rules.rules), 'rule')}, {format_count(self.literals, 'literal')}"
        if self.exceptions:
            size += f", {format_count(self.exceptions, 'exception')}"
        head = f"{rules.game!r}, {SIDE_PHRASES[rules.side]}"
        sides = [
            f"{name:<11} {side}{self._describe_loss_or_length(name, side)}"
            for name, side in self.certificate.items()
        ]
        if self.everywhere is not None:
            sides.append(f"everywhere  {describe_everywhere(self.everywhere)}")
        terms = ["", *map(str, self.terms)] if self.terms else []
        text = "\n".join(
            (head, "", str(rules), *terms, "", f"size        {size}", *self.proof_lines(), *sides)
        )
        more = ["Exceptions, by what is right there:", *map(str, groups[:GROUPS])] if groups else []
        more += [f"and {len(groups) - GROUPS} more groups"] if len(groups) > GROUPS else []
        return "\n\n".join([text, *more])

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
    return BySide(**{name: extract_line_outcome_counts(side) for name, side in sides.items()})


def extract_line_outcome_counts(side: SideCertificate) -> LineOutcomes:
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
        return CertifiedList(
            rules=rules,
            certificate={},
            everywhere=verify_all_positions(rules, decisions, budget),
            lost=(),
            plies=None,
        )
    sides = _certify_sides(rules, decisions, budget)
    names: tuple[SideName, ...] = ("first", "second")
    lost = tuple(
        name
        for name in names
        if name in sides and all(value < 0 for value in _list_start_values(decisions, SIDES[name][0]))
    )
    everywhere = verify_all_positions(rules, decisions, budget) if rules.everywhere else None
    return CertifiedList(
        rules=rules, certificate=sides, everywhere=everywhere, lost=lost, plies=decisions.longest_best_play
    )


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

    def certify_sides_of_begun_game(begun: Game) -> dict[str, SideCertificate]:
        return {
            name: certify_side(policy, begun, name == "first", values=decisions.look_up_value, budget=budget)
            for name in ("first", "second")
            if rules.side in (name, "both")
        }

    for start in starts:
        begun = game if len(starts) == 1 else beginning_at(game, decisions.arena.position_at(start))
        certificate = certify_sides_of_begun_game(begun)
        value = int(decisions.values[start])
        refuse_wrong_certificate(rules, certificate, {"first": value, "second": -value})
    return certificate if len(starts) == 1 else certify_sides_of_begun_game(game)


def _can_draw_or_cycle(side: SideCertificate) -> bool:
    return bool(side.drawn) or side.has_endless_line


WINS_IN_VAIN: Final[ByKind[Callable[[SideCertificate], bool]]] = ByKind(
    "whether a won start may not be won", _can_draw_or_cycle, gains=lambda _: False
)


def refuse_wrong_certificate(
    rules: RuleList, sides: dict[str, SideCertificate], starts: dict[str, int]
) -> None:
    """Raise `CheckFailed` where a certificate does not show that a list keeps what it is for.

    `starts` has the value of the start to each side. Points that come on the way are scored before play
    cycles. There it is enough that no value is given away, and that no value is waited for without end.
    """
    is_won_in_vain = WINS_IN_VAIN.choose(rules.game)
    for name, side in sides.items():
        fails = side.can_lose if starts[name] >= 0 else False
        if starts[name] > 0:
            fails |= is_won_in_vain(side)
        if rules.goal == "always":
            fails |= bool(side.given_away_count) or side.can_wait
        if fails:
            told = [str(side)]
            if side.losing_line:
                told.append(f"lost by {' '.join(side.losing_line)}")
            elif side.has_endless_line:
                told.append(f"it cycles by {' '.join(side.endless_line)}")
            if rules.goal == "always" and side.given_away:
                wrong = side.given_away[0]
                move = rules.game.name(wrong.position, wrong.move)
                told.append(f"{move} gives away value at {describe_position(rules.game, wrong.position)}")
            raise CheckFailed(
                f"the rules do not hold for the {name} player of {rules.game!r}: {'; '.join(told)}"
            )

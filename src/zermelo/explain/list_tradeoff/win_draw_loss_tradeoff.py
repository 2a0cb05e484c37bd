"""The price of a rule: what lists of 0, 1, 2, ... rules win, draw and lose, as text, data and curve."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final

from zermelo.core.game import Game
from zermelo.core.notation.result import Count, GameInput, Names, Proportion, Result, about
from zermelo.core.notation.wording import format_count, format_percent, format_table
from zermelo.draw.charts.curve_chart import outcome_share_curves_svg
from zermelo.explain.list_tradeoff.policy_evaluation import (
    OutcomeProbabilities,
    average_outcome_probabilities,
)
from zermelo.explain.rule_lists.list_certificate import SIDE_PHRASES, BySide, LineOutcomes
from zermelo.explain.rule_lists.rule_glossary import list_glossary_terms
from zermelo.explain.rule_lists.rule_list import ListSide, RuleList
from zermelo.explain.rule_lists.rule_predicates import GlossaryTerm

SEEN: Final = 1e-4  # an error of shares that is visible in the printed digits


class PricedList(Result, frozen=True, kw_only=True):
    """A list of rules; where no rule fires any move is made."""

    most: Annotated[Count, about("rules that it may have")]
    rules: Annotated[Names, about("its rules in words")]
    keys: Annotated[Names, about("its rules as files write them")]
    literals: Annotated[Count, about("predicates of all rules together")]


class PricedLists(Result, frozen=True, kw_only=True):
    """The best lists found of 0, 1, 2, ... rules."""

    game: GameInput
    side: ListSide
    words: Annotated[Names, about("the families that rules speak of")]
    pool: Annotated[Count, about("rules that were chosen from")]
    decisions: Annotated[Count, about("unfinished positions, symmetric ones as one")]
    whole: Annotated[bool, about("whether all of these rules were tried everywhere")]
    terms: Annotated[tuple[GlossaryTerm, ...], about("terms that a beginner needs to understand their rules")]


class WinDrawLoss(Result, frozen=True, kw_only=True):
    """How a list fares as one side: shares of games, and what the checker counted."""

    random: Annotated[OutcomeProbabilities, about("against an opponent who makes any move, each as likely")]
    perfect: Annotated[OutcomeProbabilities, about("against one who knows it and minimises its expectation")]
    short: Annotated[
        Proportion | None,
        about("how likely it falls short, at worst; null of a side lost from the start"),
    ]
    decisions: Annotated[Count, about("that it comes to, symmetric ones as one")]
    wrong: Annotated[Count, about("of these, at how many it gives away an outcome")]
    can_lose: Annotated[bool, about("whether it can lose at all")]
    lines: Annotated[LineOutcomes, about("lines of play, by the checker")]
    error: Annotated[float, about("error bound of the shares where play may cycle, besides rounding")]
    _can_cycle: bool

    @property
    def can_cycle(self) -> bool:
        """Whether some line never ends."""
        return self._can_cycle

    @property
    def line_count_texts(self) -> tuple[str, str]:
        """How many lines are lost, and of how many; the number of lines is infinite where some cycle."""
        if self.lines.won is None:
            return "some" if self.can_lose else "none", "no end"
        lines = [count or 0 for count in (self.lines.won, self.lines.drawn, self.lines.lost)]
        return f"{lines[-1]:,}", f"{sum(lines):,}"


class ListProbabilities(PricedList, frozen=True, kw_only=True):
    """The best list found of so many rules or fewer."""

    sides: Annotated[BySide[WinDrawLoss], about("the sides that it is for")]


class WinDrawLossLists(PricedLists, frozen=True, kw_only=True):
    """The best lists found, and what they win, draw and lose."""

    within: Annotated[float, about("how often a list may fall short: the first such list found is the last")]
    perfect: Annotated[bool, about("whether the last list never falls short, with probability 1")]
    minimal: Annotated[
        bool,
        about("whether it is perfect, never cycles where it has to win, and is shortest: proven"),
    ]
    least: Annotated[
        Count, about("rules of a perfect list that never cycles where it has to win, at least: proven")
    ]
    lists: Annotated[tuple[ListProbabilities, ...], about("the best list found of each length, or shorter")]


@dataclass(frozen=True, eq=False)
class WinDrawLossPoint:
    """The best list found of at most `most` rules, with its results as each side."""

    most: int
    rules: RuleList  # "any move" is its last rule, which is not counted
    results: dict[str, WinDrawLoss]

    @property
    def length(self) -> int:
        """How many rules it has; the last one, any move, is not counted."""
        return len(self.rules.rules) - 1

    @property
    def against_perfect_opponent(self) -> OutcomeProbabilities:
        """Outcomes against the perfect opponent: the mean of its sides."""
        return average_outcome_probabilities([result.perfect for result in self.results.values()])

    @property
    def shortfall(self) -> float:
        """How often it falls short of what the start is worth, the mean of its sides not lost there."""
        kept = [result.short for result in self.results.values() if result.short is not None]
        return sum(kept) / len(kept) if kept else 0.0

    @property
    def against_random_opponent(self) -> OutcomeProbabilities:
        """Outcomes against the random opponent: the mean of its sides."""
        return average_outcome_probabilities([result.random for result in self.results.values()])

    def make_table_rows(self) -> list[tuple[str, ...]]:
        """Return the rows of the table, one for each side."""
        rows: list[tuple[str, ...]] = []
        for name, result in self.results.items():
            shares = [
                format_percent(share) for odds in (result.perfect, result.random) for share in odds.as_tuple
            ]
            counts = [f"{result.wrong:,}", f"{result.decisions:,}", *result.line_count_texts]
            short = "-" if result.short is None else format_percent(result.short)
            rows.append((str(self.most) if not rows else "", name, short, *shares, *counts))
        return rows

    def as_result(self) -> ListProbabilities:
        """Return everything as JSON has it."""
        sides = BySide(**self.results)
        return ListProbabilities(**describe_priced_list(self.most, self.rules), sides=sides)


@dataclass(frozen=True, eq=False)
class WinDrawLossTradeoff:
    """Best lists found of 0, 1, 2, ... rules, with what each wins, draws and loses; made by `find_tradeoff`.

    A list that wins with probability 1 is perfect as well.

    Parameters
    ----------
    game : Game
        The game.
    side : str
        Side that the lists are for: "first", "second" or "both".
    lists : tuple of WinDrawLossPoint
        Best list found of each length, and its results.
    perfect : bool
        Whether the last list keeps the value of the start.
    least : int
        Number of rules below which no list is perfect, proven; 0 where nothing is proven.
    pool : int
        Number of rules that were chosen from.
    words : tuple of str
        Families of features that rules could use.
    decisions : int
        Number of unfinished positions, symmetric ones counted once.
    whole : bool, default True
        Whether every rule of the pool was tried.
    within : float, default 0.0
        Share of games in which a list may fall short; the search ends with the first such list.
    may_cycle : bool, default False
        Whether some list may cycle where it has to win. The proof is then of lists that do not.
    ends : bool, default True
        Whether the last list, where it is perfect, never cycles where it has to win.
    """

    game: Game
    side: str
    lists: tuple[WinDrawLossPoint, ...]
    perfect: bool
    least: int
    pool: int
    words: tuple[str, ...]
    decisions: int
    whole: bool = True
    within: float = 0.0
    may_cycle: bool = False
    ends: bool = True

    @property
    def minimal(self) -> bool:
        """Whether the last list is perfect and ends, and no shorter one does."""
        return self.perfect and self.ends and self.lists[-1].length == self.least

    @property
    def largest_error(self) -> float:
        """Largest error of the shares, besides rounding."""
        return max(result.error for each in self.lists for result in each.results.values())

    def as_result(self) -> WinDrawLossLists:
        """Return all of it as `zermelo explain --price --json` prints it.

        Returns
        -------
        WinDrawLossLists
            The fields of the JSON object.
        """
        return WinDrawLossLists(
            **describe_priced_lists(self),
            within=self.within,
            perfect=self.perfect,
            minimal=self.minimal,
            least=self.least,
            lists=tuple(each.as_result() for each in self.lists),
        )

    def __str__(self) -> str:
        table = format_table([HEAD, *(row for each in self.lists for row in each.make_table_rows())])
        rules = format_rules_of_lists([each.rules for each in self.lists])
        head = f"{self.game!r}, {SIDE_PHRASES[self.side]}: the price of a rule"
        return "\n".join((head, "", *table, *rules, "", *self.proof_lines()))

    def proof_lines(self) -> list[str]:
        """Return how the lists were found, and what is known of shorter ones.

        Returns
        -------
        list of str
            Lines of text.
        """
        of = f"out of {format_count(self.pool, 'rule')}, for {format_count(self.decisions, 'decision')}"
        lines = [
            f"found       the best found {of}; where no rule fires any move is made, which is not counted"
        ]
        if not self.whole:
            lines.append("tried       not every rule of them: that is too much work")
        last = self.lists[-1].length
        if self.within and self.lists[-1].shortfall <= self.within:
            lines.append(f"asked       the first that falls short {format_percent(self.within)} or less")
        elif not self.perfect:
            lines.append(f"perfect     none found of {format_count(self.lists[-1].most, 'rule')} or fewer")
        if not self.ends:
            lines.append("endless     some lines cycle where it has to win, with probability 0")
        which = (
            "a perfect list, whose lines all end where it has to win," if self.may_cycle else "a perfect list"
        )
        if self.minimal:
            lines.append(f"shortest    {which} has {format_count(last, 'rule')} at least: proven")
        elif self.least:
            lines.append(f"shortest    {which} has {format_count(self.least, 'rule')} at least, as is proven")
        if self.largest_error > SEEN:
            lines.append(
                f"bounds      shares are within {format_percent(self.largest_error)} of what they are"
            )
        return lines

    def summary(self) -> str:
        """Return what the curve shows, in a few words.

        Returns
        -------
        str
            One sentence.
        """
        last = self.lists[-1]
        if not self.perfect:
            return (
                f"With {format_count(last.length, 'rule')}, {format_percent(last.shortfall)} of games "
                "fall short at worst"
            )
        if last.length == 0:
            return "Any move will do"
        before = next(each for each in reversed(self.lists[:-1]) if each.shortfall)
        fall = "fall" if last.length > 1 else "falls"
        told = "no rule" if before.length == 0 else format_count(before.length, "rule")
        return (
            f"{format_count(last.length, 'rule')} never {fall} short; with {told} "
            f"{format_percent(before.shortfall)} of games do"
        )

    def chart(self) -> str:
        """Return wins, draws and losses by the number of rules as a chart, against either opponent.

        Returns
        -------
        str
            SVG.

        Raises
        ------
        MissingExtra
            If matplotlib is not installed.
        """
        panels = {
            "against perfect play": [each.against_perfect_opponent for each in self.lists],
            "against random play": [each.against_random_opponent for each in self.lists],
        }
        return outcome_share_curves_svg(
            self.summary(),
            f"{self.game!r}, {SIDE_PHRASES[self.side]}",
            [each.most for each in self.lists],
            {
                name: {
                    "won": [100 * one.won for one in odds],
                    "drawn": [100 * one.drawn for one in odds],
                    "lost": [100 * one.lost for one in odds],
                }
                for name, odds in panels.items()
            },
            across="rules",
            upwards="games, per cent",
        )


HEAD = (
    "rules",
    "as",
    "short",
    "perfect: won",
    "drawn",
    "lost",
    "random: won",
    "drawn",
    "lost",
    "wrong at",
    "of",
    "lines lost",
    "of",
)


def format_rules_of_lists(lists: Sequence[RuleList]) -> list[str]:
    """Return the rules of all lists but the first, each list once, and their terms.

    The last rule, any move, is left out.
    """
    lines: list[str] = []
    for each, before in zip(lists[1:], lists, strict=False):
        if each.rules != before.rules:
            count = format_count(len(each.rules) - 1, "rule")
            lines += ["", f"{count}, {format_count(each.literal_count, 'literal')}"]
            lines += [f"{number}  {rule}" for number, rule in enumerate(each.rules[:-1], start=1)]
    terms = collect_terms_of_lists(lists)
    return [*lines, "", *map(str, terms)] if terms else lines


def describe_priced_list(most: int, rules: RuleList) -> dict[str, Any]:
    """Return the fields of `PricedList`; the last rule, any move, is left out."""
    listed = rules.rules[:-1]
    return {
        "most": most,
        "rules": tuple(map(str, listed)),
        "keys": tuple(rule.key for rule in listed),
        "literals": rules.literal_count,
    }


def describe_priced_lists(found: Any) -> dict[str, Any]:
    """Return the fields of `PricedLists`, of a tradeoff of either kind."""
    fields = {name: getattr(found, name) for name in ("side", "words", "pool", "decisions", "whole")}
    terms = collect_terms_of_lists([each.rules for each in found.lists])
    return {"game": repr(found.game), **fields, "terms": terms}


def collect_terms_of_lists(lists: Sequence[RuleList]) -> tuple[GlossaryTerm, ...]:
    """Return the terms in the words of some lists that a beginner has to know, each term once."""
    return list_glossary_terms(rule for each in lists for rule in each.rules)

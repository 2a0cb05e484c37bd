"""The price of a rule: what lists of 0, 1, 2, ... rules win, draw and lose, as text, data and curve."""

from collections.abc import Sequence
from functools import partial
from typing import Annotated, Final

from zermelo.core.notation.result import Count, InJson, Proportion, Result, about
from zermelo.core.notation.wording import format_count, format_share
from zermelo.draw.charts.curve_chart import outcome_share_curves_svg
from zermelo.draw.charts.terminal_chart import draw_terminal_chart
from zermelo.explain.list_tradeoff.priced_lists import PricedList, PricedLists
from zermelo.explain.rule_lists.list_certificate import SIDE_PHRASES, BySide, LineOutcomes

_format_exactly: Final = partial(format_share, rounding=0)
SEEN: Final = 1e-4  # an error of shares that is visible in the printed digits


class OutcomeProbabilities(Result, frozen=True):
    """How likely each outcome is; together 1."""

    won: Annotated[Proportion, about("won")]
    drawn: Annotated[Proportion, about("drawn")]
    lost: Annotated[Proportion, about("lost")]

    @property
    def as_tuple(self) -> tuple[float, float, float]:
        """The three, in this order."""
        return self.won, self.drawn, self.lost


def complete_outcome_probabilities(won: float, lost: float, digits: int = 12) -> OutcomeProbabilities:
    """Return the odds of which two are known, to so many digits: sums of doubles stray by less than 12."""
    return OutcomeProbabilities(*(round(each, digits) + 0.0 for each in (won, abs(1 - won - lost), lost)))


def average_outcome_probabilities(each: Sequence[OutcomeProbabilities]) -> OutcomeProbabilities:
    """Return the mean of several odds."""
    return complete_outcome_probabilities(
        sum(one.won for one in each) / len(each), sum(one.lost for one in each) / len(each)
    )


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
    can_cycle: bool  # some line never ends

    @property
    def line_count_texts(self) -> tuple[str, str]:
        """How many lines are lost, and of how many; the number of lines is infinite where some cycle."""
        if self.lines.won is None:
            return "some" if self.can_lose else "none", "no end"
        lines = [count or 0 for count in (self.lines.won, self.lines.drawn, self.lines.lost)]
        return f"{lines[-1]:,}", f"{sum(lines):,}"


class WinDrawLossPoint(PricedList, frozen=True, kw_only=True, eq=False):
    """The best list found of so many rules or fewer, with its results as each side."""

    sides: Annotated[BySide[WinDrawLoss], about("the sides that it is for")]

    @property
    def against_perfect_opponent(self) -> OutcomeProbabilities:
        """Outcomes against the perfect opponent: the mean of its sides."""
        return average_outcome_probabilities([side.perfect for _, side in self.sides.items()])

    @property
    def shortfall(self) -> float:
        """How often it falls short of what the start is worth, the mean of its sides not lost there."""
        kept = [side.short for _, side in self.sides.items() if side.short is not None]
        return sum(kept) / len(kept) if kept else 0.0

    @property
    def against_random_opponent(self) -> OutcomeProbabilities:
        """Outcomes against the random opponent: the mean of its sides."""
        return average_outcome_probabilities([side.random for _, side in self.sides.items()])


class WinDrawLossTradeoff(PricedLists, frozen=True, kw_only=True, eq=False):
    """Best lists found of 0, 1, 2, ... rules, with what each wins, draws and loses; made by `find_tradeoff`.

    A list that wins with probability 1 is perfect as well.
    """

    HEAD = (
        *("rules", "as", "short", "perfect: won", "drawn", "lost", "random: won", "drawn", "lost"),
        *("wrong at", "of", "lines lost", "of"),
    )

    lists: Annotated[tuple[WinDrawLossPoint, ...], about("the best list found of each length, or shorter")]
    perfect: Annotated[bool, about("whether the last list never falls short, with probability 1")]
    least: Annotated[
        Count, about("rules of a perfect list that never cycles where it has to win, at least: proven")
    ]
    within: Annotated[
        float, about("how often a list may fall short: the first such list found is the last")
    ] = 0.0
    may_cycle: bool = False  # some list may cycle where it has to win: the proof is of lists that do not
    ends: bool = True  # the last list, where it is perfect, never cycles where it has to win

    @property
    def minimal(self) -> InJson[bool]:
        """Whether it is perfect, never cycles where it has to win, and is shortest: proven."""
        return self.perfect and self.ends and self.lists[-1].length == self.least

    @property
    def largest_error(self) -> float:
        """Largest error of the shares, besides rounding."""
        return max(side.error for each in self.lists for _, side in each.sides.items())

    def _format_cells(self, each: WinDrawLossPoint, side: WinDrawLoss, *, is_first: bool) -> tuple[str, ...]:
        """Return the rest of a row, for a side of a list."""
        short = "-" if side.short is None else _format_exactly(side.short)
        shares = [_format_exactly(share) for odds in (side.perfect, side.random) for share in odds.as_tuple]
        return short, *shares, f"{side.wrong:,}", f"{side.decisions:,}", *side.line_count_texts

    def proof_lines(self) -> list[str]:
        """Return how the lists were found, and what is known of shorter ones.

        Returns
        -------
        list of str
            Lines of text.
        """
        lines, last = PricedLists.proof_lines(self), self.lists[-1]
        if self.within and last.shortfall <= self.within:
            lines.append(f"asked       the first that falls short {_format_exactly(self.within)} or less")
        elif not self.perfect:
            lines.append(f"perfect     none found of {format_count(last.most, 'rule')} or fewer")
        if not self.ends:
            lines.append("endless     some lines cycle where it has to win, with probability 0")
        which = (
            "a perfect list, whose lines all end where it has to win," if self.may_cycle else "a perfect list"
        )
        if self.minimal:
            lines.append(f"shortest    {which} has {format_count(last.length, 'rule')} at least: proven")
        elif self.least:
            lines.append(f"shortest    {which} has {format_count(self.least, 'rule')} at least, as is proven")
        if self.largest_error > SEEN:
            lines.append(
                f"bounds      shares are within {_format_exactly(self.largest_error)} of what they are"
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
                f"With {format_count(last.length, 'rule')}, {_format_exactly(last.shortfall)} of games "
                "fall short at worst"
            )
        if last.length == 0:
            return "Any move will do"
        before = next(each for each in reversed(self.lists[:-1]) if each.shortfall)
        fall = "fall" if last.length > 1 else "falls"
        told = "no rule" if before.length == 0 else format_count(before.length, "rule")
        return (
            f"{format_count(last.length, 'rule')} never {fall} short; with {told} "
            f"{_format_exactly(before.shortfall)} of games do"
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

    def text_chart(self, *, blocks: bool = True) -> str:
        """Return what is lost by the number of rules, in a few lines of text.

        Parameters
        ----------
        blocks : bool
            Whether it is made of block characters; else of ASCII.

        Returns
        -------
        str
            Lines of text.
        """
        return draw_terminal_chart(
            self.summary(),
            f"{self.game!r}, {SIDE_PHRASES[self.side]}",
            [each.most for each in self.lists],
            {
                "lost to perfect play": [each.against_perfect_opponent.lost for each in self.lists],
                "lost to random play": [each.against_random_opponent.lost for each in self.lists],
            },
            across="rules",
            show=_format_exactly,
            blocks=blocks,
        )

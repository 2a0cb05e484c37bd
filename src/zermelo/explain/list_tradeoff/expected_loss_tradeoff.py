"""The cost of lists that may give something away, as text and data: with dice, and with points on the way."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Literal

from zermelo.core.game import Game
from zermelo.core.notation.result import Count, Result, about
from zermelo.core.notation.wording import format_count, format_percent, format_table
from zermelo.draw.charts.curve_chart import Curve, curves_svg
from zermelo.explain.list_tradeoff.win_draw_loss_tradeoff import (
    PricedList,
    PricedLists,
    describe_priced_list,
    describe_priced_lists,
    format_rules_of_lists,
)
from zermelo.explain.rule_lists.list_certificate import SIDE_PHRASES, BySide
from zermelo.explain.rule_lists.rule_list import RuleList


class ExpectedLoss(Result, frozen=True):
    """What a list is expected to bring as one side: shares of games, a draw a half, or points."""

    value: Annotated[float, about("what the start is worth")]
    perfect: Annotated[float, about("against an opponent who knows the list and minimises its result")]
    best_play: Annotated[float, about("against an opponent who makes each best move equally often")]
    random: Annotated[float, about("against an opponent who makes each move equally often")]
    itself: Annotated[float, about("against an opponent who plays by the same list")]
    cost: Annotated[float, about("how much less than the value it brings against the perfect opponent")]


class ListExpectedLoss(PricedList, frozen=True, kw_only=True):
    """The best list found of so many rules or fewer."""

    cost: Annotated[float, about("from the start, the mean of its sides")]
    worst: Annotated[float, about("from the position from which it costs most")]
    worst_at: Annotated[str, about("such a position")]
    decisions: Annotated[Count, about("positions at which it may be asked, symmetric ones as one")]
    wrong: Annotated[Count, about("of these, at how many it gives something away")]
    error: Annotated[float, about("how far expectations may be off, besides rounding")]
    sides: Annotated[BySide[ExpectedLoss], about("the sides that it is for")]


class ExpectedLossLists(PricedLists, frozen=True, kw_only=True):
    """The best lists found, and what they cost, with dice or points on the way."""

    of: Annotated[Literal["games", "points"], about("unit of all numbers; a draw is half a game")]
    within: Annotated[float, about("what a list may cost")]
    reached: Annotated[bool, about("whether the last list costs no more")]
    perfect: Annotated[bool, about("whether the last list costs nothing")]
    minimal: Annotated[bool, about("whether no shorter list costs as little: all of them were priced")]
    least: Annotated[
        Count,
        about("rules of the shortest list that costs so little, at least; all shorter ones were priced"),
    ]
    lists: Annotated[tuple[ListExpectedLoss, ...], about("the best list found of each length, or shorter")]


@dataclass(frozen=True, eq=False)
class ExpectedLossPoint:
    """The best list found of at most `most` rules, and what it brings as each of its sides.

    `worst` is the most that it costs from any position at which it may be asked, `worst_at` such a position;
    of all `decisions`, symmetric ones as one, it gives something away at `wrong`. Expectations are off by
    `error` at most, besides rounding.
    """

    most: int
    rules: RuleList  # "any move" is its last rule, which is not counted
    sides: dict[str, ExpectedLoss]
    worst: float
    worst_at: str
    decisions: int
    wrong: int
    error: float

    @property
    def length(self) -> int:
        """How many rules it has; the last one, any move, is not counted."""
        return len(self.rules.rules) - 1

    @property
    def cost(self) -> float:
        """What it costs at the start: the mean of its sides."""
        return sum(each.cost for each in self.sides.values()) / len(self.sides)

    def as_result(self) -> ListExpectedLoss:
        """Return everything as JSON has it."""
        return ListExpectedLoss(
            **describe_priced_list(self.most, self.rules),
            cost=self.cost,
            worst=self.worst,
            worst_at=self.worst_at,
            decisions=self.decisions,
            wrong=self.wrong,
            error=self.error,
            sides=BySide(**self.sides),
        )


HEAD = ("rules", "as", "cost", "perfect", "best play", "random", "itself", "worst cost", "wrong at", "of")


@dataclass(frozen=True, eq=False)
class ExpectedLossTradeoff:
    """Best lists found of 0, 1, 2, ... rules, for games with dice or points; made by `find_tradeoff`.

    Parameters
    ----------
    game : Game
        The game.
    side : str
        Side that the lists are for: "first", "second" or "both".
    lists : tuple of ExpectedLossPoint
        Best list found of each length, with its expected loss.
    within : float
        Largest loss that was asked for, as a share of games or in points.
    least : int
        Number of rules below which no list loses as little, as all were evaluated; 0 where not all were.
    pool : int
        Number of rules that were chosen from.
    words : tuple of str
        Families of features that rules could use.
    decisions : int
        Number of unfinished positions, symmetric ones counted once.
    whole : bool, default True
        Whether every rule of the pool was tried.
    """

    game: Game
    side: str
    lists: tuple[ExpectedLossPoint, ...]
    within: float
    least: int
    pool: int
    words: tuple[str, ...]
    decisions: int
    whole: bool = True

    @cached_property
    def is_target_reached(self) -> bool:
        """Whether the last list loses no more than was asked for."""
        return self.lists[-1].cost <= self.within + SAME

    @property
    def perfect(self) -> bool:
        """Whether the last list loses nothing."""
        return self.lists[-1].cost <= SAME

    @property
    def minimal(self) -> bool:
        """Whether the last list loses no more than was asked for, and no shorter one does."""
        return self.is_target_reached and self.lists[-1].length == self.least

    def as_result(self) -> ExpectedLossLists:
        """Return all of it as `zermelo explain --price --json` prints it.

        Returns
        -------
        ExpectedLossLists
            The fields of the JSON object.
        """
        return ExpectedLossLists(
            **describe_priced_lists(self),
            of="points" if self.game.scored else "games",
            within=self.within,
            reached=self.is_target_reached,
            perfect=self.perfect,
            minimal=self.minimal,
            least=self.least,
            lists=tuple(each.as_result() for each in self.lists),
        )

    def format_amount(self, amount: float) -> str:
        """Return an amount as text.

        Parameters
        ----------
        amount : float
            Points, or a share of games.

        Returns
        -------
        str
            Points, or per cent.
        """
        return f"{amount:.4g}" if self.game.scored else format_percent(amount, 2, rounding=SAME)

    def _make_table_rows(self, each: ExpectedLossPoint) -> list[tuple[str, ...]]:
        rows: list[tuple[str, ...]] = []
        for name, side in each.sides.items():
            got = (side.cost, side.perfect, side.best_play, side.random, side.itself)
            last = (
                (self.format_amount(each.worst), f"{each.wrong:,}", f"{each.decisions:,}")
                if not rows
                else ("",) * 3
            )
            rows.append((str(each.most) if not rows else "", name, *map(self.format_amount, got), *last))
        return rows

    def __str__(self) -> str:
        head = f"{self.game!r}, {SIDE_PHRASES[self.side]}: the price of a rule"
        table = format_table([HEAD, *(row for each in self.lists for row in self._make_table_rows(each))])
        rules = format_rules_of_lists([each.rules for each in self.lists])
        return "\n".join((head, "", *table, *rules, "", *self.proof_lines()))

    def proof_lines(self) -> list[str]:
        """Return what was counted, how the lists were found, and what is known of shorter ones.

        Returns
        -------
        list of str
            Lines of text.
        """
        values = ", ".join(
            f"{self.format_amount(each.value)} as {name}" for name, each in self.lists[0].sides.items()
        )
        what = "points" if self.game.scored else "games won, a draw a half"
        of = f"out of {format_count(self.pool, 'rule')}, for {format_count(self.decisions, 'decision')}"
        lines = [
            f"of          {what}; best play gets {values}",
            f"found       the best found {of}; where no rule fires any move is made, which is not counted",
        ]
        if not self.whole:
            lines.append("tried       not every rule of them: that is too much work")
        last = self.lists[-1]
        asked = f"costs {self.format_amount(self.within)} or less" if self.within else "costs nothing"
        if not self.is_target_reached:
            lines.append(f"asked       none found of {format_count(last.most, 'rule')} or fewer {asked}")
        if self.minimal:
            lines.append(
                f"shortest    {format_count(last.length, 'rule')}: no shorter list {asked}, all "
                "of them priced"
            )
        elif self.least > 1:
            lines.append(
                f"shortest    no list of fewer than {format_count(self.least, 'rule')} {asked}, "
                "all of them priced"
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
        if last.length == 0:
            return f"Any move costs {self.format_amount(last.cost)}"
        costs = "costs" if last.length == 1 else "cost"
        return f"{format_count(last.length, 'rule')} {costs} {self.format_amount(last.cost)}"

    def chart(self) -> str:
        """Return the loss by the number of rules as a chart.

        Returns
        -------
        str
            SVG.

        Raises
        ------
        MissingExtra
            If matplotlib is not installed.
        """
        numbers = [each.most for each in self.lists]
        scale = 1 if self.game.scored else 100
        drawn: Sequence[Curve] = [
            Curve("from the start", numbers, [scale * each.cost for each in self.lists]),
            Curve("from the worst position", numbers, [scale * each.worst for each in self.lists]),
        ]
        unit = "points" if self.game.scored else "games, per cent"
        return curves_svg(f"{self.summary()}: {self.game!r}", drawn, across="rules", upwards=f"cost, {unit}")


SAME = 1e-9  # costs that are none

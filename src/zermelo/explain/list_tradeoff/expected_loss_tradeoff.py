"""The cost of lists that may give something away, as text and data: with dice, and with points on the way."""

from collections.abc import Sequence
from typing import Annotated, Literal

from zermelo.core.notation.result import Count, InJson, Result, about, in_json
from zermelo.core.notation.wording import format_count, format_share
from zermelo.draw.charts.curve_chart import Curve, curves_svg
from zermelo.draw.charts.terminal_chart import draw_terminal_chart
from zermelo.explain.list_tradeoff.priced_lists import PricedList, PricedLists
from zermelo.explain.rule_lists.list_certificate import BySide

SAME = 1e-9  # costs that are none


class ExpectedLoss(Result, frozen=True):
    """What a list is expected to bring as one side: shares of games, a draw a half, or points."""

    value: Annotated[float, about("what the start is worth")]
    perfect: Annotated[float, about("against an opponent who knows the list and minimises its result")]
    best_play: Annotated[float, about("against an opponent who makes each best move equally often")]
    random: Annotated[float, about("against an opponent who makes each move equally often")]
    itself: Annotated[float, about("against an opponent who plays by the same list")]
    cost: Annotated[float, about("how much less than the value it brings against the perfect opponent")]


class ExpectedLossPoint(PricedList, frozen=True, kw_only=True, eq=False):
    """The best list found of so many rules or fewer, and what it brings as each of its sides."""

    worst: Annotated[float, about("from the position from which it costs most")]
    worst_at: Annotated[str, about("such a position")]
    decisions: Annotated[Count, about("positions at which it may be asked, symmetric ones as one")]
    wrong: Annotated[Count, about("of these, at how many it gives something away")]
    error: Annotated[float, about("how far expectations may be off, besides rounding")]
    sides: Annotated[BySide[ExpectedLoss], about("the sides that it is for")]

    @property
    def cost(self) -> InJson[float]:
        """From the start, the mean of its sides."""
        costs = [side.cost for _, side in self.sides.items()]
        return sum(costs) / len(costs)


class ExpectedLossTradeoff(PricedLists, frozen=True, kw_only=True, eq=False):
    """Best lists found of 0, 1, 2, ... rules, for games with dice or points; made by `find_tradeoff`."""

    HEAD = ("rules", "as", "cost", "perfect", "best play", "random", "itself", "worst cost", "wrong at", "of")

    lists: Annotated[tuple[ExpectedLossPoint, ...], about("the best list found of each length, or shorter")]
    within: Annotated[float, about("what a list may cost")]
    least: Annotated[
        Count,
        about("rules of the shortest list that costs so little, at least; all shorter ones were priced"),
    ]

    @property
    def of(self) -> InJson[Literal["games", "points"]]:
        """Unit of all numbers; a draw is half a game."""
        return "points" if self.game.scored else "games"

    @property
    def is_target_reached(self) -> Annotated[bool, in_json("reached")]:
        """Whether the last list costs no more."""
        return bool(self.lists[-1].cost <= self.within + SAME)

    @property
    def perfect(self) -> InJson[bool]:
        """Whether the last list costs nothing."""
        return bool(self.lists[-1].cost <= SAME)

    @property
    def minimal(self) -> InJson[bool]:
        """Whether no shorter list costs as little: all of them were priced."""
        return self.is_target_reached and self.lists[-1].length == self.least

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
        return f"{amount:.4g}" if self.game.scored else format_share(amount, 2)

    def _format_cells(
        self, each: ExpectedLossPoint, side: ExpectedLoss, *, is_first: bool
    ) -> tuple[str, ...]:
        """Return the rest of a row, for a side of a list."""
        got = (side.cost, side.perfect, side.best_play, side.random, side.itself)
        last = (self.format_amount(each.worst), f"{each.wrong:,}", f"{each.decisions:,}")
        return *map(self.format_amount, got), *(last if is_first else ("",) * 3)

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
        lines = [f"of          {what}; best play gets {values}", *PricedLists.proof_lines(self)]
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
            Curve(name, numbers, [scale * cost for cost in costs])
            for name, costs in self._make_curves().items()
        ]
        unit = "points" if self.game.scored else "games, per cent"
        return curves_svg(f"{self.summary()}: {self.game!r}", drawn, across="rules", upwards=f"cost, {unit}")

    def text_chart(self, *, blocks: bool = True) -> str:
        """Return the chart in a few lines of text.

        Parameters
        ----------
        blocks : bool
            Whether it is made of block characters; else of ASCII.

        Returns
        -------
        str
            Lines of text.
        """
        numbers = [each.most for each in self.lists]
        return draw_terminal_chart(
            self.summary(),
            "",
            numbers,
            self._make_curves(),
            across="rules",
            show=self.format_amount,
            blocks=blocks,
        )

    def _make_curves(self) -> dict[str, list[float]]:
        return {
            "from the start": [each.cost for each in self.lists],
            "from the worst position": [each.worst for each in self.lists],
        }

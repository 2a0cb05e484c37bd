"""The cost of lists that may give something away, as text and data: with dice, and with points on the way."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from zermelo.core.game import Game
from zermelo.draw.charts.curve_chart import Curve, curves_svg
from zermelo.explain.list_tradeoff.win_draw_loss_tradeoff import (
    collect_terms_of_lists,
    format_rules_of_lists,
    format_table,
)
from zermelo.explain.rule_lists.list_certificate import SIDE_PHRASES
from zermelo.explain.rule_lists.rule_list import RuleList
from zermelo.explain.rule_lists.verify_all_positions import format_count


@dataclass(frozen=True)
class ExpectedLoss:
    """What a list is expected to bring as one side, against each opponent: see `expected`.

    `value` is what the start is worth: all are shares of games, a draw a half, or points where they count.
    """

    value: float
    perfect: float
    best_play: float
    random: float
    itself: float

    @property
    def cost(self) -> float:
        """How much less than the start is worth it brings at worst."""
        return self.value - self.perfect

    def as_json(self) -> dict[str, float]:
        """Return everything as plain values."""
        return {
            "value": self.value,
            "perfect": self.perfect,
            "best_play": self.best_play,
            "random": self.random,
            "itself": self.itself,
            "cost": self.cost,
        }


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

    def as_json(self) -> dict[str, Any]:
        """Return everything as plain values."""
        listed = self.rules.rules[:-1]
        return {
            "most": self.most,
            "rules": [str(rule) for rule in listed],
            "keys": [rule.key for rule in listed],
            "literals": self.rules.literal_count,
            "cost": self.cost,
            "worst": self.worst,
            "worst_at": self.worst_at,
            "decisions": self.decisions,
            "wrong": self.wrong,
            "error": self.error,
            "sides": {name: each.as_json() for name, each in self.sides.items()},
        }


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
    whole: bool = field(default=True)  # whether every rule was tried: False where that was too much work

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

    def as_json(self) -> dict[str, Any]:
        """Return all of it as plain values.

        Returns
        -------
        dict
            JSON object.
        """
        return {
            "game": repr(self.game),
            "side": self.side,
            "words": list(self.words),
            "pool": self.pool,
            "decisions": self.decisions,
            "whole": self.whole,
            "of": "points" if self.game.scored else "games",
            "within": self.within,
            "reached": self.is_target_reached,
            "perfect": self.perfect,
            "minimal": self.minimal,
            "least": self.least,
            "lists": [each.as_json() for each in self.lists],
            "terms": [term._asdict() for term in collect_terms_of_lists([each.rules for each in self.lists])],
        }

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
        return f"{amount:.4g}" if self.game.scored else format_percent_with_two_digits(amount)

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


def format_percent_with_two_digits(share: float) -> str:
    """Return a share in per cent with two digits, never 0 or 100 where it is not.

    >>> (
    ...     format_percent_with_two_digits(0),
    ...     format_percent_with_two_digits(1e-6),
    ...     format_percent_with_two_digits(0.03141),
    ...     format_percent_with_two_digits(0.99999),
    ...     format_percent_with_two_digits(1),
    ... )
    ('0 %', '<0.01 %', '3.14 %', '>99.99 %', '100 %')
    """
    if abs(share) <= SAME or abs(share - 1) <= SAME:
        return f"{100 * abs(round(share)):.0f} %"
    if share < 0.0001:
        return "<0.01 %"
    return ">99.99 %" if share > 0.9999 else f"{100 * share:.2f} %"

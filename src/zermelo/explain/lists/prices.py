"""What a list of rules is worth that may go wrong: won, drawn and lost, at random and at worst.

The list's player makes each of the moves that his list allows with the same probability; where no rule fires,
any move. Two opponents are put against him:

    random    makes any move, each with the same probability
    perfect   knows the list, and makes the least of its expectation, games won less games lost

How often a list falls *short* is how likely it is to end with less than the start is worth to it, to be lost
where that is drawn and not to win where it is won, against whoever makes the most of that. It is 0 just where
a list is right; the expectation is not enough, as one gets a draw's by winning as often as it loses. A side
that is lost from the start has nothing to fall short of.

What comes of it is an expectation, by backward induction over all that can come about, in doubles. Ends are
won, drawn or lost: points are not counted. Where play may come round there is no last move to begin at, and
that is refused.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from zermelo.core.budget import Budget
from zermelo.core.errors import MissingCapability
from zermelo.explain.lists.decisions import Bools, Decisions
from zermelo.explain.lists.pool import Pool
from zermelo.graph.arena import downwards, need
from zermelo.kernels.arena_folds import build_heights
from zermelo.kernels.list_prices import COLUMNS, build_meet, build_price

DIGITS = 12  # after the point
NAMES = ("first", "second")  # of sides 0 and 1
Rates = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Odds:
    """How likely each outcome is; together 1."""

    won: float
    drawn: float
    lost: float

    @property
    def each(self) -> tuple[float, float, float]:
        """The three, in this order."""
        return self.won, self.drawn, self.lost

    def as_json(self) -> dict[str, float]:
        """Return the three as plain values."""
        return {"won": self.won, "drawn": self.drawn, "lost": self.lost}


def odds(won: float, lost: float) -> Odds:
    """Return the odds of which two are known, to twelve digits: sums of doubles stray by less."""
    return Odds(*(round(each, DIGITS) + 0.0 for each in (won, abs(1 - won - lost), lost)))


def mean(each: Sequence[Odds]) -> Odds:
    """Return the mean of several odds."""
    return odds(sum(one.won for one in each) / len(each), sum(one.lost for one in each) / len(each))


class Pricing:
    """Prices lists of one game, over what can come about when both players make any moves.

    Raises `MissingCapability` where play may come round.
    """

    def __init__(self, decisions: Decisions, sides: Sequence[int], budget: Budget | None = None) -> None:
        if decisions.arena.comes_round:
            raise MissingCapability(
                f"{decisions.game!r}: play may come round, and what a list is worth that may go wrong is "
                "asked of games that end: take such a game, or ask for a right list, without its price"
            )
        self.decisions, self.sides, self.budget = decisions, tuple(sides), budget or Budget()
        self.roots = {side: self._roots(side) for side in self.sides}
        need(budget, 16 * COLUMNS * decisions.arena.positions, "what a list is worth at all positions")
        self.rates: Rates = np.zeros((2 * decisions.arena.positions, COLUMNS))

    def _roots(self, side: int) -> npt.NDArray[np.int64]:
        """Return the starts of a side as nodes, as many as there are."""
        places = self.decisions.classes[list(self.decisions.arena.starts)].astype(np.int64)
        return np.asarray(2 * places + (side == 0))

    @cached_property
    def nodes(self) -> npt.NDArray[np.int32]:
        """[nodes] int32: what can come about as one of the sides, each after what its moves lead to."""
        decisions, arena = self.decisions, self.decisions.arena
        heights = np.empty(arena.positions, np.int32)
        downwards(arena, arena.kernel(build_heights), heights, budget=self.budget)
        places = np.flatnonzero(decisions.classes == np.arange(arena.positions))
        places = places[np.argsort(heights[places], kind="stable")]
        every = np.repeat(2 * places, 2)
        every[1::2] += 1
        nodes = every.astype(np.int32)
        seen = np.zeros(2 * arena.positions, np.uint8)
        for roots in self.roots.values():
            seen[roots] = 1
        decisions.kernel(build_meet, 2)(decisions.arrays, self.any_move, nodes, seen)
        return np.asarray(nodes[seen[nodes] == 1])

    @cached_property
    def any_move(self) -> Bools:
        """[moves] bool: all of them."""
        return np.ones(len(self.decisions.arena.children), np.bool_)

    @cached_property
    def places(self) -> npt.NDArray[np.int64]:
        """The classes at which a list may be asked, ascending."""
        own = self.nodes[self.nodes & 1 == 1] >> 1
        bounds = self.decisions.arena.bounds
        return np.unique(own[bounds[own] < bounds[own + 1]]).astype(np.int64)

    @cached_property
    def work(self) -> int:
        """How many moves are gone through to price one list."""
        return int(np.diff(self.decisions.arena.bounds)[self.nodes >> 1].sum()) + len(self.nodes)

    @cached_property
    def _price(self) -> Any:
        return self.decisions.kernel(build_price, 1000)  # it is called for every list that is tried

    def price(self, allowed: Bools) -> Rates:
        """Return [nodes of the game, COLUMNS], see `kernels.list_prices`; the next call overwrites it."""
        self._price(self.decisions.arrays, allowed, self.nodes, self.rates)
        return self.rates

    def worth(self, allowed: Bools) -> tuple[float, float, float]:
        """Return how often a list falls short, as less than 0, and what it is expected to get.

        The first is the sum over its sides; the others are means, against the perfect opponent, the random.
        """
        rates = self.price(allowed)
        at = [rates[roots].mean(axis=0) for roots in self.roots.values()]
        random, perfect = (
            sum(float(each[column] - each[column + 1]) for each in at) / len(at) for column in (0, 2)
        )
        short = [0.0, *(self._short(rates, side) or 0.0 for side in self.sides)]
        return round(-sum(short), DIGITS), round(perfect, DIGITS), round(random, DIGITS)

    def _short(self, rates: Rates, side: int) -> float | None:
        """Return how often a list falls short as a side, the mean of its starts; None where all are lost."""
        roots = self.roots[side]
        demands = np.sign(self.decisions.values[roots >> 1]) * (1 if side == 0 else -1)
        short = np.where(demands > 0, rates[roots, 5], rates[roots, 4])[demands >= 0]
        return float(short.mean()) if len(short) else None

    @property
    def asked(self) -> int:
        """How many sides are not lost from the start: `worth` sums how often these fall short."""
        nothing = np.zeros_like(self.rates)
        return sum(self._short(nothing, side) is not None for side in self.sides)

    def odds(self, allowed: Bools, side: int) -> tuple[Odds, Odds, float | None]:
        """Return how a list fares as a side: at random, against the perfect opponent, and how often short."""
        rates = self.price(allowed)
        random_won, random_lost, won, lost = rates[self.roots[side]].mean(axis=0)[:4].tolist()
        short = self._short(rates, side)
        falls = None if short is None else round(short, DIGITS)
        return odds(random_won, random_lost), odds(won, lost), falls

    def met(self, allowed: Bools, side: int) -> tuple[int, int]:
        """Return how many decisions a list comes to as a side, and at how many it gives away an outcome.

        Symmetric positions are one.
        """
        seen = np.zeros(2 * self.decisions.arena.positions, np.uint8)
        seen[self.roots[side]] = 1
        meet = self.decisions.kernel(build_meet)
        decisions, wrong = meet(self.decisions.arrays, allowed, self.nodes, seen)
        return int(decisions), int(wrong)


class Columns:
    """Lists of a pool's rules as what they allow; where none fires, any move.

    `room` is [moves] bool of the arena, all true beyond the pool's decisions.
    """

    def __init__(self, pool: Pool, room: Bools) -> None:
        self.pool, self.room = pool, room.copy()
        self.widths = np.diff(pool.bounds)

    def allowed(self, columns: Bools) -> Bools:
        """Return [moves of the arena]: columns at their places; it is overwritten by the next call."""
        self.room[self.pool.edges] = columns
        return self.room

    def of(self, chosen: Sequence[int]) -> Bools:
        """Return [columns]: what a list allows."""
        columns, opened = np.zeros(len(self.pool.edges), np.bool_), np.ones(len(self.pool.places), np.bool_)
        for rule in chosen:
            columns |= self.pool.allows(rule) & np.repeat(opened, self.widths)
            opened &= ~self.pool.fires(rule)
        return np.asarray(columns | np.repeat(opened, self.widths))

    def opened(self, chosen: Sequence[int]) -> Bools:
        """Return [decisions]: where none of some rules fires."""
        opened = np.ones(len(self.pool.places), np.bool_)
        for rule in chosen:
            opened &= ~self.pool.fires(rule)
        return opened

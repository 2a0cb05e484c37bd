"""A short list for games too large for the shortest: greedily, and what it gets wrong as a table.

Rules are chosen one after the other: each is the one that settles most of the decisions still open, where a
decision that it gets wrong counts against it as `cost` right ones. Decisions got wrong are exceptions.
Several costs are tried, and after each list only the decisions that it lets come about are looked at again.
What is kept has the fewest exceptions and rules together. Nothing here is minimal, and nothing claims to be.

Decision lists: Rivest, *Learning decision lists* (1987).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from zermelo.core.budget import Budget
from zermelo.explain.lists.decisions import Decisions, check_goal
from zermelo.explain.lists.pool import Pool
from zermelo.explain.lists.predicates import Rule
from zermelo.explain.lists.reachable import allowed_by
from zermelo.explain.lists.walk import Walk

Bools = npt.NDArray[np.bool_]
COSTS = (10, 14, 20, 25, 30)
ROUNDS = 3
MOST_RULES = 20


@dataclass(frozen=True, eq=False)
class Greedy:
    """Rules, and the classes at which they are wrong and play gets there, with the moves that are right."""

    rules: tuple[Rule, ...]
    exceptions: Mapping[int, tuple[int, ...]]  # class: places of the right moves in the game's order
    decisions: int  # that come about under the list and its exceptions, symmetric ones as one

    @property
    def length(self) -> int:
        """What a person has to remember: rules and exceptions."""
        return len(self.rules) + len(self.exceptions)


def find_greedy(
    decisions: Decisions,
    pool: Pool,
    side: str = "both",
    goal: str = "start",
    *,
    most: int = MOST_RULES,
    budget: Budget | None = None,
) -> Greedy:
    """Return a list of at most `most` of the pool's rules, with exceptions, the shortest of those tried."""
    work = _Greedy(decisions, pool, check_goal(goal, side), goal, most)
    best: Greedy | None = None
    for number, cost in enumerate(COSTS):
        looked_at = np.ones(len(pool.places), bool)
        for round_number in range(ROUNDS):
            (budget or Budget()).report("find a list", number * ROUNDS + round_number, len(COSTS) * ROUNDS)
            found, looked_at = work.judged(list(work.chosen(looked_at, cost)))
            if best is None or found.length < best.length:
                best = found
    assert best is not None
    return best


class _Greedy:
    def __init__(
        self, decisions: Decisions, pool: Pool, sides: tuple[int, ...], goal: str, most: int
    ) -> None:
        self.decisions, self.pool, self.sides, self.goal, self.most = decisions, pool, sides, goal, most
        self.fires = pool.fires()
        self.good = self._good()
        self.wrong = np.logical_or.reduceat(pool.allows & ~self.good, pool.bounds[:-1], axis=1)
        self.counted = self.fires.astype(np.float32), self.wrong.astype(np.float32)

    def _good(self) -> Bools:
        """Return [columns]: whether a move keeps all that has to be kept there, in whichever role."""
        decisions, pool = self.decisions, self.pool
        asked = Walk(decisions, self.sides, self.goal).asked_at(pool.places)
        wanted = np.repeat(asked, np.diff(pool.bounds))
        return np.asarray(decisions.kept[pool.edges] >= wanted)

    def chosen(self, looked_at: Bools, cost: int) -> Iterator[int]:
        """Yield rules until every decision looked at is settled; the last one allows any move."""
        fires, wrong = self.counted
        left = looked_at.copy()
        for _ in range(self.most - 1):
            if not left.any():
                return
            mask = left.astype(np.float32)
            gains = fires @ mask - (cost + 1) * (wrong @ mask)
            rule = int(gains.argmax())
            if gains[rule] <= 0:
                break
            yield rule
            left &= ~self.fires[rule]
        if left.any():
            yield 0

    def judged(self, chosen: list[int]) -> tuple[Greedy, Bools]:
        """Return a list of rules with its exceptions, and which of the pool's decisions it lets come about.

        What comes about depends on the exceptions: at them, any right move is made. Where lines go round in
        won positions, those of them that are nearest to the end are exceptions, too, and there the moves that
        win soonest are made, until no line does.
        """
        decisions, pool = self.decisions, self.pool
        allowed = allowed_by(pool, self.fires, chosen, len(decisions.arena.children))
        columns = np.where(
            np.repeat(self._is_wrong(allowed), np.diff(pool.bounds)), self.good, allowed[pool.edges]
        )
        mended = np.zeros_like(allowed)
        mended[pool.edges] = columns
        excepted = self._is_wrong(allowed)
        while True:
            walk = Walk(decisions, self.sides, self.goal, mended)
            assert not walk.goes_wrong, "an exception's moves are all right"
            slowest = walk.slowest
            if not slowest:
                break
            for place in {each.place for each in slowest}:
                mended[list(decisions.edges(place))] = decisions.quickest(place)
                excepted[np.searchsorted(pool.places, place)] = True
        met = np.isin(pool.places, walk.places())
        exceptions = {}
        for number in np.flatnonzero(met & excepted).tolist():
            right = mended[pool.edges[pool.bounds[number] : pool.bounds[number + 1]]]
            exceptions[int(pool.places[number])] = tuple(np.flatnonzero(right).tolist())
        used = [rule for place, rule in enumerate(chosen) if self._fires_first(chosen, place, met).any()]
        rules = tuple(pool.rules[rule] for rule in used)
        return Greedy(rules, exceptions, int(met.sum())), met

    def _is_wrong(self, allowed: Bools) -> Bools:
        """Return [decisions]: whether a list allows a wrong move there, or none."""
        pool = self.pool
        mine = allowed[pool.edges]
        bad = np.logical_or.reduceat(mine & ~self.good, pool.bounds[:-1])
        return np.asarray(bad | ~np.logical_or.reduceat(mine, pool.bounds[:-1]))

    def _fires_first(self, chosen: list[int], place: int, met: Bools) -> Bools:
        """Return [decisions]: where the list comes as far as a rule, and it fires."""
        before = np.zeros(len(met), bool)
        for rule in chosen[:place]:
            before |= self.fires[rule]
        return np.asarray(met & ~before & self.fires[chosen[place]])

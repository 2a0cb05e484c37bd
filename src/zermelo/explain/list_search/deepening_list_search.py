"""The shortest list that is right at every position, by iterative deepening.

A rule can stand next where it is right at every decision still open that it fires at. What it then handles
is closed, so more rules may stand: nothing is ever lost by adding one (Rivest, *Learning decision lists*,
1987). Hence all that is open after every rule that can stand has been added, is open under any list: that
answers whether there is one. For the shortest, of two rules that can stand the one that covers a part of what
the other covers is dominated, and left out. Sets of decisions already tried with as many rules left are too.

Shortest are the fewest rules, then the fewest literals.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from zermelo.core.budget import Budget
from zermelo.explain.list_search.rule_pool import RulePool
from zermelo.explain.rule_lists.game_decisions import Decisions
from zermelo.explain.rule_lists.rule_predicates import Rule

MOST_LISTS = 2_000_000  # looked at, before the search gives up and says so
MOST_BYTES = 1 << 30  # of the sets of decisions that were tried


@dataclass(frozen=True, eq=False)
class ShortestEverywhere:
    """The rules of a shortest list, None where there is none; what stays open; whether it is minimal."""

    rules: tuple[Rule, ...] | None
    uncovered: tuple[int, ...] = ()  # classes at which any rule that is right is wrong at another of them
    minimal: bool = True  # proven by exhaustive search


def find_shortest_list_right_everywhere(
    decisions: Decisions,
    pool: RulePool,
    goal: str = "always",
    *,
    demand: int = 0,
    budget: Budget | None = None,
) -> ShortestEverywhere:
    """Return the shortest list of the pool's rules that is right at every decision of the pool.

    `goal` "always" asks for every position's value to be kept; "start" for none to become lost, and with
    `demand` 1, as where a start is won, for none that is won to become less.
    """
    search = _IterativeDeepening(decisions, pool, goal, budget or Budget(), demand)
    greedy, left = search.find_greedy_cover()
    if left:
        open_places = tuple(int(place) for place in pool.places[_list_set_bits(left, len(pool.places))])
        return ShortestEverywhere(None, open_places)
    for levels in range(1, len(greedy) + 1):
        search.tried.clear()
        search.best = None
        if search.can_rules_cover_decisions(search.everything, levels, ()) and search.best is not None:
            return ShortestEverywhere(
                tuple(pool.rules[rule] for rule in search.best[1]), minimal=not search.is_search_limit_reached
            )
        if search.is_search_limit_reached:
            break
    return ShortestEverywhere(tuple(pool.rules[rule] for rule in greedy), minimal=False)


@dataclass
class _IterativeDeepening:
    decisions: Decisions
    pool: RulePool
    goal: str
    budget: Budget
    demand: int
    tried: dict[tuple[int, int], int] = field(default_factory=dict)
    best: tuple[int, tuple[int, ...]] | None = None
    looked: int = 0

    def __post_init__(self) -> None:
        pool = self.pool
        good = self._mark_right_moves()
        self.fires, self.wrong = (
            [int.from_bytes(row.tobytes(), "little") for row in rows]
            for rows in pool.pack_firing_decisions(~good)
        )
        self.everything = (1 << len(pool.places)) - 1

    @property
    def is_search_limit_reached(self) -> bool:
        """Whether too many lists were looked at."""
        return self.looked > MOST_LISTS or self.looked * len(self.pool.places) // 8 > MOST_BYTES

    def _mark_right_moves(self) -> npt.NDArray[np.bool_]:
        """Return [columns]: whether a move keeps what is to be kept."""
        pool = self.pool
        kept = self.decisions.kept[pool.edges]
        values = np.repeat(self.decisions.values[pool.places], np.diff(pool.bounds))
        if self.goal == "start":
            return np.asarray((kept >= np.minimum(values, self.demand)) | (values < 0))
        return np.asarray(kept >= values)

    def find_undominated_next_rules(self, left: int) -> list[tuple[int, int]]:
        """Return (rule, what it covers) of those that can stand next, without the dominated ones."""
        found = [
            (number, fires & left)
            for number, (fires, wrong) in enumerate(zip(self.fires, self.wrong, strict=True))
            if fires & left and wrong & left == 0
        ]
        found.sort(key=lambda each: (-each[1].bit_count(), self.pool.rules[each[0]].literal_count))
        kept: list[tuple[int, int]] = []
        for number, covers in found:
            literals = self.pool.rules[number].literal_count
            if not any(
                covers & ~more == 0 and self.pool.rules[other].literal_count <= literals
                for other, more in kept
            ):
                kept.append((number, covers))
        return kept

    def find_greedy_cover(self) -> tuple[list[int], int]:
        """Return a list by taking what covers most, and what stays open."""
        left, chosen = self.everything, []
        while left:
            candidates = self.find_undominated_next_rules(left)
            if not candidates:
                break
            chosen.append(candidates[0][0])
            left &= ~candidates[0][1]
        return chosen, left

    def can_rules_cover_decisions(self, uncovered: int, rules_left: int, chosen: tuple[int, ...]) -> bool:
        """Return whether what is left can be closed by so many rules more; `best` has the fewest literals."""
        literals = sum(self.pool.rules[rule].literal_count for rule in chosen)
        if uncovered == 0:
            if self.best is None or literals < self.best[0]:
                self.best = literals, chosen
            return True
        if (
            rules_left == 0
            or (self.best is not None and literals >= self.best[0])
            or self.is_search_limit_reached
        ):
            return False
        known = self.tried.get((uncovered, rules_left))
        if known is not None and known <= literals:
            return False
        self.tried[uncovered, rules_left] = literals
        self.looked += 1
        if self.looked % 1024 == 0:
            self.budget.report("look for a shortest list", self.looked, unit="lists")
        found = False
        candidates = self.find_undominated_next_rules(uncovered)
        if rules_left == 1:
            candidates = [each for each in candidates if each[1] == uncovered]
        for rule, covers in candidates:
            found |= self.can_rules_cover_decisions(uncovered & ~covers, rules_left - 1, (*chosen, rule))
        return found


def _list_set_bits(bits: int, count: int) -> Sequence[int]:
    return [place for place in range(count) if bits >> place & 1]

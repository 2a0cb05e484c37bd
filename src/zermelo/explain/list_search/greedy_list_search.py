"""A short list for games too large for the shortest: greedy, with local search, and a table of exceptions.

Rules are chosen one after the other: each is the one that settles most of the decisions still open, where a
decision that it gets wrong counts against it as `cost` right ones. Several costs are tried, and after each
list only the decisions that it lets come about are looked at again. In the best of these lists rules are
taken out and others put in wherever that leaves fewer decisions wrong, until nothing does. What is wrong then
is an exception. What is kept has the fewest exceptions and rules together; nothing claims that it is minimal.

Where play may cycle, the search also tries lists that come nearer to the end with every move: such a list
never cycles.

Decision lists: Rivest, *Learning decision lists* (1987).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from zermelo.core.budget import Budget
from zermelo.explain.kernels.rule_bitsets import build_count_common_bits
from zermelo.explain.list_search.rule_pool import Bits, RulePool, pack_bits, unpack_bits
from zermelo.explain.rule_lists.game_decisions import Decisions, find_roles_of_side
from zermelo.explain.rule_lists.list_walk import ListWalk
from zermelo.explain.rule_lists.rule_predicates import Rule

Bools = npt.NDArray[np.bool_]
COSTS = (10, 14, 20, 25, 30)
ROUNDS = 3
REPAIRED = 3  # lists that rules are exchanged in, the shortest ones
MOST_RULES = 20
MOST_WORK = 1 << 35  # bytes of bits gone through by one local search: some seconds


@dataclass(frozen=True, eq=False)
class GreedyList:
    """Rules, and the classes at which they are wrong and play gets there, with the moves that are right."""

    rules: tuple[Rule, ...]
    exceptions: Mapping[int, tuple[int, ...]]  # class: places of the right moves in the game's order
    decisions: int  # that come about under the list and its exceptions, symmetric ones as one

    @property
    def length(self) -> int:
        """What a person has to remember: rules and exceptions."""
        return len(self.rules) + len(self.exceptions)


def find_greedy_list(
    decisions: Decisions,
    pool: RulePool,
    side: str = "both",
    goal: str = "start",
    *,
    most: int = MOST_RULES,
    budget: Budget | None = None,
) -> GreedyList:
    """Return a list of at most `most` of the pool's rules, with exceptions, the shortest of those tried."""
    sides = find_roles_of_side(goal, side)
    budget = budget or Budget()
    begun: list[tuple[int, int, _GreedySearch, list[int], Bools, GreedyList]] = []
    for nearer in (False, True) if decisions.arena.has_cycles else (False,):
        work = _GreedySearch(decisions, pool, sides, goal, most, nearer, budget)
        for cost in COSTS:
            looked_at = np.ones(len(pool.places), bool)
            for _ in range(ROUNDS):
                chosen = list(work.yield_rules_chosen_greedily(looked_at, cost))
                found, met = work.evaluate_rules(chosen)
                begun.append((found.length, len(begun), work, chosen, looked_at, found))
                looked_at = met
    begun.sort(key=lambda each: each[:2])
    best = begun[0][-1]
    for _, _, work, chosen, looked_at, _ in begun[:REPAIRED]:
        for _ in range(ROUNDS):
            chosen = work.improve_by_exchanging_rules(chosen, looked_at)
            found, looked_at = work.evaluate_rules(chosen)
            if found.length < best.length:
                best = found
            if not found.exceptions:
                break
    return best


class _GreedySearch:
    def __init__(
        self,
        decisions: Decisions,
        pool: RulePool,
        sides: tuple[int, ...],
        goal: str,
        most: int,
        nearer: bool,
        budget: Budget,
    ) -> None:
        self.decisions, self.pool, self.sides, self.goal, self.most = decisions, pool, sides, goal, most
        self.budget, self.work, self.tried = budget, 0, 0
        walk = self.full_walk = ListWalk(decisions, sides, goal)
        wanted = self.right_moves = walk.mark_right_moves(pool.places, pool.edges)
        if nearer:
            asked = np.repeat(walk.find_highest_demands(pool.places), np.diff(pool.bounds))
            plies = np.repeat(decisions.plies[pool.places], np.diff(pool.bounds))
            farther = decisions.plies[decisions.child_places[pool.edges]] >= plies
            wanted = wanted & ~(farther & (asked > 0))
        self.fires, self.wrong = pool.pack_firing_decisions(~wanted)

    def yield_rules_chosen_greedily(self, looked_at: Bools, cost: int) -> Iterator[int]:
        """Yield rules until every decision looked at is settled; the last one allows any move."""
        left = looked_at.copy()
        for _ in range(self.most - 1):
            if not left.any():
                return
            mask = pack_bits(left)
            gains = self._compute_rule_gains(mask, mask, cost + 1)
            rule = int(gains.argmax())
            if gains[rule] <= 0:
                break
            yield rule
            left &= ~self._unpack_decision_bits(self.fires[rule])
        if left.any():
            yield 0

    def improve_by_exchanging_rules(self, chosen: list[int], looked_at: Bools) -> list[int]:
        """Return a list that leaves fewer decisions wrong: a rule is taken out, another put in anywhere."""
        self.work = 0
        cost = self._count_rules_and_wrong_decisions(chosen, looked_at)
        better = True
        while better and cost > 1 and self.work < MOST_WORK:
            better = False
            for place in (None, *range(len(chosen))):
                rest = [rule for each, rule in enumerate(chosen) if each != place]
                if place is None and len(chosen) >= self.most:
                    continue
                for tried in (rest, self._add_best_rule(rest, looked_at)):
                    now = self._count_rules_and_wrong_decisions(tried, looked_at)
                    if now < cost:
                        chosen, cost, better = tried, now, True
                if better or self.work > MOST_WORK:
                    break
        return chosen

    def _count_rules_and_wrong_decisions(self, chosen: list[int], looked_at: Bools) -> int:
        """Return how many rules there are, and how many decisions are wrong."""
        return len(chosen) + int(self._mark_wrong_decisions(chosen, looked_at).sum())

    def _mark_wrong_decisions(self, chosen: list[int], looked_at: Bools) -> Bools:
        """Return [decisions]: where a list is wrong, or nothing fires."""
        left, errors = looked_at.copy(), np.zeros_like(looked_at)
        for rule in chosen:
            errors |= left & self._unpack_decision_bits(self.wrong[rule])
            left &= ~self._unpack_decision_bits(self.fires[rule])
        return errors | left

    def _add_best_rule(self, chosen: list[int], looked_at: Bools) -> list[int]:
        """Return the list with the rule put in that leaves fewest decisions wrong, where it does most."""
        errors, left = self._mark_wrong_decisions(chosen, looked_at), looked_at.copy()
        best: tuple[int, int, int] = (-1 << 60, 0, 0)
        for place in range(len(chosen) + 1):
            gains = self._compute_rule_gains(pack_bits(errors & left), pack_bits(left), 1)
            self.work += 2 * self.fires.nbytes
            rule = int(gains.argmax())
            best = max(best, (int(gains[rule]), place, rule))
            if place < len(chosen):
                left &= ~self._unpack_decision_bits(self.fires[chosen[place]])
        self.tried += 1
        self.budget.report("find a list", self.tried, unit="rules")
        _, place, rule = best
        return [*chosen[:place], rule, *chosen[place:]]

    def _compute_rule_gains(self, more: Bits, less: Bits, cost: int) -> npt.NDArray[np.int64]:
        """Return [rules]: at how many decisions of a set each fires, less those where it is wrong."""
        found = np.empty(len(self.fires), np.int64)
        self._count_kernel(self.fires, self.wrong, more, less, cost, found)
        return found

    @cached_property
    def _count_kernel(self) -> Any:
        passes = 100 * self.fires.size // max(1, self.decisions.arena.positions)
        return self.decisions.compile_kernel(build_count_common_bits, passes)

    def _unpack_decision_bits(self, bits: Bits) -> Bools:
        return unpack_bits(bits, len(self.pool.places))

    def evaluate_rules(self, chosen: list[int]) -> tuple[GreedyList, Bools]:
        """Return a list of rules with its exceptions, and which of the pool's decisions it lets come about.

        What comes about depends on the exceptions: at them, any right move is made. Where lines cycle in won
        positions, the positions nearest to the end become exceptions, too. There the moves that win soonest
        are made, until no line cycles.
        """
        decisions, pool = self.decisions, self.pool
        allowed, silent = pool.apply_rules_in_turn(map(pool.mark_moves_allowed_by_rule, chosen))
        excepted = pool.mark_decisions_with_marked_move(allowed & ~self.right_moves) | silent
        columns = np.where(np.repeat(excepted, pool.widths), self.right_moves, allowed)
        moves_allowed = pool.expand_columns_to_moves(columns, otherwise=False)
        slow = self.full_walk.break_cycles_with_quick_wins(moves_allowed)
        excepted |= slow[pool.places]
        walk = ListWalk(decisions, self.sides, self.goal, moves_allowed)
        assert not walk.has_bad_moves, "an exception's moves are all right"
        assert not walk.has_cycle, "where lines cycled the moves that win soonest are made"
        met = np.isin(pool.places, walk.list_decision_places())
        exceptions = {}
        for number in np.flatnonzero(met & excepted).tolist():
            right = moves_allowed[pool.edges[pool.bounds[number] : pool.bounds[number + 1]]]
            exceptions[int(pool.places[number])] = tuple(np.flatnonzero(right).tolist())
        used = [
            rule
            for place, rule in enumerate(chosen)
            if self._mark_where_rule_fires_first(chosen, place, met).any()
        ]
        rules = tuple(pool.rules[rule] for rule in used)
        return GreedyList(rules, exceptions, int(met.sum())), met

    def _mark_where_rule_fires_first(self, chosen: list[int], place: int, met: Bools) -> Bools:
        """Return [decisions]: where the list comes as far as a rule, and it fires."""
        before = np.zeros(len(met), bool)
        for rule in chosen[:place]:
            before |= self._unpack_decision_bits(self.fires[rule])
        return np.asarray(met & ~before & self._unpack_decision_bits(self.fires[chosen[place]]))

"""The shortest list with exceptions, each of them counted as a rule, and the proof that none is shorter.

K = 0, 1, 2, ...: is there a list of L rules that is right with K - L exceptions at most, for some L? The
formula is that of `clauses`, where a decision may be an exception:

    excepted[i]   decision i is one: no rule is asked there
    goes[i, c]    what is played there leads to c; it leads somewhere, and wherever it does comes about
    many[k]       more than k decisions are exceptions

So a table may say any right moves, one or several, and what is refuted is refuted whatever tables say. It
would be simpler if nothing had to follow at an exception, and it would say too little: with the start as the
only one any list of the first player would be right.

Only some decisions need to be in it, as without exceptions. A right list that has exceptions at others
satisfies it too, with those of them that are in it. A list that satisfies it, if it goes wrong, does so at
decisions that it lets come about, also by what its own table plays: these are added, and the same is not
chosen again.
"""

from collections.abc import Collection
from functools import cached_property
from typing import ClassVar, Final

import numpy as np

from zermelo.core.budget import Budget
from zermelo.explain.list_search.rule_pool import RulePool
from zermelo.explain.list_search.sat_encoding import ListEncoding, check_pysat_installed
from zermelo.explain.list_search.sat_list_search import (
    ChosenList,
    RefutedFormula,
    SatLimits,
    SatSearch,
    SearchGivenUp,
    ShortestList,
    has_pair_rules,
    simplify_rules,
)
from zermelo.explain.rule_lists.game_decisions import Decisions, RolePosition, find_roles_of_side
from zermelo.explain.rule_lists.list_walk import ListWalk

LIMITS: Final = SatLimits(
    100_000, 100_000, 40_000_000, 800_000, 1_000_000_000
)  # some ten seconds, and the proof


def find_shortest_list_with_exceptions(
    decisions: Decisions,
    pool: RulePool,
    side: str = "both",
    goal: str = "start",
    *,
    shorter_than: int,
    limits: SatLimits = LIMITS,
    budget: Budget | None = None,
) -> ShortestList:
    """Return the shortest list, exceptions counted as rules, that is right wherever play can get.

    Lists of fewer than `shorter_than` rules and exceptions are looked for, as far as the limits go. All
    lengths below the list's are among those refuted, the greatest last.
    """
    check_pysat_installed()
    refuted: list[RefutedFormula] = []
    starts = decisions.list_start_positions(find_roles_of_side(goal, side))
    encoding = ExceptionEncoding(decisions, pool, goal, starts, has_pair_rules(pool))
    with _ExceptionSearch(encoding, side, budget or Budget(), limits=limits) as search:
        for length in range(shorter_than):
            try:
                found = search.find_right_list(length, None, None, refuted)
            except SearchGivenUp:
                # the first refuted says that something is to be decided
                return ShortestList(None, tuple(refuted[1:]), given_up=True)
            if found is not None:
                shorter = tuple(refuted)
                best = search.minimize_exceptions(found, refuted)
                rules, numbers = simplify_rules(pool, best.rules)
                first = decisions.arena.bounds
                exceptions = {
                    place: tuple(sorted(edge - int(first[place]) for edge in edges))
                    for place, edges in sorted(best.table.items())
                }
                return ShortestList(rules, shorter, numbers=numbers, exceptions=exceptions)
    return ShortestList(None, tuple(refuted))


class ExceptionEncoding(ListEncoding):
    """The formula for lists of the pool's rules with exceptions."""

    exceptions: ClassVar[bool] = True

    def __post_init__(self) -> None:
        super().__post_init__()
        self.excepted: dict[int, int] = {}  # class: its variable
        self.counted: list[list[int]] = []  # [classes][k]: of these and those before more than k are excepted
        self.many: list[int] = []
        self.ruled = self.get_or_create_variable()  # whether there are rules at all
        self.lengths: list[int] = []

    def add_position_clauses(self, at: RolePosition) -> None:
        """Add what follows where `at` comes about: at a decision, also if it is an exception."""
        if at in self.added:
            return
        if at.own and self.decisions.list_edges(at.place):
            self._add_exception_clauses(at)
        super().add_position_clauses(at)

    def _add_exception_clauses(self, at: RolePosition) -> None:
        place, ways = at.place, self.group_moves_by_child(at.place)
        if place not in self.excepted:
            self.excepted[place] = self.get_or_create_variable()
            self.clauses.append(
                [-self.excepted[place], *(self._get_leads_to_variable(place, child) for child in ways)]
            )
            self.counted.append([])
            for _ in self.many:
                self._add_exception_counter(len(self.counted) - 1, self.excepted[place])
        self.clauses.append([-self.get_reach_variable(at), self.excepted[place], self.ruled])
        demand = self.decisions.find_demand(at, self.goal)
        for child, (edge, *_) in ways.items():
            good = self.decisions.find_kept_value(edge) >= demand
            comes = [self.get_reach_variable(self.decisions.find_child(at, edge))] if good else []
            self.clauses.append(
                [-self.get_reach_variable(at), -self._get_leads_to_variable(place, child), *comes]
            )

    def group_moves_by_child(self, place: int) -> dict[int, list[int]]:
        """Return the moves of a class by what they lead to: a position and whether the turn stays."""
        found: dict[int, list[int]] = {}
        for edge in self.decisions.list_edges(place):
            found.setdefault(self._make_child_key(edge), []).append(edge)
        return found

    def _make_child_key(self, edge: int) -> int:
        return 2 * int(self.decisions.child_places[edge]) + (int(self.decisions.arena.children[edge]) & 1)

    def _get_leads_to_variable(self, place: int, child: int) -> int:
        return self.get_or_create_variable(("goes", place, child))

    def _get_exception_literals(self, place: int) -> list[int]:
        return [self.excepted[place]]

    def _add_allowed_move_clause(self, edge: int, level: int) -> None:
        """Add that a move is allowed if the rules allow it, or if it is what is played at an exception."""
        super()._add_allowed_move_clause(edge, level)
        if level == 0:
            place, _ = self.allowing[edge]
            self.clauses.append(
                [
                    -self._get_leads_to_variable(place, self._make_child_key(edge)),
                    self.get_or_create_variable(("allowed", edge)),
                ]
            )

    def _add_exception_counter(self, number: int, excepted: int) -> None:
        """Add to what is counted one more: whether of the classes up to this one more than k are excepted.

        By counting from the first one on (Sinz, 2005); the formula grows by classes and by k.
        """
        now, before = self.counted[number], self.counted[number - 1] if number else []
        k = len(now)
        now.append(self.get_or_create_variable())
        if k < len(before):
            self.clauses.append([-before[k], now[k]])
        if k == 0:
            self.clauses.append([-excepted, now[k]])
        elif k <= len(before):
            self.clauses.append([-excepted, -before[k - 1], now[k]])
        self.clauses.append([-now[k], self.many[k]])

    def make_length_literals(self, length: int) -> list[int]:
        """Return literals that say that there are at most so many rules and exceptions together."""
        self._add_levels_up_to(length)
        while len(self.many) <= length:
            self.many.append(self.get_or_create_variable())
            for number, excepted in enumerate(self.excepted.values()):
                self._add_exception_counter(number, excepted)
        while len(self.lengths) <= length:
            most, chosen = len(self.lengths), self.get_or_create_variable()
            self.lengths.append(chosen)
            self.clauses.append([-chosen, -self.ruled, *self.last[:most]])
            self.clauses.append([-chosen, self.ruled, -self.many[most]])
            for rules, last in enumerate(self.last[:most], start=1):
                self.clauses.append([-chosen, -last, -self.many[most - rules]])
        return [self.lengths[length]]

    def decode_model_with_exceptions(self, true_variables: Collection[int], length: int) -> ChosenList:
        """Return what a model chooses of at most so many rules and exceptions."""
        levels = (number for number, last in enumerate(self.last[:length], start=1) if last in true_variables)
        table = {
            place: tuple(
                edge
                for child, edges in self.group_moves_by_child(place).items()
                if self._get_leads_to_variable(place, child) in true_variables
                for edge in edges
            )
            for place, excepted in self.excepted.items()
            if excepted in true_variables
        }
        return ChosenList(self.decode_model(true_variables)[: next(levels, 0)], table)


class _ExceptionSearch(SatSearch):
    """Of lists with exceptions."""

    encoding: ExceptionEncoding

    def _decode_model(self, true_variables: Collection[int], length: int) -> ChosenList:
        return self.encoding.decode_model_with_exceptions(true_variables, length)

    def minimize_exceptions(self, found: ChosenList, refuted: list[RefutedFormula]) -> ChosenList:
        """Return a list as short as this one with few exceptions, then few literals, as far as the limits go.

        Its exceptions get all right moves where it stays right with them.
        """
        length, within = found.length, [-self.encoding.many[len(found.table)]]
        better: ChosenList | None = found
        try:
            while better is not None:
                found, within = better, [-self.encoding.many[len(better.table)]]
                fewer = [-self.encoding.many[max(0, len(found.table) - 1)]]
                better = self.find_right_list(length, None, None, refuted, fewer) if found.table else None
        except SearchGivenUp:
            return self._add_right_moves_to_exceptions(self.sort_rules_by_pool_order(found))
        found, _ = self.minimize_literals(found, refuted, within)
        return self._add_right_moves_to_exceptions(self.sort_rules_by_pool_order(found))

    def _add_right_moves_to_exceptions(self, chosen: ChosenList) -> ChosenList:
        for place in chosen.table:
            edges = self.decisions.list_edges(place)
            right = self.right_move_walk.mark_right_moves(np.array([place]), np.array(edges))
            told = tuple(np.array(edges)[right].tolist())
            more = chosen._replace(table={**chosen.table, place: told})
            if self.is_list_right(more):
                chosen = more
        return chosen

    @cached_property
    def right_move_walk(self) -> ListWalk:
        """All that comes about with moves that keep what has to be kept."""
        return ListWalk(self.decisions, self.sides, self.goal)

"""The shortest list that is right wherever play can get, by SAT, and the proof that none is shorter.

L = 1, 2, 3, ...: is there a list of L rules that keeps what has to be kept, whichever allowed move is taken
and whatever the other does? `clauses` says the formula. Decisions come into it only as wrong lists show
them. The first L with a right list is the least; then the literals are brought down, one at a time, until
that cannot be satisfied either; and then those that are hard to see, for a list that reads well.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, Self

from zermelo.core.budget import Budget
from zermelo.explain.list_search.rule_pool import Parts, RulePool
from zermelo.explain.list_search.sat_encoding import Clause, ListEncoding, check_pysat_installed
from zermelo.explain.rule_lists.game_decisions import Decisions, find_roles_of_side
from zermelo.explain.rule_lists.list_walk import ListWalk
from zermelo.explain.rule_lists.rule_predicates import Predicate, Rule

SOLVER = "glucose4"  # it has a conflict limit, so that it can give up
AT_ONCE = 1_000  # of these, until it is asked whether to stop: a second or two
SHOWN_AT_ONCE = 40  # wrong decisions whose lines are added for one wrong list
MOST_RULES = 8


class SatLimits(NamedTuple):
    """How much a search may take until it gives up, the same on any machine."""

    conflicts: int = 100_000  # for one question; most take some hundreds
    all_conflicts: int = 200_000  # for all questions of a search: a minute or two
    propagations: int = 250_000_000  # in them: of large formulas half a minute
    clauses: int = 3_000_000  # of one question: more take minutes to make
    walked_positions: int = 1 << 62  # positions in roles, over all lists that are looked at


LIMITS: Final = SatLimits()


class ChosenList(NamedTuple):
    """A list that the solver chose."""

    rules: list[Parts]
    table: Mapping[int, tuple[int, ...]] = {}  # of exceptions: class, its moves' numbers in the arena

    @property
    def length(self) -> int:
        """How many rules and exceptions there are."""
        return len(self.rules) + len(self.table)


class SearchGivenUp(Exception):
    """The solver has met more conflicts than it may, or the formula has too many clauses."""


@dataclass(frozen=True, eq=False)
class RefutedFormula:
    """A formula that cannot be satisfied: no list of `levels` rules, `literals` and hard ones is right.

    With exceptions no list of so many rules and exceptions together, whatever is played at these.
    """

    levels: int
    literals: int | None  # None: however many
    hard: int | None  # how many of them may be hard; None: all
    clauses: tuple[Clause, ...]
    decisions: int  # how many of them it takes to see it
    lists: int  # wrong lists that were looked at on the way
    exceptions: bool = False


@dataclass(frozen=True, eq=False)
class ShortestList:
    """What was found: rules, or None where no list of at most `most` is right; and what was refuted.

    Where `given_up` the solver was stopped: without rules nobody knows then whether there are any, and with
    them whether fewer literals would do.
    """

    rules: tuple[Rule, ...] | None
    refuted: tuple[RefutedFormula, ...]
    given_up: bool = False
    numbers: tuple[int | None, ...] = ()  # of the rules in the pool, if they are distinguished there
    exceptions: Mapping[int, tuple[int, ...]] = field(default_factory=dict)  # class: places of its moves


def find_shortest_list(
    decisions: Decisions,
    pool: RulePool,
    side: str = "both",
    goal: str = "start",
    *,
    most: int = MOST_RULES,
    fewest_literals: bool = True,
    ends_in_any: bool = False,
    budget: Budget | None = None,
) -> ShortestList:
    """Return the shortest list of the pool's rules that is right wherever play can get.

    With `ends_in_any` of those whose last rule is any move, the pool's first.
    """
    check_pysat_installed()
    refuted: list[RefutedFormula] = []
    starts = decisions.list_start_positions(find_roles_of_side(goal, side))
    encoding = ListEncoding(decisions, pool, goal, starts, has_pair_rules(pool))
    with SatSearch(encoding, side, budget or Budget(), ends_in_any=ends_in_any) as search:
        for levels in range(1, most + 1):
            try:
                found = search.find_right_list(levels, None, None, refuted)
            except SearchGivenUp:
                return ShortestList(None, tuple(refuted), given_up=True)
            if found is not None:
                best, given_up = (
                    search.minimize_literals(found, refuted) if fewest_literals else (found, False)
                )
                rules, numbers = simplify_rules(pool, search.sort_rules_by_pool_order(best).rules)
                return ShortestList(rules, tuple(refuted), given_up, numbers)
    return ShortestList(None, tuple(refuted))


def has_pair_rules(pool: RulePool) -> bool:
    """Return whether rules of two predicates may be chosen."""
    return any(rule.literal_count > 1 for rule in pool.rules)


def simplify_rules(
    pool: RulePool, chosen: Sequence[Parts]
) -> tuple[tuple[Rule, ...], tuple[int | None, ...]]:
    """Return rules, each as the simplest that behaves so, with their numbers in the pool."""
    numbers = tuple(map(pool.find_equivalent_rule, chosen))
    rules = (
        pool.make_rule(parts) if number is None else pool.rules[number]
        for parts, number in zip(chosen, numbers, strict=True)
    )
    return tuple(rules), numbers


class SatSearch:
    """One question after the other; what wrong lists have shown is kept."""

    def __init__(
        self,
        encoding: ListEncoding,
        side: str,
        budget: Budget,
        *,
        ends_in_any: bool = False,
        limits: SatLimits = LIMITS,
    ) -> None:
        self.encoding, self.budget, self.ends_in_any, self.limits = encoding, budget, ends_in_any, limits
        self.decisions, self.pool, self.goal = encoding.decisions, encoding.pool, encoding.goal
        self.sides = find_roles_of_side(self.goal, side)
        for start in encoding.starts[:1] if self.decisions.alone else encoding.starts:
            encoding.add_position_clauses(start)  # the others as lists go wrong at them

    def __enter__(self) -> Self:
        from pysat.solvers import Solver

        self.solver: Any = Solver(name=SOLVER)
        self.conflicts = 0  # that it has met so far
        self.given_clauses = 0  # clauses
        self.walked_positions = 0  # positions in roles that lists were looked at in
        return self

    def __exit__(self, *raised: object) -> None:
        self.solver.delete()

    def minimize_literals(
        self, found: ChosenList, refuted: list[RefutedFormula], within: Sequence[int] = ()
    ) -> tuple[ChosenList, bool]:
        """Return a right list as short as this one with the fewest literals, and then the fewest hard ones.

        And whether the solver gave up before the literals were known to be the fewest. `within` are literals
        of the formula that have to stay true.
        """
        length, literals = found.length, sum(map(len, found.rules))
        light = self._make_cost_limit_literals(
            bool, literals + 1
        )  # the hard ones are asked of no more literals
        better: ChosenList | None = found
        try:
            while better is not None:
                found, literals = better, sum(map(len, better.rules))
                fewer = [*within, *light[literals - 1 :]]
                better = (
                    self.find_right_list(length, literals - 1, None, refuted, fewer) if literals else None
                )
        except SearchGivenUp:
            return found, True
        better, hard = found, self._count_hard_predicates(found)
        easy = self._make_cost_limit_literals(lambda predicate: predicate.feature.hard, hard)
        try:
            while better is not None:
                found, hard = better, self._count_hard_predicates(better)
                easier = [*within, *light[literals:], *easy[hard - 1 :]]
                better = self.find_right_list(length, literals, hard - 1, refuted, easier) if hard else None
        except SearchGivenUp:
            pass  # which of the shortest lists it is promises nothing
        return found, False

    def _count_hard_predicates(self, chosen: ChosenList) -> int:
        return sum(self.pool.make_rule(parts).hard_literal_count for parts in chosen.rules)

    def _make_cost_limit_literals(self, cost: Callable[[Predicate], bool], most: int) -> list[int]:
        """Return literals: those from number k on say that k of the list's predicates at most cost anything.

        They say so of k less than `most`.
        """
        from pysat.card import ITotalizer

        costs = self.encoding.make_cost_variables(cost)
        if not costs or not most:
            return []
        with ITotalizer(lits=costs, ubound=most - 1, top_id=self.encoding.top) as counted:
            self.encoding.clauses += counted.cnf.clauses
            self.encoding.top = max(self.encoding.top, counted.top_id)
            return [-each for each in counted.rhs[:most]]

    def find_right_list(
        self,
        length: int,
        literals: int | None,
        hard: int | None,
        refuted: list[RefutedFormula],
        within: Sequence[int] = (),
    ) -> ChosenList | None:
        """Return a right list of so many rules with at most so many literals and hard ones, if one is.

        That they are so few `within` says, literals of the formula.
        """
        encoding, solver = self.encoding, self.solver
        assumptions = [*encoding.make_length_literals(length), *within]
        if self.ends_in_any:
            assumptions += [-part for part in encoding.part[length - 1]]
        lists = 0
        while True:
            if (
                len(encoding.clauses) > self.limits.clauses
                or self.walked_positions > self.limits.walked_positions
            ):
                raise SearchGivenUp
            solver.append_formula(encoding.clauses[self.given_clauses :])
            self.given_clauses = len(encoding.clauses)
            self.budget.report("find a shortest list", lists, unit="lists")
            if not self._is_satisfiable(assumptions):
                clauses = (*encoding.clauses, *([each] for each in assumptions))
                seen = len(encoding.added)
                refuted.append(
                    RefutedFormula(length, literals, hard, clauses, seen, lists, encoding.exceptions)
                )
                return None
            chosen = self._decode_model(frozenset(solver.get_model()), length)
            lists += 1
            if not self._add_counterexamples(chosen):
                return chosen

    def _decode_model(self, true_variables: Collection[int], length: int) -> ChosenList:
        """Return the list that a model says."""
        return ChosenList(self.encoding.decode_model(true_variables))

    def _is_satisfiable(self, assumptions: Sequence[int]) -> bool:
        """Return whether the formula can be satisfied; raises `SearchGivenUp` where that takes too long."""
        solver, limits = self.solver, self.limits
        for conflicts in range(0, limits.conflicts, AT_ONCE):
            if self.conflicts > limits.all_conflicts:
                break
            if solver.accum_stats()["propagations"] > limits.propagations:
                break
            before = solver.accum_stats()["conflicts"]
            solver.conf_budget(AT_ONCE)
            satisfied = solver.solve_limited(assumptions=assumptions, expect_interrupt=True)
            self.conflicts += solver.accum_stats()["conflicts"] - before
            if satisfied is not None:
                return bool(satisfied)
            self.budget.report("find a shortest list", conflicts, limits.conflicts, "conflicts")
        raise SearchGivenUp

    def _play_out_list(self, chosen: ChosenList) -> ListWalk:
        """Return what comes about when a list is followed."""
        allows = map(self.pool.mark_moves_allowed_by_predicates, chosen.rules)
        columns, _ = self.pool.apply_rules_in_turn(allows)
        allowed = self.pool.expand_columns_to_moves(columns, otherwise=False)
        for place, edges in chosen.table.items():
            first, last = self.decisions.arena.bounds[place : place + 2].tolist()
            allowed[first:last] = False
            allowed[list(edges)] = True
        walk = ListWalk(self.decisions, self.sides, self.goal, allowed)
        self.walked_positions += len(walk.came) + len(allowed)
        return walk

    def is_list_right(self, chosen: ChosenList) -> bool:
        """Return whether a list keeps what has to be kept wherever play can get."""
        walk = self._play_out_list(chosen)
        return not walk.has_bad_moves and not walk.has_cycle

    def sort_rules_by_pool_order(self, chosen: ChosenList) -> ChosenList:
        """Return the same rules in the pool's order as far as the list stays right; any move comes last."""
        moved = True
        while moved:
            moved = False
            rules = chosen.rules
            for place in range(len(rules) - 1):
                one, other = rules[place : place + 2]
                swapped = chosen._replace(rules=[*rules[:place], other, one, *rules[place + 2 :]])
                comes_first = (not other, len(other), other) < (not one, len(one), one)
                if comes_first and self.is_list_right(swapped):
                    chosen, moved = swapped, True
                    rules = chosen.rules
        return chosen

    def _add_counterexamples(self, chosen: ChosenList) -> bool:
        """Add the decisions at which a list goes wrong, with the ways there; return whether there are any.

        Where there are none, add the cycles in which a list cycles although it has to win.
        """
        walk = self._play_out_list(chosen)
        bad = walk.list_bad_positions(SHOWN_AT_ONCE)
        cycles = [] if bad else walk.find_cycles(SHOWN_AT_ONCE)
        for at in [*bad, *(at for cycle in cycles for at, _ in cycle)]:
            for step in walk.yield_path_to_start(at):
                self.encoding.add_position_clauses(step)
        for cycle in cycles:
            self.encoding.add_cycle_clause(cycle)
        return bool(bad or cycles)

"""The shortest list that is right wherever play can get, by SAT, and the proof that none is shorter.

L = 1, 2, 3, ...: is there a list of L rules that keeps what has to be kept, whichever allowed move is taken
and whatever the other does? `encoding` says the formula. Decisions come into it only as wrong lists show
them. The first L with a right list is the least; then the literals are brought down, one at a time, until
that cannot be satisfied either; and then those that are hard to see, for a list that reads well.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

import numpy as np
import numpy.typing as npt

from zermelo.core.budget import Budget
from zermelo.explain.lists.clauses import Clause, Encoding, pysat
from zermelo.explain.lists.decisions import Decisions, check_goal
from zermelo.explain.lists.pool import Pool
from zermelo.explain.lists.predicates import Rule
from zermelo.explain.lists.walk import Circle, Walk

Bools = npt.NDArray[np.bool_]
SOLVER = "glucose4"  # it can be told to give up
CONFLICTS = 100_000  # for one question; most take some hundreds
ALL_CONFLICTS = 200_000  # for all questions of a search: a minute or two
MOST_CLAUSES = 3_000_000  # of one question: more take minutes to make
AT_ONCE = 1_000  # of these, until it is asked whether to stop: a second or two
SHOWN_AT_ONCE = 40  # wrong decisions whose lines are added for one wrong list
MOST_RULES = 8


class _GivenUp(Exception):
    """The solver has met more conflicts than it may, or the formula has too many clauses."""


@dataclass(frozen=True, eq=False)
class Refuted:
    """A formula that cannot be satisfied: no list of `levels` rules, `literals` and hard ones is right."""

    levels: int
    literals: int | None  # None: however many
    hard: int | None  # how many of them may be hard; None: all
    clauses: tuple[Clause, ...]
    decisions: int  # how many of them it takes to see it
    lists: int  # wrong lists that were looked at on the way


@dataclass(frozen=True, eq=False)
class Shortest:
    """What was found: rules, or None where no list of at most `most` is right; and what was refuted.

    Where `given_up` the solver was stopped: without rules nobody knows then whether there are any, and with
    them whether fewer literals would do.
    """

    rules: tuple[Rule, ...] | None
    refuted: tuple[Refuted, ...]
    given_up: bool = False


def find_shortest(
    decisions: Decisions,
    pool: Pool,
    side: str = "both",
    goal: str = "start",
    *,
    most: int = MOST_RULES,
    fewest_literals: bool = True,
    ends_in_any: bool = False,
    budget: Budget | None = None,
) -> Shortest:
    """Return the shortest list of the pool's rules that is right wherever play can get.

    With `ends_in_any` of those whose last rule is any move, the pool's first.
    """
    pysat()
    search = _Search(decisions, pool, side, goal, budget or Budget(), ends_in_any=ends_in_any)
    refuted: list[Refuted] = []
    for levels in range(1, most + 1):
        try:
            found = search.solve(levels, None, None, refuted)
        except _GivenUp:
            return Shortest(None, tuple(refuted), given_up=True)
        if found is not None:
            best, given_up = search.lightest(found, refuted) if fewest_literals else (found, False)
            rules = tuple(pool.rules[rule] for rule in search.tidied(best))
            return Shortest(rules, tuple(refuted), given_up)
    return Shortest(None, tuple(refuted))


class _Search:
    """One question after the other; what wrong lists have shown is kept."""

    def __init__(
        self,
        decisions: Decisions,
        pool: Pool,
        side: str,
        goal: str,
        budget: Budget,
        *,
        ends_in_any: bool = False,
    ) -> None:
        self.decisions, self.pool, self.goal, self.budget = decisions, pool, goal, budget
        self.ends_in_any = ends_in_any
        self.sides = check_goal(goal, side)
        self.starts = decisions.starts(self.sides)
        self.conflicts = 0  # that solvers have met so far
        self.known = (
            self.starts[:1] if decisions.alone else list(self.starts)
        )  # decisions that lists have gone wrong at, and those on the way
        self.circles: list[Circle] = []  # that lists have gone round in

    def lightest(self, found: list[int], refuted: list[Refuted]) -> tuple[list[int], bool]:
        """Return a right list of as many rules with the fewest literals, and then the fewest hard ones.

        And whether the solver gave up before the literals were known to be the fewest.
        """
        rules = self.pool.rules
        literals = 0
        better: list[int] | None = found
        try:
            while better is not None:
                found, literals = better, sum(rules[rule].literals for rule in better)
                better = self.solve(len(found), literals - 1, None, refuted) if literals else None
        except _GivenUp:
            return found, True
        better = found
        try:
            while better is not None:
                found, hard = better, sum(rules[rule].hard for rule in better)
                better = self.solve(len(found), literals, hard - 1, refuted) if hard else None
        except _GivenUp:
            pass  # which of the shortest lists it is promises nothing
        return found, False

    def solve(
        self, levels: int, literals: int | None, hard: int | None, refuted: list[Refuted]
    ) -> list[int] | None:
        """Return a right list of so many rules with at most so many literals and hard ones, if one is."""
        from pysat.solvers import Solver

        encoding = Encoding(self.decisions, self.pool, self.goal, levels, self.starts)
        if self.ends_in_any:
            encoding.clauses.append([encoding.chosen[-1][0]])
        for met in self.known:
            encoding.add(met)
        for circle in self.circles:
            encoding.add_circle(circle)
        for most, cost in ((literals, "literals"), (hard, "hard")):
            if most is not None:
                _bound(encoding, attrgetter(cost), most)
        lists = done = 0
        with Solver(name=SOLVER) as solver:
            while True:
                solver.append_formula(encoding.clauses[done:])
                done = len(encoding.clauses)
                if done > MOST_CLAUSES:
                    raise _GivenUp
                self.budget.report("find a shortest list", lists)
                if not self._asked(solver):
                    refuted.append(
                        Refuted(levels, literals, hard, tuple(encoding.clauses), len(encoding.added), lists)
                    )
                    return None
                chosen = encoding.read(solver.get_model())
                lists += 1
                if not self._learn(encoding, chosen):
                    return chosen

    def _asked(self, solver: Any) -> bool:
        """Return whether a solver's formula can be satisfied; raises `_GivenUp` where it takes too long."""
        for conflicts in range(0, CONFLICTS, AT_ONCE):
            if self.conflicts > ALL_CONFLICTS:
                break
            before = solver.accum_stats()["conflicts"]
            solver.conf_budget(AT_ONCE)
            satisfied = solver.solve_limited(expect_interrupt=True)
            self.conflicts += solver.accum_stats()["conflicts"] - before
            if satisfied is not None:
                return bool(satisfied)
            self.budget.report("find a shortest list", conflicts)
        raise _GivenUp

    def is_right(self, chosen: Sequence[int]) -> bool:
        """Return whether a list keeps what has to be kept wherever play can get."""
        allowed = allowed_by(self.pool, chosen, len(self.decisions.arena.children))
        walk = Walk(self.decisions, self.sides, self.goal, allowed)
        return not walk.goes_wrong and not walk.goes_round

    def tidied(self, chosen: list[int]) -> list[int]:
        """Return the same rules in the pool's order as far as the list stays right; any move comes last."""
        ranks = {rule: (self.pool.rules[rule].literals == 0, rule) for rule in chosen}
        moved = True
        while moved:
            moved = False
            for place in range(len(chosen) - 1):
                swapped = [*chosen[:place], chosen[place + 1], chosen[place], *chosen[place + 2 :]]
                if ranks[chosen[place + 1]] < ranks[chosen[place]] and self.is_right(swapped):
                    chosen, moved = swapped, True
        return chosen

    def _learn(self, encoding: Encoding, chosen: Sequence[int]) -> bool:
        """Add the decisions at which a list goes wrong, with the ways there; return whether there are any.

        Or, where there are none, circles that a list goes round in although it has to win.
        """
        allowed = allowed_by(self.pool, chosen, len(self.decisions.arena.children))
        walk = Walk(self.decisions, self.sides, self.goal, allowed)
        bad = walk.bad(SHOWN_AT_ONCE)
        circles = [] if bad else walk.circles(SHOWN_AT_ONCE)
        for met in [*bad, *(met for circle in circles for met, _ in circle)]:
            for step in walk.way_to(met):
                if step not in encoding.added:
                    self.known.append(step)
                    encoding.add(step)
        for circle in circles:
            self.circles.append(circle)
            encoding.add_circle(circle)
        return bool(bad or circles)


def allowed_by(pool: Pool, chosen: Sequence[int], moves: int) -> Bools:
    """Return [moves] bool: what a list of the pool's rules allows at its decisions."""
    opened = np.ones(len(pool.places), np.bool_)
    columns = np.zeros(len(pool.edges), np.bool_)
    for rule in chosen:
        allows = pool.allows(rule)
        columns |= allows & np.repeat(opened, np.diff(pool.bounds))
        opened &= ~pool.fires(rule)
    allowed = np.zeros(moves, np.bool_)
    allowed[pool.edges] = columns
    return allowed


def _bound(encoding: Encoding, cost: Callable[[Rule], int], most: int) -> None:
    """Add that the rules of the list cost at most so much together."""
    from pysat.card import CardEnc, EncType

    costs = encoding.costs(cost)
    if costs:
        card: Any = CardEnc.atmost(costs, most, top_id=encoding.top, encoding=EncType.totalizer)
        encoding.clauses += card.clauses
        encoding.top = max(encoding.top, card.nv)

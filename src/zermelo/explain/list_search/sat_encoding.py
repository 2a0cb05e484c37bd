"""A list of L rules as a formula: which predicates stand at which level, and what play that lets come about.

    part[l, p]         predicate p is one of the rule's at level l, two at most and of different features
    misses[l, f, S]    one of the set S of feature f's predicates is among them
    blocked[l, S...]   so for one of several features: what the rule at level l does not allow
    open[i, l]         at decision i no rule above level l fires
    met[s]             s, a position in a role, can come about
    allowed[e]         the list allows move e of a decision
    last[L]            L levels are all there are

At a decision the first rule that fires allows its moves, and all of them come about. Where the opponent
moves, all of the opponent's moves come about. A list is right under two conditions: nothing comes about that
gives away too much, and some rule fires at every decision that comes about. Ties are thereby quantified over:
every allowed move is in the formula. Where play cycles, the list must not allow all the player's moves of a
cycle of won positions that comes about.

Only some decisions need to be in it. What it then says is less than the truth, so a formula that cannot be
satisfied stays so with all of them: that is the proof that no list of L rules is right. A list that satisfies
it has to be looked at, and where it goes wrong says which decisions to add (counterexample-guided, as in
Clarke et al., 2000). The formula only grows, level by level too, and what a solver has learned stays true.
Rule lists by SAT: Yu, Ignatiev, Stuckey and Le Bodic, *Learning optimal decision sets and lists with SAT*
(2021); the reachability is ours.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar

from zermelo.core.errors import MissingExtra
from zermelo.explain.list_search.rule_pool import Parts, RulePool
from zermelo.explain.rule_lists.game_decisions import Decisions, RolePosition
from zermelo.explain.rule_lists.list_walk import Cycle
from zermelo.explain.rule_lists.rule_predicates import Predicate

Clause = list[int]
Miss = tuple[int, ...]  # predicates of one feature that do not hold of a move


def check_pysat_installed() -> None:
    """Raise `MissingExtra` where python-sat is not installed."""
    try:
        import pysat.solvers  # noqa: F401  # looked for only
    except ImportError as error:
        raise MissingExtra(
            'shortest lists by SAT need python-sat, which is not installed: pip install "zermelo[explain]"'
        ) from error


@dataclass
class ListEncoding:
    """The formula for lists of the pool's rules; decisions, cycles and levels are added one by one."""

    decisions: Decisions
    pool: RulePool
    goal: str
    starts: Sequence[RolePosition]
    pairs: bool = True
    clauses: list[Clause] = field(default_factory=list)
    variables: dict[object, int] = field(default_factory=dict)
    added: dict[RolePosition, None] = field(default_factory=dict)
    part: list[list[int]] = field(default_factory=list)
    last: list[int] = field(default_factory=list)
    exceptions: ClassVar[bool] = False  # whether there may be any

    def __post_init__(self) -> None:
        self.columns = {int(place): number for number, place in enumerate(self.pool.places)}
        self.top = 0
        self.start_positions = set(self.starts)
        self.missed: dict[int, list[tuple[Miss, ...]]] = {}  # of each decision's moves
        self.allowing: dict[int, tuple[int, int]] = {}  # moves that cycles speak of: place, number there

    @cached_property
    def predicates(self) -> list[Predicate]:
        """Those that rules are made of: the pool's rules of one."""
        return [rule.predicates[0] for rule in self.pool.rules[1 : self.pool.single_predicate_rule_count]]

    @cached_property
    def predicates_by_feature(self) -> list[list[int]]:
        """The predicates of each feature, as numbers."""
        of: dict[str, list[int]] = {}
        for number, predicate in enumerate(self.predicates):
            of.setdefault(predicate.feature.key, []).append(number)
        return list(of.values())

    def get_or_create_variable(self, what: object = None) -> int:
        """Return the variable of something, a new one where it has none yet or is nothing in particular."""
        if what is None:
            self.top += 1
            return self.top
        if what not in self.variables:
            self.variables[what] = self.get_or_create_variable()
        return self.variables[what]

    def get_reach_variable(self, at: RolePosition) -> int:
        """Return the variable that says that `at` comes about."""
        return self.get_or_create_variable(("met", at))

    def add_rule_level(self) -> None:
        """Add one more rule to the list, at its end."""
        level = len(self.part)
        self.part.append([self.get_or_create_variable() for _ in self.predicates])
        self.last.append(self.get_or_create_variable())
        self._add_at_most_constraint(self.part[level], 2 if self.pairs else 1)
        for numbers in self.predicates_by_feature:
            if len(numbers) > 1 and self.pairs:
                self._add_at_most_constraint([self.part[level][number] for number in numbers], 1)
        for at in self.added:
            if at.own and self.decisions.list_edges(at.place):
                self._add_decision_clauses(at, level)
        for edge in self.allowing:
            self._add_allowed_move_clause(edge, level)

    def make_length_literals(self, length: int) -> list[int]:
        """Return literals that say that there are so many rules."""
        self._add_levels_up_to(length)
        return [self.last[length - 1]]

    def _add_levels_up_to(self, most: int) -> None:
        while len(self.part) < most:
            self.add_rule_level()

    def _add_at_most_constraint(self, variables: Sequence[int], most: int) -> list[int]:
        """Add that so many of them are true at most; return what is true where 1, 2, ... at least are.

        By counting from the first one on (Sinz, 2005).
        """
        before: list[int] = []
        for variable in variables:
            after = [self.get_or_create_variable() for _ in range(min(len(before) + 1, most))]
            self.clauses.append([-variable, after[0]])
            for count, known in enumerate(before):
                self.clauses.append([-known, after[count]])
                self.clauses.append([-known, -variable, *after[count + 1 : count + 2]])
            before = after
        return before

    def add_position_clauses(self, at: RolePosition) -> None:
        """Add what follows where `at` comes about."""
        if at in self.added:
            return
        self.added[at] = None
        if at in self.start_positions:
            self.clauses.append([self.get_reach_variable(at)])
        edges = self.decisions.list_edges(at.place)
        if not edges:
            return
        if at.own:
            for level in range(len(self.part)):
                self._add_decision_clauses(at, level)
            return
        self.clauses += [
            [-self.get_reach_variable(at), self.get_reach_variable(child)]
            for child in dict.fromkeys(self.decisions.find_child(at, edge) for edge in edges)
        ]

    def _add_decision_clauses(self, at: RolePosition, level: int) -> None:
        """Add what the rule at a level does at a decision that comes about."""
        opened, unasked = (
            self._get_fired_above_literals(at.place, level),
            self._get_exception_literals(at.place),
        )
        demand = self.decisions.find_demand(at, self.goal)
        for place, edge in enumerate(self.decisions.list_edges(at.place)):
            good = int(self.decisions.kept[edge]) >= demand
            goes = [self.get_reach_variable(self.decisions.find_child(at, edge))] if good else []
            blocked = self._get_blocking_literals(at.place, place, level)
            self.clauses.append([-self.get_reach_variable(at), *unasked, *opened, *blocked, *goes])
        self.clauses.append(
            [
                -self.get_reach_variable(at),
                *unasked,
                -self.last[level],
                *self._get_fired_above_literals(at.place, level + 1),
            ]
        )

    def add_cycle_clause(self, cycle: Cycle) -> None:
        """Add that a cycle, whose positions have been added, is not both come to and allowed whole."""
        first, _ = cycle[0]
        own = [(at.place, edge) for at, edge in cycle if at.own]
        for place, edge in own:
            if edge not in self.allowing:
                self.allowing[edge] = place, edge - self.decisions.list_edges(place).start
                for level in range(len(self.part)):
                    self._add_allowed_move_clause(edge, level)
        self.clauses.append(
            [
                -self.get_reach_variable(first),
                *(-self.get_or_create_variable(("allowed", edge)) for _, edge in own),
            ]
        )

    def _add_allowed_move_clause(self, edge: int, level: int) -> None:
        """Add that a move is allowed if the rule at a level does so where no rule above fires."""
        place, number = self.allowing[edge]
        ways_out = [
            *self._get_exception_literals(place),
            *self._get_fired_above_literals(place, level),
            *self._get_blocking_literals(place, number, level),
        ]
        self.clauses.append([*ways_out, self.get_or_create_variable(("allowed", edge))])

    def _get_exception_literals(self, place: int) -> list[int]:
        """Return what is true where a decision is none of the rules'; there is nothing without exceptions."""
        return []

    def _get_fired_above_literals(self, place: int, level: int) -> list[int]:
        """Return what is true, one of them, unless no rule above a level fires at a decision."""
        if level == 0:
            return []
        known = ("open", place, level) in self.variables
        variable = self.get_or_create_variable(("open", place, level))
        if not known:
            silent = {
                literal
                for move in range(len(self._list_failing_predicates(place)))
                for literal in self._get_blocking_literals(place, move, level - 1)
            }
            free = any(not missed for missed in self._list_failing_predicates(place))
            if not free:
                above = self._get_fired_above_literals(place, level - 1)
                self.clauses.append([*above, *(-each for each in sorted(silent)), variable])
        return [-variable]

    def _list_failing_predicates(self, place: int) -> list[tuple[Miss, ...]]:
        """Return for each move of a decision which predicates do not hold of it, feature by feature."""
        if place not in self.missed:
            number = self.columns[place]
            first, end = self.pool.bounds[number : number + 2].tolist()
            found = []
            for column in range(first, end):
                holds = self.pool.list_predicate_values_of_move(column)
                sets = (
                    tuple(each for each in numbers if not holds[each + 1])
                    for numbers in self.predicates_by_feature
                )
                found.append(tuple(missed for missed in sets if missed))
            self.missed[place] = found
        return self.missed[place]

    def _get_blocking_literals(self, place: int, move: int, level: int) -> list[int]:
        """Return what is true, one of them, just if the rule at a level does not allow a move."""
        sets = self._list_failing_predicates(place)[move]
        if len(sets) < 2:
            return [self._get_failing_predicate_variable(level, missed) for missed in sets]
        known = ("blocked", level, sets) in self.variables
        variable = self.get_or_create_variable(("blocked", level, sets))
        if not known:
            each = [self._get_failing_predicate_variable(level, missed) for missed in sets]
            self.clauses += [[-one, variable] for one in each]
            self.clauses.append([-variable, *each])
        return [variable]

    def _get_failing_predicate_variable(self, level: int, missed: Miss) -> int:
        """Return the variable that says that one of these predicates is in the rule at a level."""
        if len(missed) == 1:
            return self.part[level][missed[0]]
        known = ("misses", level, missed) in self.variables
        variable = self.get_or_create_variable(("misses", level, missed))
        if not known:
            each = [self.part[level][number] for number in missed]
            self.clauses += [[-one, variable] for one in each]
            self.clauses.append([-variable, *each])
        return variable

    def decode_model(self, true_variables: Collection[int]) -> list[Parts]:
        """Return the rules that a model chooses, the first level first; `true_variables` are true in it."""
        return [
            tuple(number + 1 for number, part in enumerate(level) if part in true_variables)
            for level in self.part
        ]

    def make_cost_variables(self, cost: Callable[[Predicate], int]) -> list[int]:
        """Return variables of which as many are true, at least, as the list's predicates cost together."""
        dear = [number for number, predicate in enumerate(self.predicates) if cost(predicate)]
        return [
            counted
            for level in self.part
            for counted in self._add_at_most_constraint([level[number] for number in dear], 2)
        ]

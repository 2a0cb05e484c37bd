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
circle of won positions that comes about.

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


def check_pysat() -> None:
    """Raise `MissingExtra` where python-sat is not installed."""
    try:
        import pysat.solvers  # noqa: F401  # looked for only
    except ImportError as error:
        raise MissingExtra(
            'shortest lists by SAT need python-sat, which is not installed: pip install "zermelo[explain]"'
        ) from error


@dataclass
class ListEncoding:
    """The formula for lists of the pool's rules; decisions, circles and levels are added one by one."""

    decisions: Decisions
    pool: RulePool
    goal: str
    starts: Sequence[RolePosition]
    pairs: bool = True
    clauses: list[Clause] = field(default_factory=list)
    names: dict[object, int] = field(default_factory=dict)
    added: dict[RolePosition, None] = field(default_factory=dict)
    part: list[list[int]] = field(default_factory=list)
    last: list[int] = field(default_factory=list)
    exceptions: ClassVar[bool] = False  # whether there may be any

    def __post_init__(self) -> None:
        self.columns = {int(place): number for number, place in enumerate(self.pool.places)}
        self.top = 0
        self.begun = set(self.starts)
        self.missed: dict[int, list[tuple[Miss, ...]]] = {}  # of each decision's moves
        self.allowing: dict[int, tuple[int, int]] = {}  # moves that circles speak of: place, number there

    @cached_property
    def predicates(self) -> list[Predicate]:
        """Those that rules are made of: the pool's rules of one."""
        return [rule.predicates[0] for rule in self.pool.rules[1 : self.pool.singles]]

    @cached_property
    def features(self) -> list[list[int]]:
        """The predicates of each feature, as numbers."""
        of: dict[str, list[int]] = {}
        for number, predicate in enumerate(self.predicates):
            of.setdefault(predicate.feature.key, []).append(number)
        return list(of.values())

    def name(self, what: object = None) -> int:
        """Return the variable of something, a new one where it has none yet or is nothing in particular."""
        if what is None:
            self.top += 1
            return self.top
        if what not in self.names:
            self.names[what] = self.name()
        return self.names[what]

    def met(self, met: RolePosition) -> int:
        """Return the variable that says that `met` comes about."""
        return self.name(("met", met))

    def add_level(self) -> None:
        """Add one more rule to the list, at its end."""
        level = len(self.part)
        self.part.append([self.name() for _ in self.predicates])
        self.last.append(self.name())
        self._at_most(self.part[level], 2 if self.pairs else 1)
        for numbers in self.features:
            if len(numbers) > 1 and self.pairs:
                self._at_most([self.part[level][number] for number in numbers], 1)
        for met in self.added:
            if met.own and self.decisions.edges(met.place):
                self._decide(met, level)
        for edge in self.allowing:
            self._allow(edge, level)

    def of_length(self, length: int) -> list[int]:
        """Return literals that say that there are so many rules."""
        self._add_levels(length)
        return [self.last[length - 1]]

    def _add_levels(self, most: int) -> None:
        while len(self.part) < most:
            self.add_level()

    def _at_most(self, variables: Sequence[int], most: int) -> list[int]:
        """Add that so many of them are true at most; return what is true where 1, 2, ... at least are.

        By counting from the first one on (Sinz, 2005).
        """
        before: list[int] = []
        for variable in variables:
            after = [self.name() for _ in range(min(len(before) + 1, most))]
            self.clauses.append([-variable, after[0]])
            for count, known in enumerate(before):
                self.clauses.append([-known, after[count]])
                self.clauses.append([-known, -variable, *after[count + 1 : count + 2]])
            before = after
        return before

    def add(self, met: RolePosition) -> None:
        """Add what follows where `met` comes about."""
        if met in self.added:
            return
        self.added[met] = None
        if met in self.begun:
            self.clauses.append([self.met(met)])
        edges = self.decisions.edges(met.place)
        if not edges:
            return
        if met.own:
            for level in range(len(self.part)):
                self._decide(met, level)
            return
        self.clauses += [
            [-self.met(met), self.met(child)]
            for child in dict.fromkeys(self.decisions.after(met, edge) for edge in edges)
        ]

    def _decide(self, met: RolePosition, level: int) -> None:
        """Add what the rule at a level does at a decision that comes about."""
        opened, unasked = self._opened(met.place, level), self._unasked(met.place)
        demand = self.decisions.demand(met, self.goal)
        for place, edge in enumerate(self.decisions.edges(met.place)):
            good = int(self.decisions.kept[edge]) >= demand
            goes = [self.met(self.decisions.after(met, edge))] if good else []
            blocked = self._blocked(met.place, place, level)
            self.clauses.append([-self.met(met), *unasked, *opened, *blocked, *goes])
        self.clauses.append(
            [-self.met(met), *unasked, -self.last[level], *self._opened(met.place, level + 1)]
        )

    def add_circle(self, circle: Cycle) -> None:
        """Add that a circle, whose positions have been added, is not both come to and allowed whole."""
        first, _ = circle[0]
        own = [(met.place, edge) for met, edge in circle if met.own]
        for place, edge in own:
            if edge not in self.allowing:
                self.allowing[edge] = place, edge - self.decisions.edges(place).start
                for level in range(len(self.part)):
                    self._allow(edge, level)
        self.clauses.append([-self.met(first), *(-self.name(("allowed", edge)) for _, edge in own)])

    def _allow(self, edge: int, level: int) -> None:
        """Add that a move is allowed if the rule at a level does so where no rule above fires."""
        place, number = self.allowing[edge]
        ways_out = [*self._unasked(place), *self._opened(place, level), *self._blocked(place, number, level)]
        self.clauses.append([*ways_out, self.name(("allowed", edge))])

    def _unasked(self, place: int) -> list[int]:
        """Return what is true where a decision is none of the rules'; there is nothing without exceptions."""
        return []

    def _opened(self, place: int, level: int) -> list[int]:
        """Return what is true, one of them, unless no rule above a level fires at a decision."""
        if level == 0:
            return []
        known = ("open", place, level) in self.names
        variable = self.name(("open", place, level))
        if not known:
            silent = {
                literal
                for move in range(len(self._missed(place)))
                for literal in self._blocked(place, move, level - 1)
            }
            free = any(not missed for missed in self._missed(place))
            if not free:
                above = self._opened(place, level - 1)
                self.clauses.append([*above, *(-each for each in sorted(silent)), variable])
        return [-variable]

    def _missed(self, place: int) -> list[tuple[Miss, ...]]:
        """Return for each move of a decision which predicates do not hold of it, feature by feature."""
        if place not in self.missed:
            number = self.columns[place]
            first, end = self.pool.bounds[number : number + 2].tolist()
            found = []
            for column in range(first, end):
                holds = self.pool.holding(column)
                sets = (tuple(each for each in numbers if not holds[each + 1]) for numbers in self.features)
                found.append(tuple(missed for missed in sets if missed))
            self.missed[place] = found
        return self.missed[place]

    def _blocked(self, place: int, move: int, level: int) -> list[int]:
        """Return what is true, one of them, just if the rule at a level does not allow a move."""
        sets = self._missed(place)[move]
        if len(sets) < 2:
            return [self._misses(level, missed) for missed in sets]
        known = ("blocked", level, sets) in self.names
        variable = self.name(("blocked", level, sets))
        if not known:
            each = [self._misses(level, missed) for missed in sets]
            self.clauses += [[-one, variable] for one in each]
            self.clauses.append([-variable, *each])
        return [variable]

    def _misses(self, level: int, missed: Miss) -> int:
        """Return the variable that says that one of these predicates is in the rule at a level."""
        if len(missed) == 1:
            return self.part[level][missed[0]]
        known = ("misses", level, missed) in self.names
        variable = self.name(("misses", level, missed))
        if not known:
            each = [self.part[level][number] for number in missed]
            self.clauses += [[-one, variable] for one in each]
            self.clauses.append([-variable, *each])
        return variable

    def read(self, true: Collection[int]) -> list[Parts]:
        """Return the rules that a model chooses, the first level first; `true` is in it what is true."""
        return [tuple(number + 1 for number, part in enumerate(level) if part in true) for level in self.part]

    def costs(self, cost: Callable[[Predicate], int]) -> list[int]:
        """Return variables of which as many are true, at least, as the list's predicates cost together."""
        dear = [number for number, predicate in enumerate(self.predicates) if cost(predicate)]
        return [
            counted for level in self.part for counted in self._at_most([level[number] for number in dear], 2)
        ]

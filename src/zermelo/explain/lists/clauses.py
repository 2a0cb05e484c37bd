"""A list of L rules as a formula: which rule stands where, and what play it lets come about.

    chosen[l, p]   rule p of the pool stands at level l; one at each level
    open[i, l]     at decision i no rule above level l fires
    among[l, C]    the rule at level l is one of the set C; sets are shared between the decisions
    met[s]         s, a position in a role, can come about
    allowed[e]     the list allows move e of a decision

At a decision the rule at the first level that fires allows its moves, and all of them come about; where the
other moves, all his moves do. A list is right when nothing comes about that gives away too much, and at every
decision that does some rule fires. Ties are thereby quantified over: every allowed move is in the formula.
Where play comes round, of a circle of won positions that comes about not all the player's moves are allowed.

Only some decisions need to be in it. What it then says is less than the truth, so a formula that cannot be
satisfied stays so with all of them: that is the proof that no list of L rules is right. A list that satisfies
it has to be looked at, and where it goes wrong says which decisions to add (counterexample-guided, as in
Clarke et al., 2000). Rule lists by SAT: Yu, Ignatiev, Stuckey and Le Bodic, *Learning optimal decision sets
and lists with SAT* (2021); the reachability is ours.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from zermelo.core.errors import MissingExtra
from zermelo.explain.lists.decisions import Decisions, Met
from zermelo.explain.lists.pool import Pool
from zermelo.explain.lists.predicates import Rule
from zermelo.explain.lists.walk import Circle

Clause = list[int]


def pysat() -> None:
    """Raise `MissingExtra` where python-sat is not installed."""
    try:
        import pysat.solvers  # noqa: F401  # looked for only
    except ImportError as error:
        raise MissingExtra(
            'shortest lists by SAT need python-sat, which is not installed: pip install "zermelo[explain]"'
        ) from error


@dataclass
class Encoding:
    """The formula for lists of `levels` rules; decisions are added one by one."""

    decisions: Decisions
    pool: Pool
    goal: str
    levels: int
    starts: Sequence[Met]
    clauses: list[Clause] = field(default_factory=list)
    names: dict[object, int] = field(default_factory=dict)
    added: set[Met] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.columns = {int(place): number for number, place in enumerate(self.pool.places)}
        self.top = 0
        self.chosen = [[self.name() for _ in self.pool.rules] for _ in range(self.levels)]
        for level in self.chosen:
            self.clauses.append(list(level))
            self._at_most_one(level)
        self.begun = set(self.starts)

    def name(self, what: object = None) -> int:
        """Return the variable of something, a new one where it has none yet or is nothing in particular."""
        if what is None:
            self.top += 1
            return self.top
        if what not in self.names:
            self.names[what] = self.name()
        return self.names[what]

    def met(self, met: Met) -> int:
        """Return the variable that says that `met` comes about."""
        return self.name(("met", met))

    def _at_most_one(self, variables: Sequence[int]) -> None:
        """Add that one variable at most is true, by a running disjunction (Sinz, 2005)."""
        before = None
        for variable in variables:
            after = self.name()
            self.clauses.append([-variable, after])
            if before is not None:
                self.clauses += [[-before, after], [-before, -variable]]
            before = after

    def among(self, level: int, rules: Iterable[int]) -> int:
        """Return the variable that says that the rule at a level is one of these."""
        chosen = tuple(rules)
        known = ("among", level, chosen) in self.names
        variable = self.name(("among", level, chosen))
        if not known:
            self.clauses += [[-self.chosen[level][rule], variable] for rule in chosen]
        return variable

    def add(self, met: Met) -> None:
        """Add what follows where `met` comes about."""
        if met in self.added:
            return
        self.added.add(met)
        if met in self.begun:
            self.clauses.append([self.met(met)])
        edges = self.decisions.edges(met.place)
        if not edges:
            return
        if not met.own:
            self.clauses += [
                [-self.met(met), self.met(child)]
                for child in dict.fromkeys(self.decisions.after(met, edge) for edge in edges)
            ]
            return
        opened = [self.opened(met.place, level) for level in range(self.levels + 1)]
        self.clauses.append([-self.met(met), -opened[-1]])
        demand = self.decisions.demand(met, self.goal)
        number = self.columns[met.place]
        first = int(self.pool.bounds[number])
        for place, edge in enumerate(edges):
            allowing = self.pool.allowing(first + place)
            good = int(self.decisions.kept[edge]) >= demand
            goes = [self.met(self.decisions.after(met, edge))] if good else []
            for level in range(self.levels):
                self.clauses.append([-self.met(met), -opened[level], -self.among(level, allowing), *goes])

    def add_circle(self, circle: Circle) -> None:
        """Add that a circle, whose positions have been added, is not both come to and allowed whole."""
        first, _ = circle[0]
        allowed = [self.allowed(met.place, edge) for met, edge in circle if met.own]
        self.clauses.append([-self.met(first), *(-variable for variable in allowed)])

    def allowed(self, place: int, edge: int) -> int:
        """Return the variable that says that the list allows a move at a decision."""
        known = ("allowed", edge) in self.names
        variable = self.name(("allowed", edge))
        if not known:
            number = self.columns[place]
            column = int(self.pool.bounds[number]) + edge - self.decisions.edges(place).start
            allowing = self.pool.allowing(column)
            for level in range(self.levels):
                self.clauses.append([-self.opened(place, level), -self.among(level, allowing), variable])
        return variable

    def opened(self, place: int, level: int) -> int:
        """Return the variable that says that no rule above a level fires at a decision."""
        known = ("open", place, level) in self.names
        variable = self.name(("open", place, level))
        if not known and level == 0:
            self.clauses.append([variable])
        elif not known:
            silent = self.pool.silent(self.columns[place])
            above = self.opened(place, level - 1)
            self.clauses.append([-above, -self.among(level - 1, silent), variable])
        return variable

    def read(self, model: Iterable[int]) -> list[int]:
        """Return the rules that a model of the formula chooses, the first level first."""
        true = {variable for variable in model if variable > 0}
        return [
            next(rule for rule, variable in enumerate(level) if variable in true) for level in self.chosen
        ]

    def costs(self, cost: Callable[[Rule], int]) -> list[int]:
        """Return variables of which as many are true, at least, as the rules of the list cost together."""
        found = []
        for level in range(self.levels):
            for count in range(1, 1 + max(map(cost, self.pool.rules))):
                dear = [number for number, rule in enumerate(self.pool.rules) if cost(rule) >= count]
                found.append(self.among(level, dear))
        return found

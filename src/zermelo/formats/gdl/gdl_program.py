"""What ground rules say, sorted for a game of ours: facts and moves by number, and what each move does.

A condition is what must hold of facts and of what is derived. What follows from a move alone is decided for
each move, so that most of what a move does is a table.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from zermelo.formats.gdl.gdl_grounding import GroundRule, GroundRules
from zermelo.formats.gdl.gdl_rules import Atom, Term, format_term, make_term_sort_key

CHANCE: Final = "random"  # the role that throws dice
IDLE: Final = "noop"  # an idle role's action, where it must be distinguished from a move
WINS: Final = {0, 50, 100}
NO_FACTS: Final[frozenset[int]] = frozenset()
NOTHING: Final[frozenset[Atom]] = frozenset()


@dataclass(frozen=True)
class FactCondition:
    """What must hold: facts that are there and facts that are not, and what is derived."""

    there: frozenset[int]
    gone: frozenset[int]
    holds: frozenset[Atom]
    fails: frozenset[Atom]

    @property
    def is_always_true(self) -> bool:
        """Whether nothing is asked."""
        return not (self.there or self.gone or self.holds or self.fails)


@dataclass
class GdlProgram:
    """What the ground rules say, by what is asked of them."""

    grounded: GroundRules
    roles: tuple[str, ...]
    facts: tuple[str, ...] = ()
    start: tuple[int, ...] = ()
    moves: tuple[tuple[int, Term], ...] = ()  # of each move the role's number, and the action
    derived: dict[Atom, list[FactCondition]] = field(default_factory=dict)
    steps: dict[int, list[tuple[int, FactCondition]]] = field(default_factory=dict)  # move -> (fact, when)
    turns: tuple[int, ...] | None = None  # for each role the fact without which it waits
    goals: tuple[tuple[str, ...], ...] = ()  # the goals that each role may have

    @property
    def players(self) -> tuple[int, ...]:
        """The roles that are no dice."""
        return tuple(number for number, role in enumerate(self.roles) if role != CHANCE)

    @property
    def has_dice(self) -> bool:
        """Whether a role throws dice."""
        return CHANCE in self.roles

    @property
    def has_win_loss_goals(self) -> bool:
        """Whether goals are those of games that are won, drawn or lost; a puzzle is solved or not."""
        known = WINS if len(self.players) > 1 else WINS - {50}
        return all(set(map(int, self.goals[role])) <= known for role in self.players)


def compile_gdl_program(grounded: GroundRules) -> GdlProgram:
    """Return what ground rules say, sorted."""
    roles = tuple(dict.fromkeys(grounded.rules.roles))
    made = GdlProgram(grounded, roles)
    source = grounded.rules.source
    held = {atom[1] for atom in grounded.possible if atom[0] in ("init", "next")}
    terms = sorted(held, key=make_term_sort_key)
    numbers = {term: number for number, term in enumerate(terms)}
    made.facts = tuple(map(format_term, terms))
    made.start = tuple(sorted(numbers[atom[1]] for atom in grounded.possible if atom[0] == "init"))
    legal = sorted(
        (atom for atom in grounded.possible if atom[0] == "legal"),
        key=lambda atom: make_term_sort_key(atom[1:]),
    )
    for rule in grounded.rules.rules:
        if rule.head[0] in ("legal", "goal") and not (
            rule.head[1] in roles or str(rule.head[1]).startswith("?")
        ):
            raise source.make_error(rule.line, f"{format_term(rule.head[1])} is no role")
    legal = [atom for atom in legal if atom[1] in roles]
    made.moves = tuple((roles.index(atom[1]), atom[2]) for atom in legal)
    made.goals = tuple(
        tuple(
            sorted(
                {format_term(atom[2]) for atom in grounded.possible if atom[:2] == ("goal", role)},
                key=make_term_sort_key,
            )
        )
        for role in roles
    )
    _simplify_derived_rules(made, numbers)
    made.turns = _find_turn_facts(made)
    if made.turns is not None and None in (find_waiting_move(made, role) for role in range(len(roles))):
        made.turns = None
    _compile_move_effects(made, numbers)
    return made


def _make_fact_condition(
    positive: Iterable[Atom], negative: Iterable[Atom], numbers: dict[Term, int]
) -> FactCondition:
    return FactCondition(
        frozenset(numbers[atom[1]] for atom in positive if atom[0] == "true"),
        frozenset(numbers[atom[1]] for atom in negative if atom[0] == "true" and atom[1] in numbers),
        frozenset(atom for atom in positive if atom[0] != "true"),
        frozenset(atom for atom in negative if atom[0] != "true"),
    )


def _simplify_derived_rules(program: GdlProgram, numbers: dict[Term, int]) -> None:
    """Note what is derived, without what always holds or never may."""
    possible = program.grounded.possible
    for rule in program.grounded.ground:
        if rule.head[0] == "next":
            continue
        negative = [atom for atom in rule.negative if atom in possible]
        program.derived.setdefault(rule.head, []).append(
            _make_fact_condition(rule.positive, negative, numbers)
        )
    for atom in sorted(program.grounded.always, key=make_term_sort_key):
        if atom[0] in ("legal", "goal", "terminal"):
            program.derived[atom] = [FactCondition(NO_FACTS, NO_FACTS, NOTHING, NOTHING)]


def _find_turn_facts(program: GdlProgram) -> tuple[int, ...] | None:
    """Return for each role a fact without which it can only wait; None where there is none for all."""
    if len(program.roles) == 1:
        return None
    needed: list[frozenset[int]] = []
    for role in range(len(program.roles)):
        actions = [action for other, action in program.moves if other == role]
        waits = [action for action in actions if isinstance(action, str)]
        if IDLE in waits:
            waits = [IDLE]
        found: frozenset[int] = frozenset()
        for wait in waits:
            rules = [
                rule
                for action in actions
                if action != wait
                for rule in program.derived[("legal", program.roles[role], action)]
            ]
            common = frozenset.intersection(*(rule.there for rule in rules)) if rules else frozenset()
            if common:
                found = common
                break
        if not found:
            return None
        needed.append(found)
    facts = []
    for role, found in enumerate(needed):
        own = found.difference(*(other for number, other in enumerate(needed) if number != role))
        if not own:
            return None
        name = program.roles[role]
        facts.append(min(own, key=lambda fact: (name not in program.facts[fact].strip("()").split(), fact)))
    return tuple(facts)


def find_waiting_move(program: GdlProgram, role: int) -> int | None:
    """Return the number of the move by which a role waits; None where it has none."""
    waits = [
        (action != IDLE, number)
        for number, (other, action) in enumerate(program.moves)
        if other == role and isinstance(action, str)
    ]
    if program.turns is not None:
        waits = [
            (later, number)
            for later, number in waits
            if not all(
                program.turns[role] in rule.there
                for rule in program.derived[("legal", program.roles[role], program.moves[number][1])]
            )
        ]
    return min(waits)[1] if waits else None


def _compile_move_effects(program: GdlProgram, numbers: dict[Term, int]) -> None:
    """Note for each move when each fact holds after it."""
    possible = program.grounded.possible
    following = [rule for rule in program.grounded.ground if rule.head[0] == "next"]
    sure = sorted((atom for atom in program.grounded.always if atom[0] == "next"), key=make_term_sort_key)
    by_move: dict[Atom, list[GroundRule]] = {}
    others: list[GroundRule] = []
    for rule in following:
        own = sorted((atom for atom in rule.positive if atom[0] == "does"), key=make_term_sort_key)
        if own:
            for atom in own:
                by_move.setdefault(atom, []).append(rule)
        else:
            others.append(rule)
    waits = {role: find_waiting_move(program, role) for role in range(len(program.roles))}
    asking = _find_move_dependent_atoms(program)
    for move, (role, action) in enumerate(program.moves):
        known = _KnownMove(program, role, action, waits, asking)
        own_atom = ("does", program.roles[role], action)
        asked = [*by_move.get(own_atom, []), *others]
        for other in range(len(program.roles)):
            if other != role:
                for atom, rules in by_move.items():
                    if atom[1] == program.roles[other]:
                        asked += rules
        steps: dict[tuple[int, FactCondition], None] = {}
        for rule in dict.fromkeys(asked):
            condition = _find_condition_after_move(program, rule, known, possible, numbers)
            if condition is not None:
                steps[numbers[rule.head[1]], condition] = None
        for atom in sure:
            steps[numbers[atom[1]], _make_fact_condition((), (), numbers)] = None
        program.steps[move] = list(steps)


def _find_move_dependent_atoms(program: GdlProgram) -> set[Atom]:
    """Return what is derived from moves."""
    askers: dict[Atom, list[Atom]] = {}
    for head, conditions in program.derived.items():
        for condition in conditions:
            for atom in (*condition.holds, *condition.fails):
                askers.setdefault(atom, []).append(head)
    found: set[Atom] = set()
    waiting = [atom for atom in askers if atom[0] == "does"]
    while waiting:
        for head in askers.get(waiting.pop(), ()):
            if head not in found:
                found.add(head)
                waiting.append(head)
    return found


@dataclass
class _KnownMove:
    """What is known once a move is: who does what, and what of all that follows from it alone."""

    made: GdlProgram
    role: int
    action: Term
    waits: dict[int, int | None]
    asking: set[Atom]
    found: dict[Atom, bool | None] = field(default_factory=dict)

    def evaluate_atom_after_move(self, atom: Atom) -> bool | None:
        """Return whether something holds after the move, None where that is a question of the position."""
        if atom[0] == "does":
            return self._evaluate_does_atom(atom)
        if atom not in self.asking:
            return None
        if atom not in self.found:
            self.found[atom] = None  # while it is looked for: it may ask for itself
            ways = [self._evaluate_condition(condition) for condition in self.made.derived[atom]]
            self.found[atom] = True if True in ways else None if None in ways else False
        return self.found[atom]

    def _evaluate_does_atom(self, atom: Atom) -> bool | None:
        if atom[1] == self.made.roles[self.role]:
            return bool(atom[2] == self.action)
        if self.made.turns is None:
            return None
        wait = self.waits[self.made.roles.index(atom[1])]
        return wait is not None and bool(self.made.moves[wait][1] == atom[2])

    def _evaluate_condition(self, condition: FactCondition) -> bool | None:
        parts = [self.evaluate_atom_after_move(atom) for atom in condition.holds]
        parts += [
            None if held is None else not held for held in map(self.evaluate_atom_after_move, condition.fails)
        ]
        if condition.there or condition.gone:
            parts.append(None)
        return False if False in parts else None if None in parts else True


def _find_condition_after_move(
    program: GdlProgram, rule: GroundRule, known: _KnownMove, possible: set[Atom], numbers: dict[Term, int]
) -> FactCondition | None:
    """Return when a rule applies after a move, None where it never does."""
    positive: set[Atom] = set()
    negative: set[Atom] = set()
    for atoms, kept, wanted in ((rule.positive, positive, True), (rule.negative, negative, False)):
        for atom in atoms:
            if not wanted and atom not in possible:
                continue
            held = known.evaluate_atom_after_move(atom) if atom[0] != "true" else None
            if held is None:
                kept.add(atom)
            elif held != wanted:
                return None
    return _make_fact_condition(positive, negative, numbers)

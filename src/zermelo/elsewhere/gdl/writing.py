"""Ground rules written as a class of ours, so that they are solved, and compiled, as rules of ours are.

A position is the facts that hold, a bit for each fact that ever may, in the order of their texts; more than 62
are a tuple of words of 62 bits. A condition on facts is one comparison, `position & mask == value`; what is
derived is a local variable, each after those that it asks. Moves are numbered for all roles together. What a
move does is worked out for each beforehand, as only one role ever has a choice:

    kept[move]   the facts that stay if they hold     made[move]   those that it makes, whatever held

and conditions for all that is in neither. Whose turn it is, is a fact where there is one without which a role
has nothing to do but wait (`control`); else every role's moves are counted.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from zermelo.elsewhere.gdl.grounding import Ground, Grounded
from zermelo.elsewhere.gdl.rules import Atom, Term, blocks, said

WORD: Final = 62  # bits
CHANCE: Final = "random"  # the role that throws dice
IDLE: Final = "noop"  # what a role does whose turn it is not, where it has to be told from a move
WINS: Final = {"0", "50", "100"}
NO_FACTS: Final[frozenset[int]] = frozenset()
NOTHING: Final[frozenset[Atom]] = frozenset()


@dataclass(frozen=True)
class Condition:
    """What must hold: facts that are there and facts that are not, and what is derived."""

    there: frozenset[int]
    gone: frozenset[int]
    holds: frozenset[Atom]
    fails: frozenset[Atom]

    @property
    def is_sure(self) -> bool:
        """Whether nothing is asked."""
        return not (self.there or self.gone or self.holds or self.fails)


@dataclass
class Program:
    """What the ground rules say, by what is asked of them."""

    grounded: Grounded
    roles: tuple[str, ...]
    facts: tuple[str, ...] = ()
    start: tuple[int, ...] = ()
    moves: tuple[tuple[int, Term], ...] = ()  # of each move the role's number, and the action
    derived: dict[Atom, list[Condition]] = field(default_factory=dict)
    steps: dict[int, list[tuple[int, Condition]]] = field(default_factory=dict)  # move -> (fact, when)
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
    def is_won_or_lost(self) -> bool:
        """Whether goals are those of games that are won, drawn or lost."""
        return all(set(self.goals[role]) <= WINS for role in self.players)


def program(grounded: Grounded) -> Program:
    """Return what ground rules say, sorted."""
    roles = tuple(dict.fromkeys(grounded.rules.roles))
    made = Program(grounded, roles)
    source = grounded.rules.source
    held = {atom[1] for atom in grounded.possible if atom[0] in ("init", "next")}
    terms = sorted(held, key=_natural)
    numbers = {term: number for number, term in enumerate(terms)}
    made.facts = tuple(map(said, terms))
    made.start = tuple(sorted(numbers[atom[1]] for atom in grounded.possible if atom[0] == "init"))
    legal = sorted(
        (atom for atom in grounded.possible if atom[0] == "legal"), key=lambda atom: _natural(atom[1:])
    )
    for rule in grounded.rules.rules:
        if (
            rule.head[0] in ("legal", "goal")
            and rule.head[1] not in roles
            and not rule.head[1].startswith("?")
        ):
            raise source.refused(rule.line, f"{said(rule.head[1])} is no role")
    legal = [atom for atom in legal if atom[1] in roles]
    made.moves = tuple((roles.index(atom[1]), atom[2]) for atom in legal)
    made.goals = tuple(
        tuple(
            sorted({said(atom[2]) for atom in grounded.possible if atom[:2] == ("goal", role)}, key=_natural)
        )
        for role in roles
    )
    _simplify(made, numbers)
    made.turns = _turn_facts(made, numbers)
    _work_out_moves(made, numbers)
    return made


def _natural(term: object) -> tuple[object, ...]:
    """Return what terms are ordered by: numbers by size, before words."""
    if isinstance(term, tuple):
        return (2, tuple(map(_natural, term)))
    text = str(term)
    return (0, int(text), text) if text.isdecimal() else (1, text)


def _parted(positive: Iterable[Atom], negative: Iterable[Atom], numbers: dict[Term, int]) -> Condition:
    return Condition(
        frozenset(numbers[atom[1]] for atom in positive if atom[0] == "true"),
        frozenset(numbers[atom[1]] for atom in negative if atom[0] == "true" and atom[1] in numbers),
        frozenset(atom for atom in positive if atom[0] != "true"),
        frozenset(atom for atom in negative if atom[0] != "true"),
    )


def _simplify(made: Program, numbers: dict[Term, int]) -> None:
    """Note what is derived, without what always holds or never may."""
    possible = made.grounded.possible
    for rule in made.grounded.ground:
        if rule.head[0] == "next":
            continue
        negative = [atom for atom in rule.negative if atom in possible]
        made.derived.setdefault(rule.head, []).append(_parted(rule.positive, negative, numbers))
    for atom in made.grounded.always:
        if atom[0] in ("legal", "goal", "terminal"):
            made.derived[atom] = [Condition(NO_FACTS, NO_FACTS, NOTHING, NOTHING)]


def _turn_facts(made: Program, numbers: dict[Term, int]) -> tuple[int, ...] | None:
    """Return for each role a fact without which it has one move, to wait; None where there is none for all."""
    if len(made.roles) == 1:
        return None
    needed: list[frozenset[int]] = []
    for role in range(len(made.roles)):
        actions = [action for other, action in made.moves if other == role]
        waits = [action for action in actions if isinstance(action, str)]
        if IDLE in waits:
            waits = [IDLE]
        found: frozenset[int] = frozenset()
        for wait in waits:
            rules = [
                rule
                for action in actions
                if action != wait
                for rule in made.derived[("legal", made.roles[role], action)]
            ]
            common = frozenset.intersection(*(rule.there for rule in rules)) if rules else frozenset()
            if common:
                found, made_wait = common, wait
                break
        if not found:
            return None
        needed.append(found)
    facts = []
    for role, found in enumerate(needed):
        own = found.difference(*(other for number, other in enumerate(needed) if number != role))
        if not own:
            return None
        name = made.roles[role]
        facts.append(min(own, key=lambda fact: (name not in made.facts[fact].strip("()").split(), fact)))
    return tuple(facts)


def waiting_move(made: Program, role: int) -> int | None:
    """Return the number of the move by which a role waits; None where it has none."""
    waits = [
        (action != IDLE, number)
        for number, (other, action) in enumerate(made.moves)
        if other == role and isinstance(action, str)
    ]
    if made.turns is not None:
        waits = [
            (later, number)
            for later, number in waits
            if not all(
                made.turns[role] in rule.there
                for rule in made.derived[("legal", made.roles[role], made.moves[number][1])]
            )
        ]
    return min(waits)[1] if waits else None


def _work_out_moves(made: Program, numbers: dict[Term, int]) -> None:
    """Note for each move when each fact holds after it."""
    possible = made.grounded.possible
    following = [rule for rule in made.grounded.ground if rule.head[0] == "next"]
    sure = [atom for atom in made.grounded.always if atom[0] == "next"]
    by_move: dict[Atom, list[Ground]] = {}
    others: list[Ground] = []
    for rule in following:
        own = [atom for atom in rule.positive if atom[0] == "does"]
        if own:
            for atom in own:
                by_move.setdefault(atom, []).append(rule)
        else:
            others.append(rule)
    waits = {role: waiting_move(made, role) for role in range(len(made.roles))}
    asking = _asking_moves(made)
    for move, (role, action) in enumerate(made.moves):
        known = _Known(made, role, action, waits, asking)
        own_atom = ("does", made.roles[role], action)
        asked = [*by_move.get(own_atom, []), *others]
        for other in range(len(made.roles)):
            if other != role:
                for atom, rules in by_move.items():
                    if atom[1] == made.roles[other]:
                        asked += rules
        steps: dict[tuple[int, Condition], None] = {}
        for rule in dict.fromkeys(asked):
            condition = _resolved(made, rule, known, possible, numbers)
            if condition is not None:
                steps[numbers[rule.head[1]], condition] = None
        for atom in sure:
            steps[numbers[atom[1]], _parted((), (), numbers)] = None
        made.steps[move] = list(steps)


def _asking_moves(made: Program) -> set[Atom]:
    """Return what is derived from moves."""
    askers: dict[Atom, list[Atom]] = {}
    for head, conditions in made.derived.items():
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
class _Known:
    """What is known once a move is: who does what, and what of all that follows from it alone."""

    made: Program
    role: int
    action: Term
    waits: dict[int, int | None]
    asking: set[Atom]
    found: dict[Atom, bool | None] = field(default_factory=dict)

    def holds(self, atom: Atom) -> bool | None:
        """Return whether something holds after the move, None where that is a question of the position."""
        if atom[0] == "does":
            return self._does(atom)
        if atom not in self.asking:
            return None
        if atom not in self.found:
            self.found[atom] = None  # while it is looked for: it may ask for itself
            ways = [self._condition(condition) for condition in self.made.derived[atom]]
            self.found[atom] = True if True in ways else None if None in ways else False
        return self.found[atom]

    def _does(self, atom: Atom) -> bool | None:
        if atom[1] == self.made.roles[self.role]:
            return bool(atom[2] == self.action)
        if atom[1] not in self.made.roles:
            return False
        if self.made.turns is None:
            return None
        wait = self.waits[self.made.roles.index(atom[1])]
        return wait is not None and bool(self.made.moves[wait][1] == atom[2])

    def _condition(self, condition: Condition) -> bool | None:
        parts = [self.holds(atom) for atom in condition.holds]
        parts += [None if held is None else not held for held in map(self.holds, condition.fails)]
        if condition.there or condition.gone:
            parts.append(None)
        return False if False in parts else None if None in parts else True


def _resolved(
    made: Program, rule: Ground, known: _Known, possible: set[Atom], numbers: dict[Term, int]
) -> Condition | None:
    """Return when a rule applies after a move, None where it never does."""
    positive: set[Atom] = set()
    negative: set[Atom] = set()
    for atoms, kept, wanted in ((rule.positive, positive, True), (rule.negative, negative, False)):
        for atom in atoms:
            if not wanted and atom not in possible:
                continue
            held = known.holds(atom) if atom[0] != "true" else None
            if held is None:
                kept.add(atom)
            elif held != wanted:
                return None
    return _parted(positive, negative, numbers)


class Writer:
    """Writes the class."""

    def __init__(self, made: Program, name: str, base: str) -> None:
        self.made, self.name, self.base = made, name, base
        self.words = max(1, -(-len(made.facts) // WORD))
        self.names = {atom: f"d{number}" for number, atom in enumerate(made.derived)}
        for number, (role, action) in enumerate(made.moves):
            self.names["does", made.roles[role], action] = f"m{number}"
        self.lines: list[str] = []

    def write(self) -> str:
        """Return the source of the class."""
        made = self.made
        tables = self._tables()
        self._line(0, f"class {self.name}({self.base}):")
        if made.is_won_or_lost and len(made.players) == 2 and self.base != "Paid":
            self._adversaries()
        elif self.base == "Puzzle":
            self._puzzle()
        else:
            self._paid()
        for name, table in tables:
            self._line(1, f"{name} = {table!r}")
        self._line(1, "def start(self):")
        self._line(2, f"return {self._position(made.start)}")
        self._turn()
        self._moves()
        if made.has_dice:
            self._chances()
        self._play()
        return "\n".join(self.lines) + "\n"

    def _line(self, depth: int, text: str) -> None:
        if depth == 1:
            self.ready: set[str] = set()  # what is derived already, in the method that begins
        self.lines.append(" " * 4 * depth + text)

    def _at(self, head: str, text: str) -> str:
        """Return a text that names the file and the line where the rules for something begin."""
        rules = self.made.grounded.rules
        line = next(rule.line for rule in rules.rules if rule.head[0] == head)
        return str(rules.source.refused(line, text))

    def _position(self, facts: Iterable[int]) -> str:
        words = self._masks(facts)
        return str(words[0]) if self.words == 1 else f"({', '.join(map(str, words))})"

    def _masks(self, facts: Iterable[int]) -> list[int]:
        words = [0] * self.words
        for fact in facts:
            words[fact // WORD] |= 1 << fact % WORD
        return words

    def _unpack(self, depth: int) -> None:
        if self.words == 1:
            self._line(depth, "p0 = position")
        else:
            self._line(depth, f"{', '.join(f'p{word}' for word in range(self.words))} = position")

    # Conditions.

    def _said(self, condition: Condition) -> str:
        """Return a condition as an expression."""
        there, gone = self._masks(condition.there), self._masks(condition.gone)
        parts = [
            f"p{word} & {there[word] | gone[word]} == {there[word]}"
            for word in range(self.words)
            if there[word] | gone[word]
        ]
        parts += [self.names[atom] for atom in sorted(condition.holds, key=_natural)]
        parts += [f"not {self.names[atom]}" for atom in sorted(condition.fails, key=_natural)]
        return " and ".join(parts) or "True"

    def _derive(self, depth: int, wanted: Iterable[Atom]) -> None:
        """Write what is derived, as far as some atoms ask for it."""
        edges: dict[str, list[str]] = {}
        atoms = {name: atom for atom, name in self.names.items()}
        waiting = [self.names[atom] for atom in wanted]
        while waiting:
            name = waiting.pop()
            if name in edges or name in self.ready:
                continue
            asked = {
                self.names[other]
                for condition in self._conditions(atoms[name])
                for other in (*condition.holds, *condition.fails)
            }
            edges[name] = sorted(asked - self.ready)
            waiting += asked
        if depth == 2:
            self.ready |= edges.keys()
        for block in blocks(edges):
            if len(block) == 1 and block[0] not in edges[block[0]]:
                self._line(depth, f"{block[0]} = {self._how(atoms[block[0]])}")
                continue
            for name in block:
                self._line(depth, f"{name} = False")
            self._line(depth, "growing = True")
            self._line(depth, "while growing:")
            self._line(depth + 1, "growing = False")
            for name in block:
                self._line(depth + 1, f"if not {name} and ({self._any(self.made.derived[atoms[name]])}):")
                self._line(depth + 2, f"{name} = True")
                self._line(depth + 2, "growing = True")

    def _conditions(self, atom: Atom) -> list[Condition]:
        """Return when something derived holds; of a move that another role may make, whether that is legal."""
        if atom[0] != "does":
            return self.made.derived[atom]
        if self.made.turns is not None or len(self.made.roles) == 1:
            return []
        return [Condition(NO_FACTS, NO_FACTS, frozenset((("legal", *atom[1:]),)), NOTHING)]

    def _how(self, atom: Atom) -> str:
        """Return how something derived is worked out, moves with it."""
        if atom[0] != "does":
            return self._any(self.made.derived[atom])
        number = int(self.names[atom][1:])
        role = self.made.moves[number][0]
        if len(self.made.roles) == 1:
            return f"move == {number}"
        if self.made.turns is not None:
            if number == waiting_move(self.made, role):
                return f"self.role_of[move] != {role}"
            return f"move == {number}"
        legal = self.names["legal", *atom[1:]]
        return f"move == {number} or (self.role_of[move] != {role} and {legal})"

    def _any(self, conditions: Sequence[Condition]) -> str:
        if any(condition.is_sure for condition in conditions):
            return "True"
        said = dict.fromkeys(map(self._said, conditions))
        return " or ".join(f"({each})" for each in said) if len(said) > 1 else next(iter(said))

    def _legal(self, role: int) -> list[tuple[int, Atom]]:
        return [
            (number, ("legal", self.made.roles[role], action))
            for number, (other, action) in enumerate(self.made.moves)
            if other == role
        ]

    # Whose turn it is.

    def _player(self, role: int) -> int:
        """Return a role's number among the players; 0 of dice."""
        players = self.made.players
        return players.index(role) if role in players else 0

    def _turn(self) -> None:
        made = self.made
        self._line(1, "def turn_at(self, position):")
        self._unpack(2)
        if len(made.roles) == 1:
            self._line(2, "return 0")
        elif made.turns is not None:
            whole = self._masks(made.turns)
            for role, fact in enumerate(made.turns):
                own = self._masks((fact,))
                self._line(
                    2,
                    "if "
                    + " and ".join(
                        f"p{word} & {whole[word]} == {own[word]}" for word in range(self.words) if whole[word]
                    )
                    + ":",
                )
                self._line(3, f"return {role}")
            self._line(
                2,
                "if "
                + " and ".join(f"p{word} & {whole[word]} == 0" for word in range(self.words) if whole[word])
                + ":",
            )
            self._line(3, "return -2")
            self._line(2, "return -1")
        else:
            self._count_moves()
        if len(made.roles) > 1:
            self._line(1, "def mover(self, position):")
            self._line(2, "role = self.turn_at(position)")
            for role in range(len(made.roles)):
                if self._player(role):
                    self._line(2, f"if role == {role}:")
                    self._line(3, f"return {self._player(role)}")
            self._line(2, "return 0")
        elif self.base != "Puzzle":
            self._line(1, "def mover(self, position):")
            self._line(2, "return 0")

    def _count_moves(self) -> None:
        """Write how whose turn it is is found by counting: -1 where several have a choice, -2 where one has none."""
        made = self.made
        roles = range(len(made.roles))
        self._derive(2, [atom for role in roles for _, atom in self._legal(role)])
        for role in roles:
            self._line(2, f"count_{role} = 0")
            self._line(2, f"busy_{role} = False")
            for _, atom in self._legal(role):
                self._line(2, f"if {self.names[atom]}:")
                self._line(3, f"count_{role} += 1")
                if atom[2] != IDLE:
                    self._line(3, f"busy_{role} = True")
        self._line(2, "found = -3")
        for role in roles:
            self._line(2, f"if count_{role} == 0:")
            self._line(3, "return -2")
            self._line(2, f"if count_{role} > 1:")
            self._line(3, "if found != -3:")
            self._line(4, "return -1")
            self._line(3, f"found = {role}")
        self._line(2, "if found != -3:")
        self._line(3, "return found")
        for role in roles:
            self._line(2, f"if busy_{role}:")
            self._line(3, f"return {role}")
        self._line(2, "return 0")

    def _moves(self) -> None:
        made = self.made
        self._line(1, "def moves(self, position):")
        self._unpack(2)
        depth = 2
        if self.base != "Opposed":
            depth = self._unless_over(2)
        self._line(depth, "role = self.checked_turn(position)")
        for role in made.players:
            self._line(depth, f"if role == {role}:")
            legal = self._legal(role)
            self._derive(depth + 1, [atom for _, atom in legal])
            for number, atom in legal:
                self._line(depth + 1, f"if {self.names[atom]}:")
                self._line(depth + 2, f"yield {number}")
            if not legal:
                self._line(depth + 1, "pass")
        self._line(1, "def checked_turn(self, position):")
        self._line(2, "role = self.turn_at(position)")
        self._line(2, "if role == -1:")
        several = self._at(
            "legal", "several roles have a choice at once, and games are read in which they move in turn"
        )
        self._line(3, f"raise ValueError({several!r})")
        self._line(2, "if role == -2:")
        none = self._at("legal", "a role has no legal move where play is not over")
        self._line(3, f"raise ValueError({none!r})")
        if made.turns is not None:
            self._waits()
        self._line(2, "return role")

    def _waits(self) -> None:
        """Write that whose turn it is not has to be allowed to wait."""
        self._unpack(2)
        for role in range(len(self.made.roles)):
            wait = waiting_move(self.made, role)
            assert wait is not None
            atom = ("legal", self.made.roles[role], self.made.moves[wait][1])
            self._line(2, f"if role != {role}:")
            self._derive(3, [atom])
            self._line(3, f"if not {self.names[atom]}:")
            text = self._at("legal", f"{self.made.roles[role]} can neither move nor wait where another moves")
            self._line(4, f"raise ValueError({text!r})")

    def _unless_over(self, depth: int) -> int:
        """Write that what follows is for where play goes on; return how deep it is to stand."""
        terminal = ("terminal",)
        if terminal not in self.made.derived:
            return depth
        self._derive(depth, [terminal])
        self._line(depth, f"if not {self.names[terminal]}:")
        return depth + 1

    def _chances(self) -> None:
        role = self.made.roles.index(CHANCE)
        self._line(1, "def chances(self, position):")
        self._unpack(2)
        self._line(2, f"if self.turn_at(position) == {role}:")
        depth = self._unless_over(3)
        legal = self._legal(role)
        self._derive(depth, [atom for _, atom in legal])
        self._line(depth, "count = 0")
        for _, atom in legal:
            self._line(depth, f"if {self.names[atom]}:")
            self._line(depth + 1, "count += 1")
        for number, atom in legal:
            self._line(depth, f"if {self.names[atom]}:")
            self._line(depth + 1, f"yield 1 / count, self.play(position, {number})")

    # The end.

    def _worth(self, depth: int, role: int) -> None:
        """Write what a role gets where play is over: -1 where that is nothing, or two things."""
        goals = [(goal, ("goal", self.made.roles[role], goal)) for goal in self.made.goals[role]]
        goals = [(goal, atom) for goal, atom in goals if atom in self.made.derived]
        self._derive(depth, [atom for _, atom in goals])
        self._line(depth, f"worth_{role} = -1")
        for goal, atom in goals:
            self._line(depth, f"if {self.names[atom]}:")
            self._line(depth + 1, f"worth_{role} = {goal} if worth_{role} == -1 else -2")

    def _over(self) -> bool:
        """Write that play is not over where it is not; return whether it ever is."""
        self._unpack(2)
        terminal = ("terminal",)
        if terminal not in self.made.derived:
            self._line(2, "return UNDECIDED")
            return False
        self._derive(2, [terminal])
        self._line(2, f"if not {self.names[terminal]}:")
        self._line(3, "return UNDECIDED")
        return True

    def _refuse_goals(self, role: int) -> None:
        self._line(2, f"if worth_{role} < 0:")
        text = self._at("goal", f"{self.made.roles[role]} has no goal, or two, where play is over")
        self._line(3, f"raise ValueError({text!r})")

    def _adversaries(self) -> None:
        first, second = self.made.players
        self._line(1, "def outcome(self, position):")
        if not self._over():
            return
        for role in (first, second):
            self._worth(2, role)
            self._refuse_goals(role)
        self._line(2, f"if worth_{first} + worth_{second} != 100:")
        by_goals = f"take the game by goals, {self.made.grounded.rules.source.name}:{self.name}ByGoals"
        text = self._at("goal", f"goals are not 100 together: {by_goals}")
        self._line(3, f"raise ValueError({text!r})")
        self._line(2, f"value = LOSS if worth_{first} == 0 else DRAW if worth_{first} == 50 else WIN")
        self._line(2, "return value if self.mover(position) == 0 else -value")

    def _puzzle(self) -> None:
        self._line(1, "def outcome(self, position):")
        if self._over():
            self._worth(2, 0)
            self._refuse_goals(0)
            self._line(2, "return WIN if worth_0 == 100 else UNDECIDED")

    def _paid(self) -> None:
        players = self.made.players
        self._line(1, f"players = {len(players)}")
        self._line(1, "def payoffs(self, position):")
        self._unpack(2)
        for role in players:
            self._worth(2, role)
            self._refuse_goals(role)
        worths = "".join(f"worth_{role}, " for role in players)
        self._line(2, f"return ({worths})")

    # Moves.

    def _tables(self) -> list[tuple[str, tuple[int, ...]]]:
        """Return the tables of all moves, and note what stands in none of them."""
        kept: list[set[int]] = []
        put: list[set[int]] = []
        self.rest: dict[tuple[int, Condition], list[int]] = {}
        for move in range(len(self.made.moves)):
            steps = self.made.steps[move]
            made = {fact for fact, condition in steps if condition.is_sure}
            stays = {
                fact
                for fact, condition in steps
                if fact not in made and condition == Condition(frozenset((fact,)), NO_FACTS, NOTHING, NOTHING)
            }
            for fact, condition in steps:
                if fact not in made and not (fact in stays and fact in condition.there):
                    self.rest.setdefault((fact, condition), []).append(move)
            kept.append(stays)
            put.append(made)
        tables = [("role_of", tuple(role for role, _ in self.made.moves))]
        for word in range(self.words):
            tables.append((f"kept_{word}", tuple(self._masks(facts)[word] for facts in kept)))
            tables.append((f"made_{word}", tuple(self._masks(facts)[word] for facts in put)))
        self.groups: dict[tuple[int, ...], str] = {}
        for moves in self.rest.values():
            if len(moves) < len(self.made.moves):
                self.groups.setdefault(tuple(moves), f"among_{len(self.groups)}")
        for among, name in self.groups.items():
            known = set(among)
            tables.append((name, tuple(int(move in known) for move in range(len(self.made.moves)))))
        return tables

    def _play(self) -> None:
        self._line(1, "def play(self, position, move):")
        self._unpack(2)
        asked = {atom for _, condition in self.rest for atom in (*condition.holds, *condition.fails)}
        self._derive(2, sorted(asked, key=_natural))
        for word in range(self.words):
            self._line(2, f"q{word} = p{word} & self.kept_{word}[move] | self.made_{word}[move]")
        together: dict[tuple[str, str], list[int]] = {}
        for (fact, condition), moves in self.rest.items():
            group = self.groups.get(tuple(moves), "") if len(moves) < len(self.made.moves) else ""
            together.setdefault((group, self._said(condition)), []).append(fact)
        for (group, said), facts in together.items():
            tests = [f"self.{group}[move]"] if group else []
            tests += [said] if said != "True" else []
            depth = 2
            if tests:
                self._line(2, f"if {' and '.join(tests)}:")
                depth = 3
            for word, mask in enumerate(self._masks(facts)):
                if mask:
                    self._line(depth, f"q{word} |= {mask}")
        if self.words == 1:
            self._line(2, "return q0")
        else:
            self._line(2, f"return ({', '.join(f'q{word}' for word in range(self.words))})")

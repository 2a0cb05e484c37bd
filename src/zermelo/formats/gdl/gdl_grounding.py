"""Ground rules: every rule with names for its variables, as far as it may ever apply.

What may be true is found first, as if every `not` about the position held: facts of the start, what moves
may make of them, and so on, until nothing new is found, each new fact being joined once with all that are
known (semi-naive). What depends on neither position nor moves is decided then and there, block by block; of
all else the rules that applied on the way are kept, with their names filled in. They are finitely many, or
the file is refused.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from zermelo.core.errors import BadRules
from zermelo.formats.gdl.gdl_rules import (
    Atom,
    GdlRule,
    GdlRules,
    Term,
    find_strongly_connected_components,
    format_term,
    make_term_sort_key,
    yield_variables,
)

MOST_ATOMS: Final = 200_000
MOST_GROUND: Final = 1_000_000  # ground rules
MOST_TRIED: Final = 5_000_000  # statements that are held against what is known
FOLLOWS: Final = {"init": "true", "next": "true", "legal": "does"}  # what may come of what
DEEPEST: Final = 12  # terms within terms: a counter that counts by (s (s (s 0))) goes no further
Binding = dict[str, Term]


@dataclass(frozen=True)
class GroundRule:
    """A rule without variables, and without what is decided for good."""

    head: Atom
    positive: frozenset[Atom]
    negative: frozenset[Atom]
    line: int


@dataclass
class GroundRules:
    """The ground rules of a file, what may ever be true, and what is always true."""

    rules: GdlRules
    ground: list[GroundRule]
    possible: set[Atom]
    always: set[Atom]


@dataclass
class _AtomIndex:
    """Atoms that were found, by what they begin with and by each of their words."""

    atoms: set[Atom] = field(default_factory=set)
    by_key: dict[object, list[Atom]] = field(default_factory=dict)

    def add_atom(self, atom: Atom) -> bool:
        """Note an atom; return whether it is new."""
        if atom in self.atoms:
            return False
        self.atoms.add(atom)
        for key in _yield_index_keys(atom):
            self.by_key.setdefault(key, []).append(atom)
        return True

    def find_candidate_atoms(self, pattern: Atom, binding: Binding) -> list[Atom]:
        """Return the atoms among which those are that a pattern matches: the fewest that one word leaves."""
        best: list[Atom] | None = None
        for key in _yield_index_keys(pattern, binding):
            found = self.by_key.get(key, [])
            if best is None or len(found) < len(best):
                best = found
        assert best is not None
        return best


def _yield_index_keys(atom: Atom, binding: Binding | None = None) -> Iterator[object]:
    """Yield what an atom can be found by; of a pattern, what is known of it."""
    yield atom[0]
    for place, term in enumerate(atom[1:]):
        if isinstance(term, str):
            if term.startswith("?"):
                bound = (binding or {}).get(term)
                if bound is None:
                    continue
                term = bound
            if isinstance(term, str):
                yield atom[0], place, term
                continue
        yield atom[0], place, term[0], len(term)
        for inner, part in enumerate(term[1:]):
            known = (binding or {}).get(part) if isinstance(part, str) and part.startswith("?") else part
            if isinstance(known, str):
                yield atom[0], place, term[0], inner, known


def unify(pattern: Term, term: Term, binding: Binding) -> bool:
    """Return whether a pattern is a term, and bind its variables; a binding of what is none is spoilt."""
    if isinstance(pattern, str):
        if not pattern.startswith("?"):
            return pattern == term
        return binding.setdefault(pattern, term) == term
    return (
        isinstance(term, tuple)
        and len(term) == len(pattern)
        and all(unify(part, held, binding) for part, held in zip(pattern, term, strict=True))
    )


def substitute_variables(term: Term, binding: Binding) -> Term:
    """Return a term with its variables' values."""
    if isinstance(term, tuple):
        return tuple(substitute_variables(part, binding) for part in term)
    return binding.get(term, term) if term.startswith("?") else term


def _substitute_atom_variables(atom: Atom, binding: Binding) -> Atom:
    return tuple(substitute_variables(part, binding) for part in atom)


def is_term_nested_deeper(term: Term, max_depth: int = DEEPEST) -> bool:
    """Return whether terms stand in terms more than so deep."""
    return isinstance(term, tuple) and (
        max_depth == 0 or any(is_term_nested_deeper(part, max_depth - 1) for part in term)
    )


def ground_rules(rules: GdlRules) -> GroundRules:
    """Return the ground rules; raises `BadRules` where they are without end, or too many."""
    return _Grounding(rules).ground_all_rules()


class _Grounding:
    def __init__(self, rules: GdlRules) -> None:
        self.rules = rules
        self.known = _AtomIndex()
        self.roles = set(rules.roles)
        self.tried = 0
        self.found: dict[tuple[int, Atom, frozenset[Atom], frozenset[Atom]], GroundRule] = {}
        self.edges = {"true": ["next", "init"], "does": ["legal"]}
        for rule in rules.rules:
            asked = self.edges.setdefault(rule.head[0], [])
            asked += [atom[0] for atom in (*rule.positive, *rule.negative)]
        self.changing = self._find_changing_predicates()

    def _find_changing_predicates(self) -> set[str]:
        """Return the predicates that depend on the position or on moves."""
        askers: dict[str, list[str]] = {}
        for name, asked in self.edges.items():
            for other in asked:
                askers.setdefault(other, []).append(name)
        changing = {"true", "does"}
        waiting = list(changing)
        while waiting:
            for name in askers.get(waiting.pop(), ()):
                if name not in changing:
                    changing.add(name)
                    waiting.append(name)
        return changing - {"init"}

    def ground_all_rules(self) -> GroundRules:
        """Find everything."""
        for block in find_strongly_connected_components(self.edges):
            if not self.changing.intersection(block):
                self._apply_rules([rule for rule in self.rules.rules if rule.head[0] in block])
        always = set(self.known.atoms)
        self._apply_rules([rule for rule in self.rules.rules if rule.head[0] in self.changing], always)
        return GroundRules(self.rules, list(self.found.values()), self.known.atoms, always)

    def _apply_rules(self, rules: list[GdlRule], always: set[Atom] | None = None) -> None:
        """Add all that follows by some rules; with `always`, note the ground rules of all else."""
        plans: dict[str, list[tuple[GdlRule, Atom, list[Atom]]]] = {}
        for rule in rules:
            for place, atom in enumerate(rule.positive):
                rest = [other for number, other in enumerate(rule.positive) if number != place]
                plans.setdefault(atom[0], []).append(
                    (rule, atom, _order_atoms_for_matching(rest, set(yield_variables(atom))))
                )
        waiting: list[Atom] = []
        for rule in rules:
            if (
                not rule.positive
                and _do_known_tests_hold(rule, {})
                and self._can_negations_hold(rule, {}, always)
            ):
                self._add_conclusion(rule, {}, waiting, always)
        if always is None:
            waiting += [atom for name in plans for atom in list(self.known.by_key.get(name, []))]
        else:
            ordered = sorted(
                always, key=make_term_sort_key
            )  # the same whenever a file is read, as what is written is
            waiting += [atom for atom in ordered if atom[0] in plans]
            for atom in ordered:
                self._add_fact_or_move(atom, 1, waiting)
        while waiting:
            atom = waiting.pop()
            for rule, pattern, rest in plans.get(atom[0], ()):
                binding: Binding = {}
                if unify(pattern, atom, binding):
                    self._match_rule_body(rule, rest, 0, binding, waiting, always)

    def _match_rule_body(
        self,
        rule: GdlRule,
        rest: list[Atom],
        place: int,
        binding: Binding,
        waiting: list[Atom],
        always: set[Atom] | None,
    ) -> None:
        if not _do_known_tests_hold(rule, binding):
            return
        if place == len(rest):
            if self._can_negations_hold(rule, binding, always):
                self._add_conclusion(rule, binding, waiting, always)
            return
        among = tuple(self.known.find_candidate_atoms(rest[place], binding))
        self.tried += len(among)
        if self.tried > MOST_TRIED:
            raise self._make_endless_error(
                rule.line, f"more than {MOST_TRIED:,} ways in which bodies might be true"
            )
        for atom in among:
            further = dict(binding)
            if unify(rest[place], atom, further):
                self._match_rule_body(rule, rest, place + 1, further, waiting, always)

    def _can_negations_hold(self, rule: GdlRule, binding: Binding, always: set[Atom] | None) -> bool:
        """Return whether what must not hold may fail: what is decided for good is."""
        decided = self.known.atoms if always is None else always
        return not any(substitute_variables(atom, binding) in decided for atom in rule.negative)

    def _add_conclusion(
        self, rule: GdlRule, binding: Binding, waiting: list[Atom], always: set[Atom] | None
    ) -> None:
        head = _substitute_atom_variables(rule.head, binding)
        if always is not None:
            positive = frozenset(_substitute_atom_variables(atom, binding) for atom in rule.positive) - always
            negative = frozenset(
                _substitute_atom_variables(atom, binding)
                for atom in rule.negative
                if atom[0] in self.changing
            )
            if positive & negative:
                return
            key = (rule.line, head, positive, negative)
            if key not in self.found:
                self.found[key] = GroundRule(head, positive, negative, rule.line)
                if len(self.found) > MOST_GROUND:
                    raise self._make_endless_error(
                        rule.line, f"more than {MOST_GROUND:,} rules without variables"
                    )
        self._add_atom(head, rule.line, waiting)
        if always is not None:
            self._add_fact_or_move(head, rule.line, waiting)

    def _add_fact_or_move(self, head: Atom, line: int, waiting: list[Atom]) -> None:
        """Note that a fact may hold, or a move be made: never for good, even where it always follows."""
        if head[0] in FOLLOWS and (head[0] != "legal" or head[1] in self.roles):
            self._add_atom((FOLLOWS[head[0]], *head[1:]), line, waiting)

    def _add_atom(self, head: Atom, line: int, waiting: list[Atom]) -> None:
        if head in self.known.atoms:
            return
        if is_term_nested_deeper(head):
            raise self._make_endless_error(
                line, f"terms within terms without end, such as {format_term(head)[:100]}"
            )
        self.known.add_atom(head)
        waiting.append(head)
        if len(self.known.atoms) > MOST_ATOMS:
            raise self._make_endless_error(line, f"more than {MOST_ATOMS:,} things that might be true")

    def _make_endless_error(self, line: int, what: str) -> BadRules:
        return self.rules.source.make_error(
            line, f"the rules make {what}: a game for us is finite and smaller"
        )


def _order_atoms_for_matching(atoms: list[Atom], bound: set[str]) -> list[Atom]:
    """Return atoms in an order in which each has as many known variables as can be."""
    left, order = list(atoms), []
    while left:
        best = min(left, key=lambda atom: len(set(yield_variables(atom)) - bound))
        left.remove(best)
        bound = bound | set(yield_variables(best))
        order.append(best)
    return order


def _do_known_tests_hold(rule: GdlRule, binding: Binding) -> bool:
    """Return whether the tests hold of which all variables are known."""
    for same, one, other in rule.tests:
        if any(name not in binding for name in (*yield_variables(one), *yield_variables(other))):
            continue
        if (substitute_variables(one, binding) == substitute_variables(other, binding)) != same:
            return False
    return True

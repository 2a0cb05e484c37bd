"""From forms to rules: heads and bodies, with `or` and `not` taken apart, and the checks of the language.

Terms are words and tuples of terms; variables begin with `?`. A rule has literals that must hold, literals
that must not, and pairs of terms that must differ or be the same.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from zermelo.formats.s_expression import SExpression, SourceText, Symbol

Term = str | tuple[Any, ...]  # a word, or a tuple of terms
Atom = tuple[Any, ...]  # a predicate's name, and terms

SIZES: Final = {  # of the predicates that the language itself has
    "role": 1,
    "init": 1,
    "true": 1,
    "does": 2,
    "next": 1,
    "legal": 2,
    "goal": 2,
    "terminal": 0,
    "sees": 2,
}
NOT_IN_BODIES: Final = {
    "init": "it is only of the start, ask (true ...)",
    "next": "it is only concluded, ask (true ...) after the move",
    "sees": "it is only concluded, and no rule may read it",
    "knows": "what players know (GDL-III) is not read",
}
MOST_BODIES: Final = 4_096  # ways in which one rule may be true, by its `or`s
MOST_STATEMENTS: Final = 120  # of a body


@dataclass(frozen=True)
class GdlRule:
    """A head that holds where its body does, and the line where it stands."""

    head: Atom
    positive: tuple[Atom, ...]
    negative: tuple[Atom, ...]
    tests: tuple[tuple[bool, Term, Term], ...]  # whether they are to be the same, and the two
    line: int


@dataclass
class GdlRules:
    """All rules of a file."""

    source: SourceText
    rules: list[GdlRule] = field(default_factory=list)

    @property
    def roles(self) -> tuple[str, ...]:
        """The roles in the order of the file; filled by `read_rules`."""
        return tuple(str(rule.head[1]) for rule in self.rules if rule.head[0] == "role")


def read_rules(source: SourceText) -> GdlRules:
    """Return the rules of a file; raises `BadRules` naming the line where the language is broken."""
    found = GdlRules(source)
    for form in source.yield_forms():
        found.rules += _yield_rules(source, form)
    _check_predicate_arities(found)
    for rule in found.rules:
        _check_variable_safety(source, rule)
    _check_rules_are_stratified(found)
    _check_required_predicates(found)
    return found


def yield_variables(term: Term) -> Iterator[str]:
    """Yield the variables of a term or an atom."""
    if isinstance(term, tuple):
        for part in term:
            yield from yield_variables(part)
    elif term.startswith("?"):
        yield term


def make_term_sort_key(term: object) -> tuple[object, ...]:
    """Return what terms are ordered by: numbers by size, before words."""
    if isinstance(term, tuple):
        return (2, tuple(map(make_term_sort_key, term)))
    text = str(term)
    return (0, int(text), text) if text.isdecimal() else (1, text)


def format_term(term: Term) -> str:
    """Return a term as the file writes it.

    >>> format_term(("cell", "1", "2", "x"))
    '(cell 1 2 x)'
    """
    return f"({' '.join(map(format_term, term))})" if isinstance(term, tuple) else str(term)


def _parse_term(source: SourceText, form: Symbol | SExpression) -> Term:
    if isinstance(form, Symbol):
        return str(form).lower()
    if not form.head or form.head.startswith("?"):
        raise source.make_error(form, "a term in brackets begins with a name, as in (cell 1 1 x)")
    return tuple(_parse_term(source, part) for part in form)


def _parse_atom(source: SourceText, form: Symbol | SExpression) -> Atom:
    term = _parse_term(source, form)
    if isinstance(term, tuple):
        return term
    if term.startswith("?"):
        raise source.make_error(form, f"{term} is a variable, and a statement is wanted")
    return (term,)


def _yield_rules(source: SourceText, form: Symbol | SExpression) -> Iterator[GdlRule]:
    """Yield the rules that a form of the file is, one for each way in which its body may be true."""
    if isinstance(form, Symbol) or form.head != "<=":
        yield GdlRule(_parse_atom(source, form), (), (), (), form.line)
        return
    if len(form) < 2:
        raise source.make_error(form, "a rule has a head: write (<= head body...)")
    head = _parse_atom(source, form[1])
    bodies: list[tuple[tuple[str, object], ...]] = [()]
    for part in form[2:]:
        ways = list(_yield_conjunctions(source, part, True))
        bodies = [body + way for body in bodies for way in ways]
        if len(bodies) > MOST_BODIES:
            raise source.make_error(form, f"its (or ...) make more than {MOST_BODIES:,} rules of it")
    for body in bodies:
        parts = dict.fromkeys(body)
        if len(parts) > MOST_STATEMENTS:
            raise source.make_error(form, f"its body has more than {MOST_STATEMENTS} statements")
        yield GdlRule(
            head,
            tuple(each for kind, each in parts if kind == "holds"),  # type: ignore[misc]  # atoms
            tuple(each for kind, each in parts if kind == "fails"),  # type: ignore[misc]  # atoms
            tuple(each for kind, each in parts if kind == "test"),  # type: ignore[misc]  # tests
            form.line,
        )


def _yield_conjunctions(
    source: SourceText, form: Symbol | SExpression, holds: bool
) -> Iterator[tuple[tuple[str, object], ...]]:
    """Yield the ways in which part of a body holds, or fails: each a conjunction."""
    word = "" if isinstance(form, Symbol) else form.head.lower()
    if word == "not":
        assert isinstance(form, SExpression)
        if len(form) != 2:
            raise source.make_error(form, "(not ...) is of one statement")
        yield from _yield_conjunctions(source, form[1], not holds)
    elif word in ("or", "and"):
        assert isinstance(form, SExpression)
        if (word == "or") == holds:
            for part in form[1:]:
                yield from _yield_conjunctions(source, part, holds)
            return
        together: list[tuple[tuple[str, object], ...]] = [()]
        for part in form[1:]:
            together = [
                left + right for left in together for right in _yield_conjunctions(source, part, holds)
            ]
            if len(together) > MOST_BODIES:
                raise source.make_error(form, f"it can be true in more than {MOST_BODIES:,} ways")
        yield from together
    elif word == "distinct":
        assert isinstance(form, SExpression)
        if len(form) != 3:
            raise source.make_error(form, "(distinct ...) is of two terms")
        yield (("test", (not holds, _parse_term(source, form[1]), _parse_term(source, form[2]))),)
    else:
        yield (("holds" if holds else "fails", _parse_atom(source, form)),)


def _check_predicate_arities(rules: GdlRules) -> None:
    """Refuse a predicate that is not always of so many terms, and heads that the language keeps."""
    sizes: dict[str, tuple[int, int]] = {name: (size, 0) for name, size in SIZES.items()}
    for rule in rules.rules:
        for atom in (rule.head, *rule.positive, *rule.negative):
            size, line = sizes.setdefault(atom[0], (len(atom) - 1, rule.line))
            if size != len(atom) - 1:
                where = f" and {size} in line {line}" if line else f": it has {size}"
                raise rules.source.make_error(rule.line, f"{atom[0]} has {len(atom) - 1} terms here{where}")
        name = rule.head[0]
        if name in ("true", "does", "distinct", "or", "not", "and", "<="):
            raise rules.source.make_error(rule.line, f"({name} ...) cannot be the head of a rule")
        for atom in (*rule.positive, *rule.negative):
            if atom[0] in NOT_IN_BODIES:
                raise rules.source.make_error(rule.line, f"{atom[0]} is asked here: {NOT_IN_BODIES[atom[0]]}")


def _check_variable_safety(source: SourceText, rule: GdlRule) -> None:
    """Refuse a variable that nothing positive in the body says the values of."""
    known = {name for atom in rule.positive for name in yield_variables(atom)}
    asked = [rule.head, *rule.negative, *((one, other) for _, one, other in rule.tests)]
    for term in asked:
        for name in yield_variables(term):
            if name not in known:
                raise source.make_error(
                    rule.line,
                    f"{name} stands in no statement of the body that has to be true: it may be anything",
                )


def _find_dependency_edges(rules: GdlRules) -> dict[str, dict[str, tuple[bool, int]]]:
    """Return for each predicate those that its rules ask, whether by `not`, and in which line."""
    edges: dict[str, dict[str, tuple[bool, int]]] = {}
    for rule in rules.rules:
        asked = edges.setdefault(rule.head[0], {})
        for negated, atoms in ((False, rule.positive), (True, rule.negative)):
            for atom in atoms:
                before = asked.get(atom[0], (False, 0))[0]
                if negated or not before:
                    asked[atom[0]] = (negated, rule.line)
    return edges


def _check_rules_are_stratified(rules: GdlRules) -> None:
    """Refuse rules that ask by `not` for what they decide themselves, and moves that depend on moves."""
    edges = _find_dependency_edges(rules)
    for block in find_strongly_connected_components({name: list(asked) for name, asked in edges.items()}):
        inside = set(block)
        for name in block:
            for other, (negated, line) in edges.get(name, {}).items():
                if negated and other in inside:
                    raise rules.source.make_error(
                        line, f"{name} asks (not ({other} ...)), which depends on {name}"
                    )
    for asker in ("legal", "goal", "terminal", "init"):
        line = _find_dependency_line(edges, asker, "does")
        if line:
            raise rules.source.make_error(line, f"{asker} depends on does, and is asked before anybody moves")
    for asker in ("init", "role"):
        line = _find_dependency_line(edges, asker, "true")
        if line:
            raise rules.source.make_error(
                line, f"{asker} depends on true, and holds before there is a position"
            )


def _find_dependency_line(edges: dict[str, dict[str, tuple[bool, int]]], name: str, wanted: str) -> int:
    """Return the line of a rule by which one predicate depends on another, 0 where it does not."""
    waiting, seen = [name], {name}
    while waiting:
        for other, (_, line) in edges.get(waiting.pop(), {}).items():
            if other == wanted:
                return line
            if other not in seen:
                seen.add(other)
                waiting.append(other)
    return 0


def find_strongly_connected_components(edges: dict[str, list[str]]) -> list[list[str]]:
    """Return the strongly connected blocks of a graph, each before those that lead to it (Tarjan, 1972).

    >>> find_strongly_connected_components({"a": ["b"], "b": ["c"], "c": ["b"]})
    [['c', 'b'], ['a']]
    """
    found: list[list[str]] = []
    number: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    standing: set[str] = set()
    for root in edges:
        if root in number:
            continue
        path = [(root, iter(edges.get(root, [])))]
        number[root] = low[root] = len(number)
        stack.append(root)
        standing.add(root)
        while path:
            name, following = path[-1]
            for other in following:
                if other not in number:
                    number[other] = low[other] = len(number)
                    stack.append(other)
                    standing.add(other)
                    path.append((other, iter(edges.get(other, []))))
                    break
                if other in standing:
                    low[name] = min(low[name], number[other])
            else:
                path.pop()
                if path:
                    low[path[-1][0]] = min(low[path[-1][0]], low[name])
                if low[name] == number[name]:
                    block = []
                    while True:
                        block.append(stack.pop())
                        standing.discard(block[-1])
                        if block[-1] == name:
                            break
                    found.append(block)
    return found


def _check_required_predicates(rules: GdlRules) -> None:
    """Refuse a file in which something is missing that every game has."""
    heads = {rule.head[0] for rule in rules.rules}
    for name, wanted in (
        ("role", "(role white)"),
        ("init", "(init (cell 1 1 b))"),
        ("legal", "(<= (legal ?role ?move) ...)"),
        ("next", "(<= (next ?fact) ...)"),
        ("terminal", "(<= terminal ...)"),
        ("goal", "(<= (goal ?role 100) ...)"),
    ):
        if name not in heads:
            last = rules.rules[-1].line if rules.rules else 1
            raise rules.source.make_error(last, f"the file ends without any {name}: write {wanted}")
    for rule in rules.rules:
        if rule.head[0] == "role" and (rule.positive or rule.negative or not isinstance(rule.head[1], str)):
            raise rules.source.make_error(rule.line, "a role is a fact with one name: write (role white)")

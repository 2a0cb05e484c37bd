"""The Game Description Language by its definition: rules applied to all names until nothing new follows, at every position.

Slow and obvious; it shares nothing with `zermelo.formats`. A position is a frozenset of facts. Terms are words and
tuples; what is asked by `not` is worked out before what asks it, by the longest chain of `not`s.
"""

import itertools
import re


def read(text):
    text = re.sub(r";[^\n]*", "", text).lower()
    stack = [[]]
    for token in re.findall(r"[()]|[^\s()]+", text):
        if token == "(":
            stack.append([])
        elif token == ")":
            done = tuple(stack.pop())
            stack[-1].append(done)
        else:
            stack[-1].append(token)
    (forms,) = stack
    return [form if form[0] == "<=" else ("<=", form) for form in forms]


def atom(term):
    return term if isinstance(term, tuple) else (term,)


def match(pattern, term, bound):
    if isinstance(pattern, str):
        if pattern.startswith("?"):
            if pattern in bound:
                return bound if bound[pattern] == term else None
            return {**bound, pattern: term}
        return bound if pattern == term else None
    if not isinstance(term, tuple) or len(term) != len(pattern):
        return None
    for one, other in zip(pattern, term, strict=True):
        bound = match(one, other, bound)
        if bound is None:
            return None
    return bound


def fill(pattern, bound):
    if isinstance(pattern, str):
        return bound.get(pattern, pattern)
    return tuple(fill(part, bound) for part in pattern)


def bindings(body, known, bound):
    """Every way in which a body holds; what is positive first, as only that binds."""
    if not body:
        yield bound
        return
    literals = sorted(body, key=lambda each: isinstance(each, tuple) and each[0] in ("not", "distinct"))
    first, rest = literals[0], literals[1:]
    if first[0] == "or":
        for part in first[1:]:
            yield from bindings([part, *rest], known, bound)
    elif first[0] == "and":
        yield from bindings([*first[1:], *rest], known, bound)
    elif first[0] == "not":
        if not any(True for _ in bindings([first[1]], known, bound)):
            yield from bindings(rest, known, bound)
    elif first[0] == "distinct":
        if fill(first[1], bound) != fill(first[2], bound):
            yield from bindings(rest, known, bound)
    else:
        pattern = atom(first)
        for other in known.get(pattern[0], ()):
            further = match(pattern, other, bound)
            if further is not None:
                yield from bindings(rest, known, further)


def asked(literal, negated=False):
    if isinstance(literal, tuple) and literal[0] in ("not", "or", "and"):
        for part in literal[1:]:
            yield from asked(part, negated or literal[0] == "not")
    elif literal[0] != "distinct":
        yield atom(literal)[0], negated


class Naive:
    def __init__(self, text):
        self.rules = [(atom(rule[1]), rule[2:]) for rule in read(text)]
        self.rank = dict.fromkeys((head[0] for head, _ in self.rules), 0)
        for _ in range(len(self.rank) + 1):
            for head, body in self.rules:
                for literal in body:
                    for name, negated in asked(literal):
                        self.rank[head[0]] = max(self.rank[head[0]], self.rank.get(name, 0) + negated)
        self.roles = [head[1] for head, _ in self.rules if head[0] == "role"]

    def all(self, facts=(), does=()):
        known = {"true": {("true", fact) for fact in facts}, "does": {("does", *each) for each in does}}
        for rank in sorted(set(self.rank.values())):
            rules = [rule for rule in self.rules if self.rank[rule[0][0]] == rank]
            before = -1
            while before != sum(map(len, known.values())):
                before = sum(map(len, known.values()))
                for head, body in rules:
                    for bound in list(bindings(list(body), known, {})):
                        known.setdefault(head[0], set()).add(fill(head, bound))
        return known

    def start(self):
        return frozenset(each[1] for each in self.all()["init"])

    def legal(self, facts):
        found = {role: set() for role in self.roles}
        for _, role, action in self.all(facts).get("legal", ()):
            if role in found:
                found[role].add(action)
        return found

    def after(self, facts, does):
        return frozenset(each[1] for each in self.all(facts, does).get("next", ()))

    def is_over(self, facts):
        return bool(self.all(facts).get("terminal"))

    def goals(self, facts):
        return {(role, goal) for _, role, goal in self.all(facts).get("goal", ())}

    def joint(self, facts):
        """Every joint move: who does what."""
        legal = self.legal(facts)
        return [
            tuple(zip(self.roles, each, strict=True))
            for each in itertools.product(*(sorted(legal[role], key=str) for role in self.roles))
        ]

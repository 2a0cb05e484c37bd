"""Proofs that a formula cannot be satisfied, checked clause by clause by unit propagation alone.

A proof lists clauses. Each follows from those before it by *reverse unit propagation*: suppose it false, and
clauses with one literal left force others until one is violated. A proof ends where nothing is left to
suppose. (Goldberg and Novikov, *Verification of proofs of unsatisfiability for CNF formulas*, 2003.) Clauses
that a proof drops are kept here, which can only help.

A literal of variable v is 2v, or 2v + 1 where it is negated. Each clause is watched at its first two
literals; the clauses watched at a literal are a linked list, whose element 2c + w is watch w of clause c.
"""

from typing import Any, Final

from zermelo.compiler.kernels import Jit

REFUTED: Final = -2


def build_check_refutation(jit: Jit) -> Any:
    """Return find_unproven_clause(clauses, given, heads, links, values, trail) -> REFUTED, or a clause.

    `clauses` is a pair: `literals` [total] int32 holds the clauses one after the other, and is put into
    another order within each; clause c begins at `bounds[c]`. The first `given` are the formula, the others
    the proof. `heads` [2 * variables] and `links` [2 * clauses] int32 are -1; `values` [2 * variables] int8
    are 0: 1 becomes of true literals. `trail` [variables] int32 is filled with the literals that are forced.
    Returns the first clause that does not follow, or the number of clauses where all do but nothing is
    refuted.
    """

    @jit.inline
    def set_literal_true(literal: int, values: Any, trail: Any, length: int) -> int:
        values[literal] = 1
        trail[length] = literal
        return length + 1

    @jit.inline
    def propagate_units(
        clauses: Any, heads: Any, links: Any, values: Any, trail: Any, begin: int, length: int
    ) -> tuple[int, int]:
        """Return (how long the trail is, 1 where a clause is violated)."""
        literals, bounds = clauses
        while begin < length:
            false = trail[begin] ^ 1
            begin += 1
            before = -1
            watch = heads[false]
            while watch >= 0:
                after = links[watch]
                clause = watch >> 1
                first, last = bounds[clause], bounds[clause + 1]
                mine, other = first + (watch & 1), first + 1 - (watch & 1)
                moved = False
                if values[literals[other]] != 1:
                    for place in range(first + 2, last):
                        if values[literals[place] ^ 1] != 1:
                            literals[mine], literals[place] = literals[place], literals[mine]
                            moved = True
                            break
                    if not moved:
                        if values[literals[other] ^ 1] == 1:
                            return length, 1
                        length = set_literal_true(literals[other], values, trail, length)
                if moved:
                    if before < 0:
                        heads[false] = after
                    else:
                        links[before] = after
                    links[watch] = heads[literals[mine]]
                    heads[literals[mine]] = watch
                else:
                    before = watch
                watch = after
        return length, 0

    @jit.inline
    def watch_clause(
        clause: int, clauses: Any, heads: Any, links: Any, values: Any, trail: Any, length: int
    ) -> tuple[int, int]:
        """Watch a clause at two literals that are not false; force what it forces. As `propagate_units`."""
        literals, bounds = clauses
        first, last = bounds[clause], bounds[clause + 1]
        free = first
        for place in range(first, last):
            if values[literals[place] ^ 1] != 1:
                literals[free], literals[place] = literals[place], literals[free]
                free += 1
                if free == first + 2:
                    break
        if free == first:
            return length, 1
        if last - first > 1:
            for watch in range(2):
                literal = literals[first + watch]
                links[2 * clause + watch] = heads[literal]
                heads[literal] = 2 * clause + watch
        if free == first + 1 and values[literals[first]] != 1:
            begin = length
            length = set_literal_true(literals[first], values, trail, length)
            length, violated = propagate_units(clauses, heads, links, values, trail, begin, length)
            return length, violated
        return length, 0

    def find_unproven_clause(
        clauses: Any, given: int, heads: Any, links: Any, values: Any, trail: Any
    ) -> int:
        literals, bounds = clauses
        length = 0
        for clause in range(len(bounds) - 1):
            if clause >= given:
                supposed, violated = length, 0
                for place in range(bounds[clause], bounds[clause + 1]):
                    literal = literals[place]
                    if values[literal] == 1:
                        violated = 1
                        break
                    if values[literal ^ 1] != 1:
                        supposed = set_literal_true(literal ^ 1, values, trail, supposed)
                if violated == 0:
                    supposed, violated = propagate_units(
                        clauses, heads, links, values, trail, length, supposed
                    )
                for place in range(length, supposed):
                    values[trail[place]] = 0
                if violated == 0:
                    return clause
            length, violated = watch_clause(clause, clauses, heads, links, values, trail, length)
            if violated == 1:
                return REFUTED
        return len(bounds) - 1

    return jit.kernel(find_unproven_clause)

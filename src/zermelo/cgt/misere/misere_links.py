"""Games that distinguish misere forms: mates, links, distinguishing games, and differences.

J. H. Conway, *On numbers and games*, chapter 12; A. N. Siegel, *Combinatorial game theory* (2013), chapter
V.3. The mate of G is the game of its options' mates, and * of 0: beside it G is a P-position, as each move is
answered by its mate. G and H are *linked* where beside some game both are P-positions. They are, unless an
option of one is equal to the other; and games that are not equal have different winners beside some game:
that is how canonical forms are proven to be different, and the proofs build these games.

Cancellation: if G + T = H + T, then G = H. So at most one X has H + X = G, the *difference* of G and H. It is
found by the differences of their options: each option X' of X is such that H + X' is an option of G, or is
reversible through some H' + X' = G. So X' is the difference of some G' and H, or of G and some H'. And each
option G' of G is H + X' for some X', but where it is H' + X, which makes X the difference of G' and H'.
"""

import itertools

from zermelo.cgt.form_theory import TheoryMemo, make_different_theories_error
from zermelo.cgt.misere.misere_forms import (
    MisereForm,
)
from zermelo.core.errors import BadParameter

Pair = tuple[MisereForm, MisereForm]
_MATES: TheoryMemo[MisereForm, MisereForm] = TheoryMemo()
_LINKS: TheoryMemo[Pair, MisereForm] = TheoryMemo()
_DISTINGUISHERS: TheoryMemo[Pair, MisereForm] = TheoryMemo()
_DIFFERENCES: TheoryMemo[Pair, MisereForm | None] = TheoryMemo()


def make_misere_mate(game: MisereForm) -> MisereForm:
    """Return the game of its options' mates, * of 0; together they are a P-position.

    >>> (
    ...     [make_misere_mate(MisereForm.nim_heap(size)) for size in range(4)],
    ...     (MisereForm.nim_heap(3) + make_misere_mate(MisereForm.nim_heap(3))).outcome_class,
    ... )
    ([*, 0, *2, *3], 'P')
    """
    known = _MATES.get_answers_in_theory(game.theory)
    if game not in known:
        below = [make_misere_mate(option) for option in game.options]
        known[game] = (
            MisereForm.from_options(below, game.theory) if below else MisereForm.nim_heap(1, game.theory)
        )
    return known[game]


def are_linked(first: MisereForm, second: MisereForm) -> bool:
    """Return whether beside some game both are P-positions.

    >>> (
    ...     are_linked(MisereForm.nim_heap(2), MisereForm.nim_heap(2) + MisereForm.nim_heap(2)),
    ...     are_linked(MisereForm.nim_heap(1), MisereForm.nim_heap(2)),
    ... )
    (False, False)
    """
    if first.theory is not second.theory:
        raise make_different_theories_error()
    return second not in first.options and first not in second.options


def find_link(first: MisereForm, second: MisereForm) -> MisereForm:
    """Return a game beside which both are P-positions. Raises `BadParameter` where there is none.

    >>> from zermelo.cgt.misere.misere_notation import parse_misere_form
    >>> other = parse_misere_form("*2_#")
    >>> (
    ...     (find_link(MisereForm.nim_heap(0), other) + other).outcome_class,
    ...     find_link(MisereForm.nim_heap(0), other).outcome_class,
    ... )
    ('P', 'P')
    """
    if not are_linked(first, second):
        raise BadParameter(f"{first} and {second} are not linked: one is an option of the other")
    known = _LINKS.get_answers_in_theory(first.theory)
    pair = first, second
    if pair not in known:
        answers = [find_distinguisher(option, second) for option in first.options]
        answers += [find_distinguisher(option, first) for option in second.options]
        known[pair] = MisereForm.from_options(answers) if answers else MisereForm.nim_heap(1, first.theory)
    return known[pair]


def find_distinguisher(first: MisereForm, second: MisereForm) -> MisereForm:
    """Return a game beside which the first is a P-position, and the second is none.

    Raises `BadParameter` where they are equal.

    >>> beside = find_distinguisher(MisereForm.nim_heap(2), MisereForm.nim_heap(3))
    >>> beside, [(MisereForm.nim_heap(size) + beside).outcome_class for size in (2, 3)]
    (*2, ['P', 'N'])
    """
    if first == second:
        raise BadParameter(f"{first} and {second} are equal: nothing tells them apart")
    known = _DISTINGUISHERS.get_answers_in_theory(first.theory)
    pair = first, second
    if pair not in known:
        known[pair] = _make_distinguisher(first, second)
    return known[pair]


def _make_distinguisher(first: MisereForm, second: MisereForm) -> MisereForm:
    mates = [make_misere_mate(option) for option in first.options]
    for option in second.options:
        if are_linked(first, option):
            return find_link(first, option)  # from the second one moves to a P-position
    for option in first.options:
        if are_linked(second, option):
            return MisereForm.from_options([find_link(second, option), *mates])
    zero = MisereForm.nim_heap(0, first.theory)
    return zero if first.is_p else MisereForm.from_options([zero, *mates])


def find_misere_difference(first: MisereForm, second: MisereForm) -> MisereForm | None:
    """Return the one game X with second + X = first; None where there is none.

    >>> heaps = MisereForm.nim_heap(2) + MisereForm.nim_heap(2) + MisereForm.nim_heap(3)
    >>> (
    ...     find_misere_difference(heaps, MisereForm.nim_heap(3)),
    ...     find_misere_difference(MisereForm.nim_heap(2), MisereForm.nim_heap(4)),
    ... )
    (*2_2, None)
    """
    if first.theory is not second.theory:
        raise make_different_theories_error()
    known = _DIFFERENCES.get_answers_in_theory(first.theory)
    pair = first, second
    if pair not in known:
        known[pair] = _find_uncached_difference_game(first, second)
    return known[pair]


def _find_uncached_difference_game(first: MisereForm, second: MisereForm) -> MisereForm | None:
    if not second.options:
        return first
    for option, other in itertools.product(first.options, second.options):
        found = find_misere_difference(option, other)
        if found is not None and second + found == first:
            return found
    options = [find_misere_difference(option, second) for option in first.options]
    reversible = [find_misere_difference(first, option) for option in second.options]
    kept = [each for each in options if each is not None]
    if len(kept) < len(options):
        return None
    others = {each for each in reversible if each is not None} - set(kept)
    for many in range(len(others) + 1):
        for more in itertools.combinations(others, many):
            found = MisereForm.from_options([*kept, *more], first.theory)
            if second + found == first:
                return found
    return None

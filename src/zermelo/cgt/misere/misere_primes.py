"""Misere forms as sums: the parts of a form, its partitions into primes, and whether it is prime.

H is a *divisor* of G if H + X = G for some X. With 0 and * every G has four divisors at least, 0, *, G and
G + *, as * + * = 0; its *parts* are the others. Of H and H + * one is *even*, born earlier than the other,
and it stands for both. G is *prime* if it is neither 0 nor *, and has no parts. A form may be a sum of primes
in several ways (S. Norton).

That divisors are finitely many: let H + X = G, and G not 0. If all options of the sum were reversible, G
would be 0. So some option of G is H + X' or H' + X, and has H or X as a divisor: all divisors of G are those
of its options, as far as they are, and their differences from G. The divisors of 0 are 0 and *: where
H + X = 0, each option H' + X is reversible, through some H' + X' = 0, as X cancels; by induction all H' are 0
or *, and so are all X'; and of 0, * and *2 only 0 + 0 and * + * are 0.

J. H. Conway, *On numbers and games*, chapter 12; A. N. Siegel, *On the structure of misere impartial games*,
2020.
"""

from zermelo.cgt.form_theory import TheoryMemo
from zermelo.cgt.misere.misere_forms import MisereForm
from zermelo.cgt.misere.misere_links import find_misere_difference

Partition = tuple[MisereForm, ...]
_DIVISORS: TheoryMemo[MisereForm, frozenset[MisereForm]] = TheoryMemo()


def is_even_form(game: MisereForm) -> bool:
    """Return whether a form is born before its sum with *.

    >>> [is_even_form(MisereForm.nim_heap(size)) for size in range(4)]
    [True, False, True, False]
    """
    return game.birthday < (game + MisereForm.nim_heap(1, game.theory)).birthday


def find_misere_divisors(game: MisereForm) -> frozenset[MisereForm]:
    """Return every H with H + X = game for some X.

    >>> sorted(find_misere_divisors(MisereForm.nim_heap(2)))
    [0, *, *2, *3]
    """
    known = _DIVISORS.get_answers_in_theory(game.theory)
    if game not in known:
        zero, star = MisereForm.nim_heap(0, game.theory), MisereForm.nim_heap(1, game.theory)
        found = {zero, star} if game is zero else set()
        for candidate in frozenset[MisereForm]().union(*map(find_misere_divisors, game.options)):
            rest = find_misere_difference(game, candidate)
            if rest is not None:
                found |= {candidate, rest}
        known[game] = frozenset(found)
    return known[game]


def find_even_parts(game: MisereForm) -> tuple[MisereForm, ...]:
    """Return the even parts of a form, in the order of birthdays; they with * added are its parts, too.

    >>> heaps = MisereForm.nim_heap(2) + MisereForm.nim_heap(2)
    >>> find_even_parts(heaps), find_even_parts(MisereForm.nim_heap(4))
    ((*2,), ())
    """
    star = MisereForm.nim_heap(1, game.theory)
    trivial = {MisereForm.nim_heap(0, game.theory), star, game, game + star}
    return tuple(sorted(each for each in find_misere_divisors(game) - trivial if is_even_form(each)))


def is_misere_prime(game: MisereForm) -> bool:
    """Return whether a form is neither 0 nor *, and has no parts.

    >>> (
    ...     is_misere_prime(MisereForm.nim_heap(2)),
    ...     is_misere_prime(MisereForm.nim_heap(1)),
    ...     is_misere_prime(MisereForm.nim_heap(2) + MisereForm.nim_heap(2)),
    ... )
    (True, False, False)
    """
    return game.birthday > 1 and not find_even_parts(game)


def prime_partitions(game: MisereForm) -> list[Partition]:
    """Return all ways in which a form is a sum of even primes, with * behind them if it is odd.

    >>> (
    ...     prime_partitions(MisereForm.nim_heap(2) + MisereForm.nim_heap(2) + MisereForm.nim_heap(1)),
    ...     prime_partitions(MisereForm.nim_heap(0)),
    ... )
    ([(*2, *2, *)], [()])
    """
    if is_even_form(game):
        return _list_prime_partitions_of_even_form(game, None)
    star = MisereForm.nim_heap(1, game.theory)
    return [(*each, star) for each in _list_prime_partitions_of_even_form(game + star, None)]


def _list_prime_partitions_of_even_form(game: MisereForm, least: MisereForm | None) -> list[Partition]:
    """Return the partitions of an even form in which no prime comes before one, in order."""
    if not game.options:
        return [()]
    found: list[Partition] = []
    for each in (game, *find_even_parts(game)):
        if is_misere_prime(each) and (least is None or not each < least):
            rest = find_misere_difference(game, each)
            assert rest is not None  # as it is a part
            if is_even_form(rest):
                found += [(each, *others) for others in _list_prime_partitions_of_even_form(rest, each)]
    return sorted(found)

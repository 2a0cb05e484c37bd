"""Canonical forms of impartial games in misere play.

A game is the set of its options. G = H in misere play when G + X and H + X have the same winner for every
impartial X, where who cannot move wins. Two facts make equality a matter of identity (Conway, *On numbers and
games*, 2nd edition, chapter 12; Siegel, *Combinatorial game theory*, chapter V.3):

* An option of G is reversible if one of its own options is equal to G. Options that are not in G may be added
  to it, and those that are may be dropped, without changing its value, as long as each has G itself as an
  option; where that leaves no option at all, one of those dropped must be a P-position (the *proviso*: 0 is
  an N-position, and so must G have been).
* Two games without reversible options are equal only if they have equal options.

So G is either canonical as it stands, or equal to an option K of one of its options: then every option of G
is an option of K or has K as an option, and every option of K is one of G. Forms are interned, one object for
each value in a theory (`cgt.form_theory`): `G == H`, and `G is H`, mean equality in misere play. Forms of two
theories are neither compared nor added: that raises `BadParameter`.
"""

from collections.abc import Iterable
from functools import total_ordering

from zermelo.cgt.form_theory import Theory, default_theory, different_theories_error
from zermelo.core.errors import BadParameter


@total_ordering
class MisereForm:
    """The value of an impartial game in misere play.

    Made by `misere_form_of_options` or `misere_nim_heap`, not by itself.

    `options` holds the canonical options, `birthday` is the height of their tree, and `number` counts the
    forms of its `theory` in the order they were met, options before the forms that have them.

    >>> misere_nim_heap(1) + misere_nim_heap(1) == misere_nim_heap(0)
    True
    >>> misere_nim_heap(2) + misere_nim_heap(2) == misere_nim_heap(0)
    False
    >>> misere_nim_heap(2) + misere_nim_heap(2)
    *2_2
    """

    __slots__ = ("_listed", "birthday", "is_p", "number", "options", "theory")

    def __init__(self, theory: Theory, options: frozenset["MisereForm"], number: int) -> None:
        self.theory = theory
        self.options = options
        self.number = number
        self._listed: tuple[MisereForm, ...] | None = None
        self.birthday: int = 1 + max((option.birthday for option in options), default=-1)
        # Who cannot move has won: the empty game is won by the mover.
        self.is_p: bool = bool(options) and not any(option.is_p for option in options)

    @property
    def outcome_class(self) -> str:
        """Return "P" where the player who just moved wins in misere play, else "N"."""
        return "P" if self.is_p else "N"

    @property
    def heap(self) -> int | None:
        """Return n where the form is that of a Nim heap of n, else None."""
        return self.birthday if self is misere_nim_heap(self.birthday, self.theory) else None

    def __add__(self, other: "MisereForm") -> "MisereForm":
        return add_misere_forms(self, other)

    @property
    def listed(self) -> tuple["MisereForm", ...]:
        """Return the options in the order of print, latest born first."""
        if self._listed is None:
            self._listed = tuple(sorted(self.options, reverse=True))
        return self._listed

    def __lt__(self, other: "MisereForm") -> bool:
        """Compare by order in print: by birthday, then by options. The order does not depend on who wins."""
        if self.theory is not other.theory:
            raise different_theories_error()
        if self.birthday != other.birthday:
            return self.birthday < other.birthday
        return self is not other and self.listed < other.listed

    def __eq__(self, other: object) -> bool:
        if isinstance(other, MisereForm) and other.theory is not self.theory:
            raise different_theories_error()
        return self is other

    __hash__ = object.__hash__  # by identity, in C: sums are looked up by pairs of forms

    def __repr__(self) -> str:
        from zermelo.cgt.misere.misere_notation import show_misere_form  # it needs forms to compare with

        return show_misere_form(self)

    def __reduce__(self) -> tuple[object, ...]:
        return misere_form_of_options, (tuple(self.options),)


# A thread that makes a form, or a heap, holds the lock of its theory, so each value has one object and one
# number. Known forms are read without the lock. Sums are made without it: every thread gets the same form.


def misere_form_of_options(options: Iterable[MisereForm], theory: Theory | None = None) -> MisereForm:
    """Return the canonical form of the game with these options, in their theory; of none, in the one given.

    >>> two = misere_nim_heap(2)
    >>> only_two = misere_form_of_options([two])
    >>> (
    ...     only_two,
    ...     misere_form_of_options([misere_nim_heap(1)]),
    ...     misere_form_of_options([only_two, misere_nim_heap(0)]),
    ... )
    (*2_#, 0, *[2_# 0])
    """
    chosen = frozenset(options)
    for option in chosen:
        owner = option.theory
        break
    else:
        owner = theory or default_theory()
    known = owner.misere_by_options.get(chosen)
    return _made_of(chosen, owner) if known is None else known


def _made_of(options: frozenset[MisereForm], theory: Theory) -> MisereForm:
    """Return the form of a set of options, and make it where there is none yet."""
    for option in options:
        if option.theory is not theory:
            raise different_theories_error()
    with theory.lock:
        known = theory.misere_by_options.get(options) or _simpler(options)
        if known is None:
            known = MisereForm(theory, options, len(theory.misere_forms))
            theory.misere_forms.append(known)
        theory.misere_by_options[options] = known
        return known


def _simpler(options: frozenset[MisereForm]) -> MisereForm | None:
    """Return the canonical form of these options after removing reversible ones, or None."""
    has_p = any(option.is_p for option in options)
    tried: set[MisereForm] = set()
    for option in options:
        for candidate in option.options:
            if candidate in tried:
                continue
            tried.add(candidate)
            kept = candidate.options
            if (
                kept <= options
                and (kept or has_p)
                and all(candidate in other.options for other in options - kept)
            ):
                return candidate
    return None


def misere_nim_heap(size: int, theory: Theory | None = None) -> MisereForm:
    """Return the form of a Nim heap: 0, *, *2, ...

    >>> misere_nim_heap(3), misere_nim_heap(1) + misere_nim_heap(2)
    (*3, *3)
    """
    if isinstance(size, bool) or not isinstance(size, int) or size < 0:
        raise BadParameter(f"{size!r} is no size of a heap: write a whole number from 0 on")
    owner = theory or default_theory()
    heaps = owner.nim_heaps
    if len(heaps) <= size:
        with owner.lock:
            while len(heaps) <= size:
                heaps.append(misere_form_of_options(heaps, owner))
    return heaps[size]


def add_misere_forms(first: MisereForm, second: MisereForm) -> MisereForm:
    """Return the form of the sum: a move is a move in one of the two."""
    if first.number > second.number:
        first, second = second, first
    if not first.options:
        return second
    key, sums = (first, second), first.theory.misere_sums
    known = sums.get(key)
    if known is None:
        if first.theory is not second.theory:
            raise different_theories_error()
        options = {add_misere_forms(option, second) for option in first.options}
        options.update(add_misere_forms(first, option) for option in second.options)
        known = sums[key] = misere_form_of_options(options)
    return known


def sum_misere_forms(forms: Iterable[MisereForm], theory: Theory | None = None) -> MisereForm:
    """Return the sum of any number of forms; of none it is 0, of the theory given."""
    result: MisereForm | None = None
    for part in forms:
        result = part if result is None else add_misere_forms(result, part)
    return misere_nim_heap(0, theory) if result is None else result


def misere_forms_by_day(day: int) -> tuple[MisereForm, ...]:
    """Return every form whose tree is at most `day` high, smallest birthdays first; `day` is at most 4.

    >>> [len(misere_forms_by_day(day)) for day in range(5)]
    [1, 2, 3, 5, 22]
    >>> misere_forms_by_day(3)
    (0, *, *2, *2_#, *3)
    """
    if day not in range(5):
        reason = (
            "there are 4,171,780 forms on day 5; count_born_by_day counts them" if day == 5 else "too many"
        )
        raise BadParameter(f"day={day!r} cannot be listed ({reason}): ask for day 0, 1, 2, 3 or 4")
    theory = default_theory()
    known = [misere_nim_heap(0, theory)]
    for _ in range(day):
        subsets = range(1 << len(known))
        known = sorted(
            {
                misere_form_of_options(
                    (kept for place, kept in enumerate(known) if subset >> place & 1), theory
                )
                for subset in subsets
            }
        )
    return tuple(known)


def count_misere_forms_by_day(day: int) -> int:
    """Return how many forms are born by `day`, at most 5, without making those of the last day.

    Each set of forms born a day earlier is one game. It is canonical unless it is the options of a form K
    with some games that have K as an option, one at least; and no set is so for two forms K, as both would be
    equal to it. If K = 0, one of the added games must be a P-position.

    >>> [count_misere_forms_by_day(day) for day in range(6)]
    [1, 2, 3, 5, 22, 4171780]
    """
    if day not in range(6):
        raise BadParameter(f"day={day!r} is out of reach: ask for a day from 0 to 5")
    if day == 0:
        return 1
    earlier = misere_forms_by_day(day - 1)
    count = 1 << len(earlier)
    for kept in earlier:
        if kept.options <= set(earlier):
            added = [other for other in earlier if kept in other.options]
            without = sum(1 for other in added if not other.is_p) if not kept.options else 0
            count -= (1 << len(added)) - (1 << without)
    return count

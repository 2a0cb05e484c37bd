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
each value: `G == H`, and `G is H`, mean equality in misere play. Interned forms stay for as long as the
process runs.
"""

import threading
from collections.abc import Iterable
from functools import total_ordering

from zermelo.core.errors import BadParameter


@total_ordering
class MisereForm:
    """The value of an impartial game in misere play; made by `form_of_options` or `nim_heap`, not by itself.

    `options` holds the canonical options, `birthday` is the height of their tree, and `number` counts forms
    in the order they were met, options before the forms that have them.

    >>> nim_heap(1) + nim_heap(1) == nim_heap(0)
    True
    >>> nim_heap(2) + nim_heap(2) == nim_heap(0)
    False
    >>> nim_heap(2) + nim_heap(2)
    *2_2
    """

    __slots__ = ("_listed", "birthday", "is_p", "number", "options")

    def __init__(self, options: frozenset["MisereForm"], number: int) -> None:
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
        return self.birthday if self is nim_heap(self.birthday) else None

    def __add__(self, other: "MisereForm") -> "MisereForm":
        return add(self, other)

    @property
    def listed(self) -> tuple["MisereForm", ...]:
        """Return the options in the order of print, latest born first."""
        if self._listed is None:
            self._listed = tuple(sorted(self.options, reverse=True))
        return self._listed

    def __lt__(self, other: "MisereForm") -> bool:
        """Return which comes first in print: by birthday, then by options. It says nothing of who wins."""
        if self.birthday != other.birthday:
            return self.birthday < other.birthday
        return self is not other and self.listed < other.listed

    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return id(self) >> 4

    def __repr__(self) -> str:
        from zermelo.theory.misere.notation import show_misere_form  # it needs forms to compare with

        return show_misere_form(self)

    def __reduce__(self) -> tuple[object, ...]:
        return form_of_options, (tuple(self.options),)


# Forms belong to the process and stay with it. Whoever makes one, or a heap, holds the lock, so each value
# has one object and one number; what is known already is read without it. Sums are not made under it:
# whoever is first, the same form comes out.
_lock = threading.RLock()
_interned: dict[frozenset[MisereForm], MisereForm] = {}  # sets of canonical options, and the form they are
_made: list[MisereForm] = []  # by number
_sums: dict[tuple[MisereForm, MisereForm], MisereForm] = {}  # the one with the smaller number first
_heaps: list[MisereForm] = []


def form_of_options(options: Iterable[MisereForm]) -> MisereForm:
    """Return the canonical form of the game with these options.

    >>> two = nim_heap(2)
    >>> only_two = form_of_options([two])
    >>> only_two, form_of_options([nim_heap(1)]), form_of_options([only_two, nim_heap(0)])
    (*2_#, 0, *[2_# 0])
    """
    chosen = frozenset(options)
    known = _interned.get(chosen)
    return _made_of(chosen) if known is None else known


def _made_of(options: frozenset[MisereForm]) -> MisereForm:
    """Return the form of a set of options, and make it where there is none yet."""
    with _lock:
        known = _interned.get(options) or _simpler(options)
        if known is None:
            known = MisereForm(options, len(_made))
            _made.append(known)
        _interned[options] = known
        return known


def _simpler(options: frozenset[MisereForm]) -> MisereForm | None:
    """Return the canonical form that these options come to by dropping reversible ones, or None."""
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


def nim_heap(size: int) -> MisereForm:
    """Return the form of a Nim heap: 0, *, *2, ...

    >>> nim_heap(3), nim_heap(1) + nim_heap(2)
    (*3, *3)
    """
    if isinstance(size, bool) or not isinstance(size, int) or size < 0:
        raise BadParameter(f"{size!r} is no size of a heap: write a whole number from 0 on")
    if len(_heaps) <= size:
        with _lock:
            while len(_heaps) <= size:
                _heaps.append(form_of_options(_heaps))
    return _heaps[size]


def add(first: MisereForm, second: MisereForm) -> MisereForm:
    """Return the form of the sum: a move is a move in one of the two."""
    if first.number > second.number:
        first, second = second, first
    if not first.options:
        return second
    key = first, second
    known = _sums.get(key)
    if known is None:
        options = {add(option, second) for option in first.options}
        options.update(add(first, option) for option in second.options)
        known = _sums[key] = form_of_options(options)
    return known


def total(forms: Iterable[MisereForm]) -> MisereForm:
    """Return the sum of any number of forms; of none it is 0."""
    result = nim_heap(0)
    for part in forms:
        result = add(result, part)
    return result


def born_by_day(day: int) -> tuple[MisereForm, ...]:
    """Return every form whose tree is at most `day` high, smallest birthdays first; `day` is at most 4.

    >>> [len(born_by_day(day)) for day in range(5)]
    [1, 2, 3, 5, 22]
    >>> born_by_day(3)
    (0, *, *2, *2_#, *3)
    """
    if day not in range(5):
        reason = (
            "there are 4,171,780 forms on day 5; count_born_by_day counts them" if day == 5 else "too many"
        )
        raise BadParameter(f"day={day!r} cannot be listed ({reason}): ask for day 0, 1, 2, 3 or 4")
    known = [nim_heap(0)]
    for _ in range(day):
        subsets = range(1 << len(known))
        known = sorted(
            {
                form_of_options(kept for place, kept in enumerate(known) if subset >> place & 1)
                for subset in subsets
            }
        )
    return tuple(known)


def count_born_by_day(day: int) -> int:
    """Return how many forms are born by `day`, at most 5, without making those of the last day.

    Each set of forms born a day earlier is one game. It is canonical unless it is the options of a form K
    with some games that have K as an option, one at least; and no set is so for two forms K, as both would be
    equal to it. If K = 0, one of the added games must be a P-position.

    >>> [count_born_by_day(day) for day in range(6)]
    [1, 2, 3, 5, 22, 4171780]
    """
    if day not in range(6):
        raise BadParameter(f"day={day!r} is out of reach: ask for a day from 0 to 5")
    if day == 0:
        return 1
    earlier = born_by_day(day - 1)
    count = 1 << len(earlier)
    for kept in earlier:
        if kept.options <= set(earlier):
            added = [other for other in earlier if kept in other.options]
            without = sum(1 for other in added if not other.is_p) if not kept.options else 0
            count -= (1 << len(added)) - (1 << without)
    return count

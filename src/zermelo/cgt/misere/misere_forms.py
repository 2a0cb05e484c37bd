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
from typing import TYPE_CHECKING, Final

from zermelo.cgt.form_theory import Theory, default_theory, make_different_theories_error
from zermelo.cgt.value_summary import truncate_long_text
from zermelo.core.errors import BadParameter
from zermelo.core.notation.result import NextOrPrevious

if TYPE_CHECKING:
    from zermelo.cgt.misere.genus import Genus

# A thread that makes a form, or a heap, holds the lock of its theory, so each value has one object and one
# number. Known forms are read without the lock. Sums are made without it: every thread gets the same form.


LONGEST_TEXT: Final = 10_000  # signs: where an option stands in many others, texts outgrow any memory


@total_ordering
class MisereForm:
    """Canonical form of an impartial game in misere play.

    Made by `MisereForm.from_options`, `MisereForm.nim_heap` and `parse_misere_form`. Equal games are one
    object. Forms are added with `+`, and ordered as they are printed.

    Parameters
    ----------
    theory : Theory
        Owner of the form; forms of two theories cannot be combined.
    options : frozenset of MisereForm
        Canonical options.
    number : int
        Number of the form in its theory, counted from 0; options come before the forms that have them.

    Attributes
    ----------
    birthday : int
        Height of the tree of options.
    is_p : bool
        Whether the player who just moved wins in misere play.

    Examples
    --------
    >>> two = MisereForm.nim_heap(2)
    >>> MisereForm.nim_heap(1) + MisereForm.nim_heap(1) == MisereForm.nim_heap(0)
    True
    >>> two + two == MisereForm.nim_heap(0), two + two
    (False, *2_2)
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

    @classmethod
    def from_options(cls, options: Iterable["MisereForm"], theory: Theory | None = None) -> "MisereForm":
        """Return the canonical form of the game with these options.

        Parameters
        ----------
        options : iterable of MisereForm
            Options, of one theory.
        theory : Theory, optional
            Owner of the form where there are no options; by default the current one.

        Returns
        -------
        MisereForm
            The form, simplified.

        Examples
        --------
        >>> zero, star, two = (MisereForm.nim_heap(size) for size in range(3))
        >>> only_two = MisereForm.from_options([two])
        >>> only_two, MisereForm.from_options([star]), MisereForm.from_options([only_two, zero])
        (*2_#, 0, *[2_# 0])
        """
        chosen = frozenset(options)
        for option in chosen:
            owner = option.theory
            break
        else:
            owner = theory or default_theory()
        known = owner.misere_by_options.get(chosen)
        return _find_or_make_form(chosen, owner) if known is None else known

    @classmethod
    def nim_heap(cls, size: int, theory: Theory | None = None) -> "MisereForm":
        """Return the form of a Nim heap: 0, *, *2, ...

        Parameters
        ----------
        size : int
            Size of the heap, 0 or more.
        theory : Theory, optional
            Owner of the form; by default the current one.

        Returns
        -------
        MisereForm
            The form.

        Examples
        --------
        >>> MisereForm.nim_heap(3), MisereForm.nim_heap(1) + MisereForm.nim_heap(2)
        (*3, *3)
        """
        if isinstance(size, bool) or not isinstance(size, int) or size < 0:
            raise BadParameter(f"{size!r} is no size of a heap: write a whole number from 0 on")
        owner = theory or default_theory()
        heaps = owner.nim_heaps
        if len(heaps) <= size:
            with owner.lock:
                while len(heaps) <= size:
                    heaps.append(cls.from_options(heaps, owner))
        return heaps[size]

    @property
    def outcome_class(self) -> NextOrPrevious:
        """Winner in misere play: "P" the player who just moved, "N" the next player."""
        return "P" if self.is_p else "N"

    @property
    def heap(self) -> int | None:
        """Size of the Nim heap that the form is equal to; None where there is none."""
        return self.birthday if self is MisereForm.nim_heap(self.birthday, self.theory) else None

    @property
    def genus(self) -> "Genus":
        """Genus: nimber, misere nim values beside heaps of two, and whether the form is tame.

        Examples
        --------
        >>> str(MisereForm.nim_heap(2).genus), MisereForm.nim_heap(2).genus.full_symbol
        ('2', '2^20')
        """
        from zermelo.cgt.misere.genus import genus

        return genus(self)

    def find_distinguisher(self, other: "MisereForm") -> "MisereForm":
        """Return a game beside which this form is a P-position and the other is an N-position.

        Parameters
        ----------
        other : MisereForm
            Form that is not equal to this one.

        Returns
        -------
        MisereForm
            The game that tells them apart.

        Raises
        ------
        BadParameter
            If the two are equal.

        Examples
        --------
        >>> beside = MisereForm.nim_heap(2).find_distinguisher(MisereForm.nim_heap(3))
        >>> beside, (MisereForm.nim_heap(2) + beside).outcome_class
        (*2, 'P')
        """
        from zermelo.cgt.misere.misere_links import find_distinguisher

        return find_distinguisher(self, other)

    def find_difference(self, other: "MisereForm") -> "MisereForm | None":
        """Return the one game that added to the other gives this form.

        Parameters
        ----------
        other : MisereForm
            Form to subtract.

        Returns
        -------
        MisereForm or None
            The game X with `other + X == self`; None where there is none.

        Examples
        --------
        >>> two, three = MisereForm.nim_heap(2), MisereForm.nim_heap(3)
        >>> (two + two + three).find_difference(three), two.find_difference(MisereForm.nim_heap(4))
        (*2_2, None)
        """
        from zermelo.cgt.misere.misere_links import find_misere_difference

        return find_misere_difference(self, other)

    def prime_partitions(self) -> list[tuple["MisereForm", ...]]:
        """Return all partitions of the form into even primes.

        Returns
        -------
        list of tuple of MisereForm
            Primes that add up to the form, with * last if the form is odd.

        Examples
        --------
        >>> two = MisereForm.nim_heap(2)
        >>> (two + two + MisereForm.nim_heap(1)).prime_partitions()
        [(*2, *2, *)]
        """
        from zermelo.cgt.misere.misere_primes import prime_partitions

        return prime_partitions(self)

    @property
    def printed_text(self) -> str:
        """The form as text, cut where it is long, or what is known of one that is too long to be written."""
        text = self.short_text(LONGEST_TEXT)
        if text is not None:
            return truncate_long_text(text)
        return f"{len(self.options)} options, born on day {self.birthday}: more than {LONGEST_TEXT:,} signs"

    def short_text(self, most: int) -> str | None:
        """Return the form as text, unless the text is too long.

        An option is written out wherever it occurs, so texts of wild games may need more than all memory.

        Parameters
        ----------
        most : int
            Largest number of characters, approximately.

        Returns
        -------
        str or None
            The text; None where it would be longer.

        Examples
        --------
        >>> MisereForm.nim_heap(2).short_text(10)
        '*2'
        """
        from zermelo.cgt.misere.misere_notation import find_short_misere_text

        return find_short_misere_text(self, most)

    def __add__(self, other: "MisereForm") -> "MisereForm":
        """Return the form of the sum: a move is a move in one of the two."""
        first, second = (self, other) if self.number <= other.number else (other, self)
        if not first.options:
            return second
        key, sums = (first, second), first.theory.misere_sums
        known = sums.get(key)
        if known is None:
            if first.theory is not second.theory:
                raise make_different_theories_error()
            options = {option + second for option in first.options}
            options.update(first + option for option in second.options)
            known = sums[key] = MisereForm.from_options(options)
        return known

    @property
    def sorted_options(self) -> tuple["MisereForm", ...]:
        """Options in the order of print, latest born first."""
        if self._listed is None:
            self._listed = tuple(sorted(self.options, reverse=True))
        return self._listed

    def __lt__(self, other: "MisereForm") -> bool:
        """Compare by order in print: by birthday, then by options. The order does not depend on who wins."""
        if self.theory is not other.theory:
            raise make_different_theories_error()
        if self.birthday != other.birthday:
            return self.birthday < other.birthday
        return self is not other and self.sorted_options < other.sorted_options

    def __eq__(self, other: object) -> bool:
        if isinstance(other, MisereForm) and other.theory is not self.theory:
            raise make_different_theories_error()
        return self is other

    __hash__ = object.__hash__  # by identity, in C: sums are looked up by pairs of forms

    def __repr__(self) -> str:
        from zermelo.cgt.misere.misere_notation import show_misere_form  # it needs forms to compare with

        return show_misere_form(self)

    def __reduce__(self) -> tuple[object, ...]:
        return MisereForm.from_options, (tuple(self.options),)


def _find_or_make_form(options: frozenset[MisereForm], theory: Theory) -> MisereForm:
    """Return the form of a set of options, and make it where there is none yet."""
    for option in options:
        if option.theory is not theory:
            raise make_different_theories_error()
    with theory.lock:
        known = theory.misere_by_options.get(options) or _remove_reversible_options(options)
        if known is None:
            known = MisereForm(theory, options, len(theory.misere_forms))
            theory.misere_forms.append(known)
        theory.misere_by_options[options] = known
        return known


def _remove_reversible_options(options: frozenset[MisereForm]) -> MisereForm | None:
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


def sum_misere_forms(forms: Iterable[MisereForm], theory: Theory | None = None) -> MisereForm:
    """Return the sum of any number of forms; of none it is 0, of the theory given."""
    result: MisereForm | None = None
    for part in forms:
        result = part if result is None else result + part
    return MisereForm.nim_heap(0, theory) if result is None else result


def misere_forms_by_day(day: int) -> tuple[MisereForm, ...]:
    """Return all misere canonical forms born by a day.

    Parameters
    ----------
    day : int
        The day, 0 to 4.

    Returns
    -------
    tuple of MisereForm
        The 1, 2, 3, 5 or 22 forms, smallest birthdays first.

    Raises
    ------
    BadParameter
        If the day is later.

    Examples
    --------
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
    known = [MisereForm.nim_heap(0, theory)]
    for _ in range(day):
        subsets = range(1 << len(known))
        known = sorted(
            {
                MisereForm.from_options(
                    (kept for place, kept in enumerate(known) if subset >> place & 1), theory
                )
                for subset in subsets
            }
        )
    return tuple(known)

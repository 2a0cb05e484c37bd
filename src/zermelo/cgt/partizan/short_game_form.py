"""Short partizan games by value: equal games are one object, and operators follow the mathematics.

J. H. Conway, *On numbers and games* (1976); E. Berlekamp, J. Conway and R. Guy, *Winning ways* (1982); A. N.
Siegel, *Combinatorial game theory* (2013). Left and Right move in turn, and who cannot loses; G is at least H
where Left, moving second, wins G - H. Each value has one canonical form, the game with nothing needless in
it, which `cgt/kernels/form_store_kernels.py` keeps.

What else a form is asked by its methods (`form_methods.py`) is worked out in the files beside this one, each
of which is made of forms: they import this one, and it imports them when it is asked.
"""

from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING

from zermelo.cgt.form_theory import Theory, TheoryMemo, default_theory, make_different_theories_error
from zermelo.cgt.partizan.form_methods import FormMethods
from zermelo.core.errors import BadParameter

if TYPE_CHECKING:
    from zermelo.cgt.loopy.loopy_value import Loopy


class Form(FormMethods):
    """Canonical form of a game in normal play whose play ends; equal games are one object.

    Made by `canonical`, `form` and `options_form`, and by `+`, `-`, and `*` with an integer. Comparisons are
    those of games: two that are confused are neither less, greater nor equal. Forms of two theories, made
    before and after `clear_forms`, raise `BadParameter` when compared or added.

    Examples
    --------
    >>> star, one = make_nimber_form(1), make_number_form(1)
    >>> up = options_form([0], [star])
    >>> up > 0, up < one, up.is_confused_with(star), up + up > star, star + star == 0
    (True, True, True, True, True)
    """

    __slots__ = ("_place", "_theory")
    _place: int
    _theory: Theory

    @classmethod
    def from_store_place(cls, theory: Theory, place: int) -> "Form":
        """Return the form at a place of a theory's store.

        Parameters
        ----------
        theory : Theory
            Owner of the form.
        place : int
            Slot of the form in the store.

        Returns
        -------
        Form
            The form.
        """
        found = theory.forms.get(place)
        if found is None:
            found = object.__new__(cls)
            found._place, found._theory = place, theory
            found = theory.forms.setdefault(place, found)
        return found

    @property
    def place(self) -> int:
        """Slot of the form in the store of its theory."""
        return self._place

    @property
    def theory(self) -> Theory:
        """Theory that owns the form and all results about it."""
        return self._theory

    # Options and kinds.

    @property
    def left(self) -> tuple["Form", ...]:
        """Left's options in canonical form."""
        return self._read_options("left", "lefts")

    @property
    def right(self) -> tuple["Form", ...]:
        """Right's options in canonical form."""
        return self._read_options("right", "rights")

    @property
    def is_number(self) -> bool:
        """Whether the form is a number, a dyadic fraction."""
        return (
            self._is_ups_sum
            and self._read_record_field("ups") == 0
            and self._read_record_field("nimber") == 0
        )

    @property
    def number(self) -> Fraction:
        """The number that the form is equal to; `BadParameter` where it is none."""
        if not self.is_number:
            raise BadParameter(f"{self} is no number: ask for its mean or its stops")
        return self._fraction

    @property
    def ups(self) -> tuple[Fraction, int, int] | None:
        """Number, count of ups and nimber whose sum the form is; None where it is no such sum."""
        return (
            (self._fraction, self._read_record_field("ups"), self._read_record_field("nimber"))
            if self._is_ups_sum
            else None
        )

    @property
    def is_nimber(self) -> bool:
        """Whether the form is a nim heap; 0 is one."""
        return (
            self._is_ups_sum
            and self._read_record_field("ups") == 0
            and self._read_record_field("numerator") == 0
        )

    @property
    def is_infinitesimal(self) -> bool:
        """Whether the form lies between all negative and all positive numbers."""
        return self.left_stop == 0 == self.right_stop

    @property
    def outcome_class(self) -> str:
        """Winner: "L" Left, "R" Right, "N" the next player, "P" the previous one."""
        if self._place == 0:
            return "P"
        if self >= 0:
            return "L"
        return "R" if self <= 0 else "N"

    @property
    def left_stop(self) -> Fraction:
        """Left stop: the number that play reaches if Left begins and both stop at numbers."""
        return Form.from_store_place(self._theory, self._read_record_field("left_stop"))._fraction

    @property
    def right_stop(self) -> Fraction:
        """Right stop: the number that play reaches if Right begins."""
        return Form.from_store_place(self._theory, self._read_record_field("right_stop"))._fraction

    @property
    def birthday(self) -> int:
        """Height of the tree of the canonical form."""
        return _compute_birthday(self)

    # Arithmetic and order.

    def __add__(self, other: "Value") -> "Form":
        if not _is_form_or_number(other):
            return NotImplemented
        theory = self._theory
        return Form.from_store_place(
            theory, theory.store.add_forms(self._place, self._place_in_theory(other))
        )

    __radd__ = __add__

    def __neg__(self) -> "Form":
        return Form.from_store_place(self._theory, self._theory.store.negate_form(self._place))

    def __sub__(self, other: "Value") -> "Form":
        if not _is_form_or_number(other):
            return NotImplemented
        return self + -convert_to_form(other, self._theory)

    def __rsub__(self, other: "Value") -> "Form":
        if not _is_form_or_number(other):
            return NotImplemented
        return convert_to_form(other, self._theory) + -self

    def __mul__(self, count: int) -> "Form":
        """Return the sum of `count` copies; of negatives if `count` is below 0."""
        if not isinstance(count, int) or isinstance(count, bool):
            return NotImplemented
        doubled, total = (self, count) if count >= 0 else (-self, -count), convert_to_form(0, self._theory)
        copies, left = doubled
        while left:
            if left & 1:
                total = total + copies
            copies, left = copies + copies if left > 1 else copies, left >> 1
        return total

    __rmul__ = __mul__

    def __le__(self, other: "Value") -> bool:
        if not _is_form_or_number(other):
            return NotImplemented
        return self._theory.store.is_at_most(self._place, self._place_in_theory(other))

    def __ge__(self, other: "Value") -> bool:
        if not _is_form_or_number(other):
            return NotImplemented
        return self._theory.store.is_at_most(self._place_in_theory(other), self._place)

    def __lt__(self, other: "Value") -> bool:
        if not _is_form_or_number(other):
            return NotImplemented
        return self._place != self._place_in_theory(other) and self <= other

    def __gt__(self, other: "Value") -> bool:
        if not _is_form_or_number(other):
            return NotImplemented
        return self._place != self._place_in_theory(other) and self >= other

    def __eq__(self, other: object) -> bool:
        if isinstance(other, (int, Fraction)):
            return self.is_number and self._fraction == other
        if not isinstance(other, Form):
            return NotImplemented
        if other._theory is not self._theory:
            raise make_different_theories_error()
        return self is other

    def __hash__(self) -> int:
        return hash(self._fraction) if self.is_number else hash((Form, self._place))

    def is_confused_with(self, other: "Value") -> bool:
        """Return whether neither form is at least the other: the first player wins the difference.

        Parameters
        ----------
        other : Form, int or Fraction
            Form to compare with.

        Returns
        -------
        bool
            Whether the two are confused.
        """
        return not self <= other and not self >= other

    # As text.

    def __str__(self) -> str:
        from zermelo.cgt.partizan.notation.form_notation import show_form

        return show_form(self)

    __repr__ = __str__

    def _repr_latex_(self) -> str:
        from zermelo.cgt.partizan.notation.form_notation import show_form_latex

        return show_form_latex(self)

    def __copy__(self) -> "Form":
        return self

    def __deepcopy__(self, memo: object) -> "Form":
        return self

    def __reduce__(self) -> tuple[object, ...]:
        """Return how it is made again: places are a theory's own, and texts may be too deep to read."""
        from zermelo.cgt.partizan.form_followers import dump_form, load_form

        return load_form, (dump_form(self),)

    # Its record in the store.

    @property
    def _is_ups_sum(self) -> bool:
        return self._read_record_field("is_tree") == 0

    @property
    def _fraction(self) -> Fraction:
        return Fraction(self._read_record_field("numerator"), 1 << self._read_record_field("exponent"))

    def _read_record_field(self, field: str) -> int:
        found: int = self._theory.store.arrays.records[field].item(self._place)
        return found

    def _read_options(self, field: str, count: str) -> tuple["Form", ...]:
        store = self._theory.store
        store.store_options_of_ups(self._place)
        begin, length = self._read_record_field(field), self._read_record_field(count)
        places = store.arrays.options[begin : begin + length]
        return tuple(Form.from_store_place(self._theory, int(place)) for place in places)

    def _place_in_theory(self, value: "Value") -> int:
        """Return the place of a value in this form's theory."""
        if not isinstance(value, Form):
            value = make_number_form(value, self._theory)
        elif value._theory is not self._theory:
            raise make_different_theories_error()
        return value._place


Value = Form | int | Fraction


def convert_to_form(value: "Value | Loopy | str", theory: Theory | None = None) -> Form:
    """Return the form of a number or a text, and a form itself. Raises `BadParameter` for others, as floats.

    With a theory, for forms of another one too.
    """
    if isinstance(value, str):
        from zermelo.cgt.partizan.notation.form_parser import form

        value = form(value, theory)
    if not isinstance(value, Form):
        if not isinstance(value, (int, Fraction)):
            raise make_not_a_form_error(value)
        return make_number_form(value, theory)
    if theory is not None and value._theory is not theory:
        raise make_different_theories_error()
    return value


def find_theory_of_values(values: Iterable[object]) -> Theory:
    """Return the theory of the first form among values; the default where there is none."""
    for value in values:
        if isinstance(value, Form):
            return value._theory
    return default_theory()


def _is_form_or_number(value: object) -> bool:
    """Return whether a value is one, or stands for one. A bool is a slip, not a number."""
    return isinstance(value, (Form, int, Fraction)) and not isinstance(value, bool)


def make_not_a_form_error(wrong: object) -> BadParameter:
    """Return the error for what is no value of a game that ends; loopy values are none."""
    return BadParameter(
        f"{wrong!r} is no game that ends: give a form, an integer or a Fraction (a float is not exact)"
    )


def make_number_form(number: int | Fraction, theory: Theory | None = None) -> Form:
    """Return a dyadic fraction. Raises `BadParameter` for others, and past 61 bits."""
    return make_ups_form(number, 0, 0, theory)


def make_nimber_form(heap: int, theory: Theory | None = None) -> Form:
    """Return a nim heap, *heap."""
    return make_ups_form(0, 0, heap, theory)


def make_ups_form(number: int | Fraction, ups: int, nimber: int, theory: Theory | None = None) -> Form:
    """Return number + ups.up + *nimber. Raises `BadParameter` where these are no numbers, or too large."""
    if not (_is_form_or_number(number) and _is_form_or_number(ups) and _is_form_or_number(nimber)):
        wrong = next(each for each in (number, ups, nimber) if not _is_form_or_number(each))
        raise make_not_a_form_error(wrong)
    for count in (ups, nimber):
        if not isinstance(count, int):
            raise BadParameter(f"{count} is no count of ups, and no nim heap: give an integer")
    exact = number.number if isinstance(number, Form) else number
    fraction = exact if isinstance(exact, int) else Fraction(exact)
    denominator = fraction.denominator
    if denominator & (denominator - 1):
        raise BadParameter(
            f"{fraction} is no game: numbers of games are whole, or halves, quarters, eighths ..."
        )
    if nimber < 0:
        raise BadParameter(f"*{nimber} is no nim heap: heaps are 0 or more")
    owner = theory or default_theory()
    place = owner.store.make_ups_form(fraction.numerator, denominator.bit_length() - 1, ups, nimber)
    return Form.from_store_place(owner, place)


def options_form(
    lefts: Iterable[Value | str], rights: Iterable[Value | str], theory: Theory | None = None
) -> Form:
    """Return the canonical form of the game with these options.

    Parameters
    ----------
    lefts : iterable of Form, int, Fraction or str
        Left's options.
    rights : iterable of Form, int, Fraction or str
        Right's options.
    theory : Theory, optional
        Owner of the form; by default that of the options, or else the current one.

    Returns
    -------
    Form
        The form.

    Raises
    ------
    BadParameter
        For options that are no values, and for forms of two theories.

    Examples
    --------
    >>> options_form([0], [1]), options_form([3], [3]), options_form({"^", 0}, {"*"})
    (1/2, 3*, ^[2])
    """
    lefts, rights = list(lefts), list(rights)
    owner = theory or find_theory_of_values(lefts + rights)
    return Form.from_store_place(
        owner,
        owner.store.make_form(_find_places_of_values(lefts, owner), _find_places_of_values(rights, owner)),
    )


def _find_places_of_values(values: list[Value | str], theory: Theory) -> list[int]:
    return [
        value._place
        if isinstance(value, Form) and value._theory is theory
        else convert_to_form(value, theory)._place
        for value in values
    ]


_BIRTHDAYS: TheoryMemo[int, int] = TheoryMemo()  # by place


def _compute_birthday(form: Form) -> int:
    from zermelo.cgt.partizan.form_followers import yield_followers_options_first

    known = _BIRTHDAYS.get_answers_in_theory(form.theory)
    for each in yield_followers_options_first(
        form, lambda each: each.place in known, lambda each: each.ups is not None
    ):
        if each.ups is None:
            known[each.place] = 1 + max(known[option.place] for option in each.left + each.right)
        else:
            number, ups, nimber = each.ups
            days = abs(int(number)) + (number.denominator.bit_length() if number.denominator > 1 else 0)
            known[each.place] = days + (abs(ups) + max(1, nimber ^ (ups & 1)) if ups else nimber)
    return known[form.place]

"""Uptimals: sums of a number, a nimber and powers of up, and which of them a form is.

E. Berlekamp, J. Conway and R. Guy, *Winning ways* (1982), chapter 8, who write .12 for ^ + 2.^<2>; A. N.
Siegel, *Combinatorial game theory* (2013), section II.4.

    x + *m + a.^ + b.^<2> + c.^<3> + ...

The parts are found one after the other, and finally added: the form is an uptimal only if it equals this sum.
The number is the stop, and the number of ups is the atomic weight. The rest is so small that it is comparable
with 0 only beside the right *m. Then the powers follow in turn: a.^<k> is the right multiple if twice the
rest lies between -^<k> and ^<k>, as only sums of smaller powers do.
"""

from fractions import Fraction
from typing import NamedTuple

from zermelo.cgt.form_theory import Theory, default_theory
from zermelo.cgt.partizan.atomic_weight import atomic_weight, is_all_small
from zermelo.cgt.partizan.form_followers import is_integer
from zermelo.cgt.partizan.form_shape import list_followers_options_first
from zermelo.cgt.partizan.named_forms import up_power
from zermelo.cgt.partizan.short_game_form import Form, make_nimber_form, make_number_form, make_ups_form


class Uptimal(NamedTuple):
    """A sum of a number, a nimber and powers of up.

    `powers` has how many of ^, ^<2>, ^<3> ...; the last is not 0. Printed, it is the notation of *Winning
    Ways*: 1/2*3.1-2 is 1/2 + *3 - ^ + 2.^<2>. A minus follows its digit, and what is larger than 9 stands in
    parentheses.

    >>> print(Uptimal(Fraction(1, 2), 3, (-1, 2)), Uptimal(Fraction(0), 0, (0, 12)))
    1/2*3.1-2 0.0(12)
    """

    number: Fraction
    nimber: int
    powers: tuple[int, ...]

    def __str__(self) -> str:
        """Say it in the notation of uptimals."""
        star = "*" + (str(self.nimber) if self.nimber > 1 else "") if self.nimber else ""
        number = str(self.number) if self.number or not star else ""
        digits = (str(abs(many)) if abs(many) < 10 else f"({abs(many)})" for many in self.powers)
        signed = (text + ("-" if many < 0 else "") for text, many in zip(digits, self.powers, strict=True))
        return f"{number}{star}.{''.join(signed) or '0'}"

    def form(self, theory: Theory | None = None) -> Form:
        """Return it as a form."""
        owner = theory or default_theory()
        total = make_ups_form(self.number, self.powers[0] if self.powers else 0, self.nimber, owner)
        for power, many in enumerate(self.powers[1:], 2):
            total = total + many * up_power(power, owner)
        return total


def find_uptimal(form: Form) -> Uptimal | None:
    """Return the uptimal that a form is; None where it is none.

    >>> from zermelo.cgt.partizan.notation.form_parser import form
    >>> print(find_uptimal(form("^[3] + 1*")), find_uptimal(form("{0||0|v*}")), find_uptimal(form("{1|0}")))
    1*.111 *.12 None
    """
    if form.ups is not None:
        number, ups, nimber = form.ups
        return Uptimal(number, nimber, (ups,) if ups else ())
    if form.left_stop != form.right_stop:
        return None
    theory = form.theory
    rest = form - form.left_stop
    if not is_all_small(rest):
        return None
    weight = atomic_weight(rest)
    if not is_integer(weight):
        return None
    powers = [int(weight.number)]
    rest = rest - make_ups_form(0, powers[0], 0, theory)
    heap = _find_nimber_of_remainder(rest)
    if heap is None:
        return None
    rest = rest + make_nimber_form(heap, theory)
    zero = make_number_form(0, theory)
    most = form.birthday
    while rest is not zero and len(powers) < most:
        many = _count_units_in_remainder(rest, up_power(len(powers) + 1, theory), most)
        if many is None:
            return None
        powers.append(many)
        rest = rest - many * up_power(len(powers), theory)
    found = Uptimal(form.left_stop, heap, tuple(powers))
    return found if rest is zero and found.form(theory) is form else None


def _find_nimber_of_remainder(rest: Form) -> int | None:
    """Return the m beside which a form without ups is comparable with 0; it is seen in its positions."""
    seen = {each.ups[2] for each in list_followers_options_first(rest) if each.ups is not None}
    for nimber in sorted(seen | {heap ^ 1 for heap in seen}):
        if not rest.is_confused_with(make_nimber_form(nimber, rest.theory)):
            return nimber
    return None


def _count_units_in_remainder(rest: Form, unit: Form, most: int) -> int | None:
    """Return how many units are in what is left, at most so many: what remains is infinitely smaller."""
    sign = 1 if rest > 0 else -1
    for many in range(most + 1):
        twice = 2 * (rest - sign * many * unit)
        if -unit < twice < unit:
            return sign * many
    return None

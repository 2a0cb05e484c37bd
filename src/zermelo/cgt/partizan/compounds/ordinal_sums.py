"""The ordinal sum G:H, in which a move in G removes H; its inverse, and powers.

E. Berlekamp, J. Conway and R. Guy, *Winning ways* (1982), chapter 7, the colon principle; A. N. Siegel,
*Combinatorial game theory* (2013), chapter II; N. McKay, *Forms and values of number-like and nimber-like
games* (2016).

    G:H = {GL, G:HL | GR, G:HR}

The value of H is all that counts of it: G:H is at least G:K where H is at least K, and only there. Of G the
form counts: {*|*} is 0, and {*|*}:1 is ^, where 0:1 is 1. Forms here are canonical, so G is; games that are
not are in `literal.py`.

So H is known from G:H and G: of G:H in canonical form each option G:HL is left, as it is neither dominated
nor reversible; whatever else is left comes from G. `find_subordinate` reads it off, and then makes G:H again.
"""

from collections.abc import Sequence
from fractions import Fraction

from zermelo.cgt.partizan.form_followers import yield_followers_options_first
from zermelo.cgt.partizan.short_game_form import Form, Value, convert_to_form, make_number_form, options_form
from zermelo.core.errors import BadParameter

Sides = tuple[Sequence[Form], Sequence[Form]]  # a game by its options, Left's and Right's: its form counts


def compute_ordinal_sum(base: Form, subordinate: Value) -> Form:
    """Return the ordinal sum base:subordinate of canonical forms.

    >>> from zermelo.cgt.partizan.notation.form_parser import form
    >>> [compute_ordinal_sum(form(base), form(text)) for base, text in (("1", "-1"), ("*", "*2"), ("^", "2"))]
    [1/2, *3, ^[3]]
    """
    return compute_ordinal_sum_from_options(
        (base.left, base.right), convert_to_form(subordinate, base.theory)
    )


def compute_ordinal_sum_from_options(base: Sides, subordinate: Form) -> Form:
    """Return base:subordinate, of a game that its options say; only these of it matter.

    >>> from zermelo.cgt.partizan.named_forms import star
    >>> compute_ordinal_sum_from_options(([star()], [star()]), make_number_form(3))
    ^[3]
    """
    known: dict[Form, Form] = {}
    for each in yield_followers_options_first(subordinate, known.__contains__):
        lefts, rights = ([known[option] for option in side] for side in (each.left, each.right))
        known[each] = options_form([*base[0], *lefts], [*base[1], *rights], subordinate.theory)
    return known[subordinate]


def find_subordinate(form: Form, base: Value) -> Form:
    """Return the H of which a form is base:H. Raises `BadParameter` where there is none.

    >>> from zermelo.cgt.partizan.notation.form_parser import form
    >>> find_subordinate(form("3/8"), 1), find_subordinate(form("^[3]"), form("^"))
    (-3/2, 2)
    """
    left_of = convert_to_form(base, form.theory)
    return find_subordinate_to_options(form, (left_of.left, left_of.right), str(left_of))


def find_subordinate_to_options(form: Form, base: Sides, said: str) -> Form:
    """Return the H of which a form is base:H, the base given by its options; `said` names it in errors."""
    known: dict[Form, Form | None] = {}
    for each in yield_followers_options_first(form, known.__contains__):
        lefts, rights = (
            [found for option in side if (found := known[option]) is not None]
            for side in (each.left, each.right)
        )
        guess = options_form(lefts, rights, form.theory)
        known[each] = guess if compute_ordinal_sum_from_options(base, guess) is each else None
    found = known[form]
    if found is None:
        raise BadParameter(f"{form} is no ordinal sum {said}:H, whatever H is: take another base")
    return found


def compute_power_sum(form: Form, exponent: int | Fraction) -> Form:
    """Return the sum of the powers of {0|H} up to an exponent, a dyadic fraction above 0, or 0.

    It is G:s where 1:s is the exponent; of a whole one it is G + G**2 + ... + G**n (Siegel 2013, II.4).

    >>> from zermelo.cgt.partizan.named_forms import up
    >>> compute_power_sum(up(), 2), compute_power_sum(up(), 0), compute_power_sum(up(), Fraction(3, 2))
    (^[2], 0, {^|*,^[2]})
    """
    find_power_base(form)
    much = make_number_form(exponent, form.theory)
    if much < 0:
        raise BadParameter(f"{form} to the {exponent}: exponents of power sums are 0 or more")
    return much if much == 0 else compute_ordinal_sum(form, find_subordinate(much, 1))


def compute_power(form: Form, exponent: int | Fraction) -> Form:
    """Return the power of {0|H}: {0 | H - (the sum of the powers to the exponent less 1)}, from 1 on.

    >>> from zermelo.cgt.partizan.named_forms import tiny, up
    >>> compute_power(up(), 1), compute_power(up(), 3), compute_power(tiny(2), 1), compute_power(tiny(2), 2)
    (^, ^<3>, Tiny(2), {0||0|-2,{0|-2}})
    """
    answer = find_power_base(form)
    if exponent < 1:
        raise BadParameter(f"{form} to the {exponent}: exponents of powers are 1 or more")
    return options_form([0], [answer - compute_power_sum(form, exponent - 1)], form.theory)


def find_power_base(form: Form) -> Form:
    """Return H of a form {0|H}; only these have powers. Raises `BadParameter` for others."""
    if form.left != (make_number_form(0, form.theory),) or len(form.right) != 1:
        raise BadParameter(f"{form} has no powers: only games {{0|H}} have, such as ^ and Tiny(2)")
    return form.right[0]

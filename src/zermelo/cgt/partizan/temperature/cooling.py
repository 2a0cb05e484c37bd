"""Cooling a game, and heating it.

A. N. Siegel, *Combinatorial game theory* (2013), section II.5; E. Berlekamp, J. Conway and R. Guy, *Winning
ways* (1982), chapter 6. Cooled by t, every move costs t, and the game is frozen at its mean where t is above
its temperature:

    G cooled by t = {GL cooled - t | GR cooled + t}

Cooling is additive: the sum of two cooled games is the cooled sum. Heating is the opposite: each move gains
t, until a number is reached; overheating continues to the integers.
"""

from collections.abc import Callable
from fractions import Fraction

from zermelo.cgt.form_theory import TheoryMemo
from zermelo.cgt.partizan.form_followers import is_integer, yield_followers_options_first
from zermelo.cgt.partizan.short_game_form import Form, Value, convert_to_form, make_number_form, options_form
from zermelo.cgt.partizan.temperature.trajectories import COLDEST
from zermelo.core.errors import BadParameter

_COOLED: TheoryMemo[Form, dict[Form, Form]] = TheoryMemo()  # by what each move costs
_HEATED: TheoryMemo[Form, dict[Form, Form]] = TheoryMemo()  # by what each move brings
_OVERHEATED: TheoryMemo[tuple[Form, Form], dict[Form, Form]] = (
    TheoryMemo()
)  # by the unit, and what each move brings


def cool(form: Form, temperature: Fraction | int) -> Form:
    """Return a form cooled by a dyadic fraction of at least -1. Raises `BadParameter` for others.

    Cooled by less than 0 it is heated as far as the integers, and that is additive no more.

    >>> from zermelo.cgt.partizan.notation.form_parser import form
    >>> cool(form("+-3"), 1), cool(form("+-3"), 3), cool(form("+-3"), 4)
    (+-2, *, 0)
    """
    if temperature < COLDEST:
        raise BadParameter(f"a game cannot be cooled by {temperature}: -1 is the least")
    if temperature == 0:
        return form
    theory = form.theory
    cost = make_number_form(temperature, theory)

    def is_frozen(game: Form) -> bool:
        return is_integer(game) or game.temperature < temperature

    computed = _COOLED.get_answers_in_theory(theory).setdefault(cost, {})
    return _add_gain_to_moves(
        form, -cost, is_frozen, lambda game: make_number_form(game.mean, theory), computed
    )


def freeze(form: Form) -> Form:
    """Return a form cooled by its own temperature, at which it is a number plus an infinitesimal.

    >>> from zermelo.cgt.partizan.notation.form_parser import form
    >>> freeze(form("{3|1}")), freeze(form("1/2"))
    (2*, 1/2)
    """
    return form if form.is_number else cool(form, form.temperature)


def heat(form: Form, temperature: Value) -> Form:
    """Return a form heated by a number, or a number plus a nimber, which each move gains, up to numbers.

    Heating is not additive, as options may be best that were not: * and {1/2|*} heated by 1 are a
    counterexample.

    >>> from zermelo.cgt.partizan.named_forms import star
    >>> heat(star(), 3), heat(star(), 1 + star())
    (+-3, +-1*)
    """
    gain = convert_to_form(temperature, form.theory)
    computed = _HEATED.get_answers_in_theory(form.theory).setdefault(gain, {})
    return _add_gain_to_moves(form, gain, lambda game: game.is_number, lambda game: game, computed)


def overheat(form: Form, unit: Value, temperature: Value) -> Form:
    """Return a form in which each move brings `temperature`, up to integers, which stand for so many `unit`.

    >>> from zermelo.cgt.partizan.named_forms import star
    >>> overheat(star() + 2, 1, 3), overheat(convert_to_form(Fraction(1, 2)), 2, 1)
    ({5|-1}, 1*)
    """
    units, gain = convert_to_form(unit, form.theory), convert_to_form(temperature, form.theory)
    computed = _OVERHEATED.get_answers_in_theory(form.theory).setdefault((units, gain), {})
    return _add_gain_to_moves(form, gain, is_integer, lambda game: int(game.number) * units, computed)


def _add_gain_to_moves(
    form: Form,
    gain: Form,
    is_leaf: Callable[[Form], bool],
    settle: Callable[[Form], Form],
    computed: dict[Form, Form],
) -> Form:
    """Return the form in which each move brings `gain`, and leaves are what `settle` makes of them."""
    for game in yield_followers_options_first(form, computed.__contains__, is_leaf):
        if is_leaf(game):
            computed[game] = settle(game)
        else:
            computed[game] = options_form(
                [computed[option] + gain for option in game.left],
                [computed[option] - gain for option in game.right],
            )
    return computed[form]

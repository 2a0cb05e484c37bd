"""Atomic weight: how many ups an all-small game is worth, where far stars decide the rest.

E. Berlekamp, J. Conway and R. Guy, *Winning ways* (1982), chapter 8; A. N. Siegel, *Combinatorial game
theory* (2013), section II.7. A game is all-small where in all its positions both players can move, or
neither; all such games are infinitesimal. With W = {aw(GL) - 2 | aw(GR) + 2} the weight of G is W, but where
W is an integer it is

    0                              if G is confused with the far star, a nim heap larger than all in G
    the greatest n <| aw(GR) + 2   if G is greater than the far star
    the least n |> aw(GL) - 2      if G is less

where n <| X means that n is not at least X. Weights are additive. A player who is ahead by 2 wins, no matter
who begins.
"""

from zermelo.cgt.form_theory import TheoryMemo
from zermelo.cgt.partizan.form_followers import yield_followers_options_first
from zermelo.cgt.partizan.short_game_form import Form, make_nimber_form, make_number_form, options_form
from zermelo.core.errors import BadParameter

_WEIGHTS: TheoryMemo[Form, Form] = TheoryMemo()
_ALL_SMALL: TheoryMemo[Form, bool] = TheoryMemo()


def atomic_weight(form: Form) -> Form:
    """Return the atomic weight of an all-small game. Raises `BadParameter` for others.

    >>> from zermelo.cgt.partizan.notation.form_parser import form
    >>> atomic_weight(form("^3*")), atomic_weight(form("{^3|*,v2}")), atomic_weight(form("*2"))
    (3, {1|0}, 0)
    """
    if not is_all_small(form):
        raise BadParameter(
            f"{form} has no atomic weight: somewhere in it one player can move and the other cannot"
        )
    computed = _WEIGHTS.get_answers_in_theory(form.theory)
    for game in yield_followers_options_first(form, computed.__contains__, _is_ups_sum):
        computed[game] = _compute_atomic_weight(game, computed)
    return computed[form]


def is_all_small(form: Form) -> bool:
    """Return whether in all positions of a form both players can move, or neither.

    >>> from zermelo.cgt.partizan.notation.form_parser import form
    >>> is_all_small(form("^*")), is_all_small(form("Tiny(1)"))
    (True, False)
    """
    computed = _ALL_SMALL.get_answers_in_theory(form.theory)
    for game in yield_followers_options_first(form, computed.__contains__, _is_ups_sum):
        options = game.left + game.right
        computed[game] = (
            game.ups[0] == 0 if game.ups is not None else all(computed[option] for option in options)
        )
    return computed[form]


def _is_ups_sum(form: Form) -> bool:
    return form.ups is not None


def _compute_atomic_weight(form: Form, computed: dict[Form, Form]) -> Form:
    theory = form.theory
    if form.ups is not None:
        return make_number_form(form.ups[1], theory)
    lefts = [computed[option] - 2 for option in form.left]
    rights = [computed[option] + 2 for option in form.right]
    weight = options_form(lefts, rights, theory)
    if not (weight.is_number and weight.number.denominator == 1):
        return weight
    far = make_nimber_form(1 << form.birthday.bit_length(), theory)
    if form >= far:
        return make_number_form(_find_greatest_integer_not_above(rights), theory)
    if form <= far:
        return make_number_form(-_find_greatest_integer_not_above([-option for option in lefts]), theory)
    return make_number_form(0, theory)


def _find_greatest_integer_not_above(weights: list[Form]) -> int:
    """Return the greatest integer that is at least none of these."""
    below = (
        min(int(weight.left_stop) for weight in weights) + 1
    )  # at least that is at least the least of them
    while any(weight <= below for weight in weights):
        below -= 1
    return below

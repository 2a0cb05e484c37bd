"""Incentives: the gain of a move for the player who makes it.

A. N. Siegel, *Combinatorial game theory* (2013), section II.1. Left's are GL - G and Right's G - GR. If an
incentive of one part of a sum is at least all others, its move is a best one.
"""

from collections.abc import Iterable

from zermelo.cgt.partizan.notation.form_print_order import sort_forms
from zermelo.cgt.partizan.short_game_form import Form


def left_incentives(form: Form) -> tuple[Form, ...]:
    """Return Left's incentives, the gains of Left's moves, without dominated ones.

    >>> from zermelo.cgt.partizan.notation.form_parser import form
    >>> left_incentives(form("+-1")), left_incentives(form("*")), left_incentives(form("0"))
    (({2|0},), (*,), ())
    """
    return keep_undominated_forms(option - form for option in form.left)


def right_incentives(form: Form) -> tuple[Form, ...]:
    """Return Right's incentives, the gains of Right's moves, without dominated ones."""
    return keep_undominated_forms(form - option for option in form.right)


def incentives(form: Form) -> tuple[Form, ...]:
    """Return both players' incentives, the gains of moves for the player who makes them."""
    return keep_undominated_forms((*left_incentives(form), *right_incentives(form)))


def keep_undominated_forms(forms: Iterable[Form]) -> tuple[Form, ...]:
    """Return the forms that are less than no other one, in the order of print."""
    different = sort_forms(set(forms))
    return tuple(form for form in different if not any(form < other for other in different))

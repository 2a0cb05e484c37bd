"""The Norton product G.U: a multiple of U by a game G that need not be a number.

E. Berlekamp, J. Conway and R. Guy, *Winning ways* (1982), chapter 8, who name it after S. P. Norton; A. N.
Siegel, *Combinatorial game theory* (2013), chapter II. It is made for positive U:

    n.U = n copies of U                                             for integers n
    G.U = {GL.U + U + D | GR.U - U - D}, D all incentives of U      for others

(G + H).U is G.U + H.U, so of the first factor only the value counts, and so it does of U. For U > 0, G.U is
at least H.U where G is at least H. Overheating is the like of it with one more freedom.
"""

from zermelo.cgt.form_theory import TheoryMemo
from zermelo.cgt.partizan.form_followers import is_integer, yield_followers_options_first
from zermelo.cgt.partizan.short_game_form import Form, Value, convert_to_form, options_form
from zermelo.cgt.partizan.temperature.incentives import incentives

_PRODUCTS: TheoryMemo[Form, dict[Form, Form]] = TheoryMemo()  # by the unit


def compute_norton_product(form: Form, unit: Value) -> Form:
    """Return form.unit.

    >>> from zermelo.cgt.partizan.notation.form_parser import form
    >>> compute_norton_product(form("3"), form("^")), compute_norton_product(form("{2|0}"), form("^"))
    (^3, {^4*|v2*})
    >>> compute_norton_product(form("1/2"), form("^"))
    {^2*|v*}
    """
    theory = form.theory
    unit = convert_to_form(unit, theory)
    known = _PRODUCTS.get_answers_in_theory(theory).setdefault(unit, {})
    gains = [unit + each for each in incentives(unit)]
    for each in yield_followers_options_first(form, known.__contains__, is_integer):
        if is_integer(each):
            known[each] = int(each.number) * unit
            continue
        known[each] = options_form(
            [known[option] + gain for option in each.left for gain in gains],
            [known[option] - gain for option in each.right for gain in gains],
            theory,
        )
    return known[form]

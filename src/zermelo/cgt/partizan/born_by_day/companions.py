"""The companion of a game: the only nontrivial symmetry of the order of games born by day n.

A. N. Siegel, *Combinatorial game theory* (2013), section III.2. The games born by day n, n at least 1, are a
distributive lattice, and no map keeps its order but two: each game to itself, and each to its companion. It
changes places of 0 and *, and of what differs by them:

    0' = *
    G' = {0, GL' | GR'}    if G is greater than 0
    G' = {GL' | 0, GR'}    if G is less
    G' = {GL' | GR'}       if G is confused with 0

Numbers but 0 are their own companions, and the companion's companion is the game.
"""

from zermelo.cgt.form_theory import TheoryMemo
from zermelo.cgt.partizan.form_followers import yield_followers_options_first
from zermelo.cgt.partizan.short_game_form import Form, make_nimber_form, make_number_form, options_form

_COMPANIONS: TheoryMemo[Form, Form] = TheoryMemo()


def companion(form: Form) -> Form:
    """Return the companion of a form.

    >>> from zermelo.cgt.partizan.notation.form_parser import form
    >>> [companion(form(text)) for text in ("0", "*", "^", "{1|0}", "Tiny(2)", "5")]
    [*, 0, ^*, {1|*}, {0,*||*|-2}, 5]
    """
    theory = form.theory
    zero = make_number_form(0, theory)
    known = _COMPANIONS.get_answers_in_theory(theory)
    for each in yield_followers_options_first(form, known.__contains__, lambda each: each.is_number):
        if each.is_number:
            known[each] = make_nimber_form(1, theory) if each is zero else each
            continue
        known[each] = options_form(
            [*(known[option] for option in each.left), *((zero,) if each > zero else ())],
            [*(known[option] for option in each.right), *((zero,) if each < zero else ())],
            theory,
        )
    return known[form]

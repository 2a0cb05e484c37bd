"""The reduced form of a game: the simplest one that differs from it by an infinitesimal.

J. P. Grossman and A. N. Siegel, *Reductions of partizan games* (Games of no chance 3, 2009); A. N. Siegel,
*Combinatorial game theory* (2013), section II.6. G is at least H up to an infinitesimal if the right stop of
G - H is at least 0. A game with two equal stops is reduced to this number. In other games, options that are
dominated up to an infinitesimal are removed. Options that are reversible up to an infinitesimal are replaced
by the options after the answer.
"""

from zermelo.cgt.form_theory import TheoryMemo
from zermelo.cgt.partizan.form_followers import yield_followers_options_first
from zermelo.cgt.partizan.short_game_form import Form, make_number_form, options_form

_REDUCED: TheoryMemo[Form, Form] = TheoryMemo()


def compute_reduced_form(form: Form) -> Form:
    """Return the reduced form.

    >>> from zermelo.cgt.partizan.notation.form_parser import form
    >>> [compute_reduced_form(form(text)) for text in ("1^*", "{1|*}", "{2,{4|2}|0}")]
    [1, {1|0}, {4|2||0}]
    """
    computed = _REDUCED.get_answers_in_theory(form.theory)
    for game in yield_followers_options_first(form, computed.__contains__, _is_number_plus_infinitesimal):
        if _is_number_plus_infinitesimal(game):
            computed[game] = make_number_form(game.left_stop, form.theory)
        else:
            computed[game] = _compute_reduced_form_from_options(game, computed)
    return computed[form]


def _is_number_plus_infinitesimal(form: Form) -> bool:
    return form.left_stop == form.right_stop


def _compute_reduced_form_from_options(form: Form, computed: dict[Form, Form]) -> Form:
    """Return the reduced form of a hot game whose options' are known."""
    lefts, rights = [{computed[option] for option in run} for run in (form.left, form.right)]
    lefts = _remove_nearly_dominated_options(_bypass_reversible_options(lefts, form))
    rights = {
        -option
        for option in _remove_nearly_dominated_options(
            _bypass_reversible_options({-option for option in rights}, -form)
        )
    }
    return options_form(lefts, rights, form.theory)


def is_at_most_up_to_infinitesimals(first: Form, second: Form) -> bool:
    """Return whether the first is at most the second but for an infinitesimal.

    >>> from zermelo.cgt.partizan.named_forms import star, up
    >>> is_at_most_up_to_infinitesimals(up(), star()), is_at_most_up_to_infinitesimals(up() + 1, star())
    (True, False)
    """
    return first is second or (second - first).right_stop >= 0


def _bypass_reversible_options(lefts: set[Form], form: Form) -> set[Form]:
    """Return Left's options of `form`, reversible ones replaced by what lies behind Right's answer.

    An option whose answer is a number goes: Left has another one, as `form` is hot, that leads to more.
    """
    kept: set[Form] = set()
    waiting = list(lefts)
    while waiting:
        option = waiting.pop()
        answer = next(
            (answer for answer in option.right if is_at_most_up_to_infinitesimals(answer, form)), None
        )
        if answer is None:
            kept.add(option)
        elif not answer.is_number:
            waiting.extend(answer.left)
    return kept


def _remove_nearly_dominated_options(lefts: set[Form]) -> set[Form]:
    """Return the options that no other one is nearly as good as; reduced forms are never nearly equal."""
    return {
        option
        for option in lefts
        if not any(other is not option and is_at_most_up_to_infinitesimals(option, other) for other in lefts)
    }

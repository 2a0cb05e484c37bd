"""The shape of a canonical form as a tree: its positions, its ends at numbers, and its parity.

A. N. Siegel, *Combinatorial game theory* (2013), chapter II. A form is even if all its options are odd, as 0
is; it is odd if it has options, all of them even. With numbers in the place of 0, it is even-tempered or
odd-tempered.
"""

from zermelo.cgt.form_theory import TheoryMemo
from zermelo.cgt.partizan.form_followers import yield_followers_options_first
from zermelo.cgt.partizan.notation.form_notation import find_threat_of_tiny
from zermelo.cgt.partizan.short_game_form import Form

_STOP_COUNTS: TheoryMemo[Form, int] = TheoryMemo()
_PARITIES: TheoryMemo[tuple[Form, bool], int | None] = TheoryMemo()  # and whether numbers are ends


def list_followers_options_first(form: Form) -> tuple[Form, ...]:
    """Return the positions of a form, itself among them, each after its options.

    >>> from zermelo.cgt.partizan.named_forms import up
    >>> list_followers_options_first(up(2))
    (0, *, ^*, ^2)
    """
    found: dict[Form, None] = {}
    for each in yield_followers_options_first(form, found.__contains__):
        found[each] = None
    return tuple(found)


def count_paths_to_numbers(form: Form) -> int:
    """Return the number of paths in the whole tree that end at a number.

    >>> from zermelo.cgt.partizan.named_forms import up
    >>> count_paths_to_numbers(up()), count_paths_to_numbers(up(2) - up(2))
    (3, 1)
    """
    known = _STOP_COUNTS.get_answers_in_theory(form.theory)
    for each in yield_followers_options_first(form, known.__contains__, lambda each: each.is_number):
        known[each] = 1 if each.is_number else sum(known[option] for option in each.left + each.right)
    return known[form]


def find_form_parity(form: Form, *, tempered: bool = False) -> int | None:
    """Return 0 of an even form, 1 of an odd one, None of others; `tempered` takes every number for an end.

    >>> from zermelo.cgt.partizan.notation.form_parser import form
    >>> [find_form_parity(form(text)) for text in ("2", "*2")], find_form_parity(form("+-1/2"), tempered=True)
    ([0, None], 1)
    """
    known = _PARITIES.get_answers_in_theory(form.theory)
    if not tempered and form.is_number and form.number.denominator == 1:
        return int(form.number) % 2  # of a large one the way down is long

    def is_end(each: Form) -> bool:
        return each.is_number if tempered else each == 0

    for each in yield_followers_options_first(form, lambda each: (each, tempered) in known, is_end):
        below = {known[option, tempered] for option in each.left + each.right} if not is_end(each) else {1}
        (first,) = below if len(below) == 1 else (None,)
        known[each, tempered] = None if first is None else 1 - first
    return known[form, tempered]


def is_number_tiny(form: Form) -> bool:
    """Return whether a form is a number, or a number plus Tiny(G) or Miny(G), G above some number above 0.

    >>> from zermelo.cgt.partizan.notation.form_parser import form
    >>> [is_number_tiny(form(text)) for text in ("2 + Tiny(1)", "Miny({3|1})", "3/2", "^", "{2|0}")]
    [True, True, True, False, False]
    """
    if form.left_stop != form.right_stop:
        return False
    rest = form - form.left_stop
    return form.is_number or find_threat_of_tiny(rest) is not None or find_threat_of_tiny(-rest) is not None

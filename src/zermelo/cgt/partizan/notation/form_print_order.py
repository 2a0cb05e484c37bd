"""The order of options in print: it does not depend on the order in which forms were made.

It is no order of games (those are only partly ordered), only a habit: numbers, nimbers and ups before other
games, the simple before the complicated.
"""

import functools
from collections.abc import Iterable

from zermelo.cgt.form_theory import TheoryMemo
from zermelo.cgt.partizan.short_game_form import Form

_LATER: TheoryMemo[tuple[int, int], int] = TheoryMemo()  # by the places of two trees


def sort_forms(forms: Iterable[Form]) -> list[Form]:
    """Return forms in the order in which they are written.

    >>> from zermelo.cgt.partizan.named_forms import down, star, up
    >>> sort_forms([up(2), star(2), down(), star() + up(), up(), star(), up() - up()])
    [0, *, *2, ^, ^*, v, ^2]
    """
    return sorted(forms, key=functools.cmp_to_key(_compare_print_order))


def _compare_print_order(first: Form, second: Form) -> int:
    """Return -1, 0 or 1 as the first is written before the second, is the same, or is written after."""
    if first is second:
        return 0
    one, other = first.ups, second.ups
    if one is not None and other is not None:
        return -1 if _plain_order_key(one) < _plain_order_key(other) else 1
    if one is not None or other is not None:
        return -1 if one is not None else 1
    known, key = _LATER.get_answers_in_theory(first.theory), (first.place, second.place)
    if key not in known:
        known[key] = _compare_tree_print_order(first, second)
    return known[key]


def _plain_order_key(parts: tuple[object, int, int]) -> tuple[object, ...]:
    number, ups, nimber = parts
    return number, abs(ups), ups < 0, nimber


def _compare_tree_print_order(first: Form, second: Form) -> int:
    simple = (first.birthday, len(first.left), len(first.right))
    other = (second.birthday, len(second.left), len(second.right))
    if simple != other:
        return -1 if simple < other else 1
    for ones, others in ((first.left, second.left), (first.right, second.right)):
        for option, rival in zip(sort_forms(ones), sort_forms(others), strict=True):
            if option is not rival:
                return _compare_print_order(option, rival)
    raise AssertionError("two forms with the same options")  # forms are kept once

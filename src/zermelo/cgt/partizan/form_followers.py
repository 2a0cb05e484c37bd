"""The positions of a form, each after those that its options are.

What is computed from options is computed in this order, so that no game is too deep for Python's own stack.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Final

from zermelo.cgt.form_theory import Theory, default_theory
from zermelo.cgt.partizan.short_game_form import Form, make_ups_form, options_form
from zermelo.core.errors import BadParameter

DEEPEST: Final = 100_000  # of positions on the way down


def yield_followers_options_first(
    form: Form, is_known: Callable[[Form], bool], is_leaf: Callable[[Form], bool] | None = None
) -> Iterator[Form]:
    """Yield the positions of a form that are not known, each after its options.

    The options of leaves are not asked. The caller has to make each position known before taking the next
    one. Raises `BadParameter` if the depth is too large, for example in a billion ups.

    >>> from zermelo.cgt.partizan.named_forms import up
    >>> seen = []
    >>> found = yield_followers_options_first(up(2), seen.__contains__, lambda form: form.is_number)
    >>> for each in found: seen.append(each)
    >>> seen
    [0, *, ^*, ^2]
    """
    waiting = [form]
    while waiting:
        last = waiting[-1]
        if is_known(last):
            waiting.pop()
            continue
        below = (
            []
            if is_leaf is not None and is_leaf(last)
            else [option for option in last.left + last.right if not is_known(option)]
        )
        waiting.extend(below)
        if len(waiting) > DEEPEST:
            raise BadParameter(f"this game has over {DEEPEST:,} positions in a row: take a smaller one")
        if not below:
            yield waiting.pop()


def is_integer(form: Form) -> bool:
    """Return whether a form is an integer."""
    return form.is_number and form.number.denominator == 1


DumpedPosition = tuple[Fraction, int, int] | tuple[tuple[int, ...], tuple[int, ...]]


def dump_form(form: Form) -> list[DumpedPosition]:
    """Return the positions of a form, its last, in plain words: ups, or the places of options in this list.

    >>> from zermelo.cgt.partizan.named_forms import switch
    >>> dump_form(switch(1, 0))
    [(Fraction(0, 1), 0, 0), (Fraction(1, 1), 0, 0), ((1,), (0,))]
    """
    places: dict[Form, int] = {}
    dumped_positions: list[DumpedPosition] = []
    for each in yield_followers_options_first(form, places.__contains__, lambda each: each.ups is not None):
        places[each] = len(dumped_positions)
        if each.ups is not None:
            dumped_positions.append(each.ups)
        else:
            lefts, rights = (tuple(places[option] for option in side) for side in (each.left, each.right))
            dumped_positions.append((lefts, rights))
    return dumped_positions


def convert_form_to_theory(form: Form, theory: Theory | None = None) -> Form:
    """Return the form of the same value in a theory, the default where none is given; it may be itself."""
    owner = theory or default_theory()
    return form if form.theory is owner else load_form(dump_form(form), owner)


def load_form(dumped_positions: list[DumpedPosition], theory: Theory | None = None) -> Form:
    """Return the form that `dump_form` took down, in a theory, the default where none is given."""
    owner = theory or default_theory()
    made: list[Form] = []
    for words in dumped_positions:
        if len(words) == 3:
            made.append(make_ups_form(*words, owner))
        else:
            lefts, rights = ([made[place] for place in side] for side in words)
            made.append(options_form(lefts, rights, owner))
    return made[-1]

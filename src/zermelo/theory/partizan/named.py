"""Values with names: stars, ups, tinies, switches and the powers of up.

E. Berlekamp, J. Conway and R. Guy, *Winning ways* (1982), chapters 2, 5 and 8; A. N. Siegel, *Combinatorial
game theory* (2013), sections I.3, II.4 and II.7.
"""

import functools
from collections.abc import Iterable

from zermelo.core.errors import BadParameter
from zermelo.theory.partizan.form import Form, Value, form_of, nimber_form, options_form, ups_form


def star(heap: int = 1) -> Form:
    """Return the nim heap *heap.

    >>> star(), star(2), star(2) + star(3)
    (*, *2, *)
    """
    return nimber_form(heap)


def up(count: int = 1) -> Form:
    """Return `count` ups, downs where it is below 0. Up is {0|*}, less than every positive number.

    >>> up(), up(3), up(-1), up() + star()
    (^, ^3, v, ^*)
    """
    return ups_form(0, count, 0)


def down(count: int = 1) -> Form:
    """Return `count` downs."""
    return up(-count)


def switch(hot: Value, cold: Value | None = None) -> Form:
    """Return the game {hot|cold}; with one value, what each player can move to of his own: {hot|-hot}.

    >>> switch(1), switch(4, 2), switch(-1, 1)
    (+-1, {4|2}, 0)
    """
    hot = form_of(hot)
    return options_form([hot], [-hot if cold is None else cold])


def double_switch(options: Iterable[Value]) -> Form:
    """Return the game in which Left may move to these options and Right to their negatives, +-{a,b}."""
    lefts = [form_of(option) for option in options]
    return options_form(lefts, [-option for option in lefts])


def tiny(threat: Value) -> Form:
    """Return {0||0|-threat}: Right threatens so much, and Left answers. Raises `BadParameter` below 0.

    >>> tiny(2), tiny(0), 0 < tiny(2) < tiny(1) < up()
    (Tiny(2), ^, True)
    """
    threat = form_of(threat)
    if not threat >= 0:
        raise BadParameter(f"tiny {threat}: the threat must be at least 0")
    return options_form([0], [options_form([0], [-threat])])


def miny(threat: Value) -> Form:
    """Return {threat|0||0}, the negative of tiny."""
    return -tiny(threat)


@functools.cache
def up_power(power: int) -> Form:
    """Return the power of up, ^<n>; ^<1> is up.

    ^<n+1> is {0|*-^-^<2>-...-^<n>}, and however often, it is less than ^<n>.

    >>> up_power(2), up_power(2) * 4 < up()
    (^<2>, True)
    """
    if power < 1:
        raise BadParameter(f"^<{power}>: powers of up are 1 or more")
    return up() if power == 1 else options_form([0], [star() - up_sum(power - 1)])


@functools.cache
def up_sum(power: int) -> Form:
    """Return the sum of the first powers of up, ^[n], which is {^[n-1]|*}.

    >>> up_sum(2), up_sum(3) == up() + up_power(2) + up_power(3)
    (^[2], True)
    """
    if power < 1:
        raise BadParameter(f"^[{power}]: powers of up are 1 or more")
    for less in range(1, power):
        up_sum(less)  # known now, so that no power is too high for Python's own stack
    return up() if power == 1 else up_sum(power - 1) + up_power(power)

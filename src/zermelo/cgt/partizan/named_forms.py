"""Values with names: stars, ups, tinies, switches and the powers of up.

E. Berlekamp, J. Conway and R. Guy, *Winning ways* (1982), chapters 2, 5 and 8; A. N. Siegel, *Combinatorial
game theory* (2013), sections I.3, II.4 and II.7.
"""

from collections.abc import Iterable

from zermelo.cgt.form_theory import Theory, TheoryMemo, default_theory
from zermelo.cgt.partizan.short_game_form import (
    Form,
    Value,
    convert_to_form,
    find_theory_of_values,
    make_nimber_form,
    make_ups_form,
    options_form,
)
from zermelo.core.errors import BadParameter


def star(heap: int = 1) -> Form:
    """Return a nimber: the value of a nim heap, written *n.

    Parameters
    ----------
    heap : int, default 1
        Size of the heap.

    Returns
    -------
    Form
        The nimber.

    Examples
    --------
    >>> star(), star(2), star(2) + star(3)
    (*, *2, *)
    """
    return make_nimber_form(heap)


def up(count: int = 1) -> Form:
    """Return a number of ups. Up is {0|*}, a positive game that is less than every positive number.

    Parameters
    ----------
    count : int, default 1
        Number of ups; of downs if negative.

    Returns
    -------
    Form
        The sum of the ups.

    Examples
    --------
    >>> up(), up(3), up(-1), up() + star()
    (^, ^3, v, ^*)
    """
    return make_ups_form(0, count, 0)


def down(count: int = 1) -> Form:
    """Return `count` downs."""
    return up(-count)


def switch(hot: Value | str, cold: Value | str | None = None) -> Form:
    """Return the switch {hot|cold}.

    Parameters
    ----------
    hot : Form, int, Fraction or str
        Left's option.
    cold : Form, int, Fraction or str, optional
        Right's option; by default the negative of `hot`.

    Returns
    -------
    Form
        The switch.

    Examples
    --------
    >>> switch(1), switch(4, 2), switch(-1, 1)
    (+-1, {4|2}, 0)
    """
    hot = convert_to_form(hot, find_theory_of_values((hot, cold)))
    return options_form([hot], [-hot if cold is None else cold])


def double_switch(options: Iterable[Value]) -> Form:
    """Return the game in which Left may move to these options and Right to their negatives, +-{a,b}."""
    lefts = list(options)
    lefts = [convert_to_form(option, find_theory_of_values(lefts)) for option in lefts]
    return options_form(lefts, [-option for option in lefts])


def tiny(threat: Value | str) -> Form:
    """Return the tiny {0||0|-threat}: Right threatens, Left answers.

    Parameters
    ----------
    threat : Form, int, Fraction or str
        Size of the threat, at least 0.

    Returns
    -------
    Form
        The tiny.

    Raises
    ------
    BadParameter
        If the threat is less than 0.

    Examples
    --------
    >>> tiny(2), tiny(0), 0 < tiny(2) < tiny(1) < up()
    (Tiny(2), ^, True)
    """
    threat = convert_to_form(threat)
    if not threat >= 0:
        raise BadParameter(f"tiny {threat}: the threat must be at least 0")
    return options_form([0], [options_form([0], [-threat])])


def miny(threat: Value | str) -> Form:
    """Return {threat|0||0}, the negative of tiny."""
    return -tiny(threat)


_POWERS: TheoryMemo[int, Form] = TheoryMemo()
_SUMS_OF_POWERS: TheoryMemo[int, Form] = TheoryMemo()


def up_power(power: int, theory: Theory | None = None) -> Form:
    """Return the power of up, ^<n>; ^<1> is up.

    ^<n+1> is {0|*-^-^<2>-...-^<n>}, and however often, it is less than ^<n>.

    >>> up_power(2), up_power(2) * 4 < up()
    (^<2>, True)
    """
    if power < 1:
        raise BadParameter(f"^<{power}>: powers of up are 1 or more")
    owner = theory or default_theory()
    known = _POWERS.get_answers_in_theory(owner)
    if power not in known:
        behind = None if power == 1 else make_nimber_form(1, owner) - up_power_sum(power - 1, owner)
        known[power] = make_ups_form(0, 1, 0, owner) if behind is None else options_form([0], [behind])
    return known[power]


def up_power_sum(power: int, theory: Theory | None = None) -> Form:
    """Return the sum of the first powers of up, ^[n], which is {^[n-1]|*}.

    >>> up_power_sum(2), up_power_sum(3) == up() + up_power(2) + up_power(3)
    (^[2], True)
    """
    if power < 1:
        raise BadParameter(f"^[{power}]: powers of up are 1 or more")
    owner = theory or default_theory()
    known = _SUMS_OF_POWERS.get_answers_in_theory(owner)
    if power not in known:
        known[1] = make_ups_form(0, 1, 0, owner)
        for n in range(
            2, power + 1
        ):  # from the first on, so that no power is too high for Python's own stack
            known[n] = known[n - 1] + up_power(n, owner)
    return known[power]

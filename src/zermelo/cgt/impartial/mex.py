"""The mex, the minimal excludant of a set of numbers: the least one, from 0, that is not among them.

It is the nimber of a position whose options have those nimbers (Sprague 1935, Grundy 1939).
"""

from collections.abc import Iterable

from zermelo.core.errors import BadParameter


def mex(nimbers: Iterable[int]) -> int:
    """Return the least number, from 0, not among `nimbers`: the nimber of a position with such options.

    Raises `BadParameter` for what is no whole number of 0 or more.

    >>> mex([3, 0, 5, 2]), mex([])
    (1, 0)
    """
    met = set(nimbers)
    for number in met:
        if isinstance(number, bool) or not isinstance(number, int) or number < 0:
            raise BadParameter(f"{number!r} is no nimber: give whole numbers of 0 or more")
    least = 0
    while least in met:
        least += 1
    return least

"""What callers give beside games and positions, where each is asked for in many places: counts and paths."""

import operator
import os
from pathlib import Path
from typing import Any

from zermelo.core.errors import BadParameter, quoted


def is_count(given: Any, least: int) -> bool:
    """Return whether something is a whole number from `least` on, of any kind of integer.

    >>> is_count(3, 1), is_count(0, 1), is_count(2.5, 1), is_count("3", 1), is_count(True, 0)
    (True, False, False, False, False)
    """
    if isinstance(given, bool):
        return False
    try:
        return operator.index(given) >= least
    except TypeError:
        return False


def as_path(given: Any) -> Path:
    """Return the path that somebody gave; raises `BadParameter` for what is none."""
    if not isinstance(given, str | os.PathLike):
        raise BadParameter(f"{quoted(given)} is no path: give a text, or a pathlib.Path")
    return Path(given)

"""Checks of common arguments beside games and positions: counts and paths."""

import operator
import os
from pathlib import Path
from typing import Any, Final, TypeGuard

from zermelo.core.errors import BadParameter, quote

SCHEMES: Final = ("s3://", "gs://", "az://", "memory://")  # of URLs that are no directories


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


def is_url(given: object) -> TypeGuard[str]:
    """Return whether somebody gave the URL of a store of objects.

    >>> is_url("s3://bucket/solved"), is_url("solved"), is_url(Path("solved"))
    (True, False, False)
    """
    return isinstance(given, str) and given.startswith(SCHEMES)


def as_path(given: Any) -> Path:
    """Return the path that somebody gave; raises `BadParameter` for what is none, a URL too."""
    if not isinstance(given, str | os.PathLike):
        raise BadParameter(f"{quote(given)} is no path: give a text, or a pathlib.Path")
    if is_url(given):
        raise BadParameter(
            f"{given} is the URL of a store of objects, and this needs a directory: solutions are read "
            "by URL, and solved into such a store by --cluster (in Python by zermelo.solution)"
        )
    return Path(given)

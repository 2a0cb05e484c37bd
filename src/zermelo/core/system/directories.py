"""Where zermelo keeps things on this machine: compiled kernels and solutions.

Environment variables come first, then the desktop conventions (XDG), then the home directory.
"""

import os
from pathlib import Path

from zermelo.core.arguments import is_url


def cache_directory() -> Path | None:
    """Return where machine code is kept: $ZERMELO_CACHE, or `zermelo` in the user's cache.

    None where there is no such place. It does not depend on the current directory, which may be anybody's:
    code is run from here.
    """
    place = _find_user_directory("ZERMELO_CACHE", "XDG_CACHE_HOME", ".cache")
    return place / "kernels" if place is not None and place.is_absolute() else None


def store_directory() -> Path:
    """Return where solutions are kept: $ZERMELO_STORE, or `zermelo/solutions` in the user's data."""
    chosen = os.environ.get("ZERMELO_STORE")
    if chosen:
        return Path(chosen)
    return (_find_user_directory("", "XDG_DATA_HOME", ".local/share") or Path(".zermelo")) / "solutions"


def resolve_store(given: str | Path | None = None) -> Path | str:
    """Return where solutions are kept.

    Parameters
    ----------
    given : str, Path or None
        A directory, or the URL of a store of objects such as "s3://bucket/solved".

    Returns
    -------
    Path or str
        The directory, or the URL as text; for None, $ZERMELO_STORE or `zermelo/solutions` in the user's data.

    Examples
    --------
    >>> resolve_store("s3://bucket/solved"), resolve_store("solved").name
    ('s3://bucket/solved', 'solved')
    """
    if given is None:
        return store_directory()
    return given if is_url(given) else Path(given)


def _find_user_directory(own: str, convention: str, default: str) -> Path | None:
    """Return the folder that is chosen or usual; None where there is no home directory at all."""
    chosen = os.environ.get(own) if own else None
    if chosen:
        return Path(chosen)
    base = os.environ.get(convention, "")
    if Path(base).is_absolute():  # the convention says to ignore any other
        return Path(base) / "zermelo"
    try:
        return Path.home() / default / "zermelo"
    except RuntimeError:
        return None

"""Where zermelo keeps things on this machine: compiled kernels and solutions.

Environment variables come first, then the desktop conventions (XDG), then the home directory.
"""

import os
from pathlib import Path


def cache_directory() -> Path:
    """Return where machine code is kept: $ZERMELO_CACHE, or `zermelo` in the user's cache."""
    return _place("ZERMELO_CACHE", "XDG_CACHE_HOME", ".cache") / "kernels"


def store_directory() -> Path:
    """Return where solutions are kept: $ZERMELO_STORE, or `zermelo/solutions` in the user's data."""
    chosen = os.environ.get("ZERMELO_STORE")
    if chosen:
        return Path(chosen)
    return _place("", "XDG_DATA_HOME", ".local/share") / "solutions"


def _place(own: str, convention: str, default: str) -> Path:
    chosen = os.environ.get(own) if own else None
    if chosen:
        return Path(chosen)
    base = os.environ.get(convention)
    try:
        return (Path(base) if base else Path.home() / default) / "zermelo"
    except RuntimeError:  # no home directory at all
        return Path(".zermelo")

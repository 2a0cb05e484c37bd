"""Public modules whose names stand in the rooms below: each is imported when somebody asks for it.

A public module says under `TYPE_CHECKING` what mypy and editors are to see, and else which room each name is
from. `tests/face/test_public.py` holds both against each other.
"""

import importlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

Offer = tuple[list[str], Callable[[str], Any], Callable[[], list[str]]]


def offered(module: str, rooms: Mapping[str, Sequence[str]], own: Sequence[str] = ()) -> Offer:
    """Return `__all__`, `__getattr__` and `__dir__` of a public module.

    `rooms` has the names that each room gives, the room written without `zermelo.`; `own` are those that
    the module defines itself. Nothing is remembered: a name is asked of its room each time.
    """
    homes = {name: f"zermelo.{room}" for room, names in rooms.items() for name in names}

    def find(name: str) -> Any:
        if name in homes:
            return getattr(importlib.import_module(homes[name]), name)
        raise AttributeError(f"module {module!r} has no attribute {name!r}")

    public = sorted([*homes, *own])
    return public, find, lambda: list(public)

"""Notes: small objects of JSON, made once, and believed by whoever reads them only where they fit."""

import json
from collections.abc import Callable
from typing import Any

from zermelo.core.errors import DamagedScratch
from zermelo.storage.objects import Objects


def put_note(objects: Objects, name: str, note: Any) -> bool:
    """Make a note; return whether nobody had made it before."""
    return objects.put(name, json.dumps(note).encode())


def read_note(objects: Objects, name: str, fits: Callable[[Any], bool]) -> Any:
    """Return what a note says; raises `DamagedScratch` where that does not fit, and `FileNotFoundError`."""
    try:
        note = json.loads(objects.get(name))
    except ValueError:
        note = None
    if not fits(note):
        raise DamagedScratch(f"{objects.url}/{name} is damaged: remove it and go on")
    return note


def agreed(objects: Objects, name: str, note: Any, fits: Callable[[Any], bool]) -> Any:
    """Return what a note says, which is made where it is not there; raises `DamagedScratch`."""
    put_note(objects, name, note)
    return read_note(objects, name, fits)

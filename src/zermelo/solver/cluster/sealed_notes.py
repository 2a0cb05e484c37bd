"""Notes: small JSON objects, made once, and checked by each reader.

A note carries a checksum of its content and of its name. A damaged note, or one under a wrong name, counts as
missing.
"""

import hashlib
import json
from collections.abc import Callable
from typing import Any

from zermelo.core.errors import DamagedScratch, StorageFailed
from zermelo.solver.storage.object_store import TRIES, ObjectStore


def create_note_if_missing(objects: ObjectStore, name: str, note: Any) -> bool:
    """Make a note; return whether it did not exist before."""
    return objects.put(name, encode_sealed_note(name, json.dumps(note)))


def encode_sealed_note(name: str, said: str) -> bytes:
    """Return the bytes of a note of that name, which says a text of JSON in one line."""
    return f"{said}\n{_compute_note_checksum(name, said)}\n".encode()


def read_note(objects: ObjectStore, name: str, fits: Callable[[Any], bool]) -> Any:
    """Return what a note says; raises `DamagedScratch` where that does not fit, and `FileNotFoundError`."""
    content, note = objects.get(name), None
    try:
        said, check, rest = content.decode().split("\n")
        if check == _compute_note_checksum(name, said) and not rest:
            note = json.loads(said)
    except ValueError:
        pass
    if not fits(note):
        raise DamagedScratch(f"{objects.url}/{name} is damaged: remove it and go on")
    return note


def read_or_create_note(objects: ObjectStore, name: str, note: Any, fits: Callable[[Any], bool]) -> Any:
    """Return what a note says, which is made where it is not there; raises `DamagedScratch`, `StorageFailed`.

    It goes where another driver is done just now, and then it is made anew.
    """
    for _ in range(TRIES):
        create_note_if_missing(objects, name, note)
        try:
            return read_note(objects, name, fits)
        except FileNotFoundError:
            continue
    raise StorageFailed(f"{objects.url}/{name} is said to be there, and cannot be had: look after the store")


def _compute_note_checksum(name: str, said: str) -> str:
    return hashlib.sha256(f"{name}\n{said}".encode()).hexdigest()[:32]

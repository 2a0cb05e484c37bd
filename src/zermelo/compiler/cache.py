"""Machine code on disk, named by the content it was made from.

Numba's own cache asks when a file was last edited. Rules come from other files than the kernel they
are bound into, so that would load yesterday's rules, or another game's: both were seen. Here the name
of an entry is a hash of everything that decides the code: the lowered rules, the kernels' source,
versions, signature and processor. An entry is written whole or not at all, carries a checksum, and a
damaged or foreign one is simply compiled again. Where nothing can be written, nothing is cached.
"""

import contextlib
import hashlib
import os
import pickle
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zermelo.core.places import cache_directory

MAGIC = b"zermelo kernel 1\n"
DIGEST = 32  # bytes


@dataclass(frozen=True)
class CacheReport:
    """What the cache holds: its directory, how many kernels, how many bytes, can it be written."""

    directory: Path
    entries: int
    size: int
    writable: bool


def load_entry(name: str) -> Any | None:
    """Return what was stored under `name`, or None where it is missing or damaged."""
    try:
        content = (cache_directory() / name).read_bytes()
    except OSError:
        return None
    digest, body = content[len(MAGIC) : len(MAGIC) + DIGEST], content[len(MAGIC) + DIGEST :]
    if not content.startswith(MAGIC) or _checksum(name, body) != digest:
        return None
    try:
        return pickle.loads(body)  # our own directory, as safe as the package itself
    except Exception:  # made by a version whose modules have moved: as good as missing
        return None


def save_entry(name: str, body: bytes) -> bool:
    """Store `body` under `name`, whole or not at all; return whether it could be stored."""
    target = cache_directory() / name
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=".tmp-")
    except OSError:
        return False
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(MAGIC + _checksum(name, body) + body)
        os.replace(temporary, target)
    except OSError:
        with contextlib.suppress(OSError):
            Path(temporary).unlink()
        return False
    return True


def _checksum(name: str, body: bytes) -> bytes:
    """Return a hash of an entry under its name: one copied to another's name is foreign there."""
    return hashlib.sha256(name.encode() + b"\n" + body).digest()


def report() -> CacheReport:
    """Count what the cache holds."""
    directory = cache_directory()
    sizes = list(_sizes(directory))
    nearest = directory
    while not nearest.exists() and nearest != nearest.parent:
        nearest = nearest.parent
    return CacheReport(directory, len(sizes), sum(sizes), nearest.is_dir() and os.access(nearest, os.W_OK))


def clear() -> CacheReport:
    """Remove every entry and return what there was."""
    before = report()
    shutil.rmtree(before.directory, ignore_errors=True)
    return before


def _sizes(directory: Path) -> Iterator[int]:
    with contextlib.suppress(OSError):
        for path in directory.rglob("*.kernel"):
            with contextlib.suppress(OSError):  # another process may just have cleared it
                yield path.stat().st_size

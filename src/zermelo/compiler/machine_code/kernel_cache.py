"""Machine code on disk, named by the content it was made from.

Numba's own cache asks when a file was last edited. Rules come from other files than the kernel they
are bound into, so that would load yesterday's rules, or another game's: both were seen. Here the name
of an entry is a hash of everything that decides the code: the lowered rules, the kernels' source,
versions, signature and processor. An entry is written whole or not at all, carries a checksum, and a
damaged or foreign one is simply compiled again. Where nothing can be written, nothing is cached.

An entry is code, and is run. So the cache is used only where nobody else can have written into it: the
directory and all below it are ours, no link, and writable by us alone, and no folder above lets everybody
rename what is in it. It is made so; any other is left alone, and `zermelo cache` says why.
"""

import contextlib
import hashlib
import os
import pickle
import stat
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, Any

from msgspec.structs import replace

from zermelo.core.notation.result import Count, Result, about
from zermelo.core.system.directories import cache_directory
from zermelo.core.system.operating_system import READ, find_ownership_fault, is_world_writable

MAGIC = b"zermelo kernel 1\n"
DIGEST = 32  # bytes


SUFFIXES = (".kernel", ".fact")  # what files of ours end with


class CacheReport(Result, frozen=True, kw_only=True):
    """The compiled kernels."""

    directory: Annotated[str | None, about("where they are; null where nothing is cached")]
    entries: Annotated[Count, about("how many")]
    bytes: Annotated[Count, about("their size together")]
    writable: Annotated[bool, about("whether more can be kept")]
    refused: Annotated[str | None, about("why nothing is cached")] = None
    cleared: Annotated[bool, about("whether they were removed")] = False


def load_cache_entry(name: str) -> Any | None:
    """Return what was stored under `name`, or None where it is missing, damaged or may be another's."""
    base = cache_directory()
    if base is None or find_cache_fault(base, (base / name).parent) is not None:
        return None
    try:
        handle = os.open(base / name, READ)
        with os.fdopen(handle, "rb") as file:
            if _find_file_fault(os.fstat(handle), stat.S_ISREG) is not None:
                return None
            content = file.read()
    except OSError:
        return None
    digest, body = content[len(MAGIC) : len(MAGIC) + DIGEST], content[len(MAGIC) + DIGEST :]
    if not content.startswith(MAGIC) or _compute_entry_checksum(name, body) != digest:
        return None
    try:
        return pickle.loads(body)  # from a place where we alone can write: as safe as the package itself
    except Exception:  # made by a version whose modules have moved: as good as missing
        return None


def save_cache_entry(name: str, body: bytes) -> bool:
    """Store `body` under `name`, whole or not at all; return whether it could be stored."""
    base = cache_directory()
    if base is None:
        return False
    target = base / name
    try:
        _create_private_directory(target.parent)
        if find_cache_fault(base, target.parent) is not None:
            return False
        handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=".tmp-")
    except OSError:
        return False
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(MAGIC + _compute_entry_checksum(name, body) + body)
        os.replace(temporary, target)
    except OSError:
        with contextlib.suppress(OSError):
            Path(temporary).unlink()
        return False
    return True


def _create_private_directory(directory: Path) -> None:
    """Make a directory and what is missing above it, for us alone."""
    missing = [directory, *directory.parents]
    for place in reversed([each for each in missing if not each.exists()]):
        place.mkdir(mode=0o700, exist_ok=True)


def find_cache_fault(base: Path, directory: Path) -> str | None:
    """Return why a directory of the cache `base` is not to be used, None where it may be."""
    try:
        inside = [directory, *(each for each in directory.parents if each.is_relative_to(base))]
        for place in inside:
            fault = _find_file_fault(place.lstat(), stat.S_ISDIR)
            if fault is not None:
                return f"{place} {fault}"
        for place in base.parents:
            if is_world_writable(place.stat()):
                return f"{place} can be written by everybody"
    except OSError as error:
        return f"{directory} cannot be looked at ({error.strerror})"
    return None


def _find_file_fault(found: os.stat_result, is_kind: Callable[[int], bool]) -> str | None:
    """Return what speaks against a file or directory of the cache."""
    if not is_kind(found.st_mode):
        return "is a link, or of another kind"
    return find_ownership_fault(found)


def _compute_entry_checksum(name: str, body: bytes) -> bytes:
    """Return a hash of an entry under its name: one copied to another's name is foreign there."""
    return hashlib.sha256(name.encode() + b"\n" + body).digest()


def report_cache() -> CacheReport:
    """Count what the cache holds."""
    directory = cache_directory()
    if directory is None:
        nowhere = "there is no home directory, or ZERMELO_CACHE is no absolute path"
        return CacheReport(directory=None, entries=0, bytes=0, writable=False, refused=nowhere)
    sizes = [size for path, size in _iterate_cache_files(directory) if path.suffix == ".kernel"]
    nearest = directory
    while not nearest.exists() and nearest != nearest.parent:
        nearest = nearest.parent
    writable = nearest.is_dir() and os.access(nearest, os.W_OK)
    refused = find_cache_fault(directory, directory) if directory.is_dir() else None
    return CacheReport(
        directory=str(directory),
        entries=len(sizes),
        bytes=sum(sizes),
        writable=writable and refused is None,
        refused=refused,
    )


def clear_cache() -> CacheReport:
    """Remove every entry and return what there was; files that are none of ours stay, and their folders."""
    before = replace(report_cache(), cleared=True)
    if before.directory is None or before.refused is not None:
        return before
    for path, _ in list(_iterate_cache_files(Path(before.directory))):
        with contextlib.suppress(OSError):
            path.unlink()
    folders = (Path(folder) for folder, _, _ in os.walk(before.directory, topdown=False))
    for folder in folders:
        with contextlib.suppress(OSError):  # not empty
            folder.rmdir()
    return before


def _iterate_cache_files(directory: Path) -> Iterator[tuple[Path, int]]:
    """Yield the files that carry our mark, and those that a killed process left, with their sizes."""
    for folder, _, names in os.walk(directory):  # follows no links
        for name in names:
            path = Path(folder, name)
            unfinished = name.startswith(".tmp-")
            if not unfinished and path.suffix not in SUFFIXES:
                continue
            with contextlib.suppress(OSError):  # another process may just have cleared it
                found = path.lstat()
                if stat.S_ISREG(found.st_mode) and (unfinished or _has_entry_mark(path)):
                    yield path, found.st_size


def _has_entry_mark(path: Path) -> bool:
    """Return whether a file begins as entries do, or, cut short, could have."""
    with path.open("rb") as file:
        return MAGIC.startswith(file.read(len(MAGIC)))

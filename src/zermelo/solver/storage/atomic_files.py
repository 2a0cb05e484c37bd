"""Files written whole or not at all, under unique temporary names, with errors of one line.

A file is written to a fresh temporary name beside its final one, and renamed. The temporary name has random
digits and must not exist before: no file of another is overwritten, and no link is followed. The name also
identifies the process that made it, so leftovers of killed processes can be recognized.
"""

import contextlib
import errno
import functools
import os
import re
import secrets
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

from zermelo.core.errors import StorageFailed
from zermelo.core.system.operating_system import (
    READ,
    create_file,
    find_process_namespace,
    is_process_gone,
    sync_to_disk,
)

TEMPORARY = re.compile(r"\.zermelo-[0-9a-f]{8}-\d{1,10}-[0-9a-f]{16}\.tmp")  # what a killed run may leave
FULL = (errno.ENOSPC, errno.EDQUOT)
ELSEWHERE = "choose another directory with --store"
REFUSED = (errno.EACCES, errno.EROFS, errno.EPERM)


@contextlib.contextmanager
def replace_atomically(
    path: Path,
    *,
    synced: bool = True,
    instead: str = ELSEWHERE,
    place: Callable[[Path, Path], object] = os.replace,
) -> Iterator[Path]:
    """Yield an empty file to write to, which becomes `path` when the block ends well, and else goes away.

    `synced`: the disk has its content before it gets its name, from `place`. Raises `StorageFailed`, which
    says what to do `instead`.
    """
    with explain_write_errors(path, instead), temporary_file(path.parent) as temporary:
        yield temporary
        if synced:
            sync_to_disk(temporary)
        place(temporary, path)


@contextlib.contextmanager
def temporary_file(directory: Path) -> Iterator[Path]:
    """Yield an empty file with a unique name, which is removed with the block if it still exists.

    Leftovers of killed runs beside it are removed first, once a process and directory.
    """
    _remove_stale_files_once(directory)
    temporary = directory / f".zermelo-{find_process_namespace()}-{os.getpid()}-{secrets.token_hex(8)}.tmp"
    create_file(temporary)
    try:
        yield temporary
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink()


@functools.lru_cache(maxsize=256)
def _remove_stale_files_once(directory: Path) -> int:
    """Do as `remove_stale_files`, the first time that this process writes to a directory."""
    return remove_stale_files(directory)


def remove_stale_files(directory: Path) -> int:
    """Remove the temporary files in a directory whose processes have ended; return how many there were.

    Files of a process of another machine or container, or from before this machine was started, stay: it is
    not known whether that process has ended.
    """
    found = 0
    with contextlib.suppress(OSError):
        for entry in os.scandir(directory):
            if TEMPORARY.fullmatch(entry.name) and entry.is_file(follow_symlinks=False):
                _, where, process, _ = entry.name.removeprefix(".").split("-")
                if is_process_gone(where, int(process)):
                    with contextlib.suppress(OSError):
                        Path(entry.path).unlink()
                        found += 1
    return found


def write_atomically(path: Path, content: bytes, *, synced: bool = True) -> None:
    """Write a file, whole or not at all; raises `StorageFailed`."""
    with replace_atomically(path, synced=synced) as temporary:
        temporary.write_bytes(content)


def open_regular_file(path: Path) -> int:
    """Return a handle to read a file from; raises `OSError` where it is a link, a pipe or no file."""
    handle = os.open(path, READ)
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise OSError(errno.EINVAL, "it is no plain file")
    return handle


def read_regular_file(path: Path, most: int) -> bytes:
    """Return a file's content.

    Raises `OSError` as `open_regular_file` does, and where it is over `most` bytes.
    """
    with os.fdopen(open_regular_file(path), "rb") as file:
        if os.fstat(file.fileno()).st_size > most:
            raise OSError(errno.EFBIG, f"it has more than {most:,} bytes")
        return file.read()


@contextlib.contextmanager
def explain_write_errors(path: Path, instead: str = ELSEWHERE) -> Iterator[None]:
    """Turn what goes wrong while writing near `path` into one line that says what to do."""
    try:
        yield
    except StorageFailed:
        raise
    except OSError as error:
        if error.errno in FULL:
            said = f"the disk is full: free some space or {instead}"
        elif error.errno == errno.EFBIG:
            said = f"no file may grow so large here: raise the limit (ulimit -f) or {instead}"
        elif error.errno in REFUSED:
            said = f"it may not be written: {instead}"
        else:
            said = f"it cannot be written ({os.strerror(error.errno) if error.errno else error}): {instead}"
        raise StorageFailed(f"{path}: {said}") from error


@contextlib.contextmanager
def explain_copy_errors(path: Path, instead: str = ELSEWHERE) -> Iterator[None]:
    """Do as `explain_write_errors`, where what is written is read from elsewhere.

    What is not there stays so.
    """
    absent: FileNotFoundError | None = None
    with explain_write_errors(path, instead):
        try:
            yield
        except FileNotFoundError as error:
            absent = error
    if absent is not None:
        raise absent

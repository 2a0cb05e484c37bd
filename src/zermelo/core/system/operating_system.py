"""What one operating system has and another lacks: flags of files, owners, locks of directories.

Linux and macOS have all of it. On Windows a link is followed, and a directory is locked by a file beside it.
The owner of a file is not checked there, because a user's folders belong to that user alone.
"""

import contextlib
import ctypes
import functools
import hashlib
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

try:
    import fcntl
except ImportError:  # on Windows
    fcntl = None  # type: ignore[assignment]

NO_LINK = getattr(os, "O_NOFOLLOW", 0)  # a link is refused
BINARY = getattr(os, "O_BINARY", 0)  # ends of lines are left as they are
READ = os.O_RDONLY | NO_LINK | BINARY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)
MMAP_THRESHOLD = -3  # of the allocator's options, the bytes from which a piece is the system's own
DIRECTORY = os.O_RDONLY | NO_LINK | getattr(os, "O_DIRECTORY", 0)


@functools.cache
def return_freed_memory_to_system() -> None:
    """Have memory of a few megabytes or more go back to the system as soon as it is let go.

    The allocator of GNU/Linux learns from what is let go to keep ever larger pieces, up to 32 MB, in a heap
    with holes: a solve within 500 MB came to 640. Elsewhere nothing is done.
    """
    with contextlib.suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).mallopt(MMAP_THRESHOLD, 4 << 20)


@functools.cache
def find_process_namespace() -> str:
    """Return 8 hex digits for the one place in which a process has its number: this start of this system.

    A container has numbers of its own, and so another place. Where a system does not say that, they are 0.
    """
    try:
        start = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii")
        numbers = os.stat("/proc/self/ns/pid").st_ino  # noqa: PTH116  it is no file's
    except OSError:
        return "0" * 8
    return hashlib.sha256(f"{start} {numbers}".encode()).hexdigest()[:8]


def is_process_gone(where: str, process: int) -> bool:
    """Return whether a process of that number in such a place has surely ended; False where unknown."""
    if where == "0" * 8 or where != find_process_namespace():
        return False
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    except OSError:  # it is somebody else's
        return False
    return False


def create_file(path: Path) -> None:
    """Make an empty file; raises `FileExistsError` where there is anything, a link included."""
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY | NO_LINK, 0o666))


def find_ownership_fault(found: os.stat_result) -> str | None:
    """Return what lets others than this user write a file or a directory, None where nothing does."""
    if not hasattr(os, "geteuid"):
        return None
    if found.st_uid != os.geteuid():
        return "belongs to somebody else"
    return "can be written by others" if found.st_mode & (stat.S_IWGRP | stat.S_IWOTH) else None


def is_world_writable(found: os.stat_result) -> bool:
    """Return whether anybody may rename or remove what stands in a directory."""
    everybody = found.st_mode & stat.S_IWOTH and not found.st_mode & stat.S_ISVTX
    return hasattr(os, "geteuid") and bool(everybody)


def sync_to_disk(path: Path) -> None:
    """Return when the disk has what was written to a file, or the names in a directory."""
    if fcntl is None and path.is_dir():
        return  # Windows opens no directories, and keeps the names by itself
    handle = os.open(path, (os.O_RDWR if fcntl is None else os.O_RDONLY) | BINARY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextlib.contextmanager
def lock_directory(directory: Path, *, shared: bool = False) -> Iterator[bool]:
    """Lock a directory while the block runs; yield whether the lock is held and the directory not moved.

    Several processes may hold a `shared` lock together, and then no process holds an exclusive one. On
    Windows a shared lock has no effect. The system releases the lock when the process is killed. Raises
    `OSError` where there is no such directory.
    """
    if fcntl is None:
        with contextlib.nullcontext(True) if shared else _lock_file_beside_directory(directory) as held:
            yield held
        return
    handle = os.open(directory, DIRECTORY)
    try:
        same = False
        with contextlib.suppress(BlockingIOError, FileNotFoundError):
            fcntl.flock(handle, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
            same = os.fstat(handle).st_ino == directory.lstat().st_ino  # it may have been renamed meanwhile
        yield same
    finally:
        os.close(handle)


@contextlib.contextmanager
def _lock_file_beside_directory(directory: Path) -> Iterator[bool]:
    import msvcrt

    system: Any = msvcrt  # which only Windows has
    beside = directory.with_name(f"{directory.name}.lock")
    made = not beside.exists()  # else it is somebody's, or of a process that was killed: it stays
    handle = os.open(beside, os.O_RDWR | os.O_CREAT | BINARY, 0o666)
    try:
        try:
            system.locking(handle, system.LK_NBLCK, 1)
        except OSError:
            made = False
            yield False
            return
        try:
            yield directory.is_dir()
        finally:
            os.lseek(handle, 0, os.SEEK_SET)
            system.locking(handle, system.LK_UNLCK, 1)
    finally:
        os.close(handle)
        if made:
            with contextlib.suppress(OSError):
                beside.unlink()

"""The disk quota of a solve: bytes used and allowed, counted as files are made and removed.

The bytes are those of files. Writers count bytes before they write, so a solve ends with a message before it
exceeds the quota. Sizes not known in advance, as of a compressed file of records, are counted once it exists.
"""

import contextlib
import os
import shutil
import threading
from collections.abc import Callable, Container, Iterator
from pathlib import Path

from zermelo.core.errors import BeyondDisk


def count_free_bytes(where: Path, most: int | None = None) -> int:
    """Return the bytes of disk that may be taken at a place, which need not exist yet; at most `most`."""
    while not where.exists() and where != where.parent:
        where = where.parent
    try:
        free = shutil.disk_usage(where).free
    except OSError:  # a place that does not report its free space
        free = 1 << 62
    return free if most is None else min(most, free)


class DiskQuota:
    """The disk of a solve: `held` bytes now, `peak` at most so far, `most` allowed (None: what there is)."""

    def __init__(self, most: int | None = None, held: int = 0) -> None:
        self.most, self.held, self.peak = most, held, held
        self.relieve: Callable[[Callable[[], bool]], object] | None = None  # drops files until enough
        self._lock = threading.Lock()
        self._relieving = threading.RLock()

    def add_written_bytes(self, size: int) -> None:
        """Count bytes that are about to be written; raises `BeyondDisk` where they are too many.

        Files that can be made again are removed first, by `relieve` where it is set.
        """
        if self._try_take_bytes(size):
            return
        if self.relieve is not None:
            with self._relieving:
                self.relieve(lambda: self.has_room(size))
        if not self._try_take_bytes(size):
            raise self._make_disk_full_error(self.held + size)

    def subtract_removed_bytes(self, size: int) -> None:
        """Count bytes as free again."""
        with self._lock:
            self.held -= size

    def has_room(self, size: int) -> bool:
        """Return whether `size` more bytes may be taken."""
        return self.most is None or self.held + size <= self.most

    @contextlib.contextmanager
    def reserve_file_while_written(self, path: Path) -> Iterator[None]:
        """Count a file that is written in the block; raises `BeyondDisk`, and then it is removed."""
        before = path.lstat().st_size if path.is_file() else 0
        yield
        self.subtract_removed_bytes(before)
        try:
            self.add_written_bytes(path.stat().st_size)
        except BeyondDisk:
            path.unlink()
            raise

    def _try_take_bytes(self, size: int) -> bool:
        with self._lock:
            if not self.has_room(size):
                return False
            self.held += size
            self.peak = max(self.peak, self.held)
            return True

    def _make_disk_full_error(self, needed: int) -> BeyondDisk:
        assert self.most is not None
        return BeyondDisk(
            f"disk {format_exact_bytes(self.most)} is too little: this step needs "
            f"{format_exact_bytes(needed)} at once; raise --disk "
            "(what was done is kept where a store was given)"
        )


def format_exact_bytes(size: float) -> str:
    """Return bytes as a person reads them, such that no two amounts that differ read alike.

    >>> format_exact_bytes(12_345), format_exact_bytes(3 << 20)
    ('12,345 bytes', '3.0 MB (3,145,728 bytes)')
    """
    for unit, bits in (("GB", 30), ("MB", 20)):
        if size >= 1 << bits:
            return f"{size / (1 << bits):,.1f} {unit} ({int(size):,} bytes)"
    return f"{int(size):,} bytes"


def count_folder_bytes(directory: Path, notes: Container[str] = ()) -> int:
    """Return how many bytes the files below a directory have, each counted once whatever names it has.

    Those that are called as `notes` are not counted: a few thousand bytes that are written anew all the time.
    """
    found: dict[tuple[int, int], int] = {}
    for folder, _, names in os.walk(directory):
        for name in (each for each in names if each not in notes):
            try:
                told = os.lstat(f"{folder}/{name}")
            except FileNotFoundError:  # it went meanwhile
                continue
            found[told.st_dev, told.st_ino] = told.st_size
    return sum(found.values())

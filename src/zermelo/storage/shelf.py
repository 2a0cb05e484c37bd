"""A shelf of named arrays that keeps to a memory budget.

Arrays stay in memory while there is room; when room is asked for, the one put longest ago goes to
disk first, because a backward pass wants the last tier first. A shelf with a directory of its own
writes every array through at once: those files are the checkpoint of a run that is killed. Each
file is written under a temporary name and renamed, and ends with a checksum.
"""

import contextlib
import errno
import os
import shutil
import tempfile
import time
import weakref
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from zermelo.core.budget import Budget
from zermelo.core.errors import DamagedScratch, OutOfBudget, StorageFailed

Array = npt.NDArray[Any]
CHECK_BYTES = 16


class Shelf:
    """Named arrays in memory and on disk; use as a context manager.

    `directory` None: arrays are written only to make room, to a temporary directory that goes away.
    """

    def __init__(self, budget: Budget, directory: Path | None = None) -> None:
        self.budget = budget
        self.directory = directory
        self.working = 0  # bytes of buffers and tables in use outside the shelf
        self.held = 0  # bytes of the shelf's arrays in memory
        self.spilled = 0  # bytes written to make room
        self.seconds_writing = 0.0
        self._memory: dict[str, Array] = {}
        self._temporary: Path | None = None  # goes away with the shelf
        self._forget: Callable[[], object] | None = None  # removes it
        if directory is not None:
            with writing(directory):
                directory.mkdir(parents=True, exist_ok=True)

    def __enter__(self) -> "Shelf":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Forget everything in memory and remove what was only spilled."""
        self._memory.clear()
        self.held = 0
        if self._forget is not None:
            self._forget()
            self._temporary = self._forget = None

    def put(self, name: str, array: Array) -> None:
        """Keep `array` under `name`; neither it nor what the name stands for may change afterwards."""
        self._release(name)
        self._memory[name] = array
        self.held += array.nbytes
        if self.directory is not None and not self._path(name).exists():  # else an earlier run wrote it
            self._write(self._path(name), array)
        self.make_room(0)

    def get(self, name: str) -> Array:
        """Return the array, from disk where it was spilled (it then stays on disk)."""
        array = self._memory.get(name)
        if array is not None:
            return array
        path = self._path(name)
        self.make_room(path.stat().st_size if path.exists() else 0)
        return _read(path)

    def has(self, name: str) -> bool:
        """Return whether the shelf holds `name`, in memory or whole on disk."""
        return name in self._memory or (self._somewhere() and self._path(name).exists())

    def drop(self, name: str) -> None:
        """Forget `name`, in memory and on disk."""
        self._release(name)
        if self._somewhere():
            self._path(name).unlink(missing_ok=True)

    def clear(self) -> None:
        """Drop everything."""
        self._memory.clear()
        self.held = 0
        if self._somewhere():
            for path in self._path("any").parent.glob("*.array"):
                path.unlink()

    def make_room(self, wanted: int) -> None:
        """Spill until `wanted` more bytes fit; raise `OutOfBudget` where they never will."""
        room = self.budget.for_arrays - self.working - wanted
        if self.held <= room:
            return
        for name in list(self._memory):
            if self.held <= room:
                return
            self._spill(name)
        if self.held > room:
            needed = self.budget.base + self.working + wanted
            raise OutOfBudget(
                f"memory {self.budget.memory >> 20:,} MB is too little: this step needs "
                f"{-(-needed >> 20):,} MB at once; raise --memory"
            )

    @contextlib.contextmanager
    def reserved(self, size: int) -> Iterator["Reservation"]:
        """Count `size` bytes of working memory while the block runs, making room first."""
        reservation = Reservation(self)
        try:
            reservation.set(size)
            yield reservation
        finally:
            self.working -= reservation.size

    def spread(self, name: str) -> Array:
        """Return the array for reading here and there: mapped, not loaded, where it was spilled."""
        array = self._memory.get(name)
        if array is not None:
            return array
        path = self._path(name)
        try:
            mapped: Array = np.load(path, mmap_mode="r", allow_pickle=False)
        except (OSError, ValueError, EOFError) as error:
            said = " ".join(str(error).split())
            raise DamagedScratch(f"{path} cannot be read ({said}): solve again") from error
        return mapped

    def on_disk(self, name: str, count: int, dtype: Any) -> Array:
        """Return an array in a mapped file, as an earlier run left it or all zeros.

        What is written to it is on disk after its `flush`; the system keeps in memory what is in use.
        """
        path = self._path(name).with_suffix(".mapped")
        size = count * np.dtype(dtype).itemsize
        with writing(path):
            left = path.exists() and path.stat().st_size == size
            array: Array = np.memmap(path, dtype, "r+" if left else "w+", shape=(count,))
            return array

    def _release(self, name: str) -> None:
        """Let an array go from memory, if it is there."""
        array = self._memory.pop(name, None)
        if array is not None:
            self.held -= array.nbytes

    def _spill(self, name: str) -> None:
        array = self._memory[name]
        path = self._path(name)
        if not path.exists():
            self._write(path, array)
            self.spilled += array.nbytes
        self._release(name)

    def _write(self, path: Path, array: Array) -> None:
        began = time.perf_counter()
        _write(path, array)
        self.seconds_writing += time.perf_counter() - began

    def _somewhere(self) -> bool:
        return self.directory is not None or self._temporary is not None

    def _path(self, name: str) -> Path:
        if self.directory is not None:
            return self.directory / f"{name}.array"
        if self._temporary is None:
            with writing(Path(tempfile.gettempdir())):
                self._temporary = Path(tempfile.mkdtemp(prefix="zermelo-"))
            # A solution in memory keeps its shelf and is never closed: TemporaryDirectory would warn of that.
            self._forget = weakref.finalize(self, shutil.rmtree, self._temporary, ignore_errors=True)
        return self._temporary / f"{name}.array"


class Reservation:
    """Working memory in use outside the shelf's arrays, counted against the same budget."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf
        self.size = 0

    def set(self, size: int) -> None:
        """Count `size` bytes from now on; raises `OutOfBudget` where they do not fit."""
        self._shelf.make_room(size - self.size)
        self._shelf.working += size - self.size
        self.size = size


def checksum(array: Array) -> int:
    """Return 32 bits that change with any flipped byte of an array on disk."""
    return zlib.crc32(array.view(np.uint8))  # type: ignore[arg-type]  # a buffer


def _check(array: Array) -> bytes:
    """Return 16 bytes that change with any flipped byte: sum and exclusive or of the words."""
    content = array.reshape(-1).view(np.uint8)
    whole = content[: content.size // 8 * 8].view(np.uint64)
    tail = int.from_bytes(content[whole.size * 8 :].tobytes(), "little")
    total = (int(np.add.reduce(whole, dtype=np.uint64)) + tail) % (1 << 64)
    mixed = int(np.bitwise_xor.reduce(whole)) ^ tail if whole.size else tail
    mixed ^= zlib.crc32(f"{array.dtype.str}{array.shape}".encode())  # the header is not among the words
    return total.to_bytes(8, "little") + mixed.to_bytes(8, "little")


def _write(path: Path, array: Array) -> None:
    temporary = path.with_name(path.name + ".tmp")
    with writing(path):
        try:
            with temporary.open("wb") as file:
                np.save(file, array, allow_pickle=False)
                file.write(_check(array))
            os.replace(temporary, path)
        except BaseException:
            with contextlib.suppress(OSError):
                temporary.unlink()
            raise


def _read(path: Path) -> Array:
    try:
        with path.open("rb") as file:
            array: Array = np.load(file, allow_pickle=False)
            good = file.read(CHECK_BYTES + 1) == _check(array)
    except Exception as error:  # the parser of a file's head may raise anything
        said = " ".join(str(error).split())
        raise DamagedScratch(f"{path} cannot be read ({said}): solve again") from error
    if not good:
        raise DamagedScratch(f"{path} is damaged: solve again")
    return array


@contextlib.contextmanager
def writing(path: Path) -> Iterator[None]:
    """Turn what goes wrong while writing near `path` into one line that says what to do."""
    try:
        yield
    except OSError as error:
        if error.errno == errno.ENOSPC:
            remedy = "the disk is full: free some space or choose another --store"
        elif error.errno in (errno.EACCES, errno.EROFS, errno.EPERM):
            remedy = "it may not be written: choose another directory with --store"
        else:
            remedy = f"{error.strerror or error}: choose another directory with --store"
        raise StorageFailed(f"{path}: {remedy}") from error

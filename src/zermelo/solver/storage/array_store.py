"""A store of named arrays that keeps to a memory budget.

Arrays stay in memory while they fit. When memory is needed, the array put longest ago goes to disk first,
because a backward pass wants the last tier first. An array store with a directory of its own writes every
array through at once. Those files are the checkpoint of a run that is killed. Each file is written under a
temporary name and renamed. It ends with a checksum of its content, type, shape, name and owner. So no other
file of the same shape can stand in for it. A file that this store did not write is read whole and compared
before anything in it is used.
"""

import contextlib
import hashlib
import os
import shutil
import time
import weakref
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from zermelo.core.budget import Budget
from zermelo.core.errors import DamagedScratch, OutOfBudget
from zermelo.core.system.operating_system import return_freed_memory_to_system
from zermelo.solver.storage.atomic_files import explain_write_errors, open_regular_file, replace_atomically
from zermelo.solver.storage.disk_quota import DiskQuota, count_folder_bytes
from zermelo.solver.storage.temporary_folders import make_temporary_folder

Array = npt.NDArray[Any]
HEAD_BYTES, CHECK_BYTES = 128, 16
WRITTEN_AT_ONCE = 1 << 24  # bytes
SUFFIXES = (".array",)


class ArrayStore:
    """Named arrays in memory and on disk; use as a context manager.

    If `directory` is None, arrays are written only to free memory, to a temporary directory. `owner`
    identifies the arrays, such as a hash of the rules: arrays of another owner count as damaged. `disk`
    counts what is written, as the budget's does where none is given.
    """

    def __init__(
        self,
        budget: Budget,
        directory: Path | None = None,
        owner: str = "",
        disk: DiskQuota | None = None,
    ) -> None:
        return_freed_memory_to_system()
        self.budget = budget
        self.directory = directory
        self.owner = owner
        there = 0 if directory is None or disk is not None else count_folder_bytes(directory)
        self.disk = DiskQuota(budget.disk, there) if disk is None else disk
        self.working = 0  # bytes of buffers and tables in use outside the array store
        self.held = 0  # bytes of its arrays in memory
        self.spilled = 0  # bytes written to free memory
        self.seconds_writing = 0.0
        self._memory: dict[str, Array] = {}
        self._known: set[str] = set()  # arrays on disk, written or compared by this store
        self._temporary: Path | None = None  # removed with the array store
        self._forget: Callable[[], object] | None = None  # removes it
        if directory is not None:
            with explain_write_errors(directory):
                directory.mkdir(parents=True, exist_ok=True)

    def __enter__(self) -> "ArrayStore":
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
        self._release_from_memory(name)
        self._memory[name] = array
        self.held += array.nbytes
        if self.directory is not None and name not in self._known:  # else it came from there
            self._write_array_file(name, array)
        self.spill_until_bytes_fit(0)

    def get(self, name: str) -> Array:
        """Return the array, from disk where it was spilled (it then stays on disk)."""
        array = self._memory.get(name)
        if array is not None:
            return array
        path = self._make_array_path(name)
        self.spill_until_bytes_fit(path.stat().st_size if path.exists() else 0)
        return self._read_checked_array(name, _read_array_file(path))

    def has(self, name: str) -> bool:
        """Return whether the store holds `name`, in memory or whole on disk."""
        return name in self._memory or (self._has_folder() and self._make_array_path(name).exists())

    def drop(self, name: str) -> None:
        """Forget `name`, in memory and on disk; existing memory maps stay valid."""
        self._release_from_memory(name)
        self._known.discard(name)
        if self._has_folder():
            for suffix in SUFFIXES:
                path = self._make_array_path(name).with_suffix(suffix)
                with explain_write_errors(path), contextlib.suppress(FileNotFoundError):
                    self._remove_array_file(path)

    def clear(self) -> None:
        """Drop everything."""
        self._memory.clear()
        self._known.clear()
        self.held = 0
        if self._has_folder():
            folder = self._make_array_path("any").parent
            with explain_write_errors(folder):
                for path in folder.glob("*.array"):
                    self._remove_array_file(path)

    def spill_until_bytes_fit(self, wanted: int) -> None:
        """Spill until `wanted` more bytes fit; raise `OutOfBudget` where they never will."""
        room = self.budget.array_memory - self.working - wanted
        if self.held <= room:
            return
        for name in list(self._memory):
            if self.held <= room:
                return
            self._spill_to_disk(name)
        if self.held > room:
            needed = self.budget.base + self.working + wanted
            raise OutOfBudget(
                f"memory {self.budget.memory >> 20:,} MB is too little: this step needs "
                f"{-(-needed >> 20):,} MB at once; raise --memory"
            )

    @contextlib.contextmanager
    def reserve(self, size: int) -> Iterator["MemoryReservation"]:
        """Count `size` bytes of working memory while the block runs, freeing memory first."""
        reservation = MemoryReservation(self)
        try:
            reservation.resize(size)
            yield reservation
        finally:
            self.working -= reservation.size

    def get_mapped(self, name: str) -> Array:
        """Return the array for reading here and there: mapped, not loaded, where it was spilled."""
        array = self._memory.get(name)
        if array is not None:
            return array
        path = self._make_array_path(name)
        content = _map_array_file(path)
        if name not in self._known:
            self._read_checked_array(name, content)
        return content[0]

    def _release_from_memory(self, name: str) -> None:
        """Release an array from memory, if it is there."""
        array = self._memory.pop(name, None)
        if array is not None:
            self.held -= array.nbytes

    def _spill_to_disk(self, name: str) -> None:
        array = self._memory[name]
        if name not in self._known:
            self._write_array_file(name, array)
            self.spilled += array.nbytes
        self._release_from_memory(name)

    def _write_array_file(self, name: str, array: Array) -> None:
        began = time.perf_counter()
        path = self._make_array_path(name)
        if path.is_file():  # of an earlier run, which did not come to noting it
            self._remove_array_file(path)
        size = array.nbytes + HEAD_BYTES + CHECK_BYTES
        self.disk.add_written_bytes(size)
        try:
            _write_array_file(path, array, _compute_array_checksum(f"{self.owner}/{name}", array))
        except BaseException:
            self.disk.subtract_removed_bytes(size)
            raise
        self._known.add(name)
        self.seconds_writing += time.perf_counter() - began

    def _remove_array_file(self, path: Path) -> None:
        """Remove a file, which is counted no more."""
        size = path.lstat().st_size
        path.unlink()
        self.disk.subtract_removed_bytes(size)

    def _read_checked_array(self, name: str, content: tuple[Array, bytes]) -> Array:
        """Return a file's array; raises `DamagedScratch` where it does not fit the checksum beside it."""
        array, check = content
        if check != _compute_array_checksum(f"{self.owner}/{name}", array):
            raise DamagedScratch(f"{self._make_array_path(name)} is damaged: solve again")
        self._known.add(name)
        return array

    def _has_folder(self) -> bool:
        return self.directory is not None or self._temporary is not None

    def _make_array_path(self, name: str) -> Path:
        if self.directory is not None:
            return self.directory / f"{name}.array"
        if self._temporary is None:
            self._temporary = make_temporary_folder()
            # A solution in memory keeps its array store and is never closed: TemporaryDirectory would warn.
            self._forget = weakref.finalize(self, shutil.rmtree, self._temporary, ignore_errors=True)
        return self._temporary / f"{name}.array"


class MemoryReservation:
    """Working memory in use outside the store's arrays, counted against the same budget."""

    def __init__(self, array_store: ArrayStore) -> None:
        self._array_store = array_store
        self.size = 0

    def resize(self, size: int) -> None:
        """Count `size` bytes from now on; raises `OutOfBudget` where they do not fit."""
        self._array_store.spill_until_bytes_fit(size - self.size)
        self._array_store.working += size - self.size
        self.size = size


def _compute_array_checksum(name: str, array: Array) -> bytes:
    """Return 16 bytes that change with what an array holds, in which order, its name, type and shape.

    A cyclic code for a few flipped bits and what was exchanged, and a sum for the rest: 2.5 GB/s, where
    cryptographic hashes take as long as solving does.
    """
    content = array.reshape(-1).view(np.uint8)
    whole = content[: content.size // 8 * 8].view(np.uint64)
    total = int(np.add.reduce(whole, dtype=np.uint64)) if whole.size else 0
    cyclic = zlib.crc32(content)  # type: ignore[arg-type]  # a buffer
    said = f"{name}/{array.dtype.str}{array.shape}/{total}/{cyclic}"
    return hashlib.blake2b(said.encode(), digest_size=CHECK_BYTES).digest()


def _write_array_file(path: Path, array: Array, check: bytes) -> None:
    array = np.ascontiguousarray(array)
    content: Any = array.reshape(-1).view(np.uint8)
    with replace_atomically(path, synced=False) as temporary, temporary.open("wb") as file:
        np.lib.format.write_array_header_1_0(file, np.lib.format.header_data_from_array_1_0(array))
        for begin in range(0, len(content), WRITTEN_AT_ONCE):  # NumPy's own way forgets why a write failed
            file.write(content[begin : begin + WRITTEN_AT_ONCE].data)
        file.write(check)


def _read_array_file(path: Path) -> tuple[Array, bytes]:
    """Return the array that a file holds, and what follows it."""
    with _explain_read_errors(path), os.fdopen(open_regular_file(path), "rb") as file:
        array: Array = np.load(file, allow_pickle=False)
        return array, file.read(CHECK_BYTES + 1)


def _map_array_file(path: Path) -> tuple[Array, bytes]:
    """Return what `_read_array_file` does, the array in the mapped file."""
    with _explain_read_errors(path):
        os.close(open_regular_file(path))
        array: Array = np.load(path, mmap_mode="r", allow_pickle=False)
        with path.open("rb") as file:
            file.seek(-CHECK_BYTES, os.SEEK_END)
            return array, file.read()


@contextlib.contextmanager
def _explain_read_errors(path: Path) -> Iterator[None]:
    try:
        yield
    except Exception as error:  # the parser of a file's head may raise anything
        said = " ".join(str(error).split())
        raise DamagedScratch(f"{path} cannot be read ({said}): solve again") from error

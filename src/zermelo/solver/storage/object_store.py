"""Stores of named objects that many machines write at once: made once and whole, read by ranges, listed.

A name is words with `/` between. Making an object that exists already returns False and changes nothing, so
two machines that do the same work do no harm. A store is a directory that all machines see, or is given by
its URL (`solver.storage.url_object_store`).
"""

import contextlib
import errno
import os
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, Protocol, TypeVar

from zermelo.core.arguments import is_url
from zermelo.core.errors import StorageFailed
from zermelo.core.system.operating_system import sync_to_disk
from zermelo.solver.storage.atomic_files import TEMPORARY, explain_write_errors, temporary_file
from zermelo.solver.storage.disk_quota import DiskQuota

TRIES: Final = 5  # of a call that fails
WAIT: Final = 0.2  # seconds before the second try, and twice as long before each that follows

Found = TypeVar("Found")


class ObjectStore(Protocol):
    """Interface of an object store. All methods raise `StorageFailed` where the store does not answer."""

    url: str

    def put(self, name: str, content: bytes) -> bool:
        """Make an object, whole or not at all; return False where it was there, which stays as it is."""

    def put_file(self, name: str, path: Path) -> bool:
        """Make an object of a file, however large, as `put` does; the file stays, and does not change."""

    def copy(self, name: str, other: str) -> bool:
        """Make an object with the content of another, as `put` does, without reading it here."""

    @property
    def staging_directory(self) -> Path:
        """A directory of this machine for what becomes an object by `put_file`."""

    def get(self, name: str, begin: int = 0, end: int | None = None) -> bytes:
        """Return the bytes of an object from `begin` to before `end`, as many as it has of them.

        Raises `FileNotFoundError`.
        """

    def yield_object_names(self, prefix: str) -> Iterator[str]:
        """Yield the names that begin with words, whole ones: `tier/3` is no beginning of `tier/30`."""

    def remove(self, *names: str) -> None:
        """Remove objects, those that are there; by few requests, however many they are."""


class DirectoryObjectStore:
    """Objects in a directory, each a file; `synced`: the disk has it before it has its name.

    Else an object may be found damaged after the machine, not the process, was stopped. `disk` counts what is
    made and dropped here, and raises `BeyondDisk` where that is too much.
    """

    def __init__(self, directory: Path, *, synced: bool = True, disk: DiskQuota | None = None) -> None:
        self.directory = directory
        self._synced, self._disk = synced, DiskQuota() if disk is None else disk
        self.url = str(directory.absolute())

    def put(self, name: str, content: bytes) -> bool:
        """See `ObjectStore`: a name is given by a link, which no two can make."""
        path = self.directory / name
        with explain_write_errors(path):
            if path.exists():
                return False
            return self._put_within_quota(len(content), lambda: self._write_object(path, content))

    def put_file(self, name: str, path: Path) -> bool:
        """See `ObjectStore`: both names are the same file's, where one disk has both."""
        if (self.directory / name).exists():  # else it would need free disk space first
            return False
        return self._put_within_quota(path.stat().st_size, lambda: self._link_file_as_object(name, path))

    def _put_within_quota(self, size: int, make: Callable[[], bool]) -> bool:
        """Make an object of `size` bytes, which are counted if it is made."""
        self._disk.add_written_bytes(size)
        made = False
        try:
            made = make()
        finally:
            if not made:
                self._disk.subtract_removed_bytes(size)
        return made

    def _write_object(self, target: Path, content: bytes) -> bool:
        def write_and_link_file() -> bool:
            with temporary_file(target.parent) as temporary:
                temporary.write_bytes(content)
                return self._link_path_unless_taken(target, temporary)

        return self._make_object_in_folder(target, write_and_link_file)

    def _link_file_as_object(self, name: str, path: Path) -> bool:
        """Give a file the name of an object, unless there is one."""
        target = self.directory / name
        with explain_write_errors(target):
            return self._make_object_in_folder(target, lambda: self._link_path_unless_taken(target, path))

    @staticmethod
    def _make_object_in_folder(target: Path, make: Callable[[], bool]) -> bool:
        """Make an object, and its folder where that is not there: to ask first was 24 of 77 microseconds.

        Another process may remove the folder at this moment, if it was empty.
        """
        for _ in range(TRIES):
            try:
                return make()
            except FileNotFoundError:
                target.parent.mkdir(parents=True, exist_ok=True)
        return make()

    def _link_path_unless_taken(self, target: Path, path: Path) -> bool:
        if self._synced:
            sync_to_disk(path)
        try:
            os.link(path, target)
        except FileExistsError:
            return False
        except OSError as error:
            if error.errno != errno.EXDEV:
                raise
            with temporary_file(self.directory) as near:
                shutil.copyfile(path, near)
                return self._link_path_unless_taken(target, near)
        return True

    def copy(self, name: str, other: str) -> bool:
        """See `ObjectStore`: the copy takes no space of its own."""
        return self._link_file_as_object(other, self.directory / name)

    @property
    def staging_directory(self) -> Path:
        """See `ObjectStore`."""
        return self.directory

    def get(self, name: str, begin: int = 0, end: int | None = None) -> bytes:
        """See `ObjectStore`."""
        path = f"{self.url}/{name}"
        try:
            with open(path, "rb", buffering=0) as file:  # noqa: PTH123  half the time of a path's own
                until = os.fstat(file.fileno()).st_size
                until = until if end is None else min(end, until)
                file.seek(begin)
                parts = []
                while begin < until and (part := file.read(until - begin)):
                    parts.append(part)
                    begin += len(part)
                return b"".join(parts)
        except FileNotFoundError:
            raise
        except OSError as error:
            raise StorageFailed(f"{path} cannot be read ({error.strerror}): look after the store") from error

    def yield_object_names(self, prefix: str) -> Iterator[str]:
        """See `ObjectStore`."""
        root = self.directory / prefix
        if root.is_file():
            yield prefix
        for path in sorted(self._iterate_files(root)):
            if not TEMPORARY.fullmatch(path.name):
                yield path.relative_to(self.directory).as_posix()

    @staticmethod
    def _iterate_files(root: Path) -> Iterator[Path]:
        """Yield the files below a folder; folders may go meanwhile."""
        for folder, _, files in os.walk(root):
            yield from (Path(folder, file) for file in files)

    def remove_leftovers(self, folder: str) -> None:
        """Remove what killed processes have left in a folder that no process uses.

        These are files without a name, and empty folders.
        """
        root = self.directory / folder
        for path in list(self._iterate_files(root)):
            if TEMPORARY.fullmatch(path.name):
                self._remove_file(path)
        for inside, _, _ in os.walk(root, topdown=False):
            self._remove_empty_folders(Path(inside))

    def remove(self, *names: str) -> None:
        """See `ObjectStore`; folders that hold nothing more go with them."""
        paths = [self.directory / name for name in names]
        try:
            for path in paths:
                self._remove_file(path)
        finally:
            for folder in {path.parent for path in paths}:
                self._remove_empty_folders(folder)

    def _remove_file(self, path: Path) -> None:
        with explain_write_errors(path), contextlib.suppress(FileNotFoundError):
            told = path.lstat()
            path.unlink()
            if told.st_nlink == 1:
                self._disk.subtract_removed_bytes(told.st_size)

    def _remove_empty_folders(self, folder: Path) -> None:
        """Remove a folder that holds nothing more, and those that hold nothing but it."""
        with contextlib.suppress(OSError):
            while folder != self.directory:
                folder.rmdir()
                folder = folder.parent


class RetryingObjectStore:
    """A store that is asked again where it does not answer: a few times, each after a longer while."""

    def __init__(self, objects: ObjectStore, *, wait: float = WAIT) -> None:
        self.objects, self.url, self._wait = objects, objects.url, wait

    def put(self, name: str, content: bytes) -> bool:
        """See `ObjectStore`. Where a call fails that has made the object, the next says that it was there."""
        return self._retry_store_call(lambda: self.objects.put(name, content))

    def put_file(self, name: str, path: Path) -> bool:
        """See `put`."""
        return self._retry_store_call(lambda: self.objects.put_file(name, path))

    def copy(self, name: str, other: str) -> bool:
        """See `put`."""
        return self._retry_store_call(lambda: self.objects.copy(name, other))

    @property
    def staging_directory(self) -> Path:
        """See `ObjectStore`."""
        return self.objects.staging_directory

    def get(self, name: str, begin: int = 0, end: int | None = None) -> bytes:
        """See `ObjectStore`."""
        return self._retry_store_call(lambda: self.objects.get(name, begin, end))

    def yield_object_names(self, prefix: str) -> Iterator[str]:
        """See `ObjectStore`; all are asked for before the first is given."""
        return iter(self._retry_store_call(lambda: list(self.objects.yield_object_names(prefix))))

    def remove(self, *names: str) -> None:
        """See `ObjectStore`."""
        self._retry_store_call(lambda: self.objects.remove(*names))

    def _retry_store_call(self, call: Callable[[], Found]) -> Found:
        for tries in range(TRIES - 1):
            try:
                return call()
            except StorageFailed:
                time.sleep(self._wait * 2**tries)
        return call()


def find_directory_of_url(url: str) -> Path | None:
    """Return the directory that a URL names, None where it names another store."""
    return None if is_url(url) else Path(url.removeprefix("file://"))


def open_object_store(
    url: str, *, retries: int | None = None, synced: bool = True, disk: DiskQuota | None = None
) -> ObjectStore:
    """Return the store at a URL, or in a directory; raises `MissingExtra`, `StorageFailed`.

    `synced` and `disk` are of a directory, see there. `retries` is how often a call by URL is made again at
    once before it fails. By default the library decides, with a time limit of minutes.
    """
    directory = find_directory_of_url(url)
    if directory is None:
        from zermelo.solver.storage.url_object_store import UrlObjectStore

        return UrlObjectStore(url, retries=retries)
    return DirectoryObjectStore(directory, synced=synced, disk=disk)

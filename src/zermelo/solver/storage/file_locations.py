"""Places whose files are read by ranges: directories, and folders of object stores by their URLs.

For either kind, `place / name` is a file or folder in it, and `str` is its path or URL as users write it.
"""

import os
from pathlib import Path
from typing import Any, Final, Protocol, TypeAlias

from zermelo.core.arguments import as_path, is_url
from zermelo.solver.storage.atomic_files import open_regular_file, read_regular_file
from zermelo.solver.storage.object_store import ObjectStore, RetryingObjectStore, open_object_store

RETRIES: Final = 2  # at once, for each request to a store, since a user waits
FILE_AT_ONCE: Final = 1 << 20  # bytes
OBJECT_AT_ONCE: Final = 1 << 24  # bytes: a request takes as long as a megabyte or so


class ObjectPath:
    """A folder or an object of a store by its URL, with the methods of `Path` that readers need.

    No request is made before something is read. Raises `MissingExtra`, `StorageFailed`.
    """

    def __init__(self, url: str) -> None:
        self._url = url.rstrip("/")
        self._name = ""
        self._objects: ObjectStore = RetryingObjectStore(open_object_store(self._url, retries=RETRIES))

    def __truediv__(self, name: str) -> "ObjectPath":
        """Return what has a name in this folder."""
        inside = object.__new__(ObjectPath)
        inside._url, inside._objects = self._url, self._objects
        inside._name = f"{self._name}/{name}" if self._name else name
        return inside

    def read(self, begin: int = 0, end: int | None = None) -> bytes:
        """Return bytes of the object, as many as it has; raises `FileNotFoundError`, `StorageFailed`."""
        return self._objects.get(self._name, begin, end)

    def __str__(self) -> str:
        """Return the URL."""
        return f"{self._url}/{self._name}" if self._name else self._url

    def __eq__(self, other: object) -> bool:
        """Return whether both are the same place."""
        return isinstance(other, ObjectPath) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))


Location: TypeAlias = Path | ObjectPath


class ReadableFile(Protocol):
    """A file that is open for reading: `size` in bytes, None where it is not known before reading."""

    size: int | None
    at_once: int  # bytes that are best read together

    def read(self, begin: int, end: int) -> bytes:
        """Return the bytes between, as many as there are; raises `OSError`, `StorageFailed`."""


def parse_location(given: Any) -> Location:
    """Return the place of a path or a URL; raises `BadParameter` for anything else."""
    if isinstance(given, ObjectPath):
        return given
    return ObjectPath(given) if is_url(given) else as_path(given)


def read_whole_file(place: Location, most: int) -> bytes:
    """Return a file's content; raises `OSError` where it is none, or has more than `most` bytes."""
    if isinstance(place, Path):
        return read_regular_file(place, most)
    content = place.read(0, most + 1)
    if len(content) > most:
        raise OSError(f"it has more than {most:,} bytes")
    return content


def open_readable_file(place: Location) -> ReadableFile:
    """Return a file, open for reading; raises `OSError` where a directory has none of that name."""
    return _File(place) if isinstance(place, Path) else _Object(place)


class _File:
    """A plain file of a directory, open as long as it is held."""

    at_once = FILE_AT_ONCE

    def __init__(self, path: Path) -> None:
        self._handle = -1
        self._handle = open_regular_file(path)
        self.size: int | None = os.fstat(self._handle).st_size

    def read(self, begin: int, end: int) -> bytes:
        """See `ReadableFile`."""
        return os.pread(self._handle, end - begin, begin)

    def __del__(self) -> None:
        """Give the file back."""
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1


class _Object:
    """An object, of which nothing is known before it is read."""

    at_once = OBJECT_AT_ONCE

    def __init__(self, place: ObjectPath) -> None:
        self._place = place
        self.size: int | None = None

    def read(self, begin: int, end: int) -> bytes:
        """See `ReadableFile`."""
        return self._place.read(begin, end)

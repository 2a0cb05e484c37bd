"""Objects of a store that is named by a URL, `s3://bucket/folder` say, by the library obstore.

Credentials are looked for where that library looks: the environment and the machine's own. They are never
written anywhere. `AWS_ENDPOINT_URL` names another server than Amazon's.
"""

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from zermelo.core.errors import MissingExtra, StorageFailed

AT_ONCE: Final = 1 << 25  # bytes of a file that are sent in one piece


class UrlObjectStore:
    """See `solver.storage.object_store.ObjectStore`."""

    def __init__(self, url: str, *, retries: int | None = None) -> None:
        try:
            import obstore
            from obstore.store import from_url
        except ImportError as error:
            raise MissingExtra(
                f"{url} is a store of objects, which needs obstore: pip install 'zermelo[cluster]'"
            ) from error
        self.url = url
        self._library: Any = obstore
        try:
            self._store: Any = from_url(
                url,
                client_options={"allow_http": True},
                retry_config=None if retries is None else {"max_retries": retries},
            )
        except Exception as error:  # of the library, without a base of its own
            raise StorageFailed(
                f"{url} cannot be opened ({_format_store_error(error)}): look at the URL"
            ) from error

    def put(self, name: str, content: bytes) -> bool:
        """See `Objects`."""
        from obstore.exceptions import AlreadyExistsError, PreconditionError

        try:
            self._library.put(self._store, name, content, mode="create", use_multipart=False)
        except (AlreadyExistsError, PreconditionError):
            return False
        except Exception as error:
            raise self._make_store_error(name, error) from error
        return True

    def put_file(self, name: str, path: Path) -> bool:
        """See `ObjectStore`: a large one goes in parts, and a concurrent maker makes the same bytes."""
        if path.stat().st_size <= AT_ONCE:
            return self.put(name, path.read_bytes())
        if self._object_exists(name):
            return False
        try:
            self._library.put(self._store, name, path, use_multipart=True, max_concurrency=2)
        except Exception as error:
            raise self._make_store_error(name, error) from error
        return True

    def copy(self, name: str, other: str) -> bool:
        """See `Objects`."""
        if self._object_exists(other):
            return False
        try:
            self._library.copy(self._store, name, other)
        except Exception as error:
            raise self._make_store_error(name, error) from error
        return True

    def _object_exists(self, name: str) -> bool:
        from obstore.exceptions import NotFoundError

        try:
            self._library.head(self._store, name)
        except (NotFoundError, FileNotFoundError):
            return False
        except Exception as error:
            raise self._make_store_error(name, error) from error
        return True

    @property
    def staging_directory(self) -> Path:
        """See `Objects`."""
        return Path(tempfile.gettempdir())

    def get(self, name: str, begin: int = 0, end: int | None = None) -> bytes:
        """See `Objects`."""
        from obstore.exceptions import NotFoundError

        try:
            if begin == 0 and end is None:
                return bytes(self._library.get(self._store, name).bytes())
            if end is None:
                end = int(self._library.head(self._store, name)["size"])
            if end <= begin:
                return b""
            return bytes(self._library.get_range(self._store, name, start=begin, end=end))
        except (NotFoundError, FileNotFoundError) as error:
            raise FileNotFoundError(name) from error
        except Exception as error:
            if self._is_shorter_than(name, begin):
                return b""
            raise self._make_store_error(name, error) from error

    def _is_shorter_than(self, name: str, begin: int) -> bool:
        """Return whether an object is surely that short: then no range of it is there to be had."""
        try:
            return int(self._library.head(self._store, name)["size"]) <= begin
        except Exception:
            return False

    def yield_object_names(self, prefix: str) -> Iterator[str]:
        """See `Objects`."""
        try:
            for chunk in self._library.list(self._store, prefix=prefix):
                for entry in chunk:
                    yield str(entry["path"])
        except Exception as error:
            raise self._make_store_error(prefix, error) from error

    def remove(self, *names: str) -> None:
        """See `Objects`."""
        from obstore.exceptions import NotFoundError

        if not names:
            return
        try:
            self._library.delete(self._store, list(names))
        except (NotFoundError, FileNotFoundError):
            return
        except Exception as error:
            raise self._make_store_error(names[0], error) from error

    def _make_store_error(self, name: str, error: Exception) -> StorageFailed:
        return StorageFailed(f"{self.url}/{name}: the store says {_format_store_error(error)}")


def _format_store_error(error: Exception) -> str:
    told = str(error).partition("Debug source:")[0]
    return " ".join(told.split())[:300] or type(error).__name__

"""Parquet files and their bytes: written whole or not at all, read by row groups, known by checksums."""

import contextlib
import hashlib
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pyarrow as pa
import pyarrow.parquet as pq

from zermelo.core.errors import DamagedSolution
from zermelo.storage.shelf import writing

ROW_GROUP = 1 << 17  # records read to find one position: a millisecond

Found = TypeVar("Found")


def write_table(path: Path, table: pa.Table, records: int, **options: Any) -> dict[str, Any]:
    """Write a file that holds `records` positions; return its entry for the manifest."""
    temporary = path.with_name(path.name + ".tmp")
    with writing(path), _removed_on_error(temporary):
        pq.write_table(
            table,
            temporary,
            row_group_size=ROW_GROUP,
            compression="zstd",
            use_dictionary=["value", "remoteness", "values"],
            **{"compression_level": 1, **options},
        )
        digest = checksum(temporary)
        sync(temporary)
        os.replace(temporary, path)
    return {"name": path.name, "records": records, "sha256": digest}


@contextlib.contextmanager
def _removed_on_error(temporary: Path) -> Iterator[None]:
    try:
        yield
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise


def sync(path: Path) -> None:
    """Return when the disk has what was written to a file or a directory."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def checksum(path: Path) -> str:
    """Return the SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def damaged_among(directory: Path, files: list[dict[str, Any]]) -> str | None:
    """Return the first of a manifest's files whose bytes are not those that were written, or None."""
    for entry in files:
        path = directory / entry["name"]
        if not path.exists() or checksum(path) != entry["sha256"]:
            return str(path)
    return None


def open_parquet(path: Path) -> pq.ParquetFile:
    """Open a file for reading; raises `DamagedSolution` where it cannot be."""
    try:
        return pq.ParquetFile(path, memory_map=True)
    except FileNotFoundError as error:
        raise DamagedSolution(f"{path} is missing: run `zermelo solve --again`") from error
    except (OSError, pa.ArrowException) as error:
        raise DamagedSolution(f"{path} is damaged ({error}): run `zermelo solve --again`") from error


def read_rows(file: pq.ParquetFile, group: int | None) -> pa.Table:
    """Return one row group, or the whole file; raises `DamagedSolution`."""
    try:
        return file.read() if group is None else file.read_row_group(group)
    except (OSError, pa.ArrowException) as error:
        raise DamagedSolution(f"a file is damaged ({error}): run `zermelo solve --again`") from error


def recent(cache: dict[Any, Found], name: Any, most: int, read: Callable[[], Found]) -> Found:
    """Return what the cache has under a name, or what `read` returns; it keeps the `most` asked for last."""
    found = cache.pop(name, None)
    if found is None:
        found = read()
    cache[name] = found
    if len(cache) > most:
        del cache[next(iter(cache))]
    return found

"""Tables that are one file: Parquet, with a JSON object in the metadata that says what it is and seals it.

The object holds the format's version, the game with its parameters, where its rules are, their fingerprint,
what else the kind of table says of itself, and a checksum of all that and of the rows. A file is written to a
temporary name, synced and renamed, so it is whole or not there; any tool that reads Parquet opens it.
"""

import ast
import contextlib
import hashlib
import json
import os
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from numbers import Integral
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from zermelo.compiler import rules_fingerprint
from zermelo.core.errors import BadParameter, StorageFailed, ZermeloError
from zermelo.core.game import Game
from zermelo.core.version import __version__

MAGIC = b"PAR1"  # what a Parquet file begins with
LIMIT = 1 << 63  # of what int64 holds
SAID = {"format", "zermelo", "game", "source", "rules", "checksum"}  # of every table, in the manifest


@dataclass(frozen=True)
class Kind:
    """What a file can hold: its columns, what it says of itself beyond `SAID`, and how it is refused."""

    name: str  # such as "policy"
    format: int
    columns: tuple[str, ...]
    fields: frozenset[str]
    damaged: type[ZermeloError]
    outdated: type[ZermeloError]
    remedy: str  # such as "save the policy again"

    @property
    def key(self) -> bytes:
        """Under which the file's metadata has the JSON object."""
        return f"zermelo.{self.name}".encode()


def write_file(
    kind: Kind, game: Game, source: str, fields: dict[str, Any], columns: list[pa.Array], file: Path
) -> None:
    """Write a table of `kind`, whole or not at all, in place of an earlier one.

    `source` is the text by which the game is found again. Raises `BadParameter` where the file is there and
    holds something else, `StorageFailed` where the disk refuses.
    """
    if file.is_file() and file.stat().st_size > 0:
        _read(kind, file)
    manifest = {
        "format": kind.format,
        "zermelo": __version__,
        "game": repr(game),
        "source": source,
        "rules": rules_fingerprint(game),
        **fields,
    }
    manifest["checksum"] = _checksum(manifest, columns)
    table = pa.table(columns, list(kind.columns))
    _replace(file, table.replace_schema_metadata({kind.key: json.dumps(manifest).encode()}))


def read_file(kind: Kind, file: Path) -> tuple[dict[str, Any], pa.Table]:
    """Return what a file says of itself, and its rows, both whole.

    Raises `BadParameter` where it holds something else, the kind's error where it is damaged or has another
    format, `StorageFailed` where there is no such file or it cannot be read.
    """
    manifest, table = _read(kind, file)
    if manifest["format"] != kind.format:
        raise kind.outdated(
            f"{file} has format {manifest['format']!r}, this version reads {kind.format}: {kind.remedy}"
        )
    whole = set(manifest) == SAID | kind.fields and table.schema.names == list(kind.columns)
    if not whole or _checksum(manifest, table.columns) != manifest["checksum"]:
        raise kind.damaged(f"{file} is damaged: its checksum is wrong; {kind.remedy}")
    return manifest, table


def read_table(kind: Kind, file: Path, game: Game) -> tuple[dict[str, Any], pa.Table]:
    """Return what `read_file` does, of `game`.

    Raises `BadParameter` where the table is of another game, the kind's error where it was made from other
    rules, and what `read_file` raises.
    """
    manifest, table = read_file(kind, file)
    if manifest["game"] != repr(game):
        raise BadParameter(f"{file} is a {kind.name} of {manifest['game']}, not of {game!r}: name that game")
    if manifest["rules"] != rules_fingerprint(game):
        raise kind.outdated(f"{file} was made from other rules of {game!r}: {kind.remedy}")
    return manifest, table


def column_type(things: Iterable[Hashable], kind: Kind) -> tuple[pa.DataType, dict[Hashable, Any]]:
    """Return a column's type, and each position or move as it stands there: all integers, or all text.

    Text is a Python literal. Raises `BadParameter` where a thing has none.
    """
    found = {thing: _plain(thing) for thing in things}
    if all(type(plain) is int and -LIMIT <= plain < LIMIT for plain in found.values()):
        return pa.int64(), found
    return pa.string(), {thing: literal(plain, kind) for thing, plain in found.items()}


def reader_of(kind: Kind, file: Path, column: pa.DataType) -> Callable[[Any], Any]:
    """Return the function from what stands in a column to the position or move; it may raise `damaged`."""
    convert: Callable[[Any], Any] = ast.literal_eval if pa.types.is_string(column) else int

    def read(stored: Any) -> Any:
        try:
            return convert(stored)
        except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError) as error:
            raise kind.damaged(f"{file} is damaged: {stored!r} is no literal; {kind.remedy}") from error

    return read


def literal(thing: Any, kind: Kind) -> str:
    """Return a thing as a Python literal; raises `BadParameter` where it has none."""
    text = repr(_plain(thing))
    try:
        same = ast.literal_eval(text) == thing
    except (ValueError, SyntaxError):
        same = False
    if not same:
        raise BadParameter(
            f"{text} cannot be written to a {kind.name}'s file: use integers, strings and tuples"
        )
    return text


def _read(kind: Kind, file: Path) -> tuple[dict[str, Any], pa.Table]:
    """Return what a file says of itself, and its rows; either may be damaged or of another format."""
    if not file.is_file():
        raise StorageFailed(f"there is no file {file}: give a saved {kind.name}")
    foreign = BadParameter(f"{file} holds something else than a {kind.name}: give another name")
    try:
        with file.open("rb") as opened:
            if opened.read(len(MAGIC)) != MAGIC:
                raise foreign
        table = pq.read_table(file)
    except (OSError, pa.ArrowException) as error:
        if getattr(error, "errno", None) is not None:
            raise StorageFailed(
                f"{file} cannot be read ({error.strerror}): give a saved {kind.name}"
            ) from error
        raise kind.damaged(f"{file} is damaged ({_first_line(error)}): {kind.remedy}") from error
    text = (table.schema.metadata or {}).get(kind.key)
    if text is None:
        raise foreign
    try:
        manifest = json.loads(text)
        manifest["format"]
    except (ValueError, TypeError, KeyError) as error:
        raise kind.damaged(f"{file} is damaged: its metadata cannot be read; {kind.remedy}") from error
    return manifest, table


def _checksum(manifest: dict[str, Any], columns: list[Any]) -> str:
    content = {key: value for key, value in manifest.items() if key != "checksum"}
    sealed = [content, *(column.to_pylist() for column in columns)]
    return hashlib.sha256(json.dumps(sealed, sort_keys=True).encode()).hexdigest()


def _plain(thing: Any) -> Any:
    """Return the same as Python's own integer where it is one of an array library's."""
    return int(thing) if isinstance(thing, Integral) and not isinstance(thing, bool) else thing


def _replace(file: Path, table: pa.Table) -> None:
    """Write a table to the disk, under a temporary name at first."""
    temporary = file.with_name(file.name + ".tmp")
    try:
        pq.write_table(table, temporary, compression="zstd")
        _sync(temporary)
        os.replace(temporary, file)
        _sync(file.parent)
    except OSError as error:
        reason = error.strerror or _first_line(error)
        raise StorageFailed(f"{file} cannot be written ({reason}): give another name") from error
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink()


def _sync(path: Path) -> None:
    """Return when the disk has what was written to a file or a directory."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0]

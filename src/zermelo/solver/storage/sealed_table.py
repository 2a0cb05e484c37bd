"""Tables that are one file: Parquet, with a JSON object in the metadata that says what it is and seals it.

The object holds the format's version, the game with its parameters, where its rules are, their fingerprint,
what else the kind of table says of itself, and a seal: the SHA-256 of the whole file, taken with zeros in the
seal's own place. So it is found and compared before a byte is given to a parser of Parquet, since damaged
bytes may make the parser abort the whole process. A forged file can be sealed, too, so its content is checked
all the same. A file is written whole or not at all; any tool that reads Parquet opens it.
"""

import hashlib
import json
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from numbers import Integral
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq

from zermelo.compiler.fingerprints import explain_fingerprint_mismatch, rules_fingerprint
from zermelo.core.errors import BadParameter, ZermeloError
from zermelo.core.game import Game
from zermelo.core.notation.literals import read_json
from zermelo.core.notation.position_codec import encode, get_position_types
from zermelo.core.system.input_files import read_input_file
from zermelo.core.system.version import __version__
from zermelo.solver.storage.arrow_buffers import copy_to_buffer
from zermelo.solver.storage.output_files import OutputFile

MAGIC: Final = b"PAR1"  # what a Parquet file begins and ends with
LIMIT: Final = 1 << 63  # of what int64 holds
METADATA_FIELDS: Final = {  # of every table, in the manifest: what it is, and of which type
    "format": int,
    "zermelo": str,
    "game": str,
    "source": str,
    "rules_files": dict,
    "rules": str,
    "seal": str,
}
UNSEALED: Final = "0" * 64  # stands where the seal will
BEFORE: Final = b'"seal": "'  # as no other text in JSON can hold it: its quotes have backslashes
INT64: Final = (pa.int64(),)
LITERAL_TYPES: Final = (pa.int64(), pa.string())  # positions and moves


@dataclass(frozen=True)
class TableKind:
    """Kind of a table: columns, metadata beyond `METADATA_FIELDS`, and the error that refuses a file."""

    name: str  # such as "policy"
    format: int
    columns: Mapping[str, tuple[pa.DataType, ...]]  # the types that each may have
    fields: Mapping[str, type]
    damaged: type[ZermeloError]
    outdated: type[ZermeloError]
    remedy: str  # such as "save the policy again"
    optional: frozenset[str] = frozenset()  # columns that may be null in a row

    @property
    def metadata_key(self) -> bytes:
        """Under which the file's metadata has the JSON object."""
        return f"zermelo.{self.name}".encode()


@dataclass(frozen=True)
class GameSource:
    """Source of a game: the text that names it, and hashes of the Python files named there."""

    text: str
    files: Mapping[str, str]


def write_sealed_table(
    kind: TableKind,
    game: Game,
    source: GameSource,
    fields: dict[str, Any],
    columns: list[pa.Array],
    file: Path,
    *,
    replace: bool,
) -> None:
    """Write a table of `kind`, whole or not at all.

    Raises `BadParameter` where the file is there and not to be replaced, `StorageFailed` where the disk
    refuses.
    """
    manifest = {
        "format": kind.format,
        "zermelo": __version__,
        "game": repr(game),
        "source": source.text,
        "rules_files": dict(source.files),
        "rules": rules_fingerprint(game),
        **fields,
        "seal": UNSEALED,
    }
    table = pa.table(columns, list(kind.columns))
    table = table.replace_schema_metadata({kind.metadata_key: json.dumps(manifest).encode()})
    out = pa.BufferOutputStream()
    pq.write_table(table, out, compression="zstd")
    OutputFile(file, replace=replace).write(_insert_seal(out.getvalue().to_pybytes()))


def read_sealed_table(kind: TableKind, file: Path) -> tuple[dict[str, Any], pa.Table]:
    """Return what a file says of itself, and its rows: both whole, and of the types they should have.

    Raises `BadParameter` where it holds something else, the kind's error where it is damaged or has another
    format, `StorageFailed` where there is no such file or it cannot be read.
    """
    content = _read_all_file_bytes(kind, file)
    _check_seal(kind, file, content)
    try:
        parsed = pq.ParquetFile(pa.BufferReader(copy_to_buffer(content)))
        table = parsed.read()
        # Not those of the schema, which Arrow keeps a second time, coded: there the seal is zeros.
        manifest = read_json((parsed.metadata.metadata or {})[kind.metadata_key])
    except KeyError as error:
        raise _make_wrong_kind_error(kind, file) from error
    except Exception as error:  # sealed, and no table all the same: it was forged
        raise _make_damage_error(kind, file, _first_line_of_error(error)) from error
    if type(manifest) is not dict or "format" not in manifest:
        raise _make_damage_error(kind, file, "its metadata cannot be read")
    if manifest["format"] != kind.format:
        raise kind.outdated(
            f"{file} has format {manifest['format']!r}, this version reads {kind.format}: {kind.remedy}"
        )
    _check_types_of_table(kind, file, manifest, table)
    return manifest, table


def find_table_kind(kinds: Iterable[TableKind], file: Path) -> TableKind | None:
    """Return of which of these kinds a file says that it is, whatever it holds; raises `StorageFailed`."""
    content = read_input_file(file, "give the file of a table")
    return next((kind for kind in kinds if kind.metadata_key in content), None)


def read_table_of_game(kind: TableKind, file: Path, game: Game) -> tuple[dict[str, Any], pa.Table]:
    """Return what `read_sealed_table` does, of `game`.

    Raises `BadParameter` where the table is of another game, the kind's error where it was made from other
    rules, and what `read_sealed_table` raises.
    """
    manifest, table = read_sealed_table(kind, file)
    if manifest["game"] != repr(game):
        raise BadParameter(f"{file} is a {kind.name} of {manifest['game']}, not of {game!r}: name that game")
    why = explain_fingerprint_mismatch(manifest["rules"], rules_fingerprint(game))
    if why is not None:
        raise kind.outdated(f"{file}, a {kind.name} of {game!r}, is not used: {why}: {kind.remedy}")
    return manifest, table


def choose_column_type(
    things: Iterable[Hashable], kind: TableKind
) -> tuple[pa.DataType, dict[Hashable, Any]]:
    """Return a column's type, and each position or move as it stands there: all integers, or all text.

    Text is as `core.notation.position_codec` writes it. Raises `BadParameter` where a thing has none.
    """
    found = {thing: _convert_to_plain_integer(thing) for thing in things}
    if all(type(plain) is int and -LIMIT <= plain < LIMIT for plain in found.values()):
        return pa.int64(), found
    return pa.string(), {thing: format_literal(plain, kind) for thing, plain in found.items()}


def make_column_reader(kind: TableKind, file: Path, column: pa.DataType, game: Game) -> Callable[[Any], Any]:
    """Return the function from what stands in a column to the position or move; it may raise `damaged`.

    It makes nothing but the types that the rules of `game` make.
    """
    decode = get_position_types(game).decode
    if not pa.types.is_string(column):
        return int

    def read_literal_or_raise(stored: str) -> Any:
        try:
            thing = decode(stored)
        except ValueError as error:
            raise _make_damage_error(
                kind, file, f"{stored[:60]!r} is no text of a position or move"
            ) from error
        return thing

    return read_literal_or_raise


def format_literal(thing: Any, kind: TableKind) -> str:
    """Return a position or a move as text; raises `BadParameter` where it has none."""
    try:
        return encode(thing)
    except ValueError as error:
        raise BadParameter(f"a {kind.name}'s file cannot hold what the rules give: {error}") from error


def _insert_seal(content: bytes) -> bytes:
    """Return a written table with its seal in place of the zeros."""
    place = content.rindex(BEFORE) + len(BEFORE)  # the metadata stand behind whatever rows may hold
    assert content[place : place + len(UNSEALED)] == UNSEALED.encode()
    seal = hashlib.sha256(content).hexdigest().encode()
    return content[:place] + seal + content[place + len(UNSEALED) :]


def _check_seal(kind: TableKind, file: Path, content: bytes) -> None:
    """Raise where a file is no sealed table of `kind`; nothing but bytes is compared."""
    place = content.rfind(BEFORE) + len(BEFORE)
    if place < len(BEFORE):
        is_whole = len(content) > 2 * len(MAGIC) and content.endswith(MAGIC)
        if not content.startswith(MAGIC) or (is_whole and kind.metadata_key not in content):
            raise _make_wrong_kind_error(kind, file)
        raise _make_damage_error(kind, file, "it has no seal: it is cut short, or an earlier version's")
    digest = hashlib.sha256(content[:place])
    digest.update(UNSEALED.encode())
    digest.update(memoryview(content)[place + len(UNSEALED) :])
    if digest.hexdigest().encode() != content[place : place + len(UNSEALED)]:
        raise _make_damage_error(kind, file, "its seal is broken")


def _check_types_of_table(kind: TableKind, file: Path, manifest: dict[str, Any], table: pa.Table) -> None:
    """Raise `damaged` where what a file says, or a column of it, is not of the type it should be."""
    expected = {**METADATA_FIELDS, **kind.fields}
    if set(manifest) != set(expected):
        raise _make_damage_error(kind, file, "its metadata are not those that such a file has")
    for name, found in manifest.items():
        if type(found) is not expected[name]:
            raise _make_damage_error(kind, file, f"its {name} is {str(found)[:60]!r}")
    if not all(type(digest) is str for digest in manifest["rules_files"].values()):
        raise _make_damage_error(kind, file, "its rules_files are no hashes")
    if table.schema.names != list(kind.columns):
        raise _make_damage_error(kind, file, f"its columns are not {', '.join(kind.columns)}")
    for name, types in kind.columns.items():
        column = table.column(name)
        if not any(column.type == each for each in types):
            raise _make_damage_error(kind, file, f"its column {name} has the type {column.type}")
        values = [column, *(chunk.flatten() for chunk in column.chunks if pa.types.is_list(column.type))]
        if name not in kind.optional and any(each.null_count for each in values):
            raise _make_damage_error(kind, file, f"its column {name} has gaps")


def _read_all_file_bytes(kind: TableKind, file: Path) -> bytes:
    """Return all bytes of a file, read once: what is compared is what is parsed."""
    return read_input_file(file, f"give a saved {kind.name}")


def _make_wrong_kind_error(kind: TableKind, file: Path) -> BadParameter:
    return BadParameter(f"{file} holds something else than a {kind.name}: give another name")


def _make_damage_error(kind: TableKind, file: Path, why: str) -> ZermeloError:
    return kind.damaged(f"{file} is damaged ({why}): {kind.remedy}")


def _convert_to_plain_integer(thing: Any) -> Any:
    """Return the same as Python's own integer where it is one of an array library's."""
    return int(thing) if isinstance(thing, Integral) and not isinstance(thing, bool) else thing


def _first_line_of_error(error: Exception) -> str:
    return str(error).strip().partition("\n")[0]

"""Solutions on disk: a directory with `_solution.json` and Parquet files sorted by position.

A tier is in one file, a large one in several (see `parts`), of three columns: position (int64; text where
positions are not integers), value (the mover's) and remoteness (plies). With dice values are float64, and
there is no remoteness. Over a perfect index positions are left out, and where only values were asked for a
file is one column `values` of uint8, four positions a byte (`pack_values`). Any tool that reads Parquet opens
it; finding one position reads one row group. `_solution.json` (`solution_manifest`) has all files' length and
hashes of its blocks, and no byte is parsed before it was compared with them (`checked_file`). The same files
can be read from a folder of an object store by its URL.
"""

from collections.abc import Callable, Hashable, Iterable
from typing import Any, Final

import numpy as np
import pyarrow as pa

from zermelo.compiler.game_compiler import compile_or_interpret
from zermelo.compiler.position_packing import WordPacking
from zermelo.core.errors import DamagedSolution
from zermelo.core.game import Game, has
from zermelo.core.game_kind import ByKind
from zermelo.core.notation.literals import read_literal
from zermelo.core.notation.position_codec import encode, get_position_types
from zermelo.core.values import UNTIMED
from zermelo.solver.graph.small_games import make_small_game_program
from zermelo.solver.records.compact_records import CompactRecords, get_stored_records
from zermelo.solver.records.ranked_records import (
    SLICE,
    RankedRecords,
    build_expectation_columns,
    build_untimed_columns,
    make_ranked_records,
)
from zermelo.solver.records.solution_records import (
    RecordBlock,
    Records,
    find_position_key,
    iterate_tiers_nearest_first,
)
from zermelo.solver.records.two_bit_values import (
    IN_BYTE,
    make_values_only_error,
    pack_values,
    unpack_value_of_rank,
)
from zermelo.solver.solution_files.checked_file import damage_remedy
from zermelo.solver.solution_files.file_entries import Entry, group_files_by_tier, is_later_file_of_tier
from zermelo.solver.solution_files.parquet_tables import (
    ROW_GROUP,
    CheckedParquetFile,
    Columns,
    RecencyCache,
    count_column_bytes,
    find_damaged_entry,
    read_remoteness_column,
)
from zermelo.solver.solution_files.tier_file_reader import Group, TierFiles
from zermelo.solver.storage.arrow_buffers import as_numpy, make_valid_mask
from zermelo.solver.storage.file_locations import Location

MOST_OPEN = 64  # files
KEPT = 48 << 20  # bytes of row groups kept decoded: some 128 of them

SMALL = "int8", "int16"  # what values may be
TIMED: Columns = {"value": SMALL, "remoteness": ("uint16", "uint32")}
UNTIMED_ONES: Columns = {"value": SMALL}
EXPECTED: Columns = {"value": ("double",)}
PAIRED: Columns = {"values": ("uint8",)}


class FileRecords:
    """The records of a solution on disk, read where they are asked for.

    `tier_of` returns the file in which a position would be, where the game can give it. Otherwise files are
    searched one by one, those near the last position found first.
    """

    def __init__(
        self,
        place: Location,
        manifest: dict[str, Any],
        tier_of: Callable[[Any], int] | None = None,
        decode: Callable[[str], Any] = read_literal,
    ) -> None:
        self._decode = decode
        self.place = place
        self._tier_function = tier_of
        self.files: list[Entry] = manifest["files"]
        self._entries = group_files_by_tier(self.files)
        self.textual: bool = manifest["textual"]
        timed = UNTIMED_ONES if manifest["summary"]["values_only"] else TIMED
        answers = timed if manifest["summary"]["error_bound"] is None else EXPECTED
        self._decode_columns = {"position": ("string" if self.textual else "int64",), **answers}
        self.words = WordPacking(tuple(manifest["words"])) if manifest["words"] else None
        self._found: dict[int, TierFiles] = {}
        self._opened: RecencyCache[CheckedParquetFile] = RecencyCache(MOST_OPEN)
        self._groups: RecencyCache[Group] = RecencyCache(KEPT, count_column_bytes)
        self._last = 0  # the tier of the last record found

    @property
    def tier_count(self) -> int:
        """Number of tiers."""
        return len(self._entries)

    def find(self, position: Hashable) -> tuple[int, int] | None:
        """Return (value, remoteness), None where there is no record."""
        key: Any = encode(position) if self.textual else find_position_key(position, self.words)
        if key is None:
            return None
        for tier in self._order_tiers_by_likelihood(position):
            found = self._open_tier_files(tier).find(key) if self.count_tier_records(tier) else None
            if found is not None:
                self._last = tier
                return found
        return None

    def _order_tiers_by_likelihood(self, position: Hashable) -> Iterable[int]:
        """Return the tiers that a position may be in, the likeliest first."""
        if self._tier_function is None:
            return iterate_tiers_nearest_first(self.tier_count, self._last)
        tier = self._find_tier_by_rules(position)
        return () if tier < 0 else (tier,)

    def _find_tier_by_rules(self, position: Any) -> int:
        """Return the tier that the game gives, -1 where there is no such tier."""
        assert self._tier_function is not None
        try:
            tier = self._tier_function(position)
        except Exception:  # of what is no position at all
            return -1
        return tier if 0 <= tier < self.tier_count else -1

    def find_tiers_by_rules(self, keys: list[int]) -> list[int]:
        """Return the tier of each key as the game gives it; -1 for none."""
        if self.words is None:
            return [self._find_tier_by_rules(key) for key in keys]
        return [self._find_tier_by_rules(self.words.unpack(key)) for key in keys]

    def count_tier_records(self, tier: int) -> int:
        """Return how many records a tier has."""
        return sum(entry["records"] for entry in self._entries[tier])

    def read_tier_block(self, tier: int) -> RecordBlock:
        """Return all records of one tier, sorted by position."""
        return self._open_tier_files(tier).read_whole_block(self.textual)

    def get_row_group_key_bounds(self, tier: int) -> list[tuple[Any, Any]]:
        """Return the least and the greatest key of each row group of a tier."""
        return self._open_tier_files(tier).row_group_key_bounds

    def read_row_group(self, tier: int, number: int, *, keep: bool = False) -> Group:
        """Return a row group's keys, values and remoteness; threads may ask at once.

        Where it is not to be kept, it is read whatever is kept.
        """
        return (
            self._open_tier_files(tier).read_cached_row_group(number)
            if keep
            else self._open_tier_files(tier).read_row_group(number)
        )

    def decode_positions(self, tier: int, texts: Any) -> Any:
        """Return the positions [n] object that a column of literals writes out."""
        return self._open_tier_files(tier).decode_positions(texts)

    @property
    def has_tier_rule(self) -> bool:
        """Whether the game gives the file in which a position would be."""
        return self._tier_function is not None

    def find_damaged_file(self) -> str | None:
        """Return the first file whose bytes are not those that were written, or None."""
        return find_damaged_entry(self.place, self.files)

    def _open_tier_files(self, tier: int) -> TierFiles:
        if tier not in self._found:
            entries = self._entries[tier]
            self._found[tier] = TierFiles(
                self.place, entries, self._decode_columns, self._opened, self._groups, self._decode
            )
        return self._found[tier]


class FileAnswers:
    """A ranked game's answers on disk, or their values alone, read where they are asked for."""

    def __init__(self, place: Location, manifest: dict[str, Any], size: int) -> None:
        self.place = place
        self.size = size  # ranks
        self.files: list[dict[str, Any]] = manifest["files"]
        self.values_only: bool = manifest["summary"]["values_only"]
        self.grain = ROW_GROUP * IN_BYTE if self.values_only else ROW_GROUP
        self._expected = manifest["summary"]["error_bound"] is not None
        self._opened: RecencyCache[CheckedParquetFile] = RecencyCache(MOST_OPEN)
        self._groups: RecencyCache[Group] = RecencyCache(KEPT, count_column_bytes)

    def find_damaged_file(self) -> str | None:
        """Return the first file whose bytes are not those that were written, or None."""
        return find_damaged_entry(self.place, self.files)

    def read_answers_of_ranks(self, begin: int, end: int, *, keep: bool = False) -> tuple[Any, Any, Any]:
        """Return (values, remoteness, is there a position) of the ranks of a row group."""
        number, row = divmod(begin, SLICE)
        columns = (self._read_cached_group if keep else self._read_group)(number, row // self.grain)
        if self.values_only:
            return build_untimed_columns(columns[0], end - begin)
        values, remoteness, legal = columns
        return values, remoteness, legal

    def read_answers_of_slice(self, number: int) -> tuple[Any, Any, Any]:
        """Return (values, remoteness, is there a position) of a slice.

        Raises `MissingCapability` where only values were kept.
        """
        if self.values_only:
            raise make_values_only_error(self.place)
        return self._decode_columns(self._read_group_or_whole_slice(number, None))

    def read_packed_values_of_slice(self, number: int) -> Any:
        """Return the values of a slice as `read_packed_values` has them, in an unscored game."""
        if self.values_only:
            return _get_packed_column(self._read_group_or_whole_slice(number, None))
        values, _, legal = self.read_answers_of_slice(number)
        return pack_values(values, legal)

    def find_answer_of_rank(self, rank: int) -> tuple[Any, int] | None:
        """Return (value, remoteness, or NO_END or UNTIMED) of a rank, None where it has no position."""
        number, row = divmod(rank, SLICE)
        group, row = divmod(row, ROW_GROUP * IN_BYTE if self.values_only else ROW_GROUP)
        columns = self._read_cached_group(number, group)
        if self.values_only:
            alone = unpack_value_of_rank(columns[0], row)
            return None if alone is None else (alone, UNTIMED)
        values, remoteness, legal = columns
        return (values[row].item(), int(remoteness[row])) if legal[row] else None

    def _read_cached_group(self, number: int, group: int) -> Group:
        """Return a row group's columns, from among those read last."""
        return self._groups.get_or_read((number, group), lambda: self._read_group(number, group))

    def _read_group(self, number: int, group: int) -> Group:
        """Return a row group's columns: pairs, or values, remoteness and whether there is a position."""
        table = self._read_group_or_whole_slice(number, group)
        return (_get_packed_column(table),) if self.values_only else self._decode_columns(table)

    def _read_group_or_whole_slice(self, number: int, group: int | None) -> pa.Table:
        """Return a row group of a slice, or all of it."""
        path = self.place / self.files[number]["name"]
        ranks = min(self.size - number * SLICE, SLICE)
        whole = EXPECTED if self._expected else TIMED
        rows, columns = (-(-ranks // IN_BYTE), PAIRED) if self.values_only else (ranks, whole)
        file = self._opened.get_or_read(
            number, lambda: CheckedParquetFile(path, self.files[number], columns, rows)
        )
        return file.read_all_rows() if group is None else file.read_row_group(group)

    def _decode_columns(self, table: pa.Table) -> tuple[Any, Any, Any]:
        """Return (values, remoteness, is there a position)."""
        legal, values = make_valid_mask(table["value"]), as_numpy(table["value"])
        if self._expected:
            return build_expectation_columns(np.where(legal, values, np.nan))
        remoteness = np.where(legal, read_remoteness_column(table), 0)
        return np.where(legal, values, 0).astype(np.int16), remoteness, legal


def _get_packed_column(table: pa.Table) -> Any:
    return as_numpy(table["values"])


HAS_ERROR_BOUND: Final = ByKind("whether a solution has an error bound", False, dice=True)


def open_records(place: Location, manifest: dict[str, Any], game: Game) -> Records:
    """Return the records of a solution in files, those of a perfect index by the game's own ranks.

    Raises `DamagedSolution` where the manifest is that of another game, or of another kind of game.
    """
    summary = manifest["summary"]
    ranked = summary["domain"] == "index"
    said = manifest["game"], summary["scored"], summary["error_bound"] is not None, ranked
    chances = HAS_ERROR_BOUND.choose(game)
    if said != (repr(game), game.scored, chances, ranked and has(game, "rank")):
        raise DamagedSolution(
            f"{place} holds a solution of {manifest['game']} and not of {game!r}: {damage_remedy(place)}"
        )
    lean = summary.get("lean", False)
    may_be_lean = not (
        ranked or chances or manifest["textual"] or manifest["summary"]["method"].startswith("retrograde")
    )
    if (lean and not may_be_lean) or (summary["values_only"] and not (lean or ranked)):
        raise DamagedSolution(f"{place} keeps what no solution of {game!r} does: {damage_remedy(place)}")
    if not ranked:
        tiers = len(group_files_by_tier(manifest["files"]))
        stored = FileRecords(
            place, manifest, _make_tier_function(game, tiers), get_position_types(game).decode
        )
        return CompactRecords(game, stored, values_only=summary["values_only"]) if lean else stored
    size = int(game.size)  # type: ignore[attr-defined]  # of games with `rank`
    if any(is_later_file_of_tier(entry["name"]) for entry in manifest["files"]):
        raise DamagedSolution(f"{place} has slices in several files: {damage_remedy(place)}")
    if len(manifest["files"]) != max(1, -(-size // SLICE)):
        raise DamagedSolution(
            f"{place} has {len(manifest['files'])} files, not one for each slice: {damage_remedy(place)}"
        )
    return make_ranked_records(
        make_small_game_program(game) or compile_or_interpret(game), FileAnswers(place, manifest, size)
    )


def _make_tier_function(game: Game, tiers: int) -> Callable[[Any], int] | None:
    """Return the function from a position to its tier, None where the game cannot give it.

    There are several tiers only where tiers are plies from the start, and where the game says tiers, too, the
    solver has compared each position's (see `solver.graph.enumeration`).
    """
    if tiers == 1 or not has(game, "tier"):
        return None
    tier: Callable[[Any], int] = game.tier  # type: ignore[attr-defined]  # of games with `tier`
    first = int(tier(next(iter(game.starts()))))
    return lambda position: int(tier(position)) - first


def find_damaged_file(records: Records) -> str | None:
    """Return the first file whose bytes are not those that were written; None also for records in memory."""
    kept = records.answers if isinstance(records, RankedRecords) else get_stored_records(records)
    return kept.find_damaged_file() if isinstance(kept, FileRecords | FileAnswers) else None

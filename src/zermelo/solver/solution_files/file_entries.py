"""The files of a tier and their entries in a manifest: the same number of records in each but the last.

Each row group is described at the end of its file. For a tier of billions in one file that would be gigabytes
to read before the first look-up, written by one worker. So a tier has as many files as it needs. The first
file's name has the tier's number alone. For a later file the manifest also names its first position.
"""

import re
from collections.abc import Iterator
from typing import Any, Final

from zermelo.solver.solution_files.checked_file import DIGITS, count_blocks
from zermelo.solver.solution_files.parquet_tables import ROW_GROUP

RECORDS = 1 << 24  # in a file: 512 row groups
HEX: Final = re.compile(r"[0-9a-f]*")
LATER: Final = re.compile(r"tier-\d{4,}-\d{4,}\.parquet")
ENTRY: Final = frozenset({"name", "records", "bytes", "blocks"})
MOST_RECORDS: Final = 1 << 62

Entry = dict[str, Any]


def format_tier_file_name(tier: int, part: int = 0) -> str:
    """Return the name of a tier's file."""
    return f"tier-{tier:04d}-{part:04d}.parquet" if part else f"tier-{tier:04d}.parquet"


def is_later_file_of_tier(name: str) -> bool:
    """Return whether a file's name is that of another than its tier's first."""
    return LATER.fullmatch(name) is not None


def iterate_file_spans(records: int) -> Iterator[tuple[int, int]]:
    """Yield where each file of so many records begins and ends; there is one at least."""
    for begin in range(0, max(1, records), RECORDS):
        yield begin, min(begin + RECORDS, records)


def group_files_by_tier(files: list[Entry]) -> list[list[Entry]]:
    """Return the files of each tier."""
    tiers: list[list[Entry]] = []
    for entry in files:
        if tiers and is_later_file_of_tier(entry["name"]):
            tiers[-1].append(entry)
        else:
            tiers.append([entry])
    return tiers


def find_files_fault(files: list[Any]) -> str | None:
    """Return what is wrong in what is said of all files of a solution, None where nothing is."""
    if not all(isinstance(entry, dict) and isinstance(entry.get("name"), str) for entry in files):
        return "what it says of a file has other fields"
    faults = (find_tier_fault(entries, tier) for tier, entries in enumerate(group_files_by_tier(files)))
    return next((fault for fault in faults if fault is not None), None)


def find_tier_fault(entries: Any, tier: int) -> str | None:
    """Return what is wrong in what is said of a tier's files, None where nothing is."""
    if not isinstance(entries, list) or not entries:
        return f"it says nothing of file {tier}"
    for part, entry in enumerate(entries):
        fault = _find_entry_fault(entry, tier, part)
        if fault is not None:
            return fault
    if len(entries) > 1:
        sizes, firsts = [entry["records"] for entry in entries], [entry["first"] for entry in entries[1:]]
        if len(set(sizes[:-1])) != 1 or sizes[0] % ROW_GROUP or not 0 < sizes[-1] <= sizes[0]:
            return f"files of tier {tier} have other numbers of records"
        if firsts != sorted(set(firsts)):
            return f"files of tier {tier} do not follow each other"
    return None


def _find_entry_fault(entry: Any, tier: int, part: int) -> str | None:
    if not (isinstance(entry, dict) and set(entry) == ENTRY | ({"first"} if part else set())):
        return f"what it says of file {tier} has other fields"
    if entry["name"] != format_tier_file_name(tier, part):
        return f"file {tier} has another name"
    if not (_is_count(entry["records"]) and _is_count(entry["bytes"])):
        return f"file {tier} has no number of records or bytes"
    if part and not (type(entry["first"]) is int and 0 <= entry["first"] < 1 << 63):
        return f"file {tier} does not say where it begins"
    blocks = entry["blocks"]
    if not (isinstance(blocks, str) and HEX.fullmatch(blocks)):
        return f"file {tier} has no hashes"
    return None if len(blocks) == DIGITS * count_blocks(entry["bytes"]) else f"file {tier} has too few hashes"


def _is_count(thing: Any) -> bool:
    return type(thing) is int and 0 <= thing < MOST_RECORDS

"""`_solution.json`, the manifest that makes a directory of files a solution. All its fields are checked here.

It carries a checksum of its own text (see `solver.storage.sealed_json`), so damage is noticed before it is
parsed. A stranger can seal any content. So the types of all fields and the names of files are checked before
use.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from zermelo.core.errors import DamagedSolution, MissingSolution, OutdatedSolution, StorageFailed
from zermelo.core.game import Game
from zermelo.core.system.operating_system import sync_to_disk
from zermelo.core.system.version import __version__
from zermelo.solver.records.solve_summary import Summary, find_summary_fault, read_stored_summary
from zermelo.solver.solution_files.checked_file import damage_remedy
from zermelo.solver.solution_files.file_entries import find_files_fault
from zermelo.solver.storage.atomic_files import explain_write_errors, write_atomically
from zermelo.solver.storage.file_locations import Location, read_whole_file
from zermelo.solver.storage.sealed_json import parse_json_object, seal_json_object, unseal_json_object

FORMAT = 3
MANIFEST = "_solution.json"
LARGEST = 1 << 30  # bytes: hashes of 8 TB
MOST_WIDE = 1 << 62


def write_manifest(directory: Path, manifest: dict[str, Any]) -> None:
    """Write `_solution.json`, which makes a directory of files a solution."""
    content = {"format": FORMAT, "zermelo": __version__, **manifest}
    assert _find_manifest_fault(content) is None, _find_manifest_fault(content)
    write_atomically(directory / MANIFEST, seal_json_object(content))
    with explain_write_errors(directory):
        sync_to_disk(directory)


def read_manifest(place: Location) -> dict[str, Any]:
    """Return the checked content of `_solution.json`.

    Raises `MissingSolution`, `DamagedSolution`, `OutdatedSolution` for another format, or `StorageFailed`
    where a store of objects does not answer.
    """
    path = place / MANIFEST
    try:
        text = read_whole_file(path, LARGEST)
    except FileNotFoundError as error:
        raise MissingSolution(f"{place} holds no solution: {format_solve_remedy(place)} first") from error
    except StorageFailed:
        raise
    except OSError as error:
        raise DamagedSolution(
            f"{path} cannot be read ({error.strerror or error}): {damage_remedy(place)}"
        ) from error
    try:
        manifest = unseal_json_object(text)
    except ValueError as error:
        version = _read_older_format_version(text)
        if version is not None and version != FORMAT:
            raise OutdatedSolution(
                f"{place} has format {version}, this version reads {FORMAT}: solve again"
            ) from error
        raise DamagedSolution(f"{path} is damaged: {error}; {damage_remedy(place)}") from error
    if manifest.get("format") != FORMAT:
        said = str(manifest.get("format"))[:20]
        raise OutdatedSolution(f"{place} has format {said}, this version reads {FORMAT}: solve again")
    fault = _find_manifest_fault(manifest)
    if fault is not None:
        raise DamagedSolution(f"{path} is damaged: {fault}; {damage_remedy(place)}")
    return manifest


def format_solve_remedy(place: Location) -> str:
    """Return what makes a solution there."""
    if isinstance(place, Path):
        return "run `zermelo solve`"
    return "run `zermelo solve` with --cluster and this --store"


def read_summary(manifest: dict[str, Any], game: Game, place: Location | None) -> Summary:
    """Return the summary that a manifest holds, of a game's solution that is stored there."""
    return read_stored_summary(game, manifest["summary"], None if place is None else str(place))


def is_manifest(text: bytes) -> bool:
    """Return whether a text is a `_solution.json` of any version's, which need not be whole."""
    try:
        return {"format", "zermelo", "rules", "files"} <= parse_json_object(text.decode("utf-8")).keys()
    except ValueError:
        return False


def _read_older_format_version(text: bytes) -> int | None:
    """Return the version that a text of another way to be sealed says, None where it says none."""
    try:
        version = parse_json_object(text.decode("utf-8")).get("format")
    except ValueError:
        return None
    return version if isinstance(version, int) and abs(version) < 1 << 31 else None


def _is_count(thing: Any) -> bool:
    return type(thing) is int and 0 <= thing < MOST_WIDE


def _is_text(thing: Any) -> bool:
    return isinstance(thing, str)


def _are_word_widths(thing: Any) -> bool:
    """Return whether a thing is None or the bits of each word of a key."""
    if thing is None:
        return True
    return isinstance(thing, list) and all(_is_count(bits) for bits in thing) and 0 < sum(thing) <= 63


FIELDS: dict[str, Callable[[Any], bool]] = {
    "format": lambda thing: thing == FORMAT,
    "zermelo": _is_text,
    "game": _is_text,
    "source": _is_text,
    "rules_files": lambda thing: isinstance(thing, dict) and all(map(_is_text, thing.values())),
    "rules": _is_text,
    "textual": lambda thing: isinstance(thing, bool),
    "words": _are_word_widths,
    "files": lambda thing: isinstance(thing, list) and len(thing) > 0,
    "summary": lambda thing: isinstance(thing, dict),
}


def _find_manifest_fault(manifest: dict[str, Any]) -> str | None:
    """Return what is wrong in a manifest, None where nothing is."""
    if set(manifest) != set(FIELDS):
        return "it has other fields than a solution"
    for name, fits in FIELDS.items():
        if not fits(manifest[name]):
            return f"{name} is {json.dumps(manifest[name])[:40]}"
    fault = find_files_fault(manifest["files"])
    if fault is not None:
        return fault
    summary = manifest["summary"]
    fault = find_summary_fault(summary)
    if fault is not None:
        return fault
    if summary["game"] != manifest["game"]:
        return "its summary is another game's"
    records = sum(entry["records"] for entry in manifest["files"])
    right = records <= summary["solved"] if summary.get("lean") else records == summary["solved"]
    return None if right else f"its files have {records:,} records, its summary another number"

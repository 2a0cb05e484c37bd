"""Directories that zermelo made: known by a mark, and by holding nothing but files of its own.

Nothing else is ever removed or replaced: not a folder that happens to have a solution's name, not the target
of a link, not a directory of zermelo's into which a user has put a file.
"""

import re
import stat
from pathlib import Path

from zermelo.core.errors import StorageFailed
from zermelo.solver.solution_files.solution_manifest import LARGEST, MANIFEST, is_manifest
from zermelo.solver.storage.array_store import SUFFIXES
from zermelo.solver.storage.atomic_files import (
    TEMPORARY,
    explain_write_errors,
    read_regular_file,
    write_atomically,
)

MARK = ".zermelo"
MARK_TEXT = (
    b"zermelo made this folder, and may replace or remove it while it holds only files of zermelo's.\n"
)
JOB = "job.json"
JOURNAL = "answers.txt"  # of a book that is being made
SCRATCH = "scratch"  # arrays of a run that is not at its end
NOTES = (MARK, JOB, MANIFEST)  # files of some thousand bytes beside arrays and records
REPLACED = "replaced"  # the solution whose place this one takes, until it is removed
FILE = re.compile(
    rf"{re.escape(MARK)}|{MANIFEST}|{JOB}|{JOURNAL}|tier-\d{{4,9}}(-\d{{4,9}})?\.parquet|{TEMPORARY.pattern}"
)
ARRAY = re.compile(rf"[\w-]+({'|'.join(map(re.escape, SUFFIXES))})|{TEMPORARY.pattern}")


def check_directory_is_owned(directory: Path) -> None:
    """Raise `StorageFailed` where something is in the directory's place that is not ours to replace."""
    with explain_write_errors(directory):
        reason = _find_foreign_entry(directory)
    if reason is not None:
        raise StorageFailed(f"{directory} is in the way ({reason}): move it, or choose another --store")


def mark_directory_as_owned(directory: Path) -> None:
    """Say in a directory that it is ours, which it is when it is empty."""
    check_directory_is_owned(directory)
    if _read_start_of_file(directory / MARK, len(MARK_TEXT)) != MARK_TEXT:
        write_atomically(directory / MARK, MARK_TEXT)


def clear_owned_directory(directory: Path, *kept: str) -> None:
    """Remove all files of ours in a directory of ours, the mark and those named excepted."""
    check_directory_is_owned(directory)
    with explain_write_errors(directory):
        for entry in sorted(directory.iterdir()):
            if entry.name not in (MARK, *kept):
                _remove_entry(entry)


def remove_owned_directory(directory: Path) -> None:
    """Remove a directory of ours with all it holds; where there is none, do nothing."""
    check_directory_is_owned(directory)
    with explain_write_errors(directory):
        if directory.exists():
            clear_owned_directory(directory)
            (directory / MARK).unlink(missing_ok=True)  # last, so that what a killed process leaves is ours
            directory.rmdir()


def _remove_entry(entry: Path) -> None:
    if entry.name == REPLACED:
        remove_owned_directory(entry)
    elif entry.name == SCRATCH:
        for path in entry.iterdir():
            path.unlink()
        entry.rmdir()
    else:
        entry.unlink()


def _find_foreign_entry(directory: Path) -> str | None:
    """Return what is not ours there, None where all of it is, or nothing is there."""
    try:
        mode = directory.lstat().st_mode
    except FileNotFoundError:
        return None
    if stat.S_ISLNK(mode):
        return "it is a link"
    if not stat.S_ISDIR(mode):
        return "it is no folder"
    entries = sorted(directory.iterdir())
    if not entries:
        return None
    if not _has_ownership_mark(directory, entries):
        return "zermelo did not make it"
    return next(
        (f"it holds {entry.name!r}, which is not zermelo's" for entry in entries if not _is_own_entry(entry)),
        None,
    )


def _has_ownership_mark(directory: Path, entries: list[Path]) -> bool:
    """Return whether the mark is there, or its beginning and nothing else, or what makes a solution."""
    said = _read_start_of_file(directory / MARK, len(MARK_TEXT))
    if said == MARK_TEXT:
        return True
    begun = said is not None and MARK_TEXT.startswith(said)
    if all(TEMPORARY.fullmatch(entry.name) or (begun and entry.name == MARK) for entry in entries):
        return True
    manifest = _read_start_of_file(directory / MANIFEST, LARGEST)
    return manifest is not None and is_manifest(manifest)


def _read_start_of_file(path: Path, most: int) -> bytes | None:
    try:
        return read_regular_file(path, most)
    except OSError:
        return None


def _is_own_entry(entry: Path) -> bool:
    """Return whether an entry of a directory of ours is one that we made, by its kind and its name."""
    mode = entry.lstat().st_mode
    if stat.S_ISREG(mode):
        return FILE.fullmatch(entry.name) is not None
    if not stat.S_ISDIR(mode):
        return False
    if entry.name == REPLACED:
        return _find_foreign_entry(entry) is None
    inside = list(entry.iterdir()) if entry.name == SCRATCH else [entry]
    return all(stat.S_ISREG(path.lstat().st_mode) and ARRAY.fullmatch(path.name) for path in inside)

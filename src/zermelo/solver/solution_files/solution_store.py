"""Store of solutions, which keeps a solution that is being made apart from finished ones.

A game's solution is the directory STORE/NAME. While it is made it is STORE/NAME.partial, locked by the
process that makes it. The last step renames it, so a solution is whole or missing. An older solution is moved
into the new one before, and removed after. Files of a solve by tasks are in STORE/NAME.work. No other name in
the store is ever touched, and none of these where it holds what zermelo did not make (see
`directory_ownership`).
"""

import contextlib
import hashlib
import math
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from zermelo.compiler.fingerprints import explain_fingerprint_mismatch, rules_fingerprint
from zermelo.compiler.kernel_digests import KERNELS_DIGEST
from zermelo.compiler.position_packing import WordPacking
from zermelo.core.errors import DamagedSolution, MissingSolution, OutdatedSolution, StorageFailed
from zermelo.core.game import Game
from zermelo.core.notation.identity import compute_identity, parameter_text, yield_game_parameters
from zermelo.core.system.operating_system import lock_directory, sync_to_disk
from zermelo.core.system.source_files import hash_source_with_imports
from zermelo.games.user_rule_files import USER_MODULE
from zermelo.solver.methods.answer_codes import COLUMNS
from zermelo.solver.records.compact_records import FULL_STORAGE, StorageMode
from zermelo.solver.records.solve_summary import Summary
from zermelo.solver.solution_files import directory_ownership
from zermelo.solver.solution_files.directory_ownership import JOB, REPLACED
from zermelo.solver.solution_files.file_entries import HEX, find_tier_fault
from zermelo.solver.solution_files.parquet_tables import find_damaged_entry
from zermelo.solver.solution_files.solution_manifest import LARGEST, MANIFEST, read_manifest, write_manifest
from zermelo.solver.storage.atomic_files import explain_write_errors, read_regular_file, write_atomically
from zermelo.solver.storage.sealed_json import seal_json_object, unseal_json_object
from zermelo.solver.storage.sealed_table import GameSource

WORK = ".work"  # what the folder of a solve's objects is called, after the solution's
LONGEST_NAME = 120
WORDS = ("True", "False", "None", "inf", "nan")  # as texts they would look like what they are not


def find_solution_directory(store: Path, game: Game) -> Path:
    """Return where the game's solution stands, or would stand: by its family and its parameters' values."""
    family, said = game.family_name(), list(yield_game_parameters(game))
    plain = family.isidentifier() and all(
        name.isidentifier() and is_unambiguous_name(value) for name, value in said
    )
    written_out = ",".join(f"{name}={parameter_text(value)}" for name, value in said) if plain else ""
    kept = re.sub(r"[^\w=,.+-]", "", written_out)
    name = f"{family}-{kept}" if kept else family
    if len(name) > LONGEST_NAME or not plain:
        whole = compute_identity((family, said)).text.encode("utf-8", "surrogatepass")
        readable = re.sub(r"[^\w=,+-]", "", f"{family}-{kept}" if kept else family)[:80]
        name = f"{readable}-{hashlib.sha256(whole).hexdigest()[:16]}"
    return store / name


def is_unambiguous_name(value: object) -> bool:
    """Return whether a parameter loses nothing by losing brackets, quotes and blanks."""
    if isinstance(value, tuple):
        return type(value) is tuple and all(type(item) in (bool, int, float) for item in value)
    if type(value) is str:
        return re.fullmatch(r"[A-Za-z]\w*", value) is not None and value not in WORDS
    return type(value) in (bool, int, float, type(None))


def check_fingerprint(manifest: dict[str, Any], fingerprint: str, directory: object) -> None:
    """Raise `OutdatedSolution` where the solution was made from other rules."""
    why = explain_fingerprint_mismatch(manifest.get("rules"), fingerprint)
    if why is not None:
        raise OutdatedSolution(
            f"{directory}, a solution of {manifest.get('game')}, is not used: {why}: "
            "run `zermelo solve` again"
        )


def read_finished_manifest(directory: Path, fingerprint: str) -> dict[str, Any] | None:
    """Return the manifest of a solution of these very rules, None where there is none or it is damaged.

    Of the files only their existence and length are checked.
    """
    try:
        manifest = read_manifest(directory)
        check_fingerprint(manifest, fingerprint, directory)
    except (MissingSolution, OutdatedSolution, DamagedSolution):
        return None
    return manifest if all(_has_recorded_length(directory, entry) for entry in manifest["files"]) else None


def _has_recorded_length(directory: Path, entry: dict[str, Any]) -> bool:
    try:
        return bool((directory / entry["name"]).lstat().st_size == entry["bytes"])
    except OSError:
        return False


def format_work_folder(game: Game, kept: StorageMode = FULL_STORAGE) -> str:
    """Return the folder of a store for a solve by tasks: no other rules', engine's, nor kept positions'."""
    whose = f"{rules_fingerprint(game)}/{KERNELS_DIGEST}{kept.folder_suffix}"
    name = find_solution_directory(Path(), game).name
    return f"{name}{WORK}/{hashlib.sha256(whose.encode()).hexdigest()[:16]}"


@contextlib.contextmanager
def hold_partial_directory(
    target: Path, fingerprint: str, kept: StorageMode = FULL_STORAGE
) -> Iterator[Path]:
    """Own `target`.partial while the block runs; what an earlier run of the same rules left is kept.

    Raises `StorageFailed` where another process is at it, the store cannot be written, or something is in the
    way that zermelo did not make.
    """
    partial = target.with_name(target.name + ".partial")
    directory_ownership.check_directory_is_owned(target)
    directory_ownership.check_directory_is_owned(partial)
    with explain_write_errors(partial):
        partial.mkdir(parents=True, exist_ok=True)
    with lock_solution(partial):
        directory_ownership.mark_directory_as_owned(partial)
        if (
            not _is_same_run(read_job_note(partial), fingerprint, kept)
            and read_unpublished_manifest(partial, fingerprint) is None
        ):
            begin_run(partial, fingerprint, kept)
        yield partial


def begin_run(partial: Path, fingerprint: str, kept: StorageMode = FULL_STORAGE) -> None:
    """Make the directory that of a run that has done nothing yet."""
    directory_ownership.clear_owned_directory(partial)
    write_job_note(partial, {"rules": fingerprint, "engine": KERNELS_DIGEST, "kept": kept.folder_suffix})


def format_run_owner(job: dict[str, Any]) -> str:
    """Return the owner of a run's arrays: its rules and its engine."""
    return f"{job['rules']}/{job['engine']}"


def _is_same_run(job: dict[str, Any], fingerprint: str, kept: StorageMode) -> bool:
    """Return whether a run of the same rules, by the same engine and for the same, left these notes."""
    same = job.get("engine") == KERNELS_DIGEST and job.get("kept") == kept.folder_suffix
    return same and explain_fingerprint_mismatch(job.get("rules"), fingerprint) is None


def read_unpublished_manifest(partial: Path, fingerprint: str) -> dict[str, Any] | None:
    """Return the manifest where a run was killed when it had only to publish, all of it undamaged."""
    manifest = read_finished_manifest(partial, fingerprint)
    return (
        manifest if manifest is not None and find_damaged_entry(partial, manifest["files"]) is None else None
    )


@contextlib.contextmanager
def lock_solution(partial: Path) -> Iterator[None]:
    """Lock the directory itself, so that no lock file is left behind where a system can do that."""
    with contextlib.ExitStack() as held:
        with explain_write_errors(partial):
            alone = held.enter_context(lock_directory(partial))
        if not alone:  # or it was published meanwhile
            raise StorageFailed(
                f"{partial} is in use by another process: wait for it or choose another --store"
            )
        yield


def _are_seconds(thing: Any) -> bool:
    return isinstance(thing, list) and len(thing) == 2 and all(_is_time(each) for each in thing)


def _is_time(thing: Any) -> bool:
    return type(thing) in (int, float) and math.isfinite(thing)


def _is_count(thing: Any) -> bool:
    return type(thing) is int and 0 <= thing < 1 << 62


def _are_counts(thing: Any) -> bool:
    return isinstance(thing, list) and all(_is_count(each) for each in thing)


def _are_keyed_by_tier(thing: Any, fits: Callable[[Any, int], bool]) -> bool:
    """Return whether a thing says something of tiers, each by its number in digits."""
    if not isinstance(thing, dict) or not all(tier.isdecimal() and len(tier) < 10 for tier in thing):
        return False
    return all(fits(each, int(tier)) for tier, each in thing.items())


def _is_list_of_answers(thing: Any) -> bool:
    """Return whether a thing lists answers, each once: what codes stand for."""
    if not isinstance(thing, list) or not all(type(each) is int and abs(each) < 1 << 31 for each in thing):
        return False
    return len(set(thing)) == len(thing)


NOTES: dict[str, Callable[[Any], bool]] = {
    "rules": lambda thing: isinstance(thing, str),
    "engine": lambda thing: isinstance(thing, str),
    "kept": lambda thing: isinstance(thing, str),
    "seconds": _are_seconds,
    "sizes": _are_counts,
    "mixed": lambda thing: isinstance(thing, bool),
    "closed": lambda thing: isinstance(thing, bool),
    "wide": lambda thing: isinstance(thing, bool),
    "width": lambda thing: _is_count(thing) and thing < len(COLUMNS),
    "book": lambda thing: thing is None or _is_list_of_answers(thing),
    "solved": lambda thing: thing is None or _is_count(thing),
    "sums": lambda thing: _are_keyed_by_tier(
        thing, lambda each, _: isinstance(each, str) and HEX.fullmatch(each) is not None
    ),
    "files": lambda thing: _are_keyed_by_tier(thing, lambda each, tier: find_tier_fault(each, tier) is None),
    "tally": lambda thing: _are_counts(thing) and len(thing) == 4,
}


def read_job_note(partial: Path) -> dict[str, Any]:
    """Return what the interrupted run noted, empty where it noted nothing or the note is damaged."""
    try:
        job = unseal_json_object(read_regular_file(partial / JOB, LARGEST))
    except (OSError, ValueError):
        return {}
    whole = {"rules", "engine"} <= job.keys() <= NOTES.keys()
    return job if whole and all(NOTES[name](note) for name, note in job.items()) else {}


def write_job_note(partial: Path, job: dict[str, Any]) -> None:
    """Note how far the run is, whole or not at all."""
    write_atomically(partial / JOB, seal_json_object(job), synced=False)


def source_of(game: Game) -> str:
    """Return the text by which a game is found again, with the file of its rules where they are a user's own.

    Parameters
    ----------
    game : Game
        Any game.

    Returns
    -------
    str
        Text that `zermelo.game` reads.
    """
    said = dict(yield_game_parameters(game))
    begun = f" from {parameter_text(said.pop(' from '))}" if " from " in said else ""
    inside = ", ".join(
        f"{name}={repr(source_of(value)) if isinstance(value, Game) else parameter_text(value)}"
        for name, value in said.items()
    )
    file = find_user_rules_file(type(game))
    named = game.family_name() if file is None else f"{file}:{type(game).__name__}"
    return f"{named}({inside}){begun}"


def find_user_rules_file(kind: type[Game]) -> str | None:
    """Return the file of a game that was loaded by its name; no script is to be run again."""
    if not kind.__module__.startswith(USER_MODULE):
        return None
    return getattr(sys.modules.get(kind.__module__), "__file__", None)


def hash_rules_files(game: Game) -> dict[str, str]:
    """Return the hash of each Python file that `source_of` names, or none if the catalogue has all rules.

    Code that finds the game again by that text compares the hashes before it runs a file.
    """
    inner = (value for _, value in yield_game_parameters(game) if isinstance(value, Game))
    found = {file: digest for each in inner for file, digest in hash_rules_files(each).items()}
    file = find_user_rules_file(type(game))
    if file is not None:
        found[file] = hash_source_with_imports(Path(file))
    return found


def make_game_source(game: Game) -> GameSource:
    """Return how a game is found again, as policies and proofs record it."""
    return GameSource(source_of(game), hash_rules_files(game))


def finish_run(
    partial: Path,
    game: Game,
    summary: Summary,
    files: list[dict[str, Any]],
    *,
    textual: bool,
    words: WordPacking | None,
    hashes: Mapping[str, str] | None = None,
) -> None:
    """Write the manifest that makes the partial directory a solution.

    `hashes` are `hash_rules_files` as they were when the solve began, where that may be long ago.
    """
    write_manifest(
        partial,
        {
            "game": repr(game),
            "source": source_of(game),
            "rules_files": hash_rules_files(game) if hashes is None else dict(hashes),
            "rules": read_job_note(partial)["rules"],
            "textual": textual,
            "words": None if words is None else list(words.widths),
            "files": files,
            "summary": summary.to_dict(),
        },
    )


def publish_solution(partial: Path, target: Path) -> None:
    """Turn the partial directory into the solution, in place of an outdated one.

    Killed between the two renames, it leaves a whole partial directory, which the next run publishes.
    """
    directory_ownership.check_directory_is_owned(target)
    files = read_manifest(partial)["files"]
    directory_ownership.clear_owned_directory(
        partial, MANIFEST, REPLACED, *(entry["name"] for entry in files)
    )
    older = partial / REPLACED
    with explain_write_errors(target):
        if target.exists() and any(target.iterdir()):
            directory_ownership.remove_owned_directory(older)
            target.rename(older)
        partial.rename(target)
        sync_to_disk(target.parent)
    remove_replaced(target)


def remove_replaced(target: Path) -> None:
    """Remove the solution that a published one has replaced, if a killed process has left it there."""
    with contextlib.suppress(StorageFailed):
        if (target / REPLACED).exists():
            directory_ownership.remove_owned_directory(target / REPLACED)

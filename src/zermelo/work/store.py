"""Where solutions live, and how one that is being made is kept apart from those that are whole.

A game's solution is the directory STORE/NAME; while it is made it is STORE/NAME.partial, locked by
the process that makes it. The last step renames it, so a solution is whole or it is not there.
"""

import contextlib
import dataclasses
import fcntl
import hashlib
import json
import os
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from zermelo.compiler import kernels_digest
from zermelo.compiler.words import Words
from zermelo.core.errors import DamagedSolution, MissingSolution, OutdatedSolution, StorageFailed
from zermelo.core.game import Game
from zermelo.solution.files import read_manifest, write_manifest
from zermelo.solution.summary import Summary
from zermelo.storage.shelf import writing

USER_MODULE = "zermelo_user_"  # what modules of games in files are called
JOB = "job.json"
SCRATCH = "scratch"
LONGEST_NAME = 120
# Parameters that lose nothing by losing brackets, quotes and blanks: words, numbers, flat tuples of numbers.
PLAIN = re.compile(r"(\w+=([\w.+-]+|'[A-Za-z]\w*'|\([\w,.+ -]*\))(, )?)*")


def solution_directory(store: Path, game: Game) -> Path:
    """Return where the game's solution stands, or would stand."""
    family, _, parameters = repr(game).removesuffix(")").partition("(")
    plain = PLAIN.fullmatch(parameters) is not None
    parameters = re.sub(r"[^\w=,.+-]", "", parameters)
    name = f"{family}-{parameters}" if parameters else family
    if len(name) > LONGEST_NAME or not plain:
        name = f"{name[:80]}-{hashlib.sha256(repr(game).encode()).hexdigest()[:16]}"
    return store / name


def check_fingerprint(manifest: dict[str, Any], fingerprint: str, directory: Path) -> None:
    """Raise `OutdatedSolution` where the solution was made from other rules."""
    if manifest.get("rules") != fingerprint:
        raise OutdatedSolution(
            f"{directory} was made from other rules of {manifest.get('game')}: run `zermelo solve` again"
        )


def finished(directory: Path, fingerprint: str) -> dict[str, Any] | None:
    """Return the manifest of a solution of these very rules, None where there is none or it is damaged."""
    try:
        manifest = read_manifest(directory)
        check_fingerprint(manifest, fingerprint, directory)
    except (MissingSolution, OutdatedSolution, DamagedSolution):
        return None
    return manifest


@contextlib.contextmanager
def partial_directory(target: Path, fingerprint: str) -> Iterator[Path]:
    """Own `target`.partial while the block runs; what an earlier run of the same rules left is kept.

    Raises `StorageFailed` where another process is at it or the store cannot be written.
    """
    partial = target.with_name(target.name + ".partial")
    with writing(partial):
        partial.mkdir(parents=True, exist_ok=True)
        lock = os.open(partial, os.O_RDONLY)
    try:
        _lock(lock, partial)
        if not _is_ours(read_job(partial), fingerprint) and finished(partial, fingerprint) is None:
            begin(partial, fingerprint)
        yield partial
    finally:
        os.close(lock)


def begin(partial: Path, fingerprint: str) -> None:
    """Make the directory that of a run that has done nothing yet."""
    clear(partial)
    write_job(partial, {"rules": fingerprint, "engine": kernels_digest()})


def _is_ours(job: dict[str, Any], fingerprint: str) -> bool:
    """Return whether a run of the same rules, by the same engine, left these notes."""
    return job.get("rules") == fingerprint and job.get("engine") == kernels_digest()


def _lock(handle: int, partial: Path) -> None:
    """Lock the directory itself, so that no lock file is left behind."""
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        same = os.fstat(handle).st_ino == partial.stat().st_ino  # it may have been published meanwhile
    except OSError:
        same = False
    if not same:
        raise StorageFailed(f"{partial} is in use by another process: wait for it or choose another --store")


def clear(partial: Path) -> None:
    """Remove what the directory holds, but not the directory, which is locked."""
    with writing(partial):
        for path in partial.iterdir():
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink()


def remove(partial: Path) -> None:
    """Remove the directory with all it holds."""
    clear(partial)
    with writing(partial):
        partial.rmdir()


def read_job(partial: Path) -> dict[str, Any]:
    """Return what the interrupted run noted, empty where it noted nothing."""
    try:
        job: dict[str, Any] = json.loads((partial / JOB).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return job


def write_job(partial: Path, job: dict[str, Any]) -> None:
    """Note how far the run is, whole or not at all."""
    path = partial / JOB
    temporary = path.with_name(JOB + ".tmp")
    with writing(path):
        temporary.write_text(json.dumps(job), encoding="utf-8")
        os.replace(temporary, path)


def source_of(game: Game) -> str:
    """Return the text by which the command line finds the game again, its file included."""
    text = repr(game)
    for field in dataclasses.fields(game):  # type: ignore[arg-type]  # subclasses are dataclasses
        inner = getattr(game, field.name)
        if isinstance(inner, Game):
            text = text.replace(f"{field.name}={inner!r}", f"{field.name}={source_of(inner)!r}", 1)
    module = type(game).__module__
    file = getattr(sys.modules.get(module), "__file__", None)
    if not module.startswith(USER_MODULE) or file is None:  # a script of the user's is not for running again
        return text
    return f"{file}:{type(game).__name__}({text.partition('(')[2]}"  # with its ` from POSITION`


def finish(
    partial: Path,
    game: Game,
    summary: Summary,
    files: list[dict[str, Any]],
    *,
    textual: bool,
    words: Words | None,
) -> None:
    """Write the manifest that makes the partial directory a solution."""
    write_manifest(
        partial,
        {
            "game": repr(game),
            "source": source_of(game),
            "rules": read_job(partial)["rules"],
            "textual": textual,
            "words": None if words is None else list(words.widths),
            "files": files,
            "summary": summary.to_dict(),
        },
    )


def publish(partial: Path, target: Path) -> None:
    """Turn the partial directory into the solution, in place of an outdated one."""
    with writing(target):
        shutil.rmtree(partial / SCRATCH, ignore_errors=True)
        (partial / JOB).unlink(missing_ok=True)
        old = target.with_name(target.name + ".old")
        if target.exists():
            shutil.rmtree(old, ignore_errors=True)
            os.replace(target, old)
        os.replace(partial, target)
        shutil.rmtree(old, ignore_errors=True)

"""The folder of a solve by tasks in a store, with the objects of one run, which are removed together.

A note there names the current run, and its objects are in a folder of that name. When a run is done its note
is removed first. So an object that a process of an earlier run makes later is never taken for the work of
another run, whose buckets may differ. Only objects with names that a task or its driver makes are removed.
"""

import contextlib
import json
import re
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from zermelo.core.errors import DamagedScratch, StorageFailed
from zermelo.core.game import Game
from zermelo.core.system.operating_system import lock_directory
from zermelo.solver.records.compact_records import StorageMode
from zermelo.solver.solution_files import directory_ownership
from zermelo.solver.solution_files import solution_store as stores
from zermelo.solver.solution_files.solution_manifest import MANIFEST
from zermelo.solver.storage.atomic_files import remove_stale_files
from zermelo.solver.storage.object_store import (
    TRIES,
    DirectoryObjectStore,
    ObjectStore,
    find_directory_of_url,
)

RUN: Final = "run"  # the note which run is at work
NAMED: Final = re.compile(r"[0-9a-f]{16}")  # what a run is called
OWN: Final = re.compile(
    r"in_rounds|whole_tiers|rules/[0-9a-f]{64}|(loops/)?(bucket|tiers|tier-\d{4,}/(bits|ranges|counts|solved|reached|comes_round"
    r"|(keys|from|told|answers|ordered|together|sorted|answered|tally|filed|codes|asked)/\d{6}"
    r"|(run|told|outside|state|edges|parents|links|seeds|step|mail)\d?(-\d{5,}){0,2}/\d{6}"
    r"|(chart|marked|outer|(held|said|round)-\d{5})/\d{6})|compared-\d{4,}-\d\d/\d{6}"
    r"|solution/(\d{4,}\.json|tier-\d{4,}(-\d{4,})?\.parquet))"
)


def open_run_folder(objects: ObjectStore, folder: str) -> str:
    """Return the folder of the current run in a solve's folder; if there is none, begin a run.

    Beginning a run removes what earlier runs have left. Raises `DamagedScratch` where the note is damaged,
    `StorageFailed` where the store reports the note as existing but does not return it.
    """
    name = f"{folder}/{RUN}"
    for _ in range(TRIES):
        fresh = secrets.token_hex(8)
        made = objects.put(name, json.dumps(fresh).encode())
        try:
            content = objects.get(name)
        except FileNotFoundError:  # of another driver that is just done; or the store is wrong
            continue
        try:
            run = json.loads(content)
        except ValueError:
            run = None
        if not isinstance(run, str) or NAMED.fullmatch(run) is None:
            raise DamagedScratch(f"{objects.url}/{name} is damaged: remove it and go on")
        if made:
            _remove_other_runs(objects, folder, but=run)
        return f"{folder}/{run}"
    raise StorageFailed(f"{objects.url}/{name} is said to be there, and cannot be had: look after the store")


def remove_run_objects(objects: ObjectStore, run: str, but: tuple[str, ...]) -> None:
    """Remove the objects of a run, by its folder, but for those whose names begin so."""
    names = {each: each.removeprefix(f"{run}/") for each in objects.yield_object_names(run)}
    objects.remove(*(each for each, own in names.items() if OWN.fullmatch(own) and not own.startswith(but)))


def remove_all_task_work(objects: ObjectStore, folder: str) -> None:
    """Remove all that solves by tasks have in a folder: first the note which run it is."""
    objects.remove(f"{folder}/{RUN}")
    _remove_other_runs(objects, folder)
    if (directory := find_directory_of_url(objects.url)) is not None:
        DirectoryObjectStore(directory).remove_leftovers(folder)


def _remove_other_runs(objects: ObjectStore, folder: str, but: str = "") -> None:
    """Remove the objects of all runs but one."""

    def is_left(own: str) -> bool:
        run, _, rest = own.partition("/")
        return NAMED.fullmatch(run) is not None and run != but and OWN.fullmatch(rest) is not None

    names = list(objects.yield_object_names(folder))
    objects.remove(*(each for each in names if is_left(each.removeprefix(f"{folder}/"))))


@contextlib.contextmanager
def lock_work_folder(directory: Path) -> Iterator[None]:
    """Hold a solve's folder with its other drivers, so that `remove_stale_work` sees that it is in use."""
    with contextlib.ExitStack() as held:
        with contextlib.suppress(OSError):
            held.enter_context(lock_directory(directory, shared=True))
        yield


def has_begun_work(store: Path, game: Game, kept: StorageMode) -> bool:
    """Return whether a solve by tasks has left something in a directory to go on with."""
    return (store / stores.format_work_folder(game, kept) / RUN).is_file()


def remove_stale_work(target: Path, game: Game, *kept: StorageMode) -> None:
    """Remove what killed processes have left beside a solution in a directory, of its own solves.

    They are objects of tasks, if no driver is at work with them, temporary files, and what was to be
    published, unless a run may go on with it. What cannot be removed stays.
    """
    store, partial = target.parent, target.with_name(f"{target.name}.partial")
    with contextlib.suppress(StorageFailed, OSError):
        stores.remove_replaced(target)
        remove_stale_files(store)
        for folder in {stores.format_work_folder(game, each) for each in kept}:
            if (store / folder).is_dir():
                with lock_directory(store / folder) as alone:
                    if alone:
                        remove_all_task_work(DirectoryObjectStore(store), folder)
        if partial.is_dir() and not any(
            (partial / each).exists() for each in (directory_ownership.SCRATCH, MANIFEST)
        ):
            with stores.lock_solution(partial):
                directory_ownership.remove_owned_directory(partial)

"""Solve a game by an executor, into an object store or a directory, with the result of one process."""

import contextlib
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from msgspec import UNSET, structs

from zermelo.compiler.fingerprints import explain_fingerprint_mismatch, rules_fingerprint
from zermelo.compiler.guards.program_guard import check_compiled_program
from zermelo.compiler.guards.starting_positions import list_checked_starts
from zermelo.compiler.kernel_digests import KERNELS_DIGEST
from zermelo.core.errors import (
    DamagedScratch,
    DamagedSolution,
    LoopFound,
    MissingSolution,
    OutdatedSolution,
    StorageFailed,
)
from zermelo.core.game import Game, has
from zermelo.core.game_kind import ByKind
from zermelo.core.requirements import check_question
from zermelo.core.values import UNTIMED
from zermelo.solver.cluster.cyclic.cyclic_driver import CyclicDriver
from zermelo.solver.cluster.indexed.index_driver import IndexDriver, estimate_task_code_bytes
from zermelo.solver.cluster.indexed.index_tasks import get_slots_of_job_index
from zermelo.solver.cluster.indexed.partitioned_index_driver import PartitionedIndexDriver
from zermelo.solver.cluster.ply_driver import PlyDriver
from zermelo.solver.cluster.ply_tasks import compute_default_task_memory
from zermelo.solver.cluster.rules_bundle import write_rules_bundle
from zermelo.solver.cluster.sealed_notes import read_or_create_note
from zermelo.solver.cluster.solve_driver import BUCKET, ResourceLimits, SolveDriver, TaskListener
from zermelo.solver.cluster.solve_job import (
    LOOPS,
    RULES,
    OpenedJob,
    SolveJob,
    make_lost_object_error,
    register_game_of_job,
)
from zermelo.solver.cluster.solve_progress import SolveFigures
from zermelo.solver.cluster.task_executors import TaskExecutor
from zermelo.solver.methods.indexed_value_iteration import refuse_too_many_ranks
from zermelo.solver.methods.predecessor_sources import has_usable_parents
from zermelo.solver.records.compact_records import FULL_STORAGE, StorageMode, make_no_ply_tiers_error
from zermelo.solver.records.solve_summary import Summary
from zermelo.solver.runs.chance_run import refuse_points_in_play
from zermelo.solver.runs.solve_game import choose_storage_mode, read_storage_mode
from zermelo.solver.runs.value_tallies import ValueTally, summarise_expectations, summarise_solve
from zermelo.solver.solution_files import solution_store as stores
from zermelo.solver.solution_files.parquet_tables import find_damaged_entry
from zermelo.solver.solution_files.solution_manifest import MANIFEST, read_manifest, read_summary
from zermelo.solver.solution_files.task_folders import (
    lock_work_folder,
    open_run_folder,
    remove_all_task_work,
    remove_run_objects,
    remove_stale_work,
)
from zermelo.solver.storage.atomic_files import remove_stale_files
from zermelo.solver.storage.file_locations import ObjectPath
from zermelo.solver.storage.object_store import (
    DirectoryObjectStore,
    ObjectStore,
    RetryingObjectStore,
    find_directory_of_url,
    open_object_store,
)
from zermelo.solver.storage.temporary_folders import temporary_folder

CODES_SHARE: Final = 0.9  # of a worker's memory that codes of a tier may take, and of those it leads to
UNORDERED: Final = "in_rounds"  # the note that positions have ways of different length
MOVE: Final = "move it, or use another store"
WHOLE_TIERS: Final = "whole_tiers"  # the note whether tasks of an index are whole tiers


@dataclass(frozen=True)
class ClusterSolveResult:
    """Result of a solve on a cluster; `place` is the solution's directory, or its URL."""

    summary: Summary
    place: str
    figures: SolveFigures


def solve_by_tasks(
    game: Game,
    executor: TaskExecutor,
    store: str,
    *,
    bucket: int = BUCKET,
    limits: ResourceLimits | None = None,
    kept: StorageMode = FULL_STORAGE,
    listen: TaskListener | None = None,
) -> ClusterSolveResult:
    """Solve every position of a game by tasks of about `bucket` positions.

    Over a perfect index that knows its parents a task is a tier, where its codes fit a worker's memory.
    `store` is a directory that all workers see, or a URL. What an earlier run of the same rules left there is
    not done again. `limits` says what tasks keep to, by smaller buckets, `kept` what files hold. Raises
    `MissingCapability` for payoffs, and for dice with points on the way in a tier larger than a bucket, and
    what `zermelo.solve` does.
    """
    check_question(game, "values")
    refuse_points_in_play(game)
    kept = choose_storage_mode(game, kept)
    list_checked_starts(game)
    if limits is None and (found := _find_existing_solution(game, store, kept)) is not None:
        return found
    folder = stores.format_work_folder(game, kept)
    job = SolveJob(
        stores.source_of(game),
        stores.hash_rules_files(game),
        rules_fingerprint(game),
        KERNELS_DIGEST,
        store,
        folder,
        kept=kept,
    )
    at = register_game_of_job(job, game, synced=limits is None, disk=None if limits is None else limits.disk)
    remove_stale_files(at.objects.staging_directory)
    job = replace(job, folder=open_run_folder(at.objects, folder))
    directory = find_directory_of_url(store)
    with contextlib.nullcontext() if directory is None else lock_work_folder(directory / folder):
        try:
            try:
                solved = _run_tasks_and_publish_solution(game, job, at, executor, bucket, limits, listen)
            except FileNotFoundError as error:
                if job.folder not in (lacking := str(error.filename or error)):
                    raise
                raise make_lost_object_error(job, lacking) from error
        except (DamagedScratch, StorageFailed):
            found = _find_existing_solution(game, store, kept) if limits is None else None
            if found is None:
                raise
            solved = found  # by another driver, which has dropped what this one needed
        with contextlib.suppress(StorageFailed):  # the next request for the solution drops it
            remove_all_task_work(at.objects, folder)
    return solved


_MakeDriver = Callable[[type[SolveDriver]], SolveDriver]
_Solved = tuple[SolveDriver, list[dict[str, Any]]]


def _run_tasks_and_publish_solution(
    game: Game,
    job: SolveJob,
    at: OpenedJob,
    executor: TaskExecutor,
    bucket: int,
    within: ResourceLimits | None,
    listen: TaskListener | None,
) -> ClusterSolveResult:
    """Run all missing tasks, and publish the solution."""
    began = time.perf_counter()

    def make(kind: type[SolveDriver]) -> SolveDriver:
        return kind(job, executor, bucket=bucket, limits=within, listen=listen)

    write_rules_bundle(at.objects, *job.rules_folder_and_bundle)
    if "guarded" not in at.remembered:
        check_compiled_program(at.program)
        at.remembered["guarded"] = True
    try:
        drive, notes = SOLVERS.choose(game)(job, at, make, within)
        tally = sum((ValueTally(*note["tally"]) for note in notes), ValueTally())
        summary = SUMMARIES.choose(game)(drive, tally, (time.perf_counter() - began, 0.0))
    except BaseException:
        at.stop.set()  # so that no one waits for what threads have begun
        raise
    entries = [entry for note in notes for entry in note["entries"]]
    objects = drive.at.objects
    directory = find_directory_of_url(job.url)
    if directory is not None:
        place = publish_solution_to_directory(directory, objects, drive.job, game, summary, entries, drive)
    else:
        place = publish_solution_to_object_store(objects, drive.job, game, summary, entries, drive)
    return ClusterSolveResult(structs.replace(summary, solution=place), place, drive.figures)


def _solve_with_dice(
    job: SolveJob, at: OpenedJob, make: _MakeDriver, limits: ResourceLimits | None
) -> _Solved:
    """Solve over a perfect index, or by the game's own tiers."""
    indexed = has(at.game, "rank")
    if indexed:
        refuse_too_many_ranks(get_slots_of_job_index(at))
    driver = make(PartitionedIndexDriver if indexed else CyclicDriver)
    return driver, driver.solve()


def _solve_without_dice(
    job: SolveJob, at: OpenedJob, make: _MakeDriver, limits: ResourceLimits | None
) -> _Solved:
    """Solve over a perfect index, or by tiers of plies.

    Where positions have ways of different length tiers are the game's own. That they have is noted, and what
    was found by plies dropped.
    """
    if has(at.game, "rank"):
        driver = make(IndexDriver if _is_solved_in_place(job, at, limits) else PartitionedIndexDriver)
        return driver, driver.solve()
    by_plies = make(PlyDriver)
    try:
        if by_plies.list_existing_object_names(UNORDERED):
            raise LoopFound(f"{at.game!r}: play can cycle: an earlier run found this")
        return by_plies, by_plies.solve()
    except LoopFound as error:
        if job.kept.lean:
            remove_all_task_work(at.objects, stores.format_work_folder(at.game, job.kept))
            raise make_no_ply_tiers_error(at.game) from error
    at.objects.put(f"{job.folder}/{UNORDERED}", b"positions have ways of different length")
    remove_run_objects(at.objects, job.folder, but=(UNORDERED, LOOPS, RULES))
    driver = make(CyclicDriver)
    driver.figures.add_figures(by_plies.figures)
    return driver, driver.solve()


def _summarise_expectations(driver: Any, tally: ValueTally, seconds: tuple[float, float]) -> Summary:
    start, solved, bounds = driver.read_start_answer(), driver.count_solved(tally), driver.summarise_bounds()
    return summarise_expectations(driver.at.game, start[0], solved, tally, seconds, bounds, driver.domain)


def _summarise_integers(driver: SolveDriver, tally: ValueTally, seconds: tuple[float, float]) -> Summary:
    kept, start = driver.job.kept, driver.read_start_answer()
    solved = driver.count_solved(tally)
    if kept.values_only:
        start = start[0], UNTIMED
    summary = summarise_solve(driver.at.game, driver.method, start, solved, tally, seconds, driver.domain)
    return structs.replace(summary, lean=kept.lean or UNSET)


SOLVERS: Final = ByKind("solve by tasks", _solve_without_dice, dice=_solve_with_dice)
SUMMARIES: Final = ByKind("summary of a solve by tasks", _summarise_integers, dice=_summarise_expectations)


def _find_existing_solution(game: Game, store: str, kept: StorageMode) -> ClusterSolveResult | None:
    """Return the solution of these rules that a store has, with as much as is asked for, or more.

    What killed processes have left of such a solve goes. Raises `StorageFailed` where another one stands in a
    store by URL, in which nothing is replaced.
    """
    directory, fingerprint = find_directory_of_url(store), rules_fingerprint(game)
    if directory is not None:
        target = stores.find_solution_directory(directory, game)
        found = stores.read_finished_manifest(target, fingerprint)
        if found is None or not read_storage_mode(found).includes_answers_of(kept):
            return None
        remove_stale_work(target, game, kept, read_storage_mode(found))
        return ClusterSolveResult(read_summary(found, game, target), str(target), SolveFigures())
    name = stores.find_solution_directory(Path(), game).name
    place = ObjectPath(store) / name
    try:
        found = read_manifest(place)
        stores.check_fingerprint(found, fingerprint, place)
    except MissingSolution:
        return None
    except (OutdatedSolution, DamagedSolution) as error:
        if (
            explain_fingerprint_mismatch(fingerprint, fingerprint) is not None
        ):  # of unidentified rules each is outdated
            return None
        raise StorageFailed(f"{error}; {MOVE}") from error
    if not read_storage_mode(found).includes_answers_of(kept):
        raise StorageFailed(f"{place} is a solution that keeps less: {MOVE}")
    objects = RetryingObjectStore(open_object_store(store))
    there = set(objects.yield_object_names(name))
    if not all(f"{name}/{entry['name']}" in there for entry in found["files"]):
        return None
    with contextlib.suppress(StorageFailed):
        for each in {kept, read_storage_mode(found)}:
            remove_all_task_work(objects, stores.format_work_folder(game, each))
    return ClusterSolveResult(read_summary(found, game, place), str(place), SolveFigures())


def _is_solved_in_place(job: SolveJob, at: OpenedJob, within: ResourceLimits | None) -> bool:
    """Return whether tasks of an index are tiers, in place: where codes fit, as was noted or is noted now."""
    name = f"{job.folder}/{WHOLE_TIERS}"
    memory = compute_default_task_memory() if within is None else within.memory * within.threads
    whole = has_usable_parents(at.game) and estimate_task_code_bytes(at) <= CODES_SHARE * memory
    noted: bool = read_or_create_note(at.objects, name, whole, lambda note: type(note) is bool)
    return noted


def publish_solution_to_directory(
    directory: Path,
    objects: ObjectStore,
    job: SolveJob,
    game: Game,
    summary: Summary,
    entries: list[Any],
    drive: SolveDriver,
) -> str:
    """Publish the solution beside the objects, as one process does; return its directory."""
    target = stores.find_solution_directory(directory, game)
    beside = DirectoryObjectStore(directory)
    with stores.hold_partial_directory(target, job.rules, job.kept) as partial:
        stores.begin_run(partial, job.rules, job.kept)  # whatever an earlier run left there
        for entry in entries:
            beside.copy(f"{job.folder}/solution/{entry['name']}", f"{partial.name}/{entry['name']}")
        if (damaged := find_damaged_entry(partial, entries)) is not None:
            raise DamagedScratch(
                f"{objects.url}/{job.folder}: {Path(damaged).name} is damaged: remove it, go on"
            )
        words, hashes = drive.at.program.words, job.rules_files
        stores.finish_run(partial, game, summary, entries, textual=False, words=words, hashes=hashes)
        stores.publish_solution(partial, target)
    return str(target)


def publish_solution_to_object_store(
    objects: ObjectStore, job: SolveJob, game: Game, summary: Summary, entries: list[Any], drive: SolveDriver
) -> str:
    """Publish the solution under its name, its manifest last; return its URL."""
    name = job.folder.partition(stores.WORK)[0]
    for entry in entries:
        objects.copy(f"{job.folder}/solution/{entry['name']}", f"{name}/{entry['name']}")
    if find_damaged_entry(ObjectPath(objects.url) / name, entries) is not None:
        raise StorageFailed(f"{objects.url}/{name} holds another solution: {MOVE}")
    with temporary_folder() as partial:
        stores.write_job_note(partial, {"rules": job.rules, "engine": job.engine})
        words, hashes = drive.at.program.words, job.rules_files
        stores.finish_run(partial, game, summary, entries, textual=False, words=words, hashes=hashes)
        objects.put(f"{name}/{MANIFEST}", (partial / MANIFEST).read_bytes())  # with the time taken
    return f"{objects.url}/{name}"

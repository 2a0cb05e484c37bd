"""A game solved by an executor, into a store of objects or a directory, as one process would solve it."""

import contextlib
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import numpy as np

from zermelo.cluster.carried import carry
from zermelo.cluster.dice_run import dice_drive, dice_summary
from zermelo.cluster.driver import Driver, Told
from zermelo.cluster.executors import TaskExecutor
from zermelo.cluster.index_parted_run import IndexBuckets
from zermelo.cluster.index_run import IndexDrive, codes_held
from zermelo.cluster.index_tasks import answer_at
from zermelo.cluster.job import ANSWERS, KEYS, LOOPS, RULES, At, Job, introduce, opened, owned, went_away
from zermelo.cluster.loop_driver import LoopDriver
from zermelo.cluster.loop_run import LoopDrive
from zermelo.cluster.notes import agreed
from zermelo.cluster.run import BUCKET, FIRST_BRANCHING, Drive, Within
from zermelo.cluster.standing import Figures
from zermelo.cluster.tasks import memory_of_a_task
from zermelo.compiler import KERNELS_DIGEST, refusal, rules_fingerprint
from zermelo.core.errors import (
    DamagedScratch,
    DamagedSolution,
    LoopFound,
    MissingSolution,
    OutdatedSolution,
    OutOfBudget,
    StorageFailed,
)
from zermelo.core.game import Game, has
from zermelo.core.requirements import refuse_payoffs
from zermelo.core.values import UNTIMED
from zermelo.kernels.hashing import mixed
from zermelo.solution.lean import ALL, Kept, not_in_plies
from zermelo.solution.manifest import MANIFEST, read_manifest, summary_of
from zermelo.solution.parquet import damaged_among
from zermelo.solution.records import split_one
from zermelo.solution.summary import Summary
from zermelo.solvers.sources import knows_parents
from zermelo.storage.objects import DirectoryObjects, Objects, PatientObjects, directory_of, objects_at
from zermelo.storage.own_folders import folder_of_own
from zermelo.storage.places import ObjectPath
from zermelo.storage.sections import Sections
from zermelo.storage.whole import remove_left
from zermelo.trust.classes import representative
from zermelo.trust.programs import guard
from zermelo.trust.throws import guard_chances
from zermelo.work import store as stores
from zermelo.work.chance_run import refuse_gain, summarise_ranks
from zermelo.work.integer_run import METHOD, MOST_NARROW_TIERS, RETROGRADE
from zermelo.work.room import least_within, loop_bucket_within, rank_bucket_within
from zermelo.work.solving import checked_kept, checked_starts, kept_in
from zermelo.work.tallies import Tally, summarise
from zermelo.work.task_folders import at_work_in, clear_left, drop_objects, drop_work, run_in

CODES_SHARE: Final = 0.9  # of a worker's memory that codes of a tier may take, and of those it leads to
SLACK: Final = 1.25  # of a bucket: what a process holds besides differs from run to run
IN_ROUNDS: Final = "in_rounds"  # the note that positions have ways of different length
MOVE: Final = "move it, or use another store"
WHOLE_TIERS: Final = "whole_tiers"  # the note whether tasks of an index are whole tiers


@dataclass(frozen=True)
class SolvedOn:
    """What a solve on a cluster gives: `place` is the solution's directory, or its URL."""

    summary: Summary
    place: str
    figures: Figures


def solve_on(
    game: Game,
    executor: TaskExecutor,
    store: str,
    *,
    bucket: int = BUCKET,
    within: Within | None = None,
    kept: Kept = ALL,
    listen: Told | None = None,
) -> SolvedOn:
    """Solve every position of a game by tasks of about `bucket` positions.

    Over a perfect index that knows its parents a task is a tier, where its codes fit a worker's memory.
    `store` is a directory that all workers see, or a URL. What an earlier run of the same rules left there is
    not done again. `within` says what tasks keep to, by smaller buckets, `kept` what files hold. Raises
    `MissingCapability` for payoffs, and for dice with points on the way in a tier larger than a bucket, and
    what `zermelo.solve` does.
    """
    refuse_payoffs(game, "values are")
    indexed, thrown = has(game, "rank"), has(game, "chances")
    if indexed and thrown:
        refuse_gain(game)
    kept = checked_kept(game, kept)
    checked_starts(game)
    if within is None and (found := _standing(game, store, kept)) is not None:
        return found
    folder = stores.work_folder(game, kept)
    job = Job(
        stores.source_of(game),
        stores.rules_files(game),
        rules_fingerprint(game),
        KERNELS_DIGEST,
        store,
        folder,
        kept=kept,
    )
    at = introduce(job, game, synced=within is None, disk=None if within is None else within.disk)
    remove_left(at.objects.room)
    job = replace(job, folder=run_in(at.objects, folder))
    directory = directory_of(store)
    with contextlib.nullcontext() if directory is None else at_work_in(directory / folder):
        try:
            try:
                solved = _solved(game, job, at, executor, bucket, within, listen)
            except FileNotFoundError as error:
                if job.folder not in (lacking := str(error.filename or error)):
                    raise
                raise went_away(job, lacking) from error
        except (DamagedScratch, StorageFailed):
            found = _standing(game, store, kept) if within is None else None
            if found is None:
                raise
            solved = found  # by another driver, who has dropped what this one wanted
        with contextlib.suppress(StorageFailed):  # whoever asks for the solution next drops it
            drop_work(at.objects, folder)
    return solved


def _solved(
    game: Game,
    job: Job,
    at: At,
    executor: TaskExecutor,
    bucket: int,
    within: Within | None,
    listen: Told | None,
) -> SolvedOn:
    """Have all tasks done that are lacking, and publish the solution."""
    began, kept = time.perf_counter(), job.kept
    indexed, thrown = has(game, "rank"), has(game, "chances")
    carry(at.objects, *job.carried)
    if "guarded" not in at.remembered:
        (guard_chances if thrown else guard)(at.program)
        at.remembered["guarded"] = True
    how = (job, executor, listen)
    try:
        if thrown and indexed:
            by_ranks = _index_drive(*how, bucket, within)
            drive: Driver = by_ranks
            notes = by_ranks.solve()
            widest, is_decisive = by_ranks.said_of_dice()
            seconds = time.perf_counter() - began, 0.0
            summary = summarise_ranks(
                game,
                by_ranks.records,
                _tally_of(notes),
                seconds,
                error_bound=widest / 2,
                is_decisive=is_decisive,
            )
        elif thrown:
            most = _loop_bucket(bucket, within)
            by_dice = dice_drive(*how, most)
            by_dice.memory = _memory(within)
            if within is not None:
                _check_room(by_dice, most)
            drive = by_dice
            notes = by_dice.solve()
            summary = dice_summary(by_dice, game, _tally_of(notes), time.perf_counter() - began)
        else:
            drive, notes, (method, domain, start) = (
                _by_index(*how, bucket, within) if indexed else _by_plies(*how, bucket, within)
            )
            tally = _tally_of(notes)
            solved = tally.wins + tally.draws + tally.losses if indexed else sum(drive.figures.sizes)
            seconds = time.perf_counter() - began, 0.0
            if kept.values_only:
                start = start[0], UNTIMED
            summary = summarise(game, method, start, solved, tally, seconds, domain)
            summary = replace(summary, lean=kept.lean)
    except BaseException:
        at.stop.set()  # so that nobody waits for what threads have begun
        raise
    entries = [entry for note in notes for entry in note["entries"]]
    objects = drive.at.objects
    directory = directory_of(job.url)
    if directory is not None:
        place = into_directory(directory, objects, drive.job, game, summary, entries, drive)
    else:
        place = into_objects(objects, drive.job, game, summary, entries, drive)
    return SolvedOn(summary, place, drive.figures)


def _standing(game: Game, store: str, kept: Kept) -> SolvedOn | None:
    """Return the solution of these rules that a store has, with as much as is asked for, or more.

    What killed processes have left of such a solve goes. Raises `StorageFailed` where another one stands in a
    store by URL, in which nothing is replaced.
    """
    directory, fingerprint = directory_of(store), rules_fingerprint(game)
    if directory is not None:
        target = stores.solution_directory(directory, game)
        found = stores.finished(target, fingerprint)
        if found is None or not kept_in(found).suffices(kept):
            return None
        clear_left(target, game, kept, kept_in(found))
        return SolvedOn(summary_of(found), str(target), Figures())
    name = stores.solution_directory(Path(), game).name
    place = ObjectPath(store) / name
    try:
        found = read_manifest(place)
        stores.check_fingerprint(found, fingerprint, place)
    except MissingSolution:
        return None
    except (OutdatedSolution, DamagedSolution) as error:
        if refusal(fingerprint, fingerprint) is not None:  # of rules that nobody can follow each is outdated
            return None
        raise StorageFailed(f"{error}; {MOVE}") from error
    if not kept_in(found).suffices(kept):
        raise StorageFailed(f"{place} is a solution that keeps less: {MOVE}")
    objects = PatientObjects(objects_at(store))
    there = set(objects.names(name))
    if not all(f"{name}/{entry['name']}" in there for entry in found["files"]):
        return None
    with contextlib.suppress(StorageFailed):
        for each in {kept, kept_in(found)}:
            drop_work(objects, stores.work_folder(game, each))
    return SolvedOn(summary_of(found), str(place), Figures())


def _tally_of(notes: list[dict[str, Any]]) -> Tally:
    return sum((Tally(*note["tally"]) for note in notes), Tally())


def _loop_bucket(bucket: int, within: Within | None) -> int:
    """Return how many positions a task has where tiers are the game's own."""
    return bucket if within is None else min(bucket, loop_bucket_within(within.memory))


def _memory(within: Within | None) -> int:
    """Return the bytes that a task's arrays may have, some more than buckets are made for."""
    return 0 if within is None else max(least_within(FIRST_BRANCHING), int(SLACK * within.memory))


def _check_room(drive: LoopDriver, most: int) -> None:
    """Raise `OutOfBudget` where the work was begun with buckets that are too large for the memory of now."""
    if drive.bucket > SLACK * most:
        raise OutOfBudget(
            f"{drive.at.game!r} was begun with more memory, in buckets of {drive.bucket:,} positions; now "
            f"they may have {most:,}: raise --memory, or remove {drive.at.objects.url}/{drive.job.folder}"
        )


How = tuple[str, str, tuple[int, int]]  # the method, the domain, and the start's value and remoteness


def _by_index(
    job: Job, executor: TaskExecutor, listen: Told | None, bucket: int, within: Within | None
) -> tuple[Driver, list[dict[str, Any]], How]:
    """Solve over a perfect index: by tasks that are tiers, in place, or by buckets of them."""
    if _by_tiers(job, within):
        threads = 0 if within is None else within.threads
        drive = IndexDrive(job, executor, threads=threads, listen=listen)
        notes = drive.solve()
        return drive, notes, (RETROGRADE, "index", indexed_start(drive))
    parted = _index_drive(job, executor, listen, bucket, within)
    notes = parted.solve()
    return parted, notes, (RETROGRADE, "index", parted.start_answer())


def _index_drive(
    job: Job, executor: TaskExecutor, listen: Told | None, bucket: int, within: Within | None
) -> IndexBuckets:
    """Return what solves an index by buckets."""
    most = bucket if within is None else min(bucket, rank_bucket_within(within.memory))
    folder = f"{job.folder}/{LOOPS}"
    drive = IndexBuckets(replace(job, folder=folder), executor, bucket=most, listen=listen)
    drive.memory = _memory(within)
    if within is not None:
        _check_room(drive, most)
    return drive


def _by_tiers(job: Job, within: Within | None) -> bool:
    """Return whether tasks of an index are tiers, in place: where codes fit, as was noted or is noted now."""
    at, name = opened(job), f"{job.folder}/{WHOLE_TIERS}"
    memory = memory_of_a_task() if within is None else within.memory * within.threads
    whole = knows_parents(at.game) and codes_held(at) <= CODES_SHARE * memory
    noted: bool = agreed(at.objects, name, whole, lambda note: type(note) is bool)
    return noted


def _by_plies(
    job: Job, executor: TaskExecutor, listen: Told | None, bucket: int, within: Within | None
) -> tuple[Driver, list[dict[str, Any]], How]:
    """Solve by tiers of plies; where positions have ways of different length, by the game's own.

    That they have is noted, and what was found by plies dropped.
    """
    drive = Drive(job, executor, bucket=bucket, within=within, listen=listen)
    drive.memory = _memory(within)
    try:
        if drive.there(IN_ROUNDS):
            raise LoopFound(f"{drive.at.game!r}: play comes round, as was noted")
        drive.down()
    except LoopFound as error:
        if job.kept.lean:
            drop_work(drive.at.objects, stores.work_folder(drive.at.game, job.kept))
            raise not_in_plies(drive.at.game) from error
        drive.at.objects.put(f"{job.folder}/{IN_ROUNDS}", b"positions have ways of different length")
        drop_objects(drive.at.objects, job.folder, but=(IN_ROUNDS, LOOPS, RULES))
        most, folder = _loop_bucket(bucket, within), f"{job.folder}/{LOOPS}"
        by_loops = LoopDrive(replace(job, folder=folder), executor, bucket=most, listen=listen)
        by_loops.memory = _memory(within)
        if within is not None:
            _check_room(by_loops, most)
        by_loops.figures.add(drive.figures)
        notes = by_loops.solve()
        ordered = has(drive.at.game, "gain") and not by_loops.round
        return by_loops, notes, (METHOD if ordered else RETROGRADE, "reachable", by_loops.start_answer())
    drive.job = replace(job, narrow=len(drive.figures.sizes) < MOST_NARROW_TIERS)
    notes = drive.back()
    return drive, notes, (METHOD, "reachable", start_answer(drive))


def start_answer(drive: Drive) -> tuple[int, int]:
    """Return the first start's value and remoteness."""
    job, game = drive.job, drive.at.game
    keys, answers = (
        Sections(drive.at.objects, name, owned(job, name)).read_all()
        for name in (job.name(0, KEYS, 0), job.name(0, ANSWERS, 0))
    )
    start = drive.at.program.key(representative(game)(next(iter(game.starts()))))
    place = int(np.flatnonzero(keys == mixed(np.array([start], np.int64)))[0])
    shift = job.question(game).parameter
    return split_one(int(answers[place]), shift)


def indexed_start(drive: IndexDrive) -> tuple[int, int]:
    """Return the same over a perfect index."""
    game: Any = drive.at.game
    rank = game.rank(representative(game)(next(iter(game.starts()))))
    return answer_at(drive.at, drive.job, rank)


def into_directory(
    directory: Path,
    objects: Objects,
    job: Job,
    game: Game,
    summary: Summary,
    entries: list[Any],
    drive: Driver,
) -> str:
    """Publish the solution beside the objects, as one process does; return its directory."""
    target = stores.solution_directory(directory, game)
    beside = DirectoryObjects(directory)
    with stores.partial_directory(target, job.rules, job.kept) as partial:
        stores.begin(partial, job.rules, job.kept)  # whatever an earlier run left there
        for entry in entries:
            beside.copy(f"{job.folder}/solution/{entry['name']}", f"{partial.name}/{entry['name']}")
        if (damaged := damaged_among(partial, entries)) is not None:
            raise DamagedScratch(
                f"{objects.url}/{job.folder}: {Path(damaged).name} is damaged: remove it, go on"
            )
        words, hashes = drive.at.program.words, job.rules_files
        stores.finish(partial, game, summary, entries, textual=False, words=words, hashes=hashes)
        stores.publish(partial, target)
    return str(target)


def into_objects(
    objects: Objects, job: Job, game: Game, summary: Summary, entries: list[Any], drive: Driver
) -> str:
    """Publish the solution under its name, what tells of it last; return its URL."""
    name = job.folder.partition(stores.WORK)[0]
    for entry in entries:
        objects.copy(f"{job.folder}/solution/{entry['name']}", f"{name}/{entry['name']}")
    if damaged_among(ObjectPath(objects.url) / name, entries) is not None:
        raise StorageFailed(f"{objects.url}/{name} holds another solution: {MOVE}")
    with folder_of_own() as partial:
        stores.write_job(partial, {"rules": job.rules, "engine": job.engine})
        words, hashes = drive.at.program.words, job.rules_files
        stores.finish(partial, game, summary, entries, textual=False, words=words, hashes=hashes)
        objects.put(f"{name}/{MANIFEST}", (partial / MANIFEST).read_bytes())  # which tells how long it took
    return f"{objects.url}/{name}"

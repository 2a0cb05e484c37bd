"""Verification and counts of a solution by tasks, each of which reads a file and the one after it.

What is found is what one process finds. So a task says what is wrong and raises nothing of it, and the driver
raises what that process would have come to first: a file that is damaged, before any record that is wrong.
Over a perfect index moves lead from any slice to any: there a worker holds all answers, 4 bytes a rank. Where
records cannot be gone through apart, as with dice or where values alone were kept, there is one task.
"""

import secrets
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from zermelo.compiler.fingerprints import rules_fingerprint
from zermelo.compiler.kernel_binders import Program
from zermelo.compiler.kernel_digests import KERNELS_DIGEST
from zermelo.core.budget import KERNELS, Budget, measure_resident_memory
from zermelo.core.errors import BadParameter, DamagedSolution, OutdatedSolution
from zermelo.core.notation.evidence import Evidence
from zermelo.core.requirements import refuse_games_with_dice
from zermelo.games.game_lookup import RecordedAccess
from zermelo.solution.scan import (
    BYTES_A_RECORD,
    find_program_for_records,
    get_no_position,
    read_ranked_answers,
)
from zermelo.solution.solution import Solution
from zermelo.solution.solution_statistics import Statistics
from zermelo.solution.statistics_scan import StatisticsTotals, compute_part_statistics, list_parts_in_order
from zermelo.solution.verification.interpreter_sample import recompute_sample
from zermelo.solution.verification.solution_verification import (
    RecordTotals,
    check_totals,
    count_verification_parts,
    find_program_for_verification,
    make_damaged_file_error,
    make_verification,
    verify_part,
    verify_solution,
)
from zermelo.solver.cluster.task_executors import TaskExecutor
from zermelo.solver.kernels.position_folds import LONG
from zermelo.solver.records.compact_records import get_stored_records
from zermelo.solver.records.ranked_records import InMemoryAnswers, RankedRecords
from zermelo.solver.records.solution_records import Records
from zermelo.solver.solution_files import solution_store as stores
from zermelo.solver.solution_files.file_entries import group_files_by_tier
from zermelo.solver.solution_files.file_records import FileAnswers, FileRecords, open_records
from zermelo.solver.solution_files.parquet_tables import find_damaged_entry
from zermelo.solver.solution_files.solution_manifest import read_manifest, read_summary
from zermelo.solver.storage.file_locations import parse_location

MOST_KNOWN: Final = 4  # solutions that a process remembers
ROOM: Final = 1 << 28  # bytes that a task may take beside its records


@dataclass(frozen=True)
class ScanJob:
    """A solution that is looked at: where, of which game, rules and engine; `key` is this look's own."""

    place: str
    source: str
    rules_files: Mapping[str, str]
    rules: str
    engine: str
    interpreted: bool | None
    key: str


@dataclass(frozen=True)
class ScanTask:
    """What is to be done with which file of a solution, None for all of them."""

    kind: str
    file: int | None = None

    def __str__(self) -> str:
        return self.kind if self.file is None else f"{self.kind} of file {self.file}"


@dataclass
class ScanReport:
    """Report of one task that scans a part of a solution.

    Parameters
    ----------
    task : ScanTask
        The task.
    found : object
        Its result.
    damaged : str, optional
        A file that is damaged.
    wrong : str, optional
        What else is wrong.
    read, written : int
        Bytes read of its own file, and written.
    """

    task: ScanTask
    found: Any = None
    damaged: str | None = None
    wrong: str | None = None
    read: int = 0  # bytes of its own file
    written: int = 0


ScanListener = Callable[[ScanReport], object]


@dataclass
class _OpenedSolution:
    """A solution as this process has it."""

    solution: Solution
    interpreted: bool | None

    def __post_init__(self) -> None:
        self._lock = threading.Lock()
        self._held: Solution | None = None

    def make_task_budget(self) -> Budget:
        """Return what a task may use, whatever else the process holds."""
        records = self.solution.records
        most = max(records.count_tier_records(tier) for tier in range(records.tier_count))
        ranks = 8 * records.size if isinstance(records, RankedRecords) else 0
        return Budget(
            measure_resident_memory() + KERNELS + ROOM + 2 * BYTES_A_RECORD * most + ranks, threads=1
        )

    @property
    def solution_in_memory(self) -> Solution:
        """The solution with all its answers in memory, where tasks would read them each."""
        records = self.solution.records
        if not isinstance(records, RankedRecords):
            return self.solution
        with self._lock:
            if self._held is None:
                known = read_ranked_answers(records)
                answers = InMemoryAnswers(known, LONG, get_no_position(known.dtype) - 1)
                inside = RankedRecords(records.game, answers, records.unrank_positions)
                solution = self.solution
                self._held = Solution(solution.game, solution.summary, inside, solution.place)
            return self._held


_known: Final[dict[str, _OpenedSolution]] = {}  # by the key of a look


def make_scan_job(solution: Solution, interpreted: bool | None) -> ScanJob:
    """Return what tasks have to know of a solution; those of this process have it as it is."""
    if solution.place is None:
        raise BadParameter(
            f"{solution.game!r}: a solution in memory is asked itself, as a cluster reads files: leave it out"
        )
    game = solution.game
    look = ScanJob(
        str(solution.place),
        stores.source_of(game),
        stores.hash_rules_files(game),
        rules_fingerprint(game),
        KERNELS_DIGEST,
        interpreted,
        secrets.token_hex(8),
    )
    _remember_opened_solution(look, _OpenedSolution(solution, interpreted))
    return look


def _remember_opened_solution(look: ScanJob, at: _OpenedSolution) -> _OpenedSolution:
    _known[look.key] = at
    while len(_known) > MOST_KNOWN:
        _known.pop(next(iter(_known)), None)
    return at


def _open_solution(look: ScanJob) -> _OpenedSolution:
    """Return the solution as this process has it; raises `OutdatedSolution` where rules or engine differ."""
    at = _known.get(look.key)
    if at is not None:
        return at
    if look.engine != KERNELS_DIGEST:
        raise OutdatedSolution(f"{look.source}: a worker has another zermelo than this machine: install that")
    place = parse_location(look.place)
    remedy = "have the same files everywhere"
    game = RecordedAccess(
        place, look.source, look.rules_files, OutdatedSolution, remedy, run_rules=True
    ).read_recorded_game()
    stores.check_fingerprint({"rules": look.rules, "game": repr(game)}, rules_fingerprint(game), place)
    manifest = read_manifest(place)
    solution = Solution(game, read_summary(manifest, game, place), open_records(place, manifest, game), place)
    return _remember_opened_solution(look, _OpenedSolution(solution, look.interpreted))


def perform_scan_task(job: ScanJob, task: ScanTask) -> ScanReport:
    """Do a task; faults of the solution are reported in the result, all other errors raised."""
    told, at = ScanReport(task), _open_solution(job)
    tiers = group_files_by_tier(_list_record_files(at.solution.records))
    mine = tiers[task.file] if task.file is not None else [entry for entries in tiers for entry in entries]
    told.read = sum(entry["bytes"] for entry in mine)
    try:
        told.found = SCAN_KINDS[task.kind](at, task.file)
    except DamagedSolution as error:
        told.wrong = str(error)
        assert at.solution.place is not None
        told.damaged = find_damaged_entry(at.solution.place, mine)
    return told


def _list_record_files(records: Records) -> list[dict[str, Any]]:
    kept = records.answers if isinstance(records, RankedRecords) else get_stored_records(records)
    assert isinstance(kept, FileRecords | FileAnswers), "a solution at a place is of files"
    return kept.files


def _verify_file(at: _OpenedSolution, file: int | None) -> Evidence | RecordTotals:
    if file is None:
        return verify_solution(at.solution, None, interpreted=at.interpreted)
    program = find_program_for_verification(at.solution, at.interpreted)
    return verify_part(at.solution_in_memory, program, at.make_task_budget(), file)


def _verify_sample(at: _OpenedSolution, file: int | None) -> int:
    return recompute_sample(at.solution, find_program_for_verification(at.solution, at.interpreted))


def _compute_statistics_of_file(at: _OpenedSolution, file: int | None) -> StatisticsTotals:
    program = find_program_for_records(at.solution.game, at.solution.records, at.interpreted)
    solution = at.solution if file is None or program is None else at.solution_in_memory
    return compute_part_statistics(solution, program, at.make_task_budget(), file)


SCAN_KINDS: Final[dict[str, Callable[[_OpenedSolution, int | None], Any]]] = {
    "verify": _verify_file,
    "sample": _verify_sample,
    "stats": _compute_statistics_of_file,
}


def _run_tasks(
    executor: TaskExecutor, job: ScanJob, tasks: list[ScanTask], listen: ScanListener | None
) -> dict[ScanTask, ScanReport]:
    """Return the report of each task; raise `DamagedSolution` for the first file that is damaged."""
    found: dict[ScanTask, ScanReport] = {}
    try:
        for told in executor.run(job, tasks):
            found[told.task] = told
            if listen is not None:
                listen(told)
    finally:
        _known.pop(job.key, None)
    damaged = [told.damaged for task, told in found.items() if told.damaged is not None]
    if damaged:
        raise make_damaged_file_error(min(damaged))  # names have their numbers in their order
    return found


def _get_result_of_report(told: ScanReport) -> Any:
    if told.wrong is not None:
        raise DamagedSolution(told.wrong)
    return told.found


def verify_by_tasks(
    solution: Solution,
    executor: TaskExecutor,
    *,
    interpreted: bool | None = None,
    listen: ScanListener | None = None,
) -> Evidence:
    """Recompute every record by tasks, one for each file; raise what `Solution.verify` does."""
    began = time.perf_counter()
    job = make_scan_job(solution, interpreted)
    program = (
        None if solution.summary.has_expectations else find_program_for_verification(solution, interpreted)
    )
    if count_verification_parts(solution, program) == 1:
        whole = ScanTask("verify")
        done: Evidence = _get_result_of_report(_run_tasks(executor, job, [whole], listen)[whole])
        return msgspec.structs.replace(done, seconds=time.perf_counter() - began)
    order = list_parts_in_order(solution, program)
    tasks = [ScanTask("verify", file) for file in order]
    found = _run_tasks(executor, job, [*tasks, ScanTask("sample")], listen)
    tally = RecordTotals()
    for task in tasks:
        tally.add(_get_result_of_report(found[task]))
    check_totals(solution, tally, Budget())
    return make_verification(
        solution,
        program,
        tally,
        _get_result_of_report(found[ScanTask("sample")]),
        time.perf_counter() - began,
    )


def compute_statistics_by_tasks(
    solution: Solution,
    executor: TaskExecutor,
    *,
    interpreted: bool | None = None,
    listen: ScanListener | None = None,
) -> Statistics:
    """Count a solution by tasks, one for each file; return and raise what `Solution.stats` does."""
    refuse_games_with_dice(solution.game, "statistics are")
    job = make_scan_job(solution, interpreted)
    program: Program | None = find_program_for_records(solution.game, solution.records, interpreted)
    order = list_parts_in_order(solution, program)
    tasks = [ScanTask("stats", file) for file in order] if len(order) > 1 else [ScanTask("stats")]
    found = _run_tasks(executor, job, tasks, listen)
    gathered = StatisticsTotals(solution)
    for task in tasks:
        gathered.merge(_get_result_of_report(found[task]))
    return gathered.make_statistics(solution)

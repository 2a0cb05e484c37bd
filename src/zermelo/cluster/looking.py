"""Verifying and counting a solution by tasks, each of which reads one of its files and the one after it.

What is found is what one process finds. So a task says what is wrong and raises nothing of it, and the driver
raises what that process would have come to first: a file that is damaged, before any record that is wrong.
Over a perfect index moves lead from any slice to any: there a worker holds all answers, 4 bytes a rank. Where
records cannot be gone through apart, as with dice or where values alone were kept, there is one task.
"""

import secrets
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from zermelo.cluster.executors import TaskExecutor
from zermelo.compiler import KERNELS_DIGEST, Program, rules_fingerprint
from zermelo.core.budget import KERNELS, Budget, resident_memory
from zermelo.core.errors import BadParameter, DamagedSolution, OutdatedSolution
from zermelo.core.game import has
from zermelo.core.requirements import refuse_chances
from zermelo.kernels.folds import WIDE
from zermelo.naming import Record
from zermelo.query.interpreted_sample import recompute_sample
from zermelo.query.passes import BYTES_A_RECORD, NO_POSITION, program_for, ranked_answers
from zermelo.query.solution import Solution
from zermelo.query.statistics import Gathered, Statistics, gathered_part, order_of_parts
from zermelo.query.verification import (
    Tally,
    Verification,
    check_whole,
    damage,
    verified,
    verify,
    verify_part,
    verify_parts,
    verifying_program,
)
from zermelo.solution.files import FiledAnswers, FileRecords, open_records
from zermelo.solution.lean import stored_records
from zermelo.solution.manifest import read_manifest, summary_of
from zermelo.solution.parquet import damaged_among
from zermelo.solution.parts import in_tiers
from zermelo.solution.ranked import HeldAnswers, RankedRecords
from zermelo.solution.records import Records
from zermelo.storage.places import as_place
from zermelo.work import store as stores

MOST_KNOWN: Final = 4  # solutions that a process remembers
ROOM: Final = 1 << 28  # bytes that a task may take beside its records


@dataclass(frozen=True)
class Look:
    """A solution that is looked at: where, of which game, rules and engine; `key` is this look's own."""

    place: str
    source: str
    rules_files: Mapping[str, str]
    rules: str
    engine: str
    interpreted: bool | None
    key: str


@dataclass(frozen=True)
class Share:
    """What is to be done with which file of a solution, None for all of them."""

    kind: str
    file: int | None = None

    def __str__(self) -> str:
        return self.kind if self.file is None else f"{self.kind} of file {self.file}"


@dataclass
class Told:
    """What a task has found, or the file that is damaged, or what else is wrong."""

    task: Share
    found: Any = None
    damaged: str | None = None
    wrong: str | None = None
    read: int = 0  # bytes of its own file
    written: int = 0


Listen = Callable[[Told], object]


@dataclass
class _At:
    """A solution as this process has it."""

    solution: Solution
    interpreted: bool | None

    def __post_init__(self) -> None:
        self._lock = threading.Lock()
        self._held: Solution | None = None

    def budget(self) -> Budget:
        """Return what a task may use, whatever else the process holds."""
        records = self.solution.records
        most = max(records.count(tier) for tier in range(records.tiers))
        ranks = 8 * records.size if isinstance(records, RankedRecords) else 0
        return Budget(resident_memory() + KERNELS + ROOM + 2 * BYTES_A_RECORD * most + ranks, threads=1)

    @property
    def held(self) -> Solution:
        """The solution with all its answers in memory, where tasks would read them each."""
        records = self.solution.records
        if not isinstance(records, RankedRecords):
            return self.solution
        with self._lock:
            if self._held is None:
                answers = HeldAnswers(ranked_answers(records), WIDE, NO_POSITION - 1)
                inside = RankedRecords(records.game, answers, records.positions)
                solution = self.solution
                self._held = Solution(solution.game, solution.summary, inside, solution.place)
            return self._held


_known: Final[dict[str, _At]] = {}  # by the key of a look


def look_at(solution: Solution, interpreted: bool | None) -> Look:
    """Return what tasks have to know of a solution; those of this process have it as it is."""
    if solution.place is None:
        raise BadParameter(
            f"{solution.game!r}: a solution in memory is asked itself, as a cluster reads files: leave it out"
        )
    game = solution.game
    look = Look(
        str(solution.place),
        stores.source_of(game),
        stores.rules_files(game),
        rules_fingerprint(game),
        KERNELS_DIGEST,
        interpreted,
        secrets.token_hex(8),
    )
    _remember(look, _At(solution, interpreted))
    return look


def _remember(look: Look, at: _At) -> _At:
    _known[look.key] = at
    while len(_known) > MOST_KNOWN:
        _known.pop(next(iter(_known)), None)
    return at


def _opened(look: Look) -> _At:
    """Return the solution as this process has it; raises `OutdatedSolution` where rules or engine differ."""
    at = _known.get(look.key)
    if at is not None:
        return at
    if look.engine != KERNELS_DIGEST:
        raise OutdatedSolution(f"{look.source}: a worker has another zermelo than this machine: install that")
    place = as_place(look.place)
    remedy = "have the same files everywhere"
    game = Record(place, look.source, look.rules_files, OutdatedSolution, remedy, run_rules=True).game()
    stores.check_fingerprint({"rules": look.rules, "game": repr(game)}, rules_fingerprint(game), place)
    manifest = read_manifest(place)
    solution = Solution(game, summary_of(manifest), open_records(place, manifest, game), place)
    return _remember(look, _At(solution, look.interpreted))


def look(job: Look, task: Share) -> Told:
    """Do a task; what is wrong in the solution is told, all else raised."""
    told, at = Told(task), _opened(job)
    tiers = in_tiers(_files(at.solution.records))
    mine = tiers[task.file] if task.file is not None else [entry for entries in tiers for entry in entries]
    told.read = sum(entry["bytes"] for entry in mine)
    try:
        told.found = KINDS[task.kind](at, task.file)
    except DamagedSolution as error:
        told.wrong = str(error)
        assert at.solution.place is not None
        told.damaged = damaged_among(at.solution.place, mine)
    return told


def _files(records: Records) -> list[dict[str, Any]]:
    kept = records.answers if isinstance(records, RankedRecords) else stored_records(records)
    assert isinstance(kept, FileRecords | FiledAnswers), "a solution at a place is of files"
    return kept.files


def _verify(at: _At, file: int | None) -> Verification | Tally:
    if file is None:
        return verify(at.solution, None, interpreted=at.interpreted)
    program = verifying_program(at.solution, at.interpreted)
    return verify_part(at.held, program, at.budget(), file)


def _sample(at: _At, file: int | None) -> int:
    return recompute_sample(at.solution, verifying_program(at.solution, at.interpreted))


def _count(at: _At, file: int | None) -> Gathered:
    program = program_for(at.solution.game, at.solution.records, at.interpreted)
    solution = at.solution if file is None or program is None else at.held
    return gathered_part(solution, program, at.budget(), file)


KINDS: Final[dict[str, Callable[[_At, int | None], Any]]] = {
    "verify": _verify,
    "sample": _sample,
    "stats": _count,
}


def _run(executor: TaskExecutor, job: Look, tasks: list[Share], listen: Listen | None) -> dict[Share, Told]:
    """Return what each task told; raise `DamagedSolution` for the first file that is damaged."""
    found: dict[Share, Told] = {}
    try:
        for told in executor.run(job, tasks):
            found[told.task] = told
            if listen is not None:
                listen(told)
    finally:
        _known.pop(job.key, None)
    damaged = [told.damaged for task, told in found.items() if told.damaged is not None]
    if damaged:
        raise damage(min(damaged))  # names have their numbers in their order
    return found


def _given(told: Told) -> Any:
    if told.wrong is not None:
        raise DamagedSolution(told.wrong)
    return told.found


def verify_on(
    solution: Solution,
    executor: TaskExecutor,
    *,
    interpreted: bool | None = None,
    listen: Listen | None = None,
) -> Verification:
    """Recompute every record by tasks, one for each file; raise what `Solution.verify` does."""
    began = time.perf_counter()
    job = look_at(solution, interpreted)
    program = None if has(solution.game, "chances") else verifying_program(solution, interpreted)
    if verify_parts(solution, program) == 1:
        whole = Share("verify")
        done: Verification = _given(_run(executor, job, [whole], listen)[whole])
        return replace(done, seconds=time.perf_counter() - began)
    order = order_of_parts(solution, program)
    tasks = [Share("verify", file) for file in order]
    found = _run(executor, job, [*tasks, Share("sample")], listen)
    tally = Tally()
    for task in tasks:
        tally.add(_given(found[task]))
    check_whole(solution, tally, Budget())
    return verified(solution, program, tally, _given(found[Share("sample")]), time.perf_counter() - began)


def stats_on(
    solution: Solution,
    executor: TaskExecutor,
    *,
    interpreted: bool | None = None,
    listen: Listen | None = None,
) -> Statistics:
    """Count a solution by tasks, one for each file; return and raise what `Solution.stats` does."""
    refuse_chances(solution.game, "statistics are")
    job = look_at(solution, interpreted)
    program: Program | None = program_for(solution.game, solution.records, interpreted)
    order = order_of_parts(solution, program)
    tasks = [Share("stats", file) for file in order] if len(order) > 1 else [Share("stats")]
    found = _run(executor, job, tasks, listen)
    gathered = Gathered(solution)
    for task in tasks:
        gathered.merge(_given(found[task]))
    return gathered.statistics(solution)

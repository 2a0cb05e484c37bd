"""Verifying and counting by tasks: what one process finds, also where something is wrong."""

import shutil
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from made.random_games import RandomDag, RandomIndex, RandomLayers, RandomMirror
from support.cells import plain_kernels
from support.commands import check_refusal, runner
from support.forging import forge_solution
from support.marks import few, one_in
from support.tables import everywhere

import zermelo
from zermelo import solution
from zermelo.core.errors import BadParameter, DamagedSolution, MissingCapability, OutdatedSolution
from zermelo.core.game import Game
from zermelo.solution.solution import Solution
from zermelo.solution.verification import verification_tasks
from zermelo.solution.verification.verification_tasks import (
    ScanJob,
    ScanReport,
    ScanTask,
    compute_statistics_by_tasks,
    perform_scan_task,
    verify_by_tasks,
)
from zermelo.solver.cluster.task_executors import LocalExecutor
from zermelo.solver.records import ranked_records

pytestmark = pytest.mark.usefixtures("plain")
GAMES = {
    "keyed": "mnk(columns=3, rows=2)",
    "round": "sliding_tiles(columns=2, rows=2)",
    "text": "clobber('xoxoxo')",
    "tuples": "nim(heaps=(1, 2, 3))",
    "scored": "dots_and_boxes(columns=2, rows=1)",
    "large": "three_mens_morris",
}
Solve = Callable[..., Solution]


class InOrder:
    """An executor of one worker, which does tasks in another order, and finds the solution again if `apart`."""

    worker_count = 1

    def __init__(self, *, apart: bool = True) -> None:
        self.apart, self.done = apart, 0

    def run(self, job: ScanJob, tasks: Iterable[ScanTask]) -> Iterator[ScanReport]:
        for task in sorted(tasks, key=str):
            if self.apart:
                verification_tasks._known.clear()
            self.done += 1
            yield perform_scan_task(job, task)

    def close(self) -> None:
        pass


@pytest.fixture(scope="module")
def solve(tmp_path_factory: pytest.TempPathFactory) -> Solve:
    """Return solutions on disk, each game's solved once."""

    @cache
    def solved(game: Game | str, **how: Any) -> Solution:
        store = tmp_path_factory.mktemp("solved")
        with plain_kernels():
            zermelo.solve(game, store=store, **how)
        return zermelo.open(game, store)

    return solved


@pytest.fixture
def own(solve: Solve, tmp_path: Path) -> Callable[[str], Path]:
    """Return directories of solutions that a test may change."""

    def copied(kind: str) -> Path:
        return Path(shutil.copytree(str(solve(GAMES[kind]).directory), tmp_path / kind))

    return copied


def check_verified_alike(by_tasks: Any, solution: Solution, **how: Any) -> None:
    alone = solution.verify(**how)
    assert msgspec.structs.replace(by_tasks, seconds=alone.seconds) == alone


WAYS = [
    *((kind, None) for kind in GAMES if kind != "large"),
    *((kind, how) for kind in ("keyed", "round") for how in (False, True)),
    ("large", None),
]


@pytest.mark.parametrize(("kind", "interpreted"), few(WAYS, 9))
def test_what_is_found_is_what_one_process_finds(kind: str, interpreted: bool | None, solve: Solve) -> None:
    solution, executor = solve(GAMES[kind]), InOrder()
    check_verified_alike(
        verify_by_tasks(solution, executor, interpreted=interpreted), solution, interpreted=interpreted
    )
    found = compute_statistics_by_tasks(solution, executor, interpreted=interpreted)
    alone = solution.stats(interpreted=interpreted)
    assert found == alone
    if kind == "keyed" and not interpreted:
        assert executor.done == 2 * solution.records.tier_count + 1
    assert not verification_tasks._known


@pytest.mark.parametrize("kind", [RandomDag, RandomIndex, RandomMirror, RandomLayers])
@pytest.mark.parametrize("seed", few(range(3), 1))
def test_random_games(kind: Any, seed: int, solve: Solve) -> None:
    solution, executor = solve(kind(seed=seed)), InOrder(apart=False)  # as no name finds it again
    check_verified_alike(verify_by_tasks(solution, executor), solution)
    assert compute_statistics_by_tasks(solution, executor) == solution.stats()


def test_slices_of_an_index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each file is a task, and what is wrong in any of them is said alike."""
    everywhere(monkeypatch, "SLICE", ranked_records.SLICE, 64)
    game = RandomIndex(seed=6, size=301)
    zermelo.solve(game, store=tmp_path)
    solution, executor = zermelo.open(game, tmp_path), InOrder(apart=False)
    assert solution.records.tier_count == 5
    check_verified_alike(verify_by_tasks(solution, executor), solution)
    assert executor.done == solution.records.tier_count + 1
    assert compute_statistics_by_tasks(solution, executor) == solution.stats()

    def later(columns: dict[str, list[Any]]) -> None:
        legal = [place for place, value in enumerate(columns["value"]) if value is not None]
        for place in (legal[2], legal[-2]):
            columns["remoteness"][place] += 2

    for tier in range(solution.records.tier_count):
        forge_solution(solution.directory or tmp_path, tier, later)
    assert "is stored as" in refused_by_both(lambda: zermelo.open(game, tmp_path), (False,))


@pytest.mark.parametrize(
    ("game", "options"), [("pig(target=5)", {}), (RandomIndex(seed=3), {"values_only": True})], ids=str
)
def test_dice_and_values_alone_are_verified_by_one_task(
    game: Game | str, options: dict[str, bool], solve: Solve
) -> None:
    solution, executor = solve(game, **options), InOrder(apart=False)
    check_verified_alike(verify_by_tasks(solution, executor), solution)
    assert executor.done == 1
    with pytest.raises(MissingCapability) as alone:
        solution.stats()
    with pytest.raises(MissingCapability) as by_tasks:
        compute_statistics_by_tasks(solution, executor)
    assert str(alone.value) == str(by_tasks.value)


# What is wrong


def refused_by_both(opened: Callable[[], Solution], apart: tuple[bool, ...] = (True, False)) -> str:
    """Return the words with which both refuse a solution, whichever worker comes first."""
    with pytest.raises(DamagedSolution) as alone:
        opened().verify()
    for each in apart:
        with pytest.raises(DamagedSolution) as by_tasks:
            verify_by_tasks(opened(), InOrder(apart=each))
        assert str(by_tasks.value) == str(alone.value)
    return str(alone.value)


@pytest.mark.parametrize("seed", one_in(3, range(6)))
@pytest.mark.parametrize("kind", few(["keyed", "round", "scored", "large"], 3))
def test_wrong_answers_are_said_alike(kind: str, seed: int, own: Callable[[str], Path]) -> None:
    """One answer is wrong, or several in several files."""
    directory, chance = own(kind), np.random.default_rng(seed)
    for _ in range(1 + seed % 3):

        def change(columns: dict[str, list[Any]]) -> None:
            place = int(chance.integers(len(columns["value"])))
            if seed % 2:
                columns["value"][place] = -columns["value"][place] or 1
            else:
                columns["remoteness"][place] ^= 2  # of what has no end, too

        forge_solution(directory, int(chance.integers(zermelo.open(directory).records.tier_count)), change)
    said = refused_by_both(lambda: zermelo.open(directory))
    assert "is stored as" in said or "decided without an end" in said or "its best move" in said


def test_records_summaries_and_files_that_are_wrong_are_said_alike(own: Callable[[str], Path]) -> None:
    directory = own("keyed")

    def twice(columns: dict[str, list[Any]]) -> None:
        columns["position"][1] = columns["position"][0]

    def refused() -> str:
        return refused_by_both(lambda: zermelo.open(directory))

    kept = {path: path.read_bytes() for path in directory.iterdir() if path.is_file()}
    *_, middle, _, last = sorted(directory.glob("tier-*"))
    forge_solution(directory, 4, twice)
    assert "tier 4 holds a position twice" in refused()
    for path, content in kept.items():
        path.write_bytes(content)
    forge_solution(
        directory, manifest=lambda found: found["summary"].update(wins=found["summary"]["wins"] + 1)
    )
    assert "the summary says wins" in refused()
    for path, content in kept.items():
        path.write_bytes(content)
    for path in (last, middle):
        path.write_bytes(kept[path][:-5] + bytes(5))
        refused()
        with pytest.raises(DamagedSolution, match=r"tier-\d+\.parquet is damaged"):
            compute_statistics_by_tasks(zermelo.open(directory), InOrder())
        path.unlink()
        assert "is damaged or missing" in refused()
        path.write_bytes(kept[path])


# Who does it


@pytest.mark.parametrize("how", few(["threads", "processes", "local"], 1))
def test_executors(how: str, bucket: str, solve: Solve, tmp_path: Path) -> None:
    """Where it was solved, in a store by URL, and in a directory; Ray has workers of its own."""
    alone, told = solve(GAMES["keyed"]), list[ScanReport]()
    by_url = zermelo.open(solution.solve_on(GAMES["keyed"], f"{bucket}/{tmp_path.name}", "threads").place)
    for each in (by_url, alone):
        check_verified_alike(solution.verify_on(each, how, workers=2), alone)
        assert solution.stats_on(each, how, workers=2) == alone.stats()
    if how != "local":
        executor = LocalExecutor(2, processes=how == "processes", perform=perform_scan_task)
        try:
            check_verified_alike(verify_by_tasks(alone, executor, listen=told.append), alone)
        finally:
            executor.close()
        tiers = alone.records.tier_count
        assert len(told) == tiers + 1 and sum(each.read for each in told) > 0
        assert {str(each.task) for each in told} >= {"sample", f"verify of file {tiers - 1}"}


def test_another_engine_or_other_rules_are_refused(solve: Solve) -> None:
    solution = solve(GAMES["keyed"])
    job = verification_tasks.make_scan_job(solution, None)
    verification_tasks._known.clear()
    for field in ("engine", "rules"):
        with pytest.raises(OutdatedSolution):
            perform_scan_task(ScanJob(**{**vars(job), field: "other"}), ScanTask("sample"))
    assert perform_scan_task(job, ScanTask("sample")).found > 0
    verification_tasks._known.clear()


def test_parameters_are_checked(solve: Solve) -> None:
    alone = solve(GAMES["keyed"])
    for ask in (solution.verify_on, solution.stats_on):
        with pytest.raises(BadParameter, match="a solution in memory"):
            ask(zermelo.solve(GAMES["keyed"]), "threads")
        with pytest.raises(BadParameter, match="workers 0"):
            ask(alone, "threads", workers=0)


@pytest.mark.long
def test_commands(own: Callable[[str], Path], capsys: pytest.CaptureFixture[str]) -> None:
    """Also of a solution that was moved."""
    directory, command = str(own("keyed")), runner(capsys)
    for words in (["verify", directory], ["stats", directory], ["stats", directory, "--json"]):
        one, other = command(*words), command(*words, "--cluster", "threads", "--threads", "2")
        assert one == other and one.status == 0 and one.out
        refused = command(*words, "--cluster", "threads", "--memory", "1GB")
        check_refusal(refused, 2, "--memory 1GB is for one process")

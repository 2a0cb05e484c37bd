"""Games whose tiers are larger than memory: bucket by bucket on disk, the same bytes, whatever happens."""

import gc
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from made.random_games import RandomLayers, RandomScoredPond, RandomScores, RandomThrows
from support.marks import few
from support.performing import until
from support.tasks import InOrder, Killed, files_of

import zermelo
from zermelo.core.budget import Budget
from zermelo.core.errors import Cancelled, OutOfBudget
from zermelo.core.game import Game
from zermelo.games.dice.pig import Pig
from zermelo.games.lines.connect_four import ConnectFour
from zermelo.solver.cluster import external_memory
from zermelo.solver.cluster.cluster_solve import solve_by_tasks
from zermelo.solver.cluster.external_memory import solve_in_external_memory
from zermelo.solver.cluster.solve_driver import ResourceLimits
from zermelo.solver.plans import bucket_capacity, solve_plan, solve_planner

LAYERS = RandomLayers(seed=1, width=60, depth=11, most=4, begins=20)
MNK = zermelo.game("mnk(columns=3, rows=3)")


@pytest.fixture
def little(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], Budget]:
    """Return budgets of so many bytes for arrays, whatever this process holds."""
    monkeypatch.setattr(Budget, "record_base_memory", lambda self: setattr(self, "base", 0))

    def made(memory: int) -> Budget:
        budget = Budget(threads=1)
        budget.memory, budget.base = memory, 0
        return budget

    return made


def whole(game: Game, store: Path) -> dict[str, bytes]:
    return files_of(zermelo.solve(game, store=store, interpreted=False).directory)


COMPILED = (zermelo.game("quixo(size=3)"), ConnectFour(columns=4, rows=4))
LOOPS = ("find_positions", "expand_moves", "reverse_moves", "finish_answers", "sort_records", "write_tiers")


@pytest.mark.usefixtures("small_tasks")
@pytest.mark.parametrize(
    ("game", "memory", "kinds"),
    few(
        [
            (RandomLayers(seed=1, width=700, depth=3, most=3, begins=300), 20_000, ("expand", "merge")),
            (zermelo.game("subtraction(heap=700)"), 20_000, LOOPS),
            (RandomScoredPond(seed=0, size=400, most=3), 20_000, ("expand_moves", "finish_answers")),
            (RandomScores(seed=5, size=400, most=3), 20_000, ("build_graph", "sweep")),
            (RandomThrows(seed=0, size=400), 20_000, ("build_graph", "sweep")),
            (Pig(target=8), 20_000, ("solve_expectations",)),
            (COMPILED[0], 20_000, LOOPS),
            (COMPILED[1], 700_000, ("expand", "merge")),
        ],
        6,
    ),
    ids=repr,
)
def test_what_does_not_fit_is_solved_so(
    game: Game,
    memory: int,
    kinds: tuple[str, ...],
    little: Callable[[int], Budget],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
) -> None:
    """Play by plies, play that cycles or comes to a position in different numbers of moves, points, and dice."""
    if game not in COMPILED:
        request.getfixturevalue("plain")
    want, made, most = whole(game, tmp_path / "memory"), set[str](), list[int]()

    def listening(*given: Any, listen: Any, **how: Any) -> Any:
        most.append(how["limits"].memory)
        return solve_by_tasks(*given, listen=lambda told: (made.add(told.task.kind), listen(told)), **how)

    monkeypatch.setattr(external_memory, "solve_by_tasks", listening)
    solution = zermelo.solve(game, store=tmp_path / "within", budget=little(memory), interpreted=False)
    assert files_of(solution.directory) == want != {}
    assert made >= set(kinds) and len(most) == 1 and most[0] <= memory
    assert len(list((tmp_path / "within").iterdir())) == 1


@pytest.mark.usefixtures("plain", "small_tasks")
def test_without_a_store_nothing_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    heard: Counter[str] = Counter()
    budget = Budget(threads=2, listener=lambda progress: heard.update([progress.phase]))
    monkeypatch.setattr(external_memory, "make_temporary_folder", lambda: tmp_path / "temporary")
    solved = solve_in_external_memory(MNK, budget, None)
    assert set(heard) == {"enumerate", "solve"} and heard["enumerate"] > 4
    assert solved.directory is None and solved.records.find(0) is not None
    assert (tmp_path / "temporary").is_dir()
    del solved
    gc.collect()
    assert not (tmp_path / "temporary").exists()


@pytest.mark.usefixtures("plain", "small_tasks")
def test_with_less_memory_fewer_work_at_once_and_too_little_is_said(
    little: Callable[[int], Budget], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    made = external_memory.LocalExecutor
    monkeypatch.setattr(
        external_memory, "LocalExecutor", lambda threads: asked.append(threads) or made(threads)
    )
    budget = little(int(2.5 * bucket_capacity.compute_least_task_memory(external_memory.FIRST_BRANCHING)))
    budget.threads = 4
    assert solve_in_external_memory(MNK, budget, None).summary.solved > 0
    assert asked == [2]
    with pytest.raises(OutOfBudget, match=r"a bucket of positions needs .* raise --memory"):
        solve_in_external_memory(MNK, little(1), None)


@pytest.mark.usefixtures("plain")
@pytest.mark.parametrize("game", few([LAYERS, zermelo.game("mnk(columns=3, rows=2)"), MNK], 2), ids=repr)
def test_children_that_the_disk_has_no_room_for_are_made_again_on_the_way_back(
    game: Game, tmp_path: Path
) -> None:
    made, want = dict[int, Counter[str]](), whole(game, tmp_path / "memory")
    for disk in (0, 1 << 40):
        made[disk] = kinds = Counter()
        solved = solve_by_tasks(
            game,
            InOrder(),
            str(tmp_path / str(disk)),
            bucket=40,
            limits=ResourceLimits(1 << 30, disk),
            listen=lambda report, kinds=kinds: kinds.update([report.task.kind]),
        )
        assert files_of(solved.place) == want != {}
    assert made[0]["expand"] > 1.5 * made[1 << 40]["expand"]
    assert made[0] - Counter(expand=10**6) == made[1 << 40] - Counter(expand=10**6)


@pytest.mark.usefixtures("plain")
def test_a_run_killed_goes_on_by_buckets_whatever_memory_there_is(tmp_path: Path) -> None:
    with pytest.raises(Killed):
        solve_by_tasks(LAYERS, InOrder(until(59)), str(tmp_path / "many"), bucket=20)
    assert any(path.suffix == ".work" for path in (tmp_path / "many").rglob("*"))
    assert whole(LAYERS, tmp_path / "many") == whole(LAYERS, tmp_path / "memory") != {}
    assert len(list((tmp_path / "many").iterdir())) == 1


@pytest.mark.usefixtures("plain")
def test_stopping_ends_it(tmp_path: Path) -> None:
    budget = Budget(threads=1, listener=lambda _: budget.stop.set())
    with pytest.raises(Cancelled):
        solve_in_external_memory(LAYERS, budget, tmp_path)


# The plan


@pytest.mark.long
def test_a_plan_says_so() -> None:
    game = ConnectFour(columns=5, rows=5)
    enough = solve_planner.plan_solve(game, Budget(memory=8 << 30))
    assert enough.fits and not enough.by_buckets
    little = solve_planner.plan_solve(game, Budget(memory=solve_plan.PROCESS + (100 << 20), threads=1))
    assert little.fits and little.by_buckets and "buckets of positions on disk" in little.method
    assert little.least_memory < enough.least_memory and little.disk > enough.disk
    asked = solve_planner.plan_solve(
        game, Budget(memory=solve_plan.PROCESS + (100 << 20), threads=1), by_buckets=False
    )
    assert not asked.fits and not asked.by_buckets
    none = solve_planner.plan_solve(game, Budget(memory=1 << 20, threads=1))
    assert not none.fits and not none.by_buckets


@pytest.mark.long
def test_nobody_knows_how_long_an_index_by_buckets_takes() -> None:
    game = zermelo.game("draughts_endgame(white_kings=3, black_kings=3)")
    enough, little = (
        solve_planner.plan_solve(game, Budget(memory=each, threads=1)) for each in (8 << 30, 400 << 20)
    )
    assert little.by_buckets and little.longer and not enough.longer
    assert 0 < little.seconds <= 2 * enough.seconds
    said = str(little)
    assert "at least" in said and "no plan is made of how much" in said
    assert "no plan" not in str(enough)

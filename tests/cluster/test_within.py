"""Games whose tiers are larger than memory: bucket by bucket on disk, the same bytes, whatever happens."""

import gc
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from made.random_games import RandomLayers, RandomScoredPond, RandomScores, RandomThrows
from support.marks import few
from support.tables import table_of
from support.tasks import InOrder, Killed, files_of

import zermelo
from zermelo.cli.answers import plan_text
from zermelo.cluster import within
from zermelo.cluster.job import Job
from zermelo.cluster.run import Within
from zermelo.cluster.solving import solve_on
from zermelo.cluster.tasks import perform
from zermelo.cluster.within import solve_within
from zermelo.cluster.work import Report, Task
from zermelo.core.budget import Budget
from zermelo.core.errors import Cancelled, OutOfBudget
from zermelo.core.game import Game
from zermelo.games.connect_four import ConnectFour
from zermelo.games.pig import Pig
from zermelo.work import planning, plans, room

GAMES: tuple[Game, ...] = (
    RandomLayers(seed=1, width=60, depth=11, most=4, begins=20),
    zermelo.game("dots_and_boxes(columns=2, rows=1)"),
    zermelo.game("mnk(columns=3, rows=3)"),
)


@pytest.fixture
def small_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let tasks work on few positions, as if they had little memory."""
    monkeypatch.setattr(room, "A_TASK", 0)
    monkeypatch.setattr(room, "SMALLEST", 100)
    monkeypatch.setattr(within, "BUCKET", 500)


def whole(text: Game | str, store: Path) -> dict[str, bytes]:
    return files_of(zermelo.solve(text, store=store, interpreted=False).directory)


@pytest.mark.usefixtures("plain")
@pytest.mark.usefixtures("small_tasks")
@pytest.mark.parametrize("text", GAMES, ids=repr)
def test_files_are_those_of_memory(text: Game, tmp_path: Path) -> None:
    heard: Counter[str] = Counter()
    budget = Budget(threads=2, listener=lambda progress: heard.update([progress.phase]))
    solved = solve_within(text, budget, tmp_path / "within")
    assert files_of(solved.directory) == whole(text, tmp_path / "memory") != {}
    assert set(heard) == {"enumerate", "solve"} and heard["enumerate"] > 4
    assert [path.name for path in (tmp_path / "within").iterdir()] == [
        solved.directory and solved.directory.name
    ]
    assert zermelo.open(text, tmp_path / "within").verify().records == solved.summary.solved


@pytest.mark.usefixtures("small_tasks")
@pytest.mark.parametrize("store", few([True, False], 1))
def test_what_does_not_fit_is_solved_so(store: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiled, with room for less than a table of the largest tier."""
    asked: list[Any] = []
    monkeypatch.setattr(
        within, "solve_on", lambda *given, **how: asked.append(how) or solve_on(*given, **how)
    )
    game = ConnectFour(columns=4, rows=4)
    want = zermelo.solve(game, interpreted=False)
    budget = Budget(threads=1)
    monkeypatch.setattr(Budget, "settle", lambda self: setattr(self, "base", 0))
    budget.memory, budget.base = 700_000, 0
    solution = zermelo.solve(game, store=tmp_path if store else None, budget=budget, interpreted=False)
    assert len(asked) == 1 and asked[0]["within"].memory <= 700_000
    assert table_of(solution) == table_of(want) and solution.summary.solved == want.summary.solved
    assert (solution.directory is not None) == store
    assert len(list(tmp_path.iterdir())) == store


@pytest.mark.usefixtures("small_tasks")
@pytest.mark.parametrize("text", ["quixo(size=3)", "subtraction(heap=900)"])
def test_play_that_comes_round_is_solved_so_too(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And play that only comes to a position in different numbers of moves."""
    want = whole(text, tmp_path / "memory")
    budget = Budget(threads=1)
    monkeypatch.setattr(Budget, "settle", lambda self: setattr(self, "base", 0))
    budget.memory, budget.base = 20_000, 0
    kinds: set[str] = set()
    monkeypatch.setattr(
        within,
        "solve_on",
        lambda *given, listen, **how: solve_on(
            *given, listen=lambda report: (kinds.add(report.task.kind), listen(report)), **how
        ),
    )
    solution = zermelo.solve(text, store=tmp_path / "within", budget=budget, interpreted=False)
    assert files_of(solution.directory) == want != {}
    assert kinds >= {"reach", "open", "link", "close", "order", "gather"}


@pytest.mark.usefixtures("plain")
@pytest.mark.usefixtures("small_tasks")
@pytest.mark.parametrize(
    ("game", "kinds"),
    [
        (RandomScoredPond(seed=0, size=400, most=3), ("open", "close")),
        (RandomScores(seed=5, size=400, most=3), ("chart", "sweep")),
        (RandomThrows(seed=0, size=400), ("chart", "sweep")),
        (Pig(target=12), ("weigh",)),
    ],
    ids=repr,
)
def test_points_in_play_of_any_length_and_dice_are_solved_so(
    game: Game, kinds: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    want = files_of(zermelo.solve(game, store=tmp_path / "memory", interpreted=False).directory)
    budget = Budget(threads=1)
    monkeypatch.setattr(Budget, "settle", lambda self: setattr(self, "base", 0))
    budget.memory, budget.base = 20_000, 0
    made: set[str] = set()
    monkeypatch.setattr(
        within,
        "solve_on",
        lambda *given, listen, **how: solve_on(
            *given, listen=lambda report: (made.add(report.task.kind), listen(report)), **how
        ),
    )
    solution = zermelo.solve(game, store=tmp_path / "within", budget=budget, interpreted=False)
    assert files_of(solution.directory) == want != {}
    assert made >= set(kinds)


@pytest.mark.usefixtures("plain")
@pytest.mark.usefixtures("small_tasks")
def test_without_a_store_nothing_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(within, "make_folder", lambda: tmp_path / "temporary")
    solved = solve_within(GAMES[2], Budget(threads=1), None)
    assert solved.directory is None and solved.records.find(0) is not None
    assert (tmp_path / "temporary").is_dir()
    del solved
    gc.collect()
    assert not (tmp_path / "temporary").exists()


@pytest.mark.usefixtures("small_tasks")
def test_too_little_is_said_in_a_line() -> None:
    budget = Budget(threads=2)
    budget.memory = 1
    with pytest.raises(OutOfBudget, match=r"a bucket of positions needs .* raise --memory"):
        solve_within(GAMES[2], budget, None)


@pytest.mark.usefixtures("plain")
@pytest.mark.usefixtures("small_tasks")
def test_with_less_memory_fewer_work_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    made = within.LocalExecutor
    monkeypatch.setattr(within, "LocalExecutor", lambda threads: asked.append(threads) or made(threads))
    budget = Budget(threads=4)
    monkeypatch.setattr(Budget, "settle", lambda self: setattr(self, "base", 0))
    budget.memory = int(2.5 * room.least_within(within.FIRST_BRANCHING))
    assert solve_within(GAMES[2], budget, None).summary.solved > 0
    assert asked == [2]


# Children that the disk has no room for


@pytest.mark.usefixtures("plain")
@pytest.mark.parametrize("text", GAMES, ids=repr)
def test_children_are_made_again_on_the_way_back(text: Game, tmp_path: Path) -> None:
    made: dict[int, Counter[str]] = {}
    for disk in (0, 1 << 40):
        made[disk] = kinds = Counter()
        solved = solve_on(
            text,
            InOrder(),
            str(tmp_path / str(disk)),
            bucket=40,
            within=Within(1 << 30, disk),
            listen=lambda report, kinds=kinds: kinds.update([report.task.kind]),
        )
        assert files_of(solved.place) == whole(text, tmp_path / "memory")
    assert made[0]["expand"] > 1.5 * made[1 << 40]["expand"]
    assert made[0] - Counter(expand=10**6) == made[1 << 40] - Counter(expand=10**6)


@pytest.mark.usefixtures("plain")
def test_a_run_killed_goes_on_by_buckets_whatever_memory_there_is(tmp_path: Path) -> None:
    text, count = GAMES[0], 0

    def end(job: Job, task: Task) -> Report:
        nonlocal count
        count += 1
        if count == 60:
            raise Killed
        return perform(job, task)

    with pytest.raises(Killed):
        solve_on(text, InOrder(end), str(tmp_path / "many"), bucket=20)
    begun = {path.name for path in (tmp_path / "many").rglob("*")}
    assert any(name.endswith(".work") for name in begun)
    solution = zermelo.solve(text, store=tmp_path / "many", interpreted=False)
    assert files_of(solution.directory) == whole(text, tmp_path / "memory")
    assert len(list((tmp_path / "many").iterdir())) == 1


@pytest.mark.usefixtures("plain")
def test_random_games_with_little_room(tmp_path: Path) -> None:
    for seed in range(4):
        game = RandomLayers(seed=seed, width=60, depth=9, most=4, begins=3)
        want = table_of(zermelo.solve(game, interpreted=False))
        solve_on(game, InOrder(), str(tmp_path / str(seed)), within=Within(20_000, 500))
        assert table_of(zermelo.open(game, tmp_path / str(seed))) == want


# Notes of a stranger


# The plan


@pytest.mark.long
def test_a_plan_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    game = ConnectFour(columns=5, rows=5)
    enough = planning.plan(game, Budget(memory=8 << 30))
    assert enough.fits and not enough.by_buckets
    little = planning.plan(game, Budget(memory=plans.PROCESS + (100 << 20), threads=1))
    assert little.fits and little.by_buckets and "buckets of positions on disk" in little.method
    assert little.least_memory < enough.least_memory and little.disk > enough.disk
    asked = planning.plan(game, Budget(memory=plans.PROCESS + (100 << 20), threads=1), by_buckets=False)
    assert not asked.fits and not asked.by_buckets
    none = planning.plan(game, Budget(memory=1 << 20, threads=1))
    assert not none.fits and not none.by_buckets


@pytest.mark.long
def test_nobody_knows_how_long_an_index_by_buckets_takes() -> None:
    game = zermelo.game("draughts_endgame(white_kings=3, black_kings=3)")
    enough, little = (planning.plan(game, Budget(memory=each, threads=1)) for each in (8 << 30, 400 << 20))
    assert little.by_buckets and little.longer and not enough.longer
    assert 0 < little.seconds <= 2 * enough.seconds
    said = plan_text(little)
    assert "at least" in said and "no plan is made of how much" in said
    assert "no plan" not in plan_text(enough)


@pytest.mark.usefixtures("plain")
def test_stopping_ends_it(tmp_path: Path) -> None:
    budget = Budget(threads=1)

    def listen(_: Any) -> None:
        budget.stop.set()

    budget.listener = listen
    with pytest.raises(Cancelled):
        solve_within(GAMES[0], budget, tmp_path)

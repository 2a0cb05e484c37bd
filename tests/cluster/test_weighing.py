"""Dice, and points in play of any length, by tasks: the bytes of one process, however small the buckets."""

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from made.dice_games import Dawdling, Hesitating, Paid, Uneven
from made.random_games import (
    RandomFalls,
    RandomFlights,
    RandomScoredPond,
    RandomScores,
    RandomStakes,
    RandomSteps,
    RandomThrows,
)
from support.marks import few
from support.tables import expected, table_of
from support.tasks import InOrder, Killed, OneEach, files_of, named, turn_last_bit
from twins import naive_dice

import zermelo
from zermelo import Game
from zermelo.cluster.executors import LocalExecutor
from zermelo.cluster.job import Job
from zermelo.cluster.run import Within
from zermelo.cluster.solving import solve_on
from zermelo.cluster.tasks import perform
from zermelo.cluster.work import Report, Task
from zermelo.core.errors import BadRules, DamagedScratch, LoopFound, MissingCapability

DICE = (  # with buckets of so many positions
    ("pig(target=10)", 40),
    ("stochastic_nim(heaps=(3, 4, 5), faces=6)", 60),
    ("bear_off(checkers=2, points=3)", 200),
    ("einstein(size=3, stones=2)", 300),
    ("pig(target=10)", 1 << 20),
)
FIGURES = (
    "value",
    "method",
    "domain",
    "positions",
    "solved",
    "wins",
    "draws",
    "losses",
    "win_probability",
    "error_bound",
    "remoteness",
    "longest",
)
IN_BUCKETS = {"chart", "mark", "sweep", "conclude"}


def check_like_one(game: Game, tmp_path: Path, buckets: tuple[int, ...]) -> set[str]:
    """Compare solutions by tasks with that of one process, to the byte; return which kinds of tasks there were."""
    one = zermelo.solve(game, store=tmp_path / "one", interpreted=False)
    kinds = set()
    for bucket in buckets:
        store = tmp_path / str(bucket)
        solved = solve_on(
            game, InOrder(), str(store), bucket=bucket, listen=lambda report: kinds.add(report.task.kind)
        )
        assert files_of(solved.place) == files_of(one.directory) != {}
        for figure in FIGURES:
            assert getattr(solved.summary, figure) == getattr(one.summary, figure)
        assert [path.name for path in store.iterdir()] == [Path(solved.place).name]
        assert zermelo.open(game, store).verify().records == one.summary.solved
    return kinds


# Dice


@pytest.mark.parametrize(("text", "bucket"), few(DICE, 4))
def test_dice_have_the_bytes_of_one_process(text: str, bucket: int, tmp_path: Path) -> None:
    kinds = check_like_one(zermelo.game(text), tmp_path, (bucket,))
    assert kinds >= (IN_BUCKETS if bucket < 1 << 20 else {"weigh"})


@pytest.mark.parametrize(
    "game",
    [
        RandomThrows(seed=5, size=70),
        RandomSteps(seed=2, size=70),
        RandomFlights(seed=5, size=70),
        *few([kind(seed=10, size=70) for kind in (RandomThrows, RandomSteps, RandomFlights)], 0),
    ],
    ids=repr,
)
def test_random_dice(game: Game, tmp_path: Path) -> None:
    """Whole tables: to the byte those of one process, and within their bounds those of the definitions."""
    assert check_like_one(game, tmp_path, (12, 1000)) >= IN_BUCKETS | {"weigh"}
    solution = zermelo.open(game, tmp_path / "12")
    bound = solution.summary.error_bound
    assert bound is not None and bound < 1e-14
    found = {position: value for position, (value, _) in table_of(solution).items()}
    twin = naive_dice.iterated(game)
    assert found.keys() == twin.keys()
    assert all(abs(found[position] - twin[position]) <= bound + 1e-12 for position in twin)


@pytest.mark.parametrize(
    "game",
    [RandomFlights(seed=5, size=70), RandomSteps(seed=1, size=80), RandomScores(seed=4, size=80, most=3)],
    ids=repr,
)
def test_a_run_killed_at_every_task_has_the_same_bytes(game: Game, tmp_path: Path) -> None:
    """Each run does one task, with some workers or others; the next finds what it has made."""
    chance = random.Random(5)
    many = OneEach(named).solve(game, tmp_path / "many", 9, lambda: chance.randint(1, 3))
    want = zermelo.solve(game, store=tmp_path / "one", interpreted=False)
    assert files_of(many) == files_of(want.directory) != {}


@pytest.mark.parametrize("seed", range(2))
def test_killed_again_and_again(seed: int, tmp_path: Path) -> None:
    """Also where a task is done but nobody was told of it."""
    game, chance, kills = RandomSteps(seed=1, size=80), random.Random(seed), 0

    def perhaps(job: Job, task: Task) -> Report:
        if chance.random() < 0.05:
            raise Killed
        report = perform(job, task)
        if chance.random() < 0.05:
            raise Killed
        return report

    while True:
        try:
            solved = solve_on(game, InOrder(perhaps), str(tmp_path / "many"), bucket=6)
            break
        except Killed:
            kills += 1
    assert kills > 5
    want = zermelo.solve(game, store=tmp_path / "one", interpreted=False)
    assert files_of(solved.place) == files_of(want.directory)


@pytest.mark.parametrize("number", range(8))
def test_a_damaged_object_is_found(number: int, tmp_path: Path) -> None:
    """A byte of some object is turned round when it is made: the work ends, or nobody reads it."""
    game, spoilt, count = RandomSteps(seed=1, size=80), list[Path](), 0

    def spoil(job: Job, task: Task) -> Report:
        nonlocal count
        before = set(tmp_path.rglob("0*"))
        report = perform(job, task)
        fresh = sorted(set(tmp_path.rglob("0*")) - before)
        count += 1
        if count == 10 + 17 * number and fresh:
            turn_last_bit(fresh[0])
            spoilt.append(fresh[0])
        return report

    try:
        solved = solve_on(game, InOrder(spoil), str(tmp_path / "many"), bucket=10)
    except DamagedScratch as error:
        assert spoilt and "damaged" in str(error)
        return
    want = zermelo.solve(game, store=tmp_path / "one", interpreted=False)
    assert files_of(solved.place) == files_of(want.directory)


def test_two_threads_and_processes(tmp_path: Path) -> None:
    text = "pig(target=10)"
    want = files_of(zermelo.solve(text, store=tmp_path / "one", interpreted=False).directory)
    for processes in (False, True):
        store = str(tmp_path / str(processes))
        solved = solve_on(zermelo.game(text), LocalExecutor(2, processes=processes), store, bucket=100)
        assert files_of(solved.place) == want


@pytest.mark.parametrize("bucket", [1, 2, 100])
@pytest.mark.parametrize(
    ("kind", "error", "words"),
    [
        (Dawdling, LoopFound, "may go on for ever at position"),
        (Hesitating, LoopFound, "may go on for ever at position"),
        (Uneven, BadRules, "sum to 0.83333"),
    ],
)
def test_what_has_no_values_is_refused(
    kind: type[Game], error: type[Exception], words: str, bucket: int, tmp_path: Path
) -> None:
    with pytest.raises(error, match=words):
        solve_on(kind(), InOrder(), str(tmp_path), bucket=bucket)


def test_dice_with_points_on_the_way_take_a_tier_at_once(tmp_path: Path) -> None:
    game = RandomStakes(seed=1, size=60)
    assert "weigh" in check_like_one(game, tmp_path, (1000,))
    with pytest.raises(MissingCapability, match="a tier has to fit into a task of 10: give the rules"):
        solve_on(game, InOrder(), str(tmp_path / "parted"), bucket=10)
    with pytest.raises(BadRules, match="brings points, and play may return there"):
        solve_on(Paid(), InOrder(), str(tmp_path / "paid"))


def test_the_games_rounds_do_not_hang_on_how_many_work(tmp_path: Path) -> None:
    """Who goes through his bucket when, and what he has heard by then, changes no bit."""
    game, found = RandomThrows(seed=4, size=90), set()
    for workers in (1, 2, 5):
        executor = InOrder()
        executor.workers = workers
        solved = solve_on(game, executor, str(tmp_path / str(workers)), bucket=12)
        found.add(tuple(files_of(solved.place).values()))
    assert len(found) == 1


# Points


@pytest.mark.parametrize("seed", few((2, 3, 1), 2))
@pytest.mark.parametrize("kind", [RandomScores, RandomFalls, RandomScoredPond])
def test_points_in_play_of_any_length(kind: Any, seed: int, tmp_path: Path) -> None:
    game: Game = kind(seed=seed, size=48, most=3)
    assert "sweep" in check_like_one(game, tmp_path, (3, 10, 1000)) or kind is RandomScoredPond
    assert table_of(zermelo.open(game, tmp_path / "3")) == expected(game)


def test_points_are_found_in_every_way(tmp_path: Path) -> None:
    """In buckets and at once, where play comes round by retrograde analysis; killed there it stays so."""
    ways: dict[tuple[str, int], set[str]] = {}
    for kind, seed in ((RandomScores, 3), (RandomFalls, 2), (RandomScoredPond, 2)):
        for bucket in (8, 1000):
            game: Game = kind(seed=seed, size=80, most=3)
            kinds = ways[kind.__name__, bucket] = check_like_one(
                game, tmp_path / kind.__name__ / str(bucket), (bucket,)
            )
            assert "reach" in kinds
    assert ways["RandomScores", 8] >= IN_BUCKETS and ways["RandomScores", 1000] >= {"weigh"}
    assert ways["RandomFalls", 8] >= {"sweep", "open", "advance"}
    assert ways["RandomFalls", 1000] >= {"weigh", "unwind"}
    assert ways["RandomScoredPond", 8] >= {"open", "close"} and ways["RandomScoredPond", 1000] >= {"unwind"}


class Circling(RandomFalls):
    """`RandomFalls` with points within a pond, too, and no word of tiers."""

    tier = None  # type: ignore[assignment]

    def play(self, position: int, move: int) -> int:
        fall = self.lot(position, 30 + move) % 4 == 0 and position // self.size < 3
        return (position // self.size + fall) * self.size + self.lot(position, 10 + move) % self.size

    def gain(self, position: int, move: int) -> int:
        return self.lot(position, 20 + move) % 7 - 3


@pytest.mark.parametrize("bucket", [8, 1000])
def test_points_where_play_comes_round_are_refused_as_by_one_process(bucket: int, tmp_path: Path) -> None:
    game = Circling(seed=2, size=80, most=3)
    with pytest.raises(LoopFound):
        zermelo.solve(game, interpreted=False)
    with pytest.raises(LoopFound, match="play may go round in a circle from"):
        solve_on(game, InOrder(), str(tmp_path), bucket=bucket)


def test_what_was_said_is_dropped_when_it_is_old(tmp_path: Path) -> None:
    """No more than two rounds of a bucket are there at any time."""
    most = 0

    def look(report: Report) -> None:
        nonlocal most
        if report.task.kind == "sweep":
            held = [path.parent.name + path.name for path in tmp_path.rglob("held-*/0*")]
            most = max(most, max(sum(name.endswith(f"{each:06d}") for name in held) for each in range(8)))

    solve_on(RandomThrows(seed=4, size=90), InOrder(), str(tmp_path), bucket=22, listen=look)
    assert most == 2


def test_dice_within_little_memory(tmp_path: Path) -> None:
    text = "pig(target=12)"
    want = files_of(zermelo.solve(text, store=tmp_path / "one", interpreted=False).directory)
    solved = solve_on(
        zermelo.game(text), InOrder(), str(tmp_path / "many"), within=Within((36 << 20) + 540 * 4096, 1 << 20)
    )
    assert files_of(solved.place) == want
    assert np.isfinite(solved.summary.value)

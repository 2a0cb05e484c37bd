"""Dice and points by tasks: what is refused, and what is dropped on the way; records are in the matrix."""

from pathlib import Path

import pytest
from made.dice_games import Dawdling, Hesitating, Paid, Uneven
from made.random_games import RandomPond, RandomStakes, RandomThrows
from support.tasks import InOrder, files_of

import zermelo
from zermelo import Game
from zermelo.core.errors import BadRules, LoopFound, MissingCapability
from zermelo.solver.cluster.cluster_solve import solve_by_tasks
from zermelo.solver.cluster.task_context import TaskReport

pytestmark = pytest.mark.usefixtures("plain")


@pytest.mark.parametrize("bucket", [1, 2, 100])
def test_what_has_no_values_is_refused(bucket: int, tmp_path: Path) -> None:
    with pytest.raises(BadRules, match=r"sum to 0\.83333"):
        solve_by_tasks(Uneven(), InOrder(), str(tmp_path), bucket=bucket)


@pytest.mark.parametrize("bucket", [1, 2, 100])
@pytest.mark.parametrize("kind", [Dawdling, Hesitating])
def test_endless_play_is_refused(kind: type[Game], bucket: int, tmp_path: Path) -> None:
    with pytest.raises(LoopFound, match=r"may go on for ever at position .*: solve it in one process"):
        solve_by_tasks(kind(), InOrder(), str(tmp_path), bucket=bucket)


def test_dice_with_points_on_the_way_need_a_tier_at_once(tmp_path: Path) -> None:
    with pytest.raises(MissingCapability, match="a tier has to fit into a task of 10: give the rules"):
        solve_by_tasks(RandomStakes(seed=1, size=60), InOrder(), str(tmp_path / "parted"), bucket=10)
    with pytest.raises(BadRules, match="brings points, and play may return there"):
        solve_by_tasks(Paid(), InOrder(), str(tmp_path / "paid"))


@pytest.mark.long
def test_the_games_rounds_do_not_hang_on_how_many_work(tmp_path: Path) -> None:
    """Who goes through his bucket when, and what he has heard by then, changes no bit."""
    game, found = RandomThrows(seed=4, size=90), set()
    for workers in (1, 2, 5):
        executor = InOrder()
        executor.worker_count = workers
        solved = solve_by_tasks(game, executor, str(tmp_path / str(workers)), bucket=12)
        found.add(tuple(files_of(solved.place).values()))
    assert len(found) == 1


# Points


class Circling(RandomPond):
    """`RandomPond` with points on the way."""

    scored = True

    def gain(self, position: int, move: int) -> int:
        return self.lot(position, 20 + move) % 7 - 3


@pytest.mark.parametrize("bucket", [8, 1000])
def test_points_where_play_comes_round_are_refused_as_by_one_process(bucket: int, tmp_path: Path) -> None:
    game = Circling(seed=2, size=80, most=3)
    with pytest.raises(LoopFound):
        zermelo.solve(game, interpreted=False)
    with pytest.raises(LoopFound, match="play may cycle from"):
        solve_by_tasks(game, InOrder(), str(tmp_path), bucket=bucket)


def test_what_was_said_is_dropped_when_it_is_old(tmp_path: Path) -> None:
    """No more than two rounds of a bucket are there at any time."""
    most = 0

    def look(report: TaskReport) -> None:
        nonlocal most
        if report.task.kind == "sweep":
            held = [path.parent.name + path.name for path in tmp_path.rglob("held-*/0*")]
            most = max(most, max(sum(name.endswith(f"{each:06d}") for name in held) for each in range(8)))

    solve_by_tasks(RandomThrows(seed=4, size=90), InOrder(), str(tmp_path), bucket=22, listen=look)
    assert most == 2

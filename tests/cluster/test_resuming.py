"""A solve by tasks that is killed again and again has the same bytes, and does hardly anything twice."""

import random
from pathlib import Path

import pytest
from made.kinds import Pool
from support.marks import few
from support.tasks import WAYS, InOrder, Killed, OneEach, files_of, in_groups_of, named

from zermelo.cluster.job import Job
from zermelo.cluster.run import Within
from zermelo.cluster.solving import solve_on
from zermelo.cluster.tasks import perform
from zermelo.cluster.work import Report, Task
from zermelo.core.game import Game

pytestmark = pytest.mark.usefixtures("plain")
ALSO = ((Pool(seed=1), 18, 0),)


def solved_at_once(game: Game, bucket: int, folder: Path) -> dict[str, bytes]:
    """Return the files of a run that nobody kills; the matrix compares them with those of one process."""
    found = files_of(solve_on(game, InOrder(), str(folder), bucket=bucket).place)
    assert found
    return found


@pytest.mark.parametrize("group", few([4, 1], 1))
@pytest.mark.parametrize(("game", "bucket", "share"), [way for way in (*WAYS, *ALSO) if not way[2]], ids=repr)
def test_killed_at_every_task(
    game: Game, bucket: int, share: float, group: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each run does one task, with some workers or others; the next finds it, and makes nothing twice."""
    monkeypatch.setattr("zermelo.cluster.solving.CODES_SHARE", share)
    in_groups_of(group, monkeypatch, sent=30)
    want, chance = solved_at_once(game, bucket, tmp_path / "one"), random.Random(group)
    many = OneEach(named).solve(game, tmp_path / "many", bucket, lambda: chance.randint(1, 3))
    assert files_of(many) == want


@pytest.mark.parametrize(
    ("game", "bucket", "share", "disk"),
    [*((*way, None) for way in WAYS), (*WAYS[0], 0), (*WAYS[0], 4_000)],
    ids=repr,
)
def test_killed_at_random(
    game: Game,
    bucket: int,
    share: float,
    disk: int | None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Also when a task is done and not yet reported. Where the disk has no room, children are made again."""
    monkeypatch.setattr("zermelo.cluster.solving.CODES_SHARE", share)
    want = solved_at_once(game, bucket, tmp_path / "one")
    chance, done, kills, often = random.Random(bucket), list[str](), 0, 0.4 if share else 0.1

    def perhaps(job: Job, task: Task) -> Report:
        if chance.random() < often:
            raise Killed
        report = perform(job, task)
        if "lacks" not in report.more:
            done.append(named(job, task))
        if chance.random() < often:
            raise Killed
        return report

    while True:
        try:
            within = None if disk is None else Within(1 << 30, disk)
            solved = solve_on(game, InOrder(perhaps), str(tmp_path / "many"), bucket=bucket, within=within)
            break
        except Killed:
            kills += 1
    assert kills > 1 and files_of(solved.place) == want
    assert disk is not None or len(done) == len(set(done))

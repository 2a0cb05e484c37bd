"""Perfect indexes by tasks, a tier each: the same bytes as one process, whatever leads where."""

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from made.random_games import RandomBrook, RandomParents, RandomScoredBrook
from support.marks import few
from support.tables import expected, table_of
from support.tasks import InOrder, Killed, files_of, forge_note, turn_last_bit

import zermelo
from zermelo import clusters
from zermelo.cluster import index_run, index_tasks
from zermelo.cluster.executors import LocalExecutor
from zermelo.cluster.job import Job
from zermelo.cluster.solving import solve_on
from zermelo.cluster.tasks import perform
from zermelo.cluster.work import Report, Task
from zermelo.core.errors import DamagedScratch, StorageFailed
from zermelo.core.game import Game

GAMES = (
    "morris_endgame(men=4, rings=2)",
    "chess_endgame(material='KPvK')",
    "teeko(columns=4, rows=4)",
    "chess_endgame(material='KQvKR')",
    "morris_endgame(men=3)",
    "morris_endgame(men=4)",
)


@pytest.mark.parametrize("text", few(GAMES, 3))
def test_a_directory_has_the_bytes_of_one_process(text: str, tmp_path: Path, monkeypatch: Any) -> None:
    one = zermelo.solve(text, store=tmp_path / "one", interpreted=False)
    monkeypatch.setattr(index_tasks, "PART", 1 << 22)  # objects are several
    done: list[str] = []
    solved = solve_on(
        zermelo.game(text),
        LocalExecutor(2),
        str(tmp_path / "many"),
        listen=lambda report: done.append(f"{report.task} {report.more}"),
    )
    assert files_of(solved.place) == files_of(one.directory) != {}
    for figure in (
        "value",
        "remoteness",
        "positions",
        "solved",
        "wins",
        "draws",
        "losses",
        "longest",
        "method",
    ):
        assert getattr(solved.summary, figure) == getattr(one.summary, figure)
    assert solved.summary.domain == one.summary.domain == "index"
    assert len(done) == solved.figures.tasks and len(done) == len(set(done))
    assert [path.name for path in (tmp_path / "many").iterdir()] == [Path(solved.place).name]
    assert "verified" in str(zermelo.open(text, tmp_path / "many").verify())


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("kind", [RandomBrook, RandomScoredBrook, RandomParents])
def test_random_games(kind: Any, seed: int, tmp_path: Path) -> None:
    game: Game = kind(seed=seed, size=60, most=3)
    solve_on(game, InOrder(), str(tmp_path))
    assert table_of(zermelo.open(game, tmp_path)) == expected(game)


def test_a_tier_that_lacks_another_waits_for_it(tmp_path: Path, monkeypatch: Any) -> None:
    """Nothing is seen before, and tiers are taken in the worst order: each says what it lacks."""
    text, lacking = GAMES[0], []
    want = files_of(zermelo.solve(text, store=tmp_path / "one", interpreted=False).directory)
    monkeypatch.setattr(index_run, "ASKED", 0)
    monkeypatch.setattr(index_run, "max", lambda tiers, default=0: min(tiers, default=default), raising=False)

    def hear(report: Report) -> None:
        if "lacks" in report.more:
            lacking.append(report.more["lacks"])

    executor = InOrder()
    solved = solve_on(zermelo.game(text), executor, str(tmp_path / "many"), listen=hear)
    assert files_of(solved.place) == want
    assert len(lacking) > 3


def test_answers_that_want_wider_codes(tmp_path: Path, monkeypatch: Any) -> None:
    """A byte holds too few answers: the tier is solved again with two bytes, and the others stay as they are."""
    text = GAMES[0]
    want = files_of(zermelo.solve(text, store=tmp_path / "one", interpreted=False).directory)

    class Small(index_tasks.Book):
        def code(self, answer: int) -> int:
            if self.column == np.uint8 and len(self.answers) > 4 and answer not in self.answers:
                raise index_tasks.FullBook
            return super().code(answer)

        def next_code(self, answer: int) -> int:
            if self.column == np.uint8 and len(self.answers) > 4 and answer not in self.answers:
                raise index_tasks.FullBook
            return super().next_code(answer)

    widths: set[int] = set()
    told = index_tasks.read_solved

    def noting(*given: Any) -> dict[str, Any]:
        note = told(*given)
        widths.add(note["width"])
        return note

    monkeypatch.setattr(index_tasks, "Book", Small)
    monkeypatch.setattr(index_tasks, "read_solved", noting)
    solved = solve_on(zermelo.game(text), InOrder(), str(tmp_path / "many"))
    assert widths == {0, 1}
    assert files_of(solved.place) == want


@pytest.mark.parametrize("seed", range(2))
def test_a_run_killed_again_and_again_has_the_same_bytes(seed: int, tmp_path: Path) -> None:
    text, chance = GAMES[0], random.Random(seed)
    want = files_of(zermelo.solve(text, store=tmp_path / "one", interpreted=False).directory)
    done: list[str] = []
    kills = 0

    def perhaps(job: Job, task: Task) -> Report:
        if chance.random() < 0.4:
            raise Killed
        report = perform(job, task)
        if "lacks" not in report.more:
            done.append(str(task))
        if chance.random() < 0.4:
            raise Killed  # when its objects are there
        return report

    while True:
        try:
            solved = solve_on(zermelo.game(text), InOrder(perhaps), str(tmp_path / "many"))
            break
        except Killed:
            kills += 1
    assert kills > 1 and files_of(solved.place) == want
    assert len(done) == len(set(done))


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("solved", b"no JSON", "solved is damaged: remove it"),
        ("solved", b'{"width": 9, "book": []}', "solved is damaged: remove it"),
        ("solved", b'{"width": 0, "book": [1.5]}', "solved is damaged: remove it"),
        ("solved", b'{"width": 0, "book": [0]}', "are not what was solved"),
        ("codes/000000", None, "is damaged: remove it"),
    ],
)
def test_what_was_changed_is_noticed(name: str, content: bytes | None, said: str, tmp_path: Path) -> None:
    def change(job: Job, task: Task) -> Report:
        report = perform(job, task)
        if task.kind == "settle" and "lacks" not in report.more:
            path = f"{job.folder}/tier-{task.tier:04d}/{name}"
            if content is None:
                turn_last_bit(tmp_path / path)
            else:
                forge_note(tmp_path, path, content)
        return report

    with pytest.raises(DamagedScratch, match=said):
        solve_on(zermelo.game(GAMES[0]), InOrder(change), str(tmp_path))


def test_a_store_that_forgets_tiers_is_told_of(tmp_path: Path) -> None:
    """The last tier is solved and lost again: those that ask it lack it for ever."""

    def forget(job: Job, task: Task) -> Report:
        report = perform(job, task)
        if task.kind == "settle" and "lacks" not in report.more:
            (tmp_path / job.folder / f"tier-{task.tier:04d}" / "solved").unlink()
        return report

    with pytest.raises(StorageFailed, match="went away: run again"):
        solve_on(zermelo.game(GAMES[0]), InOrder(forget), str(tmp_path))


def test_processes(tmp_path: Path) -> None:
    want = zermelo.solve(GAMES[0], store=tmp_path / "one", interpreted=False).directory
    solved = clusters.solve_on(GAMES[0], str(tmp_path / "many"), "processes", workers=2)
    assert files_of(solved.place) == files_of(want)

"""Perfect indexes by tasks, a tier each: tiers that wait for others, wider codes, a store that forgets."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from made.random_games import RandomBrook
from support.tasks import InOrder, files_of

import zermelo
from zermelo.cluster import index_run, index_tasks
from zermelo.cluster.job import Job
from zermelo.cluster.solving import solve_on
from zermelo.cluster.tasks import perform
from zermelo.cluster.work import Report, Task
from zermelo.core.errors import StorageFailed

pytestmark = pytest.mark.usefixtures("plain")
GAME = RandomBrook(seed=1, size=200, most=3)


def test_a_tier_that_lacks_another_waits_for_it(tmp_path: Path, monkeypatch: Any) -> None:
    """Nothing is seen before, and tiers are taken in the worst order: each says what it lacks."""
    lacking = []
    want = files_of(zermelo.solve(GAME, store=tmp_path / "one", interpreted=False).directory)
    monkeypatch.setattr(index_run, "ASKED", 0)
    monkeypatch.setattr(index_run, "max", lambda tiers, default=0: min(tiers, default=default), raising=False)

    def hear(report: Report) -> None:
        if "lacks" in report.more:
            lacking.append(report.more["lacks"])

    executor = InOrder()
    solved = solve_on(GAME, executor, str(tmp_path / "many"), listen=hear)
    assert files_of(solved.place) == want
    assert len(lacking) > 3


def test_answers_that_want_wider_codes(tmp_path: Path, monkeypatch: Any) -> None:
    """A byte holds too few answers: the tier is solved again with two bytes, and the others stay as they are."""
    want = files_of(zermelo.solve(GAME, store=tmp_path / "one", interpreted=False).directory)

    class Small(index_tasks.Book):
        def code(self, answer: int) -> int:
            if self.column == np.uint8 and len(self.answers) > 12 and answer not in self.answers:
                raise index_tasks.FullBook
            return super().code(answer)

        def next_code(self, answer: int) -> int:
            if self.column == np.uint8 and len(self.answers) > 12 and answer not in self.answers:
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
    solved = solve_on(GAME, InOrder(), str(tmp_path / "many"))
    assert widths == {0, 1}
    assert files_of(solved.place) == want


def test_a_store_that_forgets_tiers_is_told_of(tmp_path: Path) -> None:
    """The last tier is solved and lost again: those that ask it lack it for ever."""

    def forget(job: Job, task: Task) -> Report:
        report = perform(job, task)
        if task.kind == "settle" and "lacks" not in report.more:
            (tmp_path / job.folder / f"tier-{task.tier:04d}" / "solved").unlink()
        return report

    with pytest.raises(StorageFailed, match="went away: run again"):
        solve_on(GAME, InOrder(forget), str(tmp_path))

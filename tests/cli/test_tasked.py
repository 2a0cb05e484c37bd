"""What a solve by tasks says while it goes on, by a clock of the test's own."""

import io
import itertools
import os
import re
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.cells import plain_kernels
from support.commands import Command, check_refusal
from support.marks import few
from support.tasks import InOrder, Killed

import zermelo
from zermelo import solution
from zermelo.cli.console import progress_meter
from zermelo.cli.solutions.task_progress import SolvePace, make_solve_progress_listener
from zermelo.core.errors import Cancelled
from zermelo.solver.cluster import solve_job as jobs
from zermelo.solver.cluster.cluster_solve import solve_by_tasks
from zermelo.solver.cluster.ply_tasks import perform_task
from zermelo.solver.cluster.solve_progress import SolveProgress
from zermelo.solver.cluster.task_context import SolveTask, TaskReport

FINDING = SolveProgress(True, 3, 8, 120, 2_500_000, 1_000_000, 7.5, 4, 12, 1_000, 0)
SOLVING = replace(FINDING, finding=False, done=1, total=0, tasks=400, tiers=20, found=10_000, solved=1_000)


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def heard(course: SolvePace, clock: Clock, *steps: tuple[float, SolveProgress]) -> None:
    for seconds, standing in steps:
        clock.now += seconds
        course.record_progress(standing)


def said(
    course: SolvePace, standing: SolveProgress, kind: str = "expand", dollars: float | None = None
) -> str:
    return course.format_finished_task(TaskReport(SolveTask(kind, 7, 2, 3, 3), standing=standing), dollars)


def test_what_is_said_while_positions_are_found() -> None:
    course = SolvePace(clock := Clock())
    heard(course, clock, (10.0, FINDING))
    assert said(course, FINDING) == (
        "finding: tier 7 (12 so far), task 3 of 8 (expand); 4 workers; 0.01 core hours; 120 tasks; 2.4 MB read; "
        "1.0 MB written"
    )
    more = replace(FINDING, found=3_000)
    heard(course, clock, (20.0, more))
    assert "; at least 30 s left; " in said(course, more)  # 2,000 in 20 s, and nobody knows how many more


def test_what_is_said_while_they_are_solved() -> None:
    course = SolvePace(clock := Clock())
    heard(course, clock, (10.0, FINDING), (10.0, replace(FINDING, found=9_000)), (1.0, SOLVING))
    assert "left" not in said(course, SOLVING, "send_answers"), "the pace of finding is none of solving"
    later = replace(SOLVING, solved=4_000, workers=2)
    heard(course, clock, (30.0, later))
    assert said(course, later, "send_answers", 0.5) == (
        "solving: tier 7 (of 20), task 1 (send_answers); about 1 min 0 s left; 2 workers; 0.04 core hours = 0.02 dollars; "
        "400 tasks; 2.4 MB read; 1.0 MB written"
    )
    assert course.worker_seconds == 4 * 21 + 2 * 30


def test_the_pace_is_that_of_the_last_minute() -> None:
    course = SolvePace(clock := Clock())
    fast = [(1.0, replace(SOLVING, solved=1_000 + 40 * n)) for n in range(100)]
    slow = [(1.0, replace(SOLVING, solved=4_960 + n)) for n in range(1, 200)]
    heard(course, clock, *fast)
    assert course.estimate_seconds_left(fast[-1][1]) == pytest.approx((10_000 - 4_960) / 40)
    heard(course, clock, *slow)
    assert course.estimate_seconds_left(slow[-1][1]) == pytest.approx(10_000 - 5_159)
    course = SolvePace(clock)  # and none is made of nothing
    heard(course, clock, (1.0, SOLVING))
    assert course.estimate_seconds_left(SOLVING) is None
    later = replace(SOLVING, solved=2_000)
    heard(course, clock, (1.0, later))
    assert course.estimate_seconds_left(SOLVING) is None, "a second tells nothing"
    heard(course, clock, (60.0, later), (70.0, later))
    assert course.estimate_seconds_left(SOLVING) is None, "where nothing was solved for a minute nobody knows"
    assert replace(SOLVING, solved=11_000).left == 0


PLAIN = "mnk(columns=3, rows=3)"
KINDS = (
    (PLAIN, {"combine"}),
    ("connect_four(columns=4, rows=3)", {"combine"}),
    ("subtraction(heap=300)", {"solve_tier", "finish_answers"}),
    ("quixo(size=3)", {"finish_answers"}),
    ("morris_endgame(men=3)", {"solve_index_tier"}),
)


@pytest.mark.parametrize(("text", "kinds"), few(KINDS, 1))
def test_where_a_solve_stands(text: str, kinds: set[str], tmp_path: Path) -> None:
    standings: list[tuple[str, SolveProgress]] = []

    def note(report: TaskReport) -> None:
        assert report.standing is not None
        standings.append((report.task.kind, report.standing))

    with plain_kernels():
        solved = solve_by_tasks(zermelo.game(text), InOrder(), str(tmp_path), bucket=200, listen=note)
    assert kinds & {kind for kind, _ in standings}
    found = [each for _, each in standings]
    assert [each.tasks for each in found][-1] == solved.figures.tasks == len(found)
    last = found[-1]
    assert (last.finding, last.left, last.workers) == (False, 0, 1)
    assert (last.read, last.written) == (solved.figures.read, solved.figures.written)
    assert last.seconds == pytest.approx(solved.figures.seconds) and last.seconds > 0
    finding = [each.finding for each in found]
    assert finding == sorted(finding, reverse=True)
    assert all(each.done <= each.total or not each.total for each in found)
    assert {each.done == each.total for each in found} == {True, False}
    solving = [each.solved for each in found if not each.finding]
    assert solving == sorted(solving)


@pytest.mark.long
def test_a_run_that_goes_on_knows_what_was_solved(tmp_path: Path) -> None:
    game, left = zermelo.game(PLAIN), []

    def end(job: Any, task: SolveTask) -> TaskReport:
        if task.kind == "combine" and task.tier == 4:
            raise Killed
        return perform_task(job, task)

    def note(report: TaskReport) -> None:
        assert report.standing is not None
        if not report.standing.finding:
            left.append(report.standing.left)

    with pytest.raises(Killed):
        solve_by_tasks(game, InOrder(end), str(tmp_path), bucket=200, listen=note)
    before = left[-1]
    left.clear()
    solve_by_tasks(game, InOrder(), str(tmp_path), bucket=200, listen=note)
    assert 0 < left[0] <= before and left[-1] == 0


@pytest.mark.long
def test_the_command_tells_costs(tmp_path: Path, command: Command) -> None:
    words = ("solve", PLAIN, "--store", str(tmp_path), "--cluster", "threads")
    ran = command(*words, "--price", "core_hour=3600")
    assert ran.status == 0 and re.search(r"^tasks +\d+, which read", ran.out, re.M)
    assert re.search(r"^cost        0\.\d\d core hours = \d+\.\d\d dollars$", ran.out, re.M)
    assert "dollars" not in command(*words).out
    check_refusal(command(*words, "--price", "hours=1"), 2, "--price", "core_hour")
    check_refusal(command(*words, "--memory", "1GB"), 2, "--memory 1GB is for one process")


@pytest.mark.long
def test_stopped_it_says_what_is_kept(
    tmp_path: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = solution.solve_on

    def interrupted(*given: Any, listen: Any, **how: Any) -> Any:
        def hear(report: TaskReport) -> None:
            listen(report)
            if report.standing is not None and report.standing.tasks == 30:
                raise KeyboardInterrupt

        return made(*given, listen=hear, **how)

    monkeypatch.setattr(solution, "solve_on", interrupted)
    words = ("solve", PLAIN, "--store", str(tmp_path), "--cluster", "threads")
    ran = command(*words, "--bucket", "100")
    assert all(at.stop.is_set() for at in list(jobs._known.values())[-1:]), "threads end at their next slice"
    kept = ("stopped: what 30 tasks have made is kept in", str(tmp_path), "the same command goes on")
    check_refusal(ran, 130, *kept)
    monkeypatch.undo()
    again = command(*words, "--bucket", "100")
    assert again.status == 0 and "draw in 9" in again.out


def test_whatever_else_goes_wrong_is_not_called_that(tmp_path: Path) -> None:
    with pytest.raises(Killed), make_solve_progress_listener("there", None):
        raise Killed
    kept = "what 0 tasks have made is kept in there"
    with pytest.raises(Cancelled, match=kept), make_solve_progress_listener("there", None):
        raise KeyboardInterrupt


def test_a_line_keeps_to_the_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "get_terminal_size", lambda: os.terminal_size((40, 20)))
    monkeypatch.setattr(progress_meter.sys, "stderr", io.StringIO())
    monkeypatch.setattr(progress_meter.sys.stderr, "isatty", lambda: True)
    ticks = itertools.count()
    meter = progress_meter.ProgressMeter(lambda: float(next(ticks)))
    meter.show_line("x" * 100)
    assert progress_meter.sys.stderr.getvalue() == progress_meter.CLEAR + 39 * "x"  # type: ignore[attr-defined]

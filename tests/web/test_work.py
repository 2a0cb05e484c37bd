"""Work beside the server: plans at once, solving on request, progress, stopping, and going on after a restart."""

import itertools
import json
import shutil
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from support.asking import PATIENCE, Asked, asked

import zermelo
from zermelo import Game
from zermelo.solver import Plan, source_of
from zermelo.web.services import explorer_jobs
from zermelo.web.services.explorer_jobs import ExplorerJob, ExplorerJobs
from zermelo.web.services.solution_cache import GameStatus
from zermelo.web.services.solve_worker import is_solved_unasked
from zermelo.web.services.store_notes import AutomaticSolves
from zermelo.web.services.worker_process import WorkerProcess
from zermelo.web.services.worker_reports import COMPILING, JobProgress

LARGE = "connect_four(columns=4,rows=6)"  # 7,917,955 classes of positions: not solved unasked, some seconds when asked


def waited(found: Asked, game: str, until: Callable[[dict[str, object]], bool]) -> dict[str, object]:
    """Ask for a game until its work is as wanted; return what was said of the work then."""
    end = time.monotonic() + 4 * PATIENCE
    while True:
        said = found.get(f"/{game}.json").json
        work = said["work"] or {"state": "solved" if said["solved"] else "none"}
        if until(work):
            return dict(work)
        assert time.monotonic() < end, work
        time.sleep(0.05)


def test_work_that_ends_while_a_page_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page has no values then, and nobody is at work: it asks again all the same."""
    with asked(tmp_path) as found:
        find = found.explorer_state.solution_cache.find_game_status

        def find_early(game: Game, **how: Any) -> GameStatus:
            known = find(game, **{**how, "wait": 0.0})
            assert known.job is None or known.job.ended.wait(4 * PATIENCE)
            return known

        monkeypatch.setattr(found.explorer_state.solution_cache, "find_game_status", find_early)
        first, then = (found.get("/hexapawn").page for _ in range(2))
        for page, is_asking in ((first, True), (then, False)):
            assert ["data-again" in each.attributes for each in page.html.all("article")] == [is_asking]


@pytest.mark.long
def test_a_large_game_is_planned_at_once_and_solved_when_asked(tmp_path: Path) -> None:
    with asked(tmp_path) as found:
        work = waited(found, LARGE, lambda work: work["state"] == "large")
        plan = work["plan"]
        assert isinstance(plan, dict) and plan["fits"] and plan["classes"] / plan["factor"] <= 7_917_955
        page = found.get(f"/{LARGE}").page
        assert "solving the whole game takes about" in page.text.casefold()
        assert [each.text.strip() for each in page.html.all("summary")].count("Memory, disk and method") == 1
        (form,) = [each for each in page.html.all("form") if each.attributes.get("method") == "post"]
        assert found.post(form.attributes["action"]).headers["location"].startswith("/connect_four")
        work = waited(found, LARGE, lambda work: work["state"] in ("solving", "solved"))
        noted = json.loads((tmp_path / ".explorer.json").read_text())
        assert work["state"] == "solved" or noted == [repr(zermelo.game(LARGE))]
        seen = found.get(f"/{LARGE}").page
        assert work["state"] == "solved" or "being solved" in seen.text.casefold()
        waited(found, LARGE, lambda work: work["state"] == "solved")
        assert found.get(f"/{LARGE}.json").json["answer"] == str(zermelo.solve(LARGE).value())
        end = time.monotonic() + PATIENCE
        while json.loads((tmp_path / ".explorer.json").read_text()):  # it is waited for no more
            assert time.monotonic() < end
            time.sleep(0.05)


@pytest.mark.long
def test_solving_is_stopped_and_gone_on_with(tmp_path: Path) -> None:
    """Stopped in one server, begun again in the next: the answer is that of a solve without a break."""
    game = "teeko"
    with asked(tmp_path) as found:
        waited(found, game, lambda work: work["state"] == "large")
        assert found.post(f"/-/solve?game={game}&back=/{game}").status == 303
        waited(found, game, lambda work: work["state"] == "solving" and work["progress"] is not None)
        assert "Stop" in found.get(f"/{game}").text
        found.post(f"/-/stop?game={game}&back=/{game}")
        waited(found, game, lambda work: work["state"] == "stopped")
        assert "what was finished is kept" in found.get(f"/{game}").page.text
        found.post(f"/-/solve?game={game}&back=/{game}")
        waited(found, game, lambda work: work["state"] == "solving")
    with asked(tmp_path) as again:  # the server was ended while it was at work
        assert [job.source for job in again.explorer_state.solution_cache.jobs.list_requested_solves()] == [
            repr(zermelo.game(game))
        ]
        again.post(f"/-/stop?game={game}&back=/{game}")
        waited(again, game, lambda work: work["state"] != "solving")
    with asked(tmp_path) as after:  # stopped by somebody, it is not begun again
        assert not after.explorer_state.solution_cache.jobs.list_requested_solves()


def test_games_of_files_that_were_not_given_are_not_gone_on_with(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("from pathlib import Path\nPath(__file__).with_name('run').write_text('')\n")
    (tmp_path / ".explorer.json").write_text(json.dumps([f"{file}:Mine()"]))
    with asked(tmp_path) as found:
        assert (
            found.get("/").status == 200
            and not found.explorer_state.solution_cache.jobs.list_requested_solves()
        )
    assert not (tmp_path / "run").exists()


def test_the_first_page_shows_what_solves_in_seconds(tmp_path: Path) -> None:
    """Plans are made aside, one by one, and noted for the next server."""
    with asked(tmp_path, plans_aside=True) as found:
        end = time.monotonic() + 4 * PATIENCE
        while "solves in seconds" not in found.get("/").page.text:
            assert time.monotonic() < end
            time.sleep(0.1)
    noted = json.loads((tmp_path / ".explorer-sizes.json").read_text())["sizes"]
    with asked(tmp_path) as again:
        page = again.get("/?show=seconds").text
    small = [size for size in filter(None, noted.values()) if size["fits"] and size["positions"] <= 1_000_000]
    assert page.count("<li data-words=") == sum(not size["open"] for size in small) > 0


def test_what_is_stopped_at_once_is_stopped_and_has_not_failed(tmp_path: Path) -> None:
    """The process may end before it has said a word: that was asked for, and no lack of memory."""
    with asked(tmp_path) as found:
        assert found.post(f"/-/solve?game={LARGE}&back=/").status == 303
        job = found.explorer_state.solution_cache.jobs.find_job(
            source_of(found.explorer_state.load_game(LARGE))
        )
        assert job is not None
        assert found.post(f"/-/stop?game={LARGE}&back=/").status == 303
        assert job.ended.wait(PATIENCE)
        assert (job.state, job.error) in (("stopped", ""), ("solved", ""))


def test_what_is_solved_unasked_is_not_solved_beside_that_when_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two processes cannot write at one solution: who asks while a small game is looked at waits for that."""
    told: list[str] = []
    said, heard = threading.Event(), threading.Event()
    tell, hear = WorkerProcess.send_message, WorkerProcess.read_message

    def tell_noted(self: WorkerProcess, **what: Any) -> None:
        if what.get("source", "").startswith("hexapawn"):
            told.append(what["do"])
        tell(self, **what)

    def hear_late(self: WorkerProcess) -> dict[str, Any] | None:
        line = hear(self)
        if line is not None and "finished" in line:
            said.set()
            assert heard.wait(PATIENCE)
        return line

    monkeypatch.setattr(WorkerProcess, "send_message", tell_noted)
    monkeypatch.setattr(WorkerProcess, "read_message", hear_late)
    with asked(tmp_path) as found:
        game = found.explorer_state.load_game("hexapawn")
        jobs = found.explorer_state.solution_cache.jobs
        first = jobs.plan_or_solve(source_of(game), game)
        second = jobs.start_solve(source_of(game), game)
        while second.state == "waiting":
            time.sleep(0.01)
        assert second is not first and jobs.start_solve(source_of(game)) is second
        if told:  # else it was taken off before anybody was at it
            assert said.wait(PATIENCE) and not second.ended.is_set()
        heard.set()
        assert second.ended.wait(PATIENCE) and second.state == "solved"
    assert told in (["try"], ["solve"])


@pytest.mark.long
def test_browsing_keeps_so_much_unasked_and_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Past the total a small game is only looked at; what somebody asks for is solved; what is gone makes room."""
    monkeypatch.setattr("zermelo.web.services.store_notes.MOST_SOLUTIONS", 1)
    with asked(tmp_path) as found:
        found.solved("subtraction(heap=4)")
        assert found.explorer_state.solution_cache.jobs.unasked.has_room_for_solution() is False
        game = found.explorer_state.load_game("subtraction(heap=5)")
        job = found.explorer_state.solution_cache.jobs.plan_or_solve(source_of(game), game)
        assert job.ended.wait(PATIENCE) and job.state == "large" and job.is_unkept
        assert "when you ask for it" in found.get("/subtraction(heap=5)").page.text
        asked_for = found.explorer_state.solution_cache.jobs.start_solve(source_of(game), game)
        assert asked_for.ended.wait(PATIENCE) and asked_for.state == "solved"
    again = AutomaticSolves(tmp_path)
    assert not again.has_room_for_solution()
    (directory,) = [each for each in tmp_path.iterdir() if each.is_dir() and "4" in each.name]
    shutil.rmtree(directory)
    assert again.has_room_for_solution()
    for text in ("", "{", "[1]", '{"../..": 5, "a": "b", "c": -1}'):
        (tmp_path / ".explorer-unasked.json").write_text(text)
        assert AutomaticSolves(tmp_path).has_room_for_solution()


FINISHED: dict[str, Any] = {"finished": True, "kept": {}}
LONGER: dict[str, Any] = {"longer": True}
UNTIL_ENDED: dict[str, Any] = {"until": "ended"}  # says nothing more until it is terminated
UNTIL_OPEN: dict[str, Any] = {"until": "open"}  # waits for the test


class ScriptedProcess:
    """Stands for a process: it says what is written for a task, and then ends as if it were lost."""

    says: dict[tuple[str, str], list[list[dict[str, Any]]]]  # by game and task, for each time it is given
    told: list[tuple[str, str]]  # the tasks, in order
    open: threading.Event

    def __init__(self, _module: str, _access: object) -> None:
        self.lines: list[dict[str, Any]] = []
        self.is_running = True
        self.ended = threading.Event()

    def send_message(self, **message: Any) -> None:
        task = message["source"], message["do"]
        self.told.append(task)
        written = self.says.get(task)
        self.lines = list(written.pop(0)) if written else []

    def read_message(self) -> dict[str, Any] | None:
        line = self.lines.pop(0) if self.lines else None
        if line is UNTIL_OPEN:
            assert self.open.wait(PATIENCE)
            return {}
        if line is UNTIL_ENDED:
            assert self.ended.wait(PATIENCE)
            line = None
        self.is_running = line is not None
        return line

    def has_exhausted_processor_time(self) -> bool:
        return False

    def terminate_process(self) -> None:
        self.ended.set()

    def end_process(self, timeout: float = 0.0) -> None:
        self.ended.set()


@pytest.fixture
def scripted(monkeypatch: pytest.MonkeyPatch) -> type[ScriptedProcess]:
    class Scripted(ScriptedProcess):
        says, told, open = {}, [], threading.Event()

    monkeypatch.setattr(explorer_jobs, "WorkerProcess", Scripted)
    for lane in ("QUICK", "SMALL"):
        monkeypatch.setattr(explorer_jobs, lane, getattr(explorer_jobs, lane)._replace(processes=1))
    return Scripted


def waited_for_task(scripted: type[ScriptedProcess], task: tuple[str, str]) -> None:
    end = time.monotonic() + PATIENCE
    while task not in scripted.told:
        assert time.monotonic() < end, scripted.told
        time.sleep(0.001)


def test_a_process_that_is_lost_is_replaced_and_nothing_is_said_to_have_failed(
    tmp_path: Path, scripted: type[ScriptedProcess]
) -> None:
    """The system ends processes where memory is short: the work begins again by itself, and fails at the third."""
    scripted.says["nim", "try"] = [[], [{"cancelled": True}], [FINISHED]]
    jobs, game = ExplorerJobs(tmp_path), zermelo.game("nim")
    job = jobs.plan_or_solve("nim", game)
    assert job.ended.wait(PATIENCE) and (job.state, job.error) == ("solved", "")
    lost = jobs.plan_or_solve("kayles", game)
    assert lost.ended.wait(PATIENCE) and lost.state == "failed" and "memory" in lost.error
    assert scripted.told == [("nim", "try")] * 3 + [("kayles", "try")] * 3
    jobs.stop_all_work()


def test_a_game_that_nobody_looks_at_makes_room_and_begins_again(
    tmp_path: Path, scripted: type[ScriptedProcess]
) -> None:
    scripted.says |= {(name, "try"): [[LONGER]] * 2 for name in ("left", "seen")}
    scripted.says["left", "small"] = [[UNTIL_ENDED], [FINISHED]]
    scripted.says["seen", "small"] = [[UNTIL_OPEN, FINISHED]]
    now = [0.0]
    jobs, game = ExplorerJobs(tmp_path, clock=lambda: now[0]), zermelo.game("nim")
    left = jobs.plan_or_solve("left", game)
    waited_for_task(scripted, ("left", "small"))
    now[0] = 2 * explorer_jobs.LEFT
    seen = jobs.plan_or_solve("seen", game)
    waited_for_task(scripted, ("seen", "small"))
    assert left.state == "waiting" and not left.attempts and seen.tried.is_set()
    scripted.open.set()
    assert seen.ended.wait(PATIENCE) and left.ended.wait(PATIENCE)
    assert seen.state == left.state == "solved"
    jobs.stop_all_work()


def test_of_many_games_the_one_looked_at_last_comes_first_and_none_is_refused(
    tmp_path: Path, scripted: type[ScriptedProcess], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(explorer_jobs, "MOST_SMALL", 3)
    names = [*"01234"]
    scripted.says |= {(name, "try"): [[FINISHED]] for name in names}
    scripted.says["first", "try"] = [[UNTIL_OPEN, FINISHED]]
    ticks = itertools.count()
    jobs, game = ExplorerJobs(tmp_path, clock=lambda: next(ticks) / 1e3), zermelo.game("nim")
    jobs.plan_or_solve("first", game)
    waited_for_task(scripted, ("first", "try"))
    asked_for = [jobs.plan_or_solve(name, game) for name in names]
    scripted.open.set()
    assert all(job.ended.wait(PATIENCE) for job in asked_for)
    assert [source for source, _ in scripted.told] == ["first", "4", "3", "2"]
    assert [job.state for job in asked_for] == ["stopped", "stopped", *["solved"] * 3]
    again = jobs.plan_or_solve("0", game)  # what was forgotten begins again when somebody looks
    assert again.ended.wait(PATIENCE) and again.state == "solved"
    jobs.stop_all_work()


def planned(**changes: Any) -> Plan:
    return msgspec.structs.replace(zermelo.game("hexapawn").plan(quick=True), **changes)


def test_a_game_that_is_known_to_be_large_is_not_tried_without_compiling(tmp_path: Path) -> None:
    jobs = ExplorerJobs(tmp_path)
    jobs.small.stop_all_work()  # nothing is taken from its queue
    jobs.sizes.record_game_size("othello", planned(positions=1e9))
    job = jobs.plan_or_solve("othello", zermelo.game("othello"))
    assert job.tried.is_set() and jobs.small.list_jobs() == [job] and not jobs.quick.list_jobs()
    jobs.stop_all_work()


def test_solving_is_offered_where_it_fits_this_machine_within_a_day_and_says_what_it_takes() -> None:
    job = ExplorerJob("chess", state="large", plan=planned(seconds=7_200.0, disk=3 << 30))
    assert job.status.is_offered
    said = str(job.status)
    assert said == "solving the whole game takes about 2 hours" and job.status.learning.endswith("is solved")
    for plan in (planned(fits=False), planned(seconds=258 * 86_400.0), planned(open=True), None):
        huge = ExplorerJob("chess", state="large", plan=plan).status
        assert not huge.is_offered and not huge.rows()
        said = str(huge)
        assert "each position is searched when you open it" in said and "day" not in said
        assert huge.learning == "this game is too large to be solved whole; moves are searched as you look"


def test_what_takes_seconds_is_solved_unasked_whatever_its_number_of_positions() -> None:
    """The pocket cube and Quarto have millions of positions, and take less than a second."""
    small = planned(positions=6_408_705.0, seconds=0.5, least_memory=254 << 20, budget=4 << 30, disk=153_225)
    assert is_solved_unasked(small)
    for changes in (
        {"seconds": 6.0},
        {"disk": 1 << 30},
        {"budget": 300 << 20},
        {"fits": False},
        {"open": True},
    ):
        assert not is_solved_unasked(msgspec.structs.replace(small, **changes))


def test_when_play_is_over_nothing_is_said_of_work_that_nobody_asked_for(tmp_path: Path) -> None:
    with asked(tmp_path) as found:
        jobs = found.explorer_state.solution_cache.jobs
        jobs.quick.stop_all_work()  # nothing is taken from its queue
        for moves, is_said in (("1/2/1/2/1/2", True), ("1/2/1/2/1/2/1", False)):
            page = found.get(f"/connect_four/{moves}").page
            assert ("waiting for its turn" in page.text.casefold()) is is_said
            assert any("data-again" in each.attributes for each in page.html.all("article"))


def test_compiling_is_said_with_its_time_and_progress_with_its_speed() -> None:
    job = ExplorerJob("mine", state="planning")
    for left, words in ((3.2, "about 4 s"), (0.0, "longer than usual")):
        job.progress = JobProgress(phase=COMPILING, done=0, total=None, seconds=0.8, left=left)
        assert "compiling the rules" in str(job.status) and words in str(job.status)
    job.state, job.progress = (
        "solving",
        JobProgress(phase="solve", done=5_000, total=20_000, seconds=2.0, left=6.0),
    )
    assert "5,000 of 20,000 positions, 2,500 a second, 6" in str(job.status)

"""Play that comes round, by tasks: the same bytes as one process, in tiers of the game's own or in one."""

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from made.random_games import RandomDag, RandomLoop, RandomPond
from support.marks import few
from support.tables import expected, table_of
from support.tasks import InOrder, Killed, files_of, forge_note

import zermelo
from zermelo import UNDECIDED, Game, clusters
from zermelo.cluster import loop_tasks
from zermelo.cluster.executors import LocalExecutor
from zermelo.cluster.job import Job
from zermelo.cluster.loop_tasks import WIDTHS, widened
from zermelo.cluster.solving import solve_on
from zermelo.cluster.tasks import perform
from zermelo.cluster.work import Report, Task
from zermelo.core.errors import BadRules, DamagedScratch, MissingCapability
from zermelo.core.values import NO_END
from zermelo.solution.records import split

GAMES = ("quixo(size=3)", "dodgem", "pong_hau_ki", "tapatan", "chung_toi", "quixo(size=4)")


@pytest.mark.parametrize("text", few(GAMES, 3))
def test_a_directory_has_the_bytes_of_one_process(text: str, tmp_path: Path) -> None:
    one = zermelo.solve(text, store=tmp_path / "one", interpreted=False)
    solved = solve_on(zermelo.game(text), LocalExecutor(2), str(tmp_path / "many"))
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
    assert solved.summary.domain == one.summary.domain == "reachable"
    assert [path.name for path in (tmp_path / "many").iterdir()] == [Path(solved.place).name]
    assert "verified" in str(zermelo.open(text, tmp_path / "many").verify())


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("kind", [RandomLoop, RandomDag, RandomPond])
def test_random_games(kind: Any, seed: int, tmp_path: Path) -> None:
    game: Game = kind(seed=seed, size=80, most=3)
    solve_on(game, InOrder(), str(tmp_path), bucket=20)
    assert table_of(zermelo.open(game, tmp_path)) == expected(game)


@pytest.mark.parametrize("seed", range(2))
def test_a_run_killed_again_and_again_has_the_same_bytes(seed: int, tmp_path: Path) -> None:
    text, chance = GAMES[0], random.Random(seed)
    want = files_of(zermelo.solve(text, store=tmp_path / "one", interpreted=False).directory)
    done: list[str] = []
    kills = 0

    def perhaps(job: Job, task: Task) -> Report:
        if chance.random() < 0.1:
            raise Killed
        report = perform(job, task)
        done.append(f"{job.folder} {task}")
        if chance.random() < 0.1:
            raise Killed  # when its objects are there
        return report

    while True:
        try:
            solved = solve_on(zermelo.game(text), InOrder(perhaps), str(tmp_path / "many"))
            break
        except Killed:
            kills += 1
    assert kills > 2 and files_of(solved.place) == want
    loops = [each for each in done if "loops" in each]
    assert loops and len(loops) == len(set(loops))


def test_long_play_takes_wide_answers_in_its_tier_alone(tmp_path: Path, monkeypatch: Any) -> None:
    """One tier of several says that its remoteness does not fit: those before it are wide too, the others not."""
    text = GAMES[0]
    want = files_of(zermelo.solve(text, store=tmp_path / "one", interpreted=False).directory)
    solve, widths = loop_tasks.solve_places, list[int]()

    def refusing(places: Any, question: Any, *others: Any) -> Any:
        width = np.dtype(question.fold.column).itemsize
        if width == 2 and len(widths) == 3:
            raise loop_tasks.TooFar
        widths.append(width)
        return solve(places, question, *others)

    monkeypatch.setattr(loop_tasks, "solve_places", refusing)
    solved = solve_on(zermelo.game(text), InOrder(), str(tmp_path / "many"))
    assert widths[:3] == [2, 2, 2] and 4 in widths
    assert files_of(solved.place) == want


def test_answers_are_widened() -> None:
    narrow = WIDTHS[2]
    rest = (1 << narrow.parameter) - 1
    answers = np.array(
        [(value << narrow.parameter) + plies for value in (-1, 0, 1) for plies in (0, 7, rest - 1, rest)],
        np.int16,
    )
    wide = widened(answers, 4)
    assert wide.dtype == WIDTHS[4].fold.column and widened(wide, 4) is wide
    before, after = split(answers, narrow.parameter), split(wide, WIDTHS[4].parameter)
    assert all(np.array_equal(one, other) for one, other in zip(before, after, strict=True))
    assert NO_END in after[1]


@pytest.mark.parametrize("note", [b"no JSON", b"[0]", b'[9, "x"]', b"{}", b"[1000000000]"])
def test_a_strangers_note_is_not_believed(note: bytes, tmp_path: Path) -> None:
    def forge(job: Job, task: Task) -> Report:
        report = perform(job, task)
        if task.kind == "reach":
            forge_note(tmp_path, f"{job.folder}/tier-{task.tier:04d}/reached", note)
        return report

    with pytest.raises(DamagedScratch, match="reached is damaged: remove it"):
        solve_on(zermelo.game(GAMES[0]), InOrder(forge), str(tmp_path))


class Ring(Game):
    """Two counters of which one goes round, in tiers that begin at `lowest`; some moves lead back."""

    lowest: int = 0
    back: bool = False

    def start(self) -> int:
        return 12

    def moves(self, position: int):  # type: ignore[no-untyped-def]
        for move in range(3):
            yield move

    def play(self, position: int, move: int) -> int:
        ring, place = position // 4, position % 4
        if move == 0:
            return 4 * ring + (place + 1) % 4
        if move == 1 and self.back:
            return 4 * (ring + 1) + place if ring < 5 else position
        return 4 * (ring - 1) + place if ring > 0 else position

    def outcome(self, position: int) -> int:
        return -1 if position == 2 else UNDECIDED

    def tier(self, position: int) -> int:
        return self.lowest - position // 4 + 5


def test_tiers_of_the_games_own(tmp_path: Path) -> None:
    game = Ring(lowest=7)
    solve_on(game, InOrder(), str(tmp_path))
    assert table_of(zermelo.open(game, tmp_path)) == expected(game)


def test_a_move_back_to_an_earlier_tier_is_told_of(tmp_path: Path) -> None:
    with pytest.raises(BadRules, match=r"leads from tier 9 back to .* in tier 8"):
        solve_on(Ring(lowest=7, back=True), InOrder(), str(tmp_path))


@pytest.mark.parametrize("lowest", [-20, 10**6])
def test_tiers_without_room_are_refused(lowest: int, tmp_path: Path) -> None:
    with pytest.raises(MissingCapability, match="number the tiers so, or leave out"):
        clusters.solve_on(Ring(lowest=lowest), str(tmp_path), "threads")

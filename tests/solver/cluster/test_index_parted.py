"""Perfect indexes by tasks, in ranges of their places and a tier each; records are in the matrix."""

from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest
from made.dice_games import RankedCoin, Unranked
from made.kinds import IndexedScores
from made.random_games import RandomBrook
from msgspec import UNSET
from support.marks import few
from support.tasks import InOrder, files_of

import zermelo
from zermelo import solution
from zermelo.compiler.game_compiler import interpret_game
from zermelo.core.budget import Budget
from zermelo.core.errors import BadRules, StorageFailed
from zermelo.core.game import Game
from zermelo.games.dice.royal_game_of_ur import RoyalGameOfUr
from zermelo.solver.cluster import cluster_solve, external_memory
from zermelo.solver.cluster.cluster_solve import solve_by_tasks
from zermelo.solver.cluster.cyclic.bucket_places import build_bucket_layout
from zermelo.solver.cluster.external_memory import solve_in_external_memory
from zermelo.solver.cluster.indexed import index_driver, index_tasks
from zermelo.solver.cluster.ply_tasks import perform_task
from zermelo.solver.cluster.solve_job import SolveJob
from zermelo.solver.cluster.task_context import SolveTask, TaskReport
from zermelo.solver.graph.position_slots import build_slots_of_index
from zermelo.solver.plans import bucket_capacity

GAME = RandomBrook(seed=1, size=200, most=3)


def check_alike(ours: Any, theirs: Any) -> None:
    """Compare two solutions on disk: their bytes, or values of a game of chance."""
    errors = [each.summary.error_bound for each in (ours, theirs)]
    if errors == [UNSET, UNSET]:
        assert files_of(ours.directory) == files_of(theirs.directory) != {}
        return
    one, other = values_in(ours.directory), values_in(theirs.directory)
    assert np.array_equal(np.isnan(one), np.isnan(other)) and sum(errors) < 1e-9
    assert np.nanmax(np.abs(one - other)) <= sum(errors) + 1e-15


def values_in(directory: Path | str | None) -> Any:
    """Return the values of all ranks, NaN where there is no position."""
    paths = sorted(Path(directory or "").glob("*.parquet"))
    return np.concatenate([pq.read_table(path)["value"].to_pandas().to_numpy() for path in paths])


@pytest.mark.usefixtures("plain")
@pytest.mark.parametrize("share", [0, 0.9])
def test_values_alone(share: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_solve, "CODES_SHARE", share)
    game = RandomBrook(seed=1, size=60, most=3)
    one = zermelo.solve(game, store=tmp_path / "one", values_only=True)
    solved = solution.solve_on(game, str(tmp_path / "many"), "threads", workers=1, values_only=True)
    assert files_of(solved.place) == files_of(one.directory) != {}
    assert solved.summary.values_only and solved.summary.value == one.summary.value


@pytest.mark.usefixtures("plain")
def test_what_is_wrong_in_the_rules_is_said_as_by_one_process(tmp_path: Path) -> None:
    for solve in (
        lambda game: zermelo.solve(game, interpreted=False),
        lambda game: solve_by_tasks(game, InOrder(), str(tmp_path), bucket=2),
    ):
        solve(RankedCoin())
        with pytest.raises(BadRules):
            solve(Unranked())


# On one machine


@pytest.mark.slow("an index by tiers in too little memory")
@pytest.mark.usefixtures("small_tasks", "plain")
@pytest.mark.parametrize("share", few([0, 0.9], 1))
@pytest.mark.parametrize(
    "game",
    [RandomBrook(seed=1, size=1600, most=3), IndexedScores(seed=1, size=400), RoyalGameOfUr(pieces=1)],
    ids=repr,
)
def test_within_memory(game: Game, share: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_solve, "CODES_SHARE", share)
    heard, kinds = Counter[str](), Counter[str]()

    def listening(*given: Any, listen: Any, **how: Any) -> Any:
        return solve_by_tasks(
            *given, listen=lambda told: (kinds.update([told.task.kind]), listen(told)), **how
        )

    monkeypatch.setattr(external_memory, "solve_by_tasks", listening)
    budget = Budget(threads=2, listener=lambda progress: heard.update([progress.phase]))
    want = zermelo.solve(game, store=tmp_path / "memory", interpreted=False)
    check_alike(solve_in_external_memory(game, budget, tmp_path / "within"), want)
    assert heard["solve"] > 1
    if isinstance(game, RandomBrook):
        parted = {
            "request_answers",
            "send_replies",
            "expand_moves",
            "reverse_moves",
            "advance",
            "finish_answers",
        }
        assert (
            kinds.keys() == {"solve_index_tier", "write_slice"}
            if share
            else kinds.keys() == parted | {"write_rank_slice"}
        )
        assert share or kinds["finish_answers"] > 5


@pytest.mark.usefixtures("small_tasks")
@pytest.mark.parametrize(
    ("text", "memory"),
    few(
        [
            ("teeko(columns=4, rows=4)", 200_000),
            ("awari_endgame(stones=4)", 20_000),
            ("royal_game_of_ur(pieces=2)", 100_000),
        ],
        0,
    ),
)
def test_what_does_not_fit_is_solved_so(
    text: str, memory: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Any] = []
    monkeypatch.setattr(
        external_memory,
        "solve_by_tasks",
        lambda *given, **how: asked.append(how) or solve_by_tasks(*given, **how),
    )
    monkeypatch.setattr(external_memory, "compute_least_task_memory", lambda _: 0)
    monkeypatch.setattr(bucket_capacity, "SMALLEST", 4096)
    monkeypatch.setattr(external_memory, "BUCKET", 4096)
    want = zermelo.solve(text, store=tmp_path / "memory", interpreted=False)
    budget = Budget(threads=1)
    monkeypatch.setattr(Budget, "record_base_memory", lambda self: setattr(self, "base", 0))
    budget.memory, budget.base = memory, 0
    found = zermelo.solve(text, store=tmp_path / "within", budget=budget, interpreted=False)
    assert len(asked) == 1
    check_alike(found, want)


# Places in buckets


@pytest.mark.parametrize("most", [1, 2, 3, 64, 1 << 20])
def test_a_place_is_in_one_bucket(most: int) -> None:
    places = build_slots_of_index(interpret_game(RoyalGameOfUr(pieces=1)))
    for tier in range(places.tier_count):
        shape = build_bucket_layout(places, tier, most)
        spans = [shape.get_rank_span_of_bucket(bucket) for bucket in range(1 << shape.bits)]
        ranks = np.arange(shape.first, shape.end_rank)
        assert [rank for span in spans for rank in range(*span)] == ranks.tolist()
        marks = shape.convert_ranks_to_hashes(ranks)
        assert shape.convert_hashes_to_ranks(marks).tolist() == ranks.tolist()
        assert (np.diff(marks.astype(object)) > 0).all()
        for bucket, (begin, end) in enumerate(spans):
            mine = marks[begin - shape.first : end - shape.first]
            assert shape.bits == 0 or {int(mark) >> 64 - shape.bits for mark in mine} <= {bucket}


@pytest.mark.usefixtures("plain")
def test_a_tier_that_lacks_another_waits_for_it(tmp_path: Path, monkeypatch: Any) -> None:
    """Nothing is seen before, and tiers are taken in the worst order: each says what it lacks."""
    lacking = []
    want = files_of(zermelo.solve(GAME, store=tmp_path / "one", interpreted=False).directory)
    monkeypatch.setattr(index_driver, "SAMPLED_MOVES", 0)
    monkeypatch.setattr(
        index_driver, "max", lambda tiers, default=0: min(tiers, default=default), raising=False
    )

    def hear(report: TaskReport) -> None:
        if "lacks" in report.more:
            lacking.append(report.more["lacks"])

    executor = InOrder()
    solved = solve_by_tasks(GAME, executor, str(tmp_path / "many"), listen=hear)
    assert files_of(solved.place) == want
    assert len(lacking) > 3


@pytest.mark.usefixtures("plain")
def test_answers_that_want_wider_codes(tmp_path: Path, monkeypatch: Any) -> None:
    """A byte holds too few answers: the tier is solved again with two bytes, and the others stay as they are."""
    want = files_of(zermelo.solve(GAME, store=tmp_path / "one", interpreted=False).directory)

    class Small(index_tasks.AnswerCodes):
        def get_or_add_code(self, answer: int) -> int:
            if self.column == np.uint8 and len(self.answers) > 12 and answer not in self.answers:
                raise index_tasks.CodesExhausted
            return super().get_or_add_code(answer)

        def find_existing_or_next_code(self, answer: int) -> int:
            if self.column == np.uint8 and len(self.answers) > 12 and answer not in self.answers:
                raise index_tasks.CodesExhausted
            return super().find_existing_or_next_code(answer)

    widths: set[int] = set()
    told = index_tasks.read_solved_tier_note

    def noting(*given: Any) -> dict[str, Any]:
        note = told(*given)
        widths.add(note["width"])
        return note

    monkeypatch.setattr(index_tasks, "AnswerCodes", Small)
    monkeypatch.setattr(index_tasks, "read_solved_tier_note", noting)
    solved = solve_by_tasks(GAME, InOrder(), str(tmp_path / "many"))
    assert widths == {0, 1}
    assert files_of(solved.place) == want


@pytest.mark.usefixtures("plain")
def test_a_store_that_forgets_tiers_is_told_of(tmp_path: Path) -> None:
    """The last tier is solved and lost again: those that ask it lack it for ever."""

    def forget(job: SolveJob, task: SolveTask) -> TaskReport:
        report = perform_task(job, task)
        if task.kind == "solve_index_tier" and "lacks" not in report.more:
            (tmp_path / job.folder / f"tier-{task.tier:04d}" / "solved").unlink()
        return report

    with pytest.raises(StorageFailed, match="went away: run again"):
        solve_by_tasks(GAME, InOrder(forget), str(tmp_path))

"""Perfect indexes in buckets, ranges of their places: one process's bytes; with dice its values, within errors."""

from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest
from made.dice_games import RankedCoin, RankedDice, Unranked
from made.random_games import RandomBrook, RandomParents, RandomScoredBrook
from support.marks import few
from support.tables import expected, table_of
from support.tasks import InOrder, OneEach, files_of, in_groups_of, named, turn_last_bit

import zermelo
from zermelo import clusters
from zermelo.cluster import solving, within
from zermelo.cluster.executors import LocalExecutor
from zermelo.cluster.index_parted import Shape, directory_of, shape_of
from zermelo.cluster.job import Job
from zermelo.cluster.loop_tasks import WIDTHS
from zermelo.cluster.solving import solve_on
from zermelo.cluster.tasks import perform
from zermelo.cluster.within import solve_within
from zermelo.cluster.work import Report, Task
from zermelo.compiler import compile_game, interpret_game
from zermelo.core.budget import Budget
from zermelo.core.errors import BadRules, DamagedScratch, ZermeloError
from zermelo.core.game import Game
from zermelo.games.royal_game_of_ur import RoyalGameOfUr
from zermelo.graph.places import places_of_index
from zermelo.solvers.backward_induction import Question
from zermelo.work import room

PLIES = (  # with buckets of so many places
    ("awari_endgame(stones=4)", 64),  # points, and no parents
    ("chess_endgame(material='KPvK')", 4096),  # rows, holes, and tiers
    ("draughts_endgame", 4096),  # no parents
    ("teeko(columns=4, rows=4)", 2048),
    ("morris_endgame(men=4, rings=2)", 1000),  # a number that is no power of two
    ("morris_endgame(men=3)", 1 << 20),
    ("pocket_cube(faces=1)", 64),
    ("lights_out(columns=3, rows=3)", 32),
)
DICE = (
    ("royal_game_of_ur(pieces=1)", 16),
    ("royal_game_of_ur(pieces=2)", 1024),
    ("royal_game_of_ur(pieces=1, route='masters', safe=False, taking_throws=True)", 32),
)
FIGURES = ("value", "remoteness", "positions", "solved", "wins", "draws", "losses", "longest", "method")


@pytest.fixture
def no_tiers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no tier's codes fit a worker."""
    monkeypatch.setattr(solving, "CODES_SHARE", 0)


def check_bytes(game: Game, bucket: int, folder: Path) -> set[str]:
    """Solve a game both ways, compare files and figures; return the kinds of tasks."""
    one = zermelo.solve(game, store=folder / "one", interpreted=False)
    kinds = set()
    solved = solve_on(
        game,
        InOrder(),
        str(folder / "many"),
        bucket=bucket,
        listen=lambda report: kinds.add(report.task.kind),
    )
    assert files_of(solved.place) == files_of(one.directory) != {}
    for figure in (*FIGURES, "domain", "error_bound", "win_probability"):
        assert getattr(solved.summary, figure) == getattr(one.summary, figure), figure
    assert [path.name for path in (folder / "many").iterdir()] == [Path(solved.place).name]
    return kinds


@pytest.mark.usefixtures("no_tiers")
@pytest.mark.parametrize(
    ("text", "bucket", "group"), few([(*PLIES[0], 1), *((*each, 28) for each in PLIES), (*PLIES[1], 1)], 4)
)
def test_the_bytes_of_one_process(
    text: str, bucket: int, group: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_groups_of(group, monkeypatch)
    kinds = check_bytes(zermelo.game(text), bucket, tmp_path)
    assert (
        kinds >= {"ask_ranks", "open_ranks", "link_ranks", "close", "record_ranks"} and "settle" not in kinds
    )


def check_dice(game: Game, bucket: int, folder: Path) -> set[str]:
    """Solve a game of chance by buckets of two sizes, and in one process; return the kinds of tasks.

    By tasks bounds go on until nothing moves: the same bits in any buckets. One process ends sooner, and each
    of its values is within both errors of theirs.
    """
    one = zermelo.solve(game, store=folder / "one", interpreted=False)
    kinds: set[str] = set()
    first, second = (
        solve_on(
            game,
            InOrder(),
            str(folder / str(size)),
            bucket=size,
            listen=lambda report: kinds.add(report.task.kind),
        )
        for size in (bucket, 1 << 20)
    )
    assert files_of(first.place) == files_of(second.place) != {}
    assert (first.summary.value, first.summary.error_bound) == (
        second.summary.value,
        second.summary.error_bound,
    )
    assert one.summary.error_bound is not None and first.summary.error_bound is not None
    check_near(
        values_in(first.place), values_in(one.directory), one.summary.error_bound + first.summary.error_bound
    )
    for figure in ("positions", "solved", "wins", "draws", "losses", "longest", "method", "domain"):
        assert getattr(first.summary, figure) == getattr(one.summary, figure), figure
    assert "verified" in str(zermelo.open(game, folder / str(bucket)).verify())
    return kinds


def check_alike(ours: Any, theirs: Any) -> None:
    """Compare two solutions on disk: their bytes, or values of a game of chance."""
    errors = [each.summary.error_bound for each in (ours, theirs)]
    if errors == [None, None]:
        assert files_of(ours.directory) == files_of(theirs.directory) != {}
    else:
        check_near(values_in(ours.directory), values_in(theirs.directory), sum(errors))


def values_in(directory: Path | str | None) -> Any:
    """Return the values of all ranks, NaN where there is no position."""
    paths = sorted(Path(directory or "").glob("*.parquet"))
    return np.concatenate([pq.read_table(path)["value"].to_pandas().to_numpy() for path in paths])


def check_near(ours: Any, theirs: Any, most: float) -> None:
    """Compare values, and where there are none."""
    assert np.array_equal(np.isnan(ours), np.isnan(theirs)) and most < 1e-9
    assert np.nanmax(np.abs(ours - theirs)) <= most + 1e-15


@pytest.mark.parametrize(("text", "bucket"), few(DICE, 2))
def test_dice_have_the_same_bits_in_any_buckets(text: str, bucket: int, tmp_path: Path) -> None:
    kinds = check_dice(zermelo.game(text), bucket, tmp_path)
    assert kinds >= {"chart_ranks", "mark_ranks", "sweep_ranks", "conclude_ranks", "record_ranks"}


@pytest.mark.parametrize(("seed", "bucket"), [(0, 4), (1, 16), (2, 64)])
@pytest.mark.parametrize("kind", [RandomBrook, RandomScoredBrook, RandomParents])
@pytest.mark.usefixtures("no_tiers")
def test_random_games(
    kind: Any, seed: int, bucket: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_groups_of((1, 2, 28)[seed], monkeypatch, sent=(5, 20, 1 << 21)[seed])
    game: Game = kind(seed=seed, size=60, most=3)
    solve_on(game, InOrder(), str(tmp_path), bucket=bucket)
    assert table_of(zermelo.open(game, tmp_path)) == expected(game)


@pytest.mark.parametrize("seed", range(6))
def test_random_dice(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some positions without a rank, and moves from anywhere to anywhere, by the interpreter."""
    monkeypatch.setattr("zermelo.cluster.job.compile_game", interpret_game)
    game = RankedDice(seed=seed, size=40, loops=seed % 2 == 0, largest=(1, 3)[seed % 3 == 0])
    one = zermelo.solve(game, interpreted=True)
    solved = solve_on(game, InOrder(), str(tmp_path / "5"), bucket=5)
    assert files_of(solve_on(game, InOrder(), str(tmp_path / "40"), bucket=40).place) == files_of(
        solved.place
    )
    records: Any = one.records
    assert one.summary.error_bound is not None and solved.summary.error_bound is not None
    most = one.summary.error_bound + solved.summary.error_bound
    check_near(values_in(solved.place), records.answers.values, most)


@pytest.mark.usefixtures("no_tiers")
def test_long_play_takes_wide_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Narrow answers of which a few plies are too many: tiers that have them begin anew."""
    monkeypatch.setitem(WIDTHS, 2, Question(WIDTHS[2].fold, 2))
    widths = set()
    for seed in range(2):
        game, store = RandomBrook(seed=seed, size=120, most=3), str(tmp_path / str(seed))
        solve_on(game, InOrder(), store, bucket=8, listen=lambda report: widths.add(report.task.width))
        assert table_of(zermelo.open(game, store)) == expected(game)
    assert widths == {2, 4}


@pytest.mark.usefixtures("no_tiers")
def test_values_alone(tmp_path: Path) -> None:
    for number, share in enumerate((0, 0.9)):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(solving, "CODES_SHARE", share)
            store = tmp_path / str(number)
            one = zermelo.solve("teeko(columns=4, rows=4)", store=store / "one", values_only=True)
            solved = clusters.solve_on(
                "teeko(columns=4, rows=4)", str(store / "many"), "threads", workers=1, values_only=True
            )
            assert files_of(solved.place) == files_of(one.directory) != {}
            assert solved.summary.values_only and solved.summary.value == one.summary.value


@pytest.mark.usefixtures("no_tiers")
@pytest.mark.parametrize(
    ("game", "bucket"),
    [(RandomBrook(seed=1, size=60, most=3), 16), (RankedCoin(), 2)],
    ids=repr,
)
def test_a_run_killed_at_every_task_has_the_same_records(
    game: Game, bucket: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each run does one task; the next finds what it has made, and makes nothing twice."""
    in_groups_of(1, monkeypatch, sent=8)
    want = files_of(zermelo.solve(game, store=tmp_path / "one", interpreted=False).directory)
    assert files_of(OneEach(named).solve(game, tmp_path / "many", bucket)) == want


@pytest.mark.usefixtures("no_tiers")
@pytest.mark.parametrize("game", [RandomBrook(seed=1, size=60, most=3), RankedCoin()], ids=repr)
@pytest.mark.parametrize("number", range(4))
def test_a_damaged_object_is_found(number: int, game: Any, tmp_path: Path) -> None:
    """A byte of some object is turned round when it is made: the work ends, or nobody reads it."""
    spoilt, count = list[Path](), list[Task]()

    def spoil(job: Job, task: Task) -> Report:
        before = set(tmp_path.rglob("0*"))
        report = perform(job, task)
        fresh = sorted(set(tmp_path.rglob("0*")) - before)
        count.append(task)
        if len(count) == 3 + 4 * number and fresh:
            turn_last_bit(fresh[0])
            spoilt.append(fresh[0])
        return report

    try:
        solved = solve_on(game, InOrder(spoil), str(tmp_path / "store"), bucket=8 if game.size > 9 else 2)
    except DamagedScratch:
        assert spoilt
        return
    want = zermelo.solve(game, store=tmp_path / "one", interpreted=False)
    assert spoilt and files_of(solved.place) == files_of(want.directory)


def test_what_is_wrong_in_the_rules_is_said_as_by_one_process(tmp_path: Path) -> None:
    for number, game in enumerate((Unranked(), RankedCoin())):
        said = []
        for way in ("one", "many"):
            try:
                if way == "one":
                    zermelo.solve(game, interpreted=False)
                else:
                    solve_on(game, InOrder(), str(tmp_path / str(number)), bucket=2)
                said.append(None)
            except ZermeloError as error:
                said.append(type(error))
        assert said == ([BadRules] * 2 if number == 0 else [None] * 2)


# On one machine


@pytest.fixture
def small_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let tasks work on few positions, as if they had little memory."""
    monkeypatch.setattr(room, "A_TASK", 0)
    monkeypatch.setattr(room, "SMALLEST", 100)
    monkeypatch.setattr(within, "BUCKET", 500)


@pytest.mark.usefixtures("small_tasks")
@pytest.mark.parametrize("share", [0, 0.9])
@pytest.mark.parametrize(
    "text", ["morris_endgame(men=3, rings=2)", "awari_endgame(stones=4)", "royal_game_of_ur(pieces=1)"]
)
def test_within_memory(text: str, share: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "CODES_SHARE", share)
    heard, kinds = Counter[str](), Counter[str]()

    def listening(*given: Any, listen: Any, **how: Any) -> Any:
        return solve_on(*given, listen=lambda told: (kinds.update([told.task.kind]), listen(told)), **how)

    monkeypatch.setattr(within, "solve_on", listening)
    budget = Budget(threads=2, listener=lambda progress: heard.update([progress.phase]))
    want = zermelo.solve(text, store=tmp_path / "memory", interpreted=False)
    check_alike(solve_within(zermelo.game(text), budget, tmp_path / "within"), want)
    assert heard["solve"] > 1
    if "morris" in text:
        parted = {"ask_ranks", "reply_ranks", "open_ranks", "link_ranks", "advance", "close"}
        assert kinds.keys() == {"settle", "record"} if share else kinds.keys() == parted | {"record_ranks"}
        assert share or kinds["close"] > 50


@pytest.mark.usefixtures("small_tasks")
@pytest.mark.parametrize(
    ("text", "memory"),
    [
        ("teeko(columns=4, rows=4)", 200_000),
        ("awari_endgame(stones=4)", 20_000),
        ("royal_game_of_ur(pieces=2)", 100_000),
    ],
)
def test_what_does_not_fit_is_solved_so(
    text: str, memory: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Any] = []
    monkeypatch.setattr(
        within, "solve_on", lambda *given, **how: asked.append(how) or solve_on(*given, **how)
    )
    monkeypatch.setattr(within, "least_within", lambda _: 0)
    monkeypatch.setattr(room, "SMALLEST", 4096)
    monkeypatch.setattr(within, "BUCKET", 4096)
    want = zermelo.solve(text, store=tmp_path / "memory", interpreted=False)
    budget = Budget(threads=1)
    monkeypatch.setattr(Budget, "settle", lambda self: setattr(self, "base", 0))
    budget.memory, budget.base = memory, 0
    found = zermelo.solve(text, store=tmp_path / "within", budget=budget, interpreted=False)
    assert len(asked) == 1
    check_alike(found, want)


def test_threads_have_the_bytes_of_one(tmp_path: Path) -> None:
    game = zermelo.game("awari_endgame(stones=4)")
    want = files_of(zermelo.solve(game, store=tmp_path / "one", interpreted=False).directory)
    assert files_of(solve_on(game, LocalExecutor(2), str(tmp_path / "many"), bucket=64).place) == want


# Places in buckets


@pytest.mark.parametrize("most", [1, 2, 3, 64, 1 << 20])
def test_a_place_is_in_one_bucket(most: int) -> None:
    places = places_of_index(compile_game(RoyalGameOfUr(pieces=1)))
    for tier in range(places.tiers):
        shape = shape_of(places, tier, most)
        spans = [shape.span(bucket) for bucket in range(1 << shape.bits)]
        ranks = np.arange(shape.first, shape.beyond)
        assert [rank for span in spans for rank in range(*span)] == ranks.tolist()
        marks = shape.marks(ranks)
        assert shape.ranks(marks).tolist() == ranks.tolist()
        assert (np.diff(marks.astype(object)) > 0).all()
        for bucket, (begin, end) in enumerate(spans):
            mine = marks[begin - shape.first : end - shape.first]
            assert shape.bits == 0 or {int(mark) >> 64 - shape.bits for mark in mine} <= {bucket}


def test_a_directory_of_ranks_leads_to_each(monkeypatch: pytest.MonkeyPatch) -> None:
    chance = np.random.default_rng(1)
    for size, spread in ((1, 1), (5, 9), (100, 100), (1000, 10**9)):
        ranks = np.unique(chance.integers(7, 7 + spread, size))
        offsets, shift = directory_of(ranks)
        assert len(offsets) <= 4 * len(ranks) + 4
        for place, rank in enumerate(ranks.tolist()):
            begin = int(offsets[(rank - int(ranks[0])) >> int(shift)])
            assert begin <= place and ranks[begin:place].tolist() == [
                each for each in ranks[begin:place].tolist() if each < rank
            ]
    assert isinstance(Shape(0, 1, 0, 1), tuple)

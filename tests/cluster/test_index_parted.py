"""Perfect indexes in ranges of their places: wide answers, values alone, little memory; records are in the matrix."""

from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest
from made.dice_games import RankedCoin, Unranked
from made.kinds import IndexedScores
from made.random_games import RandomBrook
from support.marks import few
from support.tables import expected, table_of
from support.tasks import InOrder, files_of

import zermelo
from zermelo import clusters
from zermelo.cluster import solving, within
from zermelo.cluster.index_parted import Shape, directory_of, shape_of
from zermelo.cluster.loop_tasks import WIDTHS
from zermelo.cluster.solving import solve_on
from zermelo.cluster.within import solve_within
from zermelo.compiler import interpret_game
from zermelo.core.budget import Budget
from zermelo.core.errors import BadRules, ZermeloError
from zermelo.core.game import Game
from zermelo.games.royal_game_of_ur import RoyalGameOfUr
from zermelo.graph.places import places_of_index
from zermelo.solvers.backward_induction import Question
from zermelo.work import room


@pytest.fixture
def no_tiers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no tier's codes fit a worker."""
    monkeypatch.setattr(solving, "CODES_SHARE", 0)


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


@pytest.mark.usefixtures("plain")
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


@pytest.mark.usefixtures("plain")
@pytest.mark.usefixtures("no_tiers")
def test_values_alone(tmp_path: Path) -> None:
    for number, share in enumerate((0, 0.9)):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(solving, "CODES_SHARE", share)
            store = tmp_path / str(number)
            game = RandomBrook(seed=1, size=60, most=3)
            one = zermelo.solve(game, store=store / "one", values_only=True)
            solved = clusters.solve_on(game, str(store / "many"), "threads", workers=1, values_only=True)
            assert files_of(solved.place) == files_of(one.directory) != {}
            assert solved.summary.values_only and solved.summary.value == one.summary.value


@pytest.mark.usefixtures("plain")
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


@pytest.mark.usefixtures("small_tasks", "plain")
@pytest.mark.parametrize("share", few([0, 0.9], 1))
@pytest.mark.parametrize(
    "game",
    [RandomBrook(seed=1, size=2000, most=3), IndexedScores(seed=1, size=400), RoyalGameOfUr(pieces=1)],
    ids=repr,
)
def test_within_memory(game: Game, share: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "CODES_SHARE", share)
    heard, kinds = Counter[str](), Counter[str]()

    def listening(*given: Any, listen: Any, **how: Any) -> Any:
        return solve_on(*given, listen=lambda told: (kinds.update([told.task.kind]), listen(told)), **how)

    monkeypatch.setattr(within, "solve_on", listening)
    budget = Budget(threads=2, listener=lambda progress: heard.update([progress.phase]))
    want = zermelo.solve(game, store=tmp_path / "memory", interpreted=False)
    check_alike(solve_within(game, budget, tmp_path / "within"), want)
    assert heard["solve"] > 1
    if isinstance(game, RandomBrook):
        parted = {"ask_ranks", "reply_ranks", "open_ranks", "link_ranks", "advance", "close"}
        assert kinds.keys() == {"settle", "record"} if share else kinds.keys() == parted | {"record_ranks"}
        assert share or kinds["close"] > 5


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


# Places in buckets


@pytest.mark.parametrize("most", [1, 2, 3, 64, 1 << 20])
def test_a_place_is_in_one_bucket(most: int) -> None:
    places = places_of_index(interpret_game(RoyalGameOfUr(pieces=1)))
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

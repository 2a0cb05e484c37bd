"""Solutions as tables, and positions by lot: the same records as single answers give, however they are kept."""

from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from made.broken_games import Countdown
from made.random_games import RandomIndex
from reference import naive
from support.marks import few

import zermelo
from zermelo.compiler.guards.symmetry_classes import build_representative_function
from zermelo.core.errors import BadParameter
from zermelo.core.game import Game
from zermelo.core.mix_ins import PerfectIndex
from zermelo.solution.solution import Solution
from zermelo.solver.records import record_batches
from zermelo.solver.solution_files import parquet_tables

GAMES = [
    "pong_hau_ki",
    "dots_and_boxes(columns=2, rows=1)",
    "stochastic_nim(heaps=(2, 3))",
    "lights_out(columns=2, rows=2)",
    "jealous_husbands",
    "dao(size=3)",
    "tic_tac_toe",
    "cutcake",
]


def kept(game: Game, store: Path) -> list[Solution]:
    """The solution in memory and on disk."""
    zermelo.solve(game, store=store)
    return [zermelo.solve(game), zermelo.open(game, store)]


def as_rows(table: pa.Table) -> list[tuple[Any, Any, Any]]:
    """The rows of a table, positions as games have them."""
    listed = table.to_pydict()
    positions = [tuple(each) if isinstance(each, list) else each for each in listed["position"]]
    return list(zip(positions, listed["value"], listed["remoteness"], strict=True))


@pytest.mark.parametrize("text", few(GAMES, 5))
def test_a_table_has_every_class_once(text: str, store: Path) -> None:
    game = zermelo.game(text)
    classes = {build_representative_function(game)(where) for where in naive.positions(game)}
    for solution in kept(game, store):
        rows = as_rows(solution.to_arrow())
        assert len(rows) == solution.summary.solved
        assert {where for where, _, _ in rows} >= classes or "rank" in dir(game)
        for where, value, remoteness in rows:
            answer = solution.value(where)
            assert value == pytest.approx(answer.value)
            assert remoteness == (answer.remoteness if answer.is_timed else None)


def test_small_parts_make_the_same_table(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Row groups of eight records, so that tiers have many; and batches of three rows."""
    monkeypatch.setattr(parquet_tables, "ROW_GROUP", 8)
    monkeypatch.setattr(record_batches, "ROW_GROUP", 8)
    game = zermelo.game("tic_tac_toe")
    for solution in kept(game, store):
        whole = as_rows(solution.to_arrow())
        batches = list(solution.scan(3))
        assert max(batch.num_rows for batch in batches) == 3
        assert as_rows(pa.Table.from_batches(batches)) == whole
        assert len(solution.sample(700).positions) == 700
        sample = solution.lookup([where for where, _, _ in whole])
        assert [sample.answer(place).value for place in range(len(whole))] == [value for _, value, _ in whole]  # type: ignore[union-attr]


def test_frames_of_pandas_and_polars() -> None:
    solution = zermelo.solve("dao(size=3)")
    rows = as_rows(solution.to_arrow())
    frame = solution.to_pandas()
    assert frame["position"].tolist() == [where for where, _, _ in rows]
    assert frame["remoteness"].isna().tolist() == [remoteness is None for _, _, remoteness in rows]
    assert any(remoteness is None for _, _, remoteness in rows)
    assert solution.to_polars().rows() == rows


@pytest.mark.parametrize("text", ["tic_tac_toe", "dots_and_boxes(columns=2, rows=2)", "lights_out"])
def test_a_folder_opens_as_it_stands(text: str, store: Path) -> None:
    import duckdb
    import pandas
    import polars

    solution = kept(zermelo.game(text), store)[1]
    folder = str(solution.directory)
    table = solution.to_arrow()
    opened = pandas.read_parquet(folder)
    assert opened["value"].dropna().astype(int).sum() == sum(table["value"].to_pylist())
    of_polars = polars.read_parquet(f"{folder}/*.parquet")
    assert of_polars["value"].drop_nulls().cast(polars.Int64).sum() == sum(table["value"].to_pylist())
    counted = duckdb.sql(f"select count(value) from '{folder}/*.parquet'").fetchall()
    assert counted == [(solution.summary.solved,)]


# By lot


@pytest.mark.parametrize("text", few(GAMES, 5))
def test_a_sample_is_of_different_positions(text: str, store: Path) -> None:
    game = zermelo.game(text)
    for solution in kept(game, store):
        total = sum(len(set(images)) for images in classes_of(solution))
        for count in (0, 1, total // 3, total, total + 5):
            found = solution.sample(count, seed=3)
            listed = [tuple(each) if isinstance(each, list) else each for each in found.positions.tolist()]
            assert len(set(listed)) == len(listed) == min(count, total)
            assert found.known.all()
            assert found.positions.tolist() == solution.sample(count, seed=3).positions.tolist()


def classes_of(solution: Solution) -> list[list[Any]]:
    """Each class's positions."""
    game: Any = solution.game
    found = []
    for where, _, _ in as_rows(solution.to_arrow()):
        found.append([where, *game.symmetries(where)] if hasattr(game, "symmetries") else [where])
    return found


def test_every_position_is_as_likely_as_any_other() -> None:
    """Drawn 100 times 50 of 5,478, and compared by chi-square with 5,477 degrees of freedom."""
    solution = zermelo.solve("tic_tac_toe")
    counts = Counter[int]()
    for seed in range(100):
        counts.update(solution.sample(50, seed=seed).positions.tolist())
    expected = 100 * 50 / 5478
    every = solution.sample(5478).positions.tolist()
    assert len(every) == 5478
    statistic = sum((counts[where] - expected) ** 2 / expected for where in every)
    assert abs(statistic - 5477) < 5 * (2 * 5477) ** 0.5
    assert counts.total() == 5_000


def test_small_classes_are_not_drawn_more_often() -> None:
    solution = zermelo.solve("tic_tac_toe")
    sizes = {where: len(set(images)) for images in classes_of(solution) for where in images}
    drawn = [
        sizes[where] for seed in range(40) for where in solution.sample(100, seed=seed).positions.tolist()
    ]
    share = sum(size == 8 for size in drawn) / len(drawn)
    truth = sum(size == 8 for size in sizes.values()) / len(sizes)
    assert abs(share - truth) < 5 * (truth * (1 - truth) / len(drawn)) ** 0.5


def test_strata_have_the_same_numbers() -> None:
    solution = zermelo.solve("tic_tac_toe")
    by_value = solution.sample(90, by="value", seed=1)
    assert Counter(by_value.values.tolist()) == {-1: 30, 0: 30, 1: 30}
    by_remoteness = solution.sample(40, by="remoteness", seed=1)
    counts = Counter(by_remoteness.remoteness.tolist())
    assert set(counts) == set(range(10)) and counts[9] == 1 and counts[2] == 4
    endless = zermelo.solve("dao(size=3)").sample(30, by="remoteness")
    assert (endless.remoteness == -1).any() and (endless.remoteness >= 0).any()


def test_values_alone_can_be_drawn(store: Path) -> None:
    game = RandomIndex(seed=1)
    zermelo.solve(game, store=store, values_only=True)
    found = zermelo.open(game, store).sample(10, by="value")
    assert len(found) == 10 and (found.remoteness == -1).all()


class Sparse(Countdown, PerfectIndex):
    """A perfect index in which one number of 600 has a position."""

    heap: int = 5

    @property
    def size(self) -> int:
        return 4000

    def rank(self, position: int) -> int:
        return position * 600 if 0 <= position <= 6 else -1

    def unrank(self, index: int) -> int:
        return index // 600 if index % 600 == 0 else -1


def test_more_than_there_are_of_an_index_with_few_positions() -> None:
    """It ends: so few of the numbers that are drawn have a position that in the end all are looked at."""
    solution = zermelo.solve(Sparse(), interpreted=True)
    for count in (3, 7, 20):
        found = solution.sample(count)
        assert len(found) == len(set(found.positions.tolist())) == min(count, 7)


def test_what_cannot_be_drawn_is_said() -> None:
    solution = zermelo.solve("subtraction(heap=9)")
    for seed in (-1, 1.5, "seed"):
        with pytest.raises(BadParameter, match="seed="):
            solution.sample(3, seed=seed)  # type: ignore[arg-type]
    assert len(solution.sample(np.int64(3), seed=np.uint8(1))) == 3  # type: ignore[arg-type]
    for untimed in (zermelo.solve("pig(target=12)"), zermelo.solve(RandomIndex(seed=1), values_only=True)):
        with pytest.raises(BadParameter, match="no remoteness"):
            untimed.sample(3, by="remoteness")
    wrong: Any
    for wrong in (-1, 2.5, True):
        with pytest.raises(BadParameter):
            solution.sample(wrong)
        with pytest.raises(BadParameter):
            next(solution.scan(wrong) if wrong is not True else solution.scan(0))
    with pytest.raises(BadParameter, match="remoteness"):
        solution.sample(3, by="colour")  # type: ignore[arg-type]
    assert np.array_equal(np.sort(solution.sample(99).positions), np.arange(10))

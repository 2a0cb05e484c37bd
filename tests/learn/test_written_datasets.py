"""Data sets on disk: every row is what the solution, the encoding and single answers say."""

import json
from itertools import product
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pandas
import polars
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from support.commands import check_refusal, runner
from support.marks import few

import zermelo
from zermelo.core.errors import BadParameter
from zermelo.learn.datasets import parquet_dataset
from zermelo.learn.datasets.parquet_dataset import write_dataset
from zermelo.learn.encoding.game_encoding import make_encoding

GAMES = [
    "pong_hau_ki",
    "dots_and_boxes(columns=2, rows=1)",
    "stochastic_nim(heaps=(2, 3))",
    "cutcake",
    "jealous_husbands",
    "tic_tac_toe",
]


TRIED = [*product([True], GAMES[:-1]), (False, GAMES[0])]  # the others in long runs
CASES = sorted(product([True, False], GAMES), key=lambda case: case not in TRIED)


def read(folder: Path) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = pa.concat_tables(
        pq.read_table(file) for file in sorted((folder / "data").iterdir())
    ).to_pylist()
    return rows


@pytest.mark.parametrize(("planes", "text"), few(CASES, len(TRIED)))
def test_rows_say_what_single_answers_say(text: str, planes: bool, tmp_path: Path) -> None:
    solution = zermelo.solve(text)
    game, encoding = solution.game, make_encoding(solution.game, planes=planes)
    written = write_dataset(solution, tmp_path / "set", planes=planes)
    rows = read(tmp_path / "set")
    assert len(rows) == written.positions == solution.summary.solved and written.shape == encoding.shape
    for row in rows[:: 1 + len(rows) // 60]:
        where = tuple(row["position"]) if isinstance(row["position"], list) else row["position"]
        answer = solution.value(where)
        assert row["value"] == pytest.approx(answer.value)
        assert row["remoteness"] == (answer.remoteness if answer.is_timed else None)
        assert np.array_equal(np.reshape(row["features"], encoding.shape), encoding.observe(where))
        own = (
            {encoding.number_of_move[each.move]: each for each in solution.moves(where)}
            if encoding.number_of_move
            else {}
        )
        assert row["moves"] is not None and set(row["moves"]) == set(own)
        best = {each.move for each in solution.best(where)}
        for number, value, plies, is_best in zip(
            row["moves"], row["move_values"], row["move_remoteness"], row["best"], strict=True
        ):
            assert value == pytest.approx(own[number].answer.value)
            assert plies == (own[number].answer.remoteness if own[number].answer.is_timed else None)
            assert is_best == (own[number].move in best)
        assert game == solution.game


def test_many_small_parts_and_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    solution = zermelo.solve("tic_tac_toe")
    write_dataset(solution, tmp_path / "one", count=250)
    for name, number in (("ROWS_OF_A_FILE", 100), ("FEATURES_AT_ONCE", 1), ("FEWEST", 10)):
        monkeypatch.setattr(parquet_dataset, name, number)
    written = write_dataset(solution, tmp_path / "many", count=250)
    assert written.files == 3 and read(tmp_path / "many") == read(tmp_path / "one")


def test_other_programs_read_it(tmp_path: Path) -> None:
    write_dataset(zermelo.solve("tic_tac_toe"), tmp_path / "set", count=500, by="value", seed=4)
    folder = str(tmp_path / "set" / "data")
    frame, table = pandas.read_parquet(folder), polars.read_parquet(folder)
    assert len(frame) == len(table) == 500
    assert frame["value"].value_counts().to_dict() == {-1: 167, 0: 167, 1: 166}
    moved = duckdb.sql(f"select sum(len(moves)) from '{folder}/*.parquet'").fetchall()[0][0]
    assert moved == sum(map(len, frame["moves"])) == table["moves"].list.len().sum()
    metadata = pq.read_schema(f"{folder}/part-00000.parquet").metadata
    assert json.loads(metadata[b"shape"]) == [6, 3, 3] and b"tic_tac_toe" in metadata[b"game"]


def test_the_card_tells_what_stands_there(tmp_path: Path) -> None:
    write_dataset(zermelo.solve("tic_tac_toe"), tmp_path / "set")
    card = (tmp_path / "set" / "README.md").read_text(encoding="utf-8")
    for said in ("765 positions in 1 file", "draw in 9", "| 0 | the mover's cross |", "`move_values`"):
        assert said in card
    columns = pq.read_schema(tmp_path / "set" / "data" / "part-00000.parquet").names
    assert all(f"`{name}`" in card for name in columns)
    values = [row["value"] for row in read(tmp_path / "set")]
    assert f"{sum(value > 0 for value in values):,} above 0" in card


def test_a_folder_that_holds_something_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "set").mkdir()
    (tmp_path / "set" / "mine.txt").write_text("mine")
    solution = zermelo.solve("subtraction(heap=5)")
    with pytest.raises(BadParameter, match="holds something"):
        write_dataset(solution, tmp_path / "set")
    with pytest.raises(BadParameter, match="holds something"):
        write_dataset(solution, tmp_path / "set" / "mine.txt")
    assert (tmp_path / "set" / "mine.txt").read_text() == "mine"
    with pytest.raises(BadParameter, match="encoding"):
        write_dataset(solution, tmp_path / "other", encoding=make_encoding(zermelo.game("tic_tac_toe")))


@pytest.mark.parametrize("wrong", [{"by": "value"}, {"count": 0}, {"count": 3, "seed": -1}])
def test_what_says_nothing_is_refused(wrong: Any, tmp_path: Path) -> None:
    with pytest.raises(BadParameter):
        write_dataset(zermelo.solve("subtraction(heap=5)"), tmp_path / "set", **wrong)
    assert not (tmp_path / "set").exists()


def test_the_command(capsys: Any, tmp_path: Path, store: Path) -> None:
    command = runner(capsys)
    where = ["tic_tac_toe", "--store", str(store), "--output", str(tmp_path / "set")]
    ran = command("dataset", *where, "--sample", "40", "--by", "remoteness", "--flat")  # one alone is 9 plies
    assert ran.status == 0 and ran.out == f"37 positions of shape [20] written to {tmp_path / 'set'}\n"
    assert "with seed 0" in (tmp_path / "set" / "README.md").read_text(encoding="utf-8")
    check_refusal(command("dataset", *where), 2, "new or empty")
    check_refusal(
        command("dataset", *where[:4], str(tmp_path / "b"), "--sample", "4", "--by", "size"), 2, "remoteness"
    )

"""A solution as a data set: every record once, as the solution says it, with any number of workers."""

import sys
from functools import cache
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import torch
from made.hashable_games import Word
from support.marks import few
from torch.utils.data import DataLoader

import zermelo
from zermelo.core.errors import BadParameter, MissingExtra
from zermelo.core.rule_queries import chances_at, moves_at
from zermelo.learn.datasets import torch_dataset
from zermelo.learn.datasets.torch_dataset import SolvedPositions, SolvedStream

GAMES = (
    "tic_tac_toe",
    "kalah(houses=2, seeds=2)",  # points
    "pong_hau_ki",  # play without end
    "cutcake(columns=2, rows=3)",  # tuples
    "pig(target=6)",  # dice
    "river_crossing",
    "lights_out(columns=2, rows=2)",  # a perfect index
)


def records_of(solution: Any) -> list[Any]:
    """The recorded positions, one of each class."""
    found = []
    for tier in range(solution.records.tier_count):
        for each in solution.records.read_tier_block(tier).positions.tolist():
            found.append(each if solution.records.words is None else solution.records.words.unpack(each))
    return found


def decides(game: Any, position: Any) -> bool:
    return not chances_at(game, position) and bool(moves_at(game, position))


def check_item(solution: Any, encoding: Any, position: Any, item: Any) -> None:
    answer = solution.value(position)
    assert np.array_equal(item.seen.numpy(), encoding.observe(position))
    assert item.value.item() == pytest.approx(answer.value, abs=1e-6)  # float32
    assert item.remoteness.item() == (-1 if answer.remoteness is None else answer.remoteness)
    best = {encoding.moves_by_number[number] for number in np.flatnonzero(item.best.numpy())}
    assert best == {each.move for each in solution.best(position)}
    assert (item.seen.dtype, item.value.dtype) == (torch.float32, torch.float32)
    assert (item.remoteness.dtype, item.best.dtype) == (torch.int64, torch.bool)


@cache
def tic_tac_toe() -> Any:
    return zermelo.solve("tic_tac_toe")


@pytest.mark.parametrize(("ends", "text"), few(product([True, False], GAMES), len(GAMES) + 1))
def test_every_record_is_an_item(text: str, ends: bool) -> None:
    solution = zermelo.solve(text)
    game = solution.game
    expected = [each for each in records_of(solution) if ends or decides(game, each)]
    dataset = SolvedPositions(solution, ends=ends)
    assert [dataset.position(index) for index in range(len(dataset))] == expected
    stream = list(SolvedStream(solution, ends=ends, encoding=dataset.encoding))
    assert len(stream) == len(dataset) == len(expected)
    for index, position in list(enumerate(expected))[:: 1 + len(expected) // 200]:
        check_item(solution, dataset.encoding, position, dataset[index])
        check_item(solution, dataset.encoding, position, stream[index])
    assert torch.equal(dataset[-1].seen, dataset[len(dataset) - 1].seen)
    for index in (len(dataset), -len(dataset) - 1):
        with pytest.raises(IndexError, match="none in place"):
            dataset[index]


def test_a_stream_holds_one_row_group(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many records a tier has: so many positions are looked up together, and none twice."""
    monkeypatch.setattr("zermelo.solver.solution_files.parquet_tables.ROW_GROUP", 8)
    monkeypatch.setattr("zermelo.solver.records.record_batches.ROW_GROUP", 8)
    zermelo.solve("tic_tac_toe", store=tmp_path)
    asked: list[int] = []
    plain = torch_dataset.lookup

    def noting(solution: Any, positions: Any, **named: Any) -> Any:
        asked.append(len(positions))
        return plain(solution, positions, **named)

    monkeypatch.setattr(torch_dataset, "lookup", noting)
    for solution in (zermelo.open("tic_tac_toe", tmp_path), tic_tac_toe()):
        asked.clear()
        stream = SolvedStream(solution, ends=True)
        assert sum(1 for _ in stream) == sum(asked) == 765 and max(asked) == 8
        asked.clear()
        items = [item for worker in range(3) for item in stream_of(stream, worker, 3, monkeypatch)]
        assert len(items) == sum(asked) == 765


def stream_of(stream: SolvedStream, worker: int, of: int, patch: pytest.MonkeyPatch) -> list[Any]:
    """What one of several workers gives."""
    info = SimpleNamespace(id=worker, num_workers=of)
    with patch.context() as mine:
        mine.setattr(torch_dataset, "get_worker_info", lambda: info)
        return list(stream)


def test_a_sample_is_even_and_the_same_for_a_seed() -> None:
    solution = tic_tac_toe()
    whole = SolvedPositions(solution)
    encoding = whole.encoding

    def drawn(seed: int) -> list[Any]:
        sample = SolvedPositions(solution, sample=100, seed=seed, encoding=encoding)
        return [sample.position(index) for index in range(len(sample))]

    assert drawn(1) == drawn(1) != drawn(2)
    assert len(set(drawn(1))) == 100
    known = [whole.position(index) for index in range(len(whole))]
    met = dict.fromkeys(known, 0)
    for seed in range(40):
        for position in drawn(seed):
            met[position] += 1
    expected = 40 * 100 / 627  # 6.4, spread sqrt(6.4 * (1 - 100 / 627)) = 2.3
    assert max(abs(count - expected) for count in met.values()) < 6 * 2.3
    assert len(SolvedPositions(solution, sample=10_000, encoding=encoding)) == 627


@pytest.mark.parametrize(("workers", "planes"), few([(2, False), (0, True), (0, False), (2, True)], 2))
def test_loaders_give_everything_once(workers: int, planes: bool) -> None:
    solution = tic_tac_toe()
    dataset = SolvedPositions(solution, planes=planes)
    stream = SolvedStream(solution, encoding=dataset.encoding)
    expected = sorted(item.seen.numpy().tobytes() for item in stream)
    for source, shuffle in ((dataset, True), (stream, None)):
        seen: list[bytes] = []
        for batch in DataLoader(source, batch_size=100, shuffle=shuffle, num_workers=workers):
            assert batch.seen.shape[1:] == dataset.encoding.shape
            assert batch.best.shape == (len(batch.value), dataset.encoding.choices)
            assert batch.best.any(1).all()
            seen += [each.numpy().tobytes() for each in batch.seen]
        assert sorted(seen) == expected


def test_files_and_values_alone(tmp_path: Path) -> None:
    solution = zermelo.solve("lights_out(columns=2, rows=2)", store=tmp_path)
    kept = zermelo.open(solution.directory)
    assert len(SolvedPositions(kept)) == len(SolvedPositions(solution)) > 10
    alone = zermelo.solve("lights_out(columns=2, rows=2)", values_only=True)
    valued = SolvedPositions(alone)
    assert len(valued) == len(SolvedPositions(solution))
    for index in range(len(valued)):
        check_item(alone, valued.encoding, valued.position(index), valued[index])
    hashed = zermelo.solve(Word(), interpreted=True)
    items = SolvedPositions(hashed)
    for index in range(len(items)):
        check_item(hashed, items.encoding, items.position(index), items[index])


def test_refusals(monkeypatch: pytest.MonkeyPatch) -> None:
    solution = zermelo.solve("nim(heaps=(1, 2))")
    with pytest.raises(BadParameter, match="sample=0 takes no position"):
        SolvedPositions(solution, sample=0)
    with pytest.raises(BadParameter, match="has no values of positions"):
        SolvedStream(zermelo.solve("strike"))  # type: ignore[arg-type]  # that is the test
    with pytest.raises(BadParameter, match="the encoding is of tic_tac_toe"):
        SolvedPositions(solution, encoding=SolvedPositions(tic_tac_toe()).encoding)
    monkeypatch.setitem(sys.modules, "torch", None)
    monkeypatch.delitem(sys.modules, "zermelo.learn.datasets.torch_dataset")
    with pytest.raises(
        MissingExtra, match="data sets need PyTorch, which is not installed: pip install torch"
    ):
        __import__("zermelo.learn.datasets.torch_dataset")

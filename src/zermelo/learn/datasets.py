"""A solved game as a data set for PyTorch: what is seen, the value, the remoteness, the perfect moves.

`SolvedPositions` is map-style: it knows each position by its place among the records, or among a sample of
them that is drawn evenly, the same for the same seed. `SolvedStream` goes through all records in their
order, one tier of them in memory at a time. Both give one position of each symmetry class, as the records
have it, and leave out those where nobody is to move, unless asked.

Perfect moves of a large solution are asked of it in memory, by a kernel, where it fits the `budget` and the
rules compile; else of its records one by one, in Python, which is slower by far.

PyTorch is not part of an extra: `pip install torch`, as the README has it.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from zermelo.core.budget import Budget
from zermelo.core.errors import BadParameter, CannotCompile, MissingExtra
from zermelo.core.game import Position
from zermelo.core.rules import moves_at
from zermelo.core.values import NO_END, UNTIMED
from zermelo.learn.as_arrays import Encoding, make_encoding
from zermelo.learn.at_once import Judge, find_judge, program_of
from zermelo.learn.course import throws_at
from zermelo.learn.truths import NO_REMOTENESS, check_solution, truth_at
from zermelo.query.solution import Solution
from zermelo.solution.ranked import RankedRecords
from zermelo.solution.records import Block

try:
    import torch
    from torch.utils.data import Dataset, IterableDataset, get_worker_info
except ImportError as error:
    raise MissingExtra("data sets need PyTorch, which is not installed: pip install torch") from error

TOGETHER = 1024  # positions that are encoded at once
FEW = 10_000  # records of which perfect moves are found in Python before a kernel is compiled

Array = npt.NDArray[Any]


class SolvedItem(NamedTuple):
    """One position, as tensors.

    `seen` [*encoding.shape] float32; `value` float32, the mover's; `remoteness` int64, -1 where there is
    none; `best` [choices] bool, the perfect moves.
    """

    seen: Any
    value: Any
    remoteness: Any
    best: Any


class SolvedPositions(Dataset):  # type: ignore[misc]  # PyTorch is not asked for its types
    """The positions of a solution as a map-style data set: `dataset[i]` is a `SolvedItem`.

    `sample` takes so many different records, drawn evenly with `seed`; else all of them are taken. `encoding`
    is made by `make_encoding(game, planes=planes)` unless given. `ends` keeps positions in which play is over
    or dice decide, too: their `best` is empty. Works with a `DataLoader` of any number of workers.

    Raises `BadParameter`, `MissingExtra` without PyTorch.

    >>> import zermelo
    >>> dataset = SolvedPositions(zermelo.solve("subtraction(heap=5)"))
    >>> [(dataset.position(i), dataset[i].value.item()) for i in range(len(dataset))]
    [(1, 1.0), (5, 1.0), (4, -1.0), (2, 1.0), (3, 1.0)]
    """

    def __init__(
        self,
        solution: Solution,
        *,
        sample: int | None = None,
        seed: int = 0,
        encoding: Encoding | None = None,
        planes: bool = False,
        ends: bool = False,
        budget: Budget | None = None,
    ) -> None:
        self.solution, self.encoding = solution, _encoding_for(solution, encoding, planes)
        if sample is not None and sample < 1:
            raise BadParameter(f"sample={sample!r} takes no position: give at least 1, or None for all")
        kept = [_kept(solution, tier, ends) for tier in range(solution.records.tiers)]
        total = sum(kept)
        chosen = np.arange(total)
        if sample is not None and sample < total:
            chosen = np.sort(np.random.default_rng(seed).choice(total, sample, replace=False))
        blocks, begin = [], 0
        for tier, count in enumerate(kept):
            mine = chosen[(chosen >= begin) & (chosen < begin + count)] - begin
            if len(mine):
                blocks.append(Block(*(column[mine] for column in _records(solution, tier, ends))))
            begin += count
        self.columns = _joined(blocks)
        self._judge = _judge_of(solution, self.encoding, budget)

    def __len__(self) -> int:
        return len(self.columns.values)

    def __getitem__(self, index: int) -> SolvedItem:
        if not -len(self) <= index < len(self):
            raise IndexError(f"there are {len(self):,} positions, and none in place {index}")
        return self.__getitems__([index])[0]

    def __getitems__(self, indexes: list[int]) -> list[SolvedItem]:
        """Return several items, encoded together: what a `DataLoader` asks for a batch."""
        which = np.asarray(indexes, np.int64)
        block = Block(*(column[which] for column in self.columns))
        return _items(self.solution, self.encoding, self._judge, block)

    def position(self, index: int) -> Position:
        """Return the position of an item, as the game has it."""
        return _positions(self.solution, self.columns.positions[index : index + 1])[0]


class SolvedStream(IterableDataset):  # type: ignore[misc]  # PyTorch is not asked for its types
    """All positions of a solution as `SolvedItem`s, in the order of its records, a tier in memory at a time.

    Workers of a `DataLoader` share the records among themselves: each position comes once.

    >>> import zermelo
    >>> sum(1 for _ in SolvedStream(zermelo.solve("tic_tac_toe"), ends=True))
    765
    """

    def __init__(
        self,
        solution: Solution,
        *,
        encoding: Encoding | None = None,
        planes: bool = False,
        ends: bool = False,
        budget: Budget | None = None,
    ) -> None:
        self.solution, self.encoding = solution, _encoding_for(solution, encoding, planes)
        self.ends = ends
        self._judge = _judge_of(solution, self.encoding, budget)

    def __iter__(self) -> Iterator[SolvedItem]:
        worker = get_worker_info()
        mine, of = (0, 1) if worker is None else (worker.id, worker.num_workers)
        number = 0
        for tier in range(self.solution.records.tiers):
            block = _records(self.solution, tier, self.ends)
            for begin in range(0, len(block.values), TOGETHER):
                if number % of == mine:
                    part = slice(begin, begin + TOGETHER)
                    rows = Block(*(column[part] for column in block))
                    yield from _items(self.solution, self.encoding, self._judge, rows)
                number += 1


def _encoding_for(solution: Solution, encoding: Encoding | None, planes: bool) -> Encoding:
    if not isinstance(solution, Solution):
        raise BadParameter(
            f"solution={solution!r} has no values of positions: give what zermelo.solve returns"
        )
    encoding = make_encoding(solution.game, planes=planes) if encoding is None else encoding
    check_solution(encoding, solution)
    return encoding


def _kept(solution: Solution, tier: int, ends: bool) -> int:
    """Return how many records of a tier are taken."""
    return solution.records.count(tier) if ends else len(_records(solution, tier, ends).values)


def _records(solution: Solution, tier: int, ends: bool) -> Block:
    """Return the records of a tier, without those where nobody is to move unless `ends`."""
    records = solution.records
    if isinstance(records, RankedRecords) and records.answers.values_only:
        positions, values = records.valued(tier)
        block = Block(positions, values, np.full(len(values), UNTIMED, np.int32))
    else:
        block = records.block(tier)
    if ends:
        return block
    if (block.remoteness == UNTIMED).any():  # so the rules are asked
        decides = [_decides(solution, each) for each in _positions(solution, block.positions)]
        kept = np.array(decides, np.bool_)
    else:
        kept = block.remoteness != 0
    return Block(*(column[kept] for column in block))


def _decides(solution: Solution, position: Position) -> bool:
    """Return whether somebody is to move."""
    return not throws_at(solution.game, position) and bool(moves_at(solution.game, position))


def _joined(blocks: list[Block]) -> Block:
    if not blocks:
        return Block(np.empty(0, np.int64), np.empty(0, np.int16), np.empty(0, np.int32))
    return Block(*(np.concatenate(columns) for columns in zip(*blocks, strict=True)))


def _positions(solution: Solution, column: Array) -> list[Position]:
    """Return positions as the game has them, of a column of records."""
    words = solution.records.words
    return [each if words is None else words.unpack(each) for each in column.tolist()]


def _judge_of(solution: Solution, encoding: Encoding, budget: Budget | None) -> Judge | None:
    """Return who is asked for perfect moves, None where the solution is asked one by one, in Python.

    He is asked once, so that kernels are compiled before workers are made.
    """
    records = solution.records
    if sum(records.count(tier) for tier in range(records.tiers)) < FEW:
        return None
    try:
        judge = find_judge(encoding, solution, program_of(solution.game), budget)
    except CannotCompile:
        return None
    if judge is None or judge.program.words != records.words:
        return None
    judge.of(np.zeros(1, np.int64), np.zeros(1, np.bool_))
    return judge


def _items(solution: Solution, encoding: Encoding, judge: Judge | None, block: Block) -> list[SolvedItem]:
    """Return records as items, encoded together."""
    positions = _positions(solution, block.positions)
    seen = torch.from_numpy(np.ascontiguousarray(encoding.observer.see_all(positions)))
    remoteness = block.remoteness.astype(np.int64)
    remoteness[(remoteness == NO_END) | (remoteness == UNTIMED)] = NO_REMOTENESS
    best = _best(solution, encoding, judge, block, positions)
    values, plies = torch.from_numpy(block.values.astype(np.float32)), torch.from_numpy(remoteness)
    return list(map(SolvedItem, seen, values, plies, torch.from_numpy(best)))


def _best(
    solution: Solution, encoding: Encoding, judge: Judge | None, block: Block, positions: list[Position]
) -> npt.NDArray[np.bool_]:
    """Return the perfect moves of records: [records, choices]."""
    best = np.zeros((len(positions), encoding.choices), np.bool_)
    if judge is not None:
        deciding = block.remoteness != 0
        for number in np.flatnonzero(block.remoteness == UNTIMED).tolist():
            deciding[number] = _decides(solution, positions[number])
        best[:] = judge.of(block.positions.astype(np.int64), deciding)["best"]
        return best
    for row, position in zip(best, positions, strict=True):
        if _decides(solution, position):
            row[:] = truth_at(solution, encoding, position)["best"]
    return best

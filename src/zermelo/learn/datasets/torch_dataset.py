"""A solved game as a data set for PyTorch: observations, values, remoteness, perfect moves.

`SolvedPositions` is map-style: it indexes positions by their place among the records, or among a sample of
them that is drawn evenly, the same for the same seed. It looks up all positions once, together, and keeps the
results as arrays. `SolvedStream` yields all records in order and keeps nothing: it looks up one row group at
a time. Both give one position of each symmetry class, the one in the records. Positions where nobody is to
move are left out unless requested.

PyTorch is not part of an extra: `pip install torch`, as in the README.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from zermelo.core.arguments import is_count
from zermelo.core.budget import Budget
from zermelo.core.errors import BadParameter, MissingExtra
from zermelo.core.game import Position
from zermelo.core.rule_queries import chances_at, moves_at
from zermelo.core.values import UNTIMED
from zermelo.learn.datasets.labels import number_moves
from zermelo.learn.encoding.encoding_check import use_or_make_encoding
from zermelo.learn.encoding.game_encoding import GameEncoding
from zermelo.solution.lookup.batch_lookup import lookup
from zermelo.solution.lookup.position_arrays import as_object_array, positions_as_python
from zermelo.solution.solution import Solution
from zermelo.solver.records.record_batches import iterate_record_batches
from zermelo.solver.records.solution_records import RecordBlock

try:
    import torch
    from torch.utils.data import Dataset, IterableDataset, get_worker_info
except ImportError as error:
    raise MissingExtra("data sets need PyTorch, which is not installed: pip install torch") from error

TOGETHER = 1024  # positions encoded at once
AT_ONCE = 1 << 18  # and looked up with their moves: the results need a hundred times the memory

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


class SolvedPositions(Dataset):  # type: ignore[misc]  # PyTorch's types are not checked
    """The positions of a solution as a map-style data set of PyTorch: `dataset[i]` is one position.

    An item has the tensors `seen` [*encoding.shape] float32; `value` float32, the mover's; `remoteness`
    int64, -1 where there is none; `best` [choices] bool, the perfect moves. The data set works with a
    `DataLoader` of any number of workers.

    Parameters
    ----------
    solution : Solution
        A solved game.
    sample : int, optional
        Number of different records to draw with equal probability; None takes all.
    seed : int
        Seed of the random numbers.
    encoding : GameEncoding, optional
        Encoding to use instead of `make_encoding(game, planes=planes)`.
    planes : bool
        Whether observations are planes of the board; else they are flat rows.
    ends : bool
        Whether to keep positions in which play is over or dice decide: their `best` is empty.
    budget : Budget, optional
        Limits of memory, progress and cancellation.

    Raises
    ------
    BadParameter
        If a parameter is out of its range.
    MissingExtra
        If PyTorch is not installed.

    Examples
    --------
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
        encoding: GameEncoding | None = None,
        planes: bool = False,
        ends: bool = False,
        budget: Budget | None = None,
    ) -> None:
        self.solution, self.encoding = solution, _make_encoding_of_solution(solution, encoding, planes)
        if sample is not None and not is_count(sample, 1):
            raise BadParameter(f"sample={sample!r} takes no position: give at least 1, or None for all")
        if not is_count(seed, 0):
            raise BadParameter(f"seed={seed!r} is none: give a whole number from 0")
        self._known = _look_up_in_portions(
            self.encoding, solution, _choose_positions(solution, sample, seed, ends=ends), budget
        )

    def __len__(self) -> int:
        return len(self._known.values)

    def __getitem__(self, index: int) -> SolvedItem:
        if not -len(self) <= index < len(self):
            raise IndexError(f"there are {len(self):,} positions, and none in place {index}")
        return self.__getitems__([index])[0]

    def __getitems__(self, indexes: list[int]) -> list[SolvedItem]:
        """Return several items, encoded together, for a batch of a `DataLoader`."""
        return _make_items(self.encoding, self._known, np.asarray(indexes, np.int64))

    def position(self, index: int) -> Position:
        """Return the position of an item.

        Parameters
        ----------
        index : int
            Index of the item.

        Returns
        -------
        Position
            The position, in the game's form.
        """
        return positions_as_python(self._known.positions[index : index + 1])[0]


class SolvedStream(IterableDataset):  # type: ignore[misc]  # PyTorch's types are not checked
    """All positions of a solution as an iterable data set of PyTorch, a row group of records at a time.

    Items are those of `SolvedPositions`, in the order of the records. Workers of a `DataLoader` share the row
    groups: each position is yielded once.

    Parameters
    ----------
    solution : Solution
        A solved game.
    encoding, planes, ends, budget : Any
        As in `SolvedPositions`.

    Examples
    --------
    >>> import zermelo
    >>> sum(1 for _ in SolvedStream(zermelo.solve("tic_tac_toe"), ends=True))
    765
    """

    def __init__(
        self,
        solution: Solution,
        *,
        encoding: GameEncoding | None = None,
        planes: bool = False,
        ends: bool = False,
        budget: Budget | None = None,
    ) -> None:
        self.solution, self.encoding = solution, _make_encoding_of_solution(solution, encoding, planes)
        self.ends, self.budget = ends, budget

    def __iter__(self) -> Iterator[SolvedItem]:
        worker = get_worker_info()
        mine, of = (0, 1) if worker is None else (worker.id, worker.num_workers)
        for positions in _iterate_worker_positions(self.solution, ends=self.ends, mine=mine, of=of):
            known = _look_up_in_portions(self.encoding, self.solution, positions, self.budget)
            for begin in range(0, len(positions), TOGETHER):
                yield from _make_items(
                    self.encoding, known, np.arange(len(positions))[begin : begin + TOGETHER]
                )


class _SolvedArrays(NamedTuple):
    """The data of n positions: those of `Found`, and the numbers of the perfect moves of each.

    The best moves of the i-th are `best[offsets[i]:offsets[i + 1]]`.
    """

    positions: Array
    values: Array
    remoteness: Array
    offsets: Array
    best: Array


def _make_encoding_of_solution(
    solution: Solution, encoding: GameEncoding | None, planes: bool
) -> GameEncoding:
    if not isinstance(solution, Solution):
        raise BadParameter(
            f"solution={solution!r} has no values of positions: give what zermelo.solve returns"
        )
    return use_or_make_encoding(solution.game, encoding, planes=planes)


def _iterate_worker_positions(
    solution: Solution, *, ends: bool, mine: int = 0, of: int = 1
) -> Iterator[Array]:
    """Yield the positions of this worker's parts of the records, one in `of`, in the form for `lookup`.

    Those where nobody is to move are left out unless `ends`.
    """
    words = solution.records.words
    for number, part in enumerate(iterate_record_batches(solution.records)):
        if number % of != mine:
            continue
        block = part.read()
        positions = block.positions
        if words is not None and positions.dtype != object:
            positions = words.unpack_all(positions)
        yield positions if ends else positions[_mark_decision_records(solution, block, positions)]


def _mark_decision_records(solution: Solution, block: RecordBlock, positions: Array) -> Array:
    """Return the records at which somebody is to move: [records] bool."""
    if (block.remoteness == UNTIMED).any():  # then the rules decide
        game = solution.game
        decides = [
            not chances_at(game, each) and bool(moves_at(game, each))
            for each in positions_as_python(positions)
        ]
        return np.array(decides, np.bool_)
    return np.asarray(block.remoteness != 0)


def _choose_positions(solution: Solution, sample: int | None, seed: int, *, ends: bool) -> Array:
    """Return the positions of all records, or of so many drawn evenly, in the order of the records."""
    if sample is None:
        return _concatenate_parts(list(_iterate_worker_positions(solution, ends=ends)))
    counts = [len(positions) for positions in _iterate_worker_positions(solution, ends=ends)]
    total = sum(counts)
    if sample >= total:
        return _concatenate_parts(list(_iterate_worker_positions(solution, ends=ends)))
    chosen = np.sort(np.random.default_rng(seed).choice(total, sample, replace=False))
    found, begin = [], 0
    for positions in _iterate_worker_positions(solution, ends=ends):
        low, high = np.searchsorted(chosen, (begin, begin + len(positions)))
        found.append(positions[chosen[low:high] - begin])
        begin += len(positions)
    return _concatenate_parts(found)


def _concatenate_parts(parts: list[Array]) -> Array:
    return np.concatenate(parts) if parts else as_object_array([])


def _look_up_in_portions(
    encoding: GameEncoding, solution: Solution, positions: Array, budget: Budget | None
) -> _SolvedArrays:
    """Return the data of a solution's positions, looked up in portions."""
    parts = []
    for begin in range(0, max(len(positions), 1), AT_ONCE):
        found = lookup(solution, positions[begin : begin + AT_ONCE], moves=True, budget=budget)
        moves = found.moves
        assert moves is not None
        before = np.concatenate(([0], np.cumsum(moves.best)))
        counts = np.diff(before[moves.offsets])
        best = number_moves(encoding, moves)[moves.best]
        parts.append((found.positions, found.values, found.remoteness, counts, best))
    wheres, values, remoteness, counts, best = (np.concatenate(column) for column in zip(*parts, strict=True))
    return _SolvedArrays(wheres, values, remoteness, np.concatenate(([0], np.cumsum(counts))), best)


def _make_items(encoding: GameEncoding, known: _SolvedArrays, which: Array) -> list[SolvedItem]:
    """Return the items at these indices, encoded together."""
    seen = encoding.observer.observe_all(positions_as_python(known.positions[which]))
    begins = known.offsets[:-1][which]
    counts = known.offsets[1:][which] - begins
    best = np.zeros((len(which), encoding.choices), np.bool_)
    rows = np.repeat(np.arange(len(which)), counts)
    places = np.arange(len(rows)) - np.repeat(np.cumsum(counts) - counts, counts) + np.repeat(begins, counts)
    best[rows, known.best[places]] = True
    columns = (
        np.ascontiguousarray(seen),
        known.values[which].astype(np.float32),
        known.remoteness[which].astype(np.int64),
        best,
    )
    return list(map(SolvedItem, *map(torch.from_numpy, columns)))

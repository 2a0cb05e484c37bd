"""The answers for many positions at once: values, remoteness and moves as arrays, and as an Arrow table."""

from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from zermelo.core.errors import BadParameter
from zermelo.core.game import Move
from zermelo.core.values import NO_END, UNTIMED, Answer
from zermelo.solution.lookup.position_arrays import positions_as_arrow, positions_as_python
from zermelo.solution.solution import Solution
from zermelo.solver.records.bulk_lookup import BulkAnswers

Column = npt.NDArray[Any]

NONE: Final = -1  # a remoteness that there is not
UNKNOWN_VALUE: Final = -(1 << 15)  # a value that is not known; with dice it is NaN


@dataclass(frozen=True, eq=False)
class LookupMoves:
    """The moves of many positions: those of the i-th lie from `offsets[i]` to `offsets[i + 1]`.

    offsets     [n + 1] int64; a position that is over, unknown, or where dice are thrown has none
    moves       [m], int64 or objects, in the order of the game
    positions   [m], what each leads to, as `Found.positions`
    values      [m], what each gives who makes it, as `Found.values`
    remoteness  [m] int32, counted from the position before it, as `Found.remoteness`
    best        [m] bool, whether perfect play makes it: value first, then remoteness
    """

    offsets: Column
    moves: Column
    positions: Column
    values: Column
    remoteness: Column
    best: Column

    def __len__(self) -> int:
        return len(self.moves)

    def moves_of(self, place: int) -> list[Move]:
        """Return the moves of one of the positions."""
        return self._slice_moves_of_place(place, self.moves)

    def best_moves_of(self, place: int) -> list[Move]:
        """Return the moves of perfect play at one of the positions."""
        begin, end = self.offsets[place : place + 2]
        return self._slice_moves_of_place(place, self.moves[begin:end][self.best[begin:end]], whole=True)

    def _slice_moves_of_place(self, place: int, column: Column, *, whole: bool = False) -> list[Move]:
        begin, end = (0, len(column)) if whole else self.offsets[place : place + 2]
        return column[begin:end].tolist()  # type: ignore[no-any-return]  # whatever the moves are


@dataclass(frozen=True, eq=False)
class LookupResult:
    """The answers of a solution for n positions, as arrays in the order in which they were asked for.

    positions   [n] int64, or [n, words] int64 where positions are tuples of integers, else [n] objects; -1 or
                None where what was given is none
    values      [n] int16, float64 with dice: the mover's; -32768 or NaN where it is not known
    remoteness  [n] int32, plies to the end; -1 where there is none: play need not end, or it was not kept
    known       [n] bool
    moves       every position's moves with what they give, where they were asked for
    """

    solution: Solution = field(repr=False)
    positions: Column
    values: Column
    remoteness: Column
    known: Column
    moves: LookupMoves | None = None

    def __len__(self) -> int:
        return len(self.values)

    def answer(self, place: int) -> Answer | None:
        """Return the answer of one position, as `Solution.value` does; None where it is not known."""
        if not self.known[place]:
            return None
        plies = int(self.remoteness[place])
        if plies == NONE:
            plies = UNTIMED if self.solution.is_untimed else NO_END
        return self.solution.answer_from_record(self.values[place].item(), plies)

    @property
    def best(self) -> list[list[Move]]:
        """The moves of perfect play at each position; `BadParameter` where moves were not asked for."""
        if self.moves is None:
            raise BadParameter("moves were not asked for: lookup(positions, moves=True)")
        return [self.moves.best_moves_of(place) for place in range(len(self))]

    def to_arrow(self) -> pa.Table:
        """Return position, value and remoteness as a table, null for what is not known or not there.

        With moves a column has the best of them by name, as a list.
        """
        columns = {
            "position": positions_as_arrow(self.positions),
            "value": pa.array(self.values, mask=~self.known),
            "remoteness": pa.array(self.remoteness, mask=self.remoteness == NONE),
        }
        if self.moves is not None:
            columns["best"] = pa.array(self._list_best_move_names(), pa.list_(pa.string()))
        return pa.table(columns)

    def _list_best_move_names(self) -> list[list[str]]:
        game = self.solution.game
        wheres = positions_as_python(self.positions)
        return [
            [game.name(where, move) for move in moves] for where, moves in zip(wheres, self.best, strict=True)
        ]


def mark_unknown_answers(found: BulkAnswers) -> tuple[Column, Column]:
    """Return values and remoteness as they are given out, what is not known marked."""
    missing = np.nan if found.values.dtype.kind == "f" else UNKNOWN_VALUE
    values = np.where(found.known, found.values, np.array(missing, found.values.dtype))
    timed = found.known & (found.remoteness < NO_END)
    return values, np.where(timed, found.remoteness, NONE).astype(np.int32)

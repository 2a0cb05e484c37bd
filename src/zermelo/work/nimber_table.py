"""The nimbers of all positions that play can reach, from one fold over the whole graph.

For games that are small enough to enumerate; the nimber of one position of a larger game is found by search,
in `theory.impartial`.
"""

from collections.abc import Iterator, Mapping

import numpy as np
import numpy.typing as npt

from zermelo.compiler import Program
from zermelo.core.budget import Budget
from zermelo.core.errors import UnknownPosition
from zermelo.core.game import Game, Position
from zermelo.core.positions import as_position
from zermelo.graph.enumeration import enumerate_tiers
from zermelo.graph.hashable import explore
from zermelo.graph.ordering import order_positions
from zermelo.graph.slices import Workers
from zermelo.kernels.folds import NIMBER
from zermelo.solvers.backward_induction import Question, solve_tiers
from zermelo.solvers.hashable import fold_hashable
from zermelo.storage.shelf import Shelf
from zermelo.theory.impartial.checking import check_impartial
from zermelo.trust.classes import representative
from zermelo.trust.faults import say_position
from zermelo.work.foresight import foreseeing
from zermelo.work.solving import checked_starts, ready_program


class NimberTable(Mapping[Position, int]):
    """Position -> nimber; one position of each symmetry class is kept, and every image is answered.

    Of games with integers or packed tuples `keys` [n] int64 are sorted, and `nimbers` [n] int32 stand beside
    them.
    """

    def __init__(
        self,
        game: Game,
        keys: npt.NDArray[np.int64],
        nimbers: npt.NDArray[np.int32],
        program: Program | None,
        others: dict[Position, int],
    ) -> None:
        self.game, self.keys_array, self.nimbers = game, keys, nimbers
        self._program, self._others = program, others
        self._least = representative(game)

    def __getitem__(self, position: Position) -> int:
        """Return a position's nimber; raises `UnknownPosition` where play cannot reach it."""
        position = as_position(self.game, position)
        least = self._least(position)
        if self._program is None:
            found = self._others.get(least)
        else:
            key = self._program.key(least)
            place = int(np.searchsorted(self.keys_array, key))
            is_here = place < len(self.keys_array) and self.keys_array[place] == key
            found = int(self.nimbers[place]) if is_here else None
        if found is None:
            where = say_position(self.game, position)
            raise UnknownPosition(
                f"{where} is not a position that {self.game!r} can reach: ask for its nimber alone"
            )
        return found

    def __iter__(self) -> Iterator[Position]:
        """Yield one position of each class."""
        if self._program is None:
            return iter(self._others)
        return map(self._program.position, self.keys_array.tolist())

    def __len__(self) -> int:
        """Return the number of classes."""
        return len(self._others) if self._program is None else len(self.keys_array)

    def __repr__(self) -> str:
        return f"nimbers of {self.game!r}, {len(self):,} classes of positions"


def find_nimbers(game: Game, budget: Budget | None = None, *, interpreted: bool | None = None) -> NimberTable:
    """Return the nimbers of all positions of an impartial game under normal play.

    Raises `MissingCapability` where the game is not impartial, `BadRules` where play does not end in the
    mover's loss, `LoopFound` where it need not end, `OutOfBudget`.

    >>> from zermelo.games.nim import Nim
    >>> table = find_nimbers(Nim(heaps=(2, 3)))
    >>> len(table), table[0b1110], table[0b1010]
    (12, 1, 0)
    """
    check_impartial(game)
    budget = budget or Budget()
    checked_starts(game)
    program = ready_program(game, interpreted)
    none = np.empty(0, np.int64)
    if program is None:
        graph = explore(game, foreseeing(game, None, budget))
        answers = fold_hashable(graph, Question(NIMBER), budget, game)
        others = {position: int(answers[place]) for place, position in enumerate(graph.positions)}
        return NimberTable(game, none, none.astype(np.int32), None, others)
    budget = foreseeing(game, program, budget)
    keys, nimbers = [none], [none.astype(np.int32)]
    with Workers(budget) as workers, Shelf(budget) as shelf:
        tiers = enumerate_tiers(program, shelf, workers)
        if tiers is None:
            shelf.clear()
            tiers = order_positions(program, shelf, workers)
        for solved in solve_tiers(tiers, Question(NIMBER), workers):
            keys.append(solved.keys.copy())
            nimbers.append(solved.answers.copy())
    found, worth = np.concatenate(keys), np.concatenate(nimbers)
    order = np.argsort(found)
    return NimberTable(game, found[order], worth[order], program, {})

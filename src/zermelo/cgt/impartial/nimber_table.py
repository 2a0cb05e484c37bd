"""The nimbers of all positions that play can reach, computed in one pass over the whole graph.

For games that are small enough to enumerate; the nimber of one position of a larger game is found by search,
in `cgt.impartial`.
"""

from collections.abc import Iterator, Mapping

import numpy as np
import numpy.typing as npt

from zermelo.cgt.impartial.impartial_check import check_impartial
from zermelo.cgt.impartial.nimber_finder import find_position_nimber, list_moves_to_nimber
from zermelo.compiler.guards.error_reports import describe_position
from zermelo.compiler.guards.starting_positions import list_checked_starts
from zermelo.compiler.guards.symmetry_classes import build_representative_function
from zermelo.compiler.kernel_binders import Program
from zermelo.core.budget import Budget, as_budget
from zermelo.core.errors import LoopFound, UnknownPosition
from zermelo.core.game import Game, Position, has
from zermelo.core.notation.position_codec import START
from zermelo.core.notation.position_input import as_position
from zermelo.core.rule_queries import moves_at
from zermelo.games.game_lookup import start_game_at_position
from zermelo.solver.graph.enumeration import enumerate_tiers
from zermelo.solver.graph.hashable_graph import build_hashable_graph
from zermelo.solver.graph.longest_path_tiers import build_tiers_by_longest_path
from zermelo.solver.graph.thread_slices import Workers
from zermelo.solver.kernels.position_folds import NIMBER
from zermelo.solver.methods.backward_induction import FoldQuestion, yield_solved_tiers
from zermelo.solver.methods.interpreted_induction import fold_hashable_graph
from zermelo.solver.plans.size_gate import add_size_gate_to_budget
from zermelo.solver.runs.graph_folds import make_fold_function
from zermelo.solver.runs.solve_game import choose_solve_program
from zermelo.solver.storage.array_store import ArrayStore


class NimberTable(Mapping[Position, int]):
    """Nimbers of all positions that play can reach; made by `find_nimbers`.

    A mapping from positions to nimbers. One position of each symmetry class is kept, and every image is
    answered.

    Parameters
    ----------
    game : Game
        Rules of the game.
    keys : int64 [n]
        Keys of the positions, sorted; empty where positions have no keys.
    nimbers : int32 [n]
        Nimbers of the positions.
    program : Program or None
        Compiled rules, which turn positions into keys.
    others : dict
        Nimbers by position, for positions without keys.
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
        self._least = build_representative_function(game)

    def __getitem__(self, position: Position) -> int:
        """Return a position's nimber; raises `UnknownPosition` where play cannot reach it."""
        position = as_position(self.game, position)
        least = self._least(position)
        if self._program is None:
            found = self._others.get(least)
        else:
            key = self._program.key_of_position(least)
            place = int(np.searchsorted(self.keys_array, key))
            is_here = place < len(self.keys_array) and self.keys_array[place] == key
            found = int(self.nimbers[place]) if is_here else None
        if found is None:
            where = describe_position(self.game, position)
            raise UnknownPosition(
                f"{where} is not a position that {self.game!r} can reach: ask for its nimber alone"
            )
        return found

    def __iter__(self) -> Iterator[Position]:
        """Yield one position of each class."""
        if self._program is None:
            return iter(self._others)
        return map(self._program.position_of_key, self.keys_array.tolist())

    def __len__(self) -> int:
        """Return the number of classes."""
        return len(self._others) if self._program is None else len(self.keys_array)

    def __repr__(self) -> str:
        return f"nimbers of {self.game!r}, {len(self):,} classes of positions"


def find_nimbers(game: Game, budget: Budget | None = None, *, interpreted: bool | None = None) -> NimberTable:
    """Compute the nimbers of all positions of an impartial game in normal play.

    Parameters
    ----------
    game : Game
        Rules of the game.
    budget : Budget, optional
        Limits of time and memory; by default there are none.
    interpreted : bool, optional
        Whether the rules are run as Python; by default they are compiled where possible.

    Returns
    -------
    NimberTable
        Mapping from positions to nimbers.

    Raises
    ------
    MissingCapability
        If the game is not impartial.
    BadRules
        If play does not end in the loss of the player to move.
    LoopFound
        If play may cycle.
    OutOfBudget
        If the game is too large.

    Examples
    --------
    >>> from zermelo.games.heaps.nim import Nim
    >>> table = find_nimbers(Nim(heaps=(2, 3)))
    >>> len(table), table[0b1110], table[0b1010]
    (12, 1, 0)
    """
    check_impartial(game)
    budget = budget or Budget()
    list_checked_starts(game)
    program = choose_solve_program(game, interpreted)
    none = np.empty(0, np.int64)
    if program is None:
        graph = build_hashable_graph(game, add_size_gate_to_budget(game, None, budget))
        answers = fold_hashable_graph(graph, FoldQuestion(NIMBER), budget, game)
        others = {position: int(answers[place]) for place, position in enumerate(graph.positions)}
        return NimberTable(game, none, none.astype(np.int32), None, others)
    budget = add_size_gate_to_budget(game, program, budget)
    keys, nimbers = [none], [none.astype(np.int32)]
    with Workers(budget) as workers, ArrayStore(budget) as array_store:
        tiers = enumerate_tiers(program, array_store, workers)
        if tiers is None:
            array_store.clear()
            tiers = build_tiers_by_longest_path(program, array_store, workers)
        for solved in yield_solved_tiers(tiers, FoldQuestion(NIMBER), workers):
            keys.append(solved.keys.copy())
            nimbers.append(solved.answers.copy())
    found, worth = np.concatenate(keys), np.concatenate(nimbers)
    order = np.argsort(found)
    return NimberTable(game, found[order], worth[order], program, {})


def nimber(
    game_or_text: Game | str,
    where: Position = START,
    *,
    budget: Budget | None = None,
    interpreted: bool | None = None,
) -> int:
    """Return the nimber of a position of an impartial game in normal play.

    Parameters
    ----------
    game_or_text : Game or str
        The game, or its name.
    where : position, optional
        Position, also as text; by default the start.
    budget : Budget, optional
        Limits of time and memory; by default there are none.
    interpreted : bool, optional
        Whether the rules are run as Python; by default they are compiled where possible.

    Returns
    -------
    int
        The nimber; 0 where the player to move loses.

    Raises
    ------
    MissingCapability
        If the game is not impartial.
    BadRules
        If play does not end in the loss of the player to move.
    LoopFound
        If play may cycle.
    OutOfBudget
        If the game is too large.

    Examples
    --------
    >>> nimber("nim(heaps=(1, 2, 4))"), nimber("nim(heaps=(3, 4))", "2 1")
    (7, 3)
    """
    which, budget = start_game_at_position(game_or_text, where), as_budget(budget)
    check_impartial(which)
    # Heaps that a game declares are looked up, and parts are searched one by one; else the graph is solved.
    if has(which, "parts") or has(which, "coded_heaps"):
        try:
            return find_position_nimber(which, budget=budget, interpreted=bool(interpreted))
        except LoopFound:  # or only lines too long for the search's stack: solving the graph decides
            pass
    with make_fold_function(which, budget, interpreted=interpreted) as (ask, _):
        return int(ask(FoldQuestion(NIMBER))[0])


def nimber_moves(
    game_or_text: Game | str,
    where: Position = START,
    *,
    budget: Budget | None = None,
    interpreted: bool | None = None,
) -> list[str]:
    """Return the names of the winning moves of an impartial game in normal play.

    Parameters
    ----------
    game_or_text : Game or str
        The game, or its name.
    where : position, optional
        Position, also as text; by default the start.
    budget : Budget, optional
        Limits of time and memory; by default there are none.
    interpreted : bool, optional
        Whether the rules are run as Python; by default they are compiled where possible.

    Returns
    -------
    list of str
        Names of the moves that lead to nimber 0.

    Examples
    --------
    >>> nimber_moves("nim(heaps=(1, 2, 4))")
    ['1 from heap 3']
    """
    which, budget = start_game_at_position(game_or_text, where), as_budget(budget)
    check_impartial(which)
    start = next(iter(which.starts()))
    try:
        found = list_moves_to_nimber(which, start, budget=budget, interpreted=bool(interpreted))
        return [each.name for each in found]
    except LoopFound:  # as above
        table = find_nimbers(which, budget, interpreted=interpreted)
        return [
            which.name(start, move) for move in moves_at(which, start) if table[which.play(start, move)] == 0
        ]

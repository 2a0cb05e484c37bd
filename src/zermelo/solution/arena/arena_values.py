"""Value and remoteness of an arena's positions, and the policies that follow from them."""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from zermelo.compiler.plain_jit import interpreted_kernel
from zermelo.core.budget import Budget
from zermelo.core.errors import MissingCapability
from zermelo.solution.arena.arena_policies import ChosenMoves, bound_log2_of_line_count
from zermelo.solution.arena.position_arena import Arena, check_memory_for, run_kernel_backwards
from zermelo.solution.kernels.arena_evaluation import (
    build_choose_fewest_losses,
    build_choose_quickest_moves,
    build_solve_acyclic_arena,
)
from zermelo.solution.kernels.arena_retrograde import build_solve_cyclic_arena


class ArenaValues(NamedTuple):
    """Value and remoteness of all positions of an arena.

    Parameters
    ----------
    values : int16 [positions]
        Values to the player to move.
    remoteness : int32 [positions]
        Plies to the end; -1 for draws where play cycles.
    """

    values: npt.NDArray[np.int16]
    remoteness: npt.NDArray[np.int32]


def solve_arena(arena: Arena, budget: Budget | None = None) -> ArenaValues:
    """Solve all positions of an arena, by backward induction or, where play cycles, retrograde analysis.

    Parameters
    ----------
    arena : Arena
        Positions and moves of the game.
    budget : Budget, optional
        Memory and threads that may be used.

    Returns
    -------
    ArenaValues
        Value and remoteness of each position.

    Raises
    ------
    MissingCapability
        Where play cycles and ends are worth points.
    """
    check_memory_for(budget, 6 * arena.positions, "the values of all positions")
    worth = ArenaValues(np.empty(arena.positions, np.int16), np.empty(arena.positions, np.int32))
    if arena.has_cycles:
        _solve_cyclic_arena(arena, worth, budget)
        return worth
    run_kernel_backwards(arena, arena.prepare_kernel(build_solve_acyclic_arena), *worth, budget=budget)
    return worth


def _solve_cyclic_arena(arena: Arena, worth: ArenaValues, budget: Budget | None) -> None:
    """Find value and remoteness where play cycles."""
    if arena.ends.size and np.abs(arena.ends).max() > 1:
        raise MissingCapability(
            f"{arena.game!r}: play may cycle and ends are worth points: only one of these is supported"
        )
    check_memory_for(budget, 20 * len(arena.children) + 16 * arena.positions, "the moves, turned round")
    targets = arena.children >> 1
    order = np.argsort(targets, kind="stable")
    heads = np.zeros(arena.positions + 1, np.int64)
    np.cumsum(np.bincount(targets, minlength=arena.positions), out=heads[1:])
    movers = np.repeat(np.arange(arena.positions, dtype=np.int32), np.diff(arena.bounds))
    parents = (2 * movers + (arena.children & 1))[order]
    room = [np.empty(arena.positions, np.int32) for _ in range(2)]
    arena.prepare_kernel(build_solve_cyclic_arena)(arena.arrays, (heads, parents), *worth, *room)


def quickest_policy(
    arena: Arena, values: ArenaValues | None = None, budget: Budget | None = None
) -> ChosenMoves:
    """Return the perfect policy that wins in the fewest plies and loses in the most.

    Parameters
    ----------
    arena : Arena
        Positions and moves of the game.
    values : ArenaValues, optional
        What `solve_arena` returned; default: the arena is solved first.
    budget : Budget, optional
        Memory and threads that may be used.

    Returns
    -------
    ChosenMoves
        The first of several equal moves at each position.
    """
    moves = np.empty(arena.positions, np.int16)
    solved = values or solve_arena(arena, budget)
    run_kernel_backwards(
        arena, arena.prepare_kernel(build_choose_quickest_moves), *solved, moves, budget=budget
    )
    return ChosenMoves(arena, moves)


def fewest_losses_policy(arena: Arena, budget: Budget | None = None) -> ChosenMoves:
    """Return the policy that loses the fewest lines of play from every position.

    Among such policies it draws the fewest, and among those wins the most. It takes the least over its own
    moves and the sum over the other's: no policy at all has fewer, on either side. Counts that may leave 64
    bits are added as Python's integers, which takes a hundred times as long.

    Parameters
    ----------
    arena : Arena
        Positions and moves of the game.
    budget : Budget, optional
        Memory and threads that may be used.

    Returns
    -------
    ChosenMoves
        One move at each position.
    """
    moves = np.empty(arena.positions, np.int16)
    fits = bound_log2_of_line_count(arena, budget) < 62
    check_memory_for(budget, (48 if fits else 300) * arena.positions, "counting the lines of all positions")
    kernel = (
        arena.prepare_kernel(build_choose_fewest_losses)
        if fits
        else interpreted_kernel(build_choose_fewest_losses)
    )
    lines: Any = np.zeros((arena.positions, 6), np.int64 if fits else object)
    run_kernel_backwards(arena, kernel, lines, moves, budget=budget)
    return ChosenMoves(arena, moves)

"""Value and remoteness of an arena's positions, and the policies that follow from them."""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from zermelo.compiler.plain_jit import interpreted_kernel
from zermelo.core.budget import Budget
from zermelo.core.errors import MissingCapability
from zermelo.solution.arena.arena_policies import ChosenMoves, bits_of_lines
from zermelo.solution.arena.position_arena import Arena, fold_downwards, require_memory
from zermelo.solution.kernels.arena_evaluation import build_fewest_losses, build_quickest, build_values
from zermelo.solution.kernels.arena_retrograde import build_settle


class ArenaValues(NamedTuple):
    """`values` [positions] int16, the movers', and `remoteness` [positions] int32, in plies."""

    values: npt.NDArray[np.int16]
    remoteness: npt.NDArray[np.int32]


def solve_arena(arena: Arena, budget: Budget | None = None) -> ArenaValues:
    """Return value and remoteness of all positions, by backward induction or retrograde analysis.

    Retrograde analysis is for games in which play cycles. Draws have no remoteness there: -1, unless they
    have ended. Raises `MissingCapability` where play cycles and ends are worth points.
    """
    require_memory(budget, 6 * arena.positions, "the values of all positions")
    worth = ArenaValues(np.empty(arena.positions, np.int16), np.empty(arena.positions, np.int32))
    if arena.comes_round:
        _settle(arena, worth, budget)
        return worth
    fold_downwards(arena, arena.kernel(build_values), *worth, budget=budget)
    return worth


def _settle(arena: Arena, worth: ArenaValues, budget: Budget | None) -> None:
    """Find value and remoteness where play cycles."""
    if arena.ends.size and np.abs(arena.ends).max() > 1:
        raise MissingCapability(
            f"{arena.game!r}: play may cycle and ends are worth points: only one of these is supported"
        )
    require_memory(budget, 20 * len(arena.children) + 16 * arena.positions, "the moves, turned round")
    targets = arena.children >> 1
    order = np.argsort(targets, kind="stable")
    heads = np.zeros(arena.positions + 1, np.int64)
    np.cumsum(np.bincount(targets, minlength=arena.positions), out=heads[1:])
    movers = np.repeat(np.arange(arena.positions, dtype=np.int32), np.diff(arena.bounds))
    parents = (2 * movers + (arena.children & 1))[order]
    room = [np.empty(arena.positions, np.int32) for _ in range(2)]
    arena.kernel(build_settle)(arena.arrays, (heads, parents), *worth, *room)


def quickest_policy(
    arena: Arena, worth: ArenaValues | None = None, budget: Budget | None = None
) -> ChosenMoves:
    """Return the perfect policy that wins in the fewest plies and loses in the most; first moves first."""
    moves = np.empty(arena.positions, np.int16)
    values, remoteness = worth or solve_arena(arena, budget)
    fold_downwards(arena, arena.kernel(build_quickest), values, remoteness, moves, budget=budget)
    return ChosenMoves(arena, moves)


def fewest_losses_policy(arena: Arena, budget: Budget | None = None) -> ChosenMoves:
    """Return the policy that loses the fewest lines of play from every position.

    Among such policies it draws the fewest, and among those wins the most. The least over its own moves, the
    sum over the other's: no policy at all has fewer, on either side. Counts that may leave 64 bits are added
    as Python's integers, which takes a hundred times as long.
    """
    moves = np.empty(arena.positions, np.int16)
    fits = bits_of_lines(arena, budget) < 62
    require_memory(budget, (48 if fits else 300) * arena.positions, "counting the lines of all positions")
    kernel = arena.kernel(build_fewest_losses) if fits else interpreted_kernel(build_fewest_losses)
    lines: Any = np.zeros((arena.positions, 6), np.int64 if fits else object)
    fold_downwards(arena, kernel, lines, moves, budget=budget)
    return ChosenMoves(arena, moves)

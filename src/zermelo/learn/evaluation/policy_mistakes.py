"""Count a policy's mistakes at every position of the game, not only where the policy leads."""

from dataclasses import dataclass

import numpy as np

from zermelo.core.budget import Budget
from zermelo.solution.arena.arena_policies import ChosenMoves
from zermelo.solution.arena.arena_values import ArenaValues
from zermelo.solution.arena.position_arena import check_memory_for, run_kernel_backwards
from zermelo.solution.kernels.policy_lines import build_count_value_losing_moves, build_find_longest_play


@dataclass(frozen=True)
class PolicyMistakes:
    """Counts of positions: all unfinished ones, and those where the policy's move is a mistake of some kind.

    positions   not finished
    losing      where its move gives away value
    to_loss     those of them where it loses
    wins        worth a win to their mover
    slow_wins   of these, where the longest play against the policy has another length than the remoteness
    losses      worth a loss
    quick_losses  of these, where the shortest play, with the opponent keeping the win, has another length
    """

    positions: int
    losing: int
    to_loss: int
    wins: int
    slow_wins: int
    losses: int
    quick_losses: int

    @property
    def share(self) -> float:
        """Share of positions at which value is given away, from 0 to 1."""
        return self.losing / self.positions if self.positions else 0.0


def count_mistakes(policy: ChosenMoves, solved: ArenaValues, budget: Budget | None = None) -> PolicyMistakes:
    """Count the mistakes of a policy at all positions of its arena.

    Parameters
    ----------
    policy : ChosenMoves
        A policy with a move at each position of its arena.
    solved : ArenaValues
        Value and remoteness of all positions, from `zermelo.solution.solve_arena`.
    budget : Budget, optional
        Limits of memory, and progress.

    Returns
    -------
    PolicyMistakes
        Numbers of positions: `positions` with a move; `losing`, where the move gives away value, and
        `to_loss`, where it loses; `wins` and `slow_wins`, where a win can take more or fewer plies than the
        remoteness; `losses` and `quick_losses`, the same of losses.

    Examples
    --------
    >>> from zermelo.games import TicTacToe
    >>> from zermelo.learn.self_play_parameters import SelfPlayParameters
    >>> from zermelo.learn.monotonic.model_improvement import limit_policy
    >>> from zermelo.solution.arena.arena_values import solve_arena
    >>> limit = limit_policy(TicTacToe(), SelfPlayParameters(alpha=1, gamma=1))
    >>> faults = count_mistakes(limit, solve_arena(limit.arena))
    >>> faults.losing, faults.wins, faults.slow_wins
    (0, 2836, 512)
    """
    arena, (values, remoteness) = policy.arena, solved
    counts = np.zeros(arena.positions, np.int16)
    losing, to_loss = arena.prepare_kernel(build_count_value_losing_moves)(
        arena.arrays, policy.as_allowed_moves.bits, values, 0, arena.positions, counts
    )
    check_memory_for(budget, 18 * arena.positions, "following a policy")
    plies = np.empty((arena.positions, 4), np.int32)
    run_kernel_backwards(
        arena, arena.prepare_kernel(build_find_longest_play), policy.moves, values, plies, budget=budget
    )
    going_on = np.diff(arena.bounds) > 0
    wins, losses = going_on & (values > 0), going_on & (values < 0)
    return PolicyMistakes(
        positions=int(going_on.sum()),
        losing=int(losing),
        to_loss=int(to_loss),
        wins=int(wins.sum()),
        slow_wins=int((wins & (plies[:, 0] != remoteness)).sum()),
        losses=int(losses.sum()),
        quick_losses=int((losses & (plies[:, 2] != remoteness)).sum()),
    )

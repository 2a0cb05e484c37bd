"""The repaired player over a whole arena: its moves as bits, for the checker that counts by kernels.

With all ties and every reply, 4 x 4 four-in-a-row takes less than a minute of one core that way, most of it
for what the player allows at each of 9.7 million positions; the same in Python takes minutes for each side.
"""

from typing import Any

import numpy as np

from zermelo.core.budget import Budget
from zermelo.core.errors import MissingCapability
from zermelo.explain.rule_players.corrected_player import CorrectedPlayer
from zermelo.solution.arena.arena_policies import AllowedMoves
from zermelo.solution.arena.position_arena import Arena, require_memory
from zermelo.solution.kernels.policy_lines import build_mark_cells


def allowed_moves_over_arena(
    player: CorrectedPlayer, arena: Arena, budget: Budget | None = None
) -> AllowedMoves:
    """Return what a player allows at every unfinished position of an arena of that player's game.

    Raises `MissingCapability` where positions are no words, `OutOfBudget`.

    >>> from zermelo.games import Mnk
    >>> from zermelo.solution.arena.arena_policies import LineCounter
    >>> from zermelo.solution.arena.arena_builder import arena_of
    >>> game = Mnk(3, 3, 3)
    >>> arena = arena_of(game)
    >>> print(LineCounter(arena).certify(allowed_moves_over_arena(CorrectedPlayer(game), arena)).first)
    7,136 won, 3,584 drawn, 0 lost
    """
    budget = budget or Budget()
    if arena.program is None or arena.keys.ndim != 1:
        raise MissingCapability(f"{arena.game!r} has positions that are no words: ask the player one by one")
    require_memory(budget, 24 * arena.positions, "what a player allows at all positions")
    boards: Any = player.board.game
    mine, theirs = boards.boards(arena.keys)
    cells = np.zeros(arena.positions, np.int64)
    for begin, end in arena.slices():
        going_on: Any = np.flatnonzero(np.diff(arena.bounds[begin : end + 1])) + begin
        cells[going_on] = player.allowed_cells(mine[going_on], theirs[going_on])
        budget.report("ask the player", end, arena.positions)
    bits = np.empty(len(arena.children) + 7 >> 3, np.uint8)
    free = player.board.full & ~(mine | theirs)
    arena.kernel(build_mark_cells)(arena.arrays, cells, free, bits)
    return AllowedMoves(arena, bits)

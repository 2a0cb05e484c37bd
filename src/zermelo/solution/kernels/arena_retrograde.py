"""Win and loss in an arena in which play may cycle: retrograde analysis over moves that are kept.

The analysis begins at ended positions, and goes backwards ply by ply. A position is won where a move leads to
one that the opponent has lost. It is lost where all moves lead to positions that the opponent has won. What
is never decided is drawn.
"""

from typing import Any

from zermelo.compiler.kernels import Jit


def build_solve_cyclic_arena(jit: Jit) -> Any:
    """Return f(arena, ways, worth, plies, left, queue): value and remoteness of each position.

    `ways` is (heads int64 [positions + 1], parents int32 [moves]): where the moves to a position begin, and
    of each twice the number of the position that it comes from, and one more where the turn stays. `worth`,
    the movers', is [positions] int16, `plies` [positions] int32: -1 of drawn positions that have a move.
    `left` and `queue` [positions] int32 are working arrays. Ends are worth -1, 0 or 1.
    """

    def solve_cyclic_arena(arena: Any, ways: Any, worth: Any, plies: Any, left: Any, queue: Any) -> None:
        bounds, _, ends = arena
        heads, parents = ways
        made = 0
        for position in range(len(ends)):
            left[position] = bounds[position + 1] - bounds[position]
            worth[position], plies[position] = 0, -1
            if left[position] == 0:
                worth[position], plies[position] = ends[position], 0
                if ends[position] != 0:
                    queue[made] = position
                    made += 1
        done = 0
        while done < made:
            position = queue[done]
            done += 1
            for way in range(heads[position], heads[position + 1]):
                parent = parents[way] >> 1
                if plies[parent] >= 0:
                    continue
                value = worth[position] if parents[way] & 1 else -worth[position]
                left[parent] -= 1
                if value > 0 or left[parent] == 0:
                    worth[parent], plies[parent] = value, plies[position] + 1
                    queue[made] = parent
                    made += 1

    return jit.kernel(solve_cyclic_arena)

"""Questions about all positions of an arena, answered from the last to the first.

See `solution.kernels.arena_kernels`.
"""

from typing import Any

from zermelo.compiler.kernels import Jit


def build_solve_acyclic_arena(jit: Jit) -> Any:
    """Return f(arena, begin, end, worth, plies): value and remoteness of each position, the mover's.

    `worth` is [positions] int16, `plies` [positions] int32. The winner hurries and the loser delays; a draw
    is the shortest one.
    """

    def solve_acyclic_arena(arena: Any, begin: int, end: int, worth: Any, plies: Any) -> None:
        bounds, children, ends = arena
        for position in range(end - 1, begin - 1, -1):
            first, last = bounds[position], bounds[position + 1]
            if first == last:
                worth[position], plies[position] = ends[position], 0
                continue
            best, length = -(1 << 30), 0
            for move in range(first, last):
                child = children[move] >> 1
                value = worth[child] if children[move] & 1 else -worth[child]
                later = plies[child] + 1
                if value > best or (value == best and (later > length if value < 0 else later < length)):
                    best, length = value, later
            worth[position], plies[position] = best, length

    return jit.kernel(solve_acyclic_arena)


def build_count_moves_left(jit: Jit) -> Any:
    """Return count_moves_left(arena, begin, end, counts): the most moves that each side can still make.

    `counts` is [positions, 4] int32: the adversary's moves where the agent is to move, and where the
    adversary is; then the agent's, in the same two cases, the next one included.
    """

    def count_moves_left(arena: Any, begin: int, end: int, counts: Any) -> None:
        bounds, children, _ = arena
        for position in range(end - 1, begin - 1, -1):
            replies, made, decisions, later = 0, 0, 0, 0
            for move in range(bounds[position], bounds[position + 1]):
                child, stays = children[move] >> 1, children[move] & 1
                replies = max(replies, counts[child, 1 - stays])
                made = max(made, 1 + counts[child, stays])
                decisions = max(decisions, 1 + counts[child, 3 - stays])
                later = max(later, counts[child, 2 + stays])
            counts[position, 0], counts[position, 1] = replies, made
            counts[position, 2], counts[position, 3] = decisions, later

    return jit.kernel(count_moves_left)


def build_compute_heights(jit: Jit) -> Any:
    """Return compute_heights(arena, begin, end, plies): the longest way to the end, int32 [positions]."""

    def compute_heights(arena: Any, begin: int, end: int, plies: Any) -> None:
        bounds, children, _ = arena
        for position in range(end - 1, begin - 1, -1):
            longest = 0
            for move in range(bounds[position], bounds[position + 1]):
                longest = max(longest, 1 + plies[children[move] >> 1])
            plies[position] = longest

    return jit.kernel(compute_heights)


def build_choose_fewest_losses(jit: Jit) -> Any:
    """Return choose_fewest_losses(arena, begin, end, lines, choices): the policy that loses the fewest lines.

    Among those it draws the fewest, and among those wins the most. `lines` is [positions, 6]: lines lost,
    drawn and won of the rest of play where the policy's player is to move, and the same where the other is,
    who makes every move. Of int64 where no count leaves it, else of Python's integers. The three are added
    and compared as one word of three letters, so the least sum is the sum of the least. The first of equally
    good moves is taken.
    """

    def choose_fewest_losses(arena: Any, begin: int, end: int, lines: Any, choices: Any) -> None:
        bounds, children, ends = arena
        for position in range(end - 1, begin - 1, -1):
            first, last = bounds[position], bounds[position + 1]
            choices[position] = -1
            if first == last:
                value = ends[position]
                lines[position, 0 if value < 0 else (1 if value == 0 else 2)] = 1
                lines[position, 3 if value > 0 else (4 if value == 0 else 5)] = 1
                continue
            for move in range(first, last):
                child, stays = children[move] >> 1, children[move] & 1
                own, other = 3 - 3 * stays, 3 * stays
                for each in range(3):
                    lines[position, 3 + each] += lines[child, other + each]
                better = move == first
                if not better:
                    lost = lines[child, own] - lines[position, 0]
                    drawn = lines[child, own + 1] - lines[position, 1]
                    won = lines[child, own + 2] - lines[position, 2]
                    better = lost < 0 or (lost == 0 and (drawn < 0 or (drawn == 0 and won > 0)))
                if better:
                    choices[position] = move - first
                    for each in range(3):
                        lines[position, each] = lines[child, own + each]

    return jit.kernel(choose_fewest_losses)


def build_choose_quickest_moves(jit: Jit) -> Any:
    """Return f(arena, begin, end, worth, plies, choices): the first move that keeps both of them."""

    def choose_quickest_moves(arena: Any, begin: int, end: int, worth: Any, plies: Any, choices: Any) -> None:
        bounds, children, _ = arena
        for position in range(begin, end):
            first, last = bounds[position], bounds[position + 1]
            choices[position] = -1
            for move in range(first, last):
                child = children[move] >> 1
                value = worth[child] if children[move] & 1 else -worth[child]
                if value == worth[position] and plies[child] + 1 == plies[position]:
                    choices[position] = move - first
                    break

    return jit.kernel(choose_quickest_moves)

"""The results of a policy over an arena, against every reply.

`allowed` [(moves + 7) // 8] uint8 has a bit for each of the arena's moves, the lowest of a byte first: what
the policy allows, ties and all. `choices` is [positions] int16, the place of the one move of each position.
Each position is looked at in two roles: the policy's player is to move there (0), or the other (1). Arrays of
two columns have one for each role. Moves lead to larger numbers, so sums over ways go up through the numbers,
and what can still happen comes down.
"""

from typing import Any, Final

from zermelo.compiler.kernels import Jit

NEVER: Final = 1 << 30  # plies, of what cannot happen


def is_move_allowed(allowed: Any, move: int) -> Any:
    """Return whether the bit of a move is set."""
    return allowed[move >> 3] >> (move & 7) & 1 == 1


def build_mark_chosen_moves(jit: Jit) -> Any:
    """Return f(arena, choices, allowed): set the bits of one move of each unfinished position."""

    def mark_chosen_moves(arena: Any, choices: Any, allowed: Any) -> None:
        bounds, _, _ = arena
        allowed[:] = 0
        for position in range(len(bounds) - 1):
            if bounds[position] < bounds[position + 1]:
                move = bounds[position] + choices[position]
                allowed[move >> 3] |= 1 << (move & 7)

    return jit.kernel(mark_chosen_moves)


def build_mark_moves_on_cells(jit: Jit) -> Any:
    """Return f(arena, cells, free, allowed): set the bits of moves that are cells of a board.

    `cells` and `free` [positions] int64 are masks, the allowed cells and the free ones: an unfinished
    position's moves are its free cells, ascending.
    """

    def mark_moves_on_cells(arena: Any, cells: Any, free: Any, allowed: Any) -> None:
        bounds, _, _ = arena
        allowed[:] = 0
        for position in range(len(bounds) - 1):
            left = free[position]
            for move in range(bounds[position], bounds[position + 1]):
                if left & -left & cells[position]:
                    allowed[move >> 3] |= 1 << (move & 7)
                left &= left - 1

    return jit.kernel(mark_moves_on_cells)


def build_find_position_without_allowed_move(jit: Jit) -> Any:
    """Return find_position_without_allowed_move(arena, allowed, members, seen) -> a position, or -1.

    The first of `members` [count] int32 at which the policy's player is to move, by the bits of `seen`, and
    is allowed nothing.
    """
    is_set = jit.inline(is_move_allowed)

    def find_position_without_allowed_move(arena: Any, allowed: Any, members: Any, seen: Any) -> int:
        bounds, _, _ = arena
        for position in members:
            first, last = bounds[position], bounds[position + 1]
            found = first == last or seen[position] & 1 == 0
            for move in range(first, last):
                found |= is_set(allowed, move)
            if not found:
                return int(position)
        return -1

    return jit.kernel(find_position_without_allowed_move)


def build_find_reachable_positions(jit: Jit) -> Any:
    """Return f(arena, allowed, begin, end, met, seen, ranks) -> how many positions can come about.

    `seen` [positions] uint8 has a bit for each role in which a position can come about, at first of the
    starts only. `ranks` [positions] int32 numbers these positions, going up from `met`; other entries are not
    written.
    """
    is_set = jit.inline(is_move_allowed)

    def find_reachable_positions(
        arena: Any, allowed: Any, begin: int, end: int, met: int, seen: Any, ranks: Any
    ) -> int:
        bounds, children, _ = arena
        for position in range(begin, end):
            roles = seen[position]
            if roles == 0:
                continue
            ranks[position] = met
            met += 1
            first, last = bounds[position], bounds[position + 1]
            for move in range(first, last):
                child, stays = children[move] >> 1, children[move] & 1
                if roles & 1 and is_set(allowed, move):
                    seen[child] |= 1 if stays else 2
                if roles & 2:
                    seen[child] |= 2 if stays else 1
        return met

    return jit.kernel(find_reachable_positions)


def build_count_lines_of_play(jit: Jit) -> Any:
    """Return f(arena, allowed, members, seen, ranks, ways, modulus, found): count lines of play.

    `members` [count] are the reachable positions, going up. `ways` [count, 4] int64 is, for each of
    them and each role, how many lines lead there, modulo `modulus` < 2**62, at first of the starts only; and
    then for each role the plies of the longest of them. Adds the lines won, drawn and lost to `found` [4]
    int64, whose last becomes the plies of the longest line of all.
    """
    is_set = jit.inline(is_move_allowed)

    def add_lines_of_play(
        arena: Any, allowed: Any, members: Any, seen: Any, ranks: Any, ways: Any, modulus: int, found: Any
    ) -> None:
        bounds, children, ends = arena
        for rank in range(len(members)):
            position = members[rank]
            first, last = bounds[position], bounds[position + 1]
            for role in range(2):
                if not seen[position] >> role & 1:
                    continue
                here = ways[rank, role]
                if first == last:
                    value = ends[position] if role == 0 else -ends[position]
                    place = 0 if value > 0 else (2 if value < 0 else 1)
                    found[place] = (found[place] + here) % modulus
                    found[3] = max(found[3], ways[rank, 2 + role])
                for move in range(first, last):
                    if role == 0 and not is_set(allowed, move):
                        continue
                    child = ranks[children[move] >> 1]
                    after = role if children[move] & 1 else 1 - role
                    ways[child, after] = (ways[child, after] + here) % modulus
                    ways[child, 2 + after] = max(ways[child, 2 + after], ways[rank, 2 + role] + 1)

    return jit.kernel(add_lines_of_play)


def build_find_nearest_loss(jit: Jit) -> Any:
    """Return find_nearest_loss(arena, begin, end, allowed, plies): fewest plies to a lost line, or NEVER.

    `plies` is [positions, 2] int32; goes down from `end - 1`.
    """
    is_set = jit.inline(is_move_allowed)

    def find_nearest_loss(arena: Any, begin: int, end: int, allowed: Any, plies: Any) -> None:
        bounds, children, ends = arena
        for position in range(end - 1, begin - 1, -1):
            first, last = bounds[position], bounds[position + 1]
            if first == last:
                plies[position, 0] = 0 if ends[position] < 0 else NEVER
                plies[position, 1] = 0 if ends[position] > 0 else NEVER
                continue
            for role in range(2):
                least = NEVER
                for move in range(first, last):
                    if role == 0 and not is_set(allowed, move):
                        continue
                    child = children[move]
                    after = role if child & 1 else 1 - role
                    least = min(least, plies[child >> 1, after] + 1)
                plies[position, role] = min(least, NEVER)

    return jit.kernel(find_nearest_loss)


def build_find_longest_play(jit: Jit) -> Any:
    """Return find_longest_play(arena, begin, end, choices, values, plies): how long play can be made to last.

    `plies` is [positions, 4] int32: the most plies to the end when the policy's player is to move, and when
    the other is, whatever the other does; then the fewest, in the same two roles, where the other makes only
    moves that keep the other's win. `values` is [positions] int16, the movers'. Goes down from `end - 1`.
    """

    def find_longest_play(arena: Any, begin: int, end: int, choices: Any, values: Any, plies: Any) -> None:
        bounds, children, _ = arena
        for position in range(end - 1, begin - 1, -1):
            first, last = bounds[position], bounds[position + 1]
            if first == last:
                plies[position, :] = 0
                continue
            child = children[first + choices[position]]
            stays = child & 1
            plies[position, 0] = 1 + plies[child >> 1, 1 - stays]
            plies[position, 2] = 1 + plies[child >> 1, 3 - stays]
            most, fewest = 0, NEVER
            for move in range(first, last):
                child = children[move]
                stays = child & 1
                most = max(most, plies[child >> 1, stays])
                kept = values[child >> 1] if stays else -values[child >> 1]
                if kept > 0 or values[position] <= 0:
                    fewest = min(fewest, plies[child >> 1, 2 + stays])
            plies[position, 1] = 1 + most
            plies[position, 3] = 1 + fewest

    return jit.kernel(find_longest_play)


def build_count_value_losing_moves(jit: Jit) -> Any:
    """Return f(arena, allowed, values, begin, end, counts) -> (given away, of these lost).

    Counts the positions at which an allowed move gives away value, and those of them that one loses; `counts`
    [positions] int16 becomes the number of such moves.
    """
    is_set = jit.inline(is_move_allowed)

    def count_value_losing_moves(
        arena: Any, allowed: Any, values: Any, begin: int, end: int, counts: Any
    ) -> tuple[int, int]:
        bounds, children, _ = arena
        count, lost = 0, 0
        for position in range(begin, end):
            given, least = 0, values[position]
            for move in range(bounds[position], bounds[position + 1]):
                child = children[move]
                kept = values[child >> 1] if child & 1 else -values[child >> 1]
                if kept < values[position] and is_set(allowed, move):
                    given += 1
                    least = min(least, kept)
            counts[position] = given
            if given > 0:
                count += 1
                lost += least < 0
        return count, lost

    return jit.kernel(count_value_losing_moves)

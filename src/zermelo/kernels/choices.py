"""What comes of a policy that takes one move at each position of an arena, against every reply.

`choices` is [positions] int16, the place of each position's move. Each position is looked at in two roles:
the policy's player is to move there (0), or the other (1). Arrays of two columns have one for each role.
Moves lead to larger numbers, so sums over ways go up through the numbers, and what can still happen comes
down.
"""

from typing import Any, Final

from zermelo.kernels import Jit

NEVER: Final = 1 << 30  # plies, of what cannot happen


def build_reach(jit: Jit) -> Any:
    """Return reach(arena, choices, begin, end, met, seen, ranks) -> how many positions can come about.

    `seen` [positions] uint8 has a bit for each role in which a position can come about, at first of the
    starts only. `ranks` [positions] int32 numbers these positions, going up from `met`; other entries are not
    written.
    """

    def reach(arena: Any, choices: Any, begin: int, end: int, met: int, seen: Any, ranks: Any) -> int:
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
                if roles & 1 and move - first == choices[position]:
                    seen[child] |= 1 if stays else 2
                if roles & 2:
                    seen[child] |= 2 if stays else 1
        return met

    return jit.kernel(reach)


def build_follow(jit: Jit) -> Any:
    """Return follow(arena, choices, members, seen, ranks, ways, modulus, found): count lines of play.

    `members` [count] are the positions that `reach` found, going up. `ways` [count, 2] int64 is, for each of
    them and each role, how many lines lead there, modulo `modulus` < 2**62: at first of the starts only. Adds
    the lines won, drawn and lost to `found` [3] int64.
    """

    def follow(
        arena: Any, choices: Any, members: Any, seen: Any, ranks: Any, ways: Any, modulus: int, found: Any
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
                for move in range(first, last):
                    if role == 0 and move - first != choices[position]:
                        continue
                    child = ranks[children[move] >> 1]
                    after = role if children[move] & 1 else 1 - role
                    ways[child, after] = (ways[child, after] + here) % modulus

    return jit.kernel(follow)


def build_nearest_loss(jit: Jit) -> Any:
    """Return nearest_loss(arena, begin, end, choices, plies): fewest plies to a lost line, or NEVER.

    `plies` is [positions, 2] int32; goes down from `end - 1`.
    """

    def nearest_loss(arena: Any, begin: int, end: int, choices: Any, plies: Any) -> None:
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
                    if role == 0 and move - first != choices[position]:
                        continue
                    child = children[move]
                    after = role if child & 1 else 1 - role
                    least = min(least, plies[child >> 1, after] + 1)
                plies[position, role] = min(least, NEVER)

    return jit.kernel(nearest_loss)


def build_lengths(jit: Jit) -> Any:
    """Return lengths(arena, begin, end, choices, values, plies): how long play can be made to last.

    `plies` is [positions, 4] int32: the most plies to the end when the policy's player is to move, and when
    the other is, whatever the other does; then the fewest, in the same two roles, where the other makes only
    moves that keep his win. `values` is [positions] int16, the movers'. Goes down from `end - 1`.
    """

    def lengths(arena: Any, begin: int, end: int, choices: Any, values: Any, plies: Any) -> None:
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

    return jit.kernel(lengths)


def build_losing(jit: Jit) -> Any:
    """Return losing(arena, choices, values, begin, end, places) -> (given away, of these lost).

    Counts the positions at which the policy's move gives away value, and those of them that are lost by it;
    `places` [positions] uint8 becomes 1 there.
    """

    def losing(arena: Any, choices: Any, values: Any, begin: int, end: int, places: Any) -> tuple[int, int]:
        bounds, children, _ = arena
        count, lost = 0, 0
        for position in range(begin, end):
            first = bounds[position]
            if first == bounds[position + 1]:
                continue
            child = children[first + choices[position]]
            kept = values[child >> 1] if child & 1 else -values[child >> 1]
            if kept < values[position]:
                count += 1
                places[position] = 1
                lost += kept < 0
        return count, lost

    return jit.kernel(losing)

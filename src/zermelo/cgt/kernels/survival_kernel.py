"""Survival in the difference of two games whose play may cycle, for all pairs of their positions.

A state is a position of the first game, a position of the second and the player to move. Left makes Left's
moves in the first game and Right's moves in the second, as the second is negated. Left survives if Left makes
the last move. `is_safety` decides whether Left also survives all infinite play, or only infinite play with
infinitely many moves in the first game.

The surviving states are a greatest set, which moves in the first game do not leave. Inside it is a least set
of states from which moves in the second game lead there (or, where all infinite play survives, a greatest
one). Moves in the second game stay in the row of one position of the first, so the inner set is found row by
row. A row is computed again when a row that its moves lead to has become smaller. Every order of rows gives
the same set. If options come before the positions that lead to them, rows of games that end are computed
once.
"""

from typing import Any, NamedTuple

from zermelo.compiler.kernels import Jit


class PositionLists(NamedTuple):
    """Lists of positions: those of n lie in `ends` from `begins[n]` to `begins[n + 1]`."""

    begins: Any  # [positions + 1] int32
    ends: Any  # [all of them] int32


class OptionGraph(NamedTuple):
    """A graph of n positions: each one's options, and the positions that it is an option of."""

    lefts: PositionLists
    rights: PositionLists
    before_lefts: PositionLists
    before_rights: PositionLists


class SurvivalStates(NamedTuple):
    """The states that may be survived, and the rows to be asked; n positions of the first, m of the other."""

    safe: Any  # [2, n, m] bool: with Left to move, with Right; True at first
    queue: Any  # [n] int32, a ring: rows to be asked
    queued: Any  # [n] bool
    cursor: Any  # [2] int64: where the ring begins, and how many rows are in it
    near: Any  # [2, m] bool, scratch space for a row
    open: Any  # [2, m] int32, scratch space: moves in the second that are not decided
    waiting: Any  # [2 * m] int32, scratch space


def build_mark_survived_states_kernel(jit: Jit) -> Any:
    """Return find_survived_states(first, second, found, is_safety, most) -> rows asked, at most `most`.

    `first` and `second` are `OptionGraph`, `found` is `SurvivalStates`. When its ring is empty, all is found.
    """

    def gather_row_moves(first: OptionGraph, found: SurvivalStates, row: int) -> None:
        """Say in `near` where Left has a move in the first that stays, and where all of Right's stay."""
        near, safe = found.near, found.safe
        size = near.shape[1]
        for place in range(size):
            near[0, place], near[1, place] = False, True
        for n in range(first.lefts.begins[row], first.lefts.begins[row + 1]):
            option = first.lefts.ends[n]
            for place in range(size):
                near[0, place] |= safe[1, option, place]
        for n in range(first.rights.begins[row], first.rights.begins[row + 1]):
            option = first.rights.ends[n]
            for place in range(size):
                near[1, place] &= safe[0, option, place]

    gather_row = jit.inline(gather_row_moves)

    def mark_least_fixpoint(second: OptionGraph, found: SurvivalStates) -> None:
        """Leave in `near` the states from which play comes to a move in the first, or ends well."""
        near, ways, waiting = found.near, found.open, found.waiting
        count, size = 0, near.shape[1]
        for place in range(size):
            ways[1, place] = second.lefts.begins[place + 1] - second.lefts.begins[place]
            if not near[1, place]:
                ways[1, place] = -1  # Right has a move in the first that Left does not survive
            near[1, place] = ways[1, place] == 0
            for player in range(2):
                if near[player, place]:
                    waiting[count] = 2 * place + player
                    count += 1
        while count > 0:
            count -= 1
            place, player = waiting[count] >> 1, waiting[count] & 1
            before = second.before_rights if player == 1 else second.before_lefts
            for n in range(before.begins[place], before.begins[place + 1]):
                earlier = before.ends[n]
                if player == 1:
                    reached = not near[0, earlier]
                else:
                    ways[1, earlier] -= 1
                    reached = ways[1, earlier] == 0
                if reached:
                    near[1 - player, earlier] = True
                    waiting[count] = 2 * earlier + 1 - player
                    count += 1

    def mark_greatest_fixpoint(second: OptionGraph, found: SurvivalStates) -> None:
        """Leave in `near` the states from which Left may go on, in the second too, or play ends well."""
        near, ways, waiting = found.near, found.open, found.waiting
        count, size = 0, near.shape[1]
        for place in range(size):
            ways[0, place] = second.rights.begins[place + 1] - second.rights.begins[place]
            if near[0, place]:
                ways[0, place] = -1  # Left has a move in the first
            near[0, place] = ways[0, place] != 0
            for player in range(2):
                if not near[player, place]:
                    waiting[count] = 2 * place + player
                    count += 1
        while count > 0:
            count -= 1
            place, player = waiting[count] >> 1, waiting[count] & 1
            before = second.before_rights if player == 1 else second.before_lefts
            for n in range(before.begins[place], before.begins[place + 1]):
                earlier = before.ends[n]
                if player == 0:
                    lost = near[1, earlier]
                else:
                    ways[0, earlier] -= 1
                    lost = ways[0, earlier] == 0
                if lost:
                    near[1 - player, earlier] = False
                    waiting[count] = 2 * earlier + 1 - player
                    count += 1

    least_of_row, greatest_of_row = jit.inline(mark_least_fixpoint), jit.inline(mark_greatest_fixpoint)

    def queue_earlier_rows(before: PositionLists, found: SurvivalStates, row: int) -> None:
        for n in range(before.begins[row], before.begins[row + 1]):
            earlier = before.ends[n]
            if not found.queued[earlier]:
                found.queued[earlier] = True
                found.queue[(found.cursor[0] + found.cursor[1]) % len(found.queue)] = earlier
                found.cursor[1] += 1

    queue_before = jit.inline(queue_earlier_rows)

    def find_survived_states(
        first: OptionGraph, second: OptionGraph, found: SurvivalStates, is_safety: bool, most: int
    ) -> int:
        asked = 0
        while found.cursor[1] > 0 and asked < most:
            row = found.queue[found.cursor[0]]
            found.cursor[0] = (found.cursor[0] + 1) % len(found.queue)
            found.cursor[1] -= 1
            found.queued[row] = False
            asked += 1
            gather_row(first, found, row)
            if is_safety:
                greatest_of_row(second, found)
            else:
                least_of_row(second, found)
            changed = False
            for player in range(2):
                for place in range(found.near.shape[1]):
                    if found.safe[player, row, place] != found.near[player, place]:
                        found.safe[player, row, place] = found.near[player, place]
                        changed = True
            if changed:
                queue_before(first.before_lefts, found, row)
                queue_before(first.before_rights, found, row)
        return asked

    return jit.kernel(find_survived_states)

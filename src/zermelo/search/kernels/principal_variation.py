"""The line of play that a table expects, after a search to a depth."""

from typing import Any

from zermelo.compiler.kernels import Jit
from zermelo.compiler.kernels.search_hooks import SearchHooks
from zermelo.compiler.kernels.transposition_table import (
    NO_MOVE,
    NONE,
    build_entry_packing_kernels,
    build_table_access_kernels,
)
from zermelo.core.values import UNDECIDED


def build_principal_variation_kernel(hooks: SearchHooks, jit: Jit) -> Any:
    """Return follow_principal_variation(position, table, line) -> how many moves it wrote into `line`.

    The table knows symmetric images, and the moves of those: at the position itself a move is looked for that
    leads to the same class. A position with one candidate is not in the table and needs not be.
    """
    moves_of, play, outcome, canonical = hooks.candidates, hooks.play, hooks.outcome, hooks.canonical
    probe, _ = build_table_access_kernels(hooks.shape, jit)
    _, unpack = build_entry_packing_kernels(jit)

    def find_best_place(position: Any, table: Any) -> int:
        """Return the place of the best candidate, NO_MOVE where it is not known."""
        count = 0
        for _ in moves_of(position):
            count += 1
        if count == 1:
            return 0
        data = probe(table, position)
        if data == NONE:
            return NO_MOVE
        _, _, place, _, _ = unpack(data)
        return place if place < count else NO_MOVE

    find_place = jit.inline(find_best_place)

    def find_next_move(position: Any, table: Any) -> tuple[int, int]:
        """Return whether there is a next move, and the move."""
        if outcome(position) != UNDECIDED:
            return 0, 0
        least = canonical(position)
        left = find_place(least, table)
        if left == NO_MOVE:
            return 0, 0
        wanted = least
        for move in moves_of(least):
            if left == 0:
                wanted = canonical(play(least, move))
            left -= 1
        for move in moves_of(position):
            if canonical(play(position, move)) == wanted:
                return 1, move
        return 0, 0

    following = jit.inline(find_next_move)

    def follow_principal_variation(position: Any, table: Any, line: Any) -> int:
        for ply in range(len(line)):
            found, move = following(position, table)
            if found == 0:
                return ply
            line[ply] = move
            position = play(position, move)
        return len(line)

    return jit.kernel(follow_principal_variation)

"""Mem: one heap, and at least as many stones as the other player has just taken.

Larsson, Rubinstein-Salzedo and Siegel, *Memgames* (2019). A position is

    bits  61 ... 31              30 ... 0
          the least to take now   stones

and the least is never kept above one more than the stones, as nothing can be taken there.
"""

from collections.abc import Iterator

from zermelo.boards.notation.heap_text import make_unreadable_heaps_error, read_heaps
from zermelo.boards.pictures.game_pictures import depict_heaps
from zermelo.boards.pictures.picture import Picture
from zermelo.core.game import Game
from zermelo.core.parameters import whole

WIDTH = 31
LOWER = (1 << WIDTH) - 1  # the bits of the stones


class Mem(Game):
    """Take stones, and at least as many as were just taken; who cannot loses. Values are win and loss."""

    heap: int = whole(20, 0, 1_000_000)

    impartial = True

    how_to_play = (
        "Be the last to take stones.",
        "Take one or more stones, and at least as many as the opponent has just taken.",
        "A player who cannot move, because too few stones are left, loses.",
    )
    move_word = "taking"

    def start(self) -> int:
        return self.heap | 1 << WIDTH

    def moves(self, position: int) -> Iterator[int]:
        for stones in range(position >> WIDTH, (position & LOWER) + 1):
            yield stones

    def play(self, position: int, move: int) -> int:
        left = (position & LOWER) - move
        return left | min(move, left + 1) << WIDTH

    # Text format: the stones and the least that may be taken.

    def show(self, position: int) -> str:
        return f"{position & LOWER}, take at least {position >> WIDTH}"

    def parse(self, text: str) -> int:
        """Read the stones and the least that may be taken, with or without the words between.

        Raises `UnreadablePosition`, also where no move leads to so large a least number.
        """
        numbers = read_heaps(self, text.replace("take at least", " "))
        if len(numbers) != 2:
            raise make_unreadable_heaps_error(self, text, f"it has {len(numbers)} numbers, not two")
        stones, least = numbers
        # The last may have taken any number of those that are gone, as the others went one by one before.
        taken = self.heap - stones
        if (stones, least) != (self.heap, 1) and not 1 <= least <= min(taken, stones + 1):
            raise make_unreadable_heaps_error(self, text, f"no play from {self.heap} asks for {least} there")
        return stones | least << WIDTH

    def depict(self, position: int) -> Picture:
        return depict_heaps((position & LOWER,), notes=(f"take at least {position >> WIDTH}",))

"""Short nim: one heap, and never as many stones as the other player has just taken.

Guy and Nowakowski, *Unsolved problems in combinatorial games* (2002), problem 22. Nimbers of the heap
before the first move are A131469 in the On-Line Encyclopedia of Integer Sequences. Larsson,
Rubinstein-Salzedo and Siegel, *Memgames* (2019), call the game Mem0.

    bits  61 ... 31              30 ... 0
          the number not to take stones

The number is 0 where there are too few stones to take it: positions that play on alike are one.
"""

from collections.abc import Iterator

from zermelo.boards.notation.heap_text import make_unreadable_heaps_error, read_heaps
from zermelo.boards.pictures.game_pictures import depict_heaps
from zermelo.boards.pictures.picture import Picture
from zermelo.core.game import Game
from zermelo.core.parameters import whole

WIDTH = 31
LOWER = (1 << WIDTH) - 1  # the bits of the stones


class ShortNim(Game):
    """Take any number of stones but the one that was just taken; who cannot move loses.

    One stone may be left that nobody may take: then the mover has lost. Values are win and loss.
    """

    heap: int = whole(20, 0, 1_000_000)

    impartial = True

    how_to_play = (
        "Be the last to take stones.",
        "Take one or more stones, but not as many as the opponent has just taken.",
        "A player who cannot move loses, even if a stone is left.",
    )
    move_word = "taking"

    def start(self) -> int:
        return self.heap

    def moves(self, position: int) -> Iterator[int]:
        for stones in range(1, (position & LOWER) + 1):
            if stones != position >> WIDTH:
                yield stones

    def play(self, position: int, move: int) -> int:
        left = (position & LOWER) - move
        return left | (move if move <= left else 0) << WIDTH

    # Text format: the stones and the number that may not be taken.

    def show(self, position: int) -> str:
        forbidden = position >> WIDTH
        return f"{position & LOWER}, do not take {forbidden}" if forbidden else str(position & LOWER)

    def parse(self, text: str) -> int:
        """Read the stones and the number not to take, with or without the words between.

        Raises `UnreadablePosition`, also where no play comes to it.
        """
        numbers = read_heaps(self, text.replace("do not take", " "))
        if len(numbers) not in (1, 2):
            raise make_unreadable_heaps_error(self, text, f"it has {len(numbers)} numbers, not one or two")
        stones, forbidden = numbers[0], numbers[-1] if len(numbers) == 2 else 0
        if forbidden > stones:
            raise make_unreadable_heaps_error(
                self, text, f"{forbidden} cannot be taken of {stones}: leave it out"
            )
        if not self._is_heap_and_take_reachable(stones, forbidden):
            raise make_unreadable_heaps_error(self, text, f"no play from {self.heap} comes to it")
        return stones | forbidden << WIDTH

    def _is_heap_and_take_reachable(self, stones: int, last: int) -> bool:
        """Return whether play comes to so many stones with such a last taking, 0 for one that is too large.

        The last may be the first. Else the others were taken at once, or, where they are as many as the
        last, in two unequal takings, which needs three of them.
        """
        if stones == self.heap:
            return last == 0
        taken = self.heap - stones
        lasts = range(stones + 1, taken + 1) if last == 0 else (last,)
        return any(each <= taken and (taken != 2 * each or each > 2) for each in lasts)

    def depict(self, position: int) -> Picture:
        forbidden = position >> WIDTH
        return depict_heaps((position & LOWER,), notes=(f"do not take {forbidden}",) if forbidden else ())

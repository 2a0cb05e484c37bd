"""Fibonacci nim: one heap, and at most twice as many stones as the other player has just taken.

Whinihan, *Fibonacci nim* (1963).

    bits  61 ... 31              30 ... 0
          the most to take now   stones

The most is stored as at most the number of stones, so that positions with the same moves are one. The losing
heaps are the Fibonacci numbers.
"""

from collections.abc import Iterator
from functools import cached_property

from zermelo.boards.notation.heap_text import make_unreadable_heaps_error, read_heaps
from zermelo.boards.pictures.game_pictures import depict_heaps
from zermelo.boards.pictures.picture import Picture
from zermelo.core.game import Game
from zermelo.core.parameters import whole

WIDTH = 31
LOWER = (1 << WIDTH) - 1  # the bits of the stones


class FibonacciNim(Game):
    """Take stones, at first not all, then at most twice what was just taken; the last stone wins.

    A heap of one stone cannot be begun: its mover loses. Values are win and loss.
    """

    move_word = "taking"

    heap: int = whole(20, 1, 1_000_000)

    impartial = True

    @property
    def how_to_play(self) -> tuple[str, str, str]:
        times = self.next_take_multiplier
        most = {1: "as many", 2: "twice as many"}.get(times, f"{times} times as many")
        turn = f"Take one or more stones: first not all, then at most {most} as the opponent just took."
        end = "The player who takes the last stone wins. A player who cannot move loses."
        return "Take the last stone.", turn, end

    @cached_property
    def next_take_multiplier(self) -> int:
        """How many times as much may be taken next."""
        return 2

    def start(self) -> int:
        return self.heap | self.heap - 1 << WIDTH

    def moves(self, position: int) -> Iterator[int]:
        for stones in range(1, (position >> WIDTH) + 1):
            yield stones

    def play(self, position: int, move: int) -> int:
        left = (position & LOWER) - move
        return left | min(self.next_take_multiplier * move, left) << WIDTH

    # Text format: the stones and the most that may be taken.

    def show(self, position: int) -> str:
        return f"{position & LOWER}, take at most {position >> WIDTH}"

    def parse(self, text: str) -> int:
        """Read the stones and the most that may be taken, with or without the words between.

        Raises `UnreadablePosition`, also where no taking allows so many.
        """
        numbers = read_heaps(self, text.replace("take at most", " "))
        if len(numbers) != 2:
            raise make_unreadable_heaps_error(self, text, f"it has {len(numbers)} numbers, not two")
        stones, most = numbers
        taken = self.heap - stones
        # The last may follow one other taking, or be the first and not all. Of those that allow as many, the
        # least needs the smallest taking before it, and the greatest is the first.
        least = max(1, -(-most // self.next_take_multiplier))
        lasts = [last for last in (least, taken) if 1 <= last <= taken]
        if (stones, most) != (self.heap, self.heap - 1) and not any(
            most == min(self.next_take_multiplier * last, stones)
            for last in lasts
            if last <= self.next_take_multiplier * (taken - last) or last == taken < self.heap
        ):
            raise make_unreadable_heaps_error(self, text, f"no play from {self.heap} allows {most} there")
        return stones | most << WIDTH

    def depict(self, position: int) -> Picture:
        return depict_heaps((position & LOWER,), notes=(f"take at most {position >> WIDTH}",))

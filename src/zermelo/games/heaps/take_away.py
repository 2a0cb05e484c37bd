"""Take-away: one heap, and at most so many times as many stones as the other player has just taken.

A. J. Schwenk, *Take-away games* (1970). Positions are those of fibonacci nim, which is the game of 2 times.
"""

from functools import cached_property

from zermelo.core.parameters import whole
from zermelo.games.heaps.fibonacci_nim import FibonacciNim


class TakeAway(FibonacciNim):
    """Take stones, at first not all, then at most `times` what was just taken; the last stone wins.

    A heap of one stone cannot be begun: its mover loses. Values are win and loss.

    >>> game = TakeAway(heap=10)
    >>> game.show(game.play(game.start(), 1))
    '9, take at most 3'
    """

    times: int = whole(3, 1, 1_000)

    @cached_property
    def next_take_multiplier(self) -> int:
        return self.times

"""Take-away: one heap, and at most so many times as many stones as the other player has just taken.

A. J. Schwenk, *Take-away games* (1970). Positions are those of fibonacci nim, which is the game of 2 times.
"""

from functools import cached_property

from zermelo.boards.parameter_checks import check_whole
from zermelo.games.heaps.fibonacci_nim import FibonacciNim


class TakeAway(FibonacciNim):
    """Take stones, at first not all, then at most `times` what was just taken; the last stone wins.

    A heap of one stone cannot be begun: its mover loses. Values are win and loss.

    >>> game = TakeAway(heap=10)
    >>> game.show(game.play(game.start(), 1))
    '9, take at most 3'
    """

    times: int = 3

    def __post_init__(self) -> None:
        super().__post_init__()
        check_whole("times", self.times, 1, 1_000)

    @cached_property
    def next_take_multiplier(self) -> int:
        return self.times

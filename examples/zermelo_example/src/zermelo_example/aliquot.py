"""Aliquot: subtract a proper divisor from the number; a player who finds none loses.

A number's proper divisors are those smaller than itself, so 1 has none. The mover wins where the number is
even: they subtract 1, and all divisors of an odd number are odd.
"""

from collections.abc import Iterator

from zermelo import Game
from zermelo.core import whole


class Aliquot(Game):
    """Subtract a proper divisor from the number; a player who finds none loses. Values are win and loss."""

    number: int = whole(12, 1)

    def start(self) -> int:
        return self.number

    def moves(self, position: int) -> Iterator[int]:
        for divisor in range(1, position // 2 + 1):
            if position % divisor == 0:
                yield divisor

    def play(self, position: int, move: int) -> int:
        return position - move

"""Euclid's game: subtract a multiple of the smaller number from the larger.

Cole and Davie, *A game based on the Euclidean algorithm and a winning strategy for it* (1969).

    bits  61 ... 31       30 ... 0
          the larger      the smaller

Ordered so, a position needs no symmetry. The mover wins exactly where the larger number is the
smaller one itself or more than the golden ratio times it.
"""

import math
from collections.abc import Iterator

from zermelo.boards.notation.heap_text import make_unreadable_heaps_error, read_heaps
from zermelo.boards.pictures.game_pictures import depict_numbers
from zermelo.boards.pictures.picture import Picture
from zermelo.core.game import Game
from zermelo.core.parameters import whole

WIDTH = 31
LOWER = (1 << WIDTH) - 1  # the bits of the smaller number
LARGEST = 1_000_000


class Euclid(Game):
    """Subtract the smaller of two numbers, or a multiple of it, from the larger; who makes a zero wins.

    Values are win and loss.
    """

    a: int = whole(12, 1, LARGEST)
    b: int = whole(17, 1, LARGEST)

    impartial = True

    how_to_play = (
        "Make one of the two numbers zero.",
        "Subtract the smaller number, or a multiple of it, from the larger, but not below zero.",
        "The player who makes a zero wins.",
    )
    move_word = "taking"

    def start(self) -> int:
        return self.pack_sorted_heaps(self.a, self.b)

    def pack_sorted_heaps(self, one: int, other: int) -> int:
        return min(one, other) | max(one, other) << WIDTH

    def moves(self, position: int) -> Iterator[int]:
        smaller, larger = position & LOWER, position >> WIDTH
        if smaller > 0:
            for times in range(1, larger // smaller + 1):
                yield times

    def play(self, position: int, move: int) -> int:
        smaller, larger = position & LOWER, position >> WIDTH
        return self.pack_sorted_heaps(smaller, larger - move * smaller)

    # Text format: the two numbers, and what is subtracted.

    def show(self, position: int) -> str:
        return f"{position & LOWER} {position >> WIDTH}"

    def parse(self, text: str) -> int:
        """Read the two numbers, in either order.

        Raises `UnreadablePosition`, also where their greatest common divisor differs from the start's,
        because no move changes it. Nothing else is checked.
        """
        numbers = read_heaps(self, text)
        if len(numbers) != 2:
            raise make_unreadable_heaps_error(self, text, f"it has {len(numbers)} numbers, not two")
        divisor = math.gcd(self.a, self.b)
        if math.gcd(*numbers) != divisor:
            raise make_unreadable_heaps_error(
                self, text, f"all of play has the greatest common divisor {divisor}"
            )
        if max(numbers) > max(self.a, self.b):
            raise make_unreadable_heaps_error(self, text, f"play began with {self.a} and {self.b}")
        return self.pack_sorted_heaps(*numbers)

    def name(self, position: int, move: int) -> str:
        smaller, larger = position & LOWER, position >> WIDTH
        return f"{move * smaller} from {larger}"

    def depict(self, position: int) -> Picture:
        return depict_numbers((position & LOWER, position >> WIDTH))

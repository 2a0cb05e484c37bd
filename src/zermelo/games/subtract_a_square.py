"""Subtract a square: one heap, from which a square number of stones is taken.

The position is the number of stones and a move the number taken. Golomb, *A mathematical
investigation of games of "take-away"* (1966); no pattern is known in the heaps that lose.
"""

from collections.abc import Iterator

from zermelo.core.game import Game
from zermelo.games._depicting import of_heaps
from zermelo.games._heaps import no_position, read_heaps
from zermelo.games._parameters import check_whole
from zermelo.tabletop.picture import Picture

LARGEST_HEAP = 10**12


class SubtractASquare(Game):
    """Take 1, 4, 9, 16, ... stones from one heap; whoever takes the last stone wins.

    Values are win and loss.
    """

    heap: int = 30

    impartial = True

    def __post_init__(self) -> None:
        check_whole("heap", self.heap, 0, LARGEST_HEAP)

    def start(self) -> int:
        return self.heap

    def moves(self, position: int) -> Iterator[int]:
        root = 1
        while root * root <= position:
            yield root * root
            root += 1

    def play(self, position: int, move: int) -> int:
        return position - move

    # What a person reads: the number of stones.

    def show(self, position: int) -> str:
        return str(position)

    def parse(self, text: str) -> int:
        """Read the number of stones; raises `UnreadablePosition`."""
        heaps = read_heaps(self, text)
        if len(heaps) != 1:
            raise no_position(self, text, f"it has {len(heaps)} heaps, not one")
        if heaps[0] > self.heap:
            raise no_position(self, text, f"play began with {self.heap}")
        return heaps[0]

    def depict(self, position: int) -> Picture:
        return of_heaps((position,))

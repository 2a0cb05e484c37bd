"""Subtract a square: one heap, from which a square number of stones is taken.

The position is the number of stones and a move the number taken. Golomb, *A mathematical
investigation of games of "take-away"* (1966); no pattern is known in the heaps that lose.
"""

from collections.abc import Iterator

from zermelo.boards.notation.heap_text import make_unreadable_heaps_error, read_heaps
from zermelo.boards.pictures.game_pictures import depict_heaps
from zermelo.boards.pictures.picture import Picture
from zermelo.core.game import Game
from zermelo.core.parameters import whole

LARGEST_HEAP = 10**12


class SubtractASquare(Game):
    """Take 1, 4, 9, 16, ... stones from one heap; the player who takes the last stone wins.

    Values are win and loss.
    """

    heap: int = whole(30, 0, LARGEST_HEAP)

    impartial = True

    how_to_play = (
        "Take the last stone.",
        "Take a square number of stones from the heap: 1, 4, 9, 16 and so on.",
        "The player who takes the last stone wins.",
    )
    move_word = "taking"

    def start(self) -> int:
        return self.heap

    def moves(self, position: int) -> Iterator[int]:
        root = 1
        while root * root <= position:
            yield root * root
            root += 1

    def play(self, position: int, move: int) -> int:
        return position - move

    # Text format: the number of stones.

    def show(self, position: int) -> str:
        return str(position)

    def parse(self, text: str) -> int:
        """Read the number of stones; raises `UnreadablePosition`."""
        heaps = read_heaps(self, text)
        if len(heaps) != 1:
            raise make_unreadable_heaps_error(self, text, f"it has {len(heaps)} heaps, not one")
        if heaps[0] > self.heap:
            raise make_unreadable_heaps_error(self, text, f"play began with {self.heap}")
        return heaps[0]

    def depict(self, position: int) -> Picture:
        return depict_heaps((position,))

"""Grundy's game: split a heap into two unequal ones until there are only heaps of one and two.

Grundy, *Mathematics and games* (1939). The stones stand in a row, a bit each, and a heap's last stone is a
set bit; the heaps lie in order, the smallest lowest, so that each collection of heaps is one number:

    bit   11 10 9 8 7 6 5   4 3 2   1 0
           1  0 0 0 0 0 0   1 0 0   1 0      heaps of 2, 3 and 7

So 62 stones fit into a word, and only the start depends on how many there are. A move is the size of a heap
and of its smaller part.
"""

from collections.abc import Iterator

from zermelo.boards.notation.heap_text import make_unreadable_heaps_error, read_heaps
from zermelo.boards.pictures.game_pictures import depict_heaps
from zermelo.boards.pictures.picture import Picture
from zermelo.core.game import Game
from zermelo.core.parameters import WORD_BITS, whole
from zermelo.core.values import LOSS, WIN


class GrundysGame(Game):
    """Split a heap into two of different sizes; who cannot loses, or wins where `misere`.

    Values are win and loss.
    """

    move_word = "splitting"

    heap: int = whole(12, 1, WORD_BITS - 1)
    misere: bool = False

    impartial = True

    @property
    def how_to_play(self) -> tuple[str, str, str]:
        goal, end = ("Do not make", "wins") if self.misere else ("Make", "loses")
        turn = "Split one heap into two of different sizes. Heaps of one and two cannot be split."
        return f"{goal} the last split.", turn, f"A player who cannot split a heap {end}."

    def start(self) -> int:
        return 1 << self.heap - 1

    def moves(self, position: int) -> Iterator[int]:
        last = 0
        while position:
            size = self.smallest_heap(position)
            if size != last:
                for part in range(1, (size + 1) // 2):
                    yield size << 6 | part
            last = size
            position >>= size

    def play(self, position: int, move: int) -> int:
        size, part = move >> 6, move & 63
        place = self.find_insertion_bit(position, size)
        position = self.bits_of_smaller_heaps(position, place) | position >> (place + size) << place
        return self.add_heap(self.add_heap(position, part), size - part)

    def stuck(self, position: int) -> int:
        return WIN if self.misere else LOSS

    def tier(self, position: int) -> int:
        return position.bit_count() - 1

    def parts(self, position: int) -> Iterator[int]:
        while position:
            size = self.smallest_heap(position)
            if size > 2:
                yield 1 << size - 1
            position >>= size

    # Heaps in their row.

    def smallest_heap(self, heaps: int) -> int:
        """Return the size of the smallest heap, 0 where there is none."""
        return (heaps & -heaps).bit_length()

    def bits_of_smaller_heaps(self, heaps: int, place: int) -> int:
        return heaps & ((1 << place) - 1)

    def find_insertion_bit(self, heaps: int, size: int) -> int:
        """Return the bit where the heaps of `size` or more begin."""
        place = 0
        while heaps and self.smallest_heap(heaps) < size:
            place += self.smallest_heap(heaps)
            heaps >>= self.smallest_heap(heaps)
        return place

    def add_heap(self, heaps: int, size: int) -> int:
        """Return the heaps with one more in its place."""
        place = self.find_insertion_bit(heaps, size)
        above = heaps >> place << size | 1 << (size - 1)
        return self.bits_of_smaller_heaps(heaps, place) | above << place

    # Text format: the heaps, the smallest first. In brackets, as a single one would look like the
    # number of a position.

    def heap_sizes(self, position: int) -> list[int]:
        heap_sizes = []
        while position:
            heap_sizes.append(self.smallest_heap(position))
            position >>= heap_sizes[-1]
        return heap_sizes

    def show(self, position: int) -> str:
        return f"({' '.join(map(str, self.heap_sizes(position)))})"

    def parse(self, text: str) -> int:
        """Read the heaps in any order; raises `UnreadablePosition`, also where stones are missing."""
        heap_sizes = read_heaps(self, text)
        if 0 in heap_sizes:
            raise make_unreadable_heaps_error(self, text, "a heap has at least one stone")
        if sum(heap_sizes) != self.heap:
            raise make_unreadable_heaps_error(self, text, f"it has {sum(heap_sizes)} stones, not {self.heap}")
        position = 0
        for size in heap_sizes:
            position = self.add_heap(position, size)
        return position

    def name(self, position: int, move: int) -> str:
        size, part = move >> 6, move & 63
        return f"{size} = {part} + {size - part}"

    def depict(self, position: int) -> Picture:
        return depict_heaps(self.heap_sizes(position), move="{size} = {rest} + {taken}")

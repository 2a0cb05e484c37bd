"""Nim: heaps of stones; take any number from one heap. Bouton, *Nim* (1901).

Every heap has a field of the same width, wide enough for the largest, the first heap lowest; with
heaps (1, 3, 5, 7):

    bits  11 10 9   8 7 6   5 4 3   2 1 0
          heap 4    heap 3  heap 2  heap 1

A move is the stones to take, at the place of their heap: one integer says heap and number, and
playing it is one subtraction.
"""

from collections.abc import Iterator
from functools import cached_property

from zermelo.core.errors import UnreadablePosition
from zermelo.core.game import Game
from zermelo.core.values import LOSS, WIN
from zermelo.games._parameters import check_bits, check_flag, check_wholes


class Nim(Game):
    """Take one or more stones from one heap; whoever takes the last stone wins, or loses where `misere`.

    Values are win and loss.
    """

    heaps: tuple[int, ...] = (1, 3, 5, 7)
    misere: bool = False

    impartial = True

    def __post_init__(self) -> None:
        check_wholes("heaps", self.heaps, 0, 1_000_000)
        check_flag("misere", self.misere)
        check_bits(f"heaps={self.heaps!r}", self.count * self.width)

    @cached_property
    def count(self) -> int:
        return len(self.heaps)

    @cached_property
    def width(self) -> int:
        return max(1, max(self.heaps).bit_length())

    def start(self) -> int:
        return sum(heap << index * self.width for index, heap in enumerate(self.heaps))

    def moves(self, position: int) -> Iterator[int]:
        for index in range(self.count):
            offset = index * self.width
            heap = (position >> offset) & ((1 << self.width) - 1)
            for stones in range(1, heap + 1):
                yield stones << offset

    def play(self, position: int, move: int) -> int:
        return position - move

    def stuck(self, position: int) -> int:
        return WIN if self.misere else LOSS

    # What a person reads: the heaps in a row.

    def sizes(self, position: int) -> list[int]:
        return [position >> index * self.width & (1 << self.width) - 1 for index in range(self.count)]

    def show(self, position: int) -> str:
        return " ".join(str(heap) for heap in self.sizes(position))

    def parse(self, text: str) -> int:
        """Read the heaps in their order, with blanks or commas between them.

        Raises `UnreadablePosition`, also where a heap is larger than at the start.
        """
        words = text.strip().strip("()").replace(",", " ").split()
        if len(words) != self.count or not all(word.isascii() and word.isdigit() for word in words):
            raise UnreadablePosition(
                f"{text.strip()!r} is not a position of {self!r}: it has not {self.count} heaps: "
                f"write them like {self.show(self.start())!r}"
            )
        sizes = [int(word) for word in words]
        for index, (size, most) in enumerate(zip(sizes, self.heaps, strict=True)):
            if size > most:
                raise UnreadablePosition(
                    f"{text.strip()!r} is not a position of {self!r}: heap {index + 1} cannot hold {size}: "
                    f"it began with {most}"
                )
        return sum(size << index * self.width for index, size in enumerate(sizes))

    def name(self, position: int, move: int) -> str:
        index = (move.bit_length() - 1) // self.width
        return f"{move >> index * self.width} from heap {index + 1}"

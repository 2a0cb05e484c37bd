"""Nim: heaps of stones; take any number from one heap. Bouton, *Nim* (1901).

Every heap has a field of the same width, wide enough for the largest, the first heap lowest; with
heaps (1, 3, 5, 7):

    bits  11 10 9   8 7 6   5 4 3   2 1 0
          heap 4    heap 3  heap 2  heap 1

A move is the stones to take, at the place of their heap: one integer holds heap and number, and playing it is
one subtraction.

Heaps that began equal may change places: the start stays what it is, and so do all values.
"""

from collections.abc import Iterator
from functools import cached_property
from itertools import permutations, product
from math import factorial, prod

from zermelo.boards.pictures.game_pictures import depict_heaps
from zermelo.boards.pictures.picture import Picture
from zermelo.core.errors import UnreadablePosition
from zermelo.core.game import Game
from zermelo.core.parameters import check_bits, whole
from zermelo.core.values import LOSS, WIN

MOST_ORDERS = 24  # each costs every position an image: four equal heaps pay, nine (362,880 orders) do not


class Nim(Game):
    """Take one or more stones from one heap; taking the last stone wins, or loses where `misere`.

    Values are win and loss. Positions that differ by the order of heaps that began equal are one class,
    where there are at most 24 such orders; where there are more, every position is solved by itself.
    """

    move_word = "taking"

    heaps: tuple[int, ...] = whole((1, 3, 5, 7), 0, 1_000_000)
    misere: bool = False

    impartial = True

    @property
    def how_to_play(self) -> tuple[str, str, str]:
        goal, end = ("Do not take", "loses") if self.misere else ("Take", "wins")
        turn = "Take one or more stones from one heap."
        return f"{goal} the last stone.", turn, f"The player who takes the last stone {end}."

    def __post_init__(self) -> None:
        check_bits(f"heaps={self.heaps!r}", self.heap_count * self.bits_per_heap)

    @cached_property
    def heap_count(self) -> int:
        return len(self.heaps)

    @cached_property
    def bits_per_heap(self) -> int:
        return max(1, max(self.heaps).bit_length())

    def start(self) -> int:
        return sum(heap << index * self.bits_per_heap for index, heap in enumerate(self.heaps))

    def moves(self, position: int) -> Iterator[int]:
        for index in range(self.heap_count):
            offset = index * self.bits_per_heap
            heap = (position >> offset) & ((1 << self.bits_per_heap) - 1)
            for stones in range(1, heap + 1):
                yield stones << offset

    def play(self, position: int, move: int) -> int:
        return position - move

    def stuck(self, position: int) -> int:
        return WIN if self.misere else LOSS

    def parts(self, position: int) -> Iterator[int]:
        for index in range(self.heap_count):
            heap = (position >> index * self.bits_per_heap) & ((1 << self.bits_per_heap) - 1)
            if heap > 0:
                yield heap

    @cached_property
    def symmetric_heap_orders(self) -> tuple[tuple[int, ...], ...]:
        """The orders of the heaps that keep the start, the usual one first; that one alone where too many."""
        equal = [
            [i for i, heap in enumerate(self.heaps) if heap == size] for size in dict.fromkeys(self.heaps)
        ]
        if prod(factorial(len(places)) for places in equal) > MOST_ORDERS:
            return (tuple(range(self.heap_count)),)
        orders = []
        for choice in product(*(permutations(places) for places in equal)):
            source = {
                place: other
                for places, others in zip(equal, choice, strict=True)
                for place, other in zip(places, others, strict=True)
            }
            orders.append(tuple(source[place] for place in range(self.heap_count)))
        return tuple(orders)

    def symmetries(self, position: int) -> Iterator[int]:
        for order in self.symmetric_heap_orders:
            image = (
                position >> self.heap_count * self.bits_per_heap << self.heap_count * self.bits_per_heap
            )  # 0, if it is a position
            for place, source in enumerate(order):
                heap = (position >> source * self.bits_per_heap) & ((1 << self.bits_per_heap) - 1)
                image |= heap << place * self.bits_per_heap
            yield image

    # Text format: the heaps in a row.

    def heap_sizes(self, position: int) -> list[int]:
        return [
            position >> index * self.bits_per_heap & (1 << self.bits_per_heap) - 1
            for index in range(self.heap_count)
        ]

    def show(self, position: int) -> str:
        return " ".join(str(heap) for heap in self.heap_sizes(position))

    def parse(self, text: str) -> int:
        """Read the heaps in their order, with blanks or commas between them.

        Raises `UnreadablePosition`, also where a heap is larger than at the start.
        """
        words = text.strip().strip("()").replace(",", " ").split()
        if len(words) != self.heap_count or not all(word.isascii() and word.isdigit() for word in words):
            raise UnreadablePosition(
                f"{text.strip()!r} is not a position of {self!r}: it has not {self.heap_count} heaps: "
                f"write them like {self.show(self.start())!r}"
            )
        heap_sizes = [int(word) for word in words]
        for index, (size, most) in enumerate(zip(heap_sizes, self.heaps, strict=True)):
            if size > most:
                raise UnreadablePosition(
                    f"{text.strip()!r} is not a position of {self!r}: heap {index + 1} cannot hold {size}: "
                    f"it began with {most}"
                )
        return sum(size << index * self.bits_per_heap for index, size in enumerate(heap_sizes))

    def name(self, position: int, move: int) -> str:
        index = (move.bit_length() - 1) // self.bits_per_heap
        return f"{move >> index * self.bits_per_heap} from heap {index + 1}"

    def depict(self, position: int) -> Picture:
        return depict_heaps(self.heap_sizes(position), move="{taken} from heap {heap}")

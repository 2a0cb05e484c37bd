"""Nim with a die that limits how many stones may be taken.

Before each move the mover throws a die with `faces` sides. Then the mover takes one or more stones from one
heap, but no more than the die shows. The player who takes the last stone wins. The rules are this catalogue's
own: with so much luck, only the position without stones is surely lost. Every heap has a field of the same
width, the first heap lowest; with heaps (3, 5) and six faces:

    bit   9       8 .. 6                5 .. 3   2 .. 0
          mover   die, 0 before it is   heap 2   heap 1
                  thrown

Who moves is no part of a position's value, so positions that differ by the mover alone are one class.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property

from zermelo.boards.pictures.game_pictures import depict_heaps
from zermelo.boards.pictures.picture import Picture, Thing
from zermelo.core.errors import UnreadablePosition
from zermelo.core.game import Game
from zermelo.core.parameters import check_bits, whole
from zermelo.core.values import LOSS, UNDECIDED

PLAYERS = ("first", "second")


class StochasticNim(Game):
    """Throw a die, then take up to so many stones from one heap; the player who takes the last stone wins.

    Values are expectations of win and loss. Either player may begin; the first start is the first player's.
    """

    heaps: tuple[int, ...] = whole((3, 4, 5), 0, 1_000_000)
    faces: int = whole(6, 1, 1_000)

    how_to_play = (
        "Take the last stone.",
        "Throw the die, then take one or more stones from one heap, but no more than it shows.",
        "The player who takes the last stone wins; there are no draws.",
    )
    move_word = "taking"

    def __post_init__(self) -> None:
        bits = self.heap_count * self.bits_per_heap + self.faces.bit_length() + 1
        check_bits(f"heaps={self.heaps!r}, faces={self.faces}", bits)

    @cached_property
    def heap_count(self) -> int:
        return len(self.heaps)

    @cached_property
    def bits_per_heap(self) -> int:
        return max(1, max(self.heaps).bit_length())

    @cached_property
    def heaps_mask(self) -> int:
        """The bits of all heaps."""
        return (1 << self.heap_count * self.bits_per_heap) - 1

    @cached_property
    def mover_bit(self) -> int:
        """The bit of the mover."""
        return 1 << self.heap_count * self.bits_per_heap + self.faces.bit_length()

    def start(self) -> int:
        return sum(heap << index * self.bits_per_heap for index, heap in enumerate(self.heaps))

    def starts(self) -> Iterator[int]:
        yield self.start()
        yield self.start() | self.mover_bit

    def heap_size(self, position: int, index: int) -> int:
        return position >> index * self.bits_per_heap & (1 << self.bits_per_heap) - 1

    def rolled_die(self, position: int) -> int:
        return (position & self.mover_bit - 1) >> self.heap_count * self.bits_per_heap

    def mover(self, position: int) -> int:
        return 1 if position & self.mover_bit else 0

    def outcome(self, position: int) -> int:
        return LOSS if position & self.heaps_mask == 0 else UNDECIDED

    def chances(self, position: int) -> Iterator[tuple[float, int]]:
        if self.rolled_die(position) == 0:
            for face in range(1, self.faces + 1):
                yield 1 / self.faces, position | face << self.heap_count * self.bits_per_heap

    def moves(self, position: int) -> Iterator[int]:
        for index in range(self.heap_count):
            for stones in range(1, min(self.rolled_die(position), self.heap_size(position, index)) + 1):
                yield stones << index * self.bits_per_heap

    def play(self, position: int, move: int) -> int:
        return (position & self.heaps_mask) - move | (position & self.mover_bit) ^ self.mover_bit

    def tier(self, position: int) -> int:
        left = 0
        for index in range(self.heap_count):
            left += self.heap_size(position, index)
        return sum(self.heaps) - left

    def symmetries(self, position: int) -> Iterator[int]:
        yield position
        yield position ^ self.mover_bit

    # Text format: "3 4 5, first to roll", or "3 4 5, first rolled 2".

    def show(self, position: int) -> str:
        heaps = " ".join(str(self.heap_size(position, index)) for index in range(self.heap_count))
        die = self.rolled_die(position)
        return f"{heaps}, {PLAYERS[self.mover(position)]} {f'rolled {die}' if die else 'to roll'}"

    def parse(self, text: str) -> int:
        """Read the heaps, and the player to roll or the number rolled. Raises `UnreadablePosition`."""
        heaps, _, said = text.partition(",")
        words, numbers = said.split(), heaps.split()
        if len(numbers) != self.heap_count or not all(word.isascii() and word.isdigit() for word in numbers):
            raise self._make_parse_error(text, f"it has not {self.heap_count} heaps")
        if len(words) != 3 or words[0] not in PLAYERS or words[1] not in ("to", "rolled"):
            raise self._make_parse_error(text, "it does not say who is to roll, or what was rolled")
        sizes = [int(word) for word in numbers]
        if any(size > most for size, most in zip(sizes, self.heaps, strict=True)):
            raise self._make_parse_error(text, "a heap is larger than at the start")
        faces = [str(face) for face in range(1, self.faces + 1)]
        rolled = words[1] == "rolled"
        if (words[2] not in faces) if rolled else (words[2] != "roll"):
            raise self._make_parse_error(text, f"the die has {self.faces} faces")
        if rolled and not any(sizes):
            raise self._make_parse_error(text, "the game is over and nobody rolls")
        position = sum(size << index * self.bits_per_heap for index, size in enumerate(sizes))
        die = int(words[2]) if rolled else 0
        return (
            position | die << self.heap_count * self.bits_per_heap | self.mover_bit * PLAYERS.index(words[0])
        )

    def _make_parse_error(self, text: str, reason: str) -> UnreadablePosition:
        return UnreadablePosition(
            f"{text.strip()!r} is not a position of {self!r}: {reason}: "
            f"write it like {self.show(self.start())!r}"
        )

    def name(self, position: int, move: int) -> str:
        index = (move.bit_length() - 1) // self.bits_per_heap
        return f"{move >> index * self.bits_per_heap} from heap {index + 1}"

    def depict(self, position: int) -> Picture:
        die = self.rolled_die(position)
        heaps = [self.heap_size(position, index) for index in range(self.heap_count)]
        said = f"{PLAYERS[self.mover(position)]} {f'rolled {die}' if die else 'to roll'}"
        picture = depict_heaps(heaps, notes=(said,), move="{taken} from heap {heap}")
        thrown = (Thing("die", -2.2, 0.65 * (self.heap_count - 1), None, str(die)),) if die else ()
        return replace(picture, things=(*picture.things, *thrown))

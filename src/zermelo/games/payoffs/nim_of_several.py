"""Nim of several players, in turn; the last to move is first in rank. S.-Y. R. Li, *N-person Nim* (1978).

Every heap has a field of the same width, the first heap lowest, as in `nim`, and above them stands who moves,
from 0; with heaps (1, 2, 3):

    bits   8 7 6    5 4       3 2       1 0
           mover    heap 3    heap 2    heap 1
"""

from collections.abc import Iterator
from functools import cached_property

from zermelo.boards.notation.heap_text import make_unreadable_heaps_error
from zermelo.boards.pictures.game_pictures import depict_heaps
from zermelo.boards.pictures.picture import Picture
from zermelo.core.errors import UnreadablePosition
from zermelo.core.game import Game
from zermelo.core.parameters import check_bits, whole

MOST_SEATS = 7


class NimOfSeveral(Game):
    """Take one or more stones from one heap; the player who takes the last is first, the one before second.

    So the player who has no move left gets 0 points, the next one in turn 1, and so on to the one who moved
    last, with one point less than there are `seats`.
    """

    heaps: tuple[int, ...] = whole((1, 2, 3), 0, 1_000_000)
    seats: int = whole(3, 2, MOST_SEATS)

    how_to_play = (
        "Take the last stone, or move as late in the game as you can.",
        "The {seats} players take turns to take one or more stones from one heap.",
        "The player who takes the last stone is first, the one before them in turn second, and so on.",
    )
    move_word = "taking"

    def __post_init__(self) -> None:
        check_bits(f"heaps={self.heaps!r}", self.heap_count * self.bits_per_heap + MOST_SEATS.bit_length())

    @property
    def players(self) -> int:  # type: ignore[override]  # as many as there are seats
        return self.seats

    @cached_property
    def heap_count(self) -> int:
        return len(self.heaps)

    @cached_property
    def bits_per_heap(self) -> int:
        return max(1, max(self.heaps).bit_length())

    def start(self) -> int:
        return self.pack_position(list(self.heaps), 0)

    def moves(self, position: int) -> Iterator[int]:
        for index in range(self.heap_count):
            offset = index * self.bits_per_heap
            heap = (position >> offset) & ((1 << self.bits_per_heap) - 1)
            for stones in range(1, heap + 1):
                yield stones << offset

    def play(self, position: int, move: int) -> int:
        above = self.heap_count * self.bits_per_heap
        heaps = (position & ((1 << above) - 1)) - move
        return heaps | ((self.mover(position) + 1) % self.seats) << above

    def mover(self, position: int) -> int:
        return position >> (self.heap_count * self.bits_per_heap)

    def payoffs(self, position: int) -> tuple[int, ...]:
        return tuple((player - self.mover(position)) % self.seats for player in range(self.seats))

    # Text format: the heaps in a row, and who moves.

    def pack_position(self, heaps: list[int], mover: int) -> int:
        position = mover
        for heap in reversed(heaps):
            position = position << self.bits_per_heap | heap
        return position

    def heap_sizes(self, position: int) -> list[int]:
        return [
            position >> index * self.bits_per_heap & (1 << self.bits_per_heap) - 1
            for index in range(self.heap_count)
        ]

    def show(self, position: int) -> str:
        return f"{' '.join(map(str, self.heap_sizes(position)))} player {self.mover(position) + 1}"

    def parse(self, text: str) -> int:
        """Read the heaps in order and who moves, as in `1 2 3 player 1`; raises `UnreadablePosition`."""
        *words, name, seat = ["", "", *text.strip().lower().replace(",", " ").split()]
        if name != "player" or not (seat.isascii() and seat.isdigit() and 1 <= int(seat) <= self.seats):
            reason = f"it does not end with a player from 1 to {self.seats}"
            raise self._make_parse_error(text, reason)
        heaps = [word for word in words if word]
        if len(heaps) != self.heap_count or not all(word.isascii() and word.isdigit() for word in heaps):
            raise self._make_parse_error(text, f"it has not {self.heap_count} heaps")
        for index, (heap, most) in enumerate(zip(map(int, heaps), self.heaps, strict=True)):
            if heap > most:
                raise self._make_parse_error(
                    text, f"heap {index + 1} cannot hold {heap}, as it began with {most}"
                )
        return self.pack_position(list(map(int, heaps)), int(seat) - 1)

    def _make_parse_error(self, text: str, reason: str) -> UnreadablePosition:
        return make_unreadable_heaps_error(self, text, reason)

    def name(self, position: int, move: int) -> str:
        index = (move.bit_length() - 1) // self.bits_per_heap
        return f"{move >> index * self.bits_per_heap} from heap {index + 1}"

    def depict(self, position: int) -> Picture:
        return depict_heaps(
            self.heap_sizes(position),
            notes=(f"player {self.mover(position) + 1} to move",),
            move="{taken} from heap {heap}",
        )

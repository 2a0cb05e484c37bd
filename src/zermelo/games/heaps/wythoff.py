"""Wythoff's game: two heaps; take from one, or equally from both.

Wythoff, *A modification of the game of nim* (1907).

    bits  61 ... 31   30 ... 0
            heap 2     heap 1

A move is the stones to take, at their places, so that playing is one subtraction. The losing pairs
are the whole parts of n times the golden ratio and n times its square.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property

from zermelo.boards.notation.heap_text import make_unreadable_heaps_error, read_heaps
from zermelo.boards.pictures.game_pictures import depict_heaps
from zermelo.boards.pictures.picture import Mark, Picture, Place, Thing
from zermelo.core.game import Game
from zermelo.core.parameters import whole
from zermelo.core.values import LOSS, WIN

WIDTH = 31
LOWER = (1 << WIDTH) - 1  # the bits of heap 1
MOST_BUTTONS, ROW = 40, 8  # of those below the heaps, and of one row of them
BOTH = 1 | 1 << WIDTH  # one stone of each heap


class Wythoff(Game):
    """Take stones from one of two heaps or as many from both; the last stone wins, or loses if `misere`.

    Values are win and loss.
    """

    move_word = "taking"

    a: int = whole(6, 0, 1_000_000)
    b: int = whole(10, 0, 1_000_000)
    misere: bool = False

    impartial = True

    @property
    def how_to_play(self) -> tuple[str, str, str]:
        goal, end = ("Do not take", "loses") if self.misere else ("Take", "wins")
        turn = "Take one or more stones from one heap, or the same number from both."
        return f"{goal} the last stone.", turn, f"The player who takes the last stone {end}."

    def start(self) -> int:
        return self.a | self.b << WIDTH

    def moves(self, position: int) -> Iterator[int]:
        first, second = position & LOWER, position >> WIDTH
        for stones in range(1, first + 1):
            yield stones
        for stones in range(1, second + 1):
            yield stones << WIDTH
        for stones in range(1, min(first, second) + 1):
            yield stones * BOTH

    def play(self, position: int, move: int) -> int:
        return position - move

    def stuck(self, position: int) -> int:
        return WIN if self.misere else LOSS

    def symmetries(self, position: int) -> Iterator[int]:
        for image in range(2 if self.has_equal_starting_heaps else 1):
            yield position if image == 0 else (position & LOWER) << WIDTH | position >> WIDTH

    @cached_property
    def has_equal_starting_heaps(self) -> bool:
        """Whether the heaps began equal: then they may change places, and the start stays what it is."""
        return self.a == self.b

    # Text format: the heaps in a row.

    def show(self, position: int) -> str:
        return f"{position & LOWER} {position >> WIDTH}"

    def parse(self, text: str) -> int:
        """Read the two heaps in their order.

        Raises `UnreadablePosition`, also where a heap is larger than at the start.
        """
        heaps = read_heaps(self, text)
        if len(heaps) != 2:
            raise make_unreadable_heaps_error(self, text, f"it has {len(heaps)} heaps, not two")
        if heaps[0] > self.a or heaps[1] > self.b:
            raise make_unreadable_heaps_error(self, text, f"play began with {self.a} and {self.b}")
        return heaps[0] | heaps[1] << WIDTH

    def name(self, position: int, move: int) -> str:
        first, second = move & LOWER, move >> WIDTH
        if first == second:
            return f"{first} from both"
        return f"{first} from heap 1" if first else f"{second} from heap 2"

    def depict(self, position: int) -> Picture:
        """Return both heaps, and below them a button for each number that can be taken from both."""
        heaps = position & LOWER, position >> WIDTH
        picture = depict_heaps(heaps, move="{taken} from heap {heap}")
        low = max(mark.y for mark in picture.marks) + 1.5
        buttons = tuple(
            Place(f"{count + 1} from both", float(count % ROW), low + count // ROW, "button")
            for count in range(min(heaps) if min(heaps) <= MOST_BUTTONS else 0)
        )
        counts = tuple(
            Thing("text", place.x, place.y, None, str(count)) for count, place in enumerate(buttons, 1)
        )
        label = (Mark("both", -1.0, low),) if buttons else ()
        return replace(
            picture,
            places=(*picture.places, *buttons),
            things=(*picture.things, *counts),
            marks=(*picture.marks, *label),
        )

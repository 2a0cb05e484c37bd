"""Partizan Euclid: one step of Euclid's algorithm, with the remainder from below or from above.

McKay and Nowakowski, *Outcomes of partizan Euclid* (2012). With p = k * q + r and 0 < r < q, Left moves from
the pair (p, q) to (q, r), and Right to (q, q - r); where q divides p nobody moves.

    bits  62 ... 32       31 ... 1       0
          the larger      the smaller    the mover, 0 for Left

Each player has one move at most, so a move is the remainder.
"""

from collections.abc import Iterator

from zermelo.boards.board_games.partizan_options import STARTERS, PartizanOptions, read_rows_and_mover
from zermelo.boards.notation.heap_text import make_unreadable_heaps_error, read_heaps
from zermelo.boards.pictures.game_pictures import depict_numbers
from zermelo.boards.pictures.picture import Picture
from zermelo.core.parameters import choice, whole

WIDTH = 31
LOWER = (1 << WIDTH) - 1  # the bits of one number
LARGEST = 1_000_000_000


class PartizanEuclid(PartizanOptions):
    """Replace the larger of two numbers by the remainder, Left from below, Right from above; no move loses.

    `starter` is "left" or "right". Values are win and loss.

    >>> game = PartizanEuclid(8, 3)
    >>> [game.show(option)[:3] for player in (0, 1) for option in game.options(game.start(), player)]
    ['3 2', '3 1']
    """

    a: int = whole(17, 0, LARGEST)
    b: int = whole(12, 0, LARGEST)
    starter: str = choice(*STARTERS)

    how_to_play = (
        "Leave the opponent two numbers of which the smaller divides the larger.",
        (
            "Divide the larger number by the smaller. "
            "Left replaces the larger by the remainder, Right by the smaller minus the remainder."
        ),
        "A player who cannot move loses: there is no move where the smaller number divides the larger.",
    )
    move_word = "leaving"

    def pack_position(self, larger: int, smaller: int, mover: int) -> int:
        return (larger << WIDTH | smaller) << 1 | mover

    def larger_number(self, position: int) -> int:
        return position >> WIDTH + 1

    def smaller_number(self, position: int) -> int:
        return position >> 1 & LOWER

    def start(self) -> int:
        return self.pack_position(max(self.a, self.b), min(self.a, self.b), STARTERS.index(self.starter))

    def mover(self, position: int) -> int:
        return position & 1

    def remainder(self, position: int) -> int:
        """Return the remainder from below, 0 where nobody can move."""
        smaller = self.smaller_number(position)
        return self.larger_number(position) % smaller if smaller > 0 else 0

    def moves(self, position: int) -> Iterator[int]:
        remainder = self.remainder(position)
        if remainder > 0:
            yield remainder if position & 1 == 0 else self.smaller_number(position) - remainder

    def play(self, position: int, move: int) -> int:
        return self.pack_position(self.smaller_number(position), move, 1 - (position & 1))

    def with_mover(self, position: int, player: int) -> int:
        return position & ~1 | player

    def parts(self, position: int) -> Iterator[int]:
        """Yield the pair, where it is not the last one."""
        if self.remainder(position) > 0:
            yield position & ~1

    # Text format: the larger number, the smaller one, and in the last line who moves.

    def show(self, position: int) -> str:
        mover = STARTERS[position & 1]
        return f"{self.larger_number(position)} {self.smaller_number(position)}\n{mover} to move"

    def parse(self, text: str) -> int:
        """Read two numbers, in either order, and `left to move` or `right to move` below.

        Raises `UnreadablePosition`, also where one is larger than both at the start. Nothing else is checked.
        """
        rows, mover = read_rows_and_mover(self, text, STARTERS)
        numbers = read_heaps(self, " ".join(rows))
        if len(numbers) != 2:
            raise make_unreadable_heaps_error(self, text, f"it has {len(numbers)} numbers, not two")
        if max(numbers) > max(self.a, self.b):
            raise make_unreadable_heaps_error(self, text, f"play began with {self.a} and {self.b}")
        return self.pack_position(max(numbers), min(numbers), mover)

    def depict(self, position: int) -> Picture:
        return depict_numbers(
            (self.larger_number(position), self.smaller_number(position)),
            notes=(f"{STARTERS[position & 1]} to move",),
        )

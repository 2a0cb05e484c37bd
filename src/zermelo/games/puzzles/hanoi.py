"""The towers of Hanoi, with any number of pegs: no disc ever lies on a smaller one.

A position has the peg of each disc, the smallest lowest, in fields of one width; four discs on three pegs:

    bit  7 6  5 4  3 2  1 0
         d    c    b    a      a is the smallest

As smaller discs always lie above, nothing else is there to know. Lucas, *Récréations mathématiques* III
(1893), for three pegs, where 2**n - 1 moves are needed; with four, the numbers of Frame and Stewart (1941),
which Bousch has proven to be the fewest (*La quatrième tour de Hanoï*, 2014).
"""

from collections.abc import Iterator
from functools import cached_property

from zermelo.boards.notation.board_text import unreadable
from zermelo.boards.pictures.picture import Mark, Picture, Place, Stroke, Thing
from zermelo.core.parameters import check_bits, whole
from zermelo.core.puzzle_for_one import PuzzleForOne
from zermelo.core.values import UNDECIDED, WIN


class Hanoi(PuzzleForOne):
    """Bring the tower of `discs` from the first of the `pegs` to the last, one disc at a time."""

    discs: int = whole(4, 1, 31)
    pegs: int = whole(3, 3, 16)

    how_to_play = (
        "Bring the whole tower from the first peg to the last.",
        "Take the top disc of a peg and put it on another peg, never on a smaller disc.",
        "It is solved when all discs are on the last peg; the fewer moves, the better.",
    )

    def __post_init__(self) -> None:
        check_bits(f"discs={self.discs}, pegs={self.pegs}", self.discs * self.bits_per_disc)

    @cached_property
    def bits_per_disc(self) -> int:
        """Bits of a peg's number."""
        return (self.pegs - 1).bit_length()

    @cached_property
    def goal_position(self) -> int:
        """The position with all discs on the last peg."""
        return sum(self.pegs - 1 << disc * self.bits_per_disc for disc in range(self.discs))

    def start(self) -> int:
        return 0

    def moves(self, position: int) -> Iterator[int]:
        covered = 0  # the pegs that hold a smaller disc, a bit each
        for disc in range(self.discs):
            peg = self.peg_of_disc(position, disc)
            if covered >> peg & 1 == 0:
                for target in range(self.pegs):
                    if target != peg and covered >> target & 1 == 0:
                        yield disc * self.pegs + target
            covered |= 1 << peg

    def play(self, position: int, move: int) -> int:
        disc, target = divmod(move, self.pegs)
        return position + (target - self.peg_of_disc(position, disc) << disc * self.bits_per_disc)

    def outcome(self, position: int) -> int:
        return WIN if position == self.goal_position else UNDECIDED

    def peg_of_disc(self, position: int, disc: int) -> int:
        return position >> disc * self.bits_per_disc & (1 << self.bits_per_disc) - 1

    # Text format: the discs on each peg from the bottom, 1 the smallest; a move is two pegs.

    def discs_by_peg(self, position: int) -> list[list[int]]:
        """Return the discs on each peg, the lowest first."""
        discs = range(self.discs, 0, -1)
        return [
            [disc for disc in discs if self.peg_of_disc(position, disc - 1) == peg]
            for peg in range(self.pegs)
        ]

    def show(self, position: int) -> str:
        return " | ".join(" ".join(map(str, tower)) or "." for tower in self.discs_by_peg(position))

    def parse(self, text: str) -> int:
        """Read the discs on each peg, the lowest first, as in `3 2 | . | 1`. Raises `UnreadablePosition`."""
        towers = [[word for word in part.split() if word != "."] for part in text.split("|")]
        remedy = f"write the discs on each peg, as in {self.show(self.start())}"
        if len(towers) != self.pegs:
            raise unreadable(self, text, f"it has not {self.pegs} pegs", remedy)
        words = sorted(word for tower in towers for word in tower)
        if words != sorted(map(str, range(1, self.discs + 1))):
            raise unreadable(self, text, f"its discs are not 1 to {self.discs}", remedy)
        numbers = [[int(word) for word in tower] for tower in towers]
        if any(tower != sorted(tower, reverse=True) for tower in numbers):
            raise unreadable(self, text, "a disc lies on a smaller one", remedy)
        return sum(
            peg << (disc - 1) * self.bits_per_disc for peg, tower in enumerate(numbers) for disc in tower
        )

    def name(self, position: int, move: int) -> str:
        disc, target = divmod(move, self.pegs)
        return f"{self.peg_of_disc(position, disc) + 1}-{target + 1}"

    def depict(self, position: int) -> Picture:
        """Return the towers from the side, every other disc dark; a peg answers from above it to its foot."""
        apart = self.discs / 2 + 0.5
        things = [Thing("slab", apart * (self.pegs - 1) / 2, 0.05, None, "", apart * self.pegs - 0.2, 0.3)]
        strokes, marks, heads, feet = [], [], [], []
        for peg, tower in enumerate(self.discs_by_peg(position)):
            middle = peg * apart
            strokes.append(Stroke(middle, -0.5 * self.discs - 0.5, middle, 0, "wall"))
            things += [
                Thing("slab", middle, 0.15 - 0.5 * height, disc % 2, str(disc), 0.35 + disc / 2, 0.48)
                for height, disc in enumerate(tower, 1)
            ]
            marks.append(Mark(str(peg + 1), middle, 0.5))
            heads.append(Place(str(peg + 1), middle, -0.5 * self.discs - 1.0, "bare"))
            feet.append(Place("", middle, -0.3, "bare"))
        return Picture((*heads, *feet), tuple(strokes), tuple(things), tuple(marks))

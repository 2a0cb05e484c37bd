"""Kayles and Dawson's Kayles: a row of pins, and one throw knocks down neighbours.

A position is the pins that stand, a bit each, and a move the pins it knocks down:

    bit  0 1 2 3 4 5 6
         i i i . i i i      a throw between them has knocked down pin 4

so that playing is one exclusive or, and the pairs side by side are found by one shift. Dudeney, *The
Canterbury Puzzles* (1907); Guy and Smith, *The G-values of various games* (1956), where Kayles is the
octal game 0.77 and Dawson's Kayles 0.07. Their nimbers repeat in the end, with periods 12 and 34.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import ClassVar

from zermelo.boards.notation.board_text import unreadable
from zermelo.core.parameters import WORD_BITS, whole
from zermelo.core.values import LOSS, WIN
from zermelo.games.rows._cell_row import CellRow


class Kayles(CellRow):
    """Knock down one pin or two side by side; taking the last wins, or loses where `misere`.

    Values are win and loss.
    """

    pins: int = whole(12, 0, WORD_BITS)
    misere: bool = False

    impartial = True
    signs = ".i"

    @property
    def how_to_play(self) -> tuple[str, str, str]:
        goal, end = ("Do not knock", "loses") if self.misere else ("Knock", "wins")
        turn = "Knock down one pin, or two that stand side by side without a gap."
        return f"{goal} down the last pin.", turn, f"The player who knocks down the last pin {end}."

    @cached_property
    def cell_count(self) -> int:
        return self.pins

    def moves(self, position: int) -> Iterator[int]:
        pins = position
        while pins:
            yield pins & -pins
            pins &= pins - 1
        yield from self.yield_adjacent_pins(position)

    def yield_adjacent_pins(self, position: int) -> Iterator[int]:
        """Yield two pins side by side, from left to right."""
        lefts = position & (position >> 1)
        while lefts:
            yield 3 * (lefts & -lefts)
            lefts &= lefts - 1

    def stuck(self, position: int) -> int:
        return WIN if self.misere else LOSS

    def parts(self, position: int) -> Iterator[int]:
        yield from self.yield_runs(position)

    shape: ClassVar[str] = "pin"
    ground: ClassVar[str] = "lane"


class DawsonsKayles(Kayles):
    """Knock down two pins side by side; who cannot throw loses, or wins where `misere`.

    Values are win and loss.
    """

    @property
    def how_to_play(self) -> tuple[str, str, str]:
        goal, end = ("Do not be", "wins") if self.misere else ("Be", "loses")
        turn = "Knock down two pins that stand side by side without a gap."
        return f"{goal} the last to knock down pins.", turn, f"A player without two such pins {end}."

    def moves(self, position: int) -> Iterator[int]:
        yield from self.yield_adjacent_pins(position)

    def parts(self, position: int) -> Iterator[int]:
        yield from self.yield_runs(self.paired_pins(position))

    def paired_pins(self, position: int) -> int:
        """Return the pins that have one at their side."""
        return position & (position >> 1 | position << 1)

    def tier(self, position: int) -> int:
        return (self.start() ^ position).bit_count() // 2

    def parse(self, text: str) -> int:
        """Read the row, i for each pin that stands and `.` for each gap.

        Raises `UnreadablePosition`, also where pins have not fallen in pairs.
        """
        position = super().parse(text)
        for gap in self.show(position).split("i"):
            if len(gap) % 2 == 1:
                reason = f"{len(gap)} pins side by side have fallen"
                raise unreadable(self, text, reason, "they fall in pairs")
        return position

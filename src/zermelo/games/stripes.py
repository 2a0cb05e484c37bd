"""Stripes: strips of given lengths are laid on a row until none fits.

A position is the cells still free, a bit each, and a move the cells that a strip covers:

    bit  0 1 2 3 4 5 6
         . . # # # . .      a strip of 3 lies on cells 3 to 5

Free cells in a row are found by shifts that double what is known: two side by side, then four, and so
on. The octal games 0.07 (strips of 2) and 0.77 (of 1 and 2) are among these, as Dawson's Kayles and
Kayles. Seventh Polish Olympiad in Informatics (2000), where there are three lengths.
"""

from collections.abc import Iterator
from functools import cached_property

from zermelo.core.values import LOSS, WIN
from zermelo.games._parameters import WORD_BITS, check_flag, check_whole, check_wholes
from zermelo.games._rows import Row


class Stripes(Row):
    """Cover free cells in a row with a strip of one of the lengths `strips`; who cannot loses.

    Of every length there are as many strips as wanted, so a length named twice counts once. Who cannot
    move wins where `misere`. Values are win and loss.
    """

    length: int = 20
    strips: tuple[int, ...] = (2, 2, 2)
    misere: bool = False

    impartial = True
    signs = "#."

    def __post_init__(self) -> None:
        check_whole("length", self.length, 0, WORD_BITS - 1)
        check_wholes("strips", self.strips, 1, 1_000_000)
        check_flag("misere", self.misere)

    @cached_property
    def lengths(self) -> tuple[int, ...]:
        """The lengths that fit at all, each once."""
        return tuple(sorted({strip for strip in self.strips if strip <= self.length}))

    @cached_property
    def cells(self) -> int:
        return self.length

    def moves(self, position: int) -> Iterator[int]:
        for length in self.lengths:
            firsts = self.room(position, length)
            while firsts:
                yield (firsts & -firsts) * ((1 << length) - 1)
                firsts &= firsts - 1

    def room(self, free: int, length: int) -> int:
        """Return the cells from which `length` cells in a row are free."""
        known = 1
        while 2 * known <= length:
            free &= free >> known
            known *= 2
        return free & (free >> (length - known))

    def stuck(self, position: int) -> int:
        return WIN if self.misere else LOSS

    def parts(self, position: int) -> Iterator[int]:
        for run in self.runs(position):
            if run >> self.shortest:
                yield run

    @cached_property
    def shortest(self) -> int:
        """The greatest number of cells in a row on which no strip fits."""
        return min(self.lengths, default=self.length + 1) - 1

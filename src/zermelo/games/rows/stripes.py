"""Stripes: strips of given lengths are laid on a row until none fits.

A position is the cells still free, a bit each, and a move the cells that a strip covers:

    bit  0 1 2 3 4 5 6
         . . # # # . .      a strip of 3 lies on cells 3 to 5

Free cells in a row are found by shifts that double what is known: two side by side, then four, and so
on. The octal games 0.07 (strips of 2) and 0.77 (of 1 and 2) are among these, as Dawson's Kayles and
Kayles. Seventh Polish Olympiad in Informatics (2000), and Woburn Challenge, where there are three lengths.

Of a row of more than 62 cells only the lengths of the free rows are kept, as text: what a strip covers parts
a row in two, nothing ever lies on both, and their places do not count. With strips of 30, `100` is a row of
100 cells; after a strip on its cells 11 to 40 it is 10 and 60, and 10, on which no strip fits, is left out.

The nimbers of either come from the lengths of its rows, as the rows are heaps of one code.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from zermelo.boards.notation.heap_text import make_unreadable_heaps_error, read_heaps
from zermelo.core.game import Game
from zermelo.core.notation.wording import join_names
from zermelo.core.parameters import WORD_BITS, whole
from zermelo.core.values import LOSS, WIN
from zermelo.games.rows._cell_row import CellRow

LONGEST = 100_000
NONE = "no row"

Move = tuple[int, int, int]  # a long row's length, the strip's, and what is left at its shorter side


class Stripes(CellRow):
    """Cover free cells in a row with a strip of one of the lengths `strips`; who cannot loses.

    Of every length there are as many strips as wanted, so a length named twice counts once. Who cannot
    move wins where `misere`. Values are win and loss. With a `length` of 63 or more, to 100,000, a position
    is the lengths of the free rows.
    """

    length: int = whole(20, 0, LONGEST)
    strips: tuple[int, ...] = whole((2, 2, 2), 1, 1_000_000)
    misere: bool = False

    impartial = True
    signs = "#."

    @property
    def how_to_play(self) -> tuple[str, str, str]:
        goal, end = ("Do not lay", "wins") if self.misere else ("Lay", "loses")
        lengths = join_names(sorted(set(self.strips)))
        turn = f"Cover {lengths} free cells, side by side, with a strip. Strips never run out."
        return f"{goal} the last strip.", turn, f"A player who cannot lay a strip {end}."

    def __new__(cls, *fields: Any, **named: Any) -> Any:
        """Return the game of rows by their lengths where one word does not hold the row."""
        length = fields[0] if fields else named.get("length")
        if isinstance(length, int) and length >= WORD_BITS:
            return _LongStripes(*fields, **named)
        return super().__new__(cls, *fields, **named)

    @cached_property
    def fitting_strip_lengths(self) -> tuple[int, ...]:
        """The lengths that fit at all, each once."""
        return tuple(sorted({strip for strip in self.strips if strip <= self.length}))

    @cached_property
    def cell_count(self) -> int:
        return self.length

    def moves(self, position: int) -> Iterator[int]:
        for length in self.fitting_strip_lengths:
            firsts = self.strip_starts(position, length)
            while firsts:
                yield (firsts & -firsts) * ((1 << length) - 1)
                firsts &= firsts - 1

    def strip_starts(self, free: int, length: int) -> int:
        """Return the cells from which `length` cells in a row are free."""
        known = 1
        while 2 * known <= length:
            free &= free >> known
            known *= 2
        return free & (free >> (length - known))

    def stuck(self, position: int) -> int:
        return WIN if self.misere else LOSS

    def parts(self, position: int) -> Iterator[int]:
        for run in self.yield_runs(position):
            if run >> self.longest_useless_run:
                yield run

    def coded_heaps(self, position: int) -> Iterator[tuple[str, int]]:
        rule = f"stripes({', '.join(map(str, self.fitting_strip_lengths))})"
        for run in self.parts(position):
            yield rule, run.bit_length()

    @cached_property
    def longest_useless_run(self) -> int:
        """The greatest number of cells in a row on which no strip fits."""
        return min(self.fitting_strip_lengths, default=self.length + 1) - 1


class _LongStripes(Game):
    """Cover free cells in a row with a strip of one of the lengths `strips`; who cannot loses."""

    length: int = whole(1000, 0, LONGEST)
    strips: tuple[int, ...] = whole((2, 2, 2), 1, 1_000_000)
    misere: bool = False

    impartial = True

    how_to_play = Stripes.how_to_play

    @cached_property
    def fitting_strip_lengths(self) -> tuple[int, ...]:
        """The lengths that fit at all, each once."""
        return tuple(sorted({strip for strip in self.strips if strip <= self.length}))

    def start(self) -> str:
        return self.pack_position([self.length])

    def pack_position(self, lengths: list[int]) -> str:
        """Return the position of the rows, those on which some strip fits, in rising order."""
        rows = sorted(
            length
            for length in lengths
            if self.fitting_strip_lengths and length >= self.fitting_strip_lengths[0]
        )
        return " ".join(map(str, rows)) or NONE

    def list_row_lengths(self, position: str) -> list[int]:
        return [] if position == NONE else [int(row) for row in position.split()]

    def moves(self, position: str) -> Iterator[Move]:
        """Yield the moves, equal rows and both ends of a row alike."""
        for row in dict.fromkeys(self.list_row_lengths(position)):
            for strip in self.fitting_strip_lengths:
                for left in range((row - strip) // 2 + 1):
                    yield row, strip, left

    def play(self, position: str, move: Move) -> str:
        row, strip, left = move
        rows = self.list_row_lengths(position)
        rows.remove(row)
        return self.pack_position([*rows, left, row - strip - left])

    def stuck(self, position: str) -> int:
        return WIN if self.misere else LOSS

    def parts(self, position: str) -> Iterator[str]:
        for row in self.list_row_lengths(position):
            yield str(row)

    def coded_heaps(self, position: str) -> Iterator[tuple[str, int]]:
        rule = f"stripes({', '.join(map(str, self.fitting_strip_lengths))})"
        for row in self.list_row_lengths(position):
            yield rule, row

    # Text format: the lengths of the rows, which is the position.

    def show(self, position: str) -> str:
        return position

    def parse(self, text: str) -> str:
        """Read the lengths of the rows, in any order; raises `UnreadablePosition`."""
        rows = [] if text.strip() == NONE else read_heaps(self, text)
        if sum(rows) > self.length:
            raise make_unreadable_heaps_error(
                self, text, f"its rows have {sum(rows)} cells, and the row has {self.length}"
            )
        return self.pack_position(rows)

    def name(self, position: str, move: Move) -> str:
        """Return the cells that are covered, counted from one end of the row, and which row where several."""
        row, strip, left = move
        cells = f"{left + 1}" if strip == 1 else f"{left + 1}-{left + strip}"
        return cells if len(self.list_row_lengths(position)) == 1 else f"{cells} of {row}"

    def __repr__(self) -> str:
        return super().__repr__().replace("_long_stripes", "stripes", 1)

"""Toppling dominoes: in a row of dominoes one is toppled to a side, and all on that side fall with it.

Albert, Nowakowski and Wolfe, *Lessons in play* (2007); Fink, Nowakowski, Siegel and Wolfe, *Toppling
conjectures* (2015). What stands is always side by side, so a position is

    (size + 1) * 2 * the first domino that stands + 2 * the one after the last + the mover

and 0 or 1 once none stands. A move is 2 * the domino + the side to which it falls, 0 for left and 1 for
right.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property

from zermelo.boards.board_games.partizan_options import STARTERS, PartizanOptions, read_rows_and_mover
from zermelo.boards.notation.board_text import unreadable
from zermelo.boards.pictures.game_pictures import depict_row
from zermelo.boards.pictures.picture import Picture
from zermelo.core.errors import BadParameter
from zermelo.core.parameters import choice

MOST = 10_000


class TopplingDominoes(PartizanOptions):
    """Topple a domino of your own or a grey one to the left or right, and all on that side; who cannot loses.

    The `row` has l for Left's dominoes (black), r for Right's (white), and e for those of either (grey).
    `starter` is "left" or "right". Values are win and loss.

    >>> game = TopplingDominoes("lr")
    >>> [game.show(option)[:2] for option in game.options(game.start(), 0)]
    ['.r', '..']
    """

    row: str = "lre"
    starter: str = choice(*STARTERS)

    how_to_play = (
        "Be the last who can topple a domino.",
        (
            "Topple one of your own dominoes, or a grey one, to the left or to the right. "
            "All dominoes on that side fall with it."
        ),
        "A player who has no domino to topple loses.",
    )

    def __post_init__(self) -> None:
        if not self.row or set(self.row) - set("lre"):
            raise BadParameter(f"row={self.row!r} is no row of dominoes: write one of l, r and e like 'lre'")
        if len(self.row) > MOST:
            raise BadParameter(f"row has {len(self.row)} dominoes: give at most {MOST:,}")

    @cached_property
    def size(self) -> int:
        return len(self.row)

    @cached_property
    def players_who_may_topple(self) -> tuple[int, ...]:
        """Of each domino who may topple it: 1 for Left, 2 for Right, 3 for both."""
        return tuple({"l": 1, "r": 2, "e": 3}[sign] for sign in self.row)

    def pack_position(self, begin: int, end: int, mover: int) -> int:
        return ((self.size + 1) * begin + end) * 2 + mover if begin < end else mover

    def standing_interval(self, position: int) -> tuple[int, int]:
        """Return the first domino that stands, and the one after the last."""
        both = position >> 1
        return both // (self.size + 1), both % (self.size + 1)

    def start(self) -> int:
        return self.pack_position(0, self.size, STARTERS.index(self.starter))

    def mover(self, position: int) -> int:
        return position & 1

    def moves(self, position: int) -> Iterator[int]:
        player = self.mover(position)
        begin, end = self.standing_interval(position)
        for domino in range(begin, end):
            if self.players_who_may_topple[domino] >> player & 1:
                yield 2 * domino
                yield 2 * domino + 1

    def play(self, position: int, move: int) -> int:
        begin, end = self.standing_interval(position)
        domino, other = move >> 1, 1 - self.mover(position)
        return (
            self.pack_position(begin, domino, other)
            if move & 1
            else self.pack_position(domino + 1, end, other)
        )

    def with_mover(self, position: int, player: int) -> int:
        return position & ~1 | player

    def parts(self, position: int) -> Iterator[int]:
        """Yield the row that stands, whole: every domino can bring down every other."""
        begin, end = self.standing_interval(position)
        if begin < end:
            yield self.pack_position(begin, end, 0)

    # Text format: the row, `.` for what fell, and in the last line who moves; dominoes count from 1.

    def show(self, position: int) -> str:
        begin, end = self.standing_interval(position)
        row = "." * begin + self.row[begin:end] + "." * (self.size - end)
        return f"{row}\n{STARTERS[position & 1]} to move"

    def parse(self, text: str) -> int:
        """Read the row, `.` for each domino that fell, and `left to move` or `right to move` below.

        Raises `UnreadablePosition`, also where what stands is no part of the row.
        """
        rows, mover = read_rows_and_mover(self, text, STARTERS)
        row = "".join(rows)
        begin, end = len(row) - len(row.lstrip(".")), len(row.rstrip("."))
        if len(rows) != 1 or len(row) != self.size or row[begin:end] != self.row[begin:end]:
            remedy = f"write {self.row!r}, with . for those that fell on the left and on the right"
            raise unreadable(self, text, "other dominoes stand there", remedy)
        return self.pack_position(begin, end, mover)

    def name(self, position: int, move: int) -> str:
        return f"{(move >> 1) + 1}{'<>'[move & 1]}"

    def depict(self, position: int) -> Picture:
        """Return the dominoes, Left's light, Right's dark, those of both grey."""
        begin, end = self.standing_interval(position)
        sides = {"l": 0, "r": 1, "e": None}
        row = [
            ("domino", sides[sign.lower()], "") if begin <= place < end else None
            for place, sign in enumerate(self.row)
        ]
        mover = position & 1
        picture = depict_row(row, ground="bare", notes=(f"{STARTERS[mover]} to move",), mover=mover)
        return replace(picture, mover_shapes=("domino", "domino"))  # also when none of a player's is left

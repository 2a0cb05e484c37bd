r"""Bagh chal: tigers jump over goats to take them, goats are put down one by one to shut the tigers in.

Nepal's national game, on points that lines join; each square of the grid has one diagonal, and they meet in
every second point. The start on 3 x 3 with two tigers, T; goats, G, begin and are put on free points:

    T-.-.
    |\|/|
    .-.-.
    |/|\|
    .-.-T

Rules are those of mastersofgames.com (*Tigers & Goats*), americanbaghchal.com, and Lim Yew Jin and Jürg
Nievergelt, *Tigers and Goats is a draw* (Games of No Chance 3, 2009), who solved the whole game: four tigers,
twenty goats, and five to be taken. It has 88,260,972 positions in which all goats have been put down and play
goes on, symmetric ones counted once. Pages differ on how many goats must be taken (`captures`), and on
repeated positions: a draw, as here, or forbidden, which a position cannot express.

A position is a bit for each point and goat, the same for tigers, and how many goats are still in hand; how
many are taken follows.
"""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import ClassVar

from zermelo.boards.board import Board
from zermelo.boards.board_constructors import points
from zermelo.boards.board_games.board_game import FixedGame, PieceStyle
from zermelo.boards.notation.board_text import split_rows, unreadable
from zermelo.core.game import Position
from zermelo.core.parameters import check_whole, whole
from zermelo.core.values import LOSS, UNDECIDED, WIN

IN_HAND = "goats in hand"


class BaghChal(FixedGame):
    """Goats are put down, and move along lines once all are; tigers move and jump over goats to take them.

    `tigers` begin in corners, the first two in opposite ones. A tiger may jump over a goat along a line to
    the free point behind it, and takes it; nobody must. Tigers win with `captures` goats taken. A player who
    cannot move loses: for tigers, that is to be shut in. Play may cycle. Values are win, draw, loss.
    """

    columns: int = whole(3, 2, 5)
    rows: int = whole(3, 2, 5)
    tigers: int = whole(2, 1, 4)
    goats: int = whole(6, 1, 24)
    captures: int = whole(2, 1, 24)

    signs: ClassVar[str] = "GT"
    player_names: ClassVar[tuple[str, str]] = ("goats", "tigers")
    piece_styles: ClassVar[Mapping[str, PieceStyle]] = {"G": ("goat", 0, ""), "T": ("tiger", 1, "")}

    how_to_play = (
        "The tigers take {captures} of the goats; the goats leave the tigers no move.",
        "Goats are placed on free points and, once all are, step along lines. Tigers step along lines or "
        "jump over a goat to the free point behind and take it.",
        "The tigers win by taking {captures} of the goats. A player who cannot move loses; endless play "
        "is a draw.",
    )

    def __post_init__(self) -> None:
        check_whole("goats", self.goats, 1, self.columns * self.rows - self.tigers)
        check_whole("captures", self.captures, 1, self.goats)

    extra_label: ClassVar[str] = ""  # written in words

    @cached_property
    def board(self) -> Board:
        drawing = []
        for row in range(self.rows):
            if row > 0:
                slants = ["\\/"[(row - 1 + column) % 2] for column in range(self.columns - 1)]
                drawing.append("|" + "".join(f"{slant}|" for slant in slants))
            drawing.append("-".join("." * self.columns))
        return points(*drawing, tight=True)

    @cached_property
    def extra_bits(self) -> int:  # type: ignore[override]  # as many as the number of goats needs
        return self.goats.bit_length()

    def start(self) -> Position:
        right, last = self.columns - 1, self.cells - 1
        corners = (0, last, right, last - right)
        return self.join_boards(0, sum(1 << corner for corner in corners[: self.tigers]), 0, self.goats)

    def moves(self, position: Position) -> Iterator[int]:
        mine, theirs = self.pieces(position)
        free = self.full & ~(mine | theirs)
        if self.side_to_move(position) == 1:
            yield from self.steps(mine, free, self.board.all_directions)
            yield from self.jumps(mine, theirs, free, self.board.all_directions)
        elif self.extra_number(position) > 0:
            while free:
                yield ((free & -free) - 1).bit_count()
                free &= free - 1
        else:
            yield from self.steps(mine, free, self.board.all_directions)

    def play(self, position: Position, move: int) -> Position:
        mine, theirs = self.pieces(position)
        start, end = self.start_of(move), self.end_of(move)
        hand = self.extra_number(position)
        if start < 0:
            return self.next_position_with(position, mine | 1 << end, theirs, 0, hand - 1)
        mine ^= 1 << start | 1 << end
        return self.next_position_with(position, mine, theirs & ~self.board.between(start, end), 0, hand)

    def count_captured_goats(self, position: Position) -> int:
        """Return how many goats have been taken."""
        goats, _ = self.both_boards(position)
        return self.goats - self.extra_number(position) - goats.bit_count()

    def outcome(self, position: Position) -> int:
        if self.count_captured_goats(position) < self.captures:
            return UNDECIDED
        return LOSS if self.side_to_move(position) == 0 else WIN

    def tier(self, position: Position) -> int:
        """Return how many goats have been put down, and how many of them taken, added."""
        return self.goats - self.extra_number(position) + self.count_captured_goats(position)

    # Text format: rows from the top, and what is in hand.

    def notes(self, position: Position) -> list[str]:
        return [f"{self.extra_number(position)} {IN_HAND}", *super().notes(position)]

    def parse(self, text: str) -> Position:
        """Read rows of G, T and `.`, then `3 goats in hand`, and `goats to move` or `tigers to move`.

        Raises `UnreadablePosition`. Only the numbers of pieces are checked, not whether play can reach the
        position.
        """
        rows = split_rows(text)
        counted = rows[-2] if len(rows) > 1 else ""
        number, _, words = counted.partition(" ")
        if words != IN_HAND or not (number.isascii() and number.isdigit()):
            remedy = f"write {self.goats} {IN_HAND} above the last line"
            raise unreadable(self, text, "it does not say how many goats are to come", remedy)
        position = super().parse("/".join([*rows[:-2], rows[-1]]))
        goats, tigers = self.both_boards(position)
        if tigers.bit_count() != self.tigers:
            raise unreadable(self, text, f"it has {tigers.bit_count()} tigers", f"write {self.tigers}")
        taken = self.goats - int(number) - goats.bit_count()
        if not 0 <= taken <= self.captures:
            reason = f"{goats.bit_count()} goats stand and {number} are in hand"
            least = self.goats - self.captures
            raise unreadable(self, text, reason, f"give {least} to {self.goats} together")
        return position | int(number) << self.piece_bits

"""Isolation: step, then take a free square off the board, whichever you like; who cannot step loses.

Bernd Kienitz's game: Ravensburger's Isola (1972), Lakeside's Isolation (1978), on 6 x 8, where the two
squares of the start stay (en.wikipedia.org, *Isolation (board game)*); on 7 x 7, where they may be taken off
like any other (en.wikipedia.org, *Isola (board game)*). The start on 4 x 4:

    . . O .
    . . . .
    . . . .
    . X . .

Courses of artificial intelligence give the name to games in which the piece moves as a queen (Georgia Tech,
CS 6601) or as a knight (Udacity, AIND), the square that it leaves is gone, and the first two turns put the
pieces anywhere: `piece`, `removing` and `placing` select these rules. `isola` is the game of a king that
takes off the square it leaves.

A square that is gone stands on both boards. A move is the square that the piece comes to and, above it, the
one that is taken off. Boards of more than 31 squares take two words, for which rules do not compile: they
are to be searched and played by the interpreter.
"""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import ClassVar

from zermelo.boards.board import each
from zermelo.boards.board_games.board_game import BoardGame, PieceStyle
from zermelo.boards.notation.board_text import unreadable
from zermelo.core.errors import BadParameter
from zermelo.core.game import Position
from zermelo.core.parameters import WORD_BITS, check_whole, choice, whole

PIECES = {  # and how they move, in words for players
    "king": "one square in any direction",
    "queen": "like a chess queen",
    "knight": "like a chess knight",
}


class Isolation(BoardGame):
    """Move to a free square, then take any free one off the board, for ever. Who cannot move loses.

    The piece moves as a king, queen or knight of chess does; gone squares stop a queen. Without `removing` it
    is the square it leaves that goes. Pieces begin in the middle of the first and the last row; where
    `columns` is even, each has one column more on its right, as its owner sees it; or where `placing`, both
    are put on free squares in the first two turns. Where `platforms`, the squares of the start stay; should
    no other be left, none is taken off. The start may be seen from any side: all its images are starts. X is
    the player to move, and # a square that is gone. Values are win and loss.
    """

    columns: int = whole(4, 1, WORD_BITS // 2)
    rows: int = whole(4, 2, WORD_BITS // 2)
    piece: str = choice(*PIECES)
    removing: bool = True
    platforms: bool = False
    placing: bool = False

    removed_sign: ClassVar[str] = "#"
    piece_styles: ClassVar[Mapping[str, PieceStyle]] = {"X": ("pawn", 0, ""), "O": ("pawn", 1, "")}

    @property
    def how_to_play(self) -> tuple[str, str, str]:
        begin = "Your first turn puts your piece on any free square. " if self.placing else ""
        stays = " but the two of the start" if self.platforms else ""
        taken = (
            f", then take any free square{stays} off the board"
            if self.removing
            else ". The square that it leaves is gone"
        )
        return (
            "Make the last move.",
            f"{begin}Move your piece {PIECES[self.piece]}{taken}.",
            "The player who cannot move loses; there are no draws.",
        )

    def __post_init__(self) -> None:
        check_whole("columns * rows", self.columns * self.rows, 2, WORD_BITS)
        if self.platforms and (self.placing or not self.removing):
            raise BadParameter("platforms=True needs removing=True and placing=False: leave platforms out")
        if self.piece == "king" and not self.removing and not self.placing:
            game = f"isola(columns={self.columns}, rows={self.rows})"
            raise BadParameter(f"piece='king' and removing=False is another game: play {game}")

    @cached_property
    def starting_cells(self) -> tuple[int, int]:
        """The squares on which the mover's piece and the other's begin."""
        return 1 << self.cells - self.columns + (self.columns - 1) // 2, 1 << self.columns // 2

    @cached_property
    def zones(self) -> tuple[int, ...]:
        return (self.permanent_cells,) if self.platforms else ()

    @cached_property
    def permanent_cells(self) -> int:
        """The squares that cannot be taken off."""
        return self.starting_cells[0] | self.starting_cells[1] if self.platforms else 0

    @cached_property
    def leap_targets(self) -> tuple[int, ...]:
        """For each square, where a king or a knight goes from there; nothing for a queen."""
        if self.piece == "king":
            return self.board.touching_by_cell
        found = []
        for row, column in self.board.spots:
            ends = {(row + down, column + right) for down in (-2, -1, 1, 2) for right in (-2, -1, 1, 2)}
            leaping = {end for end in ends if abs(end[0] - row) + abs(end[1] - column) == 3}
            found.append(sum(1 << cell for cell, spot in enumerate(self.board.spots) if spot in leaping))
        return tuple(found) if self.piece == "knight" else ()

    def start(self) -> Position:
        first, second = (0, 0) if self.placing else self.starting_cells
        return self.join_boards(first, second, 0, 0)

    def moves(self, position: Position) -> Iterator[int]:
        mine, theirs = self.pieces(position)
        free = self.full & ~(mine | theirs)
        piece = mine & ~theirs
        if piece == 0:
            yield from each(free)
        else:
            ends = self.piece_targets(piece, free)
            while ends:
                end = ends & -ends
                ends ^= end
                cell = (end - 1).bit_count()
                left = (free ^ end | piece) & ~self.permanent_cells
                if not self.removing or left == 0:
                    yield cell
                else:
                    while left:
                        yield self.encode_move(((left & -left) - 1).bit_count(), cell)
                        left &= left - 1

    def piece_targets(self, piece: int, free: int) -> int:
        """Return the free squares that a piece reaches in a move."""
        if len(self.leap_targets) > 0:
            return self.leap_targets[(piece - 1).bit_count()] & free
        found = 0
        for direction in self.board.all_directions:
            found |= self.board.ray(piece, direction, free)
        return found

    def play(self, position: Position, move: int) -> Position:
        mine, theirs = self.pieces(position)
        piece = mine & ~theirs
        end, taken = 1 << self.end_of(move), self.start_of(move)
        gone = 0
        if taken >= 0:
            gone = 1 << taken
        elif not self.removing:
            gone = piece
        return self.next_position(position, mine & ~piece | end | gone, theirs | gone)

    def tier(self, position: Position) -> int:
        """How many squares are gone, and pieces put on the board; the same where none was left to go."""
        mine, theirs = self.pieces(position)
        return mine.bit_count() + theirs.bit_count() - (mine & theirs).bit_count()

    # Text format: a move is named by the square that it ends on and the one that is taken off.

    def parse(self, text: str) -> Position:
        """Read rows of X, who is to move, O, # and `.` from the top, on lines or with `/` between.

        Raises `UnreadablePosition`. Only the number of pieces and the presence of the squares that stay are
        checked, not whether play can reach the position.
        """
        position = super().parse(text)
        mine, theirs = self.pieces(position)
        gone = mine & theirs
        pieces = (mine ^ gone).bit_count(), (theirs ^ gone).bit_count()
        begun = (1, 1), *(((0, 0), (0, 1)) if self.placing and gone == 0 else ())
        if pieces not in begun:
            reason = f"X has {pieces[0]} pieces and O {pieces[1]}"
            raise unreadable(self, text, reason, "write one X and one O")
        if gone & self.permanent_cells:
            raise unreadable(self, text, "a square of the start is gone", "write . for it")
        return position

    def name(self, position: Position, move: int) -> str:
        end, taken = self.board.names[self.end_of(move)], self.start_of(move)
        return end if taken < 0 else f"{end}/{self.board.names[taken]}"

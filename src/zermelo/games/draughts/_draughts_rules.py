"""The rules of English draughts, for any encoding of positions.

The board is the 32 dark squares from the side of the mover, who plays upwards; every move rotates the board.
Squares are the bits of `_draughts_index.py`, in which each direction is one shift. A game defines with
`sides` and `turned` how the squares of the mover, of the opponent and of kings make a position.

A move is the square that a piece leaves and its directions, two bits each, below a one that ends them. A step
has one direction, a capture has one for each jump, so that a multiple capture is one move. A move is a
capture if its first direction leads onto a piece. Captures are compulsory, so steps are generated only if
there are none.
"""

import re
from collections.abc import Iterator
from typing import ClassVar

from zermelo.boards.notation.board_text import split_rows, unreadable
from zermelo.boards.pictures.picture import Mark, Picture, Place, Thing
from zermelo.core.errors import ColoursExchanged, quote
from zermelo.core.game import Game, Position
from zermelo.core.mix_ins import InputPlanes
from zermelo.games.draughts._draughts_index import BOARD, LOWEST, SQUARES

STEPS = (-5, -4, 4, 5)  # men use the first two
UPPERMOST = 0b1111
MOST_PIECES = 14  # that a word holds, with the owner of each and whether it is a king
OWNERS = 35  # where each part of such a word begins
CROWNS = OWNERS + MOST_PIECES
SQUARE = r"K?\d{1,2}(?:-\d{1,2})?"
SIDE = rf":([WB])((?:{SQUARE}(?:,{SQUARE})*)?)"
PDN = re.compile(rf"([WB]){SIDE}{SIDE}(?::H\d+)?(?::F\d+)?\.?", re.IGNORECASE)  # its tag FEN


class Draughts(Game, InputPlanes):
    """Moves and text of a board seen from the mover's side."""

    turned_by_moves: ClassVar[bool] = True
    how_to_play = (
        "Take all of your opponent's pieces, or leave them without a move.",
        "Men step and jump diagonally ahead, kings back too. "
        "Jump over pieces to take them; you must if you can, and go on while you can.",
        "A man on the last row becomes a king and the turn ends. "
        "A player who cannot move loses; endless play is a draw.",
    )

    def unpack_sides(self, position: Position) -> tuple[int, int, int]:
        """Return the squares of the mover, of the opponent and of kings."""
        raise NotImplementedError

    def pack_for_opponent(self, mine: int, theirs: int, kings: int) -> Position:
        """Return the position with the opponent to move and the board rotated."""
        raise NotImplementedError

    def moves(self, position: Position) -> Iterator[int]:
        mine, theirs, kings = self.unpack_sides(position)
        empty = BOARD & ~(mine | theirs)
        jumpers = self.jumping_pieces(mine, theirs, kings, empty)
        if jumpers == 0:
            for direction in range(4):
                steppers = self.pieces_that_can_step(direction, mine, kings, empty)
                while steppers:
                    yield ((steppers & -steppers) - 1).bit_count() | (4 | direction) << 6
                    steppers &= steppers - 1
        while jumpers:
            jumper = jumpers & -jumpers
            square = (jumper - 1).bit_count()
            path = self.next_capture(square, 1, theirs, empty | jumper, jumper & kings != 0)
            while path > 0:
                yield square | path << 6
                path = self.next_capture(square, path, theirs, empty | jumper, jumper & kings != 0)
            jumpers ^= jumper

    def pieces_that_can_step(self, direction: int, mine: int, kings: int, empty: int) -> int:
        """Return the pieces that can step in a direction."""
        if direction == 0:
            return mine & empty << 5
        if direction == 1:
            return mine & empty << 4
        return mine & kings & (empty >> 4 if direction == 2 else empty >> 5)

    def jumping_pieces(self, mine: int, theirs: int, kings: int, empty: int) -> int:
        """Return the pieces that can capture: by a jump over an opponent's piece onto an empty square."""
        up = theirs << 5 & empty << 10 | theirs << 4 & empty << 8
        down = theirs >> 5 & empty >> 10 | theirs >> 4 & empty >> 8
        return mine & (up | kings & down)

    def next_capture(self, square: int, path: int, theirs: int, empty: int, king: bool) -> int:
        """Return the capture that follows `path` in the order of directions, 0 after the last.

        Captures go on while they can, except where a man becomes a king. `path` is 1 before the first.
        """
        direction = 0
        for shift in range(path.bit_length() - 3, -1, -2):
            theirs ^= 1 << square + STEPS[path >> shift & 3]
            square += 2 * STEPS[path >> shift & 3]
        longer = path > 1  # all longer paths that begin with this one have been tried
        if longer:
            direction = 4
        while True:
            while direction < 4 and not self.can_jump(square, direction, theirs, empty, king):
                direction += 1
            if direction < 4:
                theirs ^= 1 << square + STEPS[direction]
                square += 2 * STEPS[direction]
                path = path << 2 | direction
                if square < 4 and not king:
                    return path
                longer, direction = False, 0
            elif path > 1 and not longer:
                return path
            elif path == 1:
                return 0
            else:  # take back the last jump
                direction = path & 3
                square -= 2 * STEPS[direction]
                theirs ^= 1 << square + STEPS[direction]
                path >>= 2
                longer, direction = True, direction + 1

    def can_jump(self, square: int, direction: int, theirs: int, empty: int, king: bool) -> bool:
        landing = square + 2 * STEPS[direction]
        if landing < 0 or (direction > 1 and not king):
            return False
        return empty >> landing & theirs >> (square + STEPS[direction]) & 1 == 1

    def play(self, position: Position, move: int) -> Position:
        mine, theirs, kings = self.unpack_sides(position)
        square, path = move & 63, move >> 6
        crown = kings >> square & 1
        mine ^= 1 << square
        kings &= ~(1 << square)
        for shift in range(path.bit_length() - 3, -1, -2):
            step = STEPS[path >> shift & 3]
            square += step
            if theirs >> square & 1:
                theirs ^= 1 << square
                kings &= ~(1 << square)
                square += step
        if square < 4:
            crown = 1
        return self.pack_for_opponent(mine | 1 << square, theirs, kings | crown << square)

    # What a person reads: the mover's men x and kings X below, the opponent's o and O above, `_` for light
    # squares. A move is a list of square numbers, joined by `-` for a step and `x` for a jump.

    def show(self, position: Position) -> str:
        mine, theirs, kings = self.unpack_sides(position)
        rows = [["_"] * 8 for _ in range(8)]
        for square, bit in enumerate(SQUARES):
            sign = "xX"[kings >> bit & 1] if mine >> bit & 1 else "oO"[kings >> bit & 1]
            rows[square // 4][column_of_square(square)] = sign if (mine | theirs) >> bit & 1 else "."
        return "\n".join("".join(row) for row in rows)

    def read_sides(self, text: str) -> tuple[int, int, int]:
        """Read eight rows of eight from the top, with `_` or `.` on light squares.

        A position of PDN, as in `W:W31,K5:B1,K22`, is read as well, and rotated if Black is to move. Raises
        `UnreadablePosition`, also if a man stands where it would be a king.
        """
        if re.match(r"\s*[WB]\s*:", text, re.IGNORECASE):
            return self.read_pdn(text)
        rows = split_rows(text)
        if [len(row) for row in rows] != [8] * 8:
            raise unreadable(self, text, "its size is another", "write eight rows of eight characters")
        for row, line in enumerate(rows):
            for column, sign in enumerate(line):
                dark = row % 2 != column % 2
                if sign not in (".xXoO" if dark else "._"):
                    place = f"row {row + 1}, column {column + 1}"
                    remedy = "write x, X, o, O or . there" if dark else "write _ there"
                    raise unreadable(self, text, f"{sign!r} cannot stand in {place}", remedy)
        signs = {bit: rows[square // 4][column_of_square(square)] for square, bit in enumerate(SQUARES)}
        mine, theirs, kings = (
            sum(1 << bit for bit, sign in signs.items() if sign in meant) for meant in ("xX", "oO", "XO")
        )
        self.check_promotion_rows(text, mine, theirs, kings, "X or O")
        return mine, theirs, kings

    def check_promotion_rows(self, text: str, mine: int, theirs: int, kings: int, sign: str) -> None:
        """Raise `UnreadablePosition` if a man stands where it would be a king."""
        if (mine & ~kings & UPPERMOST) | (theirs & ~kings & LOWEST):
            raise unreadable(self, text, "a man stands on its last row", f"write it as a king, {sign}")

    def read_pdn(self, text: str) -> tuple[int, int, int]:
        """Read a position of PDN: the side to move, then the squares of each side, K before those of kings.

        White goes up from squares 21 to 32, as the mover does here. With Black to move the board is therefore
        rotated, with a `ColoursExchanged` warning. Raises `UnreadablePosition`.
        """
        found = PDN.fullmatch("".join(text.split()).upper())
        if found is None or found[2] == found[4]:
            raise unreadable(self, text, "it is no position of PDN", "write it as in W:W31,K5:B1,K22")
        is_turned = found[1] == "B"
        sides = {"W": 0, "B": 0}
        kings = 0
        for side, squares in ((found[2], found[3]), (found[4], found[5])):
            for written in filter(None, squares.split(",")):
                first, _, last = written.removeprefix("K").partition("-")
                if not 1 <= int(first) <= int(last or first) <= 32:
                    raise unreadable(self, text, f"{written} names no square", "write squares from 1 to 32")
                for number in range(int(first), int(last or first) + 1):
                    bit = 1 << SQUARES[32 - number if is_turned else number - 1]
                    if (sides["W"] | sides["B"]) & bit:
                        raise unreadable(self, text, f"{number} is named twice", "put one piece on a square")
                    sides[side] |= bit
                    kings |= bit if written.startswith("K") else 0
        mine, theirs = sides[found[1]], sides["WB"[not is_turned]]
        self.check_promotion_rows(text, mine, theirs, kings, "with K before its square")
        if is_turned:
            ColoursExchanged.warn_or_collect(
                f"{quote(text)} is read with the colours exchanged, as the player to move sees the board: "
                "the square n of the text is 33 - n in moves"
            )
        return mine, theirs, kings

    def name(self, position: Position, move: int) -> str:
        _, theirs, _ = self.unpack_sides(position)
        square, path = move & 63, move >> 6
        names = [str(SQUARES.index(square) + 1)]
        steps = [STEPS[path >> shift & 3] for shift in range(path.bit_length() - 3, -1, -2)]
        jumps = theirs >> square + steps[0] & 1
        for step in steps:
            square += 2 * step if jumps else step
            names.append(str(SQUARES.index(square) + 1))
        return "-x"[jumps].join(names)

    def layers(self, position: Position) -> Iterator[int]:
        """Yield the mover's men and kings, then the opponent's."""
        mine, theirs, kings = self.unpack_sides(position)
        yield mine & ~kings
        yield mine & kings
        yield theirs & ~kings
        yield theirs & kings

    def depict(self, position: Position) -> Picture:
        """Return a picture of the board from the mover's side, with the usual numbers of squares."""
        mine, theirs, kings = self.unpack_sides(position)
        numbers = {(square // 4, column_of_square(square)): square for square in range(len(SQUARES))}
        places, things, marks = [], [], []
        for row in range(8):
            for column in range(8):
                square = numbers.get((row, column))
                if square is None:
                    places.append(Place("", column, row))
                    continue
                places.append(Place(str(square + 1), column, row, shade=1))
                bit = SQUARES[square]
                if (mine | theirs) >> bit & 1:
                    shape = "crowned" if kings >> bit & 1 else "man"
                    things.append(Thing(shape, column, row, int(theirs >> bit & 1)))
                marks.append(Mark(str(square + 1), column - 0.35, row - 0.37))
        return Picture(tuple(places), (), tuple(things), tuple(marks), (), 0, ("man", "man"))


def pack_position(mine: int, theirs: int, kings: int) -> int:
    """Return the position of these squares in one word, which `sides` decodes."""
    occupied = mine | theirs
    owners = crowns = 0
    place = 1
    rest = occupied
    while rest:
        piece = rest & -rest
        owners |= place & -(mine & piece != 0)
        crowns |= place & -(kings & piece != 0)
        place <<= 1
        rest ^= piece
    return occupied | owners << OWNERS | crowns << CROWNS


def column_of_square(square: int) -> int:
    """Return the column of a square, counted from 0 on its row of eight."""
    return square % 4 * 2 + (1 - square // 4 % 2)

"""English draughts (checkers) with few pieces: whatever given material can become, or all of it.

A position is the board as the mover sees it, who plays up it; every move turns it round. So a position and
the same one with colours, sides and mover exchanged are one. A word has three parts:

    bits  0 .. 34    where pieces stand (see `_draughts_index.py` for the squares)
         35 .. 48    for each piece, from the upper left on: 1 where it is the mover's
         49 .. 62    for each piece: 1 where it is a king

A move is the square a piece leaves and the directions it goes, two bits each, below a one that ends them: a
step has one, a capture one for each jump, so that a multiple capture is one move. Whether the first goes
onto a piece says which it is: captures are compulsory and steps are looked for only where there is none.

Solved to 10 pieces, and the whole game a draw: J. Schaeffer et al., *Checkers is solved* (2007).
"""

from collections.abc import Iterator
from functools import cached_property
from itertools import product

from zermelo.core.errors import BadParameter
from zermelo.core.game import Game
from zermelo.games._draughts_index import BOARD, LOWEST, SQUARES, DraughtsIndex, Material
from zermelo.games._grid import split_rows, unreadable
from zermelo.games._parameters import check_whole

MOST_PIECES = 14
OWNERS = 35  # where each part of a word begins
CROWNS = OWNERS + MOST_PIECES
STEPS = (-5, -4, 4, 5)  # men know the first two
UPPERMOST = 0b1111
LARGEST_INDEX = 1 << 31


class _Draughts(Game):
    """The rules, whatever the material: a game says its `index`."""

    @cached_property
    def index(self) -> DraughtsIndex:
        """The positions of all materials, most pieces and then fewest kings first: no move leads back."""
        raise NotImplementedError

    def moves(self, position: int) -> Iterator[int]:
        mine, theirs, kings = self.sides(position)
        empty = BOARD & ~(mine | theirs)
        jumpers = self.jumpers(mine, theirs, kings, empty)
        if jumpers == 0:
            for direction in range(4):
                steppers = self.steppers(direction, mine, kings, empty)
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

    def steppers(self, direction: int, mine: int, kings: int, empty: int) -> int:
        """Return the pieces that can step in a direction."""
        if direction == 0:
            return mine & empty << 5
        if direction == 1:
            return mine & empty << 4
        return mine & kings & (empty >> 4 if direction == 2 else empty >> 5)

    def jumpers(self, mine: int, theirs: int, kings: int, empty: int) -> int:
        """Return the pieces that can capture: over one of theirs onto an empty square."""
        up = theirs << 5 & empty << 10 | theirs << 4 & empty << 8
        down = theirs >> 5 & empty >> 10 | theirs >> 4 & empty >> 8
        return mine & (up | kings & down)

    def next_capture(self, square: int, path: int, theirs: int, empty: int, king: bool) -> int:
        """Return the capture that follows `path` in the order of its directions, 0 where that was the last.

        Captures go on while they can, except where a man becomes a king. `path` is 1 before the first.
        """
        direction = 0
        for shift in range(path.bit_length() - 3, -1, -2):
            theirs ^= 1 << square + STEPS[path >> shift & 3]
            square += 2 * STEPS[path >> shift & 3]
        longer = path > 1  # where the path ends now, going on has been tried
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
            else:  # back
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

    def play(self, position: int, move: int) -> int:
        mine, theirs, kings = self.sides(position)
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
        return self.turned(mine | 1 << square, theirs, kings | crown << square)

    def sides(self, position: int) -> tuple[int, int, int]:
        """Return the mover's squares, the other's, and those of kings."""
        occupied = position & BOARD
        owners, crowns = position >> OWNERS, position >> CROWNS
        mine = kings = 0
        rest = occupied
        while rest:
            piece = rest & -rest
            mine |= piece & -(owners & 1)
            kings |= piece & -(crowns & 1)
            owners >>= 1
            crowns >>= 1
            rest ^= piece
        return mine, occupied ^ mine, kings

    def turned(self, mine: int, theirs: int, kings: int) -> int:
        """Return the position in which the other is to move: the board turned round."""
        occupied = owners = crowns = 0
        rest = mine | theirs
        while rest:
            piece = rest & -rest
            occupied |= 1 << 34 - (piece - 1).bit_count()
            owners = owners << 1 | (theirs & piece != 0)
            crowns = crowns << 1 | (kings & piece != 0)
            rest ^= piece
        return occupied | owners << OWNERS | crowns << CROWNS

    # The index: material that can become other material comes first.

    def tier(self, position: int) -> int:
        taken = self.most - (position & BOARD).bit_count()
        return taken * (self.most + 1) + (position >> CROWNS).bit_count()

    @cached_property
    def most(self) -> int:
        """The pieces of the largest material."""
        return sum(self.index.materials[0])

    @cached_property
    def size(self) -> int:
        return self.index.size

    def rank(self, position: int) -> int:
        mine, theirs, kings = self.sides(position)
        return self.index.rank(mine, theirs, kings)

    def unrank(self, index: int) -> int:
        mine, theirs, kings = self.index.unrank(index)
        return self.packed(mine, theirs, kings)

    def packed(self, mine: int, theirs: int, kings: int) -> int:
        """Return the position of these squares: what `sides` takes apart."""
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

    # What a person reads: the mover's men x and kings X below, the other's o and O above, `_` where nobody
    # plays. A move is squares as players number them, `-` for a step and `x` for a jump.

    def show(self, position: int) -> str:
        mine, theirs, kings = self.sides(position)
        rows = [["_"] * 8 for _ in range(8)]
        for square, bit in enumerate(SQUARES):
            sign = "xX"[kings >> bit & 1] if mine >> bit & 1 else "oO"[kings >> bit & 1]
            rows[square // 4][column_of(square)] = sign if (mine | theirs) >> bit & 1 else "."
        return "\n".join("".join(row) for row in rows)

    def parse(self, text: str) -> int:
        """Read eight rows of eight from the top, `_` or any sign but a piece's where nobody plays.

        Raises `UnreadablePosition`, also where the pieces are more or others than the game's, or a man
        stands where he would be a king.
        """
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
        signs = {bit: rows[square // 4][column_of(square)] for square, bit in enumerate(SQUARES)}
        mine, theirs, kings = (
            sum(1 << bit for bit, sign in signs.items() if sign in meant) for meant in ("xX", "oO", "XO")
        )
        if (mine & ~kings & UPPERMOST) | (theirs & ~kings & LOWEST):
            raise unreadable(self, text, "a man stands on his last row", "write him as a king, X or O")
        if (mine | theirs).bit_count() > MOST_PIECES or self.index.rank(mine, theirs, kings) < 0:
            material = said(tuple(sum(sign == kind for sign in signs.values()) for kind in "xXoO"))
            raise unreadable(self, text, f"it has {material}", "give pieces that the game can come to")
        return self.packed(mine, theirs, kings)

    def name(self, position: int, move: int) -> str:
        _, theirs, _ = self.sides(position)
        square, path = move & 63, move >> 6
        names = [str(SQUARES.index(square) + 1)]
        steps = [STEPS[path >> shift & 3] for shift in range(path.bit_length() - 3, -1, -2)]
        jumps = theirs >> square + steps[0] & 1
        for step in steps:
            square += 2 * step if jumps else step
            names.append(str(SQUARES.index(square) + 1))
        return "-x"[jumps].join(names)


class DraughtsEndgame(_Draughts):
    """English draughts with these men and kings, white to move or black, and all that can come of them.

    The mover plays up the board and is x, his kings X. A man moves and captures forwards, a king both ways
    and one square; captures are compulsory, any of them, and completed; a man who reaches the last row
    is crowned and his turn ends. Who cannot move loses; endless play is a draw. Values are win, draw, loss.
    """

    white_men: int = 0
    white_kings: int = 2
    black_men: int = 0
    black_kings: int = 1

    def __post_init__(self) -> None:
        for name in ("white_men", "white_kings", "black_men", "black_kings"):
            check_whole(name, getattr(self, name), 0, 12)
        check_pieces(f"{said(self.material)} are", sum(self.material))
        check_index(f"{said(self.material)} are", self.index)

    @cached_property
    def material(self) -> Material:
        return (self.white_men, self.white_kings, self.black_men, self.black_kings)

    @cached_property
    def index(self) -> DraughtsIndex:
        found = {self.material, self.material[2:] + self.material[:2]}
        waiting = list(found)
        for men, kings, their_men, their_kings in waiting:
            if men + kings > 0:
                left = product(range(their_men + 1), range(their_kings + 1))
                for (others, crowned), promoted in product(left, range(min(men, 1) + 1)):
                    material = (others, crowned, men - promoted, kings + promoted)
                    if material not in found:
                        found.add(material)
                        waiting.append(material)
        return DraughtsIndex(in_tiers(found))

    def start(self) -> int:
        mine = SQUARES[32 - self.white_men - self.white_kings :]
        theirs = SQUARES[: self.black_men + self.black_kings]
        kings = (*mine[: self.white_kings], *theirs[self.black_men :])
        return self.packed(*(sum(1 << bit for bit in bits) for bits in (mine, theirs, kings)))


class DraughtsUpTo(_Draughts):
    """English draughts: every position of at most so many pieces, whoever has them.

    The mover plays up the board and is x, his kings X; rules and values are those of `DraughtsEndgame`.
    Positions where one side has no pieces are counted, as is usual: 120, 6,972, 261,224, 7,092,774 of
    one to four pieces. Play begins with men on the first squares of each side.
    """

    pieces: int = 4

    def __post_init__(self) -> None:
        check_whole("pieces", self.pieces, 1, MOST_PIECES)
        check_index(f"pieces={self.pieces!r} are", self.index)

    @cached_property
    def index(self) -> DraughtsIndex:
        sides = [(men, kings) for men, kings in product(range(self.pieces + 1), repeat=2)]
        materials = {mine + theirs for mine, theirs in product(sides, repeat=2)}
        return DraughtsIndex(in_tiers({each for each in materials if 1 <= sum(each) <= self.pieces}))

    def start(self) -> int:
        men = self.pieces - self.pieces // 2
        mine, theirs = SQUARES[32 - men :], SQUARES[: self.pieces - men]
        return self.packed(sum(1 << bit for bit in mine), sum(1 << bit for bit in theirs), 0)


def in_tiers(materials: set[Material]) -> tuple[Material, ...]:
    """Return the materials with most pieces first, and then those with fewest kings."""
    return tuple(sorted(materials, key=lambda each: (-sum(each), each[1] + each[3], each)))


def check_pieces(what: str, pieces: int) -> None:
    """Refuse a board without a piece, and one of more than a position holds."""
    if not 1 <= pieces <= MOST_PIECES:
        raise BadParameter(f"{what} {pieces} pieces: give from 1 to {MOST_PIECES}")


def check_index(what: str, index: DraughtsIndex) -> None:
    """Refuse an index with more positions than can be numbered."""
    if index.size > LARGEST_INDEX:
        raise BadParameter(f"{what} {index.size:,} positions, too many to number: give fewer pieces")


def said(material: tuple[int, ...]) -> str:
    """Return the pieces in words, as in '0 men and 2 kings against 0 men and 1 king'."""
    words = zip(material, (("man", "men"), ("king", "kings")) * 2, strict=True)
    men, kings, their_men, their_kings = (
        f"{number} {one if number == 1 else many}" for number, (one, many) in words
    )
    return f"{men} and {kings} against {their_men} and {their_kings}"


def column_of(square: int) -> int:
    """Return the column of a square, counted from 0 on its row of eight."""
    return square % 4 * 2 + (1 - square // 4 % 2)

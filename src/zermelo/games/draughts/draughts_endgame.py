"""English draughts (checkers) with few pieces: a material and all that follow, or every material.

A position is the board from the side of the mover, who plays upwards; every move rotates the board. So a
position and the same one with colours, sides and mover exchanged are one. A word has three parts:

    bits  0 .. 34    where pieces stand (see `_draughts_index.py` for the squares)
         35 .. 48    for each piece, from the upper left on: 1 where it is the mover's
         49 .. 62    for each piece: 1 where it is a king

Moves are those of `_draughts_rules.py`.

Solved to 10 pieces, and the whole game a draw: J. Schaeffer et al., *Checkers is solved* (2007).
"""

from functools import cached_property
from itertools import product

from zermelo.boards.notation.board_text import unreadable
from zermelo.core.errors import BadParameter
from zermelo.core.mix_ins import PerfectIndex
from zermelo.core.parameters import check_whole, whole
from zermelo.games.draughts._draughts_index import BOARD, SQUARES, DraughtsIndex, Material
from zermelo.games.draughts._draughts_rules import CROWNS, MOST_PIECES, OWNERS, Draughts, pack_position

LARGEST_INDEX = 1 << 31


class _IndexedDraughts(Draughts, PerfectIndex):
    """Few pieces of any material in one word; a subclass defines the `index`."""

    @cached_property
    def index(self) -> DraughtsIndex:
        """The positions of all materials, most pieces and then fewest kings first: no move leads back."""
        raise NotImplementedError

    def unpack_sides(self, position: int) -> tuple[int, int, int]:
        """Return the squares of the mover, of the opponent and of kings."""
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

    def pack_for_opponent(self, mine: int, theirs: int, kings: int) -> int:
        """Return the position with the opponent to move and the board rotated."""
        occupied = owners = crowns = 0
        rest = mine | theirs
        while rest:
            piece = rest & -rest
            occupied |= 1 << 34 - (piece - 1).bit_count()
            owners = owners << 1 | (theirs & piece != 0)
            crowns = crowns << 1 | (kings & piece != 0)
            rest ^= piece
        return occupied | owners << OWNERS | crowns << CROWNS

    # The index: a material comes before those that follow from it.

    def tier(self, position: int) -> int:
        taken = self.largest_piece_count - (position & BOARD).bit_count()
        return taken * (self.largest_piece_count + 1) + (position >> CROWNS).bit_count()

    @cached_property
    def largest_piece_count(self) -> int:
        """The pieces of the largest material."""
        return sum(self.index.materials[0])

    @cached_property
    def size(self) -> int:
        return self.index.size

    def rank(self, position: int) -> int:
        mine, theirs, kings = self.unpack_sides(position)
        return self.index.rank(mine, theirs, kings)

    def unrank(self, index: int) -> int:
        mine, theirs, kings = self.index.unrank(index)
        return pack_position(mine, theirs, kings)

    def parse(self, text: str) -> int:
        """Read eight rows of eight from the top, with `_` or `.` on light squares.

        Raises `UnreadablePosition`, also if the pieces are not a material of the game, or if a man stands
        where it would be a king.
        """
        mine, theirs, kings = self.read_sides(text)
        if (mine | theirs).bit_count() > MOST_PIECES or self.index.rank(mine, theirs, kings) < 0:
            men = (mine & ~kings, mine & kings, theirs & ~kings, theirs & kings)
            material = describe_material(tuple(squares.bit_count() for squares in men))
            raise unreadable(self, text, f"it has {material}", "give pieces that the game can come to")
        return pack_position(mine, theirs, kings)


class DraughtsEndgame(_IndexedDraughts):
    """English draughts with these men and kings, white or black to move, and all that follows from them.

    The mover plays up the board and is x, with kings X. A man moves and captures forwards, a king in all four
    directions, one square at a time. Captures are compulsory, any of them, and must be completed. A man that
    reaches the last row is crowned and the turn ends. A player who cannot move loses; endless play is a draw.
    Values are win, draw, loss.
    """

    how_to_play = (
        "Few pieces are left: take all of your opponent's, or leave them without a move.",
        *Draughts.how_to_play[1:],
    )
    white_men: int = whole(0, 0, 12)
    white_kings: int = whole(2, 0, 12)
    black_men: int = whole(0, 0, 12)
    black_kings: int = whole(1, 0, 12)

    def __post_init__(self) -> None:
        check_whole("men + kings", sum(self.material), 1, MOST_PIECES)
        check_index_size(f"{describe_material(self.material)} are", self.index)

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
        return DraughtsIndex(sort_materials_into_tiers(found))

    def start(self) -> int:
        mine = SQUARES[32 - self.white_men - self.white_kings :]
        theirs = SQUARES[: self.black_men + self.black_kings]
        kings = (*mine[: self.white_kings], *theirs[self.black_men :])
        return pack_position(*(sum(1 << bit for bit in bits) for bits in (mine, theirs, kings)))


class DraughtsUpTo(_IndexedDraughts):
    """English draughts: every position of at most so many pieces, divided in any way.

    The mover plays up the board and is x, with kings X; rules and values are those of `DraughtsEndgame`.
    Positions where one side has no pieces are counted, as is usual: 120, 6,972, 261,224, 7,092,774 of
    one to four pieces. Play begins with men on the first squares of each side.
    """

    pieces: int = whole(4, 1, MOST_PIECES)
    how_to_play = (
        "With {pieces} pieces or fewer, take all of your opponent's, or leave them without a move.",
        *Draughts.how_to_play[1:],
    )

    def __post_init__(self) -> None:
        check_index_size(f"pieces={self.pieces!r} are", self.index)

    @cached_property
    def index(self) -> DraughtsIndex:
        sides = [(men, kings) for men, kings in product(range(self.pieces + 1), repeat=2)]
        materials = {mine + theirs for mine, theirs in product(sides, repeat=2)}
        return DraughtsIndex(
            sort_materials_into_tiers({each for each in materials if 1 <= sum(each) <= self.pieces})
        )

    def start(self) -> int:
        men = self.pieces - self.pieces // 2
        mine, theirs = SQUARES[32 - men :], SQUARES[: self.pieces - men]
        return pack_position(sum(1 << bit for bit in mine), sum(1 << bit for bit in theirs), 0)


def sort_materials_into_tiers(materials: set[Material]) -> tuple[Material, ...]:
    """Return the materials with most pieces first, and then those with fewest kings."""
    return tuple(sorted(materials, key=lambda each: (-sum(each), each[1] + each[3], each)))


def check_index_size(what: str, index: DraughtsIndex) -> None:
    """Refuse an index with more positions than can be numbered."""
    if index.size > LARGEST_INDEX:
        raise BadParameter(f"{what} {index.size:,} positions, too many to number: give fewer pieces")


def describe_material(material: tuple[int, ...]) -> str:
    """Return the pieces in words, as in '0 men and 2 kings against 0 men and 1 king'."""
    words = zip(material, (("man", "men"), ("king", "kings")) * 2, strict=True)
    men, kings, their_men, their_kings = (
        f"{number} {one if number == 1 else many}" for number, (one, many) in words
    )
    return f"{men} and {kings} against {their_men} and {their_kings}"

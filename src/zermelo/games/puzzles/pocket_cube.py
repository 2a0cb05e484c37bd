"""The cube of 2 x 2 x 2: eight corners, of which one is held still, so that three faces turn.

A position is its own perfect index. The seven other corners stand in one of 7! orders, and six of them may be
twisted in three ways each, the last then being known:

    position = order * 729 + twists

The next order depends on the order and the turn, the next twists on the twists and the turn: a move is two
look-ups. A turn can be turned back, so the predecessors of a position are its successors. Corners, their
twists and what a turn does to them are numbered as in H. Kociemba's Cube Explorer. Every position can be
solved, in at most 11 turns, or 14 quarter turns: J. Scherphuis, *Mini Cube* (Jaap's Puzzle Page), has the
counts by distance.
"""

from collections.abc import Iterator
from functools import cached_property
from itertools import permutations, product
from typing import Final

from zermelo.boards.notation.board_text import split_rows, unreadable
from zermelo.boards.pictures.picture import Picture, Place, Thing
from zermelo.core.errors import BadParameter
from zermelo.core.mix_ins import RetrogradeIndex
from zermelo.core.puzzle_for_one import PuzzleForOne
from zermelo.core.values import UNDECIDED, WIN

TWISTS: Final = 3**6
ORDERS: Final = 5040
PAINTS: Final = "RDFBLU"  # red, yellow, green, blue, orange and white, as a picture numbers its paints
FACES: Final = "URF"  # those that turn; the corner of D, B and L stands still
SUFFIXES: Final = ("", "2", "'")
CORNERS: Final = ("URF", "UFL", "ULB", "UBR", "DFR", "DLF", "DBL", "DRB")
HELD: Final = CORNERS.index("DBL")
MOVING: Final = (0, 1, 2, 3, 4, 5, 7)
# What a quarter turn brings to each corner: which corner's, and how it is twisted on the way.
BROUGHT: Final = ((3, 0, 1, 2, 4, 5, 6, 7), (4, 1, 2, 0, 7, 5, 6, 3), (1, 5, 2, 3, 0, 4, 6, 7))
TWISTED: Final = ((0, 0, 0, 0, 0, 0, 0, 0), (2, 0, 0, 1, 1, 0, 0, 2), (1, 2, 0, 0, 2, 1, 0, 0))
# Where the three stickers of each corner are on the net below: (row, column), in the order of its name.
NET: Final = (
    ((1, 3), (2, 4), (2, 3)),
    ((1, 2), (2, 2), (2, 1)),
    ((0, 2), (2, 0), (2, 7)),
    ((0, 3), (2, 6), (2, 5)),
    ((4, 3), (3, 3), (3, 4)),
    ((4, 2), (3, 1), (3, 2)),
    ((5, 2), (3, 7), (3, 0)),
    ((5, 3), (3, 5), (3, 6)),
)
NET_ROWS: Final = ((2, 2), (2, 2), (0, 8), (0, 8), (2, 2), (2, 2))  # first column, and how many


class PocketCube(PuzzleForOne, RetrogradeIndex):
    """Turn the faces until each has one colour; half turns count as two where `turns` is "quarter".

    It begins as `scramble` leaves a solved cube: turns of U, R and F, as in "R U2 F'"; by default as far from
    solved as can be, by both counts.
    """

    turns: str = "half"
    scramble: str = "U R F' R2 U2 F' R' U R2 F' U'"

    @property
    def how_to_play(self) -> tuple[str, str, str]:
        half = " or by a half" if self.turns == "half" else ""
        return (
            "Turn the faces until each of them has one colour.",
            f"Turn the upper (U), right (R) or front (F) face by a quarter in either direction{half}.",
            "It is solved when each face has one colour; the fewer turns, the better.",
        )

    def __post_init__(self) -> None:
        if self.turns not in ("half", "quarter"):
            raise BadParameter(f"turns={self.turns!r} is no way of counting: give 'half' or 'quarter'")
        words = self.scramble.split() if isinstance(self.scramble, str) else [""]
        known = [face + suffix for face in FACES for suffix in SUFFIXES]
        wrong = next((word for word in words if word not in known), None)
        if wrong is not None:
            raise BadParameter(
                f"scramble={self.scramble!r} has the turn {wrong!r}: "
                "write U, R and F, each alone or with 2 or '"
            )

    @cached_property
    def size(self) -> int:
        return ORDERS * TWISTS

    @cached_property
    def allowed_moves(self) -> tuple[int, ...]:
        """The moves: 3 for each face, by a quarter, a half, and a quarter back."""
        return tuple(move for move in range(9) if self.turns == "half" or move % 3 != 1)

    @cached_property
    def all_corner_orders(self) -> tuple[tuple[int, ...], ...]:
        return tuple(permutations(range(7)))

    @cached_property
    def all_corner_twists(self) -> tuple[tuple[int, ...], ...]:
        return tuple((*six, -sum(six) % 3) for six in product(range(3), repeat=6))

    @cached_property
    def corner_order_after_move(self) -> tuple[int, ...]:
        """The order after each move of each order: [order * 9 + move]."""
        brought = [tuple(MOVING.index(bringing[corner]) for corner in MOVING) for bringing in BROUGHT]
        number = {order: index for index, order in enumerate(self.all_corner_orders)}
        quarters = [
            [number[tuple([order[place] for place in places])] for order in self.all_corner_orders]
            for places in brought
        ]
        return build_turn_table(quarters)

    @cached_property
    def corner_twists_after_move(self) -> tuple[int, ...]:
        """The twists after each move of each set of them: [twists * 9 + move]."""
        number = {twists: index for index, twists in enumerate(self.all_corner_twists)}
        quarters = []
        for bringing, twisting in zip(BROUGHT, TWISTED, strict=True):
            moved = [(MOVING.index(bringing[corner]), twisting[corner]) for corner in MOVING]
            quarters.append(
                [
                    number[tuple([(twists[place] + twist) % 3 for place, twist in moved])]
                    for twists in self.all_corner_twists
                ]
            )
        return build_turn_table(quarters)

    def start(self) -> int:
        position = 0
        for word in self.scramble.split():
            position = self.play(position, 3 * FACES.index(word[0]) + SUFFIXES.index(word[1:]))
        return position

    def rank(self, position: int) -> int:
        return position

    def unrank(self, index: int) -> int:
        return index

    def moves(self, position: int) -> Iterator[int]:
        yield from self.allowed_moves

    def play(self, position: int, move: int) -> int:
        order = self.corner_order_after_move[position // TWISTS * 9 + move]
        return order * TWISTS + self.corner_twists_after_move[position % TWISTS * 9 + move]

    def parents(self, position: int) -> Iterator[int]:
        for move in self.allowed_moves:
            parent = self.play(position, move)
            if parent != 0:  # play is over there
                yield parent

    def outcome(self, position: int) -> int:
        return WIN if position == 0 else UNDECIDED

    # Text format: the cube unfolded, U above L F R B above D, a letter for each sticker's colour.

    def sticker_colours(self, position: int) -> dict[tuple[int, int], str]:
        """Return the colour, by row and column of the net."""
        order, twists = self.all_corner_orders[position // TWISTS], self.all_corner_twists[position % TWISTS]
        standing = {HELD: (HELD, 0)}
        for place, corner in enumerate(MOVING):
            standing[corner] = MOVING[order[place]], twists[place]
        return {
            NET[corner][(side + twist) % 3]: CORNERS[cubie][side]
            for corner, (cubie, twist) in standing.items()
            for side in range(3)
        }

    def show(self, position: int) -> str:
        colours = self.sticker_colours(position)
        return "\n".join(
            " " * first + "".join(colours[row, first + column] for column in range(count))
            for row, (first, count) in enumerate(NET_ROWS)
        )

    def parse(self, text: str) -> int:
        """Read the net, six rows of 2, 2, 8, 8, 2 and 2 stickers. Raises `UnreadablePosition`.

        The cube is held so that the corner of D, B and L is where it is when the cube is solved.
        """
        rows = split_rows(text)
        if [len(row) for row in rows] != [count for _, count in NET_ROWS]:
            sizes = " ".join(str(len(row)) for row in rows)
            raise unreadable(self, text, f"its rows have lengths {sizes or 0}", "write 2, 2, 8, 8, 2 and 2")
        seen = {
            (row, first + column): rows[row][column]
            for row, (first, count) in enumerate(NET_ROWS)
            for column in range(count)
        }
        found = [self.find_corner_and_twist(text, "".join(seen[place] for place in places)) for places in NET]
        if found[HELD] != (HELD, 0):
            raise unreadable(self, text, "the corner of D, B and L is elsewhere", "turn the whole cube")
        order = tuple(MOVING.index(found[corner][0]) if found[corner][0] != HELD else 7 for corner in MOVING)
        twists = tuple(found[corner][1] for corner in MOVING)
        if order not in self.all_corner_orders:
            raise unreadable(self, text, "a corner is there twice", "write each corner once")
        if sum(twists) % 3:
            raise unreadable(self, text, "a corner is twisted", "no turns lead there: look again")
        return self.all_corner_orders.index(order) * TWISTS + self.all_corner_twists.index(twists)

    def find_corner_and_twist(self, text: str, colours: str) -> tuple[int, int]:
        """Return which corner has these colours, and how it is twisted."""
        for twist in range(3):
            turned = colours[twist:] + colours[:twist]
            if turned in CORNERS:
                return CORNERS.index(turned), twist
        raise unreadable(self, text, f"no corner has the colours {colours}", "write U, R, F, D, L and B")

    def name(self, position: int, move: int) -> str:
        return FACES[move // 3] + SUFFIXES[move % 3]

    def depict(self, position: int) -> Picture:
        """Return the net, each sticker with the letter of the face that has its paint when solved."""
        colours = sorted(self.sticker_colours(position).items())
        return Picture(
            places=tuple(Place(f"{chr(97 + x)}{y + 1}", x, y) for (y, x), _ in colours),
            things=tuple(Thing("sticker", x, y, PAINTS.index(colour), colour) for (y, x), colour in colours),
        )


def build_turn_table(quarters: list[list[int]]) -> tuple[int, ...]:
    """Return where each number goes by each of nine moves: every quarter turn once, twice and three times."""
    columns = []
    for once in quarters:
        twice = [once[number] for number in once]
        columns += [once, twice, [once[number] for number in twice]]
    return tuple(number for row in zip(*columns, strict=True) for number in row)

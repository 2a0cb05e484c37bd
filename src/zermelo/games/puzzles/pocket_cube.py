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
from zermelo.core.parameters import choice
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
NET_CORNERS: Final = {
    "U": (0, 2),
    "L": (2, 0),
    "F": (2, 2),
    "R": (2, 4),
    "B": (2, 6),
    "D": (4, 2),
}  # of faces
NET_ROWS: Final = ((2, 2), (2, 2), (0, 8), (0, 8), (2, 2), (2, 2))  # first column, and how many

# The picture: in edges of the cube, the middle of each face, one step across it and one down as on the net;
# L, B and D are seen from behind. In cells, edges and arrows, each where the stickers that it turns go.
SLANT: Final = 0.866
FACES_ON_PAPER: Final = {
    "U": ((0.0, -0.5), (SLANT, 0.5), (-SLANT, 0.5)),
    "F": ((-SLANT / 2, 0.25), (SLANT, 0.5), (0.0, 1.0)),
    "R": ((SLANT / 2, 0.25), (SLANT, -0.5), (0.0, 1.0)),
    "L": ((SLANT / 2, -0.25), (SLANT, 0.5), (0.0, 1.0)),
    "B": ((-SLANT / 2, -0.25), (SLANT, -0.5), (0.0, 1.0)),
    "D": ((0.0, 0.5), (-SLANT, 0.5), (-SLANT, -0.5)),
}
EDGE, EDGE_BEHIND = 2.6, 1.1
BEHIND: Final = (2.45, 3.0)
ARROWS: Final = {
    "U": (-2.9, -1.03),
    "U2": (0.0, -3.2),
    "U'": (2.9, -1.03),
    "R": (2.34, -2.0),
    "R2": (2.85, 0.65),
    "R'": (-0.56, 3.03),
    "F": (0.56, 3.03),
    "F2": (-2.85, 0.65),
    "F'": (-2.34, -2.0),
}


class PocketCube(PuzzleForOne, RetrogradeIndex):
    """Turn the faces until each has one colour; half turns count as two where `turns` is "quarter".

    It begins as `scramble` leaves a solved cube: turns of U, R and F, as in "R U2 F'"; by default as far from
    solved as can be, by both counts.
    """

    move_word = "turn"

    turns: str = choice("half", "quarter")
    scramble: str = "U R F' R2 U2 F' R' U R2 F' U'"

    @property
    def how_to_play(self) -> tuple[str, str, str]:
        half = ", and 2 turns it by a half" if self.turns == "half" else ""
        return (
            "Turn layers of the cube by the arrows beside them, until each face has one colour.",
            "U is the upper layer, R the right and F the front one. A letter alone turns it clockwise by a "
            f"quarter, ' turns it back{half}.",
            "It is solved when each face has one colour; the fewer turns, the better.",
        )

    def __post_init__(self) -> None:
        words = self.scramble.split()
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
        """Return the cube from its corner of U, F and R, with an arrow for each turn, and from behind."""
        things = [
            Thing("cube", 0.0, 0.0, None, "", 2 * SLANT * EDGE, 2 * EDGE),
            Thing("cube", *BEHIND, None, "from behind", 2 * SLANT * EDGE_BEHIND, 2 * EDGE_BEHIND + 0.7),
        ]
        for (row, column), colour in sorted(self.sticker_colours(position).items()):
            face = next(
                name for name, (top, left) in NET_CORNERS.items() if 0 <= row - top < 2 > column - left >= 0
            )
            top, left = NET_CORNERS[face]
            middle, across, down = FACES_ON_PAPER[face]
            (x, y), edge = ((0.0, 0.0), EDGE) if face in FACES else (BEHIND, EDGE_BEHIND)
            right, low = (column - left - 0.5) / 2, (row - top - 0.5) / 2
            x, y = (
                begin + edge * (part + right * one + low * other)
                for begin, part, one, other in zip((x, y), middle, across, down, strict=True)
            )
            size = (edge / 2 * (abs(one) + abs(other)) for one, other in zip(across, down, strict=True))
            things.append(Thing("facet", x, y, PAINTS.index(colour), face + colour, *size))
        turns = [self.name(position, move) for move in self.allowed_moves]
        return Picture(
            places=tuple(Place(turn, *ARROWS[turn], "button") for turn in turns),
            things=(*things, *(Thing("turn", *ARROWS[turn], None, turn) for turn in turns)),
        )


def build_turn_table(quarters: list[list[int]]) -> tuple[int, ...]:
    """Return where each number goes by each of nine moves: every quarter turn once, twice and three times."""
    columns = []
    for once in quarters:
        twice = [once[number] for number in once]
        columns += [once, twice, [once[number] for number in twice]]
    return tuple(number for row in zip(*columns, strict=True) for number in row)

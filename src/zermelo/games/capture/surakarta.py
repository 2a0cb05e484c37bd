"""Surakarta: step to a point beside, or take a piece along at least one of the loops at the corners.

A game named after a town on Java. Rules: iggamecenter.com, *Surakarta*, and boardgamesoftheworld.com,
*Surakarta*; on 6 x 6, with twelve pieces each. By benkalkhoven.nl, after R. Finkel, a player who leaves the
opponent no move also wins; gamexpla.in forbids passing a point twice. The start on 4 x 4:

    O O O O
    . . . .     Loops join the second rows and columns from each side, and on 6 x 6 the third ones too. Those
    . . . .     of one number make a circuit: along a row, round a corner, down a column, round the next
    X X X X     corner, and so on.

A circuit is a cycle of points, four rows and columns of them, with a loop after each; points where it meets
itself are in it twice.

Boards from 6 x 6 take two words, for which rules do not compile: they are to be searched and played by the
interpreter.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from math import cos, pi, sin

from zermelo.boards.board import Board
from zermelo.boards.board_constructors import list_go_board_strokes, squares
from zermelo.boards.board_games.board_game import BoardGame
from zermelo.boards.notation.board_text import unreadable
from zermelo.boards.pictures.picture import Picture, Stroke
from zermelo.core.game import Position
from zermelo.core.parameters import check_whole, whole
from zermelo.core.values import LOSS, UNDECIDED

CORNERS = ((0, 0), (1, 0), (1, 1), (0, 1))  # as columns and rows, in the order of the angles between which
QUARTER = pi / 2  # a loop is open: the first at the corner is open to the lower right
PIECES = 18  # straight ones that a loop is drawn with


class Surakarta(BoardGame):
    """Step to a point beside, aslant too, or take a piece along a loop; take all of the opponent's to win.

    A capturing piece goes along a row or column over free points and along one loop or several. It stops at
    the first piece, which must be the opponent's. The point that it left counts as free. Where `once`, no
    point may be passed twice, and the point it left not again. Each player has `men_each` pieces in the
    nearest rows, from the middle. A player who cannot move loses. Play may cycle. X is the player to move.
    Values are win, draw, loss.
    """

    size: int = whole(4, 4, 7)
    men_each: int = whole(4, 1, 21)
    once: bool = False

    @property
    def how_to_play(self) -> tuple[str, str, str]:
        once = ", passing no point twice" if self.once else ""
        return (
            "Take all of your opponent's pieces.",
            "Step one point in any direction, or take: run along lines and at least one loop"
            f"{once}, onto the first piece, which must be your opponent's.",
            "A player without pieces or without a move loses; endless play is a draw.",
        )

    def __post_init__(self) -> None:
        check_whole("men_each", self.men_each, 1, self.size * ((self.size - 1) // 2))

    @cached_property
    def board(self) -> Board:
        return squares(self.size, self.size)

    def start(self) -> Position:
        size = self.size
        order = sorted(range(size), key=lambda column: (abs(2 * column - size + 1), -column))
        places = [(size - 1 - row) * size + column for row in range(size) for column in order]
        mine = sum(1 << cell for cell in places[: self.men_each])
        theirs = sum(1 << self.cells - 1 - cell for cell in places[: self.men_each])
        return self.join_boards(mine, theirs, 0, 0)

    def moves(self, position: Position) -> Iterator[int]:
        mine, theirs = self.pieces(position)
        yield from self.steps(mine, self.full & ~(mine | theirs), self.board.all_directions)
        men = mine
        while men:
            start = ((men & -men) - 1).bit_count()
            men &= men - 1
            ends = self.capturable_points(start, mine, theirs)
            while ends:
                yield self.encode_move(start, ((ends & -ends) - 1).bit_count())
                ends &= ends - 1

    def capturable_points(self, start: int, mine: int, theirs: int) -> int:
        """Return the opponent's pieces that a piece on the point with this number can take."""
        found = 0
        occupied = (mine | theirs) & ~(1 << start)
        for circuit, place in self.circuit_places_by_point[start]:
            for forward in (False, True):
                found |= (
                    self.first_occupied_point_on_circuit(circuit, place, forward, 1 << start, occupied)
                    & theirs
                )
        return found

    def first_occupied_point_on_circuit(
        self, circuit: int, place: int, forward: bool, start: int, occupied: int
    ) -> int:
        """Return the first occupied point on a way round a circuit, 0 where no loop comes before it."""
        loops = 0
        seen = start
        for _ in range(4 * self.size):
            if forward:
                loops += 1 if place % self.size == self.size - 1 else 0
                place = place + 1 if place + 1 < 4 * self.size else 0
            else:
                loops += 1 if place % self.size == 0 else 0
                place = place - 1 if place > 0 else 4 * self.size - 1
            point = 1 << self.circuit_points[circuit][place]
            if point & occupied:
                return point if loops > 0 else 0
            if self.once and point & seen:
                return 0
            seen |= point
        return 0

    def play(self, position: Position, move: int) -> Position:
        mine, theirs = self.pieces(position)
        end = 1 << self.end_of(move)
        return self.next_position(position, mine ^ (1 << self.start_of(move) | end), theirs & ~end)

    def outcome(self, position: Position) -> int:
        mine, _ = self.pieces(position)
        return LOSS if mine == 0 else UNDECIDED

    def tier(self, position: Position) -> int:
        """Return the number of captured pieces."""
        mine, theirs = self.pieces(position)
        return 2 * self.men_each - mine.bit_count() - theirs.bit_count()

    @cached_property
    def circuit_points(self) -> tuple[tuple[int, ...], ...]:
        """The numbers of the points of each circuit, in order; after each `size` of them comes a loop."""
        size, found = self.size, []
        for near in range(1, self.loop_count_per_corner + 1):
            far = size - 1 - near
            points = [
                *((near, place) for place in range(size)),
                *((place, far) for place in range(size)),
                *((far, size - 1 - place) for place in range(size)),
                *((size - 1 - place, near) for place in range(size)),
            ]
            found.append(tuple(row * size + column for row, column in points))
        return tuple(found)

    @cached_property
    def loop_count_per_corner(self) -> int:
        """How many loops are at each corner."""
        return (self.size - 2) // 2

    @cached_property
    def circuit_places_by_point(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """For each point, where it is in a circuit: which, and the place in it."""
        return tuple(
            tuple(
                (number, place)
                for number, circuit in enumerate(self.circuit_points)
                for place, point in enumerate(circuit)
                if point == cell
            )
            for cell in range(self.cells)
        )

    # Text format.

    def parse(self, text: str) -> Position:
        """Read rows of X, who is to move, O and `.` from the top, on lines of their own or with `/` between.

        Raises `UnreadablePosition`. Only the numbers of pieces are checked, not whether play can reach the
        position.
        """
        position = super().parse(text)
        for sign, men in zip("XO", self.pieces(position), strict=True):
            if men.bit_count() > self.men_each:
                reason = f"{sign} has {men.bit_count()} pieces"
                raise unreadable(self, text, reason, f"give each player at most {self.men_each}")
        if not self.pieces(position)[1]:
            raise unreadable(self, text, "O has no pieces", "end play there: X is the player to move")
        return position

    def depict(self, position: Position) -> Picture:
        """Return the picture of the kit with lines for squares, and loops round the corners."""
        picture = super().depict(position)
        last = self.size - 1
        arcs = []
        for number, (across, down) in enumerate(CORNERS):
            for radius in range(1, self.loop_count_per_corner + 1):
                angles = [QUARTER * (number + 1 + 3 * piece / PIECES) for piece in range(PIECES + 1)]
                spots = [
                    (across * last + radius * cos(angle), down * last + radius * sin(angle))
                    for angle in angles
                ]
                arcs += [Stroke(*spots[piece], *spots[piece + 1]) for piece in range(PIECES)]
        out = self.loop_count_per_corner - 0.1
        return replace(
            picture,
            places=tuple(replace(place, ground="point") for place in picture.places),
            strokes=(*list_go_board_strokes(self.size, self.size), *arcs),
            marks=tuple(
                replace(
                    mark, x=mark.x - out if mark.x < 0 else mark.x, y=mark.y - out if mark.y < 0 else mark.y
                )
                for mark in picture.marks
            ),
        )

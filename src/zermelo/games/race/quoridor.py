"""Quoridor on small boards: reach the other side, or put walls in the other's way, never the last way.

Mirko Marchesi (1997), on 9 x 9 with ten walls each; here boards have up to 25 cells. A wall is as long as
two cells and belongs to the one up and left of its middle: a set of walls is a board of cells, of which the
last row is not needed. From the lowest bits:

    walls that lie, walls that stand, cell of X's pawn, of O's, walls that X has left, O, and who moves

X goes up, O down. The cells that walls close to a step are those of the walls and their neighbours, so that
all that a pawn can reach is found by shifts of whole boards.
"""

from collections.abc import Iterator
from functools import cached_property

from zermelo.boards.board import Board, each
from zermelo.boards.board_constructors import squares
from zermelo.boards.notation.board_text import read_pieces, split_rows, unreadable
from zermelo.boards.pictures.picture import Picture, Stroke, Thing
from zermelo.core.game import Game
from zermelo.core.parameters import check_bits, check_whole, whole
from zermelo.core.values import LOSS, UNDECIDED

CELL_BITS, LEFT_BITS = 5, 4
PLAYERS = "XO"


class Quoridor(Game):
    """Step to a cell beside, over the other's pawn if it is there, or put up a wall; cross the board to win.

    Where a wall or the rim is behind the other's pawn, a step over it goes to its left or right. Each player
    has `walls`; neither pawn's last way to its side may be closed. Pawns begin in the middle of their sides,
    both to the right of it where there is none. Who cannot move loses. Values are win, draw, loss.
    """

    columns: int = whole(3, 2, 12)
    rows: int = whole(3, 2, 12)
    walls: int = whole(2, 0, 15)

    @property
    def how_to_play(self) -> tuple[str, str, str]:
        wall = ", or put up a wall two squares long that leaves both pawns a path" if self.walls else ""
        return (
            "Be the first to bring your pawn to the opposite side.",
            "Step one square along a row or column, over the opponent's pawn there (aside if blocked)"
            f"{wall}.",
            "The first pawn on its opposite side wins, X at the top, O at the bottom. "
            "A player who cannot move loses; endless play is a draw.",
        )

    def __post_init__(self) -> None:
        check_whole("columns * rows", self.columns * self.rows, 4, 25)
        check_bits(f"{self!r}", self.mover_bit + 1)

    @cached_property
    def cell_count(self) -> int:
        return self.columns * self.rows

    @cached_property
    def bits_per_wall_set(self) -> int:
        """The bits of a set of walls."""
        return self.cell_count - self.columns

    @cached_property
    def first_pawn_bit(self) -> int:
        return 2 * self.bits_per_wall_set

    @cached_property
    def first_walls_left_bit(self) -> int:
        return self.first_pawn_bit + 2 * CELL_BITS

    @cached_property
    def mover_bit(self) -> int:
        return self.first_walls_left_bit + 2 * LEFT_BITS

    @cached_property
    def last_column_cells(self) -> int:
        """The cells of the last column."""
        return sum(1 << cell for cell in range(self.columns - 1, self.cell_count, self.columns))

    @cached_property
    def board_mask(self) -> int:
        return (1 << self.cell_count) - 1

    def start(self) -> int:
        second = self.columns // 2
        first = self.bits_per_wall_set + second
        pawns = first | second << CELL_BITS
        return (
            pawns << self.first_pawn_bit | (self.walls | self.walls << LEFT_BITS) << self.first_walls_left_bit
        )

    def mover(self, position: int) -> int:
        return position >> self.mover_bit

    def pawn_cell(self, position: int, player: int) -> int:
        """Return the number of the cell of a player's pawn."""
        return position >> self.first_pawn_bit + CELL_BITS * player & (1 << CELL_BITS) - 1

    def walls_left(self, position: int, player: int) -> int:
        """Return how many walls a player has left."""
        return position >> self.first_walls_left_bit + LEFT_BITS * player & (1 << LEFT_BITS) - 1

    def cells_open_for_step(self, lying: int, standing: int, direction: int) -> int:
        """Return the cells from which a step right (0), down (1), left (2) or up (3) is open."""
        if direction & 1:
            down = (1 << self.bits_per_wall_set) - 1 & ~(lying | lying << 1)
            return down if direction == 1 else down << self.columns
        right = self.board_mask & ~(self.last_column_cells | standing | standing << self.columns)
        return right if direction == 0 else right << 1

    def step_distance(self, direction: int) -> int:
        """Return how far a cell's number grows with a step."""
        if direction == 0:
            return 1
        if direction == 1:
            return self.columns
        return -1 if direction == 2 else -self.columns

    def has_path(self, lying: int, standing: int, begin: int, goal: int) -> bool:
        """Return whether a way leads from the cells `begin` to one of those of `goal`."""
        right, down = (
            self.cells_open_for_step(lying, standing, 0),
            self.cells_open_for_step(lying, standing, 1),
        )
        found, before = begin, 0
        while found != before and found & goal == 0:
            before = found
            found |= (found & right) << 1 | (found & right << 1) >> 1
            found |= (found & down) << self.columns | (found & down << self.columns) >> self.columns
        return found & goal != 0

    def moves(self, position: int) -> Iterator[int]:
        player = self.mover(position)
        mine, theirs = self.pawn_cell(position, player), self.pawn_cell(position, 1 - player)
        lying = position & (1 << self.bits_per_wall_set) - 1
        standing = position >> self.bits_per_wall_set & (1 << self.bits_per_wall_set) - 1
        for direction in range(4):
            if self.cells_open_for_step(lying, standing, direction) >> mine & 1:
                end = mine + self.step_distance(direction)
                if end != theirs:
                    yield end
                elif self.cells_open_for_step(lying, standing, direction) >> end & 1:
                    yield end + self.step_distance(direction)
                else:
                    for aside in (direction ^ 1, direction ^ 3):
                        if self.cells_open_for_step(lying, standing, aside) >> end & 1:
                            yield end + self.step_distance(aside)
        if self.walls_left(position, player) > 0:
            top = (1 << self.columns) - 1
            first, second = 1 << self.pawn_cell(position, 0), 1 << self.pawn_cell(position, 1)
            for place in range(self.bits_per_wall_set):
                wall = 1 << place
                if wall & (self.last_column_cells | lying | standing) == 0:
                    if (wall << 1 | wall >> 1) & lying == 0:
                        more = lying | wall
                        if self.has_path(more, standing, first, top) and self.has_path(
                            more, standing, second, top << self.bits_per_wall_set
                        ):
                            yield self.cell_count + place
                    if (wall << self.columns | wall >> self.columns) & standing == 0:
                        more = standing | wall
                        if self.has_path(lying, more, first, top) and self.has_path(
                            lying, more, second, top << self.bits_per_wall_set
                        ):
                            yield self.cell_count + self.bits_per_wall_set + place

    def play(self, position: int, move: int) -> int:
        player = self.mover(position)
        if move < self.cell_count:
            place = self.first_pawn_bit + CELL_BITS * player
            position += move - self.pawn_cell(position, player) << place
        else:
            position += (1 << move - self.cell_count) - (1 << self.first_walls_left_bit + LEFT_BITS * player)
        return position ^ 1 << self.mover_bit

    def outcome(self, position: int) -> int:
        if (
            self.pawn_cell(position, 0) < self.columns
            or self.pawn_cell(position, 1) >= self.bits_per_wall_set
        ):
            return LOSS
        return UNDECIDED

    # Text format: the pawns, and below them the walls, those that are left, and who is to move.

    @cached_property
    def board(self) -> Board:
        return squares(self.columns, self.rows)

    def wall_name(self, place: int) -> str:
        """Return the name of a wall: H lies below its cell and the next, V stands to the right of two."""
        return "HV"[place // self.bits_per_wall_set] + self.board.names[place % self.bits_per_wall_set]

    player_names = tuple(PLAYERS)

    def show(self, position: int) -> str:
        pawns = {self.pawn_cell(position, player): PLAYERS[player] for player in (0, 1)}
        walls = [self.wall_name(place) for place in each(position & (1 << 2 * self.bits_per_wall_set) - 1)]
        return "\n".join(
            [
                *self.board.text_rows(pawns),
                f"walls {' '.join(walls) or '-'}",
                f"left {self.walls_left(position, 0)} {self.walls_left(position, 1)}",
                f"{PLAYERS[self.mover(position)]} to move",
            ]
        )

    def parse(self, text: str) -> int:
        """Read the board with X and O, then `walls Ha1 Vb1` or `walls -`, `left 1 1`, and `X to move`.

        Raises `UnreadablePosition`. The number of walls must match those used, but whether play can have put
        them there is not checked.
        """
        rows = split_rows(text)
        last = [row.split() for row in rows[-3:]]
        turns = [[player, "to", "move"] for player in PLAYERS]
        if len(last) < 3 or last[0][0] != "walls" or last[1][0] != "left" or last[2] not in turns:
            like = "walls -/left 2 2/X to move"
            raise unreadable(self, text, "its last lines are not the walls and the turn", f"write {like!r}")
        board = self.board
        signs = read_pieces(self, text, rows[:-3], board.text, board.spots, PLAYERS)
        cells = {sign: cell for cell, sign in signs.items()}
        if sorted(signs.values()) != sorted(PLAYERS):
            raise unreadable(self, text, "it has not one pawn of each player", "write one X and one O")
        names = [self.wall_name(place) for place in range(2 * self.bits_per_wall_set)]
        position = turns.index(last[2]) << self.mover_bit
        for word in [word for word in last[0][1:] if word != "-"]:
            if word not in names or self.last_column_cells >> names.index(word) % self.bits_per_wall_set & 1:
                raise unreadable(self, text, f"{word!r} is no wall", f"name them as in {names[0]!r}")
            position |= 1 << names.index(word)
        gone = position & (1 << 2 * self.bits_per_wall_set) - 1
        left = [int(word) if word.isascii() and word.isdigit() else -1 for word in last[1][1:]]
        if len(left) != 2 or min(left) < 0 or max(left) > self.walls:
            raise unreadable(self, text, "it does not say what is left", f"write two numbers to {self.walls}")
        if sum(left) + gone.bit_count() != 2 * self.walls:
            reason = f"{gone.bit_count()} walls stand and {sum(left)} are left"
            raise unreadable(self, text, reason, f"give {2 * self.walls} together")
        pawns = cells["X"] | cells["O"] << CELL_BITS
        return (
            position
            | pawns << self.first_pawn_bit
            | (left[0] | left[1] << LEFT_BITS) << self.first_walls_left_bit
        )

    def name(self, position: int, move: int) -> str:
        return self.board.names[move] if move < self.cell_count else self.wall_name(move - self.cell_count)

    def depict(self, position: int) -> Picture:
        board = self.board
        walls = []
        for place in each(position & (1 << 2 * self.bits_per_wall_set) - 1):
            y, x = divmod(place % self.bits_per_wall_set, self.columns)
            ends = (-0.45, 0.5, 1.45, 0.5) if place < self.bits_per_wall_set else (0.5, -0.45, 0.5, 1.45)
            walls.append(Stroke(x + ends[0], y + ends[1], x + ends[2], y + ends[3], "wall"))
        things = []
        for player in (0, 1):
            spot = board.place_by_cell[self.pawn_cell(position, player)]
            things.append(Thing("pawn", spot.x, spot.y, player))
        notes = (
            f"{PLAYERS[self.mover(position)]} to move",
            f"walls left: X {self.walls_left(position, 0)}, O {self.walls_left(position, 1)}",
        )
        return Picture(
            board.places,
            (*board.strokes, *walls),
            tuple(things),
            board.marks,
            notes,
            self.mover(position),
            ("pawn", "pawn"),
        )

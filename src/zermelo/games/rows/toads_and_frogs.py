"""Toads and frogs: toads go right and frogs left, by a step or by a jump over one of the others.

Richard Guy's game; Berlekamp, Conway and Guy, *Winning ways for your mathematical plays* (1982). Two boards
of one row and, above them, the mover, 0 for the toads and 1 for the frogs; on `tt..ff`:

    bit   0  1  2  3  4  5      the toads       bit 12: the mover
          6  7  8  9 10 11      the frogs

Every animal has one move at most, so a move is the cell that it leaves: where the next cell is free it
steps, else it jumps. Toads are Left in combinatorial game theory.

What can be played apart is found by asking which cells toads, frogs and neither may ever come to have,
whatever would have to happen first. That grows to an end; then every step and every jump that play can hold
joins its cells, and no move changes or depends on cells that are not joined. Animals on cells in no move are
stuck for ever, and so are toads in front of the right end: they stand for all that follows a part.
"""

from collections.abc import Iterator
from functools import cached_property

from zermelo.boards.board_games.partizan_options import STARTERS, PartizanOptions
from zermelo.boards.notation.board_text import split_rows, unreadable
from zermelo.boards.pictures.game_pictures import depict_row
from zermelo.boards.pictures.picture import Picture
from zermelo.core.errors import BadParameter
from zermelo.core.parameters import WORD_BITS, check_bits, choice, whole


def normalize_row(row: str) -> str:
    """Return a row in small letters with `.` for free cells: TT_F is tt.f."""
    return row.strip().lower().replace("_", ".")


class ToadsAndFrogs(PartizanOptions):
    """Move a toad right or a frog left, by a step or by a jump over one of the others; who cannot loses.

    The `board` is a row of t, f and `.`; T, F and _ do as well. `starter` is "left", who has the toads, or
    "right". `longest` is the number of the others, side by side, over which a jump can lead at most. Values
    are win and loss.

    >>> ToadsAndFrogs("TT_F")
    toads_and_frogs(board='tt.f', starter='left', longest=1)
    """

    board: str = "tt..ff"
    starter: str = choice(*STARTERS)
    longest: int = whole(1, 0, WORD_BITS // 2 - 2)

    @property
    def how_to_play(self) -> tuple[str, str, str]:
        number = "one" if self.longest == 1 else f"1 to {self.longest}"
        jump = f"by one cell, or by a jump over {number} of the other kind" if self.longest else "by one cell"
        turn = f"Left moves a toad right, Right a frog left: {jump}, onto a free cell."
        return "Be the last player who can move.", turn, "A player who cannot move loses."

    def __post_init__(self) -> None:
        object.__setattr__(self, "board", normalize_row(self.board))
        if not self.board or set(self.board) - set("tf."):
            raise BadParameter(f"board={self.board!r} is no row of toads and frogs: write one like 'tt..ff'")
        check_bits(f"a row of {self.cell_count} cells", 2 * self.cell_count + 1)

    @cached_property
    def cell_count(self) -> int:
        return len(self.board)

    @cached_property
    def board_mask(self) -> int:
        return (1 << self.cell_count) - 1

    def start(self) -> int:
        return self.pack_position(self.board) | STARTERS.index(self.starter) << 2 * self.cell_count

    def mover(self, position: int) -> int:
        return position >> (2 * self.cell_count)

    def moves(self, position: int) -> Iterator[int]:
        """Yield the cells of the mover's animals that can move, from left to right."""
        player, animals = self.mover(position), 0
        toads, frogs = self.toad_cells(position), self.frog_cells(position)
        for _, leaping_toads, leaping_frogs in self.yield_movers_by_distance(
            toads, frogs, self.free_cells(position)
        ):
            animals |= leaping_toads if player == 0 else leaping_frogs
        while animals:
            yield ((animals & -animals) - 1).bit_count()
            animals &= animals - 1

    def play(self, position: int, move: int) -> int:
        """Return the board after a step into the next cell where it is free, else after a jump."""
        player, free = self.mover(position), self.free_cells(position)
        step = 1 if player == 0 else -1
        target = move + step
        while free >> target & 1 == 0:
            target += step
        return position ^ ((1 << move | 1 << target) << player * self.cell_count) ^ 1 << 2 * self.cell_count

    def with_mover(self, position: int, player: int) -> int:
        turn = 1 << 2 * self.cell_count
        return position & turn - 1 | player * turn

    def toad_cells(self, position: int) -> int:
        return position & self.board_mask

    def frog_cells(self, position: int) -> int:
        return (position >> self.cell_count) & self.board_mask

    def free_cells(self, position: int) -> int:
        return self.board_mask & ~(position | (position >> self.cell_count))

    def yield_movers_by_distance(self, toads: int, frogs: int, free: int) -> Iterator[tuple[int, int, int]]:
        """Yield each distance, and the toads and the frogs that can go so far."""
        toads_way, frogs_way = free >> 1, free << 1
        for distance in range(1, self.longest + 2):
            yield distance, toads_way & toads, frogs_way & frogs
            toads_way, frogs_way = (toads_way & frogs) >> 1, (frogs_way & toads) << 1

    def parts(self, position: int) -> Iterator[int]:
        """Yield the cells that moves may join, each row of them at the left end and with toads behind."""
        toads, frogs = self.toad_cells(position), self.frog_cells(position)
        joined = self.cells_joined_by_moves(toads, frogs)
        begin = 0
        for cell in range(1, self.cell_count + 1):
            if joined >> cell & 1 == 0:
                if cell > begin + 1:
                    row = (1 << cell - begin) - 1
                    yield (
                        toads >> begin & row
                        | self.board_mask & ~row
                        | (frogs >> begin & row) << self.cell_count
                    )
                begin = cell

    def cells_joined_by_moves(self, toads: int, frogs: int) -> int:
        """Return the cells that a move of any line of play, or of none, may join with the cell before."""
        free = self.board_mask & ~(toads | frogs)
        size, links = -1, 0
        while toads.bit_count() + frogs.bit_count() + free.bit_count() != size:
            size = toads.bit_count() + frogs.bit_count() + free.bit_count()
            for distance, leaping_toads, leaping_frogs in self.yield_movers_by_distance(toads, frogs, free):
                free |= leaping_toads | leaping_frogs
                toads |= leaping_toads << distance
                frogs |= leaping_frogs >> distance
                for passed in range(distance):
                    links |= leaping_toads << passed + 1 | leaping_frogs >> passed
        return links

    # Text format: t and f, and in the last line who moves; cells are numbered from 1.

    def pack_position(self, row: str) -> int:
        places = {"t": 0, "f": self.cell_count}
        return sum(1 << places[sign] + cell for cell, sign in enumerate(row) if sign in places)

    def row_text(self, position: int) -> str:
        signs = {1: "t", 2: "f"}
        toads, frogs = self.toad_cells(position), self.frog_cells(position)
        kinds = ((toads >> cell & 1) + 2 * (frogs >> cell & 1) for cell in range(self.cell_count))
        return "".join(signs.get(kind, ".") for kind in kinds)

    player_names = ("toads", "frogs")

    def show(self, position: int) -> str:
        return f"{self.row_text(position)}\n{self.player_names[self.mover(position)]} to move"

    def parse(self, text: str) -> int:
        """Read the row and who moves, `toads to move` or `frogs to move`, apart or with `/` between them.

        Raises `UnreadablePosition`. As in a sum of games, either player may be to move and any animals may
        stand in the row.
        """
        lines = split_rows(text)
        movers = [f"{player} to move" for player in self.player_names]
        if len(lines) != 2 or lines[1] not in movers:
            remedy = "write toads to move or frogs to move after the row"
            raise unreadable(self, text, "it does not say who moves", remedy)
        row = normalize_row(lines[0])
        for sign in row:
            if sign not in "tf.":
                raise unreadable(self, text, f"{sign!r} is no cell", "write t, f or . for each")
        if len(row) != self.cell_count:
            raise unreadable(self, text, f"its row has {len(row)} cells", f"write {self.cell_count} cells")
        return self.pack_position(row) | movers.index(lines[1]) << 2 * self.cell_count

    def name(self, position: int, move: int) -> str:
        before, after = self.row_text(position), self.row_text(self.play(position, move))
        target = next(cell for cell in range(self.cell_count) if before[cell] == "." != after[cell])
        return f"{move + 1}-{target + 1}"

    def depict(self, position: int) -> Picture:
        animals = [name.removesuffix("s") for name in self.player_names]
        men = {"t": (animals[0], 0, ">"), "f": (animals[1], 1, "<")}
        mover = self.mover(position)
        row = [men.get(sign) for sign in self.row_text(position)]
        return depict_row(row, notes=(f"{self.player_names[mover]} to move",), mover=mover)

from collections.abc import Iterator
from functools import partial

from families import BOTH, BRUTE_FORCE, Family, bounds, counted, facts_of
from families._text_boards import Cell, Rectangle, Turns, above, cells_of, text_of
from zermelo import LOSS, UNDECIDED
from zermelo.games.chess.hexapawn import Hexapawn


class TextPawns(Turns, Rectangle):
    """Hexapawn and breakthrough: every pawn is tried in its three directions."""

    lines: int  # of pawns, on each side
    free_aslant: bool  # whether a pawn may step aslant to a free cell
    names = ("X", "O")

    def start(self) -> str:
        free = ["." * self.game.columns] * (self.game.rows - 2 * self.lines)
        theirs, mine = ([sign * self.game.columns] * self.lines for sign in "OX")
        return "\n".join([*theirs, *free, *mine, "X to move"])

    def moves(self, position: str) -> Iterator[tuple[Cell, Cell]]:
        cells = cells_of(above(position))
        mine, theirs, down = ("O", "X", 1) if self.mover(position) else ("X", "O", -1)
        for (row, column), sign in cells.items():
            for right in (-1, 0, 1) if sign == mine else ():
                end = row + down, column + right
                is_step = cells.get(end) == "." and (right == 0 or self.free_aslant)
                if is_step or (cells.get(end) == theirs and right != 0):
                    yield (row, column), end

    def play(self, position: str, move: tuple[Cell, Cell]) -> str:
        begin, end = move
        cells = cells_of(above(position))
        return self.next_turn(position, text_of(cells | {begin: ".", end: cells[begin]}))

    def outcome(self, position: str) -> int:
        board = above(position).split("\n")
        return LOSS if "X" in board[0] or "O" in board[-1] else UNDECIDED


FAMILY = Family(
    small=(Hexapawn(columns=3, rows=5),),
    larger=(Hexapawn(columns=5, rows=6),),
    facts=(
        *facts_of(Hexapawn(), BRUTE_FORCE, BOTH, value=-1, positions=135),
        *facts_of(Hexapawn(), BRUTE_FORCE, remoteness=6, totals=(55, 0, 80), edges=162, finished=65),
        *counted("value remoteness positions totals edges finished", BRUTE_FORCE)(
            (Hexapawn(3, 5), 1, 11, 3_708, (1_662, 0, 2_046), 5_540, 1_179),
            (Hexapawn(3, 6), -1, 14, 9_984, (4_613, 0, 5_371), 16_280, 2_600),
            (Hexapawn(4, 5), -1, 16, 118_133, (51_631, 0, 66_502), 222_634, 41_572),
            (Hexapawn(4, 6), 1, 21, 442_503, (201_832, 0, 240_671), 924_574, 129_908),
            (Hexapawn(5, 3), 1, 7, 8_698, (2_679, 0, 6_019), 12_171, 5_548),
            (Hexapawn(5, 4), -1, 14, 359_894, (139_794, 0, 220_100), 670_203, 175_762),
            (Hexapawn(5, 5), 1, 19, 3_210_411, (1_357_311, 0, 1_853_100), 7_167_318, 1_273_768),
            (Hexapawn(6, 4), -1, 16, 5_901_150, (2_174_321, 0, 3_726_829), 12_180_002, 3_150_393),
        ),
    ),
    twin=partial(TextPawns, lines=1, free_aslant=False),
    refused=(
        *bounds(Hexapawn, columns=(1, 31)),
        (Hexapawn, {"rows": 1}, "rows=1 is too small"),
        (Hexapawn, {"columns": 8, "rows": 4}, "a board of 8 x 4 needs 65 bits"),
    ),
    unreadable=(
        (Hexapawn(), "OOO/.x./XXX/X to move", "'x' is no cell"),
        (Hexapawn(), "OOO/X../XXX/O to move", "X has 4 pawns: leave at most 3"),
        (Hexapawn(), "OXO/.../X.X/X to move", "play had ended"),
        (Hexapawn(), "O.O/.../XOX/O to move", "play had ended"),
        (Hexapawn(), "OXO/.../.OX/X to move", "play had ended"),
        (Hexapawn(), "XXO/.../..X/O to move", "play had ended"),
    ),
    written=(
        (Hexapawn(), "O.O/XO./.XX/X to move", "c1-c2 c1xb2"),
        (Hexapawn(), "OOO/X../.XX/O to move", "b3-b2 c3-c2 b3xa2"),
    ),
)

from families import Family, bounds, counted
from families._text_boards import Text, blank, cells_of, exchanged, has_line
from zermelo import LOSS, UNDECIDED, WIN
from zermelo.games.lines.quixo import Quixo

SEPARATE = "a separate program, arrays in base 3; values: Tanaka, Bonnet, Tixeuil and Tamura 2020"


def turned(board: list[str]) -> list[str]:
    return ["".join(column) for column in zip(*board, strict=True)]


class TextQuixo(Text):
    """A line is taken out, its cube moved to an end, and put back."""

    def start(self) -> str:
        return blank(self.game.size, self.game.size)

    def moves(self, position: str) -> list[tuple[bool, int, int, int]]:
        """Return whether the line is a column, its number, the cube in it, and where it goes."""
        last = self.game.size - 1
        found = []
        for upright, board in ((False, position.split("\n")), (True, turned(position.split("\n")))):
            for number, line in enumerate(board):
                for cube, sign in enumerate(line):
                    on_border = number in (0, last) or cube in (0, last)
                    if on_border and sign in ".X":
                        found += [(upright, number, cube, end) for end in (0, last) if end != cube]
        return found

    def play(self, position: str, move: tuple[bool, int, int, int]) -> str:
        upright, number, cube, end = move
        board = turned(position.split("\n")) if upright else position.split("\n")
        rest = board[number][:cube] + board[number][cube + 1 :]
        board[number] = "X" + rest if end == 0 else rest + "X"
        return exchanged("\n".join(turned(board) if upright else board))

    def outcome(self, position: str) -> int:
        cells = cells_of(position)
        if has_line(cells, "X", self.game.size):
            return WIN
        return LOSS if has_line(cells, "O", self.game.size) else UNDECIDED


FAMILY = Family(
    small=(Quixo(size=3),),
    larger=(Quixo(), Quixo(size=4)),
    facts=counted("value remoteness positions totals edges finished longest", SEPARATE)(
        (Quixo(2), 1, 3, 29, (13, 0, 16), 88, 12, 3),
        (Quixo(3), 1, 7, 16_021, (10_126, 0, 5_895), 111_978, 5_885, 8),
        (Quixo(4), 1, 21, 41_252_115, (24_978_330, 1_606_650, 14_667_135), 578_366_284, 7_913_751, 22),
    ),
    twin=TextQuixo,
    refused=(*bounds(Quixo, size=(2, 5)),),
    unreadable=((Quixo(size=3), "X../.../...", "O has no cube and X has"),),
    written=(
        (Quixo(size=3), "OOO/..X/O.O", "a2-a1 a2-c2 a2-a3 c2-c1 c2-a2 c2-c3 b3-b1 b3-a3 b3-c3"),
        (Quixo(size=2), "O./..", "b1-a1 b1-b2 a2-a1 a2-b2 b2-b1 b2-a2"),
    ),
    slow_facts=("quixo(size=3)",),
)

from families import SEPARATE, Family, bounds, counted, facts_of
from families._text_boards import Placing, blank, cells_of, has_line, replaced
from zermelo import WIN
from zermelo.games.lines.notakto import Notakto

PLAMBECK = (
    "Plambeck and Whitehead, The Secrets of Notakto (2013): the misere quotient, c and c^3 win and c^2 loses"
)


class TextNotakto(Placing):
    """The boards side by side, a dead one all X."""

    def start(self) -> str:
        return "\n".join([" ".join(["." * self.game.columns] * self.game.boards)] * self.game.rows)

    def play(self, position: str, move: int) -> str:
        parts = [row.split(" ") for row in replaced(position, move, "X").split("\n")]
        boards = ["\n".join(board) for board in zip(*parts, strict=True)]
        dead = blank(self.game.columns, self.game.rows, "X")
        boards = [dead if has_line(cells_of(board), "X", self.game.line) else board for board in boards]
        return "\n".join(" ".join(row) for row in zip(*(board.split("\n") for board in boards), strict=True))

    def stuck(self, position: str) -> int:
        return WIN


FAMILY = Family(
    small=(Notakto(columns=3, rows=2, line=3, boards=2),),
    larger=(Notakto(columns=4, rows=3, line=3),),
    # Who begins wins on one board of 3 x 3 in the middle, and on three boards, and loses on two.
    facts=(
        *facts_of(Notakto(), PLAMBECK, "literature", value=1, winning_moves=("b2",)),
        *facts_of(Notakto(3, 3, 3, 2), PLAMBECK, "literature", "medium", value=-1),
        *facts_of(Notakto(3, 3, 3, 3), PLAMBECK, "literature", "large", value=1),
        *counted("value remoteness positions totals edges finished", SEPARATE)(
            (Notakto(), 1, 6, 231, (158, 0, 73), 977, 1),
            (Notakto(2, 3, 2, 2), 1, 4, 144, (104, 0, 40), 576, 1),
            (Notakto(3, 2, 3, 2), -1, 9, 2_500, (1_846, 0, 654), 15_900, 1),
            (Notakto(3, 3, 3, 2), -1, 11, 53_361, (42_813, 0, 10_548), 451_374, 1),
            (Notakto(4, 4, 4), -1, 13, 38_155, (26_845, 0, 11_310), 298_698, 1),
        ),
    ),
    twin=TextNotakto,
    refused=(
        *bounds(Notakto, columns=(1, 63), rows=(1, 63), line=(1, 63), boards=(1, 63)),
        (Notakto, {"line": 4}, "line=4 does not fit on a board of 3 x 3"),
        (Notakto, {"boards": 8}, "boards=8 of 3 x 3 needs 72 bits"),
    ),
    unreadable=(
        (Notakto(), "", "write 3 rows of 3"),
        (Notakto(), "X../.../....", "write 3 rows of 3"),
        (Notakto(), "X../.O./...", "'O' is no cell"),
        (Notakto(), "X.. .../... .../... ...", "its rows have lengths 7 7 7: write 3 rows of 3"),
        (Notakto(boards=2), "X../.../...", "it has not 2 boards"),
    ),
    written=(
        (Notakto(), "X../.X./X..", "b1 c1 a2 c2 b3 c3"),
        (Notakto(boards=2), "XXX XX./... .../... X.X", "2c1 2a2 2b2 2c2 2b3"),
        (Notakto(), "X../X../X..", ""),
    ),
    slow_facts=("notakto(columns=4, rows=4",),
)

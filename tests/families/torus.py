from families import SEPARATE, Family, bounds, counted, facts_of
from families._text_boards import LINES, Lining, Rectangle, cells_of
from zermelo.games.lines.torus import Torus

PLANE = "Carroll and Dougherty, Tic-Tac-Toe on a Finite Plane (2004): the affine plane of order 3"


class TextTorus(Lining, Rectangle):
    def has_line(self, position: str, sign: str) -> bool:
        """Walk from every cell, and go on at the opposite edge."""
        cells = cells_of(position)
        for row, column in cells:
            for down, right in LINES:
                line = {
                    ((row + step * down) % self.game.rows, (column + step * right) % self.game.columns)
                    for step in range(self.game.line)
                }
                if len(line) == self.game.line and {cells[cell] for cell in line} == {sign}:
                    return True
        return False


FAMILY = Family(
    small=(Torus(columns=4, rows=2, line=3),),
    larger=(Torus(columns=4, rows=4, line=4),),
    facts=(
        *facts_of(Torus(), PLANE, "literature", value=1),
        *counted("value remoteness positions totals edges finished", SEPARATE)(
            (Torus(), 1, 7, 5_194, (3_115, 0, 2_079), 14_787, 1_314),
            (Torus(misere=True), 1, 8, 5_194, (3_835, 0, 1_359), 14_787, 1_314),
            (Torus(4, 2), 0, 8, 1_831, (892, 371, 568), 4_832, 386),
            (Torus(4, 2, misere=True), 0, 8, 1_831, (648, 1_003, 180), 4_832, 386),
        ),
    ),
    twin=TextTorus,
    refused=(
        *bounds(Torus, columns=(1, 63), rows=(1, 63), line=(1, 63)),
        (Torus, {"columns": 8, "rows": 4}, "needs 64 bits"),
    ),
    unreadable=(
        (Torus(), "O../.../...", "X has 0 and O has 1"),
        (Torus(), ".X./..X/X.O/", "X has 3 and O has 1"),
        (Torus(), ".X./O.X/XOO", "play had ended"),
    ),
    written=((Torus(), "X../.O./..X", "b1 c1 a2 c2 a3 b3"),),
)

from families import BRUTE_FORCE, Family, bounds, outcomes
from families._text_boards import LeftOrRight, Rectangle, above, cells_of, replaced, text_of
from zermelo.games.blockade.fission import Fission


class TextFission(LeftOrRight, Rectangle):
    def board(self) -> str:
        middle = {((self.game.rows - 1) // 2, (self.game.columns - 1) // 2): "x"}
        return self.game.setup.replace("/", "\n") or text_of(cells_of(super().board()) | middle)

    def moves(self, position: str) -> list[int]:
        board, step = above(position), self.step(position)
        places = range(step, len(board) - step)
        return [place for place in places if board[place - step : place + step + 1 : step] == ".x."]

    def step(self, position: str) -> int:
        """Return how far apart in the text the two halves come to lie from the stone."""
        return 1 if self.mover(position) else self.game.columns + 1

    def play(self, position: str, place: int) -> str:
        board, step = replaced(above(position), place, "."), self.step(position)
        return self.next_turn(position, replaced(replaced(board, place - step, "x"), place + step, "x"))


FAMILY = Family(
    small=(Fission(), Fission("..../.x../..../#..#", starter="right"), Fission(".x../..../..x./....")),
    larger=(Fission(columns=8, rows=7),),
    facts=outcomes(Fission, BRUTE_FORCE)(
        R=".x.; ..x../...../...../..x..; .x.../...../...x.; ......./...x.../.......",
        N="#.../.x../..../....",
        P="x; x.; ../x.; .../.x./...; ..../.x../....; ..../.x../..../....; "
        "..../..x./..../#..#; ...../..x../...../.....; ...../...../..x../...../.....; "
        ".../.x./.../...; ..../.xx./....; .../.x./.x./...",
    ),
    twin=TextFission,
    refused=(
        *bounds(Fission, columns=(1, 62), rows=(1, 62)),
        (Fission, {"columns": 9, "rows": 7}, "a board of 9 x 7 needs 64 bits"),
        (Fission, {"setup": "xo"}, "has the cell 'o': write x, # or ."),
    ),
    unreadable=(
        (Fission("x.#"), "x../left to move", "other cells are blocked"),
        (Fission("x.#"), "xo#/left to move", "'o' is no cell"),
    ),
    written=(
        (Fission(".../.x./..."), ".../.x./.../left to move", "b2"),
        (Fission(".../.x./..."), "..x/.x./.../right to move", "b2"),
    ),
)

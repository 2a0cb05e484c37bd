from families import BRUTE_FORCE, Family, known_forms, outcomes
from families._text_boards import LeftOrRight, Rectangle, above, blank
from zermelo.games.cakes.eatcake import Eatcake

# From the tests of CGSuite 2.1, whose (8, n) has its Left eat along n.


class TextEatcake(LeftOrRight, Rectangle):
    """A strip is eaten as far as cake goes on, up and down or to both sides."""

    def board(self) -> str:
        return blank(self.game.columns, self.game.rows, "#")

    def strips(self, board: str, sign: str, step: int) -> list[list[int]]:
        """Return the places of strips of one sign: steps are of 1 or, from row to row, of `columns` + 1."""
        found = []
        for place in range(len(board)):
            if board[place] == sign and (place < step or board[place - step] != sign):
                strip = [place]
                while strip[-1] + step < len(board) and board[strip[-1] + step] == sign:
                    strip.append(strip[-1] + step)
                found.append(strip)
        return found

    def moves(self, position: str) -> list[list[int]]:
        return self.strips(above(position), "#", 1 if self.mover(position) else self.game.columns + 1)

    def eaten(self, board: str, strip: list[int]) -> str:
        return "".join("." if place in strip else sign for place, sign in enumerate(board))

    def play(self, position: str, strip: list[int]) -> str:
        return self.next_turn(position, self.eaten(above(position), strip))


FAMILY = Family(
    small=(Eatcake(columns=4, rows=3), Eatcake(columns=3, rows=3, starter="right")),
    larger=(Eatcake(columns=8, rows=7), Eatcake(columns=30, rows=2)),
    facts=outcomes(Eatcake, BRUTE_FORCE)(
        L="1, 2; 1, 4; 3, 2; 3, 4; 5, 2",
        R="2, 1; 2, 3; 4, 1; 4, 3",
        N="1, 1; 1, 3; 2, 2; 2, 4; 3, 1; 3, 3; 4, 2; 5, 1",
    ),
    twin=TextEatcake,
    canonical=known_forms(
        """
        eatcake(columns=1, rows=8, starter='left')  -  ^  -  -
        eatcake(columns=2, rows=8, starter='left')  -  {^|||^*|v||0}  -  -
        eatcake(columns=3, rows=8, starter='left')  -  {^^|*}  -  -
        eatcake(columns=4, rows=8, starter='left')  -  {^^|*||0,{0|vv*}}  -  -
        eatcake(columns=5, rows=8, starter='left')  -  {^3|^*||*}  -  -
        eatcake(columns=6, rows=8, starter='left')  -  {^3|^*||*|||0,{0,{^|0,v*}|||0|vv*||0}}  -  -
        eatcake(columns=7, rows=8, starter='left')  -  {0||^^*|0|||*}  -  -
        """
    ),
    refused=(
        (Eatcake, {"columns": 0}, "columns=0 is too small"),
        (Eatcake, {"columns": 8, "rows": 8}, "a cake of 8 x 8 needs 65 bits"),
    ),
    unreadable=((Eatcake(columns=3, rows=2), "###/##./left to move", "a piece is no rectangle"),),
    written=(
        (Eatcake(columns=3, rows=2), "#.#/#.#/left to move", "a1-a2 c1-c2"),
        (Eatcake(columns=3, rows=2), "#.#/#.#/right to move", "a1-a1 a2-a2 c1-c1 c2-c2"),
    ),
)

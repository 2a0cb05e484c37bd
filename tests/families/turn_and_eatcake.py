from families import BRUTE_FORCE, Family, known_forms, outcomes
from families._text_boards import above, cells_of, group_of, text_of
from families.eatcake import TextEatcake
from zermelo.games.cakes.turn_and_eatcake import TurnAndEatcake

# From the tests of CGSuite 2.2, whose (8, n) has its Left eat along 8.


class TextTurning(TextEatcake):
    """A piece's sign says whether columns or rows of it may be eaten, and changes."""

    def moves(self, position: str) -> list[list[int]]:
        board, steps = above(position), [self.game.columns + 1, 1]
        mine, other = steps[::-1] if self.mover(position) else steps
        return self.strips(board, "#", mine) + self.strips(board, "%", other)

    def play(self, position: str, strip: list[int]) -> str:
        board = above(position)
        cells = cells_of(board)
        piece = group_of(cells, divmod(strip[0], self.game.columns + 1))
        turned = text_of(cells | dict.fromkeys(piece, "%" if board[strip[0]] == "#" else "#"))
        return self.next_turn(position, self.eaten(turned, strip))


FAMILY = Family(
    small=(TurnAndEatcake(columns=3, rows=3), TurnAndEatcake(columns=4, rows=2, starter="right")),
    larger=(TurnAndEatcake(columns=6, rows=5), TurnAndEatcake(columns=15, rows=2)),
    facts=outcomes(TurnAndEatcake, BRUTE_FORCE)(
        L="1, 2; 1, 4; 3, 2; 3, 4; 5, 2",
        R="2, 1; 2, 3; 4, 1; 4, 3",
        N="1, 1; 1, 3; 3, 1; 3, 3; 5, 1; 5, 3",
        P="2, 2; 2, 4; 4, 2; 4, 4",
    ),
    twin=TextTurning,
    canonical=known_forms(
        """
        turn_and_eatcake(columns=8, rows=1, starter='left')  -  v  -  -
        turn_and_eatcake(columns=8, rows=2, starter='left')  -  0  -  -
        turn_and_eatcake(columns=8, rows=3, starter='left')  -  v  -  -
        """
    ),
    refused=(
        (TurnAndEatcake, {"columns": 0}, "columns=0 is too small"),
        (TurnAndEatcake, {"columns": 8, "rows": 4}, "a cake of 8 x 4 needs 65 bits"),
    ),
    unreadable=(
        (TurnAndEatcake(columns=3, rows=2), "###/##./left to move", "a piece is no rectangle"),
        (TurnAndEatcake(columns=3, rows=2), "##%/##%/left to move", "a piece has both signs"),
        (TurnAndEatcake(columns=3, rows=2), "xxx/xxx/left to move", "'x' is no cell"),
    ),
    written=(
        (TurnAndEatcake(columns=3, rows=2), "#.%/#.%/left to move", "a1-a2 c1-c1 c2-c2"),
        (TurnAndEatcake(columns=3, rows=2), "#.%/#.%/right to move", "a1-a1 a2-a2 c1-c2"),
    ),
)

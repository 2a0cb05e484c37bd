from families import SEPARATE, Family, bounds, counted
from families._text_boards import Placing, Rectangle, cells_of, has_line, replaced
from zermelo import LOSS, UNDECIDED, WIN
from zermelo.games.lines.lite_three import LiteThree

GAMESCRAFTERS = "a separate program that finds GamesCrafters' figures with the mover apart"


class TextLite(Placing, Rectangle):
    """Pieces are found by their signs, from the oldest."""

    def play(self, position: str, move: int) -> str:
        mine, theirs = (
            sorted((place for place, sign in enumerate(position) if sign in signs), key=position.__getitem__)
            for signs in ("123456789", "abcdefghi")
        )
        after = self.board()
        for pieces, names in ((theirs, "123456789"), ([*mine, move][-self.game.line :], "abcdefghi")):
            for place, name in zip(pieces, names, strict=False):
                after = replaced(after, place, name)
        return after

    def outcome(self, position: str) -> int:
        theirs = {cell: "X" for cell, sign in cells_of(position).items() if sign.isalpha()}
        if has_line(theirs, "X", self.game.line):
            return WIN if self.game.misere else LOSS
        return UNDECIDED


FAMILY = Family(
    small=(LiteThree(line=2, misere=True),),
    larger=(LiteThree(), LiteThree(columns=5, rows=2), LiteThree(columns=4, rows=2)),
    facts=(
        # GamesCrafters counts 128,170 positions of 3 x 3 with the mover kept apart: 78,613 wins, 13,193 draws
        # and 36,364 losses. The separate program finds just these, and the figures below where a position is
        # the board as its mover sees it. The first player wins with three pieces each; where the value is 0, play
        # goes on for ever.
        *counted("value remoteness positions totals edges finished longest", GAMESCRAFTERS)(
            (LiteThree(), 1, 13, 73_450, (45_709, 7_585, 20_156), 221_625, 6_768, 17)
        ),
        *counted("value remoteness positions totals edges finished longest", SEPARATE)(
            (LiteThree(3, 3, 2, misere=True), 0, None, 1_930, (1_153, 713, 64), 4_649, 1_080, 4)
        ),
    ),
    twin=TextLite,
    refused=(
        *bounds(LiteThree, columns=(1, 31), rows=(1, 31)),
        (LiteThree, {"line": 10}, "line=10 is too large"),
        (LiteThree, {"columns": 4}, "3 pieces each on 4 x 3 needs 72 bits"),
    ),
    unreadable=(
        (LiteThree(), "X../.../...", "'X' is no cell"),
        (LiteThree(line=2), "3../.../...", "'3' is no cell"),
        (LiteThree(), "1.1/.a./b..", "the pieces 1, 1: number them from the oldest, 1"),
        (LiteThree(), "1.3/.a./b..", "the pieces 1, 3: number them from the oldest, 1"),
        (LiteThree(), "1.2/.b./c..", "the pieces b, c: number them from the oldest, a"),
        (LiteThree(), "1../.../...", "the mover has 1 pieces and the other 0"),
        (LiteThree(), "a../b../...", "the mover has 0 pieces and the other 2"),
        (LiteThree(), "123/ab./..c", "play had ended before: break the line"),
    ),
    written=(
        (LiteThree(), "a../.../...", "b1 c1 a2 b2 c2 a3 b3 c3"),
        (LiteThree(), "1.2/.ba/c3.", "b1 a2 c3"),
    ),
)

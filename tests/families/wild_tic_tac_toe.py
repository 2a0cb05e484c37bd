from families import BRUTE_FORCE, SEPARATE, Family, counted, facts_of
from families._text_boards import Rectangle, cells_of, has_line, replaced
from zermelo import DRAW, LOSS, UNDECIDED, WIN
from zermelo.games.lines.wild_tic_tac_toe import WildTicTacToe


class TextWild(Rectangle):
    """Wild tic-tac-toe, and what it shares with Order and Chaos: either sign may be put."""

    def moves(self, position: str) -> list[tuple[int, str]]:
        return [(place, sign) for place, cell in enumerate(position) if cell == "." for sign in "XO"]

    def play(self, position: str, move: tuple[int, str]) -> str:
        return replaced(position, *move)

    def has_line(self, position: str) -> bool:
        return any(has_line(cells_of(position), sign, self.game.line) for sign in "XO")

    def outcome(self, position: str) -> int:
        if self.has_line(position):
            return WIN if self.game.misere else LOSS
        return UNDECIDED if "." in position else DRAW


FAMILY = Family(
    small=(WildTicTacToe(columns=4, rows=2, line=3),),
    larger=(WildTicTacToe(columns=4, rows=3),),
    facts=(
        *counted("value remoteness positions totals finished edges", BRUTE_FORCE)(
            (WildTicTacToe(), 1, 7, 18_753, (10_085, 1_012, 7_656), 7_660, 80_150)
        ),
        *facts_of(WildTicTacToe(), SEPARATE, longest=8),
        *counted("value positions totals", BRUTE_FORCE)(
            (WildTicTacToe(misere=True), 0, 18_753, (12_136, 4_467, 2_150))
        ),
        *facts_of(WildTicTacToe(misere=True), SEPARATE, remoteness=9),
        *counted("value remoteness positions totals", SEPARATE)(
            (WildTicTacToe(4, 2), 0, 8, 6_461, (3_280, 1_649, 1_532)),
            (WildTicTacToe(3, 2, 2, misere=True), -1, 5, 349, (314, 0, 35)),
        ),
    ),
    twin=TextWild,
    refused=(
        (WildTicTacToe, {"columns": 0}, "columns=0 is too small"),
        (WildTicTacToe, {"line": 0}, "line=0 is too small"),
        (WildTicTacToe, {"columns": 6, "rows": 6}, "a board of 6 x 6 needs 72 bits"),
    ),
    unreadable=(
        (WildTicTacToe(), "x../.../...", "'x' is no cell"),
        (WildTicTacToe(), "XXX/OOO/...", "play had ended"),
        (WildTicTacToe(misere=True), "XXX/XXX/...", "play had ended"),
    ),
    written=((WildTicTacToe(), "XX./O.O/XOX", "Xc1 Xb2 Oc1 Ob2"), (WildTicTacToe(2, 1), "O.", "Xb1 Ob1")),
)

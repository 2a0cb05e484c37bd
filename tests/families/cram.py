from functools import partial

from families import BRUTE_FORCE, SELF_PLAY, Family, counted, outcomes
from families._text_boards import Misere, Rectangle, replaced
from zermelo.games.dominoes.cram import Cram

LEMOINE = "Lemoine and Viennot, Nimbers are inevitable (2010); beling/impartial-games"


class TextDominoes(Misere, Rectangle):
    """Cram and domineering: a domino covers two free cells."""

    def free(self, board: str, step: int) -> list[tuple[int, int]]:
        """Return the places of two free cells so far from each other in the text."""
        pairs = [(place, place + step) for place in range(len(board) - step)]
        return [(one, other) for one, other in pairs if board[one] == board[other] == "."]

    def covered(self, board: str, pair: tuple[int, int]) -> str:
        return replaced(replaced(board, pair[0], "#"), pair[1], "#")


class TextCram(TextDominoes):
    def moves(self, position: str) -> list[tuple[int, int]]:
        return self.free(position, 1) + self.free(position, self.game.columns + 1)

    def play(self, position: str, move: tuple[int, int]) -> str:
        return self.covered(position, move)


FAMILY = Family(
    small=(Cram(columns=4, rows=3, misere=True), Cram(columns=4, rows=4)),
    larger=(Cram(columns=9, rows=7), Cram(columns=8, rows=7, misere=True)),
    facts=(
        *counted("nimber value size", BRUTE_FORCE)(
            (Cram(2, 2), 0, -1, "small"),
            (Cram(3, 2), 1, 1, "small"),
            (Cram(5, 2), 1, 1, "small"),
            (Cram(6, 2), 0, -1, "small"),
        ),
        *counted("nimber value size", f"{BRUTE_FORCE}; {LEMOINE}", "literature")(
            (Cram(3, 3), 0, -1, "small"),
            (Cram(4, 3), 1, 1, "small"),
            (Cram(6, 3), 4, 1, "small"),
            (Cram(4, 4), 0, -1, "small"),
            (Cram(5, 4), 2, 1, "medium"),
            (Cram(6, 4), 0, -1, "medium"),
            (Cram(5, 5), 0, -1, "medium"),
            (Cram(9, 3), 1, 1, "medium"),
            (Cram(7, 4), 3, 1, "medium"),
            (Cram(10, 3), 2, 1, "large"),
        ),
        *counted("nimber value", LEMOINE, "literature", "large")((Cram(8, 4), 0, -1)),
        *outcomes(partial(Cram, misere=True), BRUTE_FORCE, starters=())(
            N="4, 1; 5, 1; 6, 1; 9, 1; 10, 1; 11, 1; 14, 1; 18, 1; 19, 1; 20, 1; 2, 2; 8, 2; 3, 3",
            P="2, 1; 3, 1; 7, 1; 8, 1; 12, 1; 16, 1; 5, 2; 7, 2; 5, 3; 4, 4",
        ),
        *outcomes(partial(Cram, misere=True), BRUTE_FORCE, size="medium", starters=())(
            N="5, 5", P="8, 3; 5, 4; 6, 4"
        ),
        *counted("positions totals remoteness games results", SELF_PLAY)(
            (Cram(), 5_700, (4_024, 0, 1_676), 8, 2_854_080, (1_330_560, 0, 1_523_520))
        ),
    ),
    twin=TextCram,
    refused=(
        (Cram, {"columns": 0}, "columns=0 is too small"),
        (Cram, {"rows": -1}, "rows=-1 is too small"),
        (Cram, {"rows": 63}, "rows=63 is too large"),
        (Cram, {"columns": 63, "rows": 1}, "columns=63 is too large"),
    ),
    unreadable=((Cram(columns=3, rows=2), "..X/...", "'X' is no cell"),),
    written=(
        (Cram(columns=3, rows=2), ".../.##", "a1-a2 a1-b1 b1-c1"),
        (Cram(columns=2, rows=2), "##/..", "a2-b2"),
    ),
)

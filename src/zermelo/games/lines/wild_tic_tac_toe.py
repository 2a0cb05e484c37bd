"""Wild tic-tac-toe: both players may put either sign, and a line of equal signs decides.

Board, moves and text are those of `_either_sign.py`: crosses in the low bits, noughts above them, and
nobody's turn stored, for the signs belong to nobody.
"""

from zermelo.core.values import DRAW, LOSS, UNDECIDED, WIN
from zermelo.games.lines._either_sign import EitherSign


class WildTicTacToe(EitherSign):
    """Put X or O on a free cell; `line` equal signs in a row win, or lose where `misere`; full is a draw.

    Lines go across, down or aslant, and either player may have put their other signs. Values are win, draw,
    loss. A `line` longer than the board can only be drawn.
    """

    misere: bool = False

    @property
    def how_to_play(self) -> tuple[str, str, str]:
        row, end = f"{self.line} equal signs in a row", "loses" if self.misere else "wins"
        goal = f"{'Do not complete' if self.misere else 'Complete'} {row}, across, down or diagonally."
        turn = "Both players put X or O, as they like, on a free square."
        return goal, turn, f"The player who completes {row} {end}; a full board without is a draw."

    def outcome(self, position: int) -> int:
        if self.has_line_of_either_sign(position):
            return WIN if self.misere else LOSS
        return DRAW if self.is_full(position) else UNDECIDED

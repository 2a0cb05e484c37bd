"""Order and Chaos: Order wants a line of equal signs, Chaos a full board without one.

Stephen Sniderman's game (*Games*, 1981) has 6 x 6 cells and lines of five, and needs 72 bits; smaller boards
fit. Board, moves and text are those of `_either_sign.py`: crosses in the low bits, noughts above them. Order
moves first, so Order is to move whenever the number of signs is even.
"""

from zermelo.core.values import LOSS, UNDECIDED, WIN
from zermelo.games.lines._either_sign import EitherSign


class OrderAndChaos(EitherSign):
    """Both put X or O; Order, who begins, wins by `line` equal signs in a row, Chaos by a full board without.

    Lines go across, down or aslant, and either player may complete one. Values are win and loss.
    """

    columns: int = 4
    rows: int = 4
    line: int = 4

    how_to_play = (
        "Order wants {line} equal signs in a row, across, "
        "down or diagonally; Chaos wants a full board without.",
        "Order begins. Both players put X or O, as they like, on a free square.",
        "A row of {line} equal signs wins for Order, even if Chaos completes it. "
        "A full board without wins for Chaos.",
    )
    player_names = ("Order", "Chaos")

    def outcome(self, position: int) -> int:
        order_moves = position.bit_count() % 2 == 0
        if self.has_line_of_either_sign(position):
            return WIN if order_moves else LOSS
        if self.is_full(position):
            return LOSS if order_moves else WIN
        return UNDECIDED

from families import SEPARATE, Family, bounds, counted
from families.wild_tic_tac_toe import TextWild
from zermelo import LOSS, UNDECIDED, WIN
from zermelo.games.lines.order_and_chaos import OrderAndChaos


class TextOrder(TextWild):
    def outcome(self, position: str) -> int:
        if not self.has_line(position) and "." in position:
            return UNDECIDED
        is_orders_turn = (position.count("X") + position.count("O")) % 2 == 0
        return WIN if is_orders_turn == self.has_line(position) else LOSS


FAMILY = Family(
    small=(OrderAndChaos(columns=3, rows=2, line=3),),
    larger=(OrderAndChaos(),),
    facts=counted("value remoteness positions totals edges finished", SEPARATE)(
        (OrderAndChaos(3, 2, 2), 1, 3, 349, (177, 0, 172), 644, 262),
        (OrderAndChaos(3, 2, 3), -1, 6, 725, (480, 0, 245), 2_700, 136),
        (OrderAndChaos(4, 2, 3), -1, 8, 6_461, (4_404, 0, 2_057), 29_536, 1_520),
        (OrderAndChaos(4, 2), -1, 8, 6_557, (3_852, 0, 2_705), 34_128, 512),
        (OrderAndChaos(3, 3, 3), 1, 5, 18_753, (9_659, 0, 9_094), 80_150, 7_660),
    ),
    twin=TextOrder,
    refused=(
        *bounds(OrderAndChaos, line=(1, 63)),
        (OrderAndChaos, {"columns": 0}, "columns=0 is too small"),
        (OrderAndChaos, {"columns": 6, "rows": 6, "line": 5}, "a board of 6 x 6 needs 72 bits"),
    ),
    unreadable=((OrderAndChaos(), "XXXX/OOOO/..../....", "play had ended"),),
    written=((OrderAndChaos(3, 2, 3), "X.O/OXX", "Xb1 Ob1"), (OrderAndChaos(2, 2, 3), "XO/O.", "Xb2 Ob2")),
)

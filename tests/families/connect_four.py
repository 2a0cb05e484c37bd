from families import BOTH, BRUTE_FORCE, SPECIFICATION, STEININGER, TROMP, Family, bounds, counted, facts_of
from families._text_boards import Lining, Rectangle
from zermelo.games.lines.connect_four import ConnectFour

POSITIONS = {  # by columns, then by rows
    1: {2: 3, 5: 6, 6: 7, 7: 8, 8: 9},
    2: {1: 5, 3: 58, 4: 179, 5: 537, 6: 1_571, 7: 4_587, 8: 13_343},
    3: {1: 13, 3: 869, 4: 6_000, 6: 235_781, 7: 1_417_322, 8: 8_424_616},
    4: {1: 35, 2: 741, 7: 135_385_909, 8: 1_104_642_469},
    5: {6: 1_044_334_437},
    6: {2: 29_737},
    7: {1: 750},
    8: {1: 2_118, 2: 1_216_721, 3: 362_940_958},
}


class TextConnectFour(Lining, Rectangle):
    def moves(self, position: str) -> list[int]:
        """Return the place of the lowest free cell of each column."""
        free = super().moves(position)
        return [place for place in free if place + self.game.columns + 1 not in free]


FAMILY = Family(
    small=(ConnectFour(columns=3, rows=4, line=3),),
    larger=(ConnectFour(),),
    facts=(
        *counted("positions", TROMP, "literature")(
            *(
                (ConnectFour(columns, rows), number)
                for columns, by in POSITIONS.items()
                for rows, number in by.items()
            )
        ),
        *facts_of(ConnectFour(5, 4), TROMP, BOTH, positions=3_945_711),
        *facts_of(ConnectFour(6, 4), TROMP, BOTH, positions=94_910_577),
        *facts_of(ConnectFour(4, 4), SPECIFICATION, "specification", positions=161_029),
        *facts_of(ConnectFour(5, 5), SPECIFICATION, "specification", positions=69_763_700),
        *facts_of(ConnectFour(5, 4), STEININGER, BOTH, "medium", value=0),
        *facts_of(ConnectFour(6, 4), STEININGER, BOTH, "large", value=-1),
        *facts_of(ConnectFour(5, 4), STEININGER, "literature", "medium", remoteness=20),
        *facts_of(ConnectFour(6, 4), STEININGER, "literature", "large", remoteness=24),
        *facts_of(ConnectFour(5, 4), BRUTE_FORCE, totals=(1_390_516, 1_303_636, 1_251_559)),
        *facts_of(ConnectFour(6, 4), BRUTE_FORCE, totals=(38_913_621, 18_361_279, 37_635_677)),
        *counted("value remoteness", STEININGER, "literature", "large")(
            (ConnectFour(4, 7), 0, 28), (ConnectFour(4, 8), 0, 32), (ConnectFour(5, 6), 0, 30)
        ),
    ),
    twin=TextConnectFour,
    refused=(
        *bounds(ConnectFour, columns=(1, 31), rows=(1, 62), line=(1, 63)),
        (ConnectFour, {"columns": 8, "rows": 8}, "a board of 8 x 8 needs 72 bits"),
        (ConnectFour, {"columns": 8, "rows": 7}, "needs 64 bits"),
    ),
    unreadable=(
        (ConnectFour(3, 3), "X../.../...", "a disc floats in column 1"),
        (ConnectFour(3, 3), ".../.O./..X", "a disc floats in column 2"),
        (ConnectFour(3, 3), ".../.../XX.", "X has 2 and O has 0"),
        (ConnectFour(3, 3, 3), "OOO/XXX/XXO", "play had ended"),
        (ConnectFour(4, 3, 3), "O.../OXOX/XXXO", "play had ended"),
        (ConnectFour(4, 4, 3), "..../..../OOO./XXX.", "play had ended"),
        (ConnectFour(4, 3, 2), ".O../.O.X/OX.X", "play had ended"),
    ),
    written=((ConnectFour(3, 3, 3), "X../O.X/XOO", "2 3"),),
)

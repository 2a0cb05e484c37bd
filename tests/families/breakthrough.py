from functools import partial

from families import BRUTE_FORCE, SPECIFICATION, Family, bounds, counted, facts_of
from families.hexapawn import TextPawns
from zermelo.games.chess.breakthrough import Breakthrough

ALPHA_BETA = "independent alpha-beta with a table"


FAMILY = Family(
    small=(Breakthrough(columns=2, rows=4),),
    larger=(Breakthrough(), Breakthrough(columns=5, rows=6)),
    facts=(
        *counted("value remoteness positions totals edges finished", BRUTE_FORCE)(
            (Breakthrough(2, 4), -1, 8, 646, (256, 0, 390), 906, 302),
            (Breakthrough(2, 5), -1, 10, 11_287, (4_928, 0, 6_359), 22_572, 4_269),
            (Breakthrough(3, 4), -1, 12, 55_152, (19_807, 0, 35_345), 112_354, 31_446),
            (Breakthrough(3, 5), -1, 18, 2_418_400, (945_115, 0, 1_473_285), 7_236_094, 1_212_576),
        ),
        *counted("value size", ALPHA_BETA)(
            (Breakthrough(4, 4), -1, "medium"),
            (Breakthrough(), -1, "searched"),
            (Breakthrough(6, 4), -1, "searched"),
            (Breakthrough(3, 7), -1, "searched"),
            (Breakthrough(3, 8), 1, "searched"),
        ),
        *facts_of(Breakthrough(5, 5), SPECIFICATION, "specification", "searched", value=-1),
    ),
    twin=partial(TextPawns, lines=2, free_aslant=True),
    refused=(
        *bounds(Breakthrough, columns=(1, 31)),
        (Breakthrough, {"rows": 3}, "rows=3 is too small"),
        (Breakthrough, {"columns": 6, "rows": 6}, "a board of 6 x 6 needs 73 bits"),
    ),
    unreadable=(
        (Breakthrough(2, 4), "OO/OO/XX/XX/white to move", "write X to move or O to move"),
        (Breakthrough(2, 4), ".O/OO/OO/XX/X to move", "O has 5 pawns: leave at most 4"),
        (Breakthrough(2, 4), "OX/OO/X./XX/X to move", "play had ended"),
        (Breakthrough(2, 4), "OX/../../XO/O to move", "play had ended"),
        (Breakthrough(2, 4), "XX/../../XX/O to move", "play had ended"),
    ),
    written=(
        (Breakthrough(3, 4), "OOO/O.O/XX./.XX/X to move", "b2-b3 c1-c2 b2xa3 a2-b3 b2xc3 b1-c2"),
        (Breakthrough(2, 4), "OO/OO/XX/XX/O to move", "b3xa2 a3xb2"),
    ),
)

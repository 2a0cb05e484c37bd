from families import Family, counted
from families.draughts_endgame import TextDraughts, board
from zermelo.games.draughts.english_draughts import EnglishDraughts

LINES = (
    7,
    49,
    302,
    1_469,
    7_361,
    36_768,
    179_740,
    845_931,
    3_963_680,
    18_391_564,
)  # of 1, 2, ... moves: literature
ROWS = ("_o_o_o_o", "o_o_o_o_")


FAMILY = Family(
    small=(),  # it has 5 * 10**20 positions
    larger=(EnglishDraughts(),),
    facts=counted("value", "J. Schaeffer et al., Checkers is solved (2007)", "literature", "searched")(
        (EnglishDraughts(), 0)
    ),
    twin=lambda game: TextDraughts(12, 0, 12, 0),
    unreadable=(
        (EnglishDraughts(), board("XO_._._."), "'X' cannot stand in row 1, column 1: write _ there"),
        (EnglishDraughts(), board(*ROWS, *ROWS), "o has 16 pieces: leave at most 12 of them"),
        (EnglishDraughts(), board("_x_o_._."), "a man stands on its last row: write it as a king"),
    ),
    written=(
        (EnglishDraughts(), board("_X_._._."), "1-5 1-6"),
        (EnglishDraughts(), board("_X_._._.", "._O_._._"), "1x10"),
        (EnglishDraughts(), board("_._._._.", "._o_o_._", "_._._._.", "._o_._._", "_._x_._."), "18x9x2"),
    ),
)

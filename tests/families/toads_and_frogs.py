from families import Family, bounds, known_forms, outcomes
from families._text_boards import LeftOrRight, above
from zermelo.games.rows.toads_and_frogs import ToadsAndFrogs

# Of ttttt..fffff: our copy of CGSuite's value had lost a brace, which is put back where the value agrees.


class TextToads(LeftOrRight):
    """The four kinds of moves are patterns, looked for at every place."""

    names = ("toads", "frogs")

    def board(self) -> str:
        return self.game.board

    def patterns(self, position: str) -> list[tuple[str, str]]:
        """Return what may become what."""
        jumps = range(self.game.longest + 1)
        if self.mover(position):
            return [("." + "t" * over + "f", "f" + "t" * over + ".") for over in jumps]
        return [("t" + "f" * over + ".", "." + "f" * over + "t") for over in jumps]

    def moves(self, position: str) -> list[tuple[int, str, str]]:
        row = above(position)
        return [
            (place, before, after)
            for before, after in self.patterns(position)
            for place in range(len(row))
            if row[place:].startswith(before)
        ]

    def play(self, position: str, move: tuple[int, str, str]) -> str:
        place, before, after = move
        row = above(position)
        return self.next_turn(position, row[:place] + after + row[place + len(before) :])


FAMILY = Family(
    small=(ToadsAndFrogs(board="tt.t..ff.f", starter="right"), ToadsAndFrogs("ttt..ff", longest=2)),
    larger=(ToadsAndFrogs(board="ttttt..fffff"), ToadsAndFrogs(board="tttttttttt...........ffffffffff")),
    facts=outcomes(ToadsAndFrogs, "an independent engine's canonical form")(
        L="tt..f; ttt..f; tt...f; tttt..f; tt.tff; ttt...f",
        N="tt.f; t.ff; tt.ff; tt..ff; ttt.f; ttt.fff; tttt.f; tt...ff; ttt..ff; tttt.ff; "
        "tttt.fff; t.t.f.f; .t.f.; t.tf.f; ttttt.f",
        P="t..f; tf.tf",
    ),
    twin=TextToads,
    canonical=known_forms(
        """
        toads_and_frogs(board='t..f', starter='left', longest=1)  -  0  P  0 -1 0 0
        toads_and_frogs(board='tt.f', starter='left', longest=1)  -  {1/2|0}  N  1/4 1/4 1/2 0
        toads_and_frogs(board='t.ff', starter='left', longest=1)  -  {0|-1/2}  N  -1/4 1/4 0 -1/2
        toads_and_frogs(board='tt.ff', starter='left', longest=1)  -  *  N  0 0 0 0
        toads_and_frogs(board='tt..ff', starter='left', longest=1)  -  *  N  0 0 0 0
        toads_and_frogs(board='ttt.f', starter='left', longest=1)  -  {1*|0}  N  1/2 1/2 1 0
        toads_and_frogs(board='ttt.fff', starter='left', longest=1)  -  *  N  0 0 0 0
        toads_and_frogs(board='tt..f', starter='left', longest=1)  -  1  L  1 -1 1 1
        toads_and_frogs(board='ttt..f', starter='left', longest=1)  -  2  L  2 -1 2 2
        toads_and_frogs(board='tttt.f', starter='left', longest=1)  -  {{2|1}|0}  N  3/4 3/4 1 0
        toads_and_frogs(board='tt...f', starter='left', longest=1)  -  2*  L  2 0 2 2
        toads_and_frogs(board='tt...ff', starter='left', longest=1)  -  *  N  0 0 0 0
        toads_and_frogs(board='ttt..ff', starter='left', longest=1)  -  {1/2|0}  N  1/4 1/4 1/2 0
        toads_and_frogs(board='tttt..f', starter='left', longest=1)  -  3  L  3 -1 3 3
        toads_and_frogs(board='tttt.ff', starter='left', longest=1)  -  *  N  0 0 0 0
        toads_and_frogs(board='tttt.fff', starter='left', longest=1)  -  *  N  0 0 0 0
        toads_and_frogs(board='t.t.f.f', starter='left', longest=1)  -  *  N  0 0 0 0
        toads_and_frogs(board='.t.f.', starter='left', longest=1)  -  *  N  0 0 0 0
        toads_and_frogs(board='t.tf.f', starter='left', longest=1)  -  *  N  0 0 0 0
        toads_and_frogs(board='tf.tf', starter='left', longest=1)  -  0  P  0 -1 0 0
        toads_and_frogs(board='tt.tff', starter='left', longest=1)  -  {1|*}  L  1/2 1/2 1 0
        toads_and_frogs(board='ttt...f', starter='left', longest=1)  -  4*  L  4 0 4 4
        toads_and_frogs(board='ttttt.f', starter='left', longest=1)  -  {{3|1}|0}  N  1 1 1 0
        toads_and_frogs(board='ttttt..fffff', starter='left', longest=1)  -  +-{{2|*},{5/2||2|{0||||{0||v<2>|-1},{0||||0||Miny(1/32)|-2|||-1/2*}|||v<2>|-1/2||-1*}|||0}}  -  -
        toads_and_frogs(board='tttt..fff', starter='left', longest=2)  -  {1/2*|v}  -  -
        """
    ),
    refused=(
        *bounds(ToadsAndFrogs, longest=(0, 29)),
        (ToadsAndFrogs, {"board": ""}, "board='' is no row of toads and frogs"),
        (ToadsAndFrogs, {"board": "XX_OO"}, "board='xx.oo' is no row of toads and frogs"),
        (ToadsAndFrogs, {"board": 5}, "board=5 is no text"),
        (ToadsAndFrogs, {"board": "t" * 32}, "a row of 32 cells needs 65 bits"),
    ),
    unreadable=(
        (ToadsAndFrogs(), "tt..ff/left to move", "it does not say who moves"),
        (ToadsAndFrogs(), "ttx.ff/toads to move", "'x' is no cell"),
        (ToadsAndFrogs(), "tt..fff/toads to move", "its row has 7 cells: write 6 cells"),
    ),
    written=(
        (ToadsAndFrogs(), "tf.t.f / toads to move", "1-3 4-5"),
        (ToadsAndFrogs(), "tf.t.f/frogs to move", "6-5"),
        (ToadsAndFrogs(), ".tft.f/frogs to move", "3-1 6-5"),
        (ToadsAndFrogs("TTF_FF", longest=2), "TTFF.F/toads to move", "2-5"),
    ),
)

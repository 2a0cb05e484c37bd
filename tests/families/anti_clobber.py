from families import BRUTE_FORCE, Family, known_forms, outcomes
from families._text_boards import above, moved
from families.clobber import TextClobber
from zermelo.games.capture.anti_clobber import AntiClobber


class TextAntiClobber(TextClobber):
    """A stone goes to a free cell and leaves a stone of the opponent behind."""

    def board(self) -> str:
        lines = [
            "x" * self.game.columns,
            *["." * self.game.columns] * (self.game.rows - 2),
            "o" * self.game.columns,
        ]
        return "\n".join(self.game.setup.split("/") if self.game.setup else lines)

    def moves(self, position: str) -> list[tuple[int, int]]:
        return self.captures(above(position), "xo"[self.mover(position)], ".")

    def play(self, position: str, move: tuple[int, int]) -> str:
        return self.next_turn(position, moved(above(position), *move, "ox"[self.mover(position)]))


FAMILY = Family(
    small=(
        AntiClobber("x.o/.xo/o..", starter="right"),
        AntiClobber("x.o./.x.o", piece="king"),
        AntiClobber("x.o/.x./o.x", piece="knight"),
    ),
    larger=(AntiClobber(columns=6, rows=5),),
    facts=outcomes(AntiClobber, BRUTE_FORCE)(
        L="x.; x..; x/.",
        R="xoxo/oo..",
        N="x.o; xx.oo; x...o; x.x/.../o.o; xxx/.../ooo",
        P="x; .x.; x..o; x.x.o; x./.o; xo/..; x../..o; xxxx/..../oooo; x.../..../..../...o; ..x/ox./...",
    ),
    twin=TextAntiClobber,
    canonical=known_forms(
        """
        anti_clobber(setup='xoxo/oo..', columns=4, rows=2, starter='left', piece='wazir')  -  {*|-1}  -  -
        """
    ),
    refused=(
        (AntiClobber, {"piece": "rook"}, "piece='rook' is unknown: give 'wazir', 'ferz', 'king' or 'knight'"),
        (AntiClobber, {"setup": "x#o"}, "has the cell '#'"),
    ),
    written=(
        (AntiClobber(columns=3, rows=2), "x.o/.xo/x to move", "a1-b1 a1-a2 b2-a2 b2-b1"),
        (AntiClobber(columns=3, rows=3), "x../.x./..o/o to move", "c3-b3 c3-c2"),
    ),
)

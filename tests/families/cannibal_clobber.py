from families import Family, outcomes
from families._text_boards import above
from families.clobber import TextClobber
from zermelo.games.capture.cannibal_clobber import CannibalClobber

ALONE = "by the definition: a row of one player's stones is as many moves as it has stones, less one"


class TextCannibals(TextClobber):
    """Stones take whatever they meet."""

    def moves(self, position: str) -> list[tuple[int, int]]:
        return self.captures(above(position), "xo"[self.mover(position)], "xo")


FAMILY = Family(
    small=(CannibalClobber("xxo/oxo"), CannibalClobber("xo.x/x..x", piece="king", starter="right")),
    larger=(CannibalClobber(columns=6, rows=5), CannibalClobber("xo.x/ox.o/x.ox", piece="rook")),
    # Rows of one colour, which are integers; values of others are held against the twin.
    facts=outcomes(CannibalClobber, ALONE)(
        (
            ((sign * stones,), winner if stones > 1 else "P")
            for stones in range(1, 10)
            for sign, winner in (("x", "L"), ("o", "R"))
        )
    ),
    twin=TextCannibals,
    refused=((CannibalClobber, {"piece": "pawn"}, "piece='pawn' is unknown: give 'wazir', "),),
    written=((CannibalClobber(columns=3, rows=1), "xxo/x to move", "a1-b1 b1-c1 b1-a1"),),
)

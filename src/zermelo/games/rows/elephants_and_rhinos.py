"""Elephants and rhinos: toads and frogs without jumps. Elephants, t, step to the right and rhinos, f, left.

Albert, Nowakowski and Wolfe, *Lessons in play* (2007). All is as in toads and frogs with jumps over none.
"""

from zermelo.core.errors import BadParameter
from zermelo.games.rows.toads_and_frogs import ToadsAndFrogs


class ElephantsAndRhinos(ToadsAndFrogs):
    """Move an elephant one cell right or a rhino one cell left, onto a free cell; who cannot loses.

    The `board` is a row of t for elephants, f for rhinos and `.`, as in toads and frogs, and `longest` is 0.
    `starter` is "left", who has the elephants, or "right". Values are win and loss.
    """

    longest: int = 0

    player_names = ("elephants", "rhinos")

    how_to_play = (
        "Be the last player who can move.",
        "Left moves an elephant one cell right, Right a rhino one cell left, onto a free cell.",
        "A player who cannot move loses.",
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.longest:
            raise BadParameter(f"longest={self.longest} lets them jump: give 0, or play toads_and_frogs")

"""Named values whose play may cycle.

    on    {on|}      Left may pass for ever, so Left always has a move; more than every number
    off   {|off}     its negative
    over  {0|over}   more than 0, less than every positive number
    under {under|0}  its negative
    upon  {upon|*}   the sum ^ + ^<2> + ^<3> + ...: more than every ^[n], less than ^^
    dud   {dud|dud}  drawn, whatever lies beside it: on & off
    tis   {tisn|}    tis and tisn go to and fro, Left in one and Right in the other: 1 & 0
    tisn  {|tis}     its negative, 0 & -1
    nanoko {1||nanoko|0}  the least ko, as CGSuite's documentation calls it: Left ends it or, after Right has
                     taken, takes it back; Right takes it, and ends it

*Winning ways*, chapter 11; A. N. Siegel, *Combinatorial game theory* (2013), chapter VI. Without the ban of
kos (see `ko_thermograph.py`) the nanoko is worth 2 & +-1, like some other games; this is its value in print.
"""

from functools import cache
from typing import Final

from zermelo.cgt.form_theory import Theory
from zermelo.cgt.loopy.graphs.loopy_graph import LoopyGraph, graph_of, merge_equivalent
from zermelo.cgt.loopy.graphs.stopper_canonical_form import stopper_canonical_form
from zermelo.cgt.loopy.loopy_value import Loopy, loopy_value_of
from zermelo.cgt.partizan.short_game_form import Form

# Positions are numbered from the one that has the name.
GAMES: Final = {
    "on": graph_of([[0]], [[]]),
    "off": graph_of([[]], [[0]]),
    "over": graph_of([[1], []], [[0], []]),
    "under": graph_of([[0], []], [[1], []]),
    "upon": graph_of([[0], [2], []], [[1], [2], []]),
    "dud": graph_of([[0]], [[0]]),
    "tis": graph_of([[1], []], [[], [0]]),
    "tisn": graph_of([[], [0]], [[1], []]),
    "nanoko": graph_of([[2], [0], [3], []], [[1], [3], [], []]),
}
WRITTEN: Final = {"-upon": graph_of([[1], [2], []], [[0], [2], []])}  # how values without a name are written
GAME_NAMES: Final = {
    merge_equivalent(graph): name for name, graph in GAMES.items()
}  # of games, whatever they are worth


@cache
def stopper_names() -> dict[LoopyGraph, str]:
    """Return the names of canonical forms."""
    return {
        stopper_canonical_form(merge_equivalent(graph)): name
        for name, graph in (GAMES | WRITTEN).items()
        if name not in ("dud", "tis", "tisn", "nanoko")
    }


def loopy_value_named(name: str, theory: Theory | None = None) -> Form | Loopy:
    """Return the value of a name; see above for the names.

    >>> over, upon, tis = map(loopy_value_named, ("over", "upon", "tis"))
    >>> tis, tis + loopy_value_named("tisn"), upon + upon, over + over
    (1 & 0, 1 & -1, {0|a:{0,a|0}}, over)
    """
    return loopy_value_of(GAMES[name], theory)

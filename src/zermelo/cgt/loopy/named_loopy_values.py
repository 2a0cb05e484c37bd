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
from zermelo.cgt.loopy.graphs.loopy_graph import LoopyGraph, make_loopy_graph, merge_equivalent_positions
from zermelo.cgt.loopy.graphs.stopper_canonical_form import find_stopper_canonical_form
from zermelo.cgt.loopy.loopy_value import Loopy, compute_value_of_graph
from zermelo.cgt.partizan.short_game_form import Form

# Positions are numbered from the one that has the name.
GAMES: Final = {
    "on": make_loopy_graph([[0]], [[]]),
    "off": make_loopy_graph([[]], [[0]]),
    "over": make_loopy_graph([[1], []], [[0], []]),
    "under": make_loopy_graph([[0], []], [[1], []]),
    "upon": make_loopy_graph([[0], [2], []], [[1], [2], []]),
    "dud": make_loopy_graph([[0]], [[0]]),
    "tis": make_loopy_graph([[1], []], [[], [0]]),
    "tisn": make_loopy_graph([[], [0]], [[1], []]),
    "nanoko": make_loopy_graph([[2], [0], [3], []], [[1], [3], [], []]),
}
WRITTEN: Final = {
    "-upon": make_loopy_graph([[1], [2], []], [[0], [2], []])
}  # how values without a name are written
GAME_NAMES: Final = {
    merge_equivalent_positions(graph): name for name, graph in GAMES.items()
}  # of games, whatever they are worth


@cache
def get_names_of_stoppers() -> dict[LoopyGraph, str]:
    """Return the names of canonical forms."""
    return {
        find_stopper_canonical_form(merge_equivalent_positions(graph)): name
        for name, graph in (GAMES | WRITTEN).items()
        if name not in ("dud", "tis", "tisn", "nanoko")
    }


def find_loopy_value_by_name(name: str, theory: Theory | None = None) -> Form | Loopy:
    """Return the value of a name; see above for the names.

    >>> over, upon, tis = map(find_loopy_value_by_name, ("over", "upon", "tis"))
    >>> tis, tis + find_loopy_value_by_name("tisn"), upon + upon, over + over
    (1 & 0, 1 & -1, {0|a:{0,a|0}}, over)
    """
    return compute_value_of_graph(GAMES[name], theory)

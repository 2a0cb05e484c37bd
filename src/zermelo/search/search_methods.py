"""The table of methods that find the answer at one position: `METHODS`, from which all else follows.

The command line's help, completion and refusals, the table in docs/commands.md and the tests of every method
are made from it, so a new method is a file, its test, and a row here. An installed package adds rows by entry
points of the group "zermelo.methods". Nothing is imported before a method is used, so printing help loads
nothing but names.
"""

from dataclasses import dataclass
from typing import Any, Final, Literal

from zermelo.core.registry import PluginTable

Plies = Literal["always", "if asked", "never"]


@dataclass(frozen=True, kw_only=True)
class SearchMethod:
    """A way to find the answer at one position of a game of two players, and what it gives.

    Parameters
    ----------
    name : str
        What it is called, as in `--method NAME`.
    about : str
        What it is.
    when : str
        What it is taken for.
    search : str
        Dotted name of a class: a `search.position_solver.MethodSearch`, where there is machine code a
        `search.kernel_search.PositionSearch`. It is called with the game, a `Budget` and `interpreted`, with
        `timed` too where plies are found if asked, `depth` where there are dice and `endgame` where one is
        given.
    plies : {"always", "if asked", "never"}, default "never"
        Whether it finds the plies to the end, of a win or loss.
    plies_beside_points : bool, default False
        Whether also in a game that counts points.
    loops : bool, default False
        Whether play may repeat an earlier position, which is a draw.
    table : bool, default True
        Whether it recognizes a repeated position; else it searches every line of play.
    compiled : bool, default False
        Whether there is machine code of it.
    proof : bool, default False
        Whether it writes claims that `verify.search_proof` checks.
    endgame : bool, default False
        Whether a solution may end its lines.
    dice : bool, default False
        Whether it is for games of chance, and for no others; it may end at a depth.
    """

    name: str
    about: str
    when: str
    search: str
    plies: Plies = "never"
    plies_beside_points: bool = False
    loops: bool = False
    table: bool = True
    compiled: bool = False
    proof: bool = False
    endgame: bool = False
    dice: bool = False


def _make_plugin_method(name: str, row: Any) -> SearchMethod:
    if not isinstance(row, SearchMethod) or row.name != name:
        raise TypeError(f"it is no SearchMethod whose name is {name}")
    return row


_OWN_METHODS: Final = {
    method.name: method
    for method in (
        SearchMethod(
            name="minimax",
            about="the textbook's: the whole tree, without a table",
            when="small games, every line of play counted",
            search="zermelo.search.exact.minimax.MinimaxSearch",
            plies="always",
            plies_beside_points=True,
            table=False,
        ),
        SearchMethod(
            name="alpha_beta",
            about="null windows, a table, optional methods of the game, every core",
            when="play that ends; points; how many plies a win takes",
            search="zermelo.search.exact.alpha_beta.ExactSearch",
            plies="if asked",
            compiled=True,
            proof=True,
            endgame=True,
        ),
        SearchMethod(
            name="df_pn",
            about="proof numbers and a table, on one core",
            when="play that may cycle; deep forced wins",
            search="zermelo.search.exact.df_pn.ProofNumberSearch",
            loops=True,
            compiled=True,
            proof=True,
        ),
        SearchMethod(
            name="expectiminimax",
            about="dice: the whole tree, averages over rolls",
            when="small games of chance; a depth where play may cycle",
            search="zermelo.search.exact.expectiminimax.ExpectiminimaxSearch",
            table=False,
            dice=True,
        ),
        SearchMethod(
            name="star1",
            about="alpha-beta with dice: bounds for rolls not searched yet",
            when="the same, visiting less",
            search="zermelo.search.exact.star1.Star1Search",
            table=False,
            dice=True,
        ),
        SearchMethod(
            name="star2",
            about="the same, and one move after each throw probed first",
            when="many moves after each throw, in a good order",
            search="zermelo.search.exact.star2.Star2Search",
            table=False,
            dice=True,
        ),
    )
}
METHODS: Final = PluginTable("zermelo.methods", _OWN_METHODS, _make_plugin_method)

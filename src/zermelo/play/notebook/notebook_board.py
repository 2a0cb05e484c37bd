"""A clickable board in a notebook, and the scripts that clickable boards share."""

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zermelo.core.game import Game, Position
    from zermelo.play.notebook.notebook_widget import BoardWidget
    from zermelo.solution.solution import Solution


def static_file(name: str) -> str:
    """Return the text of a script or a style sheet that clickable boards share.

    Parameters
    ----------
    name : str
        Name of the file, such as "board.js".

    Returns
    -------
    str
        Its content.
    """
    return (Path(__file__).parents[1] / "static" / name).read_text(encoding="utf-8")


def board_widget(
    game_or_solution: "Game | Solution | str",
    position: "Position" = None,
    *,
    side: int | None = None,
    hints: bool = True,
    turned: bool = False,
) -> "BoardWidget":
    """Return a clickable board for a notebook, at a position (default: the start); Python can observe it.

    With a solution it shows the moves' values to the player to move, or to `side` (0 began); a game is played
    without values.
    The board's `position` is the one shown: it can be observed, and set to another position or its text.
    Raises `MissingExtra` where anywidget is not installed, `UnreadablePosition`, `BadParameter`.

    >>> import zermelo
    >>> board = board_widget(zermelo.solve("tic_tac_toe"))
    >>> board.observe(lambda change: print(board.made, board.view["headline"]), "position")
    >>> board.play("b2")
    ['b2'] O to move: draw with best play; 4 of 8 moves keep it
    """
    from zermelo.core.errors import MissingExtra
    from zermelo.games import game_lookup
    from zermelo.solution.solution import Solution

    solution: Solution | None
    try:
        from zermelo.play.notebook.notebook_widget import BoardWidget
    except ModuleNotFoundError as error:
        if error.name not in ("anywidget", "traitlets"):
            raise
        raise MissingExtra(
            'boards in a notebook need anywidget, which is not installed: pip install "zermelo[notebook]"'
        ) from error
    if isinstance(game_or_solution, Solution):
        game, solution = game_or_solution.game, game_or_solution
    else:
        game, solution = game_lookup.game(game_or_solution), None
    where = None if position is None else game_lookup.parse_position(game, position)
    return BoardWidget(game, solution, where, side=side, hints=hints, turned=turned)

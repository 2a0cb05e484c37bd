"""Showing: a match as somebody looks at it, boards to click, and what programs that show games want.

A `Scene` is one position of a match seen by one of the players: its picture, and every move with the cells
that it is of and what it is worth to him. `board` of it is SVG, in which places are links (`Touch`) that a
script may take over. `board_widget` is such a board in a notebook.
"""

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zermelo.core.game import Game, Position
    from zermelo.drawing.look import without_style as without_style
    from zermelo.drawing.markup import element as element
    from zermelo.drawing.markup import escape as escape
    from zermelo.drawing.pages import page as page
    from zermelo.drawing.pages import page_style as page_style
    from zermelo.drawing.pictures import bounds_of as bounds_of
    from zermelo.drawing.pictures import cut_svg as cut_svg
    from zermelo.drawing.pictures import picture_svg as picture_svg
    from zermelo.drawing.touching import Touch as Touch
    from zermelo.playable.history import Moment as Moment
    from zermelo.playable.history import finding as finding
    from zermelo.playable.history import history_svg as history_svg
    from zermelo.playable.one_file import OneFile as OneFile
    from zermelo.playable.scene import Choice as Choice
    from zermelo.playable.scene import Scene as Scene
    from zermelo.playable.scene import as_seen as as_seen
    from zermelo.playable.scene import figures as figures
    from zermelo.playable.scene import found_answer as found_answer
    from zermelo.playable.scene import judged_choice as judged_choice
    from zermelo.playable.scene import scene_of as scene_of
    from zermelo.playable.scene import sign_svg as sign_svg
    from zermelo.playable.scene import tone_of as tone_of
    from zermelo.playable.walk import check_page as check_page
    from zermelo.playable.widget import BoardWidget
    from zermelo.query.solution import Solution
else:
    from zermelo.core.public import offered

    __all__, __getattr__, __dir__ = offered(
        __name__,
        {
            "drawing.look": ("without_style",),
            "drawing.markup": ("element", "escape"),
            "drawing.pages": ("page", "page_style"),
            "drawing.pictures": ("bounds_of", "cut_svg", "picture_svg"),
            "drawing.touching": ("Touch",),
            "playable.history": ("Moment", "finding", "history_svg"),
            "playable.scene": (
                "Choice",
                "Scene",
                "as_seen",
                "figures",
                "found_answer",
                "judged_choice",
                "scene_of",
                "sign_svg",
                "tone_of",
            ),
            "playable.one_file": ("OneFile",),
            "playable.walk": ("check_page",),
        },
        ("board_widget", "static_file"),
    )


def static_file(name: str) -> str:
    """Return the text of a script or a style sheet that boards to click share, such as `board.js`."""
    return (Path(__file__).parent / "playable" / "static" / name).read_text(encoding="utf-8")


def board_widget(
    game_or_solution: "Game | Solution | str",
    position: "Position" = None,
    *,
    side: int = 0,
    hints: bool = True,
    turned: bool = False,
) -> "BoardWidget":
    """Return a board to click, for a notebook: at a position (default: the start), of which Python is told.

    Of a solution it says what moves are worth, as `side` sees them (0 began); a game is played without that.
    `position` of what is returned is the one shown: it can be observed, and set to another or its text.
    Raises `MissingExtra` where anywidget is not installed, `UnreadablePosition`, `BadParameter`.

    >>> import zermelo
    >>> board = board_widget(zermelo.solve("tic_tac_toe"))
    >>> board.observe(lambda change: print(board.made, board.view["words"]), "position")
    >>> board.play("b2")
    ['b2'] draw in 8
    """
    from zermelo import naming
    from zermelo.core.errors import MissingExtra
    from zermelo.query.solution import Solution

    solution: Solution | None
    try:
        from zermelo.playable.widget import BoardWidget
    except ModuleNotFoundError as error:
        if error.name not in ("anywidget", "traitlets"):
            raise
        raise MissingExtra(
            'boards in a notebook need anywidget, which is not installed: pip install "zermelo[notebook]"'
        ) from error
    if isinstance(game_or_solution, Solution):
        game, solution = game_or_solution.game, game_or_solution
    else:
        game, solution = naming.game(game_or_solution), None
    where = None if position is None else naming.position(game, position)
    return BoardWidget(game, solution, where, side=side, hints=hints, turned=turned)

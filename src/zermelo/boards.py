"""Boards: a kit for games that are played on one, and the pictures of them.

A `Board` is cells and ways, made by `squares`, `rhombus`, `hexagon`, `points`, `graph`, `ring` or `strip`.
A game on it is a `BoardGame`, whose position is as the mover sees it, a `FixedGame`, in which men stay with
X and O, or a `PlacingGame`, in which they are put by turns and stay where they are: encoding, symmetries,
text, names of moves and pictures come with all. Sets of cells are integers, a bit each.

>>> from zermelo.boards import each, squares
>>> board = squares(3, 3)
>>> [board.names[cell] for cell in each(board.near(board.named("b2")))]
['b1', 'a2', 'c2', 'b3']
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zermelo.drawing.boards import read_grid as read_grid
    from zermelo.drawing.terminal_text import terminal_rows as terminal_rows
    from zermelo.tabletop.board import Board as Board
    from zermelo.tabletop.board import each as each
    from zermelo.tabletop.board import lowest as lowest
    from zermelo.tabletop.game import BoardGame as BoardGame
    from zermelo.tabletop.game import FixedGame as FixedGame
    from zermelo.tabletop.game import PlacingGame as PlacingGame
    from zermelo.tabletop.indexed import IndexedMen as IndexedMen
    from zermelo.tabletop.jumping import JumpingGame as JumpingGame
    from zermelo.tabletop.making import graph as graph
    from zermelo.tabletop.making import hexagon as hexagon
    from zermelo.tabletop.making import points as points
    from zermelo.tabletop.making import rhombus as rhombus
    from zermelo.tabletop.making import ring as ring
    from zermelo.tabletop.making import squares as squares
    from zermelo.tabletop.making import strip as strip
    from zermelo.tabletop.marking import Marking as Marking
    from zermelo.tabletop.marking import Worth as Worth
    from zermelo.tabletop.picture import Mark as Mark
    from zermelo.tabletop.picture import Picture as Picture
    from zermelo.tabletop.picture import Place as Place
    from zermelo.tabletop.picture import Stroke as Stroke
    from zermelo.tabletop.picture import Thing as Thing
    from zermelo.tabletop.reserves import Reserves as Reserves
else:
    from zermelo.core.public import offered

    __all__, __getattr__, __dir__ = offered(
        __name__,
        {
            "drawing.boards": ("read_grid",),
            "drawing.terminal_text": ("terminal_rows",),
            "tabletop.board": ("Board", "each", "lowest"),
            "tabletop.game": ("BoardGame", "FixedGame", "PlacingGame"),
            "tabletop.indexed": ("IndexedMen",),
            "tabletop.jumping": ("JumpingGame",),
            "tabletop.making": ("graph", "hexagon", "points", "rhombus", "ring", "squares", "strip"),
            "tabletop.marking": ("Marking", "Worth"),
            "tabletop.picture": ("Mark", "Picture", "Place", "Stroke", "Thing"),
            "tabletop.reserves": ("Reserves",),
        },
    )

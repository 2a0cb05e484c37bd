"""Boards: a position as a picture, from what the game depicts, or from the text of its `show`.

A game need not draw anything. Where its text is a grid, of single characters or of short words with
one blank between them, it becomes a grid of cells; lines after the grid, such as "X to move", stand
below it. Any other text is shown as it is.
"""

import re
from dataclasses import dataclass, replace
from typing import Any

from zermelo.boards.pictures.completed_lines import strike_completed_lines
from zermelo.boards.pictures.move_highlights import MoveHighlights
from zermelo.boards.pictures.picture import Picture, Place, Thing
from zermelo.core.errors import BadRules, quote
from zermelo.core.game import Game, Position, has
from zermelo.core.notation.player_view import is_shown_for_mover, is_turned_by_moves
from zermelo.core.values import UNDECIDED
from zermelo.draw.pictures.colour_theme import CELL
from zermelo.draw.pictures.picture_svg import NO_HIGHLIGHTS, picture_svg
from zermelo.draw.pictures.svg_markup import element, escape

EMPTY = (".", "_")
ONE_ROW = re.compile(r"[A-Za-z.#]{2,}")  # a strip; a number is no grid
SIGNS = {"X": ("cross", 0), "O": ("ring", 1), "#": ("block", None)}


@dataclass(frozen=True)
class BoardDisplay:
    """A position that shows itself: text at a prompt, a picture in a notebook."""

    game: Game
    position: Position

    def __str__(self) -> str:
        return self.game.show(self.position)

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return board_svg(self.game, self.position)


def board_svg(
    game: Game, position: Position, cell: float = CELL, highlights: MoveHighlights = NO_HIGHLIGHTS
) -> str:
    """Return the position as markup for a page: SVG of the game's own, or of its picture, with marks on it.

    `cell` is a cell's side in pixels. A text that is no grid comes in a `<pre>`.
    """
    if has(game, "draw"):
        own: Any = game
        return str(own.draw(position))
    text = game.show(position)
    picture = depict_position(game, position)
    return element("pre", escape(text)) if picture is None else picture_svg(picture, text, highlights, cell)


def depict_position(game: Game, position: Position) -> Picture | None:
    """Return what the game depicts, else a grid from its text; None where the text is no grid."""
    if has(game, "depict"):
        own: Any = game
        picture: Picture = own.depict(position)
        if not isinstance(picture, Picture):
            raise BadRules(f"{game!r}: depict() returns {quote(picture)}: return a zermelo.boards.Picture")
        if game.outcome(position) != UNDECIDED:
            return replace(picture, strikes=strike_completed_lines(game, picture))
        is_turn_said = picture.mover is None or picture.notes
        return picture if is_turn_said else replace(picture, notes=("to move",))
    found = read_grid(game.show(position))
    return None if found is None else build_grid_picture(*found)


def depict_for_player(game: Game, position: Position, mover: int) -> Picture | None:
    """Return a position's picture in a line of play, None without one.

    Side 0 is player 0, who sits below, and `mover` is to move. So the board and the colours stay as they are
    where a game shows positions as the player to move sees them.
    """
    picture = depict_position(game, position)
    if picture is None:
        return None
    if is_turned_by_moves(game):
        return picture.turn_to_opponent() if mover == 1 else picture
    return picture.swap_sides() if is_shown_for_mover(game) and picture.mover == 1 - mover else picture


def build_grid_picture(rows: list[list[str]], notes: list[str]) -> Picture:
    """Return a grid of signs as a picture: X and O are crosses and rings, # is a block, others are texts.

    >>> build_grid_picture([["X", ".", "7"]], []).things[1]
    Thing(shape='text', x=2, y=0, side=None, text='7', width=1.0, height=1.0)
    """
    cells = [(x, y, sign) for y, row in enumerate(rows) for x, sign in enumerate(row)]
    return Picture(
        places=tuple(Place("", x, y) for x, y, _ in cells),
        things=tuple(_build_thing_for_sign(sign, x, y) for x, y, sign in cells if sign not in EMPTY),
        notes=tuple(notes),
    )


def _build_thing_for_sign(sign: str, x: int, y: int) -> Thing:
    if sign in SIGNS:
        shape, side = SIGNS[sign]
        return Thing(shape, x, y, side)
    return Thing("text", x, y, None if sign.isdigit() else 2 + ord(sign[0]) % 4, sign)


def read_grid(text: str) -> tuple[list[list[str]], list[str]] | None:
    r"""Read a position's text as a grid of cells.

    Parameters
    ----------
    text : str
        Text as `Game.show` writes it.

    Returns
    -------
    tuple of (list of list of str, list of str) or None
        Rows of cells from the top, and the lines below the grid; None for other text.

    Examples
    --------
    >>> read_grid("X.\nO.\nX to move")
    ([['X', '.'], ['O', '.']], ['X to move'])
    >>> read_grid("+.+\n. .\n+.+") is None
    True
    """
    lines = [line.strip() for line in text.strip().splitlines()]
    if not lines:
        return None
    split = " " in lines[0]
    rows: list[list[str]] = []
    for line in lines:
        row = line.split(" ") if split else list(line)
        fits = all(0 < len(word) <= 2 for word in row) and " " not in row
        if not fits or (rows and len(row) != len(rows[0])):
            break
        rows.append(row)
    caption = lines[len(rows) :]
    is_strip = len(rows) == 1 and ONE_ROW.fullmatch(lines[0])
    if not (len(rows) > 1 or is_strip) or len(caption) > len(rows):
        return None
    return rows, caption

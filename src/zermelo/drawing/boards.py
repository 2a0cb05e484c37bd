"""Boards: a position as a picture, from the game's own `draw` or from the text of its `show`.

A game need not draw anything. Where its text is a grid, of single characters or of short words with
one blank between them, it becomes a grid of cells; lines after the grid, such as "X to move", stand
below it. Any other text is shown as it is.
"""

import re
from dataclasses import dataclass
from typing import Any

from zermelo.core.game import Game, Position, has
from zermelo.drawing.markup import element, escape, escape_board, svg

EMPTY = (".", "_")
CROSS, RING, INK = "#1f6fb2", "#c4501b", "#333333"
COLOURS = ("#1f6fb2", "#c4501b", "#2d7d46", "#7a4fa3", "#8a6d00", "#b0266b")
ONE_ROW = re.compile(r"[A-Za-z.#]{2,}")  # a strip; a number is no grid
CHARACTER = 0.62  # the width of a monospace character, in its height


@dataclass(frozen=True)
class Board:
    """A position that shows itself: text at a prompt, a picture in a notebook."""

    game: Game
    position: Position

    def __str__(self) -> str:
        return self.game.show(self.position)

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return board_svg(self.game, self.position)


def board_svg(game: Game, position: Position, cell: int = 36) -> str:
    """Return the position as markup for a page: the game's `draw`, or a grid of cells, as SVG.

    `cell` is a cell's side in pixels. A text that is no grid comes in a `<pre>`.
    """
    if has(game, "draw"):
        own: Any = game
        return str(own.draw(position))
    text = game.show(position)
    found = read_grid(text)
    if found is None:
        return element("pre", escape(text))
    rows, caption = found
    return _grid_svg(rows, caption, cell, text)


def read_grid(text: str) -> tuple[list[list[str]], list[str]] | None:
    r"""Return the cells, row by row from the top, and the lines below them; None where there is no grid.

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


def _grid_svg(rows: list[list[str]], caption: list[str], cell: int, title: str) -> str:
    size = max(10, round(cell * 0.4))
    across = len(rows[0]) * cell
    width = max(across, *(len(line) * size * CHARACTER for line in caption), 0) + 4
    left = (width - across) / 2
    parts = []
    for index, row in enumerate(rows):
        for place, sign in enumerate(row):
            x, y = left + place * cell, 2.0 + index * cell
            parts.append(
                element(
                    "rect", x=x, y=y, width=cell, height=cell, fill="none", stroke="#9a9a9a", stroke_width=1
                )
            )
            parts.append(_sign(sign, x + cell / 2, y + cell / 2, cell))
    below = len(rows) * cell + 2.0
    for number, line in enumerate(caption, start=1):
        parts.append(_text(escape_board(line), width / 2, below + number * size * 1.4, size, INK))
    height = below + len(caption) * size * 1.4 + (size * 0.6 if caption else 2)
    return svg(width, height, title, *parts)


def _sign(sign: str, x: float, y: float, cell: int) -> str:
    """Return a sign in the middle of its cell: nothing, a cross, a ring, a block, or the text itself."""
    reach, stroke = cell * 0.3, max(2.0, cell / 10)
    if sign in EMPTY:
        return ""
    if sign == "X":
        side = f"{2 * reach:.1f}"
        lines = f"M{x - reach:.1f} {y - reach:.1f}l{side} {side}m0 -{side}l-{side} {side}"
        return element(
            "path", d=lines, stroke=CROSS, stroke_width=stroke, stroke_linecap="round", fill="none"
        )
    if sign == "O":
        return element("circle", cx=x, cy=y, r=reach, stroke=RING, stroke_width=stroke, fill="none")
    if sign == "#":
        return element("rect", x=x - reach, y=y - reach, width=2 * reach, height=2 * reach, fill=INK)
    size = cell * (0.66 if len(sign) == 1 else 0.5)
    colour = INK if sign.isdigit() else COLOURS[ord(sign[0]) % len(COLOURS)]
    return _text(escape_board(sign), x, y + size * 0.35, size, colour, bold=True)


def _text(content: str, x: float, y: float, size: float, fill: str, *, bold: bool = False) -> str:
    weight = "bold" if bold else "normal"
    return element(
        "text", content, x=x, y=y, font_size=size, fill=fill, font_weight=weight, text_anchor="middle"
    )

"""Colours and boards, where somebody sees them: on a terminal, unless NO_COLOR or TERM=dumb forbid it."""

import os
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from zermelo import Game
from zermelo.cli.console.safe_output import mark_own_control_sequence

if TYPE_CHECKING:
    from zermelo.boards import Picture

WIDTH = 80  # columns, where the terminal has as many
COLOURS = {"win": "[94m", "draw": "[90m", "loss": "[91m"}  # blue, grey, red: never green against red
ROLES = {"first": "[93m", "second": "[96m", "faint": "[90m"}  # of what stands on a board


class TerminalColors:
    """Colours values where somebody sees colours: on a terminal, unless NO_COLOR or TERM=dumb forbid it."""

    def __init__(self) -> None:
        from rich.color import ColorSystem
        from rich.console import Console

        console = Console()
        seen = console.color_system is not None and not console.no_color
        self.system = ColorSystem.STANDARD if seen else None
        self.width = max(1, min(WIDTH, console.width))

    def __call__(self, text: str, outcome: str) -> str:
        """Return `text` in the colour of an outcome word."""
        return (
            text
            if self.system is None
            else f"{mark_own_control_sequence(COLOURS[outcome])}{text}{mark_own_control_sequence('[0m')}"
        )


def format_picture_in_colors(
    paint: TerminalColors, picture: "Picture | None", signs: Mapping[str, str] | None = None
) -> str:
    """Return a picture as a terminal shows it, in colours; nothing where it cannot, or is none.

    `signs` are put on empty places, by their names.
    """
    encoding = (getattr(sys.stdout, "encoding", None) or "ascii").lower()
    if paint.system is None or picture is None or not encoding.startswith("utf"):
        return ""
    from zermelo.draw import draw_terminal_rows

    def color_text(text: str, role: str) -> str:
        return f"{mark_own_control_sequence(ROLES[role])}{text}{mark_own_control_sequence('[0m')}"

    return "\n".join(draw_terminal_rows(picture, color_text, signs or {}))


def format_position_board(game: Game, position: Any) -> str:
    """Return a position as a terminal draws it, or as the game shows it where nothing can be drawn."""
    if not (sys.stdout.isatty() or os.environ.get("FORCE_COLOR") or os.environ.get("TTY_COMPATIBLE")):
        return game.show(position)  # which needs no rich, whose import takes longer than the answer
    from zermelo.play import Match

    paint = TerminalColors()
    picture = None if paint.system is None else Match(game, [position]).picture
    return format_picture_in_colors(paint, picture) or game.show(position)

"""A start that is given as text, the first parameter of a game on a rectangle: `clobber('xox/oxo')`.

The text sets the board's `columns` and `rows`. The class comes after the board classes, which define the
signs, so that its parameter stands before theirs.
"""

from typing import ClassVar

from zermelo.boards.notation.board_text import split_rows
from zermelo.core.errors import BadParameter
from zermelo.core.game import Game
from zermelo.core.parameters import check_parameters


class SetupFromText(Game):
    """A start as rows of signs with `/` or `|` between them, or empty where a game defines its own."""

    setup: str = ""

    signs: ClassVar[str] = "xo"
    on_both: ClassVar[str] = ""

    def __post_init__(self) -> None:
        """Write the board as `repr` shows it, and set the size; raises `BadParameter` for bad text."""
        rows = split_rows(self.setup.replace("|", "/"))
        if rows:
            for sign in "".join(rows):
                if sign not in f".{self.signs}{self.on_both}":
                    signs = ", ".join(self.signs + self.on_both)
                    raise BadParameter(
                        f"setup={self.setup!r} has the cell {sign!r}: write {signs} or . for each"
                    )
            if len({len(row) for row in rows}) > 1:
                raise BadParameter(f"setup={self.setup!r} has rows of different lengths: fill them with .")
            size = {"columns": len(rows[0]), "rows": len(rows)}
            check_parameters(type(self), (), size)
            vars(self).update(size)
        object.__setattr__(self, "setup", "/".join(rows))

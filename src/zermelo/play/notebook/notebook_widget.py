"""The board in a notebook: a clickable widget whose position Python can read after each move.

Everything visible is made here and sent as one value. The script in the page (`static/board.js` and
`static/widget.js`) shows it and reports clicks. A report is data: a move is given by its number in the list
of the view that was sent last.
"""

import functools
import random
from pathlib import Path
from typing import Any, Final

import anywidget
import traitlets

from zermelo.core.errors import BadParameter, UnreadablePosition, ZermeloError, describe_error
from zermelo.core.game import Game, Position
from zermelo.core.notation.position_input import as_position
from zermelo.draw.pictures.colour_theme import (
    BODY,
    COLOURS,
    LARGE,
    SANS,
    SMALL,
    all_class_styles,
    colour_variables,
)
from zermelo.play.matches.match import Match
from zermelo.play.notebook.notebook_view import count_view_sides, make_widget_view
from zermelo.solution.solution import Solution

STATIC: Final = Path(__file__).parents[1] / "static"
ROOT: Final = ".zermelo-widget"
LIGHT: Final = ('[data-jp-theme-light="true"]', ".vscode-light", 'html[theme="light"]')
DARK: Final = ('[data-jp-theme-light="false"]', ".vscode-dark", 'html[theme="dark"]')


@functools.cache
def load_widget_script() -> str:
    """Return the widget's script: one module that contains all it needs."""
    return "\n".join((STATIC / name).read_text(encoding="utf-8") for name in ("board.js", "widget.js"))


@functools.cache
def load_widget_style() -> str:
    """Return the widget's style sheet, which affects only the widget and our pictures.

    It is light or dark by the notebook's own setting, else by the reader's system.
    """
    light = f"{colour_variables(COLOURS)}color-scheme:light;"
    dark = f"{colour_variables(COLOURS, dark=True)}color-scheme:dark;"
    rules = [
        f"{ROOT}{{{light}font:{BODY}px/1.4 {SANS};--z-small:{SMALL}px;--z-large:{LARGE}px}}",
        f"@media screen and (prefers-color-scheme:dark){{{ROOT}{{{dark}}}}}",
        *(f"{theme} {ROOT}{{{light}}}" for theme in LIGHT),
        *(f"{theme} {ROOT}{{{dark}}}" for theme in DARK),
        f"{ROOT} .zermelo{{{''.join(f'--z-{name}:inherit;' for name in COLOURS)}}}",
        (STATIC / "widget.css").read_text(encoding="utf-8"),
    ]
    return all_class_styles() + "\n".join(rules)


def read_widget_position(game: Game, given: Any) -> Position:
    """Return the position that is given. Raises `UnreadablePosition`, also where the rules cannot show it."""
    found = as_position(game, given)
    try:
        game.outcome(found)
        game.show(found)
    except Exception as error:
        raise UnreadablePosition(f"{given!r} is no position of {game!r}: {describe_error(error)}") from error
    return found


class BoardWidget(anywidget.AnyWidget):
    """A game's clickable board in a notebook.

    `position` is the position shown. Setting it, to a position or its text, sets up another one; observers
    are notified of each move. `text` is the position as text, and `made` the names of the moves so far.
    `hints` turns the moves' values on or off, and `side` is the player whose values they are (0 began), None
    for the player to move.
    `turned` turns the board to the other side. All three can be set.
    """

    position = traitlets.Any()
    text = traitlets.Unicode(read_only=True)
    made = traitlets.List(traitlets.Unicode(), read_only=True)
    hints = traitlets.Bool(True)
    side = traitlets.Int(None, allow_none=True, min=0)
    turned = traitlets.Bool(False)
    view = traitlets.Dict(read_only=True).tag(sync=True)  # what the page shows

    def __init__(
        self,
        game: Game,
        solution: Solution | None = None,
        position: Position = None,
        *,
        side: int | None = None,
        hints: bool = True,
        turned: bool = False,
    ) -> None:
        """Show a position (default: the start) of a game, with its solution's values if given."""
        self.game, self.solution = game, solution
        self._esm, self._css = load_widget_script(), load_widget_style()
        self._match = Match(game, [] if position is None else [read_widget_position(game, position)])
        self._chance = random.Random()
        self._choices: list[Any] = []
        self._serial = 0
        super().__init__()
        self.side, self.hints, self.turned = side, hints, turned
        self._send_view()
        self.on_msg(self._handle_message)
        self.observe(lambda _: self._send_view(), ["side", "hints", "turned"])

    def __repr__(self) -> str:
        """Return the game, and the position as text."""
        return f"{type(self).__name__}({self.game!r}, {self.text!r})"

    # The Python interface.

    def play(self, move: str) -> None:
        """Make a move by its name. Raises `IllegalMove`."""
        self._match.play(self._match.find_move(move))
        self._send_view()

    def throw(self) -> None:
        """Throw the dice. Raises `BadParameter` where none are thrown."""
        if not self._match.throws():
            raise BadParameter("no dice are thrown here: make a move with play()")
        self._match.throw(self._chance)
        self._send_view()

    def undo(self) -> bool:
        """Take the last move or throw back; return whether there was one."""
        done = self._match.undo()
        self._send_view()
        return done

    def redo(self) -> bool:
        """Repeat what was taken back last; return whether there was anything."""
        done = self._match.redo()
        self._send_view()
        return done

    def restart(self) -> None:
        """Go back to the first position; the moves can be repeated."""
        while self._match.undo():
            pass
        self._send_view()

    # Traits.

    @traitlets.validate("position")
    def _validate_position(self, proposal: Any) -> Position:
        return read_widget_position(self.game, proposal["value"])

    @traitlets.validate("side")
    def _validate_side(self, proposal: Any) -> int | None:
        side: int | None = proposal["value"]
        count = count_view_sides(self._match)
        if side is not None and side >= count:
            raise BadParameter(f"side {side} is nobody's: there are {count}, counted from 0")
        return side

    @traitlets.observe("position")
    def _on_position_change(self, change: Any) -> None:
        if change["new"] != self._match.position:  # set from outside, not by a move
            self._match = Match(self.game, [change["new"]])
            self._send_view()

    # Messages from the page.

    def _handle_message(self, _: Any, content: Any, __: Any) -> None:
        """Handle a message; ignore one about an outdated view, and one that makes no sense."""
        if not isinstance(content, dict) or content.get("serial") != self._serial:
            return
        try:
            self._run_command(content.get("do"), content.get("place"))
        except Exception as error:  # rules may raise anything, and the error would not be visible
            self._send_view(str(error) if isinstance(error, ZermeloError) else describe_error(error))

    def _run_command(self, command: Any, index: Any) -> None:
        if command == "play" and isinstance(index, int) and 0 <= index < len(self._choices):
            self._match.play(self._choices[index])
            self._send_view()
        elif command in ("undo", "redo", "restart", "throw"):
            getattr(self, command)()
        elif command in ("hints", "turned"):
            setattr(self, command, not getattr(self, command))
        elif command == "side":
            following = 0 if self.side is None else self.side + 1
            self.side = None if following == count_view_sides(self._match) else following

    def _send_view(self, note: str = "") -> None:
        """Send the current view to the page and to observers."""
        match = self._match
        view, self._choices = make_widget_view(
            match, self.solution, side=self.side, hints=self.hints, turned=self.turned
        )
        self._serial += 1
        with self.hold_trait_notifications():
            self.set_trait("view", view | {"serial": self._serial, "note": note or view["note"]})
            self.set_trait("text", match.game.show(match.position))
            self.set_trait("made", match.played_names())
            self.position = match.position

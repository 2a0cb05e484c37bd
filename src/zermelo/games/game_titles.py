"""Titles of games for people: the name, and in words the parameters that are not the usual ones."""

import dataclasses
from typing import Any, Final, NamedTuple

from zermelo.core.game import Game
from zermelo.core.identity import parameter_text
from zermelo.core.notation.wording import shorten_text
from zermelo.games.game_aliases import format_game_name

MOST_SHOWN: Final = 48  # characters of a parameter or a position


class GameTitle(NamedTuple):
    """A game's name, and what is not as usual, in words; "" where all is."""

    name: str
    variant: str = ""

    def __str__(self) -> str:
        return f"{self.name}: {self.variant}" if self.variant else self.name


def make_game_title(game: Game) -> GameTitle:
    """Return the title of a game, with the position from which it begins if that is not the usual one.

    Parameters
    ----------
    game : Game
        Any game.

    Returns
    -------
    GameTitle
        Its name, and its other parameters in words.

    Examples
    --------
    >>> import zermelo
    >>> for text in ("mnk(columns=4, line=4)", "tic_tac_toe from X../.O./..X", "swap"):
    ...     print(make_game_title(zermelo.game(text)))
    Lines of any length (m,n,k): 4 columns, line 4
    Tic-tac-toe: from X../.O./..X
    The swap rule
    """
    said = [_describe_variant(game)]
    begun: dict[str, Any] = game.__dict__
    if "begun_at" in begun:
        said.append(f"from {shorten_text('/'.join(game.show(begun['begun_at']).splitlines()), MOST_SHOWN)}")
    return GameTitle(format_game_name(game.family_name()), ", ".join(filter(None, said)))


def _describe_variant(game: Game) -> str:
    """Return the parameters that are not the usual ones, in words; "" where all are."""
    own = [field for field in dataclasses.fields(game) if field.init]  # type: ignore[arg-type]
    values = {field.name: getattr(game, field.name) for field in own}
    return ", ".join(
        _describe_parameter(field.name, values[field.name])
        for field in own
        if parameter_text(values[field.name]) != parameter_text(field.default)
    )


def _describe_parameter(name: str, value: Any) -> str:
    label = name.replace("_", " ")
    if isinstance(value, bool):
        return label if value else f"no {label}"
    if isinstance(value, int):
        counted = label if value != 1 else label.removesuffix("s")
        return f"{value} {counted}" if label.endswith("s") else f"{label} {value}"
    if isinstance(value, Game):
        return str(make_game_title(value))
    text = value if isinstance(value, str) else parameter_text(value)
    if isinstance(value, tuple):
        text = ", ".join(map(parameter_text, value))
    return f"{label} {shorten_text(text, MOST_SHOWN)}"

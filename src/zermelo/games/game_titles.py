"""Titles of games for people: the name, and in words the parameters that are not the usual ones."""

from collections.abc import Collection, Mapping
from typing import Any, Final, NamedTuple

from zermelo.core.game import Game
from zermelo.core.notation.identity import parameter_text
from zermelo.core.notation.wording import shorten_text
from zermelo.core.parameters import list_parameters
from zermelo.games.game_aliases import FULL_SIZES, LARGEST_SIZES, format_game_name
from zermelo.games.game_lookup import read_game

SIZES: Final = {  # the parameters that give a board's size, and how it is written
    ("columns", "rows"): "{} x {}",
    ("houses", "seeds"): "{} pits, {} seeds",
    ("size",): "size {}",
}
MOST_SHOWN: Final = 48  # characters of a parameter or a position


class LargerGame(NamedTuple):
    """A game on a larger board than its usual parameters give, and whether people play it on that one."""

    text: str
    size: str
    is_full: bool

    def __str__(self) -> str:
        return f"{'full size' if self.is_full else 'largest here'}: {self.size}"

    @property
    def note(self) -> str:
        """How it is played there."""
        return "not solved; played by search"


class GameTitle(NamedTuple):
    """A game's name, what is not as usual, and the size of its board, in words; "" where there is nothing."""

    name: str
    variant: str = ""
    size: str = ""
    other: str = ""  # what is not as usual besides the size
    larger: LargerGame | None = None  # where people play it on a larger board

    @property
    def subtitle(self) -> str:
        """The size, and what else is not as usual."""
        return ", ".join(filter(None, (self.size, self.other)))

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
    values = _map_parameter_values(game)
    names, size = next(
        (
            (names, words)
            for names, words in SIZES.items()
            if all(type(values.get(each)) is int for each in names)
        ),
        ((), ""),
    )
    begun: dict[str, Any] = game.__dict__
    origin = ""
    if "begun_at" in begun:
        origin = f"from {shorten_text('/'.join(game.show(begun['begun_at']).splitlines()), MOST_SHOWN)}"
    variant, other = (
        ", ".join(filter(None, (*_list_unusual_parameters(game, values, without), origin)))
        for without in ((), names)
    )
    name, larger = format_game_name(game.family_name()), _find_larger_game(game)
    return GameTitle(name, variant, size.format(*map(values.get, names)), other, larger)


def _find_larger_game(game: Game) -> LargerGame | None:
    """Return a game on its full board or the largest that fits; None where this is it, or none is known."""
    name = game.family_name()
    text = FULL_SIZES.get(name) or LARGEST_SIZES.get(name)
    larger = None if text is None else read_game(text)
    if text is None or larger is None or repr(larger) == repr(game):
        return None
    return LargerGame(text, make_game_title(larger).size, name in FULL_SIZES)


def _map_parameter_values(game: Game) -> dict[str, Any]:
    return {each.name: getattr(game, each.name) for each in list_parameters(game)}


def _list_unusual_parameters(game: Game, values: Mapping[str, Any], without: Collection[str]) -> list[str]:
    """Return the parameters that are not the usual ones, in words."""
    return [
        _describe_parameter(each.label, values[each.name])
        for each in list_parameters(game)
        if each.name not in without and parameter_text(values[each.name]) != parameter_text(each.default)
    ]


def _describe_parameter(label: str, value: Any) -> str:
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

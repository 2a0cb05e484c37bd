"""What can be played against one opponent: two players, no dice, and what one gains the other loses."""

from zermelo.core.errors import MissingCapability
from zermelo.core.game import Game, has


def check_two_players(game: Game, wish: str) -> None:
    """Raise `MissingCapability` for dice, more players or payoffs; `wish` says what is for two players.

    >>> class Three(Game):
    ...     players = 3
    >>> check_two_players(Three(), "matches are")
    Traceback (most recent call last):
    zermelo.core.errors.MissingCapability: three() has 3 players: matches are for two players without chance
    """
    if game.players != 2:
        what = f"has {game.players} players"
    elif has(game, "chances"):
        what = "has chances"
    elif has(game, "payoffs"):
        what = "has payoffs of any sum"
    else:
        return
    raise MissingCapability(f"{game!r} {what}: {wish} for two players without chance")

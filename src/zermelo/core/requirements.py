"""The requirements of a question on a game: capabilities that it needs, and those that exclude it.

Every refusal of this kind is made here, from the table of capabilities. It names the game, the capability
that the game has or lacks, and why that matters to the request.
"""

from collections.abc import Sequence

from zermelo.core.capabilities import CAPABILITIES
from zermelo.core.errors import MissingCapability
from zermelo.core.game import Game, has


def declares_capability(game: Game, name: str) -> bool:
    """Return whether a game has a capability, or sets an attribute differently from `Game`.

    >>> class Three(Game):
    ...     players = 3
    >>> declares_capability(Three(), "players"), declares_capability(Three(), "scored")
    (True, False)
    """
    if CAPABILITIES[name].parameters is None and hasattr(Game, name):
        return bool(getattr(game, name) != getattr(Game, name))
    return has(game, name)


def list_capabilities(game: Game) -> tuple[str, ...]:
    """Return the capabilities of a game beside its start, its moves and where they lead.

    >>> class Three(Game):
    ...     players = 3
    >>> list_capabilities(Three())
    ('players',)
    """
    return tuple(
        name for name, each in CAPABILITIES.items() if each.default and declares_capability(game, name)
    )


def require(game: Game, because: str, *, needs: Sequence[str] = (), excludes: Sequence[str] = ()) -> None:
    """Raise `MissingCapability` where a game lacks one of `needs` or has one of `excludes`.

    >>> class Stones(Game): pass
    >>> require(Stones(), "zugzwang is found by it", needs=["passed"])
    Traceback (most recent call last):
    zermelo.core.errors.MissingCapability: stones() does not define passed(position): zugzwang is found by it
    """
    for name in needs:
        if not declares_capability(game, name):
            raise MissingCapability(f"{game!r} {_missing_capability_text(name)}: {because}")
    for name in excludes:
        if declares_capability(game, name):
            raise MissingCapability(f"{game!r} {describe_capability(game, name)}: {because}")


def describe_capability(game: Game, name: str) -> str:
    """Return how a refusal describes a game that has a capability."""
    count = "1 player" if game.players == 1 else f"{game.players} players"
    return f"has {count}" if name == "players" else CAPABILITIES[name].refusal


def _missing_capability_text(name: str) -> str:
    capability = CAPABILITIES[name]
    if capability.parameters is None and hasattr(Game, name):
        return f"does not declare {name} = True"
    return f"does not define {capability.signature}"


def check_players(game: Game, purpose: str, *, dice: bool = False, puzzles: bool = False) -> None:
    """Check that a game is for two players whose gains are each other's losses.

    Parameters
    ----------
    game : Game
        Rules to check.
    purpose : str
        Subject and verb of the error's reason, such as "matches are".
    dice : bool
        Whether games with dice are allowed.
    puzzles : bool
        Whether puzzles for one are allowed.

    Raises
    ------
    MissingCapability
        If the game has other players, payoffs, or what is not allowed.

    Examples
    --------
    >>> class Three(Game):
    ...     players = 3
    >>> check_players(Three(), "matches are")
    Traceback (most recent call last):
    zermelo.core.errors.MissingCapability: three() has 3 players: matches are for two players without chance
    """
    if dice and puzzles:
        kind = (
            "two players whose gains are each other's losses; such games are for solve, value, "
            "match, play, tree, show, count and check"
        )
    else:
        kind = f"{'one or two' if puzzles else 'two'} players{'' if dice else ' without chance'}"
    others = ("players",) if not (puzzles and game.is_puzzle) else ()
    require(game, f"{purpose} for {kind}", excludes=(*others, *(() if dice else ("chances",)), "payoffs"))


def refuse_games_with_dice(game: Game, purpose: str) -> None:
    """Raise `MissingCapability` where the game has dice; `purpose` is what is for games without."""
    because = (
        f"{purpose} for games without dice; such games are for solve, value, play, match, tree, table, "
        "verify and check"
    )
    require(game, because, excludes=("chances",))


def refuse_games_with_gains(game: Game, because: str) -> None:
    """Raise `MissingCapability` where moves bring points; `because` is what depends on how play ends."""
    remedy = f"keep them in the position, as with_points(game={game!r}) does"
    require(game, f"{because}: {remedy}", excludes=("gain",))

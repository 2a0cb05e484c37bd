"""The player who searches, with what solutions know: a book at the beginning, an endgame at the end."""

from collections.abc import Callable
from pathlib import Path

from zermelo.core.errors import BadParameter
from zermelo.core.game import Game
from zermelo.play.players import Player, choosing
from zermelo.policy.certificate import Policy
from zermelo.policy.files import load_policy
from zermelo.query.solution import Solution
from zermelo.search.book import first_plies
from zermelo.search.clock import ClockSearch, Limit, parse_time

SECONDS = 1.0  # for a move, unless told
SUFFIX = ".parquet"  # of a file that holds a policy


def book_of(text: str, game: Game, opened: Callable[[str], Solution], plies: int | None = None) -> Policy:
    """Return the policy that a text names: a policy's file, or a solution of the game.

    With `plies` it is known for so many from the start alone. Raises `BadParameter` where it is another
    game's.
    """
    if Path(text).suffix == SUFFIX:
        policy: Policy = load_policy(Path(text), game)
    else:
        solution = opened(text)
        if type(solution.game) is not type(game) or solution.game != game:
            raise BadParameter(f"the book {text} is a solution of {solution.game!r}, not of {game!r}")
        policy = solution.policy
    if plies is None:
        return policy
    if type(plies) is not int or plies < 1:
        raise BadParameter(f"a book of {plies!r} plies is none: give a number of 1 or more")
    return first_plies(policy, game, plies)


def limit_of(time: float | str | None, plies: int | None) -> Limit:
    """Return the limit of a player's search: a second where nothing is said."""
    if time is None:
        return Limit(SECONDS if plies is None else None, plies)
    return Limit(parse_time(time), plies)


def searching(search: ClockSearch, limit: Limit) -> Player:
    """Return the player who plays the move that a search finds within a limit."""
    return choosing(lambda position: search.choose(position, limit).move)


def said_limit(limit: Limit) -> str:
    """Return how far a search looks, in words.

    >>> said_limit(Limit(2.0)), said_limit(Limit(plies=6))
    ('a search of 2 s', 'a search of 6 plies')
    """
    bounds = [] if limit.seconds is None else [f"{limit.seconds:g} s"]
    bounds += [] if limit.plies is None else [f"{limit.plies} plies"]
    return f"a search of {' or '.join(bounds)}"

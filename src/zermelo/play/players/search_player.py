"""A player that searches, with stored solutions as its opening book and its endgame tables."""

from collections.abc import Callable
from pathlib import Path

from zermelo.core.errors import BadParameter
from zermelo.core.game import Game
from zermelo.play.players.basic_players import Player, PlayerWithBook, function_player
from zermelo.search.books.opening_book import opening_book
from zermelo.search.timed_search import ClockSearch, SearchLimit
from zermelo.solution.on_demand import OnDemandSolution
from zermelo.solution.solution import Solution
from zermelo.verify.policy_certificate import Policy
from zermelo.verify.policy_files import read_policy

SECONDS = 1.0  # for a move, by default
SUFFIX = ".parquet"  # of a file that holds a policy


def open_player_book(
    text: str, game: Game, opened: Callable[[str], Solution], plies: int | None = None
) -> Policy:
    """Return the policy that a text names: a policy's file, or a solution of the game.

    With `plies` it covers only so many plies from the start. Raises `BadParameter` where it is another
    game's.
    """
    if Path(text).suffix == SUFFIX:
        policy: Policy = read_policy(Path(text), game)
    else:
        solution = opened(text)
        if type(solution.game) is not type(game) or solution.game != game:
            raise BadParameter(f"the book {text} is a solution of {solution.game!r}, not of {game!r}")
        policy = solution.book_policy if isinstance(solution, OnDemandSolution) else solution.policy
    if plies is None:
        return policy
    if type(plies) is not int or plies < 1:
        raise BadParameter(f"a book of {plies!r} plies is none: give a number of 1 or more")
    return opening_book(policy, game, plies)


def make_search_limit(time: float | str | None, plies: int | None) -> SearchLimit:
    """Return the limit of a player's search, by default one second."""
    if time is None:
        return SearchLimit(SECONDS if plies is None else None, plies)
    return SearchLimit(SearchLimit.parse_time(time), plies)


def search_player(search: ClockSearch, limit: SearchLimit) -> Player:
    """Return the player who plays the move that a search finds within a limit.

    Parameters
    ----------
    search : ClockSearch
        Search of the game.
    limit : SearchLimit
        Time or depth of each search.

    Returns
    -------
    Player
        The player.
    """
    player = function_player(lambda position: search.choose(position, limit).move)
    if search.book is None:
        return player
    return PlayerWithBook(player, lambda position: search.find_book_move(position) is not None)


def format_search_limit(limit: SearchLimit) -> str:
    """Return a search's limit in words.

    >>> format_search_limit(SearchLimit(2.0)), format_search_limit(SearchLimit(plies=6))
    ('a search of 2 s', 'a search of 6 plies')
    """
    bounds = [] if limit.seconds is None else [f"{limit.seconds:g} s"]
    bounds += [] if limit.plies is None else [f"{limit.plies} plies"]
    return f"a search of {' or '.join(bounds)}"

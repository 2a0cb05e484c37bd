"""A round robin: any number of players, each against each other, and their ranking.

Each pair plays a contest of its own (`play.matches.contest`), in which they change sides. Players are ranked
by their share of all points: a win is 1, a draw a half.
"""

import itertools
from collections.abc import Mapping
from typing import Annotated

from zermelo.core.errors import BadParameter
from zermelo.core.game import Game, Position
from zermelo.core.notation.position_codec import START
from zermelo.core.notation.result import GameInput, Result, about
from zermelo.play.matches.contest import Contest, PlayerScore, play_contest
from zermelo.play.players.basic_players import Player
from zermelo.solution.solution import Solution


class RoundRobin(Result, frozen=True, kw_only=True):
    """Each of three players or more against each other."""

    game: GameInput
    seed: Annotated[int, about("of what is drawn")]
    places: Annotated[tuple[PlayerScore, ...], about("the players, the best score first")]
    contests: Annotated[tuple[Contest, ...], about("the games of each pair")]

    def __str__(self) -> str:
        each = self.contests[0].games
        wide = max(len(place.player) for place in self.places)
        lines = [f"{self.game}: {each:,} game{'s' * (each != 1)} for each pair, seed {self.seed}"]
        lines.append(f"{'':<{wide}}  {'won':>7} {'drawn':>7} {'lost':>7}  score")
        for place in self.places:
            given = (
                ""
                if place.move_count is None
                else f"; gave away value with {place.given_away_count:,} of {place.move_count:,} moves"
            )
            count = place.failure_count
            failed = f"; failed in {count:,} games, and lost them" if count else ""
            lines.append(f"{place.player:<{wide}}  {place.score_text}{given}{failed}")
        return "\n".join(lines)


def play_round_robin(
    game: Game,
    players: Mapping[str, Player],
    *,
    games: int,
    seed: int,
    start: Position = START,
    solution: Solution | None = None,
) -> RoundRobin:
    """Play games between each two of several players, and rank them.

    Parameters
    ----------
    game : Game
        Game of two adversaries.
    players : mapping of str to Player
        Players by name, at least two.
    games : int
        Number of games of each pair.
    seed : int
        Seed of the random numbers.
    start : position, optional
        First position; default: the game's start.
    solution : Solution, optional
        Solution of the game, to count moves that gave away value.

    Returns
    -------
    RoundRobin
        The contests, and the `places` from the best score to the worst; `str` gives a text.

    Raises
    ------
    BadParameter
        For fewer than two players or one game.

    Examples
    --------
    >>> import zermelo
    >>> from zermelo.play.players.basic_players import random_player, perfect_player
    >>> solution = zermelo.solve("nim(heaps=(3, 4, 5))")
    >>> anybody = random_player(solution.game)
    >>> players = {"best": perfect_player(solution), "any": anybody, "other": anybody}
    >>> found = play_round_robin(solution.game, players, games=20, seed=1)
    >>> found.places[0].player, found.places[0].games
    ('best', 40)
    """
    if len(players) < 2:
        raise BadParameter(f"{len(players)} players are no round robin: give at least 2")
    contests = []
    for number, pair in enumerate(itertools.combinations(players, 2)):
        seated = [players[name] for name in pair]
        contests.append(
            play_contest(
                game, seated, games=games, seed=seed + number, names=pair, start=start, solution=solution
            )
        )
    places = sorted(
        (_combine_results_of_player(name, contests) for name in players), key=lambda place: -place.score
    )
    return RoundRobin(game=repr(game), seed=seed, places=tuple(places), contests=tuple(contests))


def _combine_results_of_player(name: str, contests: list[Contest]) -> PlayerScore:
    own = [each for contest in contests for each in contest.standings if each.player == name]
    judged = own[0].move_count is not None
    return PlayerScore.from_games(
        sum(each.won for each in own),
        sum(each.drawn for each in own),
        sum(each.lost for each in own),
        player=name,
        move_count=sum(each.move_count or 0 for each in own) if judged else None,
        given_away_count=sum(each.given_away_count or 0 for each in own) if judged else None,
        failure_count=sum(each.failure_count for each in own),
    )

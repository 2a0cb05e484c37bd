"""Matches: games being played, who plays them, contests of many games, and matches in files.

A `Player` is a function from a position to the probability of each move. `seat` makes one from a text such as
`shallow(plies=2)`, at a `Hall` that knows the game; the functions `perfect`, `at_random` and so on make one
from what you hold.

>>> import random, zermelo
>>> from zermelo.matches import Match, at_random, perfect, play_out
>>> solution = zermelo.solve("nim(heaps=(1, 2))")
>>> match = Match(solution.game)
>>> play_out(match, (perfect(solution), at_random(solution.game)), random.Random(1))
>>> match.result()
1
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zermelo.play.agents import agent_player as agent_player
    from zermelo.play.contest import Contest as Contest
    from zermelo.play.contest import Mistakes as Mistakes
    from zermelo.play.contest import Standing as Standing
    from zermelo.play.contest import play_contest as play_contest
    from zermelo.play.contest import play_out as play_out
    from zermelo.play.engine import Engine as Engine
    from zermelo.play.engine_player import EnginePlayer as EnginePlayer
    from zermelo.play.expectation import expectations as expectations
    from zermelo.play.expectation import odds_of as odds_of
    from zermelo.play.ladder import Ladder as Ladder
    from zermelo.play.ladder import Rung as Rung
    from zermelo.play.ladder import ladder as ladder
    from zermelo.play.match import Match as Match
    from zermelo.play.match import Mistake as Mistake
    from zermelo.play.match import Throw as Throw
    from zermelo.play.match import find_mistake as find_mistake
    from zermelo.play.match import find_mistakes as find_mistakes
    from zermelo.play.players import Player as Player
    from zermelo.play.players import at_random as at_random
    from zermelo.play.players import check_rate as check_rate
    from zermelo.play.players import choosing as choosing
    from zermelo.play.players import draw_move as draw_move
    from zermelo.play.players import erring as erring
    from zermelo.play.players import following as following
    from zermelo.play.players import keeping as keeping
    from zermelo.play.players import perfect as perfect
    from zermelo.play.players import policy_of as policy_of
    from zermelo.play.players import shallow as shallow
    from zermelo.play.roster import Hall as Hall
    from zermelo.play.roster import needs_solution as needs_solution
    from zermelo.play.roster import policy_in as policy_in
    from zermelo.play.roster import read_player as read_player
    from zermelo.play.roster import seat as seat
    from zermelo.play.round_robin import RoundRobin as RoundRobin
    from zermelo.play.round_robin import round_robin as round_robin
    from zermelo.play.saving import SavedMatch as SavedMatch
    from zermelo.play.saving import read_match as read_match
    from zermelo.play.saving import save_match as save_match
    from zermelo.play.score import Score as Score
    from zermelo.play.score import final_answer as final_answer
    from zermelo.play.score import final_mistake as final_mistake
    from zermelo.play.score import final_moves as final_moves
    from zermelo.play.score import points_since as points_since
    from zermelo.play.score import score_at as score_at
    from zermelo.play.score import verdict_of as verdict_of
    from zermelo.play.searching import book_of as book_of
    from zermelo.play.searching import searching as searching
    from zermelo.play.several import Beside as Beside
    from zermelo.play.several import Played as Played
    from zermelo.play.several import SeatedContest as SeatedContest
    from zermelo.play.several import backward_inducing as backward_inducing
    from zermelo.play.several import perfect_beside as perfect_beside
    from zermelo.play.several import play_seated as play_seated
    from zermelo.play.several import play_seats_out as play_seats_out
    from zermelo.play.several import played_in as played_in
    from zermelo.play.several import sincere as sincere
    from zermelo.play.traps import Trap as Trap
    from zermelo.play.traps import trapping as trapping
else:
    from zermelo.core.public import offered

    __all__, __getattr__, __dir__ = offered(
        __name__,
        {
            "play.agents": ("agent_player",),
            "play.contest": ("Contest", "Mistakes", "Standing", "play_contest", "play_out"),
            "play.engine": ("Engine",),
            "play.engine_player": ("EnginePlayer",),
            "play.expectation": ("expectations", "odds_of"),
            "play.ladder": ("Ladder", "Rung", "ladder"),
            "play.match": ("Match", "Mistake", "Throw", "find_mistake", "find_mistakes"),
            "play.players": (
                "Player",
                "at_random",
                "check_rate",
                "choosing",
                "draw_move",
                "erring",
                "following",
                "keeping",
                "perfect",
                "policy_of",
                "shallow",
            ),
            "play.roster": ("Hall", "needs_solution", "policy_in", "read_player", "seat"),
            "play.round_robin": ("RoundRobin", "round_robin"),
            "play.saving": ("SavedMatch", "read_match", "save_match"),
            "play.score": (
                "Score",
                "final_answer",
                "final_mistake",
                "final_moves",
                "points_since",
                "score_at",
                "verdict_of",
            ),
            "play.searching": ("book_of", "searching"),
            "play.several": (
                "Beside",
                "Played",
                "SeatedContest",
                "backward_inducing",
                "perfect_beside",
                "play_seated",
                "play_seats_out",
                "played_in",
                "sincere",
            ),
            "play.traps": ("Trap", "trapping"),
        },
    )

"""Self-play in batches: many games at once, in which one learner decides for all players.

Input and output are arrays, and no library is needed. The player to move in game i sees
`observations[i]` and chooses a number of `masks[i]`. A game that ends begins again in the same step.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from zermelo.compiler.guards.error_reports import describe_position
from zermelo.core.arguments import is_count
from zermelo.core.errors import BadParameter, IllegalMove
from zermelo.core.game import Game, Position
from zermelo.learn.encoding.encoding_check import use_or_make_encoding
from zermelo.learn.encoding.game_encoding import GameEncoding
from zermelo.learn.encoding.word_observer import Observation
from zermelo.learn.environments.player_rewards import REWARDS, RewardChoice
from zermelo.learn.environments.vectorized import VectorGames, require_one_choice_per_game
from zermelo.learn.kernels.vectorized_games import EVERY_PLAYER, OPEN, OVER, REFUSED
from zermelo.learn.self_play_parameters import DEFAULT_REWARDS
from zermelo.solution.solution import Solution

PLIES = 1000  # after which an unfinished game is cut off, by default
ATTEMPTS = 1000  # throws of the dice until a game begins with a decision

Array = npt.NDArray[Any]


@dataclass(frozen=True)
class BatchTurn:
    """The results of one move in each game.

    `rewards` [games, players] are paid where a game has ended: `terminated` [games] by the rules, or
    `truncated` [games] after so many plies. A new game has begun there.
    """

    rewards: Array
    terminated: Array
    truncated: Array


class GameBatch:
    """Many plays of one game at once, in which one learner decides for all players.

    The game has two players without payoffs or is a puzzle for one, with or without dice. A play that ends
    begins again in the same step.

    Parameters
    ----------
    game : Game
        The game to play.
    games : int
        Number of plays.
    rewards, plies, encoding, planes, solution : Any
        As in `GameEnvironment`.
    seed : int
        Seed of dice and starts.
    interpreted : bool
        Whether kernels run as Python, for tests.

    Raises
    ------
    CannotCompile
        If the rules do not compile, or have `payoffs`.
    BadParameter
        If a parameter is out of its range.
    BadRules
        If games are over when they begin.

    Examples
    --------
    >>> from zermelo.games import Subtraction
    >>> batch = GameBatch(Subtraction(heap=2, take=(1, 2)), 3, interpreted=True)
    >>> batch.masks.tolist()
    [[True, True], [True, True], [True, True]]
    >>> turn = batch.step([0, 1, 0])  # take one, both, one
    >>> turn.terminated.tolist(), turn.rewards[1].tolist(), batch.players.tolist()
    ([False, True, False], [1.0, -1.0], [1, 0, 1])
    """

    def __init__(
        self,
        game: Game,
        games: int,
        *,
        rewards: RewardChoice = DEFAULT_REWARDS,
        plies: int = PLIES,
        encoding: GameEncoding | None = None,
        planes: bool = False,
        solution: Solution | None = None,
        seed: int = 0,
        interpreted: bool = False,
    ) -> None:
        if games < 1 or plies < 1:
            raise BadParameter(f"games={games!r}, plies={plies!r}: give at least 1")
        if not is_count(seed, 0):
            raise BadParameter(f"seed={seed!r} is none: give a whole number from 0")
        self.game = game
        self.encoding = use_or_make_encoding(game, encoding, planes=planes)
        self.solution, self.player_rewards, self.plies = solution, REWARDS.choose(game)(game, rewards), plies
        self.table = VectorGames(self.encoding, games, plies, solution=solution, interpreted=interpreted)
        for number, sequence in enumerate(np.random.SeedSequence(seed).spawn(games)):
            self.table.set_generator(number, np.random.default_rng(sequence))
        self._all = np.arange(games)
        self._begin_games(self._all)

    @property
    def players(self) -> Array:
        """Player to move in each game: [games] int64, 0 who began, or 1."""
        players: Array = self.table.games.players.copy()
        return players

    @property
    def observations(self) -> Observation:
        """Observation of the player to move in each game: [games, *encoding.shape] float32."""
        return self.table.observe(np.zeros(len(self._all), np.bool_))

    @property
    def masks(self) -> npt.NDArray[np.bool_]:
        """Which numbers are moves in each game: [games, choices]."""
        return self.table.make_move_masks(self.table.mark_deciding_games()).astype(np.bool_)

    @property
    def labels(self) -> dict[str, Array]:
        """Labels of the solution for each game: `value`, `remoteness`, `best`, as in `GameEnvironment`."""
        if self.solution is None:
            raise BadParameter("there is no solution to ask: give solution=zermelo.solve(game)")
        return self.table.make_labels(self.table.mark_deciding_games())

    @property
    def positions(self) -> list[Position]:
        """Positions of all games."""
        return self.table.positions()

    def step(self, choices: npt.ArrayLike) -> BatchTurn:
        """Make one move in each game.

        Parameters
        ----------
        choices : int64 [games]
            A number of each game's mask.

        Returns
        -------
        BatchTurn
            `rewards` [games, players], and `terminated` and `truncated` [games].

        Raises
        ------
        IllegalMove
            If a number is no move; then all games are unchanged.
        """
        games, wanted = self.table.games, require_one_choice_per_game(choices, len(self._all))
        kept = [column.copy() for column in games]
        self.table.advance_games(self._all, wanted)
        refused = np.flatnonzero(games.states == REFUSED)
        if len(refused):
            for column, before in zip(games, kept, strict=True):
                column[:] = before
            where = describe_position(self.game, self.table.position(int(refused[0])))
            raise IllegalMove(
                f"{self.game!r}: choices[{refused[0]}] is the number of no move at {where}: "
                "choose one of the mask"
            )
        over = games.states == OVER
        cut = ~over & (games.plies >= self.plies)
        rewards = np.zeros((len(self._all), self.game.players))
        for game in np.flatnonzero(over | cut).tolist():
            total = int(games.points[game]) if over[game] or self.player_rewards.points else 0
            rewards[game] = self.player_rewards.compute_rewards_of_score(total)
        self._begin_games(np.flatnonzero(over | cut))
        return BatchTurn(rewards, over, cut)

    def _begin_games(self, which: Array) -> None:
        """Begin these games, and begin again those that dice end at once."""
        for _ in range(ATTEMPTS):
            self.table.begin_games(which, EVERY_PLAYER)
            which = which[self.table.games.states[which] != OPEN]
            if len(which) == 0:
                return
        raise BadParameter(f"{self.game!r}: the game is over as it begins: begin elsewhere")

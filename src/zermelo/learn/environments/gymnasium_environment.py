"""Any game as a Gymnasium environment: the agent plays, and all other players belong to the environment.

A step is one decision of the agent, and everything until the agent's next one. The others' moves, drawn with
their probabilities, and the dice are the chance of a Markov decision process. The reward is paid when the
game ends, in the same step as the agent's last decision, even if another player made the last move. So a
discount is charged once for each of the agent's own decisions, which is the process in which Algorithm 1
improves policies.

Each random event (a side, a start, a move, a throw) takes one number from 0 to 1. The numbers are from the
environment's own generator, in the order of need. So `learn.environments.gymnasium_vector` plays the same
games many at once.

Observations are zeros and ones, as rows (`learn.encoding.word_observer`) or planes
(`learn.encoding.board_planes`). The numbers of moves are those of `learn.encoding.game_encoding`. Gymnasium
is an extra: `pip install "zermelo[learn]"`.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from zermelo.compiler.guards.error_reports import describe_position
from zermelo.core.errors import BadParameter, BadRules, IllegalMove, MissingExtra, UnknownPosition
from zermelo.core.game import Game, Position
from zermelo.learn.datasets.labels import check_solution_matches_encoding, label_position, make_empty_label
from zermelo.learn.encoding.encoding_check import use_or_make_encoding
from zermelo.learn.encoding.game_encoding import GameEncoding
from zermelo.learn.environments.episode import Episode
from zermelo.learn.environments.opponent_policies import Opponent, draw_move
from zermelo.learn.environments.player_rewards import REWARDS, RewardChoice
from zermelo.learn.self_play_parameters import DEFAULT_REWARDS
from zermelo.solution.solution import Solution

try:
    import gymnasium
except ImportError as error:
    raise MissingExtra(
        'environments need gymnasium, which is not installed: pip install "zermelo[learn]"'
    ) from error

Observation = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]

SEATS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh")
ILLEGAL = ("loss", "error")
ATTEMPTS = 1000  # games to begin until the agent has a decision
PLIES = 1000  # after which an unfinished game is cut off, by default


class GameEnvironment(gymnasium.Env):  # type: ignore[misc]  # Gymnasium's types are not checked
    """A game as a Gymnasium environment: the agent plays one player, and an opponent plays all others.

    The game may have two players, several, dice, or be a puzzle for one.

    Observations are `Box(0, 1, encoding.shape, float32)`, actions `Discrete(encoding.choices)`. `info` has
    the `action_mask` ([choices] int8, in the form for the space's `sample`), the agent's `side` (from 0) and
    `illegal`; `action_masks()` is the mask in the form for MaskablePPO. Where the game has several starts,
    one is drawn at each reset; `reset(options={"start": position, "side": "second"})` sets them. Games that
    end before the agent's first decision are begun again. `opponent` may be replaced between games.

    Parameters
    ----------
    game : Game
        The game to play.
    opponent : callable, optional
        A function from a position to the probability of each move. By default every move is equally likely.
    side : str
        Which player the agent is: "first", "second", up to "seventh"; "either" is drawn at each reset.
    rewards : tuple of float, or str
        Rewards of a game won, drawn and lost; where moves bring points, the player with more has won.
        "points" pays the agent's final lead. A game with payoffs pays those. The points so far are in no
        position: take `with_points(game=...)` for the agent to see them.
    illegal : str
        Effect of a number that is no move: "loss" ends the game, lost; "error" raises `IllegalMove`.
    plies : int
        Plies after which an unfinished game is truncated and counts as drawn, or as its points so far.
    encoding : GameEncoding, optional
        Encoding to use instead of `make_encoding(game, planes=planes)`; environments may share one.
    planes : bool
        Whether observations are planes of the board; else they are flat rows.
    solution : Solution, optional
        Solution of the game: then `info` has, where the agent is to move, the agent's exact `value`, the
        `remoteness` (-1 where there is none) and the perfect moves, `best` [choices] int8; elsewhere NaN, -1
        and no move.
    render_mode : str, optional
        "ansi" renders positions as text.

    Raises
    ------
    BadParameter
        If a parameter is out of its range.

    Examples
    --------
    >>> from zermelo.games import Subtraction
    >>> environment = GameEnvironment(Subtraction(heap=2, take=(1, 2)), side="first")
    >>> environment.reset(seed=0)[0]
    array([0., 1., 1., 0.], dtype=float32)
    >>> environment.step(1)[1:3]
    (1.0, True)
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012  # Gymnasium's own convention

    def __init__(
        self,
        game: Game,
        opponent: Opponent | None = None,
        *,
        side: str = "either",
        rewards: RewardChoice = DEFAULT_REWARDS,
        illegal: str = "loss",
        plies: int = PLIES,
        encoding: GameEncoding | None = None,
        planes: bool = False,
        solution: Solution | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.sides = (*SEATS[: game.players], "either")
        check_option_is_known("side", side, self.sides)
        check_option_is_known("illegal", illegal, ILLEGAL)
        if plies < 2:
            raise BadParameter(f"plies={plies!r} cuts every game off: give at least 2")
        self.game = game
        self.encoding = use_or_make_encoding(game, encoding, planes=planes)
        if solution is not None:
            check_solution_matches_encoding(self.encoding, solution)
        self.opponent, self.solution = opponent, solution
        self.side, self.player_rewards, self.illegal, self.plies = (
            side,
            REWARDS.choose(game)(game, rewards),
            illegal,
            plies,
        )
        self.render_mode = render_mode
        self.observation_space = gymnasium.spaces.Box(0, 1, self.encoding.shape, np.float32)
        self.action_space = gymnasium.spaces.Discrete(self.encoding.choices)
        self._starts = list(game.starts())
        self._agent = 0
        self._course = Episode(game, self._starts[0])

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a game and play it up to the agent's first decision.

        Parameters
        ----------
        seed : int, optional
            Seed of the environment's random numbers.
        options : dict, optional
            `start`, a position, and `side`, as in the class.

        Returns
        -------
        observation : float32 [*encoding.shape]
            The agent's observation.
        info : dict
            As described in the class.

        Raises
        ------
        BadRules
            If the agent never has a decision.
        """
        super().reset(seed=seed)
        options = options or {}
        side = options.get("side", self.side)
        check_option_is_known("side", side, self.sides)
        for _ in range(ATTEMPTS):
            self._agent = self._draw_index(self.game.players) if side == "either" else SEATS.index(side)
            self._course = Episode(self.game, self._choose_start(options))
            if (
                self._play_until_agent() and self._course.player == self._agent
            ):  # otherwise the game was cut off
                return self._observe(), self._make_info()
        raise make_no_decision_error(self.game, side)

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Make the agent's move and play up to its next decision, or to the end.

        Parameters
        ----------
        action : int
            Number of the move.

        Returns
        -------
        observation, reward, terminated, truncated, info : tuple
            As Gymnasium defines them.

        Raises
        ------
        IllegalMove
            If the number is no move and `illegal` is "error".
        """
        course = self._course
        move = (
            self.encoding.decode_move(course.position, int(action)) if course.player == self._agent else None
        )
        if move is None:
            return self._reject_action(action)
        course.play(move)
        goes_on = self._play_until_agent()
        cut = goes_on and course.plies >= self.plies
        reward = 0.0
        if not goes_on:
            reward = self.player_rewards.compute_final_rewards(course)[self._agent]
        elif cut:
            reward = self.player_rewards.compute_truncation_rewards(course)[self._agent]
        return self._observe(), reward, not goes_on, cut, self._make_info()

    def action_masks(self) -> Mask:
        """Return which numbers are moves of the agent now.

        Returns
        -------
        bool [choices]
            True for legal moves.
        """
        return self.encoding.legal_mask(self._course.position)

    def render(self) -> str | None:
        """Return the position as text, if `render_mode` is "ansi".

        Returns
        -------
        str or None
            The position.
        """
        return self.game.show(self._course.position) if self.render_mode == "ansi" else None

    @property
    def position(self) -> Position:
        """The current position."""
        return self._course.position

    def _choose_start(self, options: dict[str, Any]) -> Position:
        return options["start"] if "start" in options else self._starts[self._draw_index(len(self._starts))]

    def _draw_index(self, number: int) -> int:
        """Draw one of so many; nothing is drawn for one."""
        return int(self.np_random.random() * number) if number > 1 else 0

    def _play_until_agent(self) -> bool:
        """Throw dice and play the others' moves up to the agent's turn; return False at the game's end."""
        course = self._course
        while True:
            course.resolve_chance(self.np_random.random)
            moves = course.moves()
            if not moves:
                return False
            if course.player == self._agent or course.plies >= self.plies:
                return True
            course.play(self._draw_opponent_move(moves))

    def _draw_opponent_move(self, moves: list[Any]) -> Any:
        """Return the move of the other player to move."""
        if self.opponent is None:
            return moves[int(self.np_random.random() * len(moves))]
        position = self._course.position
        move = draw_move(self.opponent(position), self.np_random.random())
        if move not in moves:
            raise IllegalMove(
                f"{self.game!r}: the opponent plays {move!r}, which is no move, at "
                f"{describe_position(self.game, position)}"
            )
        return move

    def _reject_action(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Return the result of a step whose number is no move."""
        if self.illegal == "error":
            raise IllegalMove(
                f"{self.game!r}: {action} is the number of no move at "
                f"{describe_position(self.game, self._course.position)}: choose one of the mask"
            )
        return (
            self._observe(),
            self.player_rewards.rewards.loss,
            True,
            False,
            {**self._make_info(), "illegal": True},
        )

    def _observe(self) -> Observation:
        course = self._course
        after = (self._agent - course.player) % max(2, self.game.players)
        return self.encoding.observe(course.position, after == 0, after=after)

    def _make_info(self) -> dict[str, Any]:
        mask = self.action_masks() & (self._course.player == self._agent)
        info = {"action_mask": mask.astype(np.int8), "side": self._agent, "illegal": False}
        if self.solution is not None:
            info |= self._make_labels() if mask.any() else make_empty_label(self.encoding)
        return info

    def _make_labels(self) -> dict[str, Any]:
        assert self.solution is not None
        try:
            return label_position(self.solution, self.encoding, self._course.position)
        except UnknownPosition:
            return make_empty_label(self.encoding)


def make_no_decision_error(game: Game, side: str) -> BadRules:
    """Return the error for an agent that never has a decision."""
    return BadRules(
        f"{game!r}: play ended {ATTEMPTS:,} times before the agent, playing {side}, had a move: "
        "choose another side, or another start"
    )


def check_option_is_known(name: str, chosen: str, known: tuple[str, ...]) -> None:
    """Raise `BadParameter` where a word is not one of the known ones."""
    if chosen not in known:
        raise BadParameter(f"{name}={chosen!r} is none: take one of {', '.join(known)}")


if "zermelo/Game-v0" not in gymnasium.registry:  # unless this file is run again
    gymnasium.register(
        "zermelo/Game-v0",
        "zermelo.learn.environments.gymnasium_environment:GameEnvironment",
        vector_entry_point="zermelo.learn.environments.gymnasium_vector:vector_environment",
    )

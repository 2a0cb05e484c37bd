"""Many environments at once, as a Gymnasium `VectorEnv`: one array in and one out, played by compiled rules.

`vector_environment` returns `VectorGameEnvironment` where the rules compile and the opponent is the default
one, which plays any move. Otherwise it returns Gymnasium's own `SyncVectorEnv` over `GameEnvironment`, which
steps one by one, in Python. Both agree to the bit: environment i of either, with a seed, plays the games that
`GameEnvironment` plays with that seed and these choices.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from zermelo.compiler.guards.error_reports import describe_position
from zermelo.core.errors import BadParameter, CannotCompile, IllegalMove, MissingExtra
from zermelo.core.game import Game
from zermelo.core.notation.position_codec import START
from zermelo.learn.encoding.encoding_check import use_or_make_encoding
from zermelo.learn.encoding.game_encoding import GameEncoding
from zermelo.learn.encoding.word_observer import Observation
from zermelo.learn.environments.gymnasium_environment import (
    ATTEMPTS,
    ILLEGAL,
    PLIES,
    SEATS,
    GameEnvironment,
    check_option_is_known,
    make_no_decision_error,
)
from zermelo.learn.environments.opponent_policies import Opponent
from zermelo.learn.environments.player_rewards import REWARDS, RewardChoice
from zermelo.learn.environments.vectorized import VectorGames, require_one_choice_per_game
from zermelo.learn.kernels.vectorized_games import OPEN, REFUSED
from zermelo.learn.self_play_parameters import DEFAULT_REWARDS
from zermelo.solution.solution import Solution

try:
    import gymnasium
    from gymnasium.utils import seeding
    from gymnasium.vector import AutoresetMode, SyncVectorEnv, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise MissingExtra(
        'environments need gymnasium, which is not installed: pip install "zermelo[learn]"'
    ) from error

Array = npt.NDArray[Any]
Stepped = tuple[Observation, Array, Array, Array, dict[str, Any]]


def vector_environment(
    game: Game,
    num_envs: int = 1,
    opponent: Opponent | None = None,
    *,
    autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
    encoding: GameEncoding | None = None,
    planes: bool = False,
    **settings: Any,
) -> VectorEnv:
    """Make many environments of one game at once, in a Gymnasium `VectorEnv`.

    Where rules compile and the opponent is the default one, compiled rules play all games over arrays. Else a
    `SyncVectorEnv` steps one `GameEnvironment` after the other. Both play the same games, to the bit.
    `gymnasium.make_vec("zermelo/Game-v0", num_envs, game=game, vectorization_mode="vector_entry_point")`
    does the same.

    Parameters
    ----------
    game : Game
        The game to play.
    num_envs : int
        Number of environments.
    opponent : callable, optional
        As in `GameEnvironment`.
    autoreset_mode : AutoresetMode or str
        When an ended game begins again: "NextStep", "SameStep" or "Disabled", as Gymnasium defines them.
    encoding : GameEncoding, optional
        Encoding to use instead of a new one.
    planes : bool
        Whether observations are planes of the board; else they are flat rows.
    **settings : Any
        Other parameters of `GameEnvironment`.

    Returns
    -------
    gymnasium.vector.VectorEnv
        The environments.

    Raises
    ------
    BadParameter
        If a parameter is out of its range.

    Examples
    --------
    >>> from zermelo.games import TicTacToe
    >>> vector_environment(TicTacToe(), 4).reset(seed=0)[0].shape
    (4, 20)
    """
    encoding = use_or_make_encoding(game, encoding, planes=planes)
    if opponent is None:
        try:
            return VectorGameEnvironment(
                game, num_envs, autoreset_mode=autoreset_mode, encoding=encoding, **settings
            )
        except CannotCompile:
            pass  # then they are stepped one by one

    def make_environment() -> GameEnvironment:
        return GameEnvironment(game, opponent, encoding=encoding, **settings)

    return SyncVectorEnv([make_environment] * num_envs, autoreset_mode=autoreset_mode)


class VectorGameEnvironment(VectorEnv):  # type: ignore[misc]  # Gymnasium's types are not checked
    """A number of `GameEnvironment` at once, whose opponents play any move.

    Arguments, observations, rewards and infos are those of `GameEnvironment`, each with a first axis of
    `num_envs`. `autoreset_mode` sets when an ended game begins again. "NextStep": in the next step, which
    ignores its choice. "SameStep": at once, with the last observation in `final_obs` and `final_info`.
    "Disabled": by `reset(options={"reset_mask": [num_envs] bool})`. `interpreted` runs the kernels as Python,
    for tests.

    Raises `CannotCompile` where the rules do not compile, or have `payoffs`. Use `vector_environment` for
    these, which then steps one by one.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012  # Gymnasium's own convention

    def __init__(
        self,
        game: Game,
        num_envs: int,
        *,
        side: str = "either",
        rewards: RewardChoice = DEFAULT_REWARDS,
        illegal: str = "loss",
        plies: int = PLIES,
        encoding: GameEncoding | None = None,
        planes: bool = False,
        solution: Solution | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        render_mode: str | None = None,
        interpreted: bool = False,
    ) -> None:
        self.sides = (*SEATS[: game.players], "either")
        check_option_is_known("side", side, self.sides)
        check_option_is_known("illegal", illegal, ILLEGAL)
        if num_envs < 1 or plies < 2:
            raise BadParameter(f"num_envs={num_envs!r}, plies={plies!r}: give at least 1, and at least 2")
        self.game, self.num_envs, self.render_mode = game, num_envs, render_mode
        self.encoding = use_or_make_encoding(game, encoding, planes=planes)
        self.solution, self.side, self.illegal, self.plies = solution, side, illegal, plies
        self.player_rewards = REWARDS.choose(game)(game, rewards)
        self.table = VectorGames(self.encoding, num_envs, plies, solution=solution, interpreted=interpreted)
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {**type(self).metadata, "autoreset_mode": self.autoreset_mode}
        self.single_observation_space = gymnasium.spaces.Box(0, 1, self.encoding.shape, np.float32)
        self.single_action_space = gymnasium.spaces.Discrete(self.encoding.choices)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._agents = np.zeros(num_envs, np.int64)
        self._ended = np.ones(num_envs, np.bool_)  # games that are over: at first none has begun
        self._shown = np.zeros((num_envs, *self.encoding.shape), np.float32)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin games and play them up to the agents' first decisions; all, or those of a `reset_mask`."""
        seeds = [None] * self.num_envs if seed is None else seed
        if isinstance(seeds, int | np.integer):
            seeds = [int(seeds) + game for game in range(self.num_envs)]
        if len(seeds) != self.num_envs:
            raise BadParameter(
                f"there are {len(seeds)} seeds for {self.num_envs} environments: give one each"
            )
        options = dict(options or {})
        chosen = options.pop("reset_mask", np.ones(self.num_envs, np.bool_))
        if not isinstance(chosen, np.ndarray) or chosen.shape != (self.num_envs,) or chosen.dtype != np.bool_:
            raise BadParameter(f"reset_mask={chosen!r} is no array [{self.num_envs}] of bool")
        for game in np.flatnonzero(chosen).tolist():
            if seeds[game] is not None:
                self.table.set_generator(game, seeding.np_random(seeds[game])[0])
        self._begin_games(chosen, options)
        self._shown = np.where(self._broadcast_over_observations(chosen), self._observe(), self._shown)
        return self._shown.copy(), self._build_gymnasium_info(self._make_info(), chosen)

    def step(self, actions: npt.ArrayLike) -> Stepped:
        """Make the agents' moves and play up to their next decisions, or to the end."""
        games, choices = self.table.games, require_one_choice_per_game(actions, self.num_envs)
        begins = self._ended.copy()
        if begins.any() and self.autoreset_mode != AutoresetMode.NEXT_STEP:
            raise BadParameter("a game is over: reset it first, as in options={'reset_mask': ...}")
        playing = np.flatnonzero(~begins)
        if len(playing):
            self.table.advance_games(playing, choices)
        if self.illegal == "error":
            self._raise_for_illegal_action(games.states == REFUSED, np.asarray(actions))
        if begins.any():
            self._begin_games(begins, {})
        over = games.states != OPEN
        cut = ~over & (games.plies >= self.plies) & ~begins
        rewards = self._compute_rewards(over, cut)
        self._ended = over | cut
        seen, info = self._observe(), self._make_info()
        info_out = self._build_gymnasium_info(info, np.ones(self.num_envs, np.bool_))
        if self.autoreset_mode == AutoresetMode.SAME_STEP and self._ended.any():
            ended, last = self._ended.copy(), self._collect_final_observations(seen)
            self._begin_games(ended, {})
            info_out = self._build_gymnasium_info(self._make_info(), np.ones(self.num_envs, np.bool_))
            info_out |= {
                "final_obs": last,
                "_final_obs": ended,
                "final_info": self._build_gymnasium_info(info, ended),
            }
            info_out["_final_info"] = ended
            seen = self._observe()
        self._shown = seen
        return seen.copy(), rewards, over, cut, info_out

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return which numbers are moves of the agents now: [num_envs, choices]."""
        return self.table.make_move_masks(self.table.mark_deciding_games()).astype(np.bool_)

    def render(self) -> tuple[str | None, ...]:
        """Return the positions as texts, where `render_mode` is "ansi"."""
        if self.render_mode != "ansi":
            return (None,) * self.num_envs
        return tuple(self.game.show(position) for position in self.table.positions())

    def _begin_games(self, chosen: Array, options: dict[str, Any]) -> None:
        """Begin the chosen games, and begin again those in which the agent has no decision."""
        side, start = options.get("side", self.side), options.get("start", START)
        check_option_is_known("side", side, self.sides)
        which = np.flatnonzero(chosen)
        for _ in range(ATTEMPTS):
            if side == "either":
                self._agents[which] = self.table.draw_index(which, self.game.players)
            else:
                self._agents[which] = SEATS.index(side)
            self.table.begin_games(which, self._agents[which], start)
            which = which[~self.table.mark_deciding_games()[which]]
            if len(which) == 0:
                self._ended &= ~chosen
                return
        raise make_no_decision_error(self.game, side)

    def _compute_rewards(self, over: Array, cut: Array) -> Array:
        rewards = np.zeros(self.num_envs)
        games = self.table.games
        for game in np.flatnonzero(over | cut).tolist():
            total = int(games.points[game]) if over[game] or self.player_rewards.points else 0
            paid = self.player_rewards.compute_rewards_of_score(total)[self._agents[game]]
            rewards[game] = self.player_rewards.rewards.loss if games.states[game] == REFUSED else paid
        return rewards

    def _raise_for_illegal_action(self, refused: Array, actions: Array) -> None:
        for game in np.flatnonzero(refused).tolist():
            raise IllegalMove(
                f"{self.game!r}: {actions[game]} is the number of no move at "
                f"{describe_position(self.game, self.table.position(game))}: choose one of the mask"
            )

    def _observe(self) -> Observation:
        return self.table.observe(self.table.games.players != self._agents)

    def _make_info(self) -> dict[str, Array]:
        deciding = self.table.mark_deciding_games()
        info = {
            "action_mask": self.table.make_move_masks(deciding),
            "side": self._agents.copy(),
            "illegal": self.table.games.states == REFUSED,
        }
        return info if self.solution is None else info | self.table.make_labels(deciding)

    def _build_gymnasium_info(self, info: dict[str, Array], chosen: Array) -> dict[str, Any]:
        """Return infos in Gymnasium's form: the values of the chosen games, and a mask of these games."""
        info_out: dict[str, Any] = {}
        for name, column in info.items():
            wide = chosen.reshape(-1, *(1,) * (column.ndim - 1))
            info_out[name] = np.where(wide, column, np.zeros((), column.dtype))
            info_out[f"_{name}"] = chosen.copy()
        return info_out

    def _collect_final_observations(self, seen: Observation) -> Array:
        last = np.full(self.num_envs, None, object)
        for game in np.flatnonzero(self._ended).tolist():
            last[game] = seen[game]
        return last

    def _broadcast_over_observations(self, chosen: Array) -> Array:
        return chosen.reshape(-1, *(1,) * len(self.encoding.shape))

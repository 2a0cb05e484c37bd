"""Any game as a PettingZoo environment, in which all players are agents and take their turns.

`player_0` moves first; of several players it is the one with number 0 in the rules. A player who moves again,
for example after completing a box, is selected again. A puzzle for one has one agent. Dice are thrown by the
environment. PettingZoo and Gymnasium are extras: `pip install "zermelo[learn]"`.
"""

import contextlib
from typing import Any

import numpy as np

from zermelo.compiler.guards.error_reports import describe_position
from zermelo.core.errors import BadParameter, BadRules, IllegalMove, MissingExtra, UnknownPosition
from zermelo.core.game import Game, Position
from zermelo.learn.datasets.labels import check_solution_matches_encoding, label_position
from zermelo.learn.encoding.encoding_check import use_or_make_encoding
from zermelo.learn.encoding.game_encoding import GameEncoding
from zermelo.learn.environments.episode import Episode
from zermelo.learn.environments.gymnasium_environment import ILLEGAL, PLIES, check_option_is_known
from zermelo.learn.environments.player_rewards import REWARDS, RewardChoice
from zermelo.learn.self_play_parameters import DEFAULT_REWARDS
from zermelo.solution.solution import Solution

try:
    import gymnasium
    from pettingzoo import AECEnv
except ImportError as error:
    raise MissingExtra(
        'environments of both players need pettingzoo, which is not installed: pip install "zermelo[learn]"'
    ) from error


class MultiAgentEnvironment(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """A game as a PettingZoo AEC environment, in which every player is an agent.

    Each agent observes a dictionary: "observation", `Box(0, 1, encoding.shape, float32)`, and "action_mask",
    [choices] int8, all 0 for a player who is not to move. Rewards are paid at the end, to all. With a
    solution the mover's infos have the value.

    Parameters
    ----------
    game : Game
        The game to play.
    rewards, illegal, plies, encoding, planes, solution, render_mode : Any
        As in `GameEnvironment`.

    Raises
    ------
    BadParameter
        If a parameter is out of its range.

    Examples
    --------
    >>> from zermelo.games import Subtraction
    >>> turns = MultiAgentEnvironment(Subtraction(heap=2, take=(1, 2)))
    >>> turns.reset(seed=0)
    >>> turns.step(1)
    >>> turns.rewards
    {'player_0': 1.0, 'player_1': -1.0}
    """

    metadata = {"name": "zermelo_v0", "render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012  # its own way

    def __init__(
        self,
        game: Game,
        *,
        rewards: RewardChoice = DEFAULT_REWARDS,
        illegal: str = "loss",
        plies: int = PLIES,
        encoding: GameEncoding | None = None,
        planes: bool = False,
        solution: Solution | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        check_option_is_known("illegal", illegal, ILLEGAL)
        if plies < 1:
            raise BadParameter(f"plies={plies!r} cuts every game off: give at least 1")
        self.game = game
        self.encoding = use_or_make_encoding(game, encoding, planes=planes)
        if solution is not None:
            check_solution_matches_encoding(self.encoding, solution)
        self.player_rewards, self.illegal, self.plies = REWARDS.choose(game)(game, rewards), illegal, plies
        self.render_mode, self.solution = render_mode, solution
        self.possible_agents = [f"player_{seat}" for seat in range(game.players)]
        self.agents: list[str] = []
        spaces = gymnasium.spaces
        self._observation_spaces = {agent: self._make_observation_space() for agent in self.possible_agents}
        self._action_spaces = {
            agent: spaces.Discrete(self.encoding.choices) for agent in self.possible_agents
        }
        self._starts = list(game.starts())
        self._random = np.random.default_rng()

    def _make_observation_space(self) -> Any:
        spaces = gymnasium.spaces
        row = spaces.Box(0, 1, self.encoding.shape, np.float32)
        mask = spaces.Box(0, 1, (self.encoding.choices,), np.int8)
        return spaces.Dict({"observation": row, "action_mask": mask})

    def observation_space(self, agent: str) -> Any:
        """Return the space of an agent's observations.

        Parameters
        ----------
        agent : str
            Name of the agent, such as `player_0`.

        Returns
        -------
        gymnasium.spaces.Dict
            The same object each time.
        """
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of an agent's actions.

        Parameters
        ----------
        agent : str
            Name of the agent, such as `player_0`.

        Returns
        -------
        gymnasium.spaces.Discrete
            The same object each time.
        """
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game.

        Parameters
        ----------
        seed : int, optional
            Seed of dice, and of the draw among several starts.
        options : dict, optional
            `start`, the position to begin at.

        Raises
        ------
        BadRules
            If the game is over as it begins.
        """
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self._course = Episode(self.game, self._choose_start(options or {}))
        self._course.resolve_chance(self._random.random)
        if not self._course.moves():
            raise BadRules(f"{self.game!r}: the game is over as it begins: begin elsewhere")
        self.agents = list(self.possible_agents)
        self.agent_selection = self.possible_agents[self._course.player]
        self.rewards = dict.fromkeys(self.possible_agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.possible_agents, 0.0)
        self.terminations = dict.fromkeys(self.possible_agents, False)
        self.truncations = dict.fromkeys(self.possible_agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.possible_agents}
        self._update_infos()

    def _choose_start(self, options: dict[str, Any]) -> Position:
        if "start" in options:
            return options["start"]
        return self._starts[int(self._random.integers(len(self._starts))) if len(self._starts) > 1 else 0]

    def step(self, action: int | None) -> None:
        """Make the selected agent's move.

        Parameters
        ----------
        action : int or None
            Number of the move; None for an agent whose game is over.

        Raises
        ------
        IllegalMove
            If the number is no move and `illegal` is "error".
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        move = None if action is None else self.encoding.decode_move(self._course.position, int(action))
        if move is None:
            self._reject_action(agent, action)
        else:
            self._course.play(move)
            self._course.resolve_chance(self._random.random)
            self._end_if_over()
            self.agent_selection = self.possible_agents[self._course.player]
            self._update_infos()
        self._accumulate_rewards()

    def _end_if_over(self) -> None:
        """Pay all players where the game is over, or has lasted too long."""
        if not self._course.moves():
            self._assign_rewards(self.player_rewards.compute_final_rewards(self._course))
            self.terminations = dict.fromkeys(self.possible_agents, True)
        elif self._course.plies >= self.plies:
            self._assign_rewards(self.player_rewards.compute_truncation_rewards(self._course))
            self.truncations = dict.fromkeys(self.possible_agents, True)

    def _update_infos(self) -> None:
        """Put the solution's labels into the mover's infos."""
        self.infos = {agent: {} for agent in self.possible_agents}
        if self.solution is not None and not (self._is_over() or any(self.truncations.values())):
            with contextlib.suppress(UnknownPosition):
                position = self._course.position
                self.infos[self.agent_selection] = label_position(self.solution, self.encoding, position)

    def _is_over(self) -> bool:
        return any(self.terminations.values())

    def _reject_action(self, agent: str, action: int | None) -> None:
        """End the game as lost for the player who made no legal move."""
        if self.illegal == "error":
            where = describe_position(self.game, self._course.position)
            raise IllegalMove(f"{self.game!r}: {action} is the number of no move at {where}: see the mask")
        self._assign_rewards(self.player_rewards.compute_forfeit_rewards(self.possible_agents.index(agent)))
        self.terminations = dict.fromkeys(self.possible_agents, True)
        self.infos[agent]["illegal"] = True

    def _assign_rewards(self, paid: tuple[float, ...]) -> None:
        self.rewards = dict(zip(self.possible_agents, paid, strict=True))

    def observe(self, agent: str) -> dict[str, Any]:
        """Return an agent's observation.

        Parameters
        ----------
        agent : str
            Name of the agent, such as `player_0`.

        Returns
        -------
        dict
            `observation` and `action_mask`.
        """
        seat, seats = self.possible_agents.index(agent), max(2, self.game.players)
        after = (seat - self._course.player) % seats
        moving = after == 0
        over = self.terminations.get(agent, True) or self.truncations.get(agent, True)
        mask = self.encoding.legal_mask(self._course.position) & (moving and not over)
        seen = self.encoding.observe(self._course.position, moving, after=after)
        return {"observation": seen, "action_mask": mask.astype(np.int8)}

    @property
    def position(self) -> Position:
        """The current position."""
        return self._course.position

    def render(self) -> str | None:
        """Return the position as text, if `render_mode` is "ansi".

        Returns
        -------
        str or None
            The position.
        """
        return self.game.show(self._course.position) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing, because nothing is open."""

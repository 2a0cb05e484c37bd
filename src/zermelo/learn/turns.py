"""Any game of two players as a PettingZoo environment, in which both are agents and take their turns.

`player_0` moves first. Who completes a box, say, moves again: then the same agent is selected once more.
PettingZoo and Gymnasium are extras: `pip install "zermelo[learn]"`.
"""

from typing import Any

import numpy as np

from zermelo.core.errors import BadParameter, BadRules, IllegalMove, MissingExtra
from zermelo.core.game import Game, Position
from zermelo.learn.as_arrays import Encoding, make_encoding
from zermelo.learn.course import Course
from zermelo.learn.environments import ILLEGAL, PLIES, check_choice
from zermelo.learn.parameters import USUAL, Rewards
from zermelo.trust.faults import say_position

try:
    import gymnasium
    from pettingzoo import AECEnv
except ImportError as error:
    raise MissingExtra(
        'environments of both players need pettingzoo, which is not installed: pip install "zermelo[learn]"'
    ) from error

PLAYERS = ("player_0", "player_1")


class GameTurns(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """A game of two players without chance, as the cycle of agents and environment.

    Each agent observes a dictionary: "observation", `Box(0, 1, (encoding.width,), float32)`, and
    "action_mask", [choices] int8, all 0 for the agent who is not to move. Rewards come at the end, to both;
    `illegal`, `plies` and `encoding` are those of `GameEnvironment`. `reset(options={"start": position})`
    begins there; where the game has several starts, one is drawn.

    Raises `MissingCapability` for other games, `BadParameter`, `BadRules` where the game is over as it
    begins.

    >>> from zermelo.games import Subtraction
    >>> turns = GameTurns(Subtraction(heap=2, take=(1, 2)))
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
        rewards: Rewards = USUAL,
        illegal: str = "loss",
        plies: int = PLIES,
        encoding: Encoding | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        check_choice("illegal", illegal, ILLEGAL)
        if plies < 1:
            raise BadParameter(f"plies={plies!r} cuts every game off: give at least 1")
        self.game = game
        self.encoding = make_encoding(game) if encoding is None else encoding
        self.payment, self.illegal, self.plies = Rewards(*rewards), illegal, plies
        self.render_mode = render_mode
        self.possible_agents = list(PLAYERS)
        self.agents: list[str] = []
        spaces = gymnasium.spaces
        self._seen = {agent: self._observed() for agent in PLAYERS}
        self._chosen = {agent: spaces.Discrete(self.encoding.choices) for agent in PLAYERS}
        self._starts = list(game.starts())
        self._lots = np.random.default_rng()

    def _observed(self) -> Any:
        spaces = gymnasium.spaces
        row = spaces.Box(0, 1, (self.encoding.width,), np.float32)
        mask = spaces.Box(0, 1, (self.encoding.choices,), np.int8)
        return spaces.Dict({"observation": row, "action_mask": mask})

    def observation_space(self, agent: str) -> Any:
        """Return the space of an agent's observations, the same object each time."""
        return self._seen[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of an agent's choices, the same object each time."""
        return self._chosen[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; `seed` is for the draw among several starts."""
        if seed is not None:
            self._lots = np.random.default_rng(seed)
        self._course = Course(self.game, self._begin(options or {}))
        if not self._course.moves():
            raise BadRules(f"{self.game!r}: the game is over as it begins: begin elsewhere")
        self.agents = list(PLAYERS)
        self.agent_selection = PLAYERS[0]
        self.rewards = dict.fromkeys(PLAYERS, 0.0)
        self._cumulative_rewards = dict.fromkeys(PLAYERS, 0.0)
        self.terminations = dict.fromkeys(PLAYERS, False)
        self.truncations = dict.fromkeys(PLAYERS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in PLAYERS}

    def _begin(self, options: dict[str, Any]) -> Position:
        if "start" in options:
            return options["start"]
        return self._starts[int(self._lots.integers(len(self._starts))) if len(self._starts) > 1 else 0]

    def step(self, action: int | None) -> None:
        """Make the selected agent's move; of agents whose game is over `None` is their last."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        move = None if action is None else self.encoding.move(self._course.position, int(action))
        if move is None:
            self._refuse(agent, action)
        else:
            self._course.play(move)
            self._judge()
            self.agent_selection = PLAYERS[self._course.player]
        self._accumulate_rewards()

    def _judge(self) -> None:
        """Pay both players where the game is over, or has lasted too long."""
        if not self._course.moves():
            self._pay(self._course.total())
            self.terminations = dict.fromkeys(PLAYERS, True)
        elif self._course.plies >= self.plies:
            self._pay(0)
            self.truncations = dict.fromkeys(PLAYERS, True)

    def _refuse(self, agent: str, action: int | None) -> None:
        """End the game as lost for who made no move."""
        if self.illegal == "error":
            where = say_position(self.game, self._course.position)
            raise IllegalMove(f"{self.game!r}: {action} is the number of no move at {where}: see the mask")
        self._pay(-1 if agent == PLAYERS[0] else 1)
        self.terminations = dict.fromkeys(PLAYERS, True)
        self.infos[agent]["illegal"] = True

    def _pay(self, total: int) -> None:
        """Give the rewards of a game that is worth `total` to the first player."""
        for agent, own in zip(PLAYERS, (total, -total), strict=True):
            self.rewards[agent] = float(self.payment[0 if own > 0 else 2 if own < 0 else 1])

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent sees."""
        moving = PLAYERS[self._course.player] == agent
        over = self.terminations.get(agent, True) or self.truncations.get(agent, True)
        mask = self.encoding.mask(self._course.position) & (moving and not over)
        seen = self.encoding.see(self._course.position, moving)
        return {"observation": seen, "action_mask": mask.astype(np.int8)}

    def render(self) -> str | None:
        """Return the position as text, where `render_mode` is "ansi"."""
        return self.game.show(self._course.position) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing: there is nothing open."""

"""Any game of two players as a Gymnasium environment: the agent plays, the opponent belongs to the world.

A step is one decision of the agent, and all that follows up to his next one: the opponent's replies, drawn
with his probabilities, are the chance of a Markov decision process. The reward comes when the game ends, in
the very step of the agent's last decision, whoever made the last move. So a discount is charged once for each
of the agent's own decisions, which is the process that Algorithm 1 improves policies in.

Observations are rows of zeros and ones (`learn.observations`), the numbers of moves those of
`learn.as_arrays`. Gymnasium is an extra: `pip install "zermelo[learn]"`.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from zermelo.core.errors import BadParameter, BadRules, IllegalMove, MissingExtra
from zermelo.core.game import Game, Position
from zermelo.learn.as_arrays import Encoding, make_encoding
from zermelo.learn.course import Course
from zermelo.learn.opponents import Opponent, pick, uniform
from zermelo.learn.parameters import USUAL, Rewards
from zermelo.trust.faults import say_position

try:
    import gymnasium
except ImportError as error:
    raise MissingExtra(
        'environments need gymnasium, which is not installed: pip install "zermelo[learn]"'
    ) from error

Observation = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]

SIDES = ("first", "second", "either")
ILLEGAL = ("loss", "error")
ATTEMPTS = 1000  # games begun until the agent has a decision to make
PLIES = 1000  # after which a game that goes on is cut off, unless told


class GameEnvironment(gymnasium.Env):  # type: ignore[misc]  # Gymnasium is not asked for its types
    """A game of two players without chance, played against `opponent` (default: any move, each as likely).

    side       which player the agent is, "first" or "second"; "either" is drawn at each reset
    rewards    of a game won, drawn and lost; where moves bring points, whoever has more has won. The points
               so far are in no position then: take `with_points(game=...)` for the agent to see them
    illegal    what a number that is no move does: "loss" ends the game, lost; "error" raises `IllegalMove`
    plies      after which a game that goes on is cut off and counts as drawn: `truncated`
    encoding   of positions and moves, made by `make_encoding(game)` unless given; environments may share one

    Observations are `Box(0, 1, (encoding.width,), float32)`, actions `Discrete(encoding.choices)`. `info` has
    the `action_mask` ([choices] int8, as the space's `sample` takes it), the `side` that the agent plays (0
    or 1) and `illegal`; `action_masks()` is the same as MaskablePPO asks for it. Where the game has several
    starts, one is drawn at each reset; `reset(options={"start": position, "side": "second"})` sets them.
    Games that end before the agent's first decision are begun again. `opponent` may be replaced between
    games.

    Raises `MissingCapability` for other games, `BadParameter`; `reset` raises `BadRules` where the agent
    never gets to a decision.

    >>> from zermelo.games import Subtraction
    >>> environment = GameEnvironment(Subtraction(heap=2, take=(1, 2)), side="first")
    >>> environment.reset(seed=0)[0]
    array([0., 1., 1., 0.], dtype=float32)
    >>> environment.step(1)[1:3]
    (1.0, True)
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012  # Gymnasium's own way

    def __init__(
        self,
        game: Game,
        opponent: Opponent | None = None,
        *,
        side: str = "either",
        rewards: Rewards = USUAL,
        illegal: str = "loss",
        plies: int = PLIES,
        encoding: Encoding | None = None,
        render_mode: str | None = None,
    ) -> None:
        check_choice("side", side, SIDES)
        check_choice("illegal", illegal, ILLEGAL)
        if plies < 2:
            raise BadParameter(f"plies={plies!r} cuts every game off: give at least 2")
        self.game = game
        self.encoding = make_encoding(game) if encoding is None else encoding
        if self.encoding.game != game:
            raise BadParameter(f"the encoding is of {self.encoding.game!r}, not of {game!r}: make another")
        self.opponent = uniform(game) if opponent is None else opponent
        self.side, self.rewards, self.illegal, self.plies = side, Rewards(*rewards), illegal, plies
        self.render_mode = render_mode
        self.observation_space = gymnasium.spaces.Box(0, 1, (self.encoding.width,), np.float32)
        self.action_space = gymnasium.spaces.Discrete(self.encoding.choices)
        self._starts = list(game.starts())
        self._agent = 0
        self._course = Course(game, self._starts[0])

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a game and play it up to the agent's first decision."""
        super().reset(seed=seed)
        options = options or {}
        side = options.get("side", self.side)
        check_choice("side", side, SIDES)
        for _ in range(ATTEMPTS):
            self._agent = int(self.np_random.integers(2)) if side == "either" else SIDES.index(side)
            self._course = Course(self.game, self._begin(options))
            if self._await_agent() and self._course.player == self._agent:  # else it was cut off
                return self._see(), self._info()
        raise BadRules(
            f"{self.game!r}: play ended {ATTEMPTS:,} times before the agent, playing {side}, had a move: "
            "let him be the other player, or begin elsewhere"
        )

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Make the agent's move and play up to his next decision, or to the end."""
        course = self._course
        move = self.encoding.move(course.position, int(action)) if course.player == self._agent else None
        if move is None:
            return self._refuse(action)
        course.play(move)
        goes_on = self._await_agent()
        cut = goes_on and course.plies >= self.plies
        if not goes_on:
            total = (1, -1)[self._agent] * course.total()
            reward = self.rewards[0 if total > 0 else 2 if total < 0 else 1]
        else:
            reward = self.rewards.draw if cut else 0.0
        return self._see(), float(reward), not goes_on, cut, self._info()

    def action_masks(self) -> Mask:
        """Return which numbers are moves of the agent now: [choices]."""
        return self.encoding.mask(self._course.position)

    def render(self) -> str | None:
        """Return the position as text, where `render_mode` is "ansi"."""
        return self.game.show(self._course.position) if self.render_mode == "ansi" else None

    @property
    def position(self) -> Position:
        """The position at hand."""
        return self._course.position

    def _begin(self, options: dict[str, Any]) -> Position:
        if "start" in options:
            return options["start"]
        return self._starts[int(self.np_random.integers(len(self._starts))) if len(self._starts) > 1 else 0]

    def _await_agent(self) -> bool:
        """Let the opponent move until the agent is to; return False where the game has ended."""
        course = self._course
        while moves := course.moves():
            if course.player == self._agent or course.plies >= self.plies:
                return True
            move = pick(self.opponent(course.position), self.np_random.random())
            if move not in moves:
                raise IllegalMove(
                    f"{self.game!r}: the opponent plays {move!r}, which is no move, at "
                    f"{say_position(self.game, course.position)}"
                )
            course.play(move)
        return False

    def _refuse(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Return what comes of a number that is no move."""
        if self.illegal == "error":
            raise IllegalMove(
                f"{self.game!r}: {action} is the number of no move at "
                f"{say_position(self.game, self._course.position)}: choose one of the mask"
            )
        return self._see(), float(self.rewards.loss), True, False, {**self._info(), "illegal": True}

    def _see(self) -> Observation:
        return self.encoding.see(self._course.position, self._course.player == self._agent)

    def _info(self) -> dict[str, Any]:
        mask = self.action_masks() & (self._course.player == self._agent)
        return {"action_mask": mask.astype(np.int8), "side": self._agent, "illegal": False}


def check_choice(name: str, chosen: str, known: tuple[str, ...]) -> None:
    """Raise `BadParameter` where a word is none of those that are known."""
    if chosen not in known:
        raise BadParameter(f"{name}={chosen!r} is none: take one of {', '.join(known)}")


if "zermelo/Game-v0" not in gymnasium.registry:  # where this file is run again
    gymnasium.register("zermelo/Game-v0", "zermelo.learn.environments:GameEnvironment")

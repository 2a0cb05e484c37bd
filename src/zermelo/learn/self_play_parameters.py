"""The parameters of self-play: all of them are data, so changing one compiles nothing."""

import math
from dataclasses import asdict, dataclass, replace
from typing import Any, NamedTuple

from zermelo.core.errors import BadParameter

LEAST, LARGEST = 1e-3, 1_000_000  # the least distance of rewards, and their largest size
MODELS = ("uniform", "random", "unnormalised")
TIES = ("first", "last", "random", "keep")


class OutcomeRewards(NamedTuple):
    """The agent's rewards for a game won, drawn or lost."""

    win: float = 1.0
    draw: float = 0.0
    loss: float = -1.0

    def __str__(self) -> str:
        return "/".join(f"{reward:g}" for reward in self)


DEFAULT_REWARDS = OutcomeRewards()


@dataclass(frozen=True)
class SelfPlayParameters:
    """The parameters of Algorithm 1; raises `BadParameter` for those out of their ranges.

    alpha      probability with which the model plays the move of the last policy; the rest is spread evenly
               over its other moves. 0.5 < alpha <= 1
    gamma      discount of later rewards, for each of the agent's own decisions. 0 < gamma <= 1
    rewards    of a game won, drawn and lost: win >= draw >= loss, win > loss
    model      P_0, the first model: "uniform"; "random", a probability drawn for each (position, move,
               reply) and normalised; "unnormalised", the same drawn in (0, 1) and not normalised
    ties       choice between several best moves: "first" or "last" in the game's order, "random", drawn
               once for each position, or "keep", the previous iteration's where it is one of them, else
               the first
    tolerance  moves are equally good where their worths differ by no more. So the agent does not distinguish
               rewards later than about log(tolerance) / log(gamma) of its decisions
    seed       of the random numbers
    """

    alpha: float = 0.9
    gamma: float = 0.9
    rewards: OutcomeRewards = DEFAULT_REWARDS
    model: str = "uniform"
    ties: str = "first"
    tolerance: float = 1e-12
    seed: int = 0

    def __post_init__(self) -> None:
        for name in ("alpha", "gamma", "tolerance"):  # kernels are compiled for floats alone
            object.__setattr__(self, name, _number(name, getattr(self, name)))
        object.__setattr__(self, "rewards", as_rewards(self.rewards))
        if not 0.5 < self.alpha <= 1:
            raise BadParameter(
                f"alpha={self.alpha!r} is out of range: the model has to prefer the last policy's move, "
                "and no probability is above 1: take 0.5 < alpha <= 1"
            )
        if not 0 < self.gamma <= 1:
            raise BadParameter(f"gamma={self.gamma!r} is out of range: take a discount 0 < gamma <= 1")
        win, draw, loss = self.rewards
        if not (win >= draw >= loss and win > loss):
            raise BadParameter(
                f"rewards={self.rewards} do not make a win better than a loss with a draw between: "
                "write them as win/draw/loss, for example 1/0/-1"
            )
        if win - loss < LEAST or max(map(abs, self.rewards)) > LARGEST:
            raise BadParameter(
                f"rewards={self.rewards} are too close to each other, or too large, for the arithmetic of "
                f"machine numbers: take some between -{LARGEST:,} and {LARGEST:,}"
            )
        if self.model not in MODELS:
            raise BadParameter(f"model={self.model!r} is none: take one of {', '.join(MODELS)}")
        if self.ties not in TIES:
            raise BadParameter(f"ties={self.ties!r} is no rule: take one of {', '.join(TIES)}")
        if not 0 <= self.tolerance < 1:
            raise BadParameter(f"tolerance={self.tolerance!r} is out of range: take 0 <= tolerance < 1")
        if not isinstance(self.seed, int) or not 0 <= self.seed < 1 << 63:
            raise BadParameter(f"seed={self.seed!r} is out of range: take a whole number, 0 <= seed < 2**63")

    def as_json(self) -> dict[str, Any]:
        """Return the object that `--json` prints for them."""
        return {**asdict(self), "rewards": list(self.rewards)}

    def __str__(self) -> str:
        seed = f" (seed {self.seed})" if self.model != "uniform" or self.ties == "random" else ""
        return (
            f"alpha {self.alpha:g}, gamma {self.gamma:g}, rewards {self.rewards}, P_0 {self.model}{seed}, "
            f"ties {self.ties}"
        )

    def changed(self, **fields: Any) -> "SelfPlayParameters":
        """Return the same parameters with some of them changed."""
        return replace(self, **fields)


def _number(name: str, given: Any) -> float:
    try:
        return float(given)
    except (TypeError, ValueError) as error:
        raise BadParameter(f"{name}={given!r} is no number: take for example 0.9") from error


def as_rewards(given: Any) -> OutcomeRewards:
    """Return rewards as floats; a text is parsed. Raises `BadParameter`."""
    if isinstance(given, str):
        return read_rewards(given)
    try:
        win, draw, loss = map(float, given)
    except (TypeError, ValueError) as error:
        raise BadParameter(
            f"rewards={given!r} are no three numbers: write what a win, a draw and a loss are worth, "
            "as in 1/0/-1"
        ) from error
    if not all(map(math.isfinite, (win, draw, loss))):
        raise BadParameter(f"rewards={given!r} are no numbers: write for example 1/0/-1")
    return OutcomeRewards(win, draw, loss)


def read_rewards(text: str) -> OutcomeRewards:
    """Return the rewards in a text such as "1/0/-1": of a win, a draw and a loss.

    Raises `BadParameter`.

    >>> read_rewards("1/0.5/-2")
    OutcomeRewards(win=1.0, draw=0.5, loss=-2.0)
    """
    words = text.replace(",", "/").split("/")
    try:
        win, draw, loss = map(float, words)
    except ValueError as error:
        raise BadParameter(
            f"rewards {text!r} cannot be read: write what a win, a draw and a loss are worth, as in 1/0/-1"
        ) from error
    return OutcomeRewards(win, draw, loss)

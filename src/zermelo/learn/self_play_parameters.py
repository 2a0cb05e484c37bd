"""The parameters of self-play: all of them are data, so changing one compiles nothing."""

import math
from typing import Annotated, Any, NamedTuple

from msgspec.structs import force_setattr, replace

from zermelo.core.errors import BadParameter
from zermelo.core.notation.result import Result, about

LEAST, LARGEST = 1e-3, 1_000_000  # the least distance of rewards, and their largest size
MODELS = ("uniform", "random", "unnormalised")
TIES = ("first", "last", "random", "keep")


class OutcomeRewards(NamedTuple):
    """The agent's rewards for a game won, drawn or lost.

    Parameters
    ----------
    win, draw, loss : float
        Rewards of the agent at the end of a game, 1, 0 and -1 by default.
    """

    win: float = 1.0
    draw: float = 0.0
    loss: float = -1.0

    def __str__(self) -> str:
        return "/".join(f"{reward:g}" for reward in self)

    @classmethod
    def parse(cls, text: str) -> "OutcomeRewards":
        """Return the rewards in a text: of a win, a draw and a loss.

        Parameters
        ----------
        text : str
            Three numbers, separated by `/` or `,`.

        Returns
        -------
        OutcomeRewards
            The three numbers, as floats.

        Raises
        ------
        BadParameter
            If the text is not three numbers.

        Examples
        --------
        >>> OutcomeRewards.parse("1/0.5/-2")
        OutcomeRewards(win=1.0, draw=0.5, loss=-2.0)
        """
        words = text.replace(",", "/").split("/")
        try:
            win, draw, loss = map(float, words)
        except ValueError as error:
            raise BadParameter(
                f"rewards {text!r} cannot be read: write what a win, a draw and a loss are worth, "
                "as in 1/0/-1"
            ) from error
        return cls(win, draw, loss)


DEFAULT_REWARDS = OutcomeRewards()


class SelfPlayParameters(Result, frozen=True):
    """The parameters of Algorithm 1.

    Raises
    ------
    BadParameter
        If a parameter is out of its range.

    Examples
    --------
    >>> print(SelfPlayParameters(alpha=0.6))
    alpha 0.6, gamma 0.9, rewards 1/0/-1, P_0 uniform, ties first
    """

    alpha: Annotated[
        float, about("probability with which the model plays the last policy's move, 0.5 < alpha <= 1")
    ] = 0.9
    gamma: Annotated[float, about("what a reward is worth a decision of the agent later, at most 1")] = 0.9
    rewards: Annotated[OutcomeRewards, about("of a win, a draw, a loss")] = DEFAULT_REWARDS
    model: Annotated[
        str, about("the first opponent: uniform, random, or unnormalised (random numbers as drawn)")
    ] = "uniform"
    ties: Annotated[
        str, about("the equally good move that is taken: first, last, random, or keep the one before")
    ] = "first"
    tolerance: Annotated[float, about("moves whose expected rewards differ by no more are equally good")] = (
        1e-12
    )
    seed: Annotated[int, about("of what is drawn, below 2**63")] = 0

    def __post_init__(self) -> None:
        for name in ("alpha", "gamma", "tolerance"):  # kernels are compiled for floats alone
            force_setattr(self, name, _convert_to_float(name, getattr(self, name)))
        force_setattr(self, "rewards", as_rewards(self.rewards))
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
        """Return the parameters by name, with the rewards as a list.

        Returns
        -------
        dict
            Plain data.
        """
        return {**super().as_json(), "rewards": list(self.rewards)}

    def __str__(self) -> str:
        seed = f" (seed {self.seed})" if self.model != "uniform" or self.ties == "random" else ""
        return (
            f"alpha {self.alpha:g}, gamma {self.gamma:g}, rewards {self.rewards}, P_0 {self.model}{seed}, "
            f"ties {self.ties}"
        )

    def replace(self, **fields: Any) -> "SelfPlayParameters":
        """Return a copy with some parameters changed.

        Parameters
        ----------
        **fields : Any
            New values by parameter name.

        Returns
        -------
        SelfPlayParameters
            The copy.
        """
        return replace(self, **fields)


def _convert_to_float(name: str, given: Any) -> float:
    try:
        return float(given)
    except (TypeError, ValueError) as error:
        raise BadParameter(f"{name}={given!r} is no number: take for example 0.9") from error


def as_rewards(given: Any) -> OutcomeRewards:
    """Return rewards as floats; a text is parsed. Raises `BadParameter`."""
    if isinstance(given, str):
        return OutcomeRewards.parse(given)
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

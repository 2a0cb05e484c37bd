"""The deep variant of Algorithm 1: a network learns each iteration's best response, counted exactly.

The agent learns against the model P_{k-1}, which plays the move of the last policy with probability alpha and
any other evenly. It does so in the Markov decision process of `learn.environments.gymnasium_environment`;
then the model plays what the agent has learned. An optimiser of stable-baselines3 or sb3-contrib takes the
place of policy evaluation and improvement, so an iteration's policy is only close to a best response. Its
figures are exact all the same: the network is evaluated at all positions of the game
(`learn.monotonic.network_policy`), and the policy is played against every reply.

A2C, PPO and DQN use no masks: for them a number that is no move loses the game. Maskable PPO never tries such
a number.
"""

import contextlib
import importlib
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any

import numpy as np

from zermelo.core.budget import Budget
from zermelo.core.errors import BadParameter, MissingExtra
from zermelo.core.game import Game
from zermelo.core.notation.result import Count, InJson, about
from zermelo.core.requirements import check_question
from zermelo.games.derived.with_points import keep_points_in_position
from zermelo.learn.encoding.game_encoding import GameEncoding, make_enumerated_encoding
from zermelo.learn.environments.opponent_policies import (
    Opponent,
    cached_opponent,
    noisy_policy_opponent,
    random_opponent,
    uniform_opponent,
)
from zermelo.learn.game_walk import EnumeratedGame, check_acyclic, enumerate_game
from zermelo.learn.monotonic.network_policy import (
    Choices,
    choose_preferred_moves,
    make_preference_function,
    make_table_policy,
)
from zermelo.learn.monotonic.reduced_game import ReducedGame
from zermelo.learn.monotonic.self_play_iteration import (
    LearningRun,
    SelfPlayIteration,
    check_side,
    find_best_iteration,
)
from zermelo.learn.self_play_parameters import SelfPlayParameters
from zermelo.verify.policy_certificate import Policy, count_policy_lines

MOST_POSITIONS = 1_000_000  # of a game whose policies are to be counted, by default
ROLLOUT = 2048  # decisions between two updates of PPO, its authors' value
BATCH = 64  # decisions in a step of gradient descent


class DeepSelfPlay(LearningRun, frozen=True, kw_only=True, eq=False):
    """The result of a run of the deep variant; every count is exact."""

    optimiser: Annotated[str, about("by which it learns")]
    steps: Annotated[Count, about("decisions of the agent in each iteration, at least")]
    iterations: Annotated[tuple[SelfPlayIteration, ...], about("in order")]
    learner: Any  # stable-baselines3's, after the last iteration
    walk: EnumeratedGame  # all positions of the game
    chosen: tuple[Choices, ...]  # of each iteration, the move's index at each position: [positions] int32

    @property
    def best(self) -> InJson[SelfPlayIteration]:
        """The iteration with that side's fewest lines lost, then fewest drawn; the earliest of several."""
        return find_best_iteration(self.iterations, self.side)

    @property
    def policy(self) -> Policy:
        """The policy of the best iteration."""
        return self.policy_of(self.best.number)

    @property
    def reduced(self) -> InJson[bool]:
        """Whether it saw symmetric positions as one."""
        return isinstance(self.walk.game, ReducedGame)

    @property
    def settings(self) -> str:
        """The settings of the run, in one line of text."""
        chosen = self.parameters
        reduced = f", {len(self.walk.positions):,} positions up to symmetry" if self.reduced else ""
        return (
            f"{self.optimiser}, {self.steps:,} decisions an iteration{reduced}; alpha {chosen.alpha:g}, "
            f"gamma {chosen.gamma:g}, seed {chosen.seed}"
        )

    def __str__(self) -> str:
        return "\n".join((f"{self.game!r}", self.settings, "", *self.format_table_lines(self.best, {})))

    def policy_of(self, number: int) -> Policy:
        """Return the policy of an iteration.

        Parameters
        ----------
        number : int
            Number of the iteration, from 1.

        Returns
        -------
        Policy
            A function from a position to a list of one move.

        Raises
        ------
        BadParameter
            If there is no such iteration.
        """
        if not 1 <= number <= len(self.iterations):
            raise BadParameter(f"there is no iteration {number}: take one from 1 to {len(self.iterations)}")
        policy = make_table_policy(self.walk, self.chosen[number - 1])
        return self.walk.game.lift_policy(policy) if isinstance(self.walk.game, ReducedGame) else policy


@dataclass(frozen=True)
class Optimiser:
    """A learner's module and class, and whether its decisions are divided into rollouts and batches."""

    module: str
    name: str
    settings: Mapping[str, Any] = field(default_factory=dict)
    has_batches: bool = False


# Settings that differ from the libraries' own. Their rates of learning suit longer runs: after 30,000
# decisions on tic-tac-toe maskable PPO lost value at 31% of all positions with its own, and at 15% with this
# one. DQN's settings suit millions of frames: here its target network is renewed, and its exploration ends,
# within thousands of decisions. With eight games a step yields eight decisions, so there are two updates to
# each.
FAST = {"learning_rate": 1e-3}
LOGGERS = "stable_baselines3.common.logger"
OPTIMISERS = {
    "a2c": Optimiser("stable_baselines3", "A2C"),
    "ppo": Optimiser("stable_baselines3", "PPO", FAST, has_batches=True),
    "dqn": Optimiser(
        "stable_baselines3",
        "DQN",
        {
            **FAST,
            "buffer_size": 100_000,
            "train_freq": 1,
            "gradient_steps": 2,
            "target_update_interval": 500,
            "exploration_fraction": 0.5,
        },
    ),
    "maskable_ppo": Optimiser("sb3_contrib", "MaskablePPO", FAST, has_batches=True),
}


def train(
    game: Game,
    parameters: SelfPlayParameters | None = None,
    *,
    optimiser: str = "maskable_ppo",
    steps: int = 10_000,
    iterations: int = 5,
    warm_start: bool = True,
    environments: int = 8,
    network: Sequence[int] = (64, 64),
    settings: Mapping[str, Any] | None = None,
    reduced: bool = False,
    side: str = "both",
    most: int = MOST_POSITIONS,
    budget: Budget | None = None,
) -> DeepSelfPlay:
    """Train a network by the deep variant of Algorithm 1, and count every line of its policies.

    Where moves bring points, a player who wants to win must know the points so far: such a game is played as
    `with_points(game=...)`. The same arguments give the same policies on the same machine.

    Parameters
    ----------
    game : Game
        A game of two players without dice, in which play ends.
    parameters : SelfPlayParameters, optional
        Values of alpha, gamma, rewards, seed and the model P_0: "uniform", or "random", with probabilities
        drawn once for each of its positions. Ties and tolerance do not matter to networks.
    optimiser : str
        "a2c", "ppo", "dqn" or "maskable_ppo".
    steps : int
        Decisions of the agent in each iteration; optimisers round up to whole rollouts.
    iterations : int
        Number of iterations.
    warm_start : bool
        Whether each iteration continues with the last one's network; else it begins with a new one.
    environments : int
        Games that are played side by side.
    network : sequence of int
        Neurons of each hidden layer.
    settings : mapping of str to Any, optional
        Settings of the optimiser, by its library's names, in place of ours.
    reduced : bool
        Whether the network sees symmetric positions as one, as in `learn.monotonic.reduced_game`.
    side : str
        Player by whose lost lines the best iteration is chosen: "first", "second" or "both".
    most : int
        Largest number of positions of the game.
    budget : Budget, optional
        Its listener receives the number of decisions made, and `stop` ends the run.

    Returns
    -------
    DeepSelfPlay
        Every iteration, its policy and the learner.

    Raises
    ------
    MissingExtra
        If stable-baselines3, sb3-contrib or PyTorch is not installed.
    MissingCapability
        For dice, more players, or `reduced` without symmetries.
    BadParameter
        If a parameter is out of its range.
    LoopFound
        If play can return to an earlier position.
    OutOfBudget, Cancelled
        By `most` and the budget.

    Examples
    --------
    >>> from zermelo.games import Subtraction
    >>> found = train(Subtraction(heap=2, take=(1,)), optimiser="a2c", steps=64, iterations=2)
    >>> [iteration.changed for iteration in found.iterations], found.best.second
    ([2, 0], PolicyLines(won=1, drawn=0, lost=0, longest=2))
    """
    parameters, budget = parameters or SelfPlayParameters(), budget or Budget()
    _check_training_arguments(parameters, optimiser, steps, iterations, environments)
    check_side(side)
    check_question(game, "selfplay")
    whole = keep_points_in_position(game)
    walk = enumerate_game(
        ReducedGame(game=whole) if reduced else whole, most, "policies are counted over", budget
    )
    check_acyclic(walk)
    run = _TrainingRun(walk, make_enumerated_encoding(walk), parameters, optimiser, steps, iterations, budget)
    with _isolated_random_state(), contextlib.closing(run.make_environments(environments)) as worlds:
        learner: Any = None
        for number in range(1, iterations + 1):
            if learner is None or not warm_start:
                learner = run.make_learner(worlds, number, network, settings or {})
            run.run_iteration(learner, number)
    return DeepSelfPlay(
        game=whole,
        side=side,  # type: ignore[arg-type]  # checked
        parameters=parameters,
        optimiser=optimiser,
        steps=steps,
        iterations=tuple(run.counted),
        learner=learner,
        walk=walk,
        chosen=tuple(run.chosen),
    )


@dataclass
class _TrainingRun:
    """The settings and results of one run."""

    walk: EnumeratedGame
    encoding: GameEncoding
    parameters: SelfPlayParameters
    optimiser: str
    steps: int
    iterations: int
    budget: Budget
    counted: list[SelfPlayIteration] = field(default_factory=list)
    chosen: list[Choices] = field(default_factory=list)
    games: list[Any] = field(default_factory=list)  # the environments

    @property
    def game(self) -> Game:
        """The game, with its points in its positions."""
        return self.walk.game

    def make_environments(self, count: int) -> Any:
        """Return so many environments side by side, in the libraries' form."""
        from zermelo.learn.environments.gymnasium_environment import GameEnvironment

        vectors = _import_library("stable_baselines3.common.vec_env")
        self.games = [
            GameEnvironment(self.game, rewards=self.parameters.rewards, encoding=self.encoding)
            for _ in range(count)
        ]
        return vectors.DummyVecEnv([lambda world=world: world for world in self.games])

    def make_learner(
        self, worlds: Any, number: int, network: Sequence[int], settings: Mapping[str, Any]
    ) -> Any:
        """Return a new learner."""
        kind = OPTIMISERS[self.optimiser]
        chosen = dict(kind.settings)
        if kind.has_batches:
            rows = min(ROLLOUT, self.steps) // len(self.games) // BATCH * BATCH
            chosen |= {"n_steps": max(BATCH, rows), "batch_size": BATCH}
        made = getattr(_import_library(kind.module), kind.name)(
            "MlpPolicy",
            worlds,
            gamma=self.parameters.gamma,
            seed=(self.parameters.seed + number - 1) % (1 << 32),
            device="cpu",  # for networks this small any other device is slower
            **{**chosen, "policy_kwargs": {"net_arch": list(network)}, **settings},
        )
        if not {"verbose", "tensorboard_log"} & settings.keys():  # otherwise the caller wants its log
            made.set_logger(
                _import_library(LOGGERS).Logger(None, [])
            )  # the default leaves a folder per iteration
        return made

    def run_iteration(self, learner: Any, number: int) -> None:
        """Learn against the model, evaluate the network's policy and count it."""
        opponent = cached_opponent(self._make_opponent_model())
        for world in self.games:
            world.opponent = opponent
        if getattr(learner, "replay_buffer", None) is not None:
            learner.replay_buffer.reset()  # it contains games against another opponent
        learner.learn(self.steps, callback=self._make_step_callback(learner, number))
        chosen = choose_preferred_moves(make_preference_function(learner), self.encoding, self.walk)
        before = self.chosen[-1] if self.chosen else np.full_like(chosen, -1)
        first, second = count_policy_lines(make_table_policy(self.walk, chosen), self.game, self.budget)
        changed = int((chosen != before).sum())
        self.counted.append(SelfPlayIteration(number=number, changed=changed, first=first, second=second))
        self.chosen.append(chosen)

    def _make_opponent_model(self) -> Opponent:
        """Return the opponent's model: P_0, or one that prefers the last policy's moves."""
        if self.chosen:
            return noisy_policy_opponent(
                self.game, make_table_policy(self.walk, self.chosen[-1]), self.parameters.alpha
            )
        if self.parameters.model == "random":
            return random_opponent(self.walk, self.parameters.seed)
        return uniform_opponent(self.game)

    def _make_step_callback(self, learner: Any, number: int) -> Any:
        """Return the callback for each step of the libraries, which reports to the budget."""
        done, total = (number - 1) * self.steps, self.iterations * self.steps

        def report_step(*_: Any) -> bool:
            self.budget.report("train", done + min(self.steps, learner.num_timesteps), total, "decisions")
            return True

        return report_step


def _check_training_arguments(
    parameters: SelfPlayParameters, optimiser: str, steps: int, iterations: int, environments: int
) -> None:
    if optimiser not in OPTIMISERS:
        raise BadParameter(f"optimiser={optimiser!r} is none: take one of {', '.join(OPTIMISERS)}")
    for name, number in (("steps", steps), ("iterations", iterations), ("environments", environments)):
        if number < 1:
            raise BadParameter(f"{name}={number!r} is too few: take at least 1")
    if parameters.model == "unnormalised":
        raise BadParameter(
            "model='unnormalised' is no opponent that could play, as its shares do not sum to 1: "
            "take uniform or random"
        )


def _import_library(name: str) -> Any:
    """Return a module of the extra; raises `MissingExtra` where it is not installed."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise MissingExtra(
            f'training needs {name.partition(".")[0]}, which is not installed: pip install "zermelo[learn]"'
        ) from error


@contextlib.contextmanager
def _isolated_random_state() -> Iterator[None]:
    """Isolate the caller from the libraries' changes to random generators and threads.

    The libraries seed the generators that the whole process shares. One thread is the fastest for layers this
    small, and sums them in the same order each time.
    """
    torch = _import_library("torch")
    plain, arrays, threads = random.getstate(), np.random.get_state(), torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        with torch.random.fork_rng(devices=[]):
            yield
    finally:
        torch.set_num_threads(threads)
        np.random.set_state(arrays)
        random.setstate(plain)

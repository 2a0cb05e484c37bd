"""The runs of self-play that figures and claims are made of: each is made once, its numbers alone are kept.

Games are in the encodings of the paper (`tests/made/paper_games.py`), as positions are counted and ties are
broken by them. Policies are compared by a digest of all their moves.
"""

import hashlib
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from zermelo.compiler import shared_kernel
from zermelo.core.budget import Budget
from zermelo.graph.arena import Arena
from zermelo.kernels.arena_folds import build_heights
from zermelo.learn.conditions import sufficient_condition
from zermelo.learn.mistakes import Faults, faults_of
from zermelo.learn.parameters import Parameters, Rewards
from zermelo.learn.self_play import Iteration, last_phase, limit_policy, run_self_play, self_play_arena
from zermelo.policy.choices import Choices, LineCounter
from zermelo.policy.lines import Lines
from zermelo.solvers.arena import Worth, fewest_losses, worth_of
from zermelo.work.folding import Counts, count_game

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))
from made.paper_games import PAPER_GAMES

LARGE = "ttt4"
TITLES = {
    "ttt3": "tic-tac-toe 3x3",
    "ttt4": "tic-tac-toe 4x4",
    "dom4": "domineering 4x4",
    "dom5": "domineering 5x5",
    "cram4": "cram 4x4",
    "dots": "dots and boxes, 2x2 boxes",
}
SETTINGS = ((1.0, 0.9), (1.0, 1.0), (0.9, 0.9), (0.6, 0.9), (0.6, 0.5))  # alpha and gamma
ALPHAS = tuple(round(0.52 + 0.04 * step, 2) for step in range(13))  # up to 1
GAMMAS = (0.5, 0.9, 1.0)
SEEDS = range(10)
FEW_SEEDS = range(3)  # in the large game
DRAWN = Parameters(0.6, 0.9, model="unnormalised")  # what the paper tells of its curves fits this
EARLY_DRAWS = Rewards(1, 0.5, 0)  # a draw is worth half a win, a loss nothing


@dataclass(frozen=True)
class Run:
    """What is kept of a run to its limit."""

    parameters: Parameters
    iterations: tuple[Iteration, ...]
    limit: str  # a digest of its moves at all positions
    one_pass: bool  # whether one sweep gives the same limit
    faults: Faults  # of the limit

    @property
    def losses(self) -> list[int]:
        """Lines lost on both sides after each iteration."""
        return [iteration.lost for iteration in self.iterations]

    @property
    def last(self) -> Iteration:
        return self.iterations[-1]


@dataclass(eq=False)
class Study:
    """The paper's games with all that was asked of them so far."""

    names: Sequence[str]
    tell: Callable[[str], None] = lambda _: None
    budget: Budget = field(default_factory=Budget)
    _known: dict[Any, Any] = field(default_factory=dict, repr=False)

    def _once(self, what: tuple[Any, ...], make: Callable[[], Any]) -> Any:
        if what not in self._known:
            self.tell(" ".join(str(part) for part in what))
            self._known[what] = make()
        return self._known[what]

    def arena(self, name: str) -> Arena:
        found: Arena = self._once(("arena", name), lambda: self_play_arena(PAPER_GAMES[name], self.budget))
        return found

    def worth(self, name: str) -> Worth:
        found: Worth = self._once(("worth", name), lambda: worth_of(self.arena(name), self.budget))
        return found

    def longest(self, name: str) -> int:
        """Return the plies of the longest game."""
        arena = self.arena(name)
        plies = np.empty(arena.positions, np.int32)
        for begin, end in reversed(arena.slices()):
            shared_kernel(build_heights)(arena.arrays, begin, end, plies)
        return int(plies.max())

    def run(self, name: str, parameters: Parameters) -> Run:
        """Return the run of Algorithm 1 with these parameters."""
        found: Run = self._once((name, parameters), lambda: self._run(name, parameters))
        return found

    def _run(self, name: str, parameters: Parameters) -> Run:
        arena = self.arena(name)
        run = run_self_play(arena, parameters, budget=self.budget)
        assert run.converged
        at_once = limit_policy(arena, parameters, budget=self.budget)
        return Run(
            parameters,
            run.iterations,
            digest(run.last_policy),
            digest(at_once) == digest(run.last_policy),
            faults_of(run.last_policy, self.worth(name)),
        )

    def set_runs(self, name: str) -> list[Run]:
        """Return the runs from a uniform P_0, one for each of `SETTINGS`."""
        return [self.run(name, Parameters(alpha, gamma)) for alpha, gamma in SETTINGS]

    def drawn_runs(self, name: str) -> list[Run]:
        """Return runs from models that were drawn, for several seeds."""
        return [self.run(name, parameters) for parameters in drawn_parameters(name)]

    def all_runs(self) -> Iterator[tuple[str, Run]]:
        """Yield every run with the name of its game."""
        for name in self.names:
            yield from ((name, run) for run in self.runs_of(name))

    def runs_of(self, name: str) -> list[Run]:
        """Return every run of a game, those from a uniform P_0 first."""
        return [*self.set_runs(name), *self.drawn_runs(name)]

    def limit_lines(self, name: str, parameters: Parameters) -> tuple[Lines, Lines]:
        """Return the lines of the limit, found by one sweep, as first and as second player."""

        def count() -> tuple[Lines, Lines]:
            return self._counter(name).count(limit_policy(self.arena(name), parameters))

        found: tuple[Lines, Lines] = self._once(("limit", name, parameters), count)
        return found

    def phases(self, name: str, alpha: float, gamma: float) -> tuple[int, int]:
        """Return the lines lost after a last phase at alpha = 1, and after alpha = 1 from the beginning."""

        def both() -> tuple[int, int]:
            first = run_self_play(self.arena(name), Parameters(alpha, gamma), budget=self.budget)
            return last_phase(first).last.lost, self.run(name, Parameters(1.0, gamma)).last.lost

        found: tuple[int, int] = self._once(("last phase", name, alpha, gamma), both)
        return found

    def least(self, name: str) -> tuple[Lines, Lines]:
        """Return the lines of the policy with the fewest losses of all."""

        def count() -> tuple[Lines, Lines]:
            return self._counter(name).count(fewest_losses(self.arena(name), self.budget))

        found: tuple[Lines, Lines] = self._once(("fewest losses", name), count)
        return found

    def counts(self, name: str) -> Counts:
        """Return how many positions, complete games and nodes of the game's tree there are."""
        found: Counts = self._once(("counts", name), lambda: count_game(PAPER_GAMES[name], self.budget))
        return found

    def games(self, name: str) -> int:
        """Return how many lines of play there are at all."""
        return self.counts(name).games

    def least_alpha(self, name: str, gamma: float = 1.0) -> float | None:
        """Return the alpha above which the limit gives away no value for sure."""
        found: float | None = self._once(
            ("condition", name, gamma),
            lambda: sufficient_condition(self.arena(name), Parameters(gamma=gamma)).least_alpha,
        )
        return found

    def _counter(self, name: str) -> LineCounter:
        found: LineCounter = self._once(("counter", name), lambda: LineCounter(self.arena(name), self.budget))
        return found

    @cached_property
    def has_large(self) -> bool:
        """Whether 4x4 tic-tac-toe is among the games."""
        return LARGE in self.names


def quick_names() -> tuple[str, ...]:
    """Return the games without the large one."""
    return tuple(name for name in TITLES if name != LARGE)


def drawn_parameters(name: str) -> Iterator[Parameters]:
    """Yield the parameters of the runs whose P_0 is drawn."""
    if name == LARGE:
        yield from (Parameters(0.6, 0.9, model="unnormalised", seed=seed) for seed in FEW_SEEDS)
        yield Parameters(0.6, 0.9, model="random")
        return
    for alpha in (0.6, 0.9):
        for model in ("random", "unnormalised"):
            seeds = FEW_SEEDS if name == "dom5" else SEEDS
            yield from (Parameters(alpha, 0.9, model=model, seed=seed) for seed in seeds)


def digest(policy: Choices) -> str:
    """Return what tells a policy from another at any position."""
    return hashlib.sha256(policy.moves.tobytes()).hexdigest()


def most_losses(arena: Arena) -> Lines:
    """Return the lines of the policy that loses the most of all as the first player, the first of such.

    In ordinary Python, for small games.
    """
    mine: list[Lines] = [Lines(0, 0, 0)] * arena.positions  # where the policy's player is to move
    theirs = list(mine)
    for number in range(arena.positions - 1, -1, -1):
        begin, end = arena.bounds[number : number + 2]
        if begin == end:
            value = int(arena.ends[number])
            mine[number] = Lines(int(value > 0), int(value == 0), int(value < 0))
            theirs[number] = Lines(int(value < 0), int(value == 0), int(value > 0))
            continue
        children = [(int(child) >> 1, int(child) & 1) for child in arena.children[begin:end]]
        mine[number] = max((mine[to] if stays else theirs[to] for to, stays in children), key=_lost)
        answers = [theirs[to] if stays else mine[to] for to, stays in children]
        theirs[number] = Lines(*(sum(each) for each in zip(*answers, strict=True)))
    return mine[arena.starts[0]]


def _lost(lines: Lines) -> int:
    return lines.lost

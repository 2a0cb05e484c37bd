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

from zermelo.compiler.kernel_binders import shared_kernel
from zermelo.core.budget import Budget
from zermelo.learn.evaluation.policy_mistakes import PolicyMistakes, count_mistakes
from zermelo.learn.monotonic.model_improvement import (
    limit_policy,
    make_self_play_arena,
    run_self_play,
)
from zermelo.learn.monotonic.perfect_limit import find_sufficient_condition
from zermelo.learn.monotonic.self_play_iteration import SelfPlayIteration
from zermelo.learn.self_play_parameters import OutcomeRewards, SelfPlayParameters
from zermelo.solution.arena.arena_policies import ChosenMoves, LineCounter
from zermelo.solution.arena.arena_values import ArenaValues, fewest_losses_policy, solve_arena
from zermelo.solution.arena.position_arena import Arena
from zermelo.solution.kernels.arena_evaluation import build_compute_heights
from zermelo.solver.methods.tree_counts import Counts
from zermelo.solver.runs.graph_folds import count_positions_games_and_nodes
from zermelo.verify.line_counts import LineCounts

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
DRAWN = SelfPlayParameters(0.6, 0.9, model="unnormalised")  # what the paper tells of its curves fits this
EARLY_DRAWS = OutcomeRewards(1, 0.5, 0)  # a draw is worth half a win, a loss nothing


@dataclass(frozen=True)
class Run:
    """What is kept of a run to its limit."""

    parameters: SelfPlayParameters
    iterations: tuple[SelfPlayIteration, ...]
    limit: str  # a digest of its moves at all positions
    one_pass: bool  # whether one sweep gives the same limit
    faults: PolicyMistakes  # of the limit

    @property
    def losses(self) -> list[int]:
        """Lines lost on both sides after each iteration."""
        return [iteration.lost for iteration in self.iterations]

    @property
    def last(self) -> SelfPlayIteration:
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
        found: Arena = self._once(
            ("arena", name), lambda: make_self_play_arena(PAPER_GAMES[name], self.budget)
        )
        return found

    def worth(self, name: str) -> ArenaValues:
        found: ArenaValues = self._once(("worth", name), lambda: solve_arena(self.arena(name), self.budget))
        return found

    def longest(self, name: str) -> int:
        """Return the plies of the longest game."""
        arena = self.arena(name)
        plies = np.empty(arena.positions, np.int32)
        for begin, end in reversed(arena.list_slices()):
            shared_kernel(build_compute_heights)(arena.arrays, begin, end, plies)
        return int(plies.max())

    def run(self, name: str, parameters: SelfPlayParameters) -> Run:
        """Return the run of Algorithm 1 with these parameters."""
        found: Run = self._once((name, parameters), lambda: self._run(name, parameters))
        return found

    def _run(self, name: str, parameters: SelfPlayParameters) -> Run:
        arena = self.arena(name)
        run = run_self_play(arena, parameters, budget=self.budget)
        assert run.converged
        at_once = limit_policy(arena, parameters, budget=self.budget)
        return Run(
            parameters,
            run.iterations,
            digest(run.last_policy),
            digest(at_once) == digest(run.last_policy),
            count_mistakes(run.last_policy, self.worth(name)),
        )

    def set_runs(self, name: str) -> list[Run]:
        """Return the runs from a uniform P_0, one for each of `SETTINGS`."""
        return [self.run(name, SelfPlayParameters(alpha, gamma)) for alpha, gamma in SETTINGS]

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

    def limit_lines(self, name: str, parameters: SelfPlayParameters) -> tuple[LineCounts, LineCounts]:
        """Return the lines of the limit, found by one sweep, as first and as second player."""

        def count() -> tuple[LineCounts, LineCounts]:
            return self._counter(name).count_lines(limit_policy(self.arena(name), parameters))

        found: tuple[LineCounts, LineCounts] = self._once(("limit", name, parameters), count)
        return found

    def phases(self, name: str, alpha: float, gamma: float) -> tuple[int, int]:
        """Return the lines lost after a last phase at alpha = 1, and after alpha = 1 from the beginning."""

        def both() -> tuple[int, int]:
            first = run_self_play(self.arena(name), SelfPlayParameters(alpha, gamma), budget=self.budget)
            return first.run_last_phase().last.lost, self.run(name, SelfPlayParameters(1.0, gamma)).last.lost

        found: tuple[int, int] = self._once(("last phase", name, alpha, gamma), both)
        return found

    def least(self, name: str) -> tuple[LineCounts, LineCounts]:
        """Return the lines of the policy with the fewest losses of all."""

        def count() -> tuple[LineCounts, LineCounts]:
            return self._counter(name).count_lines(fewest_losses_policy(self.arena(name), self.budget))

        found: tuple[LineCounts, LineCounts] = self._once(("fewest losses", name), count)
        return found

    def counts(self, name: str) -> Counts:
        """Return how many positions, complete games and nodes of the game's tree there are."""
        found: Counts = self._once(
            ("counts", name), lambda: count_positions_games_and_nodes(PAPER_GAMES[name], self.budget)
        )
        return found

    def games(self, name: str) -> int:
        """Return how many lines of play there are at all."""
        return self.counts(name).games

    def least_alpha(self, name: str, gamma: float = 1.0) -> float | None:
        """Return the alpha above which the limit gives away no value for sure."""
        found: float | None = self._once(
            ("condition", name, gamma),
            lambda: find_sufficient_condition(self.arena(name), SelfPlayParameters(gamma=gamma)).least_alpha,
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


def drawn_parameters(name: str) -> Iterator[SelfPlayParameters]:
    """Yield the parameters of the runs whose P_0 is drawn."""
    if name == LARGE:
        yield from (SelfPlayParameters(0.6, 0.9, model="unnormalised", seed=seed) for seed in FEW_SEEDS)
        yield SelfPlayParameters(0.6, 0.9, model="random")
        return
    for alpha in (0.6, 0.9):
        for model in ("random", "unnormalised"):
            seeds = FEW_SEEDS if name == "dom5" else SEEDS
            yield from (SelfPlayParameters(alpha, 0.9, model=model, seed=seed) for seed in seeds)


def digest(policy: ChosenMoves) -> str:
    """Return what tells a policy from another at any position."""
    return hashlib.sha256(policy.moves.tobytes()).hexdigest()


def most_losses(arena: Arena) -> LineCounts:
    """Return the lines of the policy that loses the most of all as the first player, the first of such.

    In ordinary Python, for small games.
    """
    mine: list[LineCounts] = [LineCounts(0, 0, 0)] * arena.positions  # where the policy's player is to move
    theirs = list(mine)
    for number in range(arena.positions - 1, -1, -1):
        begin, end = arena.bounds[number : number + 2]
        if begin == end:
            value = int(arena.ends[number])
            mine[number] = LineCounts(int(value > 0), int(value == 0), int(value < 0))
            theirs[number] = LineCounts(int(value < 0), int(value == 0), int(value > 0))
            continue
        children = [(int(child) >> 1, int(child) & 1) for child in arena.children[begin:end]]
        mine[number] = max((mine[to] if stays else theirs[to] for to, stays in children), key=_lost)
        answers = [theirs[to] if stays else mine[to] for to, stays in children]
        theirs[number] = LineCounts(*(sum(each) for each in zip(*answers, strict=True)))
    return mine[arena.starts[0]]


def _lost(lines: LineCounts) -> int:
    return lines.lost

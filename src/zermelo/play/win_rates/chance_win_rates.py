"""Results of perfect, erring and random players in games with dice, exactly, and how much of them is luck.

The result of a pair of players is an expectation over the whole graph of the game; each position counts
twice, as the first and as the second player may be its mover. The variance of the result is the sum, over
the positions that play visits, of the variance that one throw or one choice adds (increments of a martingale
are uncorrelated). The part of the throws is the luck of the dice; the rest are choices at random.
"""

from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from zermelo.compiler.kernels.chance_graph_kernels import CHANCE, DECISION, END
from zermelo.compiler.lazy_kernels import LazyKernels
from zermelo.core.budget import Budget
from zermelo.core.errors import OutOfBudget
from zermelo.core.game import Game
from zermelo.core.values import ROUNDING
from zermelo.solver.graph.chance_graph import ChanceGraph, build_chance_graph
from zermelo.solver.methods.value_iteration import solve_values_of_chance_graph, sort_components
from zermelo.solver.runs.solve_game import choose_program
from zermelo.solver.storage.array_store import ArrayStore

MOST_EDGES: Final = 1_000_000  # about a minute
MOST_SWEEPS: Final = 20_000
DIFFERENT: Final = 1e-9  # values of moves that differ by more are different
CLOSE: Final = 1e-12  # change in a sweep, relative to the largest result, below which sweeps end

Floats = npt.NDArray[np.float64]


class PairResult(NamedTuple):
    """The result of two kinds of player: expected value for the first, plies, and variances of the value."""

    value: float
    plies: float
    variance_by_dice: float
    variance_by_choices: float

    @property
    def luck(self) -> float | None:
        """The share of the variance that dice cause; None where the result does not vary."""
        variance = self.variance_by_dice + self.variance_by_choices
        return self.variance_by_dice / variance if variance > CLOSE else None


class ChanceFigures(NamedTuple):
    """Figures of a game with dice: results by pairs of kinds of player, and of its choices."""

    pairs: dict[tuple[str, str], PairResult]
    positions: int
    decisions: int  # positions with two moves or more
    matters: int  # of these, with moves of different values
    mean_moves: float  # of positions with a move
    mean_loss: float  # expected, of a random move where there is a choice
    is_decisive: bool  # whether play ends with a win or a loss


def compute_chance_figures(game: Game, error_rate: float, budget: Budget) -> ChanceFigures:
    """Return the figures of a game with dice. Raises `OutOfBudget` where its graph is too large."""
    budget.measure_base()
    with ArrayStore(budget) as array_store, array_store.reserve(0) as reservation:
        graph = build_chance_graph(game, choose_program(game), budget, reservation, MOST_EDGES)
        edges = _Edges(graph, solve_values_of_chance_graph(game, graph, budget).values, budget)
        policies = {kind: edges.make_policy(rate) for kind, rate in _error_rates(error_rate).items()}
        pairs = {
            (first, second): edges.evaluate_pair(one, other)
            for first, one in policies.items()
            for second, other in policies.items()
        }
        return ChanceFigures(pairs, **edges.summarize_choices(), is_decisive=graph.is_decisive)


def _error_rates(error_rate: float) -> dict[str, float]:
    """Return how often each kind of player makes any move; else a best one."""
    return {"perfect": 0.0, "erring": error_rate, "random": 1.0}


class _Edges:
    """The edges of a graph, in two roles: the first half of the states has the first player as its mover.

    States are numbered so that those of one level are neighbours, and lead to their own or lower levels.
    """

    def __init__(self, graph: ChanceGraph, values: Floats, budget: Budget) -> None:
        heads, kinds, ends, children, weights = (np.asarray(each) for each in graph.arrays)
        count, widths = len(kinds), np.diff(heads)
        sources = np.repeat(np.arange(count), widths)
        is_flipped = children < 0
        children = np.where(is_flipped, ~children, children)
        levels = _find_levels(sources, children, heads, _find_component_numbers(graph, budget))
        order = np.argsort(np.tile(levels, 2), kind="stable")
        state = np.empty(2 * count, np.int64)
        state[order] = np.arange(2 * count)
        self.kinds, self.widths = np.tile(kinds, 2)[order], np.tile(widths, 2)[order]
        self.values = np.concatenate([values, -values])[order]  # to the first player
        self.ends = np.where(self.kinds == END, np.concatenate([ends, -ends])[order], 0.0)
        self.start = int(state[graph.starts[0]])
        self.is_first = (order < count).astype(np.bool_)
        twice = np.concatenate([sources, sources + count])
        towards = np.concatenate([children + count * is_flipped, children + count * ~is_flipped])
        by_state = np.argsort(state[twice], kind="stable")
        self.sources, self.targets = state[twice][by_state], state[towards][by_state]
        self.is_choice = self.kinds[self.sources] == DECISION
        self.weights = np.tile(weights, 2)[by_state]
        sign = np.where(self.is_first[self.sources], 1.0, -1.0)
        sign = np.where(self.is_first[self.sources], 1.0, -1.0)
        self.gains = np.where(self.is_choice, self.weights * sign, 0.0)
        after = self.gains + self.values[self.targets]
        self.loss = np.where(self.is_choice, sign * (self.values[self.sources] - after), 0.0)
        bounds = np.searchsorted(np.tile(levels, 2)[order], np.arange(levels.max() + 2))
        edges = np.searchsorted(self.sources, bounds)
        self.levels = list(zip(bounds, bounds[1:], edges, edges[1:], strict=False))

    def make_policy(self, error_rate: float) -> Floats:
        """Return the probability of each edge: any move with `error_rate`, else one of the best."""
        scale = max(1.0, float(np.abs(self.values).max(initial=0.0)))
        best = self.is_choice & (self.loss <= ROUNDING * scale)
        counts = np.bincount(self.sources[best], minlength=len(self.kinds))[self.sources]
        perfect = np.where(best, 1 / np.maximum(counts, 1), 0.0)
        anything = 1 / self.widths[self.sources]
        return np.where(self.is_choice, (1 - error_rate) * perfect + error_rate * anything, self.weights)

    def evaluate_pair(self, first: Floats, second: Floats) -> PairResult:
        """Return the result of two policies."""
        chances = np.where(self.is_first[self.sources], first, second)
        states = len(self.kinds)
        value = self._expect(chances)
        visits = self._count_visits(chances)
        after = self.gains + value[self.targets]
        squares = np.bincount(self.sources, chances * after**2, states)
        added = visits * (squares - np.bincount(self.sources, chances * after, states) ** 2)
        return PairResult(
            float(value[self.start]),
            float(visits[self.kinds == DECISION].sum()),
            max(0.0, float(added[self.kinds == CHANCE].sum())),
            max(0.0, float(added[self.kinds == DECISION].sum())),
        )

    def _expect(self, chances: Floats) -> Floats:
        """Return the expected result of each state, for the first player."""
        value: Floats = self.ends + np.bincount(self.sources, chances * self.gains, len(self.kinds))
        for begin, end, first, last in self.levels:
            sources, targets = self.sources[first:last] - begin, self.targets[first:last]
            part, fixed = chances[first:last], value[begin:end].copy()
            for _ in range(MOST_SWEEPS):
                following = fixed + np.bincount(sources, part * value[targets], end - begin)
                change = np.abs(following - value[begin:end]).max(initial=0.0)
                value[begin:end] = following
                if change <= CLOSE * max(1.0, np.abs(following).max(initial=0.0)):
                    break
            else:
                raise _too_slow_error()
        return value

    def _count_visits(self, chances: Floats) -> Floats:
        """Return how often each state is visited, as an expectation."""
        visits = np.zeros(len(self.kinds))
        visits[self.start] = 1.0
        for begin, end, first, last in reversed(self.levels):
            sources, targets = self.sources[first:last], self.targets[first:last]
            part, stays = chances[first:last], (targets >= begin) & (targets < end)
            inner, outer = np.flatnonzero(stays), np.flatnonzero(~stays)
            now: Any = visits[begin:end].copy()
            for _ in range(MOST_SWEEPS):
                now = np.bincount(
                    targets[inner] - begin, part[inner] * now[sources[inner] - begin], end - begin
                )
                visits[begin:end] += now
                if now.sum() <= CLOSE:
                    break
            else:
                raise _too_slow_error()
            visits += np.bincount(targets[outer], part[outer] * visits[sources[outer]], len(self.kinds))
        return visits

    def summarize_choices(self) -> dict[str, Any]:
        """Return how many choices there are, how often they matter, and what a random one loses."""
        decides = self.is_first & (self.kinds == DECISION)
        has_choice = decides & (self.widths > 1)
        worst = np.zeros(len(self.kinds))
        np.maximum.at(worst, self.sources, self.loss)
        mean = np.bincount(self.sources, self.loss, len(self.kinds)) / np.maximum(self.widths, 1)
        return {
            "positions": len(self.kinds) // 2,
            "decisions": int(has_choice.sum()),
            "matters": int((worst[has_choice] > DIFFERENT).sum()),
            "mean_moves": float(self.widths[decides].mean()) if decides.any() else 0.0,
            "mean_loss": float(mean[has_choice].mean()) if has_choice.any() else 0.0,
        }


def _find_component_numbers(graph: ChanceGraph, budget: Budget) -> npt.NDArray[np.int64]:
    """Return the number of each position's strongly connected component."""
    order, bounds = sort_components(graph, LazyKernels(), budget)
    numbers = np.empty(len(order), np.int64)
    numbers[order] = np.repeat(np.arange(len(bounds) - 1), np.diff(bounds))
    return numbers


def _find_levels(sources: Any, children: Any, heads: Any, components: Any) -> npt.NDArray[np.int64]:
    """Return the level of each position: one more than the highest of other components that it leads to."""
    levels = np.zeros(len(components), np.int64)
    if not len(children):
        return levels
    higher = (components[sources] != components[children]).astype(np.int64)
    has_edges = np.flatnonzero(np.diff(heads))
    while True:
        following = levels.copy()
        following[has_edges] = np.maximum.reduceat(levels[children] + higher, heads[has_edges])
        if np.array_equal(following, levels):
            return levels
        levels = following


def _too_slow_error() -> OutOfBudget:
    return OutOfBudget(
        f"play between these players has not settled after {MOST_SWEEPS:,} plies: take a smaller game"
    )

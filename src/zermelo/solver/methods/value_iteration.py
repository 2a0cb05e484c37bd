"""Values of games of chance: expectations of what best play brings the mover.

Each position is solved once its children are known: backward induction. Where dice allow cycles, the
positions of a cycle are solved together by value iteration, from both sides. One table begins too low,
another too high, and neither passes the value on its way to it (Shapley, *Stochastic Games*, 1953; from both
sides: Haddad and Monmege, *Interval iteration for MDPs and IMDPs*, 2018). Sweeps continue until nothing
moves, so the result does not depend on the order of places (see `compiler.kernels.chance_graph_kernels`).
Half the remaining distance is a bound of the error, not an estimate. The rounding of 64-bit numbers, some
1e-16 a ply, is added to it.

The two tables meet where play surely ends, whatever is played. Where the players can play for ever they may
stop apart, and nearly every table between them then satisfies the equations of value. Endless play is a draw,
worth 0, which decides. The lower table is raised to what the mover can secure by stopping where it is best or
never, were all throws the worst ones; the upper one is lowered likewise. Sweeps and this step alternate (in
the manner of Kretinsky, Meggendorfer and Weininger, *Stopping criteria for value iteration on stochastic
games with quantitative objectives*, 2023).

* Neither table passes the value: the mover stays until stopping is best, then plays what the table promises.
* Both reach it. Suppose neither step moves a lower table f, and let the opponent only make moves that keep f.
  Take the positions with f < 0 in which the mover can keep such play for ever, whatever is thrown. If there
  were any, then among those with the least f all throws stay, and the opponent leaves only for larger f: the
  step would raise them. So from f < 0 the opponent leads play, within n plies and with a positive
  probability, to f >= 0 or to an end. The mean of f never grows, and almost surely play that never ends
  returns to f >= 0. So the mover expects no more than f. The upper table is that with all signs changed.
"""

from functools import cached_property
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from zermelo.compiler.guards.error_reports import describe_position, raise_status_error
from zermelo.compiler.kernels import DONE
from zermelo.compiler.kernels.chance_graph_kernels import (
    LOOP,
    build_find_components_kernel,
    build_narrow_bounds_kernel,
    build_narrow_endless_bounds_kernel,
    build_settle_components_kernel,
)
from zermelo.compiler.lazy_kernels import LazyKernels
from zermelo.core.budget import Budget
from zermelo.core.errors import LoopFound
from zermelo.core.game_kind import ByKind
from zermelo.core.values import LARGEST_VALUE
from zermelo.solver.graph.chance_graph import ChanceGraph

SWEEPS = 64  # through a loop between two reports
MOST_SWEEPS = 1 << 20  # then bounds are taken as they are, if they are
WIDE_APART = 1e-6  # how much wider than what it leads out to a loop's bounds may stay
GRAIN = 1 << 14  # components between two reports
LET_END = "let the rules end play"  # what to do about endless play
IN_ONE_PROCESS = f"solve it in one process, with memory for its whole graph, {LET_END}"


Bounds = npt.NDArray[np.float64]


class Expectations(NamedTuple):
    """Every place's value, how far it may be from the true one, and whether dice loop.

    `is_endless`: some values are what they are because endless play is worth 0.
    """

    values: Bounds
    error_bound: float
    has_loops: bool
    is_endless: bool = False


def solve_values_of_chance_graph(
    game: Any,
    graph: ChanceGraph,
    budget: Budget,
    gradual: LazyKernels | None = None,
    *,
    remedy: str | None = None,
) -> Expectations:
    """Return the values of all places of `graph`.

    `gradual` says when machine code is worth while: dice that loop take many sweeps through few positions.
    Raises `BadRules` where moves of a cycle bring points, and `LoopFound` where the bounds have not met after
    many sweeps. With a `remedy` for its text, endless play that decides a value raises it too.
    """
    solver = _Solver(game, graph, budget, gradual or LazyKernels(), remedy)
    has_loops = solver.settle_all_bounds()
    low, high = solver.low, solver.high
    return Expectations((low + high) / 2, float((high - low).max()) / 2, has_loops, solver.is_endless)


def compute_bounds_by_value_iteration(
    game: Any, graph: ChanceGraph, budget: Budget, gradual: LazyKernels, known: Any = None
) -> tuple[Bounds, Bounds, bool]:
    """Return (low, high, whether dice loop): the bounds of all places of the graph.

    `known` [2, n] are those of the last places, where there are some of the kind KNOWN. Raises `LoopFound`
    where endless play decides a value.
    """
    solver = _Solver(game, graph, budget, gradual, IN_ONE_PROCESS)
    if known is not None:
        first = len(solver.low) - known.shape[1]
        solver.low[first:], solver.high[first:] = known
    has_loops = solver.settle_all_bounds()
    return solver.low, solver.high, has_loops


def sort_components(graph: ChanceGraph, gradual: LazyKernels, budget: Budget) -> tuple[Any, Any]:
    """Return (order, bounds) of a graph's components, the last ones first.

    See `compiler.kernels.chance_graph_kernels`.
    """
    heads, _, _, children, _ = graph.arrays
    places = len(heads) - 1
    order, bounds = np.empty(places, np.int32), np.empty(places + 1, np.int64)
    work = (*np.empty((5, places), np.int32), np.empty(places, np.int64))
    budget.report("order", 0, places)
    find_components = gradual.kernel(build_find_components_kernel, places + len(children))
    count = find_components(heads, children, order, bounds, work)
    return order, bounds[: count + 1]


def fill_endless_bounds(
    graph: ChanceGraph,
    members: Any,
    table: tuple[Bounds, Bounds],
    endless: Bounds,
    gradual: LazyKernels,
    budget: Budget,
) -> None:
    """Write `endless` [2, n] of the members from the bounds of `table`, (low, high); it is NaN elsewhere.

    See `compiler.kernels.chance_graph_kernels.build_narrow_endless_bounds_kernel`.
    """
    low, high = table
    heads = graph.arrays[0]
    endless[0, members], endless[1, members] = np.maximum(low[members], 0), np.minimum(high[members], 0)
    moved = True
    while moved:
        stay = gradual.kernel(build_narrow_endless_bounds_kernel, _count_steps(heads, members))
        moved = stay(graph.arrays, members, low, high, (endless[0], endless[1]), SWEEPS)
        budget.report("narrow", 0)


def _count_steps(heads: Any, members: Any) -> int:
    """Return the steps of `SWEEPS` sweeps through places."""
    return SWEEPS * int((1 + heads[members + 1] - heads[members]).sum())


def find_largest_possible_value(game: Any) -> float:
    """Return what no value of a game's positions passes, infinity where points come on the way."""
    return max(UNBOUNDED.choose(game), float(LARGEST_VALUE) if game.scored else 1.0)


UNBOUNDED: Final = ByKind("bound of values beside those of ends", 0.0, dice_gains=np.inf, gains=np.inf)


class _Solver:
    """The bounds, while they are being brought together."""

    def __init__(
        self,
        game: Any,
        graph: ChanceGraph,
        budget: Budget,
        gradual: LazyKernels,
        remedy: str | None,
    ) -> None:
        self.game, self.graph, self.budget, self.gradual = game, graph, budget, gradual
        self.remedy, self.is_endless = remedy, False
        self.steps = len(graph.positions) + len(graph.arrays[3])  # of going through it once
        self.top = max(
            find_largest_possible_value(game), float(np.abs(graph.arrays[2]).max())
        )  # unchecked so far
        self.low = np.full(len(graph.positions), np.nan)
        self.high = np.full(len(graph.positions), np.nan)

    def settle_all_bounds(self) -> bool:
        """Find the bounds of all places; return whether dice loop."""
        order, bounds = sort_components(self.graph, self.gradual, self.budget)
        settle = self.gradual.kernel(build_settle_components_kernel, self.steps)
        component, count, has_loops = 0, len(bounds) - 1, False
        table = self.low, self.high
        while component < count:
            end = min(count, component + GRAIN)
            component, status, spread, most = settle(
                self.graph.arrays, order, bounds, component, end, table, self.top
            )
            if status == LOOP:
                self._narrow_loop(order[bounds[component] : bounds[component + 1]], spread, most)
                component, has_loops = component + 1, True
            elif status != DONE:
                raise_status_error(self.game, self.graph.position_at(order[bounds[component]]), status)
            else:
                self.budget.report("solve", int(bounds[component]), len(order))
        return has_loops

    def _narrow_loop(self, members: Any, spread: float, most: float) -> None:
        """Bring the bounds of a loop together, which leads out to values of at most `most`."""
        enough = spread + WIDE_APART * max(1.0, most)
        width = self._sweep_until_stable(members)
        if width > enough and most < self.top:  # where players can go on for ever more is known by that alone
            self.low[members], self.high[members] = -most, most
            width = self._sweep_until_stable(members)
        if width > enough and self.remedy is None:
            width, self.is_endless = self._sweep_with_endless_play(members), True
        if width > enough:
            widest = members[np.argmax(self.high[members] - self.low[members])]
            raise make_endless_play_error(
                self.game,
                self.graph.position_at(widest),
                self.low[widest],
                self.high[widest],
                self.remedy or LET_END,
            )

    def _sweep_until_stable(self, members: Any) -> float:
        """Go through a loop until nothing moves; return how wide its widest bounds are."""
        steps, width = _count_steps(self.graph.arrays[0], members), np.inf
        for done in range(0, MOST_SWEEPS, SWEEPS):
            narrow = self.gradual.kernel(build_narrow_bounds_kernel, steps)
            width, moved = narrow(self.graph.arrays, members, self.low, self.high, SWEEPS, self.top)
            if not moved:
                break
            self.budget.report("narrow", done)
        return width

    def _sweep_with_endless_play(self, members: Any) -> float:
        """Do the same, given that endless play is worth 0; begin where nothing moves without that."""
        steps, moved = _count_steps(self.graph.arrays[0], members), False
        for done in range(0, MOST_SWEEPS, SWEEPS):
            is_raised = self._take_endless_bounds(members)
            if not (is_raised or moved):
                break
            narrow = self.gradual.kernel(build_narrow_bounds_kernel, steps)
            _, moved = narrow(self.graph.arrays, members, self.low, self.high, SWEEPS, self.top)
            self.budget.report("narrow", done)
        return float((self.high[members] - self.low[members]).max())

    def _take_endless_bounds(self, members: Any) -> bool:
        """Replace a loop's bounds by those of endless play; return whether any are closer."""
        table = self.low, self.high
        fill_endless_bounds(self.graph, members, table, self.endless, self.gradual, self.budget)
        low, high = self.endless[:, members]
        moved = bool((low > self.low[members]).any() or (high < self.high[members]).any())
        self.low[members], self.high[members] = low, high
        self.endless[:, members] = np.nan
        return moved

    @cached_property
    def endless(self) -> Bounds:
        """[2, n]: NaN, but for the members of a loop while they are looked at."""
        return np.full((2, len(self.low)), np.nan)


def make_endless_play_error(game: Any, position: Any, low: float, high: float, remedy: str) -> LoopFound:
    """Return the error for a position whose bounds do not come together, and what to do about it."""
    return LoopFound(
        f"{game!r}: its players, not its dice, may go on for ever at position "
        f"{describe_position(game, position)} "
        f"(the value is between {low:.6g} and {high:.6g}): "
        f"{remedy}, or have every cycle lead through a throw that may leave it"
    )

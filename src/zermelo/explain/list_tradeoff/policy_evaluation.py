"""The value of a list of rules that may go wrong: win, draw and loss rates, against random and perfect play.

The list's player chooses uniformly among the moves that the list allows; where no rule fires, among all
moves. The list is evaluated against two opponents:

    random    makes any move, each with the same probability
    perfect   knows the list, and minimises its expectation, games won less games lost

A list falls *short* when it ends with less than the start is worth to it. It then loses where the start is
drawn, or does not win where the start is won. How often it falls short is a probability, against an opponent
who maximises that probability. It is 0 exactly if a list is right. The expectation does not show this: a list
that wins as often as it loses has the expectation of a draw. A side that is lost from the start cannot fall
short.

Expectations are computed in doubles, by backward induction over all positions that can occur. Ends are won,
drawn or lost: points are not counted.

Where play may cycle, play that never ends is a draw. Positions that lead to each other are priced together,
by bounds from below and from above that close in on their values (see `explain.kernels.policy_loops`). The
distance that is left between the bounds is reported. The perfect opponent may then cycle for ever, which is
worth 0 to the opponent as well. Of all ways to play that minimise the expectation, the opponent takes one by
which the list loses most often. One such way always replies alike at a position. Values no more than
`EVEN_ROUND` apart count as the same. A list falls short of a win as often as the opponent can prevent the
win, by cycling as well. So a list that wins with probability 1 does not fall short, though some line may
cycle. Whether it never falls short is read off the graph, not off a small number: see
`PolicyEvaluation.round_shortfall`.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt

from zermelo.compiler.kernels.chance_graph_kernels import build_find_components_kernel
from zermelo.core.budget import Budget
from zermelo.core.notation.result import Proportion, Result, about
from zermelo.explain.kernels.policy_evaluation_kernel import (
    COLUMNS,
    build_evaluate_acyclic_policy,
    build_evaluate_policy,
    build_list_reachable_nodes,
    build_policy_graph,
)
from zermelo.explain.kernels.policy_loops import LoopGroups, LoopWorkspace, PolicyGraph
from zermelo.explain.list_search.rule_pool import RulePool
from zermelo.explain.rule_lists.game_decisions import Bools, Decisions
from zermelo.solution.arena.position_arena import check_memory_for

DIGITS = 12  # after the point, where play ends
DIGITS_ROUND = 9  # where play may cycle
EVEN = 1e-12  # expectations no further apart are the same: sums of doubles stray by less
EVEN_ROUND = 1e-9  # where play may cycle
CLOSE = 1e-11  # how near the bounds of a loop come to each other
PASSES = 1000  # kernels are called for every list that is tried
SIDE_NAMES = ("first", "second")  # of sides 0 and 1
Rates = npt.NDArray[np.float64]


class OutcomeProbabilities(Result, frozen=True):
    """How likely each outcome is; together 1."""

    won: Annotated[Proportion, about("won")]
    drawn: Annotated[Proportion, about("drawn")]
    lost: Annotated[Proportion, about("lost")]

    @property
    def as_tuple(self) -> tuple[float, float, float]:
        """The three, in this order."""
        return self.won, self.drawn, self.lost


def complete_outcome_probabilities(won: float, lost: float, digits: int = DIGITS) -> OutcomeProbabilities:
    """Return the odds of which two are known, to so many digits: sums of doubles stray by less than 12."""
    return OutcomeProbabilities(*(round(each, digits) + 0.0 for each in (won, abs(1 - won - lost), lost)))


def average_outcome_probabilities(each: Sequence[OutcomeProbabilities]) -> OutcomeProbabilities:
    """Return the mean of several odds."""
    return complete_outcome_probabilities(
        sum(one.won for one in each) / len(each), sum(one.lost for one in each) / len(each)
    )


class _EvaluationArrays:
    """Arrays for the evaluation of a list, and for its loops where there are any.

    See `explain.kernels.policy_loops`.
    """

    def __init__(self, nodes: int, moves: int, has_cycles: bool) -> None:
        self.rates: Rates = np.zeros((nodes, COLUMNS))
        self.errors: Rates = np.zeros(nodes)
        self._play_list = np.zeros(nodes + 1, np.int64), np.empty(moves, np.int32)
        self._components = (
            np.empty(nodes, np.int32),
            np.empty(nodes + 1, np.int64),
            _allocate_component_work_arrays(nodes),
        )
        if not has_cycles:
            nodes = moves = 0
        self.loop = LoopGroups(
            np.zeros(nodes + 1, np.int64), np.empty(moves, np.int32), *np.zeros((6, nodes))
        )
        numbers, labels, groups, order = np.full((4, nodes), -1, np.int32)
        self.workspace = LoopWorkspace(
            numbers,
            labels,
            groups,
            order,
            np.zeros(nodes + 1, np.int64),
            np.zeros(nodes, np.int8),
            np.zeros(nodes),
            np.zeros(nodes),
            np.zeros(nodes + 1, np.int64),
            np.empty(moves, np.int32),
            _allocate_component_work_arrays(nodes),
        )

    def make_policy_graph(self, own: npt.NDArray[np.int8], ends: npt.NDArray[np.int8]) -> PolicyGraph:
        """Return what is to be written of some nodes."""
        heads, children = self._play_list
        return PolicyGraph(heads[: len(own) + 1], children, own, ends)

    def make_component_arrays(self, nodes: int) -> tuple[Any, Any, Any]:
        """Return what `find_components` writes of so many nodes."""
        order, bounds, work = self._components
        return order[:nodes], bounds[: nodes + 1], tuple(each[:nodes] for each in work)


def _allocate_component_work_arrays(nodes: int) -> tuple[Any, ...]:
    """Return what `find_components` works with."""
    return (*np.empty((5, nodes), np.int32), np.empty(nodes, np.int64))


class PolicyEvaluation:
    """Prices lists of one game, over what can come about when both players make any moves."""

    def __init__(self, decisions: Decisions, sides: Sequence[int], budget: Budget | None = None) -> None:
        self.decisions, self.sides, self.budget = decisions, tuple(sides), budget or Budget()
        self.roots = {side: self._find_start_nodes(side) for side in self.sides}
        self.has_cycles = decisions.arena.has_cycles
        self.digits = DIGITS_ROUND if self.has_cycles else DIGITS
        self.tolerances = (CLOSE, EVEN_ROUND if self.has_cycles else EVEN)
        self.steps = 0  # how many edges were looked at for the last list
        check_memory_for(
            budget, 16 * COLUMNS * decisions.arena.positions, "what a list is worth at all positions"
        )
        self.rates: Rates = np.zeros((2 * decisions.arena.positions, COLUMNS))

    def _find_start_nodes(self, side: int) -> npt.NDArray[np.int64]:
        """Return the starts of a side as nodes, as many as there are."""
        places = self.decisions.classes[list(self.decisions.arena.starts)].astype(np.int64)
        return np.asarray(2 * places + (side == 0))

    @cached_property
    def reachable_nodes(self) -> npt.NDArray[np.int32]:
        """[nodes] int32: what can come about as one of the sides, ascending."""
        roots = np.concatenate([np.empty(0, np.int64), *self.roots.values()])
        return np.sort(self._find_reached_nodes(self.all_moves_mask, roots)[0])

    def _find_reached_nodes(
        self, allowed: Bools, roots: npt.NDArray[np.int64]
    ) -> tuple[npt.NDArray[np.int32], int, int]:
        """Return the nodes that a list comes to from some, how many it decides, and at how many wrongly."""
        seen = np.zeros(2 * self.decisions.arena.positions, np.uint8)
        queue, begun = np.empty(len(seen), np.int32), np.unique(roots)
        seen[begun], queue[: len(begun)] = 1, begun
        made, decisions, wrong = self._reach_kernel(
            self.decisions.kernel_arrays, allowed, queue, len(begun), seen
        )
        return queue[:made].copy(), int(decisions), int(wrong)

    @cached_property
    def all_moves_mask(self) -> Bools:
        """[moves] bool: all of them."""
        return np.ones(len(self.decisions.arena.children), np.bool_)

    @cached_property
    def decision_places(self) -> npt.NDArray[np.int64]:
        """The classes at which a list may be asked, ascending."""
        own = self.reachable_nodes[self.reachable_nodes & 1 == 1] >> 1
        bounds = self.decisions.arena.bounds
        return np.unique(own[bounds[own] < bounds[own + 1]]).astype(np.int64)

    @cached_property
    def moves_per_evaluation(self) -> int:
        """How many moves are visited to price one list; where play may cycle, the count without rules."""
        if self.has_cycles:
            self.evaluate_allowed_moves(self.all_moves_mask)
            return self.steps
        return self._move_count + len(self.reachable_nodes)

    @cached_property
    def _move_count(self) -> int:
        return int(np.diff(self.decisions.arena.bounds)[self.reachable_nodes >> 1].sum())

    @cached_property
    def _node_indexes(self) -> npt.NDArray[np.int32]:
        """[nodes of the game]: which of the nodes that are priced each is; of others it says nothing."""
        return np.full(2 * self.decisions.arena.positions, -1, np.int32)

    @cached_property
    def _result_arrays(self) -> _EvaluationArrays:
        return _EvaluationArrays(len(self.reachable_nodes), self._move_count, self.has_cycles)

    @cached_property
    def _acyclic_node_order(self) -> tuple[Any, Any]:
        """Where play ends: every node after what its moves lead to, whatever a list allows."""
        return self._order_components_for_evaluation(
            self._build_list_policy_graph(self.all_moves_mask, self.reachable_nodes)
        )

    def _order_components_for_evaluation(self, play: PolicyGraph) -> tuple[Any, Any]:
        """Return the order of what leads to each other, and where each part of it begins."""
        order, bounds, work = self._result_arrays.make_component_arrays(len(play.own))
        count = self._components_kernel(play.heads, play.children, order, bounds, work)
        return order, bounds[: count + 1]

    def _build_list_policy_graph(self, allowed: Bools, nodes: npt.NDArray[np.int32]) -> PolicyGraph:
        """Return what a list lets come about at some nodes, all that it comes to from them among them."""
        self._node_indexes[nodes] = np.arange(len(nodes), dtype=np.int32)
        own = (nodes & 1).astype(np.int8)
        ends = np.sign(self.decisions.values[nodes >> 1]).astype(np.int8)
        play = self._result_arrays.make_policy_graph(own, np.where(own == 1, ends, -ends).astype(np.int8))
        self._restrict_kernel(self.decisions.kernel_arrays, allowed, nodes, self._node_indexes, play)
        return play

    @cached_property
    def _reach_kernel(self) -> Any:
        return self.decisions.compile_kernel(build_list_reachable_nodes, PASSES)

    @cached_property
    def _restrict_kernel(self) -> Any:
        return self.decisions.compile_kernel(build_policy_graph, PASSES)

    @cached_property
    def _components_kernel(self) -> Any:
        return self.decisions.compile_kernel(build_find_components_kernel, PASSES)

    @cached_property
    def _evaluate_kernel(self) -> Any:
        return self.decisions.compile_kernel(
            build_evaluate_policy if self.has_cycles else build_evaluate_acyclic_policy, PASSES
        )

    def evaluate_allowed_moves(self, allowed: Bools, nodes: npt.NDArray[np.int32] | None = None) -> Rates:
        """Return [nodes of the game, COLUMNS].

        See `explain.kernels.policy_evaluation_kernel`; the next call overwrites it.

        It is written at `nodes`, among which is all that the list comes to from them; at all that can come
        about if none are given.
        """
        order = None if self.has_cycles else self._acyclic_node_order
        asked = self.reachable_nodes if nodes is None else nodes
        play = self._build_list_policy_graph(allowed, asked)
        parts = self._order_components_for_evaluation(play) if order is None else order
        rates, errors = self._result_arrays.rates[: len(asked)], self._result_arrays.errors[: len(asked)]
        steps = self._evaluate_kernel(
            play,
            parts,
            rates,
            errors,
            self._result_arrays.loop,
            self._result_arrays.workspace,
            self.tolerances,
        )
        self.steps = int(steps)
        self.rates[asked] = rates
        return self.rates

    def _evaluate_from_starts(self, allowed: Bools) -> Rates:
        """Return what `price` does, as far as the list comes about from the starts."""
        if not self.has_cycles:  # in the order that is known
            return self.evaluate_allowed_moves(allowed)
        roots = np.concatenate(list(self.roots.values()))
        return self.evaluate_allowed_moves(allowed, self._find_reached_nodes(allowed, roots)[0])

    def bound_rate_error(self, side: int) -> float:
        """Return how far the rates of a side's starts may be from what they are, of the last list priced."""
        return float(self._result_arrays.errors[self._node_indexes[self.roots[side]]].max())

    def score_allowed_moves(self, allowed: Bools) -> tuple[float, float, float]:
        """Return how often a list falls short, as less than 0, and what it is expected to get.

        The first is the sum over its sides; the others are means, against the perfect opponent, the random.
        """
        rates = self._evaluate_from_starts(allowed)
        at = [rates[roots].mean(axis=0) for roots in self.roots.values()]
        random, perfect = (
            sum(float(each[column] - each[column + 1]) for each in at) / len(at) for column in (0, 2)
        )
        short = sum((0.0, *(self._compute_shortfall(rates, side) or 0.0 for side in self.sides)))
        return -self.round_shortfall(short) + 0.0, round(perfect, self.digits), round(random, self.digits)

    def round_shortfall(self, share: float) -> float:
        """Return a share that falls short, rounded to so many digits, and 0 only where it is 0.

        The share is 0 exactly if nothing that falls short can come about. A loop is worth 0 if all that it
        leads out to is worth 0. It never is if it leads to more, by whatever chance.
        """
        return max(round(share, self.digits), 10.0**-self.digits) if share > 0 else 0.0

    def _compute_shortfall(self, rates: Rates, side: int) -> float | None:
        """Return how often a list falls short as a side, the mean of its starts; None where all are lost."""
        roots = self.roots[side]
        demands = np.sign(self.decisions.values[roots >> 1]) * (1 if side == 0 else -1)
        short = np.where(demands > 0, rates[roots, 5], rates[roots, 4])[demands >= 0]
        return float(short.mean()) if len(short) else None

    @property
    def winnable_side_count(self) -> int:
        """How many sides are not lost from the start: `worth` sums how often these fall short."""
        nothing = np.zeros_like(self.rates)
        return sum(self._compute_shortfall(nothing, side) is not None for side in self.sides)

    @property
    def may_list_cycle(self) -> bool:
        """Whether a list may cycle where it has to win; a list that wins with probability 1 may do so."""
        return self.has_cycles and self.decisions.find_highest_demand(self.sides) > 0

    def compute_outcome_probabilities(
        self, allowed: Bools, side: int
    ) -> tuple[OutcomeProbabilities, OutcomeProbabilities, float | None]:
        """Return a side's outcomes: against a random and a perfect opponent, and how often it falls short."""
        rates = self._evaluate_from_starts(allowed)
        random_won, random_lost, won, lost = rates[self.roots[side]].mean(axis=0)[:4].tolist()
        short = self._compute_shortfall(rates, side)
        at_random, perfect = (
            complete_outcome_probabilities(random_won, random_lost, self.digits),
            complete_outcome_probabilities(won, lost, self.digits),
        )
        return at_random, perfect, None if short is None else self.round_shortfall(short)

    def count_decisions_and_errors(self, allowed: Bools, side: int) -> tuple[int, int]:
        """Return how many decisions a list comes to as a side, and at how many it gives away an outcome.

        Symmetric positions are one.
        """
        return self._find_reached_nodes(allowed, self.roots[side])[1:]


class ListColumns:
    """Lists of a pool's rules as what they allow; where none fires, any move.

    `workspace` is [moves] bool of the arena, all true beyond the pool's decisions.
    """

    def __init__(self, pool: RulePool, room: Bools) -> None:
        self.pool, self.workspace = pool, room.copy()
        self.widths = np.diff(pool.bounds)

    def expand_columns_to_moves(self, columns: Bools) -> Bools:
        """Return [moves of the arena]: columns at their places; it is overwritten by the next call."""
        self.workspace[self.pool.edges] = columns
        return self.workspace

    def mark_columns_allowed_by_list(self, chosen: Sequence[int]) -> Bools:
        """Return [columns]: what a list allows."""
        columns, opened = np.zeros(len(self.pool.edges), np.bool_), np.ones(len(self.pool.places), np.bool_)
        for rule in chosen:
            columns |= self.pool.mark_moves_allowed_by_rule(rule) & np.repeat(opened, self.widths)
            opened &= ~self.pool.mark_decisions_where_rule_fires(rule)
        return np.asarray(columns | np.repeat(opened, self.widths))

    def mark_undecided_decisions(self, chosen: Sequence[int]) -> Bools:
        """Return [decisions]: where none of some rules fires."""
        opened = np.ones(len(self.pool.places), np.bool_)
        for rule in chosen:
            opened &= ~self.pool.mark_decisions_where_rule_fires(rule)
        return opened

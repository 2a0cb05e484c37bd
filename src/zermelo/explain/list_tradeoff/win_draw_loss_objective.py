"""Lists by win, draw and loss: how often they fall short, and what they get against random and perfect play.

Two opponents:

    random    makes any move, each with the same probability
    perfect   knows the list, and minimises its expectation, games won less games lost

A list falls *short* when it ends with less than the start is worth to it. It then loses where the start is
drawn, or does not win where the start is won. How often it falls short is a probability, against an opponent
who maximises that probability. It is 0 exactly if a list is right. The expectation does not show this: a list
that wins as often as it loses has the expectation of a draw. A side that is lost from the start cannot fall
short. Ends are won, drawn or lost: points are not counted. Lists are compared by

    how often they fall short; of both sides, the sum
    what they are expected to get against the perfect opponent, and then the random one; of both, the mean
    how few literals they have

Where play may cycle, play that never ends is a draw. The perfect opponent may then cycle for ever, which is
worth 0 to the opponent as well. Of all ways to play that minimise the expectation, the opponent takes one by
which the list loses most often. One such way always replies alike at a position. Values no more than
`EVEN_ROUND` apart count as the same. A list falls short of a win as often as the opponent can prevent the
win, by cycling as well. So a list that wins with probability 1 does not fall short, though some line may
cycle. Whether it never falls short is read off the graph, not off a small number: see `round_shortfall`.

The least length of a perfect list is found by a SAT solver that refutes all shorter ones, and its proof is
checked. The solver knows lines of play, and not their probabilities. Where a win is to be kept, it refutes a
list with a line that cycles, though the list may win with probability 1.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from zermelo.core.budget import Budget
from zermelo.core.game import Game
from zermelo.explain.kernels.policy_loops import CHOSEN, DRAWN
from zermelo.explain.kernels.policy_walks import NEVER, build_walk_reachable_nodes
from zermelo.explain.list_search.rule_pool import RulePool
from zermelo.explain.list_search.sat_list_search import find_shortest_list
from zermelo.explain.list_search.unsat_proof import refute_lists
from zermelo.explain.list_tradeoff.exchange_search import ChosenRules, FoundLists, TradeoffRequest
from zermelo.explain.list_tradeoff.game_graph import Rates, make_graph_of_decisions
from zermelo.explain.list_tradeoff.policy_evaluation import (
    SIDE_NAMES,
    FollowedList,
    Nodes,
    PolicyEvaluation,
)
from zermelo.explain.list_tradeoff.win_draw_loss_tradeoff import (
    OutcomeProbabilities,
    WinDrawLoss,
    WinDrawLossPoint,
    WinDrawLossTradeoff,
    complete_outcome_probabilities,
)
from zermelo.explain.rule_lists.game_decisions import NOTHING, Bools, Decisions, build_decisions
from zermelo.explain.rule_lists.list_certificate import BySide, extract_line_outcome_counts
from zermelo.explain.rule_lists.rule_list import RuleList
from zermelo.verify.policy_certificate import certify_side

DIGITS: Final = 12  # after the point, where play ends
DIGITS_ROUND: Final = 9  # where play may cycle
EVEN: Final = 1e-12  # expectations no further apart are the same: sums of doubles stray by less
EVEN_ROUND: Final = 1e-9  # where play may cycle
NEAR: Final = (1e-11, 0.0)  # how near the bounds of a loop come to each other


class WinDrawLossObjective(PolicyEvaluation):
    """Evaluates lists of a game that is won, drawn or lost, over what can come about by any moves."""

    report = "certify"

    def __init__(self, decisions: Decisions, sides: Sequence[int], budget: Budget | None = None) -> None:
        super().__init__(make_graph_of_decisions(decisions), sides, budget)
        self.lost, self.won = (self.ends > 0).astype(float), (self.ends < 0).astype(float)
        self.not_won = np.repeat(np.diff(decisions.arena.bounds) == 0, 2) - self.won
        self.worst = self.lost - self.won
        self.demands = {  # what each start is worth to a side: 1, 0 or -1
            side: (np.sign(decisions.values[roots >> 1]) * (1 if side == 0 else -1)).tolist()
            for side, roots in self.roots.items()
        }
        self.digits = DIGITS_ROUND if self.has_cycles else DIGITS
        self.even = EVEN_ROUND if self.has_cycles else EVEN
        self._errors: Rates = np.zeros(0)

    @classmethod
    def of_game(cls, game: Game, sides: Sequence[int], budget: Budget) -> "WinDrawLossObjective":
        """Return the objective for a game, solved."""
        return cls(build_decisions(game, budget), sides, budget)

    def list_nodes(self) -> Nodes:
        """Return what can come about as one of the sides, ascending."""
        roots = np.concatenate([np.empty(0, np.int64), *self.roots.values()])
        return np.sort(self._find_reached_nodes(self.all_moves_mask, roots))

    def _find_reached_nodes(self, allowed: Bools, roots: npt.NDArray[np.int64]) -> Nodes:
        """Return the nodes that a list comes to from some, the nearest first."""
        came = np.full(len(self.node_kinds), NEVER, np.int32)
        queue, bad = np.empty((2, len(came)), np.int32)
        asked = np.array([NOTHING], np.int64), False, allowed
        walk = self.compile_kernel(build_walk_reachable_nodes)
        made, _ = walk(self.decisions.kernel_arrays, asked, np.unique(roots), came, queue, bad)
        return queue[:made]

    @cached_property
    def decision_places(self) -> npt.NDArray[np.int64]:
        """The classes at which a list may be asked, ascending."""
        return self._select_decisions(self.nodes)

    def _select_decisions(self, nodes: Nodes) -> npt.NDArray[np.int64]:
        """Return the classes of those nodes at which the list's player decides, ascending."""
        return np.unique(nodes[self.node_kinds[nodes] == DRAWN] >> 1).astype(np.int64)

    @cached_property
    def moves_per_evaluation(self) -> int:
        """How many moves are visited to price one list; where play may cycle, the count without rules."""
        if self.has_cycles:
            self.steps = 0
            self.compute_rates(self.follow_list(self.all_moves_mask))
            return self.steps
        return len(self._edge_arrays[1]) + len(self.nodes)

    def _follow_from_starts(self, allowed: Bools) -> FollowedList:
        """Return what a list lets come about, where play may cycle only as far as it does from the starts."""
        if not self.has_cycles:  # in the order that is known
            return self.follow_list(allowed)
        roots = np.concatenate(list(self.roots.values()))
        return self.follow_list(allowed, nodes=self._find_reached_nodes(allowed, roots))

    def _compute_column(self, followed: FollowedList, ends: Rates, endless: float = 0.0) -> Rates:
        """Return what the opponent gets, [nodes followed]; how far it may be off is added to the errors."""
        low, high = self.compute_bounds(followed, ends, NEAR, endless=endless)
        if low is high:
            return low
        self._errors = np.maximum(self._errors, (high - low) / 2)
        return (low + high) / 2

    def _compute_not_won(self, followed: FollowedList) -> Rates:
        """Return how often the list does not win, against who makes the most of that."""
        return self._compute_column(followed, self.not_won, endless=1.0)

    def compute_rates(self, followed: FollowedList) -> Rates:
        """Return [nodes followed, 6]: how often a list wins and loses, by opponent.

        Won and lost against an opponent who makes any move, each as likely as the others; then won and lost
        against one who knows the list and makes the least of its expectation, won - lost, and of the replies
        that do one by which it loses most often; then lost against one who makes the most of that, and not
        won against one who makes the most of that. What never ends is neither won nor lost.
        """
        self._errors = np.zeros(len(followed.nodes))
        at_random = followed.draw_replies()
        worst = self._compute_column(followed, self.worst)
        columns = [
            self._compute_column(at_random, self.won),
            self._compute_column(at_random, self.lost),
            worst,
            self._compute_column(self._keep_best_replies(followed, worst), self.lost),
            self._compute_column(followed, self.lost),
            self._compute_not_won(followed),
        ]
        columns[2] = np.clip(columns[3] - worst, 0.0, 1.0 - columns[3])
        return np.stack(columns, axis=1)

    def _keep_best_replies(self, followed: FollowedList, worst: Rates) -> FollowedList:
        """Return what comes about if the opponent only makes replies that bring the most."""
        graph = followed.graph
        widths = np.diff(graph.heads)
        children = graph.children[: graph.heads[-1]]
        parents = np.repeat(np.arange(len(widths)), widths)
        kept = (graph.kinds[parents] != CHOSEN) | (worst[children] >= worst[parents] - self.even)
        heads = np.concatenate(([0], np.cumsum(np.bincount(parents[kept], minlength=len(widths)))))
        best = graph._replace(heads=heads, children=children[kept])
        components = self._sort_nodes(best) if self.has_cycles else followed.components
        return FollowedList(followed.nodes, best, components)

    def bound_rate_error(self, side: int) -> float:
        """Return how far the rates of a side's starts may be from what they are, of the last list."""
        return float(self._errors[self._node_indexes[self.roots[side]]].max())

    def score_allowed_moves(self, allowed: Bools) -> tuple[float, float, float]:
        """Return how often a list falls short, as less than 0, and what it is expected to get.

        The first is the sum over its sides; the others are means, against the perfect opponent, the random.
        """
        followed = self._follow_from_starts(allowed)
        self._errors = np.zeros(len(followed.nodes))
        perfect, random = (
            -sum(float(column[self._node_indexes[roots]].mean()) for roots in self.roots.values())
            / len(self.sides)
            for column in (
                self._compute_column(play, self.worst) for play in (followed, followed.draw_replies())
            )
        )
        demands = {demand for side in self.sides for demand in self.demands[side]}
        columns = {0: self._compute_column(followed, self.lost)} if 0 in demands else {}
        columns |= {1: self._compute_not_won(followed)} if 1 in demands else {}
        short = sum((0.0, *(self._find_shortfall(side, columns) or 0.0 for side in self.sides)))
        return -self.round_shortfall(short) + 0.0, round(perfect, self.digits), round(random, self.digits)

    def round_shortfall(self, share: float) -> float:
        """Return a share that falls short, rounded to so many digits, and 0 only where it is 0.

        The share is 0 exactly if nothing that falls short can come about. A loop is worth 0 if all that it
        leads out to is worth 0. It never is if it leads to more, by whatever chance.
        """
        return max(round(share, self.digits), 10.0**-self.digits) if share > 0 else 0.0

    def _find_shortfall(self, side: int, columns: Mapping[int, Rates]) -> float | None:
        """Return how often a list falls short as a side, the mean of its starts; None where all are lost.

        `columns` are by what a start is worth: how often the list loses at 0, and does not win at 1.
        """
        indexes = self._node_indexes[self.roots[side]].tolist()
        pairs = zip(self.demands[side], indexes, strict=True)
        shares = [columns[demand][index] for demand, index in pairs if demand >= 0]
        return float(sum(shares) / len(shares)) if shares else None

    @property
    def winnable_side_count(self) -> int:
        """How many sides are not lost from the start: scores sum how often these fall short."""
        return sum(max(self.demands[side]) >= 0 for side in self.sides)

    @property
    def may_list_cycle(self) -> bool:
        """Whether a list may cycle where it has to win; a list that wins with probability 1 may do so."""
        return self.has_cycles and self.decisions.find_highest_demand(self.sides) > 0

    def compute_outcome_probabilities(
        self, allowed: Bools, side: int
    ) -> tuple[OutcomeProbabilities, OutcomeProbabilities, float | None]:
        """Return a side's outcomes: against a random and a perfect opponent, and how often it falls short."""
        rates = self.compute_rates(self._follow_from_starts(allowed))
        won_at_random, lost_at_random, won, lost = rates[self._node_indexes[self.roots[side]], :4].mean(
            axis=0
        )
        short = self._find_shortfall(side, {0: rates[:, 4], 1: rates[:, 5]})
        return (
            complete_outcome_probabilities(float(won_at_random), float(lost_at_random), self.digits),
            complete_outcome_probabilities(float(won), float(lost), self.digits),
            None if short is None else self.round_shortfall(short),
        )

    def count_decisions_and_errors(self, allowed: Bools, side: int) -> tuple[int, int]:
        """Return how many decisions a list comes to as a side, and at how many it gives away an outcome.

        Symmetric positions are one.
        """
        places = self._select_decisions(self._find_reached_nodes(allowed, self.roots[side]))
        bounds, kept, values = self.decisions.arena.bounds, self.decisions.kept, self.decisions.values
        outcomes = np.repeat(np.sign(values), np.diff(bounds))
        wrong = np.concatenate(([0], np.cumsum(allowed & (np.sign(kept) < outcomes))))
        return len(places), int((wrong[bounds[places + 1]] > wrong[bounds[places]]).sum())

    # The best lists.

    def search_lists(self, request: TradeoffRequest) -> FoundLists:
        """Return the best lists found; the last one is perfect where the words of the game allow it."""
        known, least = None, 0
        for words in request.stages:
            pool = request.make_pool(words)
            if request.within:
                break
            known, least = self._find_shortest_perfect_list(pool, request)
            if known is not None:
                break
        search = request.make_search(pool, request.within * self.winnable_side_count)
        return FoundLists(search, search.find_best_lists(request.most, known), words, least)

    def _find_shortest_perfect_list(
        self, pool: RulePool, request: TradeoffRequest
    ) -> tuple[ChosenRules | None, int]:
        """Return a shortest perfect list, if one is found, and how many rules any has at least, as is proven.

        Asked are lists that end in "any move": one of k rules that is not counted has k + 1.
        """
        found = find_shortest_list(
            self.decisions,
            pool,
            request.side,
            most=request.most + 1,
            fewest_literals=False,
            ends_in_any=True,
            budget=self.budget,
        )
        least = found.refuted[-1].levels if found.refuted else 0
        if least:
            refute_lists(found.refuted[-1].clauses, f"{least} rules")
        if found.rules is None:
            return None, least
        chosen = [number for number in found.numbers if number is not None]
        return tuple(chosen[: chosen.index(0)]), least

    def make_point(self, allowed: Bools, most: int, rules: RuleList) -> WinDrawLossPoint:
        """Return a list with all that is known of it."""
        sides = {}
        for each in self.sides:
            random, perfect, short = self.compute_outcome_probabilities(allowed, each)
            lines = certify_side(rules, self.decisions.game, each == 0, budget=self.budget)
            decisions, wrong = self.count_decisions_and_errors(allowed, each)
            sides[SIDE_NAMES[each]] = WinDrawLoss(
                random=random,
                perfect=perfect,
                short=short,
                decisions=decisions,
                wrong=wrong,
                can_lose=lines.can_lose,
                lines=extract_line_outcome_counts(lines),
                error=self.bound_rate_error(each),
                can_cycle=lines.has_endless_line,
            )
        return WinDrawLossPoint(most=most, rules=rules, sides=BySide(**sides))

    def make_tradeoff(self, found: FoundLists, **known: Any) -> WinDrawLossTradeoff:
        """Return the lists with what is known of them."""
        perfect, last = found.search.score_list(found.chosen[-1]).kept == 0, known["lists"][-1]
        cycles = any(
            each.can_cycle and self.decisions.find_highest_demand((SIDE_NAMES.index(name),)) > 0
            for name, each in last.sides.items()
        )
        return WinDrawLossTradeoff(
            **known,
            perfect=perfect,
            least=found.least,
            may_cycle=self.may_list_cycle,
            ends=not (perfect and cycles),
        )

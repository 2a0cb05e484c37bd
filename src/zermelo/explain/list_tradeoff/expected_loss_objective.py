"""Lists by what they are expected to bring, where dice are thrown, or where points come on the way.

A list is evaluated against

    perfect    one who knows the list, and makes the least of its expectation
    best play  one who makes each of the moves that are best against anybody with the same probability
    random     one who makes any move, each with the same probability
    itself     one who plays by the same list

What a list *costs* is how much more the start is worth than the list is expected to get against the perfect
opponent: nobody can make it cost more. Lists are compared by what they cost from the start, the mean of both
sides, and then by how few literals they have. Where dice are thrown rules say which move, and from which
number on (`threshold_pool`).
"""

from collections.abc import Sequence
from functools import cached_property
from typing import Any, Final

import numpy as np

from zermelo.core.budget import Budget
from zermelo.core.game import Game
from zermelo.explain.list_tradeoff.exchange_search import FoundLists, TradeoffRequest
from zermelo.explain.list_tradeoff.expected_loss_tradeoff import (
    ExpectedLoss,
    ExpectedLossPoint,
    ExpectedLossTradeoff,
)
from zermelo.explain.list_tradeoff.game_graph import Rates, make_expectation_graph
from zermelo.explain.list_tradeoff.policy_evaluation import SIDE_NAMES, PolicyEvaluation
from zermelo.explain.rule_lists.game_decisions import Bools
from zermelo.explain.rule_lists.list_certificate import BySide
from zermelo.explain.rule_lists.payoff_decisions import WITHIN
from zermelo.explain.rule_lists.rule_list import RuleList

QUICK: Final = (0.0, 1e-7)  # how far a sweep may still go while lists are compared
CLOSE: Final = (0.0, 1e-15)  # how far a sweep may go at last
DIGITS: Final = 12  # after the point, of what is reported
DIGITS_QUICK: Final = 9  # of what lists are compared by
SWEEPS: Final = 30  # through a loop, about


class ExpectedLossObjective(PolicyEvaluation):
    """Evaluates lists of one game by their expectations, over all that play can reach by any moves."""

    report = "price"
    exhaustive = True

    @classmethod
    def of_game(cls, game: Game, sides: Sequence[int], budget: Budget) -> "ExpectedLossObjective":
        """Return the objective for a game, solved."""
        return cls(make_expectation_graph(game, budget), sides, budget)

    @property
    def moves_per_evaluation(self) -> int:
        """How many moves are gone through to price one list."""
        return 2 * (SWEEPS if self.has_loops else 1) * len(self.graph[2])

    def compute_start_value(self, side: int) -> float:
        """Return what the start is worth to a side, the mean of several."""
        return float((self.game_graph.values[self.roots[side] >> 1] * (1 if side == 0 else -1)).mean())

    @cached_property
    def best_moves_mask(self) -> Bools:
        """[moves] bool: those that give away nothing."""
        return np.asarray(self.game_graph.move_losses <= WITHIN)

    def compute_expectations(self, allowed: Bools, replies: Bools | None = None) -> tuple[Rates, float]:
        """Return [2 * positions], what a list brings at every node, and how far from it that may be.

        `replies` [moves] bool are the opponent's moves; if there are none, the opponent plays perfectly.
        """
        followed = self.follow_list(allowed, replies)
        followed = followed if replies is None else followed.draw_replies()
        low, high = self.compute_bounds(followed, self.ends, CLOSE)
        return self._spread(-(low + high) / 2), float((high - low).max(initial=0)) / 2

    def _spread(self, table: Rates) -> Rates:
        """Return [2 * positions] of what is known of the nodes followed, which are all."""
        spread = np.empty(len(table))
        spread[self.nodes] = table
        return spread

    @cached_property
    def _best_expectations(self) -> Rates:
        """[nodes]: what best play brings the opponent; no list lets the perfect one have less."""
        values = self.game_graph.values
        return np.stack((values, -values), axis=1).ravel()[self.nodes]

    def score_allowed_moves(self, allowed: Bools) -> tuple[float, float, float]:
        """Return what a list costs at the start, as less than 0; the mean of its sides."""
        followed = self.follow_list(allowed)
        table, _ = self.compute_bounds(followed, self.ends, QUICK, begun=self._best_expectations)
        got = sum(
            -float(table[self._node_indexes[self.roots[side]]].mean()) - self.compute_start_value(side)
            for side in self.sides
        )
        return min(0.0, round(got / len(self.sides), DIGITS_QUICK)) + 0.0, 0.0, 0.0

    def compute_expectations_and_visits(
        self, allowed: Bools, replies: Bools | None = None
    ) -> tuple[Rates, Rates]:
        """Return what a list brings against the perfect opponent at nodes, and how often each is visited.

        Play begins as each of the sides. The opponent is the perfect one, or makes `replies`.
        """
        followed = self.follow_list(allowed)
        table, _ = self.compute_bounds(followed, self.ends, QUICK, begun=self._best_expectations)
        if replies is not None:
            followed = self.follow_list(allowed, replies).draw_replies()
        return self._spread(-table), self._spread(self.count_visits(followed, table))

    def compute_move_values(self, table: Rates) -> Rates:
        """Return [moves]: what each leads to, made by the list's player, if `table` holds after it."""
        _, _, towards, weights = self.graph
        moves = self.game_graph.moves
        return np.asarray(table[towards[moves] ^ 1] + weights[moves])

    # The best lists.

    def search_lists(self, request: TradeoffRequest) -> FoundLists:
        """Return the best lists found, of the words in which the last one costs least."""
        searches: list[FoundLists] = []
        for words in request.stages:
            search = request.make_search(request.make_pool(words), request.within * self._unit)
            chosen = search.find_best_lists(request.most, None)
            enough, length = search.is_list_good_enough(chosen[-1]), len(chosen[-1])
            least = length if enough and search.tried_all >= length - 1 else search.tried_all + 1
            searches.append(FoundLists(search, chosen, words, least))
            if enough:
                break
        return max(searches, key=lambda each: each.search.score_list(each.chosen[-1])[:3])

    @property
    def _unit(self) -> int:
        """What a game or a point is in expectations: games won and lost are 1 and -1."""
        return 1 if self.decisions.game.scored else 2

    def make_point(self, allowed: Bools, most: int, rules: RuleList) -> ExpectedLossPoint:
        """Return a list with all that is known of it."""
        game, places, unit = self.decisions.game, self.decision_places, self._unit
        opponents = (None, self.best_moves_mask, self.all_moves_mask, allowed)
        tables, errors = zip(*(self.compute_expectations(allowed, each) for each in opponents), strict=True)
        sides = {}
        for side, roots in self.roots.items():
            worths = [self.compute_start_value(side), *(float(table[roots].mean()) for table in tables)]
            shares = worths if unit == 1 else [(1 + worth) / 2 for worth in worths]
            rounded = [round(share, DIGITS) for share in shares]
            rounded.append(rounded[0] - rounded[1])
            sides[SIDE_NAMES[side]] = ExpectedLoss(*rounded)
        costs = np.round((self.game_graph.values - tables[0][1::2])[places] / unit, DIGITS)
        where = int(np.argmax(costs))
        gives = np.add.reduceat(allowed & ~self.best_moves_mask, self.decisions.arena.bounds[places])
        worst_position = self.decisions.get_representative_position(int(places[where]))
        return ExpectedLossPoint(
            most=most,
            rules=rules,
            sides=BySide(**sides),
            worst=max(0.0, float(costs[where])),
            worst_at="/".join(game.show(worst_position).split("\n")),
            decisions=len(places),
            wrong=int((gives > 0).sum()),
            error=max(errors),
        )

    def make_tradeoff(self, found: FoundLists, **known: Any) -> ExpectedLossTradeoff:
        """Return the lists with what is known of them."""
        return ExpectedLossTradeoff(**known, least=found.least)

"""Looking for better lists, whatever they are worth: rules are added and exchanged, one by one.

What a list is worth is exact. That none of so many rules is worth more is not known, so each is the best
*found*: a rule is added wherever it gains most, then rules are exchanged, one by one, until none gains; and
once more on the way back, when rules are taken out of the last list. A list is never worth less than one of
fewer rules, as it may have fewer than it is allowed. Where all lists of so many rules can be tried, they are
(`ExchangeSearch.find_best_list_exhaustively`), and then no other is worth more.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import permutations
from typing import Any, Final, NamedTuple

import numpy as np

from zermelo.core.budget import Budget
from zermelo.explain.list_search.rule_pool import RulePool
from zermelo.explain.list_tradeoff.policy_evaluation import PolicyEvaluation
from zermelo.explain.rule_lists.game_decisions import Bools

MOST_WORK: Final = 1 << 30  # moves gone through for each number of rules: some ten seconds
OVERHEAD: Final = 20_000  # what one list costs beside its moves, as such moves


ChosenRules = tuple[int, ...]


class ListScore(NamedTuple):
    """What lists are compared by, the most first."""

    kept: float  # less what it falls short, so 0 at most
    perfect: float
    random: float
    literals: int  # less than 0


class ExchangeSearch:
    """Looks for better lists; what was worked out of one stays known.

    It ends with a list that keeps all but `within`. `tried_all` is the largest number of rules of which all
    lists were tried, if the evaluation is `exhaustive`.
    """

    def __init__(
        self, evaluation: PolicyEvaluation, pool: RulePool, budget: Budget, within: float = 0.0
    ) -> None:
        self.evaluation, self.pool, self.budget, self.within = evaluation, pool, budget, within
        self.tried_all = 0
        self.known: dict[ChosenRules, ListScore] = {}
        self.extended: dict[ChosenRules, ChosenRules] = {}
        self.cost = evaluation.moves_per_evaluation + OVERHEAD
        self.work, self.tried, self.whole = 0, 0, True

    def find_best_lists(self, most: int, known: ChosenRules | None) -> list[ChosenRules]:
        """Return the best lists found of at most 0, 1, ... rules."""
        found: list[ChosenRules] = [()]
        while len(found) <= most and not self.is_list_good_enough(found[-1]):
            if known is not None and len(found) > len(known):
                break
            self.work = 0
            better = self.improve_by_exchanging_rules(self.add_best_rule(found[-1]))
            if known is not None and len(found) == len(known):
                better = max(better, self.improve_by_exchanging_rules(known), key=self.score_list)
            better = self.improve_list_exhaustively(better, len(found))
            if better == found[-1] and known is None:
                break
            found.append(better)
        for fewer in range(len(found) - 2, 0, -1):
            self.work = 0
            longer = found[fewer + 1]
            without = [longer[:place] + longer[place + 1 :] for place in range(len(longer))]
            tried = (
                longer
                if len(longer) <= fewer
                else self.improve_by_exchanging_rules(max(without, key=self.score_list))
            )
            found[fewer] = max(found[fewer], tried, key=self.score_list)
        for place in range(1, len(found)):
            found[place] = max(found[place], found[place - 1], key=self.score_list)
        return found

    def is_list_good_enough(self, chosen: ChosenRules) -> bool:
        """Return whether a list keeps all but what it may give away."""
        return self.score_list(chosen).kept >= -self.within

    def improve_list_exhaustively(self, best: ChosenRules, length: int) -> ChosenRules:
        """Return the best of a list and of all of so many rules, where these can all be tried."""
        everything = (
            self.find_best_list_exhaustively(length)
            if self.evaluation.exhaustive and self.tried_all == length - 1
            else None
        )
        if everything is None:
            return best
        self.tried_all = length
        return max(best, everything, key=self.score_list)

    def find_best_list_exhaustively(self, length: int) -> ChosenRules | None:
        """Return the best of all lists of so many rules; None where these are too much work."""
        rules = len(self.pool.rules) - 1
        if length > rules or self.cost * rules**length > self.work_limit:
            return None
        return max(permutations(range(1, rules + 1), length), key=self.score_list)

    def score_list(self, chosen: ChosenRules) -> ListScore:
        """Return what a list is worth."""
        if chosen not in self.known:
            self.known[chosen] = self.score_allowed_columns(
                chosen, self.pool.mark_columns_allowed_by_list(chosen)
            )
        return self.known[chosen]

    def score_allowed_columns(self, chosen: ChosenRules, columns: Any) -> ListScore:
        """Return what a list is worth that allows `columns`."""
        self.work += self.cost
        self.tried += 1
        if self.tried % 256 == 0:
            self.budget.report("find better lists", self.tried, unit="lists")
        literals = sum(self.pool.rules[rule].literal_count for rule in chosen)
        allowed = self.pool.expand_columns_to_moves(columns, otherwise=True)
        return ListScore(*self.evaluation.score_allowed_moves(allowed), -literals)

    def improve_by_exchanging_rules(self, chosen: ChosenRules) -> ChosenRules:
        """Return a list that is worth as much or more: rules are exchanged, one by one, until none gains."""
        better = True
        while better and self.work < self.work_limit:
            better = False
            for place in range(len(chosen)):
                exchanged = self.add_best_rule(chosen[:place] + chosen[place + 1 :])
                if self.score_list(exchanged) > self.score_list(chosen):
                    chosen, better = exchanged, True
                    break
                if self.work >= self.work_limit:
                    break
        return chosen

    @property
    def work_limit(self) -> int:
        """How many moves may be gone through for each number of rules."""
        return MOST_WORK

    def add_best_rule(self, other_rules: ChosenRules) -> ChosenRules:
        """Return the best of a list and of those that have one more rule, anywhere."""
        if other_rules not in self.extended:
            best, most = other_rules, self.score_list(other_rules)
            for chosen, columns in self.yield_extended_lists(other_rules):
                worth = self.score_allowed_columns(chosen, columns)
                if worth > most:
                    best, most = chosen, worth
            self.known[best], self.extended[other_rules] = most, best
        return self.extended[other_rules]

    def yield_extended_lists(self, other_rules: ChosenRules) -> Iterator[tuple[ChosenRules, Any]]:
        """Yield a list with one rule more, and what it allows, as many as are not too much work.

        Where the new rule fires, and none above it, it is what counts; elsewhere nothing changes.
        """
        room = max(1, self.work_limit // (self.cost * (len(other_rules) + 1)))
        rules = range(1, min(len(self.pool.rules), 1 + room))
        self.whole = self.whole and len(rules) == len(self.pool.rules) - 1
        columns = self.pool.mark_columns_allowed_by_list(other_rules)
        for place in range(len(other_rules) + 1):
            opened = self.mark_undecided_decisions(other_rules[:place])
            for rule in rules:
                fires = opened & self.pool.mark_decisions_where_rule_fires(rule)
                if fires.any():
                    yield (
                        (*other_rules[:place], rule, *other_rules[place:]),
                        self.compute_columns_with_rule(columns, rule, fires),
                    )

    def mark_undecided_decisions(self, chosen: ChosenRules) -> Bools:
        """Return [decisions]: where none of some rules fires."""
        return self.pool.apply_rules_in_turn(map(self.pool.mark_moves_allowed_by_rule, chosen))[1]

    def compute_columns_with_rule(self, columns: Any, rule: int, fires: Bools) -> Any:
        """Return what is allowed where a rule decides some decisions, and all else is as it was."""
        there = np.repeat(fires, self.pool.widths)
        return np.where(there, self.pool.mark_moves_allowed_by_rule(rule), columns)


class FoundLists(NamedTuple):
    """The best lists found of at most 0, 1, ... rules."""

    search: ExchangeSearch
    chosen: list[ChosenRules]
    words: tuple[str, ...]  # families that rules speak of
    least: int  # rules of a list that is good enough, at least


class TradeoffRequest(NamedTuple):
    """What lists are asked for."""

    side: str
    most: int  # rules
    within: float  # what may be given away
    stages: Sequence[tuple[str, ...]]  # families of features, one set after the other
    make_pool: Callable[[tuple[str, ...]], RulePool]
    make_search: Callable[[RulePool, float], ExchangeSearch]

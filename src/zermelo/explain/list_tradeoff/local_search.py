"""Search for lists of an `ExpectedLossObjective` where evaluating each list would take too long.

What a list costs against best play is the sum, over all decisions that its play comes to, of how often it
does times what its moves give away there (Kakade and Langford, *Approximately optimal approximate
reinforcement learning*, 2002). How often play comes where hangs on the list; held still, that sum is cheap.
So lists are *fitted* to where best play and the lists found so far come (Ross, Gordon and Bagnell, *A
reduction of imitation learning and structured prediction to no-regret online learning*, 2011, take the same
turn), and what comes of it is priced. So is a rule that is exchanged, where it promises most: by what it
would bring wherever it decides, if the list is followed after it. Every list that is compared with another
has been priced; what is guessed is only which to price.
"""

from collections.abc import Iterator
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from zermelo.core.budget import Budget
from zermelo.explain.kernels.policy_evaluation_kernel import build_compute_exchange_gains
from zermelo.explain.list_search.threshold_pool import ThresholdPool, names_move_without_numbers
from zermelo.explain.list_tradeoff.exchange_search import ChosenRules, ExchangeSearch
from zermelo.explain.list_tradeoff.expected_loss_objective import ExpectedLossObjective
from zermelo.explain.list_tradeoff.game_graph import Rates
from zermelo.explain.rule_lists.game_decisions import Bools

EVALUATED: Final = 40  # lists, at least, for each number of rules
PROMISING: Final = 5  # lists that are priced of those with one rule more
FITTED: Final = 2  # lists that are fitted for each number of rules
ROUNDS: Final = 6  # of exchanges, while one is fitted
HEAVY: Final = 30_000  # decisions that lists are fitted to
SPREAD: Final = 8  # numbers that are tried of a rule at first, and one more
STEPS: Final = (-4, -2, -1, 1, 2, 4)  # numbers that are tried instead of one
COUNTS: Final = (1.0, 0.2, 0.04)  # weights of the losses of a first rule, which a second rule may repair
SAME: Final = 1e-12  # gains that are none


class LocalSearch(ExchangeSearch):
    """Looks for better lists; see the module."""

    evaluation: ExpectedLossObjective
    pool: ThresholdPool

    def __init__(
        self, evaluation: ExpectedLossObjective, pool: ThresholdPool, budget: Budget, within: float = 0.0
    ) -> None:
        super().__init__(evaluation, pool, budget, within)
        own = 2 * pool.places + 1
        self.own, self.groups = own, group_rules_by_features(pool)
        self.names = [number for number, rule in enumerate(pool.rules) if names_move_without_numbers(rule)]
        self.fitted_lists: dict[int, ChosenRules] = {0: ()}
        self.weights = evaluation.compute_expectations_and_visits(evaluation.best_moves_mask)[1][own]

    @property
    def work_limit(self) -> int:
        """How many moves may be gone through for each number of rules: some ten seconds, or 40 lists."""
        return max(super().work_limit, EVALUATED * self.cost)

    def find_best_lists(self, most: int, known: ChosenRules | None) -> list[ChosenRules]:
        """Return the best lists found of at most 0, 1, ... rules."""
        found: list[ChosenRules] = [()]
        while len(found) <= most and not self.is_list_good_enough(found[-1]):
            self.work = 0
            length = len(found)
            tried = [found[-1], self.add_best_rule(found[-1])]
            if length == 2:
                tried += self.select_spread_extensions(
                    max(((name,) for name in self.names), key=self.score_list)
                )
            for _ in range(FITTED):
                tried.append(self.fit_list_to_visits(length))
                self.weights += self.count_visits_by_decision(tried[-1])
            found.append(
                self.improve_list_exhaustively(
                    self.improve_by_exchanging_rules(max(tried, key=self.score_list)), length
                )
            )
            self.weights += self.count_visits_by_decision(found[-1])
        for fewer in range(len(found) - 2, 0, -1):
            if len(found[fewer + 1]) <= fewer:  # it came later, and is no longer
                found[fewer] = found[fewer + 1]
        while len(found) > 1 and (found[-1] == found[-2] or self.is_list_good_enough(found[-2])):
            found.pop()
        return found

    def select_spread_extensions(self, other_rules: ChosenRules) -> list[ChosenRules]:
        """Return lists with one rule more, anywhere: of all that compare alike some, numbers far apart."""
        return [
            (*other_rules[:place], group[index], *other_rules[place:])
            for group in self.groups
            for index in sorted({round(step * (len(group) - 1) / SPREAD) for step in range(SPREAD + 1)})
            for place in range(len(other_rules) + 1)
            if self.allows_different_moves(
                (*other_rules[:place], group[index], *other_rules[place:]), other_rules
            )
        ]

    def allows_different_moves(self, chosen: ChosenRules, other_rules: ChosenRules) -> bool:
        """Return whether two lists allow different moves somewhere."""
        return bool(
            (
                self.pool.mark_columns_allowed_by_list(chosen)
                != self.pool.mark_columns_allowed_by_list(other_rules)
            ).any()
        )

    def improve_by_exchanging_rules(self, chosen: ChosenRules) -> ChosenRules:
        """Return a list that is worth as much or more: rules are exchanged, one by one, until none gains.

        First with those that compare alike, near by and farther off, then with whatever promises most.
        """
        better = True
        while better and self.work < self.work_limit:
            before = self.score_list(chosen)
            for place in range(len(chosen)):
                for near in self.find_similar_rules(chosen[place]):
                    other = (*chosen[:place], near, *chosen[place + 1 :])
                    if self.work < self.work_limit:
                        chosen = max(chosen, other, key=self.score_list)
            for place in range(len(chosen)):
                if self.work < self.work_limit:
                    other = self.add_best_rule(chosen[:place] + chosen[place + 1 :])
                    chosen = max(chosen, other, key=self.score_list)
            better = self.score_list(chosen) > before
        return chosen

    def find_similar_rules(self, rule: int) -> list[int]:
        """Return rules that compare as one does, with other numbers."""
        group = next(group for group in self.groups if rule in group)
        index = group.index(rule)
        return [group[index + step] for step in STEPS if 0 <= index + step < len(group)]

    def count_visits_by_decision(self, chosen: ChosenRules) -> Rates:
        """Return [decisions]: how often a list comes to each."""
        self.work += 2 * self.cost
        return self.evaluation.compute_expectations_and_visits(self.pool.mark_moves_allowed_by_list(chosen))[
            1
        ][self.own]

    def yield_extended_lists(self, other_rules: ChosenRules) -> Iterator[tuple[ChosenRules, Any]]:
        """Yield a list with one rule more, and what it allows: all, or the most promising."""
        rules, places = len(self.pool.rules) - 1, len(other_rules) + 1
        if rules * places * self.cost <= self.work_limit // 4:
            yield from super().yield_extended_lists(other_rules)
            return
        self.whole = False
        columns = self.pool.mark_columns_allowed_by_list(other_rules)
        table, visits = self.evaluation.compute_expectations_and_visits(
            self.pool.expand_columns_to_moves(columns, otherwise=True)
        )
        self.work += 2 * self.cost
        brought = self.evaluation.compute_move_values(table)[self.pool.edges]
        fit = _LinearFit(self.evaluation, self.pool, visits[self.own], brought)
        promised = np.subtract(*fit.compute_rule_gains(other_rules, table[self.own]))
        for index in np.argsort(-promised, axis=None, kind="stable")[:PROMISING].tolist():
            rule, place = divmod(index, places)
            if promised[rule, place] > SAME:
                fires = self.mark_undecided_decisions(
                    other_rules[:place]
                ) & self.pool.mark_decisions_where_rule_fires(rule)
                yield (
                    (*other_rules[:place], rule, *other_rules[place:]),
                    self.compute_columns_with_rule(columns, rule, fires),
                )

    def fit_list_to_visits(self, length: int) -> ChosenRules:
        """Return a list of so many rules that gives away little where play comes now.

        A rule more may bring nothing where two do: so from a list of two rules less two are added, the first
        of them one that brings much and takes much.
        """
        heavy = np.sort(np.argsort(-self.weights, kind="stable")[:HEAVY])
        heavy = heavy[self.weights[heavy] > 0]
        pool = restrict_pool_to_decisions(self.pool, heavy)
        fit = _LinearFit(
            self.evaluation,
            pool,
            self.weights[heavy],
            -self.evaluation.game_graph.move_losses[pool.edges],
        )
        begun = [self.fitted_lists[length - 1]]
        if length > 1:
            begun += fit.extend_with_promising_rules(self.fitted_lists[length - 2])
        chosen, gained = max((fit.add_best_rule(each) for each in begun), key=lambda told: told[1])
        for _ in range(ROUNDS):
            before = gained
            for place in range(length):
                exchanged, gain = fit.add_best_rule(chosen[:place] + chosen[place + 1 :])
                if gain > gained + SAME:
                    chosen, gained = exchanged, gain
                self.budget.report("fit lists", place, length, "rules")
            if gained <= before + SAME:
                break
        self.fitted_lists[length] = chosen
        return chosen


def group_rules_by_features(pool: ThresholdPool) -> list[list[int]]:
    """Return the rules that compare the same features, each alike; in a group from the least number on."""
    found: dict[tuple[str, ...], list[int]] = {}
    for number, rule in enumerate(pool.rules[1:], start=1):
        alike = tuple(each.feature.key + each.relation for each in rule.predicates)
        found.setdefault(alike, []).append(number)
    return list(found.values())


def restrict_pool_to_decisions(pool: ThresholdPool, decisions: npt.NDArray[np.int64]) -> ThresholdPool:
    """Return the same rules over some of a pool's decisions."""
    widths = np.diff(pool.bounds)[decisions]
    bounds = np.zeros(len(decisions) + 1, np.int64)
    np.cumsum(widths, out=bounds[1:])
    columns = np.arange(bounds[-1]) + np.repeat(pool.bounds[:-1][decisions] - bounds[:-1], widths)
    return ThresholdPool(
        pool.rules,
        pool.places[decisions],
        bounds,
        pool.edges[columns],
        np.ascontiguousarray(pool.holds[:, columns]),
        pool.parts,
        pool.decisions,
        pool.predicates,
    )


class _LinearFit:
    """What lists bring, summed over decisions with weights, if each move brings what it is said to bring."""

    def __init__(
        self, evaluation: ExpectedLossObjective, pool: ThresholdPool, weights: Rates, brought: Rates
    ) -> None:
        self.pool, self.weights, self.move_values = pool, weights, brought
        self.exchange = evaluation.compile_kernel(build_compute_exchange_gains)
        self.visited = np.flatnonzero(weights > 0)
        self.widths = np.diff(pool.bounds)

    def add_best_rule(self, other_rules: ChosenRules) -> tuple[ChosenRules, float]:
        """Return the list with one rule more, anywhere, that brings most, and what it brings."""
        now = self._find_current_values(other_rules)[1]
        more, less = self.compute_rule_gains(other_rules, now)
        gains = np.where(more > SAME, more - less, -np.inf)  # one that brings nothing anywhere is none
        rule, place = divmod(int(np.argmax(gains)), len(other_rules) + 1)
        if gains[rule, place] == -np.inf:
            return other_rules, float(self.weights @ now)
        return (*other_rules[:place], rule, *other_rules[place:]), float(
            self.weights @ now + gains[rule, place]
        )

    def extend_with_promising_rules(self, other_rules: ChosenRules) -> list[ChosenRules]:
        """Return some lists with one rule more: of all rules that compare alike, what brings most.

        The losses of such a rule get a smaller weight, in some degrees, as a second rule may repair them.
        """
        more, less = self.compute_rule_gains(other_rules, self._find_current_values(other_rules)[1])
        found: dict[ChosenRules, None] = {}
        for counts in COUNTS:
            gains = np.where(more > SAME, more - counts * less, -np.inf)
            places, most = gains.argmax(axis=1), gains.max(axis=1)
            for group in group_rules_by_features(self.pool):
                rule = group[int(most[group].argmax())]
                if most[rule] > -np.inf:
                    place = int(places[rule])
                    found[(*other_rules[:place], rule, *other_rules[place:])] = None
        return list(found)

    def compute_rule_gains(self, other_rules: ChosenRules, now: Rates) -> tuple[Rates, Rates]:
        """Return [rules, places] twice: what each rule would bring at each place of a list, and take."""
        firsts, found = (
            self._find_current_values(other_rules)[0],
            np.zeros((2, len(self.pool.rules), len(other_rules) + 1)),
        )
        gains = np.zeros((2, len(other_rules) + 1))
        for rule in range(1, len(self.pool.rules)):
            allows = self.pool.mark_moves_allowed_by_rule(rule)
            self.exchange(
                self.pool.bounds, self.visited, self.weights, self.move_values, now, firsts, allows, gains
            )
            found[:, rule] = np.cumsum(gains[:, ::-1], axis=1)[:, ::-1]
        return found[0], found[1]

    def _find_current_values(self, chosen: ChosenRules) -> tuple[npt.NDArray[np.int32], Rates]:
        """Return [decisions] which of a list's rules decides, and what it brings there."""
        firsts = np.full(len(self.pool.places), len(chosen), np.int32)
        columns: Bools = np.ones(len(self.pool.edges), np.bool_)
        for place in reversed(range(len(chosen))):
            allows = self.pool.mark_moves_allowed_by_rule(chosen[place])
            fires = self.pool.mark_decisions_with_marked_move(allows)
            firsts[fires] = place
            columns = np.where(np.repeat(fires, self.widths), allows, columns)
        total = np.add.reduceat(np.where(columns, self.move_values, 0.0), self.pool.bounds[:-1])
        return firsts, total / np.add.reduceat(columns, self.pool.bounds[:-1], dtype=np.int64)

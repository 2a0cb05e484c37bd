"""Rules of games whose positions have numbers: which move, and from which number on.

"Hold, with 20 or more this turn": one predicate says which move, by its name or as the most or the least of
the moves, and one, if any, compares a number, with every number there is. That is fewer rules than all pairs
of predicates are, and the numbers are finer. Rows are made when they are asked for: a game like pig has a
million moves.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from zermelo.core.budget import Budget
from zermelo.explain.list_search.rule_pool import MOST_NUMBERS, RulePool, evaluate_predicate, measure_features
from zermelo.explain.rule_lists.game_decisions import Bools, Decisions
from zermelo.explain.rule_lists.rule_predicates import AT_LEAST, EQUAL, LEAST, MOST, Feature, Predicate, Rule
from zermelo.solution.arena.position_arena import check_memory_for

MOST_THRESHOLDS: Final = 128  # numbers that a feature is compared with: of more, as many, evenly spread


@dataclass(frozen=True, eq=False)
class ThresholdPool(RulePool):
    """A pool whose `holds` are the features' numbers, [features, columns] int32.

    parts       [rules, 2] int32: the rule's predicates, the first one of all where there is none
    predicates  with the rows of their features
    """

    predicates: tuple[tuple[int, Predicate], ...] = field(repr=False, default=())

    def mark_moves_allowed_by_rule(self, rule: int) -> Bools:
        """Return [columns]: which moves a rule allows."""
        found = np.ones(len(self.edges), np.bool_)
        for part in self.parts[rule].tolist():
            if part:
                found &= _evaluate_comparison(self.predicates[part - 1], self.holds, self.bounds)
        return found


def _evaluate_comparison(
    comparison: tuple[int, Predicate], numbers: npt.NDArray[Any], bounds: npt.NDArray[np.int64]
) -> Bools:
    feature, predicate = comparison
    return evaluate_predicate(predicate, numbers[feature], bounds)


def make_threshold_pool(
    decisions: Decisions, places: npt.NDArray[np.int64], features: Sequence[Feature], budget: Budget
) -> ThresholdPool:
    """Return the rules of some features over some decisions, each behaviour once. Raises `OutOfBudget`."""
    bounds = np.zeros(len(places) + 1, np.int64)
    firsts = decisions.arena.bounds[places]
    np.cumsum(decisions.arena.bounds[places + 1] - firsts, out=bounds[1:])
    edges = np.arange(bounds[-1]) + np.repeat(firsts - bounds[:-1], np.diff(bounds))
    check_memory_for(budget, 12 * len(features) * len(edges), "keeping what the features measure")
    numbers: Any = np.array(measure_features(decisions, places, features, bounds, edges, budget), np.int32)
    predicates = [
        (row, predicate)
        for row, feature in enumerate(features)
        for predicate in _list_feature_comparisons(feature, numbers[row])
    ]
    predicates.sort(
        key=lambda comparison: comparison[1].feature.is_flag and comparison[1].relation == EQUAL
    )  # "not" comes last
    alike: set[bytes] = set()
    rules, parts = [Rule()], [(0, 0)]

    def add_rule_if_new(rule: Rule, part: tuple[int, int], row: Bools) -> bool:
        digest = hashlib.blake2b(np.packbits(row).tobytes(), digest_size=16).digest()
        if digest in alike or not row.any():
            return False
        alike.add(digest)
        rules.append(rule)
        parts.append(part)
        return True

    alike.add(hashlib.blake2b(np.packbits(np.ones(len(edges), bool)).tobytes(), digest_size=16).digest())
    names: list[tuple[int, Bools]] = []  # predicates that say which move, without a number
    for number, comparison in enumerate(predicates, start=1):
        row = _evaluate_comparison(comparison, numbers, bounds)
        if (
            _distinguishes_moves(row, bounds)
            and add_rule_if_new(Rule((comparison[1],)), (number, 0), row)
            and not _compares_with_number(comparison[1])
        ):
            names.append((number, row))
    for count, (number, comparison) in enumerate(enumerate(predicates, start=1)):
        if _compares_with_number(comparison[1]):
            row = _evaluate_comparison(comparison, numbers, bounds)
            for name, named in names:
                which = predicates[name - 1][1]
                if which.feature is not comparison[1].feature:
                    add_rule_if_new(Rule((which, comparison[1])), (name, number), named & row)
        if count % 16 == 0:
            budget.report("join predicates", count, len(predicates), "predicates")
    check_memory_for(budget, len(rules) * (len(places) // 4 + 100), "keeping where the rules fire")
    return ThresholdPool(
        tuple(rules), places, bounds, edges, numbers, np.array(parts, np.int32), decisions, tuple(predicates)
    )


def names_move_without_numbers(rule: Rule) -> bool:
    """Return whether a rule says which move without any number."""
    return rule.literal_count == 1 and not _compares_with_number(rule.predicates[0])


def _compares_with_number(predicate: Predicate) -> bool:
    """Return whether it compares with a number."""
    return not predicate.feature.is_flag and predicate.relation not in (MOST, LEAST)


def _distinguishes_moves(row: Bools, bounds: npt.NDArray[np.int64]) -> bool:
    """Return whether it holds of some moves of a position, and not of others."""
    some = np.logical_or.reduceat(row, bounds[:-1])
    every = np.logical_and.reduceat(row, bounds[:-1])
    return bool((some & ~every).any())


def _list_feature_comparisons(feature: Feature, numbers: npt.NDArray[np.int32]) -> list[Predicate]:
    """Return the comparisons of a feature; of many numbers, that it is one of them is not asked."""
    if feature.is_flag:
        return [Predicate(feature), Predicate(feature, EQUAL, 0)]
    seen = np.unique(numbers)
    if len(seen) > MOST_THRESHOLDS:
        seen = seen[np.unique(np.linspace(0, len(seen) - 1, MOST_THRESHOLDS).astype(int))]
    found = []
    for relation in feature.compared:
        if relation in (MOST, LEAST):
            found.append(Predicate(feature, relation, 0))
        elif relation == AT_LEAST or len(seen) <= MOST_NUMBERS:
            found += [Predicate(feature, relation, int(number)) for number in seen]
    return found

"""Finding a list of rules for a game: by which words and which method, and then it is certified.

The words that are usual for a game are tried first. Where no list in these is right without exceptions, all
others that fit are taken as well. Of a list with exceptions it is then asked how much shorter one could be,
exceptions counted as rules.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import numpy as np
from msgspec.structs import replace

from zermelo.core.budget import Budget
from zermelo.core.errors import BadParameter, MissingExtra
from zermelo.core.game import Game, Move, Position
from zermelo.explain.features.feature_families import build_game_features, list_family_stages
from zermelo.explain.features.user_features import FeatureFunction, build_user_features
from zermelo.explain.list_search.greedy_list_search import find_covering_rules, find_greedy_list
from zermelo.explain.list_search.rule_pool import (
    MOST_BITS,
    RulePool,
    check_features_are_symmetric,
    limit_pool_size,
    make_rule_pool,
)
from zermelo.explain.list_search.sat_exception_search import find_shortest_list_with_exceptions
from zermelo.explain.list_search.sat_list_search import (
    MOST_RULES,
    RefutedFormula,
    ShortestList,
    find_shortest_list,
)
from zermelo.explain.list_search.unsat_proof import refute_lists
from zermelo.explain.rule_lists.game_decisions import NOTHING, Decisions, choose_side, find_roles_of_side
from zermelo.explain.rule_lists.list_certificate import certify_list_with_decisions, refuse_cyclic_play
from zermelo.explain.rule_lists.list_walk import ListWalk
from zermelo.explain.rule_lists.payoff_decisions import GOALS, build_decisions_of_any_game
from zermelo.explain.rule_lists.rule_explanation import Explanation, ListLowerBound, format_list_length
from zermelo.explain.rule_lists.rule_list import RuleList, find_least_image
from zermelo.explain.rule_lists.rule_predicates import Feature, Rule
from zermelo.games.game_lookup import game


def find_rules(
    game_or_text: Game | str,
    *,
    side: str = "both",
    method: str = "sat",
    goal: str = "start",
    most: int = MOST_RULES,
    pairs: bool = True,
    own: Sequence[FeatureFunction] = (),
    families: Sequence[str] | None = None,
    budget: Budget | None = None,
) -> Explanation:
    """Find the shortest list of rules that plays a game correctly, and certify it.

    Parameters
    ----------
    game_or_text : Game or str
        The game, or its name.
    side : str, default "both"
        Side that the list is for: "first", "second" or "both".
    method : str, default "sat"
        "sat" (the shortest list, proven), "list" (right at every position) or "greedy" (with exceptions).
    goal : str, default "start"
        "start" (keep the value of the start) or "always" (keep every value).
    most : int, default 8
        Largest number of rules.
    pairs : bool, default True
        Whether rules may have two predicates.
    own : sequence of callable, default ()
        Your own predicates: functions of (game, position, move) that return a bool or an int.
    families : sequence of str, optional
        Families of features that rules may use; by default those that fit the game.
    budget : Budget, optional
        Limits of time and memory; by default there are none.

    Returns
    -------
    Explanation
        The list with its certificate, and what is known of shorter lists.

    Raises
    ------
    MissingCapability
        If the game is not one that lists are found for.
    OutOfBudget
        If the game is too large.
    CheckFailed
        If a list does not hold.

    Examples
    --------
    >>> print(find_rules("nim(heaps=(1, 3, 5, 7))").rules)
    1  leaves nim-sum 0
    2  any move
    """
    which = game(game_or_text)
    side = choose_side(which, side)
    goal = GOALS.choose(which) or goal
    sides = find_roles_of_side(goal, side)
    if method not in Explanation.METHODS:
        raise BadParameter(f"method {method!r} is unknown: choose one of {', '.join(Explanation.METHODS)}")
    if not isinstance(most, int) or most < 1:
        raise BadParameter(f"most {most!r} is no number of rules: give 1 or more")
    budget = budget or Budget()
    decisions = build_decisions_of_any_game(which, budget)
    walk = right_walk = ListWalk(decisions, decisions.list_start_positions(sides), goal)
    if method == "list":
        refuse_cyclic_play(decisions)
        demand = NOTHING if goal == "always" else decisions.find_highest_demand(sides)
        right_walk = ListWalk(decisions, decisions.list_positions_not_lost(demand), goal)
    if not len(walk.own_nodes) or not len(right_walk.own_nodes):
        raise BadParameter(f"{which!r} leaves this player nothing to decide: there is nothing to explain")
    stages = list_family_stages(which) if families is None else (tuple(families),)
    request = _RuleRequest(decisions, side, method, most, pairs, budget, tuple(own), walk, right_walk)
    found = request.find_explanation(list(dict.fromkeys(stages)))
    certified = certify_list_with_decisions(found.rules, decisions, budget)
    return replace(
        found,
        certificate=certified.certificate,
        everywhere=certified.everywhere,
        lost=certified.lost,
        plies=certified.plies,
    )


MOST_MEASURED: Final = 400_000  # moves that are measured one by one: a minute or two


@dataclass(frozen=True, eq=False)
class _RuleRequest:
    """What is asked for, whatever the words."""

    decisions: Decisions
    side: str
    method: str
    most: int
    pairs: bool
    budget: Budget
    own: tuple[FeatureFunction, ...]
    walk: ListWalk  # where play can get with moves that are right
    right_walk: ListWalk  # where a list is to be right: the same, or wherever play stands

    def find_explanation(self, stages: Sequence[tuple[str, ...]]) -> Explanation:
        """Return the first list without exceptions, one set of words after the other; else the last one."""
        bounds: tuple[ListLowerBound, ...] = ()
        if self.method == "list":
            stages = stages[:1]  # over all positions, more words take it long
        for number, words in enumerate(stages):
            work, last = _FamilySearch(self, words), number + 1 == len(stages)
            found = None if self.method == "greedy" else work.find_right_explanation()
            if found is None and (last or self.method == "greedy"):
                found = work.find_greedy_explanation()
            if found is not None:
                if found.rules.exceptions and last:
                    found = work.shorten_greedy_explanation(found)
                found = replace(found, bounds=bounds + found.bounds, wider=number > 0)
                if not found.rules.exceptions or last:
                    return found
            bounds += tuple(replace(bound, words=words) for bound in work.bounds[:1])
        raise AssertionError("the last words give a list")


class _FamilySearch:
    """A list being made in some words."""

    def __init__(self, request: _RuleRequest, words: tuple[str, ...]) -> None:
        self.request, self.words = request, words
        self.decisions, self.budget = request.decisions, request.budget
        self.starts, self.goal = request.walk.starts, request.walk.goal
        self.bounds: tuple[ListLowerBound, ...] = ()
        self.uncovered: tuple[Position, ...] = ()

    @cached_property
    def features(self) -> tuple[Feature, ...]:
        """What rules may speak of; the user's own are checked to be the same on symmetric positions."""
        request, game = self.request, self.decisions.game
        features = build_game_features(game, request.own, self.words)
        own = build_user_features(game, request.own)
        if own:
            walks = request.walk, request.right_walk
            places = np.union1d(*(walk.list_decision_places() for walk in walks))
            check_features_are_symmetric(self.decisions, own, places, features)
        return features

    @cached_property
    def right_pool(self) -> RulePool:
        """The rules that are chosen from, for where a list is to be right."""
        return self._make_pool(self.request.right_walk)

    @cached_property
    def reachable_pool(self) -> RulePool:
        """The rules that are chosen from, for where play can get."""
        request = self.request
        return self.right_pool if request.walk is request.right_walk else self._make_pool(request.walk)

    def _make_pool(self, walk: ListWalk) -> RulePool:
        """Return the pool; words that would be asked of too many moves, one by one, are left out."""
        places, bounds, features = walk.list_decision_places(), self.decisions.arena.bounds, self.features
        if int((bounds[places + 1] - bounds[places]).sum()) > MOST_MEASURED:
            features = tuple(each for each in features if each.at_once is not None or each.is_own)
        return make_rule_pool(self.decisions, places, features, pairs=self.request.pairs, budget=self.budget)

    def find_right_explanation(self) -> Explanation | None:
        """Return the shortest list without exceptions; None where there is none, or none is found."""
        request, pool, known, most = self.request, self.right_pool, list[int](), self.request.most
        if request.method == "list":
            known, uncovered = find_covering_rules(
                pool, request.right_walk.mark_right_moves(pool.places, pool.edges)
            )
            self.uncovered = tuple(map(self.decisions.get_representative_position, uncovered.tolist()))
            if self.uncovered:
                return None
            most = len(known)
        try:
            found = find_shortest_list(
                self.decisions, pool, request.right_walk.starts, self.goal, most=most, budget=self.budget
            )
        except MissingExtra:
            if not known:
                raise
            found = ShortestList(None, (), given_up=True)
        self.bounds = tuple(map(_prove_lower_bound, _select_strongest_refutations(found.refuted)))
        rules = found.rules or tuple(pool.rules[rule] for rule in known)
        if not rules:
            return None
        lost = bool((self.decisions.values[self.decisions.unfinished_places] < 0).any())
        return self._make_explanation(
            rules,
            request.method,
            pool,
            minimal=not found.given_up,
            otherwise=request.method == "list" and lost and rules[-1].literal_count > 0,
        )

    def find_greedy_explanation(self) -> Explanation:
        """Return a greedy list for where play can get, with its exceptions."""
        pool = self.reachable_pool
        right = self.request.walk.mark_right_moves(pool.places, pool.edges)
        pool = limit_pool_size(pool, right, MOST_BITS // (2 * len(pool.places)))
        greedy = find_greedy_list(self.decisions, pool, self.starts, self.goal, budget=self.budget)
        return self._make_explanation(
            greedy.rules,
            "greedy",
            pool,
            exceptions=self._group_exceptions_by_position(greedy.exceptions),
            uncovered=self.uncovered,
        )

    def shorten_greedy_explanation(self, greedy: Explanation) -> Explanation:
        """Return a greedy list with how short one can be at least, or the shortest, where it is found."""
        pool = self.reachable_pool
        try:
            found = find_shortest_list_with_exceptions(
                self.decisions, pool, self.starts, self.goal, shorter_than=greedy.length, budget=self.budget
            )
        except MissingExtra:
            return greedy  # which needs no python-sat
        # Where the search gave up, the first that is refuted says that something is to be decided.
        refuted = found.refuted[1 if found.given_up else 0 :][-1:]
        self.bounds += tuple(map(_prove_lower_bound, refuted))
        if found.rules is None:
            return replace(greedy, bounds=self.bounds)
        exceptions = self._group_exceptions_by_position(found.exceptions)
        return self._make_explanation(
            found.rules, "sat", pool, exceptions=exceptions, uncovered=greedy.uncovered
        )

    def _group_exceptions_by_position(
        self, exceptions: Mapping[int, Sequence[int]]
    ) -> dict[Position, list[Move]]:
        """Return exceptions as a list has them: the moves of least images that lead to the same classes."""
        found, game = {}, self.decisions.game
        for place, right in exceptions.items():
            position = self.decisions.get_representative_position(place)
            moves = list(game.moves(position))
            least = find_least_image(game, position)
            leads = {find_least_image(game, game.play(position, moves[number])) for number in right}
            found[least] = [
                move for move in game.moves(least) if find_least_image(game, game.play(least, move)) in leads
            ]
        return found

    def _make_explanation(
        self, rules: Sequence[Rule], method: Any, pool: RulePool, **known: Any
    ) -> Explanation:
        request = self.request
        rule_list = RuleList(
            self.decisions.game,
            tuple(rules),
            known.pop("exceptions", {}),
            request.side,
            self.goal,
            known.pop("otherwise", False),
            everywhere=method == "list" or self.decisions.alone,
        )
        return Explanation(
            rules=rule_list,
            certificate={},
            everywhere=None,
            lost=(),
            plies=None,
            method=method,
            minimal=known.pop("minimal", False),
            bounds=self.bounds,
            pool=len(pool.rules),
            singles=pool.single_predicate_rule_count,
            decisions=len(pool.places),
            words=self.words,
            **known,
        )


def _select_strongest_refutations(refuted: Sequence[RefutedFormula]) -> list[RefutedFormula]:
    """Return what says most: the most rules that are too few, and then the most literals."""
    rules = [each for each in refuted if each.literals is None]
    literals = [each for each in refuted if each.literals is not None and each.hard is None]
    return rules[-1:] + literals[-1:]


def _prove_lower_bound(refuted: RefutedFormula) -> ListLowerBound:
    """Return what was refuted, with a proof that has been checked."""
    return ListLowerBound(
        rules=refuted.levels,
        literals=refuted.literals,
        exceptions=refuted.exceptions,
        decisions=refuted.decisions,
        refutation=refute_lists(refuted.clauses, format_list_length(refuted.levels, refuted.exceptions)),
    )

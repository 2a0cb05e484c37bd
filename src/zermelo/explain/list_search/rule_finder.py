"""Finding a list of rules for a game: by which words and which method, and then it is certified.

The words that are usual for a game are tried first. Where no list in these is right without exceptions, all
others that fit are taken as well. Of a list with exceptions it is then asked how much shorter one could be,
exceptions counted as rules.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, Literal

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from zermelo.core.budget import Budget
from zermelo.core.errors import BadParameter, MissingExtra
from zermelo.core.game import Game, Move, Position
from zermelo.explain.features.feature_families import build_game_features, list_family_stages
from zermelo.explain.features.user_features import FeatureFunction, build_user_features
from zermelo.explain.list_search.deepening_list_search import find_shortest_list_right_everywhere
from zermelo.explain.list_search.greedy_list_search import find_greedy_list
from zermelo.explain.list_search.rule_pool import (
    MOST_BITS,
    RulePool,
    check_features_are_symmetric,
    limit_pool_size,
    make_rule_pool,
)
from zermelo.explain.list_search.sat_exception_search import find_shortest_list_with_exceptions
from zermelo.explain.list_search.sat_list_search import MOST_RULES, RefutedFormula, find_shortest_list
from zermelo.explain.list_search.unsat_proof import refute_lists
from zermelo.explain.rule_lists.game_decisions import Decisions, choose_side, find_roles_of_side
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
    places = reached = ListWalk(decisions, sides, goal).list_decision_places()
    if method == "list":
        refuse_cyclic_play(decisions)
        places = decisions.unfinished_places[decisions.values[decisions.unfinished_places] >= 0]
    if not len(reached) or not len(places):
        raise BadParameter(f"{which!r} leaves this player nothing to decide: there is nothing to explain")
    request = _RuleRequest(decisions, side, goal, most, pairs, budget, tuple(own), reached, places)
    stages = list_family_stages(which) if families is None else (tuple(families),)
    found = request.find_explanation(method, stages)
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
    goal: str
    most: int
    pairs: bool
    budget: Budget
    own: tuple[FeatureFunction, ...]
    reached: npt.NDArray[np.int64]  # classes that play can come to, lost ones among them
    places: npt.NDArray[np.int64]  # classes at which a list is to be right

    def find_explanation(self, method: str, stages: Sequence[tuple[str, ...]]) -> Explanation:
        """Return the first list without exceptions, one set of words after the other; else the last one."""
        bounds: tuple[ListLowerBound, ...] = ()
        stages = list(dict.fromkeys(stages))
        if method == "list":
            stages = stages[:1]  # it deepens over sets of all positions, and more words take it hours
        for number, words in enumerate(stages):
            work, last = _FamilySearch(self, words), number + 1 == len(stages)
            found = work.find_right_explanation(method)
            if found is None and last:
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
        self.bounds: tuple[ListLowerBound, ...] = ()
        self.uncovered: tuple[int, ...] = ()

    @cached_property
    def features(self) -> tuple[Feature, ...]:
        """What rules may speak of; the user's own are checked to be the same on symmetric positions."""
        request, game = self.request, self.decisions.game
        features = build_game_features(game, request.own, self.words)
        own = build_user_features(game, request.own)
        if own:
            check_features_are_symmetric(
                self.decisions, own, np.union1d(request.reached, request.places), features
            )
        return features

    @cached_property
    def rule_pool(self) -> RulePool:
        """The rules that are chosen from."""
        return self._make_pool_at_places(self.request.places)

    def _make_pool_at_places(self, places: npt.NDArray[np.int64]) -> RulePool:
        """Return the pool; words that would be asked of too many moves, one by one, are left out."""
        bounds = self.decisions.arena.bounds
        features = self.features
        if int((bounds[places + 1] - bounds[places]).sum()) > MOST_MEASURED:
            features = tuple(each for each in features if each.at_once is not None or each.is_own)
        return make_rule_pool(self.decisions, places, features, pairs=self.request.pairs, budget=self.budget)

    def find_right_explanation(self, method: str) -> Explanation | None:
        """Return a list without exceptions, or a greedy one where that is the method; None: there is none."""
        if method == "greedy":
            return self.find_greedy_explanation()
        return (
            self._find_shortest_explanation()
            if method == "sat"
            else self._find_everywhere_right_explanation()
        )

    def _find_shortest_explanation(self) -> Explanation | None:
        request, pool = self.request, self.rule_pool
        found = find_shortest_list(
            self.decisions, pool, request.side, request.goal, most=request.most, budget=self.budget
        )
        self.bounds = tuple(
            _prove_lower_bound(refuted) for refuted in _select_strongest_refutations(found.refuted)
        )
        if found.rules is None:
            return None
        return self._make_explanation(found.rules, "sat", pool, minimal=not found.given_up)

    def _mark_right_moves(self, pool: RulePool) -> npt.NDArray[np.bool_]:
        """Return [columns]: which moves keep what has to be kept."""
        request = self.request
        walk = ListWalk(self.decisions, find_roles_of_side(request.goal, request.side), request.goal)
        return walk.mark_right_moves(pool.places, pool.edges)

    def _find_everywhere_right_explanation(self) -> Explanation | None:
        request, decisions = self.request, self.decisions
        least = decisions.find_highest_demand(find_roles_of_side(request.goal, request.side))
        found = find_shortest_list_right_everywhere(
            decisions, self.rule_pool, request.goal, demand=least, budget=self.budget
        )
        if found.rules is None:
            self.uncovered = found.uncovered
            return None
        lost = (
            bool((decisions.values[decisions.unfinished_places] < 0).any())
            and found.rules[-1].literal_count > 0
        )
        return self._make_explanation(
            found.rules, "list", self.rule_pool, minimal=found.minimal, otherwise=lost
        )

    def find_greedy_explanation(self) -> Explanation:
        """Return a greedy list for where play can get, with its exceptions."""
        request, pool = self.request, self.reachable_rule_pool
        pool = limit_pool_size(pool, self._mark_right_moves(pool), MOST_BITS // (2 * len(pool.places)))
        greedy = find_greedy_list(self.decisions, pool, request.side, request.goal, budget=self.budget)
        exceptions = self._group_exceptions_by_position(greedy.exceptions)
        uncovered = tuple(map(self.decisions.get_representative_position, self.uncovered))
        return self._make_explanation(
            greedy.rules, "greedy", pool, exceptions=exceptions, uncovered=uncovered
        )

    def shorten_greedy_explanation(self, greedy: Explanation) -> Explanation:
        """Return a greedy list with how short one can be at least, or the shortest, where it is found."""
        request, pool = self.request, self.reachable_rule_pool
        try:
            found = find_shortest_list_with_exceptions(
                self.decisions,
                pool,
                request.side,
                request.goal,
                shorter_than=greedy.length,
                budget=self.budget,
            )
        except MissingExtra:
            return greedy  # which needs no python-sat
        self.bounds += tuple(_prove_lower_bound(refuted) for refuted in found.refuted[-1:])
        if found.rules is None:
            return replace(greedy, bounds=self.bounds)
        exceptions = self._group_exceptions_by_position(found.exceptions)
        uncovered = greedy.uncovered
        return self._make_explanation(found.rules, "sat", pool, exceptions=exceptions, uncovered=uncovered)

    @cached_property
    def reachable_rule_pool(self) -> RulePool:
        """The rules that are chosen from, for where play can get."""
        request = self.request
        return (
            self.rule_pool
            if request.places is request.reached
            else self._make_pool_at_places(request.reached)
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
        self, rules: Sequence[Rule], method: Literal["sat", "list", "greedy"], pool: RulePool, **known: Any
    ) -> Explanation:
        request = self.request
        rule_list = RuleList(
            self.decisions.game,
            tuple(rules),
            known.pop("exceptions", {}),
            request.side,
            request.goal,
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

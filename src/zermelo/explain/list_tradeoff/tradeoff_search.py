"""The price of a rule: the best lists found of one rule, of two, and so on to one that will do.

Where no rule of a list fires any move is made; that rule is not counted. The value of each list is exact;
where play may cycle it is known to some ten digits. That no other list of so many rules is worth more is not
known, so each is the best *found*. Lists are compared by an objective, and looked for in rules of predicates,
both of which hang on the kind of game.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from zermelo.core.budget import Budget
from zermelo.core.errors import BadParameter
from zermelo.core.game import Game, has
from zermelo.core.game_kind import ByKind
from zermelo.explain.features.feature_families import build_game_features, list_family_stages
from zermelo.explain.features.symmetric_features import list_images
from zermelo.explain.features.user_features import FeatureFunction, build_user_features
from zermelo.explain.list_search.rule_pool import (
    RulePool,
    check_features_are_symmetric,
    make_rule_pool,
)
from zermelo.explain.list_search.sat_list_search import MOST_RULES
from zermelo.explain.list_search.threshold_pool import make_threshold_pool
from zermelo.explain.list_tradeoff.exchange_search import ExchangeSearch, TradeoffRequest
from zermelo.explain.list_tradeoff.expected_loss_objective import ExpectedLossObjective
from zermelo.explain.list_tradeoff.expected_loss_tradeoff import ExpectedLossTradeoff
from zermelo.explain.list_tradeoff.local_search import LocalSearch
from zermelo.explain.list_tradeoff.policy_evaluation import PolicyEvaluation
from zermelo.explain.list_tradeoff.win_draw_loss_objective import WinDrawLossObjective
from zermelo.explain.list_tradeoff.win_draw_loss_tradeoff import WinDrawLossTradeoff
from zermelo.explain.rule_lists.game_decisions import SIDES, choose_side, find_roles_of_side
from zermelo.explain.rule_lists.rule_list import RuleList
from zermelo.explain.rule_lists.rule_predicates import Feature, Rule
from zermelo.games.game_lookup import game


def find_tradeoff(
    game_or_text: Game | str,
    *,
    side: str = "both",
    most: int = MOST_RULES,
    pairs: bool = True,
    own: Sequence[FeatureFunction] = (),
    families: Sequence[str] | None = None,
    within: float = 0.0,
    budget: Budget | None = None,
) -> WinDrawLossTradeoff | ExpectedLossTradeoff:
    """Find the best lists of 0, 1, 2, ... rules, with what each wins, draws and loses.

    With dice, and with points during play, the lists have an expected loss instead.

    Parameters
    ----------
    game_or_text : Game or str
        The game, or its name.
    side : str, default "both"
        Side that the lists are for: "first", "second" or "both".
    most : int, default 8
        Largest number of rules.
    pairs : bool, default True
        Whether rules may have two predicates.
    own : sequence of callable, default ()
        Your own predicates, as for `find_rules`.
    families : sequence of str, optional
        Families of features that rules may use; by default those that fit the game.
    within : float, default 0.0
        End with the first list that falls short in so small a share of games, or loses so few points.
    budget : Budget, optional
        Limits of time and memory; by default there are none.

    Returns
    -------
    WinDrawLossTradeoff or ExpectedLossTradeoff
        The lists and their results.

    Raises
    ------
    MissingCapability
        Also where points come during play and play may cycle.

    Examples
    --------
    >>> found = find_tradeoff("nim(heaps=(1, 2, 3))", side="second")
    >>> [(each.length, each.against_perfect_opponent.lost) for each in found.lists], found.minimal
    ([(0, 0.933333333333), (1, 0.0)], True)
    """
    which = game(game_or_text)
    side, budget = _check_options_and_choose_side(which, side, most, within), budget or Budget()
    objective = OBJECTIVES.choose(which).of_game(which, SIDES[side], budget)
    if not len(objective.decision_places):
        raise BadParameter(f"{which!r} leaves this player nothing to decide: there is nothing to explain")

    def make_pool(words: tuple[str, ...]) -> RulePool:
        features, mine = build_game_features(which, own, words), build_user_features(which, own)
        return POOLS.choose(which)(objective, features, mine, pairs)

    def make_search(pool: RulePool, kept: float) -> ExchangeSearch:
        return SEARCHES.choose(which)(objective, pool, budget, kept)

    stages = list(dict.fromkeys(list_family_stages(which) if families is None else (tuple(families),)))
    request = TradeoffRequest(side, most, within, stages, make_pool, make_search)
    found = objective.search_lists(request)
    pool, lists = found.search.pool, []
    for number, chosen in enumerate(found.chosen):
        budget.report(objective.report, number, len(found.chosen), "lists")
        rules = RuleList(which, (*(pool.rules[rule] for rule in chosen), Rule()), side=side)
        lists.append(objective.make_point(pool.mark_moves_allowed_by_list(chosen), number, rules))
    return objective.make_tradeoff(
        found,
        game=which,
        side=side,
        lists=tuple(lists),
        within=within,
        pool=len(pool.rules) - 1,
        words=found.words,
        decisions=len(objective.decision_places),
        whole=found.search.whole,
    )


def _check_options_and_choose_side(game: Game, side: str, most: int, within: float) -> str:
    """Return the side that lists are for; raises `BadParameter` for wishes that are none."""
    side = choose_side(game, side)
    find_roles_of_side("start", side)
    if not isinstance(most, int) or most < 1:
        raise BadParameter(f"most {most!r} is no number of rules: give 1 or more")
    if not 0 <= within < math.inf:
        raise BadParameter(
            f"within {within!r} is nothing that may be lost: give 0.01 for one game in a hundred"
        )
    return side


def _make_pool_of_pairs(
    objective: PolicyEvaluation, features: Sequence[Feature], mine: Sequence[Feature], pairs: bool
) -> RulePool:
    """Return any pairs of predicates as rules."""
    decisions, places = objective.decisions, objective.decision_places
    if mine:
        check_features_are_symmetric(decisions, mine, places, features)
    return make_rule_pool(decisions, places, features, pairs=pairs, budget=objective.budget)


def _make_pool_of_thresholds(
    objective: PolicyEvaluation, features: Sequence[Feature], mine: Sequence[Feature], pairs: bool
) -> RulePool:
    """Return rules with thresholds, asked of the rules alone, as a graph with dice is no arena."""
    decisions, places = objective.decisions, objective.decision_places
    if mine and has(decisions.game, "symmetries"):
        positions = map(decisions.get_representative_position, places.tolist())
        images = (list_images(decisions.game, position) for position in positions)
        check_features_are_symmetric(decisions, mine, places, features, images)
    asked = [replace(feature, at_once=None) for feature in features]
    return make_threshold_pool(decisions, places, asked, objective.budget)


OBJECTIVES: Final[ByKind[type[WinDrawLossObjective] | type[ExpectedLossObjective]]] = ByKind(
    "objective of imperfect lists",
    WinDrawLossObjective,
    payoffs=WinDrawLossObjective,
    dice=ExpectedLossObjective,
    gains=ExpectedLossObjective,
)
POOLS: Final = ByKind("rules of imperfect lists", _make_pool_of_pairs, dice=_make_pool_of_thresholds)
SEARCHES: Final[ByKind[Callable[..., ExchangeSearch]]] = ByKind(
    "search for imperfect lists", ExchangeSearch, dice=LocalSearch
)

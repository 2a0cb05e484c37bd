"""The price of a rule with dice, or with points on the way: the best lists found, until one will do.

Lists are compared by what they cost from the start, the mean of both sides, and then by how few literals they
have; see `expected`. Where dice are thrown rules say which move, and from which number on (`thresholds`).
"""

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np

from zermelo.core.budget import Budget
from zermelo.core.errors import BadParameter
from zermelo.core.game import Game, has
from zermelo.core.game_kind import ByKind
from zermelo.explain.features.feature_families import build_game_features, list_family_stages
from zermelo.explain.features.user_features import FeatureFunction, build_user_features
from zermelo.explain.list_search.rule_pool import (
    check_features_are_symmetric,
    check_features_on_images,
    make_rule_pool,
)
from zermelo.explain.list_search.sat_list_search import MOST_RULES
from zermelo.explain.list_search.threshold_pool import make_threshold_pool
from zermelo.explain.list_tradeoff.exchange_search import ChosenRules, ExchangeSearch, check_tradeoff_options
from zermelo.explain.list_tradeoff.expected_loss_tradeoff import (
    ExpectedLoss,
    ExpectedLossPoint,
    ExpectedLossTradeoff,
)
from zermelo.explain.list_tradeoff.expected_policy_evaluation import (
    ExpectedPolicyEvaluation,
    Rates,
    make_expectation_graph,
    remove_arena_measures,
)
from zermelo.explain.list_tradeoff.local_search import LocalSearch
from zermelo.explain.list_tradeoff.policy_evaluation import DIGITS, SIDE_NAMES
from zermelo.explain.list_tradeoff.win_draw_loss_search import find_win_draw_loss_tradeoff
from zermelo.explain.list_tradeoff.win_draw_loss_tradeoff import WinDrawLossTradeoff
from zermelo.explain.rule_lists.game_decisions import SIDES
from zermelo.explain.rule_lists.list_certificate import BySide
from zermelo.explain.rule_lists.rule_list import RuleList
from zermelo.explain.rule_lists.rule_predicates import Feature, Rule


def find_expected_loss_tradeoff(
    game: Game,
    *,
    side: str = "both",
    most: int = MOST_RULES,
    pairs: bool = True,
    own: Sequence[FeatureFunction] = (),
    families: Sequence[str] | None = None,
    within: float = 0.0,
    budget: Budget | None = None,
) -> ExpectedLossTradeoff:
    """Return the best lists found of 0, 1, 2, ... rules, until one costs `within` at most or has `most`.

    `within` is a share of games, or points; the other options are those of `find_rules`. Raises what
    `make_expectation_graph` does, and `BadParameter` where there is nothing to decide.
    """
    side, budget = check_tradeoff_options(game, side, most, within), budget or Budget()
    evaluation = ExpectedPolicyEvaluation(make_expectation_graph(game, budget), SIDES[side], budget)
    if not len(evaluation.decision_places):
        raise BadParameter(f"{game!r} leaves this player nothing to decide: there is nothing to explain")
    asked = within * (1 if game.scored else 2)  # games won and lost are 1 and -1
    stages = list(dict.fromkeys(list_family_stages(game) if families is None else (tuple(families),)))
    searches: list[tuple[ExchangeSearch, list[ChosenRules], tuple[str, ...]]] = []
    for words in stages:
        features = build_game_features(game, own, words)
        search = LIST_SEARCHES.choose(game)(
            evaluation, features, build_user_features(game, own), pairs, asked, budget
        )
        searches.append((search, search.find_best_lists(most, None), words))
        if search.is_list_good_enough(searches[-1][1][-1]):
            break
    search, chosen, words = max(searches, key=lambda each: each[0].score_list(each[1][-1])[:3])
    lists = []
    for number, each in enumerate(chosen):
        budget.report("price", number, len(chosen))
        lists.append(_make_tradeoff_point(evaluation, search, number, each, side))
    length = len(chosen[-1])
    proven = search.is_list_good_enough(chosen[-1]) and search.tried_all >= length - 1
    least = length if proven else search.tried_all + 1
    return ExpectedLossTradeoff(
        game=game,
        side=side,  # type: ignore[arg-type]  # checked
        lists=tuple(lists),
        within=within,
        least=least,
        pool=len(search.pool.rules) - 1,
        words=words,
        decisions=len(evaluation.decision_places),
        whole=search.whole,
    )


def _make_pair_search(
    evaluation: ExpectedPolicyEvaluation,
    features: Sequence[Feature],
    mine: Sequence[Feature],
    pairs: bool,
    asked: float,
    budget: Budget,
) -> ExchangeSearch:
    """Return what looks for lists of points: with any pairs of predicates."""
    decisions, places = evaluation.decisions, evaluation.decision_places
    if mine:
        check_features_are_symmetric(decisions, mine, places, features)
    pool = make_rule_pool(decisions, places, features, pairs=pairs, budget=budget)
    return ExchangeSearch(evaluation, pool, budget, asked, exhaustive=True)


def _make_threshold_search(
    evaluation: ExpectedPolicyEvaluation,
    features: Sequence[Feature],
    mine: Sequence[Feature],
    pairs: bool,
    asked: float,
    budget: Budget,
) -> ExchangeSearch:
    """Return what looks for lists with dice: with thresholds."""
    decisions, places = evaluation.decisions, evaluation.decision_places
    if mine and has(decisions.game, "symmetries"):
        check_features_on_images(decisions, mine, places, budget)
    pool = make_threshold_pool(decisions, places, remove_arena_measures(features), budget)
    return LocalSearch(evaluation, pool, budget, asked)


LIST_SEARCHES: Final = ByKind(
    "search for lists by expected loss", _make_pair_search, dice=_make_threshold_search
)
TRADEOFFS: Final[ByKind[Callable[..., WinDrawLossTradeoff | ExpectedLossTradeoff]]] = ByKind(
    "trade-off of rule lists",
    find_win_draw_loss_tradeoff,
    payoffs=find_win_draw_loss_tradeoff,
    dice=find_expected_loss_tradeoff,
    gains=find_expected_loss_tradeoff,
)


def _make_tradeoff_point(
    evaluation: ExpectedPolicyEvaluation, search: ExchangeSearch, most: int, chosen: ChosenRules, side: str
) -> ExpectedLossPoint:
    """Return a list with all that is known of it."""
    game, expectation_graph, pool = evaluation.decisions.game, evaluation.expectation_graph, search.pool
    rules = RuleList(game, (*(pool.rules[rule] for rule in chosen), Rule()), side=side)
    allowed = search.columns.expand_columns_to_moves(
        search.columns.mark_columns_allowed_by_list(chosen)
    ).copy()
    perfect, error = evaluation.compute_expectations(allowed)
    tables: list[Rates] = [perfect]
    for replies in (evaluation.best_moves_mask, evaluation.all_moves_mask, allowed):
        found, off = evaluation.compute_expectations(allowed, replies)
        tables.append(found)
        error = max(error, off)
    sides = {}
    for each in evaluation.sides:
        worths = [
            evaluation.compute_start_value(each),
            *(float(table[evaluation.find_start_nodes(each)].mean()) for table in tables),
        ]
        shares = worths if game.scored else [(1 + worth) / 2 for worth in worths]
        rounded = [round(share, DIGITS) for share in shares]
        rounded.append(rounded[0] - rounded[1])
        sides[SIDE_NAMES[each]] = ExpectedLoss(*rounded)
    costs = (expectation_graph.values - perfect[1::2])[evaluation.decision_places] / (1 if game.scored else 2)
    where = int(np.argmax(costs))
    gives = np.add.reduceat(
        allowed & ~evaluation.best_moves_mask, evaluation.decisions.arena.bounds[evaluation.decision_places]
    )
    return ExpectedLossPoint(
        most=most,
        rules=rules,
        sides=BySide(**sides),
        worst=max(0.0, round(float(costs[where]), DIGITS)),
        worst_at="/".join(
            game.show(
                evaluation.decisions.get_representative_position(int(evaluation.decision_places[where]))
            ).split("\n")
        ),
        decisions=len(evaluation.decision_places),
        wrong=int((gives > 0).sum()),
        error=error,
    )

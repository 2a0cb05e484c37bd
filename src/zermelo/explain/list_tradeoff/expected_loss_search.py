"""The price of a rule with dice, or with points on the way: the best lists found, until one will do.

Lists are compared by what they cost from the start, the mean of both sides, and then by how few literals they
have; see `expected`. Where dice are thrown rules say which move, and from which number on (`thresholds`).
"""

from collections.abc import Sequence

import numpy as np

from zermelo.core.budget import Budget
from zermelo.core.errors import BadParameter
from zermelo.core.game import Game, has
from zermelo.explain.features.feature_families import family_stages, features_of
from zermelo.explain.features.user_features import FeatureFunction, user_features
from zermelo.explain.list_search.rule_pool import RulePool, check_images, check_symmetric, make_pool
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
    without_arenas,
)
from zermelo.explain.list_tradeoff.local_search import LocalSearch
from zermelo.explain.list_tradeoff.policy_evaluation import DIGITS, SIDE_NAMES
from zermelo.explain.rule_lists.game_decisions import SIDES
from zermelo.explain.rule_lists.rule_list import RuleList
from zermelo.explain.rule_lists.rule_predicates import Feature, Rule


def has_expected_loss(game: Game) -> bool:
    """Return whether what lists cost is asked of a game, and not how often they fall short."""
    return has(game, "chances") or has(game, "gain")


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
    pricing = ExpectedPolicyEvaluation(make_expectation_graph(game, budget), SIDES[side], budget)
    if not len(pricing.places):
        raise BadParameter(f"{game!r} leaves this player nothing to decide: there is nothing to explain")
    asked = within * (1 if game.scored else 2)  # games won and lost are 1 and -1
    stages = list(dict.fromkeys(family_stages(game) if families is None else (tuple(families),)))
    searches: list[tuple[ExchangeSearch, list[ChosenRules], tuple[str, ...]]] = []
    for words in stages:
        features = features_of(game, own, words)
        _check_own(pricing, user_features(game, own), features, budget)
        search = _search(pricing, features, pairs, asked, budget)
        searches.append((search, search.lists(most, None), words))
        if search.enough(searches[-1][1][-1]):
            break
    search, chosen, words = max(searches, key=lambda each: each[0].worth(each[1][-1])[:3])
    lists = []
    for number, each in enumerate(chosen):
        budget.report("price", number, len(chosen))
        lists.append(_make_point(pricing, search, number, each, side))
    length = len(chosen[-1])
    proven = search.enough(chosen[-1]) and search.tried_all >= length - 1
    least = length if proven else search.tried_all + 1
    return ExpectedLossTradeoff(
        game,
        side,
        tuple(lists),
        within,
        least,
        len(search.pool.rules) - 1,
        words,
        len(pricing.places),
        search.whole,
    )


def _search(
    pricing: ExpectedPolicyEvaluation, features: Sequence[Feature], pairs: bool, asked: float, budget: Budget
) -> ExchangeSearch:
    """Return what looks for lists: of dice with thresholds, of points with any pairs of predicates."""
    decisions = pricing.decisions
    if has(decisions.game, "chances"):
        pool = make_threshold_pool(decisions, pricing.places, without_arenas(features), budget)
        return LocalSearch(pricing, pool, budget, asked)
    pairwise: RulePool = make_pool(decisions, pricing.places, features, pairs=pairs, budget=budget)
    return ExchangeSearch(pricing, pairwise, budget, asked, exhaustive=True)


def _check_own(
    pricing: ExpectedPolicyEvaluation, mine: Sequence[Feature], features: Sequence[Feature], budget: Budget
) -> None:
    """Raise `BadParameter` where a predicate of the user's own differs between images of a position."""
    decisions = pricing.decisions
    if mine and not has(decisions.game, "chances"):
        check_symmetric(decisions, mine, pricing.places, features)
    elif mine and has(decisions.game, "symmetries"):
        check_images(decisions, mine, pricing.places, budget)


def _make_point(
    pricing: ExpectedPolicyEvaluation, search: ExchangeSearch, most: int, chosen: ChosenRules, side: str
) -> ExpectedLossPoint:
    """Return a list with all that is known of it."""
    game, ground, pool = pricing.decisions.game, pricing.ground, search.pool
    rules = RuleList(game, (*(pool.rules[rule] for rule in chosen), Rule()), side=side)
    allowed = search.columns.allowed(search.columns.of(chosen)).copy()
    perfect, error = pricing.expected(allowed)
    tables: list[Rates] = [perfect]
    for replies in (pricing.best_play, pricing.any_move, allowed):
        found, off = pricing.expected(allowed, replies)
        tables.append(found)
        error = max(error, off)
    sides = {}
    for each in pricing.sides:
        worths = [pricing.value(each), *(float(table[pricing.roots(each)].mean()) for table in tables)]
        shares = worths if game.scored else [(1 + worth) / 2 for worth in worths]
        sides[SIDE_NAMES[each]] = ExpectedLoss(*(round(share, DIGITS) for share in shares))
    costs = (ground.values - perfect[1::2])[pricing.places] / (1 if game.scored else 2)
    where = int(np.argmax(costs))
    gives = np.add.reduceat(allowed & ~pricing.best_play, pricing.decisions.arena.bounds[pricing.places])
    return ExpectedLossPoint(
        most,
        rules,
        sides,
        max(0.0, round(float(costs[where]), DIGITS)),
        "/".join(game.show(pricing.decisions.position(int(pricing.places[where]))).split("\n")),
        len(pricing.places),
        int((gives > 0).sum()),
        error,
    )

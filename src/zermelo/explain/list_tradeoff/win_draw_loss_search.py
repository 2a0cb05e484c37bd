"""The price of a rule: the best lists found of one rule, of two, and so on to one that is perfect.

Where no rule of a list fires any move is made; that rule is not counted. Lists are compared by

    how often they fall short of what the start is worth, at worst (see `prices`); of both sides, the sum
    what they are expected to get against the perfect opponent, and then the random one; of both, the mean
    how few literals they have

The value of each list is exact; where play may cycle it is known to some ten digits. That no other list of so
many rules is worth more is not known, so each is the best *found*. A rule is added wherever it gains most,
then rules are exchanged, one by one, until none gains. Rules are exchanged once more on the way back, when
rules are taken out of the last list. A list is never worth less than one of fewer rules, as it may have fewer
than it is allowed. The least length of a perfect list is found otherwise: a SAT solver refutes all shorter
ones, and its proof is checked. The solver knows lines of play, and not their probabilities. Where a win is to
be kept, it refutes a list with a line that cycles, though the list may win with probability 1.
"""

from collections.abc import Sequence

from zermelo.core.budget import Budget
from zermelo.core.errors import BadParameter, CheckFailed
from zermelo.core.game import Game
from zermelo.explain.features.feature_families import build_game_features, list_family_stages
from zermelo.explain.features.user_features import FeatureFunction, build_user_features
from zermelo.explain.list_search.rule_pool import RulePool, check_features_are_symmetric, make_rule_pool
from zermelo.explain.list_search.sat_list_search import MOST_RULES, find_shortest_list
from zermelo.explain.list_search.unsat_proof import prove_unsatisfiable
from zermelo.explain.list_tradeoff.exchange_search import ChosenRules, ExchangeSearch, check_tradeoff_options
from zermelo.explain.list_tradeoff.policy_evaluation import SIDE_NAMES, PolicyEvaluation
from zermelo.explain.list_tradeoff.win_draw_loss_tradeoff import (
    WinDrawLoss,
    WinDrawLossPoint,
    WinDrawLossTradeoff,
)
from zermelo.explain.rule_lists.game_decisions import SIDES, build_decisions
from zermelo.explain.rule_lists.list_certificate import BySide, extract_line_outcome_counts
from zermelo.explain.rule_lists.rule_list import RuleList
from zermelo.explain.rule_lists.rule_predicates import Rule
from zermelo.verify.policy_certificate import certify_side


def find_win_draw_loss_tradeoff(
    game: Game,
    *,
    side: str = "both",
    most: int = MOST_RULES,
    pairs: bool = True,
    own: Sequence[FeatureFunction] = (),
    families: Sequence[str] | None = None,
    within: float = 0.0,
    budget: Budget | None = None,
) -> WinDrawLossTradeoff:
    """Return the best lists found of 0, 1, 2, ... rules, until one is perfect or has `most`.

    With `within` it ends with the first that falls short of what the start is worth so seldom: a share of
    games. The other options are those of `find_rules`. Raises as it does. Dice, and points on the way, are
    for `costing`.
    """
    side, budget = check_tradeoff_options(game, side, most, within), budget or Budget()
    evaluation = PolicyEvaluation(build_decisions(game, budget), SIDES[side], budget)
    if not len(evaluation.decision_places):
        raise BadParameter(f"{game!r} leaves this player nothing to decide: there is nothing to explain")
    stages = list(dict.fromkeys(list_family_stages(game) if families is None else (tuple(families),)))
    for words in stages:
        pool = _make_rule_pool(evaluation, own, words, pairs, budget)
        if within:
            known, least = None, 0
            break
        known, least = _find_shortest_perfect_list(evaluation, pool, side, most, budget)
        if known is not None:
            break
    search = ExchangeSearch(evaluation, pool, budget, within * evaluation.winnable_side_count)
    chosen = search.find_best_lists(most, known)
    lists = []
    for number, each in enumerate(chosen):
        budget.report("certify", number, len(chosen))
        lists.append(_make_tradeoff_point(evaluation, search, number, each, side, budget))
    perfect = search.score_list(chosen[-1]).kept == 0
    return WinDrawLossTradeoff(
        game=game,
        side=side,  # type: ignore[arg-type]  # checked
        lists=tuple(lists),
        perfect=perfect,
        least=least,
        pool=len(pool.rules) - 1,
        words=words,
        decisions=len(evaluation.decision_places),
        whole=search.whole,
        within=within,
        may_cycle=evaluation.may_list_cycle,
        ends=not perfect or _does_list_always_end(evaluation, lists[-1]),
    )


def _does_list_always_end(evaluation: PolicyEvaluation, last: WinDrawLossPoint) -> bool:
    """Return whether no line of a list cycles from a start that it has to win."""
    return not any(
        each.can_cycle and evaluation.decisions.find_highest_demand((SIDE_NAMES.index(name),)) > 0
        for name, each in last.sides.items()
    )


def _make_rule_pool(
    evaluation: PolicyEvaluation,
    own: Sequence[FeatureFunction],
    words: tuple[str, ...],
    pairs: bool,
    budget: Budget,
) -> RulePool:
    decisions = evaluation.decisions
    features = build_game_features(decisions.game, own, words)
    mine = build_user_features(decisions.game, own)
    if mine:
        check_features_are_symmetric(decisions, mine, evaluation.decision_places, features)
    return make_rule_pool(decisions, evaluation.decision_places, features, pairs=pairs, budget=budget)


def _find_shortest_perfect_list(
    evaluation: PolicyEvaluation, pool: RulePool, side: str, most: int, budget: Budget
) -> tuple[tuple[int, ...] | None, int]:
    """Return a shortest perfect list, if one is found, and how many rules any has at least, as is proven.

    Asked are lists that end in "any move": one of k rules that is not counted has k + 1.
    """
    found = find_shortest_list(
        evaluation.decisions,
        pool,
        side,
        most=most + 1,
        fewest_literals=False,
        ends_in_any=True,
        budget=budget,
    )
    least = 0
    if found.refuted:
        least = found.refuted[-1].levels
        refutation = prove_unsatisfiable(found.refuted[-1].clauses)
        if refutation is None:
            raise CheckFailed(f"that no list of {least} rules is right was not confirmed")
        refutation.check_proof()
    if found.rules is None:
        return None, least
    chosen = [number for number in found.numbers if number is not None]
    return tuple(chosen[: chosen.index(0)]), least


def _make_tradeoff_point(
    evaluation: PolicyEvaluation,
    search: ExchangeSearch,
    most: int,
    chosen: ChosenRules,
    side: str,
    budget: Budget,
) -> WinDrawLossPoint:
    """Return a list with all that is known of it."""
    pool = search.pool
    game = evaluation.decisions.game
    rules = RuleList(game, (*(pool.rules[rule] for rule in chosen), Rule()), side=side)
    allowed = search.columns.expand_columns_to_moves(search.columns.mark_columns_allowed_by_list(chosen))
    sides = {}
    for each in evaluation.sides:
        random, perfect, short = evaluation.compute_outcome_probabilities(allowed, each)
        lines = certify_side(rules, game, each == 0, budget=budget)
        decisions, wrong = evaluation.count_decisions_and_errors(allowed, each)
        error = evaluation.bound_rate_error(each)
        sides[SIDE_NAMES[each]] = WinDrawLoss(
            random=random,
            perfect=perfect,
            short=short,
            decisions=decisions,
            wrong=wrong,
            can_lose=lines.can_lose,
            lines=extract_line_outcome_counts(lines),
            error=error,
            can_cycle=lines.has_endless_line,
        )
    return WinDrawLossPoint(most=most, rules=rules, sides=BySide(**sides))

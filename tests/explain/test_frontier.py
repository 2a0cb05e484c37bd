"""The price of a rule: what lists are worth, against plain recursion; and the best lists found of each length."""

import random
from collections.abc import Sequence
from functools import cache
from itertools import permutations, product
from xml.etree import ElementTree

import numpy as np
import pytest
from made.random_games import RandomTurns
from reference import naive
from reference.naive_prices import Prices, met
from support.marks import few, long_unless

from zermelo.core.budget import Budget
from zermelo.core.errors import BadParameter, MissingCapability
from zermelo.core.game import Game
from zermelo.core.notation.wording import format_share
from zermelo.explain.features.feature_families import build_game_features
from zermelo.explain.list_search.rule_pool import RulePool, make_rule_pool
from zermelo.explain.list_tradeoff.exchange_search import ExchangeSearch
from zermelo.explain.list_tradeoff.game_graph import Rates
from zermelo.explain.list_tradeoff.tradeoff_search import find_tradeoff
from zermelo.explain.list_tradeoff.win_draw_loss_objective import WinDrawLossObjective
from zermelo.explain.list_tradeoff.win_draw_loss_tradeoff import (
    WinDrawLossPoint,
    WinDrawLossTradeoff,
)
from zermelo.explain.rule_lists.game_decisions import Bools, build_decisions
from zermelo.explain.rule_lists.rule_glossary import list_glossary_terms
from zermelo.explain.rule_lists.rule_list import RuleList
from zermelo.explain.rule_lists.rule_predicates import Rule
from zermelo.games.dominoes.domineering import Domineering
from zermelo.games.heaps.nim import Nim
from zermelo.games.lines.mnk import Mnk, TicTacToe
from zermelo.games.payoffs.nim_of_several import NimOfSeveral

SMALL = [
    Nim((1, 2, 3)),
    Nim((2, 3), misere=True),
    Domineering(columns=3, rows=3),
    Mnk(columns=3, rows=2, line=2),
    *(RandomTurns(seed) for seed in (2, 4, 10)),
]
NEAR = 1e-9


@cache
def frontier(game: Game, side: str) -> WinDrawLossTradeoff:
    return find_tradeoff(game, side=side)


def pooled(game: Game, *, pairs: bool = True) -> tuple[WinDrawLossObjective, RulePool]:
    evaluation = WinDrawLossObjective(build_decisions(game), (0, 1))
    return evaluation, make_rule_pool(
        evaluation.decisions, evaluation.decision_places, build_game_features(game), pairs=pairs
    )


def as_list(game: Game, pool: RulePool, chosen: Sequence[int]) -> RuleList:
    return RuleList(game, [*(pool.rules[rule] for rule in chosen), Rule()])


def rates_of(evaluation: WinDrawLossObjective, allowed: Bools) -> Rates:
    """Return [nodes of the game, 6]: how often a list wins and loses, at all nodes that can come about."""
    rates = np.zeros((2 * evaluation.decisions.arena.positions, 6))
    rates[evaluation.nodes] = evaluation.compute_rates(evaluation.follow_list(allowed))
    return rates


def value_of(game: Game) -> int:
    value = naive.solve(game)[game.start()][0]
    return (value > 0) - (value < 0)


# ---------------------------------------------------------------------------------------------------------
# What a list is worth


WORTH = [*((game, 5) for game in SMALL), (TicTacToe(), 1), (TicTacToe(), 5)]


@pytest.mark.parametrize(("game", "count"), few(WORTH, len(SMALL)))
def test_lists_are_worth_what_recursion_says_at_every_position(game: Game, count: int) -> None:
    evaluation, pool = pooled(game)
    values = {position: value for position, (value, _) in naive.solve(game).items()}
    drawn = random.Random(1)
    lists = [(), (len(pool.rules) - 1,), *(drawn.choices(range(len(pool.rules)), k=3) for _ in range(3))]
    nodes = set(evaluation.nodes.tolist())
    for chosen in lists[-count:]:
        rules = as_list(game, pool, chosen)
        allowed = pool.mark_moves_allowed_by_list(chosen)
        rates, twin, compared = rates_of(evaluation, allowed), Prices(game, rules), 0
        for number in range(evaluation.decisions.arena.positions):
            position = evaluation.decisions.arena.position_at(number)
            for own in (True, False):
                node = 2 * int(evaluation.decisions.classes[number]) + own
                if node in nodes:
                    expected = [float(each) for each in twin.row(position, own)]
                    assert rates[node] == pytest.approx(expected, abs=NEAR)
                    compared += 1
        assert compared >= len(nodes)
        assert chosen or np.array_equal(
            pool.mark_columns_allowed_by_list([0]), pool.mark_columns_allowed_by_list([])
        )  # of no rules, or any move
        for side, first in ((0, True), (1, False)):
            at_random, perfect, short = evaluation.compute_outcome_probabilities(allowed, side)
            row = twin.row(game.start(), first)
            assert (at_random.won, at_random.lost) == pytest.approx([float(x) for x in row[:2]], abs=NEAR)
            assert (perfect.won, perfect.lost) == pytest.approx([float(x) for x in row[2:4]], abs=NEAR)
            assert sum(perfect.as_tuple) == pytest.approx(1) and sum(at_random.as_tuple) == pytest.approx(1)
            worst = twin.short(first, value_of(game))
            assert short == (None if worst is None else pytest.approx(float(worst), abs=NEAR))
            decisions, wrong = met(game, rules, first, values)
            assert evaluation.count_decisions_and_errors(allowed, side) == (len(decisions), len(wrong))


@pytest.mark.long
def test_a_list_may_be_expected_to_draw_and_lose_all_the_same() -> None:
    """It wins as often as it loses: 0 is what the start is worth, and yet it falls short of it."""
    evaluation, pool = pooled(TicTacToe())
    keys = ["lines>=4", "lines(0,2)>=1", "lines>=3 & unforkable", "unforkable"]
    numbers = {rule.key: number for number, rule in enumerate(pool.rules)}
    allowed = pool.mark_moves_allowed_by_list([numbers[key] for key in keys])
    _, perfect, short = evaluation.compute_outcome_probabilities(allowed, 1)
    assert perfect.as_tuple == (0.5, 0, 0.5) and short == 0.5


# ---------------------------------------------------------------------------------------------------------
# The best found


def lengths(found: WinDrawLossTradeoff) -> list[int]:
    return [each.length for each in found.lists]


def measure(each: WinDrawLossPoint) -> tuple[float, float, float]:
    won, random_won = each.against_perfect_opponent, each.against_random_opponent
    return -round(each.shortfall, 9), round(won.won - won.lost, 9), round(random_won.won - random_won.lost, 9)


@pytest.mark.slow("the one frontier of several rules for both sides, which the tests below read too")
def test_tic_tac_toe_takes_five_rules_and_what_fewer_cost() -> None:
    found = frontier(TicTacToe(), "both")
    assert (lengths(found), found.minimal, found.least, found.whole) == ([0, 1, 2, 3, 4, 5], True, 5, True)
    assert found.lists[0].sides.first.random.won == pytest.approx(737 / 1260)
    assert [round(each.shortfall, 3) for each in found.lists] == [0.967, 0.759, 0.458, 0.333, 0.167, 0]
    assert found.lists[1].rules.rules[0].key == "lines(0,2)>=1"
    assert found.summary() == "5 rules never fall short; with 4 rules 16.7% of games do"
    one = frontier(TicTacToe(), "first")
    assert (lengths(one), one.minimal) == ([0, 1, 2], True)


SLOW = (Nim((1, 2, 3), misere=True), Domineering(columns=4, rows=3))
SIDED = product(
    ["both", "first", "second"],
    [TicTacToe(), Nim((1, 2), misere=True), Domineering(columns=3, rows=3), *SLOW],
)


@pytest.mark.parametrize(
    ("side", "game"), long_unless(SIDED, lambda case: case[0] != "second" and case[1] not in SLOW)
)
def test_more_rules_are_never_worth_less_and_the_last_list_is_right(game: Game, side: str) -> None:
    found = frontier(game, side)
    measures = [measure(each) for each in found.lists]
    assert measures == sorted(measures)
    assert [each.most for each in found.lists] == list(range(len(found.lists)))
    assert all(each.length <= each.most for each in found.lists)
    assert found.perfect and found.minimal and found.least == found.lists[-1].length
    value = value_of(game)
    for each in found.lists:
        for name, result in each.sides.items():
            worth = value if name == "first" else -value
            falls = worth >= 0 and (result.can_lose or (worth > 0 and result.lines.drawn != 0))
            assert (result.short is None) == (worth < 0)
            assert falls == bool(result.short)  # the checker and the kernels agree on who is right
            if each is found.lists[-1]:
                assert not falls


@pytest.mark.parametrize("game", few([Nim((2, 2), misere=True), Mnk(3, 2, 2), Nim((1, 2, 3))], 2), ids=repr)
def test_the_proof_and_the_best_found_stand_beside_all_lists(game: Game) -> None:
    """Every list of up to two rules, without pairs: none is worth more than what is found of one rule."""
    found = find_tradeoff(game, pairs=False)
    evaluation, pool = pooled(game, pairs=False)
    best = {}
    for length in range(3):
        worths = [
            evaluation.score_allowed_moves(pool.mark_moves_allowed_by_list(chosen))
            for chosen in permutations(range(1, len(pool.rules)), length)
        ]
        best[length] = max(worths)
    right = [length for length in best if best[length][0] == 0]
    if found.perfect and found.lists[-1].length <= 2:
        assert found.minimal and found.least == right[0] == found.lists[-1].length
    else:
        assert not right and found.least > 2
    searched = ExchangeSearch(evaluation, pool, Budget()).find_best_lists(2, None)
    reached = [evaluation.score_allowed_moves(pool.mark_moves_allowed_by_list(chosen)) for chosen in searched]
    assert reached[1] == max(best[0], best[1])
    assert all(worth <= best[2] for worth in reached)


def test_where_no_list_is_right_it_ends_where_more_rules_gain_nothing() -> None:
    found = find_tradeoff(TicTacToe(), pairs=False, most=2)
    assert not found.perfect and not found.minimal and len(found.lists) == 3 and found.least == 3
    assert "none found of 2 rules or fewer" in str(found)


def test_the_words_and_the_numbers_are_told() -> None:
    found = find_tradeoff(Nim((1, 3, 5, 7)))
    assert found.summary() == "1 rule never falls short; with no rule over 99.9% of games do"
    text = str(found)
    assert "1  leaves nim-sum 0" in text and "a perfect list has 1 rule at least: proven" in text
    assert found.as_json()["lists"][1]["keys"] == ["nim_sum==0"]
    said = [format_share(share, rounding=0) for share in (0, 0.0001, 0.5, 0.9999, 1)]
    assert said == ["0%", "under 0.1%", "50.0%", "over 99.9%", "100%"]
    drawn = ElementTree.fromstring(found.chart())
    words = "".join(drawn.itertext())
    assert all(said in words for said in ("against perfect play", "against random play", "won 50", "lost 50"))


def test_terms_of_all_lists_stand_below_them_once() -> None:
    found = frontier(TicTacToe(), "both")
    terms = list_glossary_terms(rule for each in found.lists for rule in each.rules.rules)
    assert terms and len(set(terms)) == len(terms)
    shown = str(found).split("\n\n")
    assert shown[-2].splitlines() == [str(term) for term in terms]
    assert found.as_json()["terms"] == [{"word": term.word, "meaning": term.meaning} for term in terms]


def test_what_cannot_be_priced_is_refused_in_words() -> None:
    with pytest.raises(MissingCapability, match="3 players"):
        find_tradeoff(NimOfSeveral())
    with pytest.raises(BadParameter, match="no number of rules"):
        find_tradeoff(Nim((1, 2)), most=0)
    with pytest.raises(BadParameter, match="nothing to decide"):
        find_tradeoff(Nim((1,)), side="second")

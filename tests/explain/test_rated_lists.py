"""Lists of rules for games of points, dice, payoffs, and for one: what is right, by recursion; certificates."""

from typing import Any

import pytest
from reference import naive, naive_dice
from support.marks import few

import zermelo
from zermelo.core.errors import CheckFailed
from zermelo.core.game import Game, Position
from zermelo.core.rule_queries import keeps_turn, moves_at, points_of_move
from zermelo.explain.features.feature_families import build_all_features
from zermelo.explain.list_search.rule_finder import find_rules
from zermelo.explain.rule_lists.game_decisions import Decisions
from zermelo.explain.rule_lists.list_certificate import certify_list
from zermelo.explain.rule_lists.payoff_decisions import build_decisions_of_any_game
from zermelo.explain.rule_lists.rule_list import RuleList
from zermelo.explain.rule_lists.rule_predicates import read_conjunction

OF_POINTS = (
    "dots_and_boxes(columns=2, rows=1)",
    "kalah(houses=2, seeds=2)",
    "with_points(game=kalah(houses=2, seeds=2))",
)

ROUND = ("oware(houses=2, seeds=1)", "awari_endgame(stones=3)", "oware(houses=2, seeds=2)")


def rows(decisions: Decisions) -> list[tuple[Position, list[int]]]:
    """Return each unfinished position of an arena with what its moves keep."""
    arena = decisions.arena
    return [
        (
            arena.position_at(number),
            [decisions.find_kept_value(edge) for edge in decisions.list_edges(number)],
        )
        for number in range(arena.positions)
        if decisions.list_edges(number)
    ]


@pytest.mark.parametrize("name", OF_POINTS)
def test_what_moves_keep_of_points(name: str) -> None:
    game = zermelo.game(name)
    values = {position: value for position, (value, _) in naive.solve(game).items()}
    decisions = build_decisions_of_any_game(game)
    assert not decisions.alone and decisions.arena.positions > 20
    for position, keeps in rows(decisions):
        assert decisions.look_up_value(position) == values[position]
        assert keeps == [
            naive.worth(game, position, move, values[game.play(position, move)])
            for move in game.moves(position)
        ]


def test_what_is_right_with_dice() -> None:
    """Pig to 8 by value iteration from nothing known, at every decision of both players."""
    game: Any = zermelo.game("pig(target=8)")
    values = naive_dice.iterated(game)
    decisions = build_decisions_of_any_game(game)
    assert decisions.alone and decisions.arena.positions == len(values)
    count = 0
    for position, keeps in rows(decisions):
        children = [game.play(position, move) for move in game.moves(position)]
        after = [naive_dice.seen(game, position, child, values[child]) for child in children]
        assert keeps == [0 if value >= max(after) - 1e-9 else -1 for value in after], game.show(position)
        count += 1
    assert count > 100


def test_what_is_right_for_several_players() -> None:
    """The one equilibrium of the centipede takes at once, everywhere."""
    decisions = build_decisions_of_any_game(zermelo.game("centipede"))
    assert decisions.alone
    assert all(keeps == [0, -1] for _, keeps in rows(decisions))
    found = find_rules(zermelo.game("centipede"))
    assert [rule.key for rule in found.rules.rules] == ["move(take)"] and found.minimal


def test_a_list_for_dice_is_right_wherever_play_stands() -> None:
    game = zermelo.game("pig(target=12)")
    found = find_rules(game)
    unfinished = [position for position, _ in rows(build_decisions_of_any_game(game))]
    assert found.everywhere is not None and found.everywhere.checked == len(unfinished)
    assert found.certificate == {}
    assert not found.rules.exceptions
    hold = RuleList(
        game,
        [read_conjunction(text, build_all_features(game)) for text in ("move(hold)", "any")],
        everywhere=True,
    )
    with pytest.raises(CheckFailed, match="gives away value"):
        certify_list(hold)


def test_a_list_for_points_keeps_them() -> None:
    found = find_rules(zermelo.game("kalah(houses=2, seeds=2)"))
    assert found.rules.goal == "always"
    sides = found.certificate
    assert sides["first"].given_away_count == sides["second"].given_away_count == 0
    wrong = RuleList(
        found.rules.game, [read_conjunction("any", build_all_features(found.rules.game))], goal="always"
    )
    with pytest.raises(CheckFailed, match="do not hold"):
        certify_list(wrong)


def test_a_list_for_a_puzzle_solves_it() -> None:
    game: Game = zermelo.game("hanoi(discs=3)")
    found = find_rules(game)
    assert found.rules.side == "first" and set(found.certificate) == {"first"}
    position, moves = game.start(), 0
    while game.outcome(position) == zermelo.UNDECIDED:
        position = game.play(position, found.rules(position)[-1])
        moves += 1
    assert 7 <= moves == found.certificate["first"].longest


@pytest.mark.parametrize("name", few(ROUND, 1))
def test_points_are_not_waited_for_without_an_end(name: str) -> None:
    game = zermelo.game(name)
    decisions = build_decisions_of_any_game(game)
    assert decisions.arena.has_cycles
    rules = find_rules(game, method="greedy").rules
    for begins in (True, False):
        after: dict[tuple[Position, bool], list[tuple[Position, bool]]] = {}
        waiting = [(start, begins) for start in game.starts()]
        while waiting:
            node = position, own = waiting.pop()
            if node in after:
                continue
            after[node] = []
            for move in rules(position) if own else moves_at(game, position):
                child = game.play(position, move)
                stays = keeps_turn(game, position, child)
                if own:
                    kept = points_of_move(game, position, move) + (
                        1 if stays else -1
                    ) * decisions.look_up_value(child)
                    assert kept == decisions.look_up_value(position)
                after[node].append((child, own == stays))
        to_come = {node for node in after if decisions.look_up_value(node[0]) * (1 if node[1] else -1) > 0}
        while True:  # take away those that end, or after which nothing is to come
            left = {node for node in to_come if any(child in to_come for child in after[node])}
            if left == to_come:
                break
            to_come = left
        assert not to_come

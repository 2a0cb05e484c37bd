"""Exceptions in groups: each group is what it says, asked of the game's own rules one position after the other."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from reference import naive

from zermelo.core.game import Game
from zermelo.explain.features.feature_families import build_game_features
from zermelo.explain.rule_lists.exception_groups import FEWEST, group_exceptions
from zermelo.explain.rule_lists.rule_list import RuleList, find_least_image
from zermelo.explain.rule_lists.rule_predicates import Rule, read_conjunction
from zermelo.games.dominoes.domineering import Domineering
from zermelo.games.heaps.nim import Nim
from zermelo.games.lines.mnk import TicTacToe

pytestmark = pytest.mark.quick


def tabled(game: Game) -> RuleList:
    """Return a list of no rule: an exception wherever some move is right, and not every one."""
    values = naive.solve(game)
    exceptions: dict[Any, list[Any]] = {}
    for position in values:
        moves = list(game.moves(position)) if naive.children(game, position) else []
        kept = {move: -values[game.play(position, move)][0] for move in moves}
        right = [move for move in moves if kept[move] == values[position][0]]
        if len(right) < len(moves) and find_least_image(game, position) == position:
            exceptions[position] = right
    return RuleList(game, [Rule()], exceptions)


@pytest.mark.parametrize("game", [TicTacToe(), Nim((3, 4)), Domineering(columns=3, rows=3)], ids=repr)
def test_every_exception_is_in_one_group_and_what_is_said_there_is_right(game: Game) -> None:
    rules = tabled(game)
    groups = group_exceptions(rules)
    counted = Counter(position for group in groups for position in group.positions)
    assert set(counted) == set(rules.exceptions) and set(counted.values()) == {1}
    told = [group for group in groups if group.key is not None]
    assert told and all(len(group.positions) >= FEWEST for group in told)
    sizes = [len(group.positions) for group in told]
    assert sizes == sorted(sizes, reverse=True)
    for group in told:
        rule = read_conjunction(group.key, build_game_features(game))
        for position in group.positions:
            allowed = rule.list_allowed_moves(position, list(game.moves(position)))
            assert allowed and set(allowed) <= set(rules.exceptions[position])
    for group in groups:
        first = group.positions[0]
        assert list(group.moves) == [game.name(first, move) for move in rules.exceptions[first]]
    assert all(group.key is not None for group in groups[:-1])


def test_the_first_group_is_the_largest_that_any_predicate_makes() -> None:
    rules = tabled(Nim((3, 4)))
    first = group_exceptions(rules)[0]
    assert first.key == "nim_sum==0"
    assert len(first.positions) == len(rules.exceptions)  # Bouton: everywhere it is right, and all is told
    assert group_exceptions(replace(rules, exceptions={})) == ()


def test_a_single_exception_shares_nothing_and_is_shown() -> None:
    rules = tabled(TicTacToe())
    position, moves = next(iter(rules.exceptions.items()))
    (group,) = group_exceptions(replace(rules, exceptions={position: moves}))
    assert "nothing that is in common" in str(group) and "play " in str(group)
    assert (group.words, group.key, group.count) == (None, None, 1)
    assert list(group.moves) == [rules.game.name(position, move) for move in moves]

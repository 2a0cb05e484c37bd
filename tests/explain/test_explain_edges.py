"""What a hostile reading of `explain` has shown: odd games and odd files, each once wrong."""

import pytest

from zermelo.boards.abstract_graphs.abstract_action import AbstractAction
from zermelo.boards.abstract_graphs.abstract_board import find_realisations
from zermelo.boards.abstract_graphs.abstract_graph import AbstractGraph, build_full_line
from zermelo.core.errors import BadParameter, MissingCapability
from zermelo.core.game import Game, Position, beginning_at
from zermelo.explain.list_search.rule_finder import find_rules
from zermelo.explain.positional_game import read_positional_game
from zermelo.games import ConnectFour, DotsAndBoxes, Mnk, Nim, TicTacToe
from zermelo.solution.arena.arena_builder import arena_of
from zermelo.solution.arena.arena_policies import LineCounter

pytestmark = pytest.mark.quick


@pytest.mark.parametrize("text", ["XO./.../...", "XX./O../...", "XO./X../..."])
def test_a_list_right_everywhere_keeps_a_start_that_is_won(text: str) -> None:
    """Not only from losing: such a list was refused by the checker."""
    game = beginning_at(TicTacToe(), TicTacToe().parse(text))
    found = find_rules(game, method="list")
    assert found.method == "list"
    assert found.everywhere
    won = [side for side in found.certificate.values() if side.lost == side.drawn == 0]
    assert won


@pytest.mark.parametrize("method", ["sat", "list", "greedy"])
def test_a_board_without_lines_on_which_stones_fall(method: str) -> None:
    game = ConnectFour(3, 3, 4)
    assert len(read_positional_game(game).cells) == 9
    found = find_rules(game, method=method)
    assert [rule.key for rule in found.rules.rules] == ["any"]


def large(game: Game, position: Position, move: int) -> int:
    """a number that fits no word"""
    return 1 << 70


def test_a_predicate_whose_numbers_are_too_large() -> None:
    with pytest.raises(BadParameter, match="large"):
        find_rules(Nim((1, 2)), own=[large])


@pytest.mark.parametrize("most", [0, -3])
def test_a_list_of_no_rules_is_not_looked_for(most: int) -> None:
    with pytest.raises(BadParameter, match="most"):
        find_rules(Nim((1, 2)), most=most)


def test_lines_are_not_counted_by_their_ends_where_points_come_on_the_way() -> None:
    """It said that no line was lost: 34 of these are."""
    with pytest.raises(MissingCapability, match="points that come on the way"):
        LineCounter(arena_of(DotsAndBoxes(1, 2)))


def test_realisations_of_a_long_line_are_few() -> None:
    """All orders of its signs were tried: 479 million."""
    (one,) = AbstractAction("put", AbstractGraph.parse("a*")).undo(build_full_line(12))
    assert len(find_realisations(read_positional_game(Mnk(12, 1, 12)).abstract_board, one)) == 12

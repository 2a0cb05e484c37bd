"""What a hostile reading of `explain` has shown: odd games and odd files, each once wrong."""

import json
from pathlib import Path

import pytest

from zermelo.abstract.actions import Action, undone
from zermelo.abstract.board import realisations
from zermelo.abstract.graph import abstract_graph, full_line
from zermelo.core.errors import BadParameter, MissingCapability
from zermelo.core.game import Game, Position, beginning_at
from zermelo.explain.lists.finding import find_rules
from zermelo.explain.lists.refutation import Refutation
from zermelo.explain.lists.rule_files import load_list, save_list
from zermelo.explain.positional import positional
from zermelo.games import ConnectFour, DotsAndBoxes, Mnk, Nim, TicTacToe
from zermelo.policy.choices import LineCounter
from zermelo.work.arenas import arena_of

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
    assert len(positional(game).cells) == 9
    found = find_rules(game, method=method)
    assert [rule.key for rule in found.rules.rules] == ["any"]


def test_literals_that_come_twice_are_one() -> None:
    Refutation(([1, 1], [-1, -1]), ([],)).check()
    Refutation(([2, -3], [4], [-1, 3, -1], [-1, -3], [5, 5], [1, 1, 1]), ([],)).check()


@pytest.fixture
def written(tmp_path: Path) -> tuple[Game, Path, dict[str, object]]:
    game, file = Nim((1, 2, 3, 4)), tmp_path / "rules.json"
    save_list(find_rules(game).rules, file)
    return game, file, json.loads(file.read_text())


@pytest.mark.parametrize(
    ("position", "moves"), [("2257", ["[1]"]), ("2257", ["{}"]), ("-" * 20_000 + "1", ["1"])]
)
def test_exceptions_that_are_no_positions_or_moves(
    written: tuple[Game, Path, dict[str, object]], position: str, moves: list[str]
) -> None:
    game, file, said = written
    file.write_text(json.dumps(said | {"exceptions": [{"position": position, "show": "", "moves": moves}]}))
    with pytest.raises(BadParameter, match="is no list of rules"):
        load_list(file, game)


def test_a_file_nested_too_deeply(written: tuple[Game, Path, dict[str, object]]) -> None:
    game, file, _ = written
    file.write_text("[" * 100_000)
    with pytest.raises(BadParameter, match="holds no list of rules"):
        load_list(file, game)


def large(game: Game, position: Position, move: int) -> int:
    """a number that fits no word"""
    return 1 << 70


def test_a_predicate_whose_numbers_are_too_large() -> None:
    with pytest.raises(BadParameter, match="large"):
        find_rules(Nim((1, 2)), own=[large])


def test_a_file_of_predicates_that_leaves_python(tmp_path: Path) -> None:
    from zermelo.explain.lists.vocabulary.own import read_functions

    file = tmp_path / "leaves.py"
    file.write_text("raise SystemExit(3)\n")
    with pytest.raises(BadParameter, match="cannot be run"):
        read_functions(file)


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
    (one,) = undone(full_line(12), Action("put", abstract_graph("a*")))
    assert len(realisations(positional(Mnk(12, 1, 12)).board, one)) == 12

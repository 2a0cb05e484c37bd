"""Lists of rules as policies, judged by the checker, and as files that a person may change."""

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from made.hashable_games import SymmetricNim
from reference import naive
from support.listed import keys, list_of

from zermelo.core.errors import BadParameter, CheckFailed, IllegalMove, OutdatedPolicy, StorageFailed
from zermelo.core.game import Game, beginning_at
from zermelo.explain.features.feature_families import build_all_features
from zermelo.explain.list_search.rule_finder import find_rules
from zermelo.explain.rule_lists.list_certificate import certify_list
from zermelo.explain.rule_lists.rule_list import EXCEPTION, RuleList, find_least_image
from zermelo.explain.rule_lists.rule_list_file import load_list, save_list
from zermelo.explain.rule_lists.rule_predicates import Rule, read_conjunction
from zermelo.games.heaps.nim import Nim
from zermelo.games.heaps.subtraction import Subtraction
from zermelo.games.lines.mnk import TicTacToe

FIVE = ("lines(2,0)>=1", "lines(0,2)>=1", "lines>=4", "lines(0,1)>=1 & lines(0,0)>=2", "unforkable")


# ---------------------------------------------------------------------------------------------------------
# Lists as policies


@cache
def greedy_list() -> RuleList:
    """Return a list of tic-tac-toe with exceptions."""
    return find_rules(TicTacToe(), method="greedy", families=["mobility"]).rules


def test_exceptions_are_the_same_on_all_images() -> None:
    """By text: a position is turned as it is shown, and so are the moves."""
    rules = greedy_list()
    game = rules.game
    assert rules.exceptions
    for position, moves in list(rules.exceptions.items())[::3]:
        assert set(moves) <= set(game.moves(position))
        expected = {game.show(game.play(position, move)) for move in moves}
        for turn in range(8):
            image = game.parse(turned(game.show(position), turn))
            number, allowed = rules.find_firing_rule(image)
            assert number == EXCEPTION
            reached = {game.show(game.play(image, move)) for move in allowed}
            assert reached >= {turned(text, turn) for text in expected}
            classes = {min(turned(text, each) for each in range(8)) for text in expected}
            assert {min(turned(text, each) for each in range(8)) for text in reached} == classes


def turned(text: str, turn: int) -> str:
    """Return a square of signs turned by so many quarters, from 4 on mirrored first."""
    rows = [list(row) for row in text.splitlines()]
    if turn >= 4:
        rows = [row[::-1] for row in rows]
    for _ in range(turn % 4):
        rows = [list(row) for row in zip(*rows[::-1], strict=True)]
    return "\n".join("".join(row) for row in rows)


def test_the_first_rule_that_fires_says_what_is_allowed() -> None:
    game = TicTacToe()
    rules = list_of(game, "lines(2,0)>=1", "lines>=4", "lines>=3")
    assert rules.find_firing_rule(game.start()) == (2, [4])
    assert rules.find_firing_rule(game.parse("XX./OO./...")) == (1, [2])
    position = game.parse("XOX/.O./...")
    assert rules.find_firing_rule(position)[0] == 3
    edges = game.parse("X.O/.O./X.X")
    assert rules.find_firing_rule(edges) == (None, [])
    assert replace(rules, otherwise=True).find_firing_rule(edges) == (None, list(game.moves(edges)))
    assert str(replace(rules, otherwise=True)).splitlines()[-1] == "-  any move, where the position is lost"


def is_lost(rules: RuleList, line: list[str]) -> bool:
    """Play a line out: every move is legal, those of one player are the list's, and he loses."""
    game = rules.game
    lost = []
    for first in (True, False):
        position, own, allowed = game.start(), first, True
        for name in line:
            names = {game.name(position, move): move for move in game.moves(position)}
            allowed &= not own or names[name] in rules(position)
            position, own = game.play(position, names[name]), not own
        value, _ = naive.solve(beginning_at(game, position))[position]
        lost.append(allowed and (value < 0 if own else value > 0))
    return any(lost)


def test_what_never_loses_and_is_wrong_all_the_same_is_caught() -> None:
    rules = list_of(TicTacToe(), *FIVE)
    certify_list(rules)
    with pytest.raises(CheckFailed, match="gives away"):
        certify_list(replace(rules, goal="always"))
    game = beginning_at(TicTacToe(), TicTacToe().parse("XX./OO./..."))  # a win becomes a draw
    certify_list(list_of(game, "lines(2,0)>=1", "any", side="first"))
    with pytest.raises(CheckFailed, match="do not hold for the first player"):
        certify_list(list_of(game, "lines(0,2)>=1", "any", side="first"))
    with pytest.raises(IllegalMove, match="allows no move"):
        certify_list(list_of(TicTacToe(), "lines(2,0)>=1"))


# ---------------------------------------------------------------------------------------------------------
# Files


def test_a_list_is_saved_and_loaded(tmp_path: Path) -> None:
    for number, rules in enumerate((greedy_list(), list_of(Nim(heaps=(1, 2, 3)), "nim_sum==0", "any"))):
        file = tmp_path / f"{number}.json"
        save_list(rules, file)
        loaded = load_list(file, rules.game)
        assert loaded.rules == tuple(rules.rules) or list(loaded.rules) == list(rules.rules)
        assert (loaded.side, loaded.goal, loaded.otherwise) == (rules.side, rules.goal, rules.otherwise)
        for position in sorted(naive.positions(rules.game))[::5]:
            if naive.children(rules.game, position):
                assert loaded.find_firing_rule(position) == rules.find_firing_rule(position)
        assert counts_of(certify_list(loaded)) == counts_of(certify_list(rules))
        with pytest.raises(BadParameter, match="exists already"):
            save_list(loaded, file)
        save_list(loaded, file, replace=True)
        assert str(load_list(file, rules.game)) == str(rules)


def counts_of(found: Any) -> dict[str, Any]:
    """Return the lines of play of each side."""
    return {name: (side.won, side.drawn, side.lost) for name, side in found.certificate.items()}


def test_lists_of_games_with_other_positions_are_saved(tmp_path: Path) -> None:
    game = SymmetricNim(heaps=(1, 2, 2))
    own = build_all_features(game, [drawn_by_size])
    asking = RuleList(game, [read_conjunction("drawn_by_size", own), Rule()])
    file = tmp_path / "list.json"
    unnamed = "the rules ask drawn_by_size, which is not the game's: name the file"
    with pytest.raises(BadParameter, match=unnamed):
        save_list(asking, file)
    assert not file.exists()
    exceptional = replace(asking, rules=[Rule()], exceptions={(1, 2, 2): [(0, 0)]})
    save_list(exceptional, file)
    loaded = load_list(file, game)
    assert loaded((2, 1, 2)) == [(1, 0)]
    assert loaded((1, 2, 2)) == [(0, 0)]


def drawn_by_size(game: Game, position: Any, move: Any) -> bool:
    """It takes a whole heap."""
    return bool(move[1] == 0)


def test_own_predicates_are_found_again_by_their_file(tmp_path: Path) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text(
        "def fours(game, position, move) -> bool:\n    '''leaves a multiple of four'''\n"
        "    return game.play(position, move) % 4 == 0\n"
    )
    from zermelo.explain.features.user_features import read_feature_functions

    game = Subtraction(heap=10)
    found = find_rules(game, own=read_feature_functions(mine), families=[])
    assert keys(found) == ["fours", "any"]
    file = tmp_path / "list.json"
    save_list(found.rules, file, predicates=mine)
    for named in ({"predicates": mine}, {"run_rules": True}):
        certify_list(load_list(file, game, **named))
    with pytest.raises(BadParameter, match=r"asks predicates of .*mine.py, which is not run unasked"):
        load_list(file, game)
    mine.write_text(mine.read_text().replace("== 0", "== 1"))
    with pytest.raises(CheckFailed, match="do not hold"):
        certify_list(load_list(file, game, predicates=mine))
    with pytest.raises(OutdatedPolicy, match=r"other predicates than now stand in .*not run"):
        load_list(file, game, run_rules=True)
    mine.unlink()
    with pytest.raises(BadParameter, match=r"there is no file .*mine.py"):
        load_list(file, game, run_rules=True)


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """A list of tic-tac-toe in a file."""
    file = tmp_path / "list.json"
    save_list(list_of(TicTacToe(), *FIVE), file)
    return file


def changed(file: Path, **fields: Any) -> Path:
    """Change what a file says."""
    said = json.loads(file.read_text())
    file.write_text(json.dumps(said | fields))
    return file


@pytest.mark.parametrize(
    ("wrong", "who"),
    [
        (("lines(2,0)>=1", "lines>=4", "any"), "first"),
        ((FIVE[0], "lines(0,2)>=2", *FIVE[2:]), "first|second"),
        (("lines(0,2)>=1", "lines==2", "unforkable"), "first|second"),
    ],
)
def test_rules_changed_by_hand_are_judged_anew(saved: Path, wrong: tuple[str, ...], who: str) -> None:
    certify_list(load_list(saved, TicTacToe()))
    rules = load_list(changed(saved, rules=[{"rule": key} for key in wrong]), TicTacToe())
    assert [rule.key for rule in rules.rules] == list(wrong)
    with pytest.raises(CheckFailed, match=f"do not hold for the ({who}) player of .*lost by ") as caught:
        certify_list(rules)
    assert is_lost(rules, str(caught.value).rpartition("lost by ")[2].split())


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"rules": [{"rule": "lines(7,7)>=1"}]}, "does not fit: 'lines\\(7,7\\)>=1' is no predicate"),
        ({"rules": [{"rule": 3}]}, "is no list of rules"),
        ({"rules": [{"words": "any move"}]}, "is no list of rules"),
        ({"rules": ["any"]}, "is no list of rules"),
        ({"rules": 5}, "is no list of rules"),
        ({"rules": None}, "is no list of rules"),
        ({"exceptions": [{"position": "0x", "moves": []}]}, "is no list of rules"),
        ({"exceptions": [{"position": "[1]", "moves": []}]}, "is no list of rules"),
        ({"exceptions": [{"position": "0", "moves": ["f()"]}]}, "is no list of rules"),
        ({"exceptions": [{"position": "0", "moves": ["[1]"]}]}, "is no list of rules"),
        ({"exceptions": [{"position": "0", "moves": ["{}"]}]}, "is no list of rules"),
        ({"exceptions": [{"position": "0"}]}, "is no list of rules"),
        ({"exceptions": 7}, "is no list of rules"),
        ({"exceptions": [{"position": 0, "moves": ["1"]}]}, "is no list of rules"),
        ({"side": "third"}, "side 'third' is unknown"),
        ({"side": ["first"]}, "is unknown"),
        ({"goal": "never"}, "goal 'never' is unknown"),
        ({"goal": None}, "goal None is unknown"),
        ({"otherwise": "no"}, "otherwise='no': write true or false"),
        ({"predicates": 3}, "is no list of rules"),
        ({"predicates": "nowhere.py"}, "is no list of rules"),
        (
            {"predicates": {"file": "nowhere.py", "hash": 5}},
            "asks predicates of nowhere.py, which is not run",
        ),
        ({"rules": [{"rule": "(" * 100_000}]}, "does not fit"),
        ({"exceptions": [{"position": "[" * 100_000, "moves": []}]}, "is no list of rules"),
        ({"exceptions": [{"position": "-" * 20_000 + "1", "moves": []}]}, "is no list of rules"),
        ({"list": 4}, "holds no list of rules"),
        ({"more": 1}, "holds no list of rules"),
        ({"game": "nim(heaps=(1, 2))"}, r"is a list of rules for nim\(heaps=\(1, 2\)\), not for subtraction"),
    ],
)
def test_a_damaged_file_is_refused_in_words(tmp_path: Path, fields: dict[str, Any], reason: str) -> None:
    file, game = tmp_path / "list.json", Subtraction(heap=10)
    save_list(list_of(game, "left%4==0", "any"), file)
    with pytest.raises(BadParameter, match=reason) as caught:
        load_list(changed(file, **fields), game)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "{}", '{"list": 1}', "\x00", "any", "[" * 100_000])
def test_what_is_no_list_is_refused_and_left_alone(tmp_path: Path, text: str) -> None:
    file = tmp_path / "list.json"
    file.write_text(text)
    with pytest.raises(BadParameter, match="holds no list of rules: give one that"):
        load_list(file, Subtraction(heap=10))
    if text:
        with pytest.raises(BadParameter, match="exists already: name another, or replace it"):
            save_list(list_of(Subtraction(heap=10), "any"), file)
        assert file.read_text() == text
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadParameter, match="holds no list of rules"):
        load_list(file, Subtraction(heap=10))


def test_a_file_that_is_not_there_is_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(StorageFailed, match=r"there is no file .*: give one that"):
        load_list(tmp_path / "none.json", TicTacToe())
    with pytest.raises(StorageFailed, match="there is no file"):
        load_list(tmp_path, TicTacToe())
    with pytest.raises(StorageFailed, match="give another name"):
        save_list(list_of(TicTacToe(), "any"), tmp_path / "no" / "folder.json")


def test_a_list_for_other_rules_of_the_game_is_refused(saved: Path) -> None:
    changed(saved, rules_of_game="0" * 64)
    said = r"a list for tic_tac_toe.*was made from other rules.*run `zermelo explain` again"
    with pytest.raises(OutdatedPolicy, match=said):
        load_list(saved, TicTacToe())


def test_exceptions_changed_by_hand_are_judged_too(saved: Path) -> None:
    game = TicTacToe()
    losing = game.play(game.start(), 4)
    exception = {"position": repr(find_least_image(game, losing)), "show": "", "moves": ["1"]}
    rules = load_list(changed(saved, exceptions=[exception]), game)
    with pytest.raises(CheckFailed, match=r"do not hold for the second player.*lost by"):
        certify_list(rules)
    with pytest.raises(BadParameter, match=r"the exception 8192 has moves \[4\], and legal are"):
        load_list(changed(saved, exceptions=[exception | {"moves": ["4"]}]), game)
    corner = min(game.symmetries(1)), max(game.symmetries(1))  # a stone in one corner, and in another
    assert corner[0] != corner[1]
    with pytest.raises(BadParameter, match="at the least of symmetric positions"):
        turned = exception | {"position": repr(corner[1] << 9), "moves": ["4"]}
        load_list(changed(saved, exceptions=[turned]), game)

"""Sentences of strategies, read literally: they name just the lost positions, of rules solved one by one."""

import ast
import re
from pathlib import Path
from typing import Any

import pytest
from support.literal import moves_of, printed, read_pair

import zermelo
from zermelo.core.values import LOSS, UNDECIDED
from zermelo.strategies import find_heap_strategy, find_strategies, find_strategy
from zermelo.theory.heaps.rules import read_rule
from zermelo.theory.strategies import number_rules

PAIRS = (
    "wythoff(a=12, b=12)",
    "wythoff(a=12, b=12, misere=True)",
    "euclid(a=89, b=233)",
    "euclid(a=233, b=843)",
    "euclid(a=13, b=21)",
    "fibonacci_nim(heap=40)",
    "chomp(columns=9, rows=2)",
    "chomp(columns=2, rows=9)",
)


def lost_positions(game: Any) -> dict[Any, bool]:
    """Return who loses everywhere, by the rules alone."""
    lost: dict[Any, bool] = {}
    stack = [game.start()]
    while stack:
        position = stack[-1]
        children = [game.play(position, move) for move in moves_of(game, position)]
        waiting = [child for child in children if child not in lost]
        if waiting:
            stack += waiting
            continue
        stack.pop()
        value = game.outcome(position)
        value = game.stuck(position) if value == UNDECIDED and not children else value
        lost[position] = not any(lost[child] for child in children) if children else value == LOSS
    return lost


def numbers_of(game: Any, position: Any, sentences: tuple[str, ...]) -> tuple[int, ...]:
    """Return what the sentences speak of: the numbers shown, or the lengths of rows or columns."""
    rows = [row.replace(".", " ") for row in game.show(position).splitlines()]
    if "row" in sentences[0]:
        return tuple(len(row.strip()) for row in rows)
    if "column" in sentences[0]:
        return tuple(sum(sign != " " for sign in column) for column in zip(*rows, strict=True))
    return tuple(printed(game, position))


@pytest.mark.parametrize("name", PAIRS)
def test_pairs_to_leave_are_the_lost_ones(name: str) -> None:
    game: Any = zermelo.game(name)
    strategy = find_strategy(game)
    assert strategy is not None
    leave = read_pair(strategy.rules)
    assert leave is not None, strategy.rules
    lost = lost_positions(game)
    for position, is_lost in lost.items():
        assert leave(numbers_of(game, position, strategy.rules)) == is_lost, game.show(position)


def test_each_rule_of_a_pair_has_a_reader() -> None:
    for what in ("number", "row"):
        for rule in number_rules.known_rules(what, 2, 8):
            leave = read_pair(rule.rules)
            assert leave is not None, rule.rules
            for pair in ((a, b) for a in range(30) for b in range(30)):
                assert leave(pair) == rule.lost(pair), (rule.rules, pair)


def test_one_move_only_is_left_where_the_ratio_is_found() -> None:
    """ "You have one move only": at every lost position of Euclid's game that is not over."""
    game: Any = zermelo.game("euclid(a=89, b=144)")
    lost = lost_positions(game)
    told = [position for position in lost if lost[position] and moves_of(game, position)]
    assert told and all(len(moves_of(game, position)) == 1 for position in told)


@pytest.mark.parametrize(("rule", "misere"), [("0.77", False), ("subtraction(1)", False), ("0.3", False)])
def test_what_is_said_of_one_heap_is_said_of_the_empty_one_too(rule: str, misere: bool) -> None:
    found = find_heap_strategy(read_rule(rule), misere=misere)
    assert found is not None
    said = found.rules[0]
    if said.startswith("One heap: you win with any but the empty one"):
        assert found.is_lost(()) and not any(found.is_lost((heap,)) for heap in range(1, 60))
    else:
        assert "win with any" not in said or "any other" in said or "the empty one too" in said


# Every template of a sentence is met, and read here or in the tests named beside it.

READ = {
    "number_rules.py": ("test_each_rule_of_a_pair_has_a_reader", "test_literal_strategies.py"),
    "wording.py": ("read_leave", "test_strategies.py"),
    "remainders.py": ("read_taking", "test_strategies.py"),
    "races.py": ("test_the_first_numbers_of_a_race_can_be_reached", "test_strategies_words.py"),
    "mirrors.py": ("test_the_same_move_mirrored_is_there_and_leaves_what_is_to_be_left", "test_strategies_words.py"),
    "heap_strategies.py": ("test_the_sentences_say_the_numbers_of_all_heaps", "test_strategies_heaps.py"),
    "nim_sums.py": ("test_words_of_nim", "test_strategies.py"),
    "parts_sums.py": ("test_words_of_kayles", "test_strategies_heaps.py"),
    "watched.py": ("read_leave", "test_strategies.py"),
    "coded_heaps.py": ("test_stripes", "test_strategies_heaps.py"),
}  # fmt: skip
SENTENCE = re.compile(r"[A-Z][a-z]+ .*[a-z0-9.:]")


def templates(file: Path) -> list[str]:
    """Return the texts in a file that begin as a sentence does, with {} for what is filled in."""
    found = []
    tree = ast.parse(file.read_text(encoding="utf-8"))
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    inner = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            text = "".join(str(p.value) if isinstance(p, ast.Constant) else "{}" for p in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in inner:
            text = node.value
        else:
            continue
        if id(node) not in told and SENTENCE.match(text):
            found.append(text)
    return found


def test_no_file_prints_sentences_without_a_reader() -> None:
    folder = Path(number_rules.__file__).parent
    printing = {file.name for file in folder.glob("*.py") if templates(file)}
    assert printing == set(READ), printing ^ set(READ)
    here = Path(__file__).parent
    for name, test in READ.values():
        assert f"def {name}(" in (here / test).read_text(encoding="utf-8"), (name, test)


def test_nobody_is_called_he() -> None:
    names = ("nim", "wythoff", "euclid", "subtraction", "cram(columns=4, rows=4)", "kayles", "fibonacci_nim")
    for name in names:
        for strategy in find_strategies(zermelo.game(name)):
            words = set(re.findall(r"\w+", " ".join((*strategy.rules, strategy.who_wins, strategy.proof))))
            assert not words & {"he", "him", "his", "He", "His"}, strategy

"""Sentences of strategies, read literally: they name just the lost positions, of rules solved one by one."""

import ast
import itertools
import re
from pathlib import Path
from typing import Any

import pytest
from reference import naive
from support.literal import moves_of, printed, read_pair

import zermelo
from zermelo.cgt.strategies.methods import number_tuple_strategy
from zermelo.cgt.strategies.methods.number_tuple_strategy import yield_known_number_rules
from zermelo.cgt.strategies.strategy_finder import find_strategies, find_strategy

PAIRS = {  # a game, and what its first two sentences say
    "wythoff(a=12, b=12)": "Leave a golden pair: 0 and 0, 1 and 2, 3 and 5",
    "wythoff(a=12, b=12, misere=True)": "golden pair",
    "euclid(a=89, b=233)": "golden ratio",
    "euclid(a=233, b=843)": "golden ratio",
    "euclid(a=13, b=21)": "golden ratio",
    "fibonacci_nim(heap=40)": "Take the smallest of them.",
    "chomp(columns=9, rows=2)": "Leave the first row just one longer than the second.",
    "chomp(columns=2, rows=9)": "Leave the first column just one longer than the second.",
}


def lost_positions(game: Any) -> dict[Any, bool]:
    """Return who loses everywhere, by the rules alone."""
    return {position: value < 0 for position, (value, _) in naive.solve(game).items()}


def numbers_of(game: Any, position: Any, sentences: tuple[str, ...]) -> tuple[int, ...]:
    """Return what the sentences speak of: the numbers shown, or the lengths of rows or columns."""
    rows = [row.replace(".", " ") for row in game.show(position).splitlines()]
    if "row" in sentences[0]:
        return tuple(len(row.strip()) for row in rows)
    if "column" in sentences[0]:
        return tuple(sum(sign != " " for sign in column) for column in zip(*rows, strict=True))
    return tuple(printed(game, position))


@pytest.mark.parametrize(("name", "words"), PAIRS.items())
def test_pairs_to_leave_are_the_lost_ones(name: str, words: str) -> None:
    game: Any = zermelo.game(name)
    strategy = find_strategy(game)
    assert strategy is not None and strategy.proven and words in " ".join(strategy.rules[:2])
    leave = read_pair(strategy.rules)
    assert leave is not None, strategy.rules
    lost = lost_positions(game)
    for position, is_lost in lost.items():
        assert leave(numbers_of(game, position, strategy.rules)) == is_lost, game.show(position)
        assert strategy.is_lost(position) == is_lost


def test_each_rule_of_a_pair_has_a_reader() -> None:
    for what in ("number", "row"):
        for rule in number_tuple_strategy.yield_known_number_rules(what, 2, 8):
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


# Every template of a sentence is met, and read here or in the tests named beside it.

READ = {
    "number_tuple_strategy.py": ("test_each_rule_of_a_pair_has_a_reader", "test_literal_strategies.py"),
    "strategy_wording.py": ("read_leave", "test_strategies.py"),
    "remainder_strategy.py": ("read_taking", "test_strategies.py"),
    "race_strategy.py": ("test_the_first_numbers_of_a_race_can_be_reached", "test_strategies_words.py"),
    "mirror_strategy.py": ("test_the_same_move_mirrored_is_there_and_leaves_what_is_to_be_left", "test_strategies_words.py"),
    "heap_strategy.py": ("test_the_sentences_say_the_numbers_of_all_heaps", "test_strategies_heaps.py"),
    "nim_sum_strategy.py": ("test_words_of_nim", "test_strategies.py"),
    "component_strategy.py": ("test_words_of_kayles", "test_strategies_heaps.py"),
    "observed_number_strategy.py": ("read_leave", "test_strategies.py"),
    "coded_heap_strategy.py": ("test_stripes", "test_strategies_heaps.py"),
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
    folder = Path(number_tuple_strategy.__file__).parents[1]
    printing = {file.name for file in folder.rglob("*.py") if templates(file)}
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


# What is told of a small game has to be right of it, and is not to be told where a larger one shows it false.

SMALL = [
    *(
        f"{text}, misere={misere})"
        for text in (
            *(f"nim(heaps={pair}" for pair in itertools.product(range(1, 5), repeat=2)),
            *(f"wythoff(a={a}, b={b}" for a, b in itertools.product(range(2, 5), repeat=2)),
        )
        for misere in (False, True)
    ),
    *(f"chomp(columns={columns}, rows=2)" for columns in range(2, 5)),
    *(f"kayles(pins={pins})" for pins in range(1, 8)),
]
FAMOUS = {rule.kind for rule in yield_known_number_rules("number", 2, 1_000)}


def larger(text: str) -> str:
    """Return the same game with numbers larger by five, of which it is a part."""
    pieces = text.replace("(", " ( ").replace(",", " , ").replace(")", " ) ").replace("=", " = ").split(" ")
    if text.startswith("chomp"):
        return text.replace("columns=", "columns=1")
    return "".join(str(int(piece) + 5) if piece.isdigit() else piece for piece in pieces)


def test_what_is_told_of_small_games_alone() -> None:
    """Lost in misere nim, 0 1 and 2 2, are those of misere Wythoff; three pins are worth 3, four 1."""
    nim = find_strategies(zermelo.game("nim(heaps=(2, 2), misere=True)"))
    assert nim[0].kind == "nim-sum" and not any("golden" in rule for each in nim for rule in each.rules)
    for misere in (False, True):
        (pairs, *_) = find_strategies(zermelo.game(f"wythoff(a=3, b=3, misere={misere})"))
        assert pairs.kind == "golden pairs" and "at every position of this game, all 16, " in pairs.proof
    kayles = find_strategies(zermelo.game("kayles(pins=3)"))
    assert not any("its own size" in rule for found in kayles for rule in found.rules)


@pytest.mark.parametrize("text", SMALL)
def test_what_is_told_holds_here_and_what_is_famous_in_larger_games_too(text: str) -> None:
    game = zermelo.game(text)
    table = naive.solve(game)
    beyond = {each.kind: each.rules for each in find_strategies(zermelo.game(larger(text)))}
    for found in find_strategies(game):
        if found.proven:
            found.replay()
            for position, (value, _) in table.items():
                assert found.is_lost(position) in (None, value < 0)
        if found.kind in FAMOUS:
            assert beyond.get(found.kind) == found.rules

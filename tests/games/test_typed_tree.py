"""Trees that are typed: what they mean, all that can be asked of them, and what is no tree."""

import random
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

import zermelo
from zermelo.core.errors import BadParameter, BadRules, UnreadablePosition
from zermelo.core.game import has

pytestmark = pytest.mark.quick

CLASSROOM = "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]"  # which many textbooks of artificial intelligence have


def value(tree: Any, is_a: bool = True) -> Any:
    """Return what A gets from a nested list; a tuple of (probability, tree) is a throw."""
    if isinstance(tree, list):
        return (max if is_a else min)(value(part, not is_a) for part in tree)
    if isinstance(tree, tuple):
        return sum(probability * value(part, is_a) for probability, part in tree)
    return tree


def random_tree(chance: random.Random, depth: int, throws: bool, largest: int = 20) -> Any:
    if depth == 0 or chance.random() < 0.15:
        return Fraction(chance.randint(-largest, largest), chance.choice([1, 1, 2, 3, 10]))
    parts = [random_tree(chance, depth - 1, throws) for _ in range(chance.randint(1, 3))]
    if not throws or chance.random() < 0.6:
        return parts
    weights = [chance.randint(1, 5) for _ in parts]
    return tuple((Fraction(weight, sum(weights)), part) for weight, part in zip(weights, parts, strict=True))


def written(tree: Any) -> str:
    if isinstance(tree, list):
        return f"[{', '.join(map(written, tree))}]"
    if isinstance(tree, tuple):
        return f"{{{', '.join(f'{probability}: {written(part)}' for probability, part in tree)}}}"
    return str(tree)


def trees(count: int, throws: bool) -> Iterator[tuple[Any, str]]:
    chance = random.Random(f"typed {throws}")
    while count:
        tree = random_tree(chance, 4, throws)
        if isinstance(tree, list | tuple):
            count -= 1
            yield tree, written(tree)


def test_values_are_those_of_the_nested_lists() -> None:
    for tree, text in trees(60, throws=False):
        game = zermelo.game(text)
        assert repr(game) == text and not has(game, "chances")
        for drawn in (game.tree(limit=5_000), game.tree(limit=5_000, alpha_beta=True)):
            assert drawn.root.value == value(tree)
        table = game.table()
        assert (
            table.positions[0].exact_value == value(tree)
            and len(table.positions) == game.tree(limit=5_000).visited
        )


def test_throws_are_worth_their_mean() -> None:
    thrown = 0
    for tree, text in trees(80, throws=True):
        game = zermelo.game(text)
        thrown += has(game, "chances")
        drawn = game.tree(limit=5_000)
        assert float(drawn.root.value) == pytest.approx(float(value(tree)), abs=1e-12)
        assert float(game.table().positions[0].exact_value) == pytest.approx(float(value(tree)), abs=1e-12)
        assert drawn.root.is_chance == isinstance(tree, tuple)
    assert thrown > 40


def test_a_throw_takes_nobodys_turn() -> None:
    game = zermelo.game("[{1/2: [1, 2], 1/2: {1/2: [3, 4], 1/2: 5}}, 0]")
    who = {game.show(position): game.mover(position) for position in range(len(game.nodes))}
    assert who["root"] == 0 and who[".1"] == who[".1.1"] == who[".1.2"] == who[".1.2.1"] == 1
    assert game.tree().root.value == (1 + (3 + 5) / 2) / 2


def test_the_classroom_tree() -> None:
    game = zermelo.game(CLASSROOM)
    assert zermelo.game(repr(game)) == game and hash(zermelo.game(repr(game))) == hash(game)
    assert repr(zermelo.game(" [1,\n  2] ")) == "[1, 2]"
    assert game.tree().root.value == 3
    assert [game.show(position) for position in range(6)] == ["root", ".1", ".1.1", ".1.2", ".1.3", ".2"]
    assert all(game.parse(game.show(position)) == position for position in range(13))
    assert str(zermelo.solve(game).value()) == "win by 3 in 2"
    begun = zermelo.game(f"{CLASSROOM} from .2")
    assert repr(begun) == f"{CLASSROOM} from 5" and ".2  B: 2" in str(begun.tree())
    assert zermelo.game(repr(begun)) == begun
    for text in (".4", "2", "root.1", ""):
        with pytest.raises(UnreadablePosition, match="write root, or the way from it"):
            game.parse(text)


def test_numbers_are_exact() -> None:
    leaves = zermelo.game("[0.1, -1/3, +2, - 1.5, 4/2, 1e2]").nodes[1:]
    assert [leaf.payoff for leaf in leaves] == [Fraction(1, 10), Fraction(-1, 3), 2, Fraction(-3, 2), 2, 100]
    assert type(leaves[4].payoff) is int
    assert "A: 0.3" in str(zermelo.game("[[0.3, 0.7], 0.1]").tree())


def test_what_solves_wants_whole_numbers() -> None:
    with pytest.raises(BadRules, match="returns Fraction"):
        zermelo.solve("[[0.5, 1], 2]")
    assert zermelo.game("[[0.5, 1], 2]").tree().root.value == 2


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[]", "nothing can be chosen at root"),
        ("[1, [2, {}]]", "nothing can be chosen at .2.2"),
        ("[1, [2", "it cannot be read"),
        ("[1] + [2]", "it is no list and no throw"),
        ("[1, a]", "'a' at .2 is no number"),
        ("[1, True]", "'True' at .2 is no number"),
        ("[1, (2, 3)]", r"'\(2, 3\)' at .2 is no number"),
        ("[1, 2 ** 3]", "is no number"),
        ("[1, 1/0]", "'1/0' at .2 is no number"),
        ("[1, 1e999]", "is no number"),
        ("[1, 32001]", "is past 32,000"),
        ("[{1/2: 1, 1/3: 2}]", r"the probabilities at .1 are 1/2 \+ 1/3, not positive"),
        ("{1: 2, 0: 3}", r"the probabilities at root are 1 \+ 0, not positive"),
        ("[{**1}]", "a probability is missing at .1"),
        ("[__import__('os').system('false')]", "is no number"),
        (f"{'[' * 200}1{']' * 200}", "it cannot be read"),
        (f"[1{'/1' * 50_000}]", "is no tree"),
    ],
)
def test_what_is_no_tree(text: str, words: str) -> None:
    with pytest.raises(BadParameter, match=words) as raised:
        zermelo.game(text)
    assert "write for example [[3, 12, 8], [2, 4, 6]]" in str(raised.value) and "\n" not in str(raised.value)


def test_probabilities_may_be_rounded() -> None:
    third = "0.3333333333"
    assert zermelo.game(f"{{{third}: 1, {third}: 2, {third}: 3}}").tree().root.value == pytest.approx(2)

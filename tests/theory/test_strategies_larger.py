"""What is told of a small game has to be right of it, and is not to be told where a larger one shows it false."""

import itertools

import pytest
from twins import naive

import zermelo
from zermelo.theory.strategies import find_strategies, find_strategy, replay
from zermelo.theory.strategies.number_rules import known_rules

SMALL = [
    *(
        f"nim(heaps={pair}, misere={misere})"
        for pair in itertools.product(range(1, 5), repeat=2)
        for misere in (False, True)
    ),
    *(
        f"wythoff(a={a}, b={b}, misere={misere})"
        for a in range(2, 5)
        for b in range(2, 5)
        for misere in (False, True)
    ),
    *(f"chomp(columns={columns}, rows=2)" for columns in range(2, 5)),
    *(f"kayles(pins={pins})" for pins in range(1, 8)),
]
FAMOUS = {rule.kind for rule in known_rules("number", 2, 1_000)}


def larger(text: str) -> str:
    """Return the same game with numbers larger by five, of which it is a part."""
    pieces = text.replace("(", " ( ").replace(",", " , ").replace(")", " ) ").replace("=", " = ").split(" ")
    if text.startswith("chomp"):
        return text.replace("columns=", "columns=1")
    return "".join(str(int(piece) + 5) if piece.isdigit() else piece for piece in pieces)


def test_misere_nim_of_two_small_heaps_has_its_own_rule() -> None:
    """Four lost positions of nine, 0 1 and 2 2, are those of misere Wythoff too."""
    found = find_strategies(zermelo.game("nim(heaps=(2, 2), misere=True)"))
    assert found[0].kind == "nim-sum"
    assert not any("golden" in rule for each in found for rule in each.rules)


def test_wythoffs_own_pairs_are_told_of_his_game_however_small() -> None:
    for misere in (False, True):
        found = find_strategy(zermelo.game(f"wythoff(a=3, b=3, misere={misere})"))
        assert found is not None and found.kind == "golden pairs"
        assert found.proof.startswith("at every position of this game, all 16, ")


def test_short_rows_of_kayles_do_not_have_their_size_for_a_number_in_general() -> None:
    """A row of three is worth 3, and one of four is worth 1."""
    for found in find_strategies(zermelo.game("kayles(pins=3)")):
        assert not any("its own size" in rule for rule in found.rules)


@pytest.mark.parametrize("text", SMALL)
def test_what_is_told_holds_here_and_what_is_famous_in_larger_games_too(text: str) -> None:
    game = zermelo.game(text)
    table = naive.solve(game)
    beyond = {each.kind: each.rules for each in find_strategies(zermelo.game(larger(text)))}
    for found in find_strategies(game):
        if found.proven:
            replay(found)
            for position, (value, _) in table.items():
                assert found.is_lost(position) in (None, value < 0)
        if found.kind in FAMOUS:
            assert beyond.get(found.kind) == found.rules

"""The card of a derivation: every rule with an example, on at most 60 lines and 100 signs whatever the game."""

import pytest

from zermelo.explain.derivation.backward_derivation import derive_rules
from zermelo.explain.derivation.derivation_card import LARGEST_WHOLE, MOST_LINES, WIDTH, _pack_pictures
from zermelo.explain.derivation.derived_rules import DerivationLayer, RuleDerivation

SIM = (
    "declared(rules='cells ab ac ad bc bd cd; triangle ab ac bc, ab ad bd, ac ad cd, bc bd cd; "
    "action put a*; wins triangle{a=A b=A c=A}')"
)
TAKING = (
    "declared(rules='cells 3 x 2; step orthogonal 2; goal first c2; goal second a1; start first a1; start second c2; "
    "action move step{a=A>. b>A}; action take step{a=A>. b=D>A}; wins goal{a=A}; stuck loses')"
)


def pictures(card: str) -> list[list[str]]:
    """Return the rows of the pictures of a card, an attack's together."""
    parts = card.split("\n\n")[1:-1]
    return [part.splitlines()[1:] for part in parts]


@pytest.mark.quick
def test_an_example_of_a_rule_is_one_on_the_board() -> None:
    """What is drawn of tic-tac-toe is read back, and found among the realisations of its structure."""
    found = derive_rules("tic_tac_toe", literal=True)
    for layer, rows in zip(found.layers, pictures(str(found)), strict=True):
        if len(layer.structures) > 1:
            assert rows[0].split() == [
                f"{each.name}{'!' * each.is_stopped_by_one_reply}" for each in layer.structures
            ]
            rows = rows[1:]
        signs = [row.split() for row in rows]
        for number, structure in enumerate(layer.structures):
            drawn = [sign for row in signs for sign in row[3 * number : 3 * number + 3]]
            masks = [
                sum(1 << cell for cell, sign in enumerate(drawn) if sign in some) for some in ("A", "o*", "*")
            ]
            assert (masks[0], masks[1], masks[2].bit_length() - 1) in [
                (each.attacker, each.empty, each.action) for each in structure.all_realisations
            ]


def test_of_a_larger_board_only_the_pattern_is_drawn() -> None:
    card = str(derive_rules("mnk(columns=6, rows=6, line=5)", last=1))
    assert pictures(card) == [["  A A A A *"]] and LARGEST_WHOLE < 6


def test_cells_without_a_rectangle_are_named() -> None:
    assert pictures(str(derive_rules(SIM))) == [["  1: A bc and bd, * cd"]]
    assert "1: A " in str(derive_rules("qubic(size=3)", last=1))


def test_moves_and_captures_are_marked() -> None:
    card = str(derive_rules(TAKING, last=1))
    assert "x the move, which captures D" in card and "a the A that moves" in card
    assert [row.split() for row in pictures(card)[0][1:]] == [list("..a..a"), list("..*..x")]


@pytest.mark.parametrize(("count", "width"), [(1, 1), (1, 12), (3, 2), (3, 12), (70, 1), (70, 2)])
def test_a_card_has_at_most_60_lines(count: int, width: int) -> None:
    """However many rules there are, and however many patterns of each; short lines of worth are kept."""
    found = derive_rules("tic_tac_toe")
    base = found.layers[-1]
    layers = tuple(DerivationLayer(2 * number + 1, base.structures * width, (), 1) for number in range(count))
    many = RuleDerivation(found.derivation_game, True, "first", layers, None, "nothing new", 1)
    lines = str(many).splitlines()
    assert len(lines) <= MOST_LINES and max(map(len, lines)) <= WIDTH
    rules = sum(line.startswith("rule ") for line in lines)
    assert rules == count or f"and {count - rules} attacks more" in lines
    assert lines[-1].startswith("--why")


def test_a_long_name_is_shortened() -> None:
    found = derive_rules(SIM.replace("cells", "name Sim; cells"))
    assert str(found).startswith("Sim: rules derived backwards")
    assert len(str(derive_rules(SIM)).splitlines()[0]) == WIDTH


def test_pictures_stand_side_by_side_and_none_is_cut() -> None:
    tall = [(f"{number}", ["A *", "o ."]) for number in range(40)]
    bands = _pack_pictures(tall, 7)
    assert sum(count for count, _ in bands) == sum(row.count("*") for _, band in bands for row in band) == 28
    assert _pack_pictures(tall, 2) == [] == _pack_pictures([], 9)

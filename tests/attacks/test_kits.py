"""The short form of `kits.py`, interpreted: a few games of every board, none of which differs."""

import random

from attacks.kits import KINDS, attack, drawn_game
from attacks.report import quiet

BOARDS = {"squares", "dark", "torus", "ring", "strip", "hexagon", "rhombus", "points", "graph"}


def test_a_few_games_are_as_the_rules_on_dictionaries() -> None:
    report = attack(9, 1913, quiet)
    assert not report.wrong, report.wrong
    assert report.tried == 9


def test_games_are_drawn_of_every_kind_on_every_board() -> None:
    drawn = [drawn_game(random.Random(f"drawn {number}")) for number in range(150)]
    assert {name.split(" on ")[1].split()[0] for name, *_ in drawn} == BOARDS
    assert {reference.kind for _, _, reference, _ in drawn} == set(KINDS)
    assert any(game.wide for _, game, _, _ in drawn) and any(reference.goals for _, _, reference, _ in drawn)

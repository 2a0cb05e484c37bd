"""The short form of each attack whose long form `hostile.py` makes: a few attempts, none of which is wrong."""

import importlib
import random

import pytest
from attacks.kits import KINDS, drawn_game
from attacks.report import quiet

SERVER = pytest.mark.slow("hostile clients ask a real server, which is a process")
ATTACKS = [  # a module, its attempts and seed, and what comes of them, more than so often each
    pytest.param("clients", 30, 7, {"good requests answered": 0, "answered 403": 3}, marks=SERVER),
    pytest.param("flips", 300, 7, {"refused": 30, "right": 30}, marks=pytest.mark.long),
    ("kits", 9, 1913, {}),
    ("misbehaving", 5, 7, {"raising": 0, "wrong": 0}),
    pytest.param("notations", 7, 5, {"shown read": 6, "one line read": 2}, marks=pytest.mark.quick),
    ("scores", 20, 5, {"right": 19}),
    ("texts", 60, 7, {"refused": 300, "opened as the user's own": 0}),
]
BOARDS = {"squares", "dark", "torus", "ring", "strip", "hexagon", "rhombus", "points", "graph"}


@pytest.mark.parametrize(("name", "count", "seed", "often"), ATTACKS)
def test_nothing_that_an_attack_tries_is_answered_wrongly(
    name: str, count: int, seed: int, often: dict[str, int]
) -> None:
    report = importlib.import_module(f"attacks.{name}").attack(count, seed, quiet)
    assert not report.wrong, report.wrong[:5]
    assert report.tried >= count, report
    assert all(report.tally[what] > least for what, least in often.items()), report


def test_games_are_drawn_of_every_kind_on_every_board() -> None:
    drawn = [drawn_game(random.Random(f"drawn {number}")) for number in range(150)]
    assert {name.split(" on ")[1].split()[0] for name, *_ in drawn} == BOARDS
    assert {reference.kind for _, _, reference, _ in drawn} == set(KINDS)
    assert any(game.wide for _, game, _, _ in drawn) and any(reference.goals for _, _, reference, _ in drawn)

"""The short form of `claims.py`: random rules of one number, and whether what is said to be proven is true."""

import random

import pytest
from attacks.claims import HONEST, TRICKS, made, rules, try_rules
from attacks.report import Report

from zermelo.cgt import find_strategies
from zermelo.cgt.strategies.symbolic import symbolic_countdown
from zermelo.cgt.strategies.symbolic.symbolic_countdown import read_countdown_rules


def source(condition: str, start: int = 10**9, chance: int = 0) -> str:
    """Return rules where one taking is missing where the condition holds."""
    text, _ = rules(random.Random(chance), honest=True)
    before, rest = text.split("def few(self, n):")
    after = rest.partition("    def moves")[2]
    lines = "\n".join(f"        {line}" for line in condition.splitlines())
    text = f"{before}def few(self, n):\n{lines}\n\n    def moves{after}"
    return "\n".join(
        f"    heap: int = {start}" if line.startswith("    heap: int") else line for line in text.splitlines()
    )


@pytest.mark.parametrize("condition", TRICKS)
def test_no_trick_is_read(condition: str) -> None:
    """A rule that looks at the number otherwise than by comparing it is not read, whatever it then does."""
    assert read_countdown_rules(made(source(condition.format(k=202, h="ca", ones=(202).bit_count())))) is None


@pytest.mark.parametrize("condition", TRICKS[::22])
def test_nothing_is_proven_of_what_is_not_read(condition: str) -> None:
    text = source(condition.format(k=2002, h="7d2", ones=(2002).bit_count()))
    assert not any(each.proven for each in find_strategies(made(text)))


@pytest.mark.parametrize("condition", HONEST)
def test_honest_rules_are_read(condition: str) -> None:
    assert read_countdown_rules(made(source(condition.format(k=202)))) is not None


@pytest.mark.parametrize("number", range(0, 24, 8))
def test_what_is_proven_is_true_far_beyond(number: int) -> None:
    chance = random.Random(f"1913-{number}")
    _, wrong = try_rules(*rules(chance, honest=number % 16 == 0))
    assert not wrong, wrong


def test_the_replay_alone_finds_a_false_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a reading is wrong at a number that the rules name, plain numbers say so."""
    text = source("return n == 31000")
    honest = symbolic_countdown._read_stretches_up_to

    def lying(game: object, high: int | None) -> object:
        return honest(made(source("return False")), high)

    monkeypatch.setattr(symbolic_countdown, "_read_stretches_up_to", lying)
    assert read_countdown_rules(made(source("return False"))) is not None
    assert read_countdown_rules(made(text)) is None


def test_the_attack_notices_a_false_claim() -> None:
    """Claims for a rule without its exception are wrong for the rule with it."""
    text = source("return n >= 2002", chance=3)
    without = find_strategies(made(source("return False", chance=3)))
    _, wrong = try_rules(text, 2002, lambda _: without)
    assert "wrong at 2" in wrong
    assert Report(wrong=[wrong]).tried == 1

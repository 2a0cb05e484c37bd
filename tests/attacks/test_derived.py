"""The short form of `derived.py`; and that it finds what the literal reading of the thesis gets wrong."""

import pytest
from attacks.derived import all_positions, attack, faults
from attacks.report import quiet

from zermelo.explain.derivation.backward_derivation import derive_rules
from zermelo.games import Mnk, TicTacToe


def test_every_attack_that_is_derived_wins() -> None:
    report = attack(12, 3, quiet, most=600)
    assert not report.wrong, report.wrong
    assert report.tally["with forks"] >= 4, report


@pytest.mark.parametrize("game", [TicTacToe(), pytest.param(Mnk(4, 3, 3), marks=pytest.mark.long)], ids=str)
def test_attacks_of_the_literal_reading_lose(game: Mnk) -> None:
    positions = all_positions(game) or []
    assert next(faults(derive_rules(game, literal=True), positions), "")
    assert next(faults(derive_rules(game, last=3), positions), "") == ""

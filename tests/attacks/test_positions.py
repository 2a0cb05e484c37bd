"""The short form of `positions.py`: one game of each kind of positions, asked in every way; and what is refused."""

from dataclasses import dataclass
from typing import Any

import pytest
from attacks.positions import KINDS, attack
from attacks.report import quiet

import zermelo
from zermelo.errors import BadRules, CheckFailed


def test_positions_of_every_kind_are_asked_in_every_way() -> None:
    report = attack(len(KINDS), 3, quiet)
    assert not report.wrong, report.wrong
    assert all(report.tally[kind] == 1 for kind in KINDS), report


@dataclass
class Open:
    number: int


class Unlike:
    """Equal by its number, and hashed by where it lies in memory."""


class First(zermelo.Game):
    which: int = 0

    def start(self) -> Any:
        return (2,)

    def moves(self, position: Any) -> list[int]:
        return [0] if position == (2,) else []

    def play(self, position: Any, move: int) -> Any:
        return (float("nan"), ([1], 2), Open(1), Unlike(), (2.0,), {1})[self.which]


@pytest.mark.parametrize(
    ("which", "why"),
    [
        (0, "nan"),
        (1, "tuple"),
        (2, "frozen=True"),
        (3, "written and read back"),
        (4, "the same"),
        (5, "frozenset"),
    ],
)
def test_what_can_be_no_position_is_named_at_once(which: int, why: str) -> None:
    game = First(which=which)
    with pytest.raises(BadRules, match=why):
        zermelo.solve(game)
    with pytest.raises(CheckFailed, match=why):
        zermelo.check(game)

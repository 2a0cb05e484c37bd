"""The short form of `positions.py`: one game of each kind of positions, asked in every way; and what is refused."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from attacks.positions import KINDS, attack
from attacks.report import quiet
from support.marks import few

import zermelo
from zermelo.core import BadRules, CheckFailed


@pytest.mark.parametrize(
    "kind", few(sorted(KINDS, key=["deep", "single", "mixed"].__contains__, reverse=True), 2)
)
def test_positions_of_every_kind_are_asked_in_every_way(kind: str) -> None:
    report = attack(1, 2, quiet, first=list(KINDS).index(kind))
    assert not report.wrong, report.wrong
    assert report.tally[kind] == 1, report


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


class Emptied(zermelo.Game):
    """Take one or two of three stones; a heap without stones is None."""

    impartial = True

    def start(self) -> Any:
        return 3

    def moves(self, position: Any) -> Any:
        return range(1, min(position or 0, 2) + 1)

    def play(self, position: Any, move: int) -> Any:
        return position - move or None

    def options(self, position: Any, player: int) -> Any:
        return [self.play(position, move) for move in self.moves(position)]


@pytest.mark.slow("the first test of a run that asks for canonical forms, whose kernels it compiles")
def test_none_is_a_position_where_the_rules_have_it_and_else_the_start() -> None:
    from zermelo import cgt
    from zermelo.cgt.misere.misere_positions import misere_nim_value
    from zermelo.play import derive_outcome
    from zermelo.play.matches.contest import play_contest
    from zermelo.play.players.basic_players import random_player

    game = Emptied()
    assert [cgt.nimber(game, place, interpreted=True) for place in (3, 2, 1, None)] == [0, 2, 1, 0]
    assert [misere_nim_value(game, place) for place in (3, 2, 1, None)] == [1, 2, 0, 1]
    assert [str(cgt.canonical(game, place)) for place in (3, 2, 1, None)] == ["0", "*2", "*", "0"]
    assert [cgt.nimber_moves(game, place, interpreted=True) for place in (2, 3, None)] == [["2"], [], []]
    assert not derive_outcome(game, None).options and derive_outcome(game).options
    assert cgt.nimber("nim(heaps=(1, 2, 4))", None, interpreted=True) == 7
    anybody = random_player(game)
    assert play_contest(game, [anybody] * 2, games=1, seed=1, start=None).mean_plies == 0
    assert play_contest(game, [anybody] * 2, games=1, seed=1).mean_plies > 0


class LongTexts(zermelo.Game):
    """Take one or two of six stones, in texts that are longer than a page of memory."""

    def start(self) -> str:
        return "x" * 6 + "." * 4_994

    def moves(self, position: str) -> list[int]:
        return [count for count in (1, 2) if position.count("x") >= count]

    def play(self, position: str, move: int) -> str:
        left = position.count("x") - move
        return "x" * left + "." * (5_000 - left)


def test_texts_of_5000_characters_are_kept_and_asked(tmp_path: Path) -> None:
    game = LongTexts()
    zermelo.solve(game, store=tmp_path)
    kept = zermelo.open(game, store=tmp_path)
    positions = ["x" * left + "." * (5_000 - left) for left in range(7)]
    for left, position in enumerate(positions):
        assert kept.value(position).value == (1 if left % 3 else -1)
        assert {each.name: each.answer.value for each in kept.moves(position)} == {
            str(count): (1 if (left - count) % 3 == 0 else -1) for count in (1, 2) if count <= left
        }
    found = kept.lookup([*positions, positions[1][:-1]], unknown="mark")
    assert found.known.tolist() == [True] * 7 + [False]
    assert found.values[:7].tolist() == [-1, 1, 1, -1, 1, 1, -1]
    kept.verify()

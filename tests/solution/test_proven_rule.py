"""Answers by a proven rule: those of the definition, and never by a rule that was only observed."""

import dataclasses

import pytest
from reference import naive
from support.commands import runner

import zermelo
from zermelo import Game
from zermelo.core import MissingCapability
from zermelo.games import Nim, Powers, Subtraction, Wythoff
from zermelo.solution import find_proven_rule

LARGE = 10**12
PROVEN: tuple[Game, ...] = (
    *(Subtraction(LARGE, take) for take in ((1,), (1, 2, 3), (2, 5, 7), (1, 3, 4), (4, 7), (1, 2, 4, 8))),
    *(Subtraction(LARGE, take, misere=True) for take in ((1, 2, 3), (2, 5, 7), (3, 4))),
    Subtraction(LARGE, (1, 2, 3), stop=3),
    Powers(10**9),
    Powers(10**9, base=3),
    Powers(10**9, ending="power"),
)


@pytest.mark.parametrize("game", PROVEN, ids=repr)
def test_answers_are_those_of_the_definition(game: Game) -> None:
    rule = find_proven_rule(game)
    assert rule is not None and rule.summary.values_only and "Proof: " in rule.describe_source(0)
    for position, (value, _) in naive.solve(dataclasses.replace(game, heap=300)).items():
        assert rule.value(position).value == value
        moves = [] if naive.is_finished(game, position) else [*game.moves(position)]
        assert sorted(each.move for each in rule.moves(position)) == moves
        assert all(
            each.answer.value == -rule.value(position - each.move).value for each in rule.moves(position)
        )


@pytest.mark.parametrize("game", [Subtraction(99_999), Nim((10**6, 3)), Wythoff(10**6, 10**6)], ids=repr)
def test_small_games_and_rules_that_are_only_observed_are_not_answered_so(game: Game) -> None:
    assert find_proven_rule(game) is None


def test_the_command_says_that_the_rule_is_proven(capsys: pytest.CaptureFixture[str]) -> None:
    run = runner(capsys)
    said = run("value", f"subtraction(heap={LARGE})", "999999999999").out
    assert said.splitlines()[:3] == ["999999999999", "win", "  3  win"]
    assert "by a proven rule, without plies: Leave a multiple of 4 stones. Proof: by induction" in said
    assert "by a proven rule" not in run("value", "subtraction(heap=99)").out


def test_what_goes_through_all_positions_is_refused() -> None:
    rule = find_proven_rule(zermelo.game(f"subtraction(heap={LARGE})"))
    assert rule is not None
    with pytest.raises(MissingCapability, match="answered by a proven rule"):
        rule.verify()

"""Two ways to choose where every move loses: delay, or hope that the opponent errs."""

from fractions import Fraction
from functools import cache

import pytest
from support.commands import answer, check_refusal, runner, text

import zermelo

pytestmark = pytest.mark.quick

TEN = """\
10
loss in 4
  4  loss in 4  expects -0.500
  1  loss in 2  expects +0.000
  9  loss in 2  expects -1.000
expected against an opponent who plays at random (1 a win, -1 a loss), to the end
delay: 4 (the loss is farthest)
hope that the opponent errs: 1 (expects +0.000)
"""


def squares(heap: int) -> list[int]:
    return [number * number for number in range(1, heap + 1) if number * number <= heap]


@cache
def wins(heap: int) -> bool:
    return any(not wins(heap - taken) for taken in squares(heap))


@cache
def expected(heap: int, is_own: bool) -> Fraction:
    """Return what a player who gives no value away expects against one who plays at random."""
    if not squares(heap):
        return Fraction(-1 if is_own else 1)
    if not is_own:
        return Fraction(sum(expected(heap - taken, True) for taken in squares(heap)), len(squares(heap)))
    kept = [taken for taken in squares(heap) if not wins(heap) or not wins(heap - taken)]
    return max(expected(heap - taken, False) for taken in kept)


def test_the_two_ways_differ(capsys: pytest.CaptureFixture[str]) -> None:
    command = runner(capsys)
    assert text(command("value", "subtract_a_square(heap=10)", "--against", "random", "--interpreted")) == TEN
    found = answer(
        command("value", "subtract_a_square(heap=10)", "--against", "random", "--interpreted", "--json")
    )["hopes"]
    assert (found["outcome"], found["delaying"], found["hoping"]) == ("loss", ["4"], ["1"])


def test_each_move_against_chance_is_the_slow_sum() -> None:
    solution = zermelo.solve("subtract_a_square(heap=40)", interpreted=True)
    differ = 0
    for heap in range(1, 41):
        hopes = solution.describe(heap, against="random").hopes
        told = {int(each.move): each.expected for each in hopes.moves}
        kept = [taken for taken in squares(heap) if not wins(heap) or not wins(heap - taken)]
        assert told == {taken: pytest.approx(float(expected(heap - taken, False))) for taken in kept}
        assert hopes.outcome == ("win" if wins(heap) else "loss")
        best = max(told.values())
        assert set(hopes.hoping) == {str(taken) for taken in told if told[taken] > best - 1e-9}
        assert list(hopes.delaying) == [each.name for each in solution.best(heap)]
        differ += not set(hopes.hoping) & set(hopes.delaying)
    assert differ > 1


def test_moves_that_give_value_away_have_no_number(capsys: pytest.CaptureFixture[str]) -> None:
    command = runner(capsys)
    won = text(command("value", "tic_tac_toe", "XX./.OO/..X", "--against", "random", "--interpreted"))
    assert "  a3  loss in 2\n" in won and "hurry: a2 (the win is nearest)" in won
    loops = text(command("value", "pong_hau_ki", "--against", "random", "--interpreted"))
    assert "6 plies ahead, and perfect play then" in loops and "keep the draw: " in loops


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("tic_tac_toe", "--line"), "leave out --line"),
        (("tic_tac_toe", "--method", "alpha_beta"), "leave out --line"),
        (("strike",), "of a solved game of two"),
        (("connect_four",), "is not solved"),
    ],
)
def test_what_has_no_expectations(
    arguments: tuple[str, ...], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    check_refusal(runner(capsys)("value", *arguments, "--against", "random"), 2, words)

"""Values and winners of sums in plain words."""

import pytest

from zermelo.cgt import Sum, form, sum_of


@pytest.mark.parametrize(
    ("value", "meaning"),
    [
        ("0", "worth 0: every move here has an answer"),
        ("*", "nimber 1: plays like a Nim heap of 1"),
        ("*12", "nimber 12: plays like a Nim heap of 12"),
        ("2", "worth 2 moves to Left"),
        ("-1/2", "worth 1/2 of a move to Right"),
        ("{2|-1/2}", "hot: moving first gains 1 1/4; on average worth 3/4 of a move to Left"),
        ("+-1", "hot: moving first gains 1"),
        ("1*", "worth 1 move to Left, and a trifle that is smaller than any number"),
        ("^", "a trifle, smaller than any number; Left wins, no matter who starts"),
        ("^*", "a trifle, smaller than any number; the player who starts wins"),
    ],
)
def test_a_value_is_explained_in_words(value: str, meaning: str) -> None:
    found = form(value).as_result()  # type: ignore[union-attr]
    assert found.meaning == meaning
    assert (found.nimber is not None) == form(value).is_nimber  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("text", "finding", "reason"),
    [
        (
            "nim(heaps=(1, 2)) + nim(heaps=(3,))",
            "First player to move: a loss, whatever the move",
            "The nimbers 3 and 3 combine to 0 by exclusive or. Every move makes it something else, and a reply "
            "makes it 0 again.",
        ),
        (
            "kayles(pins=1)",
            "First player to move: a win, with 1 of 1 move",
            "The nimber is 1. A move that makes it 0 wins: every reply makes it something else again.",
        ),
        (
            "hackenbush('BR') + hackenbush('R')",
            "Left to move: a loss, whatever the move",
            "Together they are worth 1/2 of a move to Right. Right wins, no matter who starts.",
        ),
        (
            "hackenbush('R')",
            "Left cannot move anywhere: a win for Right",
            "The game is worth 1 move to Right.",
        ),
    ],
)
def test_a_sum_says_who_wins_and_why(text: str, finding: str, reason: str) -> None:
    found = sum_of(text).judge("Left")
    assert found.finding == finding and found.reason.startswith(reason)


def test_players_have_the_names_that_are_given() -> None:
    found = Sum(form("*")).judge("Right", ("you", "the computer"))  # type: ignore[arg-type]
    assert (found.player, found.other) == ("the computer", "you")
    assert found.describe_turn("Right") == "The computer to move, as Right"

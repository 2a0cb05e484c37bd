"""What the history of a match says in a sentence."""

import pytest

from zermelo.playable.history import Moment, finding

pytestmark = pytest.mark.quick

PLAYERS = ("first", "second")
TONES = {1: "win", 0: "draw", -1: "loss"}


def moments(*leads: int | None) -> list[Moment]:
    """Moments with these leads; each that is worse for its mover is a mistake."""
    made = []
    for ply, lead in enumerate(leads):
        mover = 1 if ply % 2 else -1  # who made the move that led here
        before = leads[ply - 1] if ply else None
        is_worse = lead is not None and before is not None and mover * lead < mover * before
        tone = "unknown" if lead is None else TONES[lead]
        made.append(Moment(ply, f"m{ply}", lead, tone, tone, mistake=is_worse))
    return made


def test_each_turn_of_the_lead_is_said():
    assert finding(moments(1, 1, 1), PLAYERS) == "first was winning all along"
    assert finding(moments(0, 0), PLAYERS) == "a draw all along"
    assert finding(moments(1, -1, 1), PLAYERS) == (
        "first was winning at first, then second was winning, then first was winning; 2 mistakes"
    )


def test_a_lead_that_turns_often_is_counted():
    said = finding(moments(1, -1, 1, -1, 1), PLAYERS)
    assert said == "first was winning at first, after 4 turns first was winning; 4 mistakes"


def test_what_nobody_knows_is_passed_over():
    assert finding(moments(None, None), PLAYERS) == "nobody knows yet who was winning"
    assert finding(moments(None, 0, None, 0), PLAYERS) == "a draw all along"

"""The history of a match: what it says in a sentence, and the graph of who led."""

from itertools import pairwise
from xml.etree import ElementTree

import pytest

from zermelo.play.notebook.history_chart import HistoryPly, describe_history, draw_history

pytestmark = pytest.mark.quick

TONES = {1: "win", 0: "draw", -1: "loss"}


def moments(*leads: int | None) -> list[HistoryPly]:
    """Moments with these leads; each that is worse for its mover is a mistake."""
    made = []
    for ply, lead in enumerate(leads):
        mover = 1 if ply % 2 else -1  # who made the move that led here
        before = leads[ply - 1] if ply else None
        is_worse = lead is not None and before is not None and mover * lead < mover * before
        tone = "unknown" if lead is None else TONES[lead]
        made.append(HistoryPly(ply, f"m{ply}", lead, tone, tone, is_mistake=is_worse))
    return made


def test_each_turn_of_the_lead_is_said_or_how_many_there_were() -> None:
    for leads, said in (
        ((1, 1, 1), "first led throughout"),
        ((0, 0), "a draw throughout"),
        (
            (1, -1, 1),
            "first led at first, then second led, then first led; 2 mistakes",
        ),
        ((1, -1, 1, -1, 1), "first led at first, after 4 turns first led; 4 mistakes"),
        ((None, None), "nobody knows yet who led"),
        ((None, 0, None, 0), "a draw throughout"),
    ):
        assert describe_history(moments(*leads), ("first", "second")) == said


def test_the_graph_rises_where_the_first_player_leads_and_marks_mistakes() -> None:
    leads = (0, 0, 1, 1, -1, None, -1)
    plies = moments(*leads)
    markup, said = draw_history(plies, ("first", "second"), lying=True)
    assert said == describe_history(plies, ("first", "second"))
    dots = [each for each in ElementTree.fromstring(markup).iter() if each.tag.endswith("circle")]
    shown = [each for each in plies if each.lead is not None]
    assert len(dots) == len(shown)
    assert [float(dot.attrib["r"]) > 5 for dot in dots] == [each.is_mistake for each in shown]
    assert all(float(a.attrib["cx"]) < float(b.attrib["cx"]) for a, b in pairwise(dots))
    heights = {each.lead: float(dot.attrib["cy"]) for dot, each in zip(dots, shown, strict=True)}
    assert heights[1] < heights[0] < heights[-1]
    assert markup.count(">?<") == sum(each.is_mistake for each in plies) > 0

"""The history of a match: what it says in a sentence, and the graph of who led."""

from dataclasses import replace
from itertools import combinations, pairwise
from xml.etree import ElementTree

import pytest

from zermelo.play.notebook.history_chart import HistoryPly, describe_history, draw_history

pytestmark = pytest.mark.quick


def moments(*leads: int | None) -> list[HistoryPly]:
    """Moments with these leads; each that is worse for its mover is a mistake."""
    made = []
    for ply, lead in enumerate(leads):
        mover = 1 if ply % 2 else -1  # who made the move that led here
        before = leads[ply - 1] if ply else None
        is_worse = lead is not None and before is not None and mover * lead < mover * before
        made.append(HistoryPly(ply, f"m{ply}", lead, "said", "12", distance=ply % 4, is_mistake=is_worse))
    return made


def test_each_turn_of_the_lead_is_said_or_how_many_there_were() -> None:
    for leads, said in (
        ((1, 1, 1), "first was winning throughout"),
        ((0, 0), "a draw throughout"),
        (
            (1, -1, 1),
            "first was winning at first, then second, then first; 2 mistakes",
        ),
        ((1, -1, 1, -1, 1), "first was winning at first, after 4 turns first; 4 mistakes"),
        ((0, -1, 0, 1), "a draw at first, then second was winning, then a draw, then first; 2 mistakes"),
        ((0, 1, 0, 1, 0, -1), "a draw at first, after 5 turns second was winning; 1 mistake"),
        ((1, 0, 1, -1, 0), "first was winning at first, after 4 turns a draw; 4 mistakes"),
        ((None, None), "nobody knows yet who was winning"),
        ((None, 0, None, 0), "a draw throughout"),
    ):
        assert describe_history(moments(*leads), ("first", "second")) == said
    some = [replace(each, is_estimate=each.ply < 3) for each in moments(1, 0, None, 0, -1)]
    said = "of 5 positions 2 are known exactly: a draw at first, then second was winning"
    assert describe_history(some, ("first", "second")).startswith(said)


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


NAMES_OF_PLAYERS = (("X", "O"), ("the first player", "the second player"), ("Horizontal", "Vertical"))
HISTORIES = {
    "changes at every move": moments(*(1, -1) * 4),
    "begins with a mistake": moments(0, -1, -1, 0, 1, 1),
    "long": moments(*(0, 1, 1, 1, -1, -1, 0, None) * 12),
    "long names": [
        replace(each, name=f"left hand hits the {each.ply}th") for each in moments(0, 1, -1, 0, 0, -1)
    ],
}


def boxes_of(markup: str, wide: float) -> list[tuple[str, tuple[float, float, float, float]]]:
    """The texts and signs of a chart with the box of each; letters of class z-word have the size `wide`."""
    found = []
    for each in ElementTree.fromstring(markup).iter():
        look, kind = each.attrib, each.tag.rpartition("}")[2]
        if kind == "circle":
            x, y, r = (float(look[name]) for name in ("cx", "cy", "r"))
            found.append(("sign", (x - r, y - r, x + r, y + r)))
        elif kind == "text" and each.text:
            classes = look.get("class", "").split()
            size = wide if "z-word" in classes else float(look["font-size"])
            x, y, length = float(look["x"]), float(look["y"]), 0.58 * size * len(each.text)
            shift = (
                1
                if "z-end" in classes or look.get("text-anchor") == "end"
                else 0.5
                if "z-middle" in classes
                else 0
            )
            found.append(
                (each.text, (x - shift * length, y - 0.75 * size, x + (1 - shift) * length, y + 0.1 * size))
            )
    return found


@pytest.mark.parametrize("history", HISTORIES)
@pytest.mark.parametrize("players", NAMES_OF_PLAYERS, ids=str)
@pytest.mark.parametrize(("lying", "wide"), [(False, 12), (True, 12), (True, 24)])
def test_no_label_meets_another_or_a_sign(
    history: str, players: tuple[str, str], lying: bool, wide: float
) -> None:
    """But for a text that stands within its sign; nor is a label cut by the chart's edge."""
    markup, _ = draw_history(HISTORIES[history], players, lying=lying)
    _, _, width, height = map(float, ElementTree.fromstring(markup).attrib["viewBox"].split())
    boxes = boxes_of(markup, wide)
    for text, (left, top, right, bottom) in boxes:
        assert left >= -1 and top >= -1 and right <= width + 1 and bottom <= height + 1, text
    for (one, a), (other, b) in combinations(boxes, 2):
        if one == other == "sign":
            continue
        meet = a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
        within = (
            "sign" in (one, other)
            and abs(a[0] + a[2] - b[0] - b[2]) < 4
            and abs(a[1] + a[3] - b[1] - b[3]) < 8
        )
        assert not meet or within, (one, other)


def test_a_disc_has_the_colour_of_its_leader_and_stands_on_their_side() -> None:
    markup, _ = draw_history(moments(0, 1, -1, None), ("first", "second"))
    discs = [each for each in ElementTree.fromstring(markup).iter() if each.tag.endswith("circle")]
    looks = [each.attrib["class"].split()[0] for each in discs]
    assert looks == ["z-value-draw", "z-f-light", "z-f-dark", "z-value-unknown"]
    draw, light, dark, _ = (float(each.attrib["cx"]) for each in discs)
    assert light < draw < dark
    assert "← first winning" in markup and "second winning →" in markup

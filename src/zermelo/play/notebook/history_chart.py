"""The history of a match as a chart: who led at each ply, the distance to the end, and the mistakes.

Plies run downwards, and the distance to the end is measured from a line in the middle; in games with points
or dice, the result. It points to the left where the player who began leads, to the right where the other
does; a draw stands on the line. Each row may be a link. A lying chart, for the review of a match, has plies
from left to right, the player who began at the top, and a dot at each mistake.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from zermelo.core.notation.wording import label_player
from zermelo.draw.pictures.colour_theme import BODY, FIRM, GAP, SMALL
from zermelo.draw.pictures.picture_svg import draw_value_sign
from zermelo.draw.pictures.svg_markup import element, escape, svg

ROW: Final = 30.0  # pixels: the height of a ply
WIDTH: Final = 256.0
NAMES: Final = 110.0  # pixels on the left for the ply and the move
SIGN: Final = 11.0  # the radius of a sign
LYING: Final = (560.0, 180.0)  # pixels: the width and the height of a chart from left to right
FEET: Final = 26.0  # pixels: below it, for the numbers of plies
LONGEST: Final = 12  # letters of a move
MOST_LEADS: Final = 4  # leads in a sentence: with more, it gives their number


@dataclass(frozen=True)
class HistoryPly:
    """A position of a match in the chart of its history.

    Parameters
    ----------
    ply : int
        Number of plies before the position.
    name : str
        Name of the move that led there.
    lead : int or None
        Winning player: 1 the one who began, -1 the other, 0 neither; None where this is unknown.
    tone : str
        "win", "draw", "loss" or "unknown", for the viewer.
    words : str
        The value in words, for the viewer.
    value_sign_text : str
        Text in the value's sign.
    distance : float or None
        Plies to the end, or points or an expectation; None where play need not end or the number is unknown.
    is_mistake : bool
        Whether the move gave away value.
    href : str
        Address of the position, "" without a link.
    is_current : bool
        Whether this is the position shown.
    """

    ply: int
    name: str
    lead: int | None
    tone: str
    words: str
    value_sign_text: str = ""
    distance: float | None = None
    is_mistake: bool = False
    href: str = ""
    is_current: bool = False


def draw_history(
    plies: Sequence[HistoryPly], players: tuple[str, str], *, lying: bool = False
) -> tuple[str, str]:
    """Draw the history of a match.

    Parameters
    ----------
    plies : sequence of HistoryPly
        Positions in the order of play.
    players : tuple of str
        Names of the two players, first the one who began.
    lying : bool, default False
        Whether plies run from left to right, as a graph of who led.

    Returns
    -------
    tuple of str
        The chart as SVG, and a sentence that summarizes it.
    """
    farthest = max((each.distance or 0 for each in plies), default=0) or 1
    summary = describe_history(plies, players)
    if lying:
        return _draw_lying_history(plies, players, farthest, summary), summary
    middle = NAMES + (WIDTH - NAMES) / 2
    reach = (WIDTH - NAMES) / 2 - SIGN - GAP
    top = 2 * ROW

    def compute_x_of_ply(each: HistoryPly) -> float:
        return middle - reach * _measure_lead(each, farthest)

    points = [
        (compute_x_of_ply(each), top + ROW * place)
        for place, each in enumerate(plies)
        if each.lead is not None
    ]
    bottom = top + ROW * len(plies)
    head = {"font_size": SMALL, "fill": "soft"}
    first, second = map(label_player, players)
    drawn = [
        element("text", escape(f"← {first}"), x=NAMES, y=ROW * 0.7, **head),
        element("text", escape(f"{second} →"), x=WIDTH - GAP, y=ROW * 0.7, text_anchor="end", **head),
        element("line", x1=middle, x2=middle, y1=ROW, y2=bottom, stroke="line", stroke_width=FIRM),
    ]
    if len(points) > 1:
        path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        drawn.append(element("path", d=path, fill="none", stroke="soft", stroke_width=FIRM))
    drawn += [
        _draw_ply_row(each, compute_x_of_ply(each), top + ROW * place, middle)
        for place, each in enumerate(plies)
    ]
    return svg(WIDTH, bottom, summary, *drawn), summary


def _measure_lead(each: HistoryPly, farthest: float) -> float:
    """Return how far a position is from the middle: from 1, where the player who began leads, to -1."""
    share = 1.0 if each.distance is None else each.distance / farthest
    return (each.lead or 0) * max(share, 0.12)


def _draw_lying_history(
    plies: Sequence[HistoryPly], players: tuple[str, str], farthest: float, summary: str
) -> str:
    """Return the graph of who led: a line, a dot with a question mark at each mistake, and links."""
    width, height = LYING
    step, middle, bottom = (width - 4 * GAP) / max(len(plies) - 1, 1), height / 2, height + FEET
    reach = middle - 4 * GAP
    rows = [
        (each, 2 * GAP + step * place, middle - reach * _measure_lead(each, farthest))
        for place, each in enumerate(plies)
    ]
    path = "L".join(f"{x:.1f} {y:.1f}" for each, x, y in rows if each.lead is not None)
    names = {"font_size": SMALL, "class_": "z-word z-f-soft"}
    first, second = map(label_player, players)
    drawn = [
        element("rect", x=0.0, y=0.0, width=width, height=height, fill="cell"),
        element("line", x1=0.0, x2=width, y1=middle, y2=middle, stroke="line", stroke_width=FIRM),
        element("text", escape(f"↑ {first}"), x=GAP, y=2.5 * GAP, **names),
        element("text", escape(f"↓ {second}"), x=GAP, y=height - GAP, **names),
    ]
    if path:
        drawn.append(element("path", d=f"M{path}", fill="none", stroke="ink", stroke_width=FIRM))
    numbered = next(each for each in (1, 2, 5, 10, 20, 50, 100) if each * step >= 36 or each == 100)
    for each, x, y in rows:
        parts = [element("rect", x=x - step / 2, y=0.0, width=step, height=bottom, fill_opacity=0)]
        if each.is_mistake:
            dot = {"r": 6.0, "fill": "red", "stroke": "paper", "stroke_width": FIRM}
            mark = {"font_size": BODY, "class_": "z-word z-strong z-middle z-f-red"}
            parts += [element("circle", cx=x, cy=y, **dot), element("text", "?", x=x, y=y - 10, **mark)]
        elif each.lead is not None:
            parts.append(element("circle", cx=x, cy=y, r=3.0, fill="ink"))
        if each.ply % numbered == 0:
            foot = {"font_size": SMALL, "class_": "z-word z-middle z-number z-f-soft"}
            parts.append(element("text", str(each.ply), x=x, y=bottom - GAP, **foot))
        drawn.append(_draw_ply_link(each, parts))
    return svg(width, bottom, summary, *drawn)


def _draw_ply_link(moment: HistoryPly, parts: Sequence[str]) -> str:
    """Return what is drawn of a ply, with its words, as a link where there is an address."""
    label = f"ply {moment.ply}{f': {moment.name}' if moment.name else ''}, {moment.words}"
    label += ", a mistake" if moment.is_mistake else ""
    leads = {"href": moment.href} if moment.href else {}
    body = element("title", escape(label)) + "".join(parts)
    return element("a" if leads else "g", body, aria_label=label, **leads)


def _draw_ply_row(moment: HistoryPly, x: float, y: float, middle: float) -> str:
    """Return the row of a ply: its number, the move, the sign, and the word that marks a mistake."""
    name = moment.name if len(moment.name) <= LONGEST else f"{moment.name[: LONGEST - 1]}…"
    weight = "z-strong " if moment.is_current or moment.is_mistake else ""
    parts = [
        element(
            "rect",
            x=0.0,
            y=y - ROW / 2,
            width=WIDTH,
            height=ROW,
            fill="cell" if moment.is_current else "paper",
        ),
        element(
            "line", x1=middle, x2=middle, y1=y - ROW / 2, y2=y + ROW / 2, stroke="line", stroke_width=1.0
        ),
        element("text", str(moment.ply), x=24.0, y=y + 5, font_size=SMALL, class_="z-f-soft z-end z-number"),
        element("text", escape(name), x=32.0, y=y + 5, font_size=BODY, class_=f"{weight}z-f-ink"),
        draw_value_sign(moment.tone, moment.value_sign_text, x, y, SIGN),
    ]
    if moment.is_mistake:
        side = 1 if x <= middle else -1  # the side without the bar
        anchor = {"text_anchor": "start" if side > 0 else "end"}
        where = x + side * (SIGN + 6)
        parts.append(element("text", "mistake", x=where, y=y + 4, font_size=SMALL, fill="red", **anchor))
    return _draw_ply_link(moment, parts)


def describe_history(plies: Sequence[HistoryPly], players: tuple[str, str]) -> str:
    """Return a sentence that summarizes the history.

    >>> draw = HistoryPly(0, "", 0, "draw", "draw")
    >>> won = HistoryPly(1, "a1", -1, "loss", "loss", is_mistake=True)
    >>> describe_history([draw, won], ("first", "second"))
    'a draw at first, then second led; 1 mistake'
    """
    known = [each for each in plies if each.lead is not None]
    if not known:
        return "nobody knows yet who led"
    leads = [_describe_lead(known[0], players)]
    leads += [_describe_lead(each, players) for before, each in pairwise(known) if each.lead != before.lead]
    mistakes = sum(each.is_mistake for each in plies)
    counted = f"; {mistakes} mistake{'s' if mistakes > 1 else ''}" if mistakes else ""
    if len(leads) > MOST_LEADS:
        leads[1:] = [f"after {len(leads) - 1} turns {leads[-1]}"]
    else:
        leads[1:] = [f"then {lead}" for lead in leads[1:]]
    first = f"{leads[0]} at first, {', '.join(leads[1:])}" if leads[1:] else f"{leads[0]} throughout"
    return first + counted


def _describe_lead(moment: HistoryPly, players: tuple[str, str]) -> str:
    return "a draw" if not moment.lead else f"{players[moment.lead < 0]} led"

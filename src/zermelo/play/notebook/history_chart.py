"""The history of a match as a chart: who led at each ply, the distance to the end, and the mistakes.

Plies run downwards, and the distance to the end is measured from a line in the middle; in games with points
or dice, the result. It points to the left where the player who began leads, to the right where the other
does; a draw stands on the line. A disc has the colour of its leader's pieces, as the evaluation bar has, so
that nobody's view is taken. Each row may be a link. A lying chart, for the review of a match, has plies from
left to right, the player who began at the top, and a large dot at each mistake. Labels have bands of their
own, which the curve does not enter.
"""

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from zermelo.core.notation.wording import label_player
from zermelo.draw.pictures.colour_theme import BODY, FIRM, GAP, SMALL, choose_player_colours
from zermelo.draw.pictures.picture_svg import compute_least_sign, draw_value_sign
from zermelo.draw.pictures.scenery_outlines import draw_centred_text
from zermelo.draw.pictures.svg_markup import element, escape, svg

ROW: Final = 30.0  # pixels: the height of a ply
WIDTH: Final = 256.0
NAMES: Final = 122.0  # pixels on the left for the ply, the move, and the mark of a mistake
SIGN: Final = 11.0  # the radius of a sign
LYING: Final = (560.0, 150.0)  # pixels: the width and the height of a chart from left to right
BAND: Final = 30.0  # pixels above it and below it, each for a player's name
FEET: Final = 26.0  # pixels: below them, for the numbers of plies
LONGEST: Final = 10  # letters of a move in a line; longer ones have two lines
LONGEST_NAMES: Final = 15  # letters of both players' names with a verb
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
    words : str
        The value in words, for the player who leads.
    value_sign_text : str
        Text in the value's sign, for the player who leads.
    distance : float or None
        Plies to the end, or points or an expectation; None where play need not end or the number is unknown.
    is_mistake : bool
        Whether the move gave away value.
    href : str
        Address of the position, "" without a link.
    is_current : bool
        Whether this is the position shown.
    is_estimate : bool
        Whether the lead is an estimate; it is drawn dotted, and no sentence rests on it.
    """

    ply: int
    name: str
    lead: int | None
    words: str
    value_sign_text: str = ""
    distance: float | None = None
    is_mistake: bool = False
    href: str = ""
    is_current: bool = False
    is_estimate: bool = False


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
    first, second = _label_sides(players)
    drawn = [
        element("text", escape(f"← {first}"), x=0.0, y=ROW * 0.7, **head),
        element("text", escape(f"{second} →"), x=WIDTH, y=ROW * 0.7, text_anchor="end", **head),
        element("line", x1=middle, x2=middle, y1=ROW, y2=bottom, stroke="line", stroke_width=FIRM),
    ]
    if len(points) > 1:
        path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        drawn.append(element("path", d=path, fill="none", stroke="soft", stroke_width=FIRM))
    drawn += [
        _draw_ply_row(each, compute_x_of_ply(each), top + ROW * place, middle, choose_player_colours(players))
        for place, each in enumerate(plies)
    ]
    return svg(WIDTH, bottom, summary, *drawn), summary


def _label_sides(players: tuple[str, str]) -> list[str]:
    """Return what the chart says of its two sides."""
    labels = list(map(label_player, players))
    verb = " winning" if sum(map(len, labels)) <= LONGEST_NAMES else ""
    return [f"{label}{verb}" for label in labels]


def _measure_lead(each: HistoryPly, farthest: float) -> float:
    """Return how far a position is from the middle: from 1, where the player who began leads, to -1."""
    share = 1.0 if each.distance is None else each.distance / farthest
    return (each.lead or 0) * max(share, 0.12)


def _draw_lying_history(
    plies: Sequence[HistoryPly], players: tuple[str, str], farthest: float, summary: str
) -> str:
    """Return the graph of who led: a line, a large dot with a question mark at each mistake, and links."""
    (width, height), side = LYING, 2 * GAP
    step, middle, ground = (width - 2 * side) / max(len(plies) - 1, 1), BAND + height / 2, height + 2 * BAND
    large = min(SIGN, max(step / 2, 4.0))  # of a mistake: two next to each other do not meet
    reach = height / 2 - SIGN
    rows = [
        (each, side + step * place, middle - reach * _measure_lead(each, farthest))
        for place, each in enumerate(plies)
    ]
    known = [(each.is_estimate, f"{x:.1f} {y:.1f}") for each, x, y in rows if each.lead is not None]
    paths = {
        is_dotted: " ".join(
            f"M{begin}L{end}"
            for (is_before, begin), (is_after, end) in pairwise(known)
            if (is_before or is_after) == is_dotted
        )
        for is_dotted in (False, True)
    }
    names = {"font_size": SMALL, "class_": "z-word z-f-soft"}
    first, second = _label_sides(players)
    drawn = [
        element("rect", x=0.0, y=0.0, width=width, height=ground, fill="cell"),
        element("line", x1=0.0, x2=width, y1=middle, y2=middle, stroke="line", stroke_width=FIRM),
        element("text", escape(f"↑ {first}"), x=GAP, y=BAND - GAP, **names),
        element("text", escape(f"↓ {second}"), x=GAP, y=ground - GAP, **names),
    ]
    for is_dotted, path in paths.items():
        if path:
            dots = {"stroke_dasharray": "2 4"} if is_dotted else {}
            drawn.append(element("path", d=path, fill="none", stroke="ink", stroke_width=FIRM, **dots))
    numbered = next(each for each in (1, 2, 5, 10, 20, 50, 100) if each * step >= 45 or each == 100)
    for each, x, y in rows:
        parts = [element("rect", x=x - step / 2, y=0.0, width=step, height=ground + FEET, fill_opacity=0)]
        if each.is_mistake:
            dot = {"r": large, "fill": "red", "stroke": "paper", "stroke_width": FIRM}
            parts.append(element("circle", cx=x, cy=y, **dot))
            if large > 8:
                mark = {"font_size": BODY, "class_": "z-strong z-middle z-f-paper"}
                parts.append(element("text", "?", x=x, y=y + 5, **mark))
        elif each.lead is not None:
            filled = {"fill": "cell", "stroke": "ink"} if each.is_estimate else {"fill": "ink"}
            parts.append(element("circle", cx=x, cy=y, r=3.0, **filled))
        if each.ply % numbered == 0:
            foot = {"font_size": SMALL, "class_": "z-word z-middle z-number z-f-soft"}
            parts.append(element("text", str(each.ply), x=x, y=ground + FEET - GAP, **foot))
        drawn.append(_draw_ply_link(each, parts))
    return svg(width, ground + FEET, summary, *drawn)


def _draw_ply_link(moment: HistoryPly, parts: Sequence[str]) -> str:
    """Return what is drawn of a ply, with its words, as a link where there is an address."""
    label = f"ply {moment.ply}{f': {moment.name}' if moment.name else ''}, {moment.words}"
    label += ", a mistake" if moment.is_mistake else ""
    leads = {"href": moment.href} if moment.href else {}
    body = element("title", escape(label)) + "".join(parts)
    return element("a" if leads else "g", body, aria_label=label, **leads)


def _draw_ply_row(moment: HistoryPly, x: float, y: float, middle: float, colours: tuple[str, str]) -> str:
    """Return the row of a ply: its number, the move, the mark of a mistake, and the sign."""
    weight = "z-strong " if moment.is_current or moment.is_mistake else ""
    name = {"x": 30.0, "class_": f"{weight}z-f-ink"}
    lines = textwrap.wrap(moment.name, LONGEST, max_lines=2, placeholder="…")
    if len(lines) > 1:
        said = [
            element("text", escape(line), y=y + lower, font_size=SMALL, **name)
            for line, lower in zip(lines, (-2.0, 11.0), strict=True)
        ]
    else:
        said = [element("text", escape(line), y=y + 5, font_size=BODY, **name) for line in lines]
    ground = "cell" if moment.is_current else "paper"
    line = {"x1": middle, "x2": middle, "y1": y - ROW / 2, "y2": y + ROW / 2}
    parts = [
        element("rect", x=0.0, y=y - ROW / 2, width=WIDTH, height=ROW, fill=ground),
        element("line", **line, stroke="line", stroke_width=1.0),
        element("text", str(moment.ply), x=24.0, y=y + 5, font_size=SMALL, class_="z-f-soft z-end z-number"),
        *said,
        _draw_lead_sign(moment, x, y, colours),
    ]
    if moment.is_mistake:
        mark = {"font_size": BODY, "class_": "z-strong z-end z-f-red"}
        parts.append(element("text", "?", x=NAMES - 4, y=y + 5, **mark))
    return _draw_ply_link(moment, parts)


def _draw_lead_sign(moment: HistoryPly, x: float, y: float, colours: tuple[str, str]) -> str:
    """Return a disc in the colour of who leads, the ring of a draw, or the dotted outline of the unknown."""
    if not moment.lead:
        tone = "unknown" if moment.lead is None else "draw"
        return draw_value_sign(tone, moment.value_sign_text, x, y, SIGN)
    own = colours[moment.lead < 0]
    disc = element("circle", cx=x, cy=y, r=SIGN, fill=own, stroke=f"{own}-edge", stroke_width=1.0)
    said = moment.value_sign_text
    if compute_least_sign(said) > SIGN:
        return disc
    return disc + draw_centred_text(said, x, y, BODY - 2.0, f"z-word-{own}")


def describe_history(plies: Sequence[HistoryPly], players: tuple[str, str]) -> str:
    """Return a sentence that summarizes the history.

    >>> draw = HistoryPly(0, "", 0, "draw")
    >>> won = HistoryPly(1, "a1", -1, "win", is_mistake=True)
    >>> describe_history([draw, won], ("first", "second"))
    'a draw at first, then second was winning; 1 mistake'
    """
    known = [each for each in plies if each.lead is not None and not each.is_estimate]
    if not known:
        return "nobody knows yet who was winning"
    if any(each.is_estimate for each in plies):
        said = describe_history(known, players)
        return f"of {len(plies)} positions {len(known)} are known exactly: {said}"
    turns = [known[0], *(each for before, each in pairwise(known) if each.lead != before.lead)]
    then = "then"
    if len(turns) > MOST_LEADS:
        then, turns = f"after {len(turns) - 1} turns", [turns[0], turns[-1]]
    leads = [players[each.lead < 0] if each.lead else "a draw" for each in turns]
    winner = next((place for place, each in enumerate(turns) if each.lead), None)
    if winner is not None:
        leads[winner] += " was winning"  # once, where a player is first named
    mistakes = sum(each.is_mistake for each in plies)
    counted = f"; {mistakes} mistake{'s' if mistakes > 1 else ''}" if mistakes else ""
    begin, *others = leads
    if not others:
        return f"{begin} throughout{counted}"
    return ", ".join((f"{begin} at first", *(f"{then} {lead}" for lead in others))) + counted

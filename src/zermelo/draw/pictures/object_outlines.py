"""Outlines of people, of things that puzzles push and light, and of cells that are gone, 100 units to a cell.

Each is drawn around the middle of its cell, at 0. What it is shows by its outline alone, without its colour.
"""

import math
from collections.abc import Callable, Mapping
from typing import Final

from zermelo.draw.pictures.animal_outlines import draw_head
from zermelo.draw.pictures.colour_theme import SIDES
from zermelo.draw.pictures.scenery_outlines import Markup, draw_centred_text, draw_line, draw_square
from zermelo.draw.pictures.svg_markup import element

OUTLINE: Final = 4.0  # of the unit: the width of outlines


def draw_gone_cell(owner: str, text: str) -> Markup:
    """Return a cell that is gone: dark, with a hatching that print and grey keep."""
    fill = "gone" if owner == "nobody" else f"{owner}-line" if owner in SIDES[:2] else owner
    lines = "M-44 20L-20 44M-44-12L12 44M-44-44L44 44M-12-44L44 12M20-44L44-20"
    look = {"stroke": "paper", "stroke_width": 2.5, "stroke_opacity": 0.4}
    if owner == "dark":
        look |= {"stroke_width": 7, "stroke_opacity": 0.7, "transform": "scale(-1 1)"}
    return [draw_square(46, rx=7, class_=f"z-f-{fill}"), element("path", d=lines, **look)]


def _draw_bricks(owner: str, text: str) -> Markup:
    """Return a wall: courses of bricks from rim to rim, so that walls of several cells are one."""
    joints = (
        "M-50-25H50M-50 0H50M-50 25H50M-25-50V-25M25-50V-25M0-25V0M-50-25V0M50-25V0M-25 0V25M25 0V25M0 25V50"
    )
    return [
        draw_square(50, fill="brick"),
        element("path", d=joints, stroke="paper", stroke_width=4.5, stroke_opacity=0.7),
    ]


def _draw_arrow(owner: str, text: str) -> Markup:
    """Return an arrow that sticks in a cell, on the hatching of a cell that is gone."""
    return [
        *draw_gone_cell("nobody", ""),
        draw_line(
            "M24-24L-22 22M-30 30V4M-30 30H-4M24-24V-38M24-24H38M14-14V-28M14-14H28",
            "z-s-paper",
            8,
            fill="none",
            stroke_linejoin="round",
        ),
    ]


def _draw_pattern(owner: str, text: str) -> Markup:
    """Return a card: steps from the middle of five by five cells, its animal, and its name."""
    name, _, steps = text.partition("|")
    size, left, top = 18.0, -73.0, -61.0
    lines = "".join(
        f"M{left + size * n:g} {top:g}v{5 * size:g}M{left:g} {top + size * n:g}h{5 * size:g}"
        for n in range(6)
    )
    drawn = [
        element(
            "rect", x=-80, y=-68, width=160, height=136, rx=11, class_=f"z-man-{owner}", stroke_width=OUTLINE
        ),
        element("rect", x=left, y=top, width=5 * size, height=5 * size, rx=3, fill="paper"),
        element("path", d=lines, stroke="line", stroke_width=2),
    ]
    for number, sign in enumerate(steps):
        x, y = left + size * (number % 5), top + size * (number // 5)
        if number == 12:
            drawn.append(element("circle", cx=x + size / 2, cy=y + size / 2, r=size * 0.42, fill="ink"))
        elif sign == "o":
            drawn.append(
                element("rect", x=x + 1, y=y + 1, width=size - 2, height=size - 2, rx=4, fill="arrow")
            )
    is_next = owner == "nobody"  # it comes to the player who moves
    head = "-30)scale(0.66" if is_next else "-17)scale(0.8"
    return [
        *drawn,
        element("g", *draw_head(name, owner), transform=f"translate(48 {head})"),
        *([draw_centred_text("next", 48, 15, 21, f"z-word-{owner}")] if is_next else []),
        draw_centred_text(name.capitalize(), 0, 48, min(34.0, 235 / max(1, len(name))), f"z-word-{owner}"),
    ]


def _draw_pile(owner: str, text: str) -> Markup:
    """Return a heap of stones with their number below it."""
    rows = ((5, 24), (4, 4), (3, -15), (2, -33))
    look = {"rx": 11, "ry": 10.5, "fill": "light", "stroke": "light-edge", "stroke_width": 3}
    stones = [
        element("ellipse", cx=18.0 * (n - (count - 1) / 2), cy=y, **look)
        for count, y in rows
        for n in range(count)
    ]
    return [*stones, draw_centred_text(text, 0, 57, 36, "z-f-ink")]


def _draw_peg(owner: str, text: str) -> Markup:
    """Return a peg with a round head, and its shadow in the hole."""
    return [
        element("ellipse", cx=4, cy=8, rx=33, ry=31, fill="wood-edge", fill_opacity=0.6),
        element("circle", r=32, cy=-3, class_=f"z-man-{owner}", stroke_width=OUTLINE),
        element("ellipse", cx=-9, cy=-13, rx=9, ry=6.5, fill="snow", fill_opacity=0.75),
    ]


def _draw_hand(owner: str, text: str) -> Markup:
    """Return a palm with raised fingers, the thumb last, and their number, which may be greater than five."""
    count = int(text) if text.isdigit() else 0
    look = {"class_": f"z-man-{owner}", "stroke_width": OUTLINE}
    drawn = []
    for finger, (x, y) in enumerate(((-19.5, -35), (-6.5, -42), (6.5, -40), (19.5, -32))):
        top = y if finger < count else -4
        drawn.append(element("rect", x=x - 6, y=top, width=12, height=24 - top, rx=6, **look))
    thumb = "M20 22L33 4Q39-4 44 2Q47 7 43 13L24 40Z" if count > 4 else "M20 12Q31 10 29 22L22 36Z"
    drawn.append(element("path", d=thumb, stroke_linejoin="round", **look))
    drawn.append(element("path", d="M-27 4H27V20Q27 43 0 43Q-27 43-27 20Z", stroke_linejoin="round", **look))
    return [*drawn, draw_centred_text(text, 0, 23, 34, f"z-word-{owner}")]


def _draw_lamp(owner: str, text: str) -> Markup:
    """Return a bulb with rays."""
    rays = "".join(
        f"M{31 * x:.1f} {31 * y - 4:.1f}L{42 * x:.1f} {42 * y - 4:.1f}"
        for x, y in (polar_to_cartesian(1, math.radians(turn)) for turn in range(150, 391, 40))
    )
    return [
        draw_line(rays, "z-s-light-line", 6),
        element(
            "path",
            d="M-11 18Q-12 10-19 4A24 24 0 1 1 19 4Q12 10 11 18Z",
            fill="light",
            stroke="light-edge",
            stroke_width=OUTLINE,
        ),
        draw_line("M-11 24H11M-10 31H10M-5 38H5", "z-s-ink", 5),
    ]


def _draw_crate(owner: str, text: str) -> Markup:
    """Return a crate of boards, with a tick where it has arrived."""
    look = {"fill": "wood", "stroke": "wood-edge", "stroke_width": OUTLINE}
    drawn = [
        draw_square(42, rx=5, **look),
        element(
            "path",
            d="M-30-30H30V30H-30ZM-30-30L30 30M30-30L-30 30",
            fill="none",
            stroke="wood-edge",
            stroke_width=5,
        ),
    ]
    if not text:
        return drawn
    return [
        *drawn,
        element("circle", r=25, fill="paper", stroke="wood-edge", stroke_width=OUTLINE),
        draw_line("M-12 0L-3 10L13-11", "z-s-ink", 8, fill="none"),
    ]


def _draw_target(owner: str, text: str) -> Markup:
    return [
        element("circle", r=27, fill="none", stroke="ink", stroke_width=5, stroke_dasharray="16 12.27"),
        element("circle", r=9, fill="ink"),
    ]


def _draw_rosette(owner: str, text: str) -> Markup:
    petals = (polar_to_cartesian(24, math.tau * n / 8) for n in range(8))
    look = {"fill": "shade", "stroke": "line", "stroke_width": 3}
    return [
        *(element("circle", cx=x, cy=y, r=11, **look) for x, y in petals),
        element("circle", r=14, fill="line"),
    ]


def _draw_chocolate(owner: str, text: str) -> Markup:
    return [
        draw_square(47, rx=8, fill="chocolate", stroke="wood-edge", stroke_width=3),
        element("path", d="M-31 31V-31H31", fill="none", stroke="snow", stroke_width=4, stroke_opacity=0.35),
        element(
            "path", d="M31-31V31H-31", fill="none", stroke="wood-edge", stroke_width=5, stroke_opacity=0.6
        ),
    ]


def _draw_poison(owner: str, text: str) -> Markup:
    """Return a square of chocolate with a skull on it."""
    skull = "M-17 12Q-25 4-25-8Q-25-31 0-31Q25-31 25-8Q25 4 17 12V24H-17Z"
    return [
        *_draw_chocolate(owner, ""),
        element("path", d=skull, fill="snow", stroke="wood-edge", stroke_width=3, stroke_linejoin="round"),
        element("circle", cx=-10, cy=-5, r=6.5, fill="wood-edge"),
        element("circle", cx=10, cy=-5, r=6.5, fill="wood-edge"),
        element("path", d="M-3 9L0 3L3 9ZM-8 15V24M0 15V24M8 15V24", stroke="wood-edge", stroke_width=3),
    ]


def _draw_cabbage(owner: str, text: str) -> Markup:
    look = {"stroke": "grass-edge", "stroke_width": OUTLINE}
    return [
        element(
            "path", d="M-38 6Q-40-22-14-30Q0-40 14-30Q40-22 38 6Q34 36 0 37Q-34 36-38 6Z", fill="leaf", **look
        ),
        element("path", d="M-22 14Q-24-16 0-20Q24-16 22 14Q14 30 0 30Q-14 30-22 14Z", fill="grass", **look),
        element(
            "path",
            d="M0 30V-20M0 14L-13 0M0 14L13 0M0-2L-8-11M0-2L8-11M-33 8Q-28 24-14 31M33 8Q28 24 14 31",
            fill="none",
            **look,
        ),
    ]


def _draw_person(owner: str, text: str) -> Markup:
    """Return a person with a letter; a small one wears a dress."""
    look = {"class_": f"z-man-{owner}", "stroke_width": OUTLINE, "stroke_linejoin": "round"}
    dress = text.islower()
    body = (
        "M0-12Q13-12 15 0L31 42H-31L-15 0Q-13-12 0-12Z" if dress else "M-25 42V10Q-25-12 0-12Q25-12 25 10V42Z"
    )
    hair = [element("path", d="M-18-12Q-22-44 0-44Q22-44 18-12Z", fill="ink")] if dress else []
    return [
        *hair,
        element("path", d=body, **look),
        element("circle", cy=-27, r=14, **look),
        draw_line("M-5-29v3M5-29v3", f"z-in-{owner}", 4.5),
        *([draw_centred_text(text, 0, 22, 30, f"z-word-{owner}")] if text else []),
    ]


def _draw_missionary(owner: str, text: str) -> Markup:
    """Return a person with a broad hat and a cross."""
    return [
        *_draw_person(owner, ""),
        element(
            "path",
            d="M-28-33H28M-14-34V-44H14V-34",
            stroke="ink",
            fill="ink",
            stroke_width=6,
            stroke_linecap="round",
        ),
        draw_line("M0 2V32M-10 12H10", f"z-in-{owner}", 7),
    ]


def _draw_cannibal(owner: str, text: str) -> Markup:
    """Return a person with wild hair and a fork."""
    return [
        *_draw_person(owner, ""),
        element("path", d="M-17-30L-22-46L-9-40L0-48L9-40L22-46L17-30Q0-42-17-30Z", fill="ink"),
        draw_line("M0 36V14M-9-2V8Q-9 14 0 14Q9 14 9 8V-2M0-2V14", f"z-in-{owner}", 5),
    ]


def polar_to_cartesian(reach: float, angle: float) -> tuple[float, float]:
    """Return the point at this angle and distance from 0."""
    return reach * math.cos(angle), reach * math.sin(angle)


OBJECTS: Final[Mapping[str, Callable[[str, str], Markup]]] = {
    "bricks": _draw_bricks,
    "arrow": _draw_arrow,
    "pattern": _draw_pattern,
    "pile": _draw_pile,
    "peg": _draw_peg,
    "hand": _draw_hand,
    "lamp": _draw_lamp,
    "crate": _draw_crate,
    "target": _draw_target,
    "rosette": _draw_rosette,
    "chocolate": _draw_chocolate,
    "poison": _draw_poison,
    "cabbage": _draw_cabbage,
    "person": _draw_person,
    "missionary": _draw_missionary,
    "cannibal": _draw_cannibal,
}

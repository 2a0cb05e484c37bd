"""Outlines of pieces and other things, 100 units to a cell and the middle at 0; no font is needed.

The chess pieces are our own design. Each stands on the same foot and is recognized by its head alone: a ball,
battlements, a mitre with a slit, a mane, five points, a cross.
"""

from typing import Final

from zermelo.draw.pictures.animal_outlines import HEADS, draw_animal
from zermelo.draw.pictures.colour_theme import SIDES, STONES
from zermelo.draw.pictures.object_outlines import OBJECTS, OUTLINE, draw_gone_cell, polar_to_cartesian
from zermelo.draw.pictures.scenery_outlines import (
    STRETCHED,
    Markup,
    draw_centred_text,
    draw_line,
    draw_square,
)
from zermelo.draw.pictures.svg_markup import element, escape

FOOT = "M-27 39V34Q-27 29-21 28H21Q27 29 27 34V39Z"
CHESS: Final = {  # outlines to be filled, then lines on them
    "pawn": (
        (
            "M-18 29Q-8 20-6 6H-11Q-13 6-13 3Q-13 0-10 0H-7A14 14 0 1 1 7 0"
            "H10Q13 0 13 3Q13 6 11 6H6Q8 20 18 29Z",
            FOOT,
        ),
        (),
    ),
    "rook": (
        ("M-19 29L-15-7L-22-15V-35H-12V-28H-5V-35H5V-28H12V-35H22V-15L15-7L19 29Z", FOOT),
        ("M-15-7H15", "M-21-15H21"),
    ),
    "bishop": (
        ("M-17 29Q-9 24-8 17Q-21 5-14-12Q-9-22-3-28A6 6 0 1 1 3-28Q9-22 14-12Q21 5 8 17Q9 24 17 29Z", FOOT),
        ("M-8 17H8", "M3-18L-5 0"),
    ),
    "knight": (
        (
            "M-20 29C-20 15-2 10 0-2C-6 4-12 3-16 8C-19 13-26 13-29 8C-31 4-29 0-27-4C-22-12-20-18-15-24"
            "L-13-37L-3-29C15-29 27-12 24 10C23 18 21 23 21 29Z",
            FOOT,
        ),
        ("M8-21C17-13 18-1 15 10",),
    ),
    "queen": (
        (
            "M-20 29Q-19 22-24 14L-33-18L-17 1L-15-27L-4-1L0-31L4-1L15-27L17 1L33-18L24 14Q19 22 20 29Z",
            "M-33-15A5 5 0 1 1-32.9-15Z",
            "M-15-24A5 5 0 1 1-14.9-24Z",
            "M0-29A5 5 0 1 1 .1-29Z",
            "M15-24A5 5 0 1 1 15.1-24Z",
            "M33-15A5 5 0 1 1 33.1-15Z",
            FOOT,
        ),
        ("M-23 15Q0 8 23 15",),
    ),
    "king": (
        (
            "M-3.500-14V-24H-11V-31H-3.500V-40H3.500V-31H11V-24H3.500V-14Z",
            "M-19 29Q-18 23-23 16Q-38 4-31-9Q-24-18-11-14Q-3-11 0-3"
            "Q3-11 11-14Q24-18 31-9Q38 4 23 16Q18 23 19 29Z",
            FOOT,
        ),
        ("M-22 16Q0 9 22 16", "M0-3V11"),
    ),
}
PIPS: Final = {  # of a die, in a third of its width
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
REACH_FREE, REACH_JOINED = 45.0, 50.5  # of a part of a piece, where it ends and where it goes on
ROUND: Final = 13.0  # of the unit: the radius of its corners
DETAIL: Final = 3.2  # of the unit: the width of lines in an outline
MOST_SEEDS = 14  # of a pit that are drawn one by one


def piece_outline(shape: str, side: int | None, text: str, width: float = 1.0, height: float = 1.0) -> str:
    """Return a thing of `boards.pictures.picture.SHAPES`, around the point 0 0; sizes are in cells."""
    if shape in STRETCHED:
        return "".join(STRETCHED[shape](side, text, 100 * width, 100 * height))
    owner = "nobody" if side is None else SIDES[side % len(SIDES)]
    if shape in CHESS:
        return "".join(_draw_chess_piece(shape, owner))
    if shape in HEADS:
        return "".join(draw_animal(shape, owner, text, OUTLINE))
    return "".join(DRAWN[shape](owner, text))


def _draw_chess_piece(shape: str, owner: str) -> Markup:
    filled, lines = CHESS[shape]
    outline = {"stroke_width": OUTLINE, "stroke_linejoin": "round"}
    drawn = [element("path", d=path, class_=f"z-man-{owner}", **outline) for path in filled]
    drawn += [draw_line(path, f"z-in-{owner}", DETAIL) for path in lines]
    if shape == "knight":
        drawn.append(element("circle", cx=-11, cy=-15, r=3.2, class_=f"z-dot-{owner}"))
    return drawn


def _draw_cross(owner: str, text: str) -> Markup:
    path = draw_line("M-26-26L26 26M26-26L-26 26", f"z-stroke-{owner}", 13)
    return [path, *_draw_piece_label(owner, text, 24)]


def _draw_ring(owner: str, text: str) -> Markup:
    circle = element("circle", r=27, class_=f"z-stroke-{owner}", stroke_width=12)
    return [circle, *_draw_centred_text(text, 24, "z-f-ink")]


def _draw_disc(owner: str, text: str) -> Markup:
    drawn = [element("circle", r=37, class_=f"z-man-{owner}", stroke_width=OUTLINE)]
    if not text:
        drawn.append(
            element("circle", r=29, class_=f"z-in-{owner}", stroke_width=DETAIL / 2, stroke_opacity=0.35)
        )
    return [*drawn, *_draw_piece_label(owner, text, 40)]


def _draw_stone(owner: str, text: str) -> Markup:
    return _draw_disc(dict(zip(SIDES, STONES, strict=False)).get(owner, owner), text)


def _draw_draughts_man(owner: str, text: str) -> Markup:
    drawn = [element("circle", r=37, class_=f"z-man-{owner}", stroke_width=OUTLINE)]
    drawn += [
        element("circle", r=r, class_=f"z-in-{owner}", stroke_width=DETAIL / 1.3, stroke_opacity=0.75)
        for r in ((28, 15) if not text else (29,))
    ]
    return [*drawn, *_draw_piece_label(owner, text, 34)]


def _draw_draughts_king(owner: str, text: str) -> Markup:
    crown = "M-19 14L-22-11L-9 1L0-18L9 1L22-11L19 14Z"
    return [
        element("circle", r=38, class_=f"z-man-{owner}", stroke_width=OUTLINE),
        element("circle", r=30, class_=f"z-in-{owner}", stroke_width=DETAIL / 1.3, stroke_opacity=0.75),
        element("path", d=crown, class_=f"z-dot-{owner}"),
    ]


def _draw_tile(owner: str, text: str) -> Markup:
    look = {"stroke_width": OUTLINE, "class_": f"z-man-{owner}"}
    return [draw_square(45, rx=10, **look), *_draw_piece_label(owner, text, 44)]


def _draw_wood(owner: str, text: str) -> Markup:
    """Return a cell of a wooden piece that goes on on the sides in its text, with its grain."""
    filled, edges = _outline_part(text)
    edge = "ink" if owner in SIDES[2:] else f"{owner}-edge"
    grain = "M-32-22Q0-30 32-21M-34 0Q-4-9 34 2M-32 23Q2 15 32 24"
    return [
        element("path", d=filled, fill=owner),
        element("path", d=grain, class_=f"z-in-{owner}", stroke_width=2.5, stroke_opacity=0.3),
        draw_line(edges, f"z-s-{edge}", OUTLINE, fill="none"),
    ]


def _draw_domino_half(owner: str, text: str) -> Markup:
    """Return half of a domino: the side on which the other half lies, and its pips, are its text.

    Without pips it is a covered cell, of which nobody knows the other half.
    """
    filled, edges = _outline_part(text)
    if not text[-1:].isdigit():
        covered = element("path", d=filled, fill="snow")
        return [covered, draw_line(edges, "z-s-wood-edge", DETAIL, fill="none")]
    middle = {">": "M50-31V31", "v": "M-31 50H31"}.get(text[:1], "")
    pips = "".join(f"M{22 * x:g} {22 * y:g}h0" for x, y in PIPS.get(int(text[-1]), ()))
    edge = "ink" if owner in SIDES[2:] else f"{owner}-edge"
    return [
        element("path", d=filled, fill=owner),
        draw_line(pips, f"z-in-{owner}", 14),
        *([draw_line(middle, f"z-s-{edge}", 3)] if middle else []),
        draw_line(edges, f"z-s-{edge}", DETAIL, fill="none"),
    ]


def _outline_part(joined: str) -> tuple[str, str]:
    """Return the area of a part of a piece that goes on on some sides, and its edges on the others."""
    right, low, left, top = (REACH_JOINED if way in joined else REACH_FREE for way in ">v<^")
    corners = (
        (right, -top, ">", "^"),
        (right, low, ">", "v"),
        (-left, low, "<", "v"),
        (-left, -top, "<", "^"),
    )
    filled, edges = [], []
    ends: dict[str, list[str]] = {way: [] for way in ">v<^"}
    for number, (x, y, level, upright) in enumerate(corners):
        across, down = (1 if x > 0 else -1), (1 if y > 0 else -1)
        near, far = f"{x:g} {y:g}", f"{x:g} {y:g}"  # where the edges above or below, and aside, end
        between = ""
        if level not in joined and upright not in joined:
            near, far = f"{x - across * ROUND:g} {y:g}", f"{x:g} {y - down * ROUND:g}"
            between = f"Q{x:g} {y:g} "
        elif level in joined and upright in joined:
            near, far = f"{across * REACH_FREE:g} {y:g}", f"{x:g} {down * REACH_FREE:g}"
            between = f"L{across * REACH_FREE:g} {down * REACH_FREE:g}L"
        first, last = (far, near) if number % 2 else (near, far)
        filled.append(f"L{first}{between}{last}" if between else f"L{first}")
        if between:
            edges.append(f"M{first}{between}{last}")
        ends[upright].append(near)
        ends[level].append(far)
    edges += [f"M{begin}L{end}" for way, (begin, end) in ends.items() if way not in joined]
    return f"M{''.join(filled)[1:]}Z", "".join(edges)


def _draw_card(owner: str, text: str) -> Markup:
    wide = max(60.0, 24.0 * len(text) + 24)
    look = {
        "stroke_width": OUTLINE,
        "class_": f"z-man-{owner}" if owner != "nobody" else "z-f-paper z-s-line",
    }
    word = f"z-word-{owner}" if owner != "nobody" else "z-f-ink"
    box = element("rect", x=-wide / 2, y=-42, width=wide, height=84, rx=9, **look)
    return [box, *_draw_centred_text(text, 40, word, squeeze=False)]


def _draw_die(owner: str, text: str) -> Markup:
    look = {"stroke_width": OUTLINE, "class_": f"z-man-{owner}" if owner != "nobody" else "z-f-paper z-s-ink"}
    dot = f"z-dot-{owner}" if owner != "nobody" else "z-f-ink"
    drawn = [draw_square(38, rx=15, **look)]
    if text.isdigit() and int(text) in PIPS:
        return drawn + [
            element("circle", cx=21 * x, cy=21 * y, r=7.5, class_=dot) for x, y in PIPS[int(text)]
        ]
    return [*drawn, *_draw_centred_text(text, 40, dot)]


def _draw_domino(owner: str, text: str) -> Markup:
    look = {"stroke_width": OUTLINE, "class_": f"z-man-{owner}"}
    drawn = [element("rect", x=-17, y=-44, width=34, height=88, rx=6, **look)]
    drawn.append(element("path", d="M-11 0H11", class_=f"z-in-{owner}", stroke_width=DETAIL))
    return drawn


def _draw_wedge(owner: str, text: str) -> Markup:
    turn = {"^": 0, ">": 90, "v": 180, "<": 270}.get(text, 0)
    path = element(
        "path",
        d="M0-38L33 26Q34 34 26 34H-26Q-34 34-33 26Z",
        class_=f"z-man-{owner}",
        stroke_width=OUTLINE,
        stroke_linejoin="round",
        transform=f"rotate({turn})",
    )
    return [path, element("circle", r=7, class_=f"z-dot-{owner}")]


def _draw_quarto_piece(owner: str, text: str) -> Markup:
    """Return a piece of up to four traits: dark, square, small, with a hole."""
    traits = [sign == "1" for sign in text.ljust(4, "0")]
    shade = "dark" if traits[0] else "light"
    half = 20.0 if traits[2] else 34.0
    look = {"class_": f"z-man-{shade}", "stroke_width": OUTLINE}
    drawn = [draw_square(half, rx=4, **look)] if traits[1] else [element("circle", r=half, **look)]
    if traits[3]:
        drawn.append(
            element("circle", r=half * 0.45, class_=f"z-f-paper z-s-{shade}-edge", stroke_width=DETAIL)
        )
    return drawn


def _draw_match(owner: str, text: str) -> Markup:
    return [
        element(
            "rect", x=-4, y=-30, width=8, height=74, rx=2, fill="light", stroke="light-edge", stroke_width=2
        ),
        element("ellipse", cx=0, cy=-34, rx=8, ry=11, fill="red"),
    ]


def _draw_bowling_pin(owner: str, text: str) -> Markup:
    body = "M-10 42Q-20 20-10-4Q-6-12-8-22A9.500 10 0 1 1 8-22Q6-12 10-4Q20 20 10 42Z"
    return [
        element("path", d=body, fill="paper", stroke="ink", stroke_width=OUTLINE, stroke_linejoin="round"),
        element("path", d="M-8-13H8M-8.500-7H8.500", stroke="red", stroke_width=DETAIL),
    ]


def _draw_cup(owner: str, text: str) -> Markup:
    """Draw a disc as wide as the cup, so that a smaller one is seen on a larger one."""
    radius = {"1": 14, "2": 26, "3": 38}.get(text, 38)
    return [
        element("circle", r=radius, class_=f"z-man-{owner}", stroke_width=OUTLINE),
        element("circle", r=radius - 5, class_=f"z-in-{owner}", stroke_width=DETAIL / 2, stroke_opacity=0.35),
    ]


def _draw_seeds(owner: str, text: str) -> Markup:
    """Return seeds one by one while there are few, in the order of a sunflower's, and their number."""
    number = int(text) if text.isdigit() else 0
    drawn = []
    for seed in range(min(number, MOST_SEEDS)):
        reach = 9.4 * (seed + (0.0 if number == 1 else 0.6)) ** 0.5
        x, y = polar_to_cartesian(reach, 2.39996 * seed)
        drawn.append(
            element("circle", cx=x, cy=y - 9, r=7.4, fill="light", stroke="light-edge", stroke_width=2.4)
        )
    return [
        *drawn,
        element("text", escape(text), y=42, font_size=25, class_="z-f-snow z-middle z-strong z-number"),
    ]


def _draw_coloured_text(owner: str, text: str) -> Markup:
    word = {"light": "light-line", "dark": "dark-line", "nobody": "ink"}.get(owner, owner)
    return _draw_centred_text(text, 46 if len(text) < 3 else 34, f"z-f-{word}", squeeze=False)


def _draw_piece_label(owner: str, text: str, size: float) -> Markup:
    return _draw_centred_text(text, size, f"z-word-{owner}")


def _draw_centred_text(text: str, size: float, fill: str, *, squeeze: bool = True) -> Markup:
    if not text:
        return []
    if squeeze and len(text) > 2:
        size *= 2.2 / len(text)
    return [draw_centred_text(text, 0, 0, size, fill)]


DRAWN = {
    "cross": _draw_cross,
    "ring": _draw_ring,
    "disc": _draw_disc,
    "stone": _draw_stone,
    "man": _draw_draughts_man,
    "crowned": _draw_draughts_king,
    "block": draw_gone_cell,
    "tile": _draw_tile,
    "box": _draw_tile,
    "wood": _draw_wood,
    "bone": _draw_domino_half,
    "card": _draw_card,
    "die": _draw_die,
    "domino": _draw_domino,
    "wedge": _draw_wedge,
    "figure": _draw_quarto_piece,
    "match": _draw_match,
    "pin": _draw_bowling_pin,
    "cup": _draw_cup,
    "seeds": _draw_seeds,
    "text": _draw_coloured_text,
    **OBJECTS,
}

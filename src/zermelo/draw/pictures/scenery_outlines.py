"""Outlines of what may be wider or higher than a cell, 100 units to a cell and the middle at 0.

Cars and stickers of cubes have paints instead of owners. A paint is never a value's blue or vermilion, and a
letter stands on it, because paints may look alike in grey.
"""

from collections.abc import Callable, Mapping
from typing import Final

from zermelo.draw.pictures.colour_theme import SIDES
from zermelo.draw.pictures.svg_markup import element, escape

Markup = list[str]
PAINTS: Final = ("crimson", "lemon", "leaf", "indigo", "orange", "snow", "purple", "wood")
DARK_PAINTS: Final = ("crimson", "indigo", "purple")
DRIVING: Final = {">": 0, "v": 90, "<": 180, "^": 270}
SLANT: Final = 0.866  # of an edge of a cube: how far it goes across where a corner is seen
SEEN_FACES: Final = {  # of a cube: how one step across and one down go on paper, and how dark the face is
    "U": ((SLANT, 0.5), (-SLANT, 0.5), 0.0),
    "F": ((SLANT, 0.5), (0.0, 1.0), 0.12),
    "R": ((SLANT, -0.5), (0.0, 1.0), 0.26),
    "B": ((SLANT, -0.5), (0.0, 1.0), 0.12),  # these from behind
    "L": ((SLANT, 0.5), (0.0, 1.0), 0.26),
    "D": ((SLANT, -0.5), (SLANT, 0.5), 0.12),
}
TURN_DIRECTIONS: Final = {"U": 210, "U'": -30, "R": -30, "R'": 90, "F": 90, "F'": 210}  # degrees
SHINE: Final = {"stroke": "snow", "stroke_width": 4, "stroke_opacity": 0.45, "stroke_linecap": "round"}
LORRY: Final = 250.0  # a car as long as this has a load


def _draw_car(side: int | None, text: str, width: float, height: float) -> Markup:
    """Return a car from above, its bonnet on the right or at the top; a long one is a lorry.

    One that shows where it drives has the colour of its owner.
    """
    turn = DRIVING.get(text, 270 if height > width else 0)
    half, broad = max(width, height) / 2 - 7, min(width, height) / 2 - (24 if text in DRIVING else 12)
    body = f"z-f-{find_owner_class(side) if text in DRIVING else find_paint_colour(side)}"
    is_lorry = max(width, height) >= LORRY
    cab = half - 62 if is_lorry else -half  # where the part with the windows begins
    wheels = "".join(
        f"M{x:g} {y:g}h30v10h-30z" for x in (-half + 16, half - 46) for y in (-broad - 5, broad - 5)
    )
    nose = f"Q{half:g} {-broad + 3:g} {half:g} {-broad + 26:g}V{broad - 26:g}Q{half:g} {broad - 3:g}"
    outline = (
        f"M{cab + 16:g} {-broad:g}H{half - 30:g}{nose} {half - 30:g} {broad:g}H{cab + 16:g}"
        f"Q{cab:g} {broad:g} {cab:g} {broad - 16:g}V{16 - broad:g}"
        f"Q{cab:g} {-broad:g} {cab + 16:g} {-broad:g}Z"
    )
    mirrors = f"M{half - 40:g} {-broad - 5:g}v10M{half - 40:g} {broad - 5:g}v10"
    drawn = [
        element("path", d=wheels, class_="z-f-dark z-s-dark-edge", stroke_width=2),
        draw_line(mirrors, "z-s-ink", 6),
    ]
    ink = {"stroke": "ink", "stroke_width": 3.5, "stroke_linejoin": "round"}
    if is_lorry:
        load = {"x": -half, "y": -broad, "width": cab + half - 4, "height": 2 * broad, "rx": 7}
        ribs = "".join(
            f"M{x:g} {-broad + 7:g}v{2 * broad - 14:g}" for x in range(int(24 - half), int(cab - 8), 26)
        )
        drawn += [
            element("rect", **load, class_=body, **ink),
            element("path", d=ribs, stroke="wood-edge", stroke_width=3, stroke_opacity=0.35),
        ]
    roof = (cab + 22, half - 34) if is_lorry else (-0.62 * half, 0.2 * half)
    drawn += [
        element("path", d=outline, class_=body, **ink),
        *([] if is_lorry else [_draw_glass(-0.8 * half, 0.48 * half, broad - 5, 0.2 * half)]),
        *([_draw_glass(cab + 12, half - 16, broad - 5, 16)] if is_lorry else []),
        element(
            "rect",
            x=roof[0],
            y=-broad + 12,
            width=roof[1] - roof[0],
            height=2 * broad - 24,
            rx=9,
            class_=body,
        ),
        draw_line(f"M{half - 6:g} {-broad + 12:g}v9M{half - 6:g} {broad - 21:g}v9", "z-s-snow", 6),
        *(
            []
            if is_lorry
            else [
                draw_line(f"M{5 - half:g} {-broad + 11:g}v9M{5 - half:g} {broad - 20:g}v9", "z-s-crimson", 5)
            ]
        ),
        draw_line(f"M{16 - half:g} {-broad + 5:g}H{half - 34:g}", "z-s-snow", 3, stroke_opacity=0.55),
    ]
    whole = element("g", *drawn, **({"transform": f"rotate({turn})"} if turn else {}))
    if not text or text in DRIVING:
        return [whole]
    back = -34 if is_lorry else (roof[0] + roof[1]) / 2
    x, y = (back, 0.0) if not turn else (0.0, -back)
    return [
        whole,
        element("circle", cx=x, cy=y, r=23, fill="paper", stroke="ink", stroke_width=2.5),
        draw_centred_text(text, x, y, 36, "z-f-ink"),
    ]


def _draw_glass(left: float, right: float, broad: float, bulge: float) -> str:
    """Return the windows around a roof: as broad as the car, rounded, the front one bent to the front."""
    path = (
        f"M{left + 8:g} {-broad:g}H{right - 8:g}Q{right + bulge * 0.5:g} 0 {right - 8:g} {broad:g}"
        f"H{left + 8:g}Q{left - bulge * 0.3:g} 0 {left + 8:g} {-broad:g}Z"
    )
    return element("path", d=path, fill="dark", stroke="ink", stroke_width=2, stroke_opacity=0.5)


def _draw_cube_corner_view(side: int | None, text: str, width: float, height: float) -> Markup:
    """Return the dark body of a cube as one of its corners shows it; a text on it stands below."""
    across, down = width / 2, width / 2 / SLANT
    low = down / 2
    rim = f"M0 {-down:g}L{across:g} {-low:g}V{low:g}L0 {down:g}L{-across:g} {low:g}V{-low:g}Z"
    body = element("path", d=rim, class_="z-man-dark", stroke_width=7, stroke_linejoin="round")
    return [body, *([draw_centred_text(text, 0, down + 24, 30, "z-f-soft")] if text else [])]


def _draw_facet(side: int | None, text: str, width: float, height: float) -> Markup:
    """Return a sticker that lies on its face of a cube: the upper face is bright, the right one dark."""
    face, letter = text[:1], text[1:]
    paint = find_paint_colour(side)
    ink = "snow" if paint in DARK_PAINTS else "wood-edge"
    across, down, shade = SEEN_FACES.get(face, ((1.0, 0.0), (0.0, 1.0), 0.0))
    size = width / 100 / (abs(across[0]) + abs(down[0]))
    sheared = " ".join(f"{size * part:.4g}" for part in (*across, *down))
    box = {"x": -44, "y": -44, "width": 88, "height": 88, "rx": 20}
    drawn = [
        element("rect", **box, fill=paint),
        element("path", d="M-34-24Q-34-34-24-34H24Q34-34 34-24", fill="none", **SHINE),
        element("rect", **box, fill="wood-edge", fill_opacity=shade) if shade else "",
        draw_centred_text(letter, 0, 0, 66, f"z-f-{ink}") if letter else "",
    ]
    return [element("g", *drawn, transform=f"matrix({sheared} 0 0)")]


def _draw_atom(side: int | None, text: str, width: float, height: float) -> Markup:
    """Return a ball with a letter, lit from above."""
    paint = find_paint_colour(side)
    ink = "snow" if paint in DARK_PAINTS else "wood-edge"
    return [
        element("circle", r=40, fill=paint, stroke="ink", stroke_width=3),
        element("path", d="M-34 16A38 38 0 0 0 36 12A40 40 0 0 1-34 16Z", fill="wood-edge", fill_opacity=0.3),
        element(
            "ellipse", cx=-11, cy=-24, rx=15, ry=8, fill="snow", fill_opacity=0.6, transform="rotate(-18)"
        ),
        *([draw_centred_text(text, 0, 0, 60, f"z-f-{ink}")] if text else []),
    ]


def _draw_turn(side: int | None, text: str, width: float, height: float) -> Markup:
    """Return the arrow of a turn of a cube's layer, where the stickers at the rim go, with its name."""
    if text[1:] == "2":
        drawn = draw_line(
            "M-17 2A17 17 0 1 1 17 2M6-7L17 4L28-7", "z-s-ink", 7, fill="none", transform="translate(0 -8)"
        )
    else:
        turned = f"translate(0 -15)rotate({TURN_DIRECTIONS.get(text, 0)})"
        drawn = draw_line("M-18 0H16M4-13L18 0L4 13", "z-s-ink", 7.5, fill="none", transform=turned)
    return [drawn, draw_centred_text(text, 0, 26, 32, "z-f-ink")]


def _draw_slab(side: int | None, text: str, width: float, height: float) -> Markup:
    """Return a disc or a cake from the side; its burnt side is dark, and hatched in print and grey."""
    owner = find_owner_class(side)
    box = {"x": -width / 2, "width": width}
    shape = element(
        "rect",
        **box,
        y=-height / 2,
        height=height,
        rx=min(height, width) / 2.6,
        class_=f"z-man-{owner}",
        stroke_width=4.0,
    )
    if text in ("^", "v"):
        edge = height / 2 - 9
        y = -edge if text == "^" else edge
        line = draw_line(f"M{-width / 2 + 12:g} {y:g}h{width - 24:g}", "z-s-chocolate", 13)
        return [shape, line]
    shine = draw_line(
        f"M{-width / 2 + 12:g} {-height / 2 + 10:g}h{max(0.0, width - 24):g}",
        f"z-in-{owner}",
        3,
        stroke_opacity=0.35,
    )
    return [
        shape,
        shine,
        *([draw_centred_text(text, 0, 0, min(30.0, height * 0.75), f"z-word-{owner}")] if text else []),
    ]


def _draw_spike(side: int | None, text: str, width: float, height: float) -> Markup:
    path = f"M{-width * 0.46:g} {height / 2:g}L0 {-height / 2:g}L{width * 0.46:g} {height / 2:g}Z"
    return [element("path", d=path, fill="frame" if text else "shade", stroke="line", stroke_width=2.5)]


def _draw_boat(side: int | None, text: str, width: float, height: float) -> Markup:
    """Return a rowing boat from the side, with an oar."""
    half, low = width / 2, height / 2 - 14
    rim = low - 46
    hull = f"M{-half:g} {rim:g}H{half:g}Q{half - 8:g} {low - 4:g} {half - 34:g} {low:g}"
    hull += f"H{34 - half:g}Q{8 - half:g} {low - 4:g} {-half:g} {rim:g}Z"
    wood = {"stroke": "wood-edge", "stroke_linejoin": "round"}
    return [
        draw_line(f"M{-half * 0.3:g} {low - 78:g}L{half * 0.25:g} {low + 2:g}", "z-s-wood-edge", 6),
        element("path", d=hull, fill="wood", stroke_width=4.5, **wood),
        element("path", d=f"M{-half + 9:g} {low - 28:g}H{half - 9:g}", fill="none", stroke_width=3, **wood),
        element("ellipse", cx=half * 0.27, cy=low + 4, rx=7, ry=13, fill="wood", stroke_width=3.5, **wood),
    ]


def _draw_water(side: int | None, text: str, width: float, height: float) -> Markup:
    """Return a river from above, with waves."""
    waves = "".join(
        f"M{-width / 2 + 14 + 52 * (row % 2):g} {y:g}q10-12 20 0t20 0m{width / 2 - 50:g} 0q10-12 20 0t20 0"
        for row, y in enumerate(range(int(-height / 2 + 24), int(height / 2), 62))
    )
    return [
        element("rect", x=-width / 2, y=-height / 2, width=width, height=height, fill="water"),
        element(
            "path",
            d=f"M{2 - width / 2:g} {-height / 2:g}v{height:g}M{width / 2 - 2:g} {-height / 2:g}v{height:g}",
            stroke="water-edge",
            stroke_width=5,
        ),
        draw_line(waves, "z-s-water-edge", 4, fill="none"),
    ]


def _draw_bank(side: int | None, text: str, width: float, height: float) -> Markup:
    """Return ground with tufts of grass: along its sides, where no names stand, or on it where it is low."""
    if height < 60:
        spots = [(float(x), -height / 2 + 9) for x in range(int(-width / 2 + 16), int(width / 2 - 8), 41)]
    else:
        rows = enumerate(range(int(-height / 2 + 30), int(height / 2), 56))
        spots = [((0.5 - row % 2) * (width - 24), float(y)) for row, y in rows]
    tufts = "".join(f"M{x:g} {y:g}l-4-11M{x:g} {y:g}v-13M{x:g} {y:g}l4-11" for x, y in spots)
    return [
        element("rect", x=-width / 2, y=-height / 2, width=width, height=height, rx=5, fill="grass"),
        draw_line(tufts, "z-s-grass-edge", 4, fill="none"),
    ]


def _draw_store(side: int | None, text: str, width: float, height: float) -> Markup:
    """Return a long hollow at the end of a board of wood."""
    half, low = width / 2 + 0.5, height / 2  # no seam between it and the board
    hollow = {"x": 8 - half, "y": 8 - low, "width": 2 * half - 16, "height": 2 * low - 16, "rx": half - 8}
    return [
        element("rect", x=-half, y=-low, width=2 * half, height=2 * low, fill="wood"),
        element("rect", **hollow, fill="chocolate", stroke=find_owner_class(side), stroke_width=5),
    ]


def find_paint_colour(side: int | None) -> str:
    """Return the colour of a paint."""
    return "nobody" if side is None else PAINTS[side % len(PAINTS)]


def find_owner_class(side: int | None) -> str:
    """Return the name of an owner in the classes of the theme."""
    return "nobody" if side is None else SIDES[side % len(SIDES)]


def draw_line(path: str, look: str, width: float, **more: object) -> str:
    """Return a line with round ends; `look` is a class of the theme."""
    return element("path", d=path, class_=look, stroke_width=width, stroke_linecap="round", **more)


def draw_square(half: float, **look: object) -> str:
    """Return a square around 0."""
    return element("rect", x=-half, y=-half, width=2 * half, height=2 * half, **look)


def draw_centred_text(text: str, x: float, y: float, size: float, fill: str) -> str:
    """Return a text around a point."""
    look = {"font_size": size, "class_": f"{fill} z-middle z-strong z-number"}
    return element("text", escape(text), x=x, y=y + size * 0.36, **look)


STRETCHED: Final[Mapping[str, Callable[[int | None, str, float, float], Markup]]] = {
    "car": _draw_car,
    "cube": _draw_cube_corner_view,
    "facet": _draw_facet,
    "turn": _draw_turn,
    "atom": _draw_atom,
    "slab": _draw_slab,
    "spike": _draw_spike,
    "boat": _draw_boat,
    "water": _draw_water,
    "bank": _draw_bank,
    "store": _draw_store,
}

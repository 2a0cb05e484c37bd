"""Heads of animals on tokens, 100 units to a cell and the middle at 0, our own design.

A head is layers of paths from below, in the token's contrasting colour and in its own by turns. The animal is
recognized by its outline alone: ears, horns, a trunk, a comb.
"""

from collections.abc import Mapping
from typing import Final

from zermelo.draw.pictures.svg_markup import element

ROUND: Final = "M-37 0A37 37 0 1 1 37 0A37 37 0 1 1-37 0Z"  # tokens
POINTED: Final = "M-42-24Q-42-36-30-36H14L46 0L14 36H-30Q-42 36-42 24Z"
QUARTERS: Final = {">": 0, "v": 90, "<": 180, "^": 270}  # where a pointed token points
SMALLER: Final = 0.95  # a head on a pointed token, which stands back from the point


def _draw_circles_path(*circles: tuple[float, float, float]) -> str:
    """Return circles, of a middle and a radius, as a path."""
    return "".join(
        f"M{x - r:g} {y:g}a{r:g} {r:g} 0 1 0 {2 * r:g} 0a{r:g} {r:g} 0 1 0-{2 * r:g} 0Z"
        for x, y, r in circles
    )


def _draw_circle_on_each_side(x: float, y: float, r: float) -> str:
    """Return two circles, one on each side."""
    return _draw_circles_path((-x, y, r), (x, y, r))


HEADS: Final[Mapping[str, tuple[str, ...]]] = {
    "fox": (
        "M-26-28L-9-16Q0-19 9-16L26-28Q29-6 20 7Q10 14 0 29Q-10 14-20 7Q-29-6-26-28Z",
        "M-18 7Q-8 5-4 17L0 21L4 17Q8 5 18 7Q8 13 0 25Q-8 13-18 7Z" + _draw_circle_on_each_side(9, -3, 3.4),
        _draw_circles_path((0, 25, 4)),
    ),
    "wolf": (
        "M-21-31L-9-18H9L21-31L25-8L31 9L19 11L11 22Q6 29 0 29Q-6 29-11 22L-19 11L-31 9L-25-8Z",
        "M-16-6L-5-1L-13 3ZM16-6L5-1L13 3ZM-7 16H7L0 24Z",
    ),
    "hound": (
        "M-15-20Q0-29 15-20Q18-4 13 11Q9 28 0 28Q-9 28-13 11Q-18-4-15-20Z"
        "M-19-21Q-32-19-31 0Q-30 14-23 13Q-17 8-20-8ZM19-21Q32-19 31 0Q30 14 23 13Q17 8 20-8Z",
        _draw_circle_on_each_side(7, -7, 3.4) + "M-7 11Q0 6 7 11Q6 18 0 19Q-6 18-7 11Z",
    ),
    "goose": (
        "M-24 29Q-19 8-8 0Q-15-17-2-26Q10-32 17-20L33-13L17-7Q9-4 9 4Q12 16 21 29Z",
        _draw_circles_path((5, -18, 3.6)) + "M19-14L32-13L19-11Z",
    ),
    "tiger": (
        _draw_circle_on_each_side(19, -19, 9)
        + "M-25-8Q-22-27 0-27Q22-27 25-8Q29 8 18 18Q9 27 0 27Q-9 27-18 18Q-29 8-25-8Z",
        "M-5-27L0-11L5-27ZM-15-24L-9-13L-8-25ZM15-24L9-13L8-25Z"
        "M-28-6L-15-3L-27 1ZM28-6L15-3L27 1ZM-25 9L-14 8L-20 16ZM25 9L14 8L20 16Z"
        + _draw_circle_on_each_side(8, -2, 3.4)
        + "M-6 10H6L0 17Z",
    ),
    "goat": (
        "M-10-17Q0-22 10-17L28-12Q24-3 13-4L9 13Q8 19 4 21L0 33L-4 21Q-8 19-9 13L-13-4Q-24-3-28-12Z"
        "M-10-20Q-24-22-20-36Q-9-34-3-22ZM10-20Q24-22 20-36Q9-34 3-22Z",
        _draw_circle_on_each_side(6, -6, 3) + _draw_circle_on_each_side(3.4, 13, 1.8),
    ),
    "hare": (
        "M-4-10Q-19-16-15-35Q-4-34-1-12ZM4-10Q19-16 15-35Q4-34 1-12Z"
        "M-18 6Q-18-13 0-13Q18-13 18 6Q15 27 0 28Q-15 27-18 6Z",
        _draw_circle_on_each_side(8, 2, 3.4) + "M-4 12H4L0 17ZM-1 16H1V23H-1Z",
    ),
    "toad": (
        _draw_circle_on_each_side(16, -15, 9) + "M-30 4Q-28-17 0-17Q28-17 30 4Q28 24 0 25Q-28 24-30 4Z",
        _draw_circle_on_each_side(16, -16, 4.4)
        + "M-22 6Q0 14 22 6Q0 21-22 6Z"
        + _draw_circles_path((-6, -7, 2.4), (7, -9, 2.4), (0, -1, 2), (-13, 0, 2), (14, -1, 2)),
    ),
    "frog": (
        _draw_circle_on_each_side(15, -20, 11) + "M-25 0Q-22-16 0-16Q22-16 25 0Q27 20 0 21Q-27 20-25 0Z",
        _draw_circle_on_each_side(15, -21, 6.4) + "M-19 2Q0 13 19 2Q14 17 0 17Q-14 17-19 2Z",
        _draw_circle_on_each_side(15, -21, 2.8),
    ),
    "elephant": (
        "M-13-18Q-34-26-34-4Q-33 14-18 12Q-12 4-13-18ZM13-18Q34-26 34-4Q33 14 18 12Q12 4 13-18Z",
        "M-17-20Q0-34 17-20Q21-2 11 8L10 32H-12V8Q-21-2-17-20Z",
        "M-13-17Q0-28 13-17Q16-3 8 6Q5 16 7 24Q8 30 1 30Q-7 30-7 18L-8 6Q-16-3-13-17Z",
        _draw_circle_on_each_side(7, -7, 3) + "M-8 10H6V13H-7ZM-7 17H5V20H-6Z",
    ),
    "rhino": (
        "M-30 24Q-34-8-14-17L-13-28L-4-19Q6-16 12-6L16-14L19-2Q23 2 25 0L33-17Q38-2 31 10Q31 21 20 24"
        "Q6 25-2 17Q-8 22-8 26Z",
        _draw_circles_path((3, -4, 3.2), (25, 12, 2.2)),
    ),
    "lion": (
        _draw_circles_path(
            *((24 * x, 24 * y, 10.5) for x, y in ((0, -1), (0.71, -0.71), (1, 0), (0.71, 0.71), (0, 1)))
        )
        + _draw_circles_path(*((-24 * x, 24 * y, 10.5) for x, y in ((0.71, -0.71), (1, 0), (0.71, 0.71))))
        + _draw_circles_path((0, 0, 24)),
        _draw_circles_path((0, 2, 19)),
        _draw_circle_on_each_side(7, -3, 3.4) + "M-6 6H6L0 13ZM-1 12H1V16H-1Z",
    ),
    "giraffe": (
        "M-12 33L-6-9L-17-10Q-26-12-24-17L-6-27L-7-36H-3L-2-28L2-29L3-37H7L6-27L17-24L8-19L22 33Z",
        _draw_circles_path(
            (-4, -19, 2.8), (3, -2, 4), (-1, 10, 4), (9, 14, 4.6), (1, 25, 4.6), (14, 27, 3.6)
        ),
    ),
    "chick": (
        "M-4-23Q-8-33-2-34L0-28L4-35Q8-30 4-23Z" + _draw_circles_path((0, 2, 26)),
        _draw_circle_on_each_side(9, -5, 3.6) + "M-8 4Q0-1 8 4L0 14Z",
    ),
    "hen": (
        "M-13-18Q-21-33-10-33Q-6-33-5-28Q-5-37 0-37Q5-37 5-28Q6-33 10-33Q21-33 13-18Z"
        + _draw_circles_path((0, 3, 25))
        + "M-9 24Q-12 36-5 36Q0 35 0 27Q0 35 5 36Q12 36 9 24Z",
        _draw_circle_on_each_side(9, -4, 3.6) + "M-8 4Q0-1 8 4L0 15ZM-22-14Q0-24 22-14L19-18Q0-27-19-18Z",
    ),
}


CARD_ANIMALS: Final[Mapping[str, tuple[str, ...]]] = {  # on cards alone
    "rabbit": HEADS["hare"],
    "rooster": HEADS["hen"],
    "dragon": (
        "M-30 28Q-28 4-14-6L-24-12L-10-13L-17-31L-2-17L4-35L10-15Q24-12 35 2"
        "L30 8L35 13L27 17Q16 10 8 14Q1 20 7 30Z",
        _draw_circles_path((8, -4, 3.6), (28, 3, 2.2)) + "M-22 22Q-18 6-8 0Q-13 10-12 24Z",
    ),
    "crab": (
        "M-21 8Q-20-9 0-9Q20-9 21 8Q18 23 0 23Q-18 23-21 8Z"
        + _draw_circle_on_each_side(27, -19, 10.5)
        + _draw_circle_on_each_side(7, -15, 4.5)
        + "M-26-13L-14-2L-18 2L-30-9ZM26-13L14-2L18 2L30-9Z"
        "M-19 8L-36 5V9L-19 14ZM-18 14L-34 19L-33 23L-15 19ZM-13 18L-25 31L-21 33L-8 22Z"
        "M19 8L36 5V9L19 14ZM18 14L34 19L33 23L15 19ZM13 18L25 31L21 33L8 22Z",
        "M-35-33L-27-17L-21-33ZM35-33L27-17L21-33Z"
        + _draw_circle_on_each_side(7, -15, 2)
        + "M-9 9Q0 16 9 9Q0 20-9 9Z",
    ),
    "monkey": (
        _draw_circle_on_each_side(25, -3, 10)
        + _draw_circles_path((0, -2, 25))
        + "M-14 16Q-14 30 0 30Q14 30 14 16Z",
        "M0-8Q8-19 17-10Q21-1 13 5Q19 26 0 27Q-19 26-13 5Q-21-1-17-10Q-8-19 0-8Z"
        + _draw_circle_on_each_side(26, -3, 4.5),
        _draw_circle_on_each_side(7.5, -4, 3.4)
        + _draw_circle_on_each_side(2.6, 7, 1.7)
        + "M-9 14Q0 20 9 14Q0 24-9 14Z",
    ),
    "mantis": (
        "M-27-14Q0-27 27-14L6 22Q0 31-6 22Z"
        + _draw_circle_on_each_side(23, -14, 10)
        + "M-6-21Q-10-35-24-38L-23-34Q-13-31-11-19ZM6-21Q10-35 24-38L23-34Q13-31 11-19Z",
        _draw_circle_on_each_side(22, -14, 5) + "M-5 12H5L0 23Z",
    ),
    "horse": (
        "M-20 32C-20 16-2 11 0-1C-6 5-12 4-16 9C-19 14-26 14-29 9C-31 5-29 1-27-3C-22-11-20-17-15-23"
        "L-13-37L-3-28C15-28 27-11 24 11C23 19 21 25 21 32Z",
        _draw_circles_path((-11, -14, 3.4)) + "M6-22C18-14 20 2 15 14C17 0 12-14 2-20Z",
    ),
    "ox": (
        "M-14-18Q-33-15-35-36Q-22-26-10-26H10Q22-26 35-36Q33-15 14-18L28-10L15-3L11 20Q8 31 0 31Q-8 31-11 20"
        "L-15-3L-28-10Z",
        _draw_circle_on_each_side(7, -7, 3.2) + "M-9 17Q0 10 9 17Q9 28 0 28Q-9 28-9 17Z",
        _draw_circle_on_each_side(4, 20, 2.3),
    ),
    "crane": (
        "M-33 24Q-22 2-8-2Q4-6 3-20Q2-34 13-35Q18-35 20-31L37-28L20-25Q12-24 13-12"
        "Q14 10-2 18L4 36H0L-7 20L-11 36H-15L-12 20Q-22 20-33 24Z",
        _draw_circles_path((14, -30, 2.4)) + "M-24 17Q-14 4 2 1Q0 14-14 15Z",
    ),
    "boar": (
        "M-25-32L-10-20H10L25-32L25-8Q29 14 14 25Q0 33-14 25Q-29 14-25-8Z",
        "M-12 8Q0-1 12 8Q13 24 0 24Q-13 24-12 8Z"
        + _draw_circle_on_each_side(10, -8, 3.4)
        + "M-17 23L-22 3L-13 14ZM17 23L22 3L13 14Z",
        _draw_circle_on_each_side(5, 14, 3.2),
    ),
    "eel": (
        "M-36 16Q-30-18-8-13Q6-9 12 2Q17 8 21-4Q24-18 35-15Q40-5 32 2"
        "Q26 26 9 19Q-3 15-10 6Q-18-3-27 14Q-32 23-36 16Z",
        _draw_circles_path((31, -8, 2.6)) + "M-24-2Q-12-12 0-1Q-12-6-22 5Z",
    ),
    "cobra": (
        "M0-36Q12-36 14-24Q33-17 31 4Q27 18 12 22Q21 26 19 35H-19Q-21 26-12 22Q-27 18-31 4Q-33-17-14-24"
        "Q-12-36 0-36Z",
        _draw_circle_on_each_side(5, -26, 2.6)
        + "M-6-15H6L8-7H-8ZM-9-3H9L8 5H-8ZM-7 9H7L5 16H-5Z"
        + _draw_circle_on_each_side(20, -4, 5.5),
    ),
}


def draw_head(shape: str, owner: str) -> list[str]:
    """Return a head, its layers in the contrasting colour of an owner and in the own by turns."""
    layers = HEADS.get(shape) or CARD_ANIMALS.get(shape, ())
    looks = f"z-dot-{owner}", f"z-f-{owner}"
    return [element("path", d=path, class_=looks[number % 2]) for number, path in enumerate(layers)]


def draw_animal(shape: str, owner: str, text: str, outline: float) -> list[str]:
    """Return a head on a token; if it moves in one direction, it faces that way."""
    points = text in QUARTERS
    token = element(
        "path",
        d=POINTED if points else ROUND,
        class_=f"z-man-{owner}",
        stroke_width=outline,
        stroke_linejoin="round",
        **({"transform": f"rotate({QUARTERS[text]})"} if QUARTERS.get(text) else {}),
    )
    layers = draw_head(shape, owner)
    if not points:
        return [token, *layers]
    back = {">": (-5, 0), "<": (5, 0), "^": (0, 5), "v": (0, -5)}[text]
    return [token, element("g", *layers, transform=f"translate({back[0]} {back[1]})scale({SMALLER})")]

"""The look: its colours can be told apart and read, light and dark, and pictures carry no more than they need."""

import re

import pytest

from zermelo.draw.pictures.colour_theme import COLOURS, SIDES, TONES, remove_picture_style_sheets
from zermelo.draw.pictures.html_page import html_page
from zermelo.draw.pictures.svg_markup import element, svg

pytestmark = pytest.mark.quick


def luminance(colour: str) -> float:
    """The relative luminance of WCAG 2.2."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


TEXTS = [  # what is written, and on which ground
    *(("ink", ground) for ground in ("paper", "cell", "shade", *(wash for _, wash in TONES.values()))),
    *(("soft", ground) for ground in ("paper", "cell")),
    *((own, "paper") for own, _ in TONES.values()),
    *((own, wash) for own, wash in TONES.values()),
    *((name, "paper") for name in ("light-line", "dark-line", "green", "purple")),
    *(("on-blue", name) for name in SIDES[2:]),
    ("light-edge", "light"),
    ("dark-word", "dark"),
    ("ink", "nobody"),
]
LINES = [  # lines that mean something, and edges of what lies on a board
    *((name, ground) for name in ("line", "gone", "arrow", "last-edge") for ground in ("paper", "cell")),
    *((f"{side}-line", ground) for side in SIDES[:2] for ground in ("paper", "cell", "shade")),
    *((name, ground) for name in ("blue", "red", "grey") for ground in ("paper", "cell", "shade")),
]


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize(("least", "pairs"), [(4.5, TEXTS), (3, LINES)], ids=["text", "lines"])
def test_everything_can_be_read(least: float, pairs: list[tuple[str, str]], dark: bool) -> None:
    found = {pair: contrast(COLOURS[pair[0]][dark], COLOURS[pair[1]][dark]) for pair in pairs}
    assert {pair: round(ratio, 2) for pair, ratio in found.items() if ratio < least} == {}


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_men_stand_out_on_every_ground_by_outline_or_body_and_differ_in_grey(dark: bool) -> None:
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)  # as the guidelines have it
    assert contrast(COLOURS["light"][dark], COLOURS["dark"][dark]) >= 4.5
    for side in SIDES[:2]:
        for ground in ("paper", "cell", "shade", "last"):
            body, edge = (COLOURS[name][dark] for name in (side, f"{side}-edge"))
            assert max(contrast(part, COLOURS[ground][dark]) for part in (body, edge)) >= 3, (side, ground)


def test_a_picture_carries_the_rules_that_it_uses() -> None:
    picture = svg(10, 10, "a disc", element("circle", r=5, fill="blue", class_="z-strong"))
    rules = re.findall(r"\.zermelo \.([\w-]+)\{", picture)
    assert set(rules) == {"z-f-paper", "z-f-blue", "z-strong"}
    assert "@media screen and (prefers-color-scheme:dark)" in picture and "@media print" in picture
    assert f"--z-blue:{COLOURS['blue'][1]}" in picture and "--z-red" not in picture
    assert f"fill:{COLOURS['blue'][0]};fill:var(--z-blue)" in picture


def test_a_page_has_the_rules_once() -> None:
    picture = svg(10, 10, "a disc", element("circle", r=5, fill="blue"))
    assert remove_picture_style_sheets(picture) == re.sub("<style>.*?</style>", "", picture)
    whole = html_page("two of them", picture, picture)
    assert whole.count("<svg") == 2 and whole.count("<style") == 1
    assert whole.count(".z-f-blue{") == 1
    assert ".z-f-blue{" not in html_page("none", "<p>no picture</p>")

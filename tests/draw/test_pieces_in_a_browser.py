"""Pieces as a browser draws them: inside their boxes, and told apart without their colours."""

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import zermelo
from zermelo.boards.pictures.picture import SHAPES, SIGNS, Picture, Thing
from zermelo.draw.pictures.animal_outlines import HEADS
from zermelo.draw.pictures.picture_svg import compute_thing_reach, picture_svg
from zermelo.draw.pictures.piece_outlines import piece_outline
from zermelo.draw.pictures.scenery_outlines import PAINTS, STRETCHED

TEXTS = {
    "pattern": "tiger|..o............o........",
    "wedge": ">",
    "die": "5",
    "seeds": "14",
    "hand": "5",
} | {
    **dict.fromkeys(("card", "pile", "text"), "12"),
    **dict.fromkeys(("car", "person"), "B"),
    "facet": "UB",
    "wood": ">v",
    "bone": ">5",
    "atom": "A",
    "turn": "R'",
}
SIZES = {
    "slab": (2.5, 0.5),
    "spike": (1.0, 3.0),
    "boat": (1.7, 1.0),
    "water": (3.0, 2.0),
    "bank": (2.0, 0.4),
    "cube": (1.732, 2.0),
    "facet": (1.732, 1.0),
}
OUTLINED = 5.0  # of the unit: how far the lines around a shape reach beyond it
NOBODYS = (  # shapes that nobody owns, which look alike for all
    *("bricks", "arrow", "figure", "match", "pile", "pin", "seeds", "lamp", "crate", "target", "rosette"),
    *("chocolate", "poison", "cabbage", "spike", "boat", "water", "bank", "cube", "turn", "bone"),
)
SMALL = 40  # pixels of a piece: a cell of a board of eight on a phone
SEEN = 0.03  # of the pixels of a piece are clearly lighter or darker than another's
GREYS = """async ([drawn, size]) => Promise.all(drawn.map(async (svg) => {
  const image = new Image();
  image.src = "data:image/svg+xml," + encodeURIComponent(svg);
  await image.decode();
  const canvas = new OffscreenCanvas(size, size).getContext("2d");
  canvas.drawImage(image, 0, 0, size, size);
  const { data } = canvas.getImageData(0, 0, size, size);
  return [...Array(size * size).keys()].map((n) =>
    Math.round(0.21 * data[4 * n] + 0.72 * data[4 * n + 1] + 0.07 * data[4 * n + 2]));
}))"""
BOXES = """(drawn) => drawn.map((markup) => {
  document.body.innerHTML = `<svg xmlns="http://www.w3.org/2000/svg"><g>${markup}</g></svg>`;
  const { x, y, width, height } = document.querySelector("g").getBBox();
  return [x, y, x + width, y + height];
})"""


def make_thing(shape: str, side: int | None, text: str | None = None) -> Thing:
    return Thing(shape, 0, 0, side, TEXTS.get(shape, "") if text is None else text, *SIZES.get(shape, (1, 1)))


@pytest.fixture
def page(chromium: Any) -> Any:
    opened = chromium.new_page()
    yield opened
    opened.close()


def draw_in_grey(page: Any, things: Sequence[Thing]) -> list[npt.NDArray[np.int64]]:
    """Return the brightness of the pixels of each thing alone, on light paper."""
    drawn = [picture_svg(Picture(things=(thing,)), "", cell=float(SMALL)) for thing in things]
    return [np.array(each) for each in page.evaluate(GREYS, [drawn, SMALL])]


def share_that_differs(one: npt.NDArray[np.int64], other: npt.NDArray[np.int64]) -> float:
    return float((abs(one - other) > 40).mean())


def test_each_shape_is_drawn_within_its_box(page: Any) -> None:
    things = [make_thing(shape, side) for shape in SHAPES for side in (None, 0, 1)]
    things += [make_thing(shape, 0, way) for shape in (*HEADS, "car", "wedge") for way in "^v<>"]
    things += [make_thing("slab", 0, "v"), make_thing("crate", None, "*"), make_thing("person", 0, "b")]
    things += [Thing("car", 0, 0, 1, "C", 3, 1), Thing("car", 0, 0, 2, "D", 1, 2)]
    drawn = [piece_outline(each.shape, each.side, each.text, each.width, each.height) for each in things]
    for thing, (left, top, right, bottom) in zip(things, page.evaluate(BOXES, drawn), strict=True):
        across, down = (100 * reach + OUTLINED for reach in compute_thing_reach(thing))
        assert -across <= left < right <= across and -down <= top < bottom <= down, thing


def test_owners_are_told_apart_in_grey(page: Any) -> None:
    for shape in NOBODYS:
        assert piece_outline(shape, 0, "") == piece_outline(shape, 1, ""), shape
    elsewhere = ("facet", "car", "atom", "text", "store")  # paints; and a store is told by where it lies
    owned = [shape for shape in SHAPES if shape not in (*NOBODYS, *elsewhere)]
    first = draw_in_grey(page, [make_thing(each, 0) for each in owned])
    second = draw_in_grey(page, [make_thing(SIGNS.get(each, each), 1) for each in owned])
    for shape, one, other in zip(owned, first, second, strict=True):
        assert share_that_differs(one, other) > SEEN, shape


def test_animals_are_told_apart_by_their_outlines(page: Any) -> None:
    drawn = dict(zip(HEADS, draw_in_grey(page, [make_thing(each, 1) for each in HEADS]), strict=True))
    for one, other in combinations(HEADS, 2):
        assert share_that_differs(drawn[one], drawn[other]) > SEEN, (one, other)


@pytest.mark.parametrize(("shape", "face"), [("facet", "U"), ("facet", "R"), ("car", ""), ("atom", "")])
def test_paints_are_told_apart_by_their_letters(page: Any, shape: str, face: str) -> None:
    """Also where two paints are equally dark: the letters alone differ enough, on one paint."""
    letters = "URFDLB"
    for paint in range(len(PAINTS)):
        drawn = draw_in_grey(page, [make_thing(shape, paint, face + letter) for letter in letters])
        shares = [share_that_differs(*pair) for pair in combinations(drawn, 2)]
        assert min(shares) > SEEN / 3, (PAINTS[paint], shares)


def test_a_paint_is_no_colour_of_a_value() -> None:
    assert not {"blue", "red", "grey"} & set(PAINTS)
    assert set(STRETCHED) <= set(SHAPES)


def test_the_cube_has_a_letter_on_every_sticker() -> None:
    game: Any = zermelo.game("pocket_cube")
    stickers = [each for each in game.depict(game.start()).things if each.shape == "facet"]
    assert len({(each.side, each.text[1:]) for each in stickers}) == 6 and len(stickers) == 24
    assert len({(each.text[0], each.x, each.y) for each in stickers}) == 24


def test_a_cube_looks_the_same_when_the_board_is_turned() -> None:
    game: Any = zermelo.game("pocket_cube")
    picture = game.depict(game.start())
    assert picture.rotate() == picture

"""Signs of values: they cover nothing, tell the best moves, and are as large as their figures need."""

import itertools
import math
import random
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from contact_sheet import played
from support.marks import few

import zermelo
from zermelo.boards.pictures.move_highlights import MoveHighlights, ValueSign, find_move_target
from zermelo.boards.pictures.picture import SHAPES, Picture, Place, Thing
from zermelo.boards.pictures.picture_places import square_places
from zermelo.core.game import Game, has
from zermelo.core.values import UNDECIDED
from zermelo.draw.pictures.colour_theme import CELL, PAGE_CELL
from zermelo.draw.pictures.picture_svg import (
    PixelScale,
    draw_value_sign,
    make_pixel_scale,
    picture_svg,
    yield_part_obstacles,
)
from zermelo.draw.pictures.piece_outlines import piece_outline
from zermelo.draw.pictures.position_picture import depict_position
from zermelo.draw.pictures.sign_spots import CROWDED_SIGN, Obstacle, measure_thing
from zermelo.games import catalogue
from zermelo.play import value_sign_html

SVG = "{http://www.w3.org/2000/svg}"
TONES = ("win", "draw", "loss", "unknown")
Disc = tuple[float, float, float]


def signs_of(markup: str) -> list[Disc]:
    """Return the middle of each sign and its reach: to the edge of a disc, to the corners of a diamond."""
    found = []
    for each in ElementTree.fromstring(markup).iter():
        if "z-value-" not in each.get("class", ""):
            continue
        if each.tag == f"{SVG}circle":
            found.append(tuple(float(each.attrib[name]) for name in ("cx", "cy", "r")))
        else:
            x, y, reach = re.match(r"M([-\d.]+) ([-\d.]+)l([\d.]+)", each.attrib["d"]).groups()  # type: ignore[union-attr]
            found.append((float(x), float(y) + float(reach), float(reach)))
    return found  # type: ignore[return-value]


def points_in(sign: Disc, is_round: bool = True) -> Iterator[tuple[float, float]]:
    """Yield points all over a sign."""
    x, y, reach = sign
    for across, down in itertools.product(range(-9, 10), repeat=2):
        if (math.hypot(across, down) if is_round else abs(across) + abs(down)) <= 9:
            yield x + across * reach / 9, y + down * reach / 9


def is_covered(box: Obstacle, x: float, y: float) -> bool:
    """Return whether a point is in a box with round corners."""
    across, down = max(box.left - x, 0, x - box.right), max(box.top - y, 0, y - box.bottom)
    inside = box.left <= x <= box.right and box.top <= y <= box.bottom
    return inside or (box.rounding > 0 and math.hypot(across, down) < box.rounding)


def pictures_with_values(game: Game) -> Iterator[tuple[Picture, tuple[ValueSign, ...]]]:
    """Yield pictures of some positions, with a value on every place where a move goes."""
    for seed, plies in ((0, 0), (0, 3), (1, 6)):
        position, *_ = played(game, random.Random(seed), plies)
        picture = depict_position(game, position)
        asked: Any = game
        if game.outcome(position) != UNDECIDED or (has(game, "chances") and list(asked.chances(position))):
            continue
        assert picture is not None
        names = [game.name(position, move) for move in game.moves(position)]
        places = dict.fromkeys(find_move_target(picture, name) for name in names)
        yield (
            picture,
            tuple(
                ValueSign(place, TONES[number % 4], "12"[: number % 3], number % 5 == 0)
                for number, place in enumerate(places)
                if place
            ),
        )


@pytest.mark.parametrize("cell", [CELL, PAGE_CELL])
@pytest.mark.parametrize("name", catalogue())
def test_signs_cover_nothing(name: str, cell: float) -> None:
    for picture, values in pictures_with_values(zermelo.game(name)):
        paper = make_pixel_scale(picture, cell)
        texts = [box for mark in picture.marks for box in boxes(mark, paper)]
        drawn = [box for part in (*picture.things, *picture.strokes) for box in boxes(part, paper)]
        markup = picture_svg(picture, "", MoveHighlights(values=values), cell)
        signs = signs_of(markup)
        assert len(signs) == len(values)
        width, height = paper.size
        for (x, y, reach), other in itertools.combinations(signs, 2):
            assert math.hypot(x - other[0], y - other[1]) > 0.85 * (reach + other[2]), "apart"
        for sign, worth in zip(signs, values, strict=True):
            x, y, reach = sign
            assert x - reach > -1 and x + reach < width + 1 and y - reach > -1 and y + reach < height + 1
            points = list(points_in(sign, worth.tone != "loss"))
            assert covered_share(points, texts) == 0, (worth.place, "a text is covered")
            share = covered_share(points, drawn)
            crowded = max(5.0, min(CROWDED_SIGN[0] * paper.cell, CROWDED_SIGN[1])) * 1.25
            assert share < 0.1 or reach < crowded, (worth.place, "a thing is covered")


def boxes(part: Any, paper: PixelScale) -> list[Obstacle]:
    return list(yield_part_obstacles(part, paper))


def covered_share(points: list[tuple[float, float]], drawn: list[Obstacle]) -> float:
    """Return how much of a sign boxes cover; only those near it are tried."""
    (left, top), (right, bottom) = map(min, zip(*points, strict=True)), map(max, zip(*points, strict=True))
    near = [
        box
        for box in drawn
        if box.left - box.rounding < right
        and box.right + box.rounding > left
        and box.top - box.rounding < bottom
        and box.bottom + box.rounding > top
    ]
    return sum(any(is_covered(box, *point) for box in near) for point in points) / len(points)


def test_a_sign_stands_in_the_middle_of_an_empty_cell_and_in_a_corner_beside_a_piece() -> None:
    board = Picture(square_places(2, 1), things=(Thing("disc", 1, 0, 0),))
    values = (ValueSign("a1", "win", "3"), ValueSign("b1", "win", "3"))
    (x, y, radius), (beside_x, beside_y, smaller) = signs_of(
        picture_svg(board, "", MoveHighlights(values=values), cell=100)
    )
    paper = make_pixel_scale(board, 100)
    assert (x, y) == pytest.approx(paper.to_pixels(0, 0))
    middle_x, middle_y = paper.to_pixels(1, 0)
    assert smaller < radius and beside_x - middle_x == pytest.approx(middle_y - beside_y)
    assert math.hypot(beside_x - middle_x, beside_y - middle_y) > 37 + smaller


def test_the_best_moves_are_large_and_in_a_crowd_the_others_have_no_figures() -> None:
    for columns, figures in ((4, 4), (20, 1)):
        board = Picture(square_places(columns, 1))
        values = tuple(
            ValueSign(place.name, "win" if not number else "draw", "7", best=not number)
            for number, place in enumerate(board.places)
        )
        markup = picture_svg(board, "", MoveHighlights(values=values), cell=100)
        (_, _, best), *others = signs_of(markup)
        assert all(best > 1.3 * radius for _, _, radius in others)
        assert markup.count(">7</text>") == figures
    lost = tuple(ValueSign(place.name, "loss", best=False) for place in board.places)
    (_, _, alike), *_ = signs_of(picture_svg(board, "", MoveHighlights(values=lost), cell=100))
    assert alike == pytest.approx(1.2 * best, abs=0.2), "where none is best, none is small"


def test_of_several_moves_to_one_place_the_first_is_shown() -> None:
    board = Picture(square_places(3, 1), things=(Thing("disc", 0, 0, 0), Thing("disc", 2, 0, 0)))
    values = (
        ValueSign("b1", "win", "3", origin="c1"),
        ValueSign("b1", "loss", "4", best=False, origin="a1"),
    )
    shown, hidden = re.findall(r"<g data-to[^>]*>", picture_svg(board, "", MoveHighlights(values=values)))
    assert shown == '<g data-to="b1" data-from="c1">'
    assert hidden == '<g data-to="b1" data-from="a1" display="none">'


def test_the_value_of_a_domino_stands_between_its_two_squares() -> None:
    """Between free neighbours, also where two dominoes end on one square; not where a piece moves."""
    board = Picture(square_places(3, 2), things=(Thing("disc", 2, 0, 0),))
    pairs = ("a1", "b1"), ("b2", "b1"), ("c1", "b1"), ("a1", "b2")
    values = tuple(ValueSign(end, "win", "3", origin=begin) for begin, end in pairs)
    markup = picture_svg(board, "", MoveHighlights(values=values), cell=100)
    at = {place.name: make_pixel_scale(board, 100).to_pixels(place.x, place.y) for place in board.places}
    found = re.findall(r'<g data-to="(\w+)" data-from="(\w+)"( data-at="[\w ]+")?>', markup)
    assert [(begin, end, bool(edge)) for end, begin, edge in found] == [
        (*pair, number < 2) for number, pair in enumerate(pairs)
    ]
    for (x, y, _), (begin, end) in zip(signs_of(markup)[:2], pairs[:2], strict=True):
        middle = [(one + other) / 2 for one, other in zip(at[begin], at[end], strict=True)]
        assert (x, y) == pytest.approx(middle)


def test_signs_of_turns_stand_outside_their_arrows_and_have_numbers() -> None:
    game = zermelo.game("pocket_cube")
    picture = depict_position(game, game.start())
    assert picture is not None
    turns = [thing for thing in picture.things if thing.shape == "turn"]
    values = tuple(ValueSign(each.text, "win", "11", best=not n) for n, each in enumerate(turns))
    markup = picture_svg(picture, "", MoveHighlights(values=values), cell=80)
    paper = make_pixel_scale(picture, 80)
    assert markup.count(">11</text>") == len(turns) == 9
    for x, y, radius in signs_of(markup):
        assert radius < x < paper.size[0] - radius and radius < y < paper.size[1] - radius
        for thing in turns:
            beside = math.dist((x, y), paper.to_pixels(thing.x, thing.y))
            assert beside >= radius + 0.45 * paper.cell, "on an arrow"


def test_figures_are_never_too_small_to_read() -> None:
    """A sign has no figures where they would be under 10.5 pixels, and an estimate has three at most."""
    for said, tone, radius in itertools.product(
        ("", "3", "12", "107", "+1.2", "+1250"), TONES, (5, 8, 12, 20)
    ):
        drawn = draw_value_sign(tone, said, 0.0, 0.0, float(radius))
        sizes = [float(size) for size in re.findall(r'font-size="([\d.]+)"', drawn)]
        assert min(sizes, default=11) >= 10.5
        assert radius < 20 or len(sizes) == bool(said)
    board = Picture((Place("a", 0, 0),))
    for said, short in (("+1.24", "+1"), ("-0.35", "-.3"), ("+1250", "+99"), ("?", "?"), ("+12", "+12")):
        marks = MoveHighlights(values=(ValueSign("a", "unknown", said),))
        assert f">{short}</text>" in picture_svg(board, "", marks, cell=PAGE_CELL)
        assert f">{short}</text>" in value_sign_html("unknown", said)
    for said in ("8", "-8", "-10", "1024"):
        assert f">{said}</text>" in value_sign_html("loss", said), "a sign in a list always has its figures"


@pytest.mark.parametrize("shape", few(SHAPES, 6))
def test_outlines_are_measured_as_a_browser_does(shape: str, offline: Callable[..., Any]) -> None:
    """The boxes of a thing hold all that is drawn but texts, and are not much larger."""
    page = offline()
    for text in ("", "3", "12", "^", "1010"):
        own = [each for each in measure_thing(shape, 0, text) if each.weight == 1]
        if not own:
            continue
        drawn = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-50 -50 100 100">{piece_outline(shape, 0, text)}</svg>'
        page.set_content(f"<style>.z-middle {{ text-anchor: middle }}</style>{drawn}")
        found = page.evaluate(
            """() => { const all = [...document.querySelectorAll("svg *")]
              .filter(({ tagName }) => tagName !== "g" && tagName !== "text");
            const to = document.querySelector("svg").getScreenCTM().inverse();
            const ends = all.flatMap((each) => { const box = each.getBBox(), by = to.multiply(each.getScreenCTM());
              return [[0, 0], [1, 0], [0, 1], [1, 1]].map(([x, y]) =>
                new DOMPoint(box.x + x * box.width, box.y + y * box.height).matrixTransform(by)); });
            const [xs, ys] = [ends.map(({ x }) => x), ends.map(({ y }) => y)];
            return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]; }"""
        )
        measured = [
            min(each.left - each.rounding for each in own),
            min(each.top - each.rounding for each in own),
            max(each.right + each.rounding for each in own),
            max(each.bottom + each.rounding for each in own),
        ]
        for number, (one, other) in enumerate(zip(measured, found, strict=True)):
            outward = other - one if number < 2 else one - other
            assert -6 < outward < 14, (shape, text, number)

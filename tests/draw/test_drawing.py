"""Boards and markup: what is drawn, and that it is markup whatever a game shows."""

import html
import xml.etree.ElementTree as ElementTree
from collections import Counter
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import zermelo
from zermelo.core.game import Game
from zermelo.draw.pictures.position_picture import BoardDisplay, board_svg, read_grid
from zermelo.draw.pictures.svg_markup import element, escape, escape_board_line, svg

pytestmark = pytest.mark.quick

SVG = "{http://www.w3.org/2000/svg}"


class Shown(Game):
    """A game of one position, which looks as its parameter says."""

    text: str = ""

    def start(self) -> int:
        return 0

    def moves(self, position: int) -> list[int]:
        return []

    def show(self, position: int) -> str:
        return self.text


class Drawn(Shown):
    """The same with a picture of its own."""

    def draw(self, position: int) -> str:
        return f"<svg>{position}</svg>"


def parsed(markup: str) -> Any:
    return ElementTree.fromstring(markup)


def signs(picture: Any) -> Counter[str]:
    """Count the elements of a picture by what they are."""
    return Counter(each.tag.removeprefix(SVG) for each in picture.iter())


def words(picture: Any) -> list[str]:
    return ["".join(text.itertext()).replace("\u00a0", " ") for text in picture.iter(f"{SVG}text")]


# Markup


@given(st.text())
@example("<&>\"'\x00\x1b\ud800\uffff]]>")
def test_any_text_can_be_escaped(text: str) -> None:
    kept = "".join(sign if can_stand(sign) else "\ufffd" for sign in text)
    found = parsed(element("a", escape(text), title=text))
    assert (found.text or "") == normal(kept)
    assert html.unescape(escape("<&>\"'")) == "<&>\"'"
    board = "".join(parsed(element("a", escape_board_line(text))).itertext())
    assert board == normal(kept.expandtabs().replace(" ", "\u00a0"))


def normal(text: str) -> str:
    """Return the text as XML reads its lines."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def can_stand(sign: str) -> bool:
    code = ord(sign)
    turns = code in (0x61C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
    if turns or 0x7F <= code < 0xA0:  # XML has them; who reads the file in a terminal had better not
        return False
    return sign in "\t\n\r" or 0x20 <= code < 0xD800 or 0xE000 <= code < 0xFFFE or code >= 0x10000


def test_elements() -> None:
    assert element("br") == "<br/>"
    assert element("g", "<br/>", "x", font_size=12, class_="a&b", x=0.125) == (
        '<g font-size="12" class="a&amp;b" x="0.12"><br/>x</g>'
    )
    picture = parsed(svg(99.6, 20, "a < b", element("br")))
    assert picture.attrib["viewBox"] == "0 0 100 20" and picture.attrib["width"] == "100"
    assert picture.find(f"{SVG}title").text == "a < b"


# Grids


@pytest.mark.parametrize(
    ("text", "rows", "caption"),
    [
        ("XO.\n...\n..X", ["XO.", "...", "..X"], []),
        ("OOO\n...\nXXX\nX to move\n", ["OOO", "...", "XXX"], ["X to move"]),
        ("3 3 3\n0 4 12\nfirst to move", [["3", "3", "3"], ["0", "4", "12"]], ["first to move"]),
        ("tt..ff\ntoads to move", ["tt..ff"], ["toads to move"]),
        (".##.", [".##."], []),
    ],
)
def test_grids(text: str, rows: list[Any], caption: list[str]) -> None:
    assert read_grid(text) == ([list(row) for row in rows], caption)


@pytest.mark.parametrize(
    "text",
    ["", " \n ", "12345", "1 3 5 7", "+.+\n. .\n+.+\nfirst", "20, take at most 19", "X.\n1\n2\n3", "(3, 4)"],
)
def test_texts_that_are_no_grid(text: str) -> None:
    assert read_grid(text) is None
    assert board_svg(Shown(text=text), 0) == f"<pre>{escape(text)}</pre>"


# Boards


def test_a_board_of_crosses_and_rings() -> None:
    game = zermelo.game("tic_tac_toe")
    position = game.parse("XO./.X./O.X")
    picture = parsed(board_svg(game, position))
    assert signs(picture)["rect"] == 1 + 9
    assert [classes(path) for path in picture.iter(f"{SVG}path")] == ["z-stroke-light"] * 3
    assert [classes(ring) for ring in picture.iter(f"{SVG}circle")] == ["z-stroke-dark"] * 2
    assert words(picture) == ["a", "b", "c", "1", "2", "3"], "play is over, and nobody is to move"
    small = parsed(board_svg(game, position, cell=24))
    assert float(small.attrib["width"]) < float(picture.attrib["width"])
    assert "".join(picture.find(f"{SVG}title").itertext()) == game.show(position)
    assert words(parsed(board_svg(game, 0)))[-1] == "to move"


def classes(element: Any) -> str:
    return str(element.attrib["class"])


def test_other_signs_and_captions() -> None:
    picture = parsed(board_svg(Shown(text="aB#\n.9X\nB to move"), 0))
    assert signs(picture)["rect"] == 1 + 6 + 1
    assert words(picture) == ["a", "B", "9", "B to move"]
    letters = [classes(text) for text in picture.iter(f"{SVG}text")]
    assert letters[0] != letters[1]


def test_a_caption_has_room() -> None:
    picture = parsed(board_svg(Shown(text="X\nO\na caption much wider than its grid"), 0, cell=24))
    width = float(picture.attrib["width"])
    caption = next(picture.iter(f"{SVG}text"))
    across = len(words(picture)[0]) * float(caption.attrib["font-size"]) * 0.54
    assert float(caption.attrib["x"]) - across / 2 >= 0 and float(caption.attrib["x"]) + across / 2 <= width
    assert float(caption.attrib["y"]) < float(picture.attrib["height"])


@given(st.text(st.sampled_from("XO.#<&'\" \n\x01ab1é")))
def test_any_board_is_markup(text: str) -> None:
    parsed(board_svg(Shown(text=text), 0))


def test_a_board_shows_itself() -> None:
    game = zermelo.game("tic_tac_toe")
    board = BoardDisplay(game, 0)
    assert str(board) == repr(board) == "...\n...\n..."
    assert board._repr_html_() == board_svg(game, 0)
    assert BoardDisplay(Shown(text="12"), 0)._repr_html_() == "<pre>12</pre>"
    assert BoardDisplay(Drawn(text="XO\nOX"), 7)._repr_html_() == "<svg>7</svg>"

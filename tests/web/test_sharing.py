"""What is sent to others: the link, its QR code as a reader sees it, the picture as SVG and PNG, and the moves."""

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest import mock
from xml.etree import ElementTree

import numpy as np
import pytest
import resvg_py
from PIL import Image
from support.asking import Asked
from support.one_files import decode

from zermelo.draw import picture_svg
from zermelo.draw.pictures.colour_theme import COLOURS
from zermelo.games.lines.mnk import TicTacToe
from zermelo.web.pages import share_tab
from zermelo.web.pages.share_tab import LONGEST_CODE, draw_qr_code

MASKS: tuple[Callable[[int, int], bool], ...] = (
    lambda row, column: (row + column) % 2 == 0,
    lambda row, column: row % 2 == 0,
    lambda row, column: column % 3 == 0,
    lambda row, column: (row + column) % 3 == 0,
    lambda row, column: (row // 2 + column // 3) % 2 == 0,
    lambda row, column: row * column % 2 + row * column % 3 == 0,
    lambda row, column: (row * column % 2 + row * column % 3) % 2 == 0,
    lambda row, column: ((row + column) % 2 + row * column % 3) % 2 == 0,
)


def pixels(png: bytes) -> Any:
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB"))


def colour(name: str, *, dark: bool = False) -> Any:
    return np.array([int(COLOURS[name][dark][at : at + 2], 16) for at in (1, 3, 5)])


def read_qr_code(markup: str) -> str:
    """What a reader of QR codes makes of a picture: ISO/IEC 18004, for one block of bytes and versions 2 to 4."""
    side = int(float(markup.partition('viewBox="0 0 ')[2].split(" ")[0]))
    whole = markup.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
    dots = pixels(bytes(resvg_py.svg_to_bytes(svg_string=whole, width=8 * side)))[4::8, 4::8, 0] < 128
    assert not dots[:4].any() and not dots[:, :4].any()  # the quiet zone
    code = dots[4:-4, 4:-4]
    size = len(code)
    assert size in (25, 29, 33)
    finder = code[:7, :7]
    assert finder[[0, -1]].all() and finder[2:5, 2:5].all() and not finder[1, 1:6].any()
    mask = MASKS[sum(int(code[8, 2 + bit]) << (2 - bit) for bit in range(3)) ^ 0b101]
    own = np.zeros((size, size), bool)
    own[:9, :9] = own[:9, -8:] = own[-8:, :9] = own[6] = own[:, 6] = True
    own[size - 9 : size - 4, size - 9 : size - 4] = True
    bits = []
    for number, right in enumerate([*range(size - 1, 6, -2), 5, 3, 1]):
        rows = range(size) if number % 2 else range(size - 1, -1, -1)
        bits += [
            int(code[row, column]) ^ mask(row, column)
            for row in rows
            for column in (right, right - 1)
            if not own[row, column]
        ]

    def number_at(place: int, length: int) -> int:
        return int("".join(map(str, map(int, bits[place : place + length]))), 2)

    assert number_at(0, 4) == 4  # bytes
    return bytes(number_at(12 + 8 * each, 8) for each in range(number_at(4, 8))).decode()


@pytest.mark.parametrize("address", ["http://127.0.0.1:8000/nim", "http://127.0.0.1:65535/tic_tac_toe/b2/a1"])
def test_a_reader_finds_the_address_in_the_code(address: str) -> None:
    assert read_qr_code(draw_qr_code(address)) == address


def test_the_tab_has_link_code_pictures_moves_and_text(explorer: Asked) -> None:
    page = explorer.get("/tic_tac_toe/b2/a1?turned=1&panel=share").page
    shared = f"http://127.0.0.1:{explorer.port}/tic_tac_toe/b2/a1?turned=1"
    link, moves = page.html.by_id("address"), page.html.by_id("line-text")
    assert link is not None and link.attributes["value"] == shared and "readonly" in link.attributes
    assert moves is not None and moves.attributes["value"] == "b2, a1"
    text = page.html.by_id("position-text")
    assert text is not None and ".X." in text.text
    assert {"/tic_tac_toe/b2/a1.svg?turned=1", "/tic_tac_toe/b2/a1.png?turned=1"} <= set(page.html.links)
    assert "/tic_tac_toe/b2/a1.json?turned=1&panel=share" in page.html.links
    assert page.html.by_id("address-code") is not None
    (shared_ways,) = [each for each in page.html.all("dl") if each.attributes.get("class") == "share"]
    for what, purpose in zip(shared_ways.all("dt"), shared_ways.all("dd"), strict=True):
        assert what.text.strip() and purpose.text.startswith(("For ", "The ")), "each says what it is for"
    assert explorer.get("/tic_tac_toe/b2").page.html.by_id("address") is None  # costs nothing on other pages


def test_a_link_that_no_phone_reads_has_no_code(explorer: Asked) -> None:
    page = explorer.get(f"/nim(heaps=(90,)){'/1%20from%20heap%201' * 60}?panel=share").page
    link = page.html.by_id("address")
    assert link is not None and len(link.attributes["value"]) > LONGEST_CODE
    assert "too long for a QR code" in page.text


def test_the_picture_of_a_position_is_svg_and_png(explorer: Asked) -> None:
    svg, png = explorer.get("/tic_tac_toe/b2/a1.svg"), explorer.get("/tic_tac_toe/b2/a1.png")
    assert svg.headers["content-type"].startswith("image/svg+xml") and ElementTree.fromstring(svg.text)
    assert png.headers["content-type"] == "image/png"
    drawn = pixels(png.body)
    assert max(drawn.shape) == 1200
    cross, ring = (np.argwhere((drawn == colour(name)).all(axis=2)) for name in ("light-line", "dark-line"))
    assert len(cross) > 5_000 and len(ring) > 5_000  # X in the middle, O at the upper left
    board = cross[cross[:, 0] < 1000].mean(axis=0)
    assert abs(board[1] - 620) < 60 and abs(board[0] - 620) < 60
    assert (ring.mean(axis=0) < 450).all()
    turned = pixels(explorer.get("/tic_tac_toe/b2/a1.png?turned=1").body)
    assert (np.argwhere((turned == colour("dark-line")).all(axis=2)).mean(axis=0) > 750).all()
    assert explorer.get("/tic_tac_toe/zz.png").status == 404
    assert explorer.get("/strike.png").status == 200  # of which a picture has no board
    tall = pixels(explorer.get("/mnk(columns=1,rows=30,line=3).png").body)
    assert tall.shape[0] == 1200 > 3 * tall.shape[1], "no side is longer, however narrow a board is"


def test_colours_are_fixed_for_programs_that_know_no_variables() -> None:
    for dark, theme in enumerate(("light", "dark")):
        fixed = picture_svg(TicTacToe().depict(0), "empty", theme=theme)
        assert "var(" not in fixed and "@media" not in fixed and COLOURS["cell"][dark] in fixed
        drawn = pixels(bytes(resvg_py.svg_to_bytes(svg_string=fixed, width=300)))
        assert (drawn[0, 0] == colour("paper", dark=bool(dark))).all()


def test_pages_name_their_picture_for_previews(explorer: Asked) -> None:
    page = explorer.get("/tic_tac_toe/b2").page
    said = {
        each.attributes["property"]: each.attributes["content"]
        for each in page.html.all("meta")
        if "property" in each.attributes
    }
    assert said["og:image"] == "/tic_tac_toe/b2.png" and said["og:title"].startswith("Tic-tac-toe")
    assert "3 in a row" in said["og:description"]


def test_a_button_copies_the_link(chromium: Any, explorer: Asked) -> None:
    context = chromium.new_context()
    try:
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        page = context.new_page()
        page.goto(explorer.url("/tic_tac_toe/b2?panel=share"))
        page.get_by_role("button", name="Copy").last.click()
        page.get_by_role("button", name="Copied").wait_for()
        copied = page.evaluate("() => navigator.clipboard.readText()")
        assert copied == f"http://127.0.0.1:{explorer.port}/tic_tac_toe/b2"
    finally:
        context.close()


def test_the_file_to_send_opens_at_what_is_shared(explorer: Asked) -> None:
    page = explorer.get("/tic_tac_toe/b2/a1?panel=share").page
    link = next(each for each in page.links if each.text == "The game as one file")
    sent = explorer.get(link.href)
    assert sent.status == 200 and decode(sent.text).head["opened"][1] == [4, 0]


@pytest.mark.parametrize("url", ["/connect_four/4/4/4/4/3", "/chess_endgame/Qd4", "/sokoban?turned=1"])
def test_a_game_that_no_file_holds_is_sent_as_far_as_it_was_played(
    chromium: Any, explorer: Asked, tmp_path: Path, url: str
) -> None:
    """Every position of the line has its board, which links show without a script; and the tab says so."""
    with mock.patch.object(share_tab, "MOST_IN_A_FILE", 0):
        page = explorer.get(f"{url}{'&' if '?' in url else '?'}panel=share").page
        link = next(each for each in page.links if each.text == "The game so far as one file")
        sent = explorer.get(link.href)
    assert "without this program nobody answers there" in page.html.text and sent.status == 200
    (tmp_path / "game.html").write_text(sent.text)
    context = chromium.new_context(java_script_enabled=False)
    try:
        shown = context.new_page()
        shown.goto((tmp_path / "game.html").as_uri())
        plies = url.partition("?")[0].count("/") - 1
        assert shown.locator(".ply").count() == plies + 1
        for ply in reversed(range(plies + 1)):
            assert shown.locator(".ply:visible").get_attribute("id") == f"ply-{ply}"
            assert shown.locator(".ply:visible svg").count() == 1
            if ply:
                shown.get_by_role("link", name="Back").click()
    finally:
        context.close()

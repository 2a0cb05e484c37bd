"""The looks of the explorer's pages in a real browser: sizes, scrolling, waiting, focus and motion."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support.asking import Asked
from support.browser import PHONE

import zermelo.play
import zermelo.web
from zermelo.games.game_aliases import FULL_SIZES, LARGEST_SIZES
from zermelo.play import Match

Begin = Callable[..., Any]
WIDE = {"viewport": {"width": 1280, "height": 900}}
GAMES = (
    "tic_tac_toe/b2",
    "connect_four",
    "kayles",
    "othello",
    "quarto",
    "qubic",
    "dots_and_boxes",
    "bear_off",
    "rush_hour",
    "onitama",
    "nim",
    "hex",
    "checkers",
    "chess_endgame",
    "pig",
    "strike",
    "hanoi",
    "awari_endgame",
    "nine_mens_morris",
    "pocket_cube",
    "ultimate_tic_tac_toe",
)
TALL = "() => [...document.querySelectorAll('*')].filter(%s).map(each => each.outerHTML.slice(0, 120))"
OWN_SCROLL = TALL % (
    "each => /auto|scroll/.test(getComputedStyle(each).overflowX + getComputedStyle(each).overflowY)"
    " && !/^(HTML|TEXTAREA|SELECT)$/.test(each.tagName)"
)
SMALL_TYPE = TALL % (
    "each => !each.closest('svg') && [...each.childNodes].some(node => node.nodeType === 3 && node.data.trim())"
    " && parseFloat(getComputedStyle(each).fontSize) < 11"
)


@pytest.mark.slow("many games are looked at")
@pytest.mark.parametrize("options", [WIDE, PHONE], ids=["desk", "phone"])
def test_nothing_scrolls_within_a_page_or_sideways_and_type_can_be_read(
    begin: Begin, explorer: Asked, options: Any
) -> None:
    page = begin(explorer, "/", **options)
    paths = [*(f"/{game}" for game in GAMES), "/tic_tac_toe/b2?panel=tree", "/tic_tac_toe?panel=table"]
    for path in paths:
        page.goto(f"http://127.0.0.1:{explorer.port}{path}")
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), path
        assert page.evaluate(OWN_SCROLL) == [], path
        assert page.evaluate(SMALL_TYPE) == [], path


def test_the_board_is_the_largest_thing(begin: Begin, explorer: Asked) -> None:
    """On a desk a square board has 600 to 720 pixels; a wide one has the page; on a phone each has its width."""
    page = begin(explorer, "/othello", **WIDE)
    board = page.locator("figure.board svg").bounding_box()
    moves = page.locator("ul.moves").first.bounding_box()
    assert 600 <= board["width"] <= 720 and moves["x"] > board["x"] + board["width"]
    page.goto(f"http://127.0.0.1:{explorer.port}/kayles(pins=12)")
    assert page.locator("figure.board svg").bounding_box()["width"] > 1150
    phone = begin(explorer, "/othello", **PHONE)
    assert phone.locator("figure.board svg").bounding_box()["width"] >= 340


def test_the_title_has_the_size_and_leads_to_the_full_one(explorer: Asked) -> None:
    said = re.sub("<.*?>", "", re.search("<h1>.*</h1>", explorer.get("/othello").text)[0])
    assert said == "Othello 4 x 4 full size: 8 x 8 (not solved; played by search)"
    said = re.sub("<.*?>", "", re.search("<h1>.*</h1>", explorer.get("/othello(columns=8,rows=8)").text)[0])
    assert said == "Othello 8 x 8"


@pytest.mark.parametrize("name", [*FULL_SIZES, *LARGEST_SIZES])
def test_games_on_larger_boards_can_be_played(name: str) -> None:
    title = Match(zermelo.game(name)).title
    assert title.larger is not None and title.larger.size != title.size
    match = Match(zermelo.game(title.larger.text))
    assert match.moves() and match.title.larger is None


def test_on_a_phone_the_board_begins_high_and_what_to_do_is_in_reach_of_a_thumb(
    begin: Begin, explorer: Asked
) -> None:
    for game in ("tic_tac_toe", "kayles(pins=5)", "dao(size=3)"):
        explorer.solved(game)
        page = begin(explorer, f"/{game}", **PHONE)
        board = page.locator("figure.board svg").bounding_box()
        assert board["y"] <= 180, game
        assert page.locator("#actions").bounding_box()["y"] > board["y"] + board["height"], game


@pytest.mark.parametrize("options", [WIDE, PHONE], ids=["desk", "phone"])
def test_why_and_share_are_on_the_first_screen(begin: Begin, explorer: Asked, options: Any) -> None:
    """Where nothing is solved there is no button of reasons, and the tab to learn from says when they come."""
    explorer.solved("tic_tac_toe")
    page = begin(explorer, "/tic_tac_toe/b2", **options)
    for word, part in (("Why?", "#panel"), ("Share", "#share")):
        button = page.locator(".tools a", has_text=word)
        box = button.bounding_box()
        assert box["y"] + box["height"] <= options["viewport"]["height"], word
        button.click()
        page.wait_for_selector(f"{part}:not([hidden])")
        page.go_back()
        page.wait_for_selector(f"{part}:not([hidden])", state="detached" if part == "#panel" else "hidden")
    page.goto(f"http://127.0.0.1:{explorer.port}/connect_four")
    assert page.locator(".tools", has_text="Why?").count() == 0
    page.locator(".tabs a", has_text="Learn").click()
    page.locator("#learn", has_text="solved").wait_for()


def test_a_slow_answer_dims_the_board_and_says_so(begin: Begin, explorer: Asked) -> None:
    page = begin(explorer, "/tic_tac_toe", **WIDE)
    held: list[Any] = []
    page.route("**/tic_tac_toe/b2", lambda route: held.append(route))
    page.locator('figure.board [data-cell="b2"]').click()
    page.wait_for_function("() => getComputedStyle(document.querySelector('figure.board')).opacity < 0.7")
    assert page.locator("main").get_attribute("aria-busy") == "true"
    page.wait_for_function("() => document.getElementById('waiting').textContent !== ''")
    held[0].continue_()
    page.wait_for_url("**/b2")
    page.wait_for_function("() => getComputedStyle(document.querySelector('figure.board')).opacity === '1'")
    assert page.locator("main").get_attribute("aria-busy") == "false"
    assert page.locator("#waiting").text_content() == ""


def test_focus_and_scroll_stay_where_the_person_is(begin: Begin, explorer: Asked) -> None:
    page = begin(explorer, "/dao(size=3)", viewport={"width": 1280, "height": 500})
    page.evaluate("() => scrollTo(0, 150)")
    top = page.evaluate("() => document.querySelector('figure.board').getBoundingClientRect().top")
    page.locator('figure.board [data-cell="a1"]').focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**touch=a1")
    assert page.evaluate("() => document.activeElement.dataset.cell") == "a1"
    target = page.locator("ul.moves b").first.inner_text().split("-")[-1]
    page.locator(f'figure.board [data-cell="{target}"]').focus()
    page.keyboard.press("Enter")
    page.wait_for_function(
        "() => location.pathname.split('/').length === 3 && !document.body.dataset.waiting"
    )
    assert page.evaluate("() => Boolean(document.activeElement.closest('figure.board'))")
    now = page.evaluate("() => document.querySelector('figure.board').getBoundingClientRect().top")
    assert abs(now - top) < 2
    page.get_by_role("link", name="Undo").click()
    page.wait_for_function(
        "() => location.pathname.split('/').length === 2 && !document.body.dataset.waiting"
    )
    assert page.url.partition("ahead=")[2]


def test_a_piece_picked_up_has_its_own_moves_alone(begin: Begin, explorer: Asked) -> None:
    """With a script as without one: the board and the list agree, and the address keeps it."""
    page = begin(explorer, "/dao(size=3)", **WIDE)
    page.locator('figure.board [data-cell="a1"]').click()
    page.wait_for_url("**touch=a1")
    names = page.locator("ul.moves b").all_inner_texts()
    assert names and all(name.startswith("a1") for name in names)
    page.reload()
    assert page.locator("ul.moves b").all_inner_texts() == names
    page.keyboard.press("Tab")
    page.locator('figure.board [data-cell="a1"]').focus()
    page.keyboard.press("Escape")
    page.wait_for_function("() => !location.search.includes('touch')")


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_pieces_move_unless_the_system_asks_for_no_motion(begin: Begin, explorer: Asked, motion: str) -> None:
    page = begin(explorer, "/tic_tac_toe", **WIDE, reduced_motion=motion)
    page.evaluate(
        "() => { window.made = []; const own = Element.prototype.animate;"
        " Element.prototype.animate = function (...how) { made.push(how); return own.apply(this, how); }; }"
    )
    page.locator('figure.board [data-cell="b2"]').click()
    page.wait_for_function("() => location.pathname.endsWith('b2') && !document.body.dataset.waiting")
    made = page.evaluate("() => window.made")
    assert bool(made) == (motion != "reduce")
    assert all(how["duration"] <= 150 for _, how in made)


def test_tabs_and_panels_are_in_view_without_a_script_too(begin: Begin, explorer: Asked) -> None:
    """Tabs and why stand beside the board; what needs the page's width stands below it, and is scrolled to."""
    for script in (True, False):
        page = begin(explorer, "/tic_tac_toe/b2", **WIDE, java_script_enabled=script)
        board = page.locator("figure.board").bounding_box()
        assert page.locator("#panels").bounding_box()["x"] > board["x"] + board["width"]
        page.get_by_role("link", name="Why?", exact=True).first.click()
        page.wait_for_url("**panel=why**")
        page.locator("#panel h2").wait_for()
        box = page.locator("#panel").bounding_box()
        assert -1 <= box["y"] <= 300 and box["x"] > board["x"] + board["width"]
        page.get_by_role("link", name="Analyse", exact=True).click()
        page.get_by_role("link", name="Statistics").click()
        page.wait_for_url("**panel=statistics**")
        page.locator("#panel h2").wait_for()
        assert -1 <= page.locator("#panel").bounding_box()["y"] <= 600


def test_scripts_are_small() -> None:
    own = Path(zermelo.web.__file__).parent / "static" / "explorer.js"
    assert len(own.read_bytes()) + len(zermelo.play.static_file("board.js").encode()) < 40_000

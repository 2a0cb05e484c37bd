"""The explorer in a real browser: clicked, by keys alone, without a script, and held against axe."""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlparse

import axe_playwright_python
import pytest
from support.asking import Asked
from support.browser import DESKTOP
from support.marks import few

import zermelo
from zermelo.play import ChanceOutcome, Match

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
BOARDS = (  # a game of each kind of board
    "tic_tac_toe",  # cells to put men on
    "connect_four(columns=4,rows=3)",  # columns
    "dao(size=3)",  # from cell to cell
    "hexapawn",  # chess squares, captures
    "hex(size=3)",  # hexagons
    "three_mens_morris",  # points and lines
    "nim(heaps=(2,3))",  # heaps
    "dots_and_boxes(columns=2,rows=1)",  # edges
    "sliding_tiles(columns=2,rows=2)",  # a puzzle
    "pig(target=6)",  # dice, and what to do with them
    "l_game",  # four squares in any order, then another piece
    "onitama(columns=3,rows=3,pupils=0)",  # cards
    "strike",  # three players
    "subtraction(heap=7)",
)
Begin = Callable[..., Any]


def list_move_choices(page: Any) -> list[str]:
    """The moves that a page lists now."""
    return [str(text) for text in page.locator("ul.moves:visible li:not([hidden]) b").all_inner_texts()]


def settled(page: Any, ply: int) -> None:
    """Wait until a page shows the position after so many moves."""
    page.wait_for_function(
        "ply => location.pathname.split('/').length - 2 === ply && !document.body.dataset.waiting", arg=ply
    )


@pytest.mark.parametrize(
    ("game", "script"),
    few(
        [(BOARDS[0], True), (BOARDS[2], False), *((game, way) for game in BOARDS for way in (True, False))], 2
    ),
)
def test_a_whole_game_is_clicked_through(begin: Begin, explorer: Asked, game: str, script: bool) -> None:
    """By the board where it answers, by the list else: each page's moves are those that the rules have."""
    if game not in ("strike", "l_game"):  # the values of these are not asked for
        explorer.solved(game)
    page = begin(explorer, f"/{game}", **DESKTOP, java_script_enabled=script)
    match, chance = Match(zermelo.game(game), by_pieces=True), random.Random(game)
    for ply in range(14):  # longer than any that comes to an end
        arrived(page, ply, script=script)
        if match.throws():
            page.get_by_role("link", name="Throw the dice", exact=True).click()
            arrived(page, ply + 1, script=script)
            number = int(page.url.rsplit("~", 1)[1].partition("?")[0])
            match.play(ChanceOutcome(match.throws()[number - 1][1]))
            continue
        for rest in page.locator("details.further summary").all():
            rest.click()
        assert sorted(list_move_choices(page)) == sorted(match.move_names())
        if match.is_over():
            break
        name = chance.choice(match.move_names())
        make(page, name, ply, script=script)
        match.play(match.find_move(name, exact=True))
    if match.is_over() and not match.game.is_puzzle and game != "strike":
        assert match.result_text().lower() in page.locator("#answer").inner_text().lower()


def arrived(page: Any, ply: int, *, script: bool) -> None:
    """Wait until a page of the position after so many moves is there."""
    if script:
        settled(page, ply)
    else:
        page.wait_for_url(lambda url: urlparse(url).path.count("/") == ply + 1)


def make(page: Any, name: str, ply: int, *, script: bool) -> None:
    """Make a move on the board: by its cells one after another, from the list where these do not tell it."""
    said = json.loads(page.locator("#moves").text_content())["moves"]
    cells = next(row["cells"] for row in said if row["name"] == name)
    for number, cell in enumerate(cells):
        if number and not script:
            page.get_by_text(f"Moves with {', '.join(cells[:number])}").wait_for()
        target = page.locator(f'figure.board [data-cell="{cell}"]').first
        box = target.bounding_box()  # at its left end: a match of a heap reaches over those after it
        target.click(force=True, position={"x": min(8, box["width"] / 2), "y": box["height"] / 2})
        if script:
            page.wait_for_function("() => !document.body.dataset.waiting")
            if urlparse(page.url).path.count("/") - 1 > ply:
                return
    same = sum(set(row["cells"]) == set(cells) for row in said if len(cells) < 4 or row["cells"] == cells)
    if any(len(row["cells"]) > len(cells) > 3 and row["cells"][: len(cells)] == cells for row in said):
        page.get_by_text(f"Moves with {', '.join(cells)}").wait_for()
        page.locator(f'figure.board [data-cell="{cells[0]}"]').first.click(force=True)
        return
    if cells and same == 1:
        return
    if cells:
        page.get_by_text("Moves with").wait_for()
    listed = page.locator("ul.moves li:not([hidden]) a").filter(has=page.locator(f'b:text-is("{name}")'))
    listed.first.click()


def test_values_are_the_movers_after_each_click(begin: Begin, explorer: Asked) -> None:
    """O's blunder is a loss to O, then X's moves win; a bar stands by, and the computer can take over."""
    explorer.solved("tic_tac_toe")
    page = begin(explorer, "/tic_tac_toe")
    for ply, (cell, headline, tones) in enumerate(
        (
            ("b2", "O to move: draw with best play; 4 of 8 moves keep it", {"draw", "loss"}),
            ("b1", "X to move: wins in 5; 6 of 7 moves win", {"win", "draw"}),
        ),
        1,
    ):
        page.locator(f'figure.board [data-cell="{cell}"]').first.click()
        settled(page, ply)
        assert page.locator("#answer strong").inner_text() == headline
        rows = json.loads(page.locator("#moves").text_content())["moves"]
        assert {row["tone"] for row in rows} == tones
    page.get_by_text("Play the computer").click()
    page.wait_for_url("**with=perfect")
    assert page.locator("#answer strong").inner_text() == "Your move: you are X", "without hints"


def test_keys_alone_play_a_game(begin: Begin, explorer: Asked) -> None:
    """Tab to the board, arrows to a cell, Enter; the arrow keys elsewhere take moves back and make them again."""
    page = begin(explorer, "/tic_tac_toe")
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("() => Boolean(document.activeElement.closest('figure.board'))"):
            break
    first = page.evaluate("() => document.activeElement.dataset.cell")
    page.keyboard.press("ArrowRight")
    second = page.evaluate("() => document.activeElement.dataset.cell")
    assert first != second and second[0] > first[0] and second[1:] == first[1:]
    page.keyboard.press("Enter")
    settled(page, 1)
    assert page.url.endswith(f"/tic_tac_toe/{second}")
    page.evaluate("() => document.activeElement.blur()")
    page.keyboard.press("ArrowLeft")
    settled(page, 0)
    page.evaluate("() => document.activeElement.blur()")
    page.keyboard.press("ArrowRight")
    settled(page, 1)


@pytest.mark.long
def test_the_browsers_own_buttons_take_moves_back(begin: Begin, explorer: Asked) -> None:
    page = begin(explorer, "/tic_tac_toe")
    for ply, cell in enumerate(("b2", "a1"), 1):
        page.locator(f'figure.board [data-cell="{cell}"]').first.click()
        settled(page, ply)
    page.go_back()
    settled(page, 1)
    assert len(list_move_choices(page)) == 8
    page.go_back()
    settled(page, 0)
    page.go_forward()
    settled(page, 1)
    page.reload()
    settled(page, 1)
    assert len(list_move_choices(page)) == 8


@pytest.mark.long
def test_values_arrive_while_the_page_is_open(begin: Begin, explorer: Asked) -> None:
    """Connect Four 7x6: estimates come by themselves, marked as such, and the page is not loaded anew."""
    page = begin(explorer, "/connect_four/4/4/4/4/4/4/1/1/7/7/1/2")
    page.evaluate("() => (window.mine = true)")
    page.get_by_text("moves are known exactly").wait_for()
    page.wait_for_function("() => document.querySelectorAll('#choices .sign').length > 0")
    assert page.evaluate("() => window.mine")


def test_an_opponent_sits_down(begin: Begin, explorer: Asked) -> None:
    page = begin(explorer, "/tic_tac_toe")
    page.get_by_text("Choose opponent").click()
    page.get_by_label("Opponent").select_option("perfect")
    page.get_by_role("button", name="Start").click()
    page.wait_for_url("**with=perfect**")
    page.locator('figure.board [data-cell="a1"]').first.click()
    settled(page, 2)
    page.get_by_role("link", name="Undo").click()
    settled(page, 0)


@pytest.mark.parametrize("by_keys", [False, True])
def test_ones_own_piece_is_seen_before_the_reply(begin: Begin, explorer: Asked, by_keys: bool) -> None:
    """The reply is held back until the piece is there; then it comes, and the focus is on the board as before."""
    page = begin(explorer, "/tic_tac_toe?with=perfect")
    held: list[Any] = []
    page.route("**/tic_tac_toe/b2?with=perfect", lambda route: held.append(route))
    cell = page.locator('figure.board [data-cell="b2"]').first
    if by_keys:
        cell.focus()
        page.keyboard.press("Enter")
    else:
        cell.click()
    page.locator("figure.board[data-own]").wait_for()
    assert "".join(page.locator("figure.board title").text_content().split()) == "....X...."
    assert page.url.endswith("/tic_tac_toe?with=perfect")
    page.wait_for_timeout(0)  # lets the route be told
    held[0].continue_()
    settled(page, 2)
    assert page.evaluate("() => Boolean(document.activeElement.closest('figure.board'))")


@pytest.mark.slow("every kind of page is loaded and looked through by axe")
@pytest.mark.parametrize(("width", "scheme", "step"), few([(360, "dark", 3), (1200, "light", 1)], 1))
def test_axe_finds_nothing(begin: Begin, explorer: Asked, width: int, scheme: str, step: int) -> None:
    """No rule of axe is violated on any kind of page."""
    for game in ("dao(size=3)", "pig(target=6)", "nim(heaps=(2,3))", "domineering(columns=2,rows=2)"):
        explorer.solved(game)
    pages = (
        "/",
        "/?q=nothing+is+called+so",
        "/tic_tac_toe",
        "/tic_tac_toe/b2/b1/a1/c3/a3/a2/c1",
        "/tic_tac_toe/b2/b1?panel=why",
        "/tic_tac_toe?panel=setup",
        "/tic_tac_toe/b2?panel=share",
        "/tic_tac_toe?panel=statistics",
        "/dao(size=3)?touch=a1",
        "/pig(target=6)/roll",
        "/sliding_tiles(columns=2,rows=2)",
        "/strike",
        "/nope",
        "/-/work",
        "/tic_tac_toe/b2?panel=tree",
        "/tic_tac_toe/b2?panel=rules",
        "/tic_tac_toe?panel=report",
        "/tic_tac_toe?panel=kind",
        "/tic_tac_toe?panel=quintuplet",
        "/nim(heaps=(2,3))?panel=nimber",
        "/domineering(columns=2,rows=2)?panel=value",
        "/-/sum",
        "/-/own",
        "/-/sum?game=nim(heaps=(2,3))&game=kayles(pins=4)",
        "/-/sum?game=domineering(columns=3,rows=2)&game=-toads_and_frogs",
        "/-/train/tic_tac_toe",
        "/-/train/tic_tac_toe?puzzle=longest-1&moves=b1",
        "/-/report?game=tic_tac_toe",
        "/-/lesson/tic_tac_toe",
        "/-/lesson/tic_tac_toe?stage=1&went=ra",
        "/-/lesson/tic_tac_toe?stage=1&skip=1",
        "/-/lesson/tic_tac_toe?stage=99&went=ras",
        "/-/read/blog",
        "/-/read/blog?step=5",
        "/-/read/blog?step=all",
        "/connect_four",  # which is searched meanwhile
    )
    page = begin(
        explorer, "/", viewport={"width": width, "height": 800}, color_scheme=scheme, bypass_csp=True
    )
    for path in pages[::step]:
        if path != "/nope":  # the browser notes a page that is not there as a fault
            page.goto(explorer.url(path))
        page.evaluate(AXE)
        found = page.evaluate("() => axe.run()")
        said = [(each["id"], each["nodes"][0]["html"][:200]) for each in found["violations"]]
        assert said == [], path
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), path


@pytest.mark.long
def test_a_page_that_waits_asks_again_where_nobody_answered(
    begin: Begin, explorer: Asked, monkeypatch: pytest.MonkeyPatch
) -> None:
    find = explorer.explorer_state.solution_cache.find_game_status
    monkeypatch.setattr(
        explorer.explorer_state.solution_cache,
        "find_game_status",
        lambda game, **how: find(game, **{**how, "wait": 0.0}),
    )
    asked: list[str] = []

    def answer(route: Any) -> None:
        asked.append(route.request.url)
        if len(asked) == 2:
            route.abort()
        elif len(asked) == 3:
            route.fulfill(status=503, body="busy")
        else:
            route.continue_()

    page = begin(explorer, "/-/work", may_fail=True)  # for the cookie
    page.route("**/cram(columns=3,rows=2)", answer)
    page.goto(f"http://127.0.0.1:{explorer.port}/cram(columns=3,rows=2)")
    page.wait_for_function("() => document.querySelectorAll('#choices .sign').length > 0")
    assert len(asked) > 3


@pytest.mark.parametrize("script", [True, False])
def test_a_position_is_set_up_by_clicks(begin: Begin, explorer: Asked, script: bool) -> None:
    page = begin(explorer, "/tic_tac_toe", **DESKTOP, java_script_enabled=script)
    page.get_by_role("link", name="Analyse", exact=True).click()
    page.get_by_role("link", name="Set up a position").click()
    for piece, cell, text in (("X", "c3", "../..X"), ("O", "a1", "O../.../..X"), ("X", "b2", "O../.X./..X")):
        page.locator(f'.palette a[title="Piece {piece}"]').click()
        page.locator(f'.palette a[title="Piece {piece}"][aria-current]').wait_for()
        page.locator(f'figure.board [data-cell="{cell}"]').click()
        page.wait_for_function(
            "text => decodeURIComponent(location.search).replaceAll('\\n', '/').includes(text)", arg=text
        )
    page.get_by_role("link", name="Done").click()
    page.locator("ul.moves").first.wait_for()
    assert "c3" not in list_move_choices(page) and "c1" in list_move_choices(page)


@pytest.mark.parametrize("script", [True, False])
def test_a_sum_is_put_together_and_played_by_clicks(begin: Begin, explorer: Asked, script: bool) -> None:
    page = begin(explorer, "/-/sum", **DESKTOP, java_script_enabled=script)
    page.locator(".adds a", has_text="Domineering").click()
    page.locator("#game-1").wait_for()
    page.locator(".adds a", has_text="Kayles").click()
    page.locator('#game-2 [data-cell="2"]').wait_for()
    page.locator('#game-1 [data-cell="a1"]').click()
    page.wait_for_url("**touch=1**")
    page.locator('#game-1 [data-cell="a2"]').click()
    page.wait_for_url("**move=1**")
    page.locator('#game-2 [data-cell="3"]').click()
    page.locator("#game-2 .moves a", has_text="3-4").click()
    page.locator("ol.made li").nth(1).wait_for()
    assert page.locator("ol.made li").all_inner_texts() == ["a1-a2 in 1, Left", "3-4 in 2, Right"]
    page.get_by_role("link", name="Remove game 1, Domineering").click()
    page.wait_for_function("() => !document.getElementById('game-2')")
    assert page.locator("#game-1 h2").inner_text().startswith("1. Kayles")

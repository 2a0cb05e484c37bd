"""The first page: its board, famous games, groups, chips, search, the puzzle of the day, and its weight."""

import gzip
import re
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest
from support.asking import Asked
from support.browser import DESKTOP

import zermelo
from zermelo.games import catalogue, format_game_name, search_games
from zermelo.play import Match
from zermelo.web.pages import home_page
from zermelo.web.practice import training_page

SHAPES = re.compile(r"<(?:circle|ellipse|line|path|polygon|polyline|rect|text|use)\b")
TYPED = (
    "checkers",
    "dice",
    "noughts",
    "mill",
    "puzzle",
    "chess endings",
    "Draughts",
    "reversi",
    "tic tac toe",
    "tictactoe",
    "nine men's",
    "II-Nim",
    "lion",
    "wild tic",
    "one player",
    "königs",
    "s",
)
Begin = Callable[..., Any]


def list_found(answer: Any) -> list[str]:
    return re.findall(r"<li data-words=.*?<strong>(.*?)</strong>", answer.text)


def titles_of(names: list[str]) -> list[str]:
    return [format_game_name(name).replace("'", "&#39;") for name in names]


@pytest.mark.parametrize("name", catalogue())
def test_no_card_is_blank_or_speaks_of_code(name: str) -> None:
    kind = catalogue()[name]
    drawn = home_page.draw_thumbnail(Match(kind()))
    assert drawn.startswith("<svg") and len(SHAPES.findall(drawn)) >= 3
    card = home_page.make_game_card(name, kind)  # type: ignore[arg-type]  # hashable
    words = f"{card.title} {card.goal}"
    assert card.goal and not re.search(
        r"[`_=]|\bposition|\w\(|[a-z][A-Z]", words.replace("EinStein", "").replace("NoGo", "")
    ), words


def test_the_page_has_every_game_in_a_group(explorer: Asked) -> None:
    found = explorer.get("/")
    assert sorted(list_found(found)) == sorted(titles_of(list(catalogue())))
    shown = re.sub(r"<[^>]*>", " ", re.sub(r"(?s)<script.*?</script>|<svg.*?</svg>", "", found.text))
    assert "`" not in shown and "_" not in shown and not re.search(r"\w=", shown)
    assert shown.count("Famous games") == 1 and "Lines" in shown and "Heaps and rows" in shown


def test_pictures_are_there_and_the_famous_ones_show_play(explorer: Asked) -> None:
    text = explorer.get("/").text
    pictures = re.findall(r'<img src="(/-/picture/[^"]*)"', text)
    assert len(pictures) == len(catalogue()) + 8 and len(set(pictures)) == len(pictures) - 1  # nim begins so
    for path in pictures[:8]:
        found = explorer.get(path)
        assert found.status == 200 and found.headers["content-type"] == "image/svg+xml"
    for famous in home_page.FAMOUS:
        match = Match(zermelo.game(famous.game))
        for move in famous.moves:
            match.play(match.find_move(move, exact=True))
        assert not match.is_over() and len(famous.words.split()) == 2


def test_the_first_board_leads_to_play_against_the_computer(explorer: Asked) -> None:
    cells = re.findall(r'<a[^>]*href="(/tic_tac_toe/b2/a1/\w\d\?with=perfect)"', explorer.get("/").text)
    assert len(set(cells)) == 7
    path, answered = explorer.follow(cells[0])
    assert answered.status == 200 and path.partition("?")[0].count("/") == 5  # and the computer's reply


@pytest.mark.parametrize("typed", [*TYPED, "othelo", "conect for", "xyzzy"])
def test_the_server_finds_what_the_catalogue_does(explorer: Asked, typed: str) -> None:
    found = search_games(typed)
    answer = explorer.get(f"/?typing=1&q={typed.replace(' ', '+').replace('ö', '%C3%B6')}")
    assert list_found(answer) == titles_of(found.meant or found.similar)
    assert ("No game is called" in answer.text) == (not found.meant)


def test_a_finished_name_leads_to_its_game(explorer: Asked) -> None:
    for typed, path in (
        ("reversi", "/othello"),
        ("noughts+and+crosses", "/tic_tac_toe"),
        ("quiz", "/strike"),
    ):
        assert explorer.get(f"/?q={typed}").headers["location"] == path
    assert explorer.get("/?q=checkers").status == 200  # which may be several


def test_chips_filter(explorer: Asked) -> None:
    solved = list_found(explorer.get("/?show=solved"))
    assert "Tic-tac-toe" in solved and "Chess endings" not in solved
    assert set(list_found(explorer.get("/?show=dice"))) >= {"Pig", "Bearing off"}
    pegs = ["Peg solitaire", "English peg solitaire", "European peg solitaire"]
    assert set(list_found(explorer.get("/?show=one&q=peg"))) >= set(pegs)
    assert list_found(explorer.get("/?show=dice&q=peg")) == []
    assert list_found(explorer.get("/?show=nothing")) == []


def test_the_first_view_is_light(explorer: Asked) -> None:
    """All that a first view loads, as it is sent to browsers that unpack: page, styles, scripts, famous pictures."""
    text = explorer.get("/").text
    paths = re.findall(r'(?:src|href)="(/-/(?:style|static|picture)[^"]*)"', text)[: 3 + 8]
    bodies = [explorer.get(path).body for path in ("/", *paths)]
    assert len(bodies) == 12 and sum(len(gzip.compress(body)) for body in bodies) < 120_000
    assert len(bodies[0]) < 80_000
    assert all(
        'loading="lazy" width="72" height="72"' in row for row in re.findall(r"<li data-words.*", text)
    )


def test_the_puzzle_of_the_day_is_the_days(explorer: Asked) -> None:
    trainer, today = explorer.explorer_state.trainer, date(2026, 11, 30)
    solution = trainer.solution_cache.find_game_status(zermelo.game("tic_tac_toe"))
    assert trainer.finder.find_puzzles(solution, wait=60).tasks
    first = trainer.find_daily_puzzle(today)
    assert first["board"].startswith("<svg") and explorer.get(first["url"]).status == 200
    urls = {trainer.find_daily_puzzle(today + timedelta(days))["url"] for days in range(8)}
    assert len(urls) > 1 and trainer.find_daily_puzzle(today) == first


def test_a_game_of_a_package_that_cannot_be_made_leaves_the_first_page_whole(
    explorer: Asked, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Needs(zermelo.Game):
        heap: int

    games = {**training_page.catalogue(), "needs": Needs}
    monkeypatch.setattr(training_page, "catalogue", lambda: games)
    found = explorer.explorer_state.trainer.find_daily_puzzle(date(2001, 1, 1))
    assert found["url"].startswith("/-/train/")


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("connect_four(columns=4, rows=4, line=4)", "Connect Four: 4 columns, 4 rows"),
        ("nim(heaps=(1, 2), misere=True)", "Nim: heaps 1, 2, misere"),
        ("nim(heaps=(3, 4), misere=False) from 10", "Nim: heaps 3, 4, from 2 1"),
        ("tic_tac_toe", "Tic-tac-toe"),
    ],
)
def test_games_with_parameters_are_named_in_words(text: str, title: str) -> None:
    assert home_page._describe_game_text(text)["title"] == title


# In a browser.


def list_shown(page: Any) -> list[str]:
    return [str(text) for text in page.locator(".cards li:not([hidden]) strong").all_inner_texts()]


def test_typing_finds_at_once_what_the_server_finds(begin: Begin, explorer: Asked) -> None:
    page = begin(explorer, "/")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "q=" in request.url else None)
    field = page.get_by_label("Find a game")
    for typed in TYPED:
        field.fill(typed)
        if search_games(typed).meant:
            expected = sorted(format_game_name(name) for name in search_games(typed).meant)
            assert sorted(list_shown(page)) == expected, typed
            assert not page.locator(".hero").is_visible() and asked == []
    field.fill("")
    assert len(list_shown(page)) == len(catalogue()) and page.locator(".hero").is_visible()
    field.fill("othelo")
    page.get_by_text("No game is called").wait_for()
    assert list_shown(page) == ["Othello"] and field.evaluate("field => field === document.activeElement")
    field.fill("")
    page.locator(".hero").wait_for()


@pytest.mark.parametrize("script", [True, False])
def test_chips_and_search_work_with_and_without_a_script(begin: Begin, explorer: Asked, script: bool) -> None:
    page = begin(explorer, "/", **DESKTOP, java_script_enabled=script)
    page.locator(".chips a", has_text="dice").click()
    page.wait_for_url("**/?show=dice")
    page.get_by_role("heading", name="games: dice").wait_for()
    assert "Pig" in list_shown(page) and "Nim" not in list_shown(page)
    field = page.get_by_label("Find a game")
    field.fill("checkers")
    field.press("Enter")
    page.get_by_role("heading", name="games: checkers").wait_for()
    assert list_shown(page)[0] == "Checkers (English draughts)"


@pytest.mark.parametrize("script", [True, False])
def test_a_cell_of_the_first_page_begins_a_game(begin: Begin, explorer: Asked, script: bool) -> None:
    page = begin(explorer, "/", **DESKTOP, java_script_enabled=script)
    page.locator('.hero figure.board [data-cell="c1"]').first.click(force=True)
    page.wait_for_url("**/tic_tac_toe/b2/a1/c1/a3?with=perfect")

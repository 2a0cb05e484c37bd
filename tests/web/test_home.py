"""The first page: its board, famous games, groups, chips, search, the puzzle of the day, and its weight."""

import gzip
import html
import re
import shlex
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from support.asking import Asked
from support.browser import DESKTOP, PHONE

import zermelo
from zermelo.games import catalogue, format_game_name, search_games
from zermelo.play import Match
from zermelo.web.pages import home_page
from zermelo.web.practice import training_page
from zermelo.web.practice.training_puzzles import number_puzzles
from zermelo.web.services.solution_cache import GameStatus, SolutionCache

SHAPES = re.compile(r"<(?:circle|ellipse|line|path|polygon|polyline|rect|text|use)\b")
TYPED = (
    "checkers",
    "dice",
    "noughts",
    "ttt",
    "c4",
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


def test_no_two_cards_read_alike() -> None:
    """Goals such as "Make the last move." are of many games: cards say what is particular."""
    cards = tuple(home_page.make_game_card(name, kind) for name, kind in catalogue().items())  # type: ignore[arg-type]  # hashable
    by_text: dict[str, list[str]] = {}
    for name, text in home_page.find_telling_sentences(cards).items():
        by_text.setdefault(text, []).append(name)
    # The second is the first at its usual size.
    assert [names for names in by_text.values() if len(names) > 1] == [["mnk", "tic_tac_toe"]]


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


@pytest.mark.parametrize(
    ("typed", "nearest"),
    [("backgammon", "Bearing off"), ("gomoku", "Lines of any length (m,n,k)"), ("chess", "Chess endings")],
)
def test_of_a_game_that_is_not_here_the_nearest_is_shown_and_said_to_be_that(
    begin: Begin, explorer: Asked, typed: str, nearest: str
) -> None:
    said = str(search_games(typed).nearest)
    assert "is not here" in said and said.endswith(nearest)
    for query in (typed, f"{typed[:-1]}&typing=1"):
        answer = explorer.get(f"/?q={query}")
        assert said in answer.text and list_found(answer)[0] == nearest
    page = begin(explorer, "/")
    page.get_by_label("Find a game").fill(typed)
    page.get_by_role("heading", name=said).wait_for()
    assert list_shown(page)[0] == nearest


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
        'loading="lazy" width="96" height="96"' in row for row in re.findall(r"<li data-words.*", text)
    )


def test_the_puzzle_of_the_day_is_the_days(explorer: Asked, tmp_path: Path) -> None:
    """One day has one puzzle on every server, whatever else is solved there; other days have others."""
    trainer = explorer.explorer_state.trainer
    day = next(
        day
        for n in range(99)
        if explorer_day(trainer, day := date(2026, 11, 30) + timedelta(n)) == "Tic-tac-toe"
    )
    solution = trainer.solution_cache.find_game_status(zermelo.game("tic_tac_toe"))
    assert trainer.finder.find_puzzles(solution, wait=60).tasks
    first = trainer.find_daily_puzzle(day)
    assert first["board"].startswith("<svg") and explorer.get(first["url"]).status == 200
    assert explorer.get(first["list"]).status == 200 and trainer.find_daily_puzzle(day) == first
    elsewhere = training_page.TrainingPages(trainer.lines, SolutionCache(tmp_path), trainer.time_limit)
    days = [day + timedelta(n) for n in range(-60, 60)]
    titles = [explorer_day(elsewhere, each) for each in days]
    assert titles == [explorer_day(trainer, each) for each in days] and len(set(titles)) > 15
    assert {"Connect Four", "Chess endings"} <= set(titles)


def explorer_day(trainer: training_page.TrainingPages, day: date) -> str:
    """The game of a day's puzzle, for which no work is begun."""
    with mock.patch.object(
        trainer.solution_cache, "find_game_status", lambda game, **_: GameStatus(game, "")
    ):
        return trainer.find_daily_puzzle(day)["title"]


@pytest.mark.long
@pytest.mark.parametrize("name", training_page.DAILY)
def test_games_of_the_day_are_small_and_have_puzzles(name: str) -> None:
    solution = zermelo.solve(zermelo.game(name))
    assert solution.summary.solved < 2_000_000
    assert number_puzzles(solution, solution.puzzles(count=1))


def test_a_famous_card_opens_the_game_of_the_list(explorer: Asked) -> None:
    links = re.findall(r'<a href="(/[^"]*)"><img[^>]*><strong>(.*?)</strong>', explorer.get("/").text)
    urls: dict[str, set[str]] = {}
    for url, title in links:
        urls.setdefault(title, set()).add(url)
    assert all(len(each) == 1 for each in urls.values()) and len(links) == len(urls) + 8


def test_a_game_of_ones_own_is_written_as_its_page_says(explorer: Asked, tmp_path: Path) -> None:
    rules, commands = (
        html.unescape(each) for each in re.findall(r"(?s)<pre[^>]*>(.*?)</pre>", explorer.get("/-/own").text)
    )
    (tmp_path / "stones.py").write_text(rules)
    for line in commands.strip().splitlines():
        game = shlex.split(line)[2]
        assert zermelo.solve(zermelo.game(str(tmp_path / game)), interpreted=True).value(5).value == 1


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
    assert home_page._make_game_link_fields(text)["title"] == title


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


@pytest.mark.parametrize("script", [True, False])
def test_groups_are_folded_on_a_phone_and_searched_all_the_same(
    begin: Begin, explorer: Asked, script: bool
) -> None:
    page = begin(explorer, "/", **PHONE, java_script_enabled=script)
    assert (
        list_visible(page) == [] and page.evaluate("document.body.scrollHeight") < 5_000 if script else True
    )
    page.locator(".group summary", has_text="Dice").click()
    assert "Pig" in list_visible(page) and "Hex" not in list_visible(page)
    field = page.get_by_label("Find a game")
    field.fill("hexapawn")
    if not script:
        field.press("Enter")
        page.wait_for_url("**/hexapawn")
        return
    assert list_visible(page) == ["Hexapawn"]
    field.fill("")
    assert list_visible(page) == []


def list_visible(page: Any) -> list[str]:
    return [str(text) for text in page.locator(".cards li:visible strong").all_inner_texts()]

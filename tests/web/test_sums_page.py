"""Sums of games on a page: who wins, and by which moves, against the definition played out on all games at once."""

from functools import cache, reduce
from operator import xor
from typing import Any

import pytest
from reference import naive
from support.asking import Answer, Pages
from support.elements import Element
from support.marks import one_in

from zermelo.cgt import SumVerdict
from zermelo.core.game import Game, Position
from zermelo.web.pages.sum_page import CATALOGUE
from zermelo.web.requests.sum_url import MOST_GAMES, SumUrl, parse_sum_url

IMPARTIAL = (
    "game=nim(heaps=(1,2))",
    "game=nim(heaps=(1,2))&game=kayles(pins=4)",
    "game=nim(heaps=(3,))&game=nim(heaps=(1,2))",
    "game=kayles(pins=3)&game=euclid(a=3,b=5)&game=tuple_nim(heaps=(1,2))",
)
PARTIZAN = (
    "game=domineering(columns=2,rows=3)",
    "game=domineering(columns=2,rows=2)&game=clobber('xoxo')",
    "game=domineering(columns=2,rows=2)&game=-domineering(columns=2,rows=2)",
    "game=toads_and_frogs&game=kayles(pins=3)",
    "game=clobber('xo')&game=nim(heaps=(2,))&first=right",
)

Standing = tuple[Position, ...]


def options(game: Any, position: Position, player: int) -> list[Position]:
    """Where a player could move to: all moves of an impartial game, else what the rules say of him."""
    if game.impartial:
        return [game.play(position, move) for move in game.moves(position)]
    return list(dict.fromkeys(game.options(position, player)))


class Twin:
    """A sum by its definition: a move is one in one of the games; who cannot move loses."""

    def __init__(self, games: list[Game], negative: list[bool]) -> None:
        self.games, self.negative = games, negative
        self.wins = cache(self._wins)

    def moves(self, standing: Standing, player: int) -> list[list[Standing]]:
        found = []
        for place, (game, negative) in enumerate(zip(self.games, self.negative, strict=True)):
            own = 1 - player if negative else player
            children = options(game, standing[place], own)
            found.append([(*standing[:place], child, *standing[place + 1 :]) for child in children])
        return found

    def _wins(self, standing: Standing, player: int) -> bool:
        return any(not self.wins(child, 1 - player) for row in self.moves(standing, player) for child in row)


def twin_of(pages: Pages, query: str) -> tuple[Twin, Standing]:
    texts = parse_sum_url(query).games
    games = [pages.game(text.removeprefix("-")) for text in texts]
    twin = Twin(games, [text.startswith("-") for text in texts])
    return twin, tuple(next(iter(game.starts())) for game in games)


@pytest.mark.parametrize("query", [*IMPARTIAL, *PARTIZAN])
def test_who_wins_and_by_which_moves_is_what_the_definition_says(pages: Pages, query: str) -> None:
    twin, standing = twin_of(pages, query)
    found = pages.json(f"/-/sum?{query}")
    player = found["players"].index(found["player"])
    assert player == int("first=right" in query)
    assert found["wins"] == twin.wins(standing, player)
    for row, expected in zip(found["parts"], twin.moves(standing, player), strict=True):
        told = sorted(move["wins"] for move in row["moves"])
        assert told == sorted(not twin.wins(child, 1 - player) for child in expected)
        assert [move["wins"] for move in row["moves"]] == told[::-1]  # those that win come first
    outcomes = tuple(twin.wins(standing, each) for each in (0, 1))
    letters = {(True, False): "L", (False, True): "R", (True, True): "N", (False, False): "P"}
    assert found["worth"]["outcome_class"] == letters[outcomes]


@pytest.mark.parametrize("query", [*one_in(2, IMPARTIAL), *one_in(2, PARTIZAN)])
def test_links_are_played_to_the_end_and_undone(pages: Pages, query: str) -> None:
    """Whoever wins goes by a winning link, the other by the last; the winner is who the page said."""
    url = f"/-/sum?{query}"
    first = pages.json(url)
    winner = first["player"] if first["wins"] else next(n for n in first["players"] if n != first["player"])
    found, plies = first, 0
    while True:
        page = pages.get(url)
        links = [move for row in found["parts"] for move in row["moves"]]
        listed = [link for each in page.html.all("ul", "moves") for link in each.links]
        assert listed == [move["url"] for move in links]
        assert len(found["made"]) == plies
        if plies:
            undone = pages.json(found["undo"])
            assert len(undone["made"]) == plies - 1 and undone["player"] != found["player"]
        if not links:
            break
        chosen = next((move for move in links if move["wins"]), links[-1])
        assert chosen["wins"] == (found["player"] == winner)
        url = chosen["url"]
        found, plies = pages.json(url), plies + 1
    assert found["player"] != winner and found["finding"].endswith(
        f"cannot move anywhere: a win for {winner}"
    )
    assert found["finding"] in page.html.text


@pytest.mark.parametrize("query", IMPARTIAL)
def test_nimbers_and_their_exclusive_or_are_shown(pages: Pages, query: str) -> None:
    twin, standing = twin_of(pages, query)
    nimbers = [naive.nimbers(game)[start] for game, start in zip(twin.games, standing, strict=True)]
    total = reduce(xor, nimbers)
    found = pages.json(f"/-/sum?{query}")
    assert [row["nimber"] for row in found["parts"]] == nimbers
    assert found["nimber"] == total == int(found["binary"], 2)
    text = pages.get(f"/-/sum?{query}").html.one("table", "numbers").text
    assert text.replace(" ", "").endswith(f"exclusiveor{total}{found['binary']}")


def section_of(page: Answer, game: int) -> Element:
    """The part of a page about a game, counted from 1."""
    section = page.html.by_id(f"game-{game}")
    assert section is not None
    return section


def cells_of(page: Answer, game: int) -> list[Element]:
    """The places that answer on the board of a game."""
    return [each for each in section_of(page, game).all("a") if "data-cell" in each.attributes]


@pytest.mark.parametrize(
    "query",
    [
        "game=kayles(pins=4)&game=domineering(columns=2,rows=3)",
        "game=nim(heaps=(1,2))&game=-toads_and_frogs&game=clobber('xoxo')",
        "game=hackenbush&game=cram(columns=3,rows=2)&first=right",
    ],
)
def test_every_move_is_made_by_touches_of_the_boards(pages: Pages, query: str) -> None:
    """By one touch, by further touches, or by a choice among the few moves that a touch leaves."""
    start = pages.get(f"/-/sum?{query}")
    for number, row in enumerate(pages.json(start.url)["parts"], 1):
        made, begun = set(), [start]
        while begun:
            page = begun.pop()
            if "touch=" in page.url:
                (listed,) = section_of(page, number).all("ul", "moves")
                assert 0 < len(listed.links) <= 3
                made |= set(listed.links)
            for cell in cells_of(page, number):
                if "touch=" not in cell.href:
                    made.add(cell.href)
                elif cell.href.count("touch=") > page.url.count("touch="):
                    begun.append(pages.get(cell.href))
        assert {move["url"] for move in row["moves"]} <= made


def test_boards_have_the_signs_of_the_moves_and_values_below(pages: Pages) -> None:
    page = pages.get("/-/sum?game=nim(heaps=(1,2))&game=kayles(pins=3)")
    found = pages.json(page.url)
    assert found["finding"] == "First player to move: a loss, whatever the move" and found["nimber"] == 0
    kayles = pages.get("/-/sum?game=kayles(pins=5)&game=nim(heaps=(1,))")
    wins = {move["name"] for move in pages.json(kayles.url)["parts"][0]["moves"] if move["wins"]}
    labels = {each.attributes["aria-label"] for each in cells_of(kayles, 1)}
    assert wins == {"1", "5"} and {"5: wins", "1: 2 moves"} <= labels
    assert "Nimber 4: plays like a Nim heap of 4" in kayles.html.text
    assert "The nimbers 4 and 1 combine to 5 by exclusive or." in kayles.html.text
    assert kayles.text.count('class="z-value-win') == 5, "the finding's, two on pins, two in the list"
    assert kayles.text.count('class="z-value-loss') == 12, "on three pins and a heap, eight in lists"


def test_players_have_one_name_and_symbols_stand_below_words(pages: Pages) -> None:
    """A card names the side as its game does; symbols of values are folded, and rules stand below all cards."""
    query = "game=domineering(columns=2,rows=2)&game=-toads_and_frogs&game=hackenbush"
    page = pages.get(f"/-/sum?{query}")
    heads = [section_of(page, number).one("h2").text for number in (1, 2, 3)]
    assert "Left as Vertical" in heads[0] and "Left as Frogs" in heads[1] and "Left" not in heads[2]
    drawn = [each.text for number in (1, 2, 3) for each in section_of(page, number).all("text")]
    assert "B1" in drawn and not any("to move" in each for each in drawn)
    parts = pages.json(page.url)["parts"]
    (folded,) = page.html.one("section", "why").all("details")
    for number, part in enumerate(parts, 1):
        lead = section_of(page, number).one("p", "lead").text
        assert part["meaning"][1:] in lead
        assert part["value"] not in lead and part["value"] in folded.text
        assert part["how"] in page.html.text and part["how"] not in section_of(page, number).text


def test_games_are_added_from_a_catalogue_of_pictures(pages: Pages) -> None:
    page = pages.get("/-/sum?game=kayles(pins=3)&move=1:1&touch=1:2")
    rows = page.html.one("ul", "adds").all("a")
    assert len(rows) == len(CATALOGUE)
    for text, link in zip(CATALOGUE, rows, strict=True):
        found = pages.json(link.href)
        assert [part["text"] for part in found["parts"]] == ["kayles(pins=3)", text]
        assert len(found["made"]) == 1 and not found["refused"]
        assert link.all("svg")
    full = pages.get("/-/sum?" + "&".join(["game=*1"] * MOST_GAMES))
    assert full.html.all("ul", "adds") == []


def test_a_game_is_removed_by_its_button(pages: Pages) -> None:
    page = pages.get("/-/sum?game=nim(heaps=(1,2))&game=kayles(pins=3)")
    button = next(
        each for each in page.page.links if each.attributes.get("aria-label") == "Remove game 1, Nim"
    )
    assert [part["text"] for part in pages.json(button.href)["parts"]] == ["kayles(pins=3)"]


def test_games_are_added_by_a_form_and_taken_away_by_a_link(pages: Pages) -> None:
    page = pages.get("/-/sum?game=nim(heaps=(1,2))&game=kayles(pins=3)&move=2:1&move=1:1 from heap 1")
    form = page.html.one("form", "adding")
    kept = [(each.attributes["name"], each.attributes.get("value")) for each in form.all("input")]
    assert kept == [
        ("game", "nim(heaps=(1,2))"),
        ("game", "kayles(pins=3)"),
        ("move", "2:1"),
        ("move", "1:1 from heap 1"),
        ("game", None),
    ]
    rows = pages.json(page.url)["parts"]
    without = pages.json(rows[0]["without"])
    assert [row["text"] for row in without["parts"]] == ["kayles(pins=3)"]
    assert [(each["game"], each["name"]) for each in without["made"]] == [(1, "1")]
    assert pages.json("/-/sum")["parts"] == [] and "Nim" in pages.get("/-/sum").html.text


def test_values_are_games_too(pages: Pages) -> None:
    found = pages.json("/-/sum?game={1|-1}&game=*2&game=1/2")
    assert [row["value"] for row in found["parts"]] == ["+-1", "*2", "1/2"]
    assert found["worth"]["value"] == pages.json("/-/sum?game={1|-1}&game=1/2&game=*2")["worth"]["value"]
    after = pages.json(next(move["url"] for move in found["parts"][0]["moves"]))
    assert after["parts"][0]["position"] == "1" and after["player"] == "Right"


def test_a_position_of_a_page_stands_in_a_sum(pages: Pages) -> None:
    found = pages.json("/nim(heaps=(1,2,3))/2 from heap 3?panel=nimber")
    link = pages.get("/nim(heaps=(1,2,3))/2 from heap 3?panel=nimber").html.by_id("panel")
    assert link is not None
    url = next(each for each in link.links if each.startswith("/-/sum"))
    there = pages.json(url)
    assert there["parts"][0]["position"] == found["text"]
    assert there["parts"][0]["nimber"] == found["panel"]["answer"]["nimber"]


@pytest.mark.parametrize(
    ("query", "status", "words"),
    [
        ("game=evil.py:Game", 404, "command line"),
        ("game=-evil.py:Game", 404, "command line"),
        ("game=nim from evil.py:Game", 404, "command line"),
        ("game=nope_at_all", 404, "not a game"),
        ("game={1|", 400, "no value"),
        ("game=nim(heaps=(99999999999999999999,))", 400, "past 1,000,000"),
        ("game=nim&move=1:nothing", 404, "no move"),
        ("game=nim&game=<script>alert(1)</script>", 400, "no value"),
    ],
)
def test_what_cannot_be_read_is_said_and_can_be_taken_away(
    pages: Pages, query: str, status: int, words: str
) -> None:
    page = pages.get(f"/-/sum?{query}", status=status)
    assert words in page.html.one("p", "note").text
    assert "<script>alert" not in page.text
    assert len([link for link in page.html.links if link.startswith("/-/sum")]) >= 2
    assert words in pages.json(f"/-/sum?{query}", status=status)["error"]


@pytest.mark.parametrize("game", ["tic_tac_toe", "pig", "hanoi", "strike", "nim(misere=True)", "mu_torere"])
def test_games_that_cannot_stand_in_a_sum_are_refused_in_words(pages: Pages, game: str) -> None:
    page = pages.get(f"/-/sum?game={game}&game=nim(heaps=(1,))")
    found = pages.json(page.url)
    assert found["refused"] and found["worth"] is None and found["wins"] is None
    assert found["refused"] in page.html.text


@pytest.mark.parametrize(
    "query",
    [
        "&".join(["game=nim"] * (MOST_GAMES + 1)),
        "game=nim&move=2:1 from heap 1",
        "game=nim&move=0:1",
        "game=nim&move=x",
        "game=nim&game=nim&touch=1:heap 1&touch=2:heap 1",
        "game=nim&touch=2:heap 1",
        "game=nim&move=-1:1",
        "game=" + "n" * 30_000,
        "game=nim&" + "&".join(["move=1:1"] * 300),
    ],
)
def test_a_sum_that_is_none_is_refused(pages: Pages, query: str) -> None:
    assert pages.get(f"/-/sum?{query}", status=400).html.one("p", "said").text


def test_an_address_of_a_sum_is_read_back_as_it_was_written() -> None:
    games = "nim(heaps=(1,2))", "{1|-1}", "-kayles"
    written = SumUrl(games, ((0, "1 from heap 1"), (2, "a&b=c")), True, ((0, "heap 1"),))
    assert parse_sum_url(written.url().partition("?")[2]) == written


# Examples, and play against the computer.


def test_every_example_is_played_and_says_what_its_lesson_says(pages: Pages) -> None:
    links = pages.get("/-/sum").html.one("ul", "examples").all("a")
    found = {link.one("strong").text: pages.json(link.href) for link in links}
    assert len(found) == len(links) == len(SumVerdict.EXAMPLES)
    values = {title: [part["value"] for part in each["parts"]] for title, each in found.items()}
    assert sum(m["wins"] for part in found["Three heaps of Nim"]["parts"] for m in part["moves"]) == 1
    assert found["A row of pins and a heap"]["parts"][0]["meaning"].endswith("plays like a Nim heap of 4")
    assert values["Stalks of Hackenbush"] == ["1/2", "1/2", "-1"]
    hot = found["Hot boards and a stalk"]
    assert "Most is at stake in game 1." in hot["reason"]
    assert [any(move["wins"] for move in part["moves"]) for part in hot["parts"]] == [True, False, False]
    for title in ("Stalks of Hackenbush", "A board and its mirror"):
        assert found[title]["worth"]["value"] == "0"
    for each in found.values():
        assert all(part["meaning"] for part in each["parts"]) and each["reason"] and not each["refused"]


@pytest.mark.parametrize("query", [IMPARTIAL[1], PARTIZAN[1], PARTIZAN[3], f"{IMPARTIAL[1]}&as=second"])
def test_the_computer_wins_what_the_person_loses_and_gives_nothing_away(pages: Pages, query: str) -> None:
    """The person makes the first move listed; values are shown only when they are asked for, and at the end."""
    url = f"/-/sum?{query}&with=perfect"
    for _ in range(20):
        path, page = pages.asked.follow(url)
        found = pages.json(path)
        assert found["player"] == "you"
        links = [link for each in page.html.all("ul", "moves") for link in each.links]
        if not links:
            assert found["headline"] == "You cannot move anywhere: a win for the computer"
            break
        assert found["headline"].startswith("You to move")
        assert not any(said in page.text for said in ("z-value-win", "z-value-loss", "Nimber", "Worth"))
        shown = pages.get(next(link for link in page.html.links if "show=1" in link))
        assert ("z-value-win" in shown.text) == found["wins"] and found["finding"] in shown.html.text
        moves = [move for part in found["parts"] for move in part["moves"]]
        losing = [move for move in moves if not move["wins"]]
        url = (losing or moves)[0]["url"]
    else:
        pytest.fail("the game has no end")
    assert "z-value-loss" in page.text
    undone = pages.json(found["undo"])
    assert undone["player"] == "you" and len(undone["made"]) == len(found["made"]) - 2


def test_a_win_against_the_computer_has_the_sign_of_a_win(pages: Pages) -> None:
    page = pages.get("/-/sum?game=kayles(pins=1)&with=perfect&move=1:1")
    assert "The computer cannot move anywhere: a win for you" in page.html.text
    assert "z-value-win" in page.text and "z-value-loss" not in page.text


@pytest.mark.parametrize("query", ["game=nim&with=nobody", "game=nim&with=perfect&as=third"])
def test_only_the_computer_plays_the_other_side(pages: Pages, query: str) -> None:
    assert "with=perfect" in pages.get(f"/-/sum?{query}", status=400).html.one("p", "said").text

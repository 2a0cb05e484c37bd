"""Position pages: a position is a URL and a move a link; what they say is what the solution and the rules say."""

import random
import re
import time
from typing import Any
from urllib.parse import quote

import pytest
from reference import naive
from support.asking import PATIENCE, Asked, Pages
from support.elements import Page
from support.points import gained, in_the_end

import zermelo
from zermelo.core import UnreadablePosition
from zermelo.core.values import outcome_word
from zermelo.play import Match
from zermelo.web.api import lookup_request
from zermelo.web.pages.position_editor import find_game_of_text

GAMES = (
    "tic_tac_toe",
    "connect_four(columns=4,rows=3)",
    "dao(size=3)",
    "hexapawn",
    "nim(heaps=(2,3))",
    "hex(size=3)",
    pytest.param("dots_and_boxes(columns=2,rows=1)", marks=pytest.mark.long),
    "sliding_tiles(columns=2,rows=2)",
    "pig(target=6)",
    "subtraction(heap=7)",
)


def led(page: Page, text: str) -> str:
    """Return where the first link of a text leads."""
    return next(link.href for link in page.links if link.text == text)


@pytest.mark.parametrize("game", GAMES)
def test_whole_games_are_played_by_following_links(explorer: Asked, game: str) -> None:
    """Every page of a game at random: its moves are the rules', each with the worth that the solution has."""
    explorer.solved(game)
    solution = zermelo.open(game, explorer.explorer_state.store)
    chance, match, url = random.Random(game), Match(solution.game), f"/{game}"
    for _ in range(40):
        found = explorer.get(url)
        assert found.status == 200, found.text
        page = found.page
        assert ("of the player to move" in page.text) != solution.game.is_puzzle
        check_json(explorer.get(f"{url.removesuffix('/')}.json").json, solution, match)
        if match.is_over():
            assert not page.moves
            break
        throws = match.throws()
        if throws:
            links = [link for link in page.links if "/~" in link.href]
            assert len(links) >= len(throws)
            number = chance.randrange(len(throws))
            match.play(zermelo.play.ChanceOutcome(throws[number][1]))
            url = f"{url.rstrip('/')}/~{number + 1}"
            continue
        assert sorted(page.moves) == sorted(match.move_names())
        judged = {move.name: move.answer for move in solution.moves(match.position)}
        lead = -gained(match) if match.mover else gained(match)
        for row in page.data["moves"]:
            word = outcome_word(judged[row["name"]].value + lead)
            if abs(judged[row["name"]].value) < 1e-9:
                word = outcome_word(lead)
            assert row["tone"] == word, "values are the mover's"
        name = chance.choice(sorted(page.moves))
        url = page.moves[name]
        match.play(match.find_move(name, exact=True))


def test_the_first_page_says_what_the_book_knows(explorer: Asked) -> None:
    """Connect Four has a book: wins stand first, and the longest losses before shorter ones."""
    assert "Yellow to move: wins in 41; only column 4 wins" in explorer.get("/connect_four").page.text
    moves = explorer.get("/connect_four.json").json["moves"]
    assert [(each["move"], each["answer"]) for each in moves] == [
        ("4", "win in 41"),
        ("3", "draw"),
        ("5", "draw"),
        ("2", "loss in 42"),
        ("6", "loss in 42"),
        ("1", "loss in 40"),
        ("7", "loss in 40"),
    ]


def check_json(said: Any, solution: Any, match: Match) -> None:
    """What programs are told of a position is what the solution says of it."""
    answer, where = solution.value(match.position), match.position
    assert (said["text"], said["over"]) == (solution.game.show(where), match.is_over())
    assert said["value"] == pytest.approx(answer.value)
    assert said["remoteness"] == (answer.remoteness if answer.is_timed else None)
    lead = -gained(match) if match.mover else gained(match)
    if "points" not in said:
        assert said["answer"] == str(answer)
    elif not said["over"]:
        assert said["to_come"] == answer.value and said["final"] == answer.value + lead
    moves = {move.name: move.answer for move in solution.moves(where)}
    assert {move["move"] for move in said["moves"]} == set(moves)
    for move in said["moves"]:
        assert move["value"] == pytest.approx(moves[move["move"]].value)
        if "points" not in said:
            assert move["answer"] == str(moves[move["move"]])
        else:
            assert move["final"] == moves[move["move"]].value + lead


def test_a_man_is_touched_and_then_where_he_goes(explorer: Asked) -> None:
    """Without a script: every move from cell to cell is made by two touches, where a man is put by one."""
    page = explorer.get("/tic_tac_toe/b2").page
    assert {name: link.href for name, link in page.cells.items()} == page.moves
    explorer.solved("dao(size=3)")
    page = explorer.get("/dao(size=3)").page
    for name, url in page.moves.items():
        start, end = name.split("-")
        begun = explorer.get(page.cells[start].href).page
        assert begun.cells[end].href == url


def test_a_car_is_picked_up_at_any_of_its_cells_and_put_where_it_goes(explorer: Asked) -> None:
    for cell in ("a3", "b3"):
        page = explorer.get(f"/rush_hour?touch={cell}").page
        assert page.cells["c3"].href == "/rush_hour/A%20right%201"


def test_several_moves_of_one_cell_are_asked_for(explorer: Asked) -> None:
    """Either sign may be put on a cell: the list has both."""
    page = explorer.get("/wild_tic_tac_toe(columns=2,rows=2,line=2)").page
    touched = [link for link in page.cells.values() if "touch=" in link.href]
    assert touched
    asked = explorer.get(touched[0].href).page
    assert "Moves with" in asked.text
    names = [link.text for link in asked.links if link.href in set(page.moves.values())]
    assert len(names) > 1


def test_values_are_the_movers_unless_a_side_is_chosen(explorer: Asked) -> None:
    page = explorer.get("/tic_tac_toe/b2").page
    assert "O to move: draw with best play; 4 of 8 moves keep it" in page.text
    assert {row["tone"] for row in page.data["moves"]} == {"draw", "loss"}
    fixed = explorer.get(led(page, "of X")).page
    assert "O to move: X draws with best play; 4 of 8 moves keep it" in fixed.text
    assert {row["tone"] for row in fixed.data["moves"]} == {"draw", "win"}
    url = "/tic_tac_toe/b2/b1.json"
    for query, viewer, outcome in (("", 1, "win"), ("?as=second", 2, "loss"), ("?as=first", 1, "win")):
        found = explorer.get(url + query).json
        assert (found["values_of"], found["outcome"], found["moves"][0]["outcome"]) == (
            viewer,
            outcome,
            outcome,
        )


def test_a_person_is_the_mover_at_their_turns(explorer: Asked) -> None:
    """The button starts a game against a perfect player; values asked for are the person's own."""
    explorer.solved("tic_tac_toe")
    for url, side in (("/tic_tac_toe", "first"), ("/tic_tac_toe/b2", "second")):
        page = explorer.get(url).page
        begun = explorer.get(led(page, "Play the computer"))
        assert begun.status == 200, "the person is to move at once"
        assert led(page, "Play the computer") == f"{url}?as={side}&with=perfect"
        where, answered = explorer.follow(begun.page.moves["a1"])
        values = explorer.get(led(answered.page, "Show move values")).page.data["moves"]
        assert values[0]["tone"] in ("win", "draw") and where.partition("?")[0].count("a1") == 1
        assert led(answered.page, "Explore").partition("?")[2] == ""


def test_a_bar_shows_who_leads(explorer: Asked) -> None:
    """Half for a draw, all for a win; with no hints, in puzzles and for several players there is none."""
    explorer.solved("tic_tac_toe")
    for url, words in (
        ("/tic_tac_toe", "X to move: draw with best play; every move keeps it"),
        ("/tic_tac_toe/b2/b1", "X to move: wins in 5; 6 of 7 moves win"),
    ):
        found = explorer.get(url)
        assert 'id="bar"' in found.text and f"<title>{words}</title>" in found.text
    for url in ("/tic_tac_toe?hints=off", "/strike", "/sliding_tiles(columns=2,rows=2)"):
        assert 'id="bar"' not in explorer.get(url).text


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("/tic_tac_toe", "Click a free square"),
        ("/connect_four", "Click a column"),
        ("/hackenbush", "Click a line"),
        ("/kayles", "Click a pin, then the same or another one"),
        ("/wythoff", "Click a match: it and all beyond it go"),
        ("/nim", "Click a match: it and all beyond it go"),
        ("/kalah", "Click a pit"),
        ("/dots_and_boxes", "Click a line"),
        ("/chess_endgame", "Click a piece, then where it goes"),
        ("/subtraction", "Choose a move from the list"),
        ("/bear_off", "Throw the dice"),
        ("/go", "Click a free point, or choose a move from the list"),
    ],
)
def test_a_line_says_what_to_click(explorer: Asked, url: str, said: str) -> None:
    assert said in explorer.get(url).page.text


def test_variants_are_a_form(explorer: Asked) -> None:
    """Fields hold what is played; a form leads to the game it asks for, or says what to change."""
    page = explorer.get("/tic_tac_toe(columns=4)").page
    assert "Tic-tac-toe 4 x 3" in page.text and "tic_tac_toe(" not in page.text
    at = "/-/variant/tic_tac_toe?"
    for query, leads in (
        ("columns=3&rows=3&line=3", "/tic_tac_toe"),
        ("columns=4&rows=3&line=3&misere=1", "/tic_tac_toe(columns=4,misere=True)"),
        ("columns= 5 ", "/tic_tac_toe(columns=5)"),
    ):
        found = explorer.get(at + query.replace(" ", "%20"))
        assert (found.status, found.headers["location"]) == (303, leads)
    heaps = explorer.get("/-/variant/nim?heaps=(4,%205)")
    assert heaps.headers["location"] == "/nim(heaps=(4,5))"
    for query, words in (
        ("columns=400&rows=7", "400 is too large: give a whole number from 1 to"),
        ("columns=many&rows=7", "'many' is not a whole number"),
        ("columns=&rows=7", "is not a whole number"),
        ("columns=9&rows=8", ""),
    ):
        refused = explorer.get(at + query)
        inputs = {
            each.attributes["name"]: each.attributes
            for each in refused.page.html.all("input")
            if "name" in each.attributes
        }
        assert refused.status == 400 and "Play this variant" in refused.page.text
        assert inputs["rows"]["value"] == query[-1] and "aria-invalid" not in inputs["rows"]
        assert inputs["columns"]["value"] == query.partition("&")[0].removeprefix("columns=")
        (said,) = [each for each in refused.page.html.walk() if each.attributes.get("role") == "alert"]
        assert words in said.text and (inputs["columns"].get("aria-describedby") == said.attributes.get("id"))
    isolation = explorer.get("/isolation").page.html
    (columns,) = [
        each.attributes for each in isolation.all("input") if each.attributes.get("name") == "columns"
    ]
    assert (columns["min"], columns["max"], columns["type"]) == ("1", "31", "number")
    assert {"king", "queen", "knight"} <= {each.text for each in isolation.all("option")}
    labels = [each.text.strip() for each in page.html.all("label") if each.text.strip()]
    assert {"Columns", "In a row to win", "Misère: who would win loses"} <= set(labels)
    presets = {
        each.text: each.href for each in page.links if each.text in ("The usual game", "4 x 4", "Misère")
    }
    assert presets["Misère"] == "/tic_tac_toe(misere=True)" and presets["The usual game"] == "/tic_tac_toe"
    assert explorer.get(presets["4 x 4"]).page.html.one("h1").text.endswith("4 x 4")
    for text in ("1),", "__import__('os')", "nim()", "open(1)", "(" * 99, "../x", "-1", ""):
        assert explorer.get(f"/-/variant/nim?heaps={quote(text)}").status == 400
    assert explorer.get("/-/variant/no_such_game?columns=1").status == 404


def test_the_analysis_begins_with_the_best_line(explorer: Asked) -> None:
    """Of a solution, or as far as a book or a search knows it; a review gives it of each mistake."""
    text = explorer.get("/tic_tac_toe/b2/b1?panel=analyse").text
    line = re.search(r'Best line</p><div class="best-line">(.*?)</div>', text)
    assert line is not None and len(re.findall("<a ", line[1])) == 5  # wins in 5
    assert re.findall(r'<a href="(.*?)">(.*?)</a>', line[1])[0][0].startswith("/tic_tac_toe/b2/b1/")
    for url in ("/tic_tac_toe/b2/b1?panel=share", "/tic_tac_toe?panel=analyse&hints=off"):
        assert "Best line" not in explorer.get(url).text
    text = explorer.get("/connect_four?panel=analyse").text
    assert re.search(r'Best line</p><div class="best-line"><a href="/connect_four/4\?panel', text)
    text = explorer.get("/connect_four/1/2/1/2/1/2/1").text
    assert (
        "1 gave away a win; dark answers 2" in text
        and '<p class="best-line"><a href="/connect_four/4' in text
    )


def test_hints_are_on_off_or_asked_for(explorer: Asked) -> None:
    on, off, ask = (
        explorer.get(f"/tic_tac_toe/b2{query}").page for query in ("", "?hints=off", "?hints=ask")
    )
    assert all(row["tone"] for row in on.data["moves"])
    assert not any(row["tone"] or row["words"] for row in [*off.data["moves"], *ask.data["moves"]])
    assert "Show move values" in ask.text and "Show move values" not in off.text
    shown = explorer.get(led(ask, "Show move values")).page
    assert all(row["tone"] for row in shown.data["moves"])
    after = explorer.get(ask.moves["a1"]).page  # it was for that position alone
    assert not any(row["tone"] for row in after.data["moves"])


def test_moves_are_taken_back_and_made_again(explorer: Asked) -> None:
    page = explorer.get("/tic_tac_toe/b2/a1/c3").page
    back = explorer.get(led(page, "Undo")).page
    assert sorted(back.moves) == sorted(explorer.get("/tic_tac_toe/b2/a1").page.moves)
    twice = explorer.get(led(back, "Undo")).page
    again = explorer.get(led(twice, "Redo")).page
    assert sorted(again.moves) == sorted(back.moves)
    assert sorted(explorer.get(led(again, "Redo")).page.moves) == sorted(page.moves)
    names = [link.text for link in twice.links if link.href.startswith("/tic_tac_toe/b2")]
    assert "c3" in names  # the list has what was taken back


def test_a_position_is_set_up_and_the_mover_stays(explorer: Asked) -> None:
    page = explorer.get("/tic_tac_toe?from=X../.O./X..&turn=second").page
    assert "O to move" in page.text
    same = explorer.get("/tic_tac_toe?from=X../.O./X..").page
    assert "O to move" in same.text and sorted(page.moves) == sorted(same.moves)
    refused = explorer.get("/tic_tac_toe?from=XXX")
    assert refused.status == 404 and "rows" in refused.page.text


def test_a_position_is_set_up_by_hand(explorer: Asked) -> None:
    """A sign on a cell by a link, then another: the position is what was put there."""
    page = explorer.get("/hexapawn?panel=setup").page
    first = zermelo.game("hexapawn").show(zermelo.game("hexapawn").start())
    empty = next(link for link in page.links if link.text.endswith("Eraser"))
    cleared = explorer.get(empty.href).page
    gone = explorer.get(cleared.cells["a1"].href)
    assert gone.status == 200
    shown = gone.text.partition("<textarea")[2].partition(">")[2].partition("</textarea>")[0]
    differing = [place for place, (old, new) in enumerate(zip(first, shown, strict=True)) if old != new]
    assert len(differing) == 1 and shown[differing[0]] == "."


def set_up(explorer: Asked, url: str) -> tuple[Any, str]:
    """Return a page on which a position is set up, and the text that it shows."""
    page = explorer.get(url).page
    return page, "".join(page.html.one("textarea").parts)


def test_pieces_of_the_palette_are_drawn_and_put_on_cells(explorer: Asked) -> None:
    """Each is drawn otherwise; one that may stand on the board once goes to another cell."""
    page, before = set_up(explorer, "/chess_endgame?panel=setup")
    palette = page.html.one("p", "palette").all("a")
    assert [each.text.strip()[-1] for each in palette] == [*"KQRBNPkqrbnpr"]  # the last is the eraser
    paths = [{part.attributes.get("d", "") for part in each.all("path")} for each in palette]
    assert all(paths[:12]) and not any(paths[12])
    assert paths[:6] == paths[6:12] and all(paths[0] != each for each in paths[1:6])
    king = explorer.get(palette[0].attributes["href"]).page.cells["c3"]
    assert king.attributes["aria-label"] == "c3: move K here"
    _, after = set_up(explorer, king.href)
    rows = before.split("\n")
    rows[7] = rows[7].replace("K", ".")
    rows[5] = "..K....."
    assert after.split("\n") == rows
    checkers = explorer.get("/checkers?panel=setup&sign=X").page
    assert len(checkers.cells) == 32 and len(checkers.html.one("p", "palette").all("a")) == 5


def test_a_piece_of_another_ending_leads_to_that_ending_or_gives_the_reason(explorer: Asked) -> None:
    page = explorer.get("/chess_endgame?panel=setup&sign=r").page
    assert page.cells["a4"].attributes["aria-label"] == "a4: put r"
    leads = page.cells["a4"].href
    page, text = set_up(explorer, leads)
    assert "KQvKR" in leads.partition("?")[0] and "r......." in text
    assert len(page.html.one("p", "palette").all("a")) == 13
    for sign, place in (("N", "h1"), ("n", "h8")):
        chosen = next(
            each.attributes["href"]
            for each in page.html.one("p", "palette").all("a")
            if f"sign={sign}" in each.attributes["href"]
        )
        page = explorer.get(chosen).page
        if sign == "N":
            page, _ = set_up(explorer, page.cells[place].href)
    assert "n fits hardly anywhere now" in page.text and "has 6 pieces: give at most five" in page.text


def test_who_is_to_move_is_set_and_the_board_cleared(explorer: Asked) -> None:
    page, before = set_up(explorer, "/hexapawn?panel=setup")
    other = next(each for each in page.links if each.text == "Dark to move")
    _, after = set_up(explorer, other.href)
    assert after == before.replace("X to move", "O to move") != before
    clear = next(each for each in page.links if each.text == "Clear the board")
    assert set(set_up(explorer, clear.href)[1].partition("X to")[0]) == {".", "\n"}
    heaps = explorer.get("/kayles?panel=setup").page
    turned = next(each for each in heaps.links if each.text == "The second player to move" and each.href)
    assert "turn=second" in turned.href and explorer.get(turned.href).page.text.startswith(
        "Kayles: The second player to move"
    )


@pytest.mark.parametrize(
    ("game", "put", "rows", "below"),
    [
        (
            "connect_four",
            "X1 O1 X3 .3",
            ["O......", "X......"],
            "",
        ),  # a piece falls, and the uppermost is erased
        ("nine_mens_morris", "Xa7 Og7 Xd6", ["X--.--O", "|.-X-.|"], "8 and 7 in hand"),
        ("dots_and_boxes", "-a1-b1 |a1-a2 |b1-b2", ["+-+.+", "| | ."], ""),
        ("qubic", "X2c3 O3a1", ["... ... O..", "... ..X ..."], ""),
        ("quarto", "3hand 3b2 6c3 5hand", ["...", ".3.", "..6"], "5 in hand"),
    ],
)
def test_a_palette_has_what_the_game_has(
    explorer: Asked, game: str, put: str, rows: list[str], below: str
) -> None:
    """Gravity, pieces in hand, lines and pieces that are there once: what is below the board follows."""
    url = f"/{game}?panel=setup"
    for sign, place in ((each[:1], each[1:]) for each in put.split()):
        page, _ = set_up(explorer, url)
        piece = next(
            each.attributes["href"]
            for each in page.html.one("p", "palette").all("a")
            if f"sign={quote(sign)}" in each.attributes["href"]
        )
        url = explorer.get(piece).page.cells[place].href
    _, text = set_up(explorer, url)
    assert set(rows) <= set(text.split("\n")) and below in text, text


def test_a_piece_that_fits_nowhere_gives_the_reason(explorer: Asked) -> None:
    said = explorer.get("/connect_four?panel=setup&sign=X&from=" + "......./" * 5 + "XXO....").page
    assert "X fits nowhere now: X has 3 and O has 1" in said.html.one("p", "note").text
    assert any(link.href for link in said.cells.values()), "the other piece is chosen instead"


def test_a_text_that_is_no_position_is_kept_with_what_to_do(explorer: Asked) -> None:
    found = explorer.get("/hexapawn?panel=setup&from=zzz")
    assert found.status == 404
    assert "write X to move or O to move" in found.page.html.one("p", "note").text
    assert found.page.html.one("textarea").text.strip() == "zzz"


@pytest.mark.slow("a search in a process of its own")
def test_a_position_that_cannot_come_about_is_searched(explorer: Asked) -> None:
    """It is not of the solution, and every move of it is judged all the same, as solving from there says."""
    game = "subtraction(heap=9,take=(2,4))"
    explorer.solved(game)
    url = f"/{game}?from=8"  # play from 9 does not come there
    assert "cannot come about" in explorer.get(url).page.text
    until = time.monotonic() + PATIENCE
    while explorer.get(url.replace("?", ".json?")).json["search"]["going"]:
        assert time.monotonic() < until
        time.sleep(0.2)
    values = naive.solve(zermelo.game("subtraction(heap=8,take=(2,4))"))
    said = explorer.get(url.replace("?", ".json?")).json["moves"]
    assert {move["move"]: move["value"] for move in said} == {"2": -values[6][0], "4": -values[4][0]}


@pytest.mark.parametrize("game", ["dots_and_boxes(columns=2,rows=1)", "kalah(houses=2,seeds=2)"])
def test_the_history_is_of_the_final_result(explorer: Asked, game: str) -> None:
    """Whole games with points: each entry is what was gained and what is to come, the last the real result."""
    explorer.solved(game)
    solution = zermelo.solve(game)
    chance = random.Random(game)
    for _ in range(3):
        match, expected = Match(solution.game), []
        while True:
            answer = in_the_end(match, solution.value(match.position))
            expected.append(answer.value * (-1 if match.mover else 1))
            if match.is_over():
                break
            match.play(chance.choice(match.moves()))
        made = [match.game.name(*step) for step in zip(match.positions, match.played, strict=False)]
        found = explorer.get(f"/{game}/{'/'.join(made)}")
        rows = [link.attributes.get("aria-label", "") for link in found.page.links]
        first, second = (Match(solution.game, by_pieces=True).player_name(each) for each in (0, 1))
        said = [
            re.search(rf"(win|loss|draw)(?: by (\d+))? in .* for ({first}|{second})", row) for row in rows
        ]
        worth = {"win": 1, "loss": -1, "draw": 0, first: 1, second: -1}
        assert [worth[each[1]] * worth[each[3]] * int(each[2] or 0) for each in said if each] == expected
        assert expected[-1] == match.result()
        by = f"{first} wins by {expected[-1]}" if expected[-1] > 0 else f"{second} wins by {-expected[-1]}"
        assert (by if expected[-1] else "a draw").lower() in found.page.text.lower()
        points = explorer.get(f"/{game}/{'/'.join(made)}.json").json["points"]
        first, second = points["so_far"]
        assert first - second + points["to_come"] == points["final"] == expected[-1]


def test_a_line_from_the_middle_names_no_winner(explorer: Asked) -> None:
    """What was gained before is not part of the position: points to come are named, and no final result."""
    game = "dots_and_boxes(columns=2,rows=1)"
    explorer.solved(game)
    place = zermelo.game(game).show(39).strip().replace("\n", "/")
    found = explorer.get(f"/{game}?from={quote(place)}")
    assert "to come" in found.page.text and "final" not in found.page.text and "win by" not in found.page.text
    points = explorer.get(f"/{game}.json?from={quote(place)}").json["points"]
    assert points["so_far"] is None and points["final"] is None and points["to_come"] == 0


def test_the_history_marks_mistakes(explorer: Asked) -> None:
    page = explorer.get("/tic_tac_toe/b2/b1").page
    assert "then X was winning; 1 mistake" in page.text
    rows = [link for link in page.links if link.attributes.get("aria-label", "").startswith("ply ")]
    assert [row.attributes["aria-label"] for row in rows] == [
        "ply 0, draw in 9 for X",
        "ply 1: b2, draw in 8 for X",
        "ply 2: b1, win in 5 for X, a mistake",
    ]
    assert explorer.get(rows[0].href).page.moves.keys() == explorer.get("/tic_tac_toe").page.moves.keys()


def test_the_report_on_a_game_that_is_not_solved_leads_to_its_page(explorer: Asked) -> None:
    asked = explorer.get("/-/report?game=othello(columns=8,rows=8)")
    assert (asked.status, asked.headers["location"]) == (303, "/othello(columns=8,rows=8)?panel=report")


def test_a_finished_game_is_reviewed(explorer: Asked) -> None:
    names = ("b2", "b1", "a1", "c3", "a3", "a2", "c1")
    page = explorer.get("/".join(["/tic_tac_toe", *names])).page
    solution = zermelo.solve("tic_tac_toe")
    match = Match(solution.game)
    for name in names:
        match.play(match.find_move(name, exact=True))
    mistakes = match.find_mistakes(solution)
    assert f"X wins: {len(mistakes)} mistakes" in page.text or "X wins: one mistake" in page.text
    assert mistakes and f"{len(mistakes)} mistake" in page.text
    for mistake in mistakes:
        who, played = "XO"[mistake.mover], mistake.played
        said = f"Move {mistake.ply}: {who} played {played.name} ({played.answer}); better was"
        assert f"{said} {mistake.better.name} ({mistake.better.answer})" in page.text
        where, url = match.positions[mistake.ply - 1], "/".join(["/tic_tac_toe", *names[: mistake.ply - 1]])
        for step in solution.line(where):
            if step.move is not None:
                url += f"/{solution.game.name(step.position, step.move)}"
                assert url in {link.href for link in page.links}
    check_review(page, len(names), mistakes)


def check_review(page: Page, plies: int, mistakes: list[Any]) -> None:
    """The graph has a link and a dot for each ply, a larger one for a mistake; each mistake has a board."""
    review = page.html.by_id("review")
    assert review is not None
    points = [
        each
        for each in review.one("figure", "graph").all("a")
        if each.attributes["aria-label"].startswith("ply")
    ]
    assert len(points) == plies + 1
    assert [at for at, each in enumerate(points) if "a mistake" in each.attributes["aria-label"]] == [
        mistake.ply for mistake in mistakes
    ]
    for at, each in enumerate(points):
        (dot,) = each.all("circle")
        assert (float(dot.attributes["r"]) > 5) == (at in {mistake.ply for mistake in mistakes})
        assert each.href.partition("?")[0].count("/") == at + 1
    boards = review.all("a", "before")
    assert len(boards) == len(mistakes)
    for board, mistake in zip(boards, mistakes, strict=True):
        assert board.href.partition("?")[0].count("/") == mistake.ply
        signs = {name for each in board.walk() for name in each.attributes.get("class", "").split()}
        assert {
            f"z-value-{outcome_word(int(each.answer.value))}" for each in (mistake.better, mistake.played)
        } <= signs


def test_what_was_missed_is_an_arrow_where_pieces_move(explorer: Asked) -> None:
    explorer.solved("hexapawn")
    solution = zermelo.solve("hexapawn")
    chance = random.Random(1)
    for _ in range(20):
        match = Match(solution.game)
        while not match.is_over():
            match.play(chance.choice(match.moves()))
        if mistakes := match.find_mistakes(solution):
            break
    page = explorer.get("/hexapawn/" + "/".join(match.played_names())).page
    check_review(page, len(match.played), mistakes)
    arrows = [
        each
        for each in page.html.all("a", "before")
        if each.all("line", "z-arrow") or each.all("path", "z-arrow")
    ]
    assert len(arrows) == len(mistakes) > 0


@pytest.mark.parametrize(
    "player",
    ["perfect", "random", "erring(rate=0.3)", "keeping", "shallow(plies=1)", "trapping(against=random)"],
)
def test_somebody_answers(explorer: Asked, player: str) -> None:
    explorer.solved("subtraction(heap=9)")
    url, found = explorer.follow(f"/subtraction(heap=9)?with={player}&as=second")
    chance = random.Random(player)
    plies = 1
    while found.page.moves:
        assert "Your move: you are the second player" in found.page.text
        assert url.partition("?")[0].count("/") == plies + 1
        url, found = explorer.follow(found.page.moves[chance.choice(sorted(found.page.moves))])
        plies += 2
    assert re.search("You (won|lost)", found.page.text)
    if player in ("perfect", "keeping", "trapping(against=random)"):
        assert "second player wins" not in found.page.text


@pytest.mark.parametrize("player", ["shallow(plies=2)", "trapping(against=shallow(plies=2))"])
def test_somebody_answers_where_dice_are_thrown(explorer: Asked, player: str) -> None:
    game = "stochastic_nim(heaps=(1,2),faces=2)"
    explorer.solved(game)
    url, found = explorer.follow(f"/{game}?with={player}&as=second")
    thrown, moved = url.partition("?")[0].split("/")[2:]
    assert thrown in ("~1", "~2") and "from%20heap" in moved
    assert "Your throw: you are the second player" in found.page.text


@pytest.mark.long
def test_a_search_answers_where_nothing_is_solved(explorer: Asked) -> None:
    url, found = explorer.follow("/connect_four?with=search(time=0.2)&as=second")
    assert found.status == 200 and url.count("/") == 2 and len(found.page.moves) == 7


def test_players_of_three_are_told_what_each_gets(explorer: Asked) -> None:
    page = explorer.get("/strike").page
    brought = zermelo.game("strike").equilibria()
    assert zermelo.solution.format_payoffs(brought.payoffs()[0]) in page.text
    assert "player 3" in page.text
    url, found = explorer.follow("/strike?as=third&with=perfect")
    assert url.startswith("/strike/") and "Your move: you are player 3" in found.page.text


def test_what_was_taken_back_is_forgotten_where_dice_are_thrown_anew(explorer: Asked) -> None:
    """Who goes back to a throw of the other side and lets it be thrown has no older throw to make again."""
    explorer.solved("pig(target=6)")
    page = explorer.get("/pig(target=6)/roll").page
    assert "/roll/~" in explorer.follow(led(page, "Throw the dice"))[0]
    assert len([link for link in page.links if "/~" in link.href]) == 6
    for _ in range(12):
        url, found = explorer.follow("/pig(target=6)/roll?as=second&with=perfect&ahead=~1/roll/~1")
        assert found.status == 200 and "ahead=" not in url
        for link in found.page.links:
            if link.text in ("Redo", "Take back", "Again"):
                assert explorer.get(link.href).status in (200, 303)


def test_moves_taken_back_are_listed_behind_those_made(explorer: Asked) -> None:
    page = explorer.get("/tic_tac_toe/b2?ahead=a1/c3").page
    assert [led(page, name) for name in ("b2", "a1", "c3")] == [
        "/tic_tac_toe/b2?ahead=a1/c3",
        "/tic_tac_toe/b2/a1?ahead=c3",
        "/tic_tac_toe/b2/a1/c3",
    ]


EXCHANGED = "8/8/8/1k6/8/8/K5r1/8 w - - 0 1"
KRVK = "chess_endgame(material='KRvK')"


@pytest.mark.long
def test_exchanged_colours_are_said_on_the_page_and_in_json(explorer: Asked) -> None:
    said = "is read with the colours exchanged, as KRvK has them"
    path = f"/{quote(KRVK)}"
    asked = f"?from={quote(EXCHANGED)}"
    assert said in explorer.get(f"{path}{asked}").page.text
    found = explorer.get_json(f"{path}.json{asked}")
    assert said in found["exchange"] and found["text"].endswith("black to move")
    after = f"{path}/{quote(found['moves'][0]['move'])}"
    assert said in explorer.get_json(f"{after}.json{asked}")["exchange"]  # the line goes on in those colours
    assert said not in explorer.get(path).page.text and explorer.get_json(f"{path}.json")["exchange"] is None


def test_exchanged_colours_are_said_in_answers_to_lists() -> None:
    game = zermelo.game(KRVK)
    texts = [EXCHANGED, game.show(next(iter(game.starts()))), 0, "no board"]
    exchanges = [lookup_request.parse_lookup_position(game, text)[1] for text in texts]
    assert exchanges[0] is not None and "colours exchanged" in exchanges[0]
    assert exchanges[1:] == [None, None, None]


def test_a_lost_game_says_so_and_offers_another(explorer: Asked) -> None:
    """The person's mistakes alone are named; the game begins again, from either side."""
    lost = "/tic_tac_toe/b2/a1/a3/c1/b3/b1"
    page = explorer.get(f"{lost}?with=perfect").page
    answer = page.html.by_id("answer")
    assert answer.text.strip() == "You lost: one mistake, move 5 Review"
    assert [link.attributes["href"] for link in answer.all("a")] == ["#review"]
    assert led(page, "Play again") == "/tic_tac_toe?with=perfect"
    assert led(page, "Change sides") == "/tic_tac_toe?as=second&with=perfect"
    assert "After b3, the opponent plays b1, which completes the line a1 b1 c1" in page.text
    other = explorer.get(f"{lost}?with=perfect&as=second").page
    assert other.html.by_id("answer").text.strip() == "You won Review"
    alone = explorer.get(lost).page
    assert alone.html.by_id("answer").text.strip() == "O wins: one mistake, move 5 Review"
    assert "Change sides" not in alone.text
    drawn = explorer.get("/tic_tac_toe/b2/a1/b1/b3/a2/c2/a3/c1/c3?with=perfect").page
    assert drawn.html.by_id("answer").text.strip() == "A draw"


def test_a_mistake_just_made_leads_to_what_it_allowed(explorer: Asked) -> None:
    page = explorer.get("/tic_tac_toe/b2/a1/a3/c1/b3").page
    slip = page.html.by_id("slip")
    assert slip is not None and slip.text.startswith("b3 gave away a draw")
    (link,) = slip.all("a")
    why = explorer.get(link.href).page
    assert "Why b3 loses" in why.text
    assert "O plays b1, which completes the line a1 b1 c1" in why.text
    assert explorer.get("/tic_tac_toe/b2/a1/a3/c1/b1").page.html.by_id("slip") is None
    assert explorer.get("/tic_tac_toe/b2/a1/a3/c1/b3?hints=off").page.html.by_id("slip") is None


def test_numbers_are_shown_where_they_tell_moves_apart(explorer: Asked) -> None:
    alike = explorer.get("/tic_tac_toe").page
    assert "moves to the end" not in alike.text and "in 9" not in alike.html.by_id("choices").text
    assert "Numbers: moves to the end" in explorer.get("/tic_tac_toe/b2/b1").page.text


def test_players_are_called_by_their_pieces(explorer: Asked) -> None:
    assert "Yellow to move" in explorer.get("/connect_four").page.text
    assert "Dark to move" in explorer.get("/connect_four/4").page.text
    assert "X to move" in explorer.get("/tic_tac_toe").page.text


def test_why_of_a_losing_move_says_what_it_allows_and_what_was_right(explorer: Asked) -> None:
    """Against the reply, the line and the reasons that `Why` gives for the same moves."""
    names = ("b2", "a1", "a3", "c1")
    found = explorer.get(f"/tic_tac_toe/{'/'.join(names)}.json?panel=why:b3").json["panel"]
    reason = zermelo.solve("tic_tac_toe").why("O.O/.X./X..")
    (other,) = (each for each in reason.others if each.name == "b3")
    assert found["finding"] == "Why b3 loses" and found["move"] == "b3"
    assert [each["name"] for each in found["line"]] == ["b3", *(each.name for each in other.line.plies)]
    assert [each["who"] for each in found["line"]] == ["X", "O"]
    assert found["better"]["move"] == reason.name and len(found["better"]["reasons"]) == len(reason.claims)
    best = explorer.get(f"/tic_tac_toe/{'/'.join(names)}.json?panel=why").json["panel"]
    assert best["better"] is None and best["move"] == reason.name
    assert (
        explorer.get(f"/tic_tac_toe/{'/'.join(names)}.json?panel=why:zz").json["panel"]["move"] == reason.name
    )


def test_dice_that_a_player_rolls_against_somebody_are_thrown_at_once(explorer: Asked) -> None:
    """The throw stands in the address; a person who looks around chooses it from a list."""
    url, found = explorer.follow("/pig(target=6)/roll?as=first&with=random")
    assert "/roll/~" in url and "Choose one of 6 throws" not in found.text
    assert "Choose one of 6 throws" in explorer.get("/pig(target=6)/roll").text


def test_a_piece_lies_where_its_squares_were_clicked(pages: Pages) -> None:
    """Until the move is finished by another piece; before that, a long list of moves is folded."""

    def outlines(url: str) -> list[tuple[str, str]]:
        return sorted(
            re.findall(r'<g transform="([^"]+)"><path d="([^"]+)" class="z-f-light', pages.get(url).text)
        )

    begun, laid = outlines("/l_game?touch=c1,d1,d2"), outlines("/l_game?touch=c1,d1,d2,d3")
    assert len(begun) > 3 and begun == outlines("/l_game") != laid == outlines("/l_game/c1 d1 d2 d3")
    assert outlines("/l_game?touch=d1,c1,d3,d2,a1") == laid
    assert len(pages.get("/l_game").html.all("ul", "moves")[0].links) == 6
    assert not pages.get("/l_game?touch=c1,d1,d2,d3").html.all("details", "further")


def test_a_puzzle_says_first_that_it_is_not_solved_yet(pages: Pages) -> None:
    assert "Unsolved" in pages.get("/pocket_cube").html.one("p", "answer").text
    assert "Your move" in pages.get("/pocket_cube?hints=off").html.one("p", "answer").text


class PointingBack(zermelo.Game):
    """Refuses every text, and names another such game."""

    def start(self) -> int:
        return 0

    def parse(self, text: str) -> int:
        error = UnreadablePosition(f"{text!r} is no position of {self!r}")
        error.reason, error.other = "no text is one", PointingBack()
        raise error


def test_refusals_that_name_each_other_come_to_an_end() -> None:
    assert find_game_of_text(PointingBack(), "zzz")[1] == "no text is one"

"""Panels: on every kind of game each that is offered says something, and what it says is what the definitions say."""

from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from reference import naive
from support.asking import Answer, Pages, asked, panels_of
from support.elements import Element
from support.listed import list_of
from support.marks import few

from zermelo.core.game import Game, Position
from zermelo.core.notation.wording import capitalize
from zermelo.core.values import outcome_word
from zermelo.explain.list_search.rule_finder import find_rules
from zermelo.explain.rule_lists.rule_list_file import save_list
from zermelo.games import Kayles, Nim
from zermelo.play.matches.match import Match
from zermelo.solution import Tree
from zermelo.web import panels
from zermelo.web.panels import report_panel, statistics_panel
from zermelo.web.panels.nimber_panel import build_mex_row
from zermelo.web.panels.panel_request import PanelRequest
from zermelo.web.panels.statistics_panel import build_remoteness_bars

KINDS = {  # an address -> the titles of its panels
    "nim(heaps=(1,2,3))/1 from heap 3": "why rules nimber tree table statistics report kind",
    "mnk(columns=3,rows=2)/b2/b1?as=second&with=perfect": "why rules tree table statistics report kind",
    "domineering(columns=3,rows=3)/b1-b2": "why rules value tree table statistics report kind",
    "pig(target=4)": "tree table kind",
    "hanoi(discs=3)": "tree statistics report",
    "strike": "tree kind",
    "dots_and_boxes(columns=2,rows=1)": "why rules tree table statistics report kind",
    "mu_torere": "why rules tree statistics report kind",
    "tuple_nim(heaps=(1,2))": "why rules nimber tree table statistics report kind",
}
UNSOLVED = ("connect_four", "chess_endgame", "amazons(columns=5,rows=5)", "othello(columns=8,rows=8)")
MOST_FOLLOWED = 4


@cache
def defined(game: Game) -> dict[Any, Any]:
    """The value and the remoteness of each position, by the definitions."""
    return dict(naive.solve(game))


def played(game: Game, *names: str) -> Match:
    """The match of some moves by name."""
    match = Match(game)
    for name in names:
        match.play(match.find_move(name, exact=True))
    return match


def panel_of(page: Answer) -> Element:
    found = page.html.by_id("panel")
    assert found is not None and found.one("h2").text and len(found.text) > 30, page.url
    return found


def follow(pages: Pages, panel: Element) -> None:
    """Open links of a panel, from its beginning and its end; each leads to a page, a fragment to an element."""
    links = list(dict.fromkeys(panel.links))
    half = MOST_FOLLOWED // 2
    for link in dict.fromkeys([*links[:half], *links[-half:]]):
        if link.startswith("#"):
            assert panel.by_id(link[1:]) is not None, link
        else:
            pages.get(link)


def opened(pages: Pages, address: str, name: str) -> Any:
    """Return what a panel says for programs."""
    mark = "&" if "?" in address else "?"
    found = pages.json(f"/{address}{mark}panel={name}")["panel"]
    assert found["name"] == name.partition(":")[0]
    return found


@pytest.mark.slow("every panel of a game of every kind")
@pytest.mark.parametrize("address", KINDS)
def test_every_panel_says_something_and_its_links_lead_on(pages: Pages, address: str) -> None:
    pages.solved(address.partition("/")[0].partition("?")[0])
    offered = panels_of(pages.get(f"/{address}"))
    names = [url.partition("panel=")[2].partition("#")[0].partition("&")[0] for url in offered.values()]
    assert names == KINDS[address].split()
    for name, url in zip(names, offered.values(), strict=True):
        page = pages.get(url)
        panel = panel_of(page)
        follow(pages, panel)
        opener = [*page.html.one("nav", "tools").all("a"), *page.html.one("nav", "panels").all("a")]
        current = [each.text for each in opener if "aria-current" in each.attributes and each.text in offered]
        assert current == [title for title in offered if offered[title] == url]
        said = pages.json(url)["panel"]
        assert said["name"] == name
        if "refused" in said:
            assert said["refused"] in panel.text.replace("  ", " ")
        else:
            assert said["finding"] == panel.one("h2").text


@pytest.mark.parametrize("address", few(UNSOLVED, 1))
def test_of_large_games_that_are_not_solved_no_solution_is_asked(pages: Pages, address: str) -> None:
    page = pages.get(f"/{address}?panel=tree:1")
    offered = {url.partition("panel=")[2].partition("#")[0] for url in panels_of(page).values()}
    assert "kind" in offered and not {"why", "rules", "statistics", "report"} & offered
    assert "Values are not known" in panel_of(page).text or "400 vertices" in panel_of(page).text


def test_a_panel_that_is_none_is_not_opened(pages: Pages) -> None:
    for name in ("nope", "<b>", "tree:x", "tree:99999999", "tree:-1", ":", "why:why"):
        page = pages.get(f"/nim(heaps=(1,2))?panel={name}")
        assert page.html.one("h1").text.startswith("Nim")
    assert pages.get("/nim(heaps=(1,2))?panel=nope").html.by_id("panel") is None
    assert "panel" not in pages.json("/nim(heaps=(1,2))?panel=nope")
    assert pages.get("/nim(heaps=(1,2))?" + "&".join(["a=1"] * 60)).html.one("h1").text.startswith("Nim")


# Nimbers.


@pytest.mark.parametrize(
    "address",
    ["nim(heaps=(1,2,4))", "nim(heaps=(2,2))", "kayles(pins=7)", "kayles(pins=7)/4", "euclid(a=5,b=8)"],
)
def test_nimbers_are_those_of_the_definition(pages: Pages, address: str) -> None:
    name, _, move = address.partition("/")
    match = played(pages.game(name), *filter(None, [move]))
    nimbers = naive.nimbers(match.game)
    expected: dict[str, int] = {}
    for each, said in zip(match.moves(), match.move_names(), strict=True):
        expected[said] = nimbers[match.game.play(match.position, each)]
    found = opened(pages, address, "nimber")
    nimber, answer = nimbers[match.position], found["answer"]
    assert answer["nimber"] == found["apart"]["nimber"] == nimber
    told = {name: option["nimber"] for option in answer["options"] for name in option["moves"]}
    assert told == expected and found["urls"].keys() == expected.keys()
    assert sorted(answer["winning_moves"]) == sorted(n for n, worth in expected.items() if not worth)
    assert {row["number"] for row in found["mex"] if row["reached"]} == set(expected.values())
    assert [row["number"] for row in found["mex"] if row["least"]] == [nimber]
    parts = [part["nimber"] for part in found["apart"]["terms"]]
    cells = [row.all("td") for row in panel_of(pages.get(f"/{address}?panel=nimber")).all("tr")]
    binary = [row[2].text for row in cells if len(row) == 3][: len(parts)]
    assert [int(each, 2) for each in binary] == parts and len(set(map(len, binary))) <= 1
    assert len(found["part_urls"]) == len(parts)
    for part in parts:
        nimber ^= part
    assert nimber == 0 or not parts
    if name == "kayles(pins=7)":  # after the move: three pins, a gap, three pins
        assert parts == ([3, 3] if move else [])


def test_the_row_of_the_mex_is_bounded() -> None:
    row = build_mex_row({0, 10**6}, 1)
    assert [each.number for each in row] == list(range(41))
    assert [each.number for each in build_mex_row(set(range(100)), 100)][-1] == 100


def test_misere_play_has_no_nimbers_and_the_panel_says_so(pages: Pages) -> None:
    found = opened(pages, "nim(heaps=(2,3),misere=True)", "nimber")
    assert "normal play" in found["refused"] and "answer" not in found


# Values of partizan games.


@cache
def wins(game: Any, position: Position, player: int) -> bool:
    """Whether a player wins who is to move, where who cannot move loses."""
    return any(not wins(game, child, 1 - player) for child in game.options(position, player))


@pytest.mark.parametrize("address", ["domineering(columns=3,rows=3)", "clobber(columns=3,rows=2)"])
def test_a_value_says_who_wins_and_options_that_win_do(pages: Pages, address: str) -> None:
    game: Any = pages.game(address)
    position = game.start()
    found = opened(pages, address, "value")
    left, right = (wins(game, position, player) for player in (0, 1))
    assert found["outcome_class"] == {(1, 0): "L", (0, 1): "R", (1, 1): "N", (0, 0): "P"}[left, right]
    for player, name in enumerate(("Left", "Right")):
        moves = found["options"][name]["moves"]
        expected = Counter(not wins(game, child, 1 - player) for child in game.options(position, player))
        assert Counter(move["wins"] for move in moves) == expected
    own = [move for name in ("Left", "Right") for move in found["options"][name]["moves"] if move["url"]]
    assert sorted(move["name"] for move in own) == sorted(Match(game).move_names())


def test_parts_of_the_board_have_values_of_their_own(pages: Pages) -> None:
    game: Any = pages.game("domineering(columns=4,rows=3)")
    match = played(game, "b1-b2", "c3-d3", "c1-c2")
    found = opened(pages, "domineering(columns=4,rows=3)/b1-b2/c3-d3/c1-c2", "value")
    parts = list(game.parts(match.position))
    assert len(found["parts"]) == len(parts) >= 2
    for told, part in zip(found["parts"], parts, strict=True):
        alone = pages.json(f"{told['url']}&panel=value")
        assert alone["panel"]["value"] == told["value"]
        assert alone["text"] == game.show(part)


# Why, and rules.


def test_why_names_a_best_move_and_every_other_with_its_worth(pages: Pages) -> None:
    game = pages.game("tic_tac_toe")
    values = defined(game)
    for line in ([], ["b2", "b1"], ["a1", "b2", "c3"]):
        match = played(game, *line)
        worths = {}
        for move, name in zip(match.moves(), match.move_names(), strict=True):
            value, plies = values[game.play(match.position, move)]
            worths[name] = (-value, plies + 1)
        side = ("first", "second")[match.mover]
        found = opened(pages, "/".join(["tic_tac_toe", *line]) + f"?as={side}", "why")
        told = {found["move"]: found["worth"]} | {
            name: other["worth"] for other in found["others"] for name in other["moves"]
        }
        assert {name: (worth["value"], worth["remoteness"]) for name, worth in told.items()} == worths
        best = max(value for value, _ in worths.values())
        assert worths[found["move"]][0] == best
        assert found["reasons"] and found["line"][0]["name"] == found["move"]
        for number in range(len(found["line"])):
            match.play(match.find_move(found["line"][number]["name"]))
            at = pages.json(found["line"][number]["url"])
            assert at["text"] == match.text


def test_why_is_told_to_whom_looks(pages: Pages) -> None:
    own = opened(pages, "tic_tac_toe/b2/b1?as=first", "why")
    other = opened(pages, "tic_tac_toe/b2/b1?as=second", "why")
    assert own["worth"]["tone"] == "win" and other["worth"]["tone"] == "loss"
    assert own["worth"]["remoteness"] == other["worth"]["remoteness"]
    assert [ply["who"] for ply in own["line"]][:2] == ["you", "the opponent"]
    assert [ply["who"] for ply in other["line"]][:2] == ["the opponent", "you"]
    all_sides = opened(pages, "tic_tac_toe/b2/b1", "why")
    assert all_sides["finding"] == "Why X plays a1"
    assert [ply["who"] for ply in all_sides["line"]][:2] == ["X", "O"]
    mistake = opened(pages, "tic_tac_toe/b2", "why:b1")
    assert mistake["finding"] == "Why b1 loses"
    assert mistake["reasons"][0].startswith("X plays ") and "which O must stop" in mistake["reasons"][0]


def test_each_rule_has_a_position_that_it_decides(pages: Pages) -> None:
    """There it is the first to fire, its moves keep what the position is worth, and the wrong one does not."""
    game = pages.game("tic_tac_toe")
    values, rules = defined(game), find_rules(game).rules.rules
    found = opened(pages, "tic_tac_toe", "rules")["lists"][0]
    assert [row["number"] for row in found["rules"] if row["example"]] == [1, 2, 3, 4, 5]
    for number, row in enumerate(found["rules"], 1):
        example = row["example"]
        position = game.parse(example["text"])
        moves = list(game.moves(position))
        named = {game.name(position, move): -values[game.play(position, move)][0] for move in moves}
        firing = [bool(rule.list_allowed_moves(position, moves)) for rule in rules]
        assert firing.index(True) + 1 == number
        allowed = rules[number - 1].list_allowed_moves(position, moves)
        assert example["moves"] == [game.name(position, move) for move in allowed]
        assert {named[name] for name in example["moves"]} == {values[position][0]}
        assert named[example["wrong"]["name"]] < values[position][0]
        at = opened(pages, example["url"].partition("#")[0].removeprefix("/").partition("&panel")[0], "rules")
        there = at["lists"][0]
        assert [there["fires"]] == [row["number"] for row in there["rules"] if row["fires"]] == [number]
        assert [move["name"] for move in there["moves"]] == example["moves"]
        page = panel_of(pages.get(example["url"].partition("#")[0]))
        assert [each.attributes["value"] for each in page.all("li", "fires")] == [str(number)]
    panel = panel_of(pages.get("/tic_tac_toe?panel=rules"))
    assert len(panel.all("svg")) >= 5
    for figure, row in zip(panel.all("figure"), found["rules"], strict=True):
        example = row["example"]
        assert example["is_marked"] and figure.one("figcaption")
        assert len(figure.all("rect", "z-s-ink")) == len(example["moves"])
    terms = find_rules(game).rules.list_glossary_terms()
    assert found["terms"] == [term.as_json() for term in terms]
    assert [each.text for each in panel.all("dd")] == [term.meaning for term in terms]


def test_a_list_that_the_command_line_gave_comes_first(tmp_path: Path) -> None:
    nim = Nim(heaps=(1, 2, 3))
    saved = tmp_path / "mine.rules"
    save_list(list_of(nim, "nim_sum==0", "any"), saved)
    other = tmp_path / "other.rules"
    save_list(list_of(Kayles(pins=4), "any"), other)
    with asked(tmp_path / "store", players={"mine": saved, "other": other}) as server:
        pages = Pages(server)
        pages.solved("nim(heaps=(1,2,3))")
        lists = opened(pages, "nim(heaps=(1,2,3))/1 from heap 1", "rules")["lists"]
        found = capitalize(find_rules(nim).found_text)
        assert [each["known"] for each in lists] == ["From mine", found]
        assert lists[0]["fires"] == 1 and [row["number"] for row in lists[0]["rules"]] == [1, 2]
        position, nimbers = played(nim, "1 from heap 1").position, naive.nimbers(nim)
        winning = [move for move in nim.moves(position) if not nimbers[nim.play(position, move)]]
        assert [move["name"] for move in lists[0]["moves"]] == [nim.name(position, move) for move in winning]
        panel = panel_of(pages.get("/nim(heaps=(1,2,3))/1 from heap 1?panel=rules"))
        said = [each.one("span", "says").text for each in panel.all("li", "fires")]
        assert said == ["Leaves nim-sum 0"] * 2


def test_what_takes_long_is_asked_for_at_a_prompt(pages: Pages) -> None:
    for game, panel, words, command in (
        ("connect_four(columns=4,rows=3)", "rules", "minutes", "zermelo explain "),
        ("tic_tac_toe", "table", "more than 300 rows", "zermelo table "),
    ):
        pages.solved(game)
        found = opened(pages, game, panel)
        assert words in found["refused"] and found["command"].startswith(command)


# The tree, the table, figures.


@pytest.mark.parametrize("side", ["", "?as=second"])  # the mover here is second
def test_the_tree_has_every_move_and_its_worth(pages: Pages, side: str) -> None:
    game = pages.game("tic_tac_toe")
    values = defined(game)
    match = played(game, "a1", "b2", "c3")
    found = opened(pages, f"tic_tac_toe/a1/b2/c3{side}", "tree:2")
    assert found["depth"] == 2
    for row in found["below"]:
        child = game.play(match.position, match.find_move(row["name"], exact=True))
        assert row["worth"]["value"] == -values[child][0]
        assert row["worth"]["remoteness"] == values[child][1] + 1
        assert len(row["below"]) == len(naive.children(game, child))
        for below in row["below"]:
            last = game.play(
                child, next(m for m in game.moves(child) if game.name(child, m) == below["name"])
            )
            assert below["worth"]["value"] == values[last][0]  # to who looks, who is not the mover there
    assert sorted(row["name"] for row in found["below"]) == sorted(match.move_names())
    best = max(row["worth"]["value"] for row in found["below"])
    assert all(row["worth"]["value"] == best for row in found["below"] if row["best"])
    assert [row["best"] for row in found["below"] if row["open"]] == [True]


def test_a_tree_that_is_too_large_is_as_deep_as_it_can_be(pages: Pages) -> None:
    found = opened(pages, "tic_tac_toe", "tree:8")
    assert found["wanted"] == 8 and found["depth"] == 2  # 9 * 8 positions, and 504 more at the next ply
    assert [len(row["below"]) for row in found["below"]] == [8] * 9
    assert not any(last["below"] for row in found["below"] for last in row["below"])
    panel = panel_of(pages.get("/tic_tac_toe?panel=tree:8"))
    assert "more than 400 vertices" in panel.text
    depths = panel.one("p", "depths").all("a")
    assert [each.text for each in depths if "aria-current" in each.attributes] == ["2"]


def test_loops_and_throws_are_told_in_the_tree(pages: Pages) -> None:
    pages.solved("hanoi(discs=3)")
    found = opened(pages, "hanoi(discs=3)", "tree:2")
    assert any(Tree.LOOP in below["cut"] for row in found["below"] for below in row["below"])
    pages.solved("pig(target=4)")
    roll = opened(pages, "pig(target=4)", "tree:2")["below"][0]
    assert roll["name"] == "roll"
    assert roll["below"][0]["url"].partition("?")[0] == "/pig(target=4)/roll/~1"


def test_the_table_has_the_values_of_the_definition(pages: Pages) -> None:
    game = pages.game("nim(heaps=(1,2,3))")
    values = defined(game)
    shown = {game.show(position): position for position in values}
    found = opened(pages, "nim(heaps=(1,2,3))", "table")
    rows = found["answer"]["positions"]
    assert rows[0]["text"] == game.show(game.start())
    assert len(found["urls"]) == len(found["tones"]) == len(rows)
    for row, url, tone in zip(rows, found["urls"], found["tones"], strict=True):
        value, plies = values[shown[row["text"]]]
        assert row["value"] == (value if row["mover"] == 1 else -value)
        assert tone == outcome_word(row["value"]) and pages.json(url)["text"] == row["text"]
        assert row["remoteness"] == plies
        assert (row["payoff"] is None) == bool(row["successors"])
        for number in row["successors"]:
            assert rows[number]["mover"] != row["mover"]


def test_statistics_count_what_the_definition_finds(pages: Pages) -> None:
    values = defined(pages.game("tic_tac_toe"))
    found = opened(pages, "tic_tac_toe", "statistics")
    totals = Counter(outcome_word(value) for value, _ in values.values())
    assert found["totals"] == dict(totals)
    lengths = Counter((plies, outcome_word(value)) for value, plies in values.values())
    for row in found["lengths"]:
        for word in ("win", "draw", "loss"):
            assert row[word] == lengths[int(row["label"]), word]
    longest = max(sum(row[word] for word in ("win", "draw", "loss")) for row in found["lengths"])
    assert max(sum(row["widths"].values()) for row in found["lengths"]) == pytest.approx(100, abs=0.1)
    assert longest == max(Counter(plies for _, plies in values.values()).values())
    game = pages.game("tic_tac_toe")
    shown = {"/".join(game.show(position).split("\n")): values[position] for position in values}
    for kind in found["curiosities"]:
        for each in kind["positions"]:
            at = pages.json(each["url"].replace("?", ".json?"))
            assert at["text"].replace("\n", "/") == each["text"]
            assert (each["worth"]["value"], each["worth"]["remoteness"]) == shown[each["text"]]


def test_many_lengths_are_put_together(pages: Pages) -> None:
    figures = pages.solved("subtraction(heap=100,take=(1,))").stats()
    rows = build_remoteness_bars(figures)
    assert len(rows) <= 40 and rows[0]["label"] == "0–2"
    assert sum(row["win"] + row["loss"] for row in rows) == figures.positions


@pytest.mark.parametrize("name", ["statistics", "report"])
def test_figures_of_a_large_solution_are_asked_for_at_a_prompt(
    pages: Pages, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    pages.solved("nim(heaps=(1,2,3))")
    monkeypatch.setattr(statistics_panel, "MOST_SOLVED", 5)
    monkeypatch.setattr(report_panel, "MOST_SOLVED", 5)
    found = opened(pages, "nim(heaps=(1,2,3))/1 from heap 2", name)
    command = {"statistics": "stats", "report": "report"}[name]
    assert found["command"] == f'zermelo {command} "nim(heaps=(1, 2, 3), misere=False)"'
    panel = panel_of(pages.get(f"/nim(heaps=(1,2,3))/1 from heap 2?panel={name}"))
    assert found["refused"] in panel.text and found["command"] in panel.text
    refused = pages.get("/-/report?game=nim(heaps=(1,2,3))", status=400)
    assert "too many" in refused.html.one("p", "said").text


def test_what_takes_too_long_is_said_and_the_page_is_not_kept(
    pages: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = "domineering(columns=4,rows=4)"
    pages.solved(address)
    with monkeypatch.context() as hurried:
        hurried.setattr(panels, "PanelRequest", lambda detail, lists, _: PanelRequest(detail, lists, -1.0))
        assert "takes longer" in panel_of(pages.get(f"/{address}?panel=value")).text
        assert "takes longer" in opened(pages, address, "value")["refused"]
    assert "takes longer" not in panel_of(pages.get(f"/{address}?panel=value")).text
    assert "value" in opened(pages, address, "value")


def test_the_report_is_a_page_of_its_own(pages: Pages) -> None:
    found = opened(pages, "tic_tac_toe", "report")
    assert found["finding"] == "A draw, in 9 plies."
    assert [row["what"] for row in found["rows"]][:2] == ["Fairness", "Decisiveness"]
    assert all(
        row["first_wins"] + row["draws"] + row["second_wins"] == pytest.approx(1) for row in found["players"]
    )
    page = pages.get(found["page"])
    assert "Players of three strengths" in page.text and page.html.one("main").links == ["/tic_tac_toe"]
    assert page.html.one("header").links == pages.get("/tic_tac_toe").html.one("header").links
    assert pages.get("/-/report?game=evil.py:Game", status=404).html.one("p", "said")


def test_the_report_is_computed_once(pages: Pages, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not again for other positions of the game; nor is its page made again."""
    first, page = opened(pages, "tic_tac_toe", "report"), pages.get("/-/report?game=tic_tac_toe")
    monkeypatch.setattr("zermelo.Solution.report", None)
    assert opened(pages, "tic_tac_toe/b2", "report") == first
    assert pages.get("/-/report?game=tic_tac_toe").body == page.body


def test_a_dead_end_of_a_puzzle_is_no_draw_in_the_tree(pages: Pages) -> None:
    """Of a move that leads into one the tree says what the list of moves says."""
    solution = pages.solved("peg_solitaire")
    moves = solution.moves(solution.game.start())
    tones = {each.name: "win" if each.answer.value > 0 else "loss" for each in moves}
    assert set(tones.values()) == {"win", "loss"}
    below = opened(pages, "peg_solitaire", "tree:1")["below"]
    assert {row["name"]: row["worth"]["tone"] for row in below} == tones

"""The designer's report: what it finds, what its page is made of, and that both say what the figures say."""

import html
import json
import re
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from made.hashable_games import Coins, SymmetricNim
from reference import naive
from support.browser import PHONE
from support.commands import Ran, broken, check_refusal
from support.elements import Element, parsed
from support.marks import few
from support.matches import solved
from support.places import HASHABLE_GAMES
from support.tables import compiled

import zermelo
from zermelo.core.game import Game
from zermelo.core.values import DRAW, UNDECIDED
from zermelo.draw.pictures import html_page
from zermelo.games.heaps.nim import Nim
from zermelo.games.heaps.subtraction import Subtraction
from zermelo.games.lines.mnk import Mnk, TicTacToe
from zermelo.games.territory.dots_and_boxes import DotsAndBoxes
from zermelo.play.reports.game_report import GameReport, make_report
from zermelo.play.win_rates.tournament import KINDS
from zermelo.solution.solution_statistics import Statistics
from zermelo.solution.statistics_scan import compute_statistics

TIERED = DotsAndBoxes(columns=2, rows=1)
SIGNS = "<script>alert('&amp;')</script> \"quoted\" & bare <b"


class Signs(Game):
    """A game whose every text is full of what HTML must not see as it is."""

    text: str = SIGNS

    def start(self) -> int:
        return 3

    def moves(self, position: int) -> Iterator[int]:
        yield from range(1, min(2, position) + 1)

    def play(self, position: int, move: int) -> int:
        return position - move

    def outcome(self, position: int) -> int:
        return DRAW if position == 1 else UNDECIDED

    def show(self, position: int) -> str:
        return f"{self.text}{position}"

    def name(self, position: int, move: int) -> str:
        return f"<i>{move}&"


GAMES: list[Game] = [
    *(TicTacToe(), Nim(heaps=(1, 2, 3)), DotsAndBoxes(columns=2, rows=1), Coins()),
    *(Subtraction(heap=9), SymmetricNim(), Signs(), Subtraction(heap=0)),
]


@cache
def made(game: Game) -> GameReport:
    return make_report(solved(game))


@cache
def page(game: Game) -> str:
    return made(game).html()


# Findings


def found(game: Game) -> dict[str, str]:
    return dict(made(game).lines())


def check_share(text: str, share: float) -> None:
    """A share in per cent is said to a tenth, and never as all or nothing where it is neither."""
    if text == "under 0.1%":
        assert 0 < share < 0.001
    elif text == "over 99.9%":
        assert 0.999 < share < 1
    else:
        assert float(text.removesuffix("%")) == pytest.approx(100 * share, abs=0.0501)
        if text in ("0%", "100%", "0.0%", "100.0%"):
            assert min(abs(share), abs(1 - share)) < 1e-6, "neither all nor nothing"


def shares_in(text: str) -> list[str]:
    return re.findall(r"under 0\.1%|over 99\.9%|[\d.]+%", text)


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_the_winner_of_perfect_play(game: Game) -> None:
    value, plies = naive.solve(game)[game.start()]
    if value == 0:
        said = f"A draw, in {plies} plies."
    else:
        by = f" by {abs(value)}" if game.scored else ""
        said = f"The {'first' if value > 0 else 'second'} player wins{by}, in {plies} plies."
    assert found(game)["Perfect play"] == said


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_findings_are_those_of_the_figures(game: Game) -> None:
    lines, figures, matches = found(game), made(game).statistics, made(game).tournament
    positions = list(naive.solve(game).values())
    decided = sum(value != 0 for value, _ in positions) / len(positions)
    fairness = shares_in(lines["Fairness"].split(" (each")[0])
    rates = [matches.results[kind, kind] for kind in (2, 1)]
    order = [share for first, draw, second in rates for share in (first, second, *([draw] if draw else []))]
    for text, share in zip(fairness, order, strict=True):
        check_share(text, share)
    drawn = [matches.results[kind, kind, 1] for kind in range(3)]
    decisive = shares_in(lines["Decisiveness"])
    for text, share in zip(decisive[:3], drawn, strict=True):
        check_share(text, share)
    if figures.counted == "positions":
        check_share(decisive[3], decided)
    skill = [matches.results[place] for place in ((0, 2, 0), (2, 0, 2), (0, 1, 0), (1, 0, 2))]
    for text, share in zip(shares_in(lines["Skill"]), skill, strict=True):
        check_share(text, share)
    choices = max(1, figures.choices)
    for text, count in zip(shares_in(lines["What matters"]), (figures.matters, figures.saving), strict=True):
        check_share(text, count / choices)
    assert f"Of {figures.choices:,} {figures.counted} with a choice" in lines["What matters"]
    assert f"random players need {matches.plies[2, 2]:.1f} on average" in lines["Length"]
    assert lines["Choice"].startswith(f"{figures.mean_branching:.1f} moves a position on average")
    assert lines["Choice"].endswith(f"{figures.most_moves} at most.")


def test_lengths() -> None:
    assert found(TIERED)["Length"].startswith("Perfect play")  # interpreted: no plies
    assert dict(make_report(compiled(TIERED)).lines())["Length"].startswith(
        "Every game lasts 7 plies. Perfect play takes 7"
    )
    assert found(Subtraction(heap=0))["Length"].startswith("Every game lasts 0 plies.")


def test_samples_say_how_sure_they_are() -> None:
    for game, games, margin in (
        (Coins(), "200", "7.1%"),
        (DotsAndBoxes(columns=2, rows=1), "10,000", "1.0%"),  # by kernels
    ):
        assert f"(each from {games} games, give or take {margin})" in found(game)["Fairness"]
        assert f"from {games} games each" in page(game)
    assert "give or take" not in found(TicTacToe())["Fairness"]
    exact = page(TicTacToe())
    assert "computed exactly" in exact
    for title in ("62.0% end within 1 ply", "3.6 moves on average, 9 at most"):
        assert f">{title}</text>" in exact


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_the_text_holds_every_finding(game: Game) -> None:
    text = str(made(game))
    assert text.startswith(repr(game) + "\n")
    rest = text.removeprefix(repr(game))
    assert all(len(line) <= 80 for line in rest.splitlines())
    words = " ".join(rest.split())
    for heading, sentence in made(game).lines():
        assert f"{heading} {sentence}" in words


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_json(game: Game) -> None:
    answer = json.loads(json.dumps(made(game).as_result().as_json()))
    matches = made(game).tournament
    assert answer["game"] == repr(game) and dict(each.values() for each in answer["findings"]) == found(game)
    assert answer["statistics"]["table_hash"] == made(game).statistics.table_hash
    assert answer["games"] == matches.games and answer["error_rate"] == 0.1
    assert [(pair["first"], pair["second"]) for pair in answer["pairs"]] == [
        (first, second) for first in KINDS for second in KINDS
    ]
    for pair in answer["pairs"]:
        place = KINDS.index(pair["first"]), KINDS.index(pair["second"])
        told = [pair["first_wins"], pair["draws"], pair["second_wins"]]
        assert told == matches.results[place].tolist()
        assert (pair["plies"], pair["points"]) == (matches.plies[place], matches.points[place])


# The page


@cache
def read(game: Game) -> Element:
    """What a browser makes of a page; everything that is opened is closed, in order."""
    return elements(page(game))


def elements(text: str) -> Element:
    return parsed(text.removeprefix("<!DOCTYPE html>"))


def texts(tree: Element, name: str) -> list[str]:
    return [each.text for each in tree.all(name)]


def tables(tree: Element) -> list[list[list[str]]]:
    """The texts of all tables but for those of bars, row by row."""
    return [
        [[cell.text for cell in row.walk() if cell.name in ("td", "th")] for row in table.all("tr")]
        for table in tree.all("table")
        if table.attributes.get("class") != "shares"
    ]


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_a_page_is_well_formed_and_alone(game: Game) -> None:
    text, tree = page(game), read(game)
    assert text.startswith("<!DOCTYPE html>\n<html") and text.endswith("</html>\n")
    assert all(tree.one(tag) for tag in ("html", "head", "body"))
    heading = tree.one("h1").text
    assert heading.endswith(" with best play") and "=" not in heading
    assert texts(tree, "title")[0].startswith(heading)
    assert not {"script", "link", "iframe", "object", "img", "a"} & {each.name for each in tree.walk()}
    names = set(re.findall(r'\bid="([^"]+)"', text))
    said = [pair for each in tree.walk() for pair in each.attributes.items()]
    links = [value for name, value in said if name in ("href", "src", "xlink:href", "action", "data")]
    assert all(link.startswith("#") and link[1:] in names for link in links), links
    assert not [name for name, _ in said if name.startswith("on")]
    assert all(name in names for name in re.findall(r"url\(#([^)]+)\)", text))
    addresses = set(re.findall(r"(?:https?:)?//[\w.-]+\.\w+[\w./#-]*", text))
    assert addresses <= {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}, addresses
    assert "@import" not in text and "url(http" not in text


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_figures_on_the_page_are_those_of_the_report(game: Game) -> None:
    found = {each.one("h2").text: each.all("p")[0].text for each in read(game).all("section")}
    assert found == dict(made(game).lines())
    *first_moves, players, provenance = tables(read(game))
    scores = {each.move: each.score for each in made(game).tournament.first_moves}
    made_moves = made(game).statistics.first_moves
    ordered = sorted(made_moves, key=lambda move: -scores[move.move]) if scores else made_moves
    rows = [row for table in first_moves for row in table[1:]]
    assert [row[:2] for row in rows] == [[move.name, str(move.answer)] for move in ordered]
    for row, move in zip(rows, ordered, strict=True):
        if scores:
            check_share(row[2], scores[move.move])
    assert len(players) == 1 + 9 and len(players[0]) == (7 if game.scored else 6)
    matches = made(game).tournament
    for row, (first, second) in zip(players[1:], [(a, b) for a in range(3) for b in range(3)], strict=True):
        assert row[:2] == [KINDS[first], KINDS[second]]
        for text, share in zip(row[2:5], matches.results[first, second], strict=True):
            check_share(text, share)
        assert float(row[5]) == pytest.approx(matches.plies[first, second], abs=0.0501)
        if game.scored:
            assert float(row[6]) == pytest.approx(matches.points[first, second], abs=0.0501)
    figures = made(game).statistics
    assert dict(provenance)["table"] == figures.table_hash
    assert dict(provenance)["positions"].startswith(f"{figures.positions:,} {figures.counted}, ")


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_curiosities_are_shown_with_their_moves(game: Game) -> None:
    figures, solution = made(game).statistics, made(game).solution
    captions = []
    for each in [*figures.puzzles[:3], *figures.longest.win[:3]]:
        names = [move.name for move in solution.best(each.position)]
        *others, last = names if len(names) <= 3 else (*names[:2], f"{len(names) - 2} more")
        best = f"{', '.join(others)} or {last}" if others else last
        best += f": {len(names)}"
        count = f"{each.move_count} move{'' if each.move_count == 1 else 's'}"
        captions.append(f"{str(each.answer).capitalize()} by {best} of {count}")
    found = [each.text for each in read(game).all("figcaption") if "class" not in each.attributes]
    assert [said for said in found if not said.startswith("What the first player scores")] == captions


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_bars_are_as_long_as_the_shares_that_they_name(game: Game) -> None:
    """Of equal players, of a perfect one against others, and of all positions: wins, draws and losses."""
    results, figures = made(game).tournament.results, made(game).statistics
    expected = [list(results[kind, kind]) for kind in range(3)]
    expected += [
        list(results[0, 2]),
        list(results[2, 0][::-1]),
        list(results[0, 1]),
        list(results[1, 0][::-1]),
    ]
    expected.append([count / figures.positions for count in (figures.wins, figures.draws, figures.losses)])
    bars = [each for each in read(game).walk() if each.attributes.get("class") == "bar"]
    for bar, shares in zip(bars, expected, strict=True):
        for text, share in zip(shares_in(bar.attributes["aria-label"]), shares, strict=True):
            check_share(text, share)
        pieces = [each for each in bar.walk() if each is not bar]
        tones = [tone for tone, share in zip(("win", "draw", "loss"), shares, strict=True) if share]
        assert [each.attributes["class"] for each in pieces] == [f"b-{tone}" for tone in tones]
        widths = [float(each.attributes["style"].removeprefix("width:").rstrip("%")) for each in pieces]
        assert widths == pytest.approx([100 * share for share in shares if share], rel=0.01)


def test_every_text_of_a_game_is_escaped() -> None:
    text = page(Signs())
    assert "<script" not in text and "<b<" not in text and "<i>" not in text
    assert SIGNS not in text
    assert html.escape(SIGNS, quote=False) in text.replace("&quot;", '"').replace("&#x27;", "'").replace(
        "&#39;", "'"
    )
    assert "<i>2&" in [row[0] for row in tables(read(Signs()))[0]]
    assert any(shown.startswith(SIGNS) for shown in texts(read(Signs()), "pre"))
    assert make_report(zermelo.solve(Signs(), interpreted=True)).html() == text == made(Signs())._repr_html_()


def test_every_part_of_a_page_escapes() -> None:
    said = "<b>&'\""
    whole = html_page.html_page(
        said,
        html_page.finding_html(said, said, "", {said: html_page.facts_table([(said, said)]), "nothing": ""}),
        html_page.html_table((said, said), [(said, f"win {said}")], colour=1),
        html_page.outcome_bars_html([(said, (0.25, 0.75))], {"win": said, "draw": said}),
    )
    tree = elements(whole)
    assert not tree.all("b")
    assert all(texts(tree, name) == [said] for name in ("title", "h1", "h2", "p", "summary"))
    assert tables(tree) == [[[said, said]], [[said, said], [said, f"win {said}"]]]
    assert (
        'class="win"' in whole
        and tree.one("span", "bar").attributes["aria-label"] == f"{said} 25.0%, {said} 75.0%"
    )


# Charts


def heights(figures: Statistics, monkeypatch: pytest.MonkeyPatch) -> dict[str, dict[str, dict[str, float]]]:
    """What each chart stacks: what is counted across -> series -> label -> height."""
    drawn: dict[str, dict[str, dict[str, float]]] = {}

    def note(title: str, labels: Any, series: Any, *, across: str, **_: Any) -> str:
        drawn[across] = {
            name: dict(zip(map(str, labels), bars, strict=True)) for name, bars in series.items()
        }
        return "<svg></svg>"

    monkeypatch.setattr("zermelo.solution.statistics_charts.stacked_bars_svg", note)
    figures.html()
    return drawn


@pytest.mark.parametrize("game", [TicTacToe(), Coins(), Nim(heaps=(1, 2, 3))], ids=repr)
def test_charts_draw_the_counts(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = heights(made(game).statistics, monkeypatch)
    answers = list(naive.solve(game).values())
    by_plies = drawn["plies to the end under best play"]
    for word, sign in (("win", 1), ("draw", 0), ("loss", -1)):
        for label, height in by_plies[word].items():
            told = [plies == int(label) and (value > 0) - (value < 0) == sign for value, plies in answers]
            assert height == sum(told), (word, label)
    branching = drawn["moves"]["positions"]
    counts = [len(naive.children(game, place)) for place in naive.positions(game)]
    assert branching == {str(most): counts.count(most) for most in range(1, max(counts) + 1)}
    assert "plies played" not in drawn, "interpreted solutions have no plies"


def test_tiers_are_drawn_where_there_are_plies(monkeypatch: pytest.MonkeyPatch) -> None:
    figures = compute_statistics(compiled(TIERED))
    drawn = heights(figures, monkeypatch)["plies played"]
    for word, field in (("win", "wins"), ("draw", "draws"), ("loss", "losses")):
        assert drawn[word] == {str(tier.tier): getattr(tier, field) for tier in figures.tiers}


# The command, and what it needs


def test_the_command_writes_a_page(command: Callable[..., Ran], tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    ran = command("report", "subtraction(heap=9)", "--interpreted", "--output", str(file))
    assert ran.status == 0 and ran.err == "" and ran.out.endswith(f"page  {file}\n")
    assert ran.out.startswith(str(made(Subtraction(heap=9))))
    assert file.read_text(encoding="utf-8") == page(Subtraction(heap=9))
    assert list(tmp_path.iterdir()) == [file]
    answer = command("report", "subtraction(heap=9)", "--interpreted", "--json")
    assert json.loads(answer.out) == json.loads(json.dumps(made(Subtraction(heap=9)).as_result().as_json()))
    begun = command("report", "subtraction(heap=9)", "8", "--interpreted")
    assert begun.out.startswith("subtraction(heap=9, take=(1, 2, 3), misere=False, stop=0) from 8\n")
    assert "The second player wins" in begun.out


def test_seeds_of_samples(command: Callable[..., Ran]) -> None:
    ran = [
        command("report", f"{HASHABLE_GAMES}:Coins(row=(3, 1, 2))", "--interpreted", "--json", "--seed", seed)
        for seed in ("1", "1", "2")
    ]
    players = [json.loads(each.out)["pairs"] for each in ran]
    assert players[0] == players[1] != players[2]


@pytest.mark.parametrize(
    "arguments", [("report", "--output"), ("stats", "--output")], ids=lambda arguments: arguments[0]
)
def test_without_matplotlib_there_is_one_line(
    command: Callable[..., Ran], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, str]
) -> None:
    for module in ["matplotlib", *(name for name in sys.modules if name.startswith("matplotlib."))]:
        monkeypatch.setitem(sys.modules, module, None)
    file = tmp_path / "page.html"
    name, option = arguments
    ran = command(name, "subtraction(heap=9)", "--interpreted", option, str(file))
    check_refusal(ran, 2, "matplotlib", 'pip install "zermelo[plots]"')
    assert not list(tmp_path.iterdir())
    assert command(name, "subtraction(heap=9)", "--interpreted").status == 0, "text needs no charts"


@pytest.mark.parametrize("kind", ["RaisesInShow", "RaisesInName"])
def test_what_a_game_raises_is_one_line(command: Callable[..., Ran], tmp_path: Path, kind: str) -> None:
    file = tmp_path / "page.html"
    ran = command("report", broken(kind), "--interpreted", "--output", str(file))
    check_refusal(ran, 2, "the rules raise IndexError")
    assert not file.exists()


# Play without end


def test_a_report_on_play_without_end() -> None:
    game = zermelo.game("pong_hau_ki")
    said = found(game)
    assert said["Perfect play"] == "A draw, by endless play."
    assert said["Length"].startswith("Perfect play goes on without end; random players need ")
    assert said["Length"].endswith(" (a game that repeats positions is stopped after 200 plies, and drawn).")
    assert "no end" in page(game) and "None" not in page(game) + str(made(game))
    pairs = made(game).as_result().as_json()["pairs"]
    assert [pair["endless"] for pair in pairs] == made(game).tournament.endless.ravel().tolist()


# First moves on the board


def test_first_moves_are_a_heat_map() -> None:
    """Between erring players the centre does best, corners next: of 9 cells, each with its figures."""
    page = made(TicTacToe()).html()
    (figure,) = re.findall(r"<figure>(?:(?!</figure>).)*What the first player scores.*?</figure>", page, re.S)
    shades = [float(each) for each in re.findall(r'fill-opacity="([0-9.]+)"', figure)]
    said = [int(each) for each in re.findall(r">(\d\d)</text>", figure)]
    assert len(shades) == len(said) == 9
    assert max(range(9), key=lambda cell: shades[cell]) == 4 and shades.count(min(shades)) == 4
    scores = [each.score for each in made(TicTacToe()).tournament.first_moves]
    assert said == [round(100 * score) for score in scores]
    lines = dict(made(TicTacToe()).lines())
    assert "with b2, the best of 9 first moves" in lines["Openings"]
    sampled = make_report(solved(Mnk(columns=3, rows=2)), games=5)
    assert isinstance(sampled, GameReport) and sampled.tournament.games == 5
    assert "Openings" not in dict(sampled.lines()) and "scores between erring" not in sampled.html()


# On a phone

TITLES = {
    "tic_tac_toe": "Tic-tac-toe: a draw with best play",
    "dots_and_boxes(columns=2, rows=1)": "Dots and boxes: a draw with best play",
    "sliding_tiles(columns=3, rows=2)": "Sliding tiles: can be solved in 14 moves, and in no fewer",
    "pig(target=8)": "Pig: the first player wins 73.8% of games with perfect play by both",
    "strike": "Strike, a quiz",
}
SMALL_WORDS = """[...document.querySelectorAll("text[style], td, th, p, figcaption, h1, h2")].filter((each) => {
  const { a = 1, b = 0 } = each.getScreenCTM?.() ?? {};
  return each.textContent.trim() && Math.hypot(a, b) * parseFloat(getComputedStyle(each).fontSize) < 11;
}).map((each) => each.outerHTML)"""
CLOSE_WORDS = """[...document.querySelectorAll("th + th, td + td")].filter((each) => {
  const [left, right] = [each.previousElementSibling, each].map((cell) => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    return range.getBoundingClientRect();
  });
  return left.width && right.width && getComputedStyle(each).display !== "block" && right.left - left.right < 5;
}).map((each) => each.outerHTML)"""


@pytest.mark.parametrize("game", few(TITLES, 3))
def test_a_report_fits_a_phone(game: str, offline: Callable[..., Any], tmp_path: Path) -> None:
    """Its title is what it finds, with the variant below; nothing scrolls sideways, and words of charts can be read."""
    file, page = tmp_path / "report.html", offline(**PHONE)
    file.write_text(zermelo.solve(game).report().html(), encoding="utf-8")
    page.goto(file.as_uri())
    assert page.inner_text("h1") == TITLES[game]
    assert bool(page.query_selector(".subtitle")) == ("(" in game)
    for _ in range(2):  # with details folded, and all unfolded
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert page.evaluate(SMALL_WORDS) == []
        page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
    assert page.evaluate(CLOSE_WORDS) == []

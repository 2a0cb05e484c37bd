"""Pages of one file in a browser without a network: whole games clicked through, each step held against the rules."""

import random
import re
import zlib
from collections.abc import Callable
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import axe_playwright_python
import pytest
from made.broken_games import Countdown
from support.browser import DESKTOP, PHONE
from support.listed import list_of
from support.marks import few, one_in
from support.points import gained, in_the_end

import zermelo
from zermelo.boards.pictures.move_highlights import MoveHighlights
from zermelo.core.budget import Budget
from zermelo.core.values import ExpectedValue
from zermelo.draw.pictures.picture_svg import PixelScale, _yield_place_value_signs
from zermelo.draw.pictures.position_picture import depict_for_player
from zermelo.games.lines.mnk import TicTacToe
from zermelo.play.matches.headline import Headline
from zermelo.play.matches.match import ChanceOutcome, Match
from zermelo.play.notebook.evaluation_bar import LENGTH
from zermelo.play.notebook.match_scene import Scene
from zermelo.play.pages.picture_parts import PartSheet, yield_picture_parts
from zermelo.play.pages.standalone_page import make_page, read_page_script_or_style

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
GAMES = {
    "placing": "tic_tac_toe",
    "columns": "connect_four(columns=4, rows=3, line=3)",
    "from a cell to another": "hexapawn",
    "sliding men": "dao(size=3)",
    "heaps": "nim(heaps=(1, 2, 3))",
    "pins": "kayles(pins=4)",
    "lines": "dots_and_boxes(columns=1, rows=2)",
    "hexagons": "hex(size=3)",
    "points": "mu_torere",
    "a puzzle": "sliding_tiles(columns=3, rows=2)",
    "pegs": "peg_solitaire(board='oo.oo/ooooo/o.ooo', last='')",
    "dice": "pig(target=8)",
    "text": "takeaway",
}


VALUES = "#board [class*=z-value-]"
SIGNS = """((drawn) => [...drawn.querySelectorAll("[class*=z-value-]")].map((sign) => {
  const group = sign.closest("[data-to]"), box = sign.getBBox(), by = sign.getScreenCTM(), at = drawn.getScreenCTM();
  const said = sign.nextElementSibling?.tagName === "text" ? sign.nextElementSibling.textContent : "";
  const hidden = group?.getAttribute("display") === "none";
  const end = (x, y) => new DOMPoint(x, y).matrixTransform(at.inverse().multiply(by));
  const [first, last] = [end(box.x, box.y), end(box.x + box.width, box.y + box.height)];
  const names = `${group?.dataset.from} ${group?.dataset.to}`;
  return [sign.getAttribute("class"), names, said, hidden, first.x, first.y, last.x, last.y];
}))"""


class Takeaway(Countdown):
    """Take one or <b>two</b> & "more": `</script><script>window.bad = 1</script>`."""

    heap: int = 5

    def show(self, position: int) -> str:
        return f"<img src=x onerror='window.bad=1'> & \"{position}\"</script>"

    def name(self, position: int, move: int) -> str:
        return f"<i>take</i> '{move}' \"&amp;"


def pairs_of(game: Any) -> set[tuple[Any, int]]:
    """Return all positions with their movers, all play gone through by the rules."""
    first = Match(game)
    found, waiting = {(first.position, first.mover)}, [(first.position, first.mover)]
    while waiting:
        match = Match(game, [waiting[-1][0]])
        match.movers = [waiting.pop()[1]]
        children = [child for _, child in match.throws()] or [
            game.play(match.position, move) for move in match.moves()
        ]
        for child in children:
            pair = child, match.mover_after(child)
            if pair not in found:
                found.add(pair)
                waiting.append(pair)
    return found


@cache
def solved(game: str) -> tuple[zermelo.Solution, str]:
    """The solution of a game, and its page."""
    solution = zermelo.solve(Takeaway() if game == "takeaway" else game)
    return solution, make_page(solution, budget=Budget()).html


class Table:
    """A page beside a match by the rules: what is done on the one is done in the other."""

    def __init__(self, page: Any, game: str, file: Path) -> None:
        self.page, self.file, (self.solution, html) = page, file, solved(game)
        file.write_text(html, encoding="utf-8")
        self.match = Match(self.solution.game)
        page.goto(file.as_uri())
        page.wait_for_selector("#moves li, #reply:not([hidden])")

    @property
    def text(self) -> str:
        return str(self.page.get_attribute("#position", "placeholder"))

    def wait_for(self, text: str) -> None:
        """Wait for a position; by a selector, as the page's policy forbids what waits for a function."""
        escaped = text.replace("\n", "\\a ")
        self.page.wait_for_selector(f'#position[placeholder="{escaped}"]', state="attached")

    @property
    def status(self) -> str:
        return str(self.page.inner_text("#words"))

    def choose(self, **settings: str) -> None:
        for name, value in settings.items():
            self.page.select_option(f"#{name}", value)

    def reload(self, kept: str) -> None:
        """Load the page again once another page of this browser finds a text among what pages have kept.

        The page itself finds it at once; what a new one finds has to pass through the browser first.
        """
        other = self.page.context.new_page()
        other.goto(self.page.url)
        other.wait_for_function(
            "kept => Object.values(localStorage).some(each => each.includes(kept))", arg=kept
        )
        other.close()
        self.page.reload()

    def listed(self) -> dict[str, str]:
        """Return the moves of the list with their words."""
        rows = "[...document.querySelectorAll('#moves li')]"
        return dict(
            self.page.evaluate(f"{rows}.map((row) => [...row.children].map((each) => each.innerText))")
        )

    def check(self, side: int | None = None) -> None:
        """Hold what the page shows against the rules and the solution; `side` is whose values it shows."""
        assert self.text == self.match.text
        answers = [] if self.match.throws() else self.solution.moves(self.match.position)
        viewer = self.match.mover if side is None else side
        same = self.match.mover == viewer
        self.check_headline(answers, side)
        self.check_points()
        expected = {
            each.name: str(in_the_end(self.match, each.answer).for_viewer(is_mover=same)) for each in answers
        }
        found = self.listed()
        assert set(found) == set(expected)
        for name, words in expected.items():
            assert_same_words(found[name], words)
        self.check_signs(viewer)

    def check_headline(self, answers: Any, side: int | None) -> None:
        """The page says what the explorer says: the headline, the bar's part, and what to click."""
        solution, match = self.solution, self.match
        answer = solution.value(match.position)
        said = Headline.from_answer(match, answer, answers, side, tolerance=solution.value_tolerance)
        assert self.status == str(said)
        sign = self.page.query_selector("#sign [class*=z-value-]")
        assert sign.get_attribute("class").startswith(f"z-value-{said.tone}")
        assert self.page.is_visible("#bar") == (said.share is not None)
        if said.share is not None:
            width = self.page.evaluate(
                "[...document.querySelectorAll('#bar rect')].map((each) => each.getAttribute('width')).at(-4)"
            )
            assert float(width) / LENGTH == pytest.approx(said.share)
        if side is None and not match.throws():
            clicks = Scene.from_match(match).describe_clicks(match.game)
            assert self.page.inner_text("#click") == (clicks and f"{clicks}.")

    def check_signs(self, viewer: int) -> None:
        """Hold the signs that the script draws against a picture's: where they stand, and what they say."""
        answers = None if self.match.throws() else self.solution.moves(self.match.position)
        scene = Scene.from_match(self.match, answers, viewer)
        if scene.picture is None:
            assert not self.page.query_selector(VALUES)
            return
        values = MoveHighlights(values=scene.make_highlights(with_values=True).values)
        named = {place.name: place for place in reversed(scene.picture.places)}
        drawn = "".join(_yield_place_value_signs(scene.picture, values, named, self.paper))
        show = "(markup) => { const own = document.createElementNS('http://www.w3.org/2000/svg', 'svg');"
        show += f"own.innerHTML = markup; document.querySelector('#board svg').append(own); return {SIGNS}(own); }}"
        own = self.page.evaluate(show, drawn)
        self.page.evaluate("document.querySelector('#board svg svg').remove()")
        found = self.page.evaluate(f"{SIGNS}(document.querySelector('#board svg > g'))")
        assert len(found) == len(own) and (found or not values.values)
        for one, other in zip(sorted(found), sorted(own), strict=True):
            assert one[:4] == other[:4]
            assert one[4:] == pytest.approx(other[4:], abs=1.0), one[:4]

    @cached_property
    def paper(self) -> PixelScale:
        """The canvas of all pictures of the game."""
        positions = pairs_of(self.solution.game)
        pictures = [depict_for_player(self.solution.game, *pair) for pair in positions]
        return PartSheet(
            {part.what: 0 for each in pictures if each for part in yield_picture_parts(each)}
        ).paper

    def check_points(self) -> None:
        """Where moves bring points: so far and to come are the final result, as the solution and gains have it."""
        if not hasattr(self.match.game, "gain"):
            return
        value = self.solution.value(self.match.position).value
        to_come = -value if self.match.mover else value
        first, second = self.match.points[-1]
        text = self.page.inner_text("#points")
        assert f"So far first {first} : {second} second." in text
        assert f"To come {sided(to_come)}." in text
        end = gained(self.match) + to_come
        assert f"Final {sided(end).replace(' +', ' wins by ') if end else 'a draw'}." in text

    def follow(self) -> None:
        """Make the moves in the match that the page's address has more than it."""
        numbers = self.page.evaluate("location.hash").rpartition(":")[2]
        line = [int(number) for number in numbers.split(".") if number]
        while len(line) < len(self.match.played):
            self.match.undo()
        for number in line[len(self.match.played) :]:
            throws = self.match.throws()
            self.match.play(ChanceOutcome(throws[number][1]) if throws else self.match.moves()[number])

    def touch(self, name: str, tap: bool) -> None:
        """Choose a move on the board, or from the list where it is of no place.

        A place where moves of several places begin is touched twice for the move of this place alone.
        """
        before = self.page.evaluate("location.hash")
        cells = self.cells(name) * 2 if len(self.cells(name)) == 1 else self.cells(name)
        act = self.page.tap if tap else self.page.click
        for cell in cells:
            if self.page.evaluate("location.hash") == before and not self.page.query_selector("#ask button"):
                act(f'[data-cell="{cell}"]')
        for button in self.page.query_selector_all("#ask button") if cells else ():
            if button.inner_text() == name:
                button.click()
                break
        if self.page.evaluate("location.hash") == before:
            assert not cells, (name, cells)
            self.page.click(f"#moves button >> text={name}")

    def cells(self, name: str) -> list[str]:
        (found,) = [each.cells for each in Scene.from_match(self.match).choices if each.name == name]
        first, *rest = found or [""]
        return [first, *rest[-1:], *rest[:-1]] if found else []


@pytest.fixture
def table(offline: Callable[..., Any], tmp_path: Path) -> Table:
    """The page of tic-tac-toe."""
    return Table(offline(), "tic_tac_toe", tmp_path / "game.html")


def sided(points: int) -> str:
    """Points of the one who has more."""
    return f"{'first' if points > 0 else 'second'} +{abs(points)}" if points else "both the same"


def assert_same_words(found: str, expected: str) -> None:
    """Texts are the same; figures of expectations to five digits, as two languages round."""
    number = r"[-+]?\d+(?:\.\d+)?"
    assert re.sub(number, "#", found) == re.sub(number, "#", expected)
    pairs = zip(re.findall(number, found), re.findall(number, expected), strict=True)
    assert all(one == other or abs(float(one) - float(other)) < 1.1e-4 for one, other in pairs)


@pytest.mark.parametrize(
    ("kind", "tap"),
    few(
        [
            *(("placing", True), ("lines", False), ("pins", True), ("dice", False), ("text", False)),
            *((kind, tap) for kind in GAMES for tap in (False, True)),
        ],
        5,
    ),
)
def test_a_whole_game_is_clicked_through(
    kind: str, tap: bool, offline: Callable[..., Any], tmp_path: Path
) -> None:
    table = Table(offline(**(PHONE if tap else DESKTOP)), GAMES[kind], tmp_path / "game.html")
    lots = random.Random(1917)
    for _ in range(24):
        table.follow()
        table.check()
        if table.match.is_over():
            break
        table.touch(lots.choice(table.match.move_names()), tap)
    result = table.match.result()
    if result is not None:
        check_end(table, result)
    assert table.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("view", ["0", "1"])
def test_values_of_one_side_are_asked_for(view: str, offline: Callable[..., Any], tmp_path: Path) -> None:
    table = Table(offline(), "dots_and_boxes(columns=1, rows=2)", tmp_path / "game.html")
    table.choose(view=view)
    lots = random.Random(3)
    while not table.match.is_over():
        table.check(int(view))
        table.touch(lots.choice(table.match.move_names()), tap=False)
        table.follow()
    table.check(int(view))


def test_a_game_against_the_computer_begins_by_a_button_and_is_explored_by_another(table: Table) -> None:
    page, pressed = table.page, "button[aria-pressed=true]"
    assert page.inner_text(pressed) == "Explore"
    page.click('[data-cell="b2"]')
    page.click("#computer")
    assert page.inner_text(pressed) == "Play the computer" and page.input_value("#side") == "1"
    assert table.status == "O to move" and not page.query_selector(VALUES)
    page.click('[data-cell="a1"]')
    assert page.evaluate("location.hash").count(".") == 2, "the computer has answered"
    table.follow()
    assert table.status == "O to move"
    page.click("#explore")
    table.check()


def check_end(table: Table, result: int) -> None:
    """The headline tells who has won, the review every mistake and no more."""
    if table.solution.summary.alone:
        assert table.status.startswith("Solved in " if result > 0 else "A dead end: no move is left")
    else:
        assert table.status == f"The game is over: {table.match.result_text()}"
    rows = [row.inner_text() for row in table.page.query_selector_all("#found li")]
    mistakes = table.match.find_mistakes(table.solution)
    if not mistakes:
        assert rows == ["No move gave anything away."]
        return
    assert [row.split(":")[0] for row in rows] == [f"Ply {each.ply}" for each in mistakes]
    for row, each in zip(rows, mistakes, strict=True):
        assert f"played {each.played.name}, and" in row
        better = row.partition("Better: ")[2].rstrip(".").split(", ")
        assert each.better.name in better and each.played.name not in better
    if not table.solution.game.scored and not table.solution.summary.answer.is_expected:
        discs = table.page.query_selector_all("#history a circle, #history a path")
        values = [table.solution.value(each).value for each in table.match.positions]
        leads = [-value if mover else value for value, mover in zip(values, table.match.movers, strict=True)]
        colours = {1: "z-f-light", 0: "z-value-draw", -1: "z-f-dark"}
        for disc, lead in zip(discs, leads, strict=True):
            assert table.solution.summary.alone or colours[lead] in (disc.get_attribute("class") or "")
    shown = table.page.query_selector_all("#history a text.z-f-red")
    assert len(shown) == len(mistakes) and {each.text_content() for each in shown} <= {"?"}


@pytest.mark.parametrize("side", ["0", "1"])
def test_the_other_side_plays_perfectly(side: str, table: Table) -> None:
    lots = random.Random(7)
    table.choose(side=side)
    for _ in range(2):
        table.page.click("#new")
        table.match = Match(table.solution.game)
        table.follow()
        while not table.match.is_over():
            table.check(int(side))
            table.touch(lots.choice(table.match.move_names()), tap=False)
            table.follow()
        for number, mover in enumerate(table.match.movers[:-1]):
            if mover != int(side):
                best = [each.move for each in table.solution.best(table.match.positions[number])]
                assert table.match.played[number] in best
        result = table.match.result()
        assert result is not None and (result if side == "1" else -result) >= 0


def test_moves_are_taken_back_and_made_again_and_kept_in_the_address(table: Table) -> None:
    page = table.page
    texts = [table.text]
    for name in ("b2", "a1", "c3"):
        page.click(f'[data-cell="{name}"]')
        texts.append(table.text)
    assert texts[-1] == "O..\n.X.\n..X"
    page.click("#undo")
    assert table.text == texts[2]
    page.click("#undo")
    page.click("#redo")
    page.click("#redo")
    assert table.text == texts[3] and page.is_disabled("#redo")
    page.go_back()
    table.wait_for(texts[2])
    page.go_forward()
    table.wait_for(texts[3])
    page.reload()
    page.wait_for_selector("#moves li")
    assert table.text == texts[3]
    page.click("#history a >> nth=1")  # a link: the page follows its address
    table.wait_for(texts[1])
    assert table.text == texts[1]
    page.click("#redo")
    assert table.text == texts[2]
    page.evaluate("location.hash = '#:99.x'")
    page.evaluate("location.hash = '#:99.3'")
    table.wait_for(texts[0])


def test_the_keyboard_is_enough(offline: Callable[..., Any], tmp_path: Path) -> None:
    table = Table(offline(), "hexapawn", tmp_path / "game.html")
    page = table.page
    page.focus("body")
    for _ in range(40):
        page.keyboard.press("Tab")
        if focused(page):
            break
    assert focused(page)
    lots = random.Random(5)
    while not table.match.is_over():
        for cell in table.cells(lots.choice(table.match.move_names())):
            steer(page, cell)
            page.keyboard.press("Enter" if lots.random() < 0.5 else " ")
        table.follow()
        table.check()
        assert focused(page) == cell or not page.query_selector(f'[data-cell="{cell}"]')
    result = table.match.result()
    assert result is not None
    check_end(table, result)


def focused(page: Any) -> str:
    return str(page.evaluate("document.activeElement?.dataset?.cell ?? ''"))


def steer(page: Any, cell: str) -> None:
    """Go to a place by the arrows: the way that the page's own picture says."""
    for _ in range(12):
        here = focused(page)
        if here == cell:
            return
        x, y = (middle(page, cell)[axis] - middle(page, here)[axis] for axis in (0, 1))
        across, down = ("ArrowRight" if x > 0 else "ArrowLeft"), ("ArrowDown" if y > 0 else "ArrowUp")
        for key in (across, down) if abs(x) > abs(y) else (down, across):
            page.keyboard.press(key)
            if focused(page) != here:
                break
    raise AssertionError(f"{cell} is not reached")


def middle(page: Any, cell: str) -> tuple[float, float]:
    box = page.query_selector(f'[data-cell="{cell}"]').bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_man_is_dragged_and_a_choice_is_given_up(offline: Callable[..., Any], tmp_path: Path) -> None:
    table = Table(offline(), "hexapawn", tmp_path / "game.html")
    page = table.page
    name = table.match.move_names()[0]
    begin, end = table.cells(name)
    page.click(f'[data-cell="{begin}"]')
    assert page.query_selector(f'[data-cell="{begin}"] .z-chosen')
    shown = (
        "[...document.querySelectorAll('[data-from]:not([display=none])')].map((each) => each.dataset.from)"
    )
    assert set(page.evaluate(shown)) == {begin}, "with a piece picked up only its own targets are marked"
    marked = "[...document.querySelectorAll('.z-target')].map((each) => each.parentNode.dataset.cell)"
    assert page.evaluate(marked) == [end]
    page.keyboard.press("Escape")
    assert len(set(page.evaluate(shown))) == 3
    assert not page.query_selector(".z-chosen") and table.text == table.match.text
    page.mouse.move(*middle(page, begin))
    page.mouse.down()
    page.mouse.move(*middle(page, end), steps=3)
    page.mouse.up()
    table.follow()
    assert [table.match.game.name(table.match.positions[0], each) for each in table.match.played] == [name]
    table.check()


def test_hints_are_shown_when_asked_for_and_kept(table: Table) -> None:
    page = table.page
    table.choose(hints="ask")
    signs = "#board [class*=z-value-]"
    assert not page.query_selector(signs) and not page.query_selector("#moves span")
    table.reload(kept='"hints":"ask"')
    page.wait_for_selector("#moves li")
    assert page.input_value("#hints") == "ask" and not page.query_selector(signs)
    page.click("#show")
    assert len(page.query_selector_all(signs)) == 9
    page.click('[data-cell="b2"]')
    assert not page.query_selector(signs)


def test_the_board_is_turned_and_the_page_printed_without_what_is_clicked(table: Table) -> None:
    page, corners = table.page, [middle(table.page, cell) for cell in ("a1", "c3")]
    page.click("#turn")
    page.evaluate("scrollTo(0, 0)")
    assert middle(page, "a1") == pytest.approx(corners[1], abs=60)
    assert middle(page, "c3") == pytest.approx(corners[0], abs=60)
    assert middle(page, "a1")[0] > middle(page, "c3")[0]
    page.emulate_media(media="print")
    assert not page.is_visible("#undo") and not page.is_visible("#setup")
    assert page.is_visible("#board svg") and page.is_visible("#moves li")


def test_puzzles_are_solved_and_misses_remembered(table: Table) -> None:
    page, solution = table.page, table.solution
    number, puzzle = next(
        (number, each)
        for number, each in enumerate(solution.puzzles(kinds=("longest", "single")))
        if each.kind == "single"
    )
    page.click("summary:has-text('Puzzles')")
    page.click(f"#puzzles a >> nth={number}")
    page.wait_for_selector("#puzzles a[aria-current=true]")
    position = solution.game.parse(table.text)
    moves = solution.moves(position)
    right = [each.name for each in moves if each.answer.value == puzzle.answer.value]
    wrong = next(each for each in moves if each.name not in right)
    assert len(right) == 1 and not page.query_selector("#moves span")
    before = table.text
    page.click(f'[data-cell="{wrong.name}"]')
    assert table.text == before
    assert page.inner_text("#notice") == f"{wrong.name} is no solution: {wrong.answer}. Try again."
    table.reload(kept='"puzzles":{"')
    page.click("summary:has-text('Puzzles')")
    page.wait_for_selector(f"#puzzles li >> nth={number} >> text=(misses: 1)")
    page.click(f'[data-cell="{right[0]}"]')
    assert page.inner_text("#notice") == f"Solved by {right[0]}."
    assert "(solved, misses: 1)" in page.inner_text(f"#puzzles li >> nth={number}")


def test_a_position_is_set_up_by_its_text(table: Table) -> None:
    page = table.page
    page.click("summary:has-text('Set up')")
    for typed, wrong in (
        ("X../.Q./..X", 'No position of this file has ".Q." as line 2.'),
        ("XX./.../...", "There is no such position in this file: play does not come to it."),
        ("X../.O./..X", ""),
    ):
        page.fill("#position", typed)
        page.click("#setup button")
        assert page.inner_text("#wrong") == wrong
    assert page.evaluate("location.hash").count(":") == 1
    page.wait_for_selector("#moves li")


def test_what_a_game_says_of_itself_is_no_markup(offline: Callable[..., Any], tmp_path: Path) -> None:
    table = Table(offline(), "takeaway", tmp_path / "game.html")
    page = table.page
    assert page.evaluate("window.bad") is None
    assert page.inner_text("#board") == Takeaway().show(5)
    assert "</script><script>window.bad = 1</script>" in page.inner_text("#goal")
    names = {button.inner_text() for button in page.query_selector_all("#moves button")}
    assert names == {Takeaway().name(5, 1), Takeaway().name(5, 2)}
    page.click("#moves button >> nth=0")
    assert not page.query_selector("#history i, #board img, #moves i")
    assert page.evaluate("window.bad") is None


def test_a_page_opens_at_the_line_it_was_made_for(offline: Callable[..., Any], tmp_path: Path) -> None:
    """With its moves, which can be taken back; an address with another line says where it opens."""
    solution, file, page = solved("tic_tac_toe")[0], tmp_path / "game.html", offline()
    line = Match(solution.game)
    for name in ("b2", "a1", "c1"):
        line.play(line.find_move(name))
    solution.page(file, line=line)
    page.goto(file.as_uri())
    page.wait_for_selector("#history .z-now:has-text('3. c1')")
    assert page.get_attribute("#position", "placeholder") == line.text
    page.click("#undo")
    page.wait_for_selector("#history .z-now:has-text('2. a1')")
    page.goto(f"{file.as_uri()}#:4")
    page.reload()
    page.wait_for_selector("#history .z-now:has-text('1. b2')")


def test_an_older_browser_unpacks_by_itself(offline: Callable[..., Any], tmp_path: Path) -> None:
    page = offline()
    page.add_init_script("delete globalThis.DecompressionStream")
    table = Table(page, "tic_tac_toe", tmp_path / "game.html")
    assert page.evaluate("typeof DecompressionStream") == "undefined"
    table.check()


@pytest.mark.parametrize("level", few([9, 1, 0], 1))
def test_bytes_are_unpacked_as_they_were(level: int, offline: Callable[..., Any]) -> None:
    lots = random.Random(level)
    plain = [b"", b"a", b"abc" * 2_000, bytes(lots.randrange(256) for _ in range(20_000)), bytes(300)]
    plain.append(b"".join(lots.choice((b"tic", b"tac", b"toe", b"\0")) for _ in range(3_000)))
    page = offline()
    page.add_script_tag(content=read_page_script_or_style("unpacking.js"))
    for each in plain:
        packed = list(zlib.compress(each, level))
        found = page.evaluate(
            "([packed, size]) => Array.from(inflate(Uint8Array.from(packed), size))", [packed, len(each)]
        )
        assert bytes(found) == each


def test_dice_fall_on_every_side(offline: Callable[..., Any], tmp_path: Path) -> None:
    table = Table(offline(), "pig(target=8)", tmp_path / "game.html")
    assert isinstance(table.solution.value(), ExpectedValue)
    thrown = set()
    for _ in range(60):
        table.page.click("#new")
        table.page.click("#moves button >> nth=0")
        numbers = table.page.evaluate("location.hash").rpartition(":")[2].split(".")
        thrown.add(int(numbers[1]))
        if thrown == set(range(6)):
            break
    assert thrown == set(range(6))


FIVE = ("lines(2,0)>=1", "lines(0,2)>=1", "lines>=4", "lines(0,1)>=1 & lines(0,0)>=2", "unforkable")


@pytest.mark.parametrize("seed", few(range(3), 1))
def test_the_rule_that_fires_is_marked_at_each_ply(
    seed: int, offline: Callable[..., Any], tmp_path: Path
) -> None:
    """A game at random, both sides played: what is marked and said is what the list says at the position."""
    rules, page = list_of(TicTacToe(), *FIVE), offline()
    solution, chance, file = zermelo.solve("tic_tac_toe"), random.Random(seed), tmp_path / "game.html"
    file.write_text(make_page(solution, budget=Budget(), rules=rules).html, encoding="utf-8")
    page.goto(file.as_uri())
    page.wait_for_selector("#moves li")
    page.select_option("#side", "both")
    match, marked, fired = Match(solution.game), set(), '#rules li[aria-current="step"]'
    while match.result() is None:
        number, allowed = rules.find_firing_rule(match.position)
        names = [match.game.name(match.position, move) for move in allowed]
        rows = page.query_selector_all(fired)
        assert [row.get_attribute("value") for row in rows] == [str(number)]
        assert rows[0].inner_text() == rules.list_rule_sentences()[(number or 0) - 1]
        assert page.inner_text("#fired") == f"Rule {number} allows {', '.join(names)}."
        page.select_option("#hints", "off")
        assert page.query_selector(fired) is None and page.inner_text("#fired") == ""
        page.select_option("#hints", "on")
        name = chance.choice(match.move_names())
        page.click(f"#moves button >> text={name}")
        match.play(match.find_move(name))
        marked.add(number)
    assert page.query_selector(fired) is None and page.inner_text("#fired") == ""
    assert len(marked) > 1


LOOKS = [
    (game, *look)
    for look in ((360, "dark"), (1200, "light"))
    for game in ("pig(target=4)", "sliding_tiles(columns=2, rows=2)", "tic_tac_toe")
]


@pytest.mark.parametrize(("game", "width", "scheme"), one_in(3, LOOKS))
def test_axe_finds_nothing(
    offline: Callable[..., Any], tmp_path: Path, game: str, width: int, scheme: str
) -> None:
    """Wide and narrow, light and dark, and as a finished game."""
    page = offline(viewport={"width": width, "height": 800}, color_scheme=scheme, bypass_csp=True)
    table = Table(page, game, tmp_path / "game.html")
    for ending in ("", "#b2/b1/a1/c3/a3/a2/c1") if game == "tic_tac_toe" else ("",):
        page.goto(f"{table.file.as_uri()}{ending}")
        page.reload()
        page.wait_for_selector("[data-cell], .z-moves button, pre")
        page.evaluate(AXE)
        found = page.evaluate("() => axe.run()")
        assert [(each["id"], each["nodes"][0]["html"][:200]) for each in found["violations"]] == []
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")

"""The board in a notebook: what it tells Python and is told, and its script in a browser that mounts it."""

import json
import random
import re
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from made.broken_games import Countdown, RaisesInPlay, RaisesInShow
from support.browser import DESKTOP, PHONE
from support.marks import few
from support.points import in_the_end

import zermelo
from zermelo.core import BadParameter, IllegalMove, UnreadablePosition
from zermelo.play import Headline, Match
from zermelo.play.notebook.notebook_board import board_widget
from zermelo.play.notebook.notebook_widget import BoardWidget, load_widget_script, load_widget_style


def tell(board: BoardWidget, what: Any, place: Any = None, serial: Any = None) -> None:
    """Send what the page would send."""
    serial = board.view["serial"] if serial is None else serial
    board._handle_custom_msg({"do": what, "serial": serial, "place": place}, [])


def heard(board: BoardWidget, *names: str) -> list[Any]:
    """Return the changes of some traits from now on, as they come."""
    found: list[Any] = []
    board.observe(lambda change: found.append((change["name"], change["new"])), list(names))
    return found


@pytest.mark.parametrize(
    "name",
    [
        "tic_tac_toe",
        "hexapawn",
        "nim(heaps=(1, 2, 3))",
        "dots_and_boxes(columns=1, rows=2)",
        "peg_solitaire",
        Countdown(),
    ],
)
def test_whole_games_are_clicked_beside_a_match_by_the_rules(name: Any) -> None:
    solution = zermelo.solve(name)
    board, match, chance = solution.widget(), Match(solution.game), random.Random(1)
    positions = heard(board, "position")
    while not match.is_over():
        expected = {each.name: each for each in solution.moves(match.position)}
        assert {move["name"] for move in board.view["moves"]} == set(expected)
        for move in board.view["moves"]:
            assert move["words"] == str(in_the_end(match, expected[move["name"]].answer))
        answers = solution.moves(match.position)
        said = Headline.from_answer(match, solution.value(match.position), answers)
        assert board.view["headline"] == str(said) and bool(board.view["side"]) != match.game.is_puzzle
        place = chance.randrange(len(board.view["moves"]))
        match.play(match.find_move(board.view["moves"][place]["name"], exact=True))
        serial = board.view["serial"]
        for _ in range(2):  # a double click makes one move
            tell(board, "play", place, serial)
        assert board.position == match.position and positions[-1] == ("position", match.position)
        assert board.text == solution.game.show(match.position)
        assert board.view["board"].startswith("<svg" if isinstance(name, str) else "<pre")
    assert board.view["moves"] == [] and len(board.made) == len(match.played)
    result = match.result()
    assert result is not None and board.view["headline"] == str(Headline.from_answer(match))
    json.dumps(board.view)


def test_moves_are_taken_back_and_made_again() -> None:
    board = zermelo.game("tic_tac_toe").widget()
    start = board.position
    for name in ("b2", "a1", "c3"):
        board.play(name)
    made = list(board.made)
    tell(board, "undo")
    assert board.made == made[:2] and board.view["redo"]
    tell(board, "redo")
    assert board.made == made == ["b2", "a1", "c3"]
    tell(board, "restart")
    assert board.position == start and board.made == [] and not board.view["undo"] and board.view["redo"]
    assert board.undo() is False and board.redo() is True and board.made == ["b2"]


def test_python_sets_a_position_and_is_told_once() -> None:
    board = zermelo.solve("tic_tac_toe").widget()
    board.play("b2")
    changes = heard(board, "position", "text", "made")
    board.position = "X../.O./..X"
    assert sorted(name for name, _ in changes) == ["made", "position", "text"]
    assert (
        board.text == "X..\n.O.\n..X" and board.made == [] and "draw with best play" in board.view["headline"]
    )
    assert isinstance(board.position, int)
    serial = board.view["serial"]
    board.position = board.position
    assert board.view["serial"] == serial


@pytest.mark.parametrize("wrong", ["X", "nonsense", -1, 1.5, True])
def test_what_is_no_position_is_refused_and_changes_nothing(wrong: Any) -> None:
    board = zermelo.game("tic_tac_toe").widget("X../.../...")
    before = board.position, board.view
    with pytest.raises(UnreadablePosition):
        board.position = wrong
    assert (board.position, board.view) == before
    with pytest.raises(UnreadablePosition):
        zermelo.game("tic_tac_toe").widget(wrong)


def test_an_integer_that_the_rules_cannot_show_is_refused() -> None:
    board = RaisesInShow(heap=2).widget()
    with pytest.raises(UnreadablePosition, match="IndexError"):
        board.position = 3
    assert (board.position, board.text) == (2, "c")


def test_values_are_those_of_who_looks() -> None:
    solution = zermelo.solve("tic_tac_toe")
    board = solution.widget("X../.../...")
    board.play("b1")
    assert board.side is None and board.view["headline"].startswith("X to move: wins in 5")
    assert board.view["side"] == "the player to move"
    tell(board, "side")  # the one who began at this position has erred
    assert board.side == 0 and "O loses" in board.view["headline"] and board.view["side"] == "O"
    tell(board, "side")
    assert board.side == 1 and "wins in 5" in board.view["headline"] and board.view["side"] == "X"
    tell(board, "side")
    assert board.side is None
    board.side = 0
    with pytest.raises(BadParameter, match="nobody"):
        board.side = 2
    assert board.side == 0


def test_without_hints_nothing_is_said_of_values_nor_by_the_order() -> None:
    solution = zermelo.solve("tic_tac_toe")
    board = solution.widget("X../.O./..X", hints=False)
    plain = zermelo.game("tic_tac_toe").widget("X../.O./..X")
    for each in (board, plain):
        assert each.view["headline"] == "O to move" and each.view["sign"] == ""
        assert {move["words"] + move["sign"] for move in each.view["moves"]} == {""}
        assert not re.search("z-value-|z-said-", each.view["board"])
    assert [move["name"] for move in board.view["moves"]] == Match(
        solution.game, [board.position]
    ).move_names()
    tell(board, "hints")
    assert board.hints and "best play" in board.view["headline"] and "z-value-draw" in board.view["board"]
    assert not plain.view["solved"] and board.view["solved"]


def test_a_board_is_turned() -> None:
    board = zermelo.game("hexapawn").widget()
    before = board.view["board"]
    tell(board, "turned")
    assert board.turned and board.view["board"] != before
    board.turned = False
    assert board.view["board"] == before


@pytest.mark.parametrize(
    "content",
    [
        *(None, [], "play", {}),
        {"do": "play", "place": 0, "serial": -1},
        *({"do": "play", "place": place} for place in (-1, 99, "0", None, 0.0, [0])),
        *({"do": what} for what in ("play", "close", "__init__", ["undo"], {"x": 1})),
    ],
)
def test_what_no_page_of_ours_tells_does_nothing(content: Any) -> None:
    board = zermelo.game("tic_tac_toe").widget()
    if isinstance(content, dict):
        content = {"serial": board.view["serial"]} | content
    before = board.view
    board._handle_custom_msg(content, [])
    assert board.view == before and board.made == []


def test_dice_are_thrown_or_chosen() -> None:
    board = zermelo.game("pig(target=8)").widget()
    place = next(i for i, move in enumerate(board.view["moves"]) if move["name"] == "roll")
    tell(board, "play", place)
    assert len(board.view["throws"]) == len(Match(board.game, [board.position]).throws()) > 1
    assert board.view["moves"] == [] and "to throw the dice" in board.view["headline"]
    tell(board, "play", 1)
    assert board.made == ["roll", "throw"]
    tell(board, "undo")
    tell(board, "throw")
    assert board.made == ["roll", "throw"]
    with pytest.raises(BadParameter, match="no dice"):
        zermelo.game("hexapawn").widget().throw()


def test_what_rules_raise_is_said_on_the_page() -> None:
    board = RaisesInPlay(heap=4).widget()
    tell(board, "play", 0)
    tell(board, "play", 0)
    assert "three is" in board.view["note"] and board.position == 3
    with pytest.raises(ValueError, match="three is"):
        board.play("1")
    tell(board, "undo")
    assert board.view["note"] == "" and board.position == 4


def test_positions_that_a_solution_does_not_have_are_played_without_values() -> None:
    board = zermelo.solve(zermelo.game("tic_tac_toe").beginning_at("X../.../...")).widget(".../.../...")
    assert "cannot come about" in board.view["note"] and board.view["headline"] == "X to move"
    assert len(board.view["moves"]) == 9 and {move["sign"] for move in board.view["moves"]} == {""}
    board.play("a1")
    assert board.view["note"] == "" and "draw with best play" in board.view["headline"]


def test_games_of_several_players_are_played_by_all() -> None:
    board = zermelo.game("strike").widget()
    assert board.view["headline"] == "Player 1 to move"
    while board.view["moves"]:
        tell(board, "play", 0)
    assert board.view["headline"].startswith("The game is over: ")


def test_a_game_is_solved_where_that_is_asked() -> None:
    assert " in 6 against best play" in zermelo.game("hexapawn").widget(solve=True).view["headline"]
    assert zermelo.game("hexapawn").widget().solution is None
    assert board_widget("hexapawn").view["solved"] is False
    with pytest.raises(IllegalMove):
        board_widget("hexapawn").play("z9")


def test_the_style_says_nothing_of_the_notebook() -> None:
    """Every rule is of the widget or of a picture of ours."""
    text = re.sub(r"/\*.*?\*/", "", load_widget_style(), flags=re.DOTALL)
    selectors = [each.strip() for each in re.findall(r"([^{}]+)\{[^{}]*\}", text)]
    assert len(selectors) > 50
    for selector in selectors:
        for each in re.sub(r"^@media[^{]*", "", selector).split(","):
            assert re.search(r"\.zermelo(-widget)?(?![\w-])", each), selector


def test_the_script_asks_no_network() -> None:
    assert "import" not in re.sub(r"/\*.*?\*/|//.*", "", load_widget_script(), flags=re.DOTALL)
    assert not re.search(r"https?:|fetch\(|XMLHttpRequest", load_widget_script())


def test_without_anywidget_it_is_said_how_to_install_it() -> None:
    code = """
import sys
sys.modules["anywidget"] = None
import zermelo, zermelo.play
try:
    zermelo.game("hexapawn").widget()
except zermelo.core.MissingExtra as error:
    print(error)
"""
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip().endswith('pip install "zermelo[notebook]"')


def test_to_import_the_face_imports_no_widget() -> None:
    code = "import sys, zermelo.play, zermelo.games; print({'anywidget', 'traitlets', 'ipywidgets'} & set(sys.modules))"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout == "set()\n"


# In a browser.

NOTEBOOK = """<!DOCTYPE html><meta charset="utf-8">
<style>%s</style><div id="out"></div>
<script type="module">%s
window.mount = (view) => {
  const heard = new Set();
  const model = {
    view,
    get: (name) => model[name],
    on: (name, does) => heard.add(does),
    off: (name, does) => heard.delete(does),
    send: async (said) => take(await told(said)),
  };
  const take = (view) => { model.view = view; for (const does of [...heard]) does(); };
  window.take = take;
  window.heard = heard;
  window.leave = render({ model, el: document.getElementById("out") });
};
</script>"""


def mounted(page: Any, board: BoardWidget) -> None:
    """Show a widget on a page, its script and Python talking to one another as in a notebook."""

    def told(content: Any) -> Any:
        board._handle_custom_msg(content, [])
        return board.view

    page.expose_function("told", told)
    page.set_content(NOTEBOOK % (board._css, board._esm))
    page.wait_for_function("typeof mount === 'function'")
    page.evaluate("view => mount(view)", board.view)


def settle(page: Any, board: BoardWidget) -> None:
    """Wait until the page shows as many moves as were made."""
    page.wait_for_function(f"document.querySelectorAll('.z-made li').length === {len(board.made)}")


@pytest.mark.parametrize(
    ("name", "kind"),
    few(
        [
            ("hexapawn", DESKTOP),
            ("tic_tac_toe", PHONE),
            *(("tic_tac_toe", DESKTOP), ("hexapawn", PHONE)),
            *(("connect_four(columns=4, rows=3, line=3)", kind) for kind in (DESKTOP, PHONE)),
        ],
        2,
    ),
)
def test_whole_games_are_clicked_in_a_browser(
    offline: Callable[..., Any], name: str, kind: dict[str, Any]
) -> None:
    solution = zermelo.solve(name)
    board, match, chance = solution.widget(), Match(solution.game), random.Random(3)
    page = offline(**kind)
    mounted(page, board)
    while not match.is_over():
        assert page.locator(".z-moves li").count() == len(match.moves())
        move = chance.choice(board.view["moves"])
        for cell in move["cells"]:
            page.locator(f'[data-cell="{cell}"]').click()
        match.play(match.find_move(move["name"], exact=True))
        page.wait_for_function(f"document.querySelectorAll('.z-made li').length === {len(match.played)}")
        assert board.position == match.position
    assert "The game is over" in page.inner_text(".z-answer")
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_buttons_lists_and_python_change_what_is_seen(offline: Callable[..., Any]) -> None:
    board = zermelo.solve("tic_tac_toe").widget("X../.O./..X")
    page = offline()
    mounted(page, board)
    page.locator(".z-moves button").first.click()
    page.wait_for_selector(".z-made li")
    assert len(board.made) == 1
    page.get_by_role("button", name="Undo").click()
    page.wait_for_selector(".z-made", state="detached")
    assert board.made == [] and page.get_by_role("button", name="Undo").is_disabled()
    page.get_by_role("button", name="Hints").click()
    page.wait_for_selector('button[aria-pressed="false"]:text("Hints")')
    assert not board.hints and page.locator(".z-moves .sign").count() == 0
    board.position = ".../.../..."
    page.evaluate("view => take(view)", board.view)
    assert page.locator(".z-moves li").count() == 9
    page.evaluate("leave()")
    assert page.evaluate("heard.size") == 0


def test_names_of_rules_are_text_on_the_page(offline: Callable[..., Any]) -> None:
    class Hostile(Countdown):
        def show(self, position: int) -> str:
            return f"<img src=x onerror='window.bad=1'>{position}"

        def name(self, position: int, move: int) -> str:
            return f"<img src=x onerror='window.bad=1'>{move}"

    board = Hostile().widget()
    page = offline()
    mounted(page, board)
    page.locator(".z-moves button").first.click()
    settle(page, board)
    page.wait_for_timeout(50)
    assert page.evaluate("window.bad") is None and page.locator("img").count() == 0
    assert "<img" in page.inner_text(".z-made")


@pytest.mark.parametrize(("theme", "system"), [("false", "light"), ("true", "dark")])
def test_the_board_is_as_light_as_the_notebook(offline: Callable[..., Any], theme: str, system: str) -> None:
    page = offline(**DESKTOP, color_scheme=system)
    board = zermelo.game("hexapawn").widget()
    mounted(page, board)
    ground = "getComputedStyle(document.querySelector('.zermelo-widget')).backgroundColor"
    cell = "getComputedStyle(document.querySelector('.zermelo-widget svg .z-f-paper')).fill"
    before = page.evaluate(ground)
    page.evaluate(f"document.body.dataset.jpThemeLight = '{theme}'")
    after = page.evaluate(ground)
    assert before != after and page.evaluate(cell) == after


def test_a_dead_end_is_no_draw() -> None:
    """Of a puzzle that cannot be solved any more the sign says the same as the words."""
    solution = zermelo.solve("peg_solitaire")
    game, start, tones = solution.game, solution.game.start(), set()
    for each in solution.moves(start):
        view = BoardWidget(game, solution, game.play(start, each.move)).view
        assert view["tone"] == ("win" if each.answer.value > 0 else "loss"), view["headline"]
        tones.add(view["tone"])
    assert tones == {"win", "loss"}

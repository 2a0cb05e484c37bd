"""The trainer, asked as a browser asks it; what is right is held against the naive twin."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from reference import naive, naive_dice
from support.asking import Asked, asked
from support.browser import DESKTOP, PHONE
from support.elements import Page
from support.marks import few

import zermelo
from zermelo.play import training_records
from zermelo.play.training_records import BOXES, FILE, TrainingProgress, TrainingRecords
from zermelo.web.practice.training_puzzles import COUNT, number_puzzles, parse_training_url

GAME = "tic_tac_toe"
TILES = "sliding_tiles(columns=3,rows=2)"
PIG = "pig(target=8)"


class Browser(Asked):
    """Asks a server with no script."""

    def puzzles(self, game: str) -> Any:
        """Return the puzzles, once they are found."""
        while not (found := self.get_json(f"/-/train/{game}.json"))["puzzles"]:
            assert found["searching"]
            search = self.explorer_state.trainer.finder.find_puzzles(
                self.explorer_state.solution_cache.find_game_status(self.explorer_state.load_game(game)), 300
            )
            assert not search.error
        return found

    def tell(self, url: str) -> str:
        """Send a form, and return where it leads."""
        found = self.post(url)
        assert found.status == 303
        return found.headers["location"]

    def record(self, name: str, game: str = GAME) -> tuple[int, int, int]:
        """Return a puzzle's box, how often it was found, and missed."""
        row = next(row for row in self.puzzles(game)["puzzles"] if row["puzzle"] == name)
        return row["box"], row["found"], row["missed"]


WAITING = """
from zermelo import Game

class Waiting(Game):
    # Whoever must move at 0 or 1 has one move, then the other has one, and then he has none.
    def start(self): return 8
    def moves(self, position): yield from {8: (0, 1), 0: (4,), 1: (5,), 4: (6,), 5: (7,)}.get(position, ())
    def play(self, position, move): return move
    def passed(self, position): return {0: 1, 1: 0}.get(position, -1)
"""


@pytest.fixture(scope="module")
def lasting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """One server for all of them, whose puzzles are found once."""
    store = tmp_path_factory.mktemp("trainer")
    file = store / "waiting.py"
    file.write_text(WAITING, encoding="utf-8")
    for game in (GAME, "hexapawn", TILES, PIG, f"{file}:Waiting"):
        zermelo.solve(game, store=store)
    with asked(store, (f"{file}:Waiting",)) as server:
        yield Browser(server.explorer_state, server.port)


@pytest.fixture
def browser(lasting: Browser) -> Iterator[Browser]:
    """The server, which remembers nothing yet."""
    (lasting.explorer_state.store / FILE).unlink(missing_ok=True)
    yield lasting


def at(name: str, *moves: str, more: str = "", suffix: str = ".json", game: str = GAME) -> str:
    moved = f"&moves={'/'.join(moves)}" if moves else ""
    return f"/-/train/{game}{suffix}?puzzle={name}{moved}{more}"


@pytest.mark.parametrize(("name", "has_slower"), [(GAME, False), ("hexapawn", True)])
def test_each_move_of_each_puzzle_is_judged_as_the_naive_twin_judges_it(
    browser: Browser, name: str, has_slower: bool
) -> None:
    game = zermelo.game(name)
    answers = naive.solve(game)
    verdicts = set()
    for row in browser.puzzles(name)["puzzles"]:
        where = game.parse(row["text"])
        value, plies = answers[where]
        assert value == 1 and plies is not None
        for move in game.moves(where):
            theirs, left = answers[game.play(where, move)]
            assert left is not None
            found = browser.get_json(at(row["puzzle"], game.name(where, move), game=name))
            hurries = row["kind"] == "single" or left + 1 == plies
            right = "done" if row["kind"] == "single" or plies == 1 else None
            expected = "wrong" if theirs != -1 else right if hurries else "slower"
            assert found["verdict"] == expected, (row, found)
            verdicts.add(expected)
            if expected == "wrong":
                assert "gives the win away" in found["words"]
                is_over = naive.is_finished(game, game.play(where, move))
                assert (" answers " in found["words"]) != is_over
    assert verdicts == {"wrong", "done", None} | ({"slower"} if has_slower else set())


def test_a_long_win_is_played_out_against_perfect_answers(browser: Browser) -> None:
    game = zermelo.game(GAME)
    answers = naive.solve(game)
    found = browser.get_json(at("longest-1"))
    while found["verdict"] is None:
        where = game.parse(found["text"])
        assert answers[where] == (1, 5 - len(found["made"]))  # each answer puts the end off as long as can be
        after = (browser.get_json(move["url"]) for move in found["moves"])
        found = next(each for each in after if each["verdict"] in (None, "done"))
    assert found["verdict"] == "done" and len(found["made"]) == 5


def test_a_page_leads_to_the_answer_of_the_other_side(browser: Browser) -> None:
    assert f'href="/-/train/{GAME}"' in browser.get(f"/{GAME}/b2").text
    found = browser.get_json(at("longest-1"))
    right = next(move["move"] for move in found["moves"] if browser.get_json(move["url"])["verdict"] is None)
    leads, answered = browser.follow(at("longest-1", right, suffix=""))
    assert len(parse_training_url(GAME, urlsplit(leads).query)[0].moves) == 2 and answered.status == 200


def test_a_puzzle_shows_the_rules_its_length_and_a_hint_that_counts_as_no_success(browser: Browser) -> None:
    game = zermelo.game(GAME)
    answers = naive.solve(game)
    text = browser.get(at("longest-1", suffix="")).text
    assert "Win in 5 plies: 3 moves of yours" in text and "How to play" in text
    found = browser.get_json(at("longest-1"))
    assert list(found["tell"]) == ["hint", "answer", "next"]
    hint = browser.tell(found["tell"]["hint"])
    place = parse_training_url(GAME, urlsplit(hint).query)[0].view.touched[0]
    where = game.parse(found["text"])
    assert (-1, 4) in [
        answers[game.play(where, move)] for move in game.moves(where) if game.name(where, move) == place
    ]
    done = browser.get_json(hint.replace(GAME, f"{GAME}.json"))
    while done["verdict"] is None:
        after = (browser.get_json(move["url"]) for move in done["moves"])
        done = next(each for each in after if each["verdict"] in (None, "done"))
    browser.tell(done["tell"]["next"])
    assert browser.record("longest-1") == (0, 0, 0)


def test_next_puzzle_leaves_an_unfinished_one_for_the_one_after_it(browser: Browser) -> None:
    names = [row["puzzle"] for row in browser.puzzles(GAME)["puzzles"]]
    for name, after in zip(names, [*names[1:], names[0]], strict=True):
        assert browser.tell(browser.get_json(at(name))["tell"]["next"]).endswith(f"puzzle={after}")


def test_the_answer_to_a_wrong_move_is_made_on_the_board(browser: Browser) -> None:
    moves = browser.get_json(at("longest-1"))["moves"]
    wrong = next(move["move"] for move in moves if browser.get_json(move["url"])["verdict"] == "wrong")
    assert " answers " in browser.get_json(at("longest-1", wrong))["words"]
    pages = [browser.get(at("longest-1", *made, suffix="")).text for made in ((), (wrong,))]
    before, after = (page.count("z-stroke-") for page in pages)
    assert after == before + 2  # the move, and the answer


def test_each_position_is_a_puzzle_once(browser: Browser) -> None:
    found = browser.puzzles(GAME)["puzzles"]
    assert len({row["text"] for row in found}) == len(found)
    solution = zermelo.solve(GAME)
    numbered = number_puzzles(solution, solution.puzzles(count=2 * COUNT))
    assert max(sum(each.puzzle.kind == kind for each in numbered) for kind in ("longest", "single")) <= COUNT


def test_what_was_wrong_is_remembered_once_and_comes_back_first(browser: Browser) -> None:
    first = browser.puzzles(GAME)["next"]
    found = browser.get_json(at("longest-1"))
    wrong = next(
        move["move"] for move in found["moves"] if browser.get_json(move["url"])["verdict"] == "wrong"
    )
    page = browser.get(at("longest-1", wrong, suffix="")).text
    assert 'method="post"' in page and "gives the win away" in page
    assert browser.record("longest-1") == (0, 0, 0)  # looking changes nothing
    again = browser.tell(browser.get_json(at("longest-1", wrong))["tell"]["again"])
    assert browser.record("longest-1") == (1, 0, 1)
    assert "missed=1" in again and "moves=" not in again
    told = browser.get_json(again.replace(GAME, f"{GAME}.json"))["tell"]
    opened = browser.tell(told["answer"])
    assert browser.record("longest-1") == (1, 0, 1)  # of one attempt once
    assert "The answer" in browser.get(opened).text
    following = browser.tell(browser.get_json(opened.replace(GAME, f"{GAME}.json"))["tell"]["next"])
    assert first == "longest-1" and "puzzle=longest-2" in following
    browser.tell(browser.get_json(at("longest-2"))["tell"]["answer"])
    assert browser.puzzles(GAME)["next"] == "longest-1"


def test_what_was_found_at_once_goes_a_box_up(browser: Browser) -> None:
    name = "single-1"
    row = next(row for row in browser.puzzles(GAME)["puzzles"] if row["puzzle"] == name)
    for round_ in range(1, 7):
        moves = browser.get_json(at(name))["moves"]
        done = [each for each in moves if browser.get_json(each["url"])["verdict"] == "done"]
        assert len(done) == 1, row  # an only move
        assert browser.tell(browser.get_json(done[0]["url"])["tell"]["list"]) == f"/-/train/{GAME}"
        assert browser.record(name) == (min(round_ + 1, BOXES), round_, 0)
    said = browser.get(f"/-/train/{GAME}").text
    assert "1 of 16 puzzles was found, 15 are new" in said and "1 of 16 found" in said
    page = Page(browser.get(at(name, suffix="")).text)
    (strip,) = [each for each in page.html.all("nav") if each.attributes.get("aria-label") == "Progress"]
    labels = [each.attributes["aria-label"] for each in strip.all("a")]
    assert len(labels) == 16 and [each for each in labels if "found 6 times" in each] == [
        each.attributes["aria-label"] for each in strip.all("a") if "aria-current" in each.attributes
    ]


def test_a_slower_win_is_told_and_not_remembered(browser: Browser) -> None:
    names = [row["puzzle"] for row in browser.puzzles("hexapawn")["puzzles"] if row["kind"] == "longest"]
    moves = [(name, move) for name in names for move in browser.get_json(at(name, game="hexapawn"))["moves"]]
    tried = ((name, browser.get_json(move["url"])) for name, move in moves)
    name, found = next((name, found) for name, found in tried if found["verdict"] == "slower")
    assert "wins too, but takes longer" in found["words"]
    browser.tell(found["tell"]["again"])
    assert browser.record(name, "hexapawn") == (0, 0, 0)


def test_other_sites_change_nothing(browser: Browser) -> None:
    said = browser.get(f"/-/train/{GAME}").headers["referrer-policy"]
    assert said == "same-origin"  # with no-referrer browsers write `Origin: null`, which is refused
    url = browser.get_json(at("longest-1"))["tell"]["answer"]
    for headers in (
        {"Origin": "http://evil.example"},
        {"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "navigate"},
    ):
        assert browser.post(url, **headers).status == 403
    assert browser.get(url).status == 200  # a link of theirs looks, and no more
    assert not (browser.explorer_state.store / FILE).exists()


@pytest.mark.parametrize(
    ("url", "status"),
    [
        (f"/-/train/{GAME}.json?{'&'.join(['a=1'] * 90)}", 200),  # as many fields as there may be
        (at("longest-99"), 404),
        (at("longest-1", "z9"), 404),
        (at("longest-1", more="&here=everybody"), 400),
        ("/-/train/nosuch.json", 404),
        ("/-/train/strike.json", 400),
        ("/-/train/a.py:B.json", 404),
    ],
)
def test_what_is_no_puzzle_is_said(browser: Browser, url: str, status: int) -> None:
    browser.puzzles(GAME)
    found = browser.get(url)
    assert found.status == status and ("error" in found.json) == (status != 200)
    assert browser.post(at("longest-1", more="&then=win", suffix="")).status == 400


def test_a_puzzle_for_one_has_no_other_side(browser: Browser) -> None:
    browser.puzzles(TILES)
    solution = zermelo.open(TILES, browser.explorer_state.store)
    found = browser.get_json(at("longest-1", game=TILES))
    where = solution.game.parse(found["text"])
    made = [each.move for each in solution.line(where) if each.move is not None]
    for move in made:
        assert found["verdict"] is None
        name = solution.game.name(where, move)
        found = browser.get_json(next(each["url"] for each in found["moves"] if each["move"] == name))
        where = solution.game.play(where, move)
    assert found["verdict"] == "done" and len(found["made"]) == len(made) > 1
    assert "answers" not in found["words"]


def test_with_dice_each_move_is_judged_by_its_expectation(browser: Browser) -> None:
    game: Any = zermelo.game(PIG)
    values = naive_dice.iterated(game)
    assert f'href="/-/train/{PIG}"' in browser.get(f"/{PIG}").text
    rows = browser.puzzles(PIG)["puzzles"]
    assert {row["kind"] for row in rows} == {"single"} and len(rows) == 8
    verdicts = []
    for row in rows:
        where = game.parse(row["text"])
        for move in game.moves(where):
            found = browser.get_json(at(row["puzzle"], game.name(where, move), game=PIG))
            child = game.play(where, move)
            is_best = naive_dice.seen(game, where, child, values[child]) > values[where] - 1e-9
            assert found["verdict"] == ("done" if is_best else "wrong")
            assert is_best or "% of the time" in found["words"]
            verdicts.append(found["verdict"])
    assert verdicts.count("done") == len(rows) == verdicts.count("wrong")
    listed = browser.get(f"/-/train/{PIG}").text
    assert "A single move is best by a margin" in listed
    page = browser.get(at("single-1", more="&answer=1", suffix="", game=PIG)).text
    assert "The answer" in page and "percentage points" in page


def test_who_wins_in_a_zugzwang_is_asked_of_both_positions(browser: Browser) -> None:
    game = "waiting"
    row = next(row for row in browser.puzzles(game)["puzzles"] if row["kind"] == "zugzwang")
    url = f"/-/train/{game}.json?puzzle={row['puzzle']}"
    found = browser.get_json(url)
    assert (found["text"], found["mover"]) == ("0", 1)
    assert found["passed"] == {"text": "1", "mover": 2}
    right = [
        (here, there)
        for here in found["choices"]
        for there in found["choices"]
        if browser.get_json(f"{url}&here={here}&passed={there}")["verdict"] == "done"
    ]
    assert right == [("second", "first")]
    words = browser.get_json(f"{url}&here=nobody&passed=first")["words"]
    assert "nobody wins" in words and "where first is to move" in words and "second is" not in words
    page = browser.get(url.replace(".json", "")).text
    assert page.count('type="radio"') == 6 and page.count('<figure class="board still">') == 2
    browser.tell(browser.get_json(f"{url}&here=second&passed=second")["tell"]["answer"])
    assert browser.record(row["puzzle"], game) == (1, 0, 1)
    assert browser.get_json(f"{url}&answer=1")["answer"]["said"] == [
        "Where the first player is to move, second wins: loss in 2 for the mover.",
        "Where the second player is to move, first wins: loss in 2 for the mover.",
    ]


# In a browser.


@pytest.mark.parametrize(
    ("has_script", "is_phone"), few([(True, True), (False, False), (True, False), (False, True)], 2)
)
def test_a_person_trains(browser: Browser, begin: Any, has_script: bool, is_phone: bool) -> None:
    name = "hexapawn"
    browser.puzzles(name)
    found = browser.get_json(at("longest-1", game=name))
    judged = {move["move"]: browser.get_json(move["url"])["verdict"] for move in found["moves"]}
    wrong = next(move for move in found["moves"] if judged[move["move"]] == "wrong")
    right = next(move for move in found["moves"] if judged[move["move"]] is None)
    options = {**(PHONE if is_phone else DESKTOP), "java_script_enabled": has_script}
    page = begin(browser, f"/-/train/{name}", **options)
    page.get_by_role("link", name="Begin").click()
    page.wait_for_url("**puzzle=longest-1**")
    for move, verdict in ((wrong, "gives the win away"), (right, "is right")):
        for cell in move["cells"]:
            page.locator(f'figure.board [data-cell="{cell}"]').click(force=True)
            if cell != move["cells"][-1]:
                page.wait_for_url("**touch=**")
        page.wait_for_url("**moves=**")
        page.get_by_role("status").get_by_text(verdict).wait_for()
        if verdict == "gives the win away":
            page.get_by_role("button", name="Try again").click()
            page.wait_for_url("**missed=1**")
    assert browser.record("longest-1", name) == (1, 0, 1)
    page.get_by_role("button", name="See the answer").click()
    page.get_by_role("heading", name="The answer").wait_for()
    page.get_by_role("button", name="Next puzzle").click()
    page.wait_for_url("**puzzle=longest-2**")
    if has_script:
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert browser.record("longest-1", name) == (1, 0, 1)


# What is remembered.


def test_a_box_waits_for_twice_as_many_answers_as_the_one_below_and_what_waited_long_is_next() -> None:
    progress, waits = TrainingProgress(0, {}), []
    for _ in range(BOXES + 1):
        progress = progress.with_recorded_answer("a", right=True, when="")
        waits.append(progress.find_puzzle_record("a").due - progress.answered)
    assert waits == [2, 4, 8, 16, 16, 16]
    assert progress.with_recorded_answer("a", right=False, when="").find_puzzle_record("a").box == 1
    progress = TrainingProgress(0, {})
    assert progress.choose_next_puzzle("abc") == "a"
    progress = progress.with_recorded_answer("a", right=True, when="").with_recorded_answer(
        "b", right=False, when=""
    )
    assert progress.choose_next_puzzle("abc") == "c"  # b is due after one more
    progress = progress.with_recorded_answer("c", right=True, when="")
    assert (
        progress.answered == 3 and progress.choose_next_puzzle("abcd") == "b"
    )  # before a, which is due as well, and d
    progress = progress.with_recorded_answer("b", right=True, when="")
    assert progress.choose_next_puzzle("abcd") == "d" and progress.choose_next_puzzle("abc") == "a"


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff\xfe",
        b"[1]",
        b'{"games": 3}',
        b'{"games": {"g": {"answered": "x", "records": {"p": {"box": 99}}}}}',
        b'{"games": {"g": {"records": {"p": 4}}}}',
        b"[" * 100_000,
    ],
)
def test_a_damaged_file_is_no_error(tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE).write_bytes(content)
    memory = TrainingRecords(tmp_path)
    assert memory.read_game_progress("g") == TrainingProgress(0, {})
    memory.record_puzzle_answer("g", "p", right=False)
    assert TrainingRecords(tmp_path).read_game_progress("g").find_puzzle_record("p").missed == 1


def test_what_is_sound_in_a_damaged_file_is_kept(tmp_path: Path) -> None:
    memory = TrainingRecords(tmp_path)
    memory.record_puzzle_answer("g", "p", right=True)
    memory.record_puzzle_answer("h", "q", right=False)
    said = json.loads((tmp_path / FILE).read_text())
    said["games"]["h"]["records"]["q"]["due"] = 10**30
    said["games"]["h"]["records"]["r"] = {"box": -1}
    (tmp_path / FILE).write_text(json.dumps(said))
    assert memory.read_game_progress("g").find_puzzle_record("p").right == 1
    assert (
        list(memory.read_game_progress("h").records) == ["q"]
        and memory.read_game_progress("h").find_puzzle_record("q").due == 0
    )


def test_a_file_that_would_be_too_large_to_be_read_forgets_what_is_oldest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(training_records, "LARGEST", 3_000)
    memory = TrainingRecords(tmp_path)
    for number in range(60):
        memory.record_puzzle_answer(f"game {number}", "puzzle", right=True)
        assert memory.read_game_progress(f"game {number}").answered == 1
        assert memory.file.stat().st_size <= 3_000
    assert (
        memory.read_game_progress("game 58").answered == 1
        and memory.read_game_progress("game 0").answered == 0
    )

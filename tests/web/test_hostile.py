"""What a hostile page, program or file may try: nothing leaks, nothing dies, and each gets a clear answer."""

import contextlib
import http.client
import shutil
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import quote

import pytest
from support.asking import PATIENCE, Asked, asked

import zermelo
from zermelo.web.services import explorer_jobs
from zermelo.web.services.explorer_jobs import MOST_LARGE

EVIL = """
from pathlib import Path
from zermelo import Game
Path(__file__).with_name("run").write_text("run")

class Evil(Game):
    '''Rules that were never to be run.'''
    def start(self): return 1
    def moves(self, position): yield from range(position)
    def play(self, position, move): return move
"""
UNFOLLOWED = """
import json
from zermelo import Game

class Free(Game):
    '''Take one or two of four; what is allowed is asked of a thing that nobody can follow.'''
    most = json.JSONDecoder()
    def start(self): return 4
    def moves(self, position): yield from range(1, min(self.most.decode("2"), position) + 1)
    def play(self, position, move): return position - move
"""
OWN = '''
from zermelo import Game

class Marked(Game):
    """Take some; <script>alert("doc")</script> & </script> are words."""
    heap: int = 5
    def start(self): return self.heap
    def moves(self, position): yield from range(1, min(3, position) + 1)
    def play(self, position, move): return position - move
    def name(self, position, move): return f"<img src=x onerror=alert({move})>/'\\""
    def show(self, position): return f"</pre><script>alert({position})</script>"
    def parse(self, text): return int(text)

class Endless(Game):
    """Moves that never come to an end."""
    def start(self): return 1
    def moves(self, position):
        while True:
            pass
    def play(self, position, move): return position

class Raising(Game):
    """Rules that raise at one position."""
    def start(self): return 3
    def moves(self, position):
        if position == 2:
            raise ValueError("no <i>moves</i>")
        yield from range(1, position + 1)
    def play(self, position, move): return position - move
'''


@pytest.fixture(scope="module")
def owned(tmp_path_factory: pytest.TempPathFactory):
    """A server with a person's own games, of which some are bad."""
    folder = tmp_path_factory.mktemp("own")
    (folder / "games.py").write_text(OWN)
    names = tuple(f"{folder}/games.py:{name}" for name in ("Marked", "Endless", "Raising"))
    with asked(folder / "store", names) as found:
        found.explorer_state.time_limit.seconds = 0.5
        yield found


def check_not_read(explorer: Asked, text: str) -> None:
    """Whatever page is asked for, the file that a text names is not read."""
    part = text.replace("/", "%2F").replace(" ", "%20").replace("'", "%27")
    for path in (f"/{part}", f"/{part}.json", f"/-/picture/{part}.svg"):
        found = explorer.get(path)
        assert found.status == 404 and "named on the command line" in found.text, path
    assert explorer.post(f"/-/solve?game={part}&back=/").status == 404
    assert explorer.get(f"/-/sum?game={part}").status in (400, 404)


def test_a_file_is_never_loaded_from_an_address(explorer: Asked, tmp_path: Path) -> None:
    file = tmp_path / "evil.py"
    file.write_text(EVIL)
    upper = f"{str(file).upper()}:Evil"
    for text in (f"{file}:Evil", f"swap(game='{file}:Evil')", f"{file}:Evil from 1", upper):
        check_not_read(explorer, text)
    assert not (tmp_path / "run").exists()
    assert zermelo.game(f"{file}:Evil") and (tmp_path / "run").exists()  # it would have left this


TOLD = Path(__file__).parent.parent / "formats" / "rule_files" / "nim.kif"


def test_a_file_of_another_language_is_never_read_from_an_address(explorer: Asked) -> None:
    """It would be a game where the command line names it; an address may not even ask whether it is there."""
    assert zermelo.game(str(TOLD))
    for text in (
        str(TOLD),
        f"{TOLD}:NimByGoals",
        f"{TOLD}()",
        f"swap(game='{TOLD}')",
        "nowhere.gdl",
        "nowhere.GDL:Nowhere",
    ):
        check_not_read(explorer, text)


@pytest.mark.long
def test_a_file_of_another_language_is_shown_where_it_was_given(tmp_path: Path) -> None:
    file = tmp_path / "stones.kif"
    file.write_text(TOLD.read_text())
    with asked(tmp_path / "store", (str(file),)) as found:
        page = found.get("/stones")
        assert page.status == 200 and "leave a 0" in page.text
        assert found.get("/-/picture/nim.svg").status == 200  # ours, as ever
        file.write_text(TOLD.read_text().replace("(after 3 4)", ""))
        assert found.get("/stones").status != 200 or "leave c 3" not in found.get("/stones").text


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/../../etc/passwd", 404),
        ("/%2e%2e/%2e%2e/etc/passwd", 404),
        ("/..%2f..%2fetc%2fpasswd", 404),
        ("/-/static/../app.py", 404),
        ("/-/static/..%2fapp.py", 404),
        ("/-/static/app.py", 404),
        ("/-/static/%00", 404),
        ("//evil.example/tic_tac_toe", 404),
        ("/tic_tac_toe/b2/b2", 404),
        ("/tic_tac_toe/~1", 404),
        ("/tic_tac_toe?from=%00%ff%3Cscript%3E", 404),
        ("/tic_tac_toe?as=third%00", 400),
        ("/tic_tac_toe?hints=%3Cb%3E", 400),
        ("/tic_tac_toe?as=second&with=/etc/passwd", 400),
        ("/tic_tac_toe?as=second&with=" + "(" * 300, 400),
        ("/tic_tac_toe?as=second&with=search(book='/etc/passwd')", 400),
        ("/tic_tac_toe?as=second&with=search(time=1e9)", 400),
        ("/tic_tac_toe?as=second&with=trapping(against=search(time=999))", 400),
        ("/tic_tac_toe?as=second&with=shallow(plies=50)", 400),
        ("/tic_tac_toe(columns=3", 400),
        ("/tic_tac_toe(columns=__import__('os').getpid())", 400),
        ("/mnk(columns=1000000,rows=1000000)", 400),
        ("/nim(heaps=(99999999999999999999999999,))", 400),
        ("/nim(heaps=(1000000,))", 400),
        ("/pig(target=1)/roll/~7", 404),
        ("/pig(target=1)/roll/~99999999999999999999", 404),
        ("/-/train/../..", 404),
    ],
)
def test_addresses_that_mean_harm_are_answered_in_words(explorer: Asked, path: str, status: int) -> None:
    found = explorer.get(path)
    assert found.status == status, found.text
    assert "root:" not in found.text and "Traceback" not in found.text
    assert "<script>" not in found.text.replace('<script src="/-/static', "")
    assert explorer.get("/tic_tac_toe.json").status == 200


def test_no_address_starts_a_program_or_runs_an_agent(
    explorer: Asked, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("agent.py").write_text("open('run', 'w')\n\n\ndef choose(position): return 0\n")
    program = f"{sys.executable} agent.py"
    texts = [
        "engine:touch run",
        "engine(timeout=1):touch run",
        "engine(command='touch run')",
        "trapping(against=engine(command='touch run'))",
        "trapping(against=trapping(against=engine(command='touch run')))",
        f"engine:{program}",
        f"engine(command={program!r})",
        "agent:agent.py:choose",
        "agent(source='agent.py:choose')",
        "trapping(against=agent(source='agent.py:choose'))",
    ]
    for text in texts:
        for path in (
            f"/tic_tac_toe?as=second&with={quote(text)}",
            f"/tic_tac_toe/b2?as=first&with={quote(text)}",
        ):
            found = explorer.get(path)
            assert found.status == 400 and "a player of an address" in found.text, found.text
    assert not Path("run").exists()


def test_parameters_of_a_million_digits_and_deep_nesting(explorer: Asked) -> None:
    long = explorer.get(f"/nim(heaps=({'9' * 15_000},))")
    assert long.status == 400 and "characters" in long.text
    assert explorer.get(f"/nim(heaps={'(' * 900}{')' * 900})").status == 400
    assert explorer.get("/" + "[" * 999 + "]" * 999).status == 400
    assert explorer.get("/tic_tac_toe?from=" + "X" * 15_000).status == 404
    assert explorer.get("/tic_tac_toe/" + "b2/" * 3_000).status in (400, 404)
    with contextlib.suppress(ConnectionError, http.client.HTTPException):  # it need not read all of it
        found = explorer.get(f"/nim(heaps=({'9' * 1_000_000},))")
        assert found.status in (400, 414, 431)
    assert explorer.get("/tic_tac_toe.json").status == 200


def test_names_that_are_markup_stay_words(owned: Asked) -> None:
    owned.solved("marked")
    for path in ("/marked", "/", "/marked?panel=why", "/marked?panel=setup"):
        found = owned.get(path)
        assert found.status == 200
        assert not [each for each in found.html.all("img") if "onerror" in each.attributes]
        for script in [each.attributes for each in found.html.all("script")]:
            assert script.get("src", "").startswith("/-/static/") or script.get("id") == "moves"
    page = owned.get("/marked").page
    assert sorted(page.moves) == sorted(f"<img src=x onerror=alert({n})>/'\"" for n in (1, 2, 3))
    for url in page.moves.values():
        assert owned.get(url).status == 200
    assert "content-security-policy" in owned.get("/marked").headers


def test_rules_that_loop_or_raise_are_told_of_and_the_server_goes_on(owned: Asked) -> None:
    found = owned.get("/endless")
    assert found.status == 400 and "did not answer" in found.text
    found = owned.get("/raising/1")
    assert found.status == 400 and "no &lt;i&gt;moves&lt;/i&gt;" in found.text
    assert owned.get("/marked").status == 200


def test_a_foreign_host_and_other_sites_are_refused(explorer: Asked) -> None:
    for host in ("evil.example", "evil.example:80", "127.0.0.1.evil.example", "", "[::2]", "localhost.evil"):
        assert explorer.get("/tic_tac_toe", Host=host).status == 421
    for host in ("localhost", "127.0.0.1", f"localhost:{explorer.port}"):
        assert explorer.get("/tic_tac_toe", Host=host).status == 200
    cross = {"Sec_Fetch_Site": "cross-site"}
    assert explorer.get("/tic_tac_toe", **cross, Sec_Fetch_Mode="no-cors").status == 403
    assert explorer.get("/tic_tac_toe", **cross, Sec_Fetch_Mode="cors").status == 403
    assert explorer.get("/tic_tac_toe", **cross, Sec_Fetch_Mode="navigate").status == 200
    for headers in (cross, {"Origin": "http://evil.example"}, {"Origin": "null"}):
        for path in ("/-/solve?game=connect_four&back=/", "/-/stop?game=connect_four&back=/"):
            assert explorer.post(path, **headers).status == 403
    assert not explorer.explorer_state.solution_cache.jobs.list_requested_solves()
    for method in ("PUT", "DELETE", "OPTIONS", "TRACE"):
        assert explorer.get("/tic_tac_toe", method).status == 405
    assert explorer.post("/-/solve?game=nim&back=//evil.example").status == 400
    assert explorer.post("/-/solve?game=nim&back=https://evil.example").status == 400


def test_many_solves_are_queued_and_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explorer_jobs, "MOST_SMALL", 10)
    with asked(tmp_path) as found:
        statuses = [
            found.post(f"/-/solve?game=connect_four(columns={5 + n % 3},rows={4 + n // 3})&back=/").status
            for n in range(MOST_LARGE + 4)
        ]
        assert set(statuses) <= {303, 400, 503} and 503 in statuses
        assert len(found.explorer_state.solution_cache.jobs.list_requested_solves()) <= MOST_LARGE + 1
        for job in found.explorer_state.solution_cache.jobs.list_requested_solves():
            found.explorer_state.solution_cache.jobs.stop_solve(job.source)
        with ThreadPoolExecutor(20) as many:
            paths = [f"/subtraction(heap={n})" for n in range(1, 20)]
            assert {answer.status for answer in many.map(found.get, paths)} == {200}  # also those that wait
        assert len(found.explorer_state.solution_cache.jobs.small.waiting) <= 10
        assert found.get("/-/work").status == 200


def test_many_ask_at_once(explorer: Asked) -> None:
    """Clients click through games side by side: each gets the page it asked for."""
    firsts = [f"{column}{row}" for column in "abc" for row in "123"] * 6
    with ThreadPoolExecutor(50) as many:
        pages = [each.page for each in many.map(explorer.get, [f"/tic_tac_toe/{first}" for first in firsts])]
    for first, page in zip(firsts, pages, strict=True):
        assert first not in page.moves and len(page.moves) == 8


def test_a_store_that_changes_underneath(tmp_path: Path) -> None:
    game = "subtraction(heap=7)"
    with asked(tmp_path) as found:
        found.solved(game)
        assert found.get(f"/{game}/1").status == 200
        (directory,) = [  # the first page's puzzle of the day may be solved beside it
            each
            for each in tmp_path.iterdir()
            if each.name.startswith("subtraction") and "partial" not in each.name
        ]
        shutil.rmtree(directory)
        again = found.get(f"/{game}/1")
        assert again.status == 200
        assert found.solved(game)["answer"] == "win in 3"
        for file in directory.glob("*.parquet"):
            file.write_bytes(b"damaged")
        damaged = found.get(f"/{game}/1/2/3")
        assert damaged.status == 200 and "Traceback" not in damaged.text
        (directory / "_solution.json").write_text("{")
        assert found.get(f"/{game}/1/2/1").status == 200


@pytest.mark.long
def test_notes_in_the_store_that_are_none_are_no_error(tmp_path: Path) -> None:
    for text in ("", "{", "[1, 2]", '["nope", "x.py:Y", "tic_tac_toe("]', '{"sizes": 3}', "\0"):
        (tmp_path / ".explorer.json").write_text(text)
        (tmp_path / ".explorer-sizes.json").write_text(text)
        with asked(tmp_path) as found:
            assert found.get("/").status == 200


@pytest.mark.long
def test_rules_that_cannot_be_followed_are_solved_once_and_said_to_be_so(tmp_path: Path) -> None:
    """No solution is ever taken for one of theirs: the page says why, and does not solve again and again."""
    (tmp_path / "free.py").write_text(UNFOLLOWED)
    with asked(tmp_path / "store", (f"{tmp_path}/free.py:Free",)) as found:
        end = time.monotonic() + PATIENCE
        while found.get("/free.json").json["work"]["state"] != "failed":
            assert time.monotonic() < end
            time.sleep(0.05)
        job = found.explorer_state.solution_cache.jobs.find_job(
            found.explorer_state.solution_cache.find_game_status(
                found.explorer_state.load_game("free")
            ).source
        )
        assert "not solved" in found.get("/free").page.text.casefold()
        assert (
            found.explorer_state.solution_cache.find_game_status(found.explorer_state.load_game("free")).job
            is job
        )

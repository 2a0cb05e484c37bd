"""A person's own games in the explorer: files that change, games that need parameters, names that are taken."""

import gc
import json
import os
import subprocess
import sys
import time
import weakref
from contextlib import closing
from pathlib import Path
from urllib.parse import urljoin

import pytest
from support.asking import PATIENCE, Asked, asked

import zermelo
from zermelo.web.services import analysis_cache
from zermelo.web.services.explorer_games import ExplorerGames
from zermelo.web.services.solution_cache import call_solution_method_cached

HEAP = '''
from zermelo import Game

class Heap(Game):
    """Take one to {most} of a heap."""
    heap: int = {heap}
    def start(self): return self.heap
    def moves(self, position): yield from range(1, min({most}, position) + 1)
    def play(self, position, move): return position - move
'''
ODD = '''
import time
from zermelo import Game

class Needs(Game):
    """A heap that must be given."""
    heap: int
    def start(self): return self.heap
    def moves(self, position): yield from range(1, min(3, position) + 1)
    def play(self, position, move): return position - move

class Игра(Needs):
    """A name in letters that no header has."""
    heap: int = 4

class Vague(Needs):
    """Its parameter has a type that only type checkers know."""
    heap: int = 4
    limits: "Nowhere" = 3

class Silent(Needs):
    """Solved, but its last positions cannot be shown."""
    heap: int = 7
    def show(self, position):
        while position in (1, 2, 3):
            pass
        return str(position)
    def parse(self, text): return int(text)

class Named(Game):
    """Moves whose names an address could lose."""
    def start(self): return 0
    def moves(self, position): return range(11) if position < 10 else ()
    def play(self, position, move): return 10 * position + move + 10
    def name(self, position, move):
        return ("", ".", "..", "a.json", "a.png", ".json", "~", "a~", "a/b", "%2E", "a b")[move]

class Deep(Game):
    """Rules that never answer where only a search comes."""
    def start(self): return (10**6, 0)
    def moves(self, position):
        while position[1] == 3:
            time.sleep(1)
        yield from range(1, min(3, position[0]) + 1)
    def play(self, position, move): return (position[0] - move, position[1] + 1)
'''


def write_later(file: Path, text: str) -> None:
    """Change a file so that its time says so, however coarse the clock of the file system is."""
    before = file.stat().st_mtime_ns
    file.write_text(text)
    os.utime(file, ns=(before + 10**9, before + 10**9))


def printing(folder: Path) -> str:
    """A game whose rules print, without ending the line."""
    file = folder / "printing.py"
    text = HEAP.format(most=3, heap=5).replace("return self.heap", "print(end='a start '); return self.heap")
    file.write_text(text.replace("return position - move", "print(end='.'); return position - move"))
    return f"{file}:Heap"


def searched(kept: analysis_cache.AnalysisCache, text: str, count: int) -> analysis_cache.PositionAnalysis:
    """Return what a search has found when it knows so many moves exactly."""
    game, until = zermelo.game(text), time.monotonic() + 2 * PATIENCE
    while (found := kept.find_or_start_analysis(game, text, game.start())) is None or found.count_moves(
        count
    ).exact < count:
        assert time.monotonic() < until and not (found and found.error), found
        time.sleep(0.05)
    return found


@pytest.fixture
def odd(tmp_path: Path) -> Path:
    file = tmp_path / "odd.py"
    file.write_text(ODD)
    return file


def test_a_file_that_has_changed_is_solved_anew(tmp_path: Path) -> None:
    """What was solved, or failed, by the rules that a file had before says nothing of those it has now."""
    file = tmp_path / "heap.py"
    file.write_text(HEAP.format(most=3, heap=5))
    with asked(tmp_path / "store", (f"{file}:Heap",)) as found:
        for most in (3, 2, 1, 3):
            write_later(file, HEAP.format(most=most, heap=5))
            said = found.solved("heap")
            solution = zermelo.solve(f"{file}:Heap")
            assert said["answer"] == str(solution.value())
            rows = [(each.name, str(each.answer)) for each in solution.moves(5)]
            assert [(each["move"], each["answer"]) for each in said["moves"]] == rows
        write_later(file, HEAP.format(most=3, heap=5) + "    def outcome(self, position): raise ValueError\n")
        assert found.get("/heap").status == 400
        write_later(file, HEAP.format(most=2, heap=5))
        assert found.solved("heap")["answer"] == "win in 3"


def test_a_search_of_earlier_rules_is_not_gone_on_with(tmp_path: Path) -> None:
    file = tmp_path / "heap.py"
    file.write_text(HEAP.format(most=3, heap=5))
    with closing(analysis_cache.AnalysisCache(tmp_path)) as kept:
        games = ExplorerGames((f"{file}:Heap",))
        first = kept.find_or_start_analysis(games.load_game("heap"), f"{file}:Heap", 5)
        assert (
            first is not None
            and kept.find_or_start_analysis(games.load_game("heap"), f"{file}:Heap", 5) is first
        )
        write_later(file, HEAP.format(most=2, heap=5))
        assert kept.find_or_start_analysis(games.load_game("heap"), f"{file}:Heap", 5) is not first


def test_moves_of_any_name_lead_where_they_lead(odd: Path) -> None:
    """Also where a browser, or we, would take the name for a part of the address."""
    text = f"{odd}:Named"
    game = zermelo.game(text)
    with asked(odd.parent / "store", (text,)) as found:
        said = found.solved("named")
        page = found.get("/named").page
        assert len(said["moves"]) == len(page.moves) == 11
        for row in said["moves"]:
            after = found.get(row["url"])
            where = game.play(0, next(move for move in range(11) if game.name(0, move) == row["move"]))
            assert after.status == 200 and after.json["position"] == where, row
            assert [each["move"] for each in after.json["made"]] == [row["move"]]
            url = page.moves[row["move"]]
            assert urljoin("http://host/named", url) == f"http://host{url}"  # as browsers read it
            assert found.get(url).status == 200


def test_the_first_page_stands_with_games_that_need_parameters_or_cannot_be_read_any_more(odd: Path) -> None:
    with asked(odd.parent / "store", (f"{odd}:Needs(heap=7)",)) as found:
        links = {link.href for link in found.get("/").page.links}
        assert "/needs(heap=7)" in links and "/needs" not in links
        assert found.get("/needs(heap=7)").status == found.get("/-/picture/needs(heap=7).svg").status == 200
        assert found.get("/?q=needs").headers["location"] == "/needs(heap=7)"
        write_later(odd, "this is no Python")
        assert found.get("/").status == 200
        assert found.get("/needs(heap=7)").status == 404


def test_games_of_the_command_line_stand_first_with_their_pictures(tmp_path: Path) -> None:
    (tmp_path / "heap.py").write_text(HEAP.format(most=3, heap=9))
    with asked(tmp_path / "store", (f"{tmp_path}/heap.py", f"{tmp_path}/heap.py:Heap(heap=4)")) as found:
        text = found.get("/").text
        assert text.index("Your games") < text.index("games to play") < text.index("Famous games")
        for path, title in (("/heap", "Heap"), ("/heap(heap=4)", "Heap(heap=4)")):
            assert f"<strong>{title}</strong>" in text.partition("games to play")[0]
            assert found.get(path).status == found.get(f"/-/picture{path}.svg").status == 200


def test_two_games_of_one_name_have_an_address_each(tmp_path: Path) -> None:
    for most in (3, 2):
        (tmp_path / f"{most}.py").write_text(HEAP.format(most=most, heap=9))
    texts = [
        f"{tmp_path}/{text}" for text in ("3.py:Heap", "2.py:Heap", "3.py:Heap(heap=4)", "2.py:Heap from 5")
    ]
    games = ExplorerGames(tuple(texts))
    assert games.first == ["heap", "heap_2", "heap(heap=4)", "heap_2 from 5"]
    for name, text in zip(games.first, texts, strict=True):
        made, game = games.load_game(name), zermelo.game(text)
        assert next(iter(made.starts())) == next(iter(game.starts()))
        assert made.__doc__ == game.__doc__
        assert games.list_game_files(name) == [Path(text.partition(".py")[0] + ".py")]


def test_games_that_begin_elsewhere_are_linked_with_their_blanks(tmp_path: Path) -> None:
    text = "nim(heaps=(1, 2)) from 1 1"
    with asked(tmp_path, (text,)) as found:
        link = next(link for link in found.get("/").page.links if link.text == "Nim: heaps 1, 2, from 1 1")
        assert found.get(link.href).status == 200
        assert found.solved(link.href.removeprefix("/"))["solved"]
        found.explorer_state.solution_cache.store.touch()
        solved = [link for link in found.get("/").page.links if ", from 1 1" in link.text]
        assert len(solved) == 2 and all(found.get(link.href).status == 200 for link in solved)


def test_a_parameter_whose_type_nobody_can_read_has_a_field_by_its_value(odd: Path) -> None:
    with asked(odd.parent / "store", (f"{odd}:Vague",)) as found:
        page = found.get("/vague")
        fields = [each.attributes for each in page.page.html.all("input")]
        kinds = {field["name"]: field["type"] for field in fields if "name" in field}
        assert page.status == 200 and kinds["heap"] == kinds["limits"] == "number"


def test_a_file_to_send_has_a_name_that_headers_can_say(odd: Path) -> None:
    with asked(odd.parent / "store", (f"{odd}:Игра",)) as found:
        path = "%D0%B8%D0%B3%D1%80%D0%B0"
        found.solved(path)
        page = found.get(f"/-/page?at=/{path}")
        assert page.status == 200 and page.headers["content-disposition"].endswith('"game.html"')
        for path, name in (("tic_tac_toe", "tic-tac-toe"), ("nim(heaps=(1,2))", "nim-heaps-1-2")):
            found.solved(path)
            sent = found.get(f"/-/page?at=/{path}")
            assert sent.headers["content-disposition"].endswith(f'"{name}.html"')


def test_puzzles_that_cannot_be_shown_keep_those_of_no_other_game(odd: Path) -> None:
    with asked(odd.parent / "store", (f"{odd}:Silent",)) as found:
        found.explorer_state.time_limit.seconds = 0.5
        for game in ("silent", "nim"):
            found.solved(game)
        known = [
            found.explorer_state.solution_cache.find_game_status(found.explorer_state.load_game(game))
            for game in ("silent", "nim")
        ]
        silent, nim = (found.explorer_state.trainer.finder.find_puzzles(each, PATIENCE) for each in known)
        assert "did not answer" in silent.error
        assert nim.ended.is_set() and nim.tasks and not nim.error


def test_a_search_in_rules_that_loop_keeps_no_other_position_waiting(
    odd: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process that is within them is ended where it does not turn to what it is told."""
    monkeypatch.setattr(analysis_cache, "TAKEN_UP", 1.0)
    access = ExplorerGames((f"{odd}:Deep", printing(odd.parent))).accessible_files
    with closing(analysis_cache.AnalysisCache(odd.parent, access)) as kept:
        deep = zermelo.game(f"{odd}:Deep")
        looping = kept.find_or_start_analysis(deep, f"{odd}:Deep()", deep.start())
        until = time.monotonic() + PATIENCE
        while not kept._is_taken_up:  # it has begun, and will not come back
            assert time.monotonic() < until
            time.sleep(0.05)
        other = searched(kept, printing(odd.parent), 3)
        assert looping is not None and not looping.error
        assert {name: move.value for name, move in other.moves.items()} == {"1": 1, "2": -1, "3": -1}


def test_a_search_that_nobody_waits_for_is_ended_though_it_says_nothing(
    odd: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analysis_cache, "FORGOTTEN", 0.1)
    kept = analysis_cache.AnalysisCache(odd.parent, ExplorerGames((f"{odd}:Deep",)).accessible_files)
    deep = zermelo.game(f"{odd}:Deep")
    assert kept.find_or_start_analysis(deep, f"{odd}:Deep()", deep.start()) is not None
    process, until = kept._process, time.monotonic() + PATIENCE
    assert process is not None
    while process.process.poll() is None:
        assert time.monotonic() < until
        time.sleep(0.05)
    kept.close()


def test_what_nobody_plays_is_no_side(explorer: Asked) -> None:
    """A value is a side's: seen from one that nobody plays it would be another's at every ply."""
    for path in ("/tic_tac_toe?as=third", "/tic_tac_toe/b2.json?as=sixth", "/pig?as=third&with=perfect"):
        found = explorer.get(path)
        assert found.status == 400 and "nobody&#39;s side" in found.text.replace("'", "&#39;")
    assert explorer.get("/sliding_tiles?as=second").status == 400
    assert explorer.get("/strike?as=third").status == 200
    assert explorer.get("/strike?as=fourth").status == 400


def test_rules_that_print_are_solved(tmp_path: Path) -> None:
    """What they print without ending the line takes no line away from what the process tells."""
    with asked(tmp_path / "store", (printing(tmp_path),)) as found:
        assert found.solved("heap")["answer"] == "win in 3"


def test_a_search_ends_with_its_server_though_rules_loop(tmp_path: Path) -> None:
    """Nothing is left behind where a server is killed: its processes see that nobody speaks to them."""
    file = tmp_path / "heap.py"
    text = HEAP.format(most=3, heap=5) + "    def outcome(self, position):\n        while True: sleep(1)\n"
    file.write_text(f"from time import sleep\n{text}")
    command = [sys.executable, "-m", "zermelo.web.services.search_worker"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None and process.stdout is not None
        task = {"task": 1, "source": f"{file}:Heap()", "start": 5, "known": [], "store": ""}
        task |= {"files": [str(file)], "spiel": []}
        process.stdin.write(json.dumps(task) + "\n")
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["begun"]
        process.stdin.close()
        assert process.wait(60) == 1


def test_what_was_judged_goes_with_its_solution() -> None:
    solution = zermelo.solve("subtraction(heap=5)")
    answer = call_solution_method_cached(solution, "value", 5)
    assert answer == solution.value(5) and call_solution_method_cached(solution, "value", 5) is answer
    assert call_solution_method_cached(solution, "stats", budget=None) is call_solution_method_cached(
        solution, "stats", budget=None
    )
    gone = weakref.ref(solution)
    del solution
    gc.collect()
    assert gone() is None

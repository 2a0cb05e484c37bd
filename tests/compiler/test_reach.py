"""What rules reach: nothing made from other rules is taken for theirs, in this process or from the disk."""

import builtins
import dataclasses
import enum
import os
import subprocess
import sys
import types
import warnings
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from attacks.edits import COMPILED as COMPILED_ROUTES
from attacks.edits import ROUTES, Answers, Rules, attack, patched, run_cell, run_cells
from compiler.test_lowering import cases_of
from made.adversarial import Fields
from reference import naive
from support.places import finding_tests

import zermelo
from zermelo import Game
from zermelo.cgt.impartial.nimber_finder import find_position_nimber
from zermelo.compiler.dependencies import find_dependencies
from zermelo.compiler.fingerprints import rules_fingerprint
from zermelo.compiler.game_compiler import compile_game
from zermelo.core.errors import BadRules, OutdatedPolicy, OutdatedSolution, UnfollowedRules
from zermelo.solver.solution_files.solution_store import find_solution_directory

HEAD = "from zermelo import Game\nTAKES = (1, 3)\n"
COMPILED = """
class Heap(Game):
    heap: int = 9
    impartial = True
    def start(self):
        return self.heap
    def moves(self, position):
        for take in TAKES:
            if take <= position:
                yield take
    def play(self, position, move):
        return position - move
"""
SORTED = COMPILED.replace("for take in TAKES:", "for take in sorted(TAKES):").replace(
    "return self.heap", "return (self.heap, 0, 'x')"
)
SORTED = SORTED.replace("<= position", "<= position[0]").replace(
    "position - move", "(position[0] - move, 0, 'x')"
)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The file of a game whose rules do not compile, with a table in the same file."""
    path = tmp_path / "heap.py"
    path.write_text(HEAD + SORTED)
    return path


def value_of(which: Any, store: Path | None = None) -> str:
    solution = zermelo.solve(which, store=store)
    return str(solution.value(next(iter(solution.game.starts()))))


@pytest.mark.parametrize("name", ROUTES)
def test_every_route_by_which_rules_say_something_is_followed(name: str, tmp_path: Path) -> None:
    """A file with another value is another game with its own answers, also where the module is patched; remarks are none."""
    first = Rules((name, "attribute"), (1, 3), (2, 5), name in COMPILED_ROUTES)
    remarked, second = replace(first, noise="# a remark"), replace(first, takes=(1, 2))
    prints: list[tuple[str, str]] = []
    for rules in (first, remarked, second, first):
        rules.write(tmp_path)
        game = zermelo.game(f"{tmp_path}/heap.py:Heap")
        assert answers_of(game) == rules.answers()
        assert bool(find_dependencies(game).obstacles) != rules.is_followed
        prints.append((rules_fingerprint(game), compile_game(game).digest if rules.is_compiled else ""))
    if first.is_followed:
        assert prints[0] == prints[1] == prints[3]
        assert prints[0][0] != prints[2][0] and (not first.is_compiled or prints[0][1] != prints[2][1])
    there = patched(game, first, second)
    assert answers_of(game) == there.answers()


def answers_of(game: Any) -> Answers:
    """Every position's answer, by the interpreter."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UnfollowedRules)
        solution = zermelo.solve(game, interpreted=True)
    return {
        str(position).removeprefix("h"): tuple(solution.value(position))[:2]
        for position in naive.positions(game)
    }


def test_a_policy_of_a_table_that_changed_is_refused(file: Path, tmp_path: Path) -> None:
    game = zermelo.game(f"{file}:Heap")
    zermelo.solve(game).save_policy(tmp_path / "policy")
    file.write_text((HEAD + SORTED).replace("(1, 3)", "(1, 2)"))
    with pytest.raises(OutdatedPolicy, match="made from other rules"):
        zermelo.play.load_policy(tmp_path / "policy", f"{file}:Heap")


def test_a_cell_that_is_run_again_changes_the_program_where_it_says_something_else() -> None:
    notebook = run_cells([HEAD, COMPILED], "notebook_of_reach")
    game = notebook.Heap()
    before, kernels = compile_game(game).digest, compile_game(game)._kernels
    assert compile_game(notebook.Heap(heap=9))._kernels is kernels
    run_cell(notebook, HEAD, "<cell-2>")
    assert compile_game(notebook.Heap())._kernels is kernels  # an equal table, another object
    assert value_of(game) == "win in 5"
    assert find_position_nimber(game, 2) == 0
    run_cell(notebook, HEAD.replace("(1, 3)", "(1, 2)"), "<cell-2>")
    assert value_of(game) == value_of(notebook.Heap()) == "loss in 6"
    assert find_position_nimber(game, 2) == 2
    assert compile_game(game).digest == compile_game(notebook.Heap()).digest != before


def test_a_patched_table_poisons_no_store(tmp_path: Path, store: Path) -> None:
    path = tmp_path / "heap.py"
    path.write_text(HEAD + COMPILED)
    game = zermelo.game(f"{path}:Heap")
    assert value_of(game) == "win in 5"
    sys.modules[type(game).__module__].TAKES = (1, 2)  # type: ignore[attr-defined]
    assert value_of(game, store) == "loss in 6"
    command = [sys.executable, "-m", "zermelo.cli", "solve", f"{path}:Heap", "--store", str(store)]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "win in 5" in said


def test_what_cannot_be_followed_is_said_and_never_reused(file: Path, store: Path, tmp_path: Path) -> None:
    file.write_text(HEAD + SORTED.replace("sorted(TAKES)", "sorted(eval('TAKES'))"))
    game = zermelo.game(f"{file}:Heap")
    for _ in range(2):
        with pytest.warns(
            UnfollowedRules, match=r"solved anew.*eval\(\) in Heap.moves \(heap.py, line \d+\)"
        ):
            value_of(game, store)
    with pytest.raises(OutdatedSolution, match=r"they use eval\(\) in Heap.moves"):
        zermelo.open(game, store)
    zermelo.solve(game).save_policy(tmp_path / "policy")
    with pytest.raises(OutdatedPolicy, match="they use eval"):
        zermelo.play.load_policy(tmp_path / "policy", game)


def test_the_command_line_says_what_cannot_be_followed_in_one_line(file: Path, store: Path) -> None:
    file.write_text(HEAD + SORTED.replace("sorted(TAKES)", "sorted(globals()['TAKES'])"))
    command = [sys.executable, "-m", "zermelo.cli", "solve", f"{file}:Heap", "--store", str(store)]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    assert ran.stderr.startswith("zermelo: heap(heap=9) is solved anew each time")
    assert len(ran.stderr.splitlines()) == 1


class Five(Game):
    """A heap of five told as text, so that its rules do not compile."""

    def start(self) -> str:
        return "5"

    def moves(self, position: str) -> Any:
        return range(1, int(position) + 1)

    def play(self, position: str, move: int) -> str:
        return str(int(position) - move)


def test_rules_that_change_while_they_are_solved_leave_nothing(store: Path) -> None:
    seen: dict[str, int] = {}

    class Noting(Five):
        def moves(self, position: str) -> Any:
            seen[position] = 1
            return range(1, int(position) + 1)

    with pytest.raises(BadRules, match="rules changed while it was solved"):
        zermelo.solve(Noting(), store=store)
    assert not list(store.iterdir())


@pytest.mark.parametrize(
    "told",
    [
        "eval('1')",
        "exec('1')",
        "open('/dev/null')",
        "globals()",
        "id(position)",
        "hash(position)",
        "random.random()",
        "time.time()",
        "os.environ.get('X')",
        "np.random.random()",
        "np.load('x')",
        "pathlib.Path('x').read_text()",
        "Game.__subclasses__()",
        "next(NUMBERS)",
        "LOCK.locked()",
        "sys.argv",
        "__import__('os')",
    ],
)
def test_what_no_walk_can_follow(told: str) -> None:
    cell = f"""
import os, pathlib, random, sys, threading, time
import numpy as np
from zermelo import Game
NUMBERS = (number for number in range(9))
LOCK = threading.Lock()
class Hidden(Game):
    def start(self):
        return "x"
    def moves(self, position):
        return [{told}]
    def play(self, position, move):
        return position
"""
    rules = find_dependencies(run_cells([cell], "notebook_of_obstacles").Hidden())
    assert rules.obstacles and not rules.is_current()
    assert "Hidden.moves" in rules.obstacles[0] or "state cannot be read" in rules.obstacles[0]


def test_what_is_read_before_play_is_followed() -> None:
    cell = """
import ast, itertools, math, os, operator, re
import numpy as np
from zermelo import Game
HOME = os.environ.get("HOME")
LINES = re.compile("a+")
ROWS = np.arange(2000).reshape(40, 50)
class Plain(Game):
    def start(self):
        return "x"
    def moves(self, position):
        return [len(LINES.findall(position)), int(np.sum(ROWS)), math.gcd(3, 4), *itertools.chain((1,), (2,))]
    def play(self, position, move):
        return operator.add(position, "x")
"""
    rules = find_dependencies(run_cells([cell], "notebook_of_libraries").Plain())
    assert not rules.obstacles and rules.is_current()


def test_two_processes_agree(tmp_path: Path) -> None:
    (tmp_path / "heap.py").write_text(
        HEAD
        + "SETS = {'b', 'a', 'c'}, frozenset({'x', 'y', 'z'}), {'k': lambda: 1}\n"
        + SORTED.replace(
            "sorted(TAKES)", "sorted(t for t in TAKES if 'a' in SETS[0] and 'y' in {'x', 'y', 'z'})"
        )
    )
    ask = f"""
import zermelo
from made.adversarial import Fields
from zermelo.compiler.fingerprints import rules_fingerprint
from zermelo.compiler.lowering.rules_lowering import lower_methods
print(rules_fingerprint(zermelo.game("{tmp_path}/heap.py:Heap")))
print(lower_methods(Fields(), {cases_of(Fields())}).text)
"""
    said = {
        subprocess.run(
            [sys.executable, "-c", ask],
            env=finding_tests() | {"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(said) == 1 and len(said.pop().partition("\n")[0]) == 32


def test_a_package_of_another_place_is_installed_all_the_same(tmp_path: Path) -> None:
    places = tmp_path / "site-packages"  # as a .pth file, or another environment, brings them
    places.mkdir()
    (places / "dice_of_others.py").write_text("__version__ = '3'\n")
    (tmp_path / "dice_of_mine.py").write_text("__version__ = '3'\n")
    asked = "import dice_of_mine, dice_of_others; from zermelo.compiler.dependencies.module_origins import find_module_origin as of; "
    said = subprocess.run(
        [sys.executable, "-c", f"{asked}print(of('dice_of_others'), of('dice_of_mine'))"],
        env={**os.environ, "PYTHONPATH": f"{places}{os.pathsep}{tmp_path}"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert said.stdout == "dice_of_others 3 None\n"


def test_every_game_of_the_catalogue_can_be_followed() -> None:
    from zermelo.games import catalogue

    for name in catalogue():
        rules = find_dependencies(zermelo.game(name))
        assert not rules.obstacles, name
        assert rules.is_current(), name


def test_pictures_are_no_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    game: Any = zermelo.game("ultimate_tic_tac_toe")  # its rules do not compile: all that they reach counts
    digest = find_dependencies(game).digest
    monkeypatch.setattr(type(game), "depict", lambda self, position: None)
    assert find_dependencies(game).digest == digest
    monkeypatch.setattr(type(game), "tier", lambda self, position: self.depict(position))
    asked = find_dependencies(game).digest
    monkeypatch.setattr(type(game), "depict", lambda self, position: 1)
    assert digest != asked != find_dependencies(game).digest, "unless rules ask for them"


def test_files_of_one_name_are_two_modules(tmp_path: Path) -> None:
    for folder, takes in (("a", "(1, 3)"), ("b", "(1, 2)")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "help.py").write_text(f"TAKES = {takes}\n")
        (tmp_path / folder / "heap.py").write_text(
            "from zermelo import Game\nfrom help import TAKES\n" + SORTED
        )
    first, second = (zermelo.game(f"{tmp_path}/{folder}/heap.py:Heap") for folder in "ab")
    assert [value_of(game) for game in (first, second)] == ["win in 5", "loss in 6"]
    from zermelo.solver.solution_files.solution_store import source_of

    assert [source_of(game) for game in (first, second)] == [
        f"{tmp_path}/{folder}/heap.py:Heap(heap=9)" for folder in "ab"
    ]


def test_a_module_of_the_session_steps_aside_and_comes_back(tmp_path: Path) -> None:
    mine = types.ModuleType("helping")
    sys.modules["helping"] = mine
    try:
        (tmp_path / "helping.py").write_text("TAKES = (1, 2)\n")
        (tmp_path / "heap.py").write_text("from zermelo import Game\nfrom helping import TAKES\n" + SORTED)
        assert value_of(f"{tmp_path}/heap.py:Heap") == "loss in 6"
        assert sys.modules["helping"] is mine
    finally:
        del sys.modules["helping"]


class Held(Game):
    """A game of anything."""

    table: object = 0


class Colour(enum.Enum):
    RED = 1
    BLUE = 2


def test_games_of_long_arrays_are_told_apart(store: Path) -> None:
    class Take(Five):
        takes: Any = None

        def moves(self, position: str) -> Any:
            return [int(take) for take in self.takes if 0 < take <= int(position)]

    one, two = np.zeros(5000, np.int64), np.zeros(5000, np.int64)
    one[2500], two[2500] = 1, 5
    assert Take(one) != Take(two) and repr(Take(one)) != repr(Take(two))
    assert Take(one) == Take(one.copy()) and hash(Take(one)) == hash(Take(one.copy()))
    assert find_solution_directory(store, Take(one)) != find_solution_directory(store, Take(two))
    assert [value_of(Take(each), store) for each in (one, two, one)] == ["win in 5", "win in 1", "win in 5"]


class Told:
    """An object whose repr says nothing."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __repr__(self) -> str:
        return "Told"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (1, True),
        (1, 1.0),
        ([1], (1,)),
        (0.1, 0.1 + 2**-55),
        ("1", 1),
        (np.arange(3), np.arange(3, dtype=np.int8)),
        (np.zeros((2, 3)), np.zeros((3, 2))),
        (np.arange(3), (0, 1, 2)),
        (Told(1), Told(2)),
        (Colour.RED, Colour.BLUE),
        (object(), object()),
        (lambda: 1, lambda: 2),
        (Held(1), Held(2)),
        (iter(()), iter(())),
    ],
)
def test_parameters_that_differ_make_other_games(one: object, other: object) -> None:
    assert Held(one) != Held(other)
    assert Held(one) == Held(one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"a", "b", "c"}, {"c", "b", "a"}),
        ({1: 2, 3: 4}, {3: 4, 1: 2}),
        (np.int8(3), 3),
        (Told(1), Told(1)),
        (Held((1, Held(2))), Held((1, Held(2)))),
        (Held, Held),
    ],
)
def test_parameters_that_are_the_same_make_one_game(one: object, other: object) -> None:
    assert Held(one) == Held(other) and hash(Held(one)) == hash(Held(other))


@pytest.mark.parametrize("text", ["../../escaped", "a/b", "a\0b", "x" * 10_000, "..", "", "\x1b[2J"])
def test_a_repr_of_the_users_names_nothing_on_disk(store: Path, text: str) -> None:
    class Named(Five):
        heap: object = "x"

        def __repr__(self) -> str:
            return text

    assert Named() == Named() and Named("y") != Named("z")
    for game in (Named(), Named(text), Named("True")):
        directory = find_solution_directory(store, game)
        assert directory.parent == store and directory.resolve().parent == store.resolve()
        assert len(directory.name) <= 120 and directory.name.isprintable()
    assert find_solution_directory(store, Named("True")) != find_solution_directory(store, Named(True))
    value_of(Named(text), store)
    assert len(list(store.iterdir())) == 1


def test_an_unseen_parameter_is_refused() -> None:
    import dataclasses

    with pytest.raises(BadRules, match="InitVar"):

        class Unseen(Game):
            heap: dataclasses.InitVar[int] = 3


def test_edits_of_rules() -> None:
    with warnings.catch_warnings():
        report = attack(12, 1913)
    assert not report.wrong, report.wrong
    assert report.tried == 12


def test_the_size_of_an_index_is_a_rule() -> None:
    index = "    size = 5\n    def rank(self, position):\n        return position\n"
    index += "    def unrank(self, index):\n        return index\n"
    game = run_cells(
        [
            HEAD + "from zermelo.core import PerfectIndex\n",
            COMPILED.replace("(Game)", "(Game, PerfectIndex)") + index,
        ],
        "notebook_of_sizes",
    ).Heap()
    before = rules_fingerprint(game)
    type(game).size = 6
    assert rules_fingerprint(game) != before


def test_modules_that_name_each_other_are_followed_once(file: Path) -> None:
    """`os.path.os` is `os`."""
    file.write_text(
        HEAD.replace("from zermelo", "import os\nfrom zermelo", 1)
        + COMPILED.replace("return self.heap", "return self.heap + len(os.path.join('a', 'b')) - 3")
    )
    assert value_of(f"{file}:Heap") == "win in 5"


@pytest.mark.parametrize(
    "answer", [0, int, len, lambda heap: heap], ids=["number", "type", "builtin", "function"]
)
def test_what_a_session_adds_to_builtins_is_no_rule(
    file: Path, monkeypatch: pytest.MonkeyPatch, answer: Any
) -> None:
    """Python's prompt keeps the last answer as `_`, and rules have locals and attributes of any name."""
    compiled = HEAD + COMPILED.replace("if take <= position", "_ = take\n            if _ <= position")
    sorts = HEAD + SORTED.replace("        for take", "        _ = self.display\n        for take", 1)
    sorts = sorts.replace("    impartial = True", "    impartial = True\n    display = 3")
    for text in (compiled, sorts):
        file.write_text(text)
        before = rules_fingerprint(zermelo.game(f"{file}:Heap"))
        with monkeypatch.context() as session:
            for name in ("_", "display"):
                session.setattr(builtins, name, answer, raising=False)
            assert rules_fingerprint(zermelo.game(f"{file}:Heap")) == before


@dataclasses.dataclass(frozen=True)
class Heap:
    stones: int


class OneHeap(zermelo.Game):
    heap: Heap = Heap(3)

    def start(self):
        return self.heap.stones

    def moves(self, position):
        return range(1, min(position, 2) + 1)

    def play(self, position, move):
        return position - move


def test_what_msgspec_notes_in_a_class_is_no_rule() -> None:
    """It keeps what it finds out about a dataclass in an attribute of that class, as a schema is made."""
    before = find_dependencies(OneHeap())
    assert msgspec.convert({"stones": 3}, Heap) == Heap(3)
    assert "__msgspec_cache__" in vars(Heap)
    after = find_dependencies(OneHeap())
    assert not after.obstacles and after.digest == before.digest

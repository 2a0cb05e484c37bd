"""Small games are solved as they stand: the same answers to the byte, and nothing is compiled."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from made.hashable_games import TupleNim
from made.random_games import RandomIndex, RandomLoop, RandomMirror, RandomPond
from made.sorted_nim import Sorted
from support.marks import few

import zermelo
from zermelo.core.errors import BadRules, CannotCompile
from zermelo.core.game import Game
from zermelo.core.game_kind import ByKind
from zermelo.games import Kayles, Nim, TicTacToe
from zermelo.solver.graph import small_games
from zermelo.solver.graph.small_games import make_small_game_program

GAMES: list[Any] = [
    TicTacToe(),
    Nim(heaps=(3, 4, 5), misere=True),
    Kayles(pins=7),
    zermelo.game("three_mens_morris"),
    zermelo.game("dots_and_boxes(columns=2, rows=1)"),
    zermelo.game("domineering(columns=3, rows=3)"),
    RandomLoop(seed=3, size=40, most=3),
    RandomMirror(seed=5, bits=3, depth=5),
    RandomIndex(seed=6, size=60, most=3),
    RandomPond(seed=8, size=30),
    zermelo.game("pig(target=6)"),
    zermelo.game("stochastic_nim(heaps=(1, 2), faces=2)"),
]
CLOCKS = ("seconds", "seconds_writing", "peak_memory")


def contents(store: Path) -> dict[str, Any]:
    """Return every file of the one solution in a store; of the manifest what no clock tells."""
    (directory,) = store.iterdir()
    found: dict[str, Any] = {path.name: path.read_bytes() for path in directory.iterdir()}
    manifest = json.loads(found.pop("_solution.json"))
    summary = {name: what for name, what in manifest["summary"].items() if name not in CLOCKS}
    checksum = [name for name in manifest if "checksum" in name or "sha" in name]
    assert summary != manifest["summary"]
    found["manifest"] = {
        name: what for name, what in manifest.items() if name not in (*checksum, "summary", "created")
    }
    return {**found, "summary": summary}


@pytest.mark.slow("a small game is solved by machine code as well")
@pytest.mark.parametrize("game", few(GAMES, 1), ids=repr)
def test_a_small_game_has_the_same_solution_compiled(game: Game, tmp_path: Path) -> None:
    assert make_small_game_program(game) is not None
    for name, interpreted in (("as it stands", None), ("compiled", False)):
        zermelo.solve(game, store=tmp_path / name, interpreted=interpreted)
    assert contents(tmp_path / "as it stands") == contents(tmp_path / "compiled")


PROGRAM = """
import sys
from zermelo.cli.command_app import run_command_line
for command in sys.argv[1:]:
    assert run_command_line(command.split("; ")) == 0
    assert not {"numba", "llvmlite"} & set(sys.modules), command
"""


@pytest.mark.slow("a process of its own tells that no command compiles anything")
def test_nothing_is_compiled_for_a_small_game() -> None:
    commands = (
        "solve; tic_tac_toe",
        "count; kayles(pins=9)",
        "nimber; nim(heaps=(1, 2))",
        "check; subtraction(heap=9)",
        "report; nim(heaps=(1, 2))",
        "solve; pig(target=6)",
        "check; pig(target=6)",
        "selfplay; nim(heaps=(1, 2))",
        "solve; tic_tac_toe; --method; alpha_beta; --plies",
        "solve; tic_tac_toe; --method; df_pn",
    )
    done = subprocess.run([sys.executable, "-c", PROGRAM, *commands], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


MANY = 10**9
LIMITS = {
    "tic_tac_toe": [
        ("LIMITS", ByKind("limits", (764, MANY)), ByKind("limits", (765, MANY))),
        ("LIMITS", ByKind("limits", (MANY, 2_269)), ByKind("limits", (MANY, 2_270))),
        ("IMAGES", 9 * 2_270 - 1, 9 * 2_270),
    ],
    "pig(target=10)": [
        (
            "LIMITS",
            ByKind("limits", (MANY, MANY), dice=(764, MANY)),
            ByKind("limits", (0, 0), dice=(765, MANY)),
        ),
        (
            "LIMITS",
            ByKind("limits", (MANY, MANY), dice=(MANY, 2_654)),
            ByKind("limits", (0, 0), dice=(MANY, 2_655)),
        ),
    ],
}


@pytest.mark.parametrize("name", LIMITS)
def test_one_more_than_the_limit_is_compiled(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tic-tac-toe has 765 classes and 2,270 moves from them; nine images are counted for each: itself, and all eight.

    Pig to 10 has 765 positions and 2,655 edges, moves and throws.
    """
    for limit, less, enough in LIMITS[name]:
        with monkeypatch.context() as patch:
            patch.setattr(small_games, limit, less)
            assert make_small_game_program(zermelo.game(name)) is None
            patch.setattr(small_games, limit, enough)
            assert make_small_game_program(zermelo.game(name)) is not None


def test_an_index_counts_all_its_ranks(monkeypatch: pytest.MonkeyPatch) -> None:
    game = RandomIndex(seed=6, size=60, most=3)
    monkeypatch.setattr(small_games, "SMALL", 59)
    assert make_small_game_program(game) is None
    monkeypatch.setattr(small_games, "SMALL", 60)
    assert make_small_game_program(game) is not None
    monkeypatch.setattr(small_games, "MOVES", 3)
    assert make_small_game_program(game) is None


def test_rules_that_do_not_compile_are_solved_where_they_are_few() -> None:
    few, many = Sorted(heaps=(1, 2, 3)), Sorted(heaps=(15, 15, 15))
    plain = zermelo.solve(Nim(heaps=(1, 2, 3)))
    assert {move.answer for move in zermelo.solve(few).moves()} == {move.answer for move in plain.moves()}
    with pytest.raises(CannotCompile):
        zermelo.solve(few, interpreted=False)
    with pytest.raises(CannotCompile):
        zermelo.solve(many)


def test_tuples_of_rules_that_do_not_compile_stay_tuples() -> None:
    class Wide(TupleNim):
        def play(self, position: Any, move: Any) -> Any:
            """Keep a number that outgrows every word, far from where random play begins."""
            child = super().play(position, move)
            return child if sum(child) else tuple(str(each) and 1 << 70 for each in child)

        def moves(self, position: Any) -> Any:
            return sorted(super().moves(position)) if max(position) < 1 << 60 else []

    game = Wide(heaps=(1, 1))
    assert make_small_game_program(game) is None
    assert zermelo.solve(game).value().value == zermelo.solve(TupleNim(heaps=(1, 1))).value().value


def test_symmetries_that_are_none_are_found_without_a_compiler() -> None:
    class Turned(TicTacToe):
        def symmetries(self, position: int) -> Any:
            yield position
            yield position ^ 1 if position else position

    assert type(Turned).__name__
    with pytest.raises(BadRules, match=r"symmetries\(\) is wrong at position"):
        zermelo.solve(Turned())

"""Another size of a game: the same lowered text, machine code without Numba, and answers of its own."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba.core import event
from support.marks import few
from support.tables import expected, one_thread, table_of

import zermelo
from zermelo.compiler.game_compiler import compile_game, interpret_game
from zermelo.compiler.kernel_kinds import HOOKED, RULES, SPLIT
from zermelo.compiler.kernels.examine_rules import HEAD, WIDTH, build_examine_rules_kernel
from zermelo.compiler.lowering.rules_lowering import lower_methods
from zermelo.compiler.rules_memory import forget_rules
from zermelo.core.game import Game

# Of each family two sizes; those of one shape, where a board's symmetries hang on it.
PAIRS = (
    ("connect_four(columns=5, rows=4)", "connect_four(columns=6, rows=5)"),
    ("mnk(columns=3, rows=3, line=3)", "mnk(columns=5, rows=5, line=4)"),
    ("cram(rows=3, columns=3)", "cram(rows=4, columns=5)"),
    ("domineering(rows=3, columns=3)", "domineering(rows=6, columns=7)"),
    ("hex(size=3)", "hex(size=4)"),
    ("breakthrough(columns=3, rows=5)", "breakthrough(columns=4, rows=4)"),
    ("clobber(rows=3, columns=4)", "clobber(rows=4, columns=5)"),
    ("dots_and_boxes(rows=2, columns=2)", "dots_and_boxes(rows=2, columns=3)"),
    ("chomp(rows=3, columns=4)", "chomp(rows=4, columns=6)"),
    ("quixo(size=3)", "quixo(size=4)"),
    ("chess_endgame(material='KQvK')", "chess_endgame(material='KRvK')"),
    ("subtraction(heap=40, take=(1, 2, 5))", "subtraction(heap=30, take=(2, 3, 7))"),
)

SMALL = ((3, 3), (4, 2), (2, 4))  # columns and rows, of one text


@pytest.mark.parametrize(("small", "large"), PAIRS, ids=[small.partition("(")[0] for small, _ in PAIRS])
@pytest.mark.parametrize("kind", few([RULES, HOOKED, SPLIT], 1), ids=lambda kind: kind.name)
def test_sizes_of_a_family_have_one_text(small: str, large: str, kind: Any) -> None:
    one, other = (lower_methods(game, kind.methods(game)) for game in map(zermelo.game, (small, large)))
    assert one.general_text == other.general_text
    if kind is RULES:
        assert one.text != other.text, "two games"
    assert len(one.words) == len(other.words)


class Compilations(event.Listener):  # type: ignore[misc]  # Numba has no types
    """Counts what Numba compiles."""

    def __init__(self) -> None:
        self.count = 0

    def on_start(self, event: Any) -> None:
        self.count += 1

    def on_end(self, event: Any) -> None:
        pass


def facts(program: Any, key: int) -> Any:
    """What the rules say of one position and its moves, as an array."""
    room = np.zeros(HEAD + WIDTH * 64, np.int64)
    return [*program.kernel(build_examine_rules_kernel)(key, room), *room.tolist()]


def keys_of(game: Game, most: int = 200) -> list[int]:
    """The first positions of a walk from the starts."""
    seen = list(game.starts())
    for position in seen:
        if len(seen) < most and game.outcome(position) == zermelo.UNDECIDED:
            seen += [
                child for move in game.moves(position) if (child := game.play(position, move)) not in seen
            ]
    return seen


@pytest.mark.parametrize(
    ("first", "second"),
    few(
        [
            ("mnk(columns=4, rows=3, line=3)", "mnk(columns=3, rows=5, line=3)"),
            ("hex(size=3)", "hex(size=2)"),
            ("connect_four(columns=4, rows=4)", "connect_four(columns=5, rows=4)"),
        ],
        1,
    ),
)
def test_another_size_is_not_compiled_again(
    first: str, second: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Numba has nothing to do for it, and both answer as their own rules do, in one process and by turns."""
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path))
    forget_rules()
    games = [zermelo.game(first), zermelo.game(second)]
    listener = Compilations()
    with event.install_listener("numba:compile", listener):
        compiled = [compile_game(game) for game in games]
        facts(compiled[0], next(iter(games[0].starts())))
        assert listener.count > 0
        listener.count = 0
        for program, game in zip(compiled, games, strict=True):
            facts(program, next(iter(game.starts())))
        assert listener.count == 0
    own = [interpret_game(game) for game in games]
    both = [keys_of(game) for game in games]
    for keys in zip(*both, strict=False):
        for program, twin, key in zip(compiled, own, keys, strict=True):
            assert facts(program, key) == facts(twin, key)


@pytest.mark.long  # test_another_size_is_not_compiled_again, at some hundred positions
def test_whole_tables_of_several_sizes_are_what_the_definitions_say(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One size is compiled, the others are laid in, and each is loaded again as another process would."""
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path))
    games = [zermelo.game(f"mnk(columns={columns}, rows={rows}, line=3)") for columns, rows in SMALL]
    tables = [expected(game) for game in games]
    for _ in range(2):
        forget_rules()
        for game, table in zip(games, tables, strict=True):
            assert table_of(zermelo.solve(game, budget=one_thread(), interpreted=False)) == table
    folders = {path.parent.name for path in tmp_path.rglob("*.kernel")}
    assert sum(name.startswith("general-") for name in folders) == 1, "one text"

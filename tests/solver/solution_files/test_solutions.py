"""Solutions on disk: their layout, what anyone's tools read in them, and that nothing wrong in them goes unseen."""

import hashlib
import itertools
import json
import shutil
import textwrap
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from made.hashable_games import AllOrders, Coins, NodeKayles, SymmetricNim, Word
from made.random_games import RandomIndex, RandomLayers, RandomMirror, RandomScoredTurns
from reference import naive
from support.forging import forge_solution
from support.tables import expected, kernel_solution, one_thread, table_of

import zermelo
from zermelo.core.errors import (
    DamagedSolution,
    IllegalMove,
    MissingSolution,
    OutdatedSolution,
    UnknownPosition,
    UnreadablePosition,
)
from zermelo.core.game import Game
from zermelo.games.heaps.nim import Nim
from zermelo.games.heaps.subtraction import Subtraction
from zermelo.games.lines.connect_four import ConnectFour
from zermelo.solution.solution import Solution
from zermelo.solver.solution_files.file_records import FileRecords
from zermelo.solver.solution_files.solution_manifest import read_manifest, read_summary
from zermelo.solver.solution_files.solution_store import find_solution_directory

TIERED = ConnectFour(columns=3, rows=4, line=3)
SCORED = RandomScoredTurns(seed=5, width=7, depth=8, most=4)
MIRRORED = RandomMirror(seed=31, bits=4, depth=7, most=4)
UNGRADED = Nim(heaps=(3, 4, 5), misere=True)
INDEXED = RandomIndex(seed=7)
WORDS = Word(word="abbxa")
GAMES = [TIERED, SCORED, MIRRORED, UNGRADED, WORDS, Coins(), AllOrders(heaps=(1, 2, 3)), NodeKayles(size=4)]


def solve_into(store: Path, game: Game, **options: Any) -> Solution:
    return zermelo.solve(game, store=store, budget=one_thread(), **options)


def made_in(store: Path, game: Game, **options: Any) -> Path:
    """Solve, and return the directory of the solution."""
    directory = solve_into(store, game, **options).directory
    assert directory is not None and directory.parent == store
    return directory


def files(directory: Path) -> list[str]:
    return sorted(str(path.relative_to(directory)) for path in directory.rglob("*"))


# Layout and round trip


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_files_hold_what_was_solved_sorted_and_nothing_else(game: Game, store: Path) -> None:
    solution, want = solve_into(store, game), expected(game)
    directory = solution.directory
    assert directory is not None and directory.parent == store
    again = zermelo.open(game, store)
    assert again.summary == solution.summary and repr(again) == repr(solution)
    assert table_of(again) == table_of(solution) == want
    for position, answer in naive.solve(game).items():
        assert tuple(again.value(position))[:2] == answer
    for interpreted in (None, True):
        assert again.verify(budget=one_thread(), interpreted=interpreted).checked == len(want)
    manifest = json.loads((directory / "_solution.json").read_text())
    names = [entry["name"] for entry in manifest["files"]]
    assert files(directory) == sorted([".zermelo", "_solution.json", *names])
    assert files(store) == sorted(
        [directory.name, *(f"{directory.name}/{name}" for name in files(directory))]
    )
    for entry in manifest["files"]:
        path = directory / entry["name"]
        assert entry["bytes"] == path.stat().st_size
        assert entry["blocks"] == hashlib.sha256(path.read_bytes()).hexdigest()[:16]  # of one block
        table = pq.read_table(path)
        assert table.column_names == ["position", "value", "remoteness"]
        assert table.num_rows == entry["records"]
        positions = table["position"].to_pylist()
        assert positions == sorted(positions) and len(set(positions)) == len(positions)
    assert sum(entry["records"] for entry in manifest["files"]) == manifest["summary"]["solved"]
    assert manifest["format"] == 3 and manifest["game"] == repr(game)


def test_duckdb_reads_a_solution_in_one_line(store: Path) -> None:
    query = "select position, value, remoteness from read_parquet(?) order by position"
    rows = duckdb.execute(query, [f"{made_in(store, SCORED)}/*.parquet"]).fetchall()
    assert {position: (value, remoteness) for position, value, remoteness in rows} == expected(SCORED)
    assert len(rows) == len(expected(SCORED))


def test_a_solution_that_stands_is_not_made_again(store: Path) -> None:
    first = solve_into(store, UNGRADED)
    assert first.directory is not None
    path = first.directory / "_solution.json"
    before = path.stat().st_mtime_ns, path.stat().st_ino
    second = solve_into(store, UNGRADED)
    assert (path.stat().st_mtime_ns, path.stat().st_ino) == before
    assert second.summary == first.summary
    third = solve_into(store, UNGRADED, again=True)
    assert path.stat().st_ino != before[1]
    assert table_of(third) == table_of(first)
    assert [path.name for path in store.iterdir()] == [first.directory.name]


# Asking


@pytest.mark.parametrize("game", [SCORED, MIRRORED, UNGRADED, WORDS], ids=repr)
def test_moves_are_all_there_best_first_and_worth_what_follows(game: Game) -> None:
    """And lines of perfect play end when they should."""
    solution = zermelo.solve(game, interpreted=True) if game is WORDS else kernel_solution(game)
    table = naive.solve(game)
    for position, answer in table.items():
        moves = solution.moves(position)
        legal = [] if naive.is_finished(game, position) else list(game.moves(position))
        assert sorted(move.move for move in moves) == sorted(legal)
        for move in moves:
            after = table[game.play(position, move.move)]
            assert move.answer.value == naive.worth(game, position, move.move, after[0])
            assert move.answer.remoteness == after[1] + 1
            assert move.name == game.name(position, move.move)
        keys = [move.answer.preference for move in moves]
        assert keys == sorted(keys)
        best = [move.move for move in solution.best(position)]
        assert best == [move.move for move in moves if tuple(move.answer)[:2] == answer]
        assert bool(best) == bool(legal)
        steps = list(solution.line(position))
        assert len(steps) == answer[1] + 1
        assert steps[0].position == position and steps[-1].move is None
        for step, following in zip(steps, steps[1:], strict=False):
            assert following.position == game.play(step.position, step.move)
            assert following.answer.remoteness == step.answer.remoteness - 1


KINDS = {
    TIERED: (-1, 1 << 63, 1 << 70, 4, None.__class__, "x", (1, 2), 2.5),
    SymmetricNim(heaps=(1, 2, 3)): (5, "abc", (9, 9, 9), ((1,), 2), [1, 2, "3"]),
}


@pytest.mark.parametrize("game", KINDS, ids=repr)
def test_positions_that_are_not_there_are_unknown(game: Game, store: Path) -> None:
    for solution in (zermelo.solve(game), solve_into(store, game), zermelo.solve(game, interpreted=True)):
        for position in KINDS[game]:
            with pytest.raises(UnknownPosition if position in (4, (9, 9, 9)) else UnreadablePosition):
                solution.value(position)


def test_only_moves_can_be_played() -> None:
    solution = kernel_solution(UNGRADED)
    start = UNGRADED.start()
    assert solution.play(start, 1) == start - 1
    with pytest.raises(IllegalMove, match="is no move"):
        solution.play(start, 10**6)
    with pytest.raises(IllegalMove, match="the game is over"):
        solution.play(0, 1)


def test_a_thousand_tiers_do_not_need_a_thousand_open_files(store: Path) -> None:
    import resource

    game = Subtraction(heap=200, take=(1,))
    directory = solve_into(store, game).directory
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    opened = len(list(Path("/proc/self/fd").iterdir())) if Path("/proc/self/fd").is_dir() else soft
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(soft, opened + 110), hard))
    try:
        solution = zermelo.open(str(directory))
        assert [solution.value(stones).remoteness for stones in (200, 0, 75, 1)] == [200, 0, 75, 1]
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.mark.parametrize(
    ("game", "options"),
    [(TIERED, {}), (WORDS, {}), (INDEXED, {}), (INDEXED, {"values_only": True})],
    ids=["tiers", "text", "ranks", "values"],
)
def test_arrow_reads_memory_of_its_own(
    game: Game, options: dict[str, Any], store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where it was given a Python object, one process of a hundred ended with SIGABRT."""
    given = []

    def reader(memory: Any) -> Any:
        assert type(memory) is pa.Buffer and memory.is_mutable, "memory that Python owns"
        given.append(memory)
        return own(memory)

    solve_into(store, game, **options)
    zermelo.solve(TINY).save_policy(tmp_path / "policy.parquet")
    own = pa.BufferReader
    monkeypatch.setattr(pa, "BufferReader", reader)
    monkeypatch.setattr(pa, "PythonFile", None)
    solution = zermelo.open(game, store)
    assert solution.value().value == zermelo.solve(game).value().value
    assert solution.verify(budget=one_thread()).checked == solution.summary.solved
    assert zermelo.play.load_policy(tmp_path / "policy.parquet").moves
    assert len(given) > 3


# Damage


TINY = Subtraction(heap=4, take=(1, 2))


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made_in(tmp_path_factory.mktemp("tiny"), TINY, interpreted=True)


def copied(tiny: Path, store: Path) -> Path:
    return Path(shutil.copytree(tiny, store / tiny.name))


def test_every_flipped_byte_is_caught(tiny: Path, store: Path) -> None:
    directory = copied(tiny, store)
    flipped = 0
    for path in sorted(directory.glob("[!.]*")):  # the mark says nothing of the answers
        good = path.read_bytes()
        for place in range(0, len(good), 2):
            bad = bytearray(good)
            bad[place] ^= 1 << place // 2 % 8
            path.write_bytes(bytes(bad))
            with pytest.raises((DamagedSolution, OutdatedSolution)) as caught:
                zermelo.open(directory).verify(interpreted=True)
            assert "\n" not in str(caught.value) and str(directory) in str(caught.value)
            flipped += 1
        path.write_bytes(good)
    assert flipped > 500
    assert zermelo.open(directory).verify(interpreted=True).checked == 5


def test_manifests_that_are_none_are_refused_and_solving_again_repairs_them(tiny: Path, store: Path) -> None:
    directory = copied(tiny, store)
    for content in (b"", b"[]", b"null", b"7", b"{}", b'{"format": 1}', b"\xff\xfe", b'{"format": 99}'):
        (directory / "_solution.json").write_bytes(content)
        with pytest.raises((DamagedSolution, OutdatedSolution)):
            zermelo.open(directory)
        solution = solve_into(store, TINY, interpreted=True)  # what the message says to do
        assert solution.verify(interpreted=True).checked == 5
    next(directory.glob("*.parquet")).write_bytes(b"nothing")
    solution = solve_into(store, TINY, interpreted=True, again=True)
    assert solution.directory == directory and table_of(solution) == expected(TINY)


def test_files_cut_short_or_missing_are_caught(tiny: Path, store: Path) -> None:
    directory = copied(tiny, store)
    path = next(directory.glob("*.parquet"))
    good = path.read_bytes()
    for length in (0, 1, len(good) // 2, len(good) - 1):
        path.write_bytes(good[:length])
        with pytest.raises(DamagedSolution):
            zermelo.open(directory).value()
        with pytest.raises(DamagedSolution):
            zermelo.open(directory).verify(interpreted=True)
    path.unlink()
    with pytest.raises(DamagedSolution, match="missing"):
        zermelo.open(directory).value()
    with pytest.raises(DamagedSolution, match="missing"):
        zermelo.open(directory).verify(interpreted=True)
    (directory / "_solution.json").unlink()
    with pytest.raises(MissingSolution):
        zermelo.open(directory)
    with pytest.raises(MissingSolution):
        zermelo.open(TINY, store)


# Alteration: checksums made to fit again


@pytest.mark.usefixtures("plain")
@pytest.mark.parametrize("game", [SCORED, UNGRADED, WORDS], ids=repr)
@pytest.mark.parametrize("column", ["value", "remoteness"])
def test_every_altered_record_is_found_by_recomputing(
    game: Game, column: str, store: Path, tmp_path: Path
) -> None:
    whole = made_in(store, game, interpreted=True if game is WORDS else None)
    count = len(list(whole.glob("*.parquet")))
    for tier, interpreted in itertools.product({0, count // 2, count - 1}, (False, True)):
        directory = Path(shutil.copytree(whole, tmp_path / f"{tier}-{interpreted}"))
        changed: list[Any] = []

        def change(columns: dict[str, list[Any]], changed: list[Any] = changed) -> None:
            place = len(columns["position"]) // 2
            columns[column][place] += -1 if columns[column][place] > 0 else 1
            changed.append(columns["position"][place])

        forge_solution(directory, tier, change)
        with pytest.raises(DamagedSolution) as caught:
            opened(game, directory).verify(budget=one_thread(), interpreted=interpreted)
        message = str(caught.value)
        assert "is stored as" in message and "moves give" in message
        # The first wrong record is the altered one or, in another order, one that leads to it.
        named = {naive.canonical(game, position) for position in naive.positions(game)}
        shown = [position for position in named if f"position {position!r} " in message]
        target = changed[0] if isinstance(changed[0], int) else eval(changed[0])
        assert shown and all(
            position == target
            or target in {naive.canonical(game, child) for child in naive.children(game, position)}
            for position in shown
        )


def opened(game: Game, directory: Path) -> Solution:
    manifest = read_manifest(directory)
    return Solution(
        game, read_summary(manifest, game, directory), FileRecords(directory, manifest), directory
    )


COUNTS = ("solved", "positions", "wins", "draws", "losses", "longest", "value", "remoteness")


@pytest.mark.usefixtures("plain")
@pytest.mark.parametrize("interpreted", [False, True])
def test_wrong_figures_and_records_left_out_are_caught(interpreted: bool, store: Path) -> None:
    game = RandomLayers(seed=4, width=5, depth=4, most=3)

    def refused(said: str) -> None:
        with pytest.raises(DamagedSolution, match=said):
            opened(game, directory).verify(budget=one_thread(), interpreted=interpreted)

    directory = made_in(store, game)
    whole = (directory / "_solution.json").read_bytes()
    for field in COUNTS:

        def change(manifest: dict[str, Any], field: str = field) -> None:
            manifest["summary"][field] += 1

        forge_solution(directory, manifest=change)
        refused("summary")
        (directory / "_solution.json").write_bytes(whole)

    def drop(columns: dict[str, list[Any]]) -> None:
        for column in columns.values():
            del column[1]

    def fewer(manifest: dict[str, Any]) -> None:
        manifest["summary"]["solved"] -= 1

    forge_solution(directory, 3, drop, fewer)
    refused(r"no record|not among")


# Provenance


STONES = """
    from zermelo import Game

    class Stones(Game):
        stones: int = 9
        most: int = 3

        def start(self):
            return self.stones

        def moves(self, position):
            for take in range(1, min(self.most, position) + 1):
                yield take

        def play(self, position, move):
            return position - move
"""


def test_an_edited_rule_makes_a_solution_outdated(store: Path, tmp_path: Path) -> None:
    file = tmp_path / "my games (old)" / "stones.py"
    file.parent.mkdir()
    file.write_text(textwrap.dedent(STONES))
    solution = solve_into(store, zermelo.game(f"{file}:Stones"), interpreted=True)
    assert solution.value().value == 1
    assert repr(zermelo.open(str(solution.directory), run_rules=True)) == repr(
        zermelo.open(f"{file}:Stones", store)
    )
    file.write_text(textwrap.dedent(STONES).replace("yield take", "yield take  # so many stones"))
    assert zermelo.open(f"{file}:Stones", store).value().value == 1, "a comment is no other rule"
    file.write_text(textwrap.dedent(STONES).replace("min(self.most, position) + 1", "min(2, position) + 1"))
    with pytest.raises(OutdatedSolution, match="other rules"):
        zermelo.open(f"{file}:Stones", store)
    for way in ({"run_rules": True}, {"game_or_text": f"{file}:Stones"}):
        with pytest.raises(OutdatedSolution, match="other rules"):
            zermelo.open(str(solution.directory), **way)
    again = solve_into(store, zermelo.game(f"{file}:Stones"), interpreted=True)
    assert again.directory == solution.directory
    assert again.value().value == -1
    assert zermelo.open(str(solution.directory), run_rules=True).value().value == -1


def test_names_of_solutions_do_not_meet(store: Path) -> None:
    class Rows(Game):
        rows: tuple[Any, ...] = ()

    rows = [((1, 2), 3), (1, (2, 3)), (1, 2, 3), (12, 3), ((1,), 2, 3), ("1", 2, 3)]
    assert len({find_solution_directory(store, Rows(rows=row)) for row in rows}) == len(rows)

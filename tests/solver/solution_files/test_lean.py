"""Lean solutions: they answer what whole ones do, keep no more than said, and are proven by solving again."""

import contextlib
import json
import random
import shutil
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made.kinds import Uneven
from made.random_games import RandomIndex, RandomLayers, RandomLoop, layers, small_connect_four, small_mnk
from reference import naive
from support.commands import check_refusal
from support.forging import forge_solution
from support.marks import few
from support.tables import expected, one_thread, table_of
from support.tasks import files_of

import zermelo
from zermelo import solution
from zermelo.compiler.guards.symmetry_classes import build_representative_function
from zermelo.core.budget import Budget, Progress
from zermelo.core.errors import (
    BadParameter,
    Cancelled,
    DamagedSolution,
    MissingCapability,
    UnknownPosition,
    UnreadablePosition,
)
from zermelo.core.game import Game
from zermelo.core.values import NO_END, UNTIMED
from zermelo.games.territory.dots_and_boxes import DotsAndBoxes
from zermelo.solution.solution import Solution
from zermelo.solver.records.compact_records import CompactRecords, StorageMode
from zermelo.solver.solution_files import solution_store as stores
from zermelo.solver.solution_files.file_records import FileRecords

pytestmark = pytest.mark.usefixtures("plain")
MNK = "mnk(columns=3, rows=2)"
LAYERS = RandomLayers(seed=4, width=7, depth=7, most=3, begins=3)
games = st.one_of(
    layers(),
    small_mnk(),
    small_connect_four(),
    st.sampled_from([(1, 1), (2, 1), (1, 2)]).map(lambda size: DotsAndBoxes(*size)),
)


def kept(game: Game | str, store: Path, **options: Any) -> Solution:
    return zermelo.solve(game, store=store, budget=one_thread(), **{"lean": True, **options})


def stored(solution: Solution) -> FileRecords:
    records = solution.records
    assert isinstance(records, CompactRecords) and isinstance(records.stored, FileRecords)
    return records.stored


def kept_rows(solution: Solution) -> dict[Any, tuple[int, int | None]]:
    """Return what the files hold."""
    return table_of(Solution(solution.game, solution.summary, stored(solution), None))


def by_plies(game: Game) -> dict[Any, int]:
    """Return after how many moves play comes to each class of positions, slowly."""
    canonical, waiting, plies, found = (
        build_representative_function(game),
        set(game.starts()),
        0,
        dict[Any, int](),
    )
    while waiting:
        found |= {canonical(position): plies for position in waiting}
        waiting = {child for position in waiting for child in naive.children(game, position)}
        plies += 1
    return found


def is_decided(game: Game, position: Any) -> bool:
    """Return whether a ply decides a position, by the words of the definition."""
    after = naive.children(game, position)
    if not after:
        return True
    worths = [
        naive.worth(game, position, move, naive.answer(game, child, {})[0])
        for move, child in zip(game.moves(position), after, strict=True)
        if not naive.children(game, child)
    ]
    return not game.scored and (1 in worths or (len(worths) == len(after) and set(worths) == {-1}))


# What it answers, and what it keeps


@settings(max_examples=12)
@given(games)
def test_every_answer_is_there_and_nothing_that_a_ply_decides(
    tmp_path_factory: pytest.TempPathFactory, game: Game
) -> None:
    store = tmp_path_factory.mktemp("lean")
    solution, table, tiers = kept(game, store), expected(game), by_plies(game)
    for position, (value, plies) in table.items():
        assert solution.find_record(position) == (value, NO_END if plies is None else plies)
    rows = {
        position: table[position]
        for position, ply in tiers.items()
        if ply % 2 == 0 and not is_decided(game, position)
    }
    assert kept_rows(solution) == rows
    assert solution.summary.lean and solution.summary.solved == len(table)
    verified = solution.verify()
    assert verified.details["lean"] and verified.checked == verified.details["interpreted"] == len(rows)
    assert "compared with solving again" in str(verified)
    whole = zermelo.solve(game, budget=one_thread())
    for position in table:
        assert solution.moves(position) == whole.moves(position)
    assert list(solution.line()) == list(whole.line())
    for name in ("value", "remoteness", "positions", "wins", "draws", "losses", "longest"):
        assert getattr(solution.summary, name) == getattr(whole.summary, name)


@pytest.mark.slow("values alone of many random games")
@settings(max_examples=10)
@given(st.one_of(layers(), small_mnk(), small_connect_four()))
def test_values_alone(tmp_path_factory: pytest.TempPathFactory, game: Game) -> None:
    store = tmp_path_factory.mktemp("lean")
    solution, table = kept(game, store, lean=False, values_only=True), expected(game)
    assert (solution.summary.lean, solution.summary.values_only, solution.summary.remoteness) == (
        True,
        True,
        None,
    )
    for position, (value, _) in table.items():
        assert solution.find_record(position) == (value, UNTIMED)
    assert "remoteness" not in pq.read_table(Path(stored(solution).place) / "tier-0000.parquet").column_names  # type: ignore[arg-type]
    solution.verify()
    whole = kept(game, store, lean=False)
    assert not whole.summary.values_only and table_of(whole) == table


@settings(max_examples=25)
@given(layers(), st.booleans())
def test_of_positions_that_play_never_reaches_nothing_false_is_said(
    tmp_path_factory: pytest.TempPathFactory, game: RandomLayers, values_only: bool
) -> None:
    solution = kept(game, tmp_path_factory.mktemp("lean"), values_only=values_only)
    truth: dict[Any, tuple[int, int | None]] = {}
    for position in naive.backwards(game, range((game.depth + 1) * game.width)):
        truth[position] = naive.answer(game, position, truth)
    for position, (value, plies) in truth.items():
        found = solution.find_record(position)
        assert found in (None, (value, UNTIMED if values_only else plies))
        assert found is not None or position not in naive.positions(game)


@pytest.mark.parametrize(
    "text", few([MNK, "connect_four(columns=3, rows=3, line=3)", "hexapawn", "amazons(columns=4, rows=3)"], 2)
)
def test_what_is_no_position_is_unknown_as_in_a_whole_solution(text: str, tmp_path: Path) -> None:
    """Integers drawn at random are hardly ever positions, and rules may raise or say anything of them."""
    solution, whole = kept(text, tmp_path), zermelo.solve(text, budget=one_thread())
    chance, refused = random.Random(3), 0
    for bits in range(1, 63):
        for position in (chance.getrandbits(bits), chance.getrandbits(bits)):
            try:
                known = solution.value(position)
            except (UnknownPosition, UnreadablePosition) as error:
                with pytest.raises(type(error)):
                    whole.value(position)
                refused += 1
                continue
            with contextlib.suppress(UnknownPosition):  # of a move's
                solution.moves(position)  # what is known agrees with what is known of its moves
            try:
                assert whole.value(position) == known
            except UnknownPosition:
                game = zermelo.game(text)
                assert game.parse(game.show(position)) == position  # type: ignore[attr-defined]
    assert refused > 60


def test_what_goes_wrong_in_reading_is_said_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    solution = kept(MNK, tmp_path)

    def fail(*_: Any) -> Any:
        raise OSError(24, "Too many open files")

    monkeypatch.setattr(FileRecords, "find", fail)
    with pytest.raises(OSError, match="Too many"):
        solution.value()


def test_tuples_are_kept_lean_too(tmp_path: Path) -> None:
    packed = zermelo.game("cram(columns=3, rows=2)")
    solution, table = kept(packed, tmp_path), expected(packed)
    assert {position: solution.find_record(position) for position in table} == table


# What it does not


def test_what_cannot_be_lean_is_refused_and_leaves_nothing(tmp_path: Path) -> None:
    loop = RandomLoop(seed=3)
    for game, error, said, options in (
        ("chess_endgame(material='KQvK')", BadParameter, "perfect index", {}),
        ("pig(target=5)", BadParameter, "chances", {}),
        (MNK, BadParameter, "made by kernels", {"interpreted": True}),
        (loop, MissingCapability, "cannot be kept lean", {}),
        (loop, MissingCapability, "cannot be kept lean", {"values_only": True, "lean": False}),
        ("nim(heaps=(2, 2))", MissingCapability, "after different numbers of moves", {}),
    ):
        with pytest.raises(error, match=said):
            kept(game, tmp_path, **options)
        assert not list(tmp_path.iterdir())
    with pytest.raises(BadParameter, match="give a store"):
        zermelo.solve(MNK, lean=True)
    with pytest.raises(MissingCapability, match="cannot be kept lean"):
        solution.solve_on(loop, str(tmp_path), "threads", lean=True)
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]
    uneven = Uneven(seed=2, width=30, depth=7, most=4, begins=3)  # whose starts are in different tiers
    with pytest.raises(MissingCapability, match="cannot be kept lean"):
        solution.solve_on(uneven, str(tmp_path), "threads", lean=True)


# In a store


def test_what_keeps_more_is_returned_and_takes_the_place_of_less(tmp_path: Path) -> None:
    def as_found(**options: bool) -> tuple[bool, bool]:
        summary = zermelo.solve(LAYERS, store=tmp_path, budget=one_thread(), **options).summary
        return bool(summary.lean), bool(summary.values_only)

    assert as_found(values_only=True) == (True, True)
    assert as_found(lean=True) == (True, False)
    assert as_found(values_only=True) == (True, False)
    assert as_found() == (False, False)
    assert as_found(lean=True) == as_found(values_only=True) == (False, False)
    assert as_found(lean=True, again=True) == (True, False)
    assert (
        StorageMode(True, True).folder_suffix
        != StorageMode(True, False).folder_suffix
        != StorageMode().folder_suffix
    )


def test_a_run_that_was_ended_goes_on_as_what_it_is(tmp_path: Path) -> None:
    """Another kind of solution begins anew; the files of both are those of a run that nobody ended."""
    whole = RandomLayers(seed=8, width=16, depth=12, most=4, begins=5)
    kinds: tuple[dict[str, Any], ...] = ({"lean": True}, {"values_only": True}, {})

    def ends(progress: Progress) -> None:
        if progress.phase == "solve" and progress.done > 40:
            raise Cancelled("enough")

    for number, second in enumerate(kinds):
        once = zermelo.solve(whole, store=tmp_path / f"once-{number}", budget=one_thread(), **second)
        for place, first in enumerate(kinds):
            store = tmp_path / f"{number}-{place}"
            with pytest.raises(Cancelled):
                zermelo.solve(whole, store=store, budget=Budget(threads=1, listener=ends), **first)
            assert stores.read_job_note(next(store.iterdir())).get("files")
            resumed = zermelo.solve(whole, store=store, budget=one_thread(), **second)
            assert files_of(resumed.directory) == files_of(once.directory) != {}


def test_tasks_do_not_put_less_in_the_place_of_more(tmp_path: Path) -> None:
    whole = zermelo.solve(LAYERS, store=tmp_path, budget=one_thread())
    made = solution.solve_on(LAYERS, str(tmp_path), "threads", lean=True)
    assert made.figures.tasks == 0 and not made.summary.lean
    assert files_of(made.place) == files_of(whole.directory) != {}
    assert solution.solve_on(LAYERS, str(tmp_path / "lean"), "threads", lean=True).summary.lean
    assert not solution.solve_on(LAYERS, str(tmp_path / "lean"), "threads").summary.lean


# Its certificate


def flipped(columns: dict[str, list[Any]]) -> None:
    columns["value"][0] = -columns["value"][0] or 1


def later(columns: dict[str, list[Any]]) -> None:
    columns["remoteness"][-1] += 2


def without_one(columns: dict[str, list[Any]]) -> None:
    for column in columns.values():
        del column[1]


def with_one_more(columns: dict[str, list[Any]]) -> None:
    for name, column in columns.items():
        column.append(column[-1] + (name == "position"))


def twice(columns: dict[str, list[Any]]) -> None:
    for column in columns.values():
        column.append(column[-1])


def test_verify_finds_what_is_wrong(tmp_path: Path) -> None:
    directory = kept("mnk(columns=3, rows=3)", tmp_path / "whole").directory
    for edit, said in (
        *((each, "is stored as .*, and solved again it is") for each in (flipped, later)),
        (without_one, "has no record, and more than a ply decides it"),
        (with_one_more, "has a record that no solve keeps"),
        (twice, "has records twice, or out of order"),
    ):
        wrong = Path(shutil.copytree(str(directory), tmp_path / edit.__name__))
        forge_solution(wrong, 4, edit)
        with pytest.raises(DamagedSolution, match=said):
            zermelo.open(wrong).verify()


@pytest.mark.parametrize("game", [RandomLoop(seed=3), RandomIndex(seed=3)], ids=repr)
def test_a_manifest_that_says_what_cannot_be(game: Game, tmp_path: Path) -> None:
    directory = zermelo.solve(game, store=tmp_path, budget=one_thread()).directory
    assert directory is not None
    forge_solution(directory, manifest=lambda found: found["summary"].update(lean=True))
    with pytest.raises(DamagedSolution, match="keeps what no solution of"):
        zermelo.open(game, tmp_path)


# The command line


def test_the_command_line(store: Path, command: Any) -> None:
    made = json.loads(command("solve", MNK, "--lean", "--json").out)
    assert made["lean"] is True and made["outcome"] == "draw" and made["remoteness"] == 6
    assert command("value", MNK, "--line").status == 0
    assert json.loads(command("value", MNK, "--json").out)["remoteness"] == 6
    assert "compared with solving again" in command("verify", MNK).out
    for words in (("stats", MNK), ("export", MNK)):
        check_refusal(command(*words), 2, "the solution is lean", "without --lean")
    whole = command("solve", MNK)
    assert command("solve", MNK, "--lean").out.startswith(whole.out)
    assert "keeps more than was asked for" in command("solve", MNK, "--lean").out
    check_refusal(command("solve", "nim(heaps=(2, 2))", "--lean"), 2, "after different numbers of moves")

"""Solve a game from its rules, in memory or into a store, from the start or from where it was killed.

With a store every enumerated tier is on disk as soon as it is whole, and every solved tier as a
Parquet file: a killed run loses at most the tier it was at.
"""

import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

from zermelo.compiler.fingerprints import explain_fingerprint_mismatch, rules_fingerprint
from zermelo.compiler.game_compiler import compile_game, interpret_game
from zermelo.compiler.guards.program_guard import check_compiled_program
from zermelo.compiler.guards.starting_positions import list_checked_starts
from zermelo.compiler.kernel_binders import Program
from zermelo.compiler.rules_cache import current_dependencies
from zermelo.core.budget import Budget
from zermelo.core.errors import (
    BadParameter,
    BadRules,
    BeyondDisk,
    BeyondMemory,
    CannotCompile,
    DamagedScratch,
    MissingCapability,
    OutOfBudget,
    TooLarge,
    UnfollowedRules,
)
from zermelo.core.game import Game, has
from zermelo.core.game_kind import ByKind
from zermelo.core.notation.position_codec import get_position_types
from zermelo.core.requirements import check_question
from zermelo.solver.graph.small_games import make_small_game_program
from zermelo.solver.plans.size_gate import refuse_large_index, solve_with_size_gate
from zermelo.solver.records.compact_records import FULL_STORAGE, StorageMode
from zermelo.solver.records.solution_records import Records
from zermelo.solver.records.solve_summary import Summary
from zermelo.solver.runs.chance_run import solve_chance_game
from zermelo.solver.runs.hashable_run import solve_hashable_game
from zermelo.solver.runs.integer_run import solve_integer_game
from zermelo.solver.solution_files import solution_store as stores
from zermelo.solver.solution_files.directory_ownership import SCRATCH, remove_owned_directory
from zermelo.solver.solution_files.file_records import open_records
from zermelo.solver.solution_files.solution_manifest import read_manifest, read_summary
from zermelo.solver.solution_files.task_folders import has_begun_work, remove_stale_work


@dataclass(frozen=True)
class SolveResult:
    """A finished solve: its figures, its records, and where they are on disk (None: in memory)."""

    summary: Summary
    records: Records
    directory: Path | None


def solve_game(
    game: Game,
    budget: Budget,
    store: Path | None = None,
    *,
    interpreted: bool | None = None,
    again: bool = False,
    kept: StorageMode = FULL_STORAGE,
    by_buckets: bool = False,
) -> SolveResult:
    """Solve every position of `game`.

    `interpreted` is how: True by the interpreter, False in machine code, None by `choose_solve_program`.
    With a `store` a solution already there is returned as it is, unless `again`. A game has one solution in a
    store: one that keeps more than is asked for is returned, and takes the place of one that keeps less. With
    `by_buckets` a game whose tiers do not fit into memory, or that was begun so in the store, ends with
    `BeyondMemory`. Raises `BadParameter`, `BadRules`, `LoopFound`, `CannotCompile`, `OutOfBudget`,
    `TooLarge` where a plan says that it cannot fit and the budget does not say `anyway`, `StorageFailed`,
    `Cancelled`.
    """
    list_checked_starts(game)
    check_question(game, "values")
    kept = choose_storage_mode(game, kept)
    if kept.lean and store is None:
        raise BadParameter("lean is what files may be: give a store, or leave out lean and values only")
    if kept.lean and interpreted:
        raise BadParameter("a lean solution is made by kernels: leave out --interpreted")
    current_dependencies(game)  # so that no cache of the rules answers from what they were
    if store is None:
        how = _SolveOptions(kept, by_buckets)
        return RUNS.choose(game)(game, choose_solve_program(game, interpreted), budget, None, how)
    fingerprint = rules_fingerprint(game)
    _warn_unidentified_rules(game, fingerprint)
    target = stores.find_solution_directory(store, game)
    manifest = (
        None if again else _find_sufficient_manifest(stores.read_finished_manifest(target, fingerprint), kept)
    )
    if manifest is None:
        if by_buckets and not interpreted and has_begun_work(store, game, kept):
            raise BeyondMemory(f"{game!r}: it was begun bucket by bucket")
        with stores.hold_partial_directory(target, fingerprint, kept) as partial:
            ready = stores.read_unpublished_manifest(partial, fingerprint)
            if _find_sufficient_manifest(ready, kept) is None:  # else it was killed in being published
                if ready is not None:  # that, with less
                    stores.begin_run(partial, fingerprint, kept)
                how = _SolveOptions(kept, by_buckets)
                _run_solve_in_directory(partial, fingerprint, game, budget, interpreted, how)
            _check_rules_unchanged(game, fingerprint, partial)
            stores.publish_solution(partial, target)
        manifest = read_manifest(target)
    else:
        remove_stale_work(target, game, kept, read_storage_mode(manifest))
    return SolveResult(read_summary(manifest, game, target), open_records(target, manifest, game), target)


def _warn_unidentified_rules(game: Game, fingerprint: str) -> None:
    """Warn where a solution can never be matched to these rules, since they cannot be identified."""
    why = explain_fingerprint_mismatch(fingerprint, fingerprint)
    if why is not None:
        message = f"{game!r} is solved anew each time, whatever the store holds: {why}"
        warnings.warn(message, UnfollowedRules, stacklevel=2)


def _check_rules_unchanged(game: Game, fingerprint: str, partial: Path) -> None:
    """Raise `BadRules` where the rules are no longer those that the run began with; nothing is kept of it."""
    if rules_fingerprint(game) != fingerprint:
        remove_owned_directory(partial)
        raise BadRules(
            f"{game!r}: its rules changed while it was solved, so nothing is kept: solve it again; if they "
            "note what they found, in a dict say, let functools.cache do it"
        )


NOT_VALUES_ONLY: Final = ByKind(
    "why not values alone are kept",
    "",
    dice="it has chances, and expectations take more than two bits: solve it with all of them",
    points="it counts points, and two bits hold a win, a draw or a loss: solve it with remoteness",
)
NOT_LEAN: Final = ByKind(
    "why nothing is kept lean", "", dice="it has chances, and expectations are kept whole: leave out --lean"
)


def choose_storage_mode(game: Game, kept: StorageMode) -> StorageMode:
    """Return what is kept; raises `BadParameter` where a game cannot be kept so.

    Without an index values alone are kept lean.
    """
    if kept.values_only:
        if reason := NOT_VALUES_ONLY.choose(game):
            raise BadParameter(
                f"{game!r} cannot be solved for values only: {reason}, or leave out --values-only"
            )
        kept = kept._replace(lean=kept.lean or not has(game, "rank"))
    if kept.lean:
        indexed = "it has a perfect index, whose files hold no positions: take --values-only"
        if reason := indexed if has(game, "rank") else NOT_LEAN.choose(game):
            raise BadParameter(f"{game!r} cannot be kept lean: {reason}")
    return kept


def _find_sufficient_manifest(manifest: dict[str, Any] | None, wanted: StorageMode) -> dict[str, Any] | None:
    """Return the manifest of a solution where it answers what is asked for, else None."""
    return (
        None if manifest is None or not read_storage_mode(manifest).includes_answers_of(wanted) else manifest
    )


def read_storage_mode(manifest: dict[str, Any]) -> StorageMode:
    """Return what the files of a solution keep."""
    summary = manifest["summary"]
    return StorageMode(summary.get("lean", False), summary["values_only"])


def _run_solve_in_directory(
    partial: Path,
    fingerprint: str,
    game: Game,
    budget: Budget,
    interpreted: bool | None,
    how: "_SolveOptions",
) -> None:
    """Run, from where an earlier run was killed; rules that cannot be solved leave nothing behind."""
    resumed = (partial / SCRATCH).exists()
    try:
        program = choose_solve_program(game, interpreted)
        if (
            program is None
        ):  # it keeps nothing to go on from, and files of a compiled run would mix with its own
            stores.begin_run(partial, fingerprint, how.kept)
        try:
            RUNS.choose(game)(game, program, budget, partial, how)
        except DamagedScratch:
            stores.begin_run(partial, fingerprint, how.kept)
            RUNS.choose(game)(game, program, budget, partial, how)
    except BeyondMemory as error:
        if resumed:  # what it has done is not thrown away for less memory
            raise OutOfBudget(f"{error}: raise --memory, or remove {partial}") from error
        remove_owned_directory(partial)
        raise
    except (BadRules, CannotCompile, MissingCapability, TooLarge) as error:
        if not (resumed and isinstance(error, TooLarge)):  # a run begun with `anyway` may continue with it
            remove_owned_directory(partial)
        raise


class _SolveOptions(NamedTuple):
    """What is kept, and whether tiers may be too large for memory."""

    kept: StorageMode
    by_buckets: bool


def _run_dice_solve(
    game: Game, program: Program | None, budget: Budget, partial: Path | None, how: _SolveOptions
) -> SolveResult:
    by_buckets = how.by_buckets and program is not None
    if has(game, "rank"):
        refuse_large_index(game, budget, partial, by_buckets=by_buckets)
    try:
        return SolveResult(*solve_chance_game(game, program, budget, partial), None)
    except OutOfBudget as error:
        if by_buckets and not isinstance(error, BeyondDisk):  # which buckets need more of
            raise BeyondMemory(str(error)) from error
        raise


def _run_solve(
    game: Game, program: Program | None, budget: Budget, partial: Path | None, how: _SolveOptions
) -> SolveResult:
    by_buckets = how.by_buckets and program is not None
    if program is None and has(game, "rank"):
        program = interpret_game(game)  # an index needs no dictionary
        check_compiled_program(program)
    if program is None and how.kept.lean:
        raise MissingCapability(
            f"{game!r} cannot be kept lean: its positions are no integers, nor tuples of some in 63 bits"
        )

    def solve_with_budget(given: Budget) -> tuple[Summary, Records]:
        if program is None:
            return solve_hashable_game(game, given, partial)
        return solve_integer_game(program, given, partial, kept=how.kept, by_buckets=by_buckets)

    if has(game, "rank"):
        refuse_large_index(game, budget, partial, by_buckets=by_buckets)
        return SolveResult(*solve_with_budget(budget), None)
    return SolveResult(
        *solve_with_size_gate(game, program, budget, partial, solve_with_budget, by_buckets=by_buckets), None
    )


RUNS: Final = ByKind("solve", _run_solve, dice=_run_dice_solve)


def choose_solve_program(game: Game, interpreted: bool | None = None) -> Program | None:
    """Return the program that solves a game soonest, None where dictionaries are to hold its positions.

    A small game's is made of its own methods, at once: the same kernels as ordinary Python. Any other's is
    compiled and guarded. `interpreted` decides instead: True takes dictionaries, False machine code.
    """
    if interpreted:
        return None
    small = make_small_game_program(game) if interpreted is None else None
    if small is None:
        return compile_guarded_program(game)
    check_compiled_program(small)
    return small


def compile_guarded_program(game: Game) -> Program | None:
    """Return the game's compiled and guarded program, None where its positions ask for the interpreter.

    Positions that are integers are meant to be compiled: rules that are not raise `CannotCompile`, as
    interpreting them unasked would take a hundred times as long. Any other hashable may be anything.
    """
    try:
        program = compile_game(game)
        check_compiled_program(program)
        return program
    except CannotCompile:
        if get_position_types(game).has_only_type(int):
            raise
        return None

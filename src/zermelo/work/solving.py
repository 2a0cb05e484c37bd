"""Solve a game from its rules, in memory or into a store, from the start or from where it was killed.

With a store every enumerated tier is on disk as soon as it is whole, and every solved tier as a
Parquet file: a killed run loses at most the tier it was at.
"""

import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from zermelo.compiler import Program, compile_game, interpret_game, refusal, rules_fingerprint
from zermelo.compiler.current import reached
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
    said_by,
)
from zermelo.core.game import Game, has
from zermelo.core.misbehaviour import passes
from zermelo.core.position_codec import types_of
from zermelo.core.requirements import refuse_payoffs
from zermelo.graph.small import small_program
from zermelo.solution.files import open_records
from zermelo.solution.lean import ALL, Kept
from zermelo.solution.manifest import read_manifest, summary_of
from zermelo.solution.records import Records
from zermelo.solution.summary import Summary
from zermelo.trust.faults import all_of
from zermelo.trust.programs import guard
from zermelo.work import store as stores
from zermelo.work.chance_run import solve_dice
from zermelo.work.foresight import foresee_index, solved_with_foresight
from zermelo.work.hashable_run import solve_hashable
from zermelo.work.integer_run import solve_integers
from zermelo.work.owned import SCRATCH, remove
from zermelo.work.task_folders import clear_left, is_begun


@dataclass(frozen=True)
class Solved:
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
    kept: Kept = ALL,
    by_buckets: bool = False,
) -> Solved:
    """Solve every position of `game`.

    `interpreted` is how: True by the interpreter, False in machine code, None as `ready_program` finds best.
    With a `store` a solution already there is returned as it is, unless `again`. A game has one solution in a
    store: one that keeps more than is asked for is returned, and takes the place of one that keeps less. With
    `by_buckets` a game whose tiers do not fit into memory, or that was begun so in the store, ends with
    `BeyondMemory`. Raises `BadParameter`, `BadRules`, `LoopFound`, `CannotCompile`, `OutOfBudget`,
    `TooLarge` where a plan says that it cannot fit and the budget does not say `anyway`, `StorageFailed`,
    `Cancelled`.
    """
    checked_starts(game)
    refuse_payoffs(game, "values are")
    kept = checked_kept(game, kept)
    if kept.lean and store is None:
        raise BadParameter("lean is what files may be: give a store, or leave out lean and values only")
    if kept.lean and interpreted:
        raise BadParameter("a lean solution is made by kernels: leave out --interpreted")
    reached(game)  # so that no cache of the rules answers from what they were
    if store is None:
        how = _How(kept, by_buckets)
        return _run(game, ready_program(game, interpreted), budget, None, how)
    fingerprint = rules_fingerprint(game)
    _say_unfollowed(game, fingerprint)
    target = stores.solution_directory(store, game)
    manifest = None if again else _answering(stores.finished(target, fingerprint), kept)
    if manifest is None:
        if by_buckets and not interpreted and is_begun(store, game, kept):
            raise BeyondMemory(f"{game!r}: it was begun bucket by bucket")
        with stores.partial_directory(target, fingerprint, kept) as partial:
            ready = stores.ready(partial, fingerprint)
            if _answering(ready, kept) is None:  # else it was killed in being published
                if ready is not None:  # that, with less
                    stores.begin(partial, fingerprint, kept)
                how = _How(kept, by_buckets)
                _run_in(partial, fingerprint, game, budget, interpreted, how)
            _check_unchanged(game, fingerprint, partial)
            stores.publish(partial, target)
        manifest = read_manifest(target)
    else:
        clear_left(target, game, kept, kept_in(manifest))
    return Solved(summary_of(manifest), open_records(target, manifest, game), target)


def _say_unfollowed(game: Game, fingerprint: str) -> None:
    """Warn where a solution will never be taken for one of these rules, as nobody can tell what they are."""
    why = refusal(fingerprint, fingerprint)
    if why is not None:
        message = f"{game!r} is solved anew each time, whatever the store holds: {why}"
        warnings.warn(message, UnfollowedRules, stacklevel=2)


def _check_unchanged(game: Game, fingerprint: str, partial: Path) -> None:
    """Raise `BadRules` where the rules are no longer those that the run began with; nothing is kept of it."""
    if rules_fingerprint(game) != fingerprint:
        remove(partial)
        raise BadRules(
            f"{game!r}: its rules changed while it was solved, so nothing is kept: solve it again; if they "
            "note what they found, in a dict say, let functools.cache do it"
        )


def checked_kept(game: Game, kept: Kept) -> Kept:
    """Return what is kept; raises `BadParameter` where a game cannot be kept so.

    Without an index values alone are kept lean.
    """
    if kept.values_only:
        reason = None
        if has(game, "chances"):
            reason = "it has chances, and expectations take more than two bits: solve it with all of them"
        elif game.scored:
            reason = "it counts points, and two bits hold a win, a draw or a loss: solve it with remoteness"
        if reason is not None:
            raise BadParameter(
                f"{game!r} cannot be solved for values only: {reason}, or leave out --values-only"
            )
        kept = kept._replace(lean=kept.lean or not has(game, "rank"))
    if kept.lean:
        for is_so, reason in (
            (has(game, "rank"), "it has a perfect index, whose files hold no positions: take --values-only"),
            (has(game, "chances"), "it has chances, and expectations are kept whole: leave out --lean"),
        ):
            if is_so:
                raise BadParameter(f"{game!r} cannot be kept lean: {reason}")
    return kept


def _answering(manifest: dict[str, Any] | None, wanted: Kept) -> dict[str, Any] | None:
    """Return the manifest of a solution where it answers what is asked for, else None."""
    return None if manifest is None or not kept_in(manifest).suffices(wanted) else manifest


def kept_in(manifest: dict[str, Any]) -> Kept:
    """Return what the files of a solution keep."""
    summary = summary_of(manifest)
    return Kept(summary.lean, summary.values_only)


def checked_starts(game: Game) -> list[Any]:
    """Return the starting positions; raises `BadRules` where there is none or one leaves the range."""
    if has(game, "gain") and not game.scored:
        raise BadRules(f"{game!r}: gain() brings points, and scored is False: add scored = True to the class")
    try:
        starts = all_of(game, "starts", game.starts())
        if starts and has(game, "symmetries"):  # which are asked for before any guard
            all_of(game, "symmetries", game.symmetries(starts[0]), starts[0])  # type: ignore[attr-defined]
    except BaseException as error:
        if passes(error):
            raise
        raise BadRules(f"{game!r}: start() or starts() raises {said_by(error)}") from error
    if not starts:
        raise BadRules(f"{game!r}: starts() yields nothing: a game needs a position to begin with")
    for start in starts:
        if isinstance(start, int) and not 0 <= start < 1 << 63:
            raise BadRules(
                f"{game!r}: start {start} leaves the range: positions are integers, 0 <= p < 2**63"
            )
        types_of(game).accept(start)
    return starts


def _run_in(
    partial: Path, fingerprint: str, game: Game, budget: Budget, interpreted: bool | None, how: "_How"
) -> None:
    """Run, from where an earlier run was killed; rules that cannot be solved leave nothing behind."""
    resumed = (partial / SCRATCH).exists()
    try:
        program = ready_program(game, interpreted)
        if (
            program is None
        ):  # it keeps nothing to go on from, and files of a compiled run would mix with its own
            stores.begin(partial, fingerprint, how.kept)
        try:
            _run(game, program, budget, partial, how)
        except DamagedScratch:
            stores.begin(partial, fingerprint, how.kept)
            _run(game, program, budget, partial, how)
    except BeyondMemory as error:
        if resumed:  # what it has done is not thrown away for less memory
            raise OutOfBudget(f"{error}: raise --memory, or remove {partial}") from error
        remove(partial)
        raise
    except (BadRules, CannotCompile, MissingCapability, TooLarge) as error:
        if not (resumed and isinstance(error, TooLarge)):  # a run that was told to begin anyway may go on so
            remove(partial)
        raise


class _How(NamedTuple):
    """What is kept, and whether tiers may be too large for memory."""

    kept: Kept
    by_buckets: bool


def _run(game: Game, program: Program | None, budget: Budget, partial: Path | None, how: _How) -> Solved:
    by_buckets = how.by_buckets and program is not None
    if has(game, "chances"):
        if has(game, "rank"):
            foresee_index(game, budget, partial, by_buckets=by_buckets)
        try:
            return Solved(*solve_dice(game, program, budget, partial), None)
        except OutOfBudget as error:
            if by_buckets and not isinstance(error, BeyondDisk):  # which buckets need more of
                raise BeyondMemory(str(error)) from error
            raise
    if program is None and has(game, "rank"):
        program = interpret_game(game)  # an index needs no dictionary
        guard(program)
    if program is None and how.kept.lean:
        raise MissingCapability(
            f"{game!r} cannot be kept lean: its positions are no integers, nor tuples of some in 63 bits"
        )

    def solve(given: Budget) -> tuple[Summary, Records]:
        if program is None:
            return solve_hashable(game, given, partial)
        return solve_integers(program, given, partial, kept=how.kept, by_buckets=by_buckets)

    if has(game, "rank"):
        foresee_index(game, budget, partial, by_buckets=by_buckets)
        return Solved(*solve(budget), None)
    return Solved(*solved_with_foresight(game, program, budget, partial, solve, by_buckets=by_buckets), None)


def ready_program(game: Game, interpreted: bool | None = None) -> Program | None:
    """Return the program that solves a game soonest, None where dictionaries are to hold its positions.

    A small game's is made of its own methods, at once: the same kernels as ordinary Python. Any other's is
    compiled and guarded. `interpreted` decides instead: True takes dictionaries, False machine code.
    """
    if interpreted:
        return None
    small = small_program(game) if interpreted is None else None
    if small is None:
        return program_of(game)
    if not has(game, "chances"):  # whose walk has asked the rules about every position
        guard(small)
    return small


def program_of(game: Game) -> Program | None:
    """Return the game's compiled and guarded program, None where its positions ask for the interpreter.

    Positions that are integers are meant to be compiled: rules that are not raise `CannotCompile`, as
    interpreting them unasked would take a hundred times as long. Any other hashable may be anything.
    """
    try:
        program = compile_game(game)
        if not has(game, "chances"):  # else the walk of its graph has a guard of its own
            guard(program)
        return program
    except CannotCompile:
        if types_of(game).has_only(int):
            raise
        return None

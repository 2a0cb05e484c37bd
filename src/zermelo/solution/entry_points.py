"""The functions of `import zermelo`: solve, open, count, check and show.

They keep nothing between calls but compiled rules, and may be called by several threads at once.
"""

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from zermelo.core.arguments import as_path, is_count, is_url
from zermelo.core.budget import Budget, as_budget
from zermelo.core.errors import (
    BadParameter,
    BeyondDisk,
    BeyondMemory,
    DamagedSolution,
    OutdatedSolution,
    quote,
)
from zermelo.core.game import Game
from zermelo.core.game_kind import ByKind
from zermelo.core.notation.game_text import GameText
from zermelo.core.notation.position_codec import START
from zermelo.core.requirements import check_question
from zermelo.core.rule_errors import with_rule_errors
from zermelo.games.game_lookup import RecordedAccess, resolve_given_position
from zermelo.games.game_lookup import game as game
from zermelo.solution.solution import Solution

if TYPE_CHECKING:
    from zermelo.core.game import Position
    from zermelo.core.notation.evidence import Evidence
    from zermelo.draw.pictures.position_picture import BoardDisplay
    from zermelo.search.search_result import SearchResult
    from zermelo.solver.methods.tree_counts import Counts
    from zermelo.solver.records.compact_records import StorageMode
    from zermelo.solver.runs.solve_game import SolveResult
    from zermelo.solver.storage.file_locations import Location


@with_rule_errors
def solve(
    game_or_text: Game | str,
    *,
    store: str | Path | None = None,
    budget: Budget | None = None,
    interpreted: bool | None = None,
    again: bool = False,
    values_only: bool = False,
    lean: bool = False,
) -> Solution:
    """Solve every position of a game and return its solution, in memory or in the directory `store`.

    A solution of the same rules that stands in the store is returned as it is, unless `again`. Where part of
    the rules cannot be followed, none is: the game is solved anew each time, with the warning
    `UnfollowedRules`.

    A small game is solved by the interpreter at once, a larger one in machine code, which takes seconds to
    make; `interpreted` decides instead: True for dictionaries (over a perfect index, for kernels as ordinary
    Python), False for machine code. All give the same.

    `values_only` keeps two bits a position: win, draw or loss, and no remoteness. So it answers `value`,
    `moves` and `best` (all moves that keep the value), but has no `line` and is no player: moves that keep a
    win may lead round in a circle for ever. The game must have no dice and no points, else `BadParameter`
    says so. Without a perfect index it is lean, too, and bits follow the positions.

    `lean` keeps of play in plies nothing that one ply decides: no position of every second tier, and none
    where play is over or ends with the next move. It takes a quarter of the bytes and answers the same, as
    long as positions are asked for one by one; what goes through all of them raises `MissingCapability`. It
    needs a store. A solution that stands there and keeps more is returned; solving for more replaces it.

    A game of several players, or of any payoffs, has no such values, and nothing is kept of it: it is solved
    for its `equilibria`, which are returned, whatever else is asked for.

    Where tiers of plies are larger than memory they are kept on disk, in the store or where temporary files
    go, and solved bucket by bucket. With `Budget(disk=...)` all files of a solve keep to so many bytes, or it
    ends with `OutOfBudget`; in a store it goes on from there when it is given more.

    Nothing is written without a `store`; the command `zermelo solve` has one of its own, which `open` reads.
    Raises `BadParameter`, `BadRules`, `LoopFound`, `CannotCompile`, `OutOfBudget`, `TooLarge`,
    `StorageFailed`, `Cancelled`.

    >>> solve("powers(heap=9)")
    powers(heap=9, base=2, ending='empty'): loss in 4, 10 positions
    """
    from zermelo.solver.records.compact_records import StorageMode

    which, where = game(game_or_text), None if store is None else as_path(store)
    kept = StorageMode(lean, values_only)
    check_question(which, "solve")
    found: Solution = SOLVERS.choose(which)(
        which, as_budget(budget), where, kept, interpreted=interpreted, again=again
    )
    return found


def _solve_payoffs(which: Game, budget: Budget, *_: Any, **__: Any) -> Any:
    return Game.equilibria(which, budget=budget)  # by whatever name the game has of its own


def _solve_values(
    which: Game,
    budget: Budget,
    where: Path | None,
    kept: "StorageMode",
    *,
    interpreted: bool | None,
    again: bool,
) -> Solution:
    from zermelo.solver.runs.solve_game import solve_game

    solved: SolveResult | None
    try:
        solved = solve_game(
            which,
            budget,
            where,
            interpreted=interpreted,
            again=again,
            kept=kept,
            by_buckets=True,
        )
    except BeyondMemory:
        solved = None
    except BeyondDisk as error:
        raise _add_planned_disk_to_error(error, which, budget) from None
    if solved is None:  # what it held went with the error
        from zermelo.solver.cluster.external_memory import solve_in_external_memory

        try:
            solved = solve_in_external_memory(which, budget, where, kept)
        except BeyondDisk as error:
            raise _add_planned_disk_to_error(error, which, budget) from None
    return Solution(which, solved.summary, solved.records, solved.directory)


SOLVERS: Final[ByKind[Callable[..., Any]]] = ByKind("solve a game", _solve_values, payoffs=_solve_payoffs)


def _add_planned_disk_to_error(error: BeyondDisk, which: Game, budget: Budget) -> BeyondDisk:
    """Return the error, extended by what a plan states of the disk."""
    from zermelo.solver.plans.size_gate import describe_planned_disk

    return BeyondDisk(f"{error}{describe_planned_disk(which, budget)}")


@with_rule_errors
def solve_position(
    game_or_text: Game | str,
    start: "Position" = START,
    method: str = "alpha_beta",
    *,
    timed: bool = False,
    proof: bool = False,
    depth: int | None = None,
    endgame: Solution | None = None,
    budget: Budget | None = None,
    interpreted: bool | None = None,
) -> "SearchResult":
    """Return the answer at one position (default: the start) by a search, however large the game.

    `method` is one of `zermelo.search.METHODS`; `timed` asks for the plies to the end, `proof` for claims
    that `Proof.check` checks. With `depth` a search of a game of chance ends after so many
    plies, throws included, and takes the game's `estimate`. A search begins with the interpreter and goes
    over to machine code where it takes longer than making that; `interpreted` decides instead. Raises
    `BadParameter` for a method that there is not or that does not give what is asked, `MissingCapability`,
    `LoopFound`, `BadRules`, `OutOfBudget`, `Cancelled`.

    >>> solve_position("mnk(columns=4, rows=4)", timed=True).answer
    win in 5
    """
    from zermelo.search.position_solver import solve_position as find
    from zermelo.solution.in_memory import load_endgame

    which = game(game_or_text)
    where = resolve_given_position(which, start)
    budget = as_budget(budget)
    known = None
    if endgame is not None:
        known = load_endgame(endgame, budget, values_only=not timed)
        budget.record_base_memory()  # the search may take what is left
    return find(
        which,
        where,
        method,
        timed=timed,
        proof=proof,
        depth=depth,
        endgame=known,
        budget=budget,
        interpreted=interpreted,
    )


@with_rule_errors
def open(
    game_or_place: Game | str | Path,
    store: str | Path | None = None,
    *,
    game_or_text: Game | str | None = None,
    run_rules: bool = False,
) -> Solution:
    """Return a solution on disk: by its directory, or a game's from `store` (default: the user's own).

    Either may be the URL of a folder of a store of objects, as `s3://bucket/folder`: then a question reads by
    ranges what it needs, a row group and once of each file its end, and keeps some of it.

    A solution names its game, and anybody may have written that: a game of the catalogue is made from it.
    Rules in a Python file are those of `game_or_text`, or, with `run_rules`, of the file that is named, where
    that is still what it was. Raises `MissingSolution`, `DamagedSolution`, `OutdatedSolution` where the rules
    have changed, `BadParameter` where a file would have to be run; by URL `StorageFailed` where the store
    does not answer, and `MissingExtra`.
    """
    from zermelo.compiler.fingerprints import rules_fingerprint
    from zermelo.core.requirements import check_question
    from zermelo.core.system.directories import store_directory
    from zermelo.solver.solution_files.file_records import open_records
    from zermelo.solver.solution_files.solution_manifest import read_manifest, read_summary
    from zermelo.solver.solution_files.solution_store import check_fingerprint, find_solution_directory
    from zermelo.solver.storage.file_locations import parse_location

    if not isinstance(game_or_place, Game) and _is_directory_or_url(str(game_or_place)):
        place = parse_location(game_or_place)
        manifest = read_manifest(place)
        which = _find_solved_game(place, manifest, game_or_text, run_rules)
    elif game_or_text is not None:
        raise BadParameter(
            f"{game_or_place} names no directory: give {game_or_text!r} alone, or a solution's directory"
        )
    else:
        which = game(game_or_place if isinstance(game_or_place, Game) else str(game_or_place))
        check_question(which, "stored")
        where = store_directory() if store is None else parse_location(store)
        place = where / find_solution_directory(Path(), which).name
        manifest = read_manifest(place)
    check_fingerprint(manifest, rules_fingerprint(which), place)
    return Solution(which, read_summary(manifest, which, place), open_records(place, manifest, which), place)


def _find_solved_game(
    place: "Location", manifest: dict[str, Any], game_or_text: Game | str | None, run_rules: bool
) -> Game:
    """Return the game of a solution: the one that was named, or else one that its manifest names."""
    if game_or_text is not None:
        named = game(game_or_text)
        if repr(named) != manifest["game"]:
            raise BadParameter(
                f"{place} is a solution of {manifest['game']}, not of {named!r}: name that game"
            )
        return named
    source, files = manifest.get("source"), manifest.get("rules_files")
    if not isinstance(source, str) or not isinstance(files, dict):
        raise DamagedSolution(f"{place} is damaged (it names no game): run `zermelo solve` again")
    return RecordedAccess(
        place, source, files, OutdatedSolution, "run `zermelo solve` again", run_rules=run_rules
    ).read_recorded_game()


def _is_directory_or_url(text: str) -> bool:
    """Return whether a text names a directory, or could name nothing else, or is a URL."""
    if is_url(text):
        return True
    try:
        names_game = " from " in text or GameText.names_file(text)
        return Path(text).is_dir() or (os.sep in text and not names_game)
    except OSError:  # too long for a name
        return False


@with_rule_errors
def count(
    game_or_text: Game | str, *, budget: Budget | None = None, interpreted: bool | None = None
) -> "Counts":
    """Return how many positions, games (lines of play) and tree nodes lie below the starts, exactly.

    Raises `LoopFound` where play can cycle, `MissingCapability` for games of chance, `BadRules`,
    `OutOfBudget`, `Cancelled`.

    >>> count("subtraction(heap=4)")
    Counts(game='subtraction(heap=4, take=(1, 2, 3), misere=False, stop=0)', positions=5, games=7, nodes=15)
    """
    from zermelo.solver.runs.graph_folds import count_positions_games_and_nodes

    return count_positions_games_and_nodes(game(game_or_text), as_budget(budget), interpreted=interpreted)


@with_rule_errors
def show(game_or_text: Game | str, where: "Position" = START) -> "BoardDisplay":
    """Return a position (default: the start) that shows itself: as text at a prompt, drawn in a notebook.

    Raises `UnreadablePosition`.

    >>> show("tic_tac_toe", "X../.O./...")
    X..
    .O.
    ...
    """
    from zermelo.draw.pictures.position_picture import BoardDisplay

    which = game(game_or_text)
    return BoardDisplay(which, resolve_given_position(which, where))


@with_rule_errors
def check(
    game_or_text: Game | str,
    *,
    limit: int | None = None,
    compiled: bool | None = None,
    budget: Budget | None = None,
) -> "Evidence":
    """Check a game, your own included, against the contract; return what was checked.

    Raises `CheckFailed` naming the first bad position. Games of up to `limit` positions are checked at
    every one, larger ones at positions of random play. Machine code is compared with the interpreter where
    the game is solved in it, or as `compiled` says.
    """
    from zermelo.verify.conformance.conformance_suite import LIMIT
    from zermelo.verify.conformance.conformance_suite import verify_game as verify_game

    if limit is not None and not is_count(limit, 1):
        raise BadParameter(f"the limit {quote(limit)} is no number of positions: give 1 or more")
    most = LIMIT if limit is None else limit
    return verify_game(game(game_or_text), limit=most, compiled=compiled, budget=budget)

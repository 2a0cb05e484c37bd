"""`solve --method`: one position by a search."""

from pathlib import Path

from msgspec.structs import replace

import zermelo
from zermelo import Game
from zermelo.cli.console.command_options import (
    check_output_files_are_writable,
    make_budget_with_progress,
    open_solution_checked_for_game,
    print_json,
)
from zermelo.core import BadParameter


def solve_start_by_search(
    game: Game,
    method: str,
    *,
    plies: bool,
    proof: Path | None,
    depth: int | None,
    endgame: str | None,
    store: str | None,
    force: bool,
    memory: str | None,
    threads: int | None,
    interpreted: bool | None,
    as_json: bool,
) -> None:
    """Search a game's start, print the answer, and write its proof where one is asked for."""
    start = next(iter(game.starts()))
    check_output_files_are_writable(proof, force=force)
    known = (
        None
        if endgame is None
        else open_solution_checked_for_game(game, endgame, store, None, run_rules=False)
    )
    with make_budget_with_progress(memory, threads) as budget:
        found = zermelo.solve_position(
            game,
            start,
            method=method,
            timed=plies,
            proof=proof is not None,
            depth=depth,
            endgame=known,
            budget=budget,
            interpreted=interpreted,
        )
    if proof is not None and found.proof is not None:
        found.proof.save(proof, replace=force)
    if proof is not None:
        found = replace(found, proof_file=str(proof))
    return print_json(found) if as_json else print(found)


def refuse_search_options(
    method: str, *, plies: bool, proof: Path | None, depth: int | None = None, endgame: str | None = None
) -> None:
    """Refuse unknown methods, and the options of a search where the whole game is solved."""
    from zermelo.search import METHODS

    if method not in ("auto", "backward_induction"):
        known = ", ".join(("backward_induction", *METHODS))
        raise BadParameter(f"method {method!r} is unknown: choose one of {known}, or leave it out")
    if depth is not None:
        fit = [each.name for each in METHODS.values() if each.dice]
        raise BadParameter(f"--depth is for one position: name a --method, {' or '.join(fit)}")
    if endgame is not None:
        fit = [each.name for each in METHODS.values() if each.endgame]
        raise BadParameter(f"--endgame is for one position: name a --method, {' or '.join(fit)}")
    if plies or proof is not None:
        option = "--plies" if plies else "--proof"
        fit = [each.name for each in METHODS.values() if (each.plies != "never" if plies else each.proof)]
        raise BadParameter(f"{option} is for one position: name a --method, {' or '.join(fit)}")

"""`page`: a solved game as one HTML file to be sent, played in any browser without a server or a network."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import zermelo
from zermelo import Game
from zermelo.cli.console.command_options import (
    Force,
    GameNamed,
    HowRun,
    Json,
    Memory,
    PositionText,
    RunRules,
    SolutionText,
    Store,
    Threads,
    check_output_files_are_writable,
    find_game,
    is_directory_or_url,
    is_standard_output,
    make_budget_with_progress,
    open_or_solve_from_text,
    parse_store_location,
    print_json,
)
from zermelo.cli.solutions.analysis_commands import make_solution_scan_budget
from zermelo.core import MissingSolution

if TYPE_CHECKING:
    from zermelo import Budget


def write_standalone_page(
    solution: SolutionText,
    output: Annotated[Path, typer.Option("--output", metavar="FILE.html", help="file to write")],
    position: PositionText = None,
    rules: Annotated[
        Path | None,
        typer.Option("--rules", metavar="FILE", help="a rule list that `zermelo explain --save` wrote"),
    ] = None,
    predicates: Annotated[
        Path | None,
        typer.Option(
            "--predicates", metavar="FILE.py", help="Python file with the predicates that the rules use"
        ),
    ] = None,
    force: Force = False,
    game: GameNamed = None,
    run_rules: RunRules = False,
    store: Store = None,
    memory: Memory = None,
    threads: Threads = None,
    interpreted: HowRun = None,
    as_json: Json = False,
) -> None:
    """Write a game as one HTML file that needs no server: a board, a perfect opponent, values, puzzles."""
    check_output_files_are_writable(output, force=force)
    with make_budget_with_progress(memory, threads) as budget:
        if position is not None or not is_directory_or_url(solution):
            _check_game_fits_page(find_game(solution, position), store, budget, interpreted)
    found = open_or_solve_from_text(solution, position, store, interpreted, game, run_rules=run_rules)
    listed = None
    if rules is not None:
        from zermelo.explain import load_list

        listed = load_list(rules, found.game, predicates=predicates, run_rules=run_rules)
    with make_solution_scan_budget(found, memory, threads) as budget:
        made = found.page(output, replace=force, budget=budget, rules=listed)
    if is_standard_output(output):
        return None
    written = made.make_written_page(output)
    return print_json(written) if as_json else print(written)


def _check_game_fits_page(game: Game, store: str | None, budget: "Budget", interpreted: bool | None) -> None:
    """Raise `TooLarge` for a game that is surely too large for a page, before it is solved."""
    from zermelo.play import StandalonePage

    try:
        zermelo.open(game, parse_store_location(store))
    except MissingSolution:
        StandalonePage.check_planned_size(game, budget, interpreted=interpreted)

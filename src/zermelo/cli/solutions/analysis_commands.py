"""Commands that analyse a game: `plan`, `stats`, `report`; and that tabulate it: `compare`, `export`."""

import contextlib
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import zermelo
from zermelo import Game
from zermelo.cli.console.command_options import (
    Cluster,
    DiskSize,
    Every,
    Force,
    GameNamed,
    GameText,
    HowRun,
    Json,
    Memory,
    Output,
    PositionText,
    RunRules,
    SolutionText,
    Store,
    Threads,
    check_output_files_are_writable,
    convert_rule_errors_to_bad_rules,
    find_command_line_game_name,
    find_first_start_position,
    find_game,
    is_directory_or_url,
    is_standard_output,
    make_budget_with_progress,
    make_task_progress_listener,
    open_or_solve_from_text,
    print_json,
    print_or_write_text,
    refuse_memory_with_cluster,
    shorten_long_answer,
)
from zermelo.cli.console.terminal_colors import format_position_board
from zermelo.core import BadParameter, check_question

if TYPE_CHECKING:
    from zermelo import Budget

FirstText = Annotated[str, typer.Argument(metavar="FIRST", help="a GAME, or a solution's folder or URL")]
SecondText = Annotated[str, typer.Argument(metavar="SECOND", help="the other game or solution")]
Games = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        help="number of games for each pair; default: exact results where possible, else 200",
        min=1,
    ),
]
CLUSTERED = "with --cluster"
Seed = Annotated[int, typer.Option(metavar="N", help="seed of sampled games")]


def print_solving_estimate(
    game: GameText,
    position: PositionText = None,
    memory: Memory = None,
    disk: DiskSize = None,
    threads: Threads = None,
    interpreted: HowRun = None,
    cluster: Annotated[
        int | None, typer.Option("--cluster", metavar="NODES", help="estimate for this many machines", min=1)
    ] = None,
    node_cores: Annotated[
        int, typer.Option("--node-cores", metavar="N", help=f"{CLUSTERED}: cores of each machine", min=1)
    ] = 8,
    node_memory: Annotated[
        str, typer.Option("--node-memory", metavar="32GB", help=f"{CLUSTERED}: memory of each machine")
    ] = "32GB",
    bucket: Annotated[
        int | None,
        typer.Option(
            metavar="N", help=f"{CLUSTERED}: positions of a task; default: the fastest number", min=1
        ),
    ] = None,
    known: Annotated[
        Path | None,
        typer.Option(
            "--known",
            metavar="FILE",
            help=f"{CLUSTERED}: file of tier sizes; each line has a tier's number and its positions",
        ),
    ] = None,
    levels: Annotated[
        int | None,
        typer.Option(
            metavar="N", help=f"{CLUSTERED}: number of levels with many updates, if play may cycle", min=1
        ),
    ] = None,
    price: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=DOLLARS", help=f"{CLUSTERED}: price of core_hour, gigabyte_month, million_gets, ..."
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Estimate the size of a game, and the time, memory and disk that solving it takes."""
    from zermelo.cli.solutions import cluster_plan_options

    if cluster is not None:
        if disk is not None:
            raise BadParameter(f"--disk {disk} is for one machine: leave it out, or leave out --cluster")
        with make_budget_with_progress(memory, threads) as budget:
            on_nodes = zermelo.solution.plan_on(
                find_game(game, position),
                cluster,
                cores=node_cores,
                memory=cluster_plan_options.parse_node_memory(node_memory),
                bucket=bucket,
                known=None if known is None else cluster_plan_options.read_tier_sizes(known),
                levels=levels,
                prices=cluster_plan_options.parse_cloud_prices(price or []),
                budget=budget,
            )
        return print_json(on_nodes) if as_json else print(on_nodes)
    for option, given in (
        ("--bucket", bucket),
        ("--known", known),
        ("--levels", levels),
        ("--price", price),
    ):
        if given is not None:
            raise BadParameter(f"{option} is for a cluster: leave it out, or give --cluster")
    with make_budget_with_progress(memory, threads, disk=disk) as budget:
        made = Game.plan(find_game(game, position), budget=budget, interpreted=interpreted)
    return print_json(made) if as_json else print(made)


@contextlib.contextmanager
def make_solution_scan_budget(
    solution: "zermelo.Solution", memory: str | None = None, threads: int | None = None
) -> "Iterator[Budget]":
    """Yield the budget of a scan of a whole solution; an error of the rules becomes one line."""
    with (
        convert_rule_errors_to_bad_rules(solution.game, find_first_start_position(solution)),
        make_budget_with_progress(memory, threads) as budget,
    ):
        yield budget


def print_solution_statistics(
    solution: SolutionText,
    position: PositionText = None,
    store: Store = None,
    output: Output = None,
    force: Force = False,
    game: GameNamed = None,
    run_rules: RunRules = False,
    cluster: Cluster = None,
    memory: Memory = None,
    threads: Threads = None,
    interpreted: HowRun = None,
    every: Every = False,
    as_json: Json = False,
) -> None:
    """Print statistics of a solution: values, lengths, choices, curiosities, and a hash of its table.

    With --output FILE.html they are written as a page with charts too.
    """
    check_output_files_are_writable(output, force=force)
    found = open_or_solve_from_text(
        solution, position, store, interpreted, game, run_rules=run_rules, question="stats"
    )
    with convert_rule_errors_to_bad_rules(found.game, find_first_start_position(found)):
        if cluster is not None:
            refuse_memory_with_cluster(memory)
            with make_task_progress_listener() as listen:
                figures = zermelo.solution.stats_on(
                    found, cluster, workers=threads, interpreted=interpreted, listen=listen
                )
        else:
            with make_budget_with_progress(memory, threads) as budget:
                figures = found.stats(budget=budget, interpreted=interpreted)
        text = "" if as_json else str(figures)
    if output is not None:
        print_or_write_text(figures.html(), output, force=force)
        if is_standard_output(output):
            return None
    if as_json:
        return print_json(figures)
    print(shorten_long_answer(text, every=every))
    if output is not None:
        print(f"page  {output}")
    return None


def print_puzzles(
    solution: SolutionText,
    position: PositionText = None,
    count: Annotated[int, typer.Option(metavar="N", help="largest number of puzzles of each kind")] = 5,
    kind: Annotated[
        list[str] | None,
        typer.Option(help="kind of puzzle: longest, single or zugzwang; default: all that the game allows"),
    ] = None,
    margin: Annotated[
        float | None,
        typer.Option(
            metavar="LOSS",
            help="with dice: what every other move loses at least, in probability of winning or in expected "
            "points; default: 0.05",
        ),
    ] = None,
    game: GameNamed = None,
    run_rules: RunRules = False,
    store: Store = None,
    memory: Memory = None,
    threads: Threads = None,
    interpreted: HowRun = None,
    every: Every = False,
    as_json: Json = False,
) -> None:
    """Print puzzles: long wins, positions with one right move, zugzwang; each with a command to play it."""
    from zermelo.solution import PuzzleList

    found = open_or_solve_from_text(
        solution, position, store, interpreted, game, run_rules=run_rules, question="puzzles"
    )
    called = find_command_line_game_name(solution, position, found, game)
    kinds = tuple(kind) if kind else None
    with make_solution_scan_budget(found, memory, threads) as budget:
        made = found.puzzles(kinds=kinds, count=count, margin=margin, budget=budget, interpreted=interpreted)
        puzzles = PuzzleList.make(found.game, called, count, made)
        text = "" if as_json else puzzles.format_text(partial(format_position_board, found.game))
    return print_json(puzzles) if as_json else print(shorten_long_answer(text, every=every))


def print_game_design_report(
    solution: SolutionText,
    position: PositionText = None,
    output: Output = None,
    force: Force = False,
    game: GameNamed = None,
    run_rules: RunRules = False,
    games: Games = None,
    seed: Seed = 1913,
    store: Store = None,
    interpreted: HowRun = None,
    as_json: Json = False,
) -> None:
    """Print a report for the designer of a game: fairness, decisiveness, skill, length and choice.

    With dice or payoffs, as in strike, it says what each player can expect, and what is luck or kingmaking.
    """
    check_output_files_are_writable(output, force=force)
    found = open_or_solve_from_text(
        solution, position, store, interpreted, game, run_rules=run_rules, question="report"
    )
    with make_solution_scan_budget(found) as budget:
        made = found.report(budget=budget, games=games, seed=seed)
        page = "" if output is None else made.html()
    if output is not None:
        print_or_write_text(page, output, force=force)
        if is_standard_output(output):
            return None
    if as_json:
        return print_json(made.as_result())
    print(made)
    if output is not None:
        print(f"page  {output}")
    return None


def print_comparison_of_games(
    first: FirstText,
    second: SecondText,
    positions: Annotated[
        bool,
        typer.Option("--positions", help="compare the solutions of two different games position by position"),
    ] = False,
    games: Games = None,
    seed: Seed = 1913,
    run_rules: RunRules = False,
    store: Store = None,
    interpreted: HowRun = None,
    as_json: Json = False,
) -> None:
    """Compare two variants of a game, or two solutions of one game position by position.

    The exit status is 1 if two solutions differ.
    """
    of_two_files = _solve_two_game_files_apart(first, second, interpreted)
    one, other = of_two_files or (
        open_or_solve_from_text(text, None, store, interpreted, run_rules=run_rules, question="compare")
        for text in (first, second)
    )
    if not positions and (of_two_files or repr(one.game) != repr(other.game)):
        with make_budget_with_progress(None, None) as budget:
            changes = one.variants(other, budget=budget, games=games, seed=seed)
        if as_json:
            return print_json(changes)
        print(changes)
        return None
    check_question(one.game, "compare_positions")
    found = one.compare(other)
    if as_json:
        print_json(found)
    else:
        print(found)
    if not found.same:
        raise typer.Exit(1)
    return None


def _solve_two_game_files_apart(
    first: str, second: str, interpreted: bool | None
) -> "list[zermelo.Solution]":
    """Return the solutions of games of one name in two files: a store has one place for both and keeps none.

    Nothing where they are named otherwise.
    """
    from zermelo.solver import source_of

    if is_directory_or_url(first) or is_directory_or_url(second):
        return []
    games = [find_game(text, None) for text in (first, second)]
    if repr(games[0]) != repr(games[1]) or source_of(games[0]) == source_of(games[1]):
        return []
    with make_budget_with_progress(None, None) as budget:
        return [zermelo.solve(game, budget=budget, interpreted=interpreted) for game in games]


def export_solution_as_csv(
    solution: SolutionText,
    position: PositionText = None,
    output: Output = None,
    force: Force = False,
    game: GameNamed = None,
    run_rules: RunRules = False,
    text: Annotated[
        bool, typer.Option("--text", help="add each position as `zermelo show` prints it")
    ] = False,
    moves: Annotated[
        bool, typer.Option("--moves", help="add each position's moves with their values")
    ] = False,
    store: Store = None,
    interpreted: HowRun = None,
) -> None:
    """Write a solution as comma-separated text: position, value, remoteness."""
    check_output_files_are_writable(output, force=force)
    found = open_or_solve_from_text(
        solution, position, store, interpreted, game, run_rules=run_rules, question="table"
    )
    if output is None or is_standard_output(output):
        found.export(sys.stdout, text=text, moves=moves)
        return
    with make_budget_with_progress(None, None) as budget:
        count = found.export(output, text=text, moves=moves, replace=force, budget=budget)
    print(f"{count:,} records written to {output}")

"""`solve`, `verify` and `check`: solve every position or one, check the answers, check a game's rules."""

from pathlib import Path
from typing import Annotated

import typer

import zermelo
from zermelo import core
from zermelo.cli.console.command_options import (
    Anyway,
    Cluster,
    Depth,
    DiskSize,
    Endgame,
    Force,
    GameNamed,
    GameText,
    HowRun,
    Json,
    Memory,
    PositionText,
    RunRules,
    Store,
    Threads,
    Yes,
    find_game,
    make_budget_with_progress,
    make_task_progress_listener,
    parse_store_location,
    print_json,
    refuse_large_open_spiel_game,
    refuse_memory_with_cluster,
)
from zermelo.core import BadParameter
from zermelo.search import METHODS

IF_ASKED = ", ".join(each.name for each in METHODS.own.values() if each.plies == "if asked")
EVERY_POSITION = ("auto", "backward_induction")  # methods that solve the whole game
PROVING = ", ".join(each.name for each in METHODS.own.values() if each.proof)


def complete_method_name(incomplete: str) -> list[tuple[str, str]]:
    """Return the methods whose names begin so, with what they are, for a shell that completes words."""
    rows = [(each, "every position") for each in EVERY_POSITION]
    rows += [(each.name, each.about) for each in METHODS.values()]
    return [row for row in rows if row[0].startswith(incomplete)]


def solve_game(
    game: GameText,
    position: PositionText = None,
    method: Annotated[
        str,
        typer.Option(
            help=f"auto or backward_induction: all positions; {', '.join(METHODS.own)}: this position alone",
            autocompletion=complete_method_name,
        ),
    ] = "auto",
    memory: Memory = None,
    disk: DiskSize = None,
    threads: Threads = None,
    store: Annotated[
        str | None,
        typer.Option(
            "--store", metavar="DIR|URL", help="folder of stored solutions; a URL only with --cluster"
        ),
    ] = None,
    keep: Annotated[bool, typer.Option("--keep/--no-store", help="store the solution, or do not")] = True,
    again: Annotated[bool, typer.Option("--again", help="ignore a stored solution and solve again")] = False,
    values_only: Annotated[
        bool, typer.Option("--values-only", help="store two bits a position: no remoteness, no lines of play")
    ] = False,
    lean: Annotated[
        bool, typer.Option("--lean", help="omit positions that one ply decides: a quarter of the size")
    ] = False,
    plies: Annotated[
        bool, typer.Option("--plies", help=f"{IF_ASKED}: compute the plies to the end too")
    ] = False,
    proof: Annotated[
        Path | None,
        typer.Option(
            "--proof", metavar="FILE", help=f"{PROVING}: write a proof that `zermelo verify` checks"
        ),
    ] = None,
    depth: Depth = None,
    endgame: Endgame = None,
    cluster: Annotated[
        str | None,
        typer.Option(
            "--cluster",
            metavar="HOW",
            help="solve by tasks in the store: threads, processes, local (Ray, here), or a Ray address",
        ),
    ] = None,
    bucket: Annotated[
        int | None,
        typer.Option(
            "--bucket", metavar="N", help="with --cluster: about this many positions in each task", min=1
        ),
    ] = None,
    price: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=DOLLARS",
            help="with --cluster: price of core_hour, to print what the solve has cost",
        ),
    ] = None,
    force: Force = False,
    interpreted: HowRun = None,
    anyway: Anyway = False,
    yes: Yes = False,
    as_json: Json = False,
) -> None:
    """Solve every position of a game and store the solution, or search one position.

    Before a solve that takes more than ten minutes it asks. Where nobody can answer, `--yes` is needed.
    """
    from zermelo.cli.solutions import equilibria_texts, solve_by_search
    from zermelo.cli.solutions.cluster_plan_options import parse_cloud_prices
    from zermelo.cli.solutions.task_progress import make_solve_progress_listener

    for option, given_one in (("--bucket", bucket), ("--price", price)):
        if given_one is not None and cluster is None:
            raise BadParameter(f"{option} is for a cluster: leave it out, or give --cluster")
    which = find_game(game, position)
    if solve_payoffs := equilibria_texts.SOLVES.choose(which):
        return solve_payoffs(which, memory, values_only=values_only, method=method, as_json=as_json)
    if method not in EVERY_POSITION and method in METHODS:
        given = (
            ("--values-only", values_only),
            ("--lean", lean),
            ("--again", again),
            ("--anyway", anyway),
            ("--yes", yes),
            ("--disk", disk is not None),
        )
        for option in (name for name, was_given in given if was_given):
            raise BadParameter(f"{option} is for solving every position: leave it out, or --method {method}")
        return solve_by_search.solve_start_by_search(
            which,
            method,
            plies=plies,
            proof=proof,
            depth=depth,
            endgame=endgame,
            store=store,
            force=force,
            memory=memory,
            threads=threads,
            interpreted=interpreted,
            as_json=as_json,
        )
    solve_by_search.refuse_search_options(method, plies=plies, proof=proof, depth=depth, endgame=endgame)
    if cluster is not None:
        others = (
            ("--again", again),
            ("--no-store", not keep),
            ("--disk", disk is not None),
        )
        for option in (name for name, was_given in others if was_given):
            raise BadParameter(f"{option} is for one machine: leave it out, or leave out --cluster")
        place = str(parse_store_location(None)) if store is None else store
        refuse_memory_with_cluster(memory)
        prices = None if price is None else parse_cloud_prices(price)
        with make_solve_progress_listener(place, prices) as (course, listen):
            by_tasks = zermelo.solution.solve_on(
                which,
                place,
                cluster,
                workers=threads,
                bucket=bucket or zermelo.solution.cluster_runs.BUCKET,
                values_only=values_only,
                lean=lean,
                listen=listen,
            )
        if as_json:
            return print_json(by_tasks.summary)
        print(by_tasks.summary)
        figures = by_tasks.figures
        print(
            f"tasks       {figures.tasks:,}, which read {figures.read:,} bytes and wrote {figures.written:,}"
        )
        print(f"cost        {course.format_cost_so_far(None if prices is None else prices.core_hour)}")
        return None
    with make_budget_with_progress(memory, threads, disk=disk, anyway=anyway, yes=yes) as budget:
        refuse_large_open_spiel_game(which, budget)
        solution = zermelo.solve(
            which,
            store=parse_store_location(store) if keep else None,
            budget=budget,
            interpreted=interpreted,
            again=again,
            values_only=values_only,
            lean=lean,
        )
    summary = solution.summary
    if as_json:
        return print_json(summary)
    print(summary)
    if (values_only and not summary.values_only) or (lean and not summary.lean):
        print("nothing was to be done: this solution keeps more than was asked for")
    return None


def verify_solution_or_file(
    solution: Annotated[
        str,
        typer.Argument(
            metavar="SOLUTION",
            help="a GAME, a solution's folder or URL, or the file of a proof, book, policy or list of rules",
        ),
    ],
    position: PositionText = None,
    game: GameNamed = None,
    run_rules: RunRules = False,
    store: Store = None,
    cluster: Cluster = None,
    memory: Memory = None,
    threads: Threads = None,
    interpreted: HowRun = None,
    as_json: Json = False,
) -> None:
    """Recompute every answer of a solution or book, check every claim of a proof, or play out a policy."""
    if is_file_but_not_game(solution):
        if cluster is not None:
            raise BadParameter(f"{solution} is a file, which one process verifies: leave out --cluster")
        if position is not None:
            raise BadParameter(f"{solution} has a start of its own: leave out POSITION {position!r}")
        with make_budget_with_progress(memory, threads) as budget:
            verified = zermelo.play.verify_file(solution, game, run_rules=run_rules, budget=budget)
        return print_json(verified) if as_json else print(verified)
    if position is None:
        found = zermelo.open(solution, parse_store_location(store), game_or_text=game, run_rules=run_rules)
    else:
        found = zermelo.open(find_game(solution, position), parse_store_location(store))
    if cluster is not None:
        refuse_memory_with_cluster(memory)
        with make_task_progress_listener() as listen:
            verified = zermelo.solution.verify_on(
                found, cluster, workers=threads, interpreted=interpreted, listen=listen
            )
    else:
        with make_budget_with_progress(memory, threads) as budget:
            verified = found.verify(budget=budget, interpreted=interpreted)
    return print_json(verified) if as_json else print(verified)


def is_file_but_not_game(text: str) -> bool:
    """Return whether a text names a file that is no game's; a game's may be too long for a name."""
    try:
        return Path(text).is_file() and not core.GameText.names_file(text)
    except (OSError, ValueError):
        return False


def check_game_rules(
    game: GameText,
    limit: Annotated[
        int | None, typer.Option(metavar="N", help="number of positions up to which all are checked")
    ] = None,
    compiled: Annotated[
        bool | None,
        typer.Option(
            "--compiled/--interpreted",
            help="compare compiled rules too; default: if solving the game uses them",
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Check the rules of a game, your own included, against the contract."""
    with make_budget_with_progress(None, None) as budget:
        report = zermelo.check(find_game(game), limit=limit, compiled=compiled, budget=budget)
    return print_json(report) if as_json else print(report)

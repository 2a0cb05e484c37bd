"""The commands. Each turns text into a call of `zermelo.front` and its answer into text or JSON.

`--json` prints one object on standard output; progress and errors go to standard error, an error being
one line that names the value, the reason and the remedy. Exit status: 2 for bad input, 1 for a failed
check, 130 when stopped.
"""

import os
import signal
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from zermelo.cli import analysis, explain, heaps, matches, misere, partizan, selfplay, strategies, views, why
from zermelo.cli.options import (
    Anyway,
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
    game_of,
    guarded,
    metered,
    plain,
    print_json,
    solution_of,
    store_of,
)
from zermelo.cli.screen import screens
from zermelo.cli.stopping import ending_in_time
from zermelo.core.errors import BadParameter, Cancelled, ZermeloError, abridged

app = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


@app.callback(invoke_without_command=True)
def top(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="print the version")] = False,
) -> None:
    """Solve games: every position's value, perfect play, and a proof."""
    from zermelo.core.version import __version__

    if version:
        print(f"zermelo {__version__}")
    elif context.invoked_subcommand is None:
        print(context.get_help())
        raise typer.Exit(2)


def run(arguments: list[str] | None = None) -> int:
    """Run one command and return its exit status; what it prints is text alone."""
    with ending_in_time(), screens():
        return _run(arguments)


def _run(arguments: list[str] | None) -> int:
    before = signal.signal(signal.SIGTERM, _stop)
    try:
        with warnings.catch_warnings():
            warnings.showwarning = _warn
            status = app(arguments, prog_name="zermelo", standalone_mode=False)
        sys.stdout.flush()
        if status == 130:  # some versions of typer swallow Ctrl-C and return this
            raise KeyboardInterrupt
    except (KeyboardInterrupt, typer.Abort, Cancelled):
        return _fail("stopped; a solve keeps what it had finished, and goes on from there", 130)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except ZermeloError as error:
        return _fail(str(error), error.exit_status)
    except OSError as error:  # of files, zermelo's own errors tell
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _fail(f"the answer cannot be written ({error.strerror or error})", 2)
    except MemoryError:
        return _fail("memory is exhausted: give a smaller --memory, so that more is spilled to disk", 2)
    except Exception as error:
        message = getattr(error, "format_message", None)  # usage errors, wherever typer keeps its click
        if message is None:
            raise
        return _fail(f"{message()} (see `zermelo --help`)", 2)
    finally:
        signal.signal(signal.SIGTERM, before)
    return status if isinstance(status, int) else 0


def _stop(*_: object) -> None:
    raise KeyboardInterrupt


def _warn(message: Warning | str, *_: object, **__: object) -> None:
    _fail(str(message), 0)


def _fail(message: str, status: int) -> int:
    sys.stderr.write(f"zermelo: {abridged(' '.join(message.split()))}\n")
    return status


@app.command()
def games(as_json: Json = False) -> None:
    """List the catalogue."""
    import dataclasses

    from zermelo.core.game import Game
    from zermelo.games import catalogue

    rows: list[dict[str, Any]] = []
    for name, kind in sorted(catalogue().items()):
        fields = dataclasses.fields(kind)  # type: ignore[arg-type]  # subclasses are dataclasses
        defaults = {field.name: field.default for field in fields}
        rows.append(
            {"name": name, "parameters": defaults, "about": (kind.__doc__ or "").strip().split("\n")[0]}
        )
    if as_json:
        for row in rows:  # a game inside a game, as text
            row["parameters"] = {
                key: repr(value) if isinstance(value, Game) else value
                for key, value in row["parameters"].items()
            }
        return print_json({"games": rows})
    for row in rows:
        print(f"{row['name']}({', '.join(f'{key}={value!r}' for key, value in row['parameters'].items())})")
        print(f"    {row['about']}")
    return None


@app.command()
def show(game: GameText, position: PositionText = None, as_json: Json = False) -> None:
    """Show a position, the start by default, with its number and its moves."""
    from zermelo import front
    from zermelo.cli import equilibria
    from zermelo.core.values import UNDECIDED, outcome_word
    from zermelo.graph.chances import is_chance
    from zermelo.graph.faults import visit
    from zermelo.solvers.subgame_perfect import is_of_payoffs

    which = game_of(game)
    where = front.position(which, position)
    with guarded(which, where):
        visit(which, where)  # notices moves that never end
        value = which.outcome(where)
        moves = [] if value != UNDECIDED else [which.name(where, move) for move in which.moves(where)]
        thrown = value == UNDECIDED and is_chance(which, where)
        if value == UNDECIDED and not moves and not thrown:
            value = which.stuck(where)
        text = which.show(where)
    if value != UNDECIDED and is_of_payoffs(which):
        return equilibria.show_end(which, where, text, as_json=as_json)
    over = None if value == UNDECIDED else outcome_word(value)
    if as_json:
        return print_json(
            {"game": repr(which), "position": plain(where), "text": text, "outcome": over, "moves": moves}
        )
    print(text)
    if text.strip() != str(where):
        print(f"position {where}")
    going = "the dice are thrown" if thrown else f"moves: {' '.join(moves)}"
    print(f"over: {over} for the player to move" if over else going)
    return None


@app.command()
def solve(
    game: GameText,
    position: PositionText = None,
    method: Annotated[
        str,
        typer.Option(help="auto or backward_induction: all positions; minimax, alpha_beta, df_pn: this one"),
    ] = "auto",
    memory: Memory = None,
    threads: Threads = None,
    store: Store = None,
    keep: Annotated[bool, typer.Option("--keep/--no-store", help="keep the solution in the store")] = True,
    again: Annotated[bool, typer.Option("--again", help="solve even where a solution stands")] = False,
    values_only: Annotated[
        bool, typer.Option("--values-only", help="keep two bits a position: no remoteness, no lines of play")
    ] = False,
    plies: Annotated[bool, typer.Option("--plies", help="alpha_beta: find the plies to the end too")] = False,
    proof: Annotated[
        Path | None, typer.Option("--proof", metavar="FILE", help="alpha_beta, df_pn: write what shows it")
    ] = None,
    force: Force = False,
    interpreted: HowRun = None,
    anyway: Anyway = False,
    as_json: Json = False,
) -> None:
    """Solve every position and keep the solution; or one position, by a search."""
    from zermelo import front
    from zermelo.cli import equilibria, searching
    from zermelo.cli.answers import solved_text
    from zermelo.search.methods import METHODS
    from zermelo.solvers.subgame_perfect import is_of_payoffs

    which = game_of(game, position)
    if is_of_payoffs(which):
        return equilibria.solve_several(
            which, memory, values_only=values_only, method=method, as_json=as_json
        )
    if method in METHODS:
        given = (("--values-only", values_only), ("--again", again), ("--anyway", anyway))
        for option in (name for name, was_given in given if was_given):
            raise BadParameter(f"{option} is for solving every position: leave it out, or --method {method}")
        return searching.solve_one(
            which,
            method,
            plies=plies,
            proof=proof,
            force=force,
            memory=memory,
            threads=threads,
            interpreted=bool(interpreted),
            as_json=as_json,
        )
    searching.check_whole(method, plies=plies, proof=proof)
    with metered(memory, threads, anyway=anyway) as budget:
        solution = front.solve(
            which,
            store=store_of(store) if keep else None,
            budget=budget,
            interpreted=interpreted,
            again=again,
            values_only=values_only,
        )
    directory = None if solution.directory is None else str(solution.directory)
    if as_json:
        return print_json(solution.summary.as_json(directory))
    print(solved_text(solution.summary, directory))
    if values_only and not solution.summary.values_only:
        print("nothing was to be done: this solution has every value, and the remoteness too")
    return None


@app.command()
def value(
    game: GameText,
    position: PositionText = None,
    store: Store = None,
    line: Annotated[bool, typer.Option("--line", help="print a line of perfect play")] = False,
    interpreted: HowRun = None,
    as_json: Json = False,
) -> None:
    """Tell a position's value, remoteness, and every move's."""
    from zermelo import front
    from zermelo.cli import equilibria
    from zermelo.cli.answers import line_text, value_json, value_text
    from zermelo.solvers.subgame_perfect import is_of_payoffs

    which = game_of(game)
    where = front.position(which, position)
    if is_of_payoffs(which):
        return equilibria.tell_several(which, where, line=line, as_json=as_json)
    solution = solution_of(which, store, interpreted)
    with guarded(which, where):
        if as_json:
            return print_json(value_json(solution, where, line))
        print(line_text(solution, where) if line else value_text(solution, where))
    return None


@app.command()
def verify(
    solution: Annotated[
        str, typer.Argument(metavar="SOLUTION", help="a solution's directory, a GAME, or a proof's file")
    ],
    position: PositionText = None,
    game: GameNamed = None,
    run_rules: RunRules = False,
    store: Store = None,
    memory: Memory = None,
    threads: Threads = None,
    interpreted: HowRun = None,
    as_json: Json = False,
) -> None:
    """Recompute every stored answer, or every claim of a search's proof, from its moves'."""
    from zermelo import front

    if is_file(solution):
        return verify_file(solution, position, game, memory, run_rules=run_rules, as_json=as_json)
    if position is None:
        found = front.open(solution, store_of(store), game_or_text=game, run_rules=run_rules)
    else:
        found = front.open(game_of(solution, position), store_of(store))
    with metered(memory, threads) as budget:
        verified = found.verify(budget=budget, interpreted=interpreted)
    if as_json:
        found_all = {"game": verified.game, "records": verified.records, "interpreted": verified.interpreted}
        return print_json({**found_all, "verified": True})
    print(verified)
    return None


def is_file(text: str) -> bool:
    """Return whether a text names a file; a game's may be too long for a name."""
    try:
        return Path(text).is_file()
    except (OSError, ValueError):
        return False


def verify_file(
    file: str, position: str | None, game: str | None, memory: str | None, *, run_rules: bool, as_json: bool
) -> None:
    """Check the proof in a file."""
    from zermelo import front

    if position is not None:
        raise BadParameter(f"{file} is a proof with a start of its own: leave out POSITION {position!r}")
    with metered(memory, None) as budget:
        proven = front.verify_proof(file, game, budget=budget, run_rules=run_rules)
    if as_json:
        found = {key: getattr(proven, key) for key in ("game", "claims", "low", "high", "timed")}
        return print_json({**found, "verified": True})
    print(proven)
    return None


@app.command()
def count(
    game: GameText,
    position: PositionText = None,
    memory: Memory = None,
    threads: Threads = None,
    interpreted: HowRun = None,
    anyway: Anyway = False,
    as_json: Json = False,
) -> None:
    """Count positions, complete games and tree nodes, exactly."""
    from zermelo import front

    which = game_of(game, position)
    with metered(memory, threads, anyway=anyway) as budget:
        counts = front.count(which, budget=budget, interpreted=interpreted)
    if as_json:
        return print_json(counts._asdict())
    positions = "by class only" if counts.positions is None else f"{counts.positions:,}"
    print(f"positions  {positions}\ngames      {counts.games:,}\nnodes      {counts.nodes:,}")
    return None


@app.command()
def nimber(
    game: GameText,
    position: PositionText = None,
    memory: Memory = None,
    interpreted: HowRun = None,
    anyway: Anyway = False,
    moves: Annotated[bool, typer.Option("--moves", help="the moves that win, too")] = False,
    as_json: Json = False,
) -> None:
    """Tell the nimber of a position of an impartial game, and with --moves which moves win there."""
    from zermelo import front
    from zermelo.naming import refuse_unreadable

    which = game_of(game, position)
    if position is not None:  # a number may be no position's, and have a nimber all the same
        refuse_unreadable(front.game(game), next(iter(which.starts())))
    with metered(memory, None, anyway=anyway) as budget:
        found = front.nimber(which, budget=budget, interpreted=interpreted)
        winning = front.nimber_moves(which, budget=budget, interpreted=interpreted) if moves else []
    outcome_class = "N" if found else "P"
    if as_json:
        shown = {"nimber": found, "outcome_class": outcome_class}
        return print_json({**shown, "winning_moves": winning} if moves else shown)
    print(f"nimber {found}: {'the mover wins' if found else 'the mover loses'} ({outcome_class}-position)")
    if winning:
        print(f"winning moves: {', '.join(winning)}")
    return None


@app.command()
def check(
    game: GameText,
    limit: Annotated[
        int | None, typer.Option(metavar="N", help="positions up to which all are checked")
    ] = None,
    compiled: Annotated[
        bool | None,
        typer.Option(
            "--compiled/--interpreted",
            help="compare machine code too; default: where the game is solved by it",
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Check a game, your own included, against the contract."""
    from zermelo import front

    report = front.check(game_of(game), limit=limit, compiled=compiled)
    if as_json:
        return print_json(vars(report))
    print(report)
    return None


@app.command()
def cache(
    clear: Annotated[bool, typer.Option("--clear", help="remove all of it")] = False, as_json: Json = False
) -> None:
    """Show or clear the cache of compiled kernels."""
    from zermelo.compiler import cache as kernels

    found = kernels.clear() if clear else kernels.report()
    if as_json:
        directory = None if found.directory is None else str(found.directory)
        return print_json({**vars(found), "directory": directory, "cleared": clear})
    what = f"{found.entries} kernels, {found.size / 1e6:.1f} MB"
    if found.refused is not None:
        print(f"nothing is cached, as {found.refused}: set ZERMELO_CACHE to a directory of yours alone")
        return None
    note = "" if found.writable else " (cannot be written: nothing is cached; set ZERMELO_CACHE)"
    print(f"removed {what} from {found.directory}" if clear else f"{found.directory}: {what}{note}")
    return None


COMMANDS: tuple[Callable[..., None], ...] = (
    matches.play,
    views.table,
    views.tree,
    analysis.plan,
    analysis.stats,
    analysis.puzzles,
    analysis.report,
    analysis.compare,
    analysis.export,
    analysis.new,
    matches.match,
    matches.certify,
    heaps.octal,
    misere.misere,
    strategies.strategy,
    selfplay.selfplay,
    explain.explain,
    why.why,
)
VALUES: tuple[tuple[str, Callable[..., None]], ...] = (  # they may begin with a minus
    ("canonical", partizan.canonical),
    ("thermograph", partizan.thermograph),
    ("sum", partizan.sum_command),
)
for command in COMMANDS:
    app.command()(command)
for name, command in VALUES:
    app.command(name, context_settings={"ignore_unknown_options": True})(command)

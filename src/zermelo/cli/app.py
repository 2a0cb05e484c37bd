"""The commands. Each turns text into a call of `zermelo.front` and its answer into text or JSON.

`--json` prints one object on standard output; progress and errors go to standard error, an error being
one line that names the value, the reason and the remedy. Exit status: 2 for bad input, 1 for a failed
check, 130 when stopped.
"""

import json
import os
import signal
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from zermelo.core.errors import BadParameter, BadRules, Cancelled, ZermeloError
from zermelo.core.game import Game

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


GameText = Annotated[str, typer.Argument(metavar="GAME", help="name(field=value, ...) or file.py:Class(...)")]
PositionText = Annotated[
    str | None, typer.Argument(metavar="[POSITION]", help="a number, or text as `zermelo show` prints it")
]
Json = Annotated[bool, typer.Option("--json", help="print one JSON object")]
Store = Annotated[Path | None, typer.Option("--store", metavar="DIR", help="where solutions are kept")]
Memory = Annotated[str | None, typer.Option("--memory", metavar="8GB", help="memory for the whole process")]
Threads = Annotated[int | None, typer.Option("--threads", metavar="N", help="default: every core")]
Interpreted = Annotated[bool, typer.Option("--interpreted", help="do not compile the rules")]


def run(arguments: list[str] | None = None) -> int:
    """Run one command and return its exit status."""
    before = signal.signal(signal.SIGTERM, _stop)
    try:
        status = app(arguments, prog_name="zermelo", standalone_mode=False)
        sys.stdout.flush()
        if status == 130:  # some versions of typer swallow Ctrl-C and return this
            raise KeyboardInterrupt
    except (KeyboardInterrupt, typer.Abort, Cancelled):
        return _fail("stopped: run the same command again to go on", 130)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except ZermeloError as error:
        return _fail(str(error), error.exit_status)
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


def _fail(message: str, status: int) -> int:
    sys.stderr.write(f"zermelo: {' '.join(message.split())}\n")
    return status


def _print_json(answer: dict[str, Any]) -> None:
    print(json.dumps(answer))


@app.command()
def games(as_json: Json = False) -> None:
    """List the catalogue."""
    import dataclasses

    from zermelo.games import catalogue

    rows: list[dict[str, Any]] = []
    for name, kind in sorted(catalogue().items()):
        defaults = {field.name: field.default for field in dataclasses.fields(kind)}  # type: ignore[arg-type]
        rows.append(
            {"name": name, "parameters": defaults, "about": (kind.__doc__ or "").strip().split("\n")[0]}
        )
    if as_json:
        return _print_json({"games": rows})
    for row in rows:
        print(f"{row['name']}({', '.join(f'{key}={value!r}' for key, value in row['parameters'].items())})")
        print(f"    {row['about']}")
    return None


@app.command()
def show(game: GameText, position: PositionText = None, as_json: Json = False) -> None:
    """Show a position, the start by default, with its number and its moves."""
    from zermelo.core.values import UNDECIDED, outcome_word
    from zermelo.graph.faults import visit

    which = _game(game)
    where = _position(which, position)
    with _rules(which, where):
        visit(which, where)  # notices moves that never end
        value = which.outcome(where)
        moves = [] if value != UNDECIDED else [which.name(where, move) for move in which.moves(where)]
        if value == UNDECIDED and not moves:
            value = which.stuck(where)
        text = which.show(where)
    over = None if value == UNDECIDED else outcome_word(value)
    if as_json:
        return _print_json(
            {"game": repr(which), "position": _plain(where), "text": text, "outcome": over, "moves": moves}
        )
    print(text)
    if text.strip() != str(where):
        print(f"position {where}")
    print(f"over: {over} for the player to move" if over else f"moves: {' '.join(moves)}")
    return None


@app.command()
def solve(
    game: GameText,
    method: Annotated[str, typer.Option(help="auto or backward_induction")] = "auto",
    memory: Memory = None,
    threads: Threads = None,
    store: Store = None,
    keep: Annotated[bool, typer.Option("--keep/--no-store", help="keep the solution in the store")] = True,
    again: Annotated[bool, typer.Option("--again", help="solve even where a solution stands")] = False,
    interpreted: Interpreted = False,
    as_json: Json = False,
) -> None:
    """Solve every position and keep the solution."""
    from zermelo import front
    from zermelo.cli.answers import solved_text

    if method not in ("auto", "backward_induction"):
        raise BadParameter(
            f"method {method!r} is unknown: this version has backward_induction, or leave it out"
        )
    which = _game(game)
    with _metered(memory, threads) as budget:
        solution = front.solve(
            which, store=_store(store) if keep else None, budget=budget, interpreted=interpreted, again=again
        )
    directory = None if solution.directory is None else str(solution.directory)
    if as_json:
        return _print_json(solution.summary.as_json(directory))
    print(solved_text(solution.summary, directory))
    return None


@app.command()
def value(
    game: GameText,
    position: PositionText = None,
    store: Store = None,
    line: Annotated[bool, typer.Option("--line", help="print a line of perfect play")] = False,
    interpreted: Interpreted = False,
    as_json: Json = False,
) -> None:
    """Tell a position's value, remoteness, and every move's."""
    from zermelo.cli.answers import line_text, value_json, value_text

    which = _game(game)
    where = _position(which, position)
    solution = _solution(which, store, interpreted)
    with _rules(which, where):
        if as_json:
            return _print_json(value_json(solution, where, line))
        print(line_text(solution, where) if line else value_text(solution, where))
    return None


@app.command()
def verify(
    solution: Annotated[str, typer.Argument(metavar="SOLUTION", help="a solution's directory, or a GAME")],
    store: Store = None,
    memory: Memory = None,
    threads: Threads = None,
    interpreted: Interpreted = False,
    as_json: Json = False,
) -> None:
    """Recompute every stored answer from its moves' answers."""
    from zermelo import front

    found = front.open(solution, _store(store))
    with _metered(memory, threads) as budget:
        verified = found.verify(budget=budget, interpreted=interpreted)
    if as_json:
        return _print_json({"game": verified.game, "records": verified.records, "verified": True})
    print(verified)
    return None


@app.command()
def count(
    game: GameText,
    memory: Memory = None,
    threads: Threads = None,
    interpreted: Interpreted = False,
    as_json: Json = False,
) -> None:
    """Count positions, complete games and tree nodes, exactly."""
    from zermelo import front

    which = _game(game)
    with _metered(memory, threads) as budget:
        counts = front.count(which, budget=budget, interpreted=interpreted)
    if as_json:
        return _print_json(counts._asdict())
    positions = "by class only" if counts.positions is None else f"{counts.positions:,}"
    print(f"positions  {positions}\ngames      {counts.games:,}\nnodes      {counts.nodes:,}")
    return None


@app.command()
def nimber(
    game: GameText, memory: Memory = None, interpreted: Interpreted = False, as_json: Json = False
) -> None:
    """Tell the nimber of an impartial game's start."""
    from zermelo import front

    which = _game(game)
    with _metered(memory, None) as budget:
        found = front.nimber(which, budget=budget, interpreted=interpreted)
    outcome_class = "N" if found else "P"
    if as_json:
        return _print_json({"nimber": found, "outcome_class": outcome_class})
    print(f"nimber {found}: {'the mover wins' if found else 'the mover loses'} ({outcome_class}-position)")
    return None


@app.command()
def check(
    game: GameText,
    limit: Annotated[
        int | None, typer.Option(metavar="N", help="positions up to which all are checked")
    ] = None,
    as_json: Json = False,
) -> None:
    """Check a game, your own included, against the contract."""
    from zermelo import front

    report = front.check(_game(game), limit=limit)
    if as_json:
        return _print_json(vars(report))
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
        return _print_json({**vars(found), "directory": str(found.directory), "cleared": clear})
    what = f"{found.entries} kernels, {found.size / 1e6:.1f} MB"
    note = "" if found.writable else " (cannot be written: nothing is cached; set ZERMELO_CACHE)"
    print(f"removed {what} from {found.directory}" if clear else f"{found.directory}: {what}{note}")
    return None


@app.command()
def play(
    game: GameText,
    position: PositionText = None,
    side: Annotated[str, typer.Option(help="yours: first, second, both or none")] = "first",
    store: Store = None,
    interpreted: Interpreted = False,
) -> None:
    """Play against perfect play."""
    from zermelo.cli.table import SIDES, sit_down

    if side not in SIDES:
        raise BadParameter(f"side {side!r} is unknown: choose one of {', '.join(SIDES)}")
    which = _game(game)
    where = _position(which, position)
    solution = _solution(which, store, interpreted)
    with _rules(which, where):
        sit_down(solution, where, SIDES[side])


def _game(text: str) -> Game:
    from zermelo import front

    return front.game(text)


def _position(game: Game, text: str | None) -> Any:
    """Return the position that a text or a number names, the start where there is none."""
    from zermelo import front

    return front.position(game, text)


def _rules(game: Game, position: Any) -> Any:
    """Turn what the rules raise at a position into one line."""
    import contextlib

    @contextlib.contextmanager
    def guarded() -> Any:
        try:
            yield
        except ZermeloError:
            raise
        except Exception as error:
            reason = f"{type(error).__name__}: {error}"
            raise BadRules(f"{game!r}: the rules raise {reason} at position {position!r}") from error

    return guarded()


def _plain(position: Any) -> Any:
    return position if isinstance(position, int | str) else repr(position)


def _store(store: Path | None) -> Path:
    from zermelo.core.places import store_directory

    return store_directory() if store is None else store


def _metered(memory: str | None, threads: int | None) -> Any:
    """Give a budget with a progress line that is cleared at the end."""
    import contextlib

    from zermelo.cli.progress import Meter
    from zermelo.core.budget import Budget, default_memory, default_threads, parse_memory

    @contextlib.contextmanager
    def metered() -> Any:
        meter = Meter()
        amount = default_memory() if memory is None else parse_memory(memory)
        budget = Budget(amount, default_threads() if threads is None else threads, meter)
        try:
            yield budget
        except KeyboardInterrupt:
            budget.stop.set()
            raise
        finally:
            meter.finish()

    return metered()


def _solution(game: Game, store: Path | None, interpreted: bool) -> Any:
    """Return the game's solution, solving it first where there is none."""
    from zermelo import front
    from zermelo.core.errors import MissingSolution

    try:
        return front.open(game, _store(store))
    except MissingSolution:
        with _metered(None, None) as budget:
            return front.solve(game, store=_store(store), budget=budget, interpreted=interpreted)

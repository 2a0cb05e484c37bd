"""The arguments and options that commands share, and how their texts are read."""

import contextlib
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

import zermelo
from zermelo import Game, ZermeloError
from zermelo.core import BadParameter, BadRules, ByKind, MissingSolution, OutdatedSolution, describe_error

if TYPE_CHECKING:
    from zermelo.core import Result
    from zermelo.play import Player


def complete_game_name(incomplete: str) -> list[str]:
    """Return the games of the catalogue whose names begin so, for a shell that completes words."""
    from zermelo.games import catalogue

    return sorted(name for name in catalogue() if name.startswith(incomplete))


GameText = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="a game: name(field=value, ...), file.py:Class(...), file.game or file.gdl",
        autocompletion=complete_game_name,
    ),
]
PositionText = Annotated[
    str | None,
    typer.Argument(
        metavar="[POSITION]",
        help="a position: a number, or a board as `zermelo show` prints it; default: the start",
    ),
]
SolutionText = Annotated[
    str,
    typer.Argument(
        metavar="SOLUTION",
        help="a GAME, or a solution's folder or URL (s3://bucket/folder/NAME)",
        autocompletion=complete_game_name,
    ),
]
Json = Annotated[bool, typer.Option("--json", help="print one JSON object")]
Store = Annotated[
    str | None,
    typer.Option(
        "--store",
        metavar="DIR|URL",
        help="folder of stored solutions, or a URL (s3://bucket/folder) to read them from",
    ),
]
Cluster = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="HOW",
        help="run by tasks: threads, processes, local (Ray on this machine), or a Ray address",
    ),
]
Memory = Annotated[
    str | None, typer.Option("--memory", metavar="8GB", help="memory limit of the whole process")
]
DiskSize = Annotated[
    str | None,
    typer.Option("--disk", metavar="100GB", help="disk limit for scratch files and solution together"),
]
Threads = Annotated[
    int | None, typer.Option("--threads", metavar="N", help="number of threads; default: one for each core")
]
HowRun = Annotated[
    bool | None,
    typer.Option(
        "--interpreted/--compiled",
        help="run the rules as Python, or compiled; default: compiled for larger games",
    ),
]
Interpreted = Annotated[bool, typer.Option("--interpreted", help="do not compile the rules")]
Depth = Annotated[
    int | None,
    typer.Option("--depth", metavar="N", help="with --method, for games with dice: search this many plies"),
]
Endgame = Annotated[
    str | None,
    typer.Option(
        "--endgame", metavar="SOLUTION", help="with --method: use a stored solution as an endgame table"
    ),
]
Anyway = Annotated[
    bool, typer.Option("--anyway", help="start even if the plan says that memory or disk do not suffice")
]
Yes = Annotated[
    bool, typer.Option("--yes", help="do not ask before a solve that takes more than ten minutes")
]
Output = Annotated[
    Path | None, typer.Option("--output", metavar="FILE", help="file to write; - is standard output")
]
Force = Annotated[bool, typer.Option("--force", help="replace an existing file")]
FEW_LINES: Final = 60  # of an answer, unless all of it is asked for
Every = Annotated[bool, typer.Option("--all", help=f"print all of it; default: at most {FEW_LINES} lines")]
GameNamed = Annotated[
    str | None,
    typer.Option(
        "--game", metavar="GAME", help="game of SOLUTION if its rules are in a file of yours: file.py:Class"
    ),
]
RunRules = Annotated[
    bool,
    typer.Option("--run-rules", help="run the Python file that a solution or file names, if it is unchanged"),
]


def find_game(text: str, position: str | None = None) -> Game:
    """Return the game that a text names, begun at `position` where one is given."""
    which = zermelo.game(text)
    return which if position is None else Game.beginning_at(which, position)


def parse_store_location(store: str | None) -> str | Path:
    """Return where solutions are kept: a directory, or a URL as text."""
    from zermelo.core import resolve_store

    return resolve_store(store)


@contextlib.contextmanager
def make_budget_with_progress(
    memory: str | None,
    threads: int | None,
    *,
    disk: str | None = None,
    anyway: bool = False,
    yes: bool = False,
) -> "Iterator[zermelo.Budget]":
    """Yield a budget with a progress line that is cleared at the end; with `yes` nothing is asked."""
    from zermelo.cli.console.long_waits import LongWaitQuestion
    from zermelo.cli.console.progress_meter import find_meter

    meter = find_meter()
    meter.begin()
    usual = zermelo.Budget()
    budget = zermelo.Budget(
        usual.memory if memory is None else usual.parse_memory(memory),
        usual.threads if threads is None else threads,
        meter,
        anyway=anyway,
        notice=LongWaitQuestion(meter, yes=yes),
        disk=None if disk is None else usual.parse_memory(disk, "disk"),
    )
    try:
        yield budget
    except KeyboardInterrupt:
        budget.stop.set()
        raise
    finally:
        meter.clear_line()


@contextlib.contextmanager
def make_task_progress_listener() -> (
    "Iterator[Callable[[zermelo.solver.TaskReport | zermelo.solution.ScanReport], None]]"
):
    """Yield the listener of work by tasks: it prints a progress line, cleared at the end."""
    from zermelo.cli.console.progress_meter import find_meter

    meter = find_meter()
    done = moved = 0

    def print_task_progress(report: "zermelo.solver.TaskReport | zermelo.solution.ScanReport") -> None:
        nonlocal done, moved
        done += 1
        moved += report.read + report.written
        meter.show_line(f"{report.task}: {done:,} tasks, {moved >> 20:,} MB moved")

    try:
        yield print_task_progress
    finally:
        meter.clear_line()


@contextlib.contextmanager
def convert_rule_errors_to_bad_rules(game: Game, position: Any) -> Iterator[None]:
    """Turn what the rules raise at a position into one line."""
    try:
        yield
    except (ZermeloError, BrokenPipeError):
        raise
    except Exception as error:
        reason = describe_error(error)
        raise BadRules(f"{game!r}: the rules raise {reason} at position {position!r}") from error


def open_or_solve(
    game: Game, store: str | None, interpreted: bool | None, question: str = "values"
) -> "zermelo.Solution":
    """Return the game's solution, solving it first where there is none; into no store by URL.

    A game of a kind that `question` is not for is refused before anything is solved.
    """
    from zermelo.core import check_question

    check_question(game, question)
    return SOURCES.choose(game)(game, store, interpreted)


def _solve_payoffs(game: Game, store: str | None, interpreted: bool | None) -> "zermelo.Solution":
    with make_budget_with_progress(None, None) as budget:  # of such games nothing is kept
        return zermelo.solve(game, budget=budget)


def _open_or_solve_values(game: Game, store: str | None, interpreted: bool | None) -> "zermelo.Solution":
    try:
        return zermelo.open(game, parse_store_location(store))
    except MissingSolution:
        if isinstance(parse_store_location(store), str):
            raise
        with make_budget_with_progress(None, None) as budget:
            refuse_large_open_spiel_game(game, budget)
            return zermelo.solve(
                game, store=parse_store_location(store), budget=budget, interpreted=interpreted
            )


SOURCES: Final = ByKind("where a command has answers from", _open_or_solve_values, payoffs=_solve_payoffs)


def open_or_make_answer_source(
    game: Game, store: str | None, interpreted: bool | None, *, untimed: bool = False
) -> "zermelo.Solution":
    """Return a source of answers: the game's solution, else its book and search, else a new solution.

    With `untimed`, for answers without plies, a large game's proven rule goes before a new solution.
    """
    from zermelo.core import check_question

    check_question(game, "values")
    if isinstance(parse_store_location(store), str):  # a URL asks for the solution stored there
        return zermelo.open(game, parse_store_location(store))
    with contextlib.suppress(MissingSolution):
        return zermelo.open(game, parse_store_location(store))
    with contextlib.suppress(MissingSolution, OutdatedSolution):
        from zermelo.solution import open_on_demand

        return open_on_demand(game, store=parse_store_location(store))
    if untimed:
        from zermelo.solution import find_proven_rule

        if (rule := find_proven_rule(game)) is not None:
            return rule
    return open_or_solve(game, store, interpreted)


def refuse_large_open_spiel_game(game: Game, budget: "zermelo.Budget") -> None:
    """Raise `OutOfBudget` for a game of OpenSpiel's that cannot be known whole: solving has no plan of it."""
    if repr(game).startswith("open_spiel"):
        from zermelo.formats import check_fits

        check_fits(game, budget)


def make_open_spiel_mcts_player(game: zermelo.Game, **fields: Any) -> "Player":
    """Return OpenSpiel's tree search as a player; raises `MissingExtra` where it is not installed."""
    from zermelo.formats import open_spiel_mcts as searching

    return searching(game, **fields)


def open_or_solve_from_text(
    text: str,
    position: str | None,
    store: str | None,
    interpreted: bool | None,
    game: str | None = None,
    *,
    run_rules: bool = False,
    question: str = "values",
) -> "zermelo.Solution":
    """Return the solution in a directory or at a URL, or a game's, which is solved where there is none.

    `game` is whose solution that is, where the user says that.
    """
    if position is None and is_directory_or_url(text):
        return zermelo.open(text, game_or_text=game, run_rules=run_rules)
    if game is not None:
        raise BadParameter(f"--game {game} is for a solution's directory, and {text} is none: leave it out")
    return open_or_solve(find_game(text, position), store, interpreted, question)


def open_solution_checked_for_game(
    game: Game, text: str, store: str | None, interpreted: bool | None, *, run_rules: bool
) -> "zermelo.Solution":
    """Return the solution that a player of `game` knows: where it is of this very game, by these rules."""
    from zermelo.solver import solved_game

    if is_directory_or_url(text) and solved_game(text) == repr(game):
        return zermelo.open(text, game_or_text=game)
    if not is_directory_or_url(text) and find_game(text) == game:
        return open_or_make_answer_source(game, store, interpreted)
    return open_or_solve_from_text(text, None, store, interpreted, run_rules=run_rules)


def is_directory_or_url(text: str) -> bool:
    """Return whether a text names a directory, or is a URL; a game's may be too long for a name."""
    try:
        place = parse_store_location(text)
        return isinstance(place, str) or place.is_dir()
    except (OSError, ValueError):
        return False


def find_command_line_game_name(
    text: str, position: str | None, solution: "zermelo.Solution", game: str | None = None
) -> str:
    """Return how the command line names the game of a solution that `open_or_solve_from_text` returned."""
    from zermelo.solver import source_of

    if position is None and is_directory_or_url(text):
        return game or source_of(solution.game)
    return text if position is None else f"{text} from {position}"


def find_first_start_position(solution: "zermelo.Solution") -> Any:
    """Return the (first) start of a solved game."""
    return next(iter(solution.game.starts()))


def refuse_memory_with_cluster(memory: str | None) -> None:
    """Raise `BadParameter` for --memory with --cluster: tasks take what their file needs."""
    if memory is not None:
        raise BadParameter(f"--memory {memory} is for one process: leave it out, or leave out --cluster")


def check_output_files_are_writable(*files: Path | None, force: bool) -> None:
    """Raise `BadParameter` for the first file that must not be written, before any work is done."""
    from zermelo.solver import OutputFile

    for file in files:
        if file is not None:
            OutputFile(file, replace=force).check_writable()


def print_or_write_text(text: str, output: Path | None, *, force: bool = False) -> None:
    """Print a text, or write it to a file, whole or not at all."""
    from zermelo.solver import OutputFile

    if output is None:
        print(text)
        return
    OutputFile(output, replace=force).write((text if text.endswith("\n") else text + "\n").encode())


def shorten_long_answer(text: str, *, every: bool) -> str:
    """Return a text of at most `FEW_LINES` lines, the last counting what is left out, or of `every` line."""
    lines = text.splitlines()
    if every or len(lines) <= FEW_LINES:
        return text
    left = len(lines) - FEW_LINES + 1
    return "\n".join([*lines[: FEW_LINES - 1], f"… {left:,} more lines: --all prints them"])


def is_standard_output(output: Path | None) -> bool:
    """Return whether an output is the standard one, where nothing else is to be printed then."""
    from zermelo.solver import OutputFile

    return output is not None and OutputFile(output).is_standard_output


def format_json(answer: "dict[str, Any] | Result") -> str:
    """Return an answer as JSON, which has no infinite numbers: they are an error of ours."""
    sys.set_int_max_str_digits(0)
    return json.dumps(answer if isinstance(answer, dict) else answer.as_json(), allow_nan=False)


def print_json(answer: "dict[str, Any] | Result") -> None:
    """Print one JSON object; its integers may have any number of digits."""
    print(format_json(answer))

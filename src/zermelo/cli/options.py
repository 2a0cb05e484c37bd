"""The arguments and options that commands share, and how their texts are read."""

import contextlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from zermelo.core.errors import BadRules, ZermeloError, said_by
from zermelo.core.game import Game

GameText = Annotated[str, typer.Argument(metavar="GAME", help="name(field=value, ...) or file.py:Class(...)")]
PositionText = Annotated[
    str | None, typer.Argument(metavar="[POSITION]", help="a number, or text as `zermelo show` prints it")
]
SolutionText = Annotated[str, typer.Argument(metavar="SOLUTION", help="a solution's directory, or a GAME")]
Json = Annotated[bool, typer.Option("--json", help="print one JSON object")]
Store = Annotated[Path | None, typer.Option("--store", metavar="DIR", help="where solutions are kept")]
Memory = Annotated[str | None, typer.Option("--memory", metavar="8GB", help="memory for the whole process")]
Threads = Annotated[int | None, typer.Option("--threads", metavar="N", help="default: every core")]
Interpreted = Annotated[bool, typer.Option("--interpreted", help="do not compile the rules")]
Output = Annotated[Path | None, typer.Option("--output", metavar="FILE", help="write it there")]


def game_of(text: str, position: str | None = None) -> Game:
    """Return the game that a text names, begun at `position` where one is given."""
    from zermelo import front
    from zermelo.core.game import beginning_at

    which = front.game(text)
    return which if position is None else beginning_at(which, front.position(which, position))


def store_of(store: Path | None) -> Path:
    """Return where solutions are kept."""
    from zermelo.core.places import store_directory

    return store_directory() if store is None else store


@contextlib.contextmanager
def metered(memory: str | None, threads: int | None) -> Iterator[Any]:
    """Give a budget with a progress line that is cleared at the end."""
    from zermelo.cli.progress import Meter
    from zermelo.core.budget import Budget, default_memory, default_threads, parse_memory

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


@contextlib.contextmanager
def guarded(game: Game, position: Any) -> Iterator[None]:
    """Turn what the rules raise at a position into one line."""
    try:
        yield
    except (ZermeloError, BrokenPipeError):
        raise
    except Exception as error:
        reason = said_by(error)
        raise BadRules(f"{game!r}: the rules raise {reason} at position {position!r}") from error


def solution_of(game: Game, store: Path | None, interpreted: bool) -> Any:
    """Return the game's solution, solving it first where there is none."""
    from zermelo import front
    from zermelo.core.errors import MissingSolution
    from zermelo.solvers.subgame_perfect import refuse_payoffs

    refuse_payoffs(game, "this command is")
    try:
        return front.open(game, store_of(store))
    except MissingSolution:
        with metered(None, None) as budget:
            return front.solve(game, store=store_of(store), budget=budget, interpreted=interpreted)


def plain(position: Any) -> Any:
    """Return a position as JSON holds it."""
    return position if isinstance(position, int | str) else repr(position)


def opened(text: str, position: str | None, store: Path | None, interpreted: bool) -> Any:
    """Return the solution in a directory, or a game's, which is solved where there is none."""
    from zermelo import front

    if position is None and Path(text).is_dir():
        return front.open(text)
    return solution_of(game_of(text, position), store, interpreted)


def called_by(text: str, position: str | None, solution: Any) -> str:
    """Return how the command line names the game of a solution that `opened` returned."""
    from zermelo.solution.manifest import read_manifest

    if position is None and Path(text).is_dir():
        return str(read_manifest(solution.directory)["source"])
    return text if position is None else f"{text} from {position}"


def start_of(solution: Any) -> Any:
    """Return the (first) start of a solved game."""
    return next(iter(solution.game.starts()))


def write_output(text: str, output: Path | None) -> None:
    """Print a text, or write it to a file, whole or not at all.

    Where the terminal lacks a character, a question mark stands for it: branches are no ASCII.
    """
    from zermelo.core.errors import StorageFailed

    if output is None:
        encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
        print(text.encode(encoding, "replace").decode(encoding))
        return
    temporary = output.parent / (output.name + ".tmp")
    try:
        temporary.write_text(text if text.endswith("\n") else text + "\n", encoding="utf-8")
        temporary.replace(output)
    except OSError as error:
        raise StorageFailed(
            f"{output} cannot be written ({error.strerror}): give another --output"
        ) from error
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink()


def print_json(answer: dict[str, Any]) -> None:
    """Print one JSON object; its integers may have any number of digits."""
    sys.set_int_max_str_digits(0)
    print(json.dumps(answer))

"""`engine`: zermelo as a program that others play against, line by line; see `zermelo.play.Engine`."""

import contextlib
import sys
from collections.abc import Iterator
from typing import Annotated, TextIO

import typer

from zermelo.cli.console.command_options import GameText, Interpreted, Store, find_game
from zermelo.cli.console.progress_meter import find_meter
from zermelo.cli.players.match_commands import find_stored_solution

LONGEST = 1 << 20  # characters that are taken for one line


def run_game_engine(
    game: GameText,
    time: Annotated[
        str, typer.Option("--time", metavar="1s", help="time per move if `go` sets no limit")
    ] = "1s",
    store: Store = None,
    interpreted: Interpreted = False,
) -> None:
    """Play as an engine for other programs, by the Universal Game Interface."""
    from zermelo.play import Engine
    from zermelo.search import SearchLimit

    which, seconds = find_game(game), SearchLimit.parse_time(time)
    out = sys.stdout
    reconfigure = getattr(sys.stdin, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="replace")  # what is no text is no command, and no more

    def write_line(line: str) -> None:
        out.write(f"{' '.join(line.splitlines())}\n")
        out.flush()

    find_meter().pause()  # what comes is typed or sent
    with contextlib.redirect_stdout(sys.stderr):  # the rules may print, and GUIs read the protocol alone
        speaker = Engine(
            which,
            write_line,
            solution=find_stored_solution(which, store),
            seconds=seconds,
            interpreted=interpreted,
        )
        with contextlib.suppress(BrokenPipeError):  # the reader has gone
            speaker.handle_lines_until_quit(yield_input_lines(sys.stdin))


def yield_input_lines(stream: TextIO) -> Iterator[str]:
    """Yield lines as they come; one that never ends is cut."""
    while line := stream.readline(LONGEST):
        yield line

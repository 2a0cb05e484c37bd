"""The commands. Each turns text into calls of the public modules and their answers into text or JSON.

`--json` prints one object on standard output; progress and errors go to standard error, an error being
one line that names the value, the reason and the remedy. Exit status: 2 for bad input, 1 for a failed
check, 130 when stopped.
"""

import os
import re
import signal
import sys
import warnings
from typing import Annotated

import typer

import zermelo
from zermelo import ZermeloError
from zermelo.cli.command_groups import GROUPS, VALUES, CommandGroups, report_rule_errors
from zermelo.cli.console.interrupt_limit import exit_soon_after_interrupt
from zermelo.cli.console.progress_meter import show_progress_of_command
from zermelo.cli.console.safe_output import replace_standard_streams_by_safe_ones
from zermelo.core import Cancelled, find_rule_error

OPTION = re.compile(r"--?(\d.*)?|-[A-Za-z]|--[a-z][a-z0-9]*(-[a-z0-9]+)*(=.*)?", re.DOTALL)

app = typer.Typer(cls=CommandGroups, rich_markup_mode=None, pretty_exceptions_enable=False)
for name, row in (item for rows in GROUPS.values() for item in rows.items()):
    app.command(
        name,
        epilog=f"\b\nExample:\n  zermelo {name} {row.example}",
        context_settings={"ignore_unknown_options": name in VALUES},
    )(report_rule_errors(row.function))


@app.callback(invoke_without_command=True)
def print_version_or_help(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="print the version")] = False,
) -> None:
    """Solve games: every position's value, perfect play, and a proof."""
    if version:
        print(f"zermelo {zermelo.__version__}")
    elif context.invoked_subcommand is None:
        print(context.get_help())
        raise typer.Exit(2)


def run_command_line(arguments: list[str] | None = None) -> int:
    """Run one command and return its exit status; what it prints is text alone."""
    with (
        exit_soon_after_interrupt(),
        replace_standard_streams_by_safe_ones(),
        show_progress_of_command(),
    ):
        return _run_command(arguments)


def _run_command(arguments: list[str] | None) -> int:
    before = signal.signal(signal.SIGTERM, _raise_keyboard_interrupt)
    try:
        with warnings.catch_warnings():
            warnings.showwarning = _print_warning
            status = app(_escape_dashed_boards(arguments), prog_name="zermelo", standalone_mode=False)
        sys.stdout.flush()
        if status == 130:  # some versions of typer swallow Ctrl-C and return this
            raise KeyboardInterrupt
    except Cancelled as stopped:
        return _print_error_and_return_status(str(stopped), 130)
    except (KeyboardInterrupt, typer.Abort):
        return _print_error_and_return_status(
            "stopped; a solve keeps what it had finished, and goes on from there", 130
        )
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except ZermeloError as error:
        return _print_error_and_return_status(str(error), error.exit_status)
    except OSError as error:  # for files, zermelo raises errors of its own
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _print_error_and_return_status(f"the answer cannot be written ({error.strerror or error})", 2)
    except MemoryError:
        return _print_error_and_return_status(
            "memory is exhausted: give a smaller --memory, so that more is spilled to disk", 2
        )
    except BaseException as error:
        if (fault := find_rule_error(error)) is not None:
            return _print_error_and_return_status(str(fault), fault.exit_status)
        message = getattr(error, "format_message", None)  # usage errors, wherever typer keeps its click
        if message is None:
            raise
        return _print_error_and_return_status(f"{message()} (see `zermelo --help`)", 2)
    finally:
        signal.signal(signal.SIGTERM, before)
    return status if isinstance(status, int) else 0


def _escape_dashed_boards(arguments: list[str] | None) -> list[str]:
    """Return the arguments with a blank before a board such as `-X-O-`, so that it is no option."""
    given = sys.argv[1:] if arguments is None else arguments
    return [f" {each}" if each.startswith("-") and not OPTION.fullmatch(each) else each for each in given]


def _raise_keyboard_interrupt(*_: object) -> None:
    raise KeyboardInterrupt


def _print_warning(message: Warning | str, *_: object, **__: object) -> None:
    _print_error_and_return_status(str(message), 0)


def _print_error_and_return_status(message: str, status: int) -> int:
    sys.stderr.write(f"zermelo: {ZermeloError(' '.join(message.split()))}\n")  # which abridges it
    return status

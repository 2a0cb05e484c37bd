"""Command line: text in, text or JSON out, and no decisions about games.

`main` is the entry point of `zermelo` and of `python -m zermelo.cli`. A command is one function: it
reads its arguments, calls the public packages, and prints. `GROUPS` in `command_groups.py` lists every
command under its heading of `--help`; `app` in `command_app.py` is made from it.

>>> from typer.testing import CliRunner
>>> from zermelo.cli.command_app import app
>>> print(CliRunner().invoke(app, ["nimber", "nim(heaps=(1, 2))"]).stdout.strip())
nimber 3: the mover wins (N-position)

Layout
------
command_app.py         the application: registration, exit statuses, errors
command_groups.py      the commands, by what a user wants
console                options, progress, colours, prompts, safe output, interruption
solutions              `solve`, `verify`, `check`, `plan`, `stats`, `report`, `puzzles`, `book`, ...
positions              `show`, `value`, `count`, `nimber`, `classify`, `winners`, `lookup`, `tree`, ...
players                `play`, `match`, `certify`, `engine`, `exploit`, `ladder`
explanations           `explain`, `strategy`, `why`, and lessons in the terminal
combinatorial          `sum`, `compound`, `canonical`, `thermograph`, `lattice`, `octal`, `misere`, ...
exports                `dataset`, `schema`, and the file that `new` writes
catalogue_commands.py  `games` and `cache`; `selfplay` and `explore` are beside it

Design
------
* Commands use the public packages alone, and import-linter enforces it. If the API lacks something, it
  grows.
* `--json` prints one object. Progress and errors go to standard error; an error is one line that names
  the value, the reason and the remedy. Exit status 2 is bad input, 1 a failed check, 130 an
  interruption.
* What `--json` prints has a schema and a version in `results`; tests run every command against it.
* `main` stays cheap to import: the application, and all that computes, load after it starts.
* `main` sends whatever rules or their programs write to descriptor 1 to standard error, so that an
  answer stays parseable. A terminal is left alone, for line editing.
* Garbage collection runs rarely (threshold 100,000): scanning what compiling makes takes a tenth of its
  time.
* Names of games and positions are a stranger's text: `safe_output.py` prints them so that they cannot
  control the terminal.
* Ctrl-C has a time limit, since rules that loop for ever in compiled code answer no signal.
"""

import gc
import os
import sys


def main() -> None:
    """Run the command line and exit with its status."""
    # What compiling makes stays: to look it through for garbage often is a tenth of the time it takes.
    gc.set_threshold(100_000, 20, 20)
    _redirect_rule_output()
    from zermelo.cli.command_app import run_command_line

    raise SystemExit(run_command_line())


def _redirect_rule_output() -> None:
    """Let what rules, or programs that they start, write to descriptor 1 go to standard error.

    The answer has a descriptor of its own. A terminal shows both, and is left alone for line editing.
    """
    try:
        if sys.stdout.fileno() == 1 and not sys.stdout.isatty():
            answers = os.dup(1)
            os.dup2(2, 1)
            sys.stdout = open(answers, "w", encoding=sys.stdout.encoding, errors=sys.stdout.errors)  # noqa: SIM115, PTH123
    except (OSError, ValueError, AttributeError):  # closed: nothing to part
        return

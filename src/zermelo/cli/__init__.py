"""The command line: text in and out, no logic."""

import gc
import os
import sys


def main() -> None:
    """Run the command line and exit with its status."""
    # What compiling makes stays: to look it through for garbage often is a tenth of the time it takes.
    gc.set_threshold(100_000, 20, 20)
    _part_answers()
    from zermelo.cli.app import run

    raise SystemExit(run())


def _part_answers() -> None:
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

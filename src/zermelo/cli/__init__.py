"""The command line: text in and out, no logic."""

import gc


def main() -> None:
    """Run the command line and exit with its status."""
    # What compiling makes stays: to look it through for garbage often is a tenth of the time it takes.
    gc.set_threshold(100_000, 20, 20)
    from zermelo.cli.app import run

    raise SystemExit(run())

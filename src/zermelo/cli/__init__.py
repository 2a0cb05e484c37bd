"""The command line: text in and out, no logic."""

import gc


def main() -> None:
    """Run the command line and exit with its status."""
    gc.set_threshold(
        100_000, 20, 20
    )  # what compiling makes stays: to look it through often is a tenth of its time
    from zermelo.cli.app import run

    raise SystemExit(run())

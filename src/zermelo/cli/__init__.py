"""The command line: text in and out, no logic."""


def main() -> None:
    """Run the command line and exit with its status."""
    from zermelo.cli.app import run

    raise SystemExit(run())

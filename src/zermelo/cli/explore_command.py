"""`explore`: every game, every position in a browser, served by this machine to itself alone."""

from pathlib import Path
from typing import Annotated

import typer

from zermelo.cli.console.command_options import Store
from zermelo.core import MissingExtra


def open_games_in_browser(
    games: Annotated[
        list[str] | None,
        typer.Argument(metavar="[GAME ...]", help="games to show; your own as file.py, or file.py:Class"),
    ] = None,
    port: Annotated[
        int | None,
        typer.Option(
            "--port", min=0, max=65535, metavar="N", help="port of the server; default: 8913, or a free one"
        ),
    ] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="open no browser")] = False,
    player: Annotated[
        list[Path] | None,
        typer.Option(
            "--player",
            metavar="FILE",
            help="file of a policy or a rule list to play against; may be repeated",
        ),
    ] = None,
    store: Store = None,
) -> None:
    """Show games in the browser: a board to click, every move's value, opponents and explanations.

    Solutions are read from a store by URL; other games are solved, and stored on this machine.
    """
    from zermelo.core import open_input_file, resolve_store

    try:
        import zermelo.web.explorer_server as server
    except ImportError as error:
        raise MissingExtra(
            f'the explorer needs {error.name}, which is not installed: pip install "zermelo[web]"'
        ) from error

    for file in player or ():
        with open_input_file(file, "give a policy or a list of rules"):
            pass  # a pipe, a device or a folder is refused now, not during play
    place = resolve_store(store)
    is_url = isinstance(place, str)
    server.run_explorer(
        tuple(games or ()),
        Path(resolve_store(None) if is_url else place),
        solved_at=store if is_url else None,
        port=port,
        browser=not no_browser,
        players=tuple(player or ()),
        announce=_print_url,
    )


def _print_url(url: str) -> None:
    print(f"{url}\nCtrl-C stops it", flush=True)

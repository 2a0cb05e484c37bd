"""`games` lists the catalogue, and `cache` the compiled kernels."""

import textwrap
from typing import Annotated

import typer

from zermelo.cli.console.command_options import Json, print_json

WIDTH = 100


def print_catalogue_games(
    words: Annotated[
        list[str] | None,
        typer.Argument(help="a name, another name or a kind of games, as in checkers, mill or dice"),
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="say of all games how they are played")] = False,
    as_json: Json = False,
) -> None:
    """List the games of the catalogue by name, or those that words find with how they are played."""
    from zermelo.games import list_catalogue

    found = list_catalogue(" ".join(words or ()))
    if as_json:
        return print_json(found)
    if words or every:
        return print(found)
    names = textwrap.wrap("  ".join(each.name for each in found.games), WIDTH, break_on_hyphens=False)
    about = "`zermelo games WORD` says how those are played that a word finds, `--all` how all are."
    return print("\n".join([*names, "", f"{len(found.games)} games. {about}"]))


def print_or_clear_kernel_cache(
    clear: Annotated[bool, typer.Option("--clear", help="remove every cached kernel")] = False,
    as_json: Json = False,
) -> None:
    """Show or clear the cache of compiled kernels."""
    from zermelo.compiler import inspect_kernel_cache

    found = inspect_kernel_cache(clear=clear)
    if as_json:
        return print_json(found)
    what = f"{found.entries} kernels, {found.bytes / 1e6:.1f} MB"
    if found.refused is not None:
        print(f"nothing is cached, as {found.refused}: set ZERMELO_CACHE to a directory of yours alone")
        return None
    note = "" if found.writable else " (cannot be written: nothing is cached; set ZERMELO_CACHE)"
    print(f"removed {what} from {found.directory}" if clear else f"{found.directory}: {what}{note}")
    return None

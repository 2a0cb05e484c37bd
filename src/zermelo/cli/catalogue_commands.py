"""`games` lists the catalogue, and `cache` the compiled kernels."""

from typing import Annotated, Any

import typer

from zermelo.cli.console.command_options import Json, print_json


def list_catalogue_games(as_json: Json = False) -> None:
    """List the games of the catalogue."""
    import dataclasses

    from zermelo import Game
    from zermelo.games import catalogue

    rows: list[dict[str, Any]] = []
    for name, kind in sorted(catalogue().items()):
        fields = dataclasses.fields(kind)  # type: ignore[arg-type]  # subclasses are dataclasses
        defaults = {field.name: field.default for field in fields}
        rows.append(
            {"name": name, "parameters": defaults, "about": (kind.__doc__ or "").strip().split("\n")[0]}
        )
    if as_json:
        for row in rows:  # a game inside a game, as text
            row["parameters"] = {
                key: repr(value) if isinstance(value, Game) else value
                for key, value in row["parameters"].items()
            }
        return print_json({"games": rows})
    for row in rows:
        print(f"{row['name']}({', '.join(f'{key}={value!r}' for key, value in row['parameters'].items())})")
        print(f"    {row['about']}")
    return None


def print_or_clear_kernel_cache(
    clear: Annotated[bool, typer.Option("--clear", help="remove every cached kernel")] = False,
    as_json: Json = False,
) -> None:
    """Show or clear the cache of compiled kernels."""
    from zermelo.compiler import inspect_kernel_cache

    found = inspect_kernel_cache(clear=clear)
    if as_json:
        directory = None if found.directory is None else str(found.directory)
        return print_json(
            {
                "directory": directory,
                "entries": found.entries,
                "bytes": found.size,
                "writable": found.writable,
                "refused": found.refused,
                "cleared": clear,
            }
        )
    what = f"{found.entries} kernels, {found.size / 1e6:.1f} MB"
    if found.refused is not None:
        print(f"nothing is cached, as {found.refused}: set ZERMELO_CACHE to a directory of yours alone")
        return None
    note = "" if found.writable else " (cannot be written: nothing is cached; set ZERMELO_CACHE)"
    print(f"removed {what} from {found.directory}" if clear else f"{found.directory}: {what}{note}")
    return None

"""`schema`: print the JSON Schema of what each command prints with `--json`."""

from typing import Annotated

import typer

from zermelo.cli.console.command_options import Json, print_json


def complete_command_name(incomplete: str) -> list[str]:
    """Return the commands that have a schema, for a shell that completes words."""
    from zermelo.results import schema_commands

    return [name for name in sorted(schema_commands()) if name.startswith(incomplete)]


def print_json_schema(
    command: Annotated[
        str | None,
        typer.Argument(
            metavar="[COMMAND]",
            help="name of a command; default: list them all",
            autocompletion=complete_command_name,
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Print the JSON Schema of a command's --json output, or list the commands that have one."""
    import json

    from zermelo.results import command_schema, list_schemas

    if command is not None:
        found = command_schema(command)
        return print_json(found) if as_json else print(json.dumps(found, indent=2, ensure_ascii=False))
    return print_json(list_schemas()) if as_json else print(list_schemas())

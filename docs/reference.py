"""Writes the reference pages: what stands in them below the line `MARK` is made from the code.

    python docs/reference.py            write docs/commands.md, python.md, json.md, catalogue.md and kinds.md

A test compares the pages with what this would write.
"""

import inspect
import re
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from pathlib import Path
from textwrap import shorten
from typing import Any

import typer.main

import zermelo
from zermelo.cli.command_app import app
from zermelo.cli.command_groups import GROUPS
from zermelo.core import list_parameters
from zermelo.core.game_kind import KINDS, NO_ENTRY, ByKind, EmptyCell
from zermelo.core.notation.wording import join_names
from zermelo.core.requirements import QUESTIONS, allows_kind
from zermelo.results import command_schema, schema_commands

DOCS = Path(__file__).parent
MARK = "<!-- Below this line: written by docs/reference.py. -->"


def cell(text: str) -> str:
    """Return a text as a cell of a Markdown table."""
    return " ".join(text.split()).replace("|", "\\|")


def table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> Iterator[str]:
    """Yield the lines of a Markdown table, nothing without rows."""
    if rows:
        yield f"| {' | '.join(head)} |"
        yield f"| {' | '.join('---' for _ in head)} |"
        yield from (f"| {' | '.join(map(cell, row))} |" for row in rows)
        yield ""


def paragraphs(text: str) -> Iterator[str]:
    """Yield a help text: sentences as paragraphs, examples and tables as they stand."""
    for part in re.split(r"\n\s*\n", inspect.cleandoc(text.replace("\b", ""))):
        if part.lstrip().startswith("zermelo ") or re.search(r"^ ", part, re.M):
            yield from ("```console", *inspect.cleandoc(part).splitlines(), "```", "")
        else:
            yield from (" ".join(part.split()), "")


def commands() -> Iterator[str]:
    """Yield the commands by purpose, with their help, arguments and options."""
    made: Any = typer.main.get_command(app)
    for group, names in GROUPS.items():
        yield from (f"## {group}", "")
        for name in names:
            command = made.commands[name]
            yield from (f"### `zermelo {name}`", "", *paragraphs(command.help or ""))
            rows = []
            for each in command.params:
                is_option = each.param_type_name == "option"
                written = " / ".join([*each.opts, *each.secondary_opts]) if is_option else each.name.upper()
                value = f" {each.metavar}" if is_option and each.metavar and not each.is_flag else ""
                rows.append((f"`{written}{value}`", each.help or ""))
            yield from table(("", ""), rows)
            yield from ("```console", f"zermelo {name} {names[name].example}", "```", "")


def first_line(thing: Any) -> str:
    """Return the first line of a docstring."""
    return (inspect.getdoc(thing) or "").partition("\n")[0]


def python() -> Iterator[str]:
    """Yield the public packages, their names, and the methods of their classes."""
    packages = [name for name in zermelo.__all__ if inspect.ismodule(getattr(zermelo, name))]
    for package in ("zermelo", *(f"zermelo.{name}" for name in packages)):
        module = import_module(package)
        yield from (f"## `{package}`", "", first_line(module), "")
        rows = []
        for name in module.__all__:
            thing = getattr(module, name)
            is_game = inspect.isclass(thing) and issubclass(thing, zermelo.Game) and thing is not zermelo.Game
            if inspect.ismodule(thing) or (is_game and package == "zermelo.games"):
                continue
            own = list(vars(thing)) if inspect.isclass(thing) else []
            methods = [
                f"`{each}`" for each in own if not each.startswith("_") and callable(getattr(thing, each))
            ]
            said = first_line(thing) if inspect.isclass(thing) or inspect.isroutine(thing) else ""
            rows.append((f"`{name}`", said, ", ".join(methods)))
        yield from table(("name", "", "methods"), rows)


def json() -> Iterator[str]:
    """Yield the fields of what each command prints with `--json`."""
    for name in schema_commands():
        schema = command_schema(name)
        yield from (f"## `zermelo {name} --json`", "")
        for form in schema.get("anyOf", [schema]):
            if "properties" in form:
                if form.get("description"):
                    yield from (f"{cell(form['description'])}:", "")
                needed = set(form.get("required", ()))
                rows = [
                    (f"`{field}`", "" if field in needed else "at times", each.get("description", ""))
                    for field, each in form["properties"].items()
                ]
                yield from table(("field", "", ""), rows)


def what_may_be(parameter: Any) -> str:
    """Return the choices of a parameter, or its range, in words."""
    if parameter.choices:
        return join_names([*map(str, parameter.choices)])
    return f"{parameter.least:,} " + ("or more" if parameter.most is None else f"to {parameter.most:,}")


def catalogue() -> Iterator[str]:
    """Yield the games by folder, with their parameters and rules in a line."""
    folders: dict[str, list[tuple[str, ...]]] = {}
    for game in map(zermelo.game, zermelo.games.catalogue()):
        folder = type(game).__module__.split(".")[2]
        ranges = ", ".join(
            f"`{each.name}` {what_may_be(each)}" for each in list_parameters(game) if each.is_limited
        )
        folders.setdefault(folder, []).append((f"`{game!r}`", first_line(type(game)), ranges))
    for folder, rows in sorted(folders.items()):
        yield from (f"## {folder.replace('_', ' ').capitalize()}", "")
        yield from table(("game", "rules", "its parameters may be"), rows)


def tables_by_kind() -> dict[str, ByKind[Any]]:
    """Return all tables of what depends on the kind of a game, by their questions."""
    package, found = Path(zermelo.__file__).parent, {}
    for path in package.rglob("*.py"):
        if "ByKind" in path.read_text(encoding="utf-8"):
            module = import_module(".".join(path.relative_to(package.parent).with_suffix("").parts))
            found |= {each.question: each for each in vars(module).values() if isinstance(each, ByKind)}
    return dict(sorted(found.items()))


def entry(found: Any) -> str:
    """Return an entry of a table: a function's or class's name, a value, or why the cell is empty."""
    if isinstance(found, EmptyCell):
        return "" if found.reason.startswith(NO_ENTRY) else found.reason
    if isinstance(found, partial):
        return (
            f"{entry(found.func)} of {', '.join(map(entry, found.args))}" if found.args else entry(found.func)
        )
    if isinstance(found, tuple | list):
        return ", ".join(map(entry, found)) or "nothing"
    name = getattr(found, "__qualname__", None)
    if name is None:
        text = str(found) if isinstance(found, str | int | float) else type(found).__name__
        return "nothing" if found in (None, "") else shorten(text, 50, placeholder=" ...")
    return "in the table" if "<lambda>" in name else f"`{name.rpartition('.')[2].lstrip('_')}`"


def kinds() -> Iterator[str]:
    """Yield which commands answer for which kinds of games, and what each table has for them."""
    found = list(reversed(KINDS))
    head = tuple(KINDS[kind].title for kind in found)
    yield from ("## Commands", "")
    rows = [
        (f"`{name}`", *("yes" if allows_kind(asked, kind) else "" for kind in found))
        for name, asked in sorted(QUESTIONS.items())
        if asked.command
    ]
    yield from table(("command", *head), rows)
    yield from ("## Tables", "")
    rows = [
        (question, *(entry(each.find_entry(kind)) for kind in found))
        for question, each in tables_by_kind().items()
    ]
    yield from table(("what is chosen by the kind", *head), rows)


PAGES: dict[str, Callable[[], Iterator[str]]] = {
    "commands.md": commands,
    "python.md": python,
    "json.md": json,
    "catalogue.md": catalogue,
    "kinds.md": kinds,
}


def page(name: str) -> str:
    """Return a page as it should be: its own words, then what is made."""
    words, mark, _ = (DOCS / name).read_text(encoding="utf-8").partition(MARK)
    assert mark, f"docs/{name} lacks the line {MARK}"
    return f"{words}{mark}\n\n" + "\n".join(PAGES[name]()).rstrip() + "\n"


if __name__ == "__main__":
    for name in PAGES:
        (DOCS / name).write_text(page(name), encoding="utf-8")

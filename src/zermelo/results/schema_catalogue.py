"""Schemas of what every command prints with `--json`: `zermelo schema` publishes them.

Each schema has a version, which stands in `$id`. Adding a field keeps the version, because readers ignore
unknown fields. Removing a field, renaming it or changing its meaning raises the version.
"""

from typing import Final

from zermelo.core.errors import BadParameter
from zermelo.results import (
    best_response_schemas,
    cgt_schemas,
    explain_schemas,
    match_schemas,
    report_schemas,
    self_play_schemas,
    solve_schemas,
)
from zermelo.results.json_schema import DIALECT, Schema, any_of, array, fields, text, with_definitions
from zermelo.results.schema_definitions import DEFINITIONS

SCHEMAS: Final = any_of(
    "schemas: their list, or one of them",
    fields(
        "what has a schema",
        schemas=array("by command", fields("one of them", command=text("the command"), id=text("its `$id`"))),
    ),
    {"$ref": DIALECT, "type": "object", "required": ["$id", "title"], "description": "a JSON Schema"},
)
COMMAND_SCHEMAS: Final[dict[str, tuple[int, Schema]]] = {  # by command: its version, and what it prints
    "solve": (1, solve_schemas.SOLVE),
    "plan": (1, solve_schemas.PLANS),
    "book": (1, solve_schemas.BOOK),
    "verify": (1, solve_schemas.VERIFY),
    "value": (1, solve_schemas.VALUE),
    "show": (1, cgt_schemas.SHOW),
    "count": (1, cgt_schemas.COUNT),
    "nimber": (1, cgt_schemas.NIMBER_FORM),
    "classify": (1, cgt_schemas.CLASSIFY),
    "winners": (1, cgt_schemas.WINNERS),
    "match": (1, match_schemas.MATCH),
    "certify": (1, match_schemas.CERTIFY),
    "exploit": (1, best_response_schemas.EXPLOIT),
    "ladder": (1, best_response_schemas.LADDER),
    "page": (1, report_schemas.PAGE),
    "tree": (1, report_schemas.TREE),
    "table": (1, report_schemas.TABLE),
    "puzzles": (1, report_schemas.PUZZLES),
    "why": (1, explain_schemas.WHY),
    "explain": (1, explain_schemas.EXPLAIN),
    "strategy": (1, explain_schemas.STRATEGY_FORM),
    "games": (1, report_schemas.GAMES),
    "check": (1, solve_schemas.CHECK),
    "report": (1, report_schemas.REPORT),
    "stats": (1, report_schemas.STATS),
    "compare": (1, report_schemas.COMPARE),
    "sum": (1, cgt_schemas.SUM),
    "canonical": (1, cgt_schemas.CANONICAL),
    "thermograph": (1, cgt_schemas.THERMOGRAPH),
    "compound": (1, cgt_schemas.COMPOUND),
    "lattice": (1, cgt_schemas.LATTICE),
    "octal": (1, cgt_schemas.OCTAL),
    "coins": (1, cgt_schemas.COINS),
    "field": (1, cgt_schemas.FIELD),
    "misere": (1, cgt_schemas.MISERE),
    "selfplay": (1, self_play_schemas.SELFPLAY),
    "cache": (1, report_schemas.CACHE),
    "schema": (1, SCHEMAS),
}
SHARED: Final = (
    DEFINITIONS | cgt_schemas.NIMBER_DEFINITIONS | report_schemas.DEFINITIONS | explain_schemas.DEFINITIONS
)


def described_commands() -> dict[str, str]:
    """Return the commands that have a schema, each with what it prints in a sentence."""
    return {command: form["description"] for command, (_, form) in COMMAND_SCHEMAS.items()}


def schema_id(command: str) -> str:
    """Return a schema's `$id`, which ends with its version.

    >>> schema_id("value")
    'urn:zermelo:json:value:1'
    """
    return f"urn:zermelo:json:{command}:{COMMAND_SCHEMAS[command][0]}"


def schema_of(command: str) -> Schema:
    """Return the JSON Schema of what a command prints with `--json`.

    Raises `BadParameter` for a command that prints none.

    >>> schema_of("count")["required"]
    ['game', 'positions', 'games', 'nodes']
    """
    if command not in COMMAND_SCHEMAS:
        raise BadParameter(f"{command!r} prints no JSON: choose one of {', '.join(COMMAND_SCHEMAS)}")
    form = with_definitions(COMMAND_SCHEMAS[command][1], SHARED)
    return {"$schema": DIALECT, "$id": schema_id(command), "title": f"zermelo {command} --json", **form}

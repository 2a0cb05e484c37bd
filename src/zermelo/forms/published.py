"""What every command prints with `--json`: what `zermelo schema` publishes, and tests hold answers to.

Each has a version. It stays where a field is added, as readers pass over fields that they do not know; it
goes up where one is taken away, is called otherwise or means something else. `$id` says it.
"""

from typing import Final

from zermelo.core.errors import BadParameter
from zermelo.forms import agents, asking, designing, explaining, learning, playing, solving
from zermelo.forms.shared import DEFINITIONS
from zermelo.forms.writing import DIALECT, Form, fields, listed, one_of, text, with_definitions

SCHEMAS: Final = one_of(
    "schemas: their list, or one of them",
    fields(
        "what has a schema",
        schemas=listed(
            "by command", fields("one of them", command=text("the command"), id=text("its `$id`"))
        ),
    ),
    {"$ref": DIALECT, "type": "object", "required": ["$id", "title"], "description": "a JSON Schema"},
)
FORMS: Final[dict[str, tuple[int, Form]]] = {  # by command: its version, and what it prints
    "solve": (1, solving.SOLVE),
    "plan": (1, solving.PLANS),
    "book": (1, solving.BOOK),
    "verify": (1, solving.VERIFY),
    "value": (1, solving.VALUE),
    "show": (1, asking.SHOW),
    "count": (1, asking.COUNT),
    "nimber": (1, asking.NIMBER_FORM),
    "classify": (1, asking.CLASSIFY),
    "winners": (1, asking.WINNERS),
    "match": (1, playing.MATCH),
    "certify": (1, playing.CERTIFY),
    "exploit": (1, agents.EXPLOIT),
    "ladder": (1, agents.LADDER),
    "page": (1, designing.PAGE),
    "tree": (1, designing.TREE),
    "table": (1, designing.TABLE),
    "puzzles": (1, designing.PUZZLES),
    "why": (1, explaining.WHY),
    "explain": (1, explaining.EXPLAIN),
    "strategy": (1, explaining.STRATEGY_FORM),
    "games": (1, designing.GAMES),
    "check": (1, solving.CHECK),
    "report": (1, designing.REPORT),
    "stats": (1, designing.STATS),
    "compare": (1, designing.COMPARE),
    "sum": (1, asking.SUM),
    "canonical": (1, asking.CANONICAL),
    "thermograph": (1, asking.THERMOGRAPH),
    "compound": (1, asking.COMPOUND),
    "lattice": (1, asking.LATTICE),
    "octal": (1, asking.OCTAL),
    "coins": (1, asking.COINS),
    "field": (1, asking.FIELD),
    "misere": (1, asking.MISERE),
    "selfplay": (1, learning.SELFPLAY),
    "cache": (1, designing.CACHE),
    "schema": (1, SCHEMAS),
}
SHARED: Final = DEFINITIONS | asking.NIMBER_DEFINITIONS | designing.DEFINITIONS | explaining.DEFINITIONS


def commands() -> dict[str, str]:
    """Return the commands that have a schema, each with what it prints in a sentence."""
    return {command: form["description"] for command, (_, form) in FORMS.items()}


def name_of(command: str) -> str:
    """Return a schema's `$id`, which ends with its version.

    >>> name_of("value")
    'urn:zermelo:json:value:1'
    """
    return f"urn:zermelo:json:{command}:{FORMS[command][0]}"


def schema_of(command: str) -> Form:
    """Return the JSON Schema of what a command prints with `--json`.

    Raises `BadParameter` for a command that prints none.

    >>> schema_of("count")["required"]
    ['game', 'positions', 'games', 'nodes']
    """
    if command not in FORMS:
        raise BadParameter(f"{command!r} prints no JSON: choose one of {', '.join(FORMS)}")
    form = with_definitions(FORMS[command][1], SHARED)
    return {"$schema": DIALECT, "$id": name_of(command), "title": f"zermelo {command} --json", **form}

"""JSON Schemas of typed answers, from their fields and descriptions."""

from collections.abc import Iterable, Sequence
from typing import Any, Final, get_args, get_origin

from msgspec import UnsetType
from msgspec.json import schema_components

from zermelo.core.notation.result import AnswerFields, Result, list_json_fields

Schema = dict[str, Any]

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
DEFINITIONS: Final = "#/$defs/"
LEFT_OUT: Final = ("title", "default")  # names of classes, and values that commands never leave out
POSITION: Final[Schema] = {
    "description": "a position as its game encodes it: an integer, a text, or a list of such things",
    "anyOf": [
        {"type": "integer"},
        {"type": "string"},
        {"type": "array", "items": {"type": ["integer", "string", "array", "number", "boolean", "null"]}},
    ],
}


def make_result_schema(kinds: Sequence[type[Result] | Schema], description: str) -> Schema:
    """Return the schema of an answer that is of one of these classes or schemas, with its definitions."""
    definitions = component_schemas([kind for kind in kinds if isinstance(kind, type)])
    chosen = [definitions[kind.__name__] if isinstance(kind, type) else kind for kind in kinds]
    whole = dict(chosen[0]) if len(chosen) == 1 else {"anyOf": chosen}
    needed = _collect_needed_definitions(whole, definitions)
    return whole | {"description": description} | ({"$defs": needed} if needed else {})


def component_schemas(kinds: Sequence[type[Result]]) -> dict[str, Schema]:
    """Return the JSON Schemas of typed answers, for the components of an OpenAPI document.

    Parameters
    ----------
    kinds : sequence of type
        Subclasses of `Result`.

    Returns
    -------
    dict
        Schemas by the names of classes, with all that they refer to as "#/$defs/NAME".
    """
    found = _list_nested_result_classes(kinds)
    described = [(kind, each) for kind in found for each in list_json_fields(kind) if each.described]
    schemas, components = schema_components(
        [*(each.type for _, each in described), *kinds, AnswerFields],
        ref_template=DEFINITIONS + "{name}",
        schema_hook=lambda _: {"type": "object"},
    )
    for (kind, each), schema in zip(described, schemas, strict=False):
        form = components[kind.__name__]
        words = each.described[0].lower() + each.described[1:]
        form.setdefault("properties", {})[each.name] = schema | {"description": words}
        form.setdefault("required", []).extend(
            [each.name] * (UnsetType not in get_args(get_args(each.type)[0]))
        )
    definitions = {name: _remove_titles_and_defaults(schema) for name, schema in components.items()} | {
        "position": POSITION
    }
    definitions["Answer"] = definitions["AnswerFields"]  # as `Answer.as_json` writes it
    return _collect_needed_definitions([{"$ref": DEFINITIONS + kind.__name__} for kind in kinds], definitions)


def _list_nested_result_classes(kinds: Iterable[Any]) -> list[type[Result]]:
    """Return the classes of answers, and those of their fields, each once."""
    found: dict[type[Result], None] = {}
    waiting = list(kinds)
    while waiting:
        hint = waiting.pop()
        waiting += get_args(hint)
        kind = get_origin(hint) or hint
        if isinstance(kind, type) and issubclass(kind, Result) and kind not in found:
            found[kind] = None
            waiting += [each.type for each in list_json_fields(kind)]
    return list(found)


def _remove_titles_and_defaults(schema: Any) -> Any:
    """Return a schema without titles, defaults and fields without descriptions.

    Of each description it has the first line. A field with a default is required, as `Result.as_json` leaves
    out only what is `UNSET`.
    """
    if isinstance(schema, list):
        return [_remove_titles_and_defaults(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    plain = {
        name: _remove_titles_and_defaults(each)
        for name, each in schema.items()
        if name not in (*LEFT_OUT, "properties")
    }
    if "properties" in schema:
        fields = {name: each for name, each in schema["properties"].items() if "description" in each}
        plain["properties"] = {name: _remove_titles_and_defaults(each) for name, each in fields.items()}
        needed = schema.get("required", ())
        plain["required"] = [name for name in fields if name in needed or "default" in fields[name]]
    if "type" in schema:
        plain.pop("$ref", None)  # what is written as text
    if "description" in schema:
        plain["description"] = schema["description"].partition("\n")[0].removesuffix(".")
    return plain


def _list_reference_names(schema: object) -> set[str]:
    """Return the names of the definitions that a schema refers to."""
    if isinstance(schema, dict):
        to = schema.get("$ref")
        own = {to.removeprefix(DEFINITIONS)} if isinstance(to, str) and to.startswith(DEFINITIONS) else set()
        return own.union(*map(_list_reference_names, schema.values()))
    return set().union(*map(_list_reference_names, schema)) if isinstance(schema, list) else set()


def _collect_needed_definitions(schema: object, definitions: dict[str, Schema]) -> dict[str, Schema]:
    """Return the definitions that a schema refers to, directly or through others, sorted by name."""
    needed: dict[str, Schema] = {}
    waiting = _list_reference_names(schema)
    while waiting:
        name = waiting.pop()
        needed[name] = definitions[name]
        waiting |= _list_reference_names(definitions[name]) - set(needed)
    return dict(sorted(needed.items()))


def close_schema(form: Schema) -> Schema:
    """Return a schema that refuses fields which it does not name.

    Parameters
    ----------
    form : dict
        A schema, whose objects may have other fields.

    Returns
    -------
    dict
        The same schema with `additionalProperties` false everywhere.

    Examples
    --------
    >>> close_schema({"type": "object", "properties": {}})["additionalProperties"]
    False
    """
    again = {key: _close_nested_schemas(part) for key, part in form.items()}
    is_open = form.get("type") == "object" and "properties" in form and "additionalProperties" not in form
    return again | ({"additionalProperties": False} if is_open else {})


def _close_nested_schemas(part: Any) -> Any:
    if isinstance(part, list):
        return [_close_nested_schemas(each) for each in part]
    return close_schema(part) if isinstance(part, dict) else part

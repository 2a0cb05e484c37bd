"""Building blocks of schemas: a form is a JSON Schema (draft 2020-12) with a description.

Forms are open: readers ignore fields that they do not know, so that a command may later add some. Tests check
answers with `close_schema`, where a field that no form names fails.
"""

from typing import Any, Final

Schema = dict[str, Any]

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
OWN: Final = "#/$defs/"
NULL: Final[Schema] = {"type": "null"}


class OptionalSchema(dict[str, Any]):
    """A form of a field that need not be there."""


def text(about: str, *words: str) -> Schema:
    """Return a text, or one of these words."""
    return {"type": "string", "description": about, **({"enum": list(words)} if words else {})}


def integer(about: str, least: int | None = None) -> Schema:
    """Return a whole number of any size, not below `least`."""
    return {"type": "integer", "description": about, **({} if least is None else {"minimum": least})}


def count(about: str) -> Schema:
    """Return a number of things."""
    return integer(about, 0)


def number(about: str) -> Schema:
    """Return a number, whole or not."""
    return {"type": "number", "description": about}


def boolean(about: str) -> Schema:
    """Return true or false."""
    return {"type": "boolean", "description": about}


def array(about: str, of: Schema, *, length: int | None = None) -> Schema:
    """Return a list, of any length or of this one."""
    form: Schema = {"type": "array", "items": of, "description": about}
    return form | ({} if length is None else {"minItems": length, "maxItems": length})


def names(about: str) -> Schema:
    """Return a list of texts."""
    return array(about, {"type": "string"})


def fields(about: str, /, **forms: Schema) -> Schema:
    """Return an object with these fields."""
    return {
        "type": "object",
        "description": about,
        "properties": {name: dict(form) for name, form in forms.items()},
        "required": [name for name, form in forms.items() if not isinstance(form, OptionalSchema)],
    }


def reference(name: str, about: str) -> Schema:
    """Return what the definitions call by this name."""
    return {"$ref": f"{OWN}{name}", "description": about}


def any_of(about: str, *forms: Schema) -> Schema:
    """Return any of these forms."""
    return {"anyOf": list(forms), "description": about}


def nullable(form: Schema) -> Schema:
    """Return a form, or null."""
    about = {"description": form["description"]}
    return {"anyOf": [{key: part for key, part in form.items() if key != "description"}, NULL], **about}


def optional(form: Schema) -> OptionalSchema:
    """Return the form of a field that need not be there."""
    return OptionalSchema(form)


def find_referenced_definitions(form: object) -> set[str]:
    """Return the names of the definitions that a form refers to.

    >>> find_referenced_definitions(array("moves", reference("move", "a move")))
    {'move'}
    """
    if isinstance(form, dict):
        to = form.get("$ref")
        own = {to.removeprefix(OWN)} if isinstance(to, str) and to.startswith(OWN) else set()
        return own.union(*map(find_referenced_definitions, form.values()))
    return set().union(*map(find_referenced_definitions, form)) if isinstance(form, list) else set()


def select_needed_definitions(form: object, definitions: dict[str, Schema]) -> dict[str, Schema]:
    """Return those definitions that a form refers to, and theirs, sorted by name."""
    needed: dict[str, Schema] = {}
    waiting = find_referenced_definitions(form)
    while waiting:
        name = waiting.pop()
        needed[name] = definitions[name]
        waiting |= find_referenced_definitions(definitions[name]) - set(needed)
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
    >>> close_schema(fields("it", x=boolean("so")))["additionalProperties"]
    False
    """
    again = {key: _close_nested_schemas(part) for key, part in form.items()}
    is_open = form.get("type") == "object" and "properties" in form and "additionalProperties" not in form
    return again | ({"additionalProperties": False} if is_open else {})


def _close_nested_schemas(part: Any) -> Any:
    if isinstance(part, list):
        return [_close_nested_schemas(each) for each in part]
    return close_schema(part) if isinstance(part, dict) else part

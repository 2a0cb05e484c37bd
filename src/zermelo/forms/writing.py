"""Words to write schemas with: a form is a JSON Schema (draft 2020-12), and says what it holds.

Forms are open: a reader passes over a field that he does not know, so that a command may learn to say more.
`closed` is what tests hold answers against: a field that no form names fails.
"""

from typing import Any, Final

Form = dict[str, Any]

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
OWN: Final = "#/$defs/"
NULL: Final[Form] = {"type": "null"}


class Maybe(dict[str, Any]):
    """A form of a field that need not be there."""


def text(about: str, *words: str) -> Form:
    """Return a text, or one of these words."""
    return {"type": "string", "description": about, **({"enum": list(words)} if words else {})}


def whole(about: str, least: int | None = None) -> Form:
    """Return a whole number of any size, not below `least`."""
    return {"type": "integer", "description": about, **({} if least is None else {"minimum": least})}


def count(about: str) -> Form:
    """Return a number of things."""
    return whole(about, 0)


def number(about: str) -> Form:
    """Return a number, whole or not."""
    return {"type": "number", "description": about}


def share(about: str) -> Form:
    """Return a number from 0 to 1."""
    return number(about) | {"minimum": 0, "maximum": 1}


def truth(about: str) -> Form:
    """Return true or false."""
    return {"type": "boolean", "description": about}


def constant(about: str, value: str | int | bool) -> Form:
    """Return the one value that there is."""
    return {"const": value, "description": about}


def listed(about: str, of: Form, *, length: int | None = None) -> Form:
    """Return a list, of any length or of this one."""
    form: Form = {"type": "array", "items": of, "description": about}
    return form | ({} if length is None else {"minItems": length, "maxItems": length})


def names(about: str) -> Form:
    """Return a list of texts."""
    return listed(about, {"type": "string"})


def fields(about: str, /, **forms: Form) -> Form:
    """Return an object with these fields."""
    return {
        "type": "object",
        "description": about,
        "properties": {name: dict(form) for name, form in forms.items()},
        "required": [name for name, form in forms.items() if not isinstance(form, Maybe)],
    }


def shared(name: str, about: str) -> Form:
    """Return what the definitions call by this name."""
    return {"$ref": f"{OWN}{name}", "description": about}


def one_of(about: str, *forms: Form) -> Form:
    """Return any of these forms."""
    return {"anyOf": list(forms), "description": about}


def or_null(form: Form) -> Form:
    """Return a form, or null."""
    about = {"description": form["description"]}
    return {"anyOf": [{key: part for key, part in form.items() if key != "description"}, NULL], **about}


def optional(form: Form) -> Maybe:
    """Return the form of a field that need not be there."""
    return Maybe(form)


def called(form: object) -> set[str]:
    """Return the names of the definitions that a form refers to.

    >>> called(listed("moves", shared("move", "a move")))
    {'move'}
    """
    if isinstance(form, dict):
        to = form.get("$ref")
        own = {to.removeprefix(OWN)} if isinstance(to, str) and to.startswith(OWN) else set()
        return own.union(*map(called, form.values()))
    return set().union(*map(called, form)) if isinstance(form, list) else set()


def with_definitions(form: Form, definitions: dict[str, Form]) -> Form:
    """Return a form with those definitions that it needs, and theirs."""
    needed: dict[str, Form] = {}
    waiting = called(form)
    while waiting:
        name = waiting.pop()
        needed[name] = definitions[name]
        waiting |= called(definitions[name]) - set(needed)
    return form | ({"$defs": dict(sorted(needed.items()))} if needed else {})


def closed(form: Form) -> Form:
    """Return a form of which every object has the fields that it names, and no other.

    >>> closed(fields("it", x=truth("so")))["additionalProperties"]
    False
    """
    again = {key: _closed(part) for key, part in form.items()}
    is_open = form.get("type") == "object" and "properties" in form and "additionalProperties" not in form
    return again | ({"additionalProperties": False} if is_open else {})


def _closed(part: Any) -> Any:
    if isinstance(part, list):
        return [_closed(each) for each in part]
    return closed(part) if isinstance(part, dict) else part

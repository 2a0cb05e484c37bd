"""Variants of a game: a form with a field for each parameter, and the game that a form asks for."""

import dataclasses
import re
from collections.abc import Mapping
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

from zermelo import Game
from zermelo.core import BadParameter, capitalize
from zermelo.play import Match
from zermelo.web.pages.game_variants import label_parameter, list_variants
from zermelo.web.requests.position_url import make_game_path
from zermelo.web.services.explorer_games import split_game_text

ROUTE: Final = "/-/variant/"


def make_variant_form_fields(
    text: str, game: Game, given: Mapping[str, str] | None = None, error: str = ""
) -> dict[str, Any]:
    """Return the form of a game's variants: where it leads, its fields with what they hold, and presets.

    `given` is what a form held that was refused, and `error` says why.
    """
    parameters, rows = _list_parameters(game), []
    wrong, said = _find_field_of_error(error, [field.name for field, _ in parameters])
    for field, kind in parameters:
        value = getattr(game, field.name)
        shown = given.get(field.name, "") if given else _format_value(value)
        choices = [_format_value(each) for each in get_args(kind)] if get_origin(kind) is Literal else []
        rows.append(
            {
                "name": field.name,
                "label": capitalize(label_parameter(field.name)),
                "kind": _INPUTS.get(kind, "select" if choices else "text"),
                "value": shown,
                "checked": field.name in given if given else value is True,
                "choices": choices,
                "error": said if field.name == wrong else "",
            }
        )
    name = split_game_text(text)[0]
    presets = list_variants(name)
    title = Match(game).title
    return {
        "action": ROUTE + name,
        "fields": rows,
        "presets": [
            {"name": capitalize(each.name), "url": make_game_path(each.text), "goal": each.goal}
            for each in presets
        ],
        "goal": presets[0].goal if presets else "",
        "subtitle": title.subtitle,
        "larger": title.larger,
        "full": title.larger and make_game_path(title.larger.text),
        "refused": bool(error),
        "error": "" if wrong else capitalize(said),
    }


def _find_field_of_error(error: str, names: list[str]) -> tuple[str, str]:
    """Return the field that an error begins with, and the rest; of others "", and it all in words."""
    found = re.match(r"(\w+)=", error)
    if found and found[1] in names:
        return found[1], capitalize(error[found.end() :])
    for name in names:
        error = re.sub(rf"\b{name}=", f"“{label_parameter(name)}” ", error)
    return "", error


def make_variant_text(name: str, game: Game, fields: Mapping[str, str]) -> str:
    """Return the text of the game that a form asks for; parameters with their usual values are left out.

    Raises `BadParameter` for what is no number.
    """
    given = []
    for field, kind in _list_parameters(game):
        if kind is bool:
            value: Any = field.name in fields
        elif field.name not in fields:
            continue
        else:
            value = _read_value(field.name, kind, fields[field.name].strip())
        if value != (_format_value(field.default) if isinstance(value, _Literal) else field.default):
            given.append(f"{field.name}={value if isinstance(value, _Literal) else repr(value)}")
    return f"{name}({', '.join(given)})" if given else name


class _Literal(str):
    """A value as it is written in the text of a game, such as a tuple or another game."""


def _read_value(name: str, kind: Any, text: str) -> Any:
    if kind is int:
        try:
            return int(text)
        except ValueError:
            raise BadParameter(f"{name}={text[:40]!r} is not a whole number: give one in digits") from None
    if kind is str:
        return text
    if get_origin(kind) is Literal:
        return next((each for each in get_args(kind) if _format_value(each) == text), text)
    return _Literal(text)


def _list_parameters(game: Game) -> list[tuple[dataclasses.Field[Any], Any]]:
    """Return the parameters of a game, each with its declared type, else that of its value."""
    try:
        hints = get_type_hints(type(game))
    except Exception:  # what is declared may be anything, such as a name that type checkers alone import
        hints = {}
    own = [field for field in dataclasses.fields(game) if field.init]  # type: ignore[arg-type]
    return [(field, hints.get(field.name, type(getattr(game, field.name)))) for field in own]


def _format_value(value: Any) -> str:
    return value if isinstance(value, str) else repr(value)


_INPUTS: Final[Mapping[Any, str]] = {int: "number", bool: "checkbox"}

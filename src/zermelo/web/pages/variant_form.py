"""Variants of a game: a form with a field for each parameter, and the game that a form asks for."""

import re
from collections.abc import Mapping
from typing import Any, Final

from zermelo import Game
from zermelo.core import BadParameter, capitalize, list_parameters
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
    parameters, rows = list_parameters(game), []
    wrong, said = _find_field_of_error(error, [each.name for each in parameters])
    for each in parameters:
        value = getattr(game, each.name)
        shown = given.get(each.name, "") if given else _format_value(value)
        rows.append(
            {
                "name": each.name,
                "label": capitalize(label_parameter(each.name)),
                "kind": "select" if each.choices else _INPUTS.get(_find_kind(each), "text"),
                "value": shown,
                "checked": each.name in given if given else value is True,
                "choices": [*map(_format_value, each.choices)],
                "limits": {"min": each.least, "max": each.most} if _find_kind(each) is int else {},
                "error": said if each.name == wrong else "",
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
    for each in list_parameters(game):
        if _find_kind(each) is bool:
            value: Any = each.name in fields
        elif each.name not in fields:
            continue
        else:
            value = _read_value(each, fields[each.name].strip())
        if value != (_format_value(each.default) if isinstance(value, _Literal) else each.default):
            given.append(f"{each.name}={value if isinstance(value, _Literal) else repr(value)}")
    return f"{name}({', '.join(given)})" if given else name


class _Literal(str):
    """A value as it is written in the text of a game, such as a tuple or another game."""


def _read_value(parameter: Any, text: str) -> Any:
    if _find_kind(parameter) is int:
        try:
            return int(text)
        except ValueError:
            given = f"{parameter.name}={text[:40]!r}"
            raise BadParameter(f"{given} is not a whole number: give one in digits") from None
    if _find_kind(parameter) is str:
        return text
    return next((each for each in parameter.choices if _format_value(each) == text), _Literal(text))


def _find_kind(parameter: Any) -> Any:
    """Return what a parameter's values are: as declared, else what the usual one is."""
    return type(parameter.default) if parameter.kind is object else parameter.kind


def _format_value(value: Any) -> str:
    return value if isinstance(value, str) else repr(value)


_INPUTS: Final[Mapping[Any, str]] = {int: "number", bool: "checkbox"}

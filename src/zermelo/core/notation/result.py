"""Typed answers: JSON and its schema follow from the fields of a class.

An answer that commands print or the explorer sends is a `Result`. Each field has a type and a description, so
that no second text says what the JSON holds:

>>> class Length(Result, frozen=True, kw_only=True):
...     '''Length of a game.'''
...
...     plies: Annotated[Count, about("plies under best play")]
...     note: Annotated[str | UnsetType, about("what is not known")] = UNSET
>>> Length(plies=9).as_json()
{'plies': 9}
"""

import functools
from typing import Annotated, Any, Final, Literal, get_type_hints

from msgspec import UNSET, Meta, Struct, UnsetType

from zermelo.core.notation.position_input import position_to_json

Count = Annotated[int, Meta(ge=0)]
PlayerNumber = Annotated[int, Meta(ge=1)]
Proportion = Annotated[float, Meta(ge=0, le=1)]
POSITION: Final = Meta(extra_json_schema={"$ref": "#/$defs/position"})
PositionJson = Annotated[Any, POSITION]
Payoffs = list[float | str]  # of each player, in their order; a fraction as text
GameInput = Annotated[str, Meta(description="the game, as every command reads it")]
ShownText = Annotated[str, Meta(description="the position as the game shows it, which every command reads")]
Names = tuple[str, ...]
Nimber = Annotated[int, Meta(ge=0, description="the nim heap that it is worth")]


def about(text: str) -> Meta:
    """Return the description of a field, for `Annotated`."""
    return Meta(description=text)


def choice(text: str, *words: str) -> Meta:
    """Return the description of a text that is one of these words, for `Annotated`."""
    return Meta(description=text, extra_json_schema={"enum": list(words)})


NextOrPrevious = Annotated[str, choice("who wins: N the next player, P the previous one", "N", "P")]
OutcomeClass = Annotated[
    str, choice("who wins: L Left, R Right, N the next player, P the previous one", "L", "R", "N", "P")
]


class Result(Struct, frozen=True, kw_only=True):
    """Base class of answers. A field that may be missing in JSON has `UNSET` as its default.

    A field whose name begins with an underscore is what texts and methods need besides, such as the game's
    rules: it is in no JSON, no schema and no repr.
    """

    def __repr__(self) -> str:
        fields = (name for name in self.__struct_fields__ if name[0] != "_")
        return f"{type(self).__name__}({', '.join(f'{name}={getattr(self, name)!r}' for name in fields)})"

    def as_json(self) -> dict[str, Any]:
        """Return the answer as JSON has it.

        Returns
        -------
        dict
            The fields by name, without those that are `UNSET`. Positions and payoffs are written by
            `position_to_json`.
        """
        positions = _position_fields(type(self))
        fields = zip(self.__struct_encode_fields__, self.__struct_fields__, strict=True)
        found = ((name, field, getattr(self, field)) for name, field in fields if field[0] != "_")
        return {
            name: position_to_json(value) if field in positions else to_json(value)
            for name, field, value in found
            if value is not UNSET
        }


@functools.cache
def _position_fields(kind: type[Result]) -> set[str]:
    """Return the fields that hold a position, which may be a tuple of anything hashable."""
    hints = get_type_hints(kind, include_extras=True)
    return {name for name, hint in hints.items() if POSITION in getattr(hint, "__metadata__", ())}


def to_json(value: Any) -> Any:
    """Return a value as JSON has it: results and mappings as objects, sequences as lists."""
    if isinstance(value, Result):
        return value.as_json()
    if isinstance(value, dict):
        return {name: to_json(each) for name, each in value.items()}
    if type(value) in (list, tuple):
        return [to_json(each) for each in value]
    return position_to_json(value)


class AnswerFields(Result, frozen=True, kw_only=True):
    """What best play gives at a position, or after a move; filled from `Answer.as_json`."""

    value: Annotated[
        float,
        about("what best play gives, as the mover sees it: 1 win, 0 draw, -1 loss, else points or a mean"),
    ]
    outcome: Annotated[
        Literal["win", "draw", "loss"],
        about("the value's sign in a word, draw where rounding could have made it"),
    ]
    remoteness: Annotated[
        Count | None,
        about("plies to the end under best play; null where play need not end, or where it is not known"),
    ]
    win_probability: Annotated[
        float | UnsetType, about("with dice, without draws: how probable it is that the mover wins")
    ] = UNSET
    to_come: Annotated[
        float | UnsetType,
        about("where moves bring points: the value again, which counts those still to come, and no others"),
    ] = UNSET

"""Typed answers: JSON and its schema follow from the fields of a class.

An answer that commands print or the explorer sends is a `Result`. Each field has a type and a description, so
that no second text says what the JSON holds:

>>> class Length(Result, frozen=True, kw_only=True):
...     '''Length of a game.'''
...
...     plies: Annotated[Count, about("plies under best play")]
...     note: Annotated[str | UnsetType, about("what is not known")] = UNSET
...     game: object  # in no JSON
...
...     @property
...     def moves(self) -> InJson[Count]:
...         '''Moves of the player who begins.'''
...         return (self.plies + 1) // 2
>>> Length(plies=9, game=None).as_json()
{'plies': 9, 'moves': 5}
"""

import functools
from collections.abc import Callable
from typing import Annotated, Any, Final, Literal, NamedTuple, Self, TypeVar, get_type_hints

from msgspec import UNSET, Meta, Struct, UnsetType

from zermelo.core.game import Game
from zermelo.core.notation.position_input import position_to_json
from zermelo.core.values import Answer

Count = Annotated[int, Meta(ge=0)]
PlayerNumber = Annotated[int, Meta(ge=1)]
Proportion = Annotated[float, Meta(ge=0, le=1)]
POSITION: Final = Meta(extra_json_schema={"$ref": "#/$defs/position"})
PositionJson = Annotated[Any, POSITION]
Value = TypeVar("Value")
Payoffs = list[float | str]  # of each player, in their order; a fraction as text
GameInput = Annotated[str, Meta(description="the game, as every command reads it")]
PlayedGame = Annotated[  # the game itself, whose JSON is its text
    Game, Meta(description="the game, as every command reads it", extra_json_schema={"type": "string"})
]
ShownText = Annotated[str, Meta(description="the position as the game shows it, which every command reads")]
Names = tuple[str, ...]
Nimber = Annotated[int, Meta(ge=0, description="the nim heap that it is worth")]


def about(text: str) -> Meta:
    """Return the description of a field of a `Result`, for `Annotated`.

    Parameters
    ----------
    text : str
        Shapes, units and meaning, in a few words.

    Returns
    -------
    msgspec.Meta
        The description.
    """
    return Meta(description=text)


def as_text(text: str) -> Meta:
    """Return the description of a value whose JSON is its text, for `Annotated`."""
    return Meta(description=text, extra_json_schema={"type": "string"}, extra={"text": True})


def in_json(name: str = "") -> Meta:
    """Return that JSON has a property, by its own name or another; its docstring describes it."""
    return Meta(extra={"json": name})


InJson = Annotated[Value, in_json()]  # what a property returns that JSON has
NextOrPrevious = Annotated[Literal["N", "P"], about("who wins: N the next player, P the previous one")]
OutcomeClass = Annotated[
    Literal["L", "R", "N", "P"], about("who wins: L Left, R Right, N the next player, P the previous one")
]


class JsonField(NamedTuple):
    """A field of an answer that its JSON has; `described` is the docstring of a property."""

    name: str  # in JSON
    attribute: str
    type: Any
    described: str
    write: Callable[[Any], Any]


class Result(Struct, frozen=True, kw_only=True):
    """Base class of answers. Its JSON has the fields described with `about`, and properties `InJson[...]`.

    What may be missing in JSON is `UNSET`. A field without a description is what texts and methods need
    besides, such as the game's rules: it is in no JSON, no schema and no repr.
    """

    def __repr__(self) -> str:
        fields = (each.attribute for each in list_json_fields(type(self)) if not each.described)
        found = ((name, getattr(self, name)) for name in fields)
        said = (f"{name}={value!r}" for name, value in found if value is not UNSET)
        return f"{type(self).__name__}({', '.join(said)})"

    def as_json(self) -> dict[str, Any]:
        """Return the answer as JSON has it.

        Returns
        -------
        dict
            The described fields by name, without those that are `UNSET`. Positions and payoffs are written by
            `position_to_json`.
        """
        found = ((each, getattr(self, each.attribute)) for each in list_json_fields(type(self)))
        return {each.name: each.write(value) for each, value in found if value is not UNSET}


@functools.cache
def list_json_fields(kind: type[Result]) -> tuple[JsonField, ...]:
    """Return what the JSON of a class has: its described fields, then its properties `InJson[...]`."""
    hints = get_type_hints(kind, include_extras=True)
    names = zip(kind.__struct_encode_fields__, kind.__struct_fields__, strict=True)
    found = [(*pair, hints[pair[1]], "") for pair in names if _is_described(hints[pair[1]])]
    for base in reversed(kind.__mro__):
        for name, thing in vars(base).items():
            compute = getattr(thing, "fget", None) or getattr(thing, "func", None)
            hint = compute.__annotations__.get("return") if compute and getattr(kind, name) is thing else None
            others = _list_own_metadata(hint, "json")
            found += [(other or name, name, hint, str(thing.__doc__)) for other in others[:1]]
    return tuple(JsonField(*each, _find_json_writer(each[2])) for each in found)


def _list_own_metadata(hint: Any, name: str) -> list[Any]:
    """Return what the metadata of a type have under a name of ours."""
    extras = (each.extra or {} for each in getattr(hint, "__metadata__", ()) if isinstance(each, Meta))
    return [extra[name] for extra in extras if name in extra]


def _find_json_writer(hint: Any) -> Callable[[Any], Any]:
    """Return what writes a field's value; a position may be a tuple of anything hashable."""
    if _list_own_metadata(hint, "text"):
        return lambda value: None if value is None else str(value)
    return position_to_json if POSITION in hint.__metadata__ else to_json


def _is_described(hint: Any) -> bool:
    return any(isinstance(each, Meta) and each.description for each in getattr(hint, "__metadata__", ()))


def to_json(value: Any) -> Any:
    """Return a value as JSON has it: results and mappings as objects, sequences as lists, games as texts."""
    if isinstance(value, Result | Answer):
        return value.as_json()
    if isinstance(value, Game):
        return repr(value)
    if isinstance(value, dict):
        return {name: to_json(each) for name, each in value.items()}
    if type(value) in (list, tuple):
        return [to_json(each) for each in value]
    return position_to_json(value)


class AnswerFields(Result, frozen=True, kw_only=True):
    """What best play gives at a position, or after a move; `of` fills the fields."""

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
    answer: Answer

    @classmethod
    def of(cls, answer: Answer, **fields: Any) -> Self:
        """Return the result of an answer and the other fields.

        Parameters
        ----------
        answer : Answer
            What best play gives.
        **fields
            The other fields of the class.

        Returns
        -------
        AnswerFields
            An instance of the class.
        """
        return cls(answer=answer, **(answer.as_json() | fields))

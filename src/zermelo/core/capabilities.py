"""What a game may say: every method and attribute that something asks for, and how it is asked.

A name that is not in the table is a helper, and nobody's business. So a misspelled capability would be
quietly left out of every answer: `symmetry` makes no symmetries, `outcomes` ends no play. Where a class is
made, what is nearly such a name and used by nothing in the class is therefore refused, and so is a
capability that cannot be asked as the table says.
"""

import dataclasses
import functools
import inspect
from collections.abc import Iterator, Set
from types import CodeType
from typing import Any, NamedTuple

from zermelo.core.errors import BadRules


class Capability(NamedTuple):
    """A name with the parameters of its method, or None where it is an attribute: a field or a property.

    It is one only beside `beside`, where that is a name: `size` alone is any number. It cannot be
    asked without those that it `needs`.
    """

    name: str
    parameters: tuple[str, ...] | None
    beside: str = ""
    needs: tuple[str, ...] = ()


POSITION = ("position",)
MOVE = ("position", "move")
PLAYER = ("position", "player")

CONTRACT: tuple[Capability, ...] = (  # what `Game` itself defines
    Capability("start", ()),
    Capability("starts", ()),
    Capability("moves", POSITION),
    Capability("play", MOVE),
    Capability("outcome", POSITION),
    Capability("stuck", POSITION),
    Capability("show", POSITION),
    Capability("parse", ("text",)),
    Capability("name", MOVE),
    Capability("players", None),
    Capability("scored", None),
    Capability("impartial", None),
)
OPTIONAL: tuple[Capability, ...] = (  # what a game gets by defining it
    Capability("gain", MOVE),
    Capability("mover", POSITION),
    Capability("tier", POSITION),
    Capability("symmetries", POSITION),
    Capability("rank", POSITION, needs=("unrank", "size")),
    Capability("unrank", ("index",), needs=("rank", "size")),
    Capability("size", None, beside="rank"),
    Capability("parents", POSITION, needs=("rank",)),
    Capability("passed", POSITION),
    Capability("parts", POSITION),
    Capability("options", PLAYER),
    Capability("to_move", PLAYER),
    Capability("chances", POSITION),
    Capability("payoffs", POSITION),
    Capability("estimate", POSITION),
    Capability("order", MOVE),
    Capability("quiet", POSITION),
    Capability("candidates", POSITION),
    Capability("bounds", POSITION),
    Capability("endgame", POSITION),
    Capability("winning_lines", None, needs=("boards", "cell_of")),
    Capability("boards", POSITION, beside="winning_lines"),
    Capability("cell_of", MOVE, beside="winning_lines"),
    Capability("playable", ("occupied",), beside="winning_lines"),
    Capability("sizes", POSITION),
    Capability("draw", POSITION),
)
CAPABILITIES = {each.name: each for each in (*CONTRACT, *OPTIONAL)}
SHORT = 5  # letters up to which a name is near another only if the first letter is the same
GENERATED = ("__init__", "__setattr__", "__delattr__")  # by the dataclass: they speak of every field
LONG = 8  # letters from which two may be wrong


def check_definition(cls: type, root: type) -> None:
    """Raise `BadRules` where a class below `root` misspells a capability, or makes one what it is not."""
    said: dict[str, Any] = {}
    for base in reversed(cls.__mro__):
        if base not in root.__mro__:
            said.update(base.__dict__)
    fields = dict.fromkeys(field.name for field in dataclasses.fields(cls))
    for name in CAPABILITIES.keys() & (said.keys() | fields.keys()):
        capability = CAPABILITIES[name]
        if not capability.beside or capability.beside in said:
            _check_kind(cls, capability, said.get(name), is_field=name in fields)
    begins = not said.keys().isdisjoint(("start", "starts", "unrank"))
    if begins + ("moves" in said) + ("play" in said) < 2:
        return  # a base for some games, whose helpers the classes below it use
    _check_needs(cls, said.keys() | fields.keys())
    own = (fields | cls.__dict__).items()
    asked = [each for each in CAPABILITIES.values() if not each.beside or each.beside in said]
    near = [(name, meant) for name, value in own for meant in _meant(name, value, asked)]
    used = _used(cls, root) if near else set()
    for name, meant in near:
        if name not in used and meant not in cls.__dict__:
            raise BadRules(_misspelled(cls, name, meant))


def _check_needs(cls: type, said: Set[str]) -> None:
    """Raise `BadRules` where a class has a capability without another that it is asked together with."""
    for name, capability in CAPABILITIES.items():
        lacking = [other for other in capability.needs if other not in said]
        if name in said and lacking:
            raise BadRules(
                f"{cls.__name__} defines {name} and no {' and no '.join(lacking)}: "
                f"one is asked with {' and '.join(capability.needs)}, so define them, or leave it out"
            )


def _check_kind(cls: type, capability: Capability, value: Any, *, is_field: bool) -> None:
    """Raise `BadRules` where what the class has under a capability's name cannot be asked as one."""
    name = capability.name
    if capability.parameters is None:
        if inspect.isfunction(value):
            raise BadRules(
                f"{cls.__name__} defines {name} as a method, and it is asked as an attribute: "
                f"write @property above def {name}(self), or make it a field"
            )
        return
    written = f"def {name}({', '.join(('self', *capability.parameters))})"
    if is_field or not (value is None or callable(value) or isinstance(value, staticmethod | classmethod)):
        found = "a field" if is_field else f"a {type(value).__name__}"
        raise BadRules(
            f"{cls.__name__} defines {name} as {found}, and it is a method, {written}: "
            "write that, or give what is meant another name"
        )
    fault = _unaskable(value, len(capability.parameters))
    if fault:
        raise BadRules(f"{cls.__name__} defines {name}{fault}, and it is asked as {written}: write it so")


def _unaskable(value: Any, parameters: int) -> str:
    """Return the parameters of a method that cannot be called with so many, else nothing."""
    function = _function_of(value)
    if function is None or isinstance(value, functools.partial):
        return ""
    code: CodeType = function.__code__
    taken = parameters if isinstance(value, staticmethod) else parameters + 1
    least = code.co_argcount - len(function.__defaults__ or ())
    most = code.co_argcount if not code.co_flags & inspect.CO_VARARGS else taken
    wanted = set(code.co_varnames[code.co_argcount :][: code.co_kwonlyargcount]) - set(
        function.__kwdefaults__ or ()
    )
    if least <= taken <= most and not wanted:
        return ""
    return f"({', '.join(inspect.signature(function).parameters)})"


def _meant(name: str, value: Any, asked: list[Capability]) -> Iterator[str]:
    """Yield the capabilities that a name of a class is nearly, where it could stand for one of that kind."""
    if name.startswith("_") or name in CAPABILITIES or isinstance(value, type):
        return
    is_method = _function_of(value) is not None
    for capability in asked:
        if (is_method or capability.parameters is None) and is_near(name, capability.name):
            yield capability.name


def is_near(name: str, capability: str) -> bool:
    """Return whether a name is nearly a capability's: another number, other capitals, a letter or two wrong.

    >>> is_near("symmetry", "symmetries"), is_near("outcomes", "outcome"), is_near("toMove", "to_move")
    (True, True, True)
    >>> is_near("order_of", "order"), is_near("starting", "start"), is_near("over", "mover")
    (False, False, False)
    """
    one, other = _bare(name), _bare(capability)
    wrong = 2 if min(len(one), len(other)) >= LONG else 1
    if _singular(one) == _singular(other):
        return True
    if abs(len(one) - len(other)) > wrong or len(set(one) ^ set(other)) > 2 * wrong:
        return False  # most names, and quickly
    if len(other) <= SHORT and one[:1] != other[0]:
        return False
    return _distance(one, other) <= wrong


def _bare(name: str) -> str:
    return name.replace("_", "").casefold()


def _singular(word: str) -> str:
    return word[:-3] + "y" if word.endswith("ies") else word.removesuffix("s")


def _distance(one: str, other: str) -> int:
    """Return how many letters have to be put in, left out, changed or swapped with the next."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        earlier, before, row = before, row, [i]
        for j, wanted in enumerate(other, 1):
            least = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != wanted))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == wanted:
                least = min(least, earlier[j - 2] + 1)
            row.append(least)
    return row[-1]


def _function_of(value: Any) -> Any:
    """Return the function inside a method, a property or a decorated one, None where there is none."""
    if isinstance(value, staticmethod | classmethod):
        value = value.__func__
    elif isinstance(value, property):
        value = value.fget
    elif isinstance(value, functools.cached_property):
        value = value.func
    value = inspect.unwrap(value) if callable(value) else value
    return value if inspect.isfunction(value) else None


def _used(cls: type, root: type) -> set[str]:
    """Return every name that the class's functions speak of, each not in its own; and second names."""
    used: set[str] = set()
    for base in cls.__mro__:
        if base in root.__mro__:
            continue
        values = [
            value
            for name, value in base.__dict__.items()
            if name not in GENERATED and _function_of(value) is not None
        ]
        for value in values:
            function = _function_of(value)
            used |= set(_spoken_of(function.__code__)) - {function.__name__}
            if sum(each is value for each in values) > 1:
                used.add(function.__name__)
    return used


def _spoken_of(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, str):
            yield constant
        elif isinstance(constant, CodeType):
            yield from _spoken_of(constant)


def _misspelled(cls: type, name: str, meant: str) -> str:
    capability = CAPABILITIES[meant]
    written = meant if capability.parameters is None else f"{meant}({', '.join(capability.parameters)})"
    return (
        f"{cls.__name__} defines {name}, which nothing asks for: "
        f"did you mean {written}? A helper that is used elsewhere only may be called _{name}"
    )

"""Parameters of a game: what each may be is declared at its field, and checked before the rules see it.

    columns: int = whole(3, 1, 31)
    heaps: tuple[int, ...] = whole((1, 3, 5), 0, 1_000_000)  # some numbers, each from 0 to 1,000,000
    starter: str = choice("left", "right")
    misere: bool = False  # the annotation is enough, also for a text or a game

A class that gives a field another usual value keeps what the field may be. Ends that depend on other
parameters stay in `__post_init__`, with `check_whole` and `check_bits`. Every refusal is a `BadParameter` of
one line: the value, the reason, the remedy.
"""

import dataclasses
from collections.abc import Mapping
from itertools import chain
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeVar

from zermelo.core.errors import BadParameter, BadRules
from zermelo.core.notation.wording import join_names

WholeNumbers = TypeVar("WholeNumbers", int, tuple[int, ...])
Chosen = TypeVar("Chosen")

WORD_BITS: Final = 63  # a position is an integer, 0 <= position < 2**63
DECLARED: Final = "zermelo"  # where a field's metadata hold its `Parameter`


class Parameter(NamedTuple):
    """A parameter of a game: its name, the kind of its values, the usual one, and what it may be."""

    name: str = ""
    kind: type = object  # bool, int, float, str, tuple, Game, or object for any other
    default: Any = dataclasses.MISSING
    least: int | None = None  # of a whole number, or of each number of a tuple
    most: int | None = None
    choices: tuple[Any, ...] = ()

    @property
    def label(self) -> str:
        """The name in words."""
        return self.name.replace("_", " ")

    @property
    def is_limited(self) -> bool:
        """Whether a range or choices were declared."""
        return self.least is not None or bool(self.choices)

    def check(self, value: Any) -> None:
        """Raise `BadParameter` for what the parameter may not be."""
        if self.least is not None and self.kind is int:
            check_whole(self.name, value, self.least, self.most)
        elif self.least is not None:
            if not isinstance(value, tuple) or (not value and self.default != ()):
                given = f"{self.name}={value!r}"
                raise BadParameter(f"{given} is not a tuple of whole numbers: write for example (1, 2, 3)")
            for index, each in enumerate(value):
                check_whole(f"{self.name}[{index}]", each, self.least, self.most)
        elif self.choices:
            if not isinstance(value, self.kind) or value not in self.choices:
                known = join_names([*map(repr, self.choices)])
                raise BadParameter(f"{self.name}={value!r} is unknown: give {known}")
        elif self.kind not in (int, float) and not isinstance(value, self.kind):
            what = {bool: "yes or no", str: "text"}.get(self.kind, "game")
            usual = "" if self.default is dataclasses.MISSING else f" like {self.name}={self.default!r}"
            like = "True or False" if self.kind is bool else f"one{usual}"
            raise BadParameter(f"{self.name}={value!r} is no {what}: give {like}")


def whole(default: WholeNumbers, least: int, most: int | None = None) -> WholeNumbers:
    """Declare a parameter that is a whole number, or a tuple of some.

    Parameters
    ----------
    default : int or tuple of int
        The usual value; a tuple may be empty only where the usual one is.
    least, most : int
        The ends of the range, both included; None is no end.

    Returns
    -------
    int or tuple of int
        For a field of a class of games, as in `columns: int = whole(3, 1, 31)`.

    Examples
    --------
    >>> import zermelo
    >>> class Stones(zermelo.Game):
    ...     stones: int = whole(21, 1, 99)
    >>> Stones(stones=0)
    Traceback (most recent call last):
        ...
    zermelo.core.errors.BadParameter: stones=0 is too small: give a whole number from 1 to 99
    """
    return _declare(default, Parameter(least=least, most=most))  # type: ignore[no-any-return]


def choice(*choices: Chosen, default: Chosen | None = None) -> Chosen:
    """Declare a parameter that is one of a few values.

    Parameters
    ----------
    *choices : object
        What it may be.
    default : object, optional
        The usual value; by default the first.

    Returns
    -------
    object
        For a field of a class of games, as in `starter: str = choice("left", "right")`.
    """
    usual = choices[0] if default is None else default
    return _declare(usual, Parameter(choices=choices))  # type: ignore[no-any-return]


def _declare(default: object, parameter: Parameter) -> Any:
    return dataclasses.field(default=default, metadata={DECLARED: parameter})


def list_parameters(game: object) -> tuple[Parameter, ...]:
    """Return the parameters of a game, and what each may be.

    Parameters
    ----------
    game : Game or type of Game
        A game, or a class of games.

    Returns
    -------
    tuple of Parameter
        Name, kind, default, ends of the range and choices of each; `default` is `dataclasses.MISSING` for
        one that has to be given.

    Examples
    --------
    >>> import zermelo
    >>> size, *_ = list_parameters(zermelo.game("hex"))
    >>> size.name, size.kind, size.default, size.least
    ('size', <class 'int'>, 3, 1)
    """
    return tuple(field.metadata[DECLARED] for field in dataclasses.fields(game) if field.init)  # type: ignore[arg-type]


def bind_parameters(cls: Any, root: type) -> None:
    """Note at each field of a class of games what it may be; raise `BadRules` for a bad usual value."""
    kinds: dict[Any, type] = {each.__name__: each for each in (bool, int, float, str, root)}
    for field in dataclasses.fields(cls):
        same = (vars(base).get("__dataclass_fields__", {}).get(field.name) for base in cls.__mro__)
        known = (each.metadata[DECLARED] for each in same if each and DECLARED in each.metadata)
        limits = next((each for each in known if each.is_limited), Parameter())
        annotated = kinds.get(getattr(field.type, "__name__", field.type), object)
        kind = type((*limits.choices, field.default)[0]) if limits.is_limited else annotated
        parameter = limits._replace(name=field.name, kind=kind, default=field.default)
        field.metadata = MappingProxyType({**field.metadata, DECLARED: parameter})
        if limits.is_limited:
            try:
                parameter.check(field.default)
            except BadParameter as error:
                raise BadRules(f"{cls.__name__} has a usual value that may not be given: {error}") from None


def check_parameters(cls: Any, placed: tuple[Any, ...], named: Mapping[str, Any]) -> None:
    """Raise `BadParameter` for the first of what is given to a class of games that may not be given."""
    fields = cls.__dataclass_fields__
    for name, value in chain(zip(cls.__match_args__, placed, strict=False), named.items()):
        field = fields.get(name)
        parameter = field and field.metadata.get(DECLARED)
        if parameter and value is not parameter.default:
            parameter.check(value)


def check_whole(name: str, value: Any, least: int, most: int | None = None) -> None:
    """Refuse `value` where it is not an integer from `least` to `most`."""
    is_whole = isinstance(value, int) and not isinstance(value, bool)
    if is_whole and least <= value and (most is None or value <= most):
        return
    wanted = f"of at least {least}" if most is None else f"from {least} to {most}"
    if not is_whole:
        raise BadParameter(f"{name}={value!r} is not a whole number: give one {wanted}")
    side = "small" if value < least else "large"
    raise BadParameter(f"{name}={value!r} is too {side}: give a whole number {wanted}")


def check_bits(what: str, bits: int) -> None:
    """Refuse a game whose position needs more than one word."""
    if bits > WORD_BITS:
        raise BadParameter(
            f"{what} needs {bits} bits a position and a position has {WORD_BITS}: take a smaller one"
        )

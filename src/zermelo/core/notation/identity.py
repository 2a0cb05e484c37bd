"""The identity of a value, as one text that holds all of it: equal texts mean the same value.

Games are compared, remembered and named on disk by the texts of their parameters. Nothing here asks a value
for its `repr`, which may leave things out (NumPy's has three dots in long arrays), repeat itself, or name an
address: numbers, texts and containers are written out, arrays by type, shape and a hash of what they hold,
all other objects by their class and state. What has no state that could be read (a function, a class, a lock)
stands in the text by its name and is kept beside it: it is the same only where it is the same object.
"""

import copyreg
import dataclasses
import enum
import functools
import hashlib
import sys
import types
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

ATOMS = (type(None), bool, int, float, complex, str, bytes, type(...), type(NotImplemented))
CONTAINERS = (tuple, list, dict, set, frozenset, bytearray, str, bytes, int, float, complex)  # of subclasses
NAMED = (  # what is followed no further here
    type,
    types.FunctionType,
    types.BuiltinFunctionType,
    types.MethodType,
    types.ModuleType,
    types.WrapperDescriptorType,
    types.MethodWrapperType,
    types.MethodDescriptorType,
    types.ClassMethodDescriptorType,
    types.GetSetDescriptorType,
    types.MemberDescriptorType,
)
PLAIN: tuple[Any, ...] = (str, bytes, int, float, complex)
SHORT = 64  # items of an array that is written out
POINTER = 8  # bytes


class Identity(NamedTuple):
    """A value's text, and the objects that stand in it by their names alone."""

    text: str
    others: tuple[object, ...]

    def is_same(self, other: "Identity") -> bool:
        """Return whether both are of the same value."""
        return (
            self.text == other.text
            and len(self.others) == len(other.others)
            and all(mine is theirs for mine, theirs in zip(self.others, other.others, strict=True))
        )


def compute_identity(value: object, *, strict: bool = False) -> Identity:
    """Return what `value` is.

    `strict` tells apart what is equal and may still be another thing to a rule: dicts of another order,
    NumPy's scalars and Python's numbers.

    >>> compute_identity((1, True)).text == compute_identity((1, 1)).text
    False
    """
    others: list[object] = []

    def name_object_and_collect(other: object) -> str:
        others.append(other)
        return qualified_name_of(other)

    try:
        return Identity(
            IdentityEncoder(name_object_and_collect, strict=strict).encode_value(value), tuple(others)
        )
    except RecursionError:  # containers nested hundreds deep: the same only where it is the same object
        return Identity(f"nested({qualified_name_of(value)})", (value,))


def qualified_name_of(thing: object) -> str:
    """Return what a function, a class or any object is called: never where it lies in memory."""
    called = thing if isinstance(thing, type) or hasattr(thing, "__qualname__") else type(thing)
    return f"<{getattr(called, '__module__', '')}.{getattr(called, '__qualname__', '')}>"


class IdentityEncoder:
    """Writes values; `named` is asked for the text of what has no state to be read."""

    def __init__(self, named: Callable[[object], str], *, strict: bool) -> None:
        self.named, self.strict = named, strict
        self.derived: list[tuple[Any, str]] = []  # objects met, and their attributes that properties keep
        self._open: dict[int, int] = {}  # the containers around, by depth: a value may hold itself

    def encode_value(self, value: object) -> str:
        """Return the text of a value."""
        kind = type(value)
        if kind in ATOMS:
            return _atom_text(value)
        if kind is tuple and all(type(item) in ATOMS for item in value):  # type: ignore[attr-defined]  # a tuple
            return f"tuple({','.join(map(_atom_text, value))})"  # type: ignore[call-overload]  # a tuple
        if isinstance(value, NAMED):
            return self.named(value)
        if id(value) in self._open:
            return f"^{len(self._open) - self._open[id(value)]}"
        self._open[id(value)] = len(self._open)
        try:
            return self._object_text(value, kind)
        finally:
            del self._open[id(value)]

    def _object_text(self, value: Any, kind: type) -> str:
        numpy = sys.modules.get("numpy")
        if numpy is not None and isinstance(value, numpy.generic):
            return self._scalar_text(value)
        if numpy is not None and kind is numpy.ndarray:
            return self._array_text(value)
        if numpy is not None and isinstance(value, numpy.dtype):
            return f"dtype({value.descr!r})"
        if isinstance(value, enum.Enum):
            return f"enum({self.named(kind)},{value.name},{self.encode_value(value._value_)})"
        if kind in (range, slice):
            return f"{kind.__name__}({self._item_texts((value.start, value.stop, value.step))})"
        if kind is types.MappingProxyType:
            return f"mappingproxy({self._pair_texts(value.items())})"
        if is_game(value):
            return self._game_text(value)
        if kind is object:  # a mark, which is the same only where it is the same object
            return self.named(value)
        content = self._content_text(value)
        if kind in CONTAINERS:
            return f"{kind.__name__}({content})"
        if not has_only_readable_state(kind):
            return self._pickle_reduction_text(value, kind)
        state = self._pair_texts(self._yield_state_attributes(value), ordered=False)
        return f"object({self.named(kind)},{content or ''},{state})"

    def _game_text(self, game: Any) -> str:
        said = [*yield_game_parameters(game)]
        if self.strict:  # what __post_init__ noted
            known = {name for name, _ in said}
            if "begun_at" in game.__dict__:
                known |= {"begun_at", "start", "starts"}
            said += [pair for pair in self._yield_state_attributes(game) if pair[0] not in known]
        return f"game({self.named(type(game))},{self._pair_texts(said, ordered=True)})"

    def _yield_state_attributes(self, value: object) -> Iterator[tuple[str, object]]:
        """Yield an object's attributes, without those that follow from the others."""
        for name, held in yield_attributes_of_object(value):
            if isinstance(getattr(type(value), name, None), functools.cached_property):
                self.derived.append((value, name))
            else:
                yield name, held

    def _content_text(self, value: Any) -> str | None:
        """Return what a container, or an object that is one too, holds; None of any other."""
        match value:
            case dict():
                return self._pair_texts(dict.items(value))
            case tuple():
                return self._item_texts(tuple.__iter__(value))
            case list():
                return self._item_texts(list.__iter__(value))
            case set() | frozenset():
                return ",".join(sorted(self.encode_value(item) for item in value))
            case bytearray():
                return bytes(value).hex()
        for plain in PLAIN:
            if isinstance(value, plain):
                return _atom_text(plain.__new__(plain, value))
        return None

    def _item_texts(self, items: Iterable[object]) -> str:
        return ",".join(self.encode_value(item) for item in items)

    def _pair_texts(self, pairs: Iterable[tuple[object, object]], ordered: bool | None = None) -> str:
        found = [f"{self.encode_value(key)}:{self.encode_value(value)}" for key, value in pairs]
        return ",".join(found if (self.strict if ordered is None else ordered) else sorted(found))

    def _scalar_text(self, value: Any) -> str:
        """Return the text of one of NumPy's numbers: that of Python's, where there is one."""
        item = value.item()
        if type(item) not in ATOMS:
            return f"scalar({value.dtype.str},{value.tobytes().hex()})"
        return f"scalar({value.dtype.str},{_atom_text(item)})" if self.strict else _atom_text(item)

    def _array_text(self, value: Any) -> str:
        held = self.encode_value(value.tolist()) if value.dtype.hasobject else _array_digest(value)
        return f"array({value.dtype.descr!r},{value.shape},{held})"

    def _pickle_reduction_text(self, value: Any, kind: type) -> str:
        """Return the text of an object of the standard library's, by what it would be pickled as."""
        known = kind.__module__.partition(".")[0] in sys.stdlib_module_names and not hasattr(kind, "__next__")
        try:
            reduce: Any = copyreg.dispatch_table.get(kind, lambda held: held.__reduce_ex__(2))
            made = reduce(value) if known else None
        except Exception:  # it cannot be pickled: a lock, a file
            made = None
        if not isinstance(made, tuple) or not _is_trivial_reduction(made):
            return self.named(value)
        rest = [list(part) if isinstance(part, Iterator) else part for part in made[1:]]
        return f"object({self.named(kind)},{self._item_texts(rest)})"


def _is_trivial_reduction(made: tuple[Any, ...]) -> bool:
    """Return whether what a reduction gives beside class and arguments is state and items."""
    return len(made) <= 5 and all(part is None or isinstance(part, Iterator) for part in made[3:])


def _atom_text(value: Any) -> str:
    return f"int({value:x})" if type(value) is int else f"{type(value).__name__}({value!r})"


def _array_digest(array: Any) -> str:
    """Return a hash of what an array holds."""
    return hashlib.sha256(array.tobytes()).hexdigest()


def is_game(value: object) -> bool:
    """Return whether a value is a game, whose parameters say what it is.

    Games are compared by this file, which `core.game` imports, so it asks for games when it is called.
    """
    from zermelo.core.game import Game

    return isinstance(value, Game)


def yield_game_parameters(game: Any) -> Iterator[tuple[str, object]]:
    """Yield what makes a game of its family: every field, and where it begins where that was said."""
    for field in dataclasses.fields(game):
        yield field.name, getattr(game, field.name)
    if "begun_at" in game.__dict__:
        yield " from ", game.__dict__["begun_at"]


def yield_attributes_of_object(value: object) -> Iterator[tuple[str, object]]:
    """Yield an object's attributes, those in slots too."""
    yield from list(getattr(value, "__dict__", {}).items())  # another thread may be caching a property there
    for kind in type(value).__mro__:
        for name, slot in vars(kind).items():
            if isinstance(slot, types.MemberDescriptorType):
                try:
                    yield f"{kind.__name__}.{name}", slot.__get__(value)
                except AttributeError:  # a slot that is empty
                    continue


def has_only_readable_state(kind: type) -> bool:
    """Return whether objects keep attributes and a container's items only: some of those in C keep more."""
    base = next((base for base in kind.__mro__ if base in CONTAINERS), object)
    slots = sum(
        isinstance(member, types.MemberDescriptorType)
        for base in kind.__mro__
        for member in vars(base).values()
    )
    known = base.__basicsize__ + POINTER * (
        slots + (kind.__dictoffset__ not in (0, -1)) + (kind.__weakrefoffset__ > 0)
    )
    return kind.__itemsize__ == base.__itemsize__ and kind.__basicsize__ <= known


def parameter_text(value: Any) -> str:
    """Return a parameter as a game's repr has it: Python's own text, and no dots.

    >>> parameter_text((1, "a")), parameter_text(frozenset({2, 1}))
    ("(1, 'a')", 'frozenset({1, 2})')
    """
    kind, numpy = type(value), sys.modules.get("numpy")
    if numpy is not None and isinstance(value, numpy.generic) and type(value.item()) in ATOMS:
        return parameter_text(value.item())
    if numpy is not None and kind is numpy.ndarray:
        if value.size <= SHORT and not value.dtype.hasobject:
            return f"array({parameter_text(value.tolist())}, {value.dtype})"
        held = compute_identity(value).text
        return f"array(shape {value.shape}, {value.dtype}, {hashlib.sha256(held.encode()).hexdigest()[:16]})"
    if kind is int:
        return repr(value) if value.bit_length() < 4096 else hex(value)
    if kind is tuple:
        return f"({', '.join(map(parameter_text, value))}{',' if len(value) == 1 else ''})"
    if kind is list:
        return f"[{', '.join(map(parameter_text, value))}]"
    if kind is dict:
        return (
            "{"
            + ", ".join(f"{parameter_text(key)}: {parameter_text(held)}" for key, held in value.items())
            + "}"
        )
    if kind in (set, frozenset) and value:
        inside = "{" + ", ".join(_sorted_item_texts(value)) + "}"
        return inside if kind is set else f"frozenset({inside})"
    if isinstance(value, enum.Enum):
        return f"{kind.__name__}.{value.name}"
    default: Any = object.__repr__
    if kind.__repr__ is default or isinstance(value, types.FunctionType):  # which tell an address
        return qualified_name_of(value)
    return repr(value)


def _sorted_item_texts(items: Iterable[Any]) -> list[str]:
    """Return a set's items as text: numbers by size, all else by their text."""
    held = list(items)
    if all(type(item) in (int, float) for item in held):
        return [repr(item) for item in sorted(held)]
    return sorted(map(parameter_text, held))

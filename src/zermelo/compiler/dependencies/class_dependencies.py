"""Classes in a walk: their bases, and all that they define."""

import dataclasses
import enum
from collections.abc import Iterator
from typing import Any

from zermelo.compiler.dependencies.dependency_walk import DependencyWalk
from zermelo.compiler.dependencies.module_origins import find_class_origin
from zermelo.compiler.dependencies.special_names import (
    OF_A_NAMED_TUPLE,
    OF_AN_ENUM,
    OF_EVERY_CLASS,
    READ_BY_PEOPLE,
)
from zermelo.core.game import Game
from zermelo.core.mix_ins import MIX_INS


def add_class_description(walk: DependencyWalk, kind: type) -> None:
    """Describe a class: its bases, and all that it and they define."""
    origin = find_class_origin(kind)
    if origin is not None:
        return walk.add_library_dependency(kind.__module__, kind.__qualname__, origin)
    walk.add_description(f"class {kind.__name__}")
    if type(kind) is not type:
        walk.add_description(f"made by {walk.describe_value(type(kind))}")
    for base in kind.__mro__:
        if base in (*Game.__mro__, *MIX_INS, kind):
            continue
        walk.add_description(f"base {walk.number_dependency(base)}")
    members = _yield_defined_members(kind)
    walk.reached.sized.append((vars(kind), len(vars(kind))))
    if isinstance(kind, enum.EnumType):
        members_of: Any = kind.__members__
        for name, member in members_of.items():
            walk.add_description(f"{name} = {walk.describe_value(member._value_)}")
    for field in vars(kind).get("__dataclass_fields__", {}).values():
        add_dataclass_field_description(walk, field)
    walk.add_description(repr(vars(kind).get("__dataclass_params__")))
    for name, value in members:
        walk.record_name_value(vars(kind), name, value)
        if issubclass(kind, Game) and name in READ_BY_PEOPLE:
            walk.passed_over.append((kind, name, value))
        else:
            walk.add_description(f"{name} = {walk.describe_value(value)}")
    return None


def _yield_defined_members(kind: type) -> Iterator[tuple[str, object]]:
    """Yield what a class defines, in the order of names, without what Python adds to every class."""
    is_dataclass, is_enum = "__dataclass_fields__" in vars(kind), isinstance(kind, enum.EnumType)
    is_named_tuple = issubclass(kind, tuple) and hasattr(kind, "_field_defaults")
    for name in sorted(vars(kind)):
        value = vars(kind)[name]
        code = getattr(value, "__code__", None)
        written_by_python = is_dataclass and code is not None and code.co_filename == "<string>"
        recursive = (
            is_dataclass
            and name == "__repr__"
            and not issubclass(kind, Game)
            and hasattr(value, "__wrapped__")
        )
        if name in OF_EVERY_CLASS or written_by_python or recursive:
            continue
        if is_enum and (name in OF_AN_ENUM or name in kind.__members__):  # type: ignore[attr-defined]  # an enum
            continue
        if is_named_tuple and (name in OF_A_NAMED_TUPLE or ("__new__" in vars(kind) and name == "__repr__")):
            continue
        yield name, value


def add_dataclass_field_description(walk: DependencyWalk, held: Any) -> None:
    """Describe a dataclass's field."""
    made = [each for each in (held.default, held.default_factory) if each is not dataclasses.MISSING]
    walk.add_description(f"field {held.name} {' '.join(map(walk.describe_value, made))}")
    walk.add_description(repr((held.init, held.compare, held.hash, held.kw_only is True, len(made))))

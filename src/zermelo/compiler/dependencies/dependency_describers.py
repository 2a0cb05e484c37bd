"""The describers of a walk, one for each kind of thing that is not data."""

import functools
import types
from types import FunctionType, ModuleType
from typing import Any, Final

from zermelo.compiler.dependencies.class_dependencies import (
    add_class_description,
    add_dataclass_field_description,
)
from zermelo.compiler.dependencies.dependency_walk import DependencyWalk, Describe
from zermelo.compiler.dependencies.function_dependencies import add_function_description
from zermelo.compiler.dependencies.module_dependencies import add_module_description
from zermelo.compiler.dependencies.module_origins import find_module_origin, find_stated_module_name
from zermelo.compiler.dependencies.special_names import UNPREDICTABLE
from zermelo.core.notation.identity import qualified_name_of


def _add_builtin_description(walk: DependencyWalk, thing: Any) -> None:
    """Describe a function or a method that is written in C."""
    owner = getattr(thing, "__self__", None)
    module = (
        find_stated_module_name(thing)
        or find_stated_module_name(getattr(thing, "__objclass__", None))
        or "builtins"
    )
    walk.add_description(f"c {module}.{thing.__qualname__}")
    if owner is not None and not isinstance(owner, ModuleType):
        walk.add_description(f"of {walk.describe_value(owner)}")
    if module == "builtins" and thing.__name__ in UNPREDICTABLE:
        walk.record_unfollowable(f"{thing.__name__}()")
    elif origin := find_module_origin(module):
        walk.add_library_dependency(module, thing.__qualname__, origin)


def _add_static_or_class_method_description(walk: DependencyWalk, method: Any) -> None:
    """Describe a static or class method."""
    walk.add_description(f"{type(method).__name__} {walk.describe_value(method.__func__)}")


def _add_property_description(walk: DependencyWalk, held: property) -> None:
    """Describe a property by its functions."""
    walk.add_description(
        f"property {' '.join(walk.describe_value(each) for each in (held.fget, held.fset, held.fdel))}"
    )


def _add_cached_property_description(walk: DependencyWalk, held: Any) -> None:
    """Describe a property that is computed once."""
    walk.add_description(f"cached {walk.describe_value(held.func)}")


def _clear_and_add_cached_function_description(walk: DependencyWalk, held: Any) -> None:
    """Describe a function behind a cache, which is emptied: what it holds was made earlier."""
    held.cache_clear()
    walk.add_description(
        f"remembered {walk.describe_value(held.cache_parameters())} {walk.describe_value(held.__wrapped__)}"
    )
    walk.record_name_value(vars(held), "__wrapped__", held.__wrapped__)


def _add_partial_function_description(walk: DependencyWalk, held: Any) -> None:
    """Describe a function of which some arguments are given."""
    parts = map(walk.describe_value, (held.func, held.args, held.keywords))
    walk.add_description(f"partial {' '.join(parts)}")


def _add_class_slot_description(walk: DependencyWalk, held: Any) -> None:
    """Describe a slot or an attribute of a class that is written in C."""
    walk.add_description(f"slot {held.__name__}")


def _add_typing_object_description(walk: DependencyWalk, held: Any) -> None:
    """Describe an object of `typing`, which only readers of annotations use."""
    walk.add_description(f"typing {getattr(held, '__name__', type(held).__name__)}")


DESCRIBERS: Final[dict[type, Describe]] = {
    FunctionType: add_function_description,
    type: add_class_description,
    ModuleType: add_module_description,
    types.BuiltinFunctionType: _add_builtin_description,
    types.MethodDescriptorType: _add_builtin_description,
    types.WrapperDescriptorType: _add_builtin_description,
    types.MethodWrapperType: _add_builtin_description,
    types.ClassMethodDescriptorType: _add_builtin_description,
    types.MemberDescriptorType: _add_class_slot_description,
    types.GetSetDescriptorType: _add_class_slot_description,
    staticmethod: _add_static_or_class_method_description,
    classmethod: _add_static_or_class_method_description,
    property: _add_property_description,
    functools.cached_property: _add_cached_property_description,
    functools._lru_cache_wrapper: _clear_and_add_cached_function_description,
    functools.partial: _add_partial_function_description,
    functools.partialmethod: _add_partial_function_description,
}


def find_dependency_describer(thing: object) -> Describe | None:
    """Return what describes a thing that is no data; None of data, and of what is unknown."""
    found = DESCRIBERS.get(type(thing))
    if found is not None:
        return found
    if isinstance(thing, type):
        return add_class_description
    kind = type(thing)
    if kind.__module__ == "dataclasses" and kind.__name__ == "Field":
        return add_dataclass_field_description
    if kind.__module__ in ("typing", "_typing") or kind is types.GenericAlias or kind is types.UnionType:
        return _add_typing_object_description
    if kind.__module__ == "collections" and kind.__name__ == "_tuplegetter":
        return lambda walk, held: walk.add_description(f"slot {held.__reduce__()[1][0]}")
    if kind.__module__ == "numpy" and kind.__name__ in ("ufunc", "_ArrayFunctionDispatcher"):
        return lambda walk, held: walk.add_library_dependency(
            "numpy", held.__name__, find_module_origin("numpy") or ""
        )
    if kind.__module__ == "functools" and kind.__name__ == "singledispatchmethod":
        return lambda walk, held: walk.add_description(walk.describe_value(held.dispatcher))
    if kind.__module__ == "operator" and hasattr(thing, "__reduce__"):
        return lambda walk, held: walk.add_description(
            f"{qualified_name_of(held)} {walk.describe_value(held.__reduce__()[1])}"
        )
    return None

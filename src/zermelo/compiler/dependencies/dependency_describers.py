"""The describers of a walk, one for each kind of thing that is not data."""

import functools
import types
from types import FunctionType, ModuleType
from typing import Any, Final

from zermelo.compiler.dependencies.class_dependencies import describe_class, describe_field
from zermelo.compiler.dependencies.dependency_walk import DependencyWalk, Describe
from zermelo.compiler.dependencies.function_dependencies import describe_function
from zermelo.compiler.dependencies.module_dependencies import describe_module
from zermelo.compiler.dependencies.module_origins import module_of, origin_of
from zermelo.compiler.dependencies.special_names import UNPREDICTABLE
from zermelo.core.identity import name_of


def _builtin(walk: DependencyWalk, thing: Any) -> None:
    """Describe a function or a method that is written in C."""
    owner = getattr(thing, "__self__", None)
    module = module_of(thing) or module_of(getattr(thing, "__objclass__", None)) or "builtins"
    walk.say(f"c {module}.{thing.__qualname__}")
    if owner is not None and not isinstance(owner, ModuleType):
        walk.say(f"of {walk.value(owner)}")
    if module == "builtins" and thing.__name__ in UNPREDICTABLE:
        walk.stop(f"{thing.__name__}()")
    elif origin := origin_of(module):
        walk.foreign(module, thing.__qualname__, origin)


def _wrapper(walk: DependencyWalk, method: Any) -> None:
    """Describe a static or class method."""
    walk.say(f"{type(method).__name__} {walk.value(method.__func__)}")


def _property(walk: DependencyWalk, held: property) -> None:
    """Describe a property by its functions."""
    walk.say(f"property {' '.join(walk.value(each) for each in (held.fget, held.fset, held.fdel))}")


def _cached(walk: DependencyWalk, held: Any) -> None:
    """Describe a property that is computed once."""
    walk.say(f"cached {walk.value(held.func)}")


def _remembered(walk: DependencyWalk, held: Any) -> None:
    """Describe a function behind a cache, which is emptied: what it holds was made earlier."""
    held.cache_clear()
    walk.say(f"remembered {walk.value(held.cache_parameters())} {walk.value(held.__wrapped__)}")
    walk.name(vars(held), "__wrapped__", held.__wrapped__)


def _partial(walk: DependencyWalk, held: Any) -> None:
    """Describe a function of which some arguments are given."""
    walk.say(f"partial {walk.value(held.func)} {walk.value(held.args)} {walk.value(held.keywords)}")


def _slot(walk: DependencyWalk, held: Any) -> None:
    """Describe a slot or an attribute of a class that is written in C."""
    walk.say(f"slot {held.__name__}")


def _typing(walk: DependencyWalk, held: Any) -> None:
    """Describe an object of `typing`, which only readers of annotations use."""
    walk.say(f"typing {getattr(held, '__name__', type(held).__name__)}")


DESCRIBERS: Final[dict[type, Describe]] = {
    FunctionType: describe_function,
    type: describe_class,
    ModuleType: describe_module,
    types.BuiltinFunctionType: _builtin,
    types.MethodDescriptorType: _builtin,
    types.WrapperDescriptorType: _builtin,
    types.MethodWrapperType: _builtin,
    types.ClassMethodDescriptorType: _builtin,
    types.MemberDescriptorType: _slot,
    types.GetSetDescriptorType: _slot,
    staticmethod: _wrapper,
    classmethod: _wrapper,
    property: _property,
    functools.cached_property: _cached,
    functools._lru_cache_wrapper: _remembered,
    functools.partial: _partial,
    functools.partialmethod: _partial,
}


def find_describer(thing: object) -> Describe | None:
    """Return what describes a thing that is no data; None of data, and of what is unknown."""
    found = DESCRIBERS.get(type(thing))
    if found is not None:
        return found
    if isinstance(thing, type):
        return describe_class
    kind = type(thing)
    if kind.__module__ == "dataclasses" and kind.__name__ == "Field":
        return describe_field
    if kind.__module__ in ("typing", "_typing") or kind is types.GenericAlias or kind is types.UnionType:
        return _typing
    if kind.__module__ == "collections" and kind.__name__ == "_tuplegetter":
        return lambda walk, held: walk.say(f"slot {held.__reduce__()[1][0]}")
    if kind.__module__ == "numpy" and kind.__name__ in ("ufunc", "_ArrayFunctionDispatcher"):
        return lambda walk, held: walk.foreign("numpy", held.__name__, origin_of("numpy") or "")
    if kind.__module__ == "functools" and kind.__name__ == "singledispatchmethod":
        return lambda walk, held: walk.say(walk.value(held.dispatcher))
    if kind.__module__ == "operator" and hasattr(thing, "__reduce__"):
        return lambda walk, held: walk.say(f"{name_of(held)} {walk.value(held.__reduce__()[1])}")
    return None

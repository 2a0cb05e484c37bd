"""Modules in a walk: of a module, what code names of it; all of it where code does more with it than that."""

import dis
import importlib.util
import sys
from collections.abc import Iterable
from types import CodeType, ModuleType
from typing import Any

from zermelo.compiler.dependencies.bytecode_names import find_import_level, uses_more_than_attributes
from zermelo.compiler.dependencies.dependency_walk import DependencyWalk
from zermelo.compiler.dependencies.module_origins import find_module_origin
from zermelo.compiler.dependencies.rule_dependencies import MISSING
from zermelo.compiler.dependencies.special_names import MACHINE, OF_NUMPY, OF_SYS
from zermelo.core.errors import describe_error


def add_module_description(walk: DependencyWalk, module: ModuleType) -> None:
    """Describe a module that was met as a value: all of it counts."""
    _follow_attributes(walk, module, None)


def follow_named_attributes(walk: DependencyWalk, code: CodeType, name: str, module: ModuleType) -> None:
    """Follow the attributes of a module that a piece of code names, all where it does more with it."""
    loose = find_module_origin(module.__name__) is None and uses_more_than_attributes(code, name)
    walk.add_description(f"{name} is a module")
    _follow_attributes(walk, module, None if loose else code.co_names)


def follow_imports(walk: DependencyWalk, code: CodeType, outside: dict[str, Any]) -> None:
    """Follow the imports that a function makes whenever it runs."""
    for step in dis.get_instructions(code):
        if step.opname != "IMPORT_NAME":
            continue
        try:
            level = find_import_level(code, step.offset)
            __import__(step.argval, outside, {}, list(code.co_names), level)
            package = str(outside.get("__package__") or "")
            base = importlib.util.resolve_name("." * level + step.argval, package)
        except Exception as error:
            walk.record_unfollowable(f"the import of {step.argval} ({describe_error(error)})")
            continue
        parts = base.split(".")
        for count in range(1, len(parts) + 1):
            module = sys.modules.get(".".join(parts[:count]))
            if module is not None:
                walk.record_name_value(sys.modules, module.__name__, module)
                own = find_module_origin(module.__name__) is None
                _follow_attributes(walk, module, None if own else code.co_names)


def _follow_attributes(walk: DependencyWalk, module: ModuleType, names: Iterable[str] | None) -> None:
    origin, held = find_module_origin(module.__name__), vars(module)
    if origin is not None:
        _follow_library_names(walk, module, origin, names or ())
        return
    if names is None:
        walk.reached.sized.append((held, len(held)))
    for name in sorted(held) if names is None else names:
        if name.startswith("__") or walk.was_name_followed_before(module, name):
            continue
        if name not in held:
            walk.record_name_value(held, name, MISSING)
            if "__getattr__" in held:
                walk.add_description(walk.describe_value(held["__getattr__"]))
            continue
        walk.record_name_value(held, name, held[name])
        if isinstance(held[name], ModuleType):
            walk.add_description(f"{name} is a module")
            _follow_attributes(walk, held[name], names)
        else:
            walk.add_description(f"{name} = {walk.describe_value(held[name])}")


def _follow_library_names(
    walk: DependencyWalk, module: ModuleType, origin: str, names: Iterable[str]
) -> None:
    """Note what a piece of code takes from a module of Python's or of an installed package."""
    root = module.__name__.partition(".")[0]
    walk.add_description(f"{origin} {module.__name__}")
    for name in names:
        held = vars(module).get(name, MISSING)
        if held is MISSING or walk.was_name_followed_before(module, name):
            continue
        walk.record_name_value(vars(module), name, held)
        if (root == "sys" and name not in OF_SYS) or (root == "numpy" and name in OF_NUMPY):
            walk.record_unfollowable(f"{module.__name__}.{name}")
        elif isinstance(held, ModuleType):
            _follow_attributes(walk, held, names)
        else:
            walk.add_description(f"{name} = {walk.describe_value(held)}")
    if root in MACHINE:
        walk.record_unfollowable(f"the module {module.__name__}")

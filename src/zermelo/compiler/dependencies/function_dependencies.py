"""Functions in a walk: their code, what they were given, and what their names stand for."""

import builtins
import dis
import functools
import sys
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, Final

from zermelo.compiler.dependencies.bytecode_names import collect_nested_code_objects, reads_global_name
from zermelo.compiler.dependencies.dependency_walk import DependencyWalk
from zermelo.compiler.dependencies.module_dependencies import follow_imports, follow_named_attributes
from zermelo.compiler.dependencies.module_origins import find_module_origin
from zermelo.compiler.dependencies.rule_dependencies import MISSING, read_closure_cell
from zermelo.compiler.dependencies.special_names import REFLECTION, UNPREDICTABLE
from zermelo.core.notation.identity import ATOMS
from zermelo.core.rule_errors import unwrap_rule

CHANGES: Final = ("STORE_GLOBAL", "DELETE_GLOBAL")
CHANGING: Final = {dis.opmap[name] for name in CHANGES}
IMPORTING: Final = {dis.opmap["IMPORT_NAME"]}


def add_function_description(walk: DependencyWalk, function: FunctionType) -> None:
    """Describe a function: its code, what it was given, and what its names stand for."""
    function = unwrap_rule(function)
    module = function.__globals__.get("__name__", "")
    vars_of = getattr(sys.modules.get(module), "__dict__", None)
    origin = find_module_origin(module) if vars_of is function.__globals__ else None
    if origin is not None and function.__closure__ is None:
        return walk.add_library_dependency(module, function.__qualname__, origin)
    code = function.__code__
    walk.reached.functions.append((function, code, function.__defaults__, function.__kwdefaults__))
    walk.add_description(function if origin is None else f"{origin} {function.__qualname__}")
    if _is_single_dispatch(function):
        return walk.add_description(walk.describe_value(dict(function.registry.items())))  # type: ignore[attr-defined]  # what it is
    for given in (function.__defaults__, function.__kwdefaults__, function.__dict__ or None):
        if given:
            walk.add_description(walk.describe_value(given))
    for name, cell in zip(code.co_freevars, function.__closure__ or (), strict=True):
        held = read_closure_cell(cell)
        walk.reached.cells.append((cell, held))
        walk.add_description(f"{name} is {'empty' if held is MISSING else walk.describe_value(held)}")
    if origin is None:
        _follow_code(walk, code, function.__globals__)
    return None


def _follow_code(walk: DependencyWalk, code: CodeType, outside: dict[str, Any]) -> None:
    """Follow the names in a piece of code, and in those nested in it."""
    line = f"{walk.where} ({Path(code.co_filename).name}, line {code.co_firstlineno})"
    before, walk.where = walk.where, line
    for each in collect_nested_code_objects(code):
        _follow_names(walk, each, outside)
    walk.where = before


def _follow_names(walk: DependencyWalk, code: CodeType, outside: dict[str, Any]) -> None:
    walk.names.update(code.co_names)
    operations = set(code.co_code[::2])
    if operations & CHANGING and any(step.opname in CHANGES for step in dis.get_instructions(code)):
        walk.record_unfollowable("a global name that the rules change,")
    if operations & IMPORTING:
        follow_imports(walk, code, outside)
    for name in code.co_names:
        if name in REFLECTION:
            walk.record_unfollowable(name)
        if name in outside:
            _follow_global(walk, code, name, outside)
        elif (name in vars(builtins) and not name.startswith("__")) or name == "__import__":
            _follow_builtin(walk, code, name, outside)


def _follow_global(walk: DependencyWalk, code: CodeType, name: str, outside: dict[str, Any]) -> None:
    value = outside[name]
    if name.startswith("__") and name.endswith("__"):
        return
    walk.record_name_value(outside, name, value)
    if isinstance(value, ModuleType):
        follow_named_attributes(walk, code, name, value)
    elif (
        walk.find_dependency_describer(value) is None
        and type(value) not in ATOMS
        and not reads_global_name(code, name)
    ):
        return  # an attribute of the same name was meant
    else:
        walk.add_description(f"{name} = {walk.describe_value(value)}")


def _follow_builtin(walk: DependencyWalk, code: CodeType, name: str, outside: dict[str, Any]) -> None:
    value = vars(builtins)[name]
    walk.record_name_value(outside, name, MISSING)
    walk.record_name_value(vars(builtins), name, value)
    if name in UNPREDICTABLE and reads_global_name(code, name):
        walk.record_unfollowable(f"{name}()")
    elif isinstance(value, FunctionType) and reads_global_name(code, name):  # not Python's own
        walk.add_description(f"{name} = {walk.describe_value(value)}")


def _is_single_dispatch(function: FunctionType) -> bool:
    return function.__code__.co_filename == functools.singledispatch.__code__.co_filename and hasattr(
        function, "registry"
    )

"""Finds the syntax tree of a loaded function, and makes sure that it is the function's own.

Rules are lowered from source. The file may have been edited since it was imported; lowering its new
text would then compile other rules than those that run interpreted. So the file is compiled once
more and the function's bytecode compared with the loaded one; where they differ, nothing is lowered.
"""

import ast
import inspect
import textwrap
from collections.abc import Iterator
from types import CodeType, FunctionType
from typing import Final, NoReturn

from zermelo.compiler.lowering.syntax_nodes import copy_tree
from zermelo.compiler.rules_memory import Memoized, make_process_memo
from zermelo.core.errors import CannotCompile
from zermelo.core.notation.literals import parse_python

MOST_FILES: Final = 256  # kept parsed
# By a file's name and its text.
_parsed: Memoized[tuple[str, str], tuple[ast.Module, CodeType]] = make_process_memo(MOST_FILES)


def method_label(function: FunctionType) -> str:
    """Return `Class.method` (or the function's name) as a person would write it."""
    return function.__qualname__.rsplit("<locals>.", 1)[-1]


def raise_cannot_compile(function: FunctionType, line: int | None, reason: str) -> NoReturn:
    """Raise `CannotCompile` in one line: the method, the place, the reason and the remedy."""
    raise CannotCompile(f"{describe_method_place(function, line)}: {reason}")


def describe_method_place(function: FunctionType, line: int | None) -> str:
    """Return the method with its file and line, as messages begin."""
    code = function.__code__
    return f"{method_label(function)} ({code.co_filename}, line {line or code.co_firstlineno})"


def parse_function_tree(function: FunctionType) -> ast.FunctionDef:
    """Return a fresh tree of the function, private names already mangled as Python does it."""
    code = function.__code__
    if code.co_name == "<lambda>":
        raise_cannot_compile(function, None, "is a lambda, which does not compile: write a def")
    try:
        lines, _ = inspect.findsource(function)
    except (OSError, TypeError, IndexError):
        raise_cannot_compile(function, None, "has no source to compile: write the game in a file")
    module, compiled = _parse_and_compile_source_file(function, code.co_filename, "".join(lines))
    tree = _find_function_tree(module, code)
    if tree is None:
        _raise_stale_source(function)
    asserts = any(isinstance(node, ast.Assert) for node in ast.walk(tree))
    if not (asserts and _has_rewritten_assertions(function)):
        twin = next((other for other in _iterate_nested_code(compiled) if _has_same_place(other, code)), None)
        if twin is None or not _has_same_code(twin, code):
            _raise_stale_source(function)
    tree = copy_tree(tree)
    owner = _find_owner_class_name(function)
    if owner:
        _PrivateNameMangler(owner).visit(tree)
    return tree


def _has_rewritten_assertions(function: FunctionType) -> bool:
    """Return whether pytest made the function's module, whose assertions are other code than their source."""
    loader = getattr(function.__globals__.get("__spec__"), "loader", None)
    return type(loader).__module__.startswith("_pytest.")


def has_yield(tree: ast.FunctionDef) -> bool:
    """Return whether the function is a generator (functions nested in it do not count)."""
    return any(isinstance(node, ast.Yield | ast.YieldFrom) for node in iterate_own_nodes(tree))


def iterate_own_nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes below `tree`, without the bodies of functions and classes nested in it."""
    for child in ast.iter_child_nodes(tree):
        yield child
        if not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield from iterate_own_nodes(child)


def _parse_and_compile_source_file(
    function: FunctionType, filename: str, text: str
) -> tuple[ast.Module, CodeType]:
    def parse_and_compile() -> tuple[ast.Module, CodeType]:
        try:
            module = parse_python(text)
        except SyntaxError:
            try:
                module = parse_python(textwrap.dedent(text))
            except SyntaxError:
                _raise_stale_source(function)
        return module, compile(module, filename, "exec", dont_inherit=True)

    return _parsed.get((filename, text), parse_and_compile)


def _find_function_tree(module: ast.Module, code: CodeType) -> ast.FunctionDef | None:
    for node in ast.walk(module):
        if isinstance(node, ast.FunctionDef) and node.name == code.co_name:
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            if first == code.co_firstlineno:
                return node
    return None


def _iterate_nested_code(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _iterate_nested_code(constant)


def _has_same_place(one: CodeType, other: CodeType) -> bool:
    return one.co_name == other.co_name and one.co_firstlineno == other.co_firstlineno


def _has_same_code(one: CodeType, other: CodeType) -> bool:
    """Compare what the two do; file names may differ in how the path is written."""
    if (one.co_code, one.co_names, one.co_varnames) != (other.co_code, other.co_names, other.co_varnames):
        return False
    if len(one.co_consts) != len(other.co_consts):
        return False
    for mine, theirs in zip(one.co_consts, other.co_consts, strict=True):
        if isinstance(mine, CodeType) and isinstance(theirs, CodeType):
            if not _has_same_code(mine, theirs):
                return False
        elif isinstance(mine, frozenset):  # whose repr has no fixed order
            if mine != theirs:
                return False
        elif type(mine) is not type(theirs) or repr(mine) != repr(theirs):
            return False
    return True


def _raise_stale_source(function: FunctionType) -> NoReturn:
    raise_cannot_compile(
        function, None, "its file no longer holds the code that was loaded: load the game again"
    )


def _find_owner_class_name(function: FunctionType) -> str:
    parts = method_label(function).split(".")
    return parts[-2].lstrip("_") if len(parts) > 1 else ""


class _PrivateNameMangler(ast.NodeTransformer):
    """Writes `__name` inside class C as `_C__name`, which is what the class really holds."""

    def __init__(self, owner: str) -> None:
        self.owner = owner

    def _mangle(self, name: str) -> str:
        private = name.startswith("__") and not name.endswith("__")
        return f"_{self.owner}{name}" if private else name

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        node.attr = self._mangle(node.attr)
        return self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        node.id = self._mangle(node.id)
        return node

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.arg = self._mangle(node.arg)
        return self.generic_visit(node)

    def visit_keyword(self, node: ast.keyword) -> ast.AST:
        node.arg = self._mangle(node.arg) if node.arg else node.arg
        return self.generic_visit(node)

"""The content of a function as text: its tree where the source is its own, else its bytecode.

A tree leaves out what does not count: comments, layout, docstrings, annotations, and whatever was evaluated
when the function was made (decorators, defaults), whose results are looked at where they are kept.
"""

import ast
import sys
from types import CodeType, FunctionType
from typing import Any, Final

from zermelo.compiler.lowering.function_source import parse_function_tree
from zermelo.compiler.rules_memory import Memoized, make_process_memo
from zermelo.core.errors import CannotCompile

PYTHON: Final = f"{sys.implementation.name} {sys.version_info.major}.{sys.version_info.minor}"
MOST_TEXTS: Final = 4096
# Whether the source is the loaded code cannot be shown of these: test runners rewrite assertions, and where a
# handler reaches is no part of the bytecode that is compared.
UNCERTAIN: Final = (ast.Assert, ast.Try, ast.TryStar, ast.With, ast.AsyncWith)

_texts: Memoized[CodeType, str] = make_process_memo(MOST_TEXTS)  # by code


def format_function_source(function: FunctionType) -> str:
    """Return a function's text; what it was given beside its code is no part of it."""
    code = function.__code__
    return _texts.get(code, lambda: _format_syntax_tree(function) or format_bytecode(code))


def format_bytecode(code: CodeType) -> str:
    """Return what a piece of code does, without its place in a file."""
    return f"{PYTHON} {_list_code_parts(code)!r}"


def _format_syntax_tree(function: FunctionType) -> str | None:
    """Return the text of a function's tree, None where it is not known to be the function's own."""
    try:
        tree = parse_function_tree(function)
        if any(isinstance(node, UNCERTAIN) for node in ast.walk(tree)):
            return None
        return ast.unparse(_AnnotationStripper().visit(tree))
    except (CannotCompile, RecursionError, ValueError, SyntaxError):
        return None


class _AnnotationStripper(ast.NodeTransformer):
    """Takes from a function what does not count."""

    def __init__(self) -> None:
        self.depth = 0

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        self.depth += 1
        self.generic_visit(node)
        self.depth -= 1
        if node.body and _is_docstring(node.body[0]):
            node.body = node.body[1:] or [ast.Pass()]
        node.returns = None
        if self.depth == 0:  # those of functions inside are evaluated when this one runs
            node.decorator_list, node.args.defaults = [], []
            node.args.kw_defaults = [None for _ in node.args.kwonlyargs]
        return node

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.annotation = None
        return node


def _is_docstring(statement: ast.stmt) -> bool:
    return (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Constant)
        and isinstance(statement.value.value, str)
    )


def _list_code_parts(code: CodeType) -> tuple[Any, ...]:
    return (
        (code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags),
        (code.co_code.hex(), code.co_exceptiontable.hex()),
        (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars),
        [_convert_constant_to_printable(each) for each in code.co_consts],
    )


def _convert_constant_to_printable(value: Any) -> Any:
    if isinstance(value, CodeType):
        return _list_code_parts(value)
    if isinstance(value, frozenset):  # whose repr has no fixed order
        return "frozenset", sorted(repr(_convert_constant_to_printable(item)) for item in value)
    if isinstance(value, tuple):
        return tuple(_convert_constant_to_printable(item) for item in value)
    return type(value).__name__, hex(value) if type(value) is int else repr(value)

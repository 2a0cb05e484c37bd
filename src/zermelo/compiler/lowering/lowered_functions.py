"""The functions of the module being written, as their callers see them."""

import ast
from collections.abc import Callable
from dataclasses import dataclass
from types import FunctionType
from typing import NoReturn, Protocol

from zermelo.compiler.lowering.method_source import FunctionVariant

Refuse = Callable[[str], NoReturn]


@dataclass
class LoweredFunction:
    """One function of the module being written."""

    name: str  # ours, begins with @
    generator: bool
    function: FunctionType
    tree: ast.FunctionDef | None = None  # None while it is being rewritten
    recursive: bool = False
    returns: bool = True
    truth: ast.AST | None = None  # a return of a truth value


class FunctionLowering(Protocol):
    """Lowers what is called, once for each variant."""

    def lower_function(self, variant: FunctionVariant, refuse: Refuse | None = None) -> LoweredFunction:
        """Return the lowered function; `refuse` states at the call why it cannot be lowered."""

    def lower_helper(self, function: FunctionType) -> str:
        """Lower one of our own helpers along; return its name."""

    def is_generator(self, callee: object) -> bool:
        """Return whether a Python function or method would be written as a generator."""

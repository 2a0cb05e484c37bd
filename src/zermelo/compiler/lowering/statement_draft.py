"""The statements of a function as far as they are written.

Some expressions need statements to run first: a loop for `any(...)`, an assignment for `:=`. Those are
collected in `before`. Code that Python might not evaluate is written to a block of its own. That block is put
under an `if`, so that nothing runs that Python would skip.
"""

import ast
from collections.abc import Iterator
from contextlib import contextmanager

from zermelo.compiler.lowering.symbol_table import SymbolTable
from zermelo.compiler.lowering.syntax_nodes import assign_node, name_node


class Draft:
    """Where statements are written."""

    def __init__(self, symbols: SymbolTable) -> None:
        self.symbols = symbols
        self.before: list[ast.stmt] = []

    @contextmanager
    def collect_statements(self) -> Iterator[list[ast.stmt]]:
        """Collect statements apart while the body runs."""
        outer, self.before = self.before, []
        try:
            yield self.before
        finally:
            self.before = outer

    def hold_in_variable(self, value: ast.expr, hint: str = "value") -> ast.expr:
        """Return `value`, computed once where it is more than a name or literal."""
        if isinstance(value, ast.Name | ast.Constant):
            return value
        fresh = self.symbols.fresh_name(hint)
        self.before.append(assign_node(fresh, value))
        return name_node(fresh)

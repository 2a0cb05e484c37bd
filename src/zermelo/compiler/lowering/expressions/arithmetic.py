"""Arithmetic of rules: calls of `compiler.machine_code.intrinsics`, which raise on overflow.

But what is masked afterwards may wrap, as its low bits are right whatever is lost above.
"""

import ast
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from zermelo.compiler.lowering.constants.static_evaluation import UNKNOWN, StaticEvaluation
from zermelo.compiler.lowering.constants.table_views import LONGEST_TUPLE
from zermelo.compiler.lowering.expressions.expressions import Expressions
from zermelo.compiler.lowering.method_source import MethodSource
from zermelo.compiler.lowering.statement_draft import Draft
from zermelo.compiler.lowering.symbol_table import SymbolTable
from zermelo.compiler.lowering.syntax_nodes import bitwise_not, call_node, literal_node

LARGEST_MASK = 12  # nodes of a mask that may be written twice

CHECKED: Final[dict[type[ast.operator], str]] = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.LShift: "shl",
    ast.RShift: "shr",
    ast.FloorDiv: "floordiv",
    ast.Mod: "mod",
    ast.Pow: "power",
}
WRAPPING = (ast.Add, ast.Sub, ast.Mult, ast.LShift)  # whose low bits depend on low bits alone
BITWISE = (ast.BitAnd, ast.BitOr, ast.BitXor)
BEST: Final = {min: "least", max: "greatest"}


@dataclass(frozen=True)
class Arithmetic:
    """The rewriting of what computes with integers."""

    method: MethodSource
    knowledge: StaticEvaluation
    symbols: SymbolTable
    draft: Draft
    expressions: Expressions

    def lower_binary(self, node: ast.BinOp) -> ast.expr:
        """Lower an operator between two operands."""
        self._check_shift(node.op, node.right)
        if isinstance(node.op, ast.BitAnd):
            masked = self._lower_mask(node.left, node.right) or self._lower_mask(node.right, node.left)
            if masked is not None:
                return masked
        if isinstance(node.op, ast.Mult):
            for tuple_, count in ((node.left, node.right), (node.right, node.left)):
                width = self.knowledge.find_known_tuple_width(tuple_)
                if width is not None:
                    return self._lower_repetition(tuple_, count, width)
        left, right = self.expressions.lower_in_order([node.left, node.right], tuples=True)
        return self.lower_checked_operation(node.op, left, right)

    def lower_unary(self, node: ast.UnaryOp) -> ast.expr:
        """Lower a sign, or the bits turned round."""
        operand = self.expressions.lower_expression(node.operand)
        if isinstance(node.op, ast.Invert):
            return bitwise_not(operand)
        if isinstance(node.op, ast.USub):
            return call_node(self.symbols.name_intrinsic("neg"), operand)
        return self.lower_checked_operation(ast.Add(), literal_node(0), operand)

    def lower_checked_operation(self, operator: ast.operator, left: ast.expr, right: ast.expr) -> ast.expr:
        """Return `left operator right`, raising where the answer leaves 64 bits."""
        kind = CHECKED.get(type(operator))
        if kind is None:
            return ast.BinOp(left, operator, right)
        return call_node(self.symbols.name_intrinsic(kind), left, right)

    def lower_min_or_max(self, kind: Any, sources: Sequence[ast.expr]) -> ast.expr:
        """Return the least or greatest of several, the first of equal ones."""
        best, *others = sources
        for other in others:
            best = call_node(self.symbols.name_intrinsic(BEST[kind]), best, other)
        return best

    def _lower_repetition(self, node: ast.expr, count: ast.expr, width: int) -> ast.expr:
        """Lower a tuple times an integer: its items are computed once, and written as often as that."""
        times = self.knowledge.find_known_value(count)
        if not isinstance(times, int):
            said = self.method.shortened_source(count)
            self.method.refuse(count, f"{said} is known only at play: repeat a tuple a fixed number of times")
        if times * width > LONGEST_TUPLE:
            self.method.refuse(
                count, f"a tuple of {times * width} items is too long: {LONGEST_TUPLE} compile"
            )
        if isinstance(node, ast.Tuple) and not any(isinstance(part, ast.Starred) for part in node.elts):
            items = [
                self.draft.hold_in_variable(part)
                for part in self.expressions.lower_in_order(node.elts, tuples=True)
            ]
        else:
            whole = self.draft.hold_in_variable(
                self.expressions.lower_expression(node, tuples=True, exact=True)
            )
            items = [
                call_node(self.symbols.name_intrinsic("at"), whole, literal_node(number))
                for number in range(width)
            ]
        return ast.Tuple(items * max(0, times), ast.Load())

    def _check_shift(self, operator: ast.operator, amount: ast.expr) -> None:
        """Refuse what is sure to go wrong: shifts by a constant that is negative or takes all bits away."""
        if isinstance(operator, ast.MatMult):
            self.method.refuse(amount, "@ does not compile: rules compute with integers only")
        if not isinstance(operator, ast.LShift | ast.RShift | ast.Pow):
            return
        value = self.knowledge.find_known_value(amount)
        if not isinstance(value, int):
            return
        if isinstance(operator, ast.Pow):
            if value < 0:
                self.method.refuse(amount, f"a power of {value} is a fraction: use //")
        elif value < 0 or (isinstance(operator, ast.LShift) and value >= 63):
            said = f"a shift by {value} leaves the 63 bits of a position"
            self.method.refuse(amount, f"{said}: use two words")

    # What is masked at once

    def _lower_mask(self, node: ast.expr, mask: ast.expr) -> ast.expr | None:
        """Lower `node & mask` where `node` may wrap: None where it cannot, or the mask would run twice."""
        if not self._may_wrap(node) or any(isinstance(inner, ast.NamedExpr) for inner in ast.walk(node)):
            return None
        with self.draft.collect_statements() as statements:
            source = self.expressions.lower_expression(mask)
        small = sum(1 for _ in ast.walk(mask)) <= LARGEST_MASK
        if statements or not small or any(isinstance(inner, ast.Call) for inner in ast.walk(mask)):
            return None
        guard = literal_node(0) if self._is_known_mask(mask) else source
        return ast.BinOp(self._lower_low_bits(node, guard), ast.BitAnd(), source)

    def _may_wrap(self, node: ast.expr) -> bool:
        """Return whether low bits of an answer that leaves 64 bits would be right all the same."""
        if isinstance(node, ast.UnaryOp):
            return isinstance(node.op, ast.USub) or (
                isinstance(node.op, ast.Invert) and self._may_wrap(node.operand)
            )
        if not isinstance(node, ast.BinOp):
            return False
        if isinstance(node.op, WRAPPING):
            return True
        if isinstance(node.op, ast.BitAnd) and any(map(self._is_known_mask, (node.left, node.right))):
            return False  # it is masked already
        return isinstance(node.op, BITWISE) and (self._may_wrap(node.left) or self._may_wrap(node.right))

    def _is_known_mask(self, node: ast.expr) -> bool:
        """Return whether an expression is known and not negative: laid on anything it leaves what fits."""
        value = self.knowledge.find_known_value(node)
        return isinstance(value, int) and value >= 0

    def _lower_low_bits(self, node: ast.expr, mask: ast.expr) -> ast.expr:
        """Lower what `mask` will be laid on: only where that is negative may no bit be lost."""
        lower = self.expressions.lower_expression
        if self.knowledge.find_known_value(node) is not UNKNOWN:
            return lower(node)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Invert):
            return bitwise_not(self._lower_low_bits(node.operand, mask))
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            return self._lower_wrapping_operation(
                "sub", literal_node(0), self._lower_low_bits(node.operand, mask), mask
            )
        if not isinstance(node, ast.BinOp) or not isinstance(node.op, WRAPPING + BITWISE):
            return lower(node)
        self._check_shift(node.op, node.right)
        if not self._may_wrap(node):
            return lower(node)
        left = self._lower_low_bits(node.left, mask)
        if isinstance(node.op, ast.LShift):
            return self._lower_wrapping_operation("shl", left, lower(node.right), mask)
        right = self._lower_low_bits(node.right, mask)
        if isinstance(node.op, BITWISE):
            return ast.BinOp(left, node.op, right)
        return self._lower_wrapping_operation(CHECKED[type(node.op)], left, right, mask)

    def _lower_wrapping_operation(
        self, kind: str, left: ast.expr, right: ast.expr, mask: ast.expr
    ) -> ast.expr:
        return call_node(self.symbols.name_intrinsic(f"{kind}_masked"), left, right, mask)

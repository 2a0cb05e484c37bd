"""Truth tests of rules, and the operators that choose between operands by them.

`a or b` is one of the two, not a truth value, unless both are. An operand that Python might pass over gets an
`if` of its own where it needs statements to run first.
"""

import ast
from dataclasses import dataclass

from zermelo.compiler.lowering.constants.integer_tables import SEQUENCES
from zermelo.compiler.lowering.constants.static_evaluation import StaticEvaluation
from zermelo.compiler.lowering.constants.table_views import Operand, TableRow, TableView, TableViews
from zermelo.compiler.lowering.expressions.expressions import Expressions
from zermelo.compiler.lowering.method_source import MethodSource
from zermelo.compiler.lowering.statement_draft import Draft
from zermelo.compiler.lowering.symbol_table import SymbolTable
from zermelo.compiler.lowering.syntax_nodes import assign_node, call_node, is_truth_value_node, name_node


@dataclass(frozen=True)
class TruthTests:
    """The rewriting of tests and choices."""

    method: MethodSource
    knowledge: StaticEvaluation
    symbols: SymbolTable
    draft: Draft
    places: TableViews
    expressions: Expressions

    def lower_test(self, node: ast.expr) -> ast.expr:
        """Lower to a truth value: of integers, and of sequences, which are true where they hold anything."""
        value = self.knowledge.find_known_truth(node)
        if value is not None:
            return ast.Constant(value)
        if isinstance(node, ast.BoolOp):
            return self._lower_boolean_chain(node)
        operand = self.expressions.lower_operand(node)
        if isinstance(operand, TableView) and operand.level < operand.table.ragged_depth:
            first, end = self.places.lower_view_bounds(operand)
            return ast.Compare(first, [ast.NotEq()], [end])
        if isinstance(operand, TableView):
            operand = self.places.make_row_of_view(operand)
        if isinstance(operand, TableRow):
            operand = operand.source
        return (
            operand
            if is_truth_value_node(operand)
            else call_node(self.symbols.name_intrinsic("truth"), operand)
        )

    def lower_not(self, node: ast.UnaryOp) -> ast.expr:
        """Lower `not operand`."""
        return ast.UnaryOp(node.op, self.lower_test(node.operand))

    def lower_boolean_operation(self, node: ast.BoolOp) -> ast.expr:
        """Lower `a or b`, which is one of the two; where both are truth values no name is needed."""
        if self.knowledge.is_certain_truth_value(node):
            return self._lower_boolean_chain(node)
        is_or = isinstance(node.op, ast.Or)
        lower = self.expressions.lower_expression
        *operands, last = self._list_undecided_operands(node)
        if not operands:
            return lower(last, tuples=True)
        result = self.symbols.fresh_name("either")
        with self.draft.collect_statements() as inner:
            value = lower(last, tuples=True)
        statements = [*inner, assign_node(result, value)]
        for operand in reversed(operands):
            with self.draft.collect_statements() as inner:
                value = lower(operand, tuples=True)
            truth: ast.expr = call_node(self.symbols.name_intrinsic("truth"), name_node(result))
            go_on = ast.UnaryOp(ast.Not(), truth) if is_or else truth
            statements = [*inner, assign_node(result, value), ast.If(go_on, statements, [])]
        self.draft.before.extend(statements)
        return name_node(result)

    def _list_undecided_operands(self, node: ast.BoolOp) -> list[ast.expr]:
        """Return the operands that are not known to be passed over."""
        is_or = isinstance(node.op, ast.Or)
        operands: list[ast.expr] = []
        for operand in node.values:
            truth = self.knowledge.find_known_truth(operand)
            if truth is not None and truth != is_or and operand is not node.values[-1]:
                continue  # `True and x` is x
            operands.append(operand)
            if truth is is_or:
                break
        return operands

    def _lower_boolean_chain(self, node: ast.BoolOp) -> ast.expr:
        """Lower `and` or `or` of truth values."""
        is_or = isinstance(node.op, ast.Or)
        operands = self._list_undecided_operands(node)
        lowered: list[ast.expr] = [self.lower_test(operands[0])]
        for operand in operands[1:]:
            with self.draft.collect_statements() as statements:
                value = self.lower_test(operand)
            if statements:
                so_far = lowered[0] if len(lowered) == 1 else ast.BoolOp(node.op, lowered)
                result = self.symbols.fresh_name("test")
                test = ast.UnaryOp(ast.Not(), name_node(result)) if is_or else name_node(result)
                self.draft.before.append(assign_node(result, so_far))
                self.draft.before.append(ast.If(test, [*statements, assign_node(result, value)], []))
                lowered = [name_node(result)]
            else:
                lowered.append(value)
        return lowered[0] if len(lowered) == 1 else ast.BoolOp(node.op, lowered)

    def lower_conditional(self, node: ast.IfExp) -> Operand:
        """Lower `body if test else other`."""
        truth = self.knowledge.find_known_truth(node.test)
        if truth is not None:
            return self.expressions.lower_operand(node.body if truth else node.orelse)
        test = self.lower_test(node.test)
        first, body, second, other = self._lower_branches(node)
        if not first and not second:
            return ast.IfExp(test, body, other)
        result = self.symbols.fresh_name("choice")
        ways = [*first, assign_node(result, body)], [*second, assign_node(result, other)]
        self.draft.before.append(ast.If(test, *ways))
        return name_node(result)

    def _lower_branches(self, node: ast.IfExp) -> tuple[list[ast.stmt], ast.expr, list[ast.stmt], ast.expr]:
        """Lower both ways of a choice: of each, the statements that it needs, and what it is."""
        known = [self.knowledge.find_known_value(node.body), self.knowledge.find_known_value(node.orelse)]
        tuples = not all(isinstance(way, SEQUENCES) for way in known) or len(known[0]) == len(known[1])
        with self.draft.collect_statements() as first:
            body = self.expressions.lower_expression(node.body, tuples)
        with self.draft.collect_statements() as second:
            other = self.expressions.lower_expression(node.orelse, tuples)
        if not tuples:  # of two lengths
            body, other = (
                self._lower_array_test(known[0], node.body),
                self._lower_array_test(known[1], node.orelse),
            )
        return first, body, second, other

    def _lower_array_test(self, value: object, node: ast.expr) -> ast.expr:
        table = self.symbols.get_integer_table(value)
        if table.ragged_depth:
            said = "a choice between ragged tables does not compile: use if and else"
            self.method.refuse(node, said)
        return name_node(self.symbols.name_array(table.flat, "table"))

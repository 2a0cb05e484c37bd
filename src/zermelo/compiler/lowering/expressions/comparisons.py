"""Comparisons of rules, and whether something is among others."""

import ast
from collections.abc import Sequence
from dataclasses import dataclass

from zermelo.compiler.lowering.constants.constant_mappings import ConstantMappings
from zermelo.compiler.lowering.constants.integer_tables import SEQUENCES
from zermelo.compiler.lowering.constants.static_evaluation import (
    COMPREHENSIONS,
    UNKNOWN,
    StaticEvaluation,
    is_mapping,
)
from zermelo.compiler.lowering.constants.table_views import (
    LONGEST_TUPLE,
    Operand,
    TableRow,
    TableView,
    TableViews,
)
from zermelo.compiler.lowering.expressions.comprehensions import Comprehensions
from zermelo.compiler.lowering.expressions.expressions import Expressions
from zermelo.compiler.lowering.method_source import MethodSource
from zermelo.compiler.lowering.statement_draft import Draft
from zermelo.compiler.lowering.syntax_nodes import is_literal_sequence, literal_node


@dataclass(frozen=True)
class Comparisons:
    """The rewriting of comparisons."""

    method: MethodSource
    knowledge: StaticEvaluation
    draft: Draft
    places: TableViews
    expressions: Expressions
    folds: Comprehensions
    mappings: ConstantMappings

    def lower_comparison(self, node: ast.Compare) -> ast.expr:
        """Lower a chain of comparisons, or a search through a container."""
        if (
            len(node.ops) == 1
            and isinstance(node.ops[0], ast.Is | ast.IsNot)
            and self.knowledge.find_known_value(node.comparators[-1]) is None
        ):
            return self._lower_none_test(node)
        if any(isinstance(operator, ast.Is | ast.IsNot) for operator in node.ops):
            self.method.refuse(node, "`is` (as in case True) does not compile: compare integers with ==")
        if any(isinstance(operator, ast.In | ast.NotIn) for operator in node.ops):
            if len(node.ops) > 1:
                said = "`in` inside a chain does not compile: join the tests with `and`"
                self.method.refuse(node, said)
            found = self._lower_membership(node.left, node.comparators[0])
            return ast.UnaryOp(ast.Not(), found) if isinstance(node.ops[0], ast.NotIn) else found
        if len(node.ops) > 1:
            with self.draft.collect_statements() as statements:
                self.expressions.lower_in_order(node.comparators[1:], tuples=True)
            if statements:
                said = "a loop or := inside a chain of comparisons: join the tests with `and`"
                self.method.refuse(node, said)
        left, *others = self.expressions.lower_in_order([node.left, *node.comparators], tuples=True)
        return ast.Compare(left, node.ops, others)

    def _lower_none_test(self, node: ast.Compare) -> ast.expr:
        """Lower `value is None`: of what compiles only a dict gives None, where a key is not there."""
        value, expects_none = node.left, isinstance(node.ops[0], ast.Is)
        mapping = (
            getattr(self.knowledge.find_known_value(value.func), "__self__", None)
            if isinstance(value, ast.Call)
            else 0
        )
        if (
            isinstance(value, ast.Call)
            and is_mapping(mapping)
            and len(value.args) == 1
            and None not in mapping.values()
        ):
            place = self.mappings.lower_key_number(mapping, value.args[0], value)
            return ast.Compare(place, [ast.Lt() if expects_none else ast.GtE()], [literal_node(0)])
        self.draft.before.append(ast.Expr(self.expressions.lower_expression(value)))
        return ast.Constant(not expects_none)

    def _lower_membership(self, element: ast.expr, container: ast.expr) -> ast.expr:
        """Lower `element in container`."""
        lower, held = self.expressions.lower_expression, self.draft.hold_in_variable
        value = self.knowledge.find_known_value(container)
        if isinstance(value, range) and value.step == 1:
            element_source = held(lower(element))
            bounds = [literal_node(value.start), literal_node(value.stop)]
            return ast.Compare(bounds[0], [ast.LtE(), ast.Lt()], [element_source, bounds[1]])
        if is_mapping(value):
            place = self.mappings.lower_key_number(
                value, element, ast.Compare(element, [ast.In()], [container])
            )
            return ast.Compare(place, [ast.GtE()], [literal_node(0)])
        if isinstance(value, SEQUENCES) and len(value) <= LONGEST_TUPLE:
            wanted = held(lower(element, tuples=True))
            entries = [self.expressions.lower_constant(entry, container) for entry in value]
            return self._lower_equals_any(wanted, entries, container)
        if is_literal_sequence(container):
            wanted, *choices = self.expressions.lower_in_order([element, *container.elts], tuples=True)
            return self._lower_equals_any(held(wanted), choices, container)
        if isinstance(container, (ast.Call, *COMPREHENSIONS)) or value is not UNKNOWN:
            wanted = held(lower(element, tuples=True))
            return self.folds.lower_search(wanted, container)
        left, right = self.expressions.lower_in_order([element, container])
        return ast.Compare(left, [ast.In()], [right])

    def _lower_equals_any(self, wanted: ast.expr, choices: Sequence[Operand], node: ast.expr) -> ast.expr:
        tests: list[ast.expr] = []
        for choice in choices:
            if isinstance(choice, TableView):
                choice = self.places.materialize_view(choice, node, tuples=True)
            assert not isinstance(choice, TableRow)
            tests.append(ast.Compare(wanted, [ast.Eq()], [choice]))
        if not tests:
            return ast.Constant(False)
        return tests[0] if len(tests) == 1 else ast.BoolOp(ast.Or(), tests)

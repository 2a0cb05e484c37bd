"""Assignments of rules: to names, to several at once, in place.

A name that is bound once, to something known or to a place in a table, stands for it: nothing is written.
"""

import ast
from dataclasses import dataclass
from typing import Any

from zermelo.compiler.lowering.constants.static_evaluation import UNKNOWN, StaticEvaluation
from zermelo.compiler.lowering.constants.table_views import Operand, TableRow, TableView, TableViews
from zermelo.compiler.lowering.expressions.expressions import Expressions
from zermelo.compiler.lowering.method_source import MethodSource
from zermelo.compiler.lowering.statement_draft import Draft
from zermelo.compiler.lowering.statements.for_loops import ForLoops
from zermelo.compiler.lowering.symbol_table import SymbolTable
from zermelo.compiler.lowering.syntax_nodes import (
    assign_node,
    find_loaded_names,
    find_stored_names,
    name_node,
)


@dataclass(frozen=True)
class Assignments:
    """The rewriting of assignments."""

    method: MethodSource
    knowledge: StaticEvaluation
    symbols: SymbolTable
    draft: Draft
    places: TableViews
    expressions: Expressions
    loops: ForLoops

    def write_annotated_assignment(self, node: ast.AnnAssign) -> None:
        """Write `name: kind = value`."""
        if node.value is not None:
            self.write_assignment(ast.copy_location(ast.Assign([node.target], node.value), node))

    def write_assignment(self, node: ast.Assign) -> None:
        """Write `targets = value`."""
        for target in node.targets:
            self.check_target(target)
        first = node.targets[0]
        if len(node.targets) == 1 and isinstance(first, ast.Name):
            self._assign_name(first.id, node.value)
        elif len(node.targets) == 1 and _is_swap(first, node.value):
            self._assign_each(first, node.value)
        else:
            source = (
                self.knowledge.lower_items_as_tuple(node.value)
                if isinstance(first, ast.Tuple | ast.List)
                else node.value
            )
            value = self.draft.hold_in_variable(self.expressions.lower_expression(source, tuples=True))
            if any(find_stored_names([target]) & find_loaded_names([value]) for target in node.targets):
                fresh = self.symbols.fresh_name("value")
                self.draft.before.append(assign_node(fresh, value))
                value = name_node(fresh)
            for target in node.targets:
                self.draft.before.extend(self.loops.unpack_into_target(target, value))

    def write_augmented_assignment(self, node: ast.AugAssign) -> None:
        """Write `name += value` as `name = name + value`: Numba adds no tuples in place."""
        self.check_target(node.target)
        assert isinstance(node.target, ast.Name)
        target = node.target.id
        if target in self.places.standing or target in self.method.known_names:
            self.method.refuse(
                node, f"{self.method.shortened_source(node)} changes a table: use another name"
            )
        now = ast.copy_location(name_node(target), node)
        whole = ast.copy_location(ast.BinOp(now, node.op, node.value), node)
        self.draft.before.append(assign_node(target, self.expressions.lower_expression(whole)))

    def check_target(self, target: ast.expr) -> None:
        """Refuse to assign to anything but names."""
        for node in ast.walk(target):
            if isinstance(node, ast.Attribute | ast.Subscript):
                said = f"assigning to {self.method.shortened_source(node)} does not compile"
                self.method.refuse(target, f"{said}: rules change nothing")

    def _assign_each(self, target: Any, value: Any) -> None:
        """Write `a, b = b, a`: all are computed, then all are assigned."""
        sources = self.expressions.lower_in_order(value.elts, tuples=True)
        self.draft.before.append(ast.Assign([target], ast.Tuple(sources, ast.Load())))

    def _assign_name(self, identifier: str, node: ast.expr) -> None:
        """Assign to one name; a name bound once to something known stands for it."""
        once = self.method.is_bound_once(identifier)
        known = self.knowledge.find_known_value(node)
        if once and known is not UNKNOWN:
            self.method.known_names[identifier] = known
            if isinstance(known, int):
                self.draft.before.append(assign_node(identifier, self.expressions.lower_expression(node)))
            return
        width = self.knowledge.find_known_tuple_width(node)
        if once and width is not None:
            self.method.widths[identifier] = width
        operand = self.expressions.lower_operand(node)
        place = self._hold_table_place_in_variable(operand) if once else None
        if place is not None:
            self.places.standing[identifier] = place
        else:
            self.draft.before.append(assign_node(identifier, self._lower_assigned_value(operand, node)))

    def _hold_table_place_in_variable(self, operand: Operand) -> TableView | TableRow | None:
        """Return the place that a name may stand for, None where it has to hold a value."""
        if isinstance(operand, TableRow):
            fresh = self.symbols.fresh_name("row")
            self.draft.before.append(assign_node(fresh, operand.source))
            return TableRow(name_node(fresh), operand.shape)
        if isinstance(operand, TableView) and operand.index is not None:
            fresh = self.symbols.fresh_name("place")
            self.draft.before.append(assign_node(fresh, operand.index))
            return TableView(operand.table, operand.level, name_node(fresh), operand.hint)
        return None

    def _lower_assigned_value(self, operand: Operand, node: ast.expr) -> ast.expr:
        """Return what a name is to hold."""
        if isinstance(operand, TableRow):
            return self.places.lower_row(operand, node, exact=False)
        if not isinstance(operand, TableView):
            return operand
        if operand.level and operand.is_array:
            return self.places.make_row_of_view(operand).source
        return self.places.materialize_view(operand, node)


def _is_swap(target: ast.expr, value: ast.expr) -> bool:
    if not isinstance(target, ast.Tuple) or not isinstance(value, ast.Tuple):
        return False
    plain = all(isinstance(part, ast.Name) for part in target.elts)
    starred = any(isinstance(part, ast.Starred) for part in value.elts)
    return plain and not starred and len(target.elts) == len(value.elts)

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
from zermelo.compiler.lowering.syntax_nodes import assign, loaded_names, name, stored_names


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
            self.plain(ast.copy_location(ast.Assign([node.target], node.value), node))

    def plain(self, node: ast.Assign) -> None:
        """Write `targets = value`."""
        for target in node.targets:
            self.check_target(target)
        first = node.targets[0]
        if len(node.targets) == 1 and isinstance(first, ast.Name):
            self._bind(first.id, node.value)
        elif len(node.targets) == 1 and _is_swap(first, node.value):
            self._assign_each(first, node.value)
        else:
            source = (
                self.knowledge.lower_items_as_tuple(node.value)
                if isinstance(first, ast.Tuple | ast.List)
                else node.value
            )
            value = self.draft.held(self.expressions.expression(source, tuples=True))
            if any(stored_names([target]) & loaded_names([value]) for target in node.targets):
                fresh = self.symbols.fresh("value")
                self.draft.before.append(assign(fresh, value))
                value = name(fresh)
            for target in node.targets:
                self.draft.before.extend(self.loops.unpack(target, value))

    def write_augmented_assignment(self, node: ast.AugAssign) -> None:
        """Write `name += value` as `name = name + value`: Numba adds no tuples in place."""
        self.check_target(node.target)
        assert isinstance(node.target, ast.Name)
        target = node.target.id
        if target in self.places.standing or target in self.method.known_names:
            self.method.refuse(node, f"{self.method.text(node)} changes a table: use another name")
        now = ast.copy_location(name(target), node)
        whole = ast.copy_location(ast.BinOp(now, node.op, node.value), node)
        self.draft.before.append(assign(target, self.expressions.expression(whole)))

    def check_target(self, target: ast.expr) -> None:
        """Refuse to assign to anything but names."""
        for node in ast.walk(target):
            if isinstance(node, ast.Attribute | ast.Subscript):
                said = f"assigning to {self.method.text(node)} does not compile"
                self.method.refuse(target, f"{said}: rules change nothing")

    def _assign_each(self, target: Any, value: Any) -> None:
        """Write `a, b = b, a`: all are computed, then all are assigned."""
        sources = self.expressions.lower_in_order(value.elts, tuples=True)
        self.draft.before.append(ast.Assign([target], ast.Tuple(sources, ast.Load())))

    def _bind(self, identifier: str, node: ast.expr) -> None:
        """Assign to one name; a name bound once to something known stands for it."""
        once = self.method.is_bound_once(identifier)
        known = self.knowledge.known(node)
        if once and known is not UNKNOWN:
            self.method.known_names[identifier] = known
            if isinstance(known, int):
                self.draft.before.append(assign(identifier, self.expressions.expression(node)))
            return
        width = self.knowledge.width(node)
        if once and width is not None:
            self.method.widths[identifier] = width
        operand = self.expressions.operand(node)
        place = self._place_to_stand_for(operand) if once else None
        if place is not None:
            self.places.standing[identifier] = place
        else:
            self.draft.before.append(assign(identifier, self._value(operand, node)))

    def _place_to_stand_for(self, operand: Operand) -> TableView | TableRow | None:
        """Return the place that a name may stand for, None where it has to hold a value."""
        if isinstance(operand, TableRow):
            fresh = self.symbols.fresh("row")
            self.draft.before.append(assign(fresh, operand.source))
            return TableRow(name(fresh), operand.shape)
        if isinstance(operand, TableView) and operand.index is not None:
            fresh = self.symbols.fresh("place")
            self.draft.before.append(assign(fresh, operand.index))
            return TableView(operand.table, operand.level, name(fresh), operand.hint)
        return None

    def _value(self, operand: Operand, node: ast.expr) -> ast.expr:
        """Return what a name is to hold."""
        if isinstance(operand, TableRow):
            return self.places.row_value(operand, node, exact=False)
        if not isinstance(operand, TableView):
            return operand
        if operand.level and operand.is_array:
            return self.places.array_of_view(operand).source
        return self.places.materialize_view(operand, node)


def _is_swap(target: ast.expr, value: ast.expr) -> bool:
    if not isinstance(target, ast.Tuple) or not isinstance(value, ast.Tuple):
        return False
    plain = all(isinstance(part, ast.Name) for part in target.elts)
    starred = any(isinstance(part, ast.Starred) for part in value.elts)
    return plain and not starred and len(target.elts) == len(value.elts)

"""Loops of rules: over ranges, tables, other generators, and several of them side by side.

A loop over a place of a table runs over numbers and reads the items, so that rows of different lengths cost
nothing.
"""

import ast
import types
from dataclasses import dataclass
from typing import Any

from zermelo.compiler.lowering.constants.integer_tables import SEQUENCES
from zermelo.compiler.lowering.constants.static_evaluation import (
    UNKNOWN,
    StaticEvaluation,
    is_mapping,
    unwrap_function,
)
from zermelo.compiler.lowering.constants.table_views import Operand, TableRow, TableView, TableViews
from zermelo.compiler.lowering.expressions.expressions import Expressions
from zermelo.compiler.lowering.expressions.source_calls import SourceCalls
from zermelo.compiler.lowering.method_source import MethodSource
from zermelo.compiler.lowering.statement_draft import Draft
from zermelo.compiler.lowering.symbol_table import SymbolTable
from zermelo.compiler.lowering.syntax_nodes import (
    KnownNode,
    assign_node,
    call_node,
    item_node,
    literal_node,
    name_node,
)

Head = tuple[ast.expr, ast.expr, list[ast.stmt]]  # target, iterable, and what the body begins with


@dataclass(frozen=True)
class ForLoops:
    """The rewriting of what is looped over, and of what each item is assigned to."""

    method: MethodSource
    knowledge: StaticEvaluation
    symbols: SymbolTable
    draft: Draft
    places: TableViews
    expressions: Expressions
    calls: SourceCalls

    def lower_loop_head(self, target: ast.expr, iterable: ast.expr) -> Head:
        """Return the target and iterable of a loop, and the statements that begin its body."""
        known = self.knowledge.find_known_value(iterable)
        iterable = (
            KnownNode(tuple(known), iterable)
            if is_mapping(known)
            else self.knowledge.lower_items_as_tuple(iterable)
        )
        callee = self.knowledge.find_known_value(iterable.func) if isinstance(iterable, ast.Call) else None
        if isinstance(iterable, ast.Call) and callee in (enumerate, zip) and iterable.args:
            return self._lower_zip(callee, target, iterable)
        columns = self._split_known_records(target, self.knowledge.find_known_value(iterable))
        if columns:
            together = ast.Call(
                KnownNode(zip, iterable), [KnownNode(column, iterable) for column in columns], []
            )
            return self._lower_zip(zip, target, ast.copy_location(together, iterable))
        if isinstance(iterable, ast.Call) and self.knowledge.find_known_value(iterable) is UNKNOWN:
            if callee is reversed and iterable.args:
                return self._lower_reversed(target, iterable.args[0])
            if isinstance(unwrap_function(callee), types.FunctionType):
                _, source = self.calls.lower_call(iterable)
                return self.make_loop_head(target, source)
            ordered = (
                callee is tuple
                and self.knowledge.lower_items_as_tuple(iterable.args[0]) is not iterable.args[0]
            )
            if callee in (tuple, list, iter) and len(iterable.args) == 1 and not ordered:
                return self.lower_loop_head(target, iterable.args[0])
        if isinstance(iterable, ast.List):
            iterable = ast.copy_location(ast.Tuple(iterable.elts, ast.Load()), iterable)
        operand = self._lower_iterable_operand(iterable)
        if isinstance(operand, TableView) and operand.level == operand.table.ragged_depth == 0:
            operand = self.places.make_row_of_view(operand)
        if isinstance(operand, TableRow):
            return self._lower_loop_over_row(target, operand, iterable)
        if isinstance(operand, TableView):
            return self._lower_loop_over_table(target, operand, iterable)
        if isinstance(operand, ast.Constant | ast.UnaryOp):
            self.method.refuse(
                iterable, f"{self.method.shortened_source(iterable)} is an integer: loop over range(...)"
            )
        return self.make_loop_head(target, operand)

    def _split_known_records(self, target: ast.expr, value: object) -> list[tuple[object, ...]]:
        """Return the columns of a sequence of records: items that mix integers and sequences."""
        if not isinstance(target, ast.Tuple | ast.List) or not isinstance(value, SEQUENCES):
            return []
        return self.places.split_into_columns(value) if len(value) else []

    def _lower_iterable_operand(self, iterable: ast.expr) -> Operand:
        value = self.knowledge.find_known_value(iterable)
        if isinstance(value, SEQUENCES) and not isinstance(value, range) and len(value) == 0:
            return call_node("range", literal_node(0))
        return self.expressions.lower_operand(iterable)

    def make_loop_head(self, target: ast.expr, source: ast.expr) -> Head:
        """Return target, iterable and the unpacking of each item; Numba unpacks no arrays by itself."""
        if isinstance(target, ast.Name):
            return target, source, []
        fresh = self.symbols.fresh_name("item")
        return ast.Name(fresh, ast.Store()), source, self.unpack_into_target(target, name_node(fresh))

    def unpack_into_target(self, target: ast.expr, value: ast.expr) -> list[ast.stmt]:
        """Return the assignments of `value`, a name, to a target."""
        if isinstance(target, ast.Name):
            return [assign_node(target.id, value)]
        if not isinstance(target, ast.Tuple | ast.List):
            self.method.refuse(
                target,
                f"assigning to {self.method.shortened_source(target)} does not compile: rules change nothing",
            )
        count = call_node(self.symbols.name_intrinsic("exactly"), value, literal_node(len(target.elts)))
        statements: list[ast.stmt] = [ast.Expr(count)]
        for number, part in enumerate(target.elts):
            if isinstance(part, ast.Starred):
                self.method.refuse(part, "* in an assignment does not compile: name every item")
            statements += self.unpack_into_target(part, item_node(value, number))
        return statements

    def _lower_loop_over_table(self, target: ast.expr, view: TableView, node: ast.expr) -> Head:
        table = view.table
        first, end = self.places.lower_view_bounds(view)
        number = self.symbols.fresh_name("number")
        source = call_node("range", end) if view.level == 0 else call_node("range", first, end)
        if view.is_array:
            row = item_node(name_node(self.symbols.name_array(table.flat, view.hint)), name_node(number))
            begin = self.assign_row_to_target(target, TableRow(row, table.flat.shape[1:]), node)
        else:
            begin = self._assign_table_place(
                target, TableView(table, view.level + 1, name_node(number), view.hint), node
            )
        return ast.Name(number, ast.Store()), source, begin

    def _lower_loop_over_row(self, target: ast.expr, row: TableRow, node: ast.expr) -> Head:
        inner = row.shape[1:] if row.shape else ()
        if row.shape and row.shape[0] == 0:  # no row of the table has an item, so none shows what is unpacked
            fresh = self.symbols.fresh_name("item")
            names = [each.id for each in ast.walk(target) if isinstance(each, ast.Name)]
            return (
                ast.Name(fresh, ast.Store()),
                call_node("range", literal_node(0)),
                [assign_node(each, name_node(fresh)) for each in names],
            )
        if not inner:
            return self.make_loop_head(target, row.source)
        fresh = self.symbols.fresh_name("row")
        begin = self.assign_row_to_target(target, TableRow(name_node(fresh), inner), node)
        return ast.Name(fresh, ast.Store()), row.source, begin

    def assign_row_to_target(self, target: ast.expr, row: TableRow, node: ast.expr) -> list[ast.stmt]:
        """Return the assignments of a row to a target; a name bound only here stands for the row."""
        with self.draft.collect_statements() as statements:
            if not row.shape:  # an item
                fresh = name_node(self.symbols.fresh_name("item"))
                if isinstance(target, ast.Name):
                    return [assign_node(target.id, row.source)]
                return [assign_node(fresh.id, row.source), *self.unpack_into_target(target, fresh)]
            held = self.draft.hold_in_variable(row.source, "row")
            if isinstance(target, ast.Name) and self.method.is_bound_once(target.id):
                self.places.standing[target.id] = TableRow(held, row.shape)
            elif isinstance(target, ast.Name):
                whole = self.places.lower_row(TableRow(held, row.shape), node, exact=False)
                statements.append(assign_node(target.id, whole))
            elif isinstance(target, ast.Tuple | ast.List):
                if len(target.elts) != row.shape[0]:
                    said = f"{self.method.shortened_source(node)} has rows of {row.shape[0]} items"
                    self.method.refuse(node, f"{said}, not {len(target.elts)}: name each of them")
                for place, part in enumerate(target.elts):
                    inner = TableRow(item_node(held, place), row.shape[1:])
                    statements += self.assign_row_to_target(part, inner, node)
        return statements

    def _assign_table_place(self, target: ast.expr, view: TableView, node: ast.expr) -> list[ast.stmt]:
        """Let a loop variable stand for a place in a table."""
        if isinstance(target, ast.Name) and self.method.is_bound_once(target.id):
            self.places.standing[target.id] = view
            return []
        with self.draft.collect_statements() as statements:
            ragged = view.level < view.table.ragged_depth
            row = (
                self.places.materialize_view(view, node)
                if ragged
                else self.places.make_row_of_view(view).source
            )
            fresh = self.symbols.fresh_name("row")
            statements.append(assign_node(fresh, row))
            statements.extend(self.unpack_into_target(target, name_node(fresh)))
        return statements

    def _lower_zip(self, kind: Any, target: ast.expr, node: ast.Call) -> Head:
        sources, starts = list(node.args), []
        if kind is enumerate:
            starts = [*sources[1:], *(keyword.value for keyword in node.keywords)]
            sources = sources[:1]
        elif node.keywords:
            self.method.refuse(node, "zip with strict does not compile: leave it out")
        width = 2 if kind is enumerate else len(sources)
        if not isinstance(target, ast.Tuple | ast.List):
            self.method.refuse(
                node,
                f"{self.method.shortened_source(node)} gives {width} items: name each of them in the loop",
            )
        if len(target.elts) != width:
            self.method.refuse(
                node, f"{self.method.shortened_source(node)} gives {width} items, not {len(target.elts)}"
            )
        targets, iterables, begin = [], [], []
        parts = target.elts[1:] if kind is enumerate else target.elts
        for part, source in zip(parts, sources, strict=True):
            part, iterable, statements = self.lower_loop_head(part, source)
            targets.append(part)
            iterables.append(iterable)
            begin += statements
        if kind is enumerate:
            targets.insert(0, target.elts[0])
            iterables += [self.expressions.lower_expression(start) for start in starts]
        return ast.Tuple(targets, ast.Store()), call_node(kind.__name__, *iterables), begin

    def _lower_reversed(self, target: ast.expr, node: ast.expr) -> Head:
        if isinstance(node, ast.Call) and self.knowledge.find_known_value(node.func) is range:
            return self.make_loop_head(target, self._make_reversed_range_node(node))
        operand = self.expressions.lower_operand(node)
        if isinstance(operand, TableView) and operand.is_array:
            operand = self.places.make_row_of_view(operand)
        if isinstance(operand, TableView):
            said = self.method.shortened_source(node)
            self.method.refuse(node, f"{said} has rows of different lengths: loop over range(...) downwards")
        backwards = ast.Slice(None, None, literal_node(-1))
        if isinstance(operand, TableRow):
            row = TableRow(item_node(operand.source, backwards), operand.shape)
            return self._lower_loop_over_row(target, row, node)
        return self.make_loop_head(target, item_node(operand, backwards))

    def _make_reversed_range_node(self, node: ast.Call) -> ast.expr:
        bounds = self.expressions.lower_in_order(node.args)
        start = literal_node(0) if len(bounds) == 1 else bounds[0]
        stop = bounds[0] if len(bounds) == 1 else bounds[1]
        minus_one = literal_node(-1)
        if len(bounds) < 3:
            return call_node(
                "range", _make_sum_node(stop, minus_one), _make_sum_node(start, minus_one), minus_one
            )
        step = self.knowledge.find_known_value(node.args[2])
        if not isinstance(step, int) or step == 0:
            self.method.refuse(
                node, "reversed(range(...)) with a step known only at play: write the loop downwards"
            )
        start = self.draft.hold_in_variable(start)
        span = ast.BinOp(stop, ast.Sub(), start)
        steps = ast.BinOp(
            _make_sum_node(span, literal_node(step - (1 if step > 0 else -1))),
            ast.FloorDiv(),
            literal_node(step),
        )
        last = _make_sum_node(
            start, ast.BinOp(_make_sum_node(steps, minus_one), ast.Mult(), literal_node(step))
        )
        return call_node("range", last, _make_sum_node(start, literal_node(-step)), literal_node(-step))


def _make_sum_node(one: ast.expr, other: ast.expr) -> ast.expr:
    return ast.BinOp(one, ast.Add(), other)

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
    unwrap,
)
from zermelo.compiler.lowering.constants.table_views import Operand, TableRow, TableView, TableViews
from zermelo.compiler.lowering.expressions.expressions import Expressions
from zermelo.compiler.lowering.expressions.source_calls import SourceCalls
from zermelo.compiler.lowering.method_source import MethodSource
from zermelo.compiler.lowering.statement_draft import Draft
from zermelo.compiler.lowering.symbol_table import SymbolTable
from zermelo.compiler.lowering.syntax_nodes import KnownNode, assign, call, item, literal, name

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

    def loop(self, target: ast.expr, iterable: ast.expr) -> Head:
        """Return the target and iterable of a loop, and the statements that begin its body."""
        known = self.knowledge.known(iterable)
        iterable = (
            KnownNode(tuple(known), iterable)
            if is_mapping(known)
            else self.knowledge.lower_items_as_tuple(iterable)
        )
        callee = self.knowledge.known(iterable.func) if isinstance(iterable, ast.Call) else None
        if isinstance(iterable, ast.Call) and callee in (enumerate, zip) and iterable.args:
            return self._lower_zip(callee, target, iterable)
        columns = self._columns(target, self.knowledge.known(iterable))
        if columns:
            together = ast.Call(
                KnownNode(zip, iterable), [KnownNode(column, iterable) for column in columns], []
            )
            return self._lower_zip(zip, target, ast.copy_location(together, iterable))
        if isinstance(iterable, ast.Call) and self.knowledge.known(iterable) is UNKNOWN:
            if callee is reversed and iterable.args:
                return self._backwards(target, iterable.args[0])
            if isinstance(unwrap(callee), types.FunctionType):
                _, source = self.calls.call(iterable)
                return self.store_items(target, source)
            ordered = (
                callee is tuple
                and self.knowledge.lower_items_as_tuple(iterable.args[0]) is not iterable.args[0]
            )
            if callee in (tuple, list, iter) and len(iterable.args) == 1 and not ordered:
                return self.loop(target, iterable.args[0])
        if isinstance(iterable, ast.List):
            iterable = ast.copy_location(ast.Tuple(iterable.elts, ast.Load()), iterable)
        operand = self._iterable_operand(iterable)
        if isinstance(operand, TableView) and operand.level == operand.table.ragged == 0:
            operand = self.places.array_of_view(operand)
        if isinstance(operand, TableRow):
            return self._over_row(target, operand, iterable)
        if isinstance(operand, TableView):
            return self._over_table(target, operand, iterable)
        if isinstance(operand, ast.Constant | ast.UnaryOp):
            self.method.refuse(iterable, f"{self.method.text(iterable)} is an integer: loop over range(...)")
        return self.store_items(target, operand)

    def _columns(self, target: ast.expr, value: object) -> list[tuple[object, ...]]:
        """Return the columns of a sequence of records: items that mix integers and sequences."""
        if not isinstance(target, ast.Tuple | ast.List) or not isinstance(value, SEQUENCES):
            return []
        return self.places.record_columns(value) if len(value) else []

    def _iterable_operand(self, iterable: ast.expr) -> Operand:
        value = self.knowledge.known(iterable)
        if isinstance(value, SEQUENCES) and not isinstance(value, range) and len(value) == 0:
            return call("range", literal(0))
        return self.expressions.operand(iterable)

    def store_items(self, target: ast.expr, source: ast.expr) -> Head:
        """Return target, iterable and the unpacking of each item; Numba unpacks no arrays by itself."""
        if isinstance(target, ast.Name):
            return target, source, []
        fresh = self.symbols.fresh("item")
        return ast.Name(fresh, ast.Store()), source, self.unpack(target, name(fresh))

    def unpack(self, target: ast.expr, value: ast.expr) -> list[ast.stmt]:
        """Return the assignments of `value`, a name, to a target."""
        if isinstance(target, ast.Name):
            return [assign(target.id, value)]
        if not isinstance(target, ast.Tuple | ast.List):
            self.method.refuse(
                target, f"assigning to {self.method.text(target)} does not compile: rules change nothing"
            )
        count = call(self.symbols.intrinsic("exactly"), value, literal(len(target.elts)))
        statements: list[ast.stmt] = [ast.Expr(count)]
        for number, part in enumerate(target.elts):
            if isinstance(part, ast.Starred):
                self.method.refuse(part, "* in an assignment does not compile: name every item")
            statements += self.unpack(part, item(value, number))
        return statements

    def _over_table(self, target: ast.expr, view: TableView, node: ast.expr) -> Head:
        table = view.table
        first, end = self.places.ends(view)
        number = self.symbols.fresh("number")
        source = call("range", end) if view.level == 0 else call("range", first, end)
        if view.is_array:
            row = item(name(self.symbols.array(table.flat, view.hint)), name(number))
            begin = self.row_parts(target, TableRow(row, table.flat.shape[1:]), node)
        else:
            begin = self._place_of(target, TableView(table, view.level + 1, name(number), view.hint), node)
        return ast.Name(number, ast.Store()), source, begin

    def _over_row(self, target: ast.expr, row: TableRow, node: ast.expr) -> Head:
        inner = row.shape[1:] if row.shape else ()
        if row.shape and row.shape[0] == 0:  # no row of the table has an item, so none shows what is unpacked
            fresh = self.symbols.fresh("item")
            names = [each.id for each in ast.walk(target) if isinstance(each, ast.Name)]
            return (
                ast.Name(fresh, ast.Store()),
                call("range", literal(0)),
                [assign(each, name(fresh)) for each in names],
            )
        if not inner:
            return self.store_items(target, row.source)
        fresh = self.symbols.fresh("row")
        begin = self.row_parts(target, TableRow(name(fresh), inner), node)
        return ast.Name(fresh, ast.Store()), row.source, begin

    def row_parts(self, target: ast.expr, row: TableRow, node: ast.expr) -> list[ast.stmt]:
        """Return the assignments of a row to a target; a name bound only here stands for the row."""
        with self.draft.block() as statements:
            if not row.shape:  # an item
                fresh = name(self.symbols.fresh("item"))
                if isinstance(target, ast.Name):
                    return [assign(target.id, row.source)]
                return [assign(fresh.id, row.source), *self.unpack(target, fresh)]
            held = self.draft.held(row.source, "row")
            if isinstance(target, ast.Name) and self.method.is_bound_once(target.id):
                self.places.standing[target.id] = TableRow(held, row.shape)
            elif isinstance(target, ast.Name):
                whole = self.places.row_value(TableRow(held, row.shape), node, exact=False)
                statements.append(assign(target.id, whole))
            elif isinstance(target, ast.Tuple | ast.List):
                if len(target.elts) != row.shape[0]:
                    said = f"{self.method.text(node)} has rows of {row.shape[0]} items"
                    self.method.refuse(node, f"{said}, not {len(target.elts)}: name each of them")
                for place, part in enumerate(target.elts):
                    inner = TableRow(item(held, place), row.shape[1:])
                    statements += self.row_parts(part, inner, node)
        return statements

    def _place_of(self, target: ast.expr, view: TableView, node: ast.expr) -> list[ast.stmt]:
        """Let a loop variable stand for a place in a table."""
        if isinstance(target, ast.Name) and self.method.is_bound_once(target.id):
            self.places.standing[target.id] = view
            return []
        with self.draft.block() as statements:
            ragged = view.level < view.table.ragged
            row = (
                self.places.materialize_view(view, node) if ragged else self.places.array_of_view(view).source
            )
            fresh = self.symbols.fresh("row")
            statements.append(assign(fresh, row))
            statements.extend(self.unpack(target, name(fresh)))
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
                node, f"{self.method.text(node)} gives {width} items: name each of them in the loop"
            )
        if len(target.elts) != width:
            self.method.refuse(node, f"{self.method.text(node)} gives {width} items, not {len(target.elts)}")
        targets, iterables, begin = [], [], []
        parts = target.elts[1:] if kind is enumerate else target.elts
        for part, source in zip(parts, sources, strict=True):
            part, iterable, statements = self.loop(part, source)
            targets.append(part)
            iterables.append(iterable)
            begin += statements
        if kind is enumerate:
            targets.insert(0, target.elts[0])
            iterables += [self.expressions.expression(start) for start in starts]
        return ast.Tuple(targets, ast.Store()), call(kind.__name__, *iterables), begin

    def _backwards(self, target: ast.expr, node: ast.expr) -> Head:
        if isinstance(node, ast.Call) and self.knowledge.known(node.func) is range:
            return self.store_items(target, self._reversed_range(node))
        operand = self.expressions.operand(node)
        if isinstance(operand, TableView) and operand.is_array:
            operand = self.places.array_of_view(operand)
        if isinstance(operand, TableView):
            self.method.refuse(
                node,
                f"{self.method.text(node)} has rows of different lengths: loop over range(...) downwards",
            )
        backwards = ast.Slice(None, None, literal(-1))
        if isinstance(operand, TableRow):
            row = TableRow(item(operand.source, backwards), operand.shape)
            return self._over_row(target, row, node)
        return self.store_items(target, item(operand, backwards))

    def _reversed_range(self, node: ast.Call) -> ast.expr:
        bounds = self.expressions.lower_in_order(node.args)
        start = literal(0) if len(bounds) == 1 else bounds[0]
        stop = bounds[0] if len(bounds) == 1 else bounds[1]
        minus_one = literal(-1)
        if len(bounds) < 3:
            return call("range", _sum(stop, minus_one), _sum(start, minus_one), minus_one)
        step = self.knowledge.known(node.args[2])
        if not isinstance(step, int) or step == 0:
            self.method.refuse(
                node, "reversed(range(...)) with a step known only at play: write the loop downwards"
            )
        start = self.draft.held(start)
        span = ast.BinOp(stop, ast.Sub(), start)
        steps = ast.BinOp(_sum(span, literal(step - (1 if step > 0 else -1))), ast.FloorDiv(), literal(step))
        last = _sum(start, ast.BinOp(_sum(steps, minus_one), ast.Mult(), literal(step)))
        return call("range", last, _sum(start, literal(-step)), literal(-step))


def _sum(one: ast.expr, other: ast.expr) -> ast.expr:
    return ast.BinOp(one, ast.Add(), other)

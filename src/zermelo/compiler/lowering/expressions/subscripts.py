"""Indexes and slices of rules: of tables, of their rows, of tuples, of records that are no table."""

import ast
from dataclasses import dataclass

from zermelo.compiler.lowering import library_replacements
from zermelo.compiler.lowering.constants.constant_mappings import ConstantMappings
from zermelo.compiler.lowering.constants.static_evaluation import UNKNOWN, StaticEvaluation, is_mapping
from zermelo.compiler.lowering.constants.table_views import Operand, TableRow, TableView, TableViews
from zermelo.compiler.lowering.expressions.expressions import Expressions
from zermelo.compiler.lowering.lowered_functions import FunctionLowering
from zermelo.compiler.lowering.method_source import MethodSource
from zermelo.compiler.lowering.syntax_nodes import KnownNode, call_node, item_node, literal_node


@dataclass(frozen=True)
class Subscripts:
    """The rewriting of subscripts."""

    method: MethodSource
    knowledge: StaticEvaluation
    places: TableViews
    expressions: Expressions
    functions: FunctionLowering
    mappings: ConstantMappings

    def lower_subscript(self, node: ast.Subscript) -> Operand:
        """Lower `value[index]` or `value[first:end:step]`."""
        node = self._lower_table_item(node)
        part = self._rewrite_record_item(node)
        if part is not None:
            return self.lower_subscript(part)
        sliced = isinstance(node.slice, ast.Slice)
        base = self.expressions.lower_operand(
            node.value if sliced else self.knowledge.lower_items_as_tuple(node.value)
        )
        if isinstance(base, TableView) and base.is_array:
            base = self.places.make_row_of_view(base)
        if isinstance(base, TableRow):
            return self._lower_row_item(base, node.slice)
        if not isinstance(base, TableView):
            return self._lower_item(base, node.slice, of_tuple=True)
        if isinstance(node.slice, ast.Slice):
            said = self.method.shortened_source(node)
            self.method.refuse(node, f"{said} slices rows of different lengths: loop over range(...)")
        index = self.expressions.lower_expression(node.slice)
        if base.level == 0:
            return TableView(base.table, 1, index, base.hint)  # -1 is the last, in the index arrays too
        first, end = self.places.lower_view_bounds(base)
        place = self.functions.lower_helper(library_replacements.PLACE)
        return TableView(base.table, base.level + 1, call_node(place, first, end, index), base.hint)

    def _lower_table_item(self, node: ast.Subscript) -> ast.Subscript:
        """Return `mapping[key]`, and what is asked of it, as items of the table of its values."""
        inner, asked = node.value, self.knowledge.find_known_value(node.value)
        if is_mapping(asked):
            return self.mappings.lower_item(asked, node.slice, node)
        if asked is UNKNOWN and isinstance(inner, ast.Subscript):
            return ast.copy_location(
                ast.Subscript(self._lower_table_item(inner), node.slice, ast.Load()), node
            )
        return node

    def _lower_row_item(self, row: TableRow, index: ast.expr) -> Operand:
        """Return what an index or slice takes from an array."""
        inner = row.shape[1:] if row.shape else ()
        source = self._lower_item(row.source, index)
        if isinstance(index, ast.Slice):
            return TableRow(source, (-1, *inner) if inner else None)
        return TableRow(source, inner) if inner else source

    def _lower_item(self, container: ast.expr, index: ast.expr, of_tuple: bool = False) -> ast.expr:
        """Return what an index or slice takes from an array or tuple."""

        def lower_index_part(part: ast.expr) -> ast.expr:
            # Of a tuple items may be of several kinds: which one is taken belongs to the text of all sizes.
            number = self.knowledge.find_known_value(part) if of_tuple else None
            return literal_node(number) if type(number) is int else self.expressions.lower_expression(part)

        if not isinstance(index, ast.Slice):
            return self.places.lower_checked_item(container, lower_index_part(index))
        if isinstance(container, ast.Call) and container.func.id == "range":  # type: ignore[attr-defined]  # a name
            self.method.refuse(index, "a slice of a range does not compile: write the range that is meant")
        parts = [part and lower_index_part(part) for part in (index.lower, index.upper, index.step)]
        return item_node(container, ast.Slice(*parts))

    def _rewrite_record_item(self, node: ast.Subscript) -> ast.Subscript | None:
        """Return `records[i][2]` as an item of the records' third column."""
        inner, column = node.value, self.knowledge.find_known_value(node.slice)
        if not isinstance(inner, ast.Subscript) or not isinstance(column, int):
            return None
        records = self.knowledge.find_known_value(inner.value)
        if not isinstance(records, tuple | list) or not records:
            return None
        columns = self.places.split_into_columns(records)
        if not -len(columns) <= column < len(columns):
            return None
        return ast.copy_location(
            ast.Subscript(KnownNode(columns[column], node), inner.slice, ast.Load()), node
        )

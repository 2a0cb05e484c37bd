"""What an index or a slice takes: of tables, of their rows, of tuples, of records that are no table."""

import ast
from dataclasses import dataclass

from zermelo.compiler.lowering import replacements
from zermelo.compiler.lowering.expressions import Expressions
from zermelo.compiler.lowering.functions import Functions
from zermelo.compiler.lowering.knowledge import UNKNOWN, Knowledge, is_mapping
from zermelo.compiler.lowering.mappings import Mappings
from zermelo.compiler.lowering.method import Method
from zermelo.compiler.lowering.nodes import Given, call, item, literal
from zermelo.compiler.lowering.places import Operand, Places, Row, View


@dataclass(frozen=True)
class Subscripts:
    """The rewriting of subscripts."""

    method: Method
    knowledge: Knowledge
    places: Places
    expressions: Expressions
    functions: Functions
    mappings: Mappings

    def subscript(self, node: ast.Subscript) -> Operand:
        """Lower `value[index]` or `value[first:end:step]`."""
        node = self._of_table(node)
        part = self._record_item(node)
        if part is not None:
            return self.subscript(part)
        sliced = isinstance(node.slice, ast.Slice)
        base = self.expressions.operand(node.value if sliced else self.knowledge.as_tuple(node.value))
        if isinstance(base, View) and base.is_array:
            base = self.places.array_of(base)
        if isinstance(base, Row):
            return self._row_item(base, node.slice)
        if not isinstance(base, View):
            return self._item(base, node.slice, of_tuple=True)
        if isinstance(node.slice, ast.Slice):
            said = self.method.text(node)
            self.method.refuse(node, f"{said} slices rows of different lengths: loop over range(...)")
        index = self.expressions.expression(node.slice)
        if base.level == 0:
            return View(base.table, 1, index, base.hint)  # -1 is the last, in the index arrays too
        first, end = self.places.ends(base)
        place = self.functions.helper(replacements.PLACE)
        return View(base.table, base.level + 1, call(place, first, end, index), base.hint)

    def _of_table(self, node: ast.Subscript) -> ast.Subscript:
        """Return `mapping[key]`, and what is asked of it, as items of the table of its values."""
        inner, asked = node.value, self.knowledge.known(node.value)
        if is_mapping(asked):
            return self.mappings.item(asked, node.slice, node)
        if asked is UNKNOWN and isinstance(inner, ast.Subscript):
            return ast.copy_location(ast.Subscript(self._of_table(inner), node.slice, ast.Load()), node)
        return node

    def _row_item(self, row: Row, index: ast.expr) -> Operand:
        """Return what an index or slice takes from an array."""
        inner = row.shape[1:] if row.shape else ()
        source = self._item(row.source, index)
        if isinstance(index, ast.Slice):
            return Row(source, (-1, *inner) if inner else None)
        return Row(source, inner) if inner else source

    def _item(self, container: ast.expr, index: ast.expr, of_tuple: bool = False) -> ast.expr:
        """Return what an index or slice takes from an array or tuple."""

        def lower(part: ast.expr) -> ast.expr:
            # Of a tuple items may be of several kinds: which one is taken belongs to the text of all sizes.
            number = self.knowledge.known(part) if of_tuple else None
            return literal(number) if type(number) is int else self.expressions.expression(part)

        if not isinstance(index, ast.Slice):
            return self.places.item_at(container, lower(index))
        if isinstance(container, ast.Call) and container.func.id == "range":  # type: ignore[attr-defined]  # a name
            self.method.refuse(index, "a slice of a range does not compile: write the range that is meant")
        parts = [part and lower(part) for part in (index.lower, index.upper, index.step)]
        return item(container, ast.Slice(*parts))

    def _record_item(self, node: ast.Subscript) -> ast.Subscript | None:
        """Return `records[i][2]` as an item of the records' third column."""
        inner, column = node.value, self.knowledge.known(node.slice)
        if not isinstance(inner, ast.Subscript) or not isinstance(column, int):
            return None
        records = self.knowledge.known(inner.value)
        if not isinstance(records, tuple | list) or not records:
            return None
        columns = self.places.columns_of(records)
        if not -len(columns) <= column < len(columns):
            return None
        return ast.copy_location(ast.Subscript(Given(columns[column], node), inner.slice, ast.Load()), node)

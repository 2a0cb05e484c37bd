"""Places in tables: the stand-in for a row before its items are read.

Numba cannot hold a row of a ragged table, and adds and compares arrays item by item, where Python holds
tuples. So what leads to a row stays a place for as long as it is only indexed and looped over, and is written
as a tuple or an array where a value is wanted.
"""

import ast
import math
from dataclasses import dataclass
from typing import Any

from zermelo.compiler.lowering.constants.integer_tables import (
    LARGEST_WORD,
    SMALLEST_WORD,
    IntegerTable,
    NotATable,
)
from zermelo.compiler.lowering.method_source import MethodSource
from zermelo.compiler.lowering.statement_draft import Draft
from zermelo.compiler.lowering.symbol_table import SymbolTable
from zermelo.compiler.lowering.syntax_nodes import call_node, item_node, literal_node, name_node

LONGEST_TUPLE = 16  # a longer table is never written as a tuple


@dataclass(frozen=True)
class TableView:
    """A place inside a table: the whole at level 0, else number `index` of its level."""

    table: IntegerTable
    level: int = 0
    index: ast.expr | None = None
    hint: str = "table"

    @property
    def is_array(self) -> bool:
        """Whether the items of this place lie in one array."""
        return self.level == self.table.ragged_depth


@dataclass(frozen=True)
class TableRow:
    """A row of a table, which Python would hold as a tuple and compiled code as an array.

    Arrays add and compare item by item, so a row is written as a tuple wherever its items are not asked for
    one by one.
    """

    source: ast.expr
    shape: tuple[int, ...] | None  # None: of a length known only at play

    @property
    def fits_in_tuple(self) -> bool:
        """Whether the row can be written as a tuple."""
        return self.shape is not None and 0 < math.prod(self.shape) <= LONGEST_TUPLE


Operand = TableView | TableRow | ast.expr


class TableViews:
    """The places of one function: which locals stand for one, and how one is written."""

    def __init__(self, method: MethodSource, symbols: SymbolTable, draft: Draft) -> None:
        self.method, self.symbols, self.draft = method, symbols, draft
        self.standing: dict[str, TableView | TableRow] = {}  # locals that stand for a place

    def lower_row(self, row: TableRow, node: ast.expr, exact: bool) -> ast.expr:
        """Return a row as a tuple; one too long for that as an array, unless `exact`."""
        if row.fits_in_tuple:
            assert row.shape is not None
            return _make_tuple_of_items(self.draft.hold_in_variable(row.source, "row"), row.shape)
        if exact:
            said = self.method.shortened_source(node)
            self.method.refuse(node, f"{said} is a row of a table: compute with its items one by one")
        return row.source

    def materialize_view(self, view: TableView, node: ast.expr, tuples: bool = False) -> ast.expr:
        """Return a place in a table as one value: a tuple where short and plain, else an array."""
        table = view.table
        if view.level == 0:
            if table.integer_count <= LONGEST_TUPLE and (tuples or table.depth == 1):
                return tuple_to_source(table.values)
            if not table.ragged_depth:
                return name_node(self.symbols.name_array(table.flat, view.hint))
        said = self.method.shortened_source(node)
        return self.method.refuse(
            node, f"{said} has rows of different lengths: index it, or loop over it, directly"
        )

    def make_row_of_view(self, view: TableView) -> TableRow:
        """Return a place whose items lie in one array."""
        array = name_node(self.symbols.name_array(view.table.flat, view.hint))
        if view.level == 0:
            return TableRow(array, view.table.flat.shape)
        first, end = self.lower_view_bounds(view)
        shape = view.table.flat.shape[1:]
        return TableRow(item_node(array, ast.Slice(first, end)), (-1, *shape) if shape else None)

    def lower_view_bounds(self, view: TableView) -> tuple[ast.expr, ast.expr]:
        """Return where the items of a place begin and end, as numbers of the next level."""
        if view.level == 0:
            return literal_node(0), literal_node(len(view.table.values))
        assert view.index is not None
        firsts, lasts = view.table.bounds[view.level - 1]
        index = self.draft.hold_in_variable(view.index, "place")
        first = self.lower_checked_item(
            name_node(self.symbols.name_array(firsts, f"{view.hint}_first")), index
        )
        return first, self.lower_checked_item(
            name_node(self.symbols.name_array(lasts, f"{view.hint}_end")), index
        )

    def lower_checked_item(self, container: ast.expr, index: ast.expr) -> ast.expr:
        """Return an item of an array or tuple, raising where there is none."""
        if isinstance(index, ast.Constant) and isinstance(index.value, bool):
            index = literal_node(int(index.value))
        return call_node(self.symbols.name_intrinsic("at"), container, index)

    def split_into_columns(self, value: Any) -> list[tuple[object, ...]]:
        """Return the columns of equally long tuples that form no table (of mixed types, say), or []."""
        records = list(value)
        if not all(isinstance(record, tuple) and len(record) == len(records[0]) for record in records):
            return []
        try:
            self.symbols.get_integer_table(value)
        except NotATable:
            return list(zip(*records, strict=True))
        return []


def is_small_tuple(values: Any) -> bool:
    """Return whether a nested tuple of integers is short enough to be written out."""
    if isinstance(values, tuple):
        return len(values) <= LONGEST_TUPLE and all(is_small_tuple(value) for value in values)
    return isinstance(values, int) and SMALLEST_WORD <= values <= LARGEST_WORD


def tuple_to_source(values: Any) -> ast.expr:
    """Return a nested tuple of integers as source."""
    if isinstance(values, tuple):
        return ast.Tuple([tuple_to_source(value) for value in values], ast.Load())
    return literal_node(bool(values) if isinstance(values, bool) else int(values), of_game=True)


def _make_tuple_of_items(array: ast.expr, shape: tuple[int, ...]) -> ast.expr:
    if not shape:
        return array
    return ast.Tuple(
        [_make_tuple_of_items(item_node(array, place), shape[1:]) for place in range(shape[0])], ast.Load()
    )

"""Dictionaries that are constant during play: keys become sorted arrays, and values become a table.

A lookup is a binary search. A key that is a tuple is searched item by item: each item has a number among
all items at that place, and the pair of this number and the number of the items before it is searched.
"""

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from zermelo.compiler.lowering import library_replacements
from zermelo.compiler.lowering.constants.integer_tables import (
    LARGEST_WORD,
    SMALLEST_WORD,
    convert_to_rule_value,
)
from zermelo.compiler.lowering.constants.static_evaluation import is_mapping
from zermelo.compiler.lowering.expressions.expressions import Expressions
from zermelo.compiler.lowering.lowered_functions import FunctionLowering
from zermelo.compiler.lowering.method_source import MethodSource
from zermelo.compiler.lowering.statement_draft import Draft
from zermelo.compiler.lowering.symbol_table import SymbolTable
from zermelo.compiler.lowering.syntax_nodes import (
    KnownNode,
    RewrittenNode,
    call_node,
    literal_node,
    name_node,
)

Key = tuple[int, ...]


@dataclass(frozen=True)
class ConstantMappings:
    """The rewriting of what is asked of dicts."""

    method: MethodSource
    symbols: SymbolTable
    draft: Draft
    expressions: Expressions
    functions: FunctionLowering

    def lower_item(self, mapping: Mapping[Any, Any], key: ast.expr, node: ast.expr) -> ast.Subscript:
        """Return `mapping[key]` as an item of a table, which raises where there is no such key."""
        found = call_node(
            self.functions.lower_helper(library_replacements.ENTRY), self.lower_key_number(mapping, key, node)
        )
        return self._lower_mapped_value(mapping, found, node)

    def lower_get(self, mapping: Mapping[Any, Any], node: ast.Call) -> ast.expr:
        """Lower `mapping.get(key, default)`."""
        if len(node.args) != 2 or node.keywords:
            said = self.method.shortened_source(node.func)
            self.method.refuse(
                node, f"{said} gives None where the key is not there: write .get(key, default)"
            )
        key, default = node.args
        place = self.draft.hold_in_variable(self.lower_key_number(mapping, key, node), "place")
        otherwise = self.draft.hold_in_variable(
            self.expressions.lower_expression(default, tuples=True), "default"
        )
        found = RewrittenNode(ast.Compare(place, [ast.GtE()], [literal_node(0)]), node)
        choice = ast.IfExp(
            found, self._lower_mapped_value(mapping, place, node), RewrittenNode(otherwise, node)
        )
        return self.expressions.lower_expression(ast.copy_location(choice, node), tuples=True)

    def lower_key_number(self, mapping: Mapping[Any, Any], key: ast.expr, node: ast.expr) -> ast.expr:
        """Return the number of a key among those of a dict in their order, -1 where it is none of them."""
        keys = self._list_sorted_keys(mapping, node)
        if not keys:
            self.draft.before.append(ast.Expr(self.expressions.lower_expression(key, tuples=True)))
            return literal_node(-1)
        widths = {len(each) for each in keys if isinstance(each, tuple)}
        if not widths:
            if isinstance(key, ast.Tuple):
                self.method.refuse(
                    node, f"{self.method.shortened_source(node)} asks for a tuple, and the keys are integers"
                )
            return self._lower_sorted_search(keys, self.expressions.lower_expression(key))
        (width,) = widths
        if isinstance(key, ast.Tuple) and not any(isinstance(part, ast.Starred) for part in key.elts):
            if len(key.elts) != width:
                said = f"{self.method.shortened_source(node)} asks for {len(key.elts)} items"
                self.method.refuse(node, f"{said}, and the keys have {width}")
            return self._lower_tuple_key_number(keys, self.expressions.lower_in_order(key.elts))
        whole = self.draft.hold_in_variable(
            self.expressions.lower_expression(key, tuples=True, exact=True), "key"
        )
        length = ast.Compare(call_node("len", whole), [ast.Eq()], [literal_node(width)])
        parts = [
            call_node(self.symbols.name_intrinsic("at"), whole, literal_node(number))
            for number in range(width)
        ]
        return ast.IfExp(length, self._lower_tuple_key_number(keys, parts), literal_node(-1))

    def _lower_tuple_key_number(self, keys: Sequence[Key], parts: Sequence[ast.expr]) -> ast.expr:
        """Return the number of a key of several integers."""
        column = sorted({key[0] for key in keys})
        numbers = {key[:1]: column.index(key[0]) for key in keys}  # of the beginnings so far
        place = self._lower_sorted_search(column, parts[0])
        narrow = self.functions.lower_helper(library_replacements.NARROW)
        for width, part in enumerate(parts[1:], 2):
            column = sorted({key[width - 1] for key in keys})
            rank = {item: number for number, item in enumerate(column)}
            beginnings = sorted({key[:width] for key in keys})
            pairs = [numbers[each[:-1]] * len(column) + rank[each[-1]] for each in beginnings]
            numbers = {each: number for number, each in enumerate(beginnings)}
            place = call_node(
                narrow, self._name_integer_array(pairs), place, self._name_integer_array(column), part
            )
        return place

    def _lower_sorted_search(self, sorted_integers: Any, wanted: ast.expr) -> ast.expr:
        return call_node(
            self.functions.lower_helper(library_replacements.FIND),
            self._name_integer_array(sorted_integers),
            wanted,
        )

    def _name_integer_array(self, integers: Sequence[int]) -> ast.expr:
        array = np.array(integers, np.int64)
        array.flags.writeable = False
        return name_node(self.symbols.name_array(array, "keys"))

    def _lower_mapped_value(
        self, mapping: Mapping[Any, Any], place: ast.expr, node: ast.expr
    ) -> ast.Subscript:
        order = sorted(mapping)
        if any(is_mapping(value) for value in mapping.values()):
            self.method.refuse(
                node, f"{self.method.shortened_source(node)} is a dict in a dict: make one, of tuples (a, b)"
            )
        values = KnownNode(tuple(mapping[key] for key in order), node)
        return ast.copy_location(ast.Subscript(values, RewrittenNode(place, node), ast.Load()), node)

    def _list_sorted_keys(self, mapping: Mapping[Any, Any], node: ast.expr) -> list[Any]:
        """Return the keys in their order, integers or tuples of one length; refuse all others."""
        shapes = set()
        for key in mapping:
            parts = [convert_to_rule_value(part) for part in (key if isinstance(key, tuple) else (key,))]
            shapes.add(len(parts) if isinstance(key, tuple) else -1)
            if not parts or any(part is None or not SMALLEST_WORD <= part <= LARGEST_WORD for part in parts):
                said = f"{self.method.shortened_source(node)} asks a dict with the key {key!r}"
                self.method.refuse(node, f"{said}: keys that compile are integers, or tuples of them")
        if len(shapes) > 1:
            said = f"{self.method.shortened_source(node)} asks a dict with keys of several lengths"
            self.method.refuse(node, f"{said}: make one dict for each")
        return sorted(mapping)

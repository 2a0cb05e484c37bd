"""Expressions of rules, rewritten into what Numba compiles with Python's meaning.

Whatever is known before play becomes a literal or a table. Of the rest each kind of node has one object that
knows how to write it, in `writers`; those ask here for the expressions below theirs.
"""

import ast
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import numpy as np

from zermelo.compiler.lowering.constants.integer_tables import (
    LARGEST_WORD,
    SEQUENCES,
    SMALLEST_WORD,
    NotATable,
    convert_to_rule_value,
)
from zermelo.compiler.lowering.constants.static_evaluation import UNKNOWN, StaticEvaluation, is_mapping
from zermelo.compiler.lowering.constants.table_views import (
    LONGEST_TUPLE,
    Operand,
    TableRow,
    TableView,
    TableViews,
    is_small_tuple,
    tuple_to_source,
)
from zermelo.compiler.lowering.method_source import MethodSource
from zermelo.compiler.lowering.statement_draft import Draft
from zermelo.compiler.lowering.symbol_table import SymbolTable
from zermelo.compiler.lowering.syntax_nodes import (
    RewrittenNode,
    assign_node,
    call_node,
    find_loaded_names,
    find_stored_names,
    literal_node,
    name_node,
)

Writer = Callable[[Any], Operand]  # of one kind of node

NO_DICT: Final = "a dict does not compile: use a tuple indexed by integers"
NO_SET: Final = "a set does not compile: use the bits of an integer"
NO_YIELD: Final = "yield inside an expression does not compile: give it a line of its own"
REFUSED: Final[dict[type[ast.AST], str]] = {
    ast.List: "a list does not compile: use a tuple, or the bits of an integer",
    ast.ListComp: "a list built by a comprehension does not compile: loop over it directly",
    ast.Set: NO_SET,
    ast.SetComp: NO_SET,
    ast.Dict: NO_DICT,
    ast.DictComp: NO_DICT,
    ast.GeneratorExp: "a generator kept in a name does not compile: loop over it directly",
    ast.JoinedStr: "text does not compile: compare numbers, and keep text in show, name and parse",
    ast.Lambda: "lambda does not compile but as key= of min, max and sorted: write a method",
    ast.Starred: "* in a call does not compile: name every argument",
    ast.Yield: NO_YIELD,
    ast.YieldFrom: NO_YIELD,
}


class Expressions:
    """The expressions of one function."""

    def __init__(
        self,
        method: MethodSource,
        knowledge: StaticEvaluation,
        symbols: SymbolTable,
        draft: Draft,
        places: TableViews,
    ) -> None:
        self.method, self.knowledge, self.symbols = method, knowledge, symbols
        self.draft, self.places = draft, places
        self.writers: dict[type[ast.expr], Writer] = {
            ast.Name: self._lower_name,
            ast.NamedExpr: self._lower_named_expression,
            RewrittenNode: lambda node: node.source,
            ast.Tuple: self.lower_tuple,
            ast.Attribute: self._lower_attribute,
        }

    def register_node_writers(self, writers: Mapping[type[ast.expr], Writer]) -> None:
        """Let others write some kinds of nodes."""
        self.writers.update(writers)

    def lower_expression(self, node: ast.expr, tuples: bool = False, exact: bool = False) -> ast.expr:
        """Lower to one expression.

        `tuples`: short nested tables are wanted as tuples, as positions are; `exact`: an array will not do,
        since it would be added or compared item by item.
        """
        operand = self.lower_operand(node)
        if isinstance(operand, TableView) and operand.is_array and operand.level > 0:
            operand = self.places.make_row_of_view(operand)
        if isinstance(operand, TableRow):
            return self.places.lower_row(operand, node, exact)
        if exact and isinstance(operand, TableView) and operand.table.integer_count > LONGEST_TUPLE:
            said = self.method.shortened_source(node)
            self.method.refuse(node, f"{said} is a long table: compute with its items one by one")
        if isinstance(operand, TableView):
            return self.places.materialize_view(operand, node, tuples)
        return ast.copy_location(operand, node)

    def lower_in_order(self, nodes: Sequence[ast.expr], tuples: bool = False) -> list[ast.expr]:
        """Lower operands from left to right; a later one's statements do not change an earlier one."""
        before = self.draft.before
        lowered: list[ast.expr] = []
        for node in nodes:
            mark = len(before)
            operand = self.lower_expression(node, tuples, exact=tuples)
            assigned = find_stored_names(before[mark:])
            for number, earlier in enumerate(lowered):
                if assigned & find_loaded_names([earlier]):
                    held = self.symbols.fresh_name("held")
                    before.insert(mark, assign_node(held, earlier))
                    lowered[number] = name_node(held)
                    mark += 1
            lowered.append(operand)
        return lowered

    def lower_operand(self, node: ast.expr) -> Operand:
        """Lower to an expression, or to a place in a table."""
        value = self.knowledge.find_known_value(node)
        if value is not UNKNOWN:
            return self.lower_constant(value, node)
        writer = self.writers.get(type(node))
        if writer is None:
            reason = REFUSED.get(type(node))
            if reason is None:
                reason = (
                    f"{self.method.shortened_source(node)} does not compile: rewrite it with plain integers"
                )
            self.method.refuse(node, reason)
        return writer(node)

    def lower_constant(self, value: object, node: ast.expr) -> Operand:
        """Return a known value as source, or refuse it by its kind."""
        if isinstance(value, np.ndarray | np.generic):
            text = self.method.shortened_source(node)
            said = f"{text} is NumPy's {value.dtype}, which wraps and compares otherwise"
            self.method.refuse(
                node, f"{said} than int: write int(...) of one item, or .tolist() for the whole table"
            )
        number = convert_to_rule_value(value)
        if number is not None:
            if not SMALLEST_WORD <= number <= LARGEST_WORD:
                said = f"{self.method.shortened_source(node)} is {number}, which does not fit in 64 bits"
                self.method.refuse(node, f"{said}: use two words")
            return literal_node(number, of_game=self.knowledge.depends_on_game(node))
        if isinstance(value, float):
            if self.method.fractional:
                return ast.Constant(value)
            said = f"{self.method.shortened_source(node)} is {value!r}, no integer"
            self.method.refuse(node, f"{said}: rules compute with integers only")
        if isinstance(value, range):
            start, stop = (
                literal_node(bound, of_game=self.knowledge.depends_on_game(node))
                for bound in (value.start, value.stop)
            )
            return call_node("range", start, stop, literal_node(value.step))
        if isinstance(value, SEQUENCES):
            return self._lower_table(value, node)
        return self.method.refuse(node, self._explain_unsupported_value(value, node))

    def _lower_table(self, value: object, node: ast.expr) -> Operand:
        try:
            hint = node.attr if isinstance(node, ast.Attribute) else "table"
            return TableView(self.symbols.get_integer_table(value), hint=hint)
        except NotATable as error:
            if isinstance(value, tuple) and is_small_tuple(value):
                return tuple_to_source(value)
            return self.method.refuse(
                node, f"{self.method.shortened_source(node)} cannot become a table: {error}"
            )

    def _explain_unsupported_value(self, value: object, node: ast.expr) -> str:
        said = self.method.shortened_source(node)
        if value is None:
            return "None is no integer: return or compare with an integer, such as UNDECIDED or -1"
        if isinstance(value, str | bytes):
            return f"{said} is text, which does not compile: keep numbers in a tuple, and compare those"
        if is_mapping(value):
            return f"{said} is a dict, which compiles only where it is asked: write it as {said}[key]"
        if isinstance(value, Mapping):
            return f"{said} is a {type(value).__name__}, which does not compile: make it a dict"
        if value is self.method.receiver:
            return f"{said} is passed on or kept: pass the fields that are needed"
        kind = type(value).__name__
        return f"{said} is a {kind}, not an integer: rules compute with integers and tuples of integers"

    def _lower_name(self, node: ast.Name) -> Operand:
        return self.places.standing.get(node.id) or name_node(node.id)

    def _lower_named_expression(self, node: ast.NamedExpr) -> ast.expr:
        source = self.lower_expression(node.value)
        self.draft.before.append(assign_node(node.target.id, source))
        return name_node(node.target.id)

    def lower_tuple(self, node: ast.Tuple) -> ast.expr:
        """Lower a tuple that is written out; (*a, b) is a + (b,)."""
        if not any(isinstance(element, ast.Starred) for element in node.elts):
            return ast.Tuple(self.lower_in_order(node.elts, tuples=True), ast.Load())
        parts = [
            self.knowledge.lower_items_as_tuple(element.value)
            if isinstance(element, ast.Starred)
            else ast.Tuple([element], ast.Load())
            for element in node.elts
        ]
        whole = parts[0]
        for part in parts[1:]:
            whole = ast.copy_location(ast.BinOp(whole, ast.Add(), part), node)
        return self.lower_expression(whole)

    def _lower_attribute(self, node: ast.Attribute) -> ast.expr:
        said = self.method.shortened_source(node)
        self.method.refuse(node, f"{said} is an attribute of an integer or tuple: use plain integers")

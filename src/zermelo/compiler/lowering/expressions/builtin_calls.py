"""Calls in rules of functions without Python source: builtins, and methods of integers."""

import ast
import builtins
import functools
import math
import operator
import types
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from zermelo.compiler.lowering import library_replacements
from zermelo.compiler.lowering.constants.constant_mappings import ConstantMappings
from zermelo.compiler.lowering.constants.integer_tables import LARGEST_WORD
from zermelo.compiler.lowering.constants.static_evaluation import (
    UNKNOWN,
    StaticEvaluation,
    is_from_impure_module,
    is_mapping,
    unwrap_function,
)
from zermelo.compiler.lowering.constants.table_views import TableRow, TableView, TableViews
from zermelo.compiler.lowering.expressions.arithmetic import BEST, Arithmetic
from zermelo.compiler.lowering.expressions.comprehensions import Comprehensions
from zermelo.compiler.lowering.expressions.expressions import Expressions
from zermelo.compiler.lowering.expressions.source_calls import SourceCalls
from zermelo.compiler.lowering.expressions.truth_tests import TruthTests
from zermelo.compiler.lowering.lowered_functions import FunctionLowering
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
from zermelo.core.game import Game

FOLDS = (any, all, sum, min, max, math.prod, next)
NATURAL = (range, int)  # Numba means the same
BITS = ("bit_count", "bit_length")
TEXT: Final = "text does not compile: compare numbers, and keep text in show, name and parse"
REMEDIES: Final[dict[object, str]] = {
    print: "rules do not print: remove it",
    open: "rules read no files: load the data in a class-level table",
    float: "rules compute with integers only: use //",
    round: "rules compute with integers only: use //",
    list: "a list does not compile: loop over what it would hold, or make it a property if it is constant",
    tuple: "a tuple of unknown length does not compile: name its items, as in (a, b)",
    set: "a set does not compile: use the bits of an integer",
    frozenset: "a set does not compile: use the bits of an integer",
    dict: "a dict does not compile: use a tuple indexed by integers",
    sorted: "a list does not compile: write tuple(sorted(...)), or sorted(...)[number]",
    map: "map does not compile: write a generator expression",
    filter: "filter does not compile: write a generator expression",
    iter: "iter does not compile: write a loop",
    **dict.fromkeys((str, repr, chr, ord, bin, hex, oct, format, bytes), TEXT),
}


@dataclass(frozen=True)
class BuiltinCalls:
    """The rewriting of all calls; those of Python source it leaves to `calls`."""

    method: MethodSource
    knowledge: StaticEvaluation
    symbols: SymbolTable
    draft: Draft
    places: TableViews
    expressions: Expressions
    arithmetic: Arithmetic
    truths: TruthTests
    folds: Comprehensions
    calls: SourceCalls
    functions: FunctionLowering
    mappings: ConstantMappings

    def lower_call(self, node: ast.Call) -> ast.expr:
        """Lower a call."""
        callee = self.knowledge.find_known_value(node.func)
        if callee is UNKNOWN:
            return self._lower_method_of_value(node)
        if isinstance(unwrap_function(callee), types.FunctionType):
            return self.calls.lower_call_value(node)
        return self._lower_builtin(callee, node)

    def _lower_method_of_value(self, node: ast.Call) -> ast.expr:
        """Lower a method of an integer or tuple that is known only at play."""
        if not isinstance(node.func, ast.Attribute):
            said = self.method.shortened_source(node.func)
            self.method.refuse(node, f"{said} is not known before play: call methods and functions")
        attribute, value = node.func.attr, node.func.value
        if attribute in BITS and not node.args:
            return self._lower_bit_intrinsic(attribute, value)
        number = self._find_argument_of_bin(value) if attribute == "count" else None
        if number is not None and [self.knowledge.find_known_value(argument) for argument in node.args] == [
            "1"
        ]:
            return self._lower_bit_intrinsic("bit_count", number)
        said = self.method.shortened_source(node.func)
        remedy = (
            "call .tolist() of the whole array, and index that" if attribute == "tolist" else "write the loop"
        )
        return self.method.refuse(node, f"{said} does not compile: {remedy}")

    def _find_argument_of_bin(self, node: ast.expr) -> ast.expr | None:
        """Return the argument of a call of `bin`, None of anything else."""
        if (
            isinstance(node, ast.Call)
            and len(node.args) == 1
            and self.knowledge.find_known_value(node.func) is bin
        ):
            return node.args[0]
        return None

    def _lower_bit_intrinsic(self, kind: str, node: ast.expr) -> ast.expr:
        return call_node(self.symbols.name_intrinsic(kind), self.expressions.lower_expression(node))

    def _lower_builtin(self, callee: Any, node: ast.Call) -> ast.expr:
        if (found := self._lower_library_function(callee, node)) is not None:
            return found
        owner, called = getattr(callee, "__self__", None), getattr(callee, "__name__", "")
        if called == "__getitem__" and len(node.args) == 1:
            return self._lower_item_call(KnownNode(owner, node), node.args[0], node)
        if isinstance(callee, operator.itemgetter) and len(node.args) == 1:
            items: Any = callee.__reduce__()[1]
            if len(items) == 1:
                return self._lower_item_call(node.args[0], KnownNode(items[0], node), node)
        if called == "get" and is_mapping(owner):
            return self.mappings.lower_get(owner, node)
        if callee in FOLDS and node.args and (len(node.args) == 1 or callee in (sum, next) or node.keywords):
            return self.folds.lower_fold(callee, node)
        if callee is len and len(node.args) == 1:
            return self._lower_length(node)
        if callee is pow and len(node.args) == 2 and not node.keywords:
            power = ast.BinOp(node.args[0], ast.Pow(), node.args[1])
            return self.arithmetic.lower_binary(ast.copy_location(power, node))
        for kind in BITS:
            if callee == getattr(int, kind) and len(node.args) == 1:
                return self._lower_bit_intrinsic(kind, node.args[0])
        if callee is tuple and len(node.args) == 1 and not node.keywords:
            argument = node.args[0]
            if isinstance(argument, ast.Name):
                return self.expressions.lower_expression(argument)
            if isinstance(argument, ast.Call) and self.knowledge.find_known_value(argument.func) is sorted:
                return self._lower_sorted(argument)
        if callee in (*NATURAL, *BEST, abs, bool, divmod, pow):
            if not node.keywords and node.args:
                return self._lower_integer_builtin(callee, node)
            said = self.method.shortened_source(node)
            self.method.refuse(node, f"{said} does not compile: give plain arguments, without names")
        return self.method.refuse(node, self._explain_uncompilable_call(callee, node))

    def _lower_item_call(self, container: ast.expr, index: ast.expr, node: ast.Call) -> ast.expr:
        item_of = ast.copy_location(ast.Subscript(container, index, ast.Load()), node)
        return self.expressions.lower_expression(item_of, tuples=True)

    def _lower_library_function(self, callee: Any, node: ast.Call) -> ast.expr | None:
        """Lower a function of the library that one of ours stands in for; None of any other."""
        of_many = library_replacements.find_replacement(callee, library_replacements.OF_MANY)
        function = (
            of_many[0]
            if of_many
            else library_replacements.find_replacement(callee, library_replacements.STANDS_FOR)
        )
        if function is None or node.keywords:
            return None
        arguments = self.expressions.lower_in_order(node.args)
        if not of_many:
            count = function.__code__.co_argcount
            if len(arguments) != count:
                said = f"{self.method.shortened_source(node)} gives {len(arguments)} arguments"
                self.method.refuse(node, f"{said}, and {callee.__name__} takes {count}")
            return call_node(self.functions.lower_helper(function), *arguments)
        arguments = arguments if len(arguments) > 1 else [literal_node(of_many[1]), *arguments]
        return functools.reduce(
            lambda so_far, other: call_node(self.functions.lower_helper(function), so_far, other), arguments
        )

    def _lower_sorted(self, node: ast.Call) -> ast.expr:
        """Lower the items of a tuple in their order, or that of their keys: equal ones stay as they are."""
        options = {keyword.arg: keyword.value for keyword in node.keywords}
        key, backwards = options.pop("key", None), options.pop("reverse", ast.Constant(False))
        turned = self.knowledge.find_known_value(backwards)
        if len(node.args) != 1 or options or turned is UNKNOWN:
            said = f"{self.method.shortened_source(node)} does not compile"
            self.method.refuse(node, f"{said}: give one tuple, and a reverse that is known before play")
        items = node.args[0]
        if isinstance(items, ast.List):
            items = ast.copy_location(ast.Tuple(items.elts, ast.Load()), items)
        if not isinstance(items, ast.Tuple | ast.Name | ast.BinOp | ast.Subscript | ast.Attribute):
            self.method.refuse(
                node, f"{self.method.shortened_source(items)} has no length before play: sort a tuple (a, b)"
            )
        width, ascending = (
            self.knowledge.find_known_tuple_width(items),
            self.symbols.name_intrinsic("ascending"),
        )
        whole = self.draft.hold_in_variable(
            self.expressions.lower_expression(items, tuples=True, exact=True), "items"
        )
        if key is None or self.knowledge.find_known_value(key) is None:
            ordered: ast.expr = call_node(ascending, whole)
            return item_node(ordered, ast.Slice(None, None, literal_node(-1))) if turned else ordered
        if width is None:
            said = f"{self.method.shortened_source(items)} has no length before play"
            self.method.refuse(node, f"{said}: sort by a key what is written as (a, b)")
        marks: list[ast.expr] = []
        at = self.symbols.name_intrinsic("at")
        for number in range(width):
            mark = self.symbols.fresh_name("mark")
            self.draft.before.append(
                assign_node(mark, self.folds.lower_key_call(key, call_node(at, whole, literal_node(number))))
            )
            marks.append(
                ast.Tuple([name_node(mark), literal_node(-number if turned else number)], ast.Load())
            )
        order = self.draft.hold_in_variable(call_node(ascending, ast.Tuple(marks, ast.Load())), "order")
        numbers = [
            call_node(at, call_node(at, order, literal_node(number)), literal_node(1))
            for number in range(width)
        ]
        if turned:
            numbers = [call_node(self.symbols.name_intrinsic("neg"), number) for number in reversed(numbers)]
        return ast.Tuple([call_node(at, whole, number) for number in numbers], ast.Load())

    def _explain_uncompilable_call(self, callee: Any, node: ast.Call) -> str:
        """Return why a call does not compile, and what does."""
        try:
            remedy = REMEDIES.get(callee)
        except TypeError:
            remedy = None
        called = getattr(callee, "__name__", "")
        if remedy is None and getattr(builtins, called, None) is callee:
            remedy = f"{called}(...) does not compile here: write the loop"
        return remedy or self._explain_foreign_call(callee, node)

    def _lower_integer_builtin(self, callee: Any, node: ast.Call) -> ast.expr:
        """Lower a builtin of integers."""
        expressions = self.expressions
        if callee is bool and len(node.args) == 1:
            return self.truths.lower_test(node.args[0])
        if (
            callee is int
            and len(node.args) == 1
            and (found := self._lower_array_item(node.args[0])) is not None
        ):
            return found
        if callee is abs and len(node.args) == 1:
            return call_node(
                self.symbols.name_intrinsic("absolute"), expressions.lower_expression(node.args[0])
            )
        if callee is divmod and len(node.args) == 2:
            left, right = (
                self.draft.hold_in_variable(operand) for operand in expressions.lower_in_order(node.args)
            )
            both = [
                self.arithmetic.lower_checked_operation(operator, left, right)
                for operator in (ast.FloorDiv(), ast.Mod())
            ]
            return ast.Tuple(both, ast.Load())
        arguments = expressions.lower_in_order(node.args, tuples=True)
        if callee is pow and len(arguments) == 3:
            return call_node(self.functions.lower_helper(library_replacements.POWER), *arguments)
        if callee in BEST:
            return self.arithmetic.lower_min_or_max(callee, arguments)
        return call_node(callee.__name__, *arguments)

    def _lower_array_item(self, node: ast.expr) -> ast.expr | None:
        """Lower an item of a NumPy array, as an integer; None where it is something else."""
        indexes: list[ast.expr] = []
        while isinstance(node, ast.Subscript):
            indexes[:0] = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
            node = node.value
        array = self.knowledge.find_known_value(node)
        if not isinstance(array, np.ndarray) or array.dtype.kind not in "iub" or array.ndim != len(indexes):
            return None
        if array.dtype == np.uint64 and array.size and array.max() > LARGEST_WORD:
            said = f"{self.method.shortened_source(node)} holds {array.max()}"
            self.method.refuse(node, f"{said}, which does not fit in 64 bits")
        if any(
            isinstance(index, ast.Slice) or self.knowledge.is_certain_truth_value(index) for index in indexes
        ):
            said = f"{self.method.shortened_source(node)} is a NumPy array"
            self.method.refuse(node, f"{said}: index it with integers")
        words = np.ascontiguousarray(array, np.int64)
        words.flags.writeable = False
        item: ast.expr = name_node(self.symbols.name_array(words, "array"))
        for index in self.expressions.lower_in_order(indexes):
            item = call_node(self.symbols.name_intrinsic("at_array"), item, index)
        return item

    def _explain_foreign_call(self, callee: Any, node: ast.Call) -> str:
        said = self.method.shortened_source(node.func)
        owner = getattr(callee, "__self__", None)
        if isinstance(owner, str | bytes):
            return TEXT
        if isinstance(owner, Mapping):
            return f"{said} does not compile: of a plain dict [key], .get(key, default), in, .items() do"
        if isinstance(callee, Game) or callee is self.method.receiver:
            return f"{said} is a game: call one of its methods"
        if is_from_impure_module(callee) or is_from_impure_module(type(owner)):
            return f"{said} draws at random or asks the machine: rules are pure, without dice"
        if isinstance(owner, list) or said.endswith(".append"):
            return f"{said} fills a list, which does not compile: yield each move instead"
        return f"{said} is not Python source of yours: rules may call methods, functions and integer builtins"

    def _lower_length(self, node: ast.Call) -> ast.expr:
        argument = self.knowledge.lower_items_as_tuple(node.args[0])
        if isinstance(argument, ast.GeneratorExp | ast.ListComp):
            self.method.refuse(node, "len of what is generated: write sum(1 for ...)")
        operand = self.expressions.lower_operand(argument)
        if isinstance(operand, TableRow):
            return call_node("len", operand.source)
        if not isinstance(operand, TableView):
            return call_node("len", operand)
        first, end = self.places.lower_view_bounds(operand)
        return end if operand.level == 0 else ast.BinOp(end, ast.Sub(), first)

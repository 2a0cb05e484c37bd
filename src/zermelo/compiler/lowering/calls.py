"""Calls in rules: to their own functions, to builtins, and to methods of integers.

A call of Python source is lowered along with it, for its receiver and for whatever arguments are known and
no integers (None, text, functions); keywords and defaults become positions.
"""

import ast
import builtins
import types
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from zermelo.compiler.lowering import replacements
from zermelo.compiler.lowering.expressions import Expressions, Row, View, call, name
from zermelo.compiler.lowering.knowledge import UNKNOWN, Given, is_impure, signature_of, unwrapped
from zermelo.compiler.lowering.tables import LARGEST_WORD
from zermelo.core.game import Game

if TYPE_CHECKING:
    from zermelo.compiler.lowering.module import Unit

FOLDS = (any, all, sum, min, max)
NATURAL = (range, int)  # Numba means the same
BEST = {min: "least", max: "greatest"}
REMEDIES: dict[object, str] = {
    print: "rules do not print: remove it",
    open: "rules read no files: load the data in a class-level table",
    float: "rules compute with integers only: use //",
    round: "rules compute with integers only: use //",
    list: "a list does not compile: loop over what it would hold, or make it a property if it is constant",
    tuple: "a tuple of unknown length does not compile: name its items, as in (a, b)",
    set: "a set does not compile: use the bits of an integer",
    frozenset: "a set does not compile: use the bits of an integer",
    dict: "a dict does not compile: use a tuple indexed by integers",
    sorted: "sorted does not compile: loop with min, or make it a property if it is constant",
    map: "map does not compile: write a generator expression",
    filter: "filter does not compile: write a generator expression",
    next: "next does not compile: write a loop that ends with break",
    iter: "iter does not compile: write a loop",
    str: "text does not compile: keep it in show, name and parse",
}


class Calls(Expressions):
    """The rewriting of calls."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.called: dict[int, Unit] = {}  # by the call's node

    def fold(self, kind: Any, node: ast.Call) -> ast.expr:
        """Lower any, all, sum, min or max over whatever can be looped over."""
        raise NotImplementedError

    def _call(self, node: ast.Call) -> ast.expr:
        callee = self.known(node.func)
        if callee is UNKNOWN:
            return self._method_of_value(node)
        function = unwrapped(callee)
        if isinstance(function, types.FunctionType):
            unit, source = self.own_call(node)
            if unit.generator:
                self.refuse(node, f"{self.text(node.func)} yields: loop over it, or use any, sum, min, max")
            if not unit.returns:
                self.refuse(node, f"{self.text(node.func)} returns nothing: return an integer")
            return source
        return self._builtin_call(callee, node)

    def own_call(self, node: ast.Call) -> tuple["Unit", ast.expr]:
        """Lower a call of a Python function: the function, and the call itself."""
        callee = self.known(node.func)
        function = unwrapped(callee)
        assert isinstance(function, types.FunctionType)
        receiver = callee.__self__ if isinstance(callee, types.MethodType) else None
        given = self._bind_arguments(node, function, receiver is not None)
        if self._names_a_base(node):  # Base.method(self, position)
            receiver, given = self.receiver, given[1:]
        static: dict[str, object] = {}
        nodes: list[ast.expr] = []
        for parameter, argument in given:
            value = self.known(argument) if isinstance(argument, ast.expr) else argument
            if value is None or isinstance(value, str | types.FunctionType | types.MethodType):
                static[parameter] = value
            else:
                nodes.append(argument if isinstance(argument, ast.expr) else Given(argument, node))
        unit = self.module.unit(function, receiver, static, self.fractional, False, self, node)
        self.called[id(node)] = unit
        return unit, call(unit.name, *self.in_order(nodes))

    def _names_a_base(self, node: ast.Call) -> bool:
        if self.receiver is None or not node.args or not isinstance(node.func, ast.Attribute):
            return False
        base = self.known(node.func.value)
        if not isinstance(base, type) or self.known(node.args[0]) is not self.receiver:
            return False
        return isinstance(self.receiver, base) and isinstance(
            base.__dict__.get(node.func.attr), types.FunctionType
        )

    def _bind_arguments(
        self, node: ast.Call, function: types.FunctionType, bound: bool
    ) -> list[tuple[str, Any]]:
        """Return (parameter, tree or default value) in the function's order, without a bound receiver."""
        if any(isinstance(argument, ast.Starred) for argument in node.args):
            self.refuse(node, "* in a call does not compile: name every argument")
        keywords = {keyword.arg: keyword.value for keyword in node.keywords}
        if None in keywords:
            self.refuse(node, "** in a call does not compile: name every argument")
        signature = signature_of(function)
        try:
            arguments = signature.bind(*([None] if bound else []), *node.args, **keywords)  # type: ignore[arg-type]  # None is refused above
        except TypeError as error:
            self.refuse(node, f"{self.text(node)} does not fit {function.__name__}: {error}")
        arguments.apply_defaults()
        return list(arguments.arguments.items())[1 if bound else 0 :]

    def _method_of_value(self, node: ast.Call) -> ast.expr:
        """Lower a method of an integer or tuple that is known only at play."""
        if not isinstance(node.func, ast.Attribute):
            self.refuse(node, f"{self.text(node.func)} is not known before play: call methods and functions")
        attribute, value = node.func.attr, node.func.value
        if attribute in ("bit_count", "bit_length") and not node.args:
            return call(self.module.intrinsic(attribute), self.expression(value))
        of_bin = isinstance(value, ast.Call) and self.known(value.func) is bin and len(value.args) == 1
        if of_bin and attribute == "count" and [self.known(argument) for argument in node.args] == ["1"]:
            assert isinstance(value, ast.Call)
            return call(self.module.intrinsic("bit_count"), self.expression(value.args[0]))
        return self.refuse(node, f"{self.text(node.func)} does not compile: write the loop")

    def _builtin_call(self, callee: Any, node: ast.Call) -> ast.expr:
        replacement = replacements.find(callee)
        if replacement is not None and not node.keywords:
            return call(self.module.helper(replacement), *self.in_order(node.args))
        if callee in FOLDS and (len(node.args) == 1 or callee is sum):
            return self.fold(callee, node)
        if callee is len and len(node.args) == 1:
            return self._length(node)
        if callee is pow and len(node.args) == 2:
            return self._binop(ast.copy_location(ast.BinOp(node.args[0], ast.Pow(), node.args[1]), node))
        for kind in ("bit_count", "bit_length"):
            if callee == getattr(int, kind) and len(node.args) == 1:
                return call(self.module.intrinsic(kind), self.expression(node.args[0]))
        if callee is tuple and len(node.args) == 1 and isinstance(node.args[0], ast.Name):
            return self.expression(node.args[0])
        plain = not node.keywords and node.args
        if callee in (*NATURAL, *BEST, abs, bool, divmod) and plain:
            return self._plain_call(callee, node)
        if callee in (*NATURAL, *BEST, abs, bool, divmod):
            self.refuse(node, f"{self.text(node)} does not compile: give plain arguments, without names")
        try:
            remedy = REMEDIES.get(callee)
        except TypeError:
            remedy = None
        called = getattr(callee, "__name__", "")
        if remedy is None and getattr(builtins, called, None) is callee:
            remedy = f"{called}(...) does not compile here: write the loop"
        return self.refuse(node, remedy or self._foreign(callee, node))

    def _plain_call(self, callee: Any, node: ast.Call) -> ast.expr:
        """Lower a builtin of integers."""
        if callee is bool and len(node.args) == 1:
            return self.test(node.args[0])
        if callee is int and len(node.args) == 1 and (found := self._item_of_array(node.args[0])) is not None:
            return found
        if callee is abs and len(node.args) == 1:
            return call(self.module.intrinsic("absolute"), self.expression(node.args[0]))
        if callee is divmod and len(node.args) == 2:
            left, right = (self.held(operand) for operand in self.in_order(node.args))
            both = [self.arithmetic(operator, left, right) for operator in (ast.FloorDiv(), ast.Mod())]
            return ast.Tuple(both, ast.Load())
        arguments = self.in_order(node.args, tuples=True)
        if callee in BEST:
            return self.best_of(callee, arguments)
        return call(callee.__name__, *arguments)

    def _item_of_array(self, node: ast.expr) -> ast.expr | None:
        """Lower an item of a NumPy array, as an integer; None where it is something else."""
        indexes: list[ast.expr] = []
        while isinstance(node, ast.Subscript):
            indexes[:0] = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
            node = node.value
        array = self.known(node)
        if not isinstance(array, np.ndarray) or array.dtype.kind not in "iub" or array.ndim != len(indexes):
            return None
        if array.dtype == np.uint64 and array.size and array.max() > LARGEST_WORD:
            self.refuse(node, f"{self.text(node)} holds {array.max()}, which does not fit in 64 bits")
        if any(isinstance(index, ast.Slice) or self.says_truth(index) for index in indexes):
            self.refuse(node, f"{self.text(node)} is a NumPy array: index it with integers")
        words = np.ascontiguousarray(array, np.int64)
        words.flags.writeable = False
        item: ast.expr = name(self.module.array(words, "array"))
        for index in self.in_order(indexes):
            item = call(self.module.intrinsic("at_array"), item, index)
        return item

    def best_of(self, kind: Any, sources: Sequence[ast.expr]) -> ast.expr:
        """Return the least or greatest of several, the first of equal ones."""
        best, *others = sources
        for other in others:
            best = call(self.module.intrinsic(BEST[kind]), best, other)
        return best

    def _foreign(self, callee: Any, node: ast.Call) -> str:
        said = self.text(node.func)
        if isinstance(callee, Game) or callee is self.receiver:
            return f"{said} is a game: call one of its methods"
        if is_impure(callee) or is_impure(type(getattr(callee, "__self__", None))):
            return f"{said} draws at random or asks the machine: rules are pure, without dice"
        if isinstance(getattr(callee, "__self__", None), list) or said.endswith(".append"):
            return f"{said} fills a list, which does not compile: yield each move instead"
        return f"{said} is not Python source of yours: rules may call methods, functions and integer builtins"

    def _length(self, node: ast.Call) -> ast.expr:
        argument = node.args[0]
        if isinstance(argument, ast.GeneratorExp | ast.ListComp):
            self.refuse(node, "len of what is generated: write sum(1 for ...)")
        operand = self.operand(argument)
        if isinstance(operand, Row):
            return call("len", operand.source)
        if not isinstance(operand, View):
            return call("len", operand)
        first, end = self.ends(operand)
        return end if operand.level == 0 else ast.BinOp(end, ast.Sub(), first)

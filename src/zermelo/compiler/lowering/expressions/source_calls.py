"""Calls in rules of functions and methods that are Python source.

Such a function is lowered along with the rules, for its receiver and for whatever arguments are known and no
integers (None, text, functions); keywords and defaults become positions.
"""

import ast
import types
from dataclasses import dataclass, field
from typing import Any

from zermelo.compiler.lowering.constants.static_evaluation import (
    StaticEvaluation,
    is_mapping,
    signature_without_decorators,
    unwrap_function,
)
from zermelo.compiler.lowering.expressions.expressions import Expressions
from zermelo.compiler.lowering.lowered_functions import FunctionLowering, LoweredFunction
from zermelo.compiler.lowering.method_source import FunctionVariant, MethodSource
from zermelo.compiler.lowering.syntax_nodes import KnownNode, call_node


@dataclass(frozen=True)
class SourceCalls:
    """The rewriting of calls of Python source."""

    method: MethodSource
    knowledge: StaticEvaluation
    expressions: Expressions
    functions: FunctionLowering
    _called: dict[int, LoweredFunction] = field(default_factory=dict)  # by the call's node

    def lower_call_value(self, node: ast.Call) -> ast.expr:
        """Lower a call whose value is used."""
        unit, source = self.lower_call(node)
        if unit.generator:
            said = "yields: loop over it, or use any, sum, min, max"
            self.method.refuse(node, f"{self.method.shortened_source(node.func)} {said}")
        if not unit.returns:
            self.method.refuse(
                node, f"{self.method.shortened_source(node.func)} returns nothing: return an integer"
            )
        return source

    def lower_call(self, node: ast.Call) -> tuple[LoweredFunction, ast.expr]:
        """Lower a call: the function, and the call itself."""
        callee = self.knowledge.find_known_value(node.func)
        function = unwrap_function(callee)
        assert isinstance(function, types.FunctionType)
        receiver = callee.__self__ if isinstance(callee, types.MethodType) else None
        given = self._bind_arguments(node, function, receiver is not None)
        if self._calls_base_class_method(node):  # Base.method(self, position)
            receiver, given = self.method.receiver, given[1:]
        static: dict[str, object] = {}
        nodes: list[ast.expr] = []
        for parameter, argument in given:
            value = self.knowledge.find_known_value(argument) if isinstance(argument, ast.expr) else argument
            if (
                value is None
                or isinstance(value, str | types.FunctionType | types.MethodType)
                or is_mapping(value)
            ):
                static[parameter] = value
            else:
                nodes.append(argument if isinstance(argument, ast.expr) else KnownNode(argument, node))
        variant = FunctionVariant(function, receiver, static, self.method.fractional)
        unit = self.functions.lower_function(variant, lambda reason: self.method.refuse(node, reason))
        self._called[id(node)] = unit
        return unit, call_node(unit.name, *self.expressions.lower_in_order(nodes))

    def returns_truth_value(self, node: ast.expr) -> bool:
        """Return whether what was lowered is a truth value, or a call of what returns one."""
        unit = self._called.get(id(node))
        return self.knowledge.is_certain_truth_value(node) or (unit is not None and unit.truth is not None)

    def _calls_base_class_method(self, node: ast.Call) -> bool:
        receiver = self.method.receiver
        if receiver is None or not node.args or not isinstance(node.func, ast.Attribute):
            return False
        base = self.knowledge.find_known_value(node.func.value)
        if not isinstance(base, type) or self.knowledge.find_known_value(node.args[0]) is not receiver:
            return False
        return isinstance(receiver, base) and isinstance(
            base.__dict__.get(node.func.attr), types.FunctionType
        )

    def _bind_arguments(
        self, node: ast.Call, function: types.FunctionType, bound: bool
    ) -> list[tuple[str, Any]]:
        """Return (parameter, tree or default value) in the function's order, without a bound receiver."""
        if any(isinstance(argument, ast.Starred) for argument in node.args):
            self.method.refuse(node, "* in a call does not compile: name every argument")
        keywords = {keyword.arg: keyword.value for keyword in node.keywords}
        if None in keywords:
            self.method.refuse(node, "** in a call does not compile: name every argument")
        signature = signature_without_decorators(function)
        try:
            arguments = signature.bind(*([None] if bound else []), *node.args, **keywords)  # type: ignore[arg-type]  # None is refused above
        except TypeError as error:
            said = f"{self.method.shortened_source(node)} does not fit {function.__name__}: {error}"
            self.method.refuse(node, said)
        arguments.apply_defaults()
        return list(arguments.arguments.items())[1 if bound else 0 :]

"""Static evaluation of rules, without a position: fields, tables, constants, and what follows from them.

An expression that reads no local variable has one value for the game at hand. It is evaluated here, by
Python itself, on the game itself: properties, methods without arguments, class attributes, enumerations
and comprehensions over constants come out as Python means them, whatever they use inside. Rules are
pure, so evaluating them early changes nothing.
"""

import ast
import builtins
import copy
import functools
import inspect
import math
import operator
import types
from collections import OrderedDict
from collections.abc import ItemsView, Iterator, KeysView, Mapping, ValuesView
from itertools import islice
from typing import Any, Final, TypeGuard

import numpy as np

from zermelo.compiler.lowering.method_source import MethodSource
from zermelo.compiler.lowering.name_scopes import is_assignment_target
from zermelo.compiler.lowering.syntax_nodes import KnownNode, is_truth_value_node

UNKNOWN: Final = object()
LONGEST_CONSTANT = 1 << 20  # items of an evaluated generator; more means that it never ends

FOLDABLE: Final = frozenset(
    {abs, all, any, bin, bool, divmod, enumerate, frozenset, getattr, hasattr, int, isinstance, issubclass}
    | {len, list, max, min, ord, pow, range, reversed, set, sorted, sum, tuple, type, zip}
    | {math.comb, math.factorial, math.gcd, math.isqrt, math.lcm, math.perm, math.prod}
    | {operator.itemgetter}
)
READING: Final = frozenset(  # methods that change nothing of what they are called on
    {"index", "count", "copy", "get", "keys", "values", "items", "union", "intersection", "difference"}
    | {"issubset", "issuperset", "isdisjoint", "symmetric_difference", "tolist", "item", "min", "max", "any"}
    | {"all", "sum", "argmin", "argmax", "nonzero", "__getitem__", "__contains__", "__len__"}
)
IMPURE: Final = frozenset({"random", "secrets", "time", "datetime", "os", "io", "subprocess", "uuid"})
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.GeneratorExp)
_SIMPLE = (
    ast.BinOp,
    ast.UnaryOp,
    ast.Compare,
    ast.Subscript,
    ast.Tuple,
    ast.List,
    ast.Set,
    ast.Dict,
    ast.Slice,
)


class StaticEvaluation:
    """What expressions of one function are known to be."""

    def __init__(self, method: MethodSource) -> None:
        self.method = method

    def find_known_value(self, node: ast.expr) -> Any:
        """Return the value of an expression that reads no local variable, else `UNKNOWN`."""
        match node:
            case KnownNode():
                return node.value
            case ast.Constant():
                return node.value
            case ast.Name():
                return self._find_known_name_value(node)
            case ast.Attribute():
                return self._find_known_attribute_value(node)
            case ast.Call():
                return self._find_known_call_value(node)
            case ast.IfExp():
                test = self.find_known_value(node.test)
                return (
                    UNKNOWN if test is UNKNOWN else self.find_known_value(node.body if test else node.orelse)
                )
            case ast.BoolOp():
                return self._find_known_boolean_value(node)
            case ast.Compare():
                return self._find_known_comparison_with_none(node)
        if isinstance(node, COMPREHENSIONS):
            return self._find_known_comprehension_value(node)
        if isinstance(node, _SIMPLE):
            return self._find_known_operator_value(node)
        return UNKNOWN

    def depends_on_game(self, node: ast.expr) -> bool:
        """Return whether a known value depends on the game's parameters, as far as its source shows."""
        return any(
            isinstance(inner, KnownNode)
            or (isinstance(inner, ast.Name) and inner.id in (self.method.locals | self.method.closure.keys()))
            for inner in ast.walk(node)
        )

    def find_known_truth(self, node: ast.expr) -> bool | None:
        """Return whether a test is known to hold, or None."""
        value = self.find_known_value(node)
        return None if value is UNKNOWN else bool(value)

    def is_certain_truth_value(self, node: ast.expr) -> bool:
        """Return whether an expression of the rules is a truth value for certain."""
        if isinstance(node, ast.BoolOp):
            return all(self.is_certain_truth_value(value) for value in node.values)
        if isinstance(node, ast.Call):
            return any(self.find_known_value(node.func) is each for each in (any, all, bool))
        return is_truth_value_node(node) or isinstance(self.find_known_value(node), bool)

    def is_python_function(self, node: ast.expr) -> bool:
        """Return whether an expression is known to be a function or method of Python source."""
        return isinstance(unwrap_function(self.find_known_value(node)), types.FunctionType)

    def lower_items_as_tuple(self, node: ast.expr) -> ast.expr:
        """Return an expression whose items alone are asked for: a sorted list as a tuple."""
        if isinstance(node, ast.Call) and self.find_known_value(node.func) is sorted:
            return ast.copy_location(ast.Call(KnownNode(tuple, node), [node], []), node)
        return node

    def find_known_tuple_width(self, node: ast.expr) -> int | None:
        """Return how many items a tuple has, as far as its source shows; None of anything else."""
        if isinstance(node, ast.Name) and node.id in self.method.widths:
            return self.method.widths[node.id]
        value = self.find_known_value(node)
        if isinstance(value, tuple):
            return len(value)
        if (
            isinstance(node, ast.Call)
            and len(node.args) == 1
            and self.find_known_value(node.func) in (tuple, sorted)
        ):
            return self.find_known_tuple_width(node.args[0])
        if isinstance(node, ast.Tuple):
            widths = [
                self.find_known_tuple_width(part.value) if isinstance(part, ast.Starred) else 1
                for part in node.elts
            ]
            return None if None in widths else sum(each or 0 for each in widths)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            left, right = self.find_known_tuple_width(node.left), self.find_known_tuple_width(node.right)
            return None if left is None or right is None else left + right
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
            for part, count in (
                (node.left, self.find_known_value(node.right)),
                (node.right, self.find_known_value(node.left)),
            ):
                if isinstance(count, int) and (width := self.find_known_tuple_width(part)) is not None:
                    return width * max(0, count)
        return None

    def _find_known_comparison_with_none(self, node: ast.Compare) -> Any:
        """Compare with None: what a name of a rule holds is an integer or tuple, never None."""
        if len(node.ops) == 1 and isinstance(node.ops[0], ast.Is | ast.IsNot):
            sides = [self.find_known_value(node.left), self.find_known_value(node.comparators[0])]
            named = [isinstance(side, ast.Name) for side in (node.left, node.comparators[0])]
            if (sides[0] is None and sides[1] is UNKNOWN and named[1]) or (
                sides[1] is None and sides[0] is UNKNOWN and named[0]
            ):
                return isinstance(node.ops[0], ast.IsNot)
        return self._find_known_operator_value(node)

    def _find_known_name_value(self, node: ast.Name) -> Any:
        name = node.id
        if name in self.method.locals:
            return self.method.known_names.get(name, UNKNOWN)
        if name in self.method.closure:
            try:
                return self.method.closure[name].cell_contents
            except ValueError:
                self.method.refuse(node, f"the name {name!r} has no value yet")
        if name in self.method.function.__globals__:
            return self.method.function.__globals__[name]
        if hasattr(builtins, name):
            return getattr(builtins, name)
        return self.method.refuse(
            node, f"the name {name!r} is not known: define or import it in the game's file"
        )

    def _find_known_attribute_value(self, node: ast.Attribute) -> Any:
        base = self.find_known_value(node.value)
        if base is UNKNOWN:
            return UNKNOWN
        try:
            return getattr(base, node.attr)
        except AttributeError:
            kind = getattr(base, "__name__", type(base).__name__)
            self.method.refuse(node, f"{kind} has no attribute {node.attr!r}: define it, or correct the name")
        except Exception as error:
            self.method.refuse(
                node, f"{self.method.shortened_source(node)} raises {type(error).__name__}: {error}"
            )

    def _find_known_boolean_value(self, node: ast.BoolOp) -> Any:
        value: Any = UNKNOWN
        for operand in node.values:
            value = self.find_known_value(operand)
            if value is UNKNOWN or bool(value) == isinstance(node.op, ast.Or):
                return value
        return value

    def _find_known_operator_value(self, node: ast.expr) -> Any:
        shell = copy.copy(node)
        environment: dict[str, object] = {}

        def replace_by_known_value(child: Any) -> Any:
            if not isinstance(child, ast.expr):
                return child
            value = self.find_known_value(child)
            if value is UNKNOWN:
                raise LookupError
            name = f"@k{len(environment)}"
            environment[name] = value
            return ast.copy_location(ast.Name(name, ast.Load()), child)

        try:
            for field, value in ast.iter_fields(node):
                many = isinstance(value, list)
                setattr(
                    shell,
                    field,
                    [replace_by_known_value(item) for item in value]
                    if many
                    else replace_by_known_value(value),
                )
        except LookupError:
            return UNKNOWN
        return _evaluate_expression(shell, environment)

    def _find_known_call_value(self, node: ast.Call) -> Any:
        callee = self.find_known_value(node.func)
        if callee is UNKNOWN:
            return UNKNOWN
        if callee is super:
            return self._find_known_super_value(node)
        own = isinstance(unwrap_function(callee), types.FunctionType)
        if own and (node.args or node.keywords):
            return UNKNOWN
        if not own and not _is_foldable(callee):
            return UNKNOWN
        arguments = [self.find_known_value(argument) for argument in node.args]
        keywords = {keyword.arg or "": self.find_known_value(keyword.value) for keyword in node.keywords}
        if "" in keywords or any(value is UNKNOWN for value in [*arguments, *keywords.values()]):
            return UNKNOWN
        try:
            return materialize_iterator(callee(*arguments, **keywords))
        except Exception:  # raised again where it belongs: when, and if, the rule runs
            return UNKNOWN

    def _find_known_super_value(self, node: ast.Call) -> Any:
        if node.args:
            arguments = [self.find_known_value(argument) for argument in node.args]
            if any(value is UNKNOWN for value in arguments):
                return UNKNOWN
            return super(*arguments)
        if "__class__" not in self.method.closure or self.method.receiver is None:
            self.method.refuse(node, "super() stands outside a class: name the class instead")
        return super(self.method.closure["__class__"].cell_contents, self.method.receiver)

    def _find_known_comprehension_value(self, node: ast.expr) -> Any:
        environment: dict[str, object] = {}
        bound = {
            name.id for name in ast.walk(node) if isinstance(name, ast.Name) and is_assignment_target(name)
        }
        for inner in ast.walk(node):
            if isinstance(inner, ast.NamedExpr | ast.Lambda):
                return UNKNOWN
            if isinstance(inner, ast.Name) and inner.id not in bound:
                environment[inner.id] = self.find_known_value(inner)
                if environment[inner.id] is UNKNOWN or environment[inner.id] is super:
                    return UNKNOWN
            if isinstance(inner, ast.Call) and not self._is_pure_call(inner, bound):
                return UNKNOWN
        if isinstance(node, ast.GeneratorExp):
            node = ast.copy_location(ast.ListComp(node.elt, node.generators), node)
        return _evaluate_expression(node, environment)

    def _is_pure_call(self, node: ast.Call, bound: set[str]) -> bool:
        names = {name.id for name in ast.walk(node.func) if isinstance(name, ast.Name)}
        if names & bound:
            return isinstance(node.func, ast.Attribute) and node.func.attr in (
                "bit_count",
                "bit_length",
                "count",
            )
        callee = self.find_known_value(node.func)
        return _is_foldable(callee) or isinstance(unwrap_function(callee), types.FunctionType)


def unwrap_function(callee: object) -> object:
    """Return the plain function below a bound method and functools' caches."""
    if isinstance(callee, types.MethodType):
        callee = callee.__func__
    if isinstance(callee, functools._lru_cache_wrapper):
        callee = callee.__wrapped__
    return None if is_from_impure_module(callee) else callee


def is_from_impure_module(callee: object) -> bool:
    """Return whether a function or class belongs to a module that rules have no business with."""
    return (getattr(callee, "__module__", None) or "").partition(".")[0] in IMPURE


def _is_foldable(callee: object) -> bool:
    try:
        if callee in FOLDABLE:
            return True
    except TypeError:
        return False
    owner = getattr(callee, "__self__", None)
    if isinstance(owner, list | set | np.ndarray | np.generic) or is_mapping(owner):
        return callee.__name__ in READING  # type: ignore[attr-defined]  # a bound method
    plain = (int, tuple, str, range, frozenset)
    return isinstance(callee, types.BuiltinMethodType) and isinstance(owner, plain)


def is_mapping(value: object) -> TypeGuard[Mapping[object, object]]:
    """Return whether a value is a dict, which has no answers but those of its keys."""
    return type(value) in (dict, OrderedDict, types.MappingProxyType)


def materialize_iterator(value: object) -> object:
    """Return `value`, an iterator or a view of a dict as the tuple of what it yields."""
    if isinstance(value, Iterator | KeysView | ValuesView | ItemsView):
        items = tuple(islice(value, LONGEST_CONSTANT + 1))
        if len(items) > LONGEST_CONSTANT:
            raise OverflowError
        return items
    return value


def _evaluate_expression(node: ast.expr, environment: dict[str, object]) -> Any:
    expression = ast.fix_missing_locations(ast.Expression(node))
    try:
        return materialize_iterator(eval(compile(expression, "<constant>", "eval"), environment))
    except Exception:  # raised again where it belongs: when, and if, the rule runs
        return UNKNOWN


def signature_without_decorators(function: types.FunctionType) -> inspect.Signature:
    """Return the function's own signature, ignoring decorators."""
    return inspect.Signature.from_callable(function, follow_wrapped=False)

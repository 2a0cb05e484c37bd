"""What is known of a rule before any position is: fields, tables, constants, and what follows from them.

An expression that reads no local variable has one value for the game at hand. It is evaluated here, by
Python itself, on the game itself: properties, methods without arguments, class attributes, enumerations
and comprehensions over constants come out as Python means them, whatever they use inside. Rules are
pure, so evaluating them early changes nothing.

Names that begin with `@` are ours until the whole source is known; no identifier can look like them.
"""

import ast
import builtins
import copy
import functools
import inspect
import math
import types
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, NoReturn

from zermelo.compiler.lowering.scopes import Renamer, Restore, identifiers, is_store
from zermelo.compiler.lowering.sources import function_tree, has_yield, own_nodes, refuse

if TYPE_CHECKING:
    from zermelo.compiler.lowering.module import Module

UNKNOWN: Final = object()
LONGEST_CONSTANT = 1 << 20  # items of an evaluated generator; more means that it never ends

FOLDABLE: Final = frozenset(
    {abs, all, any, bin, bool, divmod, enumerate, frozenset, getattr, hasattr, int, isinstance, issubclass}
    | {len, list, max, min, ord, pow, range, reversed, set, sorted, sum, tuple, type, zip}
    | {math.comb, math.factorial, math.gcd, math.isqrt, math.lcm, math.perm, math.prod}
)
DECORATORS: Final = frozenset({"staticmethod", "classmethod", "property", "cached_property", "cache"}) | {
    "lru_cache",
    "override",
    "final",
    "abstractmethod",
}
IMPURE: Final = frozenset({"random", "secrets", "time", "datetime", "os", "io", "subprocess", "uuid"})
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.GeneratorExp)
FORBIDDEN: Final[dict[type[ast.AST], str]] = {
    ast.Lambda: "lambda does not compile: write a method",
    ast.FunctionDef: "a function inside a rule does not compile: make it a method",
    ast.AsyncFunctionDef: "async does not compile: write a plain method",
    ast.ClassDef: "a class inside a rule does not compile: move it out of the method",
    ast.Try: "try does not compile: test for the case with if",
    ast.TryStar: "try does not compile: test for the case with if",
    ast.With: "with does not compile: rules only compute",
    ast.AsyncWith: "with does not compile: rules only compute",
    ast.AsyncFor: "async does not compile: write a plain loop",
    ast.Await: "await does not compile: rules only compute",
    ast.Match: "match does not compile: write if and elif",
    ast.Global: "global does not compile: rules are pure functions of the position",
    ast.Nonlocal: "nonlocal does not compile: rules are pure functions of the position",
    ast.Import: "import inside a rule does not compile: import at the top of the file",
    ast.ImportFrom: "import inside a rule does not compile: import at the top of the file",
    ast.Delete: "del does not compile: rules change nothing",
}
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


class Knowledge:
    """One function being lowered for one receiver: its tree, its names, and what they stand for."""

    def __init__(
        self,
        module: "Module",
        function: types.FunctionType,
        receiver: object,
        static: dict[str, object],
        fractional: bool,
    ) -> None:
        self.module = module
        self.function = function
        self.receiver = receiver
        self.fractional = fractional
        self.tree = function_tree(function)
        module.identifiers.update(identifiers(self.tree))
        self._closure = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
        self._check_shape()
        self.is_generator = has_yield(self.tree)
        renamer = Renamer(module, self.tree)
        self.tree.body = [renamer.visit(statement) for statement in self.tree.body]
        parameters = [*self.tree.args.posonlyargs, *self.tree.args.args, *self.tree.args.kwonlyargs]
        self.parameters = [renamer.rename(parameter.arg) for parameter in parameters]
        self.known_names: dict[str, object] = {}
        if receiver is not None:
            if not self.parameters:
                self.refuse(self.tree, "takes no first argument: write def name(self, ...)")
            self.receiver_name = self.parameters.pop(0)
            self.known_names[self.receiver_name] = receiver
        self.bindings = Counter(
            node.id
            for node in ast.walk(self.tree)
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        )
        self.locals = {*self.bindings, *self.parameters, *self.known_names}
        for name, value in static.items():
            name = renamer.rename(name)
            self.parameters.remove(name)
            self.known_names[name] = value
        for name in self.known_names:
            if self.bindings[name]:
                self.refuse(self.tree, f"assigns to its argument {name!r}: use another name")
        self.bindings.update(self.parameters)

    def refuse(self, node: ast.AST, reason: str) -> NoReturn:
        """Raise `CannotCompile` for a place in this function."""
        refuse(self.function, getattr(node, "lineno", None), reason)

    def text(self, node: ast.AST) -> str:
        """Return the source of `node`, shortened, for a message."""
        said = ast.unparse(Restore().visit(copy.deepcopy(node))).replace("\n", " ")
        return said if len(said) <= 50 else said[:47] + "..."

    def _check_shape(self) -> None:
        """Refuse what no rule may hold, and strip what only people read."""
        tree = self.tree
        if tree.args.vararg or tree.args.kwarg:
            self.refuse(tree, "*args and **kwargs do not compile: name every argument")
        for decorator in tree.decorator_list:
            target = decorator.func if isinstance(decorator, ast.Call) else decorator
            name = target.attr if isinstance(target, ast.Attribute) else getattr(target, "id", "")
            if name not in DECORATORS:
                self.refuse(decorator, f"the decorator @{name} does not compile: remove it")
        tree.decorator_list = []
        tree.returns = None
        tree.args.defaults, tree.args.kw_defaults = [], []
        for node in [node for statement in tree.body for node in [statement, *own_nodes(statement)]]:
            if isinstance(node, ast.AnnAssign):
                node.annotation = ast.Constant(None)
            if type(node) in FORBIDDEN:
                self.refuse(node, FORBIDDEN[type(node)])
            if self.fractional:
                continue
            if isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.Div):
                self.refuse(node, "/ makes fractions: use // for integers")
            if isinstance(node, ast.Constant) and isinstance(node.value, float | complex):
                self.refuse(node, f"{node.value!r} is no integer: rules compute with integers only")

    # What an expression is known to be

    def known(self, node: ast.expr) -> Any:
        """Return the value of an expression that reads no local variable, else `UNKNOWN`."""
        match node:
            case Given():
                return node.value
            case ast.Constant():
                return node.value
            case ast.Name():
                return self._known_name(node)
            case ast.Attribute():
                return self._known_attribute(node)
            case ast.Call():
                return self._known_call(node)
            case ast.IfExp():
                test = self.known(node.test)
                return UNKNOWN if test is UNKNOWN else self.known(node.body if test else node.orelse)
            case ast.BoolOp():
                return self._known_choice(node)
            case ast.Compare():
                return self._known_identity(node)
        if isinstance(node, COMPREHENSIONS):
            return self._known_comprehension(node)
        if isinstance(node, _SIMPLE):
            return self._known_simple(node)
        return UNKNOWN

    def _known_identity(self, node: ast.Compare) -> Any:
        """Compare with None: what is computed from a position is an integer or tuple, never None."""
        if len(node.ops) == 1 and isinstance(node.ops[0], ast.Is | ast.IsNot):
            sides = [self.known(node.left), self.known(node.comparators[0])]
            if any(side is UNKNOWN for side in sides) and any(side is None for side in sides):
                return isinstance(node.ops[0], ast.IsNot)
        return self._known_simple(node)

    def _known_name(self, node: ast.Name) -> Any:
        name = node.id
        if name in self.locals:
            return self.known_names.get(name, UNKNOWN)
        if name in self._closure:
            try:
                return self._closure[name].cell_contents
            except ValueError:
                self.refuse(node, f"the name {name!r} has no value yet")
        if name in self.function.__globals__:
            return self.function.__globals__[name]
        if hasattr(builtins, name):
            return getattr(builtins, name)
        return self.refuse(node, f"the name {name!r} is not known: define or import it in the game's file")

    def _known_attribute(self, node: ast.Attribute) -> Any:
        base = self.known(node.value)
        if base is UNKNOWN:
            return UNKNOWN
        try:
            return getattr(base, node.attr)
        except AttributeError:
            kind = getattr(base, "__name__", type(base).__name__)
            self.refuse(node, f"{kind} has no attribute {node.attr!r}: define it, or correct the name")
        except Exception as error:
            self.refuse(node, f"{self.text(node)} raises {type(error).__name__}: {error}")

    def _known_choice(self, node: ast.BoolOp) -> Any:
        value: Any = UNKNOWN
        for operand in node.values:
            value = self.known(operand)
            if value is UNKNOWN or bool(value) == isinstance(node.op, ast.Or):
                return value
        return value

    def _known_simple(self, node: ast.expr) -> Any:
        shell = copy.copy(node)
        environment: dict[str, object] = {}

        def replaced(child: Any) -> Any:
            if not isinstance(child, ast.expr):
                return child
            value = self.known(child)
            if value is UNKNOWN:
                raise LookupError
            name = f"@k{len(environment)}"
            environment[name] = value
            return ast.copy_location(ast.Name(name, ast.Load()), child)

        try:
            for field, value in ast.iter_fields(node):
                many = isinstance(value, list)
                setattr(shell, field, [replaced(item) for item in value] if many else replaced(value))
        except LookupError:
            return UNKNOWN
        return _evaluate(shell, environment)

    def _known_call(self, node: ast.Call) -> Any:
        callee = self.known(node.func)
        if callee is UNKNOWN:
            return UNKNOWN
        if callee is super:
            return self._known_super(node)
        own = isinstance(unwrapped(callee), types.FunctionType)
        if own and (node.args or node.keywords):
            return UNKNOWN
        if not own and not _is_foldable(callee):
            return UNKNOWN
        arguments = [self.known(argument) for argument in node.args]
        keywords = {keyword.arg or "": self.known(keyword.value) for keyword in node.keywords}
        if "" in keywords or any(value is UNKNOWN for value in [*arguments, *keywords.values()]):
            return UNKNOWN
        try:
            return settled(callee(*arguments, **keywords))
        except Exception:  # raised again where it belongs: when, and if, the rule runs
            return UNKNOWN

    def _known_super(self, node: ast.Call) -> Any:
        if node.args:
            arguments = [self.known(argument) for argument in node.args]
            if any(value is UNKNOWN for value in arguments):
                return UNKNOWN
            return super(*arguments)
        if "__class__" not in self._closure or self.receiver is None:
            self.refuse(node, "super() stands outside a class: name the class instead")
        return super(self._closure["__class__"].cell_contents, self.receiver)

    def _known_comprehension(self, node: ast.expr) -> Any:
        environment: dict[str, object] = {}
        bound = {name.id for name in ast.walk(node) if isinstance(name, ast.Name) and is_store(name)}
        for inner in ast.walk(node):
            if isinstance(inner, ast.NamedExpr):
                return UNKNOWN
            if isinstance(inner, ast.Name) and inner.id not in bound:
                environment[inner.id] = self.known(inner)
                if environment[inner.id] is UNKNOWN or environment[inner.id] is super:
                    return UNKNOWN
            if isinstance(inner, ast.Call) and not self._is_pure_call(inner, bound):
                return UNKNOWN
        if isinstance(node, ast.GeneratorExp):
            node = ast.copy_location(ast.ListComp(node.elt, node.generators), node)
        return _evaluate(node, environment)

    def _is_pure_call(self, node: ast.Call, bound: set[str]) -> bool:
        names = {name.id for name in ast.walk(node.func) if isinstance(name, ast.Name)}
        if names & bound:
            return isinstance(node.func, ast.Attribute) and node.func.attr in (
                "bit_count",
                "bit_length",
                "count",
            )
        callee = self.known(node.func)
        return _is_foldable(callee) or isinstance(unwrapped(callee), types.FunctionType)


class Given(ast.Name):
    """A value without a tree, such as a default argument, where an expression is wanted."""

    def __init__(self, value: object, place: ast.AST) -> None:
        super().__init__("@given", ast.Load())
        self.value = value
        ast.copy_location(self, place)


def unwrapped(callee: object) -> object:
    """Return the plain function below a bound method and functools' caches."""
    if isinstance(callee, types.MethodType):
        callee = callee.__func__
    if isinstance(callee, functools._lru_cache_wrapper):
        callee = callee.__wrapped__
    return None if is_impure(callee) else callee


def is_impure(callee: object) -> bool:
    """Return whether a function or class belongs to a module that rules have no business with."""
    return (getattr(callee, "__module__", None) or "").partition(".")[0] in IMPURE


def _is_foldable(callee: object) -> bool:
    try:
        if callee in FOLDABLE:
            return True
    except TypeError:
        return False
    owner = getattr(callee, "__self__", None)
    plain = (int, tuple, str, range, frozenset, list, dict, set)
    return isinstance(callee, types.BuiltinMethodType) and isinstance(owner, plain)


def settled(value: object) -> object:
    """Return `value`, an iterator as the tuple of what it yields."""
    if isinstance(value, Iterator):
        items = tuple(islice(value, LONGEST_CONSTANT + 1))
        if len(items) > LONGEST_CONSTANT:
            raise OverflowError
        return items
    return value


def _evaluate(node: ast.expr, environment: dict[str, object]) -> Any:
    expression = ast.fix_missing_locations(ast.Expression(node))
    try:
        return settled(eval(compile(expression, "<constant>", "eval"), environment))
    except Exception:  # raised again where it belongs: when, and if, the rule runs
        return UNKNOWN


def signature_of(function: types.FunctionType) -> inspect.Signature:
    """Return the function's own signature, whatever decorators say."""
    return inspect.Signature.from_callable(function, follow_wrapped=False)

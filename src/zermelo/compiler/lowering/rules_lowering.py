"""The lowering of a game's methods to one module of plain functions of integers.

`lower` follows a game's methods and everything they call: inherited methods, helpers, functions of other
files, methods of a wrapped game. Each becomes a function without `self`; a field becomes a literal or a
table. Each pair of function and receiver is lowered once, so two games never share a line of it.

Names of ours begin with a prefix that no identifier of the rules begins with: a local `rows` cannot hide a
field `rows`, nor a method a builtin. The subset of Python is checked while rewriting, and whatever does not
compile is refused with its line and a remedy. What no reading can see is checked as it happens, by
`compiler.machine_code.intrinsics`: integers that leave 64 bits, shifts by a negative amount, indexes outside
their table.
"""

import ast
from collections.abc import Sequence
from types import FunctionType, MethodType

from zermelo.compiler.lowering.constants.integer_tables import (
    NotATable,
    convert_to_rule_value,
    make_integer_table,
)
from zermelo.compiler.lowering.constants.static_evaluation import (
    materialize_iterator,
    signature_without_decorators,
    unwrap_function,
)
from zermelo.compiler.lowering.function_rewriting import rewrite_function, yields_or_returns_generator
from zermelo.compiler.lowering.function_source import raise_cannot_compile
from zermelo.compiler.lowering.lowered_functions import LoweredFunction, Refuse
from zermelo.compiler.lowering.lowered_rules import LoweredRules, assemble_lowered_rules
from zermelo.compiler.lowering.method_source import FunctionVariant, MethodSource
from zermelo.compiler.lowering.symbol_table import SymbolTable
from zermelo.compiler.lowering.syntax_nodes import item_node, literal_node, name_node
from zermelo.core.errors import CannotCompile
from zermelo.core.game import Game

YIELDING = frozenset(
    {"moves", "symmetries", "starts", "parents", "parts", "options", "chances", "layers"}
) | {
    "moves_to_later_tiers",
    "neighbour_indexes_in_tier",
    "indexes_in_later_tiers",
    "row_moves_to_later_tiers",
    "row_moves_within_tier",
}
VALUED = frozenset({"outcome", "stuck"})  # True is a number in Python, and a win to nobody
FRACTIONAL = frozenset({"chances"})  # probabilities are floats

_NO_ARGUMENTS = ast.arguments([], [], None, [], [], None, [])


class RulesLowering:
    """Everything lowered so far; see `Functions`."""

    def __init__(self) -> None:
        self.symbols = SymbolTable()
        self.finished: list[LoweredFunction] = []  # callees before callers
        self._units: dict[tuple[object, ...], LoweredFunction] = {}  # by their variants' keys
        self._open: list[LoweredFunction] = []
        self._asked: set[int] = set()
        self._kept: list[object] = []  # keys hold ids: nothing may be freed meanwhile

    def lower_helper(self, function: FunctionType) -> str:
        """Lower one of our own helpers along; return its name."""
        return self.lower_function(FunctionVariant(function)).name

    def lower_function(self, variant: FunctionVariant, refuse: Refuse | None = None) -> LoweredFunction:
        """Return the lowered function; `refuse` states at the call why it cannot be lowered."""
        self._kept.append(variant)
        unit = self._units.get(variant.identity_key)
        if unit is None:
            return self._rewrite_variant(variant)
        if unit.tree is None:
            assert refuse is not None
            if unit is not self._open[-1]:
                chain = " and ".join(dict.fromkeys(other.function.__name__ for other in self._open))
                refuse(f"{chain} call each other in a circle: make one method of them")
            if unit.generator:
                refuse("a generator that calls itself does not compile: return integers instead")
            unit.recursive = True
        return unit

    def _rewrite_variant(self, variant: FunctionVariant) -> LoweredFunction:
        method = MethodSource(self.symbols, variant)
        generator = variant.forced or yields_or_returns_generator(method, self)
        receiver, called = variant.receiver, variant.function.__name__
        owner = type(receiver).__name__ if receiver is not None and not isinstance(receiver, type) else ""
        unit = LoweredFunction(
            self.symbols.fresh_name(f"{owner}_{called}".strip("_")), generator, variant.function
        )
        self._units[variant.identity_key] = unit
        self._open.append(unit)
        rewrite_function(method, self.symbols, self, unit)
        self._open.pop()
        self.finished.append(unit)
        return unit

    def is_generator(self, callee: object) -> bool:
        """Return whether a Python function or method would be written as a generator."""
        function = unwrap_function(callee)
        assert isinstance(function, FunctionType)
        if id(function) in self._asked:
            return False  # it calls itself: what it returns elsewhere decides
        self._asked.add(id(function))
        self._kept.append(function)
        receiver = callee.__self__ if isinstance(callee, MethodType) else None
        try:
            return yields_or_returns_generator(
                MethodSource(self.symbols, FunctionVariant(function, receiver, fractional=True)), self
            )
        finally:
            self._asked.discard(id(function))

    def add_constant_function(self, method: str, body: list[ast.stmt], generator: bool) -> LoweredFunction:
        """Add a function without arguments whose answer is known."""
        unit = LoweredFunction(self.symbols.fresh_name(method), generator, unwrap_function(_lower_method))  # type: ignore[arg-type]  # any function
        unit.tree = ast.FunctionDef(unit.name, _NO_ARGUMENTS, body, [], None, None)
        self.finished.append(unit)
        return unit


def lower_methods(game: Game, methods: Sequence[str]) -> LoweredRules:
    """Lower the named methods of `game` to one source text; raises `CannotCompile`."""
    module = RulesLowering()
    entries = {method: _lower_method(module, game, method).name for method in methods}
    return assemble_lowered_rules(module.symbols, module.finished, entries)


def _lower_method(module: RulesLowering, game: Game, method: str) -> LoweredFunction:
    try:
        value = getattr(game, method)
    except AttributeError:
        raise CannotCompile(
            f"{type(game).__name__} does not define {method}: add def {method}(self, ...)"
        ) from None
    function = unwrap_function(value)
    receiver = value.__self__ if isinstance(value, MethodType) else None
    known = _find_known_answer(value, function, receiver)
    if known is not None:
        return _lower_constant_answer(module, game, method, known)
    if not isinstance(function, FunctionType):
        raise CannotCompile(f"{type(game).__name__}.{method} is no method: write def {method}(self, ...)")
    fractional, forced = method in FRACTIONAL, method in YIELDING
    unit = module.lower_function(FunctionVariant(function, receiver, fractional=fractional, forced=forced))
    if not unit.generator and not unit.returns:
        raise_cannot_compile(function, None, "returns nothing on any path: return an integer")
    if method in VALUED and unit.truth is not None:
        line = getattr(unit.truth, "lineno", None)
        raise_cannot_compile(
            function, line, "returns a truth value, which is no outcome: return WIN, DRAW, LOSS or UNDECIDED"
        )
    return unit


def _find_known_answer(value: object, function: object, receiver: object) -> object:
    """Return what a property, or a method without arguments, answers; None where it must be lowered."""
    if not isinstance(function, FunctionType):
        return None if callable(value) else value
    if len(signature_without_decorators(function).parameters) > (receiver is not None) or not callable(value):
        return None
    try:
        return materialize_iterator(value())
    except Exception:  # raised again when the lowered method runs
        return None


def _lower_constant_answer(module: RulesLowering, game: Game, method: str, value: object) -> LoweredFunction:
    """Return a function that answers a constant, or yields the items of a constant sequence."""
    number = convert_to_rule_value(value)
    try:
        table = make_integer_table(value if number is None else (value,))
    except NotATable as error:
        raise CannotCompile(f"{type(game).__name__}.{method} cannot become a constant: {error}") from None
    if isinstance(number, bool) and method in VALUED:
        raise CannotCompile(
            f"{type(game).__name__}.{method} gives {number}, a truth value: give WIN, DRAW, LOSS or UNDECIDED"
        )
    if number is not None:
        return module.add_constant_function(method, [ast.Return(literal_node(number))], generator=False)
    if table.ragged_depth or table.flat.ndim > 2:
        raise CannotCompile(f"{type(game).__name__}.{method} gives rows of rows: give tuples of integers")
    each = module.symbols.fresh_name("each")
    item_source: ast.expr = name_node(each)
    if table.flat.ndim == 2:
        width = table.flat.shape[1]
        item_source = ast.Tuple([item_node(name_node(each), place) for place in range(width)], ast.Load())
    source = name_node(module.symbols.name_array(table.flat, method))
    loop = ast.For(ast.Name(each, ast.Store()), source, [ast.Expr(ast.Yield(item_source))], [])
    return module.add_constant_function(method, [loop], generator=True)

"""From the methods of a game to one module of plain functions of integers.

`lower` follows a game's methods and everything they call: inherited methods, helpers, functions of other
files, methods of a wrapped game. Each becomes a function without `self`; a field becomes a literal or a
table. Each pair of function and receiver is lowered once, so two games never share a line of it.

Names of ours begin with a prefix that no identifier of the rules begins with: a local `rows` cannot hide
a field `rows`, nor a method a builtin. The subset of Python is checked while rewriting, and whatever does
not compile is refused with its line and a remedy. What no reading can see is checked as it happens, by
`compiler.intrinsics`: integers that leave 64 bits, shifts by a negative amount, indexes outside their table.
"""

import ast
import builtins
import hashlib
import linecache
import operator
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import FunctionType, MethodType
from typing import Any

import numpy as np

from zermelo.compiler.lowering.expressions import item, literal
from zermelo.compiler.lowering.expressions import name as name_of
from zermelo.compiler.lowering.knowledge import Knowledge, settled, signature_of, unwrapped
from zermelo.compiler.lowering.sources import place_of, refuse
from zermelo.compiler.lowering.statements import Rewriter
from zermelo.compiler.lowering.tables import NotATable, Table, as_integer, make_table
from zermelo.core.errors import CannotCompile
from zermelo.core.game import Game

YIELDING = frozenset({"moves", "symmetries", "starts", "parents", "parts", "options", "chances"})
VALUED = frozenset({"outcome", "stuck"})  # True is a number in Python, and a win to nobody
FRACTIONAL = frozenset({"chances"})  # probabilities are floats

_NO_ARGUMENTS = ast.arguments([], [], None, [], [], None, [])

INTERPRETED: Mapping[str, Callable[..., Any]] = {
    "bit_count": lambda word: int(word).bit_count(),
    "bit_length": lambda word: int(word).bit_length(),
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
    "shl": operator.lshift,
    "shr": operator.rshift,
    "floordiv": operator.floordiv,
    "mod": operator.mod,
    "power": pow,
    "neg": operator.neg,
    "absolute": abs,
    "at": operator.getitem,
    "at_array": operator.getitem,
    "exactly": lambda items, count: _check_length(items, count),
    "least": min,
    "greatest": max,
    "truth": lambda value: len(value) > 0 if isinstance(value, np.ndarray) else bool(value),
    "add_masked": lambda left, right, _: left + right,
    "sub_masked": lambda left, right, _: left - right,
    "mul_masked": lambda left, right, _: left * right,
    "shl_masked": lambda left, right, _: left << right,
}


@dataclass(frozen=True)
class Lowered:
    """The rules as source: plain functions, callees before callers, and what their names stand for."""

    source: str
    constants: Mapping[str, object]  # name -> read-only array
    functions: Mapping[str, str]  # method -> the name of its function
    recursive: frozenset[str]  # functions that call themselves: compile them, do not inline them
    intrinsics: Mapping[str, str]  # name -> which of `compiler.intrinsics`, or of `INTERPRETED`
    text: str  # all of the above in one canonical text, for fingerprints
    origins: tuple[tuple[ast.FunctionDef, FunctionType], ...] = field(repr=False)  # and what each was

    @property
    def filename(self) -> str:
        """What tracebacks and Numba call the source."""
        return f"<zermelo {hashlib.sha256(self.text.encode()).hexdigest()[:16]}>"

    def written_at(self, line: int) -> str:
        """Return the method, file and line of the rules that a line of the source comes from."""
        for tree, (origin, function) in zip(ast.parse(self.source).body, self.origins, strict=True):
            if tree.lineno <= line <= (tree.end_lineno or tree.lineno):
                pairs = zip(_statements(tree), _statements(origin), strict=False)
                found = [theirs.lineno for ours, theirs in pairs if ours.lineno <= line]
                return place_of(function, found[-1] if found else None)
        return ""


@dataclass
class Unit:
    """One function of the module being written."""

    name: str  # ours, begins with @
    generator: bool
    function: FunctionType
    tree: ast.FunctionDef | None = None  # None while it is being rewritten
    recursive: bool = False
    returns: bool = True
    truth: ast.AST | None = None  # a return of a truth value


@dataclass
class Module:
    """Everything lowered so far; rewriters ask it for names."""

    identifiers: set[str] = field(default_factory=set)  # all that the rules' own source uses
    units: dict[tuple[object, ...], Unit] = field(default_factory=dict)
    finished: list[Unit] = field(default_factory=list)
    arrays: dict[tuple[str, tuple[int, ...], bytes], tuple[str, Any]] = field(default_factory=dict)
    intrinsics: dict[str, str] = field(default_factory=dict)
    _tables: dict[int, tuple[object, Table]] = field(default_factory=dict)
    _open: list[Unit] = field(default_factory=list)
    _asked: set[int] = field(default_factory=set)
    _kept: list[object] = field(default_factory=list)  # keys hold ids: nothing may be freed meanwhile
    _count: int = 0

    def fresh(self, hint: str) -> str:
        """Return a new name of ours."""
        self._count += 1
        return f"@{self._count}:{hint.rpartition(':')[2]}"

    def table(self, value: object) -> Table:
        """Return the table of a nested sequence; raises `NotATable`."""
        if id(value) not in self._tables:
            self._tables[id(value)] = (value, make_table(value))
        return self._tables[id(value)][1]

    def array(self, array: Any, hint: str) -> str:
        """Return the name of an array; equal arrays share one."""
        key = (array.dtype.str, array.shape, array.tobytes())
        if key not in self.arrays:
            self.arrays[key] = (self.fresh(hint), array)
        return self.arrays[key][0]

    def intrinsic(self, kind: str) -> str:
        """Return the name of an intrinsic."""
        if kind not in self.intrinsics:
            self.intrinsics[kind] = self.fresh(kind)
        return self.intrinsics[kind]

    def helper(self, function: FunctionType) -> str:
        """Lower one of our own helpers along; return its name."""
        return self.unit(function, None, {}, False, False, None, None).name

    def unit(
        self,
        function: FunctionType,
        receiver: object,
        static: dict[str, object],
        fractional: bool,
        forced: bool,
        caller: Knowledge | None,
        place: ast.AST | None,
    ) -> Unit:
        """Return the lowered function for this receiver and these known arguments."""
        self._kept += [function, receiver, *static.values()]
        known = tuple(
            (name, value if isinstance(value, str) else id(value)) for name, value in static.items()
        )
        key = (id(function), id(receiver), known, fractional, forced)
        unit = self.units.get(key)
        if unit is None:
            return self._rewrite(key, function, receiver, static, fractional, forced)
        if unit.tree is None:
            assert caller is not None and place is not None
            if unit is not self._open[-1]:
                chain = " and ".join(dict.fromkeys(other.function.__name__ for other in self._open))
                caller.refuse(place, f"{chain} call each other in a circle: make one method of them")
            if unit.generator:
                caller.refuse(
                    place, "a generator that calls itself does not compile: return integers instead"
                )
            unit.recursive = True
        return unit

    def _rewrite(
        self,
        key: tuple[object, ...],
        function: FunctionType,
        receiver: object,
        static: dict[str, object],
        fractional: bool,
        forced: bool,
    ) -> Unit:
        rewriter = Rewriter(self, function, receiver, static, fractional)
        rewriter.decide(forced)
        owner = type(receiver).__name__ if receiver is not None and not isinstance(receiver, type) else ""
        unit = Unit(self.fresh(f"{owner}_{function.__name__}".strip("_")), rewriter.generator, function)
        self.units[key] = unit
        self._open.append(unit)
        tree = rewriter.rewritten(unit.name)
        self._open.pop()
        unit.tree = tree
        unit.returns = rewriter.returns
        unit.truth = rewriter.returned_truth
        self.finished.append(unit)
        return unit

    def is_generator(self, callee: object) -> bool:
        """Return whether a Python function or method would be written as a generator."""
        function = unwrapped(callee)
        assert isinstance(function, FunctionType)
        if id(function) in self._asked:
            return False  # it calls itself: what it returns elsewhere decides
        self._asked.add(id(function))
        self._kept.append(function)
        receiver = callee.__self__ if isinstance(callee, MethodType) else None
        try:
            rewriter = Rewriter(self, function, receiver, {}, True)
            rewriter.decide(False)
            return rewriter.generator
        finally:
            self._asked.discard(id(function))

    def answer(self, method: str, body: list[ast.stmt], generator: bool) -> Unit:
        """Add a function without arguments whose answer is known."""
        unit = Unit(self.fresh(method), generator, unwrapped(_entry))  # type: ignore[arg-type]  # any function
        unit.tree = ast.FunctionDef(unit.name, _NO_ARGUMENTS, body, [], None, None)
        self.finished.append(unit)
        return unit


def _check_length(items: Sequence[object], count: int) -> None:
    if len(items) != count:
        raise ValueError("not as many values to unpack as names")


def _identity(value: object) -> object:
    if isinstance(value, MethodType):  # made anew at every access
        return (id(value.__func__), id(value.__self__))
    return value if isinstance(value, str) else id(value)


def lower(game: Game, methods: Sequence[str]) -> Lowered:
    """Lower the named methods of `game` to one source text; raises `CannotCompile`."""
    module = Module()
    units = {method: _entry(module, game, method) for method in methods}
    return _assembled(module, units)


def _entry(module: Module, game: Game, method: str) -> Unit:
    try:
        value = getattr(game, method)
    except AttributeError:
        raise CannotCompile(
            f"{type(game).__name__} does not define {method}: add def {method}(self, ...)"
        ) from None
    function = unwrapped(value)
    receiver = value.__self__ if isinstance(value, MethodType) else None
    known = _answer(value, function, receiver)
    if known is not None:
        return _constant(module, game, method, known)
    if not isinstance(function, FunctionType):
        raise CannotCompile(f"{type(game).__name__}.{method} is no method: write def {method}(self, ...)")
    unit = module.unit(function, receiver, {}, method in FRACTIONAL, method in YIELDING, None, None)
    if not unit.generator and not unit.returns:
        refuse(function, None, "returns nothing on any path: return an integer")
    if method in VALUED and unit.truth is not None:
        line = getattr(unit.truth, "lineno", None)
        refuse(
            function, line, "returns a truth value, which is no outcome: return WIN, DRAW, LOSS or UNDECIDED"
        )
    return unit


def _answer(value: object, function: object, receiver: object) -> object:
    """Return what a property, or a method without arguments, answers; None where it must be lowered."""
    if not isinstance(function, FunctionType):
        return None if callable(value) else value
    if len(signature_of(function).parameters) > (receiver is not None) or not callable(value):
        return None
    try:
        return settled(value())
    except Exception:  # raised again when the lowered method runs
        return None


def _constant(module: Module, game: Game, method: str, value: object) -> Unit:
    """Return a function that answers a constant, or yields the items of a constant sequence."""
    number = as_integer(value)
    try:
        table = make_table(value if number is None else (value,))
    except NotATable as error:
        raise CannotCompile(f"{type(game).__name__}.{method} cannot become a constant: {error}") from None
    if isinstance(number, bool) and method in VALUED:
        raise CannotCompile(
            f"{type(game).__name__}.{method} gives {number}, a truth value: give WIN, DRAW, LOSS or UNDECIDED"
        )
    if number is not None:
        return module.answer(method, [ast.Return(literal(number))], generator=False)
    if table.ragged or table.flat.ndim > 2:
        raise CannotCompile(f"{type(game).__name__}.{method} gives rows of rows: give tuples of integers")
    each = module.fresh("each")
    item_source: ast.expr = name_of(each)
    if table.flat.ndim == 2:
        width = table.flat.shape[1]
        item_source = ast.Tuple([item(name_of(each), place) for place in range(width)], ast.Load())
    source = name_of(module.array(table.flat, method))
    loop = ast.For(ast.Name(each, ast.Store()), source, [ast.Expr(ast.Yield(item_source))], [])
    return module.answer(method, [loop], generator=True)


def _assembled(module: Module, units: Mapping[str, Unit]) -> Lowered:
    """Choose the final names and write the text."""
    names = _Names(module.identifiers)
    trees = [names.visit(unit.tree) for unit in module.finished if unit.tree is not None]
    source = "\n\n".join(ast.unparse(ast.fix_missing_locations(tree)) for tree in trees) + "\n"
    constants = {names.final(name): array for name, array in module.arrays.values()}
    intrinsics = {names.final(name): kind for kind, name in module.intrinsics.items()}
    functions = {method: names.final(unit.name) for method, unit in units.items()}
    recursive = frozenset(names.final(unit.name) for unit in module.finished if unit.recursive)
    text = "\n".join(
        [
            source,
            *(f"{name} = {array.dtype} {array.shape} {array.tolist()}" for name, array in constants.items()),
            *(f"{name} = {kind}" for name, kind in intrinsics.items()),
            *(f"{method}: {name}" for method, name in functions.items()),
        ]
    )
    origins = tuple((unit.tree, unit.function) for unit in module.finished if unit.tree is not None)
    return Lowered(source, constants, functions, recursive, intrinsics, text, origins)


def _statements(tree: ast.AST) -> Iterator[ast.stmt]:
    """Yield the statements below `tree` in the order in which they are written."""
    for child in ast.iter_child_nodes(tree):
        if isinstance(child, ast.stmt):
            yield child
            yield from _statements(child)


class _Names(ast.NodeTransformer):
    """Writes the names of ours under a prefix that the rules use nowhere."""

    def __init__(self, identifiers: Iterable[str]) -> None:
        taken = {*identifiers, *dir(builtins)}
        self.prefix = "z_"
        while any(identifier.startswith(self.prefix) for identifier in taken):
            self.prefix = f"z{self.prefix}"
        self._final: dict[str, str] = {}

    def final(self, name: str) -> str:
        """Return the name as the source text has it."""
        if not name.startswith("@"):
            return name
        if name not in self._final:
            hint = re.sub(r"\W", "", name.partition(":")[2])
            self._final[name] = f"{self.prefix}{hint}_{len(self._final) + 1}"
        return self._final[name]

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return ast.Name(self.final(node.id), node.ctx)

    def visit_arg(self, node: ast.arg) -> ast.AST:
        return ast.arg(self.final(node.arg))

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.name = self.final(node.name)
        return self.generic_visit(node)


def bind(
    lowered: Lowered,
    mark: Callable[[Callable[..., Any], bool], Callable[..., Any]],
    intrinsics: Mapping[str, Callable[..., Any]] = INTERPRETED,
    *,
    plain_tables: bool = False,
) -> dict[str, Callable[..., Any]]:
    """Run the source and return its functions by method name.

    `mark(function, recursive)` wraps each of them, callees before callers. `plain_tables` binds tables as
    nested tuples, for exact arithmetic in the interpreter; compiled code needs the arrays.
    """
    filename = lowered.filename
    lines = lowered.source.splitlines(keepends=True)
    linecache.cache[filename] = (len(lowered.source), None, lines, filename)
    # Cached machine code imports the module its functions say they come from: this one.
    namespace: dict[str, Any] = {"__name__": __name__}
    for name, array in lowered.constants.items():
        namespace[name] = _nested(array.tolist()) if plain_tables and isinstance(array, np.ndarray) else array
    namespace.update({name: intrinsics[kind] for name, kind in lowered.intrinsics.items()})
    exec(compile(lowered.source, filename, "exec", dont_inherit=True), namespace)
    own = [
        name
        for name, value in namespace.items()
        if isinstance(value, FunctionType) and _is_in(value, filename)
    ]
    for name in own:
        namespace[name] = mark(namespace[name], name in lowered.recursive)
    return {method: namespace[name] for method, name in lowered.functions.items()}


def _is_in(function: FunctionType, filename: str) -> bool:
    return function.__code__.co_filename == filename


def _nested(value: Any) -> Any:
    return tuple(_nested(entry) for entry in value) if isinstance(value, list) else value

"""One function of the rules, for one receiver and some known arguments: its tree and its names.

What no rule may hold is refused here, with its line and a remedy, and what only people read is left out.
"""

import ast
import types
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Final, NoReturn

from zermelo.compiler.lowering.function_source import (
    has_yield,
    iterate_own_nodes,
    parse_function_tree,
    raise_cannot_compile,
)
from zermelo.compiler.lowering.name_scopes import NameRenamer, NameRestorer, iterate_identifiers
from zermelo.compiler.lowering.statements.match_statements import MatchRewriter
from zermelo.compiler.lowering.symbol_table import SymbolTable
from zermelo.compiler.lowering.syntax_nodes import copy_tree

DECORATORS: Final = frozenset({"staticmethod", "classmethod", "property", "cached_property", "cache"}) | {
    "lru_cache",
    "override",
    "final",
    "abstractmethod",
}
FORBIDDEN: Final[dict[type[ast.AST], str]] = {
    ast.FunctionDef: "a function inside a rule does not compile: make it a method",
    ast.AsyncFunctionDef: "async does not compile: write a plain method",
    ast.ClassDef: "a class inside a rule does not compile: move it out of the method",
    ast.Try: "try does not compile: test for the case with if",
    ast.TryStar: "try does not compile: test for the case with if",
    ast.With: "with does not compile: rules only compute",
    ast.AsyncWith: "with does not compile: rules only compute",
    ast.AsyncFor: "async does not compile: write a plain loop",
    ast.Await: "await does not compile: rules only compute",
    ast.Global: "global does not compile: rules are pure functions of the position",
    ast.Nonlocal: "nonlocal does not compile: rules are pure functions of the position",
    ast.Import: "import inside a rule does not compile: import at the top of the file",
    ast.ImportFrom: "import inside a rule does not compile: import at the top of the file",
    ast.Delete: "del does not compile: rules change nothing",
}


@dataclass(frozen=True)
class FunctionVariant:
    """What is lowered once: a function, for one receiver and for the arguments that are known."""

    function: types.FunctionType
    receiver: object = None  # None: it is no method of anything
    static: dict[str, object] = field(default_factory=dict)  # parameter -> what it is, no integer
    fractional: bool = False  # it may compute with fractions
    forced: bool = False  # it is asked for its items, whether or not it yields them

    @property
    def identity_key(self) -> tuple[object, ...]:
        """A key that separates it from others for as long as its values are kept."""
        known = tuple(
            (name, value if isinstance(value, str) else id(value)) for name, value in self.static.items()
        )
        return id(self.function), id(self.receiver), known, self.fractional, self.forced


class MethodSource:
    """A function being lowered: its tree, in which names of comprehensions are its own, and its names."""

    def __init__(self, symbols: SymbolTable, variant: FunctionVariant) -> None:
        function = self.function = variant.function
        self.receiver = variant.receiver
        self.fractional = variant.fractional
        self.tree = MatchRewriter(symbols.fresh_name, self.refuse).visit(parse_function_tree(function))
        symbols.identifiers.update(iterate_identifiers(self.tree))
        self.closure = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
        self._check_and_strip_tree()
        self.is_generator = has_yield(self.tree)  # as it is written
        renamer = NameRenamer(symbols.fresh_name, self.tree)
        self.tree.body = [renamer.visit(statement) for statement in self.tree.body]
        arguments = self.tree.args
        written = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
        self.parameters = [renamer.rename(parameter.arg) for parameter in written]
        self.widths: dict[str, int] = {}  # of locals that hold tuples, bound once
        self.known_names: dict[str, object] = {}  # locals that stand for what is known before play
        if self.receiver is not None:
            if not self.parameters:
                self.refuse(self.tree, "takes no first argument: write def name(self, ...)")
            self.known_names[self.parameters.pop(0)] = self.receiver
        self.bindings = Counter(
            node.id
            for node in ast.walk(self.tree)
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        )
        self.locals = {*self.bindings, *self.parameters, *self.known_names}
        self._bind_static_parameters({renamer.rename(name): value for name, value in variant.static.items()})

    def _bind_static_parameters(self, static: dict[str, object]) -> None:
        """Let parameters stand for what they are known to be."""
        for name, value in static.items():
            self.parameters.remove(name)
            self.known_names[name] = value
        for name in self.known_names:
            if self.bindings[name]:
                self.refuse(self.tree, f"assigns to its argument {name!r}: use another name")
        self.bindings.update(self.parameters)

    def declare_local(self, name: str) -> None:
        """Make a local of a name of ours, which is bound once."""
        self.locals.add(name)
        self.bindings[name] = 1

    def is_bound_once(self, name: str) -> bool:
        """Return whether a local is assigned at one place only, and so may stand for what is assigned."""
        return self.bindings[name] == 1

    def refuse(self, node: ast.AST, reason: str) -> NoReturn:
        """Raise `CannotCompile` for a place in this function."""
        raise_cannot_compile(self.function, getattr(node, "lineno", None), reason)

    def shortened_source(self, node: ast.AST) -> str:
        """Return the source of `node`, shortened, for a message."""
        said = ast.unparse(NameRestorer().visit(copy_tree(node))).replace("\n", " ")
        return said if len(said) <= 50 else said[:47] + "..."

    def _check_and_strip_tree(self) -> None:
        """Refuse what no rule may hold, and strip what only people read."""
        tree = self.tree
        if tree.args.vararg or tree.args.kwarg:
            self.refuse(tree, "*args and **kwargs do not compile: name every argument")
        for decorator in tree.decorator_list:
            target: Any = decorator.func if isinstance(decorator, ast.Call) else decorator
            name = target.attr if isinstance(target, ast.Attribute) else getattr(target, "id", "")
            if name not in DECORATORS:
                self.refuse(decorator, f"the decorator @{name} does not compile: remove it")
        tree.decorator_list = []
        tree.returns = None
        tree.args.defaults, tree.args.kw_defaults = [], []
        for node in [node for statement in tree.body for node in [statement, *iterate_own_nodes(statement)]]:
            if isinstance(node, ast.AnnAssign):
                node.annotation = ast.Constant(None)
            if type(node) in FORBIDDEN:
                self.refuse(node, FORBIDDEN[type(node)])
            if not self.fractional:
                self._refuse_fractions(node)

    def _refuse_fractions(self, node: ast.AST) -> None:
        """Refuse fractions."""
        if isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.Div):
            self.refuse(node, "/ makes fractions: use // for integers")
        if isinstance(node, ast.Constant) and isinstance(node.value, float | complex):
            self.refuse(node, f"{node.value!r} is no integer: rules compute with integers only")

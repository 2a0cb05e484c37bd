"""The lowered rules as source, and how that source is run.

What the rules are lowered to is one text of plain functions, with the arrays and intrinsics that its names
stand for. The text is canonical: rules that say the same have the same, in every process.
"""

import ast
import hashlib
import linecache
import operator
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import FunctionType
from typing import Any, Final

import numpy as np

from zermelo.compiler.lowering.function_source import describe_method_place
from zermelo.compiler.lowering.lowered_functions import LoweredFunction
from zermelo.compiler.lowering.name_scopes import BUILTINS
from zermelo.compiler.lowering.symbol_table import SymbolTable
from zermelo.compiler.lowering.syntax_nodes import (
    call_node,
    copy_tree,
    find_game_number_of_constant,
    literal_node,
)
from zermelo.core.notation.literals import parse_python

WORD: Final = "word"  # what reads an integer of the game, by its number
TABLE: Final = "table"  # what gives a table of the game; its number follows

# What reads an integer by its number, and what gives each table.
Readers = tuple[Callable[[int], int], Sequence[Callable[[], Any]]]

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
    "exactly": lambda items, count: _check_unpacked_length(items, count),
    "ascending": lambda items: tuple(sorted(items)),
    "least": min,
    "greatest": max,
    "truth": lambda value: len(value) > 0 if isinstance(value, np.ndarray) else bool(value),
    "add_masked": lambda left, right, _: left + right,
    "sub_masked": lambda left, right, _: left - right,
    "mul_masked": lambda left, right, _: left * right,
    "shl_masked": lambda left, right, _: left << right,
}


@dataclass(frozen=True)
class LoweredRules:
    """The rules as source: plain functions, callees before callers, and what their names stand for."""

    source: str
    general: str  # the source of any size, in which the game's integers and tables are read at play
    words: tuple[int, ...]  # the game's integers, by the numbers that `general` reads them by
    prefix: str  # of what `general` reads them with: `word(number)`, and `table0()` for the first table
    constants: Mapping[str, object]  # name -> read-only array; tables by their numbers
    functions: Mapping[str, str]  # method -> the name of its function
    recursive: frozenset[str]  # functions that call themselves: compile them, do not inline them
    intrinsics: Mapping[str, str]  # name -> which of `compiler.machine_code.intrinsics`, or of `INTERPRETED`
    text: str  # all of the above in one canonical text, for fingerprints
    general_text: str  # the same of any size
    origins: tuple[tuple[ast.FunctionDef, FunctionType], ...] = field(repr=False)  # and what each was

    @property
    def source_filename(self) -> str:
        """What tracebacks and Numba call the source."""
        return f"<zermelo {hashlib.sha256(self.text.encode()).hexdigest()[:16]}>"

    def find_rules_place_of_line(self, line: int) -> str:
        """Return the method, file and line of the rules that a line of the source comes from."""
        for tree, (origin, function) in zip(parse_python(self.source).body, self.origins, strict=True):
            if tree.lineno <= line <= (tree.end_lineno or tree.lineno):
                pairs = zip(_iterate_statements(tree), _iterate_statements(origin), strict=False)
                found = [theirs.lineno for ours, theirs in pairs if ours.lineno <= line]
                return describe_method_place(function, found[-1] if found else None)
        return ""


def assemble_lowered_rules(
    symbols: SymbolTable, finished: Sequence[LoweredFunction], entries: Mapping[str, str]
) -> LoweredRules:
    """Choose the final names and write the text; `entries` holds the name of each method's function."""
    names = _FinalNameWriter(symbols.identifiers)
    units = [(unit, unit.tree) for unit in finished if unit.tree is not None]
    trees = [names.visit(tree) for _, tree in units]
    constants = {names.final_name(name): array for name, array in symbols.arrays.values()}
    intrinsics = {names.final_name(name): kind for kind, name in symbols.intrinsics.items()}
    functions = {method: names.final_name(name) for method, name in entries.items()}
    generalised = _GeneralWriter(names.prefix, constants)
    general = _unparse_trees([generalised.visit(copy_tree(tree)) for tree in trees])
    source = _unparse_trees([_SpecialisedWriter().visit(tree) for tree in trees])
    recursive = frozenset(names.final_name(unit.name) for unit in finished if unit.recursive)
    shared = (
        *(f"{name} = {kind}" for name, kind in intrinsics.items()),
        *(f"{method}: {name}" for method, name in functions.items()),
    )
    tables = [f"{name} = {array.dtype} {array.shape} {array.tolist()}" for name, array in constants.items()]
    text = "\n".join([source, *tables, *shared])
    kinds = [f"{name} = {array.dtype} {array.ndim}" for name, array in constants.items()]
    general_text = "\n".join([general, *kinds, *shared, str(len(generalised.words))])
    origins = tuple((tree, unit.function) for unit, tree in units)
    return LoweredRules(
        source,
        general,
        tuple(generalised.words),
        names.prefix,
        constants,
        functions,
        recursive,
        intrinsics,
        text,
        general_text,
        origins,
    )


def _unparse_trees(trees: Sequence[ast.AST]) -> str:
    return "\n\n".join(ast.unparse(ast.fix_missing_locations(tree)) for tree in trees) + "\n"


class _SpecialisedWriter(ast.NodeTransformer):
    """Writes the game's integers as what they are."""

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        return literal_node(number) if (number := find_game_number_of_constant(node)) is not None else node


class _GeneralWriter(ast.NodeTransformer):
    """Writes the game's integers and tables as what is read at play, by number."""

    def __init__(self, prefix: str, tables: Iterable[str]) -> None:
        self.word, self.table = f"{prefix}{WORD}", f"{prefix}{TABLE}"
        self.tables = {name: number for number, name in enumerate(tables)}
        self.words: list[int] = []

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        number = find_game_number_of_constant(node)
        if number is None:
            return node
        self.words.append(number)
        return call_node(self.word, literal_node(len(self.words) - 1))

    def visit_Name(self, node: ast.Name) -> ast.AST:
        number = self.tables.get(node.id)
        return node if number is None else call_node(f"{self.table}{number}")


def _iterate_statements(tree: ast.AST) -> Iterator[ast.stmt]:
    """Yield the statements below `tree` in the order in which they are written."""
    for child in ast.iter_child_nodes(tree):
        if isinstance(child, ast.stmt):
            yield child
            yield from _iterate_statements(child)


class _FinalNameWriter(ast.NodeTransformer):
    """Writes the names of ours under a prefix that the rules use nowhere."""

    def __init__(self, identifiers: Iterable[str]) -> None:
        taken = {*identifiers, *BUILTINS}
        self.prefix = "z_"
        while any(identifier.startswith(self.prefix) for identifier in taken):
            self.prefix = f"z{self.prefix}"
        self._final: dict[str, str] = {}

    def final_name(self, name: str) -> str:
        """Return the name as the source text has it."""
        if not name.startswith("@"):
            return name
        if name not in self._final:
            hint = re.sub(r"\W", "", name.partition(":")[2])
            self._final[name] = f"{self.prefix}{hint}_{len(self._final) + 1}"
        return self._final[name]

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return ast.Name(self.final_name(node.id), node.ctx)

    def visit_arg(self, node: ast.arg) -> ast.AST:
        return ast.arg(self.final_name(node.arg))

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.name = self.final_name(node.name)
        return self.generic_visit(node)


def execute_lowered_source(
    lowered: LoweredRules,
    mark: Callable[[Callable[..., Any], bool], Callable[..., Any]],
    intrinsics: Mapping[str, Callable[..., Any]] = INTERPRETED,
    *,
    plain_tables: bool = False,
    readers: Readers | None = None,
) -> dict[str, Callable[..., Any]]:
    """Run the source and return its functions by method name.

    `mark(function, recursive)` wraps each of them, callees before callers. `plain_tables` binds tables as
    nested tuples, for exact arithmetic in the interpreter; compiled code needs the arrays. With `readers` it
    is the source of any size that is run, which reads the game's integers and tables with them.
    """
    filename = lowered.source_filename
    source = lowered.source if readers is None else lowered.general
    lines = source.splitlines(keepends=True)
    linecache.cache[filename] = (len(source), None, lines, filename)
    # Cached machine code imports the module that its functions name as their own: this one.
    namespace: dict[str, Any] = {"__name__": __name__}
    if readers is not None:
        word, tables = readers
        namespace[f"{lowered.prefix}{WORD}"] = word
        namespace.update({f"{lowered.prefix}{TABLE}{number}": table for number, table in enumerate(tables)})
    for name, array in lowered.constants.items() if readers is None else ():
        namespace[name] = (
            _convert_lists_to_tuples(array.tolist())
            if plain_tables and isinstance(array, np.ndarray)
            else array
        )
    namespace.update({name: intrinsics[kind] for name, kind in lowered.intrinsics.items()})
    exec(compile(source, filename, "exec", dont_inherit=True), namespace)
    own = [
        name
        for name, value in namespace.items()
        if isinstance(value, FunctionType) and _is_defined_in_file(value, filename)
    ]
    for name in own:
        namespace[name] = mark(namespace[name], name in lowered.recursive)
    return {method: namespace[name] for method, name in lowered.functions.items()}


def _is_defined_in_file(function: FunctionType, filename: str) -> bool:
    return function.__code__.co_filename == filename


def _convert_lists_to_tuples(value: Any) -> Any:
    return tuple(_convert_lists_to_tuples(entry) for entry in value) if isinstance(value, list) else value


def _check_unpacked_length(items: Sequence[object], count: int) -> None:
    if len(items) != count:
        raise ValueError("not as many values to unpack as names")

"""The game's integers and tables that rules read, and how they are placed in machine code.

Rules are lowered for any size of a game: what hangs on its parameters is read from cells, which are known by
number and have no content yet. Numba types and lowers a kernel with open cells once; LLVM is then given their
content as constants, and optimises as if they had been written in the source.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import llvmlite.binding as llvm
import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic
from numba.np.numpy_support import from_dtype

from zermelo.compiler.machine_code.intrinsic_emitters import WORD, word_constant

CELL: Final = "zermelo.cell."  # globals of a word each, by number
PLACE: Final = "zermelo.place."  # of the address of a table each, by its number
TABLE: Final = "zermelo.table."  # of the tables themselves
UNRESOLVED: Final = ".numba.unresolved$"  # of the address of a function that calls itself through others
POINTER: Final = ir.IntType(8).as_pointer()


@dataclass(frozen=True)
class GameConstants:
    """The integers of a game, [cell], and its tables: read-only arrays."""

    words: tuple[int, ...]
    tables: tuple[Any, ...]

    @property
    def cells(self) -> tuple[int, ...]:
        """The content of all cells: the integers, then the shape of each table."""
        return self.words + tuple(length for table in self.tables for length in table.shape)


NO_CONSTANTS: Final = GameConstants((), ())


def make_constant_readers(given: GameConstants) -> tuple[Callable[..., Any], list[Callable[..., Any]]]:
    """Return what lowered rules read a game's integers with, `word(number)`, and each table, `table()`."""
    tables, cell = [], len(given.words)
    for number, table in enumerate(given.tables):
        tables.append(_make_table_reader(number, cell, table.dtype, table.ndim))
        cell += table.ndim
    return read_word, tables


@intrinsic(prefer_literal=True)  # type: ignore[untyped-decorator]  # Numba has no types
def read_word(typing_context: Any, number: Any) -> Any:
    """Return an integer of the game, by its number."""
    if not isinstance(number, types.IntegerLiteral):
        return None

    def generate_code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return _read_constant_cell(builder, number.literal_value)

    return types.int64(number), generate_code


def _make_table_reader(number: int, cell: int, dtype: Any, dimensions: int) -> Any:
    kind = types.Array(from_dtype(dtype), dimensions, "C", readonly=True)
    width = np.dtype(dtype).itemsize

    @intrinsic  # type: ignore[untyped-decorator]  # Numba has no types
    def type_table_read(typing_context: Any) -> Any:
        """Return a table of the game."""

        def generate_code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            array = context.make_array(kind)(context, builder)
            data = builder.bitcast(_read_global(builder, f"{PLACE}{number}", POINTER), array.data.type)
            shape = [_read_constant_cell(builder, cell + axis) for axis in range(dimensions)]
            strides = [word_constant(width)]
            for length in shape[:0:-1]:
                strides.insert(0, builder.mul(strides[0], length))
            context.populate_array(
                array, data=data, shape=shape, strides=strides, itemsize=word_constant(width), meminfo=None
            )
            return array._getvalue()

        return kind(), generate_code

    return type_table_read


def _read_constant_cell(builder: Any, number: int) -> Any:
    return _read_global(builder, f"{CELL}{number}", WORD)


def _read_global(builder: Any, name: str, kind: Any) -> Any:
    """Read a global, which no code ever writes."""
    module = builder.module
    if name in module.globals:
        variable = module.globals[name]
    else:
        variable = ir.GlobalVariable(module, kind, name)
        variable.linkage, variable.initializer = "common", ir.Constant(kind, None)
    value = builder.load(variable)
    value.set_metadata("invariant.load", module.add_metadata([]))
    return value


def link_words(module: Any, given: GameConstants, own: Sequence[str]) -> None:
    """Give the cells of an LLVM module their content, and let only `own` of its functions be seen outside.

    Other functions stand in several modules under one name, with other content in each. Those that call
    themselves through others call those of this module.
    """
    present = {variable.name for variable in module.global_variables}
    lines = [
        f'@"{CELL}{number}" = constant i64 {content}'
        for number, content in enumerate(given.cells)
        if f"{CELL}{number}" in present
    ]
    defined = {function.name for function in module.functions if not function.is_declaration}
    for name in sorted(present):
        called = name.removeprefix(UNRESOLVED)
        if name.startswith(UNRESOLVED) and called in defined:
            lines.append(f'declare void @"{called}"()')
            lines.append(f'@"{name}" = constant ptr @"{called}"')
    _link_globals(module, lines)
    for function in module.functions:
        if not function.is_declaration and function.name not in own:
            function.linkage = "internal"


def link_tables(module: Any, given: GameConstants) -> None:
    """Give the tables of an LLVM module their content: they may be large, and are laid in last."""
    present = {variable.name for variable in module.global_variables}
    lines = []
    for number, table in enumerate(given.tables):
        if f"{PLACE}{number}" in present:
            content = np.ascontiguousarray(table).tobytes()
            text = "".join(f"\\{byte:02x}" for byte in content)
            lines.append(f'@"{TABLE}{number}" = constant [{len(content)} x i8] c"{text}", align 16')
            lines.append(f'@"{PLACE}{number}" = constant ptr @"{TABLE}{number}"')
    _link_globals(module, lines)


def _link_globals(module: Any, lines: Sequence[str]) -> None:
    """Add globals to a module, which nothing outside it will see."""
    module.link_in(llvm.parse_assembly("\n".join(lines)))
    for variable in module.global_variables:
        is_open = variable.is_declaration or variable.linkage == llvm.Linkage.common
        if variable.name.startswith((CELL, PLACE, TABLE, UNRESOLVED)) and not is_open:
            variable.linkage = "internal"

"""The names of the module being written, and what they stand for besides functions: arrays and intrinsics."""

from dataclasses import dataclass, field
from typing import Any

from zermelo.compiler.lowering.constants.integer_tables import IntegerTable, make_integer_table


@dataclass
class SymbolTable:
    """Names of ours. They begin with `@` until all of the rules' own are known, as no identifier does."""

    identifiers: set[str] = field(default_factory=set)  # all that the rules' own source uses
    arrays: dict[tuple[str, tuple[int, ...], bytes], tuple[str, Any]] = field(default_factory=dict)
    intrinsics: dict[str, str] = field(default_factory=dict)  # kind -> name
    _tables: dict[int, tuple[object, IntegerTable]] = field(default_factory=dict)
    _count: int = 0

    def fresh_name(self, hint: str) -> str:
        """Return a new name of ours."""
        self._count += 1
        return f"@{self._count}:{hint.rpartition(':')[2]}"

    def get_integer_table(self, value: object) -> IntegerTable:
        """Return the table of a nested sequence; raises `NotATable`."""
        if id(value) not in self._tables:
            self._tables[id(value)] = (value, make_integer_table(value))
        return self._tables[id(value)][1]

    def name_array(self, array: Any, hint: str) -> str:
        """Return the name of an array; equal arrays share one."""
        key = (array.dtype.str, array.shape, array.tobytes())
        if key not in self.arrays:
            self.arrays[key] = (self.fresh_name(hint), array)
        return self.arrays[key][0]

    def name_intrinsic(self, kind: str) -> str:
        """Return the name of an intrinsic."""
        if kind not in self.intrinsics:
            self.intrinsics[kind] = self.fresh_name(kind)
        return self.intrinsics[kind]

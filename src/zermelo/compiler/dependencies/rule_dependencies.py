"""What a walk over rules found, and whether another walk would find the same now."""

import functools
import hashlib
import types
from collections.abc import Mapping
from types import CodeType, FunctionType
from typing import Any, Final

from zermelo.compiler.dependencies.function_text import format_bytecode, format_function_source
from zermelo.compiler.rules_memory import Memoized
from zermelo.core.notation.identity import Identity, compute_identity

MISSING: Final = object()  # what a name stands for that is not there

TextPart = str | FunctionType | CodeType


class RuleDependencies:
    """What the rules of a game were found to reach, at one moment.

    The walk notes what is compared later: `named` are names with what they stood for, `sized` how many names
    there were, and so on.
    """

    def __init__(self) -> None:
        self.parts: list[TextPart] = []  # in the order of the walk, which is always the same
        self.obstacles: list[str] = []  # in words: what, and where
        self.derived: list[tuple[Any, str]] = []  # what properties keep
        self.made: Memoized[Any, Any] = Memoized()  # what others keep of these very rules
        self.named: list[tuple[Mapping[str, Any], str, object]] = []
        self.sized: list[tuple[Mapping[str, Any], int]] = []
        self.functions: list[tuple[FunctionType, CodeType, object, object]] = []
        self.cells: list[tuple[types.CellType, object]] = []
        self.data: list[tuple[object, Identity]] = []

    @property
    def is_fully_followed(self) -> bool:
        """Whether all that the rules reach was seen."""
        return not self.obstacles

    @functools.cached_property
    def digest(self) -> str:
        """A hash of everything: the same in every process, whatever its hash seed and addresses."""
        return hashlib.sha256(
            "\n".join(map(_format_text_part, self.parts)).encode("utf-8", "surrogatepass")
        ).hexdigest()

    def is_current(self) -> bool:
        """Return whether a walk made now would find the same; never so where something cannot be followed."""
        if self.obstacles:
            return False
        return (
            all(held.get(name, MISSING) is value for held, name, value in self.named)
            and all(len(held) == size for held, size in self.sized)
            and all(
                function.__code__ is code
                and function.__defaults__ is defaults
                and function.__kwdefaults__ is keywords
                for function, code, defaults, keywords in self.functions
            )
            and all(read_closure_cell(cell) is value for cell, value in self.cells)
            and all(compute_identity(value, strict=True).is_same(was) for value, was in self.data)
        )


def _format_text_part(part: TextPart) -> str:
    if isinstance(part, str):
        return part
    return format_bytecode(part) if isinstance(part, CodeType) else format_function_source(part)


def read_closure_cell(cell: types.CellType) -> object:
    """Return what a closure's variable holds, `MISSING` where it has no value yet."""
    try:
        return cell.cell_contents
    except ValueError:
        return MISSING

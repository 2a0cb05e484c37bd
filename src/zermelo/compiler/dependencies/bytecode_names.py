"""The names in a piece of bytecode, and how each is used."""

import dis
import functools
from types import CodeType
from typing import Final

from zermelo.compiler.rules_memory import register_forget_callback

LOADS: Final = ("LOAD_GLOBAL", "LOAD_NAME", "LOAD_FROM_DICT_OR_GLOBALS")
TAKES_ATTRIBUTE: Final = ("LOAD_ATTR", "LOAD_METHOD")


@functools.lru_cache(maxsize=4096)
def collect_nested_code_objects(code: CodeType) -> tuple[CodeType, ...]:
    """Return a piece of code and all that are nested in it."""
    inner = [
        each
        for constant in code.co_consts
        if isinstance(constant, CodeType)
        for each in collect_nested_code_objects(constant)
    ]
    return (code, *inner)


register_forget_callback(collect_nested_code_objects.cache_clear)


def reads_global_name(code: CodeType, name: str) -> bool:
    """Return whether a name of a piece of code is looked up outside it, and no attribute."""
    return any(step.argval == name and step.opname in LOADS for step in dis.get_instructions(code))


def uses_more_than_attributes(code: CodeType, name: str) -> bool:
    """Return whether code does more with the name of a module than to take attributes of it."""
    steps = [step for step in dis.get_instructions(code) if step.opname not in ("CACHE", "EXTENDED_ARG")]
    return any(
        step.argval == name and step.opname in LOADS and following.opname not in TAKES_ATTRIBUTE
        for step, following in zip(steps, [*steps[1:], steps[-1]], strict=True)
    )


def find_import_level(code: CodeType, offset: int) -> int:
    """Return how many folders up an import begins."""
    before = [step for step in dis.get_instructions(code) if step.offset < offset and step.opname != "CACHE"]
    return int(before[-2].argval or 0)

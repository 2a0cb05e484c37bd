"""Texts that a stranger may have written, read as data: Python literals and JSON.

Python's own readers crash on deep nesting in some versions, and raise five kinds of errors in others. Here
a text that is too long or nested too deeply is refused before it is read, and everything wrong is a
`ValueError`.
"""

import ast
import json
import re
import threading
from typing import Any, Final, Literal

LONGEST: Final = 1 << 20  # signs of a literal: a position, or a move
DEEPEST: Final = 100  # brackets within each other, or signs before a number
QUOTED: Final = re.compile(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"", re.DOTALL)
SIGNS: Final = re.compile(r"(?:[-+~]\s*){100}|(?:\bnot\s+){100}")
NESTING: Final = re.compile(r"[][(){}]")
_PARSING: Final = threading.Lock()


def parse_python(text: str | bytes, mode: Literal["exec", "eval"] = "exec") -> Any:
    """Return the tree of a Python text; one thread parses at a time.

    Python 3.11 counts the depth of all threads together, and may raise `SystemError` where two parse at once.
    """
    with _PARSING:
        return ast.parse(text, mode=mode)


def read_literal(text: str) -> Any:
    """Return the value of a Python literal; raises `ValueError` where a text is none, or is far too deep.

    >>> read_literal("(1, 'a')")
    (1, 'a')
    """
    _refuse_deep_nesting(text, LONGEST)
    try:
        return ast.literal_eval(parse_python(text.lstrip(" \t"), "eval"))
    except (SyntaxError, TypeError, RecursionError, MemoryError) as error:
        raise ValueError(f"it is no literal: {_shorten_quoted_text(text)}") from error


def parse_expression(text: str) -> ast.expr:
    """Return the expression that a text is, parsed and never run; raises `SyntaxError` or `ValueError`."""
    _refuse_deep_nesting(text, LONGEST)
    try:
        body: ast.expr = parse_python(text, "eval").body
        return body
    except (RecursionError, MemoryError) as error:
        raise ValueError("it is nested too deeply") from error


def read_json(text: str | bytes) -> Any:
    """Return the value of a JSON text; raises `ValueError` where it is none, or is far too deep.

    >>> read_json('{"format": 1}')
    {'format': 1}
    """
    if isinstance(text, bytes):
        text = text.decode()  # UnicodeDecodeError is a ValueError
    _refuse_deep_nesting(text, None)
    try:
        return json.loads(text)
    except (RecursionError, MemoryError) as error:
        raise ValueError("it is nested too deeply") from error


def _refuse_deep_nesting(text: str, longest: int | None) -> None:
    """Raise `ValueError` for a text that a parser had better not be given."""
    if longest is not None and len(text) > longest:
        raise ValueError(f"it is longer than {longest:,} signs")
    if len(text) <= DEEPEST:
        return
    bare = QUOTED.sub("", text)
    if SIGNS.search(bare):
        raise ValueError(f"it has more than {DEEPEST} signs in a row")
    depth = 0
    for bracket in NESTING.finditer(bare):
        depth += 1 if bracket[0] in "([{" else -1
        if depth > DEEPEST:
            raise ValueError(f"it is nested more than {DEEPEST} deep")


def _shorten_quoted_text(text: str) -> str:
    return repr(text if len(text) <= 60 else f"{text[:60]}...")

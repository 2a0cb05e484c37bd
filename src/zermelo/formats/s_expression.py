"""Forms: texts in brackets, such as `(place "token" (destination (empty)))`, each word with its line.

Both languages of files are written so. Code that refuses a file names it and the line, by `refused`.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from zermelo.core.errors import BadRules, StorageFailed, UnknownGame, quote
from zermelo.core.system.input_files import LARGEST_TEXT, read_input_file

LARGEST: Final = 1 << 20  # signs of a file
DEEPEST: Final = 60  # brackets within each other
TOKEN: Final = re.compile(r";[^\n]*|\"[^\"\n]*\"|[()]|[^\s();\"]+|\"")


class Symbol(str):
    """A word of a file; `line` says where it stands, the first being 1."""

    line: int

    def __new__(cls, text: str, line: int) -> "Symbol":
        """Return a word."""
        word = super().__new__(cls, text)
        word.line = line
        return word


class SExpression(tuple["Symbol | SExpression", ...]):
    """What stands between two brackets; `line` is that of the first."""

    line: int

    @classmethod
    def make_with_line(cls, parts: "list[Symbol | SExpression]", line: int) -> "SExpression":
        """Return a form."""
        form = cls(parts)
        form.line = line
        return form

    @property
    def head(self) -> str:
        """The word that it begins with; nothing where it begins with none."""
        return str(self[0]) if self and isinstance(self[0], Symbol) else ""


class SourceText:
    """A file's text and name: reads the forms, and says what is wrong with them."""

    def __init__(self, text: str, name: str) -> None:
        self.text, self.name = text, name

    def make_error(self, where: "Symbol | SExpression | int", reason: str) -> BadRules:
        """Return an error that names the file and the line."""
        line = where if isinstance(where, int) else where.line
        return BadRules(f"{self.name}, line {line}: {reason}")

    def yield_forms(self) -> Iterator[Symbol | SExpression]:
        """Yield what stands in the file, outermost first.

        >>> list(SourceText("(a (b)) ; and so on", "x.gdl").yield_forms())
        [('a', ('b',))]
        """
        if len(self.text) > LARGEST:
            raise self.make_error(1, f"the file is longer than {LARGEST:,} signs, and is not read")
        open_forms: list[tuple[list[Symbol | SExpression], int]] = []
        line, seen = 1, 0
        for match in TOKEN.finditer(self.text):
            line += self.text.count("\n", seen, match.start())
            seen = match.start()
            token = match.group()
            if token.startswith(";"):
                continue
            if token == "(":
                if len(open_forms) == DEEPEST:
                    raise self.make_error(line, f"brackets are nested more than {DEEPEST} deep")
                open_forms.append(([], line))
                continue
            found: Symbol | SExpression
            if token == ")":
                if not open_forms:
                    raise self.make_error(line, "a bracket is closed that was never opened")
                found = SExpression.make_with_line(*open_forms.pop())
            elif token == '"':
                raise self.make_error(line, "a quotation mark is opened and not closed on its line")
            else:
                found = Symbol(token, line)
            if open_forms:
                open_forms[-1][0].append(found)
            else:
                yield found
        if open_forms:
            raise self.make_error(open_forms[-1][1], "the bracket that is opened here is never closed")


def read_source_file(path: Path) -> SourceText:
    """Return the source that a file holds; raises `UnknownGame` where it cannot be read."""
    try:
        return SourceText(
            read_input_file(path, "give a path as in my_game.gdl", LARGEST_TEXT).decode(), path.name
        )
    except StorageFailed as error:
        raise UnknownGame(str(error)) from error
    except UnicodeDecodeError as error:
        raise UnknownGame(f"{quote(str(path))} is no text: {error.reason} at byte {error.start}") from error

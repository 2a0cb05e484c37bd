"""How misere forms are written, after Conway: 0, *, *2, *2_2, *2_#, *[2_2 2 1].

    0   *   *2          Nim heaps
    *[a b c]            the game with the options a, b and c; a bare number is a Nim heap
    *a_#                the game whose only option is a
    *a_2                the sum a + *2
    (a b c)             an option that is a set of options itself

So *[(2_2 2 1)_2 2 0] has the options X + *2, *2 and 0, where X has the options *2 + *2, *2 and *. Marks may
follow each other, read from the left: 2_#_1 is {*2} + *.
"""

import re

from zermelo.core.errors import UnreadablePosition, quoted
from zermelo.theory.misere.forms import MisereForm, add, form_of_options, nim_heap

_TOKEN = re.compile(r"\s*(\d+|_#|_\d+|[()\[\]])")


def show_misere_form(game: MisereForm) -> str:
    """Return the form as text that `parse_misere_form` reads back.

    >>> [show_misere_form(game) for game in (nim_heap(0), nim_heap(1), nim_heap(2) + nim_heap(2))]
    ['0', '*', '*2_2']
    """
    heap = game.heap
    if heap is not None:
        return "0" if heap == 0 else "*" if heap == 1 else f"*{heap}"
    written = _show_option(game, {})
    if written[0] == "(" and _closing(written) == len(written) - 1:
        return f"*[{written[1:-1]}]"
    return f"*{written}"


def _closing(text: str) -> int:
    depth = 0
    for place, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if depth == 0:
            return place
    return -1


def _show_option(game: MisereForm, known: dict[MisereForm, str]) -> str:
    written = known.get(game)
    if written is None:
        written = known[game] = _write(game, known)
    return written


def _write(game: MisereForm, known: dict[MisereForm, str]) -> str:
    if game.heap is not None:
        return str(game.heap)
    if len(game.options) == 1:
        return f"{_show_option(next(iter(game.options)), known)}_#"
    # Where G = H + *n, H is an option of G, and its tree is lower by n at most.
    for part in reversed(game.listed):
        for size in range(1, game.birthday - part.birthday + 1):
            if size <= part.birthday and add(part, nim_heap(size)) is game:
                return f"{_show_option(part, known)}_{size}"
    return "(" + " ".join(_show_option(option, known) for option in game.listed) + ")"


def parse_misere_form(text: str) -> MisereForm:
    """Read a form, and simplify it.

    >>> parse_misere_form("*[2 1 0]"), parse_misere_form("*[(2_2 2 1)_2 2 0]"), parse_misere_form("*2_#_1")
    (*3, *[(2_2 2 1)_2 2 0], *2_#_1)

    Raises `UnreadablePosition` where the text is no form.
    """
    stripped = text.strip()
    if stripped in ("0", "*"):
        return nim_heap(len(stripped) if stripped == "*" else 0)
    if not stripped.startswith("*"):
        raise _unreadable(text, "it does not begin with *")
    tokens: list[str] = []
    place = 1
    while place < len(stripped):
        match = _TOKEN.match(stripped, place)
        if match is None:
            raise _unreadable(text, f"{stripped[place:].strip()[:1]!r} is no sign of the notation")
        tokens.append(match[1])
        place = match.end()
    reader = _Reader(text, tokens)
    read = reader.options("]") if tokens[0] == "[" else reader.option()
    if reader.place != len(tokens):
        raise _unreadable(text, f"{tokens[reader.place]!r} follows where it should end")
    return read


def _unreadable(text: str, reason: str) -> UnreadablePosition:
    return UnreadablePosition(
        f"{quoted(text)} is no misere form ({reason}): write one as 0, *, *3, *2_2, *2_# or *[2_2 2 1]"
    )


class _Reader:
    """One text's tokens, read from the left."""

    def __init__(self, text: str, tokens: list[str]) -> None:
        self.text, self.tokens, self.place = text, tokens, 0

    def next(self) -> str:
        return self.tokens[self.place] if self.place < len(self.tokens) else ""

    def options(self, closing: str) -> MisereForm:
        self.place += 1
        options = []
        while self.next() != closing:
            if not self.next():
                raise _unreadable(self.text, f"{closing!r} is missing")
            options.append(self.option())
        self.place += 1
        return form_of_options(options)

    def option(self) -> MisereForm:
        token = self.next()
        if token == "(":
            game = self.options(")")
        elif token.isdigit():
            self.place += 1
            game = nim_heap(self._size(token))
        else:
            raise _unreadable(self.text, f"{token!r} is no option" if token else "an option is missing")
        while self.next().startswith("_"):
            mark = self.next()[1:]
            game = form_of_options([game]) if mark == "#" else add(game, nim_heap(self._size(mark)))
            self.place += 1
        return game

    def _size(self, digits: str) -> int:
        if int(digits) > 255:
            raise _unreadable(self.text, f"a heap of {digits} is too large")
        return int(digits)

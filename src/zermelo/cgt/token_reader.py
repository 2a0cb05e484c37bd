"""A reader of tokens, from left to right, that every notation of this folder uses.

A notation gives one pattern for its tokens, and its name for error messages. The reader splits the text into
tokens and keeps the current position. The grammar stands beside its notation: values in
`form_parser.py`, misere forms in `misere_notation.py`, sums in `sum_expression.py`, rules of heaps in
`heap_rules.py`.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, NamedTuple

from zermelo.core.errors import BadParameter, UnreadablePosition, quote

DEEPEST: Final = 100  # brackets in brackets; what is deeper would end in Python's own limit
MOST_DIGITS: Final = 40  # of a number, where a notation has no limit of its own


class Token(NamedTuple):
    """A token, where it begins in the text and where it ends, counted from 0."""

    text: str
    begin: int
    end: int


class Notation(NamedTuple):
    """How the tokens of a notation look, and what errors say: what the text is not, and how to write it."""

    name: str  # "value": the text is no value
    token: re.Pattern[str]
    signs: str = "the notation"  # what a sign that begins no token is none of
    advice: str = ""
    spelled: Callable[[str], str] = str  # a token as the grammar knows it, where there are several spellings
    error: type[BadParameter | UnreadablePosition] = BadParameter
    most_digits: int = MOST_DIGITS


class TokenReader:
    r"""A text, cut into tokens, and how far it has been read; "" is the token at its end.

    >>> reader = TokenReader("2 (", Notation("pair", re.compile(r"\d+|[()]")))
    >>> reader.accept("("), reader.read_count("a number"), reader.peek(), reader.next_token_position
    (False, 2, '(', 2)
    >>> reader.expect(")", "')' is missing")
    Traceback (most recent call last):
        ...
    zermelo.core.errors.BadParameter: '2 (' is no pair: at sign 3, ')' is missing
    """

    def __init__(self, text: str, notation: Notation) -> None:
        self.text, self.notation = text, notation
        self.next = 0  # the number of the token that comes next
        self.tokens: list[Token] = []
        self._depth = 0
        place, spelled = 0, notation.spelled
        while place < len(text):
            if text[place].isspace():
                place += 1
                continue
            match = notation.token.match(text, place)
            if match is None:
                raise self.make_error(f"{text[place]!r} is no sign of {notation.signs}", place)
            begin, place = match.span()
            self.tokens.append(Token(spelled(match.group()), begin, place))

    @property
    def next_token_position(self) -> int:
        """Where the next token begins in the text; at its end, how long the text is."""
        return self.tokens[self.next].begin if self.next < len(self.tokens) else len(self.text)

    @property
    def is_done(self) -> bool:
        """Whether no token is left."""
        return self.next == len(self.tokens)

    def peek(self, further: int = 0) -> str:
        """Return the next token, or one further on."""
        place = self.next + further
        return self.tokens[place].text if place < len(self.tokens) else ""

    def has_space_before(self, further: int = 0) -> bool:
        """Return whether a space parts the next token, or one further on, from the one before it."""
        place = self.next + further
        return 0 < place < len(self.tokens) and self.tokens[place].begin > self.tokens[place - 1].end

    def accept(self, token: str) -> bool:
        """Read the next token if it is this one; return whether it was."""
        found = not self.is_done and self.tokens[self.next].text == token
        self.next += found
        return found

    def expect(self, token: str, reason: str) -> None:
        """Read the next token, which has to be this one; else raise the error with the reason."""
        if not self.accept(token):
            raise self.make_error(reason)

    def is_at_count(self) -> bool:
        """Return whether the next token is a number."""
        return self.peek().isdecimal()

    def read_count(self, what: str) -> int:
        """Read a number; `what` is its meaning, for error messages."""
        if not self.is_at_count():
            raise self.make_error(f"{what} is missing")
        digits = self.peek()
        most = self.notation.most_digits
        if len(digits) > most:
            raise self.make_error(f"a number of more than {most:,} digits: take smaller numbers")
        self.next += 1
        return int(digits)

    @contextmanager
    def enter_bracket(self, advice: str) -> Iterator[None]:
        """Read what stands within brackets. Raises the error, with the advice, where too many are open."""
        self._depth += 1
        if self._depth > DEEPEST:
            raise self.make_error(f"more than {DEEPEST} {advice}")
        yield
        self._depth -= 1

    def make_error(self, reason: str, place: int | None = None) -> BadParameter | UnreadablePosition:
        """Return the error that names the text, a place (that of the next token, or another) and a reason."""
        where = (self.next_token_position if place is None else place) + 1
        advice = f": {self.notation.advice}" if self.notation.advice else ""
        said = f"{quote(self.text)} is no {self.notation.name}: at sign {where}, {reason}{advice}"
        return self.notation.error(said)

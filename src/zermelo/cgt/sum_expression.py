"""Sums as people type them: `domineering(columns=4, rows=2) + clobber('xoxo') - *2 + {1|-1}`.

A term is a game, in the syntax of every command (`NAME(...)`, `file.py:Class(...)`, each with or without
` from POSITION`), or a value in the notation of `partizan.notation`. `+` and `-` between terms stand outside
all brackets and quotation marks, and no game stands within brackets. A position of several words, or with
signs in it, needs quotation marks.
"""

import re
import string
from typing import Final, NamedTuple

from zermelo.cgt.grammar_reader import Notation
from zermelo.core.errors import BadParameter, UnreadablePosition, quote

QUOTED: Final = r"'[^']*'|\"[^\"]*\""
NAME: Final = r"[A-Za-z_][A-Za-z_0-9]{2,}"  # values have none so long
IN_FILE: Final = r"[^\s()+]*\.py:[A-Za-z_][A-Za-z_0-9]*"  # at each sign it looks at all that follow
REST: Final = r"\+-|\S"  # of values: what they mean is not asked here
SUM: Final = re.compile(f"{QUOTED}|{NAME}|{REST}")
SUM_WITH_FILES: Final = re.compile(f"{QUOTED}|{IN_FILE}|{NAME}|{REST}")
NOTATION: Final = Notation("sum")
IS_NAME: Final = re.compile(f"{IN_FILE}|{NAME}")
NAMES_OF_VALUES: Final = re.compile(  # a row of v is so many downs
    r"tiny|miny|v+\d*|off|over|under|upon|dud|tisn?|nanoko", re.IGNORECASE
)
MULTIPLE: Final = re.compile(r"(?<![\d*^v/])\d+(\s*[.*]\s*)?$", re.IGNORECASE)
OPENING, CLOSING, QUOTES = "([{", ")]}", "'\""


class Token(NamedTuple):
    """A token, where it begins in the text and where it ends, counted from 0."""

    text: str
    begin: int
    end: int


class WrittenTerm(NamedTuple):
    """A term as it was written: a game's text or a value's, and whether a minus stands before a game."""

    text: str
    is_game: bool
    is_negative: bool = False


def parse_sum_terms(text: str) -> list[WrittenTerm]:
    """Return the terms of a sum. Raises `BadParameter` where it cannot be read.

    >>> parse_sum_terms("nim(heaps=(1, 2)) - kayles + *2 + +-1")  # doctest: +NORMALIZE_WHITESPACE
    [WrittenTerm(text='nim(heaps=(1, 2))', is_game=True, is_negative=False),
     WrittenTerm(text='kayles', is_game=True, is_negative=True),
     WrittenTerm(text='*2 + +-1', is_game=False, is_negative=False)]
    """
    if not isinstance(text, str):
        raise BadParameter(f"{quote(text)} is no text: a sum is typed, as in 'clobber + *2'")
    return _SumReader(text).read_all()


class _SumReader:
    """Terms are pieces of the text: the tokens only say where each begins and ends."""

    def __init__(self, text: str) -> None:
        pattern = SUM_WITH_FILES if ".py:" in text else SUM
        self.text = text
        self.tokens = [Token(found.group(), *found.span()) for found in pattern.finditer(text)]
        self.next = 0  # the number of the token that comes next
        self.terms: list[WrittenTerm] = []
        self.values: list[tuple[int, int]] = []  # where what lies between the games begins and ends

    def read_all(self) -> list[WrittenTerm]:
        if not self.tokens:
            raise self.make_error("it is a sum of nothing: write a game or a value, as in 'nim + *2'")
        begin = 0
        while not self.is_done:
            if not self.is_at_game_name():
                self.skip_token_or_bracket()
                continue
            self.terms.append(self.read_game(begin))
            begin = self.last_token.end
        self.add_value_term(begin, len(self.text))
        self.check_no_game_in_brackets()
        values = (_remove_leading_plus(self.text[begin:end]) for begin, end in self.values)
        return [*self.terms, *(WrittenTerm(value, False) for value in values if value.strip(" +"))]

    @property
    def next_token_position(self) -> int:
        """Where the next token begins in the text; at its end, how long the text is."""
        return len(self.text) if self.is_done else self.tokens[self.next].begin

    @property
    def is_done(self) -> bool:
        """Whether no token is left."""
        return self.next == len(self.tokens)

    def peek(self, further: int = 0) -> str:
        """Return the next token, or one further on; "" after the last."""
        place = self.next + further
        return self.tokens[place].text if place < len(self.tokens) else ""

    def has_space_before(self, further: int = 0) -> bool:
        """Return whether a space parts the next token, or one further on, from the one before it."""
        place = self.next + further
        return 0 < place < len(self.tokens) and self.tokens[place].begin > self.tokens[place - 1].end

    @property
    def last_token(self) -> Token:
        """The token read last."""
        return self.tokens[self.next - 1]

    def is_at_game_name(self) -> bool:
        """Return whether the next token is the name of a game, or of one in a file."""
        name, before = self.peek(), self.text[: self.next_token_position][-1:]
        if IS_NAME.fullmatch(name) is None or NAMES_OF_VALUES.fullmatch(name):
            return False
        return not (before.isalnum() or before in tuple("._"))

    def read_game(self, begin: int) -> WrittenTerm:
        """Read a game, with the signs before it, since `begin`; what stands before these is a value."""
        name, place = self.peek(), self.next_token_position
        bare = self.text[begin:place].rstrip("+-" + string.whitespace)
        minus = self.text[begin + len(bare) : place]
        if "+-" in minus or self.text[:place].rstrip().endswith("±"):
            raise self.make_error(f"it has the sign of a switch before {name}: write - for a game's negative")
        if (self.terms or bare.strip()) and "+" not in minus and "-" not in minus:
            if MULTIPLE.search(bare):
                raise self.make_multiple_of_game_error(name, place)
            raise self.make_error(f"it has no + or - before {name}: write one between terms")
        self.add_value_term(begin, begin + len(bare))
        self.next += 1
        if self.peek() == "(" and self.next_token_position == self.last_token.end:
            self.skip_token_or_bracket()
        if (
            self.peek() == "from"
            and self.has_space_before()
            and (self.has_space_before(1) or not self.peek(1))
        ):
            self.next += 1
            self.skip_position()
        return WrittenTerm(self.text[place : self.last_token.end], True, minus.count("-") % 2 == 1)

    def skip_position(self) -> None:
        """Read a position: a quotation, or what stands together, with whole brackets. There may be none."""
        if self.is_done:
            return
        if self.peek()[0] in QUOTES:
            self.skip_quotation_end()
            return
        self.skip_token_or_bracket()
        while not self.is_done and not self.has_space_before():
            self.skip_token_or_bracket()

    def skip_token_or_bracket(self) -> None:
        """Read a token, or a whole bracket."""
        opening, depth = self.next_token_position, 0
        while not self.is_done:
            token = self.peek()
            depth += (token in OPENING) - (token in CLOSING)
            if depth > 0 and token[0] in QUOTES:
                self.skip_quotation_end()
            else:
                self.next += 1
            if depth <= 0:
                return
        raise self.make_error("it does not close every bracket", opening)

    def skip_quotation_end(self) -> None:
        if len(self.peek()) == 1:
            raise self.make_error(f"it does not close the quotation mark {self.peek()}")
        self.next += 1

    def add_value_term(self, begin: int, end: int) -> None:
        """Keep a value. Raises the error where no sign joins it to a game before, or a sign joins nothing."""
        value = self.text[begin:end].strip()
        place = begin + len(self.text[begin:end]) - len(self.text[begin:end].lstrip())
        if self.terms and value and value[0] not in "+-":
            raise self.make_error(f"it has no + or - before {value}: write one between terms", place)
        if value and not value.strip("+- "):
            raise self.make_error(
                f"it has nothing to add after {value}: write a game or a value there", place + len(value)
            )
        self.values.append((begin, end))

    def check_no_game_in_brackets(self) -> None:
        """Raise the error where the name of a game stands inside the brackets of a value."""
        for begin, end in self.values:
            value = self.text[begin:end]
            for match in re.finditer(IS_NAME if ".py:" in value else NAME, value):
                if NAMES_OF_VALUES.fullmatch(match.group()):
                    continue
                place = begin + match.start()
                if MULTIPLE.search(value[: match.start()]):
                    raise self.make_multiple_of_game_error(match.group(), place)
                raise self.make_error(
                    f"it has {match.group()} in brackets, where only values are read: "
                    "write each game outside, with a sign of its own",
                    place,
                )

    def make_error(self, reason: str, place: int | None = None) -> BadParameter | UnreadablePosition:
        """Return the error that names a place, that of the next token or another, and a reason."""
        return NOTATION.make_error(self.text, self.next_token_position if place is None else place, reason)

    def make_multiple_of_game_error(self, name: str, place: int) -> BadParameter | UnreadablePosition:
        """Return the error for a game with a number before it."""
        return self.make_error(
            f"it multiplies {name}, and only values have multiples: write the game so many times, "
            "with + between",
            place,
        )


def _remove_leading_plus(value: str) -> str:
    """Return a value without the plus that joined it to a game before."""
    value = value.strip()
    return value[1:].strip() if value.startswith("+") and not value.startswith("+-") else value

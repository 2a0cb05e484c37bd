"""Sums as people type them: `domineering(columns=4, rows=2) + clobber('xoxo') - *2 + {1|-1}`.

A term is a game, as every command takes it (`NAME(...)`, `file.py:Class(...)`, each with ` from POSITION` or
without), or a value in the notation of `partizan.notation`. `+` and `-` between terms stand outside all
brackets and quotation marks, and no game stands within brackets; a position of several words, or with signs
in it, wants quotation marks.
"""

import re
from typing import Final, NamedTuple

from zermelo.core.errors import BadParameter, quoted

NAME: Final = re.compile(r"[A-Za-z_][A-Za-z_0-9]{2,}")  # values have none so long
NAME_IN_FILE: Final = re.compile(
    r"(?:[^\s()+]*\.py:)?" + NAME.pattern
)  # at each sign it looks at all that follow
OPENING, CLOSING, QUOTES = "([{", ")]}", "'\""
FROM: Final = re.compile(r"\s+from\s+")
NAMES_OF_VALUES: Final = re.compile(r"tiny|miny|v+\d*", re.IGNORECASE)  # a row of v is so many downs
MULTIPLE: Final = re.compile(r"(?<![\d*^v/])\d+(\s*[.*]\s*)?$", re.IGNORECASE)


class Written(NamedTuple):
    """A term as it was written: a game's text or a value's, and whether a minus stands before a game."""

    text: str
    is_game: bool
    is_negative: bool = False


def split_sum(text: str) -> list[Written]:
    """Return the terms of a sum. Raises `BadParameter` where it cannot be read.

    >>> split_sum("nim(heaps=(1, 2)) - kayles + *2 + +-1")  # doctest: +NORMALIZE_WHITESPACE
    [Written(text='nim(heaps=(1, 2))', is_game=True, is_negative=False),
     Written(text='kayles', is_game=True, is_negative=True),
     Written(text='*2 + +-1', is_game=False, is_negative=False)]
    """
    if not text.strip():
        raise BadParameter("a sum of nothing: write a game or a value, as in 'nim + *2'")
    terms: list[Written] = []
    values: list[str] = []  # what lies between the games
    place = begin = 0
    name = NAME_IN_FILE if ".py:" in text else NAME
    while place < len(text):
        match = name.match(text, place)
        starts = match is not None and (
            place == 0 or not (text[place - 1].isalnum() or text[place - 1] in "._")
        )
        if match is None or not starts or NAMES_OF_VALUES.fullmatch(match.group()):
            place = _past(text, place)
            continue
        signs = re.search(r"[+\-\s]*$", text[begin:place])
        before = text[begin:place] if signs is None else text[begin : begin + signs.start()]
        minus = "" if signs is None else signs.group()
        if "+-" in minus or text[:place].rstrip().endswith("±"):
            raise BadParameter(
                f"{quoted(text)} has the sign of a switch before {match.group()}: "
                "write - for a game's negative"
            )
        if (terms or before.strip()) and "+" not in minus and "-" not in minus:
            if MULTIPLE.search(before):
                raise no_multiple(text, match.group())
            raise BadParameter(
                f"{quoted(text)} has no + or - before {match.group()}: write one between terms"
            )
        check_joined(text, before, bool(terms))
        values.append(before)
        place = _end_of_game(text, match.end())
        terms.append(Written(text[match.start() : place].strip(), True, minus.count("-") % 2 == 1))
        begin = place
    check_joined(text, text[begin:], bool(terms))
    values.append(text[begin:])
    check_games_outside(text, values)
    return [*terms, *(Written(_bare(value), False) for value in values if value.strip(" +"))]


def check_games_outside(text: str, values: list[str]) -> None:
    """Raise `BadParameter` where the name of a game stands inside the brackets of a value."""
    for value in values:
        for match in (NAME_IN_FILE if ".py:" in value else NAME).finditer(value):
            if NAMES_OF_VALUES.fullmatch(match.group()):
                continue
            if MULTIPLE.search(value[: match.start()]):
                raise no_multiple(text, match.group())
            raise BadParameter(
                f"{quoted(text)} has {match.group()} in brackets, where only values are read: "
                "write each game outside, with a sign of its own"
            )


def no_multiple(text: str, name: str) -> BadParameter:
    """Return the error for a game with a number before it."""
    return BadParameter(
        f"{quoted(text)} multiplies {name}, and only values have multiples: write the game so many times, "
        "with + between"
    )


def check_joined(text: str, value: str, follows: bool) -> None:
    """Raise `BadParameter` where no sign joins a value to a game before it, or a sign joins nothing."""
    value = value.strip()
    if follows and value and value[0] not in "+-":
        raise BadParameter(f"{quoted(text)} has no + or - before {value}: write one between terms")
    if value and not value.strip("+- "):
        raise BadParameter(f"{quoted(text)} has nothing to add after {value}: write a game or a value there")


def _bare(value: str) -> str:
    """Return a value without the plus that joined it to a game before."""
    value = value.strip()
    return value[1:].strip() if value.startswith("+") and not value.startswith("+-") else value


def _past(text: str, place: int) -> int:
    """Return the place after a sign, or after a whole bracket."""
    if text[place] not in OPENING:
        return place + 1
    depth = 0
    while place < len(text):
        if text[place] in QUOTES:
            place = _closed(text, place)
            continue
        depth += (text[place] in OPENING) - (text[place] in CLOSING)
        place += 1
        if depth == 0:
            return place
    raise BadParameter(f"{quoted(text)} does not close every bracket")


def _closed(text: str, place: int) -> int:
    """Return the place after the quotation that begins here."""
    end = text.find(text[place], place + 1)
    if end < 0:
        raise BadParameter(f"{quoted(text)} does not close the quotation mark {text[place]}")
    return end + 1


def _end_of_game(text: str, place: int) -> int:
    """Return where a game's text ends: after its brackets, and after its position where one is given."""
    if place < len(text) and text[place] == "(":
        place = _past(text, place)
    match = FROM.match(text, place)
    if match is None:
        return place
    place = match.end()
    if place < len(text) and text[place] in QUOTES:
        return _closed(text, place)
    while place < len(text) and not text[place].isspace():
        place = _past(text, place)
    return place

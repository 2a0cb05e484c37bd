"""Values read from text, in the notation of `notation.py`, with sums, differences and multiples.

    sum      = ["+"] signed {("+" | "-") signed | "+-" value}
    signed   = ["-"] part          a sign before a number is the number's own: -1^ is ^ - 1
    part     = [count "."] value
    value    = "(" sum ")" | "{" game "}" | "Tiny(" sum ")" | "Miny(" sum ")" | "+-" value
             | "+-{" sum {"," sum} "}" | plain
    plain    = [number] [ups] ["*" [count]]
    ups      = "^" {"^"} | "v" {"v"} | ("^" | "v") (count | "<" count ">" | "[" count "]")
    number   = count ["/" count]
    game     = side bars side      with the longest run of bars of its level, once
    side     = game | [sum {"," sum}]

`+-` is one sign, the switch: 3+-1 is 3 give or take 1, which is {4|2}; 3 + -1 with a space is 2. Spaces mean
nothing else.
"""

import re
from fractions import Fraction
from typing import Final

from zermelo.core.errors import BadParameter, quoted
from zermelo.theory.partizan.form import Form, number_form, options_form, ups_form
from zermelo.theory.partizan.named import double_switch, miny, tiny, up_power, up_sum

SIGNS: Final = str.maketrans("↑↓∗⋆\N{MINUS SIGN}", "^v**-")
TOKEN: Final = re.compile(
    r"\s*(?:(\d+)|(\+-|±)|(\|+)|(tiny|miny|⧾|⧿)|([{}()\[\]<>,.*^v/+\-]))", re.IGNORECASE
)
DEEPEST: Final = 100  # braces in braces; what is deeper would end in Python's own limit
MOST_POWER: Final = 300  # three seconds; the time goes with the cube


def form(text: str) -> Form:
    """Return the value that `text` says. Raises `BadParameter`, naming the place, where it says none.

    >>> form("{1|*}"), form("3.^ + *"), form("{4||-4|-20}").mean, form("{|}"), form("2 - 1/2"), form("3+-1")
    ({1|*}, ^3*, Fraction(-4, 1), 0, 3/2, {4|2})
    """
    return sum(forms(text), start=number_form(0))


def forms(text: str) -> list[Form]:
    """Return the parts of a sum that `text` says, each by itself; what stands in brackets is one.

    >>> forms("{2|0} + {2|0} - 1"), forms("3+-1"), forms("-1^"), forms("2.(* + 1)")
    ([{2|0}, {2|0}, -1], [3, +-1], [-1^], [2])
    """
    if not isinstance(text, str):
        raise BadParameter(f"{quoted(text)} is no text: a value is read from text such as '{{1|*}}'")
    return _Reader(text).whole()


class _Reader:
    """A text, cut into tokens, and how far it has been read."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens: list[tuple[str, int]] = []
        self.next = 0
        self.depth = 0
        readable, place = text.translate(SIGNS), 0
        while readable[place:].strip():
            match = TOKEN.match(readable, place)
            if match is None:
                place += len(readable[place:]) - len(readable[place:].lstrip())
                raise self._error(place, f"{text[place]!r} is no sign of games")
            token = match.group(match.lastindex or 0)
            self.tokens.append(("+-" if token == "±" else token.lower(), match.start(match.lastindex or 0)))
            place = match.end()

    def whole(self) -> list[Form]:
        if not self.tokens:
            raise self._error(0, "there is nothing")
        parts = self._parts()
        if self.next < len(self.tokens):
            token = self.tokens[self.next][0]
            said = {"}": "no brace is open", ")": "no parenthesis is open"}
            reason = (
                "a bar needs braces around it"
                if token[0] == "|"
                else said.get(token, "an end, + or - is missing")
            )
            raise self._error_here(f"{token!r} cannot stand there: {reason}")
        return parts

    # Sums.

    def _sum(self) -> Form:
        return sum(self._parts(), start=number_form(0))

    def _parts(self) -> list[Form]:
        self._take("+")
        parts = [self._signed()]
        while self._peek() in ("+", "-", "+-"):
            if self._take("+-"):
                parts.append(self._switch())
            elif self._take("-"):
                parts.append(-self._signed())
            else:
                self._take("+")
                parts.append(self._signed())
        return parts

    def _signed(self) -> Form:
        """Read a part that may have a sign of its own; before a number it is the number's: -1^ is ^ - 1."""
        if not self._take("-"):
            return self._part()
        if self._is_count() and self._peek(1) != ".":
            return self._plain(-1)
        return -self._part()

    def _part(self) -> Form:
        if self._peek(1) == "." and self._is_count():
            count = self._count("a count")
            self._take(".")
            if self._is_count():
                raise self._error_here(
                    "a point between numbers: write 7/2 for a fraction, or 3.(2) for three twos"
                )
            return count * self._value()
        return self._value()

    def _value(self) -> Form:
        if self._take("+-"):
            return self._switch()
        if self._take("("):
            return self._inside(")", "parenthesis")
        if self._peek() == "{":
            return self._braces()
        for name, maker in (("tiny", tiny), ("⧾", tiny), ("miny", miny), ("⧿", miny)):
            if self._take(name):
                if not self._take("("):
                    raise self._error_here(f"{name} needs its threat in parentheses, as in Tiny(2)")
                return maker(self._inside(")", "parenthesis"))
        return self._plain()

    def _inside(self, closing: str, word: str) -> Form:
        begin = self.next - 1
        self._go_deeper()
        value = self._sum()
        self.depth -= 1
        if not self._take(closing):
            if self._peek() is None:
                raise self._error(self.tokens[begin][1], f"the {word} that opens there is never closed")
            raise self._error_here(f"{closing!r} is missing")
        return value

    def _switch(self) -> Form:
        """Read what follows +-: a value, or options in braces without a bar."""
        begin = self.next
        if self._take("{"):
            self._go_deeper()
            options = self._options()
            self.depth -= 1
            if self._take("}") and options:
                return double_switch(options)
            self.next = begin  # a game with a bar
        self._go_deeper()
        value = self._value()
        self.depth -= 1
        return double_switch([value])

    def _plain(self, sign: int = 1) -> Form:
        """Read a number, ups and a nimber that follow one another; `sign` is the number's."""
        begin = self.next
        number, ups, heap = Fraction(0), number_form(0), 0
        if self._is_count():
            number = Fraction(self._count("a number"))
            if self._take("/"):
                below = self._count("the number below the line")
                if below == 0:
                    raise self._error(self.tokens[begin][1], "nothing can be divided by 0")
                number /= below
        if self._peek() in ("^", "v"):
            ups = self._ups()
        if self._take("*"):
            heap = self._count("a heap") if self._is_count() else 1
        if self.next == begin:
            raise self._error_here("a value is missing")
        return ups_form(sign * number, 0, heap) + ups

    def _ups(self) -> Form:
        sign, many = self._peek() or "", 0
        while self._take(sign):
            many += 1
        if self._peek() in ("^", "v"):
            raise self._error_here("^ and v side by side: write a sum")
        series = {"<": (">", up_power), "[": ("]", up_sum)}.get(self._peek() or "")
        if many > 1 and (series is not None or self._is_count()):
            raise self._error_here(f"{sign * many} is counted already: write ^ and a number, or a row of ^")
        if series is not None:
            self.next += 1
            power = self._count("a power")
            if power > MOST_POWER:
                raise self._error_here(f"a power of up beyond {MOST_POWER}, which takes too long: take less")
            if not self._take(series[0]):
                raise self._error_here(f"{series[0]!r} is missing")
            value = series[1](power)
        else:
            value = ups_form(0, self._count("a count") if self._is_count() else many, 0)
        return value if sign == "^" else -value

    # Braces.

    def _braces(self) -> Form:
        opening = self.tokens[self.next][1]
        self._take("{")
        self._go_deeper()
        closing = self._closing(opening)
        value = self._game(closing, opening)
        self.depth -= 1
        self._take("}")
        return value

    def _game(self, end: int, opening: int) -> Form:
        """Read the game of the tokens up to `end`: two sides, and the longest run of bars between them."""
        bars = self._bars(end)
        if not bars:
            raise self._error(opening, "a game needs a bar between its options, as in {1|0}")
        longest = max(len(self.tokens[n][0]) for n in bars)
        middle, *more = (n for n in bars if len(self.tokens[n][0]) == longest)
        if more:
            place = self.tokens[more[0]][1]
            raise self._error(
                place, f"two bars of the same length ({'|' * longest}): make one longer, or set braces"
            )
        lefts = self._side(middle, opening)
        self.next = middle + 1
        return options_form(lefts, self._side(end, opening))

    def _side(self, end: int, opening: int) -> list[Form]:
        if self._bars(end):
            self._go_deeper()
            game = self._game(end, opening)
            self.depth -= 1
            return [game]
        options = self._options()
        if self.next != end:
            raise self._error_here(f"{self._peek()!r} cannot stand there: a comma or a bar is missing")
        return options

    def _options(self) -> list[Form]:
        options: list[Form] = []
        token = self._peek()
        if token is None or token[0] in "|}":
            return options
        options.append(self._sum())
        while self._take(","):
            options.append(self._sum())
        return options

    def _bars(self, end: int) -> list[int]:
        """Return where the bars of this level are, up to `end`."""
        level, bars = 0, []
        for n in range(self.next, end):
            token = self.tokens[n][0]
            level += (token in ("{", "(")) - (token in ("}", ")"))
            if token[0] == "|" and level == 0:
                bars.append(n)
        return bars

    def _closing(self, opening: int) -> int:
        level = 0
        for n in range(self.next, len(self.tokens)):
            token = self.tokens[n][0]
            if token == "}" and level == 0:
                return n
            level += (token == "{") - (token == "}")
        raise self._error(opening, "the brace that opens there is never closed")

    # Tokens.

    def _peek(self, further: int = 0) -> str | None:
        place = self.next + further
        return self.tokens[place][0] if place < len(self.tokens) else None

    def _take(self, token: str) -> bool:
        found = self._peek() == token
        self.next += found
        return found

    def _is_count(self) -> bool:
        return (self._peek() or "").isdigit()

    def _count(self, word: str) -> int:
        if not self._is_count():
            raise self._error_here(f"{word} is missing")
        digits = self.tokens[self.next][0]
        if len(digits) > 40:
            raise self._error_here("a number of more than 40 digits: take smaller numbers")
        self.next += 1
        return int(digits)

    def _go_deeper(self) -> None:
        self.depth += 1
        if self.depth > DEEPEST:
            raise self._error_here(
                f"more than {DEEPEST} braces or bars in one another: give the parts names in Python"
            )

    def _error_here(self, reason: str) -> BadParameter:
        place = self.tokens[self.next][1] if self.next < len(self.tokens) else len(self.text)
        return self._error(place, reason)

    def _error(self, place: int, reason: str) -> BadParameter:
        shown = self.text if len(self.text) <= 60 else f"{self.text[: max(0, 57)]}..."
        return BadParameter(f"{shown!r} is no value: at sign {place + 1}, {reason}")

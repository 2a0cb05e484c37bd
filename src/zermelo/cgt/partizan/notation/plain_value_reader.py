"""The spelling of values, and the reader of plain ones: a number, ups and a nimber in sequence.

    plain    = [number] [ups] ["*" [count]]
    ups      = "^" {"^"} | "v" {"v"} | ("^" | "v") (count | "<" count ">" | "[" count "]")
    number   = count ["/" count] | count "." count

A point with digits on both sides, and no space, is a decimal point.
"""

import re
from fractions import Fraction
from typing import Final

from zermelo.cgt.form_theory import Theory
from zermelo.cgt.partizan.named_forms import up_power, up_power_sum
from zermelo.cgt.partizan.short_game_form import Form, make_ups_form
from zermelo.cgt.token_reader import Notation, TokenReader

ASCII_SIGNS: Final = {
    "↑": "^",
    "↓": "v",
    "∗": "*",
    "⋆": "*",
    "\N{MINUS SIGN}": "-",
    "±": "+-",
    "⧾": "tiny",
    "⧿": "miny",
}


def convert_sign_to_ascii(sign: str) -> str:
    """Return a sign as the grammar knows it: arrows and the like in ASCII."""
    return ASCII_SIGNS.get(sign, sign)


WORDS: Final = ("tisn", "tis", "on", "off", "over", "under", "upon", "dud", "nanoko")
NAME: Final = re.compile("[a-uw-z][0-9]?")
VALUES: Final = Notation(
    name="value",
    token=re.compile(
        r"\d+|\+[-\N{MINUS SIGN}]|\|+|tiny|miny|[↑↓∗⋆\N{MINUS SIGN}±⧾⧿{}()\[\]<>,.:*^v/+&-]"
        rf"|(?<![a-z])(?:{'|'.join(WORDS)}|{NAME.pattern})(?![a-z0-9])",
        re.IGNORECASE,
    ),
    signs="games",
    spelled=lambda token: token.lower() if token.isascii() else "".join(map(convert_sign_to_ascii, token)),
)
MOST_POWER: Final = 300  # three seconds; the time goes with the cube


class PlainValueReader(TokenReader):
    """What plain values are made of, read one after the other."""

    def __init__(self, text: str, theory: Theory) -> None:
        super().__init__(text, VALUES)
        self.theory = theory

    def is_decimal(self) -> bool:
        """Return whether a number, a point and a number come next, with no space between."""
        return (
            self.is_at_count()
            and self.peek(1) == "."
            and self.peek(2).isdecimal()
            and not (self.has_space_before(1) or self.has_space_before(2))
        )

    def read_plain_value(self, sign: int = 1) -> Form:
        """Read a number, ups and a nimber that follow one another; `sign` is the number's."""
        begin, place = self.next, self.next_token_position
        number, heap = Fraction(0), 0
        ups: Form | None = None
        if self.is_decimal():
            number = self._read_decimal()
        elif self.is_at_count():
            number = Fraction(self.read_count("a number"))
            if self.accept("/"):
                below = self.read_count("the number below the line")
                if below == 0:
                    raise self.make_error("nothing can be divided by 0", place)
                number /= below
        if self.peek() in ("^", "v"):
            ups = self._read_ups()
        if self.accept("*"):
            heap = self.read_count("a heap") if self.is_at_count() else 1
        if self.next == begin:
            raise self.make_error("a value is missing")
        rest = make_ups_form(sign * number, 0, heap, self.theory)
        return rest if ups is None else rest + ups

    def _read_decimal(self) -> Fraction:
        whole = self.read_count("a number")
        self.accept(".")
        digits = len(self.peek())
        return whole + Fraction(self.read_count("the digits behind the point"), 10**digits)

    def _read_ups(self) -> Form:
        sign, many = self.peek(), 0
        while self.accept(sign):
            many += 1
        if self.peek() in ("^", "v"):
            raise self.make_error("^ and v side by side: write a sum")
        series = {"<": (">", up_power), "[": ("]", up_power_sum)}.get(self.peek())
        if many > 1 and (series is not None or self.is_at_count()):
            raise self.make_error(f"{sign * many} is counted already: write ^ and a number, or a row of ^")
        if series is not None:
            self.next += 1
            power = self.read_count("a power")
            if power > MOST_POWER:
                raise self.make_error(f"a power of up beyond {MOST_POWER}, which takes too long: take less")
            self.expect(series[0], f"{series[0]!r} is missing")
            value = series[1](power, self.theory)
        else:
            value = make_ups_form(
                0, self.read_count("a count") if self.is_at_count() else many, 0, self.theory
            )
        return value if sign == "^" else -value

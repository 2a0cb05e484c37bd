"""Expressions of nimbers as numbers, as people type them: `19 * 23 + sqrt(5) / 7^2`.

sum     = product {("+" | "-") product}      each is its own negative: - is +
product = factor {("*" | "/") factor}
factor  = atom ["^" ["-"] count]             an exponent is an ordinary integer
atom    = count | "(" sum ")" | "sqrt" "(" sum ")"
"""

import re
from typing import Final

from zermelo.cgt.heaps.nim_field import nim_power, nim_product, nim_quotient, nim_square_root
from zermelo.cgt.token_reader import Notation, TokenReader
from zermelo.core.errors import BadParameter, quote

MOST_DIGITS: Final = 1_000  # of a number: a product of two such takes seconds
SAME: Final = {
    "×": "*",
    "·": "*",
    "⊗": "*",
    "÷": "/",
    "⊕": "+",
    "\N{MINUS SIGN}": "-",
    "√": "sqrt",
    "**": "^",
}
EXPRESSIONS: Final = Notation(
    name="expression of nimbers",
    token=re.compile(r"\d+|\*\*|sqrt|[-+*/^()×·⊗÷⊕\N{MINUS SIGN}√]"),
    signs="the nimbers' field (+ * / ^ sqrt)",
    spelled=lambda token: SAME.get(token, token),
    most_digits=MOST_DIGITS,
)
DEEPER: Final = "brackets in one another: name the parts, and ask for them apart"


def evaluate_nimbers(text: str) -> int:
    """Return the value of an expression of nimbers in their field.

    Parameters
    ----------
    text : str
        Numbers with +, -, *, /, ^, sqrt and brackets; an exponent is an ordinary integer.

    Returns
    -------
    int
        The nimber.

    Raises
    ------
    BadParameter
        If the text cannot be read.

    Examples
    --------
    >>> (
    ...     evaluate_nimbers("19 * 23"),
    ...     evaluate_nimbers("86 / 23"),
    ...     evaluate_nimbers("sqrt(3) + 5"),
    ...     evaluate_nimbers("2^-1"),
    ... )
    (86, 19, 7, 3)
    """
    if not isinstance(text, str):
        raise BadParameter(f"{quote(text)} is no text: an expression is typed, as in '19 * 23'")
    return _FieldReader(text, EXPRESSIONS).read_all()


class _FieldReader(TokenReader):
    """The grammar above: a method for each of its lines."""

    def read_all(self) -> int:
        if not self.tokens:
            raise self.make_error("there is nothing", 0)
        value = self.parse_sum()
        if not self.is_done:
            raise self.make_error(f"{self.peek()!r} cannot stand there: an end, or + - * / ^ is missing")
        return value

    def parse_sum(self) -> int:
        value = self.parse_product()
        while self.accept("+") or self.accept("-"):
            value ^= self.parse_product()
        return value

    def parse_product(self) -> int:
        value = self.parse_factor()
        while self.peek() in ("*", "/"):
            place, sign = self.next_token_position, self.peek()
            self.next += 1
            other = self.parse_factor()
            if sign == "/" and other == 0:
                raise self.make_error("nothing can be divided by 0", place)
            value = nim_product(value, other) if sign == "*" else nim_quotient(value, other)
        return value

    def parse_factor(self) -> int:
        value, place = self.parse_atom(), self.next_token_position
        if not self.accept("^"):
            return value
        sign = -1 if self.accept("-") else 1
        exponent = sign * self.read_count("an exponent, an integer,")
        if value == 0 and exponent < 0:
            raise self.make_error("nothing can be divided by 0", place)
        return nim_power(value, exponent)

    def parse_atom(self) -> int:
        is_root = self.accept("sqrt")
        if self.accept("("):
            with self.enter_bracket(DEEPER):
                value = self.parse_sum()
            self.expect(")", "')' is missing")
        elif is_root:
            raise self.make_error("sqrt needs its number in parentheses, as in sqrt(5)")
        else:
            value = self.read_count("a nimber")
        return nim_square_root(value) if is_root else value

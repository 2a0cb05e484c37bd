"""Expressions of nimbers as numbers, as people type them: `19 * 23 + sqrt(5) / 7^2`.

sum     = product {("+" | "-") product}      each is its own negative: - is +
product = factor {("*" | "/") factor}
factor  = atom ["^" ["-"] count]             an exponent is an ordinary integer
atom    = count | "(" sum ")" | "sqrt" "(" sum ")"
"""

import re
from typing import Annotated, Final

from zermelo.cgt.heaps.nim_field import nim_power, nim_product, nim_quotient, nim_square_root
from zermelo.cgt.token_reader import Notation, TokenReader
from zermelo.core.errors import BadParameter, quote
from zermelo.core.notation.result import Count, Result, about

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


class FieldNimber(Result, frozen=True, kw_only=True):
    """An expression of nimbers, computed in their field."""

    expression: Annotated[str, about("as it was given")]
    value: Annotated[str, about("the nimber: an integer in digits, of any size")]
    field_bits: Annotated[Count, about("b where the nimbers below 2^b are the smallest field that it is in")]

    def __str__(self) -> str:
        field = f"the nimbers below 2^{self.field_bits}, the smallest field that it is in"
        return f"nimber      {self.value}\nfield       {field}"


def find_field_nimber(text: str) -> FieldNimber:
    """Return the value of an expression of nimbers, and the smallest field that it is in.

    Parameters
    ----------
    text : str
        The expression, as for `evaluate_nimbers`, which also raises what this function raises.

    Returns
    -------
    FieldNimber
        The nimber and the bits of its field.

    Examples
    --------
    >>> find_field_nimber("19 * 23")
    FieldNimber(expression='19 * 23', value='86', field_bits=8)
    """
    value = evaluate_nimbers(text)
    bits = 1 << max(0, value.bit_length() - 1).bit_length()
    return FieldNimber(expression=text, value=str(value), field_bits=bits)


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

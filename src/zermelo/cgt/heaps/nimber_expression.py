"""Expressions of nimbers as numbers, as people type them: `19 * 23 + sqrt(5) / 7^2`.

`nimber_expressions.lark` has the grammar. Each nimber is its own negative: - is +.
"""

from typing import TYPE_CHECKING, Annotated, Final

from zermelo.cgt.grammar_reader import Grammar, GrammarReader
from zermelo.cgt.heaps.nim_field import nim_power, nim_product, nim_quotient, nim_square_root
from zermelo.core.errors import BadParameter, quote
from zermelo.core.notation.result import Count, Result, about

if TYPE_CHECKING:
    from lark import Token

NIMBER_EXPRESSIONS: Final = Grammar(
    "expression of nimbers",
    "the nimbers' field (+ * / ^ sqrt)",
    file="nimber_expressions.lark",
    part="a nimber",
    part_sign="_SQRT",
    missing_after={
        "_SQRT": "sqrt needs its number in parentheses, as in sqrt(5)",
        "POWER": "an exponent, an integer, is missing",
        "NEGATIVE_POWER": "an exponent, an integer, is missing",
    },
    expected={"": "an end, or + - * / ^ is missing"},
    most_digits=1_000,  # a product of two such numbers takes seconds
)


class FieldNimber(Result, frozen=True, kw_only=True):
    """An expression of nimbers, computed in their field."""

    expression: Annotated[str, about("as it was given")]
    value: Annotated[str, about("the nimber: an integer in digits, of any size")]
    field_bits: Annotated[Count, about("b where the nimbers below 2^b are the smallest field that it is in")]

    def __str__(self) -> str:
        field = f"the nimbers below 2^{self.field_bits}, the smallest field that it is in"
        return f"nimber      {self.value}\nfield       {field}"


def evaluate_nimbers_and_find_field(text: str) -> FieldNimber:
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
    >>> evaluate_nimbers_and_find_field("19 * 23")
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
    return _FieldReader(text).read_whole_text()


class _FieldReader(GrammarReader[int]):
    """The nimbers of the rules of `nimber_expressions.lark`."""

    grammar = NIMBER_EXPRESSIONS

    def evaluate_sum(self, value: int, other: int) -> int:
        return value ^ other

    def evaluate_multiply(self, value: int, other: int) -> int:
        return nim_product(value, other)

    def evaluate_divide(self, value: int, sign: "Token", other: int) -> int:
        return nim_quotient(value, self._require_not_zero(other, sign))

    def evaluate_power(self, value: int, sign: "Token", exponent: "Token") -> int:
        return nim_power(value, int(self.require_few_digits(exponent)))

    def evaluate_negative_power(self, value: int, sign: "Token", exponent: "Token") -> int:
        number = int(self.require_few_digits(exponent))
        return nim_power(self._require_not_zero(value, sign) if number else value, -number)

    def evaluate_number(self, number: "Token") -> int:
        return int(self.require_few_digits(number))

    def evaluate_root(self, value: int) -> int:
        return nim_square_root(value)

    def _require_not_zero(self, value: int, sign: "Token") -> int:
        if value == 0:
            raise self.make_error("nothing can be divided by 0", sign.start_pos)
        return value

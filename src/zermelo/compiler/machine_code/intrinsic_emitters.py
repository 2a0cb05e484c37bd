"""The parts of which all intrinsics of compiled rules are made: words of 64 bits, and errors."""

from typing import Any, Final

from llvmlite import ir
from numba import types
from numba.core.typing import signature

WORD: Final = ir.IntType(64)
BITS: Final = 64
TOO_LARGE: Final = "an integer leaves 64 bits, where Python's go on: mask it, use two words, or --interpreted"


def is_integer_type(kind: Any) -> bool:
    """Return whether a type is an integer or a truth value, literals included."""
    return isinstance(types.unliteral(kind), types.Integer | types.Boolean)


def emit_raise_if(context: Any, builder: Any, wrong: Any, error: type[Exception], said: str) -> None:
    """Write the way out of a function where `wrong` holds, which it hardly ever does."""
    with builder.if_then(wrong, likely=False):
        context.call_conv.return_user_exc(builder, error, (said,))


def word_constant(number: int) -> Any:
    """Return a number as a word."""
    return ir.Constant(WORD, number)


def cast_to_words(context: Any, builder: Any, signature: Any, arguments: Any) -> list[Any]:
    """Return the arguments as 64-bit words."""
    pairs = zip(arguments, signature.args, strict=True)
    return [context.cast(builder, argument, kind, types.int64) for argument, kind in pairs]


def find_fallback_overload(typing_context: Any, function: Any, arguments: tuple[Any, ...]) -> tuple[Any, Any]:
    """Return what an operator does to other things than integers: tuples, and fractions of chances.

    The signature has the arguments as they are: under that of the operator, which may take others, Numba
    would use this code for arguments of that kind too.
    """
    inner = typing_context.resolve_function_type(function, arguments, {})

    def generate_code(context: Any, builder: Any, _: Any, values: Any) -> Any:
        kinds = zip(values, arguments, inner.args, strict=True)
        values = [context.cast(builder, value, kind, wanted) for value, kind, wanted in kinds]
        return context.get_function(function, inner)(builder, values)

    return signature(inner.return_type, *arguments), generate_code

"""The arithmetic of compiled rules: integers of 64 bits with Python's meaning, or an error on overflow.

Python's integers have no end. Machine code has 64 bits, and where an answer needs more, or a shift, an index
or a division is none, it raises: `OverflowError` where Python would go on, else Python's own exception. So a
compiled rule answers as the interpreter does or not at all, at every position, also where random play never
comes. A check is a compare and a jump that is never taken; most of them the compiler proves away.

Python counts the bits of the absolute value, so `(-1).bit_count()` is 1 and `(-4).bit_length()` is 3.
The smallest 64-bit integer is its own negation in two's complement, and both counts come out right.
"""

import operator
from collections.abc import Callable, Mapping
from typing import Any, Final

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, register_jitable

from zermelo.compiler.machine_code.checked_items import (
    check_item_count,
    get_checked_array_item,
    get_checked_item,
)
from zermelo.compiler.machine_code.intrinsic_emitters import (
    BITS,
    TOO_LARGE,
    cast_to_words,
    emit_raise_if,
    find_fallback_overload,
    is_integer_type,
    word_constant,
)

LONGEST_SORTED: Final = 16  # items of a tuple, each compared with all others
Emit = Callable[..., Any]  # (context, builder, left, right) -> (word, is it wrong)


def _make_checked_typing(function: Any, emit: Emit) -> Callable[[Any, Any, Any], Any]:
    """Return the typing of an operator of two integers that raises where the answer leaves 64 bits."""

    def type_checked_operation(typing_context: Any, left: Any, right: Any) -> Any:
        if not (is_integer_type(left) and is_integer_type(right)):
            return find_fallback_overload(typing_context, function, (left, right))

        def generate_code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            answer, wrong = emit(context, builder, *cast_to_words(context, builder, signature, arguments))
            emit_raise_if(context, builder, wrong, OverflowError, TOO_LARGE)
            return answer

        return types.int64(left, right), generate_code

    return type_checked_operation


def _make_masked_typing(emit: Emit) -> Callable[[Any, Any, Any, Any], Any]:
    """As `_make_checked_typing`, of what a third integer masks: a negative one lets more bits through."""

    def type_masked_operation(typing_context: Any, left: Any, right: Any, mask: Any) -> Any:
        def generate_code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            first, second, third = cast_to_words(context, builder, signature, arguments)
            answer, wrong = emit(context, builder, first, second)
            negative = builder.icmp_signed("<", third, word_constant(0))
            emit_raise_if(context, builder, builder.and_(wrong, negative), OverflowError, TOO_LARGE)
            return answer

        return types.int64(left, right, mask), generate_code

    return type_masked_operation


def _make_overflow_emitter(name: str) -> Emit:
    def emit_operation_with_overflow(context: Any, builder: Any, left: Any, right: Any) -> tuple[Any, Any]:
        both = getattr(builder, name)(left, right)
        return builder.extract_value(both, 0), builder.extract_value(both, 1)

    return emit_operation_with_overflow


def _emit_shift_left(context: Any, builder: Any, left: Any, amount: Any) -> tuple[Any, Any]:
    """Shift; wrong where bits or the sign are lost. The amount is none where it is negative."""
    negative = builder.icmp_signed("<", amount, word_constant(0))
    emit_raise_if(context, builder, negative, ValueError, "negative shift count")
    far = builder.icmp_unsigned(">", amount, word_constant(BITS - 1))
    inside = builder.select(far, word_constant(0), amount)
    shifted = builder.shl(left, inside)
    lost = builder.icmp_signed("!=", builder.ashr(shifted, inside), left)
    anything = builder.icmp_signed("!=", left, word_constant(0))
    return builder.select(far, word_constant(0), shifted), builder.select(far, anything, lost)


def _emit_shift_right(context: Any, builder: Any, left: Any, amount: Any) -> Any:
    """Shift; past the last bit only the sign is left."""
    negative = builder.icmp_signed("<", amount, word_constant(0))
    emit_raise_if(context, builder, negative, ValueError, "negative shift count")
    far = builder.icmp_unsigned(">", amount, word_constant(BITS - 1))
    return builder.ashr(left, builder.select(far, word_constant(BITS - 1), amount))


def _make_binary_intrinsic(name: str, function: Any, typing: Callable[..., Any]) -> Any:
    """Return the intrinsic of an operator; Numba reads the names of its arguments."""

    def type_binary_operation(typing_context: Any, left: Any, right: Any) -> Any:
        return typing(typing_context, left, right)

    type_binary_operation.__name__ = type_binary_operation.__qualname__ = name
    return intrinsic(type_binary_operation)


def _make_masked_intrinsic(name: str, typing: Callable[..., Any]) -> Any:
    def type_masked_operation(typing_context: Any, left: Any, right: Any, mask: Any) -> Any:
        return typing(typing_context, left, right, mask)

    type_masked_operation.__name__ = type_masked_operation.__qualname__ = name
    return intrinsic(type_masked_operation)


_ADD, _SUB, _MUL = (_make_overflow_emitter(f"{name}_with_overflow") for name in ("sadd", "ssub", "smul"))

add = _make_binary_intrinsic("add", operator.add, _make_checked_typing(operator.add, _ADD))
sub = _make_binary_intrinsic("sub", operator.sub, _make_checked_typing(operator.sub, _SUB))
mul = _make_binary_intrinsic("mul", operator.mul, _make_checked_typing(operator.mul, _MUL))
shl = _make_binary_intrinsic("shl", operator.lshift, _make_checked_typing(operator.lshift, _emit_shift_left))
add_masked = _make_masked_intrinsic("add_masked", _make_masked_typing(_ADD))
sub_masked = _make_masked_intrinsic("sub_masked", _make_masked_typing(_SUB))
mul_masked = _make_masked_intrinsic("mul_masked", _make_masked_typing(_MUL))
shl_masked = _make_masked_intrinsic("shl_masked", _make_masked_typing(_emit_shift_left))


@intrinsic  # type: ignore[untyped-decorator]  # Numba has no types
def shift_right(typing_context: Any, left: Any, right: Any) -> Any:
    """Shift to the right by any amount, as Python does."""
    if not (is_integer_type(left) and is_integer_type(right)):
        return find_fallback_overload(typing_context, operator.rshift, (left, right))

    def generate_code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return _emit_shift_right(context, builder, *cast_to_words(context, builder, signature, arguments))

    return types.int64(left, right), generate_code


def _make_division_intrinsic(name: str, function: Any) -> Any:
    """Return the intrinsic of // or %: of the smallest integer by -1 the processor itself would trap."""

    def type_division(typing_context: Any, left: Any, right: Any) -> Any:
        if not (is_integer_type(left) and is_integer_type(right)):
            return find_fallback_overload(typing_context, function, (left, right))
        plain = typing_context.resolve_function_type(function, (types.int64, types.int64), {})

        def generate_code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            words = cast_to_words(context, builder, signature, arguments)
            smallest = builder.icmp_signed("==", words[0], word_constant(-(1 << 63)))
            wrong = builder.and_(smallest, builder.icmp_signed("==", words[1], word_constant(-1)))
            emit_raise_if(context, builder, wrong, OverflowError, TOO_LARGE)
            return context.get_function(function, plain)(builder, words)

        return types.int64(left, right), generate_code

    type_division.__name__ = type_division.__qualname__ = name
    return intrinsic(type_division)


floordiv = _make_division_intrinsic("floordiv", operator.floordiv)
mod = _make_division_intrinsic("mod", operator.mod)


def _emit_negation(context: Any, builder: Any, word: Any) -> Any:
    both = builder.ssub_with_overflow(word_constant(0), word)
    emit_raise_if(context, builder, builder.extract_value(both, 1), OverflowError, TOO_LARGE)
    return builder.extract_value(both, 0)


@intrinsic  # type: ignore[untyped-decorator]  # Numba has no types
def negate(typing_context: Any, value: Any) -> Any:
    """Change an integer's sign."""
    if not is_integer_type(value):
        return find_fallback_overload(typing_context, operator.neg, (value,))

    def generate_code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return _emit_negation(context, builder, *cast_to_words(context, builder, signature, arguments))

    return types.int64(value), generate_code


@intrinsic  # type: ignore[untyped-decorator]  # Numba has no types
def absolute(typing_context: Any, value: Any) -> Any:
    """Return the absolute value of an integer."""
    if not is_integer_type(value):
        return find_fallback_overload(typing_context, abs, (value,))

    def generate_code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        (word,) = cast_to_words(context, builder, signature, arguments)
        negated = builder.ssub_with_overflow(word_constant(0), word)
        below = builder.icmp_signed("<", word, word_constant(0))
        wrong = builder.and_(below, builder.extract_value(negated, 1))
        emit_raise_if(context, builder, wrong, OverflowError, TOO_LARGE)
        return builder.select(below, builder.extract_value(negated, 0), word)

    return types.int64(value), generate_code


def _make_min_or_max_intrinsic(name: str, function: Any, sign: str) -> Any:
    """Return the intrinsic of min or max of two: the first of them where neither is better."""

    def type_binary_operation(typing_context: Any, left: Any, right: Any) -> Any:
        if is_integer_type(left) and is_integer_type(right):

            def choose(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
                first, second = cast_to_words(context, builder, signature, arguments)
                return builder.select(builder.icmp_signed(sign, second, first), second, first)

            return types.int64(left, right), choose
        same = typing_context.unify_types(types.unliteral(left), types.unliteral(right))
        if not isinstance(same, types.BaseTuple):
            return find_fallback_overload(typing_context, function, (left, right))
        compare = operator.lt if sign == "<" else operator.gt
        plain = typing_context.resolve_function_type(compare, (same, same), {})

        def generate_code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            pairs = zip(arguments, signature.args, strict=True)
            first, second = (context.cast(builder, value, kind, same) for value, kind in pairs)
            better = context.get_function(compare, plain)(builder, [second, first])
            return builder.select(better, second, first)

        return same(left, right), generate_code

    type_binary_operation.__name__ = type_binary_operation.__qualname__ = name
    return intrinsic(type_binary_operation)


least = _make_min_or_max_intrinsic("least", min, "<")
greatest = _make_min_or_max_intrinsic("greatest", max, ">")


@intrinsic  # type: ignore[untyped-decorator]  # Numba has no types
def sort_ascending(typing_context: Any, items: Any) -> Any:
    """Return the items of a short tuple in their order; equal ones keep theirs."""
    if not isinstance(items, types.BaseTuple) or not 0 < len(items) <= LONGEST_SORTED:
        return None
    whole = all(map(is_integer_type, items))
    kind = types.int64 if whole else typing_context.unify_types(*map(types.unliteral, items))
    if not (whole or isinstance(kind, types.BaseTuple)):
        return None
    below = typing_context.resolve_function_type(operator.lt, (kind, kind), {})
    same = types.UniTuple(kind, len(items))

    def generate_code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        values = [
            context.cast(builder, builder.extract_value(arguments[0], number), each, kind)
            for number, each in enumerate(items)
        ]
        less = context.get_function(operator.lt, below)
        for last in range(len(items) - 1, 0, -1):  # the greatest goes to the end
            for number in range(last):
                one, other = values[number : number + 2]
                turned = less(builder, [other, one])
                values[number] = builder.select(turned, other, one)
                values[number + 1] = builder.select(turned, one, other)
        return context.make_tuple(builder, same, values)

    return same(items), generate_code


@register_jitable  # type: ignore[untyped-decorator]  # Numba has no types
def _integer_power(base: int, exponent: int) -> int:
    """Return `base` to the power of `exponent`; every square is used, so none leaves 64 bits in vain."""
    if exponent < 0:
        raise ValueError("a negative power is a fraction")
    answer = 1
    while exponent > 0:
        if exponent & 1:
            answer = mul(answer, base)
        exponent >>= 1
        if exponent > 0:
            base = mul(base, base)
    return answer


@intrinsic  # type: ignore[untyped-decorator]  # Numba has no types
def power(typing_context: Any, base: Any, exponent: Any) -> Any:
    """Return a power of integers."""
    if not (is_integer_type(base) and is_integer_type(exponent)):
        return find_fallback_overload(typing_context, operator.pow, (base, exponent))
    of_words = types.int64(types.int64, types.int64)

    def generate_code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        words = cast_to_words(context, builder, signature, arguments)
        return context.compile_internal(
            builder, lambda one, other: _integer_power(one, other), of_words, words
        )

    return types.int64(base, exponent), generate_code


@intrinsic  # type: ignore[untyped-decorator]  # Numba has no types
def truth(typing_context: Any, value: Any) -> Any:
    """Return whether Python takes a value for true: an integer but 0, a sequence that is not empty."""
    plain = types.unliteral(value)
    if isinstance(plain, types.Array):

        def generate_code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            array = context.make_array(plain)(context, builder, arguments[0])
            length = cgutils.unpack_tuple(builder, array.shape, plain.ndim)[0]
            return builder.icmp_signed("!=", length, ir.Constant(length.type, 0))

    elif isinstance(plain, types.BaseTuple):

        def generate_code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return ir.Constant(ir.IntType(1), len(plain) > 0)

    else:

        def generate_code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return context.cast(builder, arguments[0], value, types.boolean)

    return types.boolean(value), generate_code


@intrinsic  # type: ignore[untyped-decorator]  # Numba has no types
def prefetch(typing_context: Any, array: Any, place: Any) -> Any:
    """Let the processor read the cache line of an array's item, without waiting for it."""

    def generate_code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        items = context.make_array(array)(context, builder, arguments[0])
        address = builder.gep(items.data, [context.cast(builder, arguments[1], place, types.intp)])
        word = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [address.type, word, word, word])
        function = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
        to_read, keep, data = ir.Constant(word, 0), ir.Constant(word, 3), ir.Constant(word, 1)
        builder.call(function, [address, to_read, keep, data])
        return context.get_dummy_value()

    return types.void(array, place), generate_code


@intrinsic  # type: ignore[untyped-decorator]  # Numba has no types
def find_equal_items(typing_context: Any, array: Any, begin: Any, value: Any) -> Any:
    """Return the set of those of 64 items, from one on, that are a value: a bit each."""

    def generate_code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        items = context.make_array(array)(context, builder, arguments[0])
        address = builder.gep(items.data, [context.cast(builder, arguments[1], begin, types.intp)])
        item = context.get_data_type(array.dtype)
        row = ir.VectorType(item, BITS)
        all_of_them = builder.load(
            builder.bitcast(address, row.as_pointer()), align=array.dtype.bitwidth // 8
        )
        one = context.cast(builder, arguments[2], value, array.dtype)
        lane = builder.insert_element(ir.Constant(row, ir.Undefined), one, ir.Constant(ir.IntType(32), 0))
        zeros = ir.Constant(ir.VectorType(ir.IntType(32), BITS), [0] * BITS)
        same = builder.icmp_unsigned("==", all_of_them, builder.shuffle_vector(lane, lane, zeros))
        return builder.bitcast(same, ir.IntType(64))

    return types.int64(array, begin, value), generate_code


@intrinsic  # type: ignore[untyped-decorator]  # Numba has no types
def _count_set_bits(typing_context: Any, word: Any) -> Any:
    """Count the set bits of a 64-bit word."""

    def generate_code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate_code


@intrinsic  # type: ignore[untyped-decorator]  # Numba has no types
def _count_leading_zeros(typing_context: Any, word: Any) -> Any:
    """Count the zero bits above the highest set bit; 64 for zero."""

    def generate_code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctlz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64), generate_code


@register_jitable  # type: ignore[untyped-decorator]  # Numba has no types
def bit_count(word: int) -> int:
    """Return the number of ones in the absolute value of `word`."""
    return _count_set_bits(abs(word))  # type: ignore[no-any-return]  # Numba has no types


@register_jitable  # type: ignore[untyped-decorator]  # Numba has no types
def bit_length(word: int) -> int:
    """Return the number of bits of the absolute value of `word`; 0 for 0."""
    return 64 - _count_leading_zeros(abs(word))  # type: ignore[no-any-return]  # Numba has no types


NATIVE: Mapping[str, Callable[..., Any]] = {
    "bit_count": bit_count,
    "bit_length": bit_length,
    "add": add,
    "sub": sub,
    "mul": mul,
    "shl": shl,
    "shr": shift_right,
    "floordiv": floordiv,
    "mod": mod,
    "neg": negate,
    "absolute": absolute,
    "at": get_checked_item,
    "at_array": get_checked_array_item,
    "exactly": check_item_count,
    "ascending": sort_ascending,
    "least": least,
    "greatest": greatest,
    "power": power,
    "truth": truth,
    "add_masked": add_masked,
    "sub_masked": sub_masked,
    "mul_masked": mul_masked,
    "shl_masked": shl_masked,
}

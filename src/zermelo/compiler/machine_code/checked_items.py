"""Items of arrays and tuples in compiled rules: a missing one raises an error, as in Python."""

import operator
from typing import Any

from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from zermelo.compiler.machine_code.intrinsic_emitters import emit_raise_if, is_integer_type, word_constant


@intrinsic(prefer_literal=True)  # type: ignore[untyped-decorator]  # Numba has no types
def get_checked_item(typing_context: Any, items: Any, index: Any) -> Any:
    """Return an item of an array, a tuple or a range; raises `IndexError` where there is none."""
    if not is_integer_type(index):
        return None
    if isinstance(items, types.Array):
        return _make_array_item_typing(typing_context, items, index)
    if isinstance(items, types.RangeType):
        return _make_range_item_typing(items, index)
    if isinstance(index, types.Literal) and isinstance(items, types.BaseTuple):
        number = int(index.literal_value)
        if not -len(items) <= number < len(items):
            return None

        def extract_item_by_index(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.extract_value(arguments[0], number % len(items))

        return items[number](items, index), extract_item_by_index
    of_one_kind = items
    if isinstance(items, types.Tuple) and all(map(is_integer_type, items)):  # integers and truth values
        of_one_kind = types.UniTuple(types.int64, len(items))
    plain = typing_context.resolve_function_type(operator.getitem, (of_one_kind, types.int64), {})

    def generate_code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        number = context.cast(builder, arguments[1], index, types.int64)
        held = context.cast(
            builder, arguments[0], items, plain.args[0]
        )  # a tuple of literals is laid otherwise
        return context.get_function(operator.getitem, plain)(builder, [held, number])

    return plain.return_type(items, index), generate_code


@intrinsic  # type: ignore[untyped-decorator]  # Numba has no types
def get_checked_array_item(typing_context: Any, items: Any, index: Any) -> Any:
    """Return an item of what the rules hold as NumPy's array, where True is no index but a mask."""
    if isinstance(types.unliteral(index), types.Boolean) or not isinstance(items, types.Array):
        return None
    return _make_array_item_typing(typing_context, items, index)


def _make_array_item_typing(typing_context: Any, items: Any, index: Any) -> Any:
    plain = typing_context.resolve_function_type(operator.getitem, (items, types.uint64), {})

    def generate_code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        number = context.cast(builder, arguments[1], index, types.int64)
        array = context.make_array(items)(context, builder, arguments[0])
        length = cgutils.unpack_tuple(builder, array.shape, items.ndim)[0]
        below = builder.icmp_signed("<", number, word_constant(0))
        found = builder.select(below, builder.add(number, length), number)
        outside = builder.icmp_unsigned(">=", found, length)  # a negative one is a large one
        emit_raise_if(context, builder, outside, IndexError, "tuple index out of range")
        return context.get_function(operator.getitem, plain)(builder, [arguments[0], found])

    return plain.return_type(items, index), generate_code


def _make_range_item_typing(items: Any, index: Any) -> Any:
    """Return the typing of an item of a range, whose length may take all of 64 bits."""

    def generate_code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        limits = cgutils.create_struct_proxy(items)(context, builder, arguments[0])
        start, stop, step = (
            context.cast(builder, limit, items.dtype, types.int64)
            for limit in (limits.start, limits.stop, limits.step)
        )
        number = context.cast(builder, arguments[1], index, types.int64)
        zero, one = word_constant(0), word_constant(1)
        nowhere = builder.icmp_signed("==", step, zero)
        emit_raise_if(context, builder, nowhere, ValueError, "range() arg 3 must not be zero")
        up = builder.icmp_signed(">", step, zero)
        low, high = builder.select(up, start, stop), builder.select(up, stop, start)
        size = builder.select(up, step, builder.sub(zero, step))
        steps = builder.add(builder.udiv(builder.sub(builder.sub(high, low), one), size), one)
        length = builder.select(builder.icmp_signed("<", low, high), steps, zero)
        below = builder.icmp_signed("<", number, zero)
        outside = builder.select(
            below,
            builder.icmp_unsigned(">", builder.sub(zero, number), length),
            builder.icmp_unsigned(">=", number, length),
        )
        emit_raise_if(context, builder, outside, IndexError, "range object index out of range")
        place = builder.select(below, builder.add(number, length), number)
        return builder.add(start, builder.mul(place, step))

    return types.int64(items, index), generate_code


@intrinsic  # type: ignore[untyped-decorator]  # Numba has no types
def check_item_count(typing_context: Any, items: Any, count: Any) -> Any:
    """Raise `ValueError` where a tuple or array has not as many items as are named."""
    if not isinstance(items, types.Array | types.BaseTuple):
        return None

    def generate_code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        wanted = context.cast(builder, arguments[1], count, types.int64)
        if isinstance(items, types.Array):
            array = context.make_array(items)(context, builder, arguments[0])
            length = cgutils.unpack_tuple(builder, array.shape, items.ndim)[0]
        else:
            length = word_constant(len(items))
        other = builder.icmp_signed("!=", length, wanted)
        emit_raise_if(context, builder, other, ValueError, "not as many values to unpack as names")
        return context.get_dummy_value()

    return types.none(items, count), generate_code

"""Items of arrays and tuples in compiled rules: one that is not there raises, as in Python."""

import operator
from typing import Any

from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from zermelo.compiler.emitting import constant, is_whole, raise_if


@intrinsic(prefer_literal=True)  # type: ignore[untyped-decorator]  # Numba has no types
def at(typing_context: Any, items: Any, index: Any) -> Any:
    """Return an item of an array or a tuple; raises `IndexError` where there is none."""
    if not is_whole(index):
        return None
    if isinstance(items, types.Array):
        return _item_of_array(typing_context, items, index)
    if isinstance(index, types.Literal) and isinstance(items, types.BaseTuple):
        number = int(index.literal_value)
        if not -len(items) <= number < len(items):
            return None

        def extract(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.extract_value(arguments[0], number % len(items))

        return items[number](items, index), extract
    plain = typing_context.resolve_function_type(operator.getitem, (items, types.int64), {})

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        number = context.cast(builder, arguments[1], index, types.int64)
        return context.get_function(operator.getitem, plain)(builder, [arguments[0], number])

    return plain.return_type(items, index), generate


@intrinsic  # type: ignore[untyped-decorator]  # Numba has no types
def at_array(typing_context: Any, items: Any, index: Any) -> Any:
    """Return an item of what the rules hold as NumPy's array, where True is no index but a mask."""
    if isinstance(types.unliteral(index), types.Boolean) or not isinstance(items, types.Array):
        return None
    return _item_of_array(typing_context, items, index)


def _item_of_array(typing_context: Any, items: Any, index: Any) -> Any:
    plain = typing_context.resolve_function_type(operator.getitem, (items, types.uint64), {})

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        number = context.cast(builder, arguments[1], index, types.int64)
        array = context.make_array(items)(context, builder, arguments[0])
        length = cgutils.unpack_tuple(builder, array.shape, items.ndim)[0]
        below = builder.icmp_signed("<", number, constant(0))
        found = builder.select(below, builder.add(number, length), number)
        outside = builder.icmp_unsigned(">=", found, length)  # a negative one is a large one
        raise_if(context, builder, outside, IndexError, "tuple index out of range")
        return context.get_function(operator.getitem, plain)(builder, [arguments[0], found])

    return plain.return_type(items, index), generate


@intrinsic  # type: ignore[untyped-decorator]  # Numba has no types
def exactly(typing_context: Any, items: Any, count: Any) -> Any:
    """Raise `ValueError` where a tuple or array has not as many items as are named."""
    if not isinstance(items, types.Array | types.BaseTuple):
        return None

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        wanted = context.cast(builder, arguments[1], count, types.int64)
        if isinstance(items, types.Array):
            array = context.make_array(items)(context, builder, arguments[0])
            length = cgutils.unpack_tuple(builder, array.shape, items.ndim)[0]
        else:
            length = constant(len(items))
        other = builder.icmp_signed("!=", length, wanted)
        raise_if(context, builder, other, ValueError, "not as many values to unpack as names")
        return context.get_dummy_value()

    return types.none(items, count), generate

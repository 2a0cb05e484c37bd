"""How long a sequence, read from its end, agrees with itself moved by each distance.

The algorithm is known as the Z function: Gusfield, *Algorithms on strings, trees and sequences* (1997), 1.3.
Agreement known from an earlier distance is copied, so all distances together take one reading.
"""

from typing import Any

from zermelo.compiler.kernels import Jit


def build_z_function_kernel(jit: Jit) -> Any:
    """Return fill_suffix_overlaps(values, lengths): for each p, how many last terms repeat those p before.

    `lengths[p]` int32 is the greatest m so that values[n] = values[n - p] for the last m terms n.
    """

    def fill_suffix_overlaps(values: Any, lengths: Any) -> None:
        size = len(values)
        last = size - 1
        begin, end = 0, 0  # terms begin..end - 1 from the end agree with the last ones
        if len(lengths) > 0:
            lengths[0] = size
        for place in range(1, len(lengths)):
            length = 0
            if place < end:
                length = min(end - place, lengths[place - begin])
            while place + length < size and values[last - length] == values[last - place - length]:
                length += 1
            if place + length > end:
                begin, end = place, place + length
            lengths[place] = length

    return jit.kernel(fill_suffix_overlaps)

"""Buffers for Arrow in memory that Arrow allocated.

Arrow reads on threads of its own, which release a buffer at any time, even while the process ends. If the
buffer belongs to a Python object, the thread then asks for Python's lock and is torn out of C++, and the
process ends with SIGABRT. So everything that Arrow parses lies in memory that Arrow allocated.
"""

from typing import Any

import numpy as np
import pyarrow as pa


def allocate_buffer(size: int) -> tuple[pa.Buffer, Any]:
    """Return a buffer of a number of bytes with any content, and a uint8 array to write it.

    Memory is taken where something is written. Raises `MemoryError`.
    """
    buffer = pa.allocate_buffer(size)
    return buffer, np.frombuffer(buffer, np.uint8)


def copy_to_buffer(content: bytes) -> pa.Buffer:
    """Return a buffer with these bytes; raises `MemoryError`."""
    buffer, image = allocate_buffer(len(content))
    image[:] = np.frombuffer(content, np.uint8)
    return buffer


def as_numpy(column: Any) -> Any:
    """Return a column of numbers or texts as an array; of nulls whatever stands in their places.

    Arrow's own way loads pandas where that is installed, which takes longer than many an answer.
    """
    whole = column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column
    if isinstance(whole, pa.ChunkedArray):  # of one chunk, as some versions leave it
        whole = whole.chunk(0) if whole.num_chunks else pa.array([], whole.type)
    if not pa.types.is_primitive(whole.type):
        return np.array(whole.to_pylist(), object)
    numbers = whole.buffers()[1]
    kind: Any = np.dtype({"double": "float64", "float": "float32"}.get(str(whole.type), str(whole.type)))
    if numbers is None or not len(whole):
        return np.zeros(len(whole), kind)
    return np.frombuffer(numbers, kind)[whole.offset : whole.offset + len(whole)]


def make_valid_mask(column: Any) -> Any:
    """Return which places of a column are not null, as truth values."""
    whole = column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column
    bits = whole.buffers()[0]
    if bits is None:
        return np.ones(len(whole), np.bool_)
    every = np.unpackbits(np.frombuffer(bits, np.uint8), bitorder="little")
    return every[whole.offset : whole.offset + len(whole)].astype(np.bool_)

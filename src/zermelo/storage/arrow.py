"""Memory for Arrow that is Arrow's own.

Arrow reads on threads of its own, which let go of a buffer when they please, if need be while the process
ends. Where the buffer is that of a Python object, the thread then asks Python for its lock and is torn out of
C++, and the process ends with SIGABRT. So whatever Arrow is to parse lies in memory that Arrow allocated.
"""

from typing import Any

import numpy as np
import pyarrow as pa


def own_memory(size: int) -> tuple[pa.Buffer, Any]:
    """Return a buffer of so many bytes, whatever they are, and an array uint8 to write them by.

    Memory is taken where something is written. Raises `MemoryError`.
    """
    buffer = pa.allocate_buffer(size)
    return buffer, np.frombuffer(buffer, np.uint8)


def own_copy(content: bytes) -> pa.Buffer:
    """Return a buffer with these bytes; raises `MemoryError`."""
    buffer, image = own_memory(len(content))
    image[:] = np.frombuffer(content, np.uint8)
    return buffer

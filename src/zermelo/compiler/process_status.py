"""The compiled kernels kept on this machine, and whether machine code is at work.

A program that ends a process asks `is_at_work` where machine code does not return.
"""

import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from zermelo.compiler.machine_code.kernel_cache import CacheReport


def find_kernels() -> "CacheReport":
    """Count the compiled kernels that are kept: their directory, how many, and their bytes."""
    from zermelo.compiler.machine_code.kernel_cache import report_cache

    return report_cache()


def clear_kernels() -> "CacheReport":
    """Remove every compiled kernel that is kept, and return what there was; files of others stay."""
    from zermelo.compiler.machine_code.kernel_cache import clear_cache

    return clear_cache()


def is_compiling() -> bool:
    """Return whether some thread compiles: it cannot be interrupted for seconds, but it will end."""
    return bool(_asked("compiler.machine_code.llvm_interrupts", "is_compiling"))


def is_at_work() -> bool:
    """Return whether the machine code of some thread still runs."""
    return bool(_asked("compiler.guards.locks_held", "is_kernel_running"))


def find_endless() -> str | None:
    """Return, in words, the position at which machine code does not end, None where none is found.

    Takes some seconds. Where no single position can be found, the first and the last are named.
    """
    found: str | None = _asked("compiler.guards.locks_held", "find_endless_position")
    return found


def _asked(room: str, name: str) -> Any:
    """Call a function of a module if that is imported already; this must not import it."""
    found = sys.modules.get(f"zermelo.{room}")
    return None if found is None else getattr(found, name)()

"""The compiled kernels kept on this machine, and whether machine code is at work.

A program that ends a process calls `is_kernel_running` if machine code does not return.
"""

import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from zermelo.compiler.machine_code.kernel_cache import CacheReport


def inspect_kernel_cache(*, clear: bool = False) -> "CacheReport":
    """Count the compiled kernels that are kept on disk, and remove them if asked to.

    Parameters
    ----------
    clear : bool
        Whether to remove every kernel. Files of others stay.

    Returns
    -------
    CacheReport
        The directory, the number of kernels and their size in bytes, before they are removed.
    """
    from zermelo.compiler.machine_code.kernel_cache import clear_cache, report_cache

    return clear_cache() if clear else report_cache()


def is_compiling() -> bool:
    """Return whether a thread compiles, which cannot be interrupted for seconds but ends.

    Returns
    -------
    bool
        False also if nothing was compiled in this process.
    """
    return bool(_call_if_module_imported("compiler.machine_code.llvm_interrupts", "is_compiling"))


def is_kernel_running() -> bool:
    """Return whether machine code of a game's rules runs in some thread.

    Returns
    -------
    bool
        False also if nothing was compiled in this process.
    """
    return bool(_call_if_module_imported("compiler.guards.running_positions", "is_kernel_running"))


def find_endless_position() -> str | None:
    """Find the position at which compiled rules do not return.

    This takes some seconds.

    Returns
    -------
    str or None
        A description of the position, or of the first and the last position of the slice if no single one
        can be found. None if no kernel runs.
    """
    found: str | None = _call_if_module_imported("compiler.guards.running_positions", "find_endless_position")
    return found


def _call_if_module_imported(module: str, name: str) -> Any:
    """Call a function of a module if that is imported already; this must not import it."""
    found = sys.modules.get(f"zermelo.{module}")
    return None if found is None else getattr(found, name)()

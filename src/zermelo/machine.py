"""The machine: its memory and processors, the compiled kernels that are kept on it, and threads at work.

`zermelo.Budget` says what a computation may use of it; its `listener` is told of `Progress`. What is at work
is asked by whoever ends a process in which machine code does not come back.
"""

import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from zermelo.compiler.cache import CacheReport as CacheReport
    from zermelo.core.budget import Progress as Progress
    from zermelo.core.budget import available_memory as available_memory
    from zermelo.core.budget import default_memory as default_memory
    from zermelo.core.budget import default_threads as default_threads
    from zermelo.core.budget import parse_memory as parse_memory
    from zermelo.core.budget import peak_memory as peak_memory
    from zermelo.core.budget import resident_memory as resident_memory
else:
    from zermelo.core.public import offered

    __all__, __getattr__, __dir__ = offered(
        __name__,
        {
            "compiler.cache": ("CacheReport",),
            "core.budget": (
                "Progress",
                "available_memory",
                "default_memory",
                "default_threads",
                "parse_memory",
                "peak_memory",
                "resident_memory",
            ),
        },
        ("clear_kernels", "find_endless", "find_kernels", "is_at_work", "is_compiling"),
    )


def find_kernels() -> "CacheReport":
    """Count the compiled kernels that are kept: their directory, how many, and their bytes."""
    from zermelo.compiler.cache import report

    return report()


def clear_kernels() -> "CacheReport":
    """Remove every compiled kernel that is kept, and return what there was; files of others stay."""
    from zermelo.compiler.cache import clear

    return clear()


def is_compiling() -> bool:
    """Return whether some thread compiles: it answers to nothing for seconds, and will come to an end."""
    return bool(_asked("compiler.interrupts", "is_compiling"))


def is_at_work() -> bool:
    """Return whether some thread's machine code has not come back."""
    return bool(_asked("trust.whereabouts", "is_anybody_at_work"))


def find_endless() -> str | None:
    """Return, in words, the position at which machine code does not come back, None where none is found.

    Takes some seconds. Where no position can be told from the others, the first and the last are named.
    """
    found: str | None = _asked("trust.whereabouts", "find_endless")
    return found


def _asked(room: str, name: str) -> Any:
    """Ask a room that is at work; one that nobody has imported is not, and must not be imported here."""
    found = sys.modules.get(f"zermelo.{room}")
    return None if found is None else getattr(found, name)()

"""Kernels that begin as ordinary Python, and change to machine code when they have much to do.

Compiling a kernel takes as long as some hundred thousand steps of it in ordinary Python, and how many it will
take is seldom known before. So steps are counted, for each kernel, and it is compiled when as much time may
have been spent in Python as compiling takes: at worst a question takes twice as long as by the better of both
ways. They give the same to the bit, so nothing that is found tells where one ended.
"""

from collections import Counter
from collections.abc import Callable
from typing import Any, Final

from zermelo.compiler.kernel_binders import shared_kernel
from zermelo.compiler.plain_jit import interpreted_kernel

STEPS: Final = 1_000_000  # of a kernel in ordinary Python: 0.2 to 0.6 s, which is what compiling one takes


class LazyKernels:
    """The kernels of one piece of work, those that are the same for every game.

    With `compiled` they are machine code from the first step on.
    """

    def __init__(self, *, compiled: bool = False) -> None:
        self.compiled = compiled
        self._steps: Counter[Callable[..., Any]] = Counter()

    def kernel(self, build: Callable[..., Any], steps: int) -> Callable[..., Any]:
        """Return the kernel that `build(jit)` makes, to be called for about so many steps more."""
        self._steps[build] += steps
        is_long = self._steps[build] > STEPS
        return shared_kernel(build) if self.compiled or is_long else interpreted_kernel(build)

"""Functions to machine code, through Numba.

Kernels run without Python's global lock, so threads over slices use all cores; no `parallel=True`:
there an error in a rule is silently lost, and cold compiles take twice as long (5.1 s against 2.1).
"""

import hashlib
import itertools
import os
import pickle
import platform
import secrets
from collections.abc import Callable
from typing import Any

import llvmlite
import numba
import numpy as np
from numba.core import serialize
from numba.core.bytecode import FunctionIdentity
from numba.core.caching import CompileResultCacheImpl, NullCache
from numba.core.codegen import JitEngine
from numba.core.generators import GeneratorDescriptor
from numba.extending import register_jitable

from zermelo.compiler.cache import load_entry, save_entry
from zermelo.compiler.interrupts import hold_back_during

VERSIONS = "/".join((platform.python_version(), numba.__version__, llvmlite.__version__, np.__version__))


def _number_from_anywhere() -> None:
    """Let the counter by which Numba names symbols begin at random in this process.

    It begins at 1 in each. Two kernels that two processes have cached can so have one name, and where a third
    process loads both, the linker takes the first for both: another game's answers, seen.
    """
    FunctionIdentity._unique_ids = itertools.count(secrets.randbits(60))


_number_from_anywhere()
os.register_at_fork(after_in_child=_number_from_anywhere)


def _inline_generators() -> None:
    """Let a rule's `yield` be part of the loop that takes what it yields.

    Numba leaves a generator's steps out of line, so that its state goes through memory at each. Moves of
    chess endgames took 12.5 ns so and take 6.0, whole solves of games with many moves a third less; compiling
    takes as long.
    """
    describe = GeneratorDescriptor.from_generator_fndesc.__func__

    def inline(kind: Any, *arguments: Any) -> Any:
        descriptor = describe(kind, *arguments)
        descriptor.inline = True
        return descriptor

    GeneratorDescriptor.from_generator_fndesc = classmethod(inline)


_inline_generators()


def _finish_before_stopping() -> None:
    """Let Ctrl-C wait for LLVM, which asks Numba for what is cached.

    Python is run for that, so Ctrl-C can come just there. LLVM has no way to hear of an exception: it reads
    an answer that was never written, and the process dies (seen).
    """
    for name in ("finalize_object", "get_function_address"):
        hold_back_during(JitEngine, name)


_finish_before_stopping()

_inlined: dict[Callable[..., Any], Callable[..., Any]] = {}


class NativeJit:
    """The `Jit` that compiles. `key` names the content; `tag` is set by the caller per kernel."""

    def __init__(self, key: str) -> None:
        self.key = key
        self.tag = ""

    def inline(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Let kernels call `function`; marking twice would register it twice."""
        if hasattr(function, "py_func"):  # a recursive rule is compiled on its own
            return function
        if function not in _inlined:
            _inlined[function] = register_jitable(forceinline=True)(function)
        return _inlined[function]

    def recursive(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Compile `function` on its own, as what calls itself cannot be part of its caller."""
        return recursive(function)

    def kernel(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Compile `function` on first use, from the cache where its content is known."""
        dispatcher: Any = numba.njit(nogil=True)(function)
        dispatcher._cache = _ContentCache(function, f"{self.key}/{self.tag}-{function.__name__}")
        return dispatcher  # type: ignore[no-any-return]  # Numba has no types


def recursive(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a function that calls itself, and so cannot be inlined.

    Called with a literal it must not become a version of its own: that one would call the version without,
    and Numba leaves the address of such a call open in what a cache loads (a crash, seen).
    """
    dispatcher: Any = numba.njit(nogil=True)(function)
    typed = dispatcher.get_call_template

    def without_literals(arguments: Any, named: Any) -> Any:
        return typed(
            tuple(numba.types.unliteral(each) for each in arguments),
            {name: numba.types.unliteral(each) for name, each in named.items()},
        )

    dispatcher.get_call_template = without_literals
    return dispatcher  # type: ignore[no-any-return]  # Numba has no types


class _ContentCache(NullCache):  # type: ignore[misc]  # numba is untyped
    """Numba's cache interface over content-named entries."""

    def __init__(self, function: Callable[..., Any], name: str) -> None:
        self._name = name
        self._implementation = CompileResultCacheImpl.__new__(CompileResultCacheImpl)
        self._function = function

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        target_context.refresh()
        reduced = load_entry(self._entry(sig, target_context.codegen()))
        if reduced is None:
            return None
        return self._implementation.rebuild(target_context, reduced)

    def save_overload(self, sig: Any, cres: Any) -> None:
        if any(not lifted.can_cache for lifted in cres.lifted):
            return
        if cres.library.has_dynamic_globals:  # addresses of this process: useless in another
            return
        reduced = self._implementation.reduce(cres)
        save_entry(self._entry(sig, cres.library.codegen), serialize.dumps(reduced))

    def _entry(self, sig: Any, codegen: Any) -> str:
        content = pickle.dumps((str(sig), codegen.magic_tuple(), VERSIONS))
        return f"{self._name}-{hashlib.sha256(content).hexdigest()[:24]}.kernel"

"""Functions to machine code, through Numba.

Kernels run without Python's global lock, so threads over slices use all cores; no `parallel=True`:
there an error in a rule is silently lost, and cold compiles take twice as long (5.1 s against 2.1).
"""

import hashlib
import pickle
import platform
from collections.abc import Callable
from typing import Any

import llvmlite
import numba
import numpy as np
from numba.core import serialize
from numba.core.caching import CompileResultCacheImpl, NullCache

from zermelo.compiler import numba_changes
from zermelo.compiler.cache import load_entry, save_entry

VERSIONS = "/".join((platform.python_version(), numba.__version__, llvmlite.__version__, np.__version__))

numba_changes.make()

INLINED = "_inlined"  # what a function is known by where it was marked before


class NativeJit:
    """The `Jit` that compiles. `key` names the content, and `tag` the kernel made of it."""

    def __init__(self, key: str, tag: str = "") -> None:
        self.key, self.tag = key, tag

    def tagged(self, tag: str) -> "NativeJit":
        """Return what caches a kernel under this tag: one jit's two threads must not name each other's."""
        return NativeJit(self.key, tag)

    def inline(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Let kernels call `function`, which is compiled once for each set of types, whoever calls it."""
        if hasattr(function, "py_func"):  # marked already
            return function
        if not hasattr(function, INLINED):
            setattr(function, INLINED, _called_by_kernels(function, forceinline=True))
        return getattr(function, INLINED)  # type: ignore[no-any-return]

    def recursive(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Compile `function` on its own, as what calls itself cannot be part of its caller."""
        return recursive(function)

    @property
    def prefetch(self) -> Callable[..., Any]:
        """Tell the processor that an item of an array will be read soon."""
        from zermelo.compiler.intrinsics import prefetch

        return prefetch  # type: ignore[no-any-return]  # Numba has no types

    def kernel(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Compile `function` on first use, from the cache where its content is known."""
        dispatcher: Any = numba.njit(nogil=True, no_cfunc_wrapper=True)(function)
        dispatcher._cache = _ContentCache(function, f"{self.key}/{self.tag}-{function.__name__}")
        return dispatcher  # type: ignore[no-any-return]  # Numba has no types


def recursive(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a function that calls itself, and so cannot be inlined."""
    return _called_by_kernels(function, forceinline=False)


def _called_by_kernels(function: Callable[..., Any], *, forceinline: bool) -> Callable[..., Any]:
    """Compile a function that only kernels call: it has no way in from Python, and says so.

    Called with a literal it must not become a version of its own: a recursive one would call the version
    without, and Numba leaves the address of such a call open in what a cache loads (a crash, seen).
    """
    dispatcher: Any = numba.njit(
        nogil=True, forceinline=forceinline, no_cpython_wrapper=True, no_cfunc_wrapper=True
    )(function)
    typed = dispatcher.get_call_template

    def without_literals(arguments: Any, named: Any) -> Any:
        return typed(
            tuple(numba.types.unliteral(each) for each in arguments),
            {name: numba.types.unliteral(each) for name, each in named.items()},
        )

    def refuse(*_: Any, **__: Any) -> None:
        raise TypeError(f"{function.__name__} is called by kernels only")

    dispatcher.get_call_template = without_literals
    dispatcher._insert = lambda *_: None  # what is compiled stays unknown to calls from Python
    dispatcher._compile_for_args = refuse
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

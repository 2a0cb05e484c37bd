"""The compilation of functions to machine code, through Numba.

Kernels run without Python's global lock, so threads over slices use all cores; no `parallel=True`:
there an error in a rule is silently lost, and cold compiles take twice as long (5.1 s against 2.1).
"""

import hashlib
import pickle
import platform
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import llvmlite
import numba
import numpy as np
from numba.core import serialize
from numba.core.caching import CompileResultCacheImpl, NullCache

from zermelo.compiler.machine_code import numba_patches
from zermelo.compiler.machine_code.game_constants import NO_CONSTANTS, GameConstants
from zermelo.compiler.machine_code.kernel_cache import load_cache_entry, save_cache_entry
from zermelo.compiler.machine_code.parametric_kernels import PartCompiler, make_compiler_class

VERSIONS = "/".join((platform.python_version(), numba.__version__, llvmlite.__version__, np.__version__))

numba_patches.apply_patches()

INLINED = "_inlined"  # what a function is known by where it was marked before


@dataclass(frozen=True)
class NativeJit:
    """The `Jit` that compiles.

    `key` names the content, and `tag` the kernel made of it; `general` names the content of all sizes of a
    game, and `given` is what this one lays in.
    """

    key: str
    tag: str = ""
    general: str | None = None
    given: GameConstants = NO_CONSTANTS

    def with_tag(self, tag: str) -> "NativeJit":
        """Return what caches a kernel under this tag: one jit's two threads must not name each other's."""
        return replace(self, tag=tag)

    def inline(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Let kernels call `function`, which is compiled once for each set of types, for all callers."""
        if hasattr(function, "py_func"):  # marked already
            return function
        if not hasattr(function, INLINED):
            setattr(function, INLINED, _compile_for_kernels(function, forceinline=True))
        return getattr(function, INLINED)  # type: ignore[no-any-return]

    def recursive(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Compile `function` on its own, as what calls itself cannot be part of its caller."""
        return recursive(function)

    @property
    def prefetch(self) -> Callable[..., Any]:
        """Hint to the processor that an item of an array will be read soon."""
        from zermelo.compiler.machine_code.intrinsics import prefetch

        return prefetch  # type: ignore[no-any-return]  # Numba has no types

    @property
    def find_equal_items(self) -> Callable[..., Any]:
        """Compare 64 items of an array at once; they must be there."""
        from zermelo.compiler.machine_code.intrinsics import find_equal_items

        return find_equal_items  # type: ignore[no-any-return]  # Numba has no types

    @property
    def count_ones(self) -> Callable[..., Any]:
        """Count ones by one instruction."""
        from zermelo.compiler.machine_code.intrinsics import bit_count

        return bit_count  # type: ignore[no-any-return]  # Numba has no types

    def kernel(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Compile `function` on first use, from the cache where its content is known."""
        dispatcher: Any = numba.njit(
            nogil=True, no_cfunc_wrapper=True, pipeline_class=make_compiler_class(self.given)
        )(function)
        dispatcher._cache = _ContentCache(function, self)
        return dispatcher  # type: ignore[no-any-return]  # Numba has no types


def recursive(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a function that calls itself, and so cannot be inlined."""
    return _compile_for_kernels(function, forceinline=False)


def _compile_for_kernels(function: Callable[..., Any], *, forceinline: bool) -> Callable[..., Any]:
    """Compile a function that only kernels call: Python cannot call it, and an attempt raises an error.

    Called with a literal it must not become a version of its own: a recursive one would call the version
    without, and Numba leaves the address of such a call open in what a cache loads (a crash, seen).
    """
    dispatcher: Any = numba.njit(
        nogil=True,
        forceinline=forceinline,
        no_cpython_wrapper=True,
        no_cfunc_wrapper=True,
        pipeline_class=PartCompiler,
    )(function)
    typed = dispatcher.get_call_template

    def call_template_without_literals(arguments: Any, named: Any) -> Any:
        return typed(
            tuple(numba.types.unliteral(each) for each in arguments),
            {name: numba.types.unliteral(each) for name, each in named.items()},
        )

    def refuse_call_from_python(*_: Any, **__: Any) -> None:
        raise TypeError(f"{function.__name__} is called by kernels only")

    dispatcher.get_call_template = call_template_without_literals
    dispatcher._insert = lambda *_: None  # what is compiled stays unknown to calls from Python
    dispatcher._compile_for_args = refuse_call_from_python
    return dispatcher  # type: ignore[no-any-return]  # Numba has no types


class _ContentCache(NullCache):  # type: ignore[misc]  # numba is untyped
    """Numba's cache interface over content-named entries: of this size of a game, else of any size."""

    def __init__(self, function: Callable[..., Any], jit: NativeJit) -> None:
        self._name = f"{jit.tag}-{function.__name__}"
        self._jit = jit
        self._implementation = CompileResultCacheImpl.__new__(CompileResultCacheImpl)
        self._function = function

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        target_context.refresh()
        codegen = target_context.codegen()
        reduced = load_cache_entry(self._make_cache_entry_name(self._jit.key, sig, codegen))
        if reduced is None:
            general = self._jit.general and load_cache_entry(
                self._make_cache_entry_name(self._jit.general, sig, codegen)
            )
            if not general:
                return None
            reduced = general.specialise_to_constants(self._jit.given, codegen)
            save_cache_entry(
                self._make_cache_entry_name(self._jit.key, sig, codegen), serialize.dumps(reduced)
            )
        return self._implementation.rebuild(target_context, reduced)

    def save_overload(self, sig: Any, cres: Any) -> None:
        if any(not lifted.can_cache for lifted in cres.lifted):
            return
        if cres.library.has_dynamic_globals:  # addresses of this process: useless in another
            return
        reduced = self._implementation.reduce(cres)
        codegen = cres.library.codegen
        save_cache_entry(self._make_cache_entry_name(self._jit.key, sig, codegen), serialize.dumps(reduced))
        general = cres.library.make_parametric_kernel(cres)
        if self._jit.general and general:
            save_cache_entry(
                self._make_cache_entry_name(self._jit.general, sig, codegen), pickle.dumps(general)
            )

    def _make_cache_entry_name(self, key: str, sig: Any, codegen: Any) -> str:
        content = pickle.dumps((str(sig), codegen.magic_tuple(), VERSIONS))
        return f"{key}/{self._name}-{hashlib.sha256(content).hexdigest()[:24]}.kernel"

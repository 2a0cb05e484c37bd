"""Kernels begin as ordinary Python and go over to machine code, each by the steps that it has taken."""

from typing import Any

import pytest

from zermelo.compiler import lazy_kernels
from zermelo.compiler.lazy_kernels import LazyKernels
from zermelo.solution.kernels.arena_evaluation import build_compute_heights, build_solve_acyclic_arena


def is_native(kernel: Any) -> bool:
    return hasattr(kernel, "py_func")


def test_each_kernel_is_compiled_after_its_own_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lazy_kernels, "STEPS", 100)
    work = LazyKernels()
    assert not is_native(work.kernel(build_solve_acyclic_arena, 60))
    assert not is_native(work.kernel(build_solve_acyclic_arena, 40))
    assert not is_native(work.kernel(build_compute_heights, 100))
    assert is_native(work.kernel(build_solve_acyclic_arena, 1))
    assert is_native(work.kernel(build_solve_acyclic_arena, 0)), "what was compiled stays so"
    assert not is_native(LazyKernels().kernel(build_solve_acyclic_arena, 100)), "other work begins anew"
    assert is_native(LazyKernels().kernel(build_solve_acyclic_arena, 101)), (
        "what is known to be long is compiled at once"
    )
    assert is_native(LazyKernels(compiled=True).kernel(build_solve_acyclic_arena, 1)), (
        "machine code was asked for"
    )

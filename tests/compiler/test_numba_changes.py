"""What is changed in Numba: that it takes effect, and that it changes no type and no answer."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
from llvmlite.binding import ExecutionEngine
from numba.core.typeinfer import TypeInferer

from zermelo.compiler.machine_code.numba_jit import NativeJit


@pytest.fixture(autouse=True)
def nothing_cached(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What an earlier session has compiled would not be compiled again."""
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path))


def count_calls(owner: type, name: str, patch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that grows by one with each call of a method."""
    work = getattr(owner, name)
    calls: list[str] = []

    def counted(*arguments: Any, **named: Any) -> Any:
        calls.append(name)
        return work(*arguments, **named)

    patch.setattr(owner, name, counted)
    return calls


def ten_calls(mark: Callable[[Any], Any]) -> Any:
    def total(n: int) -> int:
        if n < 2:
            return n
        a = total(n - 1) + total(n - 2)
        b = total(n - 1) + total(n - 2)
        c = total(n - 1) + total(n - 2)
        d = total(n - 1) + total(n - 2)
        return (a + b + c + d + total(n - 1) + total(n - 2)) % 1_000_003

    total = mark(total)
    return total


def widening(mark: Callable[[Any], Any]) -> Any:
    def halves(n: int) -> Any:
        if n == 0:
            return 0  # an integer, as long as only this line is known
        if n == 1:
            return halves(n - 1) + 1
        return halves(n - 1) + 0.5

    halves = mark(halves)
    return halves


def through_a_variable(mark: Callable[[Any], Any]) -> Any:
    def count(n: int) -> Any:
        found = 0
        if n > 5:
            found = count(n - 1)
            found += count(n - 2) if n > 7 else 3
        return found + (1 if n > 7 else 2)

    count = mark(count)
    return count


@pytest.mark.parametrize("factory", [ten_calls, widening, through_a_variable])
def test_functions_that_call_themselves_answer_as_in_python(factory: Callable[..., Any]) -> None:
    compiled, plain = factory(numba.njit), factory(lambda function: function)
    assert [compiled(n) for n in range(8)] == [plain(n) for n in range(8)]
    (returned,) = (compiled.overloads[signature].signature.return_type for signature in compiled.signatures)
    assert returned == (numba.types.float64 if factory is widening else numba.types.int64)


def test_what_a_function_that_calls_itself_returns_is_asked_once_a_round(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    copies = count_calls(TypeInferer, "copy", monkeypatch)  # one for each inference without the calls
    assert ten_calls(numba.njit)(3) == ten_calls(lambda function: function)(3)
    assert 1 <= len(copies) < 10  # it calls itself in ten places, in each round


def test_modules_are_found_without_looking_through_all() -> None:
    def plus(step: int) -> Any:
        def add(x: int) -> int:
            return x + step

        return NativeJit(f"test-modules-{step}").kernel(add)

    class Watched(set):  # type: ignore[type-arg]
        looks = 0

        def __iter__(self) -> Any:
            Watched.looks += 1
            return super().__iter__()

    engine = numba.core.registry.cpu_target.target_context.codegen()._engine._ee
    assert isinstance(engine, ExecutionEngine)
    engine._modules = Watched(engine._modules)
    try:
        assert [plus(step)(10) for step in range(5)] == [10, 11, 12, 13, 14]
        looks = Watched.looks
    finally:
        engine._modules = set(engine._modules)  # with those that came
    assert looks == 0


def test_what_kernels_call_is_compiled_once_whoever_calls_it() -> None:
    jit = NativeJit("test-inlined")

    def doubled(x: int) -> int:
        return 2 * x

    twice = jit.inline(doubled)

    def fourfold(x: int) -> int:
        return twice(twice(x))

    four = jit.inline(fourfold)

    def kernel(x: int) -> int:
        return twice(x) + four(x) + twice(7)

    assert jit.kernel(kernel)(np.int64(5)) == 10 + 20 + 14
    assert len(twice.signatures) == 1  # type: ignore[attr-defined]
    assert jit.inline(doubled) is twice
    assert jit.inline(twice) is twice
    for marked in (twice, jit.recursive(doubled)):  # without wrappers there is nothing that Python could call
        with pytest.raises(TypeError, match="doubled is called by kernels only"):
            marked(5)

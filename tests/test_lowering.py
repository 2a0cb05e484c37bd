"""Lowered rules answer as the methods they come from: interpreted, and compiled by Numba."""

import inspect
import textwrap
from collections.abc import Iterable

import numba
import numpy as np
import pytest
from adversarial import CASES, Case, Derived, Fields, Tables, Yields
from numba.extending import register_jitable

from zermelo.compiler.intrinsics import NATIVE
from zermelo.compiler.lowering import bind, lower

WRAP = 1 << 64


def cases_of(game):
    """The names of the methods that take one integer `x`."""
    names = [name for name in dir(type(game)) if not name.startswith("_")]
    return [name for name in names if list(parameters(game, name)) == ["x"]]


def parameters(game, name):
    static = inspect.getattr_static(type(game), name)
    return (
        inspect.signature(getattr(game, name)).parameters
        if callable(getattr(game, name, None)) and static
        else {}
    )


def digest(answer):
    """One 64-bit number for an answer: an integer, a tuple, or what a generator yields."""
    if isinstance(answer, Iterable):
        total = 7
        for item in answer:
            total = (total * 1_000_003 + int(item)) % WRAP
        return total - WRAP if total >= WRAP // 2 else total
    return int(answer)


def identity(function, recursive):
    return function


def native(function, recursive):
    return numba.njit(function) if recursive else register_jitable(function)


def compiled_answers(lowered, names, iterable, inputs):
    """Answers of every named method for every input, [input, method], in one compilation."""
    functions = bind(lowered, native, NATIVE)
    lines = ["def drive(inputs, answers):", "    for row in range(len(inputs)):", "        x = inputs[row]"]
    for column, name in enumerate(names):
        if iterable[name]:
            lines += ["        total = 7", f"        for item in f_{name}(x):"]
            lines += ["            total = total * 1000003 + item", f"        answers[row, {column}] = total"]
        else:
            lines.append(f"        answers[row, {column}] = f_{name}(x)")
    namespace = {f"f_{name}": functions[name] for name in names}
    exec("\n".join(lines), namespace)
    answers = np.zeros((len(inputs), len(names)), np.int64)
    numba.njit(namespace["drive"])(np.array(inputs), answers)
    return answers


def agree(game, names, inputs):
    """Compare the methods as written, lowered and compiled."""
    lowered = lower(game, names)
    plain = bind(lowered, identity, plain_tables=True)
    arrays = bind(lowered, identity)
    iterable = {name: isinstance(getattr(game, name)(inputs[0]), Iterable) for name in names}
    expected = {name: [digest(getattr(game, name)(x)) for x in inputs] for name in names}
    for name in names:
        assert [digest(plain[name](x)) for x in inputs] == expected[name], name
        with np.errstate(over="ignore"):
            assert [digest(arrays[name](x)) for x in inputs] == expected[name], name
    answers = compiled_answers(lowered, names, iterable, inputs)
    for column, name in enumerate(names):
        assert answers[:, column].tolist() == expected[name], name


@pytest.mark.parametrize("game", CASES, ids=lambda game: f"{type(game).__name__}")
def test_cases_agree(game):
    names = cases_of(game)
    assert names
    agree(game, names, list(type(game).inputs))


@pytest.mark.parametrize("branch", range(10))
def test_moves_without_yield_become_a_generator(branch):
    agree(Yields(branch=branch), ["moves"], list(range(20)))

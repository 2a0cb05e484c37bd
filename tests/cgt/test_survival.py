"""Who survives differences of games, kernel and interpreter, against going over all states word for word."""

import random

import numpy as np
from reference import naive_loopy
from support.loopy_graphs import random_graph, table

from zermelo.cgt.kernels.survival_kernel import SurvivalStates, build_mark_survived_states_kernel
from zermelo.cgt.loopy.graphs.loopy_graph import LoopyGraph, sort_positions_options_first
from zermelo.cgt.loopy.graphs.survival_order import _convert_graph_to_arrays
from zermelo.compiler.kernel_binders import shared_kernel
from zermelo.compiler.plain_jit import PlainJit


def survived(
    first: LoopyGraph, second: LoopyGraph, kernel: object, most: int, *, is_safety: bool
) -> np.ndarray:
    """The states that may be survived, asked so many rows at a time, in an order of chance."""
    rows, columns = first.size, second.size
    found = SurvivalStates(
        safe=np.ones((2, rows, columns), np.bool_),
        queue=np.array(sort_positions_options_first(first), np.int32),
        queued=np.ones(rows, np.bool_),
        cursor=np.array([0, rows], np.int64),
        near=np.zeros((2, columns), np.bool_),
        open=np.zeros((2, columns), np.int32),
        waiting=np.zeros(2 * columns, np.int32),
    )
    asked = 0
    while found.cursor[1]:
        asked += kernel(
            _convert_graph_to_arrays(first), _convert_graph_to_arrays(second), found, is_safety, most
        )  # type: ignore[operator]
    assert asked >= rows
    assert not found.queued.any()
    return found.safe


def test_survival_is_what_the_definition_says() -> None:
    chance, seen = random.Random(14), set()
    for _ in range(60):
        first, second = random_graph(chance, 5), random_graph(chance, 5)
        ours, theirs = table(first), table(second)
        kernels = [
            survived(first, second, kernel, most, is_safety=is_safety)
            for is_safety in (False, True)
            for kernel, most in (
                (shared_kernel(build_mark_survived_states_kernel), 100),
                (build_mark_survived_states_kernel(PlainJit()), 1),
            )
        ]
        for least, other in zip(kernels[::2], kernels[1::2], strict=True):
            assert (least == other).all()
        for place in range(first.size):
            for beside in range(second.size):
                expected = (
                    naive_loopy.at_least_where_draws_win(ours, place, theirs, beside),
                    naive_loopy.at_least(ours, place, theirs, beside),
                )
                assert (kernels[0][1, place, beside], kernels[2][1, place, beside]) == expected
                seen.add(expected)
    assert seen == {(True, True), (False, True), (False, False)}

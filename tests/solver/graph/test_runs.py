"""Ascending runs merged and asked of one another, against NumPy's sorting and searching."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zermelo.core.errors import DamagedScratch
from zermelo.solver.sorted_keys.sorted_runs import merge_runs, select_answers_of_keys, subtract_runs

RUN = st.sets(st.one_of(st.integers(0, 40), st.integers(2**63 - 3, 2**64 - 1)), max_size=20)


def ascending(numbers: set[int]) -> np.ndarray:
    return np.array(sorted(numbers), np.uint64)


@settings(max_examples=100)
@given(st.lists(RUN, max_size=9))
def test_runs_are_merged(runs: list[set[int]]) -> None:
    """Into an array of its own."""
    each = [ascending(run) for run in runs]
    found = merge_runs(each)
    assert found.dtype == np.uint64 and all(found is not run for run in each)
    assert [run.tolist() for run in each] == [sorted(run) for run in runs]
    assert found.tolist() == sorted(set().union(*runs))


@settings(max_examples=100)
@given(RUN, st.data())
def test_those_asked_for_are_told(run: set[int], data: st.DataObject) -> None:
    keys = ascending(run)
    answers = np.arange(len(keys), dtype=np.int16)
    asked = ascending(set(data.draw(st.lists(st.sampled_from(sorted(run)), unique=True))) if run else set())
    assert np.array_equal(select_answers_of_keys(keys, answers, asked), answers[np.searchsorted(keys, asked)])


@settings(max_examples=100)
@given(RUN, RUN)
def test_what_is_new_in_a_run(run: set[int], known: set[int]) -> None:
    assert subtract_runs(ascending(run), ascending(known)).tolist() == sorted(run - known)


@pytest.mark.parametrize("stranger", [0, 5, 99])
def test_one_that_is_not_there_is_noticed(stranger: int) -> None:
    with pytest.raises(DamagedScratch, match="in no bucket of its tier"):
        select_answers_of_keys(ascending({2, 7}), np.zeros(2, np.int16), ascending({7, stranger}))

"""Columns of Arrow as arrays, and which of their places are null: as Arrow says itself, without pandas."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest

import zermelo
from zermelo.solver.storage.arrow_buffers import as_numpy, make_valid_mask

pytestmark = pytest.mark.quick


@pytest.mark.parametrize(
    "kind", ["int8", "uint8", "int16", "uint16", "int32", "int64", "uint64", "float32", "float64"]
)
def test_numbers(kind: str) -> None:
    whole = pa.array(range(20), kind)
    chunked = (pa.chunked_array([whole, whole.slice(5)]), pa.chunked_array([], kind))
    for column in (whole, whole.slice(3, 9), whole.slice(0, 0), *chunked):
        own, arrows = as_numpy(column), column.to_numpy()
        assert own.dtype == arrows.dtype and own.tolist() == arrows.tolist()
        assert make_valid_mask(column).tolist() == [True] * len(column)


def test_texts_and_nulls() -> None:
    column = pa.chunked_array([["a", "b"], ["(1, 2)"]])
    assert as_numpy(column).dtype == object and as_numpy(column).tolist() == ["a", "b", "(1, 2)"]
    listed = [1, None, 3, None, *range(30), None]
    for column in (
        pa.array(listed, pa.int16()),
        pa.array(listed, pa.int16()).slice(1, 20),
        pa.chunked_array([[None, 2], [3]]),
    ):
        there = make_valid_mask(column)
        assert there.tolist() == [each is not None for each in column.to_pylist()]
        known = [each for each in column.to_pylist() if each is not None]
        assert as_numpy(column)[there].tolist() == known and there.dtype == np.bool_


def test_an_answer_loads_no_pandas(store: Path) -> None:
    zermelo.solve("tic_tac_toe", store=store)
    code = "import sys, zermelo; print(zermelo.open('tic_tac_toe').value(), 'pandas' in sys.modules)"
    environment = {**os.environ, "ZERMELO_STORE": str(store)}
    ran = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    assert ran.stdout == "draw in 9 False\n"

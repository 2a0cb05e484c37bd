"""How many bytes a position takes in a solution's files, from a tier that is counted and written."""

import tempfile
from pathlib import Path
from typing import Final

import numpy as np

from zermelo.compiler import Program
from zermelo.core.budget import Budget
from zermelo.graph.enumeration import start_keys
from zermelo.graph.expansion import Expansion
from zermelo.graph.slices import Workers
from zermelo.solution.files import write_block
from zermelo.solution.records import Block
from zermelo.storage.shelf import Shelf

ENOUGH: Final = 300_000  # positions of a tier that is written
MOST_TIERS: Final = 10_000  # of a game that goes on and on
# Bytes of an answer, of which nobody knows before how well they pack: the median of seven solved games, which
# take 0.19 (four in a row on 4x4) to 0.46 (clobber 4x4) of a byte.
ANSWER: Final = 0.39


def bytes_a_position(program: Program, budget: Budget) -> float:
    """Return what a position takes with its answer, by the largest of the first tiers.

    How well positions pack hangs on how many of all numbers they are, which is not the same in every tier: of
    seven solved games it tells the bytes within 8 %.
    """
    with Workers(budget) as workers, Shelf(budget) as shelf:
        expansion = Expansion(program, shelf, workers)
        positions = largest = start_keys(program)
        for _ in range(MOST_TIERS):
            positions = expansion.next_tier(positions, [len(positions)] * 3)
            if len(positions) > len(largest):
                largest = positions
            if not 0 < len(positions) < ENOUGH:
                break
    with tempfile.TemporaryDirectory(prefix="zermelo-") as folder:
        largest = np.sort(largest)
        alone, all_of_them = (
            write_block(
                Path(folder) / f"{len(part)}.parquet",
                Block(part, np.zeros(len(part), np.int8), np.zeros(len(part), np.uint16)),
            )["bytes"]
            for part in (largest[:1], np.concatenate([largest, largest[-1:]]))
        )
    packed: float = (all_of_them - alone) / len(largest)  # what every file has is no position's
    return packed + ANSWER

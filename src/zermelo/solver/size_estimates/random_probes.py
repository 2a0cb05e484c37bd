"""Random lines of play that represent a whole tier, to estimate how many positions follow one.

A crowd of lines, as if drawn evenly from a tier's positions, is extended by every move. A child with d
parents is met d times, so it counts 1/d. The sum over the crowd is the growth of the tier, and the next crowd
is drawn with those weights, which makes it even again. The parents are those that the line itself shows when
its moves change places (`solver.kernels.line_extension`). Where more are missed, the growth comes out too
large, by a factor that tiers of known size show.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from zermelo.compiler.kernel_binders import Program
from zermelo.compiler.kernels import DONE
from zermelo.core.game import has
from zermelo.solver.graph.thread_slices import Workers, split_into_spans
from zermelo.solver.kernels.line_extension import build_extend_lines_kernel

LONGEST = 40  # moves of a line that are kept; earlier ones can no longer change places
ROOM = 1 << 16  # children of a share of the crowd at once


class SuccessorMeans(NamedTuple):
    """Mean numbers of successors of a position of a tier."""

    different: float  # positions, as often as the next tier is larger
    moves: float  # children with their copies


def yield_successor_means_by_tier(
    program: Program, workers: Workers, later: int, seed: int = 1913, *, early: int = 0, crowd: int = 0
) -> Iterator[SuccessorMeans]:
    """Yield for each tier what follows a position of it, until play ends.

    `later` lines stand for a tier, `crowd` lines for each of the first `early` ones, which take little time.
    """
    kernel = program.kernel(build_extend_lines_kernel)
    chance = np.random.default_rng(seed)
    crowd = crowd if early else later
    starts = sorted({program.key_of_position(start) for start in program.game.starts()})
    origins = np.resize(np.array(starts, np.int64), crowd)
    lines = np.zeros((crowd, LONGEST + 1), np.int64)
    stride = 1 if has(program.game, "mover") else 2
    length = tier = 0
    while True:

        def extend(span: tuple[int, int], length: int = length) -> list[Any]:
            return _extend_lines(kernel, origins, lines, span, length, stride)  # noqa: B023  # called at once

        shares = workers.map_items(extend, split_into_spans(crowd, -(-crowd // (4 * workers.threads))))
        parts = [part for share in shares for part in share]
        from_line, by_move, ways = (np.concatenate(column) for column in zip(*parts, strict=True))
        if not len(ways):
            return
        order = chance.permutation(len(ways))  # equal lines have equal children: even steps would take one
        reached = np.cumsum(1 / ways[order])
        yield SuccessorMeans(float(reached[-1] / crowd), len(ways) / crowd)
        tier += 1
        share = reached[-1] / (crowd if tier < early else later)
        crowd = crowd if tier < early else later
        points = (np.arange(crowd) + chance.random(crowd)) * share
        drawn = order[np.minimum(np.searchsorted(reached, points), len(ways) - 1)]
        origins, lines = origins[from_line[drawn]], lines[from_line[drawn]]
        lines[:, length] = by_move[drawn]
        if length < LONGEST:
            length += 1
        else:
            origins, lines = _advance_line_origins(program, origins, lines)


def _extend_lines(
    kernel: Any, origins: Any, lines: Any, span: tuple[int, int], length: int, stride: int
) -> list[tuple[Any, ...]]:
    """Return what a share of the crowd reaches, in parts: its lines, moves, and numbers of parents."""
    begin, end = span
    work = np.empty(length + 2, np.int64), np.empty(length + 1, np.int64)
    parts: list[tuple[Any, ...]] = []
    room = ROOM
    while begin < end:
        reached = np.empty(room, np.int32), np.empty(room, np.int64), np.empty(room, np.int32)
        begin, made, status = kernel(origins, lines, begin, end, length, stride, work, reached)
        parts.append(tuple(column[:made] for column in reached))
        if status != DONE and not made:
            room *= 8
    return parts


def _advance_line_origins(program: Program, origins: Any, lines: Any) -> tuple[Any, Any]:
    """Return the crowd with each line's first move made for good."""
    game = program.game
    moved = [
        program.key_of_position(game.play(program.position_of_key(origin), int(line[0])))
        for origin, line in zip(origins, lines, strict=True)
    ]
    return np.array(moved, np.int64), np.roll(lines, -1, axis=1)

"""The check that machine code and the rules of a game of chance agree about single positions.

A position decides, rolls dice, or is at its end. It is asked through the kernel that walks the whole graph,
so what is compared is what will be used.
"""

import random
from itertools import repeat
from typing import Any

import numpy as np

from zermelo.compiler.guards.checked_rules import CheckedExpansion, CheckedRules
from zermelo.compiler.guards.error_reports import describe_position
from zermelo.compiler.guards.running_positions import track_kernel_positions
from zermelo.compiler.guards.symmetry_classes import build_representative_function
from zermelo.compiler.kernel_binders import Program
from zermelo.compiler.kernels.chance_graph_kernels import CHANCE, DECISION, END, build_expand_graph_kernel
from zermelo.compiler.kernels.forward_expansion import EMPTY
from zermelo.compiler.kernels.topological_order import build_rehash_kernel
from zermelo.core.errors import BadRules
from zermelo.core.game import Game

PLAYS, PLIES, ROOM = 8, 100, 4096  # of the guard

Arrays = tuple[Any, Any, Any, Any, Any]  # heads, kinds, ends, children, weights


Edge = tuple[float, Any, bool]  # probability or points, the position it leads to, does the mover change?


def find_position_kind_and_edges(game: Game, position: Any) -> tuple[int, int, list[Edge]]:
    """Return (kind, what an end is worth, edges) of one position, asked of the rules themselves.

    Raises `BadRules` where they raise or break the contract.
    """
    return convert_expansion_to_edges(CheckedRules(game).expand(position))


def convert_expansion_to_edges(expansion: CheckedExpansion) -> tuple[int, int, list[Edge]]:
    """Return (kind, what an end is worth, edges), as kernels have them."""
    if expansion.end is not None:
        return END, expansion.end, []
    flips = repeat(True) if expansion.signs is None else [sign < 0 for sign in expansion.signs]
    if expansion.probabilities is not None:
        return CHANCE, 0, list(zip(expansion.probabilities, expansion.children, flips, strict=False))
    gains = repeat(0.0) if expansion.gains is None else map(float, expansion.gains)
    return DECISION, 0, list(zip(gains, expansion.children, flips, strict=False))


def check_compiled_chances(program: Program, seed: int) -> None:
    """Raise `BadRules` at the first position of random play where compiled and own rules differ."""
    if not program.native:
        return
    fact = f"guarded-chances-{[program.key_of_position(start) for start in program.game.starts()][:4]}"
    if program.has_fact(fact):
        return
    chance = random.Random(seed)
    starts = [program.key_of_position(start) for start in program.game.starts()]
    for _ in range(PLAYS):
        key = chance.choice(starts)
        for _ in range(PLIES):
            children = compare_chances_at(program, key)
            if not children:
                break
            key = chance.choice(children)
    program.store_fact(fact)


def compare_chances_at(program: Program, key: int) -> list[int]:
    """Return the keys that a position's edges lead to; raise `BadRules` where compiled rules have others."""
    canonical, position = build_representative_function(program.game), program.position_of_key(key)
    kind, end, edges = find_position_kind_and_edges(program.game, position)
    own = [(program.key_of_position(canonical(child)), flips, weight) for weight, child, flips in edges]
    with track_kernel_positions(program, [key]):
        found = _expand_compiled_chances(program, key)
    if found != (kind, end, own) and len(own) <= ROOM:
        where = describe_position(program.game, position)
        raise BadRules(
            f"{program.game!r}: compiled rules and the interpreter differ at position {where}: "
            "integers beyond 63 bits? use --interpreted"
        )
    return [child for child, _, _ in own]


def _expand_compiled_chances(program: Program, key: int) -> tuple[int, float, list[tuple[int, bool, float]]]:
    """Return the kind, the end and the edges of one position, as compiled rules have them."""
    found, table = np.full(2 * ROOM, key, np.int64), np.full(4 * ROOM, EMPTY, np.int32)
    program.shared_kernel(build_rehash_kernel)(table, found, 1)
    graph = allocate_graph_arrays(1, ROOM)
    program.kernel(build_expand_graph_kernel)(found, table, graph, 0, 1, 1)
    heads, kinds, ends, children, weights = (array.tolist() for array in graph)
    edges = [
        (int(found[child if child >= 0 else ~child]), child < 0, weight)
        for child, weight in zip(children[: heads[1]], weights[: heads[1]], strict=True)
    ]
    return kinds[0], ends[0], edges


def allocate_graph_arrays(places: int, edges: int) -> Arrays:
    """Return the arrays of a graph of so many places and edges."""
    return (
        np.zeros(places + 1, np.int64),
        np.zeros(places, np.int8),
        np.zeros(places, np.float64),
        np.zeros(edges, np.int32),
        np.zeros(edges, np.float64),
    )

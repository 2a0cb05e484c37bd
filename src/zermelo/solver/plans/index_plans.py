"""Plans of games with a perfect index: the number of places is known, the rest estimated from a sample."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np

from zermelo.compiler.kernel_binders import Program
from zermelo.core.budget import Budget
from zermelo.core.game import has
from zermelo.core.rule_queries import is_finished
from zermelo.solver.graph.position_slots import build_slots_of_index
from zermelo.solver.methods.indexed_value_iteration import BYTES_A_BOUND, BYTES_AN_EDGE
from zermelo.solver.methods.predecessor_sources import (
    BYTES_A_SLOT,
    PredecessorSource,
    compute_link_bytes,
    find_fastest_predecessor_source,
    has_usable_parents,
    sample_moves,
)
from zermelo.solver.plans.bucket_capacity import compute_least_task_memory
from zermelo.solver.plans.bucket_plans import LEAST_BRANCHING, LOOP_PLACE, scale_plan_to_buckets
from zermelo.solver.plans.solve_plan import (
    FILE,
    LEVELS,
    PROCESS,
    Plan,
    ResourceNeeds,
    make_plan,
    round_up_gigabytes,
)
from zermelo.solver.size_estimates.growth_estimate import GrowthEstimate

MESSAGE = 2.5e-8  # seconds to send a position a message, on one core
INDEX_SAMPLE = 300_000  # places of an index that are looked at
CHANCE_SAMPLE = 1_000  # places of an index whose throws are counted, by the interpreter
ROLLING, AVERAGING, SWEEPS = 8e-8, 1.1e-8, 90  # seconds an edge to make and to weigh, and how often (Ur)
RANKED_PLACE, RANKED_MOVE = 4, 12  # bytes on disk meanwhile: of a rank, of a move inside the largest tier
FILE_OF_VALUES = 8  # bytes an expectation on disk, which cannot be packed


def plan_index_solve(program: Program, budget: Budget, nodes: float, *, by_buckets: bool) -> Plan:
    """Plan a game with a perfect index: how many places it has is known."""
    game: Any = program.game
    places = build_slots_of_index(program)
    look = sample_moves(places, 0, places.place_count, INDEX_SAMPLE)
    largest = max(after - before for before, after in pairwise(places.bounds))
    moves = look.branching * places.place_count
    in_place = has_usable_parents(game)
    width = (2 if game.scored else 1) if in_place else (4 if game.scored else 2)
    kept = width * places.place_count
    source = find_fastest_predecessor_source(
        game, largest, look.branching * largest, budget.memory - kept - PROCESS
    )
    lean = kept + (0 if in_place else int(BYTES_A_SLOT * largest)) + PROCESS
    wide = kept + compute_link_bytes(largest, look.branching * largest) + PROCESS
    memory = wide if source is PredecessorSource.LINKS else lean
    rounds = (
        1 + LEVELS
        if source is PredecessorSource.AGAIN
        else 1
        if has(game, "neighbour_indexes_in_tier")
        else 2
    )
    pace = (look.pace * rounds + (0 if in_place else MESSAGE)) / budget.threads
    legal = look.share * places.place_count
    exact = places.place_count <= INDEX_SAMPLE
    growth = GrowthEstimate(
        [legal], [1.0], [moves / max(1.0, legal)], exact, factor=1 if exact else 1.05, exact=1
    )
    fits = memory <= budget.memory
    disk = int(FILE * places.place_count)
    needs = ResourceNeeds(moves * pace, memory, memory, disk, fits)
    advice = (
        [] if fits else [f"--memory {round_up_gigabytes(memory)}GB, on a larger machine", "less material"]
    )
    if source is PredecessorSource.AGAIN:
        advice.append(f"--memory {round_up_gigabytes(wide)}GB, or parents(), would be far faster")
    method = f"retrograde analysis over a perfect index of {places.place_count:,}, {source.value}"
    made = make_plan(game, budget, growth, nodes, method, needs, advice)
    if not by_buckets or (fits and source is not PredecessorSource.AGAIN):
        return made
    room = RANKED_PLACE * places.place_count + (LOOP_PLACE + RANKED_MOVE * look.branching) * largest
    return _plan_index_solve_in_buckets(made, room, budget, rounds)


def _plan_index_solve_in_buckets(made: Plan, disk: float, budget: Budget, rounds: float = 1.0) -> Plan:
    """Return the plan of a solve over an index that does not fit, by buckets, which look once at all moves.

    How much longer this takes than in memory depends on the numbers of levels and buckets, from 1.1 to more
    than 47 times. So the planned time is a lower bound.
    """
    least = PROCESS + compute_least_task_memory(LEAST_BRANCHING)
    if budget.memory < least:
        return made
    room = made.disk + int(disk)
    return scale_plan_to_buckets(made, made.method, least, (room, room), 1 / rounds, sure=False)


def plan_chance_index_solve(program: Program, budget: Budget, *, by_buckets: bool) -> Plan:
    """Plan a game of chance with a perfect index: the edges are estimated from a sample of its places."""
    game: Any = program.game
    places = build_slots_of_index(program)
    positions = edges = 0
    sampled = sorted({int(place) for place in np.linspace(0, places.place_count - 1, CHANCE_SAMPLE)})
    for place in sampled:
        position = places.position_at(place)
        if position != -1:
            positions += 1
            edges += sum(1 for _ in _iterate_edges_of_position(game, position))
    share, branching = positions / len(sampled), edges / max(1, positions)
    largest = max(after - before for before, after in pairwise(places.bounds))
    legal = share * places.place_count
    a_place = 4 + BYTES_AN_EDGE * branching * share
    memory = int((BYTES_A_BOUND + 8) * places.place_count + a_place * largest) + PROCESS
    seconds = legal * branching * (ROLLING + SWEEPS * AVERAGING) / budget.threads
    exact = len(sampled) == places.place_count
    growth = GrowthEstimate([legal], [1.0], [branching], exact, factor=1 if exact else 1.05, exact=1)
    fits = memory <= budget.memory
    needs = ResourceNeeds(seconds, memory, memory, int(FILE_OF_VALUES * legal), fits)
    advice = (
        []
        if fits
        else [f"--memory {round_up_gigabytes(memory)}GB, on a larger machine", "smaller parameters"]
    )
    method = f"value iteration over a perfect index of {places.place_count:,}"
    made = make_plan(game, budget, growth, 0.0, method, needs, advice)
    if fits or not by_buckets:
        return made
    disk = BYTES_A_BOUND * places.place_count + (LOOP_PLACE + BYTES_AN_EDGE * branching) * largest
    return _plan_index_solve_in_buckets(made, disk, budget)


def _iterate_edges_of_position(game: Any, position: Any) -> Iterator[Any]:
    """Yield what a place of a game of chance leads to, by a throw and a move."""
    if is_finished(game, position):
        return
    thrown = False
    for _, child in game.chances(position):
        thrown = True
        yield from [child] if game.rank(child) >= 0 else game.moves(child)
    if not thrown:
        yield from game.moves(position)

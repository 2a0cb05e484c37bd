"""Plan the solve of a game before it runs: positions, bytes, time and method.

Positions come from `solver.size_estimates.growth_estimate`, or from a perfect index. Time is what this
machine needs for a child, forwards and backwards, measured on tiers that were counted; bytes are what the
solver keeps, as `solver.runs.slot_answers` keeps it.
"""

import dataclasses
import random
import time
from collections.abc import Callable
from itertools import pairwise
from typing import Any, Final

import msgspec
import numpy as np

from zermelo.compiler.game_compiler import compile_game, interpret_game
from zermelo.compiler.guards.starting_positions import list_checked_starts
from zermelo.compiler.guards.symmetry_classes import are_starts_closed_under_symmetry
from zermelo.compiler.kernel_binders import Program
from zermelo.core.budget import Budget
from zermelo.core.errors import CannotCompile
from zermelo.core.game import Game, has
from zermelo.core.game_kind import ByKind
from zermelo.core.requirements import check_question, refuse_games_with_dice
from zermelo.core.system.directories import store_directory
from zermelo.core.values import LARGEST_REMOTENESS
from zermelo.solver.graph.longest_path_tiers import LARGEST
from zermelo.solver.graph.thread_slices import Workers
from zermelo.solver.graph.tier_expansion import LARGE_BUFFER, SMALL_BUFFER
from zermelo.solver.graph.tiered_graph import TieredGraph
from zermelo.solver.kernels.position_folds import NARROW, SCORE, VALUE, WIDE
from zermelo.solver.methods.backward_induction import FoldQuestion, solve_tier_from_later_answers
from zermelo.solver.methods.depth_first_induction import BYTES_A_SLOT as BYTES_A_SLOT_WALKED
from zermelo.solver.methods.depth_first_induction import lacks_short_tiers, solve_depth_first
from zermelo.solver.methods.predecessor_sources import (
    BYTES_A_SLOT,
    PredecessorSource,
    compute_link_bytes,
    find_fastest_predecessor_source,
)
from zermelo.solver.plans.bucket_plans import plan_cyclic_solve_in_buckets, plan_solve_in_buckets
from zermelo.solver.plans.index_plans import plan_chance_index_solve, plan_index_solve
from zermelo.solver.plans.solve_plan import (
    FILE,
    KEY,
    LEVELS,
    PROCESS,
    Plan,
    ResourceNeeds,
    add_plan_verdict,
    make_plan,
    round_up_gigabytes,
)
from zermelo.solver.runs.solve_game import choose_solve_program
from zermelo.solver.runs.value_tallies import tally_tier
from zermelo.solver.size_estimates.growers import (
    EARLY_CROWD,
    InterpretedGrower,
    NativeGrower,
    list_children,
)
from zermelo.solver.size_estimates.growth_estimate import GrowthEstimate, estimate_growth
from zermelo.solver.sorted_keys.key_directory import Keys, make_key_directory
from zermelo.solver.storage.array_store import ArrayStore
from zermelo.solver.storage.disk_quota import count_free_bytes

LIMIT, SAMPLE, SECONDS = 5_000_000, 300_000, 6.0  # compiled: classes counted, sampled, seconds of processors
PLAIN_LIMIT, PLAIN_SAMPLE, PLAIN_SECONDS = 100_000, 3_000, 3.0  # interpreted
INTERPRETED_TIMEOUT = 0.25  # seconds of a sampled tier, of which cram 10x10 has 50
QUICK_LIMIT, QUICK_SAMPLE, QUICK_SECONDS = 2_000_000, 50_000, 2.5  # asked in passing
QUICK_CROWD = EARLY_CROWD // 4  # lines of probing: Connect Four 7x6 still comes out within 1.2 of the truth
PROBES, PROBING_SECONDS = 2_000, 0.5  # of the game tree
PROBING_LONGEST = 8  # times that until a line is given up, and all later ones with it
TIMED = 1_000_000  # positions of a tier on which the way back is timed

# Bytes a class, from the arrays that the solver holds at once.
TABLE, SORTING, ORDERED, PLAIN = 21, 26, 56, 700
WALKING = 4 * BYTES_A_SLOT_WALKED  # arrays that double
OWN = 1 << 30  # planning takes up to so much more for itself, however small the budget of the solve
ORDERING = 5.0  # times the forward pass: discovering, counting ways and peeling are one thread's work
RETROGRADE = 3.5  # times the forward pass: finding, looking ahead, and the way back (Teeko, quixo)
CLOSING = 32  # bytes a class while positions are found: a table that doubles
BACKWARD = 2.0  # times the forward pass, where it could not be measured


def plan_solve(
    game: Game,
    budget: Budget,
    *,
    interpreted: bool | None = None,
    quick: bool = False,
    by_buckets: bool = True,
) -> Plan:
    """Return what solving `game` will take within `budget`; a few seconds, however large the game is.

    It fits where the memory suffices, and the disk that is free and may be taken, and it ends within a day.
    `quick` counts less, leaves out the
    game tree and does not time the way back. `by_buckets` is whether tiers that are larger than memory may be
    solved bucket by bucket. Raises `BadRules` where the rules break the contract.
    """
    made = _plan_solve_unchecked(game, budget, interpreted, quick=quick, by_buckets=by_buckets)
    free = count_free_bytes(store_directory(), budget.disk)
    if budget.disk is not None and made.least_disk > budget.disk:
        advice = f"--disk {round_up_gigabytes(made.least_disk * made.factor**0.5)}GB"
        made = msgspec.structs.replace(made, advice=(*made.advice, advice))
    return add_plan_verdict(made, free)


def _plan_solve_unchecked(
    game: Game, budget: Budget, interpreted: bool | None, *, quick: bool, by_buckets: bool
) -> Plan:
    list_checked_starts(game)
    if not has(game, "rank"):
        refuse_games_with_dice(game, "plans are")
    check_question(game, "plan")
    reason = "it was asked to interpret the rules" if interpreted else ""
    program: Program | None = None
    if not interpreted:
        try:
            program = choose_solve_program(game, interpreted) or compile_game(
                game
            )  # which says why it cannot be
        except CannotCompile as error:
            reason = str(error)
    return PLANNERS.choose(game)(
        game, budget, program, reason, quick=quick, by_buckets=by_buckets and program is not None
    )


def _plan_dice_solve(
    game: Game, budget: Budget, program: Program | None, reason: str, *, quick: bool, by_buckets: bool
) -> Plan:
    return plan_chance_index_solve(program or interpret_game(game), budget, by_buckets=by_buckets)


def _plan_integer_solve(
    game: Game, budget: Budget, program: Program | None, reason: str, *, quick: bool, by_buckets: bool
) -> Plan:
    nodes = 0.0 if quick else estimate_tree_size(game)
    if has(game, "rank"):
        return plan_index_solve(program or interpret_game(game), budget, nodes, by_buckets=by_buckets)
    if program is None:
        return _plan_interpreted(game, budget, nodes, reason, QUICK_SECONDS if quick else PLAIN_SECONDS)
    walked = _plan_depth_first_walk(program, budget, nodes, QUICK_LIMIT if quick else LIMIT)
    if walked is not None:
        return walked
    growth, backward = measure_growth(program, budget, quick=quick)
    make_plan = REPEATING_PLANS.choose(game) if growth.repeats else _plan_ending_play
    return make_plan(game, budget, growth, backward, nodes, by_buckets)


def _plan_depth_first_walk(program: Program, budget: Budget, nodes: float, limit: int) -> Plan | None:
    """Return the plan of a game that a depth-first walk solves, from that walk; None of any other."""
    game = program.game
    if not lacks_short_tiers(game):
        return None
    began = time.perf_counter()
    own = dataclasses.replace(budget, memory=max(budget.memory, budget.base + OWN))
    with Workers(own) as workers, ArrayStore(own) as array_store:
        walked = solve_depth_first(program, array_store, workers, limit)
        if walked is None:
            return None
        (keys, answers), question = walked
        seconds = time.perf_counter() - began
        positions = tally_tier(program, keys, answers, question.parameter, workers).positions
    count = len(keys)
    whole = are_starts_closed_under_symmetry(game)
    growth = GrowthEstimate([float(count)], [positions / count if whole else 1.0], exact=1, finished=True)
    memory = WALKING * count + PROCESS
    needs = ResourceNeeds(seconds, memory, memory, (FILE + KEY) * count, memory <= budget.memory)
    how = "backward induction, in one depth-first walk"
    advice = _list_memory_advice(game, growth, needs.fits, True, memory, budget.memory)
    return make_plan(game, budget, growth, nodes, how, needs, advice)


def _plan_repeating_play(
    game: Game, budget: Budget, growth: GrowthEstimate, _: float, nodes: float, by_buckets: bool
) -> Plan:
    made = _plan_retrograde(game, budget, growth, nodes)
    if not by_buckets or made.least_memory <= budget.memory or growth.is_lower_bound or game.scored:
        return made
    return plan_cyclic_solve_in_buckets(made, growth, budget)


def _plan_ending_play(
    game: Game, budget: Budget, growth: GrowthEstimate, backward: float, nodes: float, by_buckets: bool
) -> Plan:
    ordered = growth.repeats
    ways = growth.pace * (ORDERING + BACKWARD) if ordered else growth.pace + backward
    seconds = growth.child_count * ways
    made = _plan_backward_induction(game, budget, growth, nodes, seconds, ordered)
    if ordered or not by_buckets or made.least_memory <= budget.memory:  # what may fit is tried in memory
        return made
    return plan_solve_in_buckets(made, growth, budget, wide=game.scored)


PLANNERS: Final = ByKind("plan of a solve", _plan_integer_solve, dice=_plan_dice_solve)
REPEATING_PLANS: Final = ByKind(
    "plan where plies do not order positions", _plan_repeating_play, gains=_plan_ending_play
)


def measure_growth(program: Program, budget: Budget, *, quick: bool = False) -> tuple[GrowthEstimate, float]:
    """Return how a game grows, and the seconds of the way back for a child, by `budget.threads` threads."""
    own = dataclasses.replace(budget, memory=max(budget.memory, budget.base + OWN))
    with Workers(own) as workers, ArrayStore(own) as array_store:
        crowd = QUICK_CROWD if quick else EARLY_CROWD
        grower = NativeGrower(program, array_store, workers, early_crowd=crowd)
        limit, sample, seconds = (
            (QUICK_LIMIT, QUICK_SAMPLE, QUICK_SECONDS) if quick else (LIMIT, SAMPLE, SECONDS)
        )
        growth = estimate_growth(
            grower, limit=limit, sample=sample, seconds=seconds, check=lambda: _check_cancelled(budget)
        )
        if quick or growth.repeats or min(growth.exact, len(grower.tiers)) < 2 or growth.pace == 0:
            return growth, BACKWARD * growth.pace
        return growth, _measure_backward_pace(program, grower, growth, array_store, workers)


def _check_cancelled(budget: Budget) -> None:
    budget.report("plan", 0)


def prepare_backward_pass(
    program: Program, size: int, following: Keys, array_store: ArrayStore, workers: Workers
) -> Callable[[Keys], Any]:
    """Return what finds answers of some of a tier's `size` positions, where all that follow are draws."""
    question = FoldQuestion(SCORE, WIDE) if program.game.scored else FoldQuestion(VALUE, NARROW)
    answers: Any = np.zeros(len(following), question.fold.column)
    later = (following, answers, *make_key_directory(program, following, workers))
    graph = TieredGraph(program, array_store, [size])
    return lambda positions: solve_tier_from_later_answers(graph, question, positions, later, workers)


def _measure_backward_pace(
    program: Program, grower: NativeGrower, growth: GrowthEstimate, array_store: ArrayStore, workers: Workers
) -> float:
    """Return the seconds of the backward pass for a child, on the largest tiers that were counted."""
    counted = min(growth.exact, len(grower.tiers))
    sizes = [len(tier) if len(tier) <= TIMED else 0 for tier in grower.tiers[: counted - 1]]
    largest = sizes.index(max(sizes))
    parents, keys = grower.tiers[largest], grower.tiers[largest + 1]
    solve = prepare_backward_pass(program, len(parents), keys, array_store, workers)
    solve(parents[:1])  # loads the kernel
    began = time.perf_counter()
    solve(parents)
    made = max(1.0, len(parents) * growth.branching[largest])
    return (time.perf_counter() - began) / made


def _plan_backward_induction(
    game: Game, budget: Budget, growth: GrowthEstimate, nodes: float, seconds: float, ordered: bool
) -> Plan:
    """Compare what it needs with the budget, and say what would help."""
    width = 4 if game.scored else 2
    small = max(growth.sizes) < SMALL_BUFFER
    buffers = 16 * (SMALL_BUFFER if small else LARGE_BUFFER) * budget.threads  # of the forward pass
    if ordered:
        memory = least = int(ORDERED * growth.class_count) + buffers + PROCESS
        possible = growth.class_count < LARGEST
    else:
        pairs = [*pairwise(growth.sizes), (growth.sizes[-1], 0.0)]
        forwards = max(KEY * tier + TABLE * after for tier, after in pairs) + buffers
        backwards = max((KEY + width + SORTING) * tier + (KEY + width + 4) * after for tier, after in pairs)
        least = int(max(forwards, backwards)) + PROCESS
        memory = int(KEY * growth.class_count) + least
        possible = True
    disk = int((FILE + KEY) * growth.class_count)
    fits = possible and not growth.is_lower_bound and least * growth.factor**0.5 <= budget.memory
    needs = ResourceNeeds(seconds, memory, least, disk, fits)
    advice = _list_memory_advice(game, growth, fits, ordered, least, budget.memory)
    how = "backward induction, " + ("ordered whole in memory" if ordered else "tier by tier")
    return make_plan(game, budget, growth, nodes, how, needs, advice)


def _plan_retrograde(game: Game, budget: Budget, growth: GrowthEstimate, nodes: float) -> Plan:
    """Plan a game in which play may cycle: all its positions are held at once."""
    places, moves = growth.class_count, growth.child_count
    width = 4 if game.scored else 2
    small = max(growth.sizes) < SMALL_BUFFER
    buffers = 16 * (SMALL_BUFFER if small else LARGE_BUFFER) * budget.threads
    finding = int(CLOSING * places) + 2 * buffers
    kept = int((2 * KEY + width + 8) * places)
    lean = max(finding, kept + int(BYTES_A_SLOT * places)) + PROCESS
    wide = max(lean, kept + compute_link_bytes(places, moves) + PROCESS)
    source = find_fastest_predecessor_source(game, places, moves, budget.memory - kept - PROCESS)
    seconds = moves * growth.pace * (RETROGRADE if source is not PredecessorSource.AGAIN else 1 + LEVELS)
    memory = wide if source is PredecessorSource.LINKS else lean
    fits = not growth.is_lower_bound and places < LARGEST and memory * growth.factor**0.5 <= budget.memory
    needs = ResourceNeeds(seconds, memory, memory, int((FILE + KEY + width) * places), fits)
    advice = _list_memory_advice(game, growth, fits, True, memory, budget.memory)
    if source is PredecessorSource.AGAIN and fits:
        advice.append(
            f"--memory {round_up_gigabytes(wide)}GB would let it keep the moves, which is far faster"
        )
    method = f"retrograde analysis, {source.value}"
    return make_plan(game, budget, growth, nodes, method, needs, advice)


def _list_memory_advice(
    game: Game, growth: GrowthEstimate, fits: bool, ordered: bool, least: int, available: int
) -> list[str]:
    if fits:
        return []
    advice = []
    if ordered and not has(game, "tier"):
        advice.append(
            "a tier() that grows where a move cannot be undone would let it be solved tier by tier, "
            "spilled to disk where it grows with every move"
        )
    if not has(game, "symmetries"):
        advice.append("symmetries(), where the game has any, would leave one position of each class")
    if least < 8 * available and not (growth.is_lower_bound and least <= available):
        advice.append(f"--memory {round_up_gigabytes(least * growth.factor**0.5)}GB, on a larger machine")
    advice.append("smaller parameters: `zermelo plan` prints the size for each")
    return advice


def _plan_interpreted(game: Game, budget: Budget, nodes: float, reason: str, seconds: float) -> Plan:
    growth = estimate_growth(
        InterpretedGrower(game),
        limit=PLAIN_LIMIT,
        sample=PLAIN_SAMPLE,
        seconds=seconds,
        timeout=INTERPRETED_TIMEOUT,
        check=lambda: _check_cancelled(budget),
    )
    memory = int(PLAIN * growth.class_count) + PROCESS
    fits = not growth.is_lower_bound and memory * growth.factor**0.5 <= budget.memory
    advice = [f"rules that compile are solved a hundred times faster and smaller: {reason}"]
    needs = ResourceNeeds(
        2 * growth.child_count * growth.pace, memory, memory, int(FILE * growth.class_count), fits
    )
    advice += [] if fits else ["smaller parameters"]
    return make_plan(game, budget, growth, nodes, "backward induction, interpreted", needs, advice)


def estimate_tree_size(game: Game, seed: int = 1913) -> float:
    """Return about how many nodes the trees of all starts have: the mean over random lines (Knuth 1975).

    Each line counts, at each ply, the product of the numbers of moves so far. Few lines of many are
    long, so for large games this is an order of magnitude; 0 where not one line ends in time.
    """
    chance = random.Random(seed)
    starts = list(game.starts())
    began, total, probes = time.monotonic(), 0.0, 0
    while probes < PROBES and time.monotonic() - began < PROBING_SECONDS:
        position, weight, line = chance.choice(starts), float(len(starts)), 0.0
        for _ in range(LARGEST_REMOTENESS):  # play that returns to a position need not end
            line += weight
            children = list_children(game, position)
            if not children or weight > 1e300:
                break
            if time.monotonic() - began > PROBING_LONGEST * PROBING_SECONDS:
                return total / max(1, probes)
            weight *= len(children)
            position = chance.choice(children)
        total, probes = total + line, probes + 1
    return total / max(1, probes)

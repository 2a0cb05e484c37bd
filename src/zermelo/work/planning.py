"""What solving a game will take, before it runs: positions, bytes, time and method.

Positions come from `graph.growth`, or from a perfect index. Time is what this machine needs for a child,
forwards and backwards, measured on tiers that were counted; bytes are what the solver keeps, as
`work.place_answers` keeps it.
"""

import dataclasses
import math
import random
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from zermelo.compiler import Program, interpret_game
from zermelo.core.budget import Budget
from zermelo.core.errors import CannotCompile
from zermelo.core.game import Game, has
from zermelo.core.requirements import refuse_chances, refuse_payoffs
from zermelo.core.rules import is_finished
from zermelo.core.values import LARGEST_REMOTENESS
from zermelo.graph.directory import make_directory
from zermelo.graph.expansion import LARGE_BUFFER, SMALL_BUFFER
from zermelo.graph.growth import EARLY_CROWD, Growth, NativeGrower, PlainGrower, ask, grow
from zermelo.graph.ordering import LARGEST
from zermelo.graph.places import places_of_index
from zermelo.graph.slices import Workers
from zermelo.graph.tiers import Graph
from zermelo.kernels.folds import NARROW, SCORE, VALUE, WIDE
from zermelo.solvers.backward_induction import Question, sweep
from zermelo.solvers.chance_index import BYTES_A_BOUND, BYTES_AN_EDGE
from zermelo.solvers.sources import (
    BYTES_A_PLACE,
    Source,
    bytes_of_links,
    knows_parents,
    look_ahead,
    source_for,
)
from zermelo.storage.shelf import Shelf
from zermelo.work import room
from zermelo.work.room import least_within
from zermelo.work.solving import checked_starts, ready_program

LIMIT, SAMPLE, SECONDS = 5_000_000, 300_000, 6.0  # compiled: classes counted, sampled, seconds of processors
PLAIN_LIMIT, PLAIN_SAMPLE, PLAIN_SECONDS = 100_000, 3_000, 3.0  # interpreted
QUICK_LIMIT, QUICK_SAMPLE, QUICK_SECONDS = 2_000_000, 50_000, 2.5  # asked in passing
QUICK_CROWD = EARLY_CROWD // 4  # lines of probing: Connect Four 7x6 still comes out within 1.2 of the truth
PROBES, PROBING_SECONDS = 2_000, 0.5  # of the game tree
TIMED = 1_000_000  # positions of a tier on which the way back is timed

# Bytes a class, from the arrays that the solver holds at once; the files' as measured.
KEY, TABLE, SORTING, FILE, ORDERED, PLAIN = 8, 21, 26, 1, 56, 700
PROCESS = 250 << 20  # what it holds before it begins, and the kernels that it sets room aside for
OWN = 1 << 30  # planning takes up to so much more for itself, however small the budget of the solve
WRITING = 1.0e-7  # seconds a class to sort, encode and sync, on one core's worth of this solver's threads
ORDERING = 5.0  # times the forward pass: discovering, counting ways and peeling are one thread's work
RETROGRADE = 3.5  # times the forward pass: finding, looking ahead, and the way back (Teeko, quixo)
LEVELS = 40  # at which all moves are looked at again: as long as some games are, and nobody knows before
CLOSING = 32  # bytes a class while positions are found: a table that doubles
MESSAGE = 2.5e-8  # seconds to tell a position of a move, on one core
INDEX_SAMPLE = 300_000  # places of an index that are looked at
CHANCE_SAMPLE = 1_000  # places of an index whose throws are counted, by the interpreter
THROWING, WEIGHING, SWEEPS = 8e-8, 1.1e-8, 90  # seconds an edge to make and to weigh, and how often (Ur)
FILE_OF_VALUES = 8  # bytes an expectation on disk, which cannot be packed
ENDLESS = 1e299  # nodes that random probing counts, at least, where play need not end
ON_DISK = ", buckets of positions on disk"
BUCKETS = 1.6  # times as long where tiers are solved bucket by bucket
LOOPS = 3.0  # the same where play comes round
LOOP_PLACE, LOOP_MOVE = 40, 20  # bytes on disk meanwhile: of a class, of a move
RANKED_PLACE, RANKED_MOVE = 4, 12  # the same over an index: of a rank, of a move inside the largest tier
LEAST_BRANCHING = 8.0
ORDERINGS = 3  # of a tier's keys and answers on disk at once: as they were, by position, and in ranges
BACKWARD = 2.0  # times the forward pass, where it could not be measured


@dataclass(frozen=True)
class Plan:
    """What a solve will take. Figures are right up to `factor`, either way; 1 where all was counted.

    Where play goes round and no end was in sight the plan is `open`: it takes so much at least, and nobody
    knows how much more.
    """

    game: str
    method: str
    positions: float
    classes: float
    tiers: int
    counted: float  # classes that were counted exactly
    factor: float
    nodes: float  # of the game tree, by random probing: an order of magnitude
    seconds: float  # to enumerate and solve
    seconds_writing: float
    memory: int  # bytes that let it run without spilling
    least_memory: int  # bytes below which it cannot run
    budget: int  # bytes it may use
    disk: int  # bytes, of checkpoints while it runs and files afterwards
    least_disk: int  # bytes of it below which it cannot run
    disk_budget: int | None  # bytes that may be taken; None: what is free
    fits: bool
    advice: tuple[str, ...]
    open: bool = False
    by_buckets: bool = False  # tiers are larger than memory: on disk, and worked on bucket by bucket

    @property
    def tree_ends(self) -> bool:
        """Whether random probing came to the end of every line of the game tree."""
        return self.nodes < ENDLESS

    def as_json(self) -> dict[str, Any]:
        """Return the object that `plan --json` prints; `nodes` is null for a tree not probed, or endless."""
        return dataclasses.asdict(self) | {"nodes": self.nodes if self.nodes and self.tree_ends else None}


def plan(
    game: Game,
    budget: Budget,
    *,
    interpreted: bool | None = None,
    quick: bool = False,
    by_buckets: bool = True,
) -> Plan:
    """Return what solving `game` will take within `budget`; a few seconds, however large the game is.

    It fits where the memory suffices, and the disk that may be taken. `quick` counts less, leaves out the
    game tree and does not time the way back. `by_buckets` is whether tiers that are larger than memory may be
    solved bucket by bucket. Raises `BadRules` where the rules break the contract.
    """
    return _held_to_disk(_plan(game, budget, interpreted, quick=quick, by_buckets=by_buckets), budget.disk)


def _held_to_disk(made: Plan, most: int | None) -> Plan:
    """Return the same plan, which does not fit where it needs more disk than it may take."""
    if most is None or made.least_disk <= most:
        return made
    advice = f"--disk {_gigabytes(made.least_disk * made.factor**0.5)}GB"
    return dataclasses.replace(made, fits=False, advice=(*made.advice, advice))


def _plan(game: Game, budget: Budget, interpreted: bool | None, *, quick: bool, by_buckets: bool) -> Plan:
    checked_starts(game)
    if not has(game, "rank"):
        refuse_chances(game, "plans are")
    refuse_payoffs(game, "plans are")
    reason = "it was asked to interpret the rules" if interpreted else ""
    program: Program | None = None
    if not interpreted:
        try:
            program = ready_program(game, interpreted)
        except CannotCompile as error:
            reason = str(error)
    if has(game, "chances"):
        by_buckets = by_buckets and program is not None
        return _plan_chance_index(program or interpret_game(game), budget, by_buckets=by_buckets)
    nodes = 0.0 if quick else probe_tree(game)
    if has(game, "rank"):
        by_buckets = by_buckets and program is not None
        return _plan_index(program or interpret_game(game), budget, nodes, by_buckets=by_buckets)
    if program is None:
        return _plan_plainly(game, budget, nodes, reason, QUICK_SECONDS if quick else PLAIN_SECONDS)
    growth, backward = look_at(program, budget, quick=quick)
    if growth.repeats and not has(game, "gain"):
        made = _plan_retrograde(game, budget, growth, nodes)
        if not by_buckets or made.least_memory <= budget.memory or growth.open or game.scored:
            return made
        return _loops_in_buckets(made, growth, budget)
    ordered = growth.repeats
    forward = growth.pace
    children = growth.children
    seconds = children * forward * (ORDERING + BACKWARD if ordered else 1) + (
        0 if ordered else children * backward.pace
    )
    made = _judged(game, budget, growth, nodes, seconds, ordered)
    if ordered or not by_buckets or made.least_memory <= budget.memory:  # what may fit is tried in memory
        return made
    return _in_buckets(made, growth, budget, wide=game.scored)


def _in_buckets(made: Plan, growth: Growth, budget: Budget, *, wide: bool) -> Plan:
    """Return the plan of the same solve where tiers are on disk and are worked on bucket by bucket.

    `wide` is whether answers have 32 bits.
    """
    branching = growth.children / growth.classes
    least = PROCESS + least_within(branching)
    if budget.memory < least:
        return made
    share = (budget.memory - PROCESS) // budget.threads
    children = _kept_children(growth, min(room.LARGEST, room.bucket_within(share, branching)))
    disk, least_disk = _disk_of_buckets(growth, children, 4 if wide else 2)
    return dataclasses.replace(
        made,
        method=made.method + ON_DISK,
        least_memory=least,
        disk=disk,
        least_disk=least_disk,
        seconds=BUCKETS * made.seconds,
        fits=True,
        advice=(),
        by_buckets=True,
    )


def _loops_in_buckets(made: Plan, growth: Growth, budget: Budget) -> Plan:
    """Return the plan of the same solve where play comes round, bucket by bucket."""
    least = PROCESS + least_within(LEAST_BRANCHING)
    if budget.memory < least:
        return made
    disk = made.disk + int(LOOP_PLACE * growth.classes + LOOP_MOVE * growth.children)
    return dataclasses.replace(
        made,
        method="retrograde analysis by rounds" + ON_DISK,
        least_memory=least,
        disk=disk,
        least_disk=disk,
        seconds=LOOPS * made.seconds,
        fits=True,
        advice=(),
        by_buckets=True,
    )


def _kept_children(growth: Growth, bucket: int) -> list[float]:
    """Return how many children the buckets of each tier keep: in each every one that it leads to once."""
    kept = []
    for tier, size, moves in zip(growth.sizes, [*growth.sizes[1:], 0.0], growth.moves, strict=True):
        buckets = 2.0 ** max(0, math.ceil(math.log2(max(1.0, tier) / bucket)))
        ways = moves * tier / max(1.0, size)  # that lead to a position of the next tier
        kept.append(size * buckets * (1 - (1 - 1 / buckets) ** ways))
    return kept


def _disk_of_buckets(growth: Growth, kept: list[float], width: int) -> tuple[int, int]:
    """Return the bytes that tiers in buckets take at once, and where children are made again on the way back.

    `width` is an answer's. On the way down there are the tiers so far, the next one, and the children of the
    last; on the way back the tiers before, one that is put in order, and what children's buckets told.
    """
    most = least = before = earlier = 0.0
    after = growth.classes
    for tier, size, children in zip(growth.sizes, [*growth.sizes[1:], 0.0], kept, strict=True):
        before, after = before + tier, after - tier
        down = KEY * (before + size + children)
        back = KEY * before + width * tier + (KEY + width) * (ORDERINGS * size + children)
        now = max(down, back + FILE * (after - size))
        most, least = max(most, now + KEY * earlier), max(least, now)
        earlier += children
    return int(most), int(least)


class Back(NamedTuple):
    """What the way back takes, a child: seconds, and seconds of processors."""

    pace: float
    cost: float


def look_at(program: Program, budget: Budget, *, quick: bool = False) -> tuple[Growth, Back]:
    """Return how a game grows and what the way back takes, by `budget.threads` threads."""
    own = dataclasses.replace(budget, memory=max(budget.memory, budget.base + OWN))
    with Workers(own) as workers, Shelf(own) as shelf:
        crowd = QUICK_CROWD if quick else EARLY_CROWD
        grower = NativeGrower(program, shelf, workers, early_crowd=crowd)
        limit, sample, seconds = (
            (QUICK_LIMIT, QUICK_SAMPLE, QUICK_SECONDS) if quick else (LIMIT, SAMPLE, SECONDS)
        )
        growth = grow(grower, limit=limit, sample=sample, seconds=seconds, check=lambda: _check(budget))
        if quick or growth.repeats or growth.exact < 2 or growth.pace == 0:
            return growth, Back(BACKWARD * growth.pace, BACKWARD * growth.cost)
        return growth, _look_back(program, grower, growth, shelf, workers)


def _check(budget: Budget) -> None:
    budget.report("plan", 0)


def _look_back(
    program: Program, grower: NativeGrower, growth: Growth, shelf: Shelf, workers: Workers
) -> Back:
    """Measure the backward pass on the largest tiers that were counted."""
    sizes = [len(tier) if len(tier) <= TIMED else 0 for tier in grower.tiers[: growth.exact - 1]]
    largest = sizes.index(max(sizes))
    parents, keys = grower.tiers[largest], grower.tiers[largest + 1]
    question = Question(SCORE, WIDE) if program.game.scored else Question(VALUE, NARROW)
    answers: Any = np.zeros(len(keys), question.fold.column)
    later = (keys, answers, *make_directory(program, keys, workers))
    graph = Graph(program, shelf, [len(parents)])
    sweep(graph, question, parents[:1], later, workers)  # loads the kernel
    began, working = time.perf_counter(), time.process_time()
    sweep(graph, question, parents, later, workers)
    made = max(1.0, len(parents) * growth.branching[largest])
    return Back((time.perf_counter() - began) / made, (time.process_time() - working) / made)


def _judged(game: Game, budget: Budget, growth: Growth, nodes: float, seconds: float, ordered: bool) -> Plan:
    """Compare what it needs with the budget, and say what would help."""
    width = 4 if game.scored else 2
    small = max(growth.sizes) < SMALL_BUFFER
    buffers = 16 * (SMALL_BUFFER if small else LARGE_BUFFER) * budget.threads  # of the forward pass
    if ordered:
        memory = least = int(ORDERED * growth.classes) + buffers + PROCESS
        possible = growth.classes < LARGEST
    else:
        pairs = [*pairwise(growth.sizes), (growth.sizes[-1], 0.0)]
        forwards = max(KEY * tier + TABLE * after for tier, after in pairs) + buffers
        backwards = max((KEY + width + SORTING) * tier + (KEY + width + 4) * after for tier, after in pairs)
        least = int(max(forwards, backwards)) + PROCESS
        memory = int(KEY * growth.classes) + least
        possible = True
    disk = int((FILE + KEY) * growth.classes)
    fits = possible and least * growth.factor**0.5 <= budget.memory
    needs = _Needs(seconds, memory, least, disk, fits)
    advice = _advice(game, growth, fits, ordered, least, budget.memory)
    how = "backward induction, " + ("ordered whole in memory" if ordered else "tier by tier")
    return _plan_of(game, budget, growth, nodes, how, needs, advice)


def _plan_retrograde(game: Game, budget: Budget, growth: Growth, nodes: float) -> Plan:
    """Plan a game in which play may go round in a circle: all its positions are held at once."""
    places, moves = growth.classes, growth.children
    width = 4 if game.scored else 2
    small = max(growth.sizes) < SMALL_BUFFER
    buffers = 16 * (SMALL_BUFFER if small else LARGE_BUFFER) * budget.threads
    finding = int(CLOSING * places) + 2 * buffers
    kept = int((2 * KEY + width + 8) * places)
    lean = max(finding, kept + int(BYTES_A_PLACE * places)) + PROCESS
    wide = max(lean, kept + bytes_of_links(places, moves) + PROCESS)
    source = source_for(game, places, moves, budget.memory - kept - PROCESS)
    seconds = moves * growth.pace * (RETROGRADE if source is not Source.AGAIN else 1 + LEVELS)
    memory = wide if source is Source.LINKS else lean
    fits = not growth.open and places < LARGEST and memory * growth.factor**0.5 <= budget.memory
    needs = _Needs(seconds, memory, memory, int((FILE + KEY + width) * places), fits)
    advice = _advice(game, growth, fits, True, memory, budget.memory)
    if source is Source.AGAIN and fits:
        advice.append(f"--memory {_gigabytes(wide)}GB would let it keep the moves, which is far faster")
    method = f"retrograde analysis, {source.value}"
    return _plan_of(game, budget, growth, nodes, method, needs, advice)


def _plan_index(program: Program, budget: Budget, nodes: float, *, by_buckets: bool) -> Plan:
    """Plan a game with a perfect index: how many places it has is known."""
    game: Any = program.game
    places = places_of_index(program)
    look = look_ahead(places, 0, places.count, INDEX_SAMPLE)
    largest = max(after - before for before, after in pairwise(places.bounds))
    moves = look.branching * places.count
    in_place = knows_parents(game)
    width = (2 if game.scored else 1) if in_place else (4 if game.scored else 2)
    kept = width * places.count
    source = source_for(game, largest, look.branching * largest, budget.memory - kept - PROCESS)
    lean = kept + (0 if in_place else int(BYTES_A_PLACE * largest)) + PROCESS
    wide = kept + bytes_of_links(largest, look.branching * largest) + PROCESS
    memory = wide if source is Source.LINKS else lean
    rounds = 1 + LEVELS if source is Source.AGAIN else 1 if has(game, "indexes_beside") else 2
    pace = (look.pace * rounds + (0 if in_place else MESSAGE)) / budget.threads
    legal = look.share * places.count
    exact = places.count <= INDEX_SAMPLE
    growth = Growth([legal], [1.0], [moves / max(1.0, legal)], exact, factor=1 if exact else 1.05, exact=1)
    fits = memory <= budget.memory
    disk = int(FILE * places.count)
    needs = _Needs(moves * pace, memory, memory, disk, fits)
    advice = [] if fits else [f"--memory {_gigabytes(memory)}GB, on a larger machine", "less material"]
    if source is Source.AGAIN:
        advice.append(f"--memory {_gigabytes(wide)}GB, or parents(), would be far faster")
    method = f"retrograde analysis over a perfect index of {places.count:,}, {source.value}"
    made = _plan_of(game, budget, growth, nodes, method, needs, advice)
    if not by_buckets or (fits and source is not Source.AGAIN):
        return made
    room = RANKED_PLACE * places.count + (LOOP_PLACE + RANKED_MOVE * look.branching) * largest
    return _index_in_buckets(made, room, budget, LOOPS / rounds)


def _index_in_buckets(made: Plan, disk: float, budget: Budget, longer: float) -> Plan:
    """Return the plan of a solve over an index that does not fit, by buckets: so much `longer`, and disk."""
    least = PROCESS + least_within(LEAST_BRANCHING)
    if budget.memory < least:
        return made
    return dataclasses.replace(
        made,
        method=made.method + ON_DISK,
        least_memory=least,
        disk=made.disk + int(disk),
        least_disk=made.disk + int(disk),
        seconds=longer * made.seconds,
        fits=True,
        advice=(),
        by_buckets=True,
    )


def _plan_chance_index(program: Program, budget: Budget, *, by_buckets: bool) -> Plan:
    """Plan a game of chance with a perfect index: a sample of its places tells their edges."""
    game: Any = program.game
    places = places_of_index(program)
    positions = edges = 0
    sampled = sorted({int(place) for place in np.linspace(0, places.count - 1, CHANCE_SAMPLE)})
    for place in sampled:
        position = places.position(place)
        if position != -1:
            positions += 1
            edges += sum(1 for _ in _edges_at(game, position))
    share, branching = positions / len(sampled), edges / max(1, positions)
    largest = max(after - before for before, after in pairwise(places.bounds))
    legal = share * places.count
    a_place = 4 + BYTES_AN_EDGE * branching * share
    memory = int((BYTES_A_BOUND + 8) * places.count + a_place * largest) + PROCESS
    seconds = legal * branching * (THROWING + SWEEPS * WEIGHING) / budget.threads
    exact = len(sampled) == places.count
    growth = Growth([legal], [1.0], [branching], exact, factor=1 if exact else 1.05, exact=1)
    fits = memory <= budget.memory
    needs = _Needs(seconds, memory, memory, int(FILE_OF_VALUES * legal), fits)
    advice = [] if fits else [f"--memory {_gigabytes(memory)}GB, on a larger machine", "smaller parameters"]
    method = f"value iteration over a perfect index of {places.count:,}"
    made = _plan_of(game, budget, growth, 0.0, method, needs, advice)
    if fits or not by_buckets:
        return made
    disk = BYTES_A_BOUND * places.count + (LOOP_PLACE + BYTES_AN_EDGE * branching) * largest
    return _index_in_buckets(made, disk, budget, LOOPS)


def _edges_at(game: Any, position: Any) -> Iterator[Any]:
    """Yield what a place of a game of chance leads to, by a throw and a move."""
    if is_finished(game, position):
        return
    thrown = False
    for _, child in game.chances(position):
        thrown = True
        yield from [child] if game.rank(child) >= 0 else game.moves(child)
    if not thrown:
        yield from game.moves(position)


def _gigabytes(size: float) -> int:
    return max(1, round(size / (1 << 30) + 0.5))


class _Needs(NamedTuple):
    """What a solve takes: seconds, and bytes."""

    seconds: float
    memory: int
    least_memory: int
    disk: int
    fits: bool


def _plan_of(
    game: Game, budget: Budget, growth: Growth, nodes: float, how: str, needs: _Needs, advice: list[str]
) -> Plan:
    return Plan(
        game=repr(game),
        method=how,
        positions=growth.positions,
        classes=growth.classes,
        tiers=len(growth.sizes),
        counted=sum(growth.sizes[: growth.exact]),
        factor=growth.factor,
        open=growth.open,
        nodes=nodes,
        seconds_writing=WRITING * growth.classes,
        budget=budget.memory,
        least_disk=needs.disk,
        disk_budget=budget.disk,
        advice=tuple(advice),
        **needs._asdict(),
    )


def _advice(game: Game, growth: Growth, fits: bool, ordered: bool, least: int, available: int) -> list[str]:
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
    if least < 8 * available and not (growth.open and least <= available):
        advice.append(f"--memory {_gigabytes(least * growth.factor**0.5)}GB, on a larger machine")
    advice.append("smaller parameters: `zermelo plan` tells for each how large it is")
    return advice


def _plan_plainly(game: Game, budget: Budget, nodes: float, reason: str, seconds: float) -> Plan:
    growth = grow(
        PlainGrower(game),
        limit=PLAIN_LIMIT,
        sample=PLAIN_SAMPLE,
        seconds=seconds,
        check=lambda: _check(budget),
    )
    memory = int(PLAIN * growth.classes) + PROCESS
    fits = not growth.open and memory * growth.factor**0.5 <= budget.memory
    advice = [f"rules that compile are solved a hundred times faster and smaller: {reason}"]
    needs = _Needs(2 * growth.children * growth.pace, memory, memory, int(FILE * growth.classes), fits)
    advice += [] if fits else ["smaller parameters"]
    return _plan_of(game, budget, growth, nodes, "backward induction, interpreted", needs, advice)


def probe_tree(game: Game, seed: int = 1913) -> float:
    """Return about how many nodes the trees of all starts have: the mean over random lines (Knuth 1975).

    Each line counts, at each ply, the product of the numbers of moves so far. Few lines of many are
    long, so for large games this is an order of magnitude.
    """
    chance = random.Random(seed)
    starts = list(game.starts())
    began, total, probes = time.monotonic(), 0.0, 0
    while probes < PROBES and time.monotonic() - began < PROBING_SECONDS:
        position, weight = chance.choice(starts), float(len(starts))
        probes += 1
        for _ in range(LARGEST_REMOTENESS):  # play that returns to a position need not end
            total += weight
            children = ask(game, position)
            if not children or weight > 1e300:
                break
            weight *= len(children)
            position = chance.choice(children)
    return total / probes

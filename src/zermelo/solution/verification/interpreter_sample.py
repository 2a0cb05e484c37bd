"""A sample of a solution, recomputed by the interpreter: machine code cannot vouch for itself.

The same machine code solves a game and verifies it. If it were wrong somewhere, both would agree, and they
would also agree on a wrong symmetry. So the interpreter recomputes some records from their moves' records.
Tiny solutions are recomputed whole; of others, the records where faults hide come first. These are the least
and the greatest position of each tier, the position farthest from its end, and the positions with the rarest
moves of a large random sample. Then other random positions follow. The symmetries of each position are tried,
too.
"""

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from zermelo.compiler.guards.chance_guard import find_position_kind_and_edges
from zermelo.compiler.guards.checked_rules import CheckedRules, rule_errors_at
from zermelo.compiler.guards.error_reports import describe_position
from zermelo.compiler.guards.rules_soundness import find_symmetry_fault
from zermelo.compiler.guards.symmetry_classes import build_representative_function
from zermelo.compiler.kernel_binders import Program
from zermelo.compiler.kernels import MANY
from zermelo.compiler.kernels.chance_graph_kernels import CHANCE, END
from zermelo.compiler.kernels.examine_rules import HEAD, WIDTH, build_examine_rules_kernel
from zermelo.core.errors import DamagedSolution
from zermelo.core.game import Game, has
from zermelo.core.rule_queries import answer_from_record
from zermelo.core.values import NO_END, UNTIMED, Answer, ExpectedValue
from zermelo.solution.solution import Solution
from zermelo.solver.kernels.position_folds import LONG, combine_values, pack_leaf_score
from zermelo.solver.records.compact_records import get_stored_records
from zermelo.solver.records.ranked_records import RankedRecords
from zermelo.solver.records.solution_records import Records

SAMPLE = 600  # records that are recomputed
TIERS = 40  # of which the extreme positions are taken
POOL = 4_000  # positions among which the rarest moves are looked for
SEED = 1913
SLACK = 1e-12  # of expectations: rounding of a position's own sum


def recompute_sample(solution: Solution, program: Program | None) -> int:
    """Return how many records the interpreter has recomputed; raise `DamagedSolution` at a wrong one."""
    game, canonical = solution.game, build_representative_function(solution.game)
    positions = _draw_sample(get_stored_records(solution.records), program)
    for position in positions:
        with rule_errors_at(game, position):
            if has(game, "symmetries") and (fault := find_symmetry_fault(game, position)):
                where = describe_position(game, position)
                raise DamagedSolution(f"{game!r}: symmetries() is wrong at position {where}: {fault}")
            _compare_record(solution, canonical, position)
    return len(positions)


def _draw_sample(records: Records, program: Program | None) -> list[Any]:
    """Return the positions of the sample in the order of the files, where neighbours lie together."""
    counts = [records.count_tier_records(tier) for tier in range(records.tier_count)]
    if sum(counts) <= SAMPLE:
        everything = [(tier, place) for tier, count in enumerate(counts) for place in range(count)]
        return [position for _, position in _yield_positions(records, everything)]
    chance = random.Random(SEED)
    extreme = [tier for tier, count in enumerate(counts) if count]
    extreme = extreme[:: -(-len(extreme) // TIERS)]
    lots = {_locate_record(counts, chance.randrange(sum(counts))) for _ in range(POOL)}
    found = list(_yield_positions(records, sorted(lots), set(extreme)))
    first = [number for number, (is_extreme, _) in enumerate(found) if is_extreme]
    rare = _sort_by_rare_moves([position for _, position in found], program)
    chosen = dict.fromkeys([*first, *rare[: SAMPLE // 2], *chance.sample(range(len(found)), len(found))])
    return [found[number][1] for number in sorted(list(chosen)[:SAMPLE])]


def _locate_record(counts: list[int], number: int) -> tuple[int, int]:
    """Return the tier of a record, and its number there."""
    for tier, count in enumerate(counts):
        if number < count:
            return tier, number
        number -= count
    raise AssertionError(number)


def _yield_positions(
    records: Records, places: Iterable[tuple[int, int]], extreme: Iterable[int] = ()
) -> Iterator[tuple[bool, Any]]:
    """Yield positions at places, tier by tier; of tiers in `extreme` also the extreme ones, marked True."""
    wanted: dict[int, list[int]] = {tier: [] for tier in extreme}
    for tier, place in places:
        wanted.setdefault(tier, []).append(place)
    for tier in sorted(wanted):
        positions, remoteness = _read_columns(records, tier)
        if max(wanted[tier], default=0) >= len(positions):
            raise DamagedSolution(
                f"tier {tier} holds fewer records than it says: run `zermelo solve --again`"
            )
        if tier in set(extreme):
            for place in dict.fromkeys(_find_extremes(positions, remoteness)):
                yield True, _convert_to_position(records, positions[place])
        for place in wanted[tier]:
            yield False, _convert_to_position(records, positions[place])


def _find_extremes(positions: Any, remoteness: Any) -> list[int]:
    """Return the places of the least and the greatest position, and of the one farthest from its end."""
    ends = [0, len(positions) - 1]
    if positions.dtype != object:
        ends = [int(np.argmin(positions)), int(np.argmax(positions))]
    if remoteness is not None:
        ends.append(int(np.argmax(np.where(remoteness == NO_END, 0, remoteness))))
    return ends


def _read_columns(records: Records, tier: int) -> tuple[Any, Any]:
    if isinstance(records, RankedRecords) and records.answers.values_only:
        return records.read_positions_and_values(tier)[0], None
    block = records.read_tier_block(tier)
    return block.positions, block.remoteness


def _convert_to_position(records: Records, stored: Any) -> Any:
    if not isinstance(stored, np.integer):
        return stored
    return int(stored) if records.words is None else records.words.unpack(int(stored))


def _sort_by_rare_moves(positions: list[Any], program: Program | None) -> list[int]:
    """Return the numbers of the positions, those with the rarest moves first, where a program counts them."""
    if program is None:
        return list(range(len(positions)))
    examine, facts = program.kernel(build_examine_rules_kernel), np.zeros(HEAD + WIDTH * 1024, np.int64)
    moves: list[list[int]] = []
    for position in positions:
        count, status = examine(program.key_of_position(position), facts)
        moves.append([] if status == MANY else facts[HEAD : HEAD + WIDTH * count : WIDTH].tolist())
    often = Counter(move for each in moves for move in each)
    rarity = [min((often[move] for move in each), default=len(positions)) for each in moves]
    return sorted(range(len(positions)), key=rarity.__getitem__)


def recompute_answer(game: Game, canonical: Any, records: Records, position: Any) -> int:
    """Return what a position's moves' records give it, by the interpreter, packed by LONG.

    `canonical` takes a position to the one that stands for it. Raises `DamagedSolution` for a missing record.
    """
    expansion = CheckedRules(game).expand(position)
    if expansion.end is not None:
        return pack_leaf_score(expansion.end, LONG)
    found, signs, gains = [], [], []
    for branch in expansion.branches:
        value, remoteness = _find_record(game, records, canonical, position, branch.child)
        found.append((int(value) << LONG) + remoteness)
        signs.append(branch.sign)
        gains.append(branch.gain)
    return int(combine_values(found, signs, gains, 0, len(found), LONG))


def _compare_record(solution: Solution, canonical: Any, position: Any) -> None:
    """Raise `DamagedSolution` where a record is not what its moves' records give."""
    game, records = solution.game, solution.records
    value, remoteness = _find_record(game, records, canonical, position, position)
    if solution.summary.has_expectations:
        return _compare_expectation(solution, canonical, position, float(value))
    if solution.summary.values_only:
        expansion = CheckedRules(game).expand(position)
        worth = [
            branch.sign * _find_record(game, records, canonical, position, branch.child)[0] + branch.gain
            for branch in expansion.branches
        ]
        again, plies = int(max(worth) if expansion.end is None else expansion.end), UNTIMED
    else:
        folded = recompute_answer(game, canonical, records, position)
        again, plies = folded >> LONG, folded & NO_END
    if (value, remoteness) != (again, plies):
        _raise_damage(
            game,
            position,
            answer_from_record(game, value, remoteness),
            answer_from_record(game, again, plies),
        )
    return None


def _compare_expectation(solution: Solution, canonical: Any, position: Any, stored: float) -> None:
    game: Any = solution.game
    kind, end, edges = find_position_kind_and_edges(game, position)
    worth = []
    for number, child, flips in edges:
        value = float(_find_record(game, solution.records, canonical, position, child)[0])
        value = -value if flips else value
        worth.append(number * value if kind == CHANCE else number + value)
    again = float(end) if kind == END else sum(worth) if kind == CHANCE else max(worth)
    allowed = 2 * (solution.summary.error_bound or 0.0) + SLACK * max(1.0, *map(abs, worth), abs(again))
    if not abs(again - stored) <= allowed:
        _raise_damage(game, position, ExpectedValue(stored), ExpectedValue(again))


def _find_record(game: Game, records: Records, canonical: Any, position: Any, child: Any) -> tuple[Any, int]:
    """Return the record of `position` itself or of a child; raise `DamagedSolution` where there is none."""
    record = records.find(canonical(child))
    if record is None:
        here, there = describe_position(game, position), describe_position(game, child)
        raise DamagedSolution(f"{game!r}: {there}, where the interpreter comes from {here}, has no record")
    return record


def _raise_damage(game: Game, position: Any, stored: Answer, again: Answer) -> None:
    raise DamagedSolution(
        f"{game!r}: position {describe_position(game, position)} is stored as {stored}, "
        f"but by the interpreter its moves give {again}"
    )

"""Puzzles of a solved game: what a composer or a teacher would look for, found by going through all of it.

Without dice there are three kinds. The first is the longest forced wins. The second is positions where a
single move wins; those with more plies to the end and more moves to choose from are better. The third is
mutual zugzwang, where the player who must move does worse than by passing. It needs the game's
`passed(position)`, the same position with the other player to move. The position is worth v to its mover, and
the passed one w to the other player. Both would rather pass where v + w < 0.

With dice no win is certain and no length is fixed. A puzzle is then a position where every other move loses
at least a margin: of the probability of winning, or of the expected value. The solver's error is added to the
margin, so rounding makes no puzzle. Those with more moves are better, and of these the ones where the next
best move is nearest.

A record stands for its symmetry class, so each class comes once; of the two positions of a zugzwang the one
with the smaller key is named.
"""

import dataclasses
import functools
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt
from msgspec import UNSET

from zermelo.compiler.game_compiler import compile_game
from zermelo.compiler.guards.symmetry_classes import build_representative_function
from zermelo.compiler.kernel_binders import Program
from zermelo.compiler.kernels import DONE, Jit
from zermelo.compiler.kernels.chance_graph_kernels import DECISION
from zermelo.compiler.kernels.complete_rules import KernelRules
from zermelo.compiler.kernels.position_hashing import mix_array
from zermelo.core.arguments import is_count
from zermelo.core.budget import Budget
from zermelo.core.errors import BadParameter, CannotCompile
from zermelo.core.game import Game, Move, Position, has
from zermelo.core.notation.position_codec import position_order_key
from zermelo.core.requirements import require
from zermelo.core.rule_queries import is_finished
from zermelo.core.values import NO_END
from zermelo.solution.puzzle_answers import PassedPosition, Puzzle, describe_task
from zermelo.solution.scan import (
    find_greatest_indices,
    find_program_for_records,
    get_no_position,
    read_ranked_answers,
    scan_passes,
    scan_tier,
)
from zermelo.solution.solution import Solution
from zermelo.solver.graph.chance_graph import ChanceGraph, build_chance_graph
from zermelo.solver.graph.thread_slices import Workers
from zermelo.solver.kernels.position_folds import CHOICE, CHOICE_BITS, LONG, choose_record_fold
from zermelo.solver.kernels.slot_lookup import KEYED, RANKED, SlotLookup
from zermelo.solver.records.ranked_records import SLICE, RankedRecords
from zermelo.solver.records.solution_records import Records, pack_answers
from zermelo.solver.storage.array_store import ArrayStore

KINDS: Final = ("longest", "single", "zugzwang")
COUNT: Final = 5  # puzzles of each kind
KEEPING = (1 << CHOICE_BITS) - 1
MARGIN: Final = 0.05  # with dice: what every other move loses at least
WIDEST_LOSS = 40  # bits of a loss in units
LOSS_UNITS = 1e6  # losses that differ by less than one unit of a million are equally hard to see
BYTES_A_RECORD = 40  # keys, answers and sorting, where all of them are looked up
FULL_POINT = 1 << 40  # a zugzwang in which both lose goes before all others

Column = npt.NDArray[Any]


def find_puzzles(
    solution: Solution,
    *,
    kinds: tuple[str, ...] | None = None,
    count: int = COUNT,
    margin: float | None = None,
    budget: Budget | None = None,
    interpreted: bool | None = None,
) -> list[Puzzle]:
    """Return at most `count` puzzles of each kind, the hardest first; the same ones every time.

    Without `kinds` these are all that the game allows. Raises `BadParameter`, and `MissingCapability`
    where the game does not allow a kind, or a `margin`.
    """
    game, budget = solution.game, budget or Budget()
    asked = _choose_puzzle_kinds(solution, kinds, count)
    best = {kind: _BestPositions(count) for kind in asked}
    program = find_program_for_records(game, solution.records, interpreted)
    if margin is not None:
        require(game, "a margin is for games with dice", needs=("chances",))
        if not (isinstance(margin, int | float) and 0 <= margin < float("inf")):
            raise BadParameter(f"margin={margin!r} is no loss: give a number from 0")
    if solution.summary.answer.is_expected:
        _keep_best_clear_choices(
            solution, program, MARGIN if margin is None else margin, budget, best["single"]
        )
        return [_make_clear_choice(solution, position) for position in best["single"].positions(program)]
    parts = (
        _scan_by_interpreter(solution, budget)
        if program is None
        else _scan_with_kernels(solution, program, budget)
    )
    if best.keys() & {"longest", "single"}:
        for part in parts:
            wins = (part.answers >> LONG > 0) & (part.answers & NO_END != NO_END)
            plies, moves = part.answers & NO_END, part.choice >> CHOICE_BITS
            only = wins & (part.choice & KEEPING == 1) & (moves > 1)
            for kind, where in (("longest", wins), ("single", only)):
                if kind in best:
                    best[kind].keep_if_better(part.positions, where, (plies << CHOICE_BITS) + moves)
    if "zugzwang" in best:
        _keep_best_zugzwangs(solution, program, budget, best["zugzwang"])
    return [
        _make_puzzle(solution, kind, position) for kind in asked for position in best[kind].positions(program)
    ]


def _choose_puzzle_kinds(solution: Solution, kinds: tuple[str, ...] | None, count: int) -> tuple[str, ...]:
    game, is_expected = solution.game, solution.summary.answer.is_expected
    if not is_count(count, 1):
        raise BadParameter(f"the count {count!r} is no number of puzzles: give 1 or more")
    if kinds is None:
        return ("single",) if is_expected else KINDS if has(game, "passed") else KINDS[:-1]
    for kind in kinds:
        if kind not in KINDS:
            raise BadParameter(f"kind {kind!r} is unknown: choose one of {', '.join(KINDS)}")
        if is_expected and kind != "single":
            solution.require_remoteness(f"a puzzle of the kind {kind}")
    if "zugzwang" in kinds:
        because = "mutual zugzwang is found by it; -1 stands for a position in which nobody can pass"
        require(game, because, needs=("passed",))
    return tuple(kind for kind in KINDS if kind in kinds)


class _BestPositions:
    """The few positions of greatest rank so far; of equal ones the least positions."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.found: list[tuple[int, Any]] = []

    def keep_if_better(self, positions: Column, where: Column, rank: Column) -> None:
        """Take what is better than the worst so far."""
        least = self.found[-1][0] if len(self.found) == self.count else None
        for place in find_greatest_indices(positions, where, rank, self.count, least):
            plain = positions[place : place + 1].tolist()[0]  # NumPy's own integers would sort as text
            self.found.append((int(rank[place]), plain))
        self.found.sort(key=lambda pair: (-pair[0], position_order_key(pair[1])))
        del self.found[self.count :]

    def positions(self, program: Program | None) -> list[Position]:
        """Return what was kept, as the game has it."""
        found = [position for _, position in self.found]
        return [
            program.position_of_key(each) if program and isinstance(each, int) else each for each in found
        ]


class _Part(NamedTuple):
    """Some records, in columns of one length: `choice` is as in the fold of that name."""

    positions: Any  # keys, or objects
    answers: Column  # int64, packed by LONG
    choice: Column


def _scan_with_kernels(solution: Solution, program: Program, budget: Budget) -> Iterator[_Part]:
    expected, done = solution.summary.solved, 0
    for each in scan_passes(program, solution.records, budget, expected):
        for begin in range(0, len(each.keys), SLICE):
            keys, answers = each.keys[begin : begin + SLICE], each.answers[begin : begin + SLICE]
            choice = each.combine_move_answers(CHOICE, begin, begin + len(keys), done)
            yield _Part(keys, answers.astype(np.int64), choice)
            done += len(keys)


def _scan_by_interpreter(solution: Solution, budget: Budget) -> Iterator[_Part]:
    game, done = solution.game, 0
    for tier in range(solution.records.tier_count):
        positions, rows = [], []
        for position, packed in scan_tier(solution.records, tier):
            moves = [] if is_finished(game, position) else solution.moves(position)
            keeping = sum(move.answer.value == packed >> LONG for move in moves)
            positions.append(position)
            rows.append((packed, (len(moves) << CHOICE_BITS) + keeping))
            if len(rows) % 1024 == 1:
                budget.report("puzzles", done + len(rows), solution.summary.solved)
        done += len(rows)
        if rows:
            yield _Part(_as_object_array(positions), *np.array(rows, np.int64).T)


def _as_object_array(positions: list[Any]) -> Column:
    held = np.empty(len(positions), object)
    held[:] = positions
    return held


# With dice: one move is best by a margin


def _keep_best_clear_choices(
    solution: Solution, program: Program | None, margin: float, budget: Budget, best: _BestPositions
) -> None:
    """Keep the positions where every move but one loses at least `margin`, and the solver's error."""
    unit = 1 if solution.summary.win_probability is None else 2  # of a value: -1 and 1 are loss and win
    with ArrayStore(budget) as array_store, array_store.reserve(0) as reservation:
        graph = build_chance_graph(solution.game, program, budget, reservation)
        heads, kinds, _, children, gains = graph.arrays
        values = _look_up_values(solution, graph, budget)
        after = gains + np.where(children < 0, -values[~children], values[children])
        widths = np.diff(heads)
        order = np.lexsort((after, np.repeat(range(len(kinds)), widths)))
        choices = np.flatnonzero((kinds == DECISION) & (widths > 1))
        last = heads[choices + 1] - 1
        loss = after[order[last]] - after[order[last - 1]]
        if isinstance(graph.positions, list):
            positions = _as_object_array([graph.positions[place] for place in choices.tolist()])
        else:
            positions = graph.positions[choices]
        rank = (widths[choices] << WIDEST_LOSS) - np.rint(LOSS_UNITS * loss).astype(np.int64)
        best.keep_if_better(positions, loss >= unit * margin + solution.value_tolerance, rank)


def _look_up_values(solution: Solution, graph: ChanceGraph, budget: Budget) -> Column:
    """Return the values of a graph's places, NaN where a record is missing."""
    if isinstance(graph.positions, list):
        found = map(solution.records.find, graph.positions)
        return np.array([np.nan if record is None else record[0] for record in found])
    keys = graph.positions
    if graph.words is not None:
        keys = [graph.position_at(place) for place in range(len(keys))]
    return solution.lookup(keys, budget=budget).values


def _make_clear_choice(solution: Solution, position: Position) -> Puzzle:
    """Return the puzzle of a position where one move is clearly best."""
    best, next_best, *others = solution.moves(position)
    return Puzzle.of(
        best.answer,
        kind="single",
        position=position,
        task=describe_task("single", best.answer, next_best.answer),
        move_count=2 + len(others),
        solution=(best.name,),
        line=(best.name,),
        line_ends=is_finished(solution.game, solution.game.play(position, best.move)),
        next_best=next_best,
    )


def _make_puzzle(solution: Solution, kind: str, position: Position) -> Puzzle:
    """Return the puzzle of a position: what is to be found there, and the line."""
    game, answer, moves = solution.game, solution.value(position), solution.moves(position)
    keeping = [move for move in moves if move.answer.value == answer.value]
    found = [move for move in keeping if move.answer == answer] if kind == "longest" else keeping
    steps = list(solution.line(position))
    passed = _pass_turn(game, position) if kind == "zugzwang" else None
    return Puzzle.of(
        answer,
        kind=kind,
        position=position,
        task=describe_task(kind, answer),
        move_count=len(moves),
        solution=tuple(move.name for move in found),
        line=tuple(game.name(step.position, step.move) for step in steps[:-1]),
        line_ends=steps[-1].move is None,
        passed=UNSET if passed is None else PassedPosition.of(solution.value(passed), position=passed),
    )


def _pass_turn(game: Any, position: Position) -> Position | None:
    """Return the same position with the other player to move, None where there is none."""
    found = game.passed(position)
    return None if isinstance(found, int) and found == -1 else found


# Zugzwang: a position and the same one with the other player to move, both looked up


def _keep_best_zugzwangs(
    solution: Solution, program: Program | None, budget: Budget, best: _BestPositions
) -> None:
    passing = (
        None if program is None or program.words is not None else _try_compile_passing_only_game(program.game)
    )
    if passing is None:
        _keep_best_zugzwangs_by_interpreter(solution, budget, best)
        return
    records = solution.records
    with Workers(budget) as workers, ArrayStore(budget) as array_store:
        size = records.size if isinstance(records, RankedRecords) else solution.summary.solved
        with array_store.reserve(BYTES_A_RECORD * size):
            table: _KeyedAnswers | _RankedAnswers
            if isinstance(records, RankedRecords):
                table = _RankedAnswers(records, passing, workers)
            else:
                table = _KeyedAnswers(records, passing, workers)
            for tier in range(records.tier_count):
                block = records.read_tier_block(tier)
                answers = (block.values.astype(np.int64) << LONG) + block.remoteness
                others, places = table.answers_after_pass(block.positions)
                _add_zugzwangs(
                    best,
                    block.positions,
                    answers,
                    others,
                    table.mark_positions_before_pass(block.positions, places),
                )
                budget.report("zugzwang", tier, records.tier_count)


def _add_zugzwangs(
    best: _BestPositions, positions: Column, answers: Column, others: Column, first: Column
) -> None:
    """Keep where both would rather pass; `others` are answers after a pass, `first` is which one to name."""
    values, theirs = answers >> LONG, others.astype(np.int64) >> LONG
    where = (others != get_no_position(others.dtype)) & first & (values + theirs < 0)
    plies = sum(np.where(each & NO_END == NO_END, 0, each & NO_END) for each in (answers, others))
    best.keep_if_better(positions, where, np.where((values < 0) & (theirs < 0), FULL_POINT, 0) + plies)


class _KeyedAnswers:
    """All records sorted by `mix`, where a pass is looked up."""

    def __init__(self, records: Records, passing: Program, workers: Workers) -> None:
        blocks = [records.read_tier_block(tier) for tier in range(records.tier_count)]
        keys = np.concatenate([block.positions for block in blocks])
        column = choose_record_fold(scored=passing.game.scored).column
        packed = [pack_answers(block.values, block.remoteness, column) for block in blocks]
        order = np.argsort(mix_array(keys))
        self.keys, self.answers = keys[order], np.concatenate(packed)[order]
        self.mixes = mix_array(self.keys)
        self.kernel, self.workers = passing.kernel(build_find_position_after_pass, KEYED), workers

    def answers_after_pass(self, keys: Column) -> tuple[Column, Column]:
        """Return the answers after a pass, and the classes' keys."""
        found = _run_kernel_on_keys(self.kernel, self.workers, keys)
        places = np.minimum(np.searchsorted(self.mixes, mix_array(found)), len(self.keys) - 1)
        known = self.keys[places] == found
        return np.where(known, self.answers[places], get_no_position(self.answers.dtype)), found

    def mark_positions_before_pass(self, keys: Column, found: Column) -> Column:
        """Return whether a position goes before the one after a pass."""
        return keys <= found


class _RankedAnswers:
    """The answers in the order of ranks."""

    def __init__(self, records: RankedRecords, passing: Program, workers: Workers) -> None:
        self.answers = read_ranked_answers(records)
        self.kernel, self.own = (
            passing.kernel(build_find_position_after_pass, RANKED),
            passing.kernel(build_rank_classes),
        )
        self.workers = workers

    def answers_after_pass(self, keys: Column) -> tuple[Column, Column]:
        """Return the answers after a pass, and the ranks."""
        found = _run_kernel_on_keys(self.kernel, self.workers, keys)
        known = (found >= 0) & (found < len(self.answers))
        blank = get_no_position(self.answers.dtype)
        return np.where(known, self.answers[np.where(known, found, 0)], blank), found

    def mark_positions_before_pass(self, keys: Column, found: Column) -> Column:
        """Return whether a position goes before the one after a pass."""
        first: Column = _run_kernel_on_keys(self.own, self.workers, keys) <= found
        return first


def _run_kernel_on_keys(kernel: Any, workers: Workers, keys: Column) -> Column:
    found = np.empty(len(keys), np.int64)
    workers.map_spans(lambda begin, end: kernel(keys, begin, end, found), len(keys))
    return found


def _keep_best_zugzwangs_by_interpreter(solution: Solution, budget: Budget, best: _BestPositions) -> None:
    """Look every pass up by the interpreter."""
    game, least = solution.game, build_representative_function(solution.game)
    for tier in range(solution.records.tier_count):
        rows = []
        for position, packed in scan_tier(solution.records, tier):
            passed = _pass_turn(game, position)
            record = None if passed is None else solution.records.find(least(passed))
            if record is not None:
                is_first = position_order_key(position) <= position_order_key(least(passed))
                rows.append((position, packed, (record[0] << LONG) + record[1], is_first))
        if rows:
            positions, answers, others, first = zip(*rows, strict=True)
            columns = np.array((answers, others), np.int64)
            _add_zugzwangs(
                best, _as_object_array(list(positions)), columns[0], columns[1], np.array(first, bool)
            )
        budget.report("zugzwang", tier, solution.records.tier_count)


def _try_compile_passing_only_game(game: Game) -> Program | None:
    """Return a program whose only move is to pass, None where that does not compile."""
    kind: Any = type(game)
    fields = dataclasses.fields(kind)
    try:
        return compile_game(
            _make_passing_class(kind)(**{each.name: getattr(game, each.name) for each in fields})
        )
    except CannotCompile:
        return None


@functools.cache
def _make_passing_class(kind: Any) -> Any:
    return type(kind.__name__, (_PassOnlyGame, kind), {"__module__": kind.__module__})


class _PassOnlyGame(Game):
    """A game in which the mover may only pass; the class it is mixed with defines passing."""

    def play(self, position: Position, move: Move) -> Position:
        return self.passed(position)  # type: ignore[attr-defined]


def build_find_position_after_pass(rules: KernelRules, lookup: SlotLookup, jit: Jit) -> Any:
    """Return fill_positions_after_pass(keys, begin, end, found) -> (next, status).

    `found[i]` becomes the class's key after a pass at `keys[i]`, or the rank in an index; -1 without one.
    """
    play, canonical, rank = rules.play, rules.canonical, rules.rank

    def find_class_after_pass(position: int) -> int:
        after = play(position, 0)
        return -1 if after < 0 else canonical(after)

    inline = jit.inline(find_class_after_pass)

    def find_rank_after_pass(position: int) -> int:
        after = inline(position)
        return -1 if after < 0 else rank(after)

    seek = jit.inline(find_rank_after_pass) if lookup is RANKED else inline

    def fill_positions_after_pass(keys: Any, begin: int, end: int, found: Any) -> tuple[int, int]:
        for index in range(begin, end):
            found[index] = seek(int(keys[index]))
        return end, DONE

    return jit.kernel(fill_positions_after_pass)


def build_rank_classes(rules: KernelRules, jit: Jit) -> Any:
    """Return f(keys, begin, end, found) -> (next, status): the ranks of the classes of keys."""
    canonical, rank = rules.canonical, rules.rank

    def fill_ranks_of_classes(keys: Any, begin: int, end: int, found: Any) -> tuple[int, int]:
        for index in range(begin, end):
            found[index] = rank(canonical(int(keys[index])))
        return end, DONE

    return jit.kernel(fill_ranks_of_classes)

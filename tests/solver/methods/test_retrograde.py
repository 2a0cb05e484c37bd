"""Games in which play may go round in circles: every answer, by every way of solving, against the definitions."""

import itertools
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made.lively_games import lively_ponds
from made.random_games import RandomFalls, RandomLadder, RandomParents, RandomPond
from reference import naive
from support.tables import expected, kernel_solution, one_thread, table_of

import zermelo
from zermelo.core.errors import BadRules, DamagedSolution
from zermelo.core.game import Game, has
from zermelo.core.values import LOSS, NO_END, UNDECIDED
from zermelo.solution.solution import Solution
from zermelo.solver.methods import retrograde_analysis
from zermelo.solver.methods.predecessor_sources import PredecessorSource, choose_predecessor_source
from zermelo.solver.records.solution_records import MappingRecords
from zermelo.solver.records.solve_summary import read_stored_summary

# By the interpreter, and by the kernels as ordinary Python


@pytest.mark.quick
def test_memory_chooses_the_source() -> None:
    game = RandomPond(seed=5, size=400, most=4)
    places = kernel_places(game)
    choose = choose_predecessor_source
    assert choose(places, 0, places.place_count, 1 << 30) is PredecessorSource.LINKS
    assert choose(places, 0, places.place_count, places.place_count) is PredecessorSource.AGAIN
    places = kernel_places(RandomParents(seed=5, size=40))
    assert choose(places, 0, places.place_count, places.place_count) is PredecessorSource.PARENTS


def kernel_places(game: Game) -> Any:
    from zermelo.compiler.game_compiler import interpret_game
    from zermelo.solver.graph.closure import Closure
    from zermelo.solver.graph.position_slots import build_slots_of_index, build_slots_of_keys
    from zermelo.solver.graph.thread_slices import Workers
    from zermelo.solver.storage.array_store import ArrayStore

    program, budget = interpret_game(game), one_thread()
    with Workers(budget) as workers, ArrayStore(budget) as array_store:
        if has(game, "rank"):
            return build_slots_of_index(program)
        return build_slots_of_keys(
            program, Closure(program, array_store, workers).find_all_positions(), workers
        )


class Upside(RandomLadder):
    """`RandomLadder` with its tiers numbered the wrong way round."""

    def tier(self, position: int) -> int:
        return 3 - super().tier(position)


@settings(max_examples=100)
@given(st.builds(RandomLadder, seed=st.integers(0, 999), size=st.integers(1, 60), most=st.just(3)))
def test_tiers_of_an_index_are_found_by_halving(game: RandomLadder) -> None:
    bounds = kernel_places(game).bounds
    tiers = [
        {game.tier(position) for position in naive.legal(game) if low <= game.rank(position) < high}
        for low, high in itertools.pairwise(bounds)
    ]
    assert bounds[0] == 0 and bounds[-1] == game.size
    assert all(len(tier) == 1 for tier in tiers)
    assert [*itertools.chain(*tiers)] == sorted({game.tier(position) for position in naive.legal(game)})


def test_an_index_that_is_not_ordered_by_tier_is_refused() -> None:
    with pytest.raises(
        BadRules, match=r"rank\(\) must be ordered by tier\(\): rank \d+ has tier \d after tier 3"
    ):
        kernel_places(Upside(seed=1, size=60))


# What is easily wrong


class Chain(Game):
    """A ring around which nobody wants to go, and a chain of `length` that the loser must follow to its end."""

    length: int = 40_000

    def start(self) -> int:
        return 0

    def moves(self, position: int) -> Iterator[int]:
        if position < self.length:
            yield position + 1
            if position % 2 != self.length % 2:  # the winner's
                yield 0

    def play(self, position: int, move: int) -> int:
        return move

    def stuck(self, position: int) -> int:
        return LOSS


@pytest.mark.parametrize("length", [61, 62, 63, 64, 100])
def test_long_ways_need_wider_columns_and_get_them(length: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a narrow column holds a remoteness of 6 bits."""
    monkeypatch.setattr("zermelo.solver.runs.integer_run.NARROW", 6)
    solution = kernel_solution(Chain(length=length))
    assert table_of(solution) == expected(solution.game)
    assert solution.summary.longest == length


@pytest.mark.long
@pytest.mark.parametrize("length", [16_381, 16_382, 16_384, 40_001])
def test_ways_of_thousands_of_moves(length: int) -> None:
    solution = zermelo.solve(Chain(length=length))
    assert solution.summary.longest == solution.value(0).remoteness == length
    solution.verify()


@pytest.mark.long
def test_a_way_that_is_too_long_is_refused() -> None:
    with pytest.raises(BadRules, match="a remoteness is past 65,534"):
        zermelo.solve(Chain(length=65_535))
    assert zermelo.solve(Chain(length=65_534)).summary.longest == 65_534


class WayOut(Game):
    """Who moves at 0 loses: `leave` points at once, in a later tier, or `stay` points two plies later, in this.

    At 1 the winner may go back to 0 as well.
    """

    scored = True
    leave: int = 1
    stay: int = 1

    def start(self) -> int:
        return 0

    def moves(self, position: int) -> tuple[int, ...]:
        return ((1, 4), (0, 2), (3,))[position]

    def play(self, position: int, move: int) -> int:
        return move

    def outcome(self, position: int) -> int:
        if position < 3:
            return UNDECIDED
        return self.leave if position == 4 else self.stay

    def tier(self, position: int) -> int:
        return int(position > 2)


@pytest.mark.parametrize("source", [PredecessorSource.LINKS, PredecessorSource.AGAIN], ids=str)
@pytest.mark.parametrize(
    ("leave", "stay", "answer"), [(1, 1, (-1, 3)), (3, 1, (-1, 3)), (1, 3, (-1, 1))], ids=str
)
def test_a_loser_with_a_way_out_of_the_tier_takes_the_better_loss(
    source: PredecessorSource, leave: int, stay: int, answer: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The later of two equal losses, and the lesser of two: random games seldom have both at one position."""
    monkeypatch.setattr(retrograde_analysis, "choose_predecessor_source", lambda *_: source)
    game = WayOut(leave=leave, stay=stay)
    for solution in (kernel_solution(game), zermelo.solve(game, interpreted=True)):
        assert table_of(solution) == expected(game)
        assert tuple(solution.value(0))[:2] == answer


class PointsOnARing(Game):
    """A ring on which every move brings a point: it has no value."""

    scored = True

    def start(self) -> int:
        return 0

    def moves(self, position: int) -> Iterator[int]:
        yield 0

    def play(self, position: int, move: int) -> int:
        return (position + 1) % 3

    def gain(self, position: int, move: int) -> int:
        return 1

    def tier(self, position: int) -> int:
        return 0


class Backwards(RandomFalls):
    """`RandomFalls` numbered the wrong way round."""

    def tier(self, position: int) -> int:
        return 3 - super().tier(position)

    def play(self, position: int, move: int) -> int:
        below = super().play(position % self.size, move) // self.size
        return (position // self.size + below) % 4 * self.size + super().play(position, move) % self.size

    def gain(self, position: int, move: int) -> int:
        return 0


@pytest.mark.parametrize(
    ("game", "words"),
    [
        (PointsOnARing(), r"brings points, and play may return there: give the game a tier\(\)"),
        (Backwards(seed=1, size=40), r"tier\(\) decreases along a move from position"),
    ],
    ids=repr,
)
def test_points_without_end_and_tiers_that_decrease_are_refused(game: Game, words: str) -> None:
    for solve in (kernel_solution, lambda game: zermelo.solve(game, interpreted=True)):
        with pytest.raises(BadRules, match=words):
            solve(game)


# Proof


def changed(solution: Solution, position: Any, answer: tuple[int, int]) -> Solution:
    """Return the solution with one record replaced."""
    records = {
        where: (value, NO_END if remoteness is None else remoteness)
        for where, (value, remoteness) in table_of(solution).items()
    }
    records[position] = answer
    return Solution(solution.game, solution.summary, MappingRecords(records), None)


@settings(max_examples=25)
@given(st.data(), lively_ponds())
def test_verify_finds_every_wrong_record(data: st.DataObject, game: Game) -> None:
    solution = zermelo.solve(game, interpreted=True)
    table = table_of(solution)
    position = data.draw(st.sampled_from(sorted(table)))
    value, remoteness = table[position]
    wrong = data.draw(
        st.sampled_from(
            [
                (value, 7 if remoteness is None else NO_END),
                (value + 1, remoteness or 0),
                (value - 1, remoteness or 0),
            ]
            + ([(value, remoteness + 1)] if remoteness is not None else [])
        )
    )
    changed(solution, position, (value, NO_END if remoteness is None else remoteness)).verify()
    with pytest.raises(DamagedSolution):
        changed(solution, position, wrong).verify()


class Ring(Game):
    """Two places that lead to each other, and a third that brings three points and leads to both."""

    scored = True

    def start(self) -> int:
        return 2

    def moves(self, position: int) -> Iterator[int]:
        yield 0
        if position == 2:
            yield 1

    def play(self, position: int, move: int) -> int:
        return move if position == 2 else 1 - position

    def gain(self, position: int, move: int) -> int:
        return 3 if position == 2 else 0

    def tier(self, position: int) -> int:
        return int(position < 2)


def test_points_that_nothing_brings_are_found_though_every_record_agrees() -> None:
    """Two records that bear each other out: the one wins by three, as the other loses by three."""
    solution = zermelo.solve(Ring(), interpreted=True)
    assert table_of(solution) == {0: (0, None), 1: (0, None), 2: (3, None)}
    solution.verify()
    made_up = {0: (3, NO_END), 1: (-3, NO_END), 2: (6, NO_END)}
    summary = read_stored_summary(
        Ring(), solution.summary.to_dict() | {"value": 6, "wins": 2, "draws": 0, "losses": 1}, None
    )
    with pytest.raises(DamagedSolution, match="decided without an end, and no move says why"):
        Solution(Ring(), summary, MappingRecords(made_up), None).verify()

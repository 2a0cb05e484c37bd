"""Arenas: positions with their moves in arrays, compiled, interpreted and by dictionaries, against the rules."""

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import assume, given, settings
from made.hashable_games import Coins, NodeKayles, TupleNim, Word
from made.lively_games import lively_games, lively_ponds
from made.random_games import RandomScoredPond
from reference import naive
from support.marks import few

import zermelo
from zermelo.core.budget import Budget
from zermelo.core.errors import (
    BadRules,
    Cancelled,
    LoopFound,
    MissingCapability,
    OutOfBudget,
    UnknownPosition,
)
from zermelo.core.game import Game, has
from zermelo.solution.arena import position_arena as arenas
from zermelo.solution.arena.arena_builder import arena_of
from zermelo.solution.arena.arena_values import solve_arena
from zermelo.solution.arena.position_arena import Arena
from zermelo.solver.graph.hashable_graph import TooManyPositions

NAMES = (  # ways of one length and of many, symmetries, points, movers, positions of several words
    "tic_tac_toe",
    "nim(heaps=(1, 2, 3), misere=True)",
    "with_points(game=dots_and_boxes(columns=2, rows=1))",
    "othello(columns=4, rows=2)",
    "swap(game=hex(size=2))",
)


def check_against_the_rules(arena: Arena, game: Game) -> None:
    """Every position once, its moves in order, who goes on, and what the rules say of its end."""
    everything = [arena.position_at(number) for number in range(arena.positions)]
    assert set(everything) == naive.positions(game) and len(set(everything)) == len(everything)
    assert {arena.position_at(number) for number in arena.starts} == set(game.starts())
    for number, position in enumerate(everything):
        assert arena.find_number(position) == number
        moves = arena.children[arena.bounds[number] : arena.bounds[number + 1]]
        following = naive.children(game, position)
        assert [everything[child >> 1] for child in moves] == following
        assert [bool(child & 1) for child in moves] == [
            not naive.is_flipped(game, position, child) for child in following
        ]
        assert arena.has_cycles or all(child >> 1 > number for child in moves)
        if not following:
            finished = naive.is_finished(game, position)
            assert arena.ends[number] == (game.outcome(position) if finished else game.stuck(position))


@pytest.mark.parametrize("name", few(NAMES, 1))
def test_compiled(name: str) -> None:
    game = zermelo.game(name)
    check_against_the_rules(arena_of(game, interpreted=False), game)


@settings(max_examples=40)
@given(lively_games(small=True))
def test_random_games_interpreted_and_by_asking(game: Game) -> None:
    for arena in (arena_of(game, interpreted=True), arenas.make_interpreted_arena(game, Budget())):
        check_against_the_rules(arena, game)


@settings(max_examples=20)
@given(lively_ponds())
def test_games_that_come_round(game: Game) -> None:
    assume(not has(game, "rank"))  # whose positions are all that are legal
    for arena in (
        arena_of(game, interpreted=True, allow_cycles=True),
        arenas.make_interpreted_arena(game, Budget(), allow_cycles=True),
    ):
        check_against_the_rules(arena, game)
        if game.scored:
            continue
        with_loops = naive.solve_loops(game)
        worth = solve_arena(arena)
        for number in range(arena.positions):
            value, plies = with_loops[arena.position_at(number)]
            assert worth.values[number] == value
            if arena.has_cycles and value == 0 and naive.children(game, arena.position_at(number)):
                assert worth.remoteness[number] == -1
            else:
                assert worth.remoteness[number] == plies


@pytest.mark.long  # test_games_that_come_round has the same kernels as ordinary Python
def test_compiled_where_play_comes_round() -> None:
    game = zermelo.game("achi")
    arena = arena_of(game, interpreted=False, allow_cycles=True)
    assert arena.has_cycles
    check_against_the_rules(arena, game)
    with pytest.raises(LoopFound):
        arena_of(game, interpreted=False)


@pytest.mark.parametrize(
    ("name", "interpreted"),
    few([("tic_tac_toe", True), ("tic_tac_toe", False), ("achi", True), ("achi", False)], 2),
)
def test_more_positions_than_are_wanted(name: str, interpreted: bool) -> None:
    game = zermelo.game(name)
    known = arena_of(game, interpreted=interpreted, allow_cycles=True).positions
    assert arena_of(game, interpreted=interpreted, allow_cycles=True, most=known).positions == known
    with pytest.raises(
        TooManyPositions, match=f"has more than {known // 2:,} positions: take a smaller game"
    ):
        arena_of(game, interpreted=interpreted, allow_cycles=True, most=known // 2)
    with pytest.raises(TooManyPositions):
        arena_of(NodeKayles(), interpreted=interpreted, most=2)


def test_points_where_play_comes_round_are_refused() -> None:
    game = RandomScoredPond(seed=1)
    with pytest.raises(MissingCapability, match="play may cycle and ends are worth points"):
        solve_arena(arena_of(game, allow_cycles=True))


@pytest.mark.parametrize("game", [TupleNim(), Word(), NodeKayles(), Coins()], ids=repr)
def test_positions_of_any_kind(game: Game) -> None:
    check_against_the_rules(arena_of(game, interpreted=False), game)


@pytest.mark.parametrize("name", few(["tic_tac_toe", "nim(heaps=(2, 3), misere=True)"], 1))
def test_small_buffers_grow(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arenas, "ROOM", 1)
    game = zermelo.game(name)
    check_against_the_rules(arena_of(game, interpreted=False), game)
    check_against_the_rules(arena_of(game), game)


class Broom(Game):
    """One position with more moves than the buffer of a block holds at first."""

    width: int = 20_000

    def start(self) -> int:
        return 0

    def moves(self, position: int) -> Iterator[int]:
        if position == 0:
            yield from range(1, self.width + 1)

    def play(self, position: int, move: int) -> int:
        return move % 3 + 1


def test_many_moves_and_too_many() -> None:
    arena = arena_of(Broom())
    assert arena.positions == 4 and len(arena.children) == 20_000
    with pytest.raises(BadRules, match=r"40,000 moves at 0 are more than the 32,767 that a policy can tell"):
        arena_of(Broom(width=40_000))


@pytest.mark.long
def test_symmetric_positions_are_kept_apart() -> None:
    """A solve keeps one of each class; the same process has both programs, and neither spoils the other."""
    game = zermelo.game("tic_tac_toe")
    assert arena_of(game, interpreted=False).positions == 5_478
    assert zermelo.solve(game, interpreted=False).summary.solved == 765
    assert arena_of(game, interpreted=False).positions == 5_478


@pytest.mark.parametrize("looks", [arenas.LOOKUPS, 0])
def test_what_cannot_be_reached_is_unknown(looks: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether tiers are gone through one after the other, or keys have been put in order."""
    monkeypatch.setattr(arenas, "LOOKUPS", looks)
    board, words = (arena_of(game, interpreted=False) for game in (zermelo.game("tic_tac_toe"), Word()))
    for arena, position in ((board, -1), (board, 511), (board, "x"), (board, 1 << 70), (words, 7)):
        with pytest.raises(UnknownPosition, match="is not a position that"):
            arena.find_number(position)


def test_what_has_no_arena() -> None:
    with pytest.raises(MissingCapability, match="chances"):
        arena_of(zermelo.game("pig(target=5)"))
    with pytest.raises(LoopFound, match="return to an earlier position"):
        arena_of(zermelo.game("dodgem"))
    stopped = Budget()
    stopped.stop.set()
    with pytest.raises(Cancelled):
        arena_of(zermelo.game("tic_tac_toe"), stopped)
    tight = Budget()
    tight.memory = tight.base + (1 << 10)
    with pytest.raises(OutOfBudget):
        arena_of(zermelo.game("tic_tac_toe"), tight)


@settings(max_examples=15)
@given(lively_ponds())
def test_loops_are_found_by_asking_too(game: Game) -> None:
    try:
        naive.backwards(game, game.starts())
        is_looped = False
    except (AssertionError, RecursionError, LoopFound):
        is_looped = True
    if is_looped:
        with pytest.raises(LoopFound):
            arena_of(game, interpreted=True)
        with pytest.raises(LoopFound):
            arenas.make_interpreted_arena(game, Budget())
    else:
        found = arenas.make_interpreted_arena(game, Budget())
        assert set(found.others) == set(naive.backwards(game, game.starts()))


def test_the_arrays_are_those_that_are_promised() -> None:
    arena = arena_of(zermelo.game("tic_tac_toe"))
    assert (arena.bounds.dtype, arena.children.dtype, arena.ends.dtype) == (np.int64, np.int32, np.int16)
    assert arena.nbytes == sum(
        array.nbytes for array in (arena.bounds, arena.children, arena.ends, arena.keys)
    )
    assert arena.list_slices() == [(0, arena.positions)]

"""Every position's value and remoteness, by every way of solving, against the definitions and known facts."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from families import build, every_family, facts
from hypothesis import given, settings
from hypothesis import strategies as st
from made.hashable_games import AllOrders, Coins, NodeKayles, SymmetricNim, TupleNim, Word
from made.lively_games import lively_games
from made.random_games import (
    RandomDag,
    RandomLayers,
    RandomLoop,
    RandomMirror,
    RandomScoredTurns,
    RandomScores,
    catalogue_games,
    loops,
    random_games,
)
from support.marks import few
from support.tables import check_summary, compiled, expected, fold_table, kernel_table, one_thread, table_of
from twins import naive

import zermelo
from zermelo.compiler import interpret_game
from zermelo.core.errors import BadRules, LoopFound
from zermelo.core.game import Game
from zermelo.core.values import LARGEST_REMOTENESS, LARGEST_VALUE, LOSS, UNDECIDED
from zermelo.games.connect_four import ConnectFour
from zermelo.games.dots_and_boxes import DotsAndBoxes
from zermelo.games.nim import Nim
from zermelo.kernels.folds import GAMES

TOP = (1 << 63) - 1


def repeatable(examples: int) -> settings:
    return settings(deadline=None, derandomize=True, max_examples=examples)


class FromTheTop(RandomLayers):
    """`RandomLayers` with its positions counted down from 2**63 - 1."""

    def start(self) -> int:
        return TOP

    def starts(self) -> Iterator[int]:
        for place in range(self.begins):
            yield TOP - place

    def moves(self, position: int) -> Iterator[int]:
        for move in range(self.lot(TOP - position, 1) % (self.most + 1)):  # compiles everywhere
            yield move

    def play(self, position: int, move: int) -> int:
        return TOP - super().play(TOP - position, move)

    def outcome(self, position: int) -> int:
        return super().outcome(TOP - position)

    def stuck(self, position: int) -> int:
        return super().stuck(TOP - position)

    def tier(self, position: int) -> int:
        return super().tier(TOP - position)


class UngradedStarts(RandomDag):
    """`RandomDag` with three starts, two of which can be reached from the first."""

    def starts(self) -> Iterator[int]:
        yield 0
        yield 1
        yield 3


# One game for every trait; each is compiled once for the whole session.
COMPILED = (
    FromTheTop(seed=7, width=6, depth=7, most=4, begins=3),
    UngradedStarts(seed=11, size=60, most=5),
    RandomScores(seed=23, size=50, most=4),
    RandomScoredTurns(seed=5, width=7, depth=8, most=4),
    RandomMirror(seed=31, bits=4, depth=7, most=4),
    ConnectFour(columns=3, rows=4, line=3),
    Nim(heaps=(3, 4, 5), misere=True),
    DotsAndBoxes(columns=2, rows=1),
)


@pytest.mark.parametrize("game", COMPILED, ids=repr)
def test_compiled_tables_are_the_naive_ones(game: Game) -> None:
    solution = compiled(game)
    assert table_of(solution) == expected(game)
    check_summary(solution)
    for position, answer in naive.solve(game).items():
        assert tuple(solution.value(position))[:2] == answer


@pytest.mark.parametrize("game", COMPILED, ids=repr)
def test_the_games_that_are_compiled_agree_interpreted(game: Game) -> None:
    assert kernel_table(game) == expected(game)
    assert table_of(zermelo.solve(game, interpreted=True)) == expected(game)


@repeatable(120)
@given(st.one_of(lively_games(), random_games(), catalogue_games()))
def test_interpreted_tables_are_the_naive_ones(game: Game) -> None:
    solution = zermelo.solve(game, interpreted=True)
    assert table_of(solution) == expected(game)
    check_summary(solution)


@repeatable(60)
@given(st.one_of(lively_games(), random_games()))
def test_kernels_as_ordinary_python_give_the_naive_tables(game: Game) -> None:
    assert kernel_table(game) == expected(game)


@pytest.mark.parametrize(
    "game",
    [
        RandomLayers(width=1, depth=0),
        RandomDag(seed=4, size=1),
        Nim(heaps=(0,)),
        Nim(heaps=(2, 3)),
        ConnectFour(columns=2, rows=2, line=2),
        DotsAndBoxes(columns=1, rows=1),
        FromTheTop(seed=2, width=3, depth=4, begins=2),
    ],
    ids=repr,
)
def test_kernels_as_ordinary_python_on_the_catalogue_and_at_the_edges(game: Game) -> None:
    assert kernel_table(game) == expected(game)


# Positions that are no integers


heaps = st.lists(st.integers(0, 3), min_size=1, max_size=3).map(tuple)


@repeatable(60)
@given(
    st.one_of(
        st.builds(TupleNim, heaps=heaps, misere=st.booleans()),
        st.builds(SymmetricNim, heaps=heaps, misere=st.booleans()),
        st.builds(AllOrders, heaps=heaps, misere=st.booleans()),
        st.builds(Word, word=st.text("abx", max_size=6)),
        st.builds(NodeKayles, size=st.integers(1, 8)),
        st.builds(Coins, row=st.lists(st.integers(-3, 9), max_size=6).map(tuple)),
    )
)
def test_positions_of_any_hashable_type(game: Game) -> None:
    solution = zermelo.solve(game, interpreted=True)
    assert solution.summary.method.endswith("interpreted")
    assert table_of(solution) == expected(game)
    check_summary(solution)


# Loops


def shown_loop(error: LoopFound) -> tuple[list[int], bool]:
    """Return the positions that the message shows and whether there are more."""
    found = re.search(r"earlier position \((.*?)\);", str(error))
    assert found is not None
    words = found.group(1).split(" -> ")
    more = words[-1] == "..."
    return [int(word) for word in words if word != "..."], more


def is_way(game: Game, positions: list[int]) -> bool:
    steps = zip(positions, positions[1:], strict=False)
    return all(after in naive.children(game, before) for before, after in steps)


class Pond(Game):
    """A long way to a ring of `ring` places, with a way out of every place that ends play."""

    ring: int = 9

    def start(self) -> int:
        return 1000

    def moves(self, position: int) -> Iterator[int]:
        if position != 2000:
            yield 0
            yield 1

    def play(self, position: int, move: int) -> int:
        if move == 1:
            return 2000
        if position >= 1000:
            return position + 1 if position < 1005 else 0
        return (position + 1) % self.ring


@repeatable(12)
@given(loops())
def test_questions_of_games_that_end_are_refused_and_a_loop_is_shown(game: RandomLoop) -> None:
    for interpreted in (True, False):
        with pytest.raises(LoopFound) as caught:
            zermelo.count(game, interpreted=True) if interpreted else fold_table(
                interpret_game(game), GAMES, 97
            )
        check_loop(game, caught.value)


@pytest.mark.parametrize("ring", [1, 2, 5, 6, 9])
def test_a_loop_far_from_the_start_is_shown(ring: int) -> None:
    game = Pond(ring=ring)
    for count in (
        lambda: zermelo.count(game, interpreted=True),
        lambda: fold_table(interpret_game(game), GAMES, 97),
    ):
        with pytest.raises(LoopFound) as caught:
            count()
        check_loop(game, caught.value)
        assert min(shown_loop(caught.value)[0]) < ring


def test_a_loop_is_refused_compiled() -> None:
    game = RandomLoop(seed=3, size=12, most=2)
    with pytest.raises(LoopFound) as caught:
        zermelo.count(game, budget=one_thread(), interpreted=False)
    check_loop(game, caught.value)


class Circle(Game):
    """Step round a ring of three; positions are of two words."""

    def start(self) -> tuple[int, int]:
        return (5, 0)

    def moves(self, position: tuple[int, int]) -> Iterator[int]:
        yield 1

    def play(self, position: tuple[int, int], move: int) -> tuple[int, int]:
        return (5, (position[1] + move) % 3)


def test_a_loop_of_tuples_is_shown_as_tuples() -> None:
    with pytest.raises(LoopFound, match=r"(\(5, \d\) -> ){3}\(5, \d\)"):
        fold_table(interpret_game(Circle()), GAMES, 97)


def check_loop(game: Game, error: LoopFound) -> None:
    loop, more = shown_loop(error)
    assert is_way(game, loop)
    if more:
        behind, reached = [loop[-1]], {loop[-1]}
        for position in behind:
            fresh = [child for child in naive.children(game, position) if child not in reached]
            reached.update(fresh)
            behind.extend(fresh)
        assert loop[0] in reached
    else:
        assert loop[0] == loop[-1] and len(loop) > 1


# The bounds of values and remoteness


class Countdown(Game):
    """Take one stone; whoever takes the last wins. A tier of one position for every ply."""

    heap: int = 10

    def start(self) -> int:
        return self.heap

    def moves(self, position: int) -> Iterator[int]:
        if position > 0:
            yield 1

    def play(self, position: int, move: int) -> int:
        return position - move


@pytest.mark.long
def test_remoteness_reaches_its_bound_and_not_beyond() -> None:
    solution = zermelo.solve(Countdown(heap=LARGEST_REMOTENESS), interpreted=True)
    assert tuple(solution.value())[:2] == (LOSS, LARGEST_REMOTENESS)
    with pytest.raises(BadRules, match="remoteness"):
        zermelo.solve(Countdown(heap=LARGEST_REMOTENESS + 1), interpreted=True)


class Ends(Game):
    """One move to one of two ends, with points on the way where `points` is not 0."""

    first: int = 1
    second: int = -1
    points: int = 0

    def start(self) -> int:
        return 0

    def moves(self, position: int) -> Iterator[int]:
        if position == 0:
            yield 1
            yield 2

    def play(self, position: int, move: int) -> int:
        return move

    def outcome(self, position: int) -> int:
        if position == 1:
            return self.first
        if position == 2:
            return self.second
        return UNDECIDED


class ScoredEnds(Ends):
    scored = True

    def gain(self, position: int, move: int) -> int:
        return self.points


WAYS = {
    "interpreted": lambda game: table_of(zermelo.solve(game, interpreted=True)),
    "kernels": kernel_table,
    "compiled": lambda game: table_of(zermelo.solve(game, budget=one_thread(), interpreted=False)),
}


@pytest.mark.parametrize("way", ["interpreted", "kernels"])
@pytest.mark.parametrize("value", [LARGEST_VALUE, -LARGEST_VALUE])
def test_scores_reach_their_bounds(way: str, value: int) -> None:
    game = ScoredEnds(first=value, second=value)
    assert WAYS[way](game) == {0: (-value, 1), 1: (value, 0), 2: (value, 0)}


@pytest.mark.parametrize("way", ["interpreted", "kernels"])
@pytest.mark.parametrize(
    "game",
    [
        ScoredEnds(first=LARGEST_VALUE + 1),
        ScoredEnds(second=-LARGEST_VALUE - 1),
        ScoredEnds(points=LARGEST_VALUE + 1),
        ScoredEnds(first=-LARGEST_VALUE, second=-LARGEST_VALUE, points=1),
    ],
    ids=repr,
)
def test_scores_past_their_bounds_are_refused(way: str, game: Game) -> None:
    with pytest.raises(BadRules, match="position"):
        WAYS[way](game)


@pytest.mark.parametrize("way", ["interpreted", "compiled"])
def test_points_without_scored_are_refused(way: str) -> None:
    with pytest.raises(BadRules, match="scored"):
        WAYS[way](Ends(first=2, second=5))


class Halves(Ends):
    def outcome(self, position: int) -> Any:
        return 0.5 if position == 1 else super().outcome(position)


def test_values_that_are_no_integers_are_refused() -> None:
    with pytest.raises(BadRules, match="position 1"):
        zermelo.solve(Halves(), interpreted=True)


# Facts


def answered(game: Game, quantity: str, solution: Any, interpreted: bool) -> Any:
    """Return what the engine says of a game."""
    if quantity in ("games", "tree_nodes"):
        counts = zermelo.count(game, interpreted=interpreted, budget=one_thread())
        return counts.games if quantity == "games" else counts.nodes
    if quantity == "nimber":
        return zermelo.sums.nimber(game, interpreted=interpreted)
    if quantity == "winning_moves":
        return tuple(sorted(move.name for move in solution.moves() if move.answer.value > 0))
    summary = solution.summary
    if quantity == "totals":
        return summary.wins, summary.draws, summary.losses
    return getattr(summary, "solved" if quantity == "classes" else quantity)


ASKED = {
    "value",
    "remoteness",
    "positions",
    "totals",
    "wins",
    "longest",
    "classes",
    "games",
    "tree_nodes",
    "nimber",
    "winning_moves",
}


def by_game(*sizes: str, family: str | None = None) -> dict[str, list[Any]]:
    """Return the facts that the engine answers, of a family or of all, by their game."""
    games: dict[str, list[Any]] = {}
    for fact in facts() if family is None else every_family()[family].facts:
        if fact.quantity in ASKED and fact.size in sizes:
            games.setdefault(fact.game, []).append(fact)
    return games


def check_facts(known: list[Any], interpreted: bool = False) -> None:
    game = build(known[0].game)
    solution = zermelo.solve(game, interpreted=True) if interpreted else compiled(game)
    answers = {fact.quantity: answered(game, fact.quantity, solution, interpreted) for fact in known}
    assert answers == {fact.quantity: fact.expected for fact in known}


# Every family, small and medium, one compilation each; the others are checked interpreted, or take long.
SHOWCASE = (
    "tic_tac_toe(columns=3, rows=3, line=3, misere=False)",
    "connect_four(columns=4, rows=4, line=4)",
    "connect_four(columns=5, rows=4, line=4)",
    "mnk(columns=4, rows=3, line=3, misere=False)",
    "dots_and_boxes(columns=3, rows=2)",
    "subtraction(heap=99, take=(1, 2, 3), misere=False, stop=3)",
    "powers(heap=99, base=2, ending='empty')",
)


@pytest.mark.parametrize("text", few(SHOWCASE, 3))
def test_facts_compiled(text: str) -> None:
    known = [fact for fact in facts() if fact.game == text and fact.quantity in ASKED]
    assert known
    check_facts(known)


SLOW = (  # a third to two seconds each by the interpreter, and others of the family are quick
    "clobber(setup='xxoxxoxxoxxoxxoxxo'",
    "connect_four(columns=6, rows=2",
    "cram(columns=20, rows=1",
    "cram(columns=6, rows=3",
    "domineering(columns=11, rows=2",
    "domineering(columns=2, rows=11",
    "domineering(columns=3, rows=7",
    "domineering(columns=7, rows=3",
    "kalah(houses=3, seeds=3",
    "notakto(columns=4, rows=4",
    "with_points(game=kalah(houses=3, seeds=3",
)


@pytest.mark.parametrize("family", [name for name in every_family() if by_game("small", family=name)])
def test_small_facts_interpreted(family: str) -> None:
    quick = {
        game: known for game, known in by_game("small", family=family).items() if not game.startswith(SLOW)
    }
    assert quick
    for known in quick.values():
        check_facts(known, interpreted=True)


@pytest.mark.long
@pytest.mark.parametrize("text", [game for game in by_game("small") if game.startswith(SLOW)])
def test_slow_small_facts_interpreted(text: str) -> None:
    check_facts(by_game("small")[text], interpreted=True)


@pytest.mark.long
@pytest.mark.parametrize("text", by_game("medium", "large"))
def test_larger_facts_compiled(text: str) -> None:
    check_facts(by_game("medium", "large")[text])
    compiled.cache_clear()  # tables of millions of positions

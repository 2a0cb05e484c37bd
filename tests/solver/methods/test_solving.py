"""Loops that are refused, the bounds of values and remoteness, and known facts of the catalogue."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from families import build, every_family, facts
from hypothesis import given, settings
from made.random_games import RandomLoop, loops
from reference import naive
from support.tables import Table, compiled, fold_table, kernel_table, one_thread, table_of

import zermelo
from zermelo.compiler.game_compiler import interpret_game
from zermelo.core.errors import BadRules, LoopFound
from zermelo.core.game import Game
from zermelo.core.values import LARGEST_REMOTENESS, LARGEST_VALUE, LOSS, UNDECIDED
from zermelo.solver.kernels.position_folds import GAMES

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


@settings(max_examples=12)
@given(loops())
def test_questions_of_games_that_end_are_refused_and_a_loop_is_shown(game: RandomLoop) -> None:
    for count in (
        lambda: zermelo.count(game, interpreted=True),
        lambda: fold_table(interpret_game(game), GAMES, 97),
    ):
        with pytest.raises(LoopFound) as caught:
            count()
        check_loop(game, caught.value)


@pytest.mark.long
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


class Halves(Ends):
    def outcome(self, position: int) -> Any:
        return 0.5 if position == 1 else super().outcome(position)


def interpreted_table(game: Game) -> Table:
    return table_of(zermelo.solve(game, interpreted=True))


@pytest.mark.parametrize("value", [LARGEST_VALUE, -LARGEST_VALUE])
def test_scores_reach_their_bounds(value: int) -> None:
    game = ScoredEnds(first=value, second=value)
    assert interpreted_table(game) == kernel_table(game) == {0: (-value, 1), 1: (value, 0), 2: (value, 0)}


@pytest.mark.parametrize(
    ("game", "words"),
    [
        (ScoredEnds(first=LARGEST_VALUE + 1), "position"),
        (ScoredEnds(second=-LARGEST_VALUE - 1), "position"),
        (ScoredEnds(points=LARGEST_VALUE + 1), "position"),
        (ScoredEnds(first=-LARGEST_VALUE, second=-LARGEST_VALUE, points=1), "position"),
        (Ends(first=2, second=5), "scored"),
        (Halves(), "position 1"),
    ],
    ids=repr,
)
def test_values_that_are_none_are_refused(game: Game, words: str) -> None:
    for table in (interpreted_table, kernel_table)[: 1 if isinstance(game, Halves) else 2]:
        with pytest.raises(BadRules, match=words):
            table(game)


# Facts


def answered(game: Game, quantity: str, solution: Any, interpreted: bool) -> Any:
    """Return what the engine says of a game."""
    if quantity in ("games", "tree_nodes"):
        counts = zermelo.count(game, interpreted=interpreted, budget=one_thread())
        return counts.games if quantity == "games" else counts.nodes
    if quantity == "nimber":
        return zermelo.cgt.nimber(game, interpreted=interpreted)
    if quantity == "winning_moves":
        return tuple(sorted(move.name for move in solution.moves() if move.answer.value > 0))
    summary = solution.summary
    if quantity == "totals":
        return summary.wins, summary.draws, summary.losses
    return getattr(summary, "solved" if quantity == "classes" else quantity)


ASKED = {
    *("value", "remoteness", "positions", "totals", "wins", "longest", "classes", "games", "tree_nodes"),
    *("nimber", "winning_moves"),
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


@pytest.mark.slow("facts of one game by machine code")
def test_facts_compiled() -> None:
    check_facts(by_game("small")["tic_tac_toe(columns=3, rows=3, line=3, misere=False)"])


KEPT = 2  # games of a family, spread over its table
SLOW = (  # thousands of positions, and others of the family are smaller
    *("anti_clobber(setup='x.../..../", "arc_kayles(graph='grid 4x4", "breakthrough(columns=2, rows=5"),
    *("chomp(columns=10", "clobber(setup='', columns=6", "clobber(setup='xxoxxoxxoxxoxx"),
    *("connect_four(columns=6, rows=2", "cram(columns=19", "cram(columns=20", "cram(columns=4, rows=4"),
    *("cram(columns=6, rows=3", "domineering(columns=11", "domineering(columns=2, rows=11"),
    *("domineering(columns=3, rows=7", "domineering(columns=5, rows=4", "domineering(columns=7"),
    *("dots_and_boxes(columns=4", "draughts_up_to(pieces=2", "fission(setup='...../...../..x"),
    *("fox_and_geese(columns=8", "hanoi(discs=7, pegs=4", "impartial_clobber(setup='xxxxxxxxxxx"),
    *("impartial_nogo(columns=4, rows=2", "impartial_nogo(columns=8", "kalah(houses=3, seeds=3"),
    *("konane(setup='', columns=4, rows=5", "konane(setup='', columns=5", "notakto(columns=4, rows=4"),
    *("nukit(a=18", "pancakes(pancakes=6, burnt=True", "pancakes(pancakes=8"),
    *("partizan_take_and_break(heap=12", "rush_hour(level='BBBCDE", "sliding_tiles(columns=4"),
    *("stripes(length=1, strips=(1, 5, 1)", "swap(game=hex(size=3", "swap(game=tic"),
    *("triangle_solitaire(empty='a", "triangle_solitaire(empty='c", "triangle_solitaire(empty='d"),
    *("wild_tic_tac_toe(columns=3, rows=3, line=3, misere=True", "with_points(game=dots_and_boxes(columns=4"),
    *("with_points(game=dots_and_boxes(columns=2, rows=2", "with_points(game=kalah(houses=3, seeds=3"),
)


def kept(family: str) -> list[str]:
    """Return the games of a family whose facts are checked by default."""
    quick = [game for game in by_game("small", family=family) if not game.startswith(SLOW)]
    assert quick
    return quick[:: -(-len(quick) // KEPT)]


SMALL = [name for name in every_family() if by_game("small", family=name)]


@pytest.mark.parametrize("family", SMALL)
def test_small_facts_interpreted(family: str) -> None:
    known = by_game("small", family=family)
    for game in kept(family):
        check_facts(known[game], interpreted=True)


@pytest.mark.long
@pytest.mark.parametrize("family", SMALL)
def test_other_small_facts_interpreted(family: str) -> None:
    others = by_game("small", family=family)
    for game in set(others) - set(kept(family)):
        check_facts(others[game], interpreted=True)


@pytest.mark.long
@pytest.mark.parametrize("text", by_game("medium", "large"))
def test_larger_facts_compiled(text: str) -> None:
    check_facts(by_game("medium", "large")[text])
    compiled.cache_clear()  # tables of millions of positions

"""Statistics of a solution: every figure from its definition, over all positions, and the hash of the table."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest
from hypothesis import given, settings
from made.hashable_games import AllOrders, Coins, NodeKayles, SymmetricNim, TupleNim, Word
from made.kinds import RandomPairs
from made.lively_games import lively_games, lively_ponds
from made.random_games import (
    RandomFalls,
    RandomIndex,
    RandomLayers,
    RandomMirror,
    RandomScoredTurns,
    RandomScores,
)
from msgspec.structs import asdict, astuple
from reference import naive
from support.marks import few, long_unless
from support.tables import compiled, expected, one_thread

import zermelo
from zermelo.core.budget import Budget
from zermelo.core.errors import DamagedSolution, OutOfBudget
from zermelo.core.game import Game, beginning_at
from zermelo.games.blockade.pong_hau_ki import PongHauKi
from zermelo.games.dominoes.domineering import Domineering
from zermelo.games.heaps.nim import Nim
from zermelo.games.heaps.subtraction import Subtraction
from zermelo.games.lines.connect_four import ConnectFour
from zermelo.games.lines.mnk import TicTacToe
from zermelo.games.sowing.kalah import Kalah
from zermelo.games.territory.dots_and_boxes import DotsAndBoxes
from zermelo.solution import scan
from zermelo.solution import statistics_scan as statistics_module
from zermelo.solution.solution import Solution
from zermelo.solution.solution_statistics import Statistics
from zermelo.solution.statistics_scan import compute_statistics
from zermelo.solver.records import ranked_records
from zermelo.solver.records.solution_records import MappingRecords, RecordBlock, Records

CONNECT = ConnectFour(columns=3, rows=4, line=3)
BOXES = DotsAndBoxes(columns=2, rows=1)
NIM = Nim(heaps=(3, 4, 5), misere=True)
MIRRORED = RandomMirror(seed=31, bits=4, depth=7, most=4)
WORDS = RandomPairs(seed=1, size=40, most=3)
CORNERED = beginning_at(TicTacToe(), TicTacToe().parse("X../.O./X.."))  # its mirror images are no starts


class Huge(TupleNim):
    """Its first heap is larger than any word of a computer, and stays."""

    heaps: tuple[int, ...] = (1 << 70, 2, 2)

    def moves(self, position: tuple[int, ...]) -> Iterator[tuple[int, int]]:
        for move in TupleNim.moves(self, (0, *position[1:])):
            yield move


class Pairs(Game):
    """Letters in a tuple of pairs: words of no kind that a column of numbers holds. Take a letter off the left."""

    def start(self) -> tuple[tuple[str, ...], int]:
        return ("a", "b", "a"), 2

    def moves(self, position: tuple[tuple[str, ...], int]) -> Iterator[int]:
        yield from range(min(position[1], len(position[0])))

    def play(self, position: tuple[tuple[str, ...], int], move: int) -> tuple[tuple[str, ...], int]:
        return position[0][move + 1 :], 1 + (position[0][move] == "a")


COMPILED = [TicTacToe(), CONNECT, BOXES, NIM, MIRRORED, WORDS]
PLAIN: list[Game] = [
    *(CONNECT, BOXES, NIM, WORDS),
    *(TupleNim(misere=True), SymmetricNim(), AllOrders(), Word(), NodeKayles(), Coins(), Pairs(), Huge()),
    *(Kalah(houses=2, seeds=2), Domineering(columns=3, rows=3), CORNERED),
    *(Subtraction(heap=9), Subtraction(heap=0)),
    RandomLayers(seed=30, width=6, depth=6, most=4, begins=2),
    RandomScores(seed=3, size=14, most=3),
    RandomScoredTurns(seed=47, width=6, depth=6, most=3),
]


def solved(game: Game) -> Solution:
    return zermelo.solve(game, interpreted=True)


# The definitions


class Told:
    """Every figure, from the naive twin's answers and the definitions; positions are counted one by one."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.values = expected(game)
        starts = set(game.starts())
        self.closed = all(naive.orbit(game, start) <= starts for start in starts)
        self.reached = sorted(naive.positions(game), key=repr) if self.closed else list(self.values)

    def answer(self, position: Any) -> tuple[int, int | None]:
        return self.values[naive.canonical(self.game, position)]

    def moves(self, position: Any) -> list[Any]:
        return [] if naive.is_finished(self.game, position) else list(self.game.moves(position))

    def worths(self, position: Any) -> list[int]:
        """What each move is worth to the mover."""
        after = {move: self.answer(self.game.play(position, move))[0] for move in self.moves(position)}
        return [naive.worth(self.game, position, move, after[move]) for move in self.moves(position)]

    def is_saving(self, position: Any) -> bool:
        """Whether a single move keeps the value, and another loses some."""
        worths = self.worths(position)
        return len(worths) > 1 and worths.count(self.answer(position)[0]) == 1

    def figures(self) -> dict[str, Any]:
        """Everything that does not ask how many plies were played."""
        counts = [len(self.moves(position)) for position in self.reached]
        values = [self.answer(position)[0] for position in self.reached]
        choices = [position for position in self.reached if len(self.moves(position)) > 1]
        return {
            "game": repr(self.game),
            "answer": self.answer(next(iter(self.game.starts()))),
            "counted": "positions" if self.closed else "classes",
            "positions": len(self.reached),
            "classes": len(self.values),
            "answers": Counter(map(self.answer, self.reached)),
            "branching": Counter(count for count in counts if count),
            "finished": counts.count(0),
            "moves": sum(counts),
            "mean_branching": sum(counts) / max(1, len(counts) - counts.count(0)),
            "choices": len(choices),
            "matters": sum(min(self.worths(position)) < max(self.worths(position)) for position in choices),
            "saving": sum(map(self.is_saving, self.reached)),
            "totals": {
                "win": sum(value > 0 for value in values),
                "draw": sum(value == 0 for value in values),
                "loss": sum(value < 0 for value in values),
            },
            "longest": {
                word: self.first(
                    [place for place in self.ending() if sign(self.values[place][0]) == number],
                    lambda place: self.values[place][1],
                )
                for word, number in (("win", 1), ("draw", 0), ("loss", -1))
            },
            "puzzles": self.first(
                [place for place in self.ending() if self.is_saving(place)],
                lambda p: 1_000 * self.values[p][1] + len(self.moves(p)),
            ),
        }

    def ending(self) -> list[Any]:
        """The positions from which best play ends."""
        return [place for place, (_, plies) in self.values.items() if plies is not None]

    def first(self, places: list[Any], rank: Callable[[Any], int]) -> list[Any]:
        """The five of greatest rank; of equal ones the least."""
        ordered = sorted(places, key=lambda place: (-rank(place), place if is_plain(place) else str(place)))
        return [(place, self.values[place], len(self.moves(place))) for place in ordered[:5]]

    def tiers(self) -> list[tuple[int, ...]]:
        """Positions by plies from the start: how many, won, drawn, lost, finished, and their moves."""
        tier, reached, rows = set(self.game.starts()), 0, []
        while tier:
            values = [self.answer(position)[0] for position in tier]
            counts = [len(self.moves(position)) for position in tier]
            won, lost = sum(value > 0 for value in values), sum(value < 0 for value in values)
            rows.append(
                (len(rows), len(tier), won, len(tier) - won - lost, lost, counts.count(0), sum(counts))
            )
            reached += len(tier)
            tier = {child for position in tier for child in naive.children(self.game, position)}
        assert reached == len(self.reached), "some positions have no plies of their own"
        return rows


def sign(number: int) -> int:
    return (number > 0) - (number < 0)


def is_plain(position: Any) -> bool:
    return isinstance(position, int | tuple)


def plies(game: Game) -> tuple[int, int]:
    """The plies of the shortest and of the longest line of play."""
    ends: dict[Any, tuple[int, int]] = {}
    for position in naive.backwards(game, game.starts()):
        after = [ends[child] for child in naive.children(game, position)]
        ends[position] = (
            (1 + min(least for least, _ in after), 1 + max(most for _, most in after)) if after else (0, 0)
        )
    found = [ends[start] for start in game.starts()]
    return min(least for least, _ in found), max(most for _, most in found)


def said(figures: Statistics) -> dict[str, Any]:
    """The same of what is tested."""
    kinds = {
        word: [(each.position, tuple(each.answer)[:2], each.move_count) for each in found]
        for word, found in [*asdict(figures.longest).items(), ("puzzles", figures.puzzles)]
    }
    names = "counted positions classes finished mean_branching choices matters"
    return {
        **{name: getattr(figures, name) for name in [*names.split(), "saving"]},
        "answers": {(value, plies): count for value, plies, count in figures.answers},
        "game": repr(figures.game),
        "branching": dict(figures.branching),
        "moves": figures.move_count,
        "answer": (figures.answer.value, figures.answer.remoteness),
        "totals": {"win": figures.wins, "draw": figures.draws, "loss": figures.losses},
        "longest": {word: kinds[word] for word in ("win", "draw", "loss")},
        "puzzles": kinds["puzzles"],
    }


@cache
def compiled_figures(game: Game) -> Statistics:
    return compute_statistics(compiled(game), one_thread(), interpreted=False)


def without_plies(figures: Statistics) -> dict[str, Any]:
    """What a solution says that may have been made without plies, of which it then says nothing."""
    return {key: value for key, value in figures.as_json().items() if key not in ("tiers", "lengths")}


# Every figure


@pytest.mark.slow("statistics by machine code of positions of several words")
@pytest.mark.parametrize(
    "game",  # several words, symmetries, points and the mover who stays: each kernel is another one
    long_unless(COMPILED, lambda game: game is WORDS),
    ids=repr,
)
def test_every_figure_of_a_compiled_solution(game: Game) -> None:
    assert said(compiled_figures(game)) == Told(game).figures()


PONDS: list[Game] = [
    PongHauKi(),
    RandomFalls(seed=13, size=30, most=2),
    RandomIndex(seed=148, size=90, most=2),
]


@pytest.mark.long
@pytest.mark.parametrize("game", few(PONDS, 1), ids=repr)
def test_every_figure_of_a_game_with_loops(game: Game) -> None:
    figures, told = compute_statistics(compiled(game), one_thread()), Told(game).figures()
    assert said(figures) == told
    assert figures.endless == sum(count for (_, plies), count in told["answers"].items() if plies is None) > 0
    assert [tier.tier for tier in figures.tiers] == [0] and figures.lengths is None
    totals = figures.wins, figures.draws, figures.losses
    counts = *totals, figures.finished, figures.move_count
    assert astuple(figures.tiers[0])[1:] == (figures.positions, *counts)
    summary = compiled(game).summary
    assert figures.positions == summary.positions
    assert totals == (summary.wins, summary.draws, summary.losses)
    plain = compute_statistics(compiled(game), interpreted=True)
    assert plain == figures
    rows = figures.as_json()["answers"]
    assert {(value, plies): count for value, plies, count in rows} == told["answers"]
    assert rows == sorted(rows, key=lambda row: (row[0], row[1] is None, row[1] or 0))


@settings(max_examples=60)
@given(lively_ponds())
def test_every_figure_of_random_games_with_loops(game: Game) -> None:
    assert said(compute_statistics(zermelo.solve(game, interpreted=True))) == Told(game).figures()


def test_slices_are_no_tiers_and_parts_of_a_tier_add_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of an index, of tiers, and of words."""
    games = PONDS[-1], CONNECT, WORDS
    whole = [compute_statistics(compiled(game), one_thread()) for game in games]
    for module in (ranked_records, scan, statistics_module):
        monkeypatch.setattr(module, "SLICE", 7)
    assert compiled(games[0]).records.tier_count == 13
    assert [compute_statistics(compiled(game), one_thread()) for game in games] == whole
    assert compute_statistics(compiled(games[0]), interpreted=True) == whole[0]


def test_an_index_that_does_not_fit_is_refused() -> None:
    solution = compiled(PONDS[-1])
    with pytest.raises(OutOfBudget):
        compute_statistics(solution, Budget(memory=0, threads=1))


@pytest.mark.parametrize("game", PLAIN, ids=repr)
def test_every_figure_of_an_interpreted_solution(game: Game) -> None:
    assert said(compute_statistics(solved(game))) == Told(game).figures()


@given(lively_games())
def test_every_figure_of_random_games(game: Game) -> None:
    assert said(compute_statistics(solved(game))) == Told(game).figures()


@pytest.mark.parametrize("game", few([CONNECT, TicTacToe(), BOXES, MIRRORED], 1), ids=repr)
def test_tiers_are_plies(game: Game) -> None:
    figures = compiled_figures(game)
    assert [astuple(tier) for tier in figures.tiers] == Told(game).tiers()
    assert figures.lengths == plies(game)


@pytest.mark.parametrize("game", [CONNECT, BOXES, Coins(), WORDS, SymmetricNim()], ids=repr)
def test_first_moves_are_best_first(game: Game) -> None:
    start, told = game.start(), Told(game)
    rows = []
    for move in game.moves(start):
        child = game.play(start, move)
        value = naive.worth(game, start, move, told.answer(child)[0])
        rows.append((game.name(start, move), value, told.answer(child)[1] + 1))
    rows.sort(key=lambda row: (-row[1], -row[2] if row[1] < 0 else row[2]))
    found = compute_statistics(solved(game)).first_moves
    assert [(move.name, move.answer.value, move.answer.remoteness) for move in found] == rows
    assert all(move.answer.scored is game.scored for move in found)


@pytest.mark.slow("statistics in machine code where symmetry merges starts")
def test_classes_are_counted_where_starts_are_not_closed() -> None:
    native = compute_statistics(compiled(CORNERED), one_thread(), interpreted=False)
    assert native.counted == "classes"
    assert said(native) == Told(CORNERED).figures()
    assert sum(tier.positions for tier in native.tiers) == len(expected(CORNERED))
    assert native.lengths == plies(CORNERED)


# Every way to the same figures


@pytest.mark.parametrize(
    "game", long_unless(COMPILED, lambda game: game is CONNECT or game is WORDS), ids=repr
)
def test_interpreted_statistics_and_those_of_files_are_the_same(game: Game, store: Path) -> None:
    figures = compiled_figures(game)
    assert compute_statistics(compiled(game), interpreted=True) == figures
    zermelo.solve(game, store=store, budget=one_thread())
    assert compute_statistics(zermelo.open(game, store), one_thread()) == figures
    zermelo.solve(game, store=store / "plain", interpreted=True)
    plain = zermelo.open(game, store / "plain")
    for found in (
        compute_statistics(plain, one_thread()),
        compute_statistics(plain, interpreted=True),
        compute_statistics(solved(game)),
    ):
        assert without_plies(found) == without_plies(figures)


@pytest.mark.parametrize("game", [Word(), TupleNim(), Coins(), Pairs(), SymmetricNim(), Huge()], ids=repr)
def test_files_of_texts_give_the_same(game: Game, store: Path) -> None:
    zermelo.solve(game, store=store)
    assert compute_statistics(zermelo.open(game, store)) == compute_statistics(solved(game))


def test_json_holds_the_figures() -> None:
    figures = compiled_figures(CONNECT)
    found = figures.as_json()
    assert tuple(map(tuple, found["answers"])) == figures.answers
    assert tuple(map(tuple, found["branching"])) == figures.branching
    assert (found["wins"], found["draws"], found["losses"]) == naive.totals(CONNECT)
    assert (found["finished"], found["move_count"]) == (figures.finished, figures.move_count)
    assert found["puzzles"][0]["position"] == figures.puzzles[0].position
    assert len(found["puzzles"]) <= found["most_shown"] == 5
    tuples = compute_statistics(solved(TupleNim()))
    assert tuples.as_json()["longest"]["win"][0]["position"] == list(tuples.longest.win[0].position)


# The hash of the table


def with_records(solution: Solution, records: Any) -> Solution:
    return Solution(solution.game, solution.summary, records, None)


def with_table(game: Game, table: dict[Any, tuple[int, int]]) -> str:
    """Return the hash of any table, also of one that its moves do not give, which is refused when they are asked."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Solution, "moves", lambda *_: [])
        return compute_statistics(with_records(solved(game), MappingRecords(table))).table_hash


@pytest.mark.parametrize("game", [Word(), TupleNim(), Subtraction(heap=9), Pairs()], ids=repr)
def test_the_hash_tells_tables_apart_and_not_their_order(game: Game) -> None:
    table = expected(game)
    right = compute_statistics(solved(game)).table_hash
    assert with_table(game, table) == with_table(game, dict(reversed(table.items()))) == right
    hashes = {right}
    for position, (value, remoteness) in table.items():
        hashes.add(with_table(game, {**table, position: (value + 1, remoteness)}))
        hashes.add(with_table(game, {**table, position: (value, remoteness + 1)}))
    places = list(table)
    swapped = {**table, places[0]: table[places[-1]], places[-1]: table[places[0]]}
    assert table[places[0]] != table[places[-1]]
    hashes.add(with_table(game, swapped))
    assert len(hashes) == 2 + 2 * len(table)


def test_games_of_the_same_table_have_the_same_hash() -> None:
    class Takes(Subtraction):
        def name(self, position: int, move: int) -> str:
            return f"take {move}"

    hashes = [compute_statistics(solved(game)).table_hash for game in (Takes(heap=7), Subtraction(heap=7))]
    assert hashes[0] == hashes[1] != compute_statistics(solved(Subtraction(heap=8))).table_hash


class Short:
    """The records of a solution without the last one."""

    words: ClassVar[None] = None
    tier_count: ClassVar[int] = 1

    def __init__(self, records: Records) -> None:
        self.whole = records.read_tier_block(0)

    def count_tier_records(self, tier: int) -> int:
        return len(self.whole.positions) - 1

    def read_tier_block(self, tier: int) -> RecordBlock:
        return RecordBlock(*(column[1:] for column in self.whole))

    def find(self, position: Any) -> tuple[int, int] | None:
        places = np.flatnonzero(self.whole.positions[1:] == position) + 1
        return (
            (int(self.whole.values[places[0]]), int(self.whole.remoteness[places[0]]))
            if len(places)
            else None
        )


@pytest.mark.parametrize("interpreted", few([True, False], 1))
def test_a_missing_record_is_told(interpreted: bool) -> None:
    short = with_records(compiled(NIM), Short(compiled(NIM).records))
    lacking = int(compiled(NIM).records.read_tier_block(0).positions[0])
    assert lacking in naive.positions(NIM) and lacking != NIM.start()
    with pytest.raises(DamagedSolution):
        compute_statistics(short, one_thread(), interpreted=interpreted)

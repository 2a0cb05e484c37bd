"""Nimbers by search, by recursion and by whole tables, against the definition; sums of different games."""

import random
from functools import reduce
from operator import xor

import numpy as np
import pytest
from families import facts
from hypothesis import example, given, settings
from hypothesis import strategies as st
from reference.naive_nimbers import NaiveNimbers, sum_moves, wins_sum
from support.marks import few

import zermelo
from zermelo.cgt.impartial.nimber_finder import (
    QUICK,
    NimberFinder,
    find_nimber_finder,
    find_position_nimber,
    is_lost,
    list_moves_to_nimber,
)
from zermelo.cgt.impartial.nimber_recursion import NimberRecursion, RecursionTooLong
from zermelo.cgt.impartial.nimber_search import NimberSearch, _are_parts_already_folded
from zermelo.cgt.impartial.nimber_sums import compute_term_nimbers, find_winning_moves_of_sum
from zermelo.cgt.impartial.nimber_table import find_nimbers
from zermelo.cgt.kernels.nimber_search_kernel import MASKED
from zermelo.compiler.game_compiler import compile_game, interpret_game
from zermelo.compiler.guards.splitter_guard import compare_splits_and_list_parts, load_splitter
from zermelo.compiler.kernel_kinds import SPLIT
from zermelo.compiler.kernels.sum_splits import build_examine_splits_kernel
from zermelo.core.budget import Budget
from zermelo.core.errors import (
    BadParameter,
    BadRules,
    Cancelled,
    LoopFound,
    MissingCapability,
    UnknownPosition,
)
from zermelo.core.game import Game, has
from zermelo.core.values import LOSS, UNDECIDED, WIN
from zermelo.games import Chomp, Cram, Domineering, Kayles, Nim, Notakto, Pig, Subtraction

SMALL = tuple(  # every one with parts, and some without
    map(
        zermelo.game,
        """cram(columns=4, rows=3); cram(columns=2, rows=5); kayles(pins=9); dawsons_kayles(pins=13)
        nim(heaps=(3, 2, 3)); stripes(length=12, strips=(2, 3)); stripes(length=9, strips=(5, 1))
        grundys_game(heap=14); euclid; chomp(columns=4, rows=3); wythoff(a=5, b=5); nukit(a=5, b=4, c=5, d=4)
        subtraction(heap=20); subtract_a_square(heap=30)""".replace("\n        ", "; ").split("; "),
    )
)


class Ring(Game):
    """Step along a ring: play never ends."""

    impartial = True

    def start(self) -> int:
        return 0

    def moves(self, position: int):  # type: ignore[no-untyped-def]
        yield 1

    def play(self, position: int, move: int) -> int:
        return (position + move) % 5


class Words(Game):
    """Take a letter off either end of a word, but never two alike in turn: positions are texts."""

    word: str = "abacab"
    impartial = True

    def start(self) -> str:
        return self.word

    def moves(self, position: str) -> list[str]:
        return ["first", "last"] if position and position[0] != position[-1] else []

    def play(self, position: str, move: str) -> str:
        return position[1:] if move == "first" else position[:-1]


class Pairs(Game):
    """Two heaps as a tuple, which fall apart: take one or two."""

    first: int = 7
    second: int = 5
    impartial = True

    def start(self) -> tuple[int, int]:
        return self.first, self.second

    def moves(self, position: tuple[int, int]):  # type: ignore[no-untyped-def]
        for heap in range(2):
            for take in range(1, min(2, position[heap]) + 1):
                yield 2 * take + heap

    def play(self, position: tuple[int, int], move: int) -> tuple[int, int]:
        if move % 2 == 0:
            return position[0] - move // 2, position[1]
        return position[0], position[1] - move // 2

    def parts(self, position: tuple[int, int]):  # type: ignore[no-untyped-def]
        for heap in range(2):
            if position[heap] > 0:
                yield position[heap], 0


COMPILED = (Cram(columns=4, rows=3), Pairs())  # each costs seconds, so here it is one by default


def reachable(game: Game) -> list[object]:
    found = dict.fromkeys(game.starts())
    queue = list(found)
    naive = NaiveNimbers(game)
    for position in queue:
        for child in naive.children(position):
            if child not in found:
                found[child] = None
                queue.append(child)
    return queue


@pytest.mark.slow("the compiled search for nimbers against the definition")
@pytest.mark.parametrize("game", few([Pairs(), *SMALL], 1), ids=repr)
def test_every_position_of_small_games(game):
    """Search, compiled for some, recursion and whole table against the definition."""
    naive, table = NaiveNimbers(game), find_nimbers(game, interpreted=True)
    finders = [NimberSearch(game, interpreted=True), NimberRecursion(game)]
    assert not finders[0].splitter.native
    if game in COMPILED:
        finders.append(NimberSearch(game))
        assert finders[2].splitter.native
    positions = reachable(game)
    random.Random(1).shuffle(positions)
    for position in positions:
        expected = naive(position)
        assert table[position] == expected
        for finder in finders:
            assert finder.nimber(position) == expected
            assert finder.has_nimber(position, expected)
            assert not finder.has_nimber(position, expected + 1)
            assert not finder.has_nimber(position, expected ^ 1)


@pytest.mark.parametrize("game", few([*SMALL[1:], Pairs(), SMALL[0]], 14), ids=repr)
def test_questions_with_an_empty_table(game):
    """Whether a nimber is the one asked for, when nothing is known: right in either direction."""
    naive, search = NaiveNimbers(game), NimberSearch(game, interpreted=game is not SMALL[0])
    search.table = search.table[: 1 << 13]
    for position in random.Random(2).sample(positions := reachable(game), min(40, len(positions))):
        for nimber in range(6):
            search.table[:] = 0
            assert search.has_nimber(position, nimber) == (naive(position) == nimber)


def test_the_tables_of_both_kinds():
    """The whole table as arrays, of the interpreter, of positions that are texts; what is not in it."""
    game = Cram(columns=3, rows=3)
    table, plain = find_nimbers(game), find_nimbers(game, interpreted=True)
    assert len(table) == len(plain) == len(list(table))
    assert dict(table) == dict(plain)
    assert table.nimbers.dtype == np.int32
    assert np.all(np.diff(table.keys_array) > 0)
    assert repr(table) == f"nimbers of {game!r}, {len(table)} classes of positions"
    words = find_nimbers(Words())
    naive = NaiveNimbers(Words())
    assert all(words[word] == naive(word) for word in reachable(Words()))
    with pytest.raises(
        UnknownPosition, match=r"is not a position that kayles\(pins=3, misere=False\) can reach"
    ):
        find_nimbers(Kayles(pins=3))[0b1000]
    with pytest.raises(LoopFound):
        find_nimbers(Ring())


def test_positions_that_are_no_integers():
    """The recursion takes any hashable; small questions never reach the compiler."""
    naive, finder = NaiveNimbers(Words()), find_nimber_finder(Words())
    assert all(finder.nimber(word) == naive(word) for word in reachable(Words()))
    assert finder.search is None
    long = Words(word="abcdefghij" * 16)  # 12,880 positions: past the quick look
    assert find_position_nimber(long) == NimberRecursion(long).nimber(long.word)
    assert find_nimber_finder(long).search is None


@pytest.mark.long
def test_large_nimbers_and_deep_lines():
    """Nimbers past what a table remembers one by one; lines longer than the first room; too long a line."""
    assert QUICK < 700 * 699 // 2
    nim = Nim(heaps=(700,))
    search = NimberSearch(nim)
    assert search.nimber(700) == 700 > MASKED
    assert [search.nimber(heap) for heap in (43, 44, 45, 699)] == [43, 44, 45, 699]
    search = NimberSearch(nim)
    assert search.has_nimber(500, 500)
    assert not search.has_nimber(500, 499)
    assert not search.has_nimber(300, 7)
    deep_search, deep = NimberSearch(Subtraction(heap=3001, take=(1,))), Subtraction(heap=5000, take=(1,))
    assert deep_search.nimber(3001) == 1
    assert deep_search.plies > 3000
    with pytest.raises(LoopFound, match="longer than 4,096 plies, or cycle"):
        NimberSearch(deep).nimber(5000)
    assert zermelo.cgt.nimber(deep) == 0  # by the fold
    with pytest.raises(LoopFound, match="play comes back to 0: it has no nimber"):
        find_position_nimber(Ring())
    with pytest.raises(LoopFound, match="plies, or cycle"):
        NimberSearch(Ring()).nimber(0)


def test_facts():
    """Every nimber of the families' tables, by search, also where no table could be kept."""
    known = [fact for fact in facts("small") if fact.quantity == "nimber"]
    of_parts = [fact for fact in known if has(zermelo.game(fact.game), "parts")]
    assert len(of_parts) > 200  # of all families; a third of them is asked
    for fact in of_parts[::3]:
        game = zermelo.game(fact.game)
        assert find_nimber_finder(game).nimber(next(iter(game.starts()))) == fact.expected, fact


CRAM = {  # rows: columns: nimber; beling/impartial-games; Lemoine and Viennot (2010); MCGS
    2: {columns: columns % 2 for columns in range(2, 15)},
    3: dict(zip(range(3, 16), (0, 1, 1, 4, 1, 3, 1, 2, 0, 1, 2, 3, 1), strict=True)),
    4: {4: 0, 5: 2, 6: 0, 7: 3, 8: 0, 11: 1},
    5: {5: 0, 7: 1, 8: 1, 9: 1},
    6: {6: 0},
}
BOARDS = [(columns, rows, nimber) for rows, known in CRAM.items() for columns, nimber in known.items()]


@pytest.mark.parametrize(("columns", "rows", "nimber"), few(BOARDS, 2))
def test_cram(columns, rows, nimber):
    """Boards of both orientations; compiled anew for each, and the last ones take minutes."""
    assert find_position_nimber(Cram(columns=columns, rows=rows)) == nimber
    if rows == 3 and columns < 7:
        assert find_position_nimber(Cram(columns=rows, rows=columns)) == nimber


def test_counts_of_the_search():
    """How many questions the table did not settle: a change here is a change of the search."""
    counts = {Cram(columns=4, rows=4): 91, Cram(columns=5, rows=4): 1273, Kayles(pins=30): 79}
    for game, count in counts.items():
        search = NimberSearch(game, interpreted=True)
        search.nimber(game.start())
        assert search.nodes == count, game


def test_a_search_that_outgrows_its_table(monkeypatch):
    """Table after table, each time begun again; the answer is the same."""
    from zermelo.cgt.impartial import nimber_search as module

    monkeypatch.setattr(module, "TABLES", ((1 << 12, 20), (1 << 14, 50), (1 << 22, 0)))
    found = NimberSearch(Cram(columns=4, rows=4), interpreted=True)
    assert found.nimber(0) == 0
    assert found.table_stage == 2
    assert found.nodes > 91
    monkeypatch.setattr(module, "TABLES", ((1 << 12, 20), (1 << 30, 0)))
    small = NimberSearch(Cram(columns=4, rows=4), Budget(memory=1), interpreted=True)
    assert small.nimber(0) == 0  # in a table of 128 places: it forgets, and asks again
    assert len(small.table) * 8 < 1 << 17


def test_stopping():
    """A search listens while it runs."""
    budget = Budget()
    search = NimberSearch(Cram(columns=9, rows=7), budget, interpreted=True)
    search.table_stage = 1
    seen = []

    def listen(progress):
        seen.append(progress.done)
        if len(seen) == 2:
            budget.stop.set()

    budget.listener = listen
    with pytest.raises(Cancelled):
        search.nimber(0)
    assert len(seen) == 2  # it was not asked to go on


# Errors in words.


class Three(Kayles):
    players = 3


@pytest.mark.parametrize(
    ("game", "words"),
    [
        (Domineering(columns=2, rows=2), "does not declare impartial = True"),
        (Pig(target=5), "does not declare impartial = True"),
        (Three(), "has 3 players: it has no nimbers"),
    ],
)
def test_what_has_no_nimbers(game, words):
    for ask in (
        find_position_nimber,
        find_nimbers,
        NimberSearch,
        zermelo.cgt.nimber,
        lambda one: compute_term_nimbers([one, 2]),
    ):
        with pytest.raises(MissingCapability, match=words):
            ask(game)


class Outgrows(Pairs):
    """Its parts need more bits than play does."""

    def parts(self, position: tuple[int, int]):  # type: ignore[no-untyped-def]
        yield position[0] << 40, position[1]


class Negative(Kayles):
    def parts(self, position: int):  # type: ignore[no-untyped-def]
        yield -position


class Raises(Kayles):
    def parts(self, position: int):  # type: ignore[no-untyped-def]
        if position.bit_count() == 5:
            raise ValueError("five")
        yield position


class Wins(Kayles):
    def outcome(self, position: int) -> int:
        return WIN if position == 1 else UNDECIDED


class Finished(Kayles):
    """The last pin is not played for: who finds it alone has lost."""

    def outcome(self, position: int) -> int:
        return LOSS if position.bit_count() == 1 else UNDECIDED

    def parts(self, position: int):  # type: ignore[no-untyped-def]
        yield position


def test_bad_rules():
    with pytest.raises(BadRules, match="leaves the range of positions"):
        NimberSearch(Outgrows(first=40), interpreted=True).nimber((40, 5))
    with pytest.raises(BadRules, match="leaves the range of positions"):
        NimberSearch(Negative(), interpreted=True).nimber(0b111)
    with pytest.raises(BadRules, match="nimbers are of normal play"):
        NimberSearch(Wins(pins=3), interpreted=True).nimber(0b111)
    search, naive = NimberSearch(Finished(pins=8), interpreted=True), NaiveNimbers(Finished(pins=8))
    assert all(search.nimber(position) == naive(position) for position in reachable(Finished(pins=8)))
    with pytest.raises(BadRules, match=r"the rules raise ValueError: five .* below"):
        NimberRecursion(Raises()).nimber(0b11111)
    with pytest.raises(BadRules, match="the rules raise ValueError"):
        NimberSearch(Raises(), interpreted=True).nimber(0b11111)
    with pytest.raises(BadRules, match="needs more bits than random play"):
        NimberSearch(Pairs(), interpreted=True).nimber((1 << 40, 1))


def test_the_guard_says_what_the_compiler_cannot_hold():
    """A part that needs more than 64 bits on the way."""

    class Wide(Subtraction):
        def parts(self, position: int):  # type: ignore[no-untyped-def]
            yield (position << 62) >> 62

    with pytest.raises(BadRules, match=r"compiled rules raise OverflowError: an integer leaves 64 bits"):
        load_splitter(Wide())


NAMES = (
    *(
        "domineering",
        "cram(columns=5, rows=4)",
        "notakto(boards=2)",
        "nim",
        "col('grid 3x2')",
        "snort('star 4')",
    ),
    *("green_hackenbush('GG(G)+GG(G)+G')", "hackenbush('0-1:B 1-2:R 2-0:G 0-3:R 3-3:B 0-0:G')"),
    *("nogo(columns=3, rows=2)", "impartial_nogo(columns=3, rows=2)"),
)
SPLIT_GAMES = (Pairs(), *map(zermelo.game, NAMES))


@pytest.mark.parametrize("game", few(SPLIT_GAMES, 1), ids=repr)
def test_splitters_agree(game):
    """What kernels of sums are told, compiled and interpreted, of games of every kind."""
    own, compiled = interpret_game(game, SPLIT), compile_game(game, SPLIT)
    chance = random.Random(7)
    for _ in range(6):
        key = compiled.key_of_position(next(iter(game.starts())))
        for _ in range(12):
            parts, *options = compare_splits_and_list_parts(own, compiled, key)
            ways = [*parts, *options[0], *options[1]]
            if not ways:
                break
            key = chance.choice(ways)
    again = compile_game(game, SPLIT)
    assert compiled.kernel(build_examine_splits_kernel) is again.kernel(build_examine_splits_kernel)


def test_parts_that_are_normal_forms_are_not_folded_again():
    assert _are_parts_already_folded(Cram(columns=5, rows=4))
    assert _are_parts_already_folded(Kayles())
    assert _are_parts_already_folded(Subtraction())
    assert not _are_parts_already_folded(Notakto(boards=2))  # its parts may be turned
    assert not _are_parts_already_folded(Chomp(columns=4, rows=4))  # no parts, but an image


# Sums of different games.

TERMS = st.sampled_from(
    [
        *map(zermelo.game, ("kayles(pins=4)", "dawsons_kayles(pins=6)", "nim(heaps=(1, 2))")),
        *map(zermelo.game, ("cram(columns=3, rows=2)", "grundys_game(heap=7)", "wythoff(a=2, b=2)")),
        *map(zermelo.game, ("stripes(length=6, strips=(1, 3))", "nukit(a=2, b=3, c=2, d=2)")),
    ]
)


@settings(max_examples=25)
@given(st.lists(TERMS, min_size=1, max_size=3), st.randoms(use_true_random=False))
@example([Kayles(pins=4), Kayles(pins=4)], random.Random(0))
def test_sums_are_won_as_they_say(games, chance):
    """Who wins a sum, and by which moves, against playing it out."""
    terms = []
    for game in games:
        position = game.start()
        for _ in range(chance.randrange(3)):
            moves = list(game.moves(position))
            if moves:
                position = game.play(position, chance.choice(moves))
        terms.append((game, position))
    known: dict[object, bool] = {}
    assert (reduce(xor, compute_term_nimbers(terms)) != 0) == wins_sum(terms, known)
    winning = [(place, move) for place, move, after in sum_moves(terms) if not wins_sum(after, known)]
    found = find_winning_moves_of_sum(terms)
    assert [(move.term, move.move) for move in found] == winning
    for move in found:
        game, position = terms[move.term]
        assert move.position == game.play(position, move.move)
        assert move.name == game.name(position, move.move)


def test_heaps_in_sums():
    assert compute_term_nimbers([5, 3]) == [5, 3]
    assert [(move.term, move.position) for move in find_winning_moves_of_sum([5, 3, 1])] == [(0, 2)]
    (move, *_) = find_winning_moves_of_sum([Nim(heaps=(4,)), 1])
    assert str(move) == "3 from heap 1 in nim(heaps=(4,), misere=False) (game 1)"
    assert find_winning_moves_of_sum([Cram(columns=4, rows=4), 0]) == []
    for term in (-1, True, "nim", (Nim(),), 2.5):
        with pytest.raises(BadParameter, match="is no term of a sum of impartial games"):
            compute_term_nimbers([term])


def test_winning_moves():
    """Exactly the moves to nimber 0, and to any other that is asked for."""
    game = Cram(columns=4, rows=3)
    naive = NaiveNimbers(game)
    for position in random.Random(3).sample(reachable(game), 40):
        for nimber in range(3):
            found = list_moves_to_nimber(game, position, nimber)
            assert [move.move for move in found] == [
                move for move in game.moves(position) if naive(game.play(position, move)) == nimber
            ]
        assert is_lost(game, position) == (not list_moves_to_nimber(game, position))
    assert str(list_moves_to_nimber(Nim(heaps=(2, 5)))[0]) == "3 from heap 2  to 0"
    assert list_moves_to_nimber(Finished(pins=1)) == []


def test_a_recursion_with_a_limit(monkeypatch):
    recursion = NimberRecursion(Cram(columns=4, rows=4), limit=200)
    with pytest.raises(RecursionTooLong):
        recursion.nimber(0)
    assert recursion.moves == 200
    assert 0 < recursion.nodes == len(recursion.known)
    monkeypatch.setattr("zermelo.cgt.impartial.nimber_finder.QUICK", 200)
    finder = NimberFinder(Cram(columns=4, rows=4), interpreted=True)
    assert finder.nimber(0) == 0
    assert finder.search is not None
    assert finder.nodes > finder.search.nodes > 50

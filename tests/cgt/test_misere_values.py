"""Misere nim values and winners: heaps, catalogue games by their parts, sums of several, partizan games."""

import itertools
from functools import cache
from itertools import product
from typing import Any

import pytest
from facts.heap_facts import NUKIT, WYTHOFF_MISERE
from families.domineering import OUTCOMES_MISERE
from hypothesis import given, settings
from hypothesis import strategies as st
from made.broken_games import Countdown
from reference import naive_misere as naive
from support.marks import long_unless

from zermelo.cgt.misere.misere_positions import (
    MisereSum,
    get_cached_misere_position_forms,
    misere_form,
    misere_nim_value,
)
from zermelo.cgt.misere.misere_subtraction import misere_subtraction_period
from zermelo.cgt.misere.partizan.partizan_misere_sum import PartizanMisereSum, misere_outcome_class
from zermelo.core.errors import BadParameter, BadRules, LoopFound, MissingCapability, OutOfBudget
from zermelo.core.game import Game
from zermelo.core.values import DRAW
from zermelo.games.capture.clobber import Clobber
from zermelo.games.dice.pig import Pig
from zermelo.games.dominoes.cram import Cram
from zermelo.games.dominoes.domineering import Domineering
from zermelo.games.heaps.nim import Nim
from zermelo.games.heaps.nukit import Nukit
from zermelo.games.heaps.subtraction import Subtraction
from zermelo.games.heaps.wythoff import Wythoff
from zermelo.games.lines.notakto import Notakto
from zermelo.games.rows.kayles import DawsonsKayles, Kayles

FOUND = (0, 0, 2, 1, 3, 0, 0, 1, 1, 3, 0, 1, 0, 2, 1, 3)
CRAM = {  # rows: columns: misere nim value; 4 x 6 by Schneider 2009, thesis, all others by brute force
    1: dict(zip((*range(2, 13), 14, 16, 18, 19, 20), FOUND, strict=True)),
    2: {2: 1, 5: 0, 7: 0, 8: 1},
    3: {3: 1, 5: 0, 8: 0, 9: 1},
    4: {4: 0, 5: 0, 6: 0},
    5: {5: 2},
}
BOARDS = [(rows, columns, value) for rows, known in CRAM.items() for columns, value in known.items()]


@pytest.mark.parametrize(
    ("rows", "columns", "value"), long_unless(BOARDS, lambda case: case[0] * case[1] <= 20)
)
def test_misere_cram(rows: int, columns: int, value: int) -> None:
    game = Cram(columns=columns, rows=rows)
    assert misere_nim_value(game) == value
    if rows * columns < 17:
        assert misere_nim_value(Cram(columns=rows, rows=columns)) == value
    assert misere_form(game).is_p == (value == 0)


def test_every_cram_position_has_its_twins_value() -> None:
    # All sets of free cells of 4 x 2 and 3 x 3, reachable or not.
    for columns, rows in ((4, 2), (3, 3)):
        game = Cram(columns=columns, rows=rows)
        for covered in range(1 << columns * rows):
            free = frozenset(
                divmod(cell, columns) for cell in range(columns * rows) if not covered >> cell & 1
            )
            assert misere_nim_value(game, covered) == naive.cram_value(free)


@pytest.mark.parametrize(
    ("game", "moves"),
    (
        (Nim(heaps=(4, 3, 2)), naive.nim_moves),
        (Kayles(pins=9), naive.octal_moves("77")),
        (DawsonsKayles(), naive.octal_moves("07")),
    ),
)
def test_catalogue_games_agree_with_their_twins(game: Game, moves: naive.Moves) -> None:
    start = next(iter(game.starts()))
    heaps = game.heaps if isinstance(game, Nim) else (game.pins,)
    twin = naive.Twin(moves)
    assert misere_nim_value(game) == twin.value(tuple(sorted(heaps)))
    pending, seen = [start], {start}
    while pending:  # every position: the form's winner is the one that the rules find
        position = pending.pop()
        after = [game.play(position, move) for move in game.moves(position)]
        won = not after or any(misere_form(game, each).is_p for each in after)
        assert misere_form(game, position).is_p != won
        pending.extend(each for each in after if each not in seen)
        seen.update(after)


def test_wythoff() -> None:
    game = Wythoff(a=20, b=20)
    table = get_cached_misere_position_forms(game)
    found = set()
    for a, b in itertools.combinations_with_replacement(range(21), 2):
        if table.form(game.parse(f"({a}, {b})")).is_p:
            found.add((a, b))
    assert found == set(map(tuple, WYTHOFF_MISERE))


@pytest.mark.parametrize(("atoms", "is_won"), [(row[0], row[2]) for row in NUKIT if sum(row[0]) <= 60])
def test_nukit(atoms: tuple[int, ...], is_won: bool) -> None:
    assert misere_form(Nukit(*atoms)).is_p != is_won


# Sums of several games.


def test_a_sum_of_different_games() -> None:
    games = [(Nim(heaps=(3,)), None), (Cram(columns=4, rows=1), None), (Kayles(pins=3), None)]
    both = MisereSum(games)
    twin = mixed_twin()
    parts = (("kayles", 3), ("nim", 3), ("pairs", 4))
    assert (both.outcome_class == "P") == twin.is_p(parts)
    winning = both.winning_moves()
    assert bool(winning) != twin.is_p(parts)
    for move in winning:
        game, _ = both.games[move.place]
        after = [
            (each, game.play(at, move.move) if place == move.place else at)
            for place, (each, at) in enumerate(both.games)
        ]
        assert MisereSum(after).outcome_class == "P"
    # Two moves in Kayles lead to the same heaps: three positions, four moves.
    assert sum(twin.is_p(after) for after in set(twin.after(parts))) == 3
    assert [str(move) for move in winning] == [
        "game 1: 2 from heap 1",
        "game 2: b1-c1",
        "game 3: 1-2",
        "game 3: 2-3",
    ]


def mixed_twin() -> naive.Twin:
    rules = {"nim": naive.nim_moves, "kayles": naive.octal_moves("77"), "pairs": naive.octal_moves("07")}

    def moves(part: tuple[str, int]) -> list[tuple[tuple[str, int], ...]]:
        name, heap = part
        return [tuple((name, each) for each in left) for left in rules[name](heap)]

    return naive.Twin(moves)


@given(st.integers(0, 4), st.integers(0, 7), st.integers(1, 8))
@settings(max_examples=60)
def test_winners_of_random_sums(nim: int, pins: int, cells: int) -> None:
    games: list[tuple[Game, Any]] = [(Cram(columns=cells, rows=1), None)]
    games += [(Nim(heaps=(nim,)), None)] * (nim > 0) + [(Kayles(pins=pins), None)] * (pins > 0)
    parts = tuple(sorted([("pairs", cells)] + [("nim", nim)] * (nim > 0) + [("kayles", pins)] * (pins > 0)))
    assert (MisereSum(games).outcome_class == "P") == WINNERS.is_p(parts)


WINNERS = mixed_twin()


def test_boards_of_notakto_add_up() -> None:
    # One board of misere X-only tic-tac-toe is won by the mover, two are lost (Plambeck and Whitehead 2013).
    one = misere_form(Notakto())
    assert one.outcome_class == "N"
    assert (one + one).outcome_class == "P"
    assert (one + one + one).outcome_class == "N"


def test_games_without_a_misere_form_are_refused() -> None:
    for game in (Domineering(), Clobber(), Pig()):
        with pytest.raises(MissingCapability, match="does not declare impartial"):
            misere_form(game)
    with pytest.raises(BadRules, match="is drawn"):
        misere_form(Drawn())
    with pytest.raises(LoopFound, match="play can return to 1"):
        misere_form(Circle())
    with pytest.raises(OutOfBudget, match="play is too long"):
        misere_form(Subtraction(heap=5_000, take=(1,)))


class Drawn(Countdown):
    heap: int = 1
    impartial = True

    def stuck(self, position: int) -> int:
        return DRAW


class Circle(Drawn):
    def moves(self, position: int) -> list[int]:
        return [1]

    def play(self, position: int, move: int) -> int:
        return 1 - position


# Partizan games.


@pytest.mark.parametrize(("sizes", "outcome_class"), OUTCOMES_MISERE)
def test_misere_domineering(sizes: tuple[int, int], outcome_class: str) -> None:
    assert misere_outcome_class(Domineering(*sizes)) == outcome_class


Cells = frozenset[tuple[int, int]]


def covered_next(boards: tuple[Cells, ...], player: int) -> list[tuple[Cells, ...]]:
    """Return the free cells of boards of domineering after each move of a player."""
    step = (0, 1) if player else (1, 0)
    found = []
    for place, free in enumerate(boards):
        for row, column in sorted(free):
            pair = {(row, column), (row + step[0], column + step[1])}
            if pair <= free:
                found.append((*boards[:place], free - pair, *boards[place + 1 :]))
    return found


@cache
def wins(boards: tuple[Cells, ...], player: int) -> bool:
    after = covered_next(boards, player)
    return not after or any(not wins(each, 1 - player) for each in after)


def test_every_small_misere_domineering_position_has_its_twins_outcome() -> None:
    game = Domineering(columns=3, rows=3)
    for covered in range(1 << 9):
        boards = (frozenset(divmod(cell, 3) for cell in range(9) if not covered >> cell & 1),)
        assert misere_outcome_class(game, covered) == "PRLN"[2 * wins(boards, 0) + wins(boards, 1)]


def test_winning_moves_of_partizan_sums() -> None:
    """A move wins where a sum without it is lost, by a twin that plays cells; and some do where the mover wins."""
    told = 0
    for text in ("3x2", "2x2 1x2", "4x2 2x1", "3x3 2x2", "3x2 1x3", "1x2 1x2"):
        games = [Domineering(columns=int(size[0]), rows=int(size[2])) for size in text.split()]
        both = PartizanMisereSum(games)
        boards = tuple(frozenset(product(range(each.rows), range(each.columns))) for each in games)
        for player in (0, 1):
            winning = both.winning_moves(player)
            assert len(winning) == sum(not wins(each, 1 - player) for each in covered_next(boards, player))
            if covered_next(boards, player):
                assert bool(winning) == wins(boards, player)
            told += len(winning)
            assert all(str(move).startswith(f"game {move.place + 1}: ") for move in winning)
    assert told >= 10


# One heap from which counters are only taken.


@given(st.sets(st.integers(1, 8), min_size=1, max_size=4))
def test_proven_periods_of_one_heap_hold_far_beyond(taken: set[int]) -> None:
    found = misere_subtraction_period(f"subtraction({', '.join(map(str, taken))})")
    twin = naive.Twin(naive.subtraction_moves(*taken))
    values = [twin.value((heap,)) for heap in range(300)]
    assert [found.misere_nim_value(heap) for heap in range(300)] == values
    early, late = found.lost_heaps
    for heap, value in enumerate(values):
        is_lost = heap in early if heap < found.preperiod else heap % found.period in late
        assert is_lost == (value == 0)
    if found.preperiod:
        assert values[found.preperiod - 1] != values[found.preperiod - 1 + found.period]
    assert found.describe()


def test_one_heap_is_a_number_and_of_a_game_that_only_takes() -> None:
    with pytest.raises(BadParameter, match="ask for its misere quotient"):
        misere_subtraction_period("kayles")
    for heap in (-1, 1.5, True):
        with pytest.raises(BadParameter, match="no size of a heap"):
            misere_subtraction_period("subtraction(2, 3)").misere_nim_value(heap)

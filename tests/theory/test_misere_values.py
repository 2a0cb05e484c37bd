"""Misere nim values and winners: heaps, catalogue games by their parts, sums of several, partizan games."""

import itertools
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from twins import naive_misere as naive

from zermelo.core.errors import BadParameter, BadRules, LoopFound, MissingCapability, OutOfBudget
from zermelo.core.game import Game
from zermelo.core.values import DRAW, LOSS
from zermelo.games.chomp import Chomp
from zermelo.games.clobber import Clobber
from zermelo.games.cram import Cram
from zermelo.games.domineering import Domineering
from zermelo.games.kayles import DawsonsKayles, Kayles
from zermelo.games.nim import Nim
from zermelo.games.notakto import Notakto
from zermelo.games.nukit import Nukit
from zermelo.games.pig import Pig
from zermelo.games.wythoff import Wythoff
from zermelo.theory.misere.heaps import heap_genera
from zermelo.theory.misere.partizan import PartizanMisere, misere_outcome_class
from zermelo.theory.misere.positions import MisereSum, misere_form, misere_genus, misere_nim_value, splitting
from zermelo.theory.misere.taking import misere_taking

BRUTE_FORCE = "independent brute force"

HEAPS = (  # rule; its twin's moves; misere nim values of the heaps 0, 1, 2, ...; source
    (
        "0.77",
        naive.octal_moves("77"),
        (1, 0, 2, 3, 0, 1, 3, 2, 1, 0, 2, 4, 0, 1, 2, 5, 1, 6, 3, 2, 0, 6, 4, 5, 6, 7, 2, 8, 7, 6, 5),
        BRUTE_FORCE,
    ),
    (
        "0.07",
        naive.octal_moves("07"),
        (
            1,
            1,
            0,
            0,
            2,
            1,
            3,
            0,
            0,
            1,
            1,
            3,
            0,
            2,
            1,
            1,
            0,
            0,
            2,
            1,
            3,
            0,
            0,
            1,
            1,
            3,
            0,
            4,
            1,
            1,
            0,
            0,
            2,
            1,
            5,
        ),
        BRUTE_FORCE,
    ),
    ("grundy", naive.grundy_moves, (1, 1, 1, 0, 1, 2, *(0, 1, 2) * 8, 0), BRUTE_FORCE),
)


@pytest.mark.parametrize(("rule", "moves", "values", "source"), HEAPS)
def test_misere_nim_values_of_heaps(
    rule: str, moves: naive.Moves, values: tuple[int, ...], source: str
) -> None:
    found = [each.misere_value for each in heap_genera(rule, len(values) - 1)]
    assert found == list(values), source
    twin = naive.Twin(moves)
    assert found[:19] == [twin.value((heap,)) for heap in range(19)]


CRAM = (  # rows, columns; misere nim value; source
    (1, 2, 0),
    (1, 3, 0),
    (1, 4, 2),
    (1, 5, 1),
    (1, 6, 3),
    (1, 7, 0),
    (1, 8, 0),
    (1, 9, 1),
    (1, 10, 1),
    (1, 11, 3),
    (1, 12, 0),
    (1, 14, 1),
    (1, 16, 0),
    (1, 18, 2),
    (1, 19, 1),
    (1, 20, 3),
    (2, 2, 1),
    (2, 5, 0),
    (2, 7, 0),
    (2, 8, 1),
    (3, 3, 1),
    (3, 5, 0),
    (4, 4, 0),
    (4, 5, 0),
    pytest.param(3, 8, 0, marks=pytest.mark.long),
    pytest.param(3, 9, 1, marks=pytest.mark.long),
    pytest.param(5, 5, 2, marks=pytest.mark.long),
    pytest.param(4, 6, 0, marks=pytest.mark.long),  # Schneider 2009, thesis, table; all others brute force
)


@pytest.mark.parametrize(("rows", "columns", "value"), CRAM)
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
        (Kayles(), naive.octal_moves("77")),
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


NIM = (  # heaps; is it won in normal play; in misere play (independent brute force)
    ((0, 0, 1), True, False),
    ((0, 1, 1), False, True),
    ((1, 1, 1), True, False),
    ((1, 1, 2), True, True),
    ((1, 2, 3), False, False),
    ((1, 4, 5), False, False),
    ((2, 4, 5), True, True),
    ((3, 4, 5), True, True),
)


@pytest.mark.parametrize(("heaps", "normal", "misere"), NIM)
def test_nim(heaps: tuple[int, ...], normal: bool, misere: bool) -> None:
    found = misere_genus(Nim(heaps=tuple(heap for heap in heaps if heap)))
    assert (found.nimber != 0, found.misere_value != 0) == (normal, misere)


def test_wythoff() -> None:
    # The P-positions of misere Wythoff with a <= b <= 20 (independent brute force).
    lost = {(0, 1), (2, 2), (3, 5), (4, 7), (6, 10), (8, 13), (9, 15), (11, 18), (12, 20)}
    game = Wythoff(a=20, b=20)
    table = splitting(game)
    found = set()
    for a, b in itertools.combinations_with_replacement(range(21), 2):
        if table.form(game.parse(f"({a}, {b})")).is_p:
            found.add((a, b))
    assert found == lost


NUKIT = (  # atoms; does the mover win in misere play (independent brute force)
    ((0, 2, 0, 2), True),
    ((1, 3, 1, 3), True),
    ((1, 0, 8, 3), False),
    ((3, 3, 3, 3), True),
    ((8, 8, 6, 7), True),
    ((8, 8, 8, 8), True),
    ((0, 0, 0, 0), True),
    ((1, 0, 0, 1), False),
    ((0, 3, 0, 0), False),
    ((2, 1, 0, 2), True),
    ((30, 0, 0, 30), True),
    ((0, 30, 0, 0), True),
    ((0, 0, 30, 15), False),
)


@pytest.mark.parametrize(("atoms", "is_won"), NUKIT)
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
    for game, words in (
        (Domineering(), "does not declare impartial"),
        (Clobber(), "does not declare impartial"),
        (Pig(), "does not declare impartial"),
    ):
        with pytest.raises(MissingCapability, match=words):
            misere_form(game)
    with pytest.raises(BadRules, match="is drawn"):
        misere_form(Drawn())
    with pytest.raises(LoopFound, match="play can return to 1"):
        misere_form(Circle())
    with pytest.raises(OutOfBudget, match="play is too long"):
        misere_form(Long())


class Drawn(Game):
    impartial = True

    def start(self) -> int:
        return 1

    def moves(self, position: int) -> list[int]:
        return [1] if position else []

    def play(self, position: int, move: int) -> int:
        return position - move

    def stuck(self, position: int) -> int:
        return DRAW


class Long(Drawn):
    def start(self) -> int:
        return 5_000

    def stuck(self, position: int) -> int:
        return LOSS


class Circle(Drawn):
    def moves(self, position: int) -> list[int]:
        return [1]

    def play(self, position: int, move: int) -> int:
        return 1 - position


# Partizan games.

DOMINEERING = (  # rows, columns; outcome class, Left vertical, who cannot move wins (independent brute force)
    (1, 2, "L"),
    (1, 3, "L"),
    (1, 5, "L"),
    (1, 7, "L"),
    (1, 8, "L"),
    (2, 1, "R"),
    (2, 4, "N"),
    (2, 5, "R"),
    (2, 6, "P"),
    (2, 7, "N"),
    (2, 8, "N"),
    (3, 1, "R"),
    (3, 2, "R"),
    (3, 4, "P"),
    (3, 5, "L"),
    (3, 6, "N"),
    (4, 2, "N"),
    (4, 4, "N"),
    (4, 5, "P"),
    (5, 1, "R"),
    (5, 2, "L"),
    (5, 3, "R"),
    (6, 1, "R"),
    (6, 2, "P"),
    (6, 3, "N"),
)


@pytest.mark.parametrize(("rows", "columns", "outcome_class"), DOMINEERING)
def test_misere_domineering(rows: int, columns: int, outcome_class: str) -> None:
    assert misere_outcome_class(Domineering(columns=columns, rows=rows)) == outcome_class


def test_every_small_misere_domineering_position_has_its_twins_outcome() -> None:
    @cache
    def wins(free: frozenset[tuple[int, int]], player: int) -> bool:
        step = (0, 1) if player else (1, 0)
        pairs = [{cell, (cell[0] + step[0], cell[1] + step[1])} for cell in free]
        after = [free - pair for pair in pairs if pair <= free]
        return not after or any(not wins(each, 1 - player) for each in after)

    game = Domineering(columns=3, rows=3)
    for covered in range(1 << 9):
        free = frozenset(divmod(cell, 3) for cell in range(9) if not covered >> cell & 1)
        expected = {(True, True): "N", (True, False): "L", (False, True): "R", (False, False): "P"}
        assert misere_outcome_class(game, covered) == expected[wins(free, 0), wins(free, 1)]


def test_sums_of_partizan_games() -> None:
    # A board of two rows is the two boards that a covered column leaves of it.
    whole = Domineering(columns=5, rows=2)
    apart = PartizanMisere([Domineering(columns=2, rows=2), Domineering(columns=2, rows=2)])
    assert misere_outcome_class(whole, whole.parse("..#../..#../vertical to move")) == apart.outcome_class()
    with pytest.raises(MissingCapability, match="define options"):
        PartizanMisere([Chomp()])


def test_winning_moves_of_partizan_sums() -> None:
    """A move wins where a sum without it is lost, by a twin that plays cells; and some do where the mover wins."""

    @cache
    def wins(boards: tuple[frozenset[tuple[int, int]], ...], player: int) -> bool:
        after = after_of(boards, player)
        return not after or any(not wins(each, 1 - player) for each in after)

    def after_of(
        boards: tuple[frozenset[tuple[int, int]], ...], player: int
    ) -> list[tuple[frozenset[tuple[int, int]], ...]]:
        step = (0, 1) if player else (1, 0)
        found = []
        for place, free in enumerate(boards):
            for row, column in sorted(free):
                pair = {(row, column), (row + step[0], column + step[1])}
                if pair <= free:
                    found.append((*boards[:place], free - pair, *boards[place + 1 :]))
        return found

    def cells(game: Domineering) -> frozenset[tuple[int, int]]:
        return frozenset((row, column) for row in range(game.rows) for column in range(game.columns))

    told = 0
    for sizes in (
        [(3, 2)],
        [(2, 2), (1, 2)],
        [(4, 2), (2, 1)],
        [(3, 3), (2, 2)],
        [(3, 2), (1, 3)],
        [(1, 2), (1, 2)],
    ):
        games = [Domineering(columns=columns, rows=rows) for columns, rows in sizes]
        both, boards = PartizanMisere(games), tuple(map(cells, games))
        for player in (0, 1):
            winning = both.winning_moves(player)
            assert len(winning) == sum(not wins(each, 1 - player) for each in after_of(boards, player))
            if after_of(boards, player):
                assert bool(winning) == wins(boards, player)
            told += len(winning)
            assert all(str(move).startswith(f"game {move.place + 1}: ") for move in winning)
    assert told >= 10


# One heap from which counters are only taken.

TAKING = (
    (1,),
    (1, 2),
    (1, 2, 3),
    (1, 2, 3, 4),
    tuple(range(1, 8)),
    tuple(range(1, 9)),
    tuple(range(1, 10)),
    tuple(range(1, 11)),
)


@pytest.mark.parametrize("taken", TAKING)
def test_misere_subtraction(taken: tuple[int, ...]) -> None:
    # Textbook; verified by misere recursion n <= 300: heaps of remainder 1 modulo the greatest number plus 1.
    found = misere_taking(f"subtraction({', '.join(map(str, taken))})")
    assert (found.period, found.preperiod) == (len(taken) + 1, 0)
    assert found.lost == ((), (1,))


@given(st.sets(st.integers(1, 8), min_size=1, max_size=4))
def test_proven_periods_of_one_heap_hold_far_beyond(taken: set[int]) -> None:
    found = misere_taking(f"subtraction({', '.join(map(str, taken))})")
    twin = naive.Twin(naive.subtraction_moves(*taken))
    values = [twin.value((heap,)) for heap in range(300)]
    assert [found.misere_nim_value(heap) for heap in range(300)] == values
    early, late = found.lost
    lost = [
        heap
        for heap in range(300)
        if (heap in early if heap < found.preperiod else heap % found.period in late)
    ]
    assert lost == [heap for heap in range(300) if values[heap] == 0]
    if found.preperiod:
        assert values[found.preperiod - 1] != values[found.preperiod - 1 + found.period]
    assert found.words()


def test_one_heap_of_a_splitting_game_is_refused() -> None:
    with pytest.raises(BadParameter, match="ask for its misere quotient"):
        misere_taking("kayles")

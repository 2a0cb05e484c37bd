"""What domineering tells a search: who surely has the last move, against slow twins, and the order of moves."""

import itertools
import random
from functools import cache
from typing import Any

import pytest
from families import domineering as family
from reference import naive
from support.marks import few

from zermelo.core.game import Position
from zermelo.core.values import LOSS, WIN
from zermelo.games.dominoes._domineering_safe_moves import COUNT_BITS
from zermelo.games.dominoes.domineering import Domineering

EIGHT = Domineering(columns=8, rows=8)


@cache
def answers(columns: int, rows: int, misere: bool = False) -> dict[Any, tuple[int, int | None]]:
    return naive.solve(Domineering(columns=columns, rows=rows, misere=misere))


# Bounds


@pytest.mark.parametrize(
    ("columns", "rows", "settled"),  # hooks that say nothing would be sound
    few([(4, 4, 2_184), (5, 3, 1_213), (9, 2, 3_796), (2, 9, 4_717), (3, 6, 6_027), (5, 4, 21_342)], 3),
)
def test_bounds_are_sound_everywhere(columns: int, rows: int, settled: int) -> None:
    game, found = Domineering(columns=columns, rows=rows), 0
    for position, (value, _) in answers(columns, rows).items():
        low, high = game.bounds(position)
        assert low <= value <= high, game.show(position)
        found += low == high
    assert found == settled


def test_bounds_say_nothing_of_misere_play() -> None:
    game = Domineering(misere=True)
    assert {game.bounds(position) for position in answers(4, 4, True)} == {(LOSS, WIN)}


@pytest.mark.parametrize("wide", family.WIDE[:2], ids=repr)
@pytest.mark.parametrize(("columns", "rows"), few([(4, 4), (5, 3), (7, 2), (3, 6), (5, 4), (2, 8)], 3))
def test_a_small_board_inside_a_wide_one_has_its_bounds(wide: Domineering, columns: int, rows: int) -> None:
    small, chance = Domineering(columns=columns, rows=rows), random.Random(11)
    for position in chance.sample(sorted(answers(columns, rows)), 200):
        left, top = chance.randint(0, wide.columns - columns), chance.randint(0, wide.rows - rows)
        inside = placed(wide, small, position, left, top)
        assert wide.bounds(inside) == small.bounds(position), wide.show(inside)
        assert len(list(wide.moves(inside))) == len(list(small.moves(position)))


def placed(wide: Domineering, small: Domineering, position: Position, left: int, top: int) -> Position:
    """Return the position of a wide board that is covered but for a small one."""
    *board, mover = small.show(position).splitlines()
    lines = ["#" * wide.columns] * wide.rows
    for row, line in enumerate(board):
        lines[top + row] = "#" * left + line + "#" * (wide.columns - small.columns - left)
    covered = sum(1 << place for place, sign in enumerate("".join(lines)) if sign == "#")
    middle = wide.rows // 2 * wide.columns
    turn = 1 << wide.rows * wide.columns - middle if mover.startswith("horizontal") else 0
    return covered & (1 << middle) - 1, covered >> middle | turn


def test_bounds_are_sound_late_in_games_on_8_by_8() -> None:
    known: dict[Position, int] = {}
    settled = 0
    for seed in range(8):
        chance, position = random.Random(seed), EIGHT.start()
        while len(list(EIGHT.moves(position))) > 7:
            position = EIGHT.play(position, chance.choice(list(EIGHT.moves(position))))
        for late in following(position):
            low, high = EIGHT.bounds(late)
            assert low <= value_of(late, known) <= high, EIGHT.show(late)
            settled += low == high
    assert len(known) > 3_000 and settled > 1_500


def following(position: Position) -> set[Position]:
    """Return the position and all that follow it."""
    met, waiting = {position}, [position]
    while waiting:
        here = waiting.pop()
        new = {EIGHT.play(here, move) for move in EIGHT.moves(here)} - met
        met |= new
        waiting += new
    return met


def value_of(position: Position, known: dict[Position, int]) -> int:
    if position not in known:
        children = (EIGHT.play(position, move) for move in EIGHT.moves(position))
        known[position] = WIN if any(value_of(child, known) == LOSS for child in children) else LOSS
    return known[position]


# Regions as a game of their own: the other spoils, the player takes

WORTHS = (8, 4, 3, 4, 3, 2, 1)  # doubles, singles, half shut; alone: singles, half shut, options by worth
SPOILT = (
    (1, 0, 0, 0, 0, 0, 0),
    (1, 1, 0, -1, 0, 0, 0),  # across a double and a single, of which a single is left
    (1, 0, 1, -1, 0, 0, 0),
    *((0, *two, 0, 0, 0, 0) for two in ((2, 0), (1, 1), (0, 2), (1, 0), (0, 1))),
    *(tuple(int(place == alone) for place in range(7)) for alone in range(3, 7)),
)


@cache
def taken(regions: tuple[int, ...]) -> int:
    """Return the most that a player gains who takes first."""
    return max(
        (
            worth + spoilt(tuple(count - (place == kind) for place, count in enumerate(regions)))
            for kind, worth in enumerate(WORTHS)
            if regions[kind] > 0
        ),
        default=0,
    )


@cache
def spoilt(regions: tuple[int, ...]) -> int:
    """Return the most that he gains if the other spoils first."""
    left = (tuple(count - gone for count, gone in zip(regions, how, strict=True)) for how in SPOILT)
    return min((taken(regions) for regions in left if min(regions) >= 0), default=0)


def test_what_is_gained_from_regions_can_be_gained() -> None:
    exact = 0
    for regions in itertools.product(range(4), range(6), range(4), range(3), range(3), range(3), range(2)):
        doubles, singles, half_shut, *alone = regions
        words = sum(count << worth * COUNT_BITS for worth, count in zip((4, 3, 2, 1), alone, strict=True))
        second = EIGHT.safe_moves.compute_gain_moving_second(doubles, singles, half_shut, words)
        first = EIGHT.safe_moves.compute_gain_moving_first(doubles, singles, half_shut, words)
        assert second <= spoilt(regions) and first <= taken(regions), regions
        exact += second == spoilt(regions)
    assert exact == 4_464  # of 5,184


LAID = (4, 1, 1)  # what a double, a single and one that stands alone are worth where dominoes are counted
SPOILT_LAID = ((1, 0, 0), (1, 1, -1), (0, 2, 0), (0, 1, 0), (0, 0, 1))


@cache
def laid(regions: tuple[int, ...], own: bool) -> int:
    """Return how many dominoes a player gains who takes (`own`), or whose regions are spoiled, first."""
    if own:
        take = [
            worth + laid(tuple(count - (place == kind) for place, count in enumerate(regions)), False)
            for kind, worth in enumerate(LAID)
            if regions[kind] > 0
        ]
        return max(take, default=0)
    left = [tuple(count - gone for count, gone in zip(regions, how, strict=True)) for how in SPOILT_LAID]
    return min((laid(rest, True) for rest in left if min(rest) >= 0), default=0)


def test_dominoes_ahead_can_be_laid() -> None:
    exact = 0
    for regions in itertools.product(range(6), range(9), range(6)):
        second, first = (
            EIGHT.safe_moves.compute_lead_moving_second(*regions),
            EIGHT.safe_moves.compute_lead_moving_first(*regions),
        )
        assert second <= laid(regions, False) and first <= laid(regions, True), regions
        exact += second == laid(regions, False)
    assert exact == 324  # all


def test_dominoes_along_a_line_are_counted() -> None:
    game = Domineering(columns=12, rows=1)
    for free in range(1 << 12):
        runs = "".join("." if free >> place & 1 else "#" for place in range(12)).split("#")
        assert game.safe_moves.count_dominoes_in_line(free) == sum(len(run) // 2 for run in runs)


# Order


def test_safe_moves_come_last() -> None:
    game = Domineering(columns=5, rows=4)
    position = game.parse("..#.#/..#.#/...../...../vertical to move")
    ranked = sorted(game.moves(position), key=lambda move: game.order(position, move), reverse=True)
    assert game.name(position, ranked[-1]) == "d1-d2"


SIZES = ((5, 4), (2, 15), (20, 3), (8, 8), (7, 9), (62, 2))


def room_of(game: Domineering, position: Position) -> int:
    """Return the room of upright dominoes less that of level ones, column by column and row by row."""
    lines = game.show(position).splitlines()[: game.rows]
    free = {
        (row, column) for row, line in enumerate(lines) for column, sign in enumerate(line) if sign == "."
    }
    room = 0
    for sign, down, right in ((1, 1, 0), (-1, 0, 1)):
        shut = {
            (row, at) for row, at in free if not {(row + right, at + down), (row - right, at - down)} & free
        }
        for cells in (free, shut):
            for row, at in cells:
                run = 0
                while (row + down * run, at + right * run) in cells:
                    run += 1
                room += sign * (run // 2) * ((row - down, at - right) not in cells)
    return room


@pytest.mark.parametrize(
    "game",
    few([Domineering(columns=columns, rows=rows) for columns, rows in SIZES], len(SIZES) - 1),
    ids=repr,
)
def test_the_change_of_room_is_that_of_counting(game: Domineering) -> None:
    met = 0
    for seed in range(0, 8, 2):
        chance, covered = random.Random(seed), 0
        for cell in range(game.columns * game.rows):
            covered |= (chance.random() < seed / 16) << cell
        position = game.board.position_from_covered(covered, seed % 2)
        while moves := list(game.moves(position)):
            sign, here, constants = (1, -1)[game.mover(position)], room_of(game, position), set()
            for move in moves:
                changed = sign * (room_of(game, game.play(position, move)) - here)
                first = game.board.first_cell(move)
                constants.add(changed - game.mobility.mobility_change(position, game.mover(position), first))
            assert len(constants) == 1, game.show(position)
            met += len(moves)
            position = game.play(position, chance.choice(moves))
    assert met > 50


@pytest.mark.parametrize("game", [Domineering(columns=5, rows=4), *family.WIDE[:2]], ids=repr)
def test_order_is_that_of_the_image(game: Domineering) -> None:
    chance = random.Random(5)
    for _ in range(2):
        position = game.start()
        while moves := list(game.moves(position)):
            ranks = sorted(game.order(position, move) for move in moves)
            for image in game.symmetries(position):
                assert sorted(game.order(image, move) for move in game.moves(image)) == ranks
            position = game.play(position, chance.choice(moves))

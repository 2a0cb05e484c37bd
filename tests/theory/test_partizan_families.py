"""Col, snort, hackenbush and nogo as sums: outcome classes by brute force, and positions as sums of parts.

Whether a player who moves first loses is asked here of `options` alone, position by position, and of a sum as a
bag of positions. Nothing of `theory` and no kernel takes part.
"""

import random
from functools import cache
from typing import Any

import families.col
import families.hackenbush
import families.snort
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.marks import few

import zermelo
from zermelo.compiler import SPLIT, compile_game, interpret_game
from zermelo.core.game import Game
from zermelo.games.col import Col
from zermelo.games.hackenbush import GreenHackenbush, Hackenbush
from zermelo.games.nogo import ImpartialNogo, Nogo
from zermelo.games.snort import Snort
from zermelo.kernels import DONE
from zermelo.kernels.splitting import build_examine_splits

repeatable = settings(max_examples=40)

Bag = tuple[int, ...]  # positions of one game, sorted: their sum

PARTIZAN = (
    Col(graph="path 6"),
    Col(graph="cycle 7"),
    Col(graph="grid 3x3"),
    Col(graph="star 5"),
    Col(graph="complete 4"),
    Col(graph="1-2 2-3 3-1 3-4 4-5 6"),
    Snort(graph="path 6"),
    Snort(graph="cycle 6"),
    Snort(graph="grid 3x2"),
    Snort(graph="grid 2x3"),
    Snort(graph="star 4"),
    Snort(graph="complete 5"),
    Snort(graph="1-2 2-3 3-1 3-4 4-5 6"),
    Hackenbush(picture="BR(G)+BR(G)+GB"),
    Hackenbush(picture="(B)(R)G+RB"),
    Hackenbush(picture="0-1:B 1-2:R 2-0:G 0-3:R 3-3:B 0-0:G"),
    Nogo(columns=3, rows=2),
    Nogo(columns=7, rows=1),
    Nogo(columns=4, rows=2),
)
IMPARTIAL = (
    GreenHackenbush(picture="GG(G)+GG(G)+G"),
    GreenHackenbush(picture="0-1:G 1-2:G 2-0:G 0-3:G 3-3:G 0-0:G"),
    ImpartialNogo(columns=3, rows=2),
    ImpartialNogo(columns=7, rows=1),
)


# Who wins, by the options of both players alone


def options_of(game: Any, position: int, player: int) -> list[int]:
    """Return where a player can move to; in an impartial game both can do the same."""
    if game.impartial:
        return [game.play(position, move) for move in game.moves(position)]
    return list(game.options(position, player))


def wins(game: Game, bag: Bag, player: int, known: dict[tuple[Bag, int], bool]) -> bool:
    """Return whether the player, who begins, wins the sum of the positions."""
    if (bag, player) not in known:
        known[bag, player] = any(
            not wins(game, tuple(sorted((*bag[:place], option, *bag[place + 1 :]))), 1 - player, known)
            for place, position in enumerate(bag)
            for option in options_of(game, position, player)
        )
    return known[bag, player]


def outcome_class(game: Game, bag: Bag) -> str:
    """Return L, R, N or P."""
    known: dict[tuple[Bag, int], bool] = {}
    left, right = wins(game, bag, 0, known), wins(game, bag, 1, known)
    return {(True, False): "L", (False, True): "R", (True, True): "N", (False, False): "P"}[left, right]


TABLES = [family.FAMILY.canonical for family in (families.col, families.snort, families.hackenbush)]


@pytest.mark.parametrize("row", [row for table in TABLES for row in table], ids=lambda row: row[0])
def test_outcome_classes_of_the_table(row: tuple[Any, ...]) -> None:
    game = zermelo.game(row[0])
    assert row[1] is None
    assert outcome_class(game, (game.start(),)) == row[3]


@pytest.mark.parametrize(("columns", "rows", "outcome"), [(3, 3, "N")])
def test_outcome_classes_of_nogo(columns: int, rows: int, outcome: str) -> None:
    game = Nogo(columns=columns, rows=rows)
    assert outcome_class(game, (game.start(),)) == outcome


# Parts


@cache
def reached(game: Game) -> tuple[int, ...]:
    """Return all positions that either player's moves, in any order, lead to: those of sums."""
    met, waiting = {game.start()}, [game.start()]
    while waiting:
        position = waiting.pop()
        for player in range(2):
            for option in options_of(game, position, player):
                if option not in met:
                    met.add(option)
                    waiting.append(option)
    return tuple(sorted(met))


def nobody_moving(game: Any, position: int) -> int:
    """Return the position with player 0 to move, where positions hold a mover."""
    if game.impartial or game.mover(position) == 0:
        return position
    other: int = game.parse(game.show(position).replace("right to move", "left to move"))
    return other


def sampled(game: Game, most: int) -> list[int]:
    positions = reached(game)
    return list(positions) if len(positions) <= most else random.Random(1976).sample(positions, most)


@pytest.mark.parametrize("game", PARTIZAN + IMPARTIAL, ids=repr)
def test_parts_of_parts_and_nobody_to_move(game: Any) -> None:
    for position in sampled(game, 600):
        parts = list(game.parts(position))
        for part in parts:
            assert list(game.parts(part)) == [part], game.show(position)
            assert part == nobody_moving(game, part)
            assert game.parse(game.show(part)) == part
            assert any(options_of(game, part, player) for player in range(2))
        if not any(options_of(game, position, player) for player in range(2)):
            assert parts == []
        if not game.impartial:
            assert sorted(parts) == sorted(game.parts(nobody_moving(game, position)))


@pytest.mark.parametrize("game", PARTIZAN + IMPARTIAL, ids=repr)
def test_a_move_is_a_move_in_one_part(game: Any) -> None:
    """The parts of the options are the options of the parts, as bags: so the sums are the same game.

    A part may stand elsewhere than its cells did, but it comes to the same place however it is reached.
    """
    for position in sampled(game, 300):
        parts = list(game.parts(position))
        for player in range(2):
            whole = {tuple(sorted(game.parts(option))) for option in options_of(game, position, player)}
            apart = set()
            for place, part in enumerate(parts):
                for option in options_of(game, part, player):
                    apart.add(tuple(sorted([*parts[:place], *game.parts(option), *parts[place + 1 :]])))
            assert whole == apart, game.show(position)


@pytest.mark.parametrize("game", PARTIZAN + IMPARTIAL, ids=repr)
def test_a_position_and_its_parts_have_one_outcome_class(game: Any) -> None:
    for position in sampled(game, 60):
        bag = tuple(sorted(game.parts(position)))
        assert outcome_class(game, bag) == outcome_class(game, (position,)), game.show(position)


@pytest.mark.parametrize("game", PARTIZAN, ids=repr)
def test_options_never_ask_who_moves(game: Any) -> None:
    for position in sampled(game, 200):
        other = game.parse(
            game.show(position)
            .replace("left to move", "? to move")
            .replace("right to move", "left to move")
            .replace("? to move", "right to move")
        )
        shown = [
            sorted(game.show(option).split("\n")[:-1] for option in game.options(each, player))
            for each in (position, other)
            for player in range(2)
        ]
        assert shown[:2] == shown[2:]


@pytest.mark.parametrize(
    "game", [game for game in PARTIZAN + IMPARTIAL if hasattr(game, "symmetries")], ids=repr
)
def test_symmetric_copies_are_worth_the_same(game: Any) -> None:
    for position in sampled(game, 30):
        asked = outcome_class(game, (position,))
        for image in game.symmetries(position):
            assert outcome_class(game, (image,)) == asked


# Copies come to one place


@pytest.mark.parametrize(
    ("game", "text", "parts"),
    [
        (Col(graph="path 7"), "L.#R#.L/left to move", [".L#####", ".L#####", "R######"]),
        (Col(graph="cycle 7"), "#.L#.L#/right to move", [".L#####", ".L#####"]),
        (Col(graph="grid 3x3"), "##R/##./.L#/left to move", None),
        (Snort(graph="star 3"), "#.LR/left to move", [".###", "L###", "R###"]),
        (Snort(graph="complete 4"), "#LR#/left to move", None),
        (Hackenbush(picture="BR+BR+G"), "..+BR+G/left to move", ["..+..+G", "BR+..+."]),
    ],
    ids=str,
)
def test_equal_parts_stand_in_one_place(game: Any, text: str, parts: list[str] | None) -> None:
    found = [game.show(part).split("\n")[0] for part in game.parts(game.parse(text))]
    if parts is not None:
        assert sorted(found) == sorted(parts)
    images = {tuple(sorted(game.parts(image))) for image in [game.parse(text)]}
    if hasattr(game, "symmetries"):
        images |= {tuple(sorted(game.parts(image))) for image in game.symmetries(game.parse(text))}
    assert len(images) == 1


def test_a_part_of_nogo_stands_in_the_corner_in_one_way() -> None:
    game = Nogo(columns=4, rows=3)
    here, there = ".x##/.o##/####/left to move", "####/##o./##x./right to move"
    assert list(game.parts(game.parse(here))) == list(game.parts(game.parse(there)))
    assert len(list(game.parts(game.parse("x.##/o.##/.#../left to move")))) == 2
    assert list(game.parts(game.parse(".x##/x###/####/left to move"))) == []  # nobody can move


def test_colours_of_a_part_are_one_in_impartial_nogo() -> None:
    game = ImpartialNogo(columns=4, rows=2)
    assert list(game.parts(game.parse("x..#/####"))) == list(game.parts(game.parse("####/#..o")))


# What theory says


@repeatable
@given(st.text("BR", min_size=1, max_size=7), st.text("BR", min_size=1, max_size=7))
def test_stalks_of_two_colours_are_numbers(first: str, second: str) -> None:
    """Berlekamp's rule gives the number of a stalk; the sign of a difference is who wins it."""
    turned = second.translate(str.maketrans("BR", "RB"))
    game = Hackenbush(picture=f"{first}+{turned}")
    difference = number_of(first) - number_of(second)
    expected = "L" if difference > 0 else "R" if difference < 0 else "P"
    assert outcome_class(game, tuple(sorted(game.parts(game.start())))) == expected


def number_of(stalk: str) -> int:
    """Return the number of a stalk in units of 1/64: edges count 1 up to the first change, then halves."""
    total, unit, changed = 0, 64, False
    for edge in stalk:
        changed = changed or edge != stalk[0]
        unit = unit // 2 if changed else unit
        total += unit if edge == "B" else -unit
    return total


@repeatable
@given(st.sampled_from(["path 5", "cycle 5", "grid 3x2", "star 4"]), st.sampled_from([Col, Snort]), st.data())
def test_exchanging_the_colours_exchanges_the_players(graph: str, kind: Any, data: st.DataObject) -> None:
    game = kind(graph=graph)
    position = data.draw(st.sampled_from(reached(game)))
    turned = game.parse(game.show(position).translate(str.maketrans("LR", "RL")))
    exchanged = {"L": "R", "R": "L", "N": "N", "P": "P"}
    assert outcome_class(game, (turned,)) == exchanged[outcome_class(game, (position,))]


# Machine code


@pytest.mark.parametrize(
    "game",
    few(
        [
            Col(graph="grid 3x2"),
            IMPARTIAL[0],
            Snort(graph="star 4"),
            PARTIZAN[15],
            PARTIZAN[16],
            IMPARTIAL[2],
        ],
        2,
    ),
    ids=repr,
)
def test_parts_and_options_in_machine_code(game: Game) -> None:
    import numpy as np

    kernels = [each(game, SPLIT).kernel(build_examine_splits) for each in (compile_game, interpret_game)]
    for position in sampled(game, 300):
        facts = [np.zeros(200, np.int64) for _ in kernels]
        ends = {kernel(position, found) for kernel, found in zip(kernels, facts, strict=True)}
        assert len(ends) == 1 and ends.pop()[1] == DONE
        assert (facts[0] == facts[1]).all(), game.show(position)

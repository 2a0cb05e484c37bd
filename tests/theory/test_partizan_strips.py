"""Partizan games of boards and strips: their parts and options, against values by the definition alone.

A sum here is a tuple of positions of one game, and two sums are compared by Conway's definition: G >= H unless
Right can move G to where H >= it, or Left H to where it >= G. It asks for `options` and nothing else.
"""

import itertools
import random
from collections.abc import Callable, Iterator
from functools import cache
from types import ModuleType
from typing import Any

import pytest
from families import (
    amazons,
    clobber,
    cutcake,
    domineering,
    maundy_cake,
    partizan_euclid,
    partizan_subtraction,
    toads_and_frogs,
    toppling_dominoes,
)

import zermelo
from zermelo.games.amazons import Amazons
from zermelo.games.clobber import Clobber
from zermelo.games.cutcake import Cutcake
from zermelo.games.domineering import Domineering
from zermelo.games.konane import Konane
from zermelo.games.maundy_cake import MaundyCake
from zermelo.games.partizan_euclid import PartizanEuclid
from zermelo.games.partizan_subtraction import PartizanSubtraction
from zermelo.games.toads_and_frogs import ToadsAndFrogs
from zermelo.games.toppling_dominoes import TopplingDominoes

Sum = tuple[Any, ...]
MOST = 7  # options of positions that are compared: the definition is slow
FAMILIES = (
    amazons,
    clobber,
    cutcake,
    domineering,
    maundy_cake,
    partizan_euclid,
    partizan_subtraction,
    toads_and_frogs,
    toppling_dominoes,
)
FALLING_APART = (  # games with the number of positions of random play that have two parts or more
    (Domineering(columns=4, rows=3), 4),
    (Domineering(columns=8, rows=8), 19),
    (Cutcake(columns=4, rows=3), 10),
    (MaundyCake(columns=6, rows=2), 5),
    (TopplingDominoes("lerlrel"), 0),
    (Amazons(".x.#o..#x."), 13),
    (Amazons("x.#/.#o/..x"), 0),
    (PartizanSubtraction(12), 0),
    (PartizanEuclid(89, 34), 0),
    (Clobber(columns=4, rows=3), 2),
    (Clobber("xo.x/ox.o/x.ox", piece="king"), 8),
    (Clobber("xo.x/.x.o/xo..", piece="rook"), 1),
    (Clobber("xo.x/ox.o/x..x", piece="queen"), 0),
    (Konane(columns=5, rows=4), 1),
    (Konane("xo..xo/..xo../xo.o.x"), 1),
    (Konane("xo.ox.xo.xx.ox"), 12),
    (ToadsAndFrogs("tftf.tftf..t"), 1),
    (ToadsAndFrogs("ft.tf.t..ft"), 1),
    (ToadsAndFrogs("ttt..ff.f", longest=2), 0),
    (ToadsAndFrogs("tf..tf.tf..", longest=0), 0),
)


def seen_by_left(game: Any, position: Any) -> Any:
    """Return the position as a part shows it, player 0 the mover."""
    text = game.show(position).rsplit("\n", 1)[0]
    left = {"Domineering": "vertical", "ToadsAndFrogs": "toads", "Clobber": "x", "Konane": "x"}
    return game.parse(f"{text}\n{left.get(type(game).__name__, 'left')} to move")


def comparison(game: Any) -> Callable[[Sum, Sum], bool]:
    """Return whether one sum is at least another."""

    def options(sum_: Sum, player: int) -> Iterator[Sum]:
        for place, position in enumerate(sum_):
            for option in game.options(position, player):
                yield tuple(sorted((*sum_[:place], option, *sum_[place + 1 :])))

    @cache
    def at_least(one: Sum, other: Sum) -> bool:
        return not any(at_least(other, option) for option in options(one, 1)) and not any(
            at_least(option, one) for option in options(other, 0)
        )

    return at_least


def random_positions(game: Any, count: int, plies: int) -> list[Any]:
    """Return ends of random play in which either player moves at any time."""
    chance, found = random.Random(1913), []
    for _ in range(count):
        position = game.start()
        for _ in range(chance.randint(0, plies)):
            options = [option for player in (0, 1) for option in game.options(position, player)]
            if not options:
                break
            position = chance.choice(options)
        found.append(seen_by_left(game, position))
    return found


@pytest.mark.parametrize(("game", "apart"), FALLING_APART, ids=lambda each: repr(each))
def test_a_position_is_worth_the_sum_of_its_parts(game: Any, apart: int) -> None:
    at_least, found = comparison(game), 0
    for position in random_positions(game, 60, 60 if game.start() == (0, 0) else 12):
        parts = tuple(sorted(game.parts(position)))
        found += len(parts) > 1
        for part in parts:
            assert game.mover(part) == 0
            assert list(game.parts(part)) == [part]
            assert game.parse(game.show(part)) == part
        ways = [option for player in (0, 1) for option in game.options(position, player)]
        if parts != (position,) and len(ways) <= MOST:
            assert at_least((position,), parts) and at_least(parts, (position,)), game.show(position)
    assert found == apart


@pytest.mark.parametrize(("game", "apart"), FALLING_APART, ids=lambda each: repr(each))
def test_options_do_not_ask_who_is_to_move(game: Any, apart: int) -> None:
    for position in random_positions(game, 20, 8):
        left = {seen_by_left(game, game.play(position, move)) for move in game.moves(position)}
        assert {seen_by_left(game, option) for option in game.options(position, 0)} == left
        for player in (0, 1):
            assert all(game.mover(option) == 0 for option in game.options(position, player))


@pytest.mark.parametrize("game", [game for game, _ in FALLING_APART if hasattr(game, "tier")], ids=repr)
def test_tiers_grow(game: Any) -> None:
    for position in random_positions(game, 20, 8):
        for option in itertools.chain(game.options(position, 0), game.options(position, 1)):
            assert game.tier(option) >= game.tier(position) + 1


def outcome_class(game: Any) -> str:
    """Return who wins, left, right, the next player or the previous one, by trying every move."""

    @cache
    def wins(position: Any, player: int) -> bool:
        return any(not wins(option, 1 - player) for option in game.options(position, player))

    return "PRLN"[2 * wins(game.start(), 0) + wins(game.start(), 1)]


LISTED = [row for family in FAMILIES for row in family.FAMILY.canonical if row[3] is not None]


def is_small(text: str) -> bool:
    game: Any = zermelo.game(text)
    return getattr(game, "cells", 0) <= 12


@pytest.mark.parametrize("row", [row for row in LISTED if is_small(row[0])], ids=lambda row: row[0])
def test_outcome_classes_of_the_listed_forms(row: tuple[Any, ...]) -> None:
    assert outcome_class(zermelo.game(row[0])) == row[3]


def test_games_are_written_as_their_tables_write_them() -> None:
    for family in FAMILIES:
        assert isinstance(family, ModuleType)
        for row in family.FAMILY.canonical:
            assert repr(zermelo.game(row[0])) == row[0]
            assert len(row) == 8


# Boards as people write them


def test_boards_are_the_first_parameter() -> None:
    assert Clobber("xox|ox.") == Clobber(setup="xox/ox.") and Clobber("xoxo").columns == 4
    assert Konane("xo.xo").rows == 1
    assert Amazons("x...|o...").start() == Amazons().start()
    assert ToadsAndFrogs("TT_F") == ToadsAndFrogs("tt.f")


@pytest.mark.parametrize(
    ("game", "text", "parts"),
    [
        (Domineering(4, 3), "..#./###./#.../vertical to move", ["..##########", "##.###.#...#"]),
        (Clobber("xo.x/oo.x/...o"), "xo.x/oo.x/...o/x to move", ["xo..oo......", "x...x...o..."]),
        (Clobber("x.o.xx"), "x.o.xx/x to move", []),
        (Clobber("x.o.xx", piece="rook"), "x.o.xx/x to move", ["x.o.xx"]),
        (Konane("xo.oxoo..x"), "xo.oxoo..x/x to move", ["xo.oxoo..."]),
        (ToadsAndFrogs("ft.tffttf."), "ft.tffttf./toads to move", ["t.tffttf.t"]),
        (Amazons("x.#o"), "x.#o/left to move", ["x.##"]),
        (Cutcake(3, 2), "+__/|../left to move", ["_+_||.", "_+_||."]),
    ],
    ids=lambda each: repr(each)[:40],
)
def test_parts_as_people_see_them(game: Any, text: str, parts: list[str]) -> None:
    found = [game.show(part).rsplit("\n", 1)[0].replace("\n", "") for part in game.parts(game.parse(text))]
    assert found == parts

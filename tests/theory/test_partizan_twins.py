"""Partizan games against their twins: canonical forms from the twin's moves alone, without parts or symmetries.

A twin's positions are text whose last line says who moves. What either player could do on a board is what the twin
lets him do there as the mover.
"""

import functools
import random
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from families import twin
from families.shove import number_of

import zermelo
from zermelo.core.game import Game
from zermelo.games.cannibal_clobber import CannibalClobber
from zermelo.games.childish_hackenbush import ChildishHackenbush
from zermelo.games.cutthroat import Cutthroat
from zermelo.games.eatcake import Eatcake
from zermelo.games.elephants_and_rhinos import ElephantsAndRhinos
from zermelo.games.fission import Fission
from zermelo.games.push import Push
from zermelo.games.shove import Shove
from zermelo.theory.partizan.form import Form, options_form
from zermelo.theory.partizan.positions import position_form


def by_the_twin(game: Game) -> Callable[[str], Form]:
    """Return the value of a board as a function of its text, without the line that says who moves."""
    other: Any = twin(game)
    players = [game.show(game.to_move(game.start(), player)).split("\n")[-1] for player in (0, 1)]

    def options(board: str, player: int) -> set[str]:
        text = f"{board}\n{players[player]}"
        return {other.play(text, move).rpartition("\n")[0] for move in other.moves(text)}

    @functools.cache
    def value(board: str) -> Form:
        return options_form(*([value(option) for option in options(board, player)] for player in (0, 1)))

    return value


def boards_of(game: Game, seed: int, plays: int = 12) -> list[str]:
    """Return boards of random play in which either player may move twice, the start's first."""
    chance, found = random.Random(seed), {}
    for _ in range(plays):
        position = game.start()
        while True:
            found[game.show(position).rpartition("\n")[0]] = None
            options = [*game.options(position, 0), *game.options(position, 1)]
            if not options:
                break
            position = chance.choice(options)
    return list(found)


GAMES: tuple[Game, ...] = (
    Shove("rl.lrl"),
    Push("lr.lr.rl"),
    CannibalClobber("xoo/oxx"),
    Cutthroat("grid 3x3", "lre"),
    Eatcake(columns=4, rows=3),
    ChildishHackenbush("B(RG)B+R(B)B"),
    ChildishHackenbush("0-1:B 1-2:R 2-0:G 2-3:B 3-0:R 1-3:G"),
    Fission("...../..x../...../....#"),
    ElephantsAndRhinos("t.t..ff.f"),
    Cutthroat("1-2 2-3 3-1 3-4 4-5 5-6 6-4", "lrr"),
    CannibalClobber("x.oo/.ox.", piece="queen"),
)


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_canonical_forms_are_the_twins(game: Any) -> None:
    value = by_the_twin(game)
    last = game.show(game.start()).rpartition("\n")[2]
    for board in boards_of(game, 1913):
        found = position_form(game, game.parse(f"{board}\n{last}"), interpreted=True)
        assert found is value(board), board


def test_rows_of_shove_are_the_numbers_of_the_formula() -> None:
    for length in (1, 3, 5):
        for signs in product("lr.", repeat=length):
            row = "".join(signs)
            assert Fraction(str(zermelo.sums.canonical(Shove(row), interpreted=True))) == number_of(row)

"""Positions as arrays of characters, and back, for every game of the catalogue."""

import random
from typing import Any

import numpy as np
import pytest

import zermelo
from zermelo.core.errors import BadParameter, UnreadablePosition
from zermelo.core.rule_queries import moves_at
from zermelo.games import catalogue


def met(game: Any, plays: int = 2) -> list[Any]:
    """Positions at which somebody moves, of some games of random play."""
    chance, found = random.Random(1913), []
    for _ in range(plays):
        where = next(iter(game.starts()))
        for _ in range(12):
            moves = moves_at(game, where)
            if not moves:
                break
            found.append(where)
            where = game.play(where, chance.choice(moves))
    return found


@pytest.mark.parametrize("name", sorted(catalogue()))
def test_what_is_decoded_is_encoded_again(name: str) -> None:
    game: Any = zermelo.game(name)
    positions = met(game)
    cells = game.decode(positions)
    assert cells.shape[0] == len(positions) and cells.dtype == np.dtype("U1")
    assert game.encode(cells) == positions
    for where, board in zip(positions, cells, strict=True):
        assert (
            "\n".join("".join(row).rstrip() for row in board).rstrip()
            == "\n".join(row.rstrip() for row in game.show(where).split("\n")).rstrip()
        )


def test_boards_are_looked_up() -> None:
    solution = zermelo.solve("tic_tac_toe")
    boards = solution.game.decode(["X../.O./..X", 0])
    assert boards.shape == (2, 3, 3) and boards[0, 0, 0] == "X"
    found = solution.lookup(boards)
    assert [found.answer(0), found.answer(1)] == [solution.value("X../.O./..X"), solution.value()]


@pytest.mark.parametrize(
    "wrong", [np.zeros((1, 3, 3), int), np.array(["X../.O./..X"]), "X..", np.array([[["XX"]]])]
)
def test_what_is_no_array_of_characters(wrong: Any) -> None:
    with pytest.raises(BadParameter, match="characters"):
        zermelo.game("tic_tac_toe").encode(wrong)


def test_boards_that_are_none() -> None:
    game = zermelo.game("tic_tac_toe")
    board = game.decode([0])
    board[0, 0, 0] = "Q"
    with pytest.raises(UnreadablePosition):
        game.encode(board)
    assert game.decode([]).shape == (0, 0, 0)

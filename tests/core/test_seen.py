"""X stays X: in a line of play no man changes sides because the turn has, and what is shown is read alike."""

import random
from itertools import pairwise

import pytest
from support.marks import long_unless

from zermelo.core.game import Game, Position, has
from zermelo.core.notation.player_view import is_shown_for_mover
from zermelo.core.notation.position_input import as_position
from zermelo.core.values import UNDECIDED
from zermelo.games import catalogue

SIDES = {"X": "O", "O": "X", "x": "o", "o": "x"}
MOVED = {  # men that change sides or places many at once, by the rules
    "pentago": "a quadrant is turned",
    "quixo": "a row is pushed",
    "english_draughts": "the board is turned round after each move, and squares are numbered from the mover",
    "swap": "the other takes the side",
}


def lines_of_play(game: Game, count: int = 4, plies: int = 24) -> list[list[tuple[Position, int]]]:
    found = []
    chance = random.Random(11)
    for _ in range(count):
        position: Position = next(iter(game.starts()))
        line: list[tuple[Position, int]] = []
        for ply in range(plies):
            mover = game.mover(position) if has(game, "mover") else ply % 2  # type: ignore[attr-defined]
            line.append((position, mover))
            if game.outcome(position) != UNDECIDED:
                break
            moves = list(game.moves(position))
            if not moves:
                break
            position = game.play(position, chance.choice(moves))
        found.append(line)
    return found


TWO = sorted(
    name
    for name, kind in catalogue().items()
    if kind.players == 2 and not has(kind(), "chances") and not has(kind(), "payoffs")
)


@pytest.mark.parametrize("name", TWO)
def test_no_man_changes_sides_with_the_turn(name: str) -> None:
    game = catalogue()[name]()
    for line in lines_of_play(game):
        texts = [game.show_for_player(position, mover).replace(" to move", "") for position, mover in line]
        boards = [text.rstrip("XOxo") if text[-2:-1] == "\n" else text for text in texts]
        for before, after in pairwise(boards):
            pairs = [(one, other) for one, other in zip(before, after, strict=False) if one != other]
            turned = [pair for pair in pairs if SIDES.get(pair[0]) == pair[1]]
            men = sum(sign in SIDES for sign in before)
            if len(before) == len(after) and men > 3 and name not in MOVED:
                most = 1 if name != "othello" else len(turned) * (len(set(turned)) == 1)
                assert len(turned) <= most, f"{before}\n\n{after}"


@pytest.mark.parametrize(  # ultimate tic-tac-toe reads its positions slowly
    "name",
    long_unless(
        [name for name in TWO if is_shown_for_mover(catalogue()[name]())],
        lambda name: name != "ultimate_tic_tac_toe",
    ),
)
def test_what_a_line_shows_is_read_as_the_same_position(name: str) -> None:
    game = catalogue()[name]()
    for line in lines_of_play(game, count=1):
        for position, mover in line:
            if game.outcome(position) == UNDECIDED:
                text = game.show_for_player(position, mover)
                assert text.endswith(("X to move", "O to move")[mover])
                assert as_position(game, text) == position
                assert as_position(game, text.replace("\n", "/")) == position
                assert as_position(game, game.show(position)) == position

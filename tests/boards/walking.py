"""Rules of the kit that several files play, and every position that play reaches, walked to one by one."""

from collections.abc import Iterator
from typing import Any
from unittest import mock

import zermelo
from zermelo import LOSS, UNDECIDED
from zermelo.boards import BoardGame
from zermelo.core.game import Game, Position
from zermelo.verify.conformance import conformance_suite


class Rules(BoardGame):
    """Step to a free cell beside; men of the other's between two of yours are taken. Down to one loses."""

    setup = "OO./.../.XX"

    def moves(self, position: Position) -> Iterator[int]:
        mine, _ = self.pieces(position)
        yield from self.steps(mine, self.empty_cells(position), self.board.side_directions)

    def play(self, position: Position, move: int) -> Position:
        mine, theirs = self.pieces(position)
        end = 1 << self.end_of(move)
        mine ^= 1 << self.start_of(move) | end
        return self.next_position(position, mine, theirs & ~self.board.custodial_captures(end, mine, theirs))

    def outcome(self, position: Position) -> int:
        mine, _ = self.pieces(position)
        return LOSS if mine.bit_count() < 2 else UNDECIDED


class Slides(BoardGame):
    """Rules of no matter: positions are read and shown, and moves of the kit counted."""

    def moves(self, position: Position) -> Iterator[int]:
        yield 0

    def play(self, position: Position, move: int) -> Position:
        return position


def every_position(game: Game) -> set[Any]:
    """Return every position that play reaches from the starts."""
    seen = set(game.starts())
    waiting = list(seen)
    while waiting:
        position = waiting.pop()
        if game.outcome(position) == UNDECIDED:
            after = {game.play(position, move) for move in game.moves(position)} - seen
            seen |= after
            waiting += after
    return seen


def check_machine_code(game: Game, *, whole: bool) -> None:
    """Hold machine code against the interpreter: at positions of random play, or `whole`, and then solutions too."""
    with mock.patch.object(conformance_suite, "MOST_PLAYED", 100):
        report = conformance_suite.verify_game(game, limit=30_000 if whole else 50, compiled=True)
    assert report.details["exhaustive"] == whole
    assert ("compiled and interpreted solutions agree at every position" in report.details["passed"]) == whole
    assert "compiled rules answer as the interpreter's" in report.details["passed"]


def answers(game: Game) -> dict[Any, str]:
    """Return the answer of every position."""
    solution = zermelo.solve(game, interpreted=True)
    return {position: str(solution.value(position)) for position in every_position(game)}

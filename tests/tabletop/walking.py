"""Every position that play reaches, walked to one by one."""

from typing import Any
from unittest import mock

import zermelo
from zermelo import UNDECIDED
from zermelo.conformance import suite
from zermelo.core.game import Game


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
    with mock.patch.object(suite, "MOST_PLAYED", 100):
        report = suite.check(game, limit=suite.LIMIT if whole else 50, compiled=True)
    assert report.exhaustive == whole
    assert ("compiled and interpreted solutions agree at every position" in report.passed) == whole
    assert "compiled rules answer as the interpreter's" in report.passed


def answers(game: Game) -> dict[Any, str]:
    """Return the answer of every position."""
    solution = zermelo.solve(game, interpreted=True)
    return {position: str(solution.value(position)) for position in every_position(game)}

"""What an answer means in the end of a line of play that began at the start, by arithmetic on gains alone."""

from typing import Any

from zermelo.core.values import Answer
from zermelo.play.matches.match import ChanceOutcome, Match


def gained(match: Match) -> int:
    """What first has gained on a line, less what second has, by the rules' own `gain`."""
    game: Any = match.game
    if not hasattr(game, "gain"):
        return 0
    steps = zip(match.positions, match.movers, match.played, strict=False)
    return sum(
        (1, -1)[mover] * game.gain(where, move)
        for where, mover, move in steps
        if not isinstance(move, ChanceOutcome)
    )


def in_the_end(match: Match, answer: Answer) -> Answer:
    """The answer of the mover at the end of a line, with what was gained on the way."""
    if not hasattr(match.game, "gain"):
        return answer
    assert answer.is_timed, "not of dice, nor of values alone"
    return Answer(answer.value + (1, -1)[match.mover] * gained(match), answer.remoteness, scored=True)

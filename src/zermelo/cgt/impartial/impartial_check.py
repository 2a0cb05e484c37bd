"""Checks that a game has nimbers, or a misere form: both players have the same moves and take turns.

Nimbers are of normal play: there who cannot move must lose.
"""

from zermelo.compiler.guards.error_reports import describe_position
from zermelo.core.capabilities import CAPABILITIES
from zermelo.core.errors import BadRules, LoopFound
from zermelo.core.game import Game, Position
from zermelo.core.requirements import require
from zermelo.core.values import LOSS, UNDECIDED

MOST_WALKED = 4096  # plies of the line that is looked at


def check_impartial(game: Game, wanted: str = "nimbers") -> None:
    """Raise `MissingCapability` if a game is not impartial, or not decided by wins and losses in turns.

    `wanted` is what it therefore has not got.

    >>> class Unlike(Game): pass
    >>> check_impartial(Unlike())  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    zermelo.core.errors.MissingCapability: unlike() does not declare impartial = True: it has no nimbers...
    """
    because = f"it has no {wanted}, which are of two players who by turns have the same moves"
    require(game, because, needs=("impartial",), excludes=("players", *CAPABILITIES["impartial"].excludes))


def check_end_is_lost(game: Game, position: Position, value: int) -> None:
    """Raise `BadRules` where a position without moves, or a finished one, is not lost to its mover."""
    if value not in (LOSS, UNDECIDED):
        raise BadRules(
            f"{game!r}: no nimber at position {describe_position(game, position)}: nimbers are "
            "of normal play, "
            "where having no move loses; this position ends otherwise: use misere play's own values"
        )


def check_one_line_of_play(game: Game, position: Position) -> None:
    """Play one line to its end: raise `BadRules` if the end is not lost, `LoopFound` if play cycles.

    Equal components cancel without being looked at, so a search may never reach an end of play. For two empty
    boards of Notakto, which is a misere game, it would return 0 at once, although the mover wins there.
    """
    met = set()
    for _ in range(MOST_WALKED):
        value = game.outcome(position)
        if value != UNDECIDED:
            return check_end_is_lost(game, position, value)
        if position in met:
            raise LoopFound(
                f"{game!r}: play comes back to {describe_position(game, position)}: it has no nimber"
            )
        met.add(position)
        for move in game.moves(position):
            position = game.play(position, move)
            break
        else:
            return check_end_is_lost(game, position, game.stuck(position))
    return None

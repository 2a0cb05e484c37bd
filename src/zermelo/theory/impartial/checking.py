"""Does a game have nimbers, or a misere form? Both players must have the same moves, and nothing but turns.

Nimbers are of normal play: there who cannot move must lose.
"""

from zermelo.core.errors import BadRules, LoopFound, MissingCapability
from zermelo.core.game import Game, Position, has
from zermelo.core.values import LOSS, UNDECIDED
from zermelo.trust.faults import say_position

MOST_WALKED = 4096  # plies of the line that is looked at
LACKING = {
    "chances": "has dice",
    "payoffs": "has payoffs",
    "gain": "counts points",
    "mover": "has a mover()",
}


def check_impartial(game: Game, wanted: str = "nimbers") -> None:
    """Raise `MissingCapability` where a game is not impartial, or is more than wins and losses by turns.

    `wanted` is what it therefore has not got.

    >>> class Unlike(Game): pass
    >>> check_impartial(Unlike())
    Traceback (most recent call last):
    zermelo.core.errors.MissingCapability: unlike() has no nimbers: it does not declare impartial = True
    """
    if not game.impartial:
        raise MissingCapability(f"{game!r} has no {wanted}: it does not declare impartial = True")
    held = [words for name, words in LACKING.items() if has(game, name)]
    if game.scored:
        held.insert(0, "counts points")
    if game.players != 2:
        held.insert(0, f"has {game.players} players")
    if held:
        raise MissingCapability(f"{game!r} has no {wanted}: it declares impartial = True and {held[0]}")


def check_loses(game: Game, position: Position, value: int) -> None:
    """Raise `BadRules` where a position without moves, or a finished one, is not lost to its mover."""
    if value not in (LOSS, UNDECIDED):
        raise BadRules(
            f"{game!r}: no nimber at position {say_position(game, position)}: nimbers are of normal play, "
            "where having no move loses; this position ends otherwise: use misere play's own values"
        )


def check_line(game: Game, position: Position) -> None:
    """Play one line to its end: raise `BadRules` where that is not lost, `LoopFound` where play comes round.

    Equal components cancel without being looked at, so a search may never come to an end of play. Of two
    empty boards of Notakto, which is a misere game, it would say 0 at once, and the mover wins there.
    """
    met = set()
    for _ in range(MOST_WALKED):
        value = game.outcome(position)
        if value != UNDECIDED:
            return check_loses(game, position, value)
        if position in met:
            raise LoopFound(f"{game!r}: play comes back to {say_position(game, position)}: it has no nimber")
        met.add(position)
        for move in game.moves(position):
            position = game.play(position, move)
            break
        else:
            return check_loses(game, position, game.stuck(position))
    return None

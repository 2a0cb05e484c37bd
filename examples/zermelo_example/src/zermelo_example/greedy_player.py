"""A player that takes the last of its moves: in aliquot, as much as it can. Its field `rate` has it err."""

from zermelo.core import BadParameter
from zermelo.play import Player, PlayerBuilder, PlayerContext


def make_greedy_player(context: PlayerContext, rate: float = 0.0) -> tuple[Player, str]:
    """Return the player, and the words that describe its play."""
    if not 0 <= rate <= 1:
        raise BadParameter(f"rate={rate!r} is no probability: give one from 0 to 1")

    def choose(position: object) -> dict[object, float]:
        moves = list(context.game.moves(position))
        shares = dict.fromkeys(moves, rate / len(moves))
        shares[moves[-1]] += 1 - rate
        return {move: share for move, share in shares.items() if share}

    return choose, "greedily"


GREEDY = PlayerBuilder(make_greedy_player)

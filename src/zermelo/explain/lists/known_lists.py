"""Lists of rules that come with the package: certified like any other, whenever they are asked for."""

from typing import Final

from zermelo.core.errors import BadParameter
from zermelo.core.game import Game
from zermelo.explain.lists.in_turn import read_rule
from zermelo.explain.lists.rule_list import RuleList
from zermelo.explain.lists.vocabulary import every_feature

KNOWN: Final[dict[str, tuple[str, ...]]] = {
    "chess_endgame(material='KRvK')": (
        "wins",
        "forces(3)",
        "stays_near then keeps_box then gate_along least then wide_box then box least then opposition",
        "holds then piece_to_him least then wedged==0 then box least then kings least then gate_along least",
        "room least then gate least",
    ),
    "chess_endgame(material='KQvK')": (
        "wins",
        "forces(3)",
        "middle least then room least then safe then kings_along least then to_piece most"
        " then to_facing least",
        "room least then kings_along most",
    ),
}


def known_list(game: Game) -> RuleList:
    """Return the list that is known for a game, for who moves first, right wherever play stands.

    Raises `BadParameter` where none is known.
    """
    if repr(game) not in KNOWN:
        raise BadParameter(f"no list is known for {game!r}: there are lists for {', '.join(sorted(KNOWN))}")
    features = every_feature(game)
    rules = [read_rule(text, features) for text in KNOWN[repr(game)]]
    return RuleList(game, rules, side="first", goal="always", everywhere=True)

"""Lists of rules that come with the package: certified like any other, whenever they are asked for."""

from typing import Final

from zermelo.core.errors import BadParameter
from zermelo.core.game import Game
from zermelo.explain.features.feature_families import build_all_features
from zermelo.explain.rule_lists.lexicographic import read_rule
from zermelo.explain.rule_lists.rule_list import RuleList

ROOK: Final = "chess_endgame(material='KRvK')"
QUEEN: Final = "chess_endgame(material='KQvK')"
PAWN: Final = "chess_endgame(material='KPvK')"
SHORT: Final[dict[str, tuple[str, ...]]] = {  # fewer rules than the quick ones, and none looks as far ahead
    ROOK: (
        "wins",
        "forces(3)",
        "stays_near then keeps_box then gate_along least then wide_box then box least then opposition",
        "holds then piece_to_him least then wedged==0 then box least then kings least then gate_along least",
        "room least then gate least",
    ),
    QUEEN: (
        "wins",
        "forces(3)",
        "middle least then room least then safe then kings_along least then to_piece most"
        " then to_facing least",
        "room least then kings_along most",
    ),
}
QUICK: Final[dict[str, tuple[str, ...]]] = {
    ROOK: (
        "wins",
        "forces(3)",
        "grip(3) least then gate least then wedged",
        "grip(3) least then kings least then checks",
        "grip(3) least then opposition then gate_along most",
        "grip(3) least then knights_move then grip(2) least",
        "grip(3) least then grip(3)>=7 then kings least then piece_to_him most then grip(2) least",
        "grip(2) least then kings least",
    ),
    QUEEN: (
        "wins",
        "forces(3)",
        "grip(3) least then kings_along least then holds==0",
        "grip least then knights_move then grip(2)>=10",
        "grip(2) least then grip(3) least then middle least then gate_along least",
    ),
    PAWN: (
        "wins",
        "forces(3)",
        "middle least then room least then safe then kings_along least then to_piece most"
        " then to_facing least",
        "room least then kings_along most then safe",
        "runs then row most",
        "key(7)<=1 then row most then key(4)==0 then race least then files least then rim least",
        "key(7) least then key(3) least then files==5",
        "key(7) least then queening least then files least",
    ),
}
WHERE: Final = {
    PAWN: "pawn"
}  # where a list is right, and in what it makes of won ones; others are everywhere


def known_list(game: Game, short: bool = False) -> RuleList:
    """Return the list of rules that comes with the package for a game, for the first player.

    It is right wherever play stands; the game may begin anywhere.

    Parameters
    ----------
    game : Game
        A chess ending with king and rook, queen or pawn against king.
    short : bool, default False
        Whether to take the short list instead of the one that wins quickly.

    Returns
    -------
    RuleList
        The list.

    Raises
    ------
    BadParameter
        If no list is known for the game.
    """
    known = SHORT if short else QUICK
    name = repr(game).split(" from ")[0]
    if name not in known:
        kind = "short list" if short else "list"
        raise BadParameter(
            f"no {kind} is known for {game!r}: there are {kind}s for {', '.join(sorted(known))}"
        )
    features = build_all_features(game)
    rules = [read_rule(text, features) for text in known[name]]
    where = read_rule(WHERE.get(name, "any"), features)
    return RuleList(game, rules, side="first", goal="always", everywhere=True, where=where)

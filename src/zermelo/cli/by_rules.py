"""Which rule of a list a move at the table follows, or breaks."""

from pathlib import Path

from zermelo.cli.answers import PLAYERS
from zermelo.errors import BadParameter
from zermelo.explaining import FiredRule, RuleList
from zermelo.matches import Hall, Match, policy_in, read_player
from zermelo.rules import Move


def list_of(kind: str, hall: Hall) -> RuleList | None:
    """Return the list of rules that a player is named by; None where he is named otherwise."""
    if read_player(kind) is not None:
        return None
    policy = policy_in(Path(kind), hall.game, run_rules=hall.run_rules)
    return policy if isinstance(policy, RuleList) else None


def check_speaks(rules: RuleList | None, yours: tuple[int, ...]) -> None:
    """Raise `BadParameter` where a list is for nobody whom the person plays."""
    if rules is not None and not any(_speaks(rules, player) for player in yours):
        said = " and ".join(PLAYERS[player] for player in yours) or "nobody"
        raise BadParameter(
            f"the rules are for the {rules.side} player, and you play {said}: leave --rules out, or give "
            "another --side"
        )


def told(rules: RuleList | None, match: Match, move: Move) -> str:
    """Return the rule that a move follows or breaks, in words; "" where no list speaks to who makes it.

    Asked before the move is made.
    """
    if rules is None or not _speaks(rules, match.mover):
        return ""
    return str(FiredRule.of(rules, match.position, move))


def hint(rules: RuleList | None, match: Match) -> str:
    """Return the rule that fires, and what it allows; "" where no list speaks to who moves."""
    if rules is None or not _speaks(rules, match.mover):
        return ""
    return FiredRule.of(rules, match.position).allows()


def _speaks(rules: RuleList, player: int) -> bool:
    return rules.side in ("both", PLAYERS[player])

"""Which rule of a list a move at the table follows, or breaks."""

from typing import Any

from zermelo.core import BadParameter
from zermelo.explain import RuleList
from zermelo.play import Match, PlayerContext, load_policy, parse_player

PLAYERS = ("first", "second")  # sides, as rule lists name them


def load_rule_list_of_player(kind: str, context: PlayerContext) -> RuleList | None:
    """Return the rule list that a player is named by; None where the player has another name."""
    if parse_player(kind).name is not None:
        return None
    policy = load_policy(kind, context.game, run_rules=context.run_rules)
    return policy if isinstance(policy, RuleList) else None


def check_rules_cover_person(rules: RuleList | None, person_players: tuple[int, ...]) -> None:
    """Raise `BadParameter` where a list is for no side that the person plays."""
    if rules is not None and not any(_has_rules_for_player(rules, player) for player in person_players):
        said = " and ".join(PLAYERS[player] for player in person_players) or "nobody"
        raise BadParameter(
            f"the rules are for the {rules.side} player, and you play {said}: leave --rules out, or give "
            "another --side"
        )


def describe_rule_of_move(rules: RuleList | None, match: Match, move: Any) -> str:
    """Return the rule that a move follows or breaks, in words; "" where no list speaks to who makes it.

    Asked before the move is made.
    """
    if rules is None or not _has_rules_for_player(rules, match.mover):
        return ""
    return str(rules.find_applied_rule(match.position, move))


def describe_applicable_rule(rules: RuleList | None, match: Match) -> str:
    """Return the rule that fires, and what it allows; "" where no list speaks to who moves."""
    if rules is None or not _has_rules_for_player(rules, match.mover):
        return ""
    return rules.find_applied_rule(match.position).describe_allowed_moves()


def _has_rules_for_player(rules: RuleList, player: int) -> bool:
    return rules.side in ("both", PLAYERS[player])

"""The thesis's player: the rules of the backward algorithm, scanned in order.

Iklassov (2020). An odd rule is looked for with the mover as the attacker, and its action is played. An even
one is looked for with the other as the attacker, and the preventive action is a stone on the same cell. The
first rule that is found anywhere allows the cells of all its instances; where none is found any move is
allowed.

Unless it is given a derivation, the player takes the thesis's rules as they stand, the literal reading.
With a sound derivation an attack is found only where it wins when it is played out
(`explain.derivation.attack_playout`).

Two orders are read out of the thesis: "ascending" takes 1, 2, 3, 4, 5, and "attacks" 1, 3, 5 before 2, 4.

Its claim is that five rules never lose. The second player does, in either order and with any choice among
ties:
with X in two opposite corners and O in the centre, X would fork on either corner that is left; rule 4 takes
one of these, X stops the line and forks. To prevent one instance on its own cell is not to prevent the other.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from zermelo.boards.abstract_graphs.abstract_board import Realisation
from zermelo.core.errors import BadParameter
from zermelo.core.game import Game, Move, Position
from zermelo.core.notation.position_input import as_position
from zermelo.core.rule_queries import list_moves
from zermelo.explain.derivation.attack_playout import AttackPlayout
from zermelo.explain.derivation.backward_derivation import derive_rules
from zermelo.explain.derivation.derivation_game import DerivationGame
from zermelo.explain.derivation.derived_rules import DerivedRule, RuleDerivation
from zermelo.explain.rule_players.rule_reason import RuleReason

ORDERS = "ascending", "attacks"
RULES = 5  # as many as the thesis claims to be enough

Otherwise = Callable[[Position], list[Move]]


@dataclass(frozen=True)
class RulePlayer:
    """Policy that scans derived rules and follows the first one found.

    Parameters
    ----------
    game : Game
        A positional game.
    rules : int, default 5
        Number of rules that are scanned.
    order : str, default "ascending"
        "ascending", or "attacks" for the odd ones first.
    otherwise : callable, optional
        Policy where no rule is found; by default any move is allowed.
    derivation : RuleDerivation, optional
        Derived rules; by default the thesis's, in the literal reading.

    Raises
    ------
    BadParameter
        If the order is unknown, or fewer rules were derived.

    Examples
    --------
    >>> from zermelo.games import TicTacToe
    >>> player = RulePlayer(TicTacToe())
    >>> player.explain(TicTacToe().parse("X../.O./..X"))
    RuleReason(rule='4', words='defence 4: prevent what the opponent threatens by 3', cells=(2, 6))
    """

    game: Game
    rules: int = RULES
    order: str = ORDERS[0]
    otherwise: Otherwise | None = None
    derivation: RuleDerivation | None = None

    def __post_init__(self) -> None:
        if self.order not in ORDERS:
            raise BadParameter(f"order {self.order!r} is none: give 'ascending' or 'attacks'")
        most = len(self._rule_derivation.rules)
        if not 1 <= self.rules <= most:
            raise BadParameter(f"rules {self.rules} were not derived: give 1 to {most}")

    def __call__(self, position: Position) -> list[Move]:
        """Return the moves allowed at an unfinished position."""
        position = as_position(self.game, position)
        found = self._find_firing_rule_and_realisation(position)
        if found is not None:
            rule, places = found
            return self.derivation_game.find_moves_realising(position, places, attacks=rule.kind == "attack")
        return list_moves(self.game, position) if self.otherwise is None else self.otherwise(position)

    def explain(self, position: Position) -> RuleReason:
        """Return the rule that fires at a position.

        Parameters
        ----------
        position : position
            An unfinished position.

        Returns
        -------
        RuleReason
            Number of the rule ("any" where none is found), the rule in words, and the cells that it allows.
        """
        found = self._find_firing_rule_reason(position)
        if found is not None:
            return found
        moves = self.game.moves(position) if self.otherwise is None else self.otherwise(position)
        cells = tuple(sorted({self.derivation_game.find_move_cell(position, move) for move in moves}))
        if self.otherwise is None:
            return RuleReason("any", "no rule is found: any", cells)
        return RuleReason("otherwise", "no rule is found", cells)

    @cached_property
    def derivation_game(self) -> DerivationGame:
        """The game on abstract graphs."""
        return self._rule_derivation.derivation_game

    @cached_property
    def _rule_derivation(self) -> RuleDerivation:
        return self.derivation or derive_rules(self.game, literal=True)

    @cached_property
    def scanned_rules(
        self,
    ) -> tuple[tuple[DerivedRule, tuple[tuple[Realisation, ...], tuple[Realisation, ...]]], ...]:
        """Rules in the order of scanning, with all instances of either player's attack."""
        rules = self._rule_derivation.rules[: self.rules]
        if self.order == "attacks":
            rules = tuple(sorted(rules, key=lambda rule: rule.kind != "attack"))
        return tuple((rule, rule.realisations_by_attacker) for rule in rules)

    @cached_property
    def _attack_playout(self) -> AttackPlayout:
        return AttackPlayout(self.derivation_game, self._rule_derivation.rules)

    def _find_firing_rule_reason(self, position: Position) -> RuleReason | None:
        """Return the first rule that is found, in words."""
        found = self._find_firing_rule_and_realisation(position)
        if found is None:
            return None
        rule, places = found
        words = (
            "make it"
            if rule.kind == "attack"
            else f"prevent what the opponent threatens by {rule.number - 1}"
        )
        cells = tuple(sorted({place.action for place in places if place.action is not None}))
        return RuleReason(str(rule.number), f"{rule.kind} {rule.number}: {words}", cells)

    def _find_firing_rule_and_realisation(
        self, position: Position
    ) -> tuple[DerivedRule, tuple[Realisation, ...]] | None:
        """Return the first rule that is found, and where."""
        mine, theirs = self.derivation_game.read_stone_masks(position)
        side = self.derivation_game.find_side_to_move(position)
        for rule, sides in self.scanned_rules:
            attacks = rule.kind == "attack"
            attacker, defender = (mine, theirs) if attacks else (theirs, mine)
            places = sides[side if attacks else 1 - side]
            there = tuple(place for place in places if place.is_present_among(attacker, defender))
            if attacks and self._rule_derivation.sound:
                there = tuple(
                    place
                    for place in there
                    if self._attack_playout.is_winning_attack(position, rule.number, place)
                )
            if there:
                return rule, there
        return None

"""The thesis's player: the rules of the backward algorithm, scanned in order.

Iklassov (2020). An odd rule is looked for with the mover as the attacker, and its action is played. An even
one is looked for with the other as the attacker, and the preventive action is a stone on the same cell. The
first rule that is found anywhere allows the cells of all its instances; where none is found any move is
allowed.

That is the thesis's own, literal reading. In the sound one, the usual, an attack is found only where it wins
when it is played out, and a defence allows every move that leaves no such attack, on whatever cell
(`explain.derivation.attack_playout`).

Two orders are read out of the thesis: "ascending" takes 1, 2, 3, 4, 5, and "attacks" 1, 3, 5 before 2, 4. The
sound reading takes the second, as its attacks win, and its defences are for when there is none.

The thesis claims that five rules never lose. Read literally the second player does, in either order and with
any choice among ties:
with X in two opposite corners and O in the centre, X would fork on either corner that is left; rule 4 takes
one of these, X stops the line and forks. To prevent one instance on its own cell is not to prevent the other.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property

from zermelo.boards.abstract_graphs.abstract_board import Realisation
from zermelo.core.errors import BadParameter
from zermelo.core.game import Game, Move, Position
from zermelo.core.notation.position_input import as_position
from zermelo.core.rule_queries import list_moves
from zermelo.explain.derivation.attack_playout import AttackPlayout
from zermelo.explain.derivation.backward_derivation import derive_rules
from zermelo.explain.derivation.derivation_game import DerivationGame, Stones
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
    order : str, optional
        "ascending", the usual one of the literal reading, or "attacks" for the odd ones first.
    otherwise : callable, optional
        Policy where no rule is found; by default any move is allowed.
    derivation : RuleDerivation, optional
        Derived rules; by default they are derived here.
    literal : bool, default False
        Whether rules that are derived here are the thesis's, read literally.

    Raises
    ------
    BadParameter
        If the order is unknown, or fewer rules were derived.

    Examples
    --------
    >>> from zermelo.games import TicTacToe
    >>> for literal in (True, False):
    ...     player = RulePlayer(TicTacToe(), literal=literal)
    ...     print(player.explain(TicTacToe().parse("X../.O./..X")).cells)
    (2, 6)
    (1, 3, 5, 7)
    """

    game: Game
    rules: int = RULES
    order: str | None = None
    otherwise: Otherwise | None = None
    derivation: RuleDerivation | None = None
    literal: bool = False

    def __post_init__(self) -> None:
        if self.order not in (None, *ORDERS):
            raise BadParameter(f"order {self.order!r} is none: give 'ascending' or 'attacks'")
        most = len(self._rule_derivation.rules)
        if not 1 <= self.rules <= most:
            raise BadParameter(f"rules {self.rules} were not derived: give 1 to {most}")

    def __call__(self, position: Position) -> list[Move]:
        """Return the moves allowed at an unfinished position."""
        position = as_position(self.game, position)
        found = self._find_firing_rule_and_places(position)
        if found is not None:
            rule, places = found
            attacks = rule.kind == "attack" or self._rule_derivation.sound
            return self.derivation_game.find_moves_realising(position, places, attacks=attacks)
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
        return self.derivation or derive_rules(self.game, literal=self.literal)

    @cached_property
    def scanned_rules(self) -> tuple[DerivedRule, ...]:
        """Rules in the order of scanning."""
        attacks_first = None if self.order is None else self.order == "attacks"
        return self._rule_derivation.list_rules_as_scanned(self.rules, attacks_first)

    @cached_property
    def _attack_playout(self) -> AttackPlayout:
        return AttackPlayout(self.derivation_game, self._rule_derivation.rules)

    def _find_firing_rule_reason(self, position: Position) -> RuleReason | None:
        """Return the first rule that is found, in words."""
        found = self._find_firing_rule_and_places(position)
        if found is None:
            return None
        rule, places = found
        words = "make it"
        if rule.kind == "defence":
            words = (
                f"leave the opponent no attack up to {rule.number - 1}"
                if self._rule_derivation.sound
                else f"prevent what the opponent threatens by {rule.number - 1}"
            )
        cells = tuple(sorted({place.action for place in places if place.action is not None}))
        return RuleReason(str(rule.number), f"{rule.kind} {rule.number}: {words}", cells)

    def _find_firing_rule_and_places(
        self, position: Position
    ) -> tuple[DerivedRule, tuple[Realisation, ...]] | None:
        """Return the first rule that is found, and the moves that it allows on the board."""
        stones = self.derivation_game.read_stones(position)
        for rule in self.scanned_rules:
            places = tuple(self._find_places(rule, stones))
            if places:
                return rule, places
        return None

    def _find_places(self, rule: DerivedRule, stones: Stones) -> Iterable[Realisation]:
        """Return what a rule allows: in the literal reading wherever its input lies."""
        if self._rule_derivation.sound:
            playout = self._attack_playout
            return (playout.find_winning_attacks if rule.kind == "attack" else playout.find_defences)(
                rule, stones
            )
        game = self.derivation_game
        find = game.yield_realisations_at if rule.kind == "attack" else game.yield_attacks_on_mover
        return find(rule.input_graphs, stones)

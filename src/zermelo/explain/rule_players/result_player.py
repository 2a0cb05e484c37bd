"""The thesis's other player, which compares the result of each move with the inputs of the rules.

Iklassov (2020) ends section 5 so: consider each move, compare its result with each rule's input, and do so
twice, with either player as the attacker. The rule player compares the position itself. Of the result,
which the other moves from, there are two things to see:

    their inputs  the opponent attacks, and is to move: a result with such an input is to be avoided
    my inputs     I attack, and the opponent moves first: a result with such an input threatens

"avoid" looks at the first, "seek" at the second, "both" avoids and then seeks among what is left. In every
reading rules are compared from the first on, and a move that wins at once is made: its result is the first
rule's output, no rule's input, and to compare with inputs alone would pass it by (`finish=False`). Even
rules have the inputs of odd ones, so they say nothing more.
"""

from dataclasses import dataclass
from functools import cached_property

from zermelo.core.errors import BadParameter
from zermelo.core.game import Game, Move, Position
from zermelo.core.notation.position_input import as_position
from zermelo.core.rule_queries import list_moves
from zermelo.core.values import LOSS
from zermelo.explain.derivation.backward_derivation import derive_rules
from zermelo.explain.derivation.derivation_game import DerivationGame
from zermelo.explain.derivation.derived_rules import DerivedRule, RuleDerivation
from zermelo.explain.rule_players.rule_player import RULES

READINGS = "both", "avoid", "seek"


@dataclass(frozen=True)
class ResultPlayer:
    """Policy that compares the results of moves with the inputs of derived rules.

    Parameters
    ----------
    game : Game
        A positional game, or one with abstract rules.
    reading : str, default "both"
        "avoid" results that the opponent attacks from, "seek" those that the player does, or "both".
    rules : int, default 5
        Number of rules that are compared.
    finish : bool, default True
        Whether a move that wins at once is made.
    derivation : RuleDerivation, optional
        Derived rules; by default the thesis's, in the literal reading.

    Raises
    ------
    BadParameter
        If the reading is unknown.

    Examples
    --------
    >>> from zermelo.games import TicTacToe
    >>> game = TicTacToe()
    >>> player = ResultPlayer(game)
    >>> position = game.parse("X../.O./..X")
    >>> [game.name(position, move) for move in player(position)]
    ['b1', 'c1', 'a2', 'c2', 'a3', 'b3']
    """

    game: Game
    reading: str = READINGS[0]
    rules: int = RULES
    finish: bool = True
    derivation: RuleDerivation | None = None

    def __post_init__(self) -> None:
        if self.reading not in READINGS:
            raise BadParameter(f"reading {self.reading!r} is none: give both, avoid or seek")

    def __call__(self, position: Position) -> list[Move]:
        """Return the moves allowed at an unfinished position."""
        position = as_position(self.game, position)
        moves = list_moves(self.game, position)
        if self.finish:
            won = [move for move in moves if self.game.outcome(self.game.play(position, move)) == LOSS]
            if won:
                return won
        for number in range(len(self._attacks)):
            if self.reading != "seek":
                safe = [
                    move
                    for move in moves
                    if not self._does_move_reach_attack_input(position, move, number, mine=False)
                ]
                moves = safe or moves
        for number in range(len(self._attacks)):
            if self.reading != "avoid":
                sought = [
                    move
                    for move in moves
                    if self._does_move_reach_attack_input(position, move, number, mine=True)
                ]
                if sought:
                    return sought
        return moves

    def _does_move_reach_attack_input(
        self, position: Position, move: Move, number: int, *, mine: bool
    ) -> bool:
        """Return whether the result of a move has an input of an attack: of mine, or of the other's."""
        game = self.derivation_game
        find = game.yield_attacks_on_mover if mine else game.yield_realisations_at
        result = game.read_stones(self.game.play(position, move))
        return next(iter(find(self._attacks[number].input_graphs, result)), None) is not None

    @cached_property
    def _rule_derivation(self) -> RuleDerivation:
        return self.derivation or derive_rules(self.game, literal=True)

    @cached_property
    def derivation_game(self) -> DerivationGame:
        """The game on abstract graphs."""
        return self._rule_derivation.derivation_game

    @cached_property
    def _attacks(self) -> tuple[DerivedRule, ...]:
        return tuple(rule for rule in self._rule_derivation.rules[: self.rules] if rule.kind == "attack")

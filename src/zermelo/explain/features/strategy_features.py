"""Features of games whose theory is known: whether a move leaves a position that a known strategy aims at.

The strategies are those of `cgt.strategies`, found from the game's own rules: numbers of parts and their
nim-sums, remainders, golden pairs, copying. Each rule is printed with an explanation of its strategy.
"""

from collections.abc import Sequence
from functools import lru_cache

from zermelo.cgt.strategies.strategy_finder import find_strategies
from zermelo.cgt.strategies.worded_strategy import Strategy
from zermelo.core.game import Game, Move, Position
from zermelo.core.requirements import declares_capability
from zermelo.explain.rule_lists.rule_predicates import Feature, Measure

EXCLUDED = ("scored", "chances", "payoffs", "players")


def applies_to_game(game: Game) -> bool:
    """Return whether strategies in words are looked for: both players have the same moves."""
    return game.impartial and not any(declares_capability(game, what) for what in EXCLUDED)


def build_features(game: Game) -> list[Feature]:
    """Return one flag for each strategy that is found."""
    return [
        Feature(
            f"rule({strategy.kind})",
            f"leaves what the {strategy.kind} rule leaves ({' '.join(strategy.rules)})",
            _make_strategy_measure(game, strategy),
            is_flag=True,
            hard=True,
        )
        for strategy in _find_strategies(game)
    ]


@lru_cache(maxsize=16)
def _find_strategies(game: Game) -> tuple[Strategy, ...]:
    return find_strategies(game)


def _make_strategy_measure(game: Game, strategy: Strategy) -> Measure:
    leaves = lru_cache(maxsize=1 << 16)(strategy.leaves)

    def measure_moves(position: Position, moves: Sequence[Move]) -> list[int]:
        return [int(leaves(game.play(position, move))) for move in moves]

    return measure_moves

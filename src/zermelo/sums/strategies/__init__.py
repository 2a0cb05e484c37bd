"""Strategies in words: the rule by which a person wins, found from a game's own rules, with its proof."""

from zermelo.sums.strategies.finding import find_strategies, find_strategy
from zermelo.sums.strategies.replay import Replay, prove, replay
from zermelo.sums.strategies.strategy import Strategy

__all__ = ["Replay", "Strategy", "find_strategies", "find_strategy", "prove", "replay"]

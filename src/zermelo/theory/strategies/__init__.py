"""Strategies in words: the rule by which a person wins, found from a game's own rules, with its proof."""

from zermelo.theory.strategies.finding import find_strategies, find_strategy
from zermelo.theory.strategies.replay import Replay, prove, replay
from zermelo.theory.strategies.strategy import Strategy

__all__ = ["Replay", "Strategy", "find_strategies", "find_strategy", "prove", "replay"]

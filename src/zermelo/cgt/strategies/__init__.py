"""Strategies in words: the rule by which a player wins, found from a game's rules, with its proof."""

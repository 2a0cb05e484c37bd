"""Kinds of strategy, one per file, each tried on a game's own rules."""

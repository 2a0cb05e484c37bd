"""Misere play, in which the player who makes the last move loses: forms, genera, quotients, rules."""

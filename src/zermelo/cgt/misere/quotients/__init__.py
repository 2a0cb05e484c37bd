"""Misere quotients of heap games: learned, verified, and searched for a rule in words."""

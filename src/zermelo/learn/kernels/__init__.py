"""Compiled loops of learning: a self-play iteration over an arena, and many games at once."""

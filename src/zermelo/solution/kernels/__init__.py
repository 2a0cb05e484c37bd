"""Compiled loops over arenas, policies and stored answers."""

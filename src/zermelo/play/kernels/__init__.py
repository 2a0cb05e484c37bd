"""Compiled loops of play: expectations over a stored graph, and random playouts on the rules."""

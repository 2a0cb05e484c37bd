"""Arenas: every position of a game with its moves in arrays, and values and policies over them."""

"""Texts that name games, positions and moves: their grammars, readers and writers."""

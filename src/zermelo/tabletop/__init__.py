"""Boards as games play on them: cells, ways and moves, men, text, pictures; lowerable like rules."""

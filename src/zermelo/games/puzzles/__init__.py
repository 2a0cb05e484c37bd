"""Puzzles for one player: Hanoi, lights out, peg solitaire, Sokoban and others."""

"""Reasons for a move: claims checked against a solution, and what every other move loses to."""

"""Impartial games in normal play: nimbers by search, by definition and by table, and sums of games."""

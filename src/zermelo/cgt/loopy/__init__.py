"""Loopy games: values of positions whose play can repeat, their sums, and thermographs with kos."""

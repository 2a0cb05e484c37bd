"""Compiled loops over the buckets of a tier, each of which is solved without seeing the others."""

"""Heap games and coin-turning games: rules, nimbers, proven periods, sums, and the field of nimbers."""

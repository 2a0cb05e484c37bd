"""Heap games: rules of one heap, their nimbers, periods with proofs, and sums of heaps."""

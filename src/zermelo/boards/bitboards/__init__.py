"""Bitboards for rules written by hand: rectangles in one word, delta swaps and stone placement."""

"""Boards, bars and heaps of all sizes at once: what is proven of a family, how, and what was only seen."""

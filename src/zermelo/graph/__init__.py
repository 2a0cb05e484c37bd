"""Positions, moves, tiers, symmetry: every reachable position once, in an order for solving."""

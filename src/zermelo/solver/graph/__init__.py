"""Enumeration of every reachable position, once, in tiers or in another order for solving."""

"""Expressions of rules, rewritten so that Numba compiles them with Python's meaning."""

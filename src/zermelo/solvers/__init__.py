"""Exact answers for a whole graph."""

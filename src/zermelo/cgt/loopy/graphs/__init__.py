"""Graphs of loopy games: their order, onsides, and the canonical forms of stoppers."""

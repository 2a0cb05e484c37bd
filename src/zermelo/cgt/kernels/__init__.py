"""Compiled loops of combinatorial game theory: nimbers, canonical forms, misere and loopy play."""

"""Verification of solutions: every answer recomputed from its moves, a sample by the interpreter."""

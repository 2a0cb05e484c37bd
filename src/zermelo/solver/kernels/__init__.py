"""Compiled loops of the solver: folds, retrograde analysis, look-up, tier checks and random games."""

"""Partizan games in misere play: trees, outcomes, and canonical forms modulo a universe."""

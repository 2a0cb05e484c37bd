"""Partizan games in normal play: canonical forms and what is computed from them."""

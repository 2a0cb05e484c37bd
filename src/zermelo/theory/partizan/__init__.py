"""Partizan games: canonical forms and what is read off them."""

"""Symbolic numbers: the rules of a counting game evaluated for all numbers of a range at once."""

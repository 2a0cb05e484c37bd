"""Statements of rules, rewritten: assignments, loops, branches, `match` and returns."""

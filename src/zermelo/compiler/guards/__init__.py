"""Checks of rules, symmetries, hooks and machine code, and errors that name the position."""

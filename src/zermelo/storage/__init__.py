"""Scratch arrays: files that nobody else opens."""

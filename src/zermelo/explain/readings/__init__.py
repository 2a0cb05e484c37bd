"""Guided readings: documents on games, step by step, each step with a command that shows what it is about."""

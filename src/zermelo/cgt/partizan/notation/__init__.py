"""Notation of partizan values: reading, writing, and the order of options in print."""

"""Monotonic model improvement by self-play: fast, literal and deep, its limit, and its reports."""

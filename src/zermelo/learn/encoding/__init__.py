"""Encodings: positions as rows or board planes, and moves as numbers."""

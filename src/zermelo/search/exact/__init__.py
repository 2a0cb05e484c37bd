"""Exact search methods, one per file, and the textbook searches that count every node."""

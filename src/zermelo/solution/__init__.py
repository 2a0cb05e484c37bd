"""Answers on disk, and theirs: the only layer that opens solution files."""

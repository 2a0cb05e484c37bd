"""Sorted keys: look-up by a directory, merging of sorted runs, and sorting by position."""

"""Values known before play: constants, tables of integers, and dictionaries as arrays."""

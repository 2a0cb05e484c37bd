"""Practice: lessons of rule lists, and training on the puzzles of a solved game."""

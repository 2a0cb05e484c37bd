"""Pages: home, position, line history, position editor, sums of games, and the status of work."""

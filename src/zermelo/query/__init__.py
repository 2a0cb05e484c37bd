"""The read side: value, moves, lines, and verifying all of it."""

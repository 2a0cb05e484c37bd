"""Features of moves that rules can use, one file per kind of game, and the user's own."""

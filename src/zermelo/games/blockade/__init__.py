"""Games in which pieces are blocked: the player who cannot move usually loses."""

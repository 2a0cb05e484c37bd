"""Games in which players connect the edges of a board: hex and tak."""

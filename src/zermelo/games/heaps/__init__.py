"""Games of heaps, hands and numbers: nim, subtraction games, Wythoff's game, Euclid's game."""

"""The vocabulary every other layer speaks: games, values, errors, budget."""

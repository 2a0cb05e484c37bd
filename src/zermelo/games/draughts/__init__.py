"""English draughts (checkers): the whole game, and endgames with a perfect index."""

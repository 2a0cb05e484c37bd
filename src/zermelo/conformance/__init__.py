"""Does a game keep the contract? One suite for every game, the user's own included."""

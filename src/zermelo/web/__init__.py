"""The explorer: a server on this machine that shows any game, and plays it."""

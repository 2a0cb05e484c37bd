"""The families about whose sizes something is known: each file here is one, and says it of its game."""

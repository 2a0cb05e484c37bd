"""Players: functions from a position to move probabilities, and the names that build them."""

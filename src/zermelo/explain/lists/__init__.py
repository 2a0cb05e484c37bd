"""Rules as lists: the first that fires says which moves are allowed; the shortest right list, proven."""

"""Games of unequal sides, in which many pieces try to trap a few."""

"""Environments of Gymnasium and PettingZoo, vectorized environments, and batches for self-play."""

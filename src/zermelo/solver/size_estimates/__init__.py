"""Estimates of how many positions a game has, from its first tiers, samples and random games."""

"""Policies from self-play: Algorithm 1 of Sundar, Vasam and Joseph, checked exactly, and its deep variant."""

"""Base classes for games on any board: moves, jumps, pieces in hand, symmetries and an index."""

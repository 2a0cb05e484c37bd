"""Chess endgames and variants, and other games with chess-like pieces."""

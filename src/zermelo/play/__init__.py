"""Players and matches."""

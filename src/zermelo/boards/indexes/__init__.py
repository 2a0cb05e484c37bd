"""Perfect indexes that number sets of pieces without gaps, and combine; they compile with the rules."""

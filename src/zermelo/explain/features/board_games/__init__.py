"""Features of board games: lines, pieces, captures, box chains, chess endings and puzzles."""

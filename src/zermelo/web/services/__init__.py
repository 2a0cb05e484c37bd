"""Services behind the pages: games, solutions, searches, opponents, and worker processes."""

"""Reports on a game or a player: classification, game report, mistakes, puzzles, variants."""

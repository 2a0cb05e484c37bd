"""Games of sowing seeds around two rows of pits: awari endgames, oware, kalah."""

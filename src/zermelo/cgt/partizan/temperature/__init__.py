"""Temperature theory: thermographs, cooling, incentives, trajectories and Sentestrat."""

"""Long runs: what is done in which order, what is kept, and how a killed run goes on."""

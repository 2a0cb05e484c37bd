"""Plans: what a solve will take in positions, bytes and time, and whether it fits, before it runs."""

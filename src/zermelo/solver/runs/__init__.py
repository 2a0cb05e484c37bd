"""Runs: one solve from the rules to the published solution, with checkpoints and resumption."""

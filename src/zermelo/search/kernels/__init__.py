"""Compiled search loops: negamax, proof-number search, depth-limited search, endgame probes."""

"""Compiled loops of explanations: policy evaluation, sets of rules as bits, unit propagation."""

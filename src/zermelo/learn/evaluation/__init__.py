"""Evaluation of a policy: best response, grade against a solution, and mistakes at every position."""

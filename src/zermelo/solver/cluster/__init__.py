"""Solves by tasks of threads, processes or Ray nodes that share nothing but a store of objects."""

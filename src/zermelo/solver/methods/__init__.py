"""Solution methods, one per file: from a graph to the answer of each position, or to counts."""

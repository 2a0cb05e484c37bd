"""Records of a solution: the answer of each symmetry class, in memory or read from files."""

"""Games born by day n: the lattice of their order, companions, and random forms."""
